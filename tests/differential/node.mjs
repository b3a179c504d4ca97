// Drives node-retry, p-retry, got, ky, undici, axios-retry and cockatiel: node.mjs SEED COUNT FOLDER, the last one with
// the packages. Time stands still but for timers, Math.random is at its extremes, and rows are those of stub.py.
import http from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [seed, count] = process.argv.slice(2, 4).map(Number);
const find = createRequire(`${process.argv[4]}/package.json`);
const load = async name => import(pathToFileURL(find.resolve(name)));

// A client without a limit succeeds after so many retries.
const ENOUGH = 14;
// Just below 1, and far enough from it that no sum of floats comes out at what is never reached.
const HIGH = 1 - 2 ** -48;

const clock = { now: 1e6, slept: 0, calls: 0, waits: [], watching: false };
const extreme = { pattern: [[0]], call: 0, drawn: 0 };

/** A call is made; whether the client is to be stopped. */
function call() {
    if (clock.calls) clock.waits.push(clock.slept / 1000);
    clock.slept = 0;
    clock.calls += 1;
    extreme.call += 1;
    extreme.drawn = 0;
    return clock.calls > ENOUGH;
}

const setTimer = globalThis.setTimeout;
globalThis.setTimeout = (callback, milliseconds, ...rest) => {
    if (!clock.watching) return setTimer(callback, milliseconds, ...rest);
    // node-retry has a list of one for a number.
    clock.now += Number(milliseconds);
    clock.slept += Number(milliseconds);
    const timer = setImmediate(callback, ...rest);
    timer.unref = timer.ref = () => timer;
    return timer;
};
Math.random = () => {
    const row = extreme.pattern[extreme.call % extreme.pattern.length];
    return row[extreme.drawn++ % row.length];
};
Date.now = () => clock.now;
Date.prototype.getTime = () => clock.now;
performance.now = () => clock.now;

/** Runs a config by every pattern of extremes and prints what came of it, as stub.py does. */
async function row(dialect, config, run, { shortest = true, patterns = [] } = {}) {
    const found = [];
    for (const pattern of [[[HIGH]], ...(shortest ? [[[0]]] : []), ...patterns]) {
        Object.assign(clock, { now: 1e6, slept: 0, calls: 0, waits: [], watching: true });
        Object.assign(extreme, { pattern, call: 0, drawn: 0 });
        try {
            await run();
        } catch (error) {
            if (!clock.calls) throw new Error(`${dialect}: ${config}`, { cause: error });
        }
        clock.watching = false;
        if (clock.slept) throw new Error(`${dialect}: ${config}: it waits after its last call`);
        found.push([clock.waits, clock.calls > ENOUGH ? null : clock.calls - 1]);
    }
    const retries = found[0][1];
    if (found.some(it => it[1] !== retries)) throw new Error(`${dialect}: ${config}: the count depends on the draw`);
    const each = of => found[0][0].map((_, at) => of(...found.map(([waits]) => waits[at])));
    const waits = { waits_min: shortest ? each(Math.min) : null, waits_max: each(Math.max) };
    console.log(JSON.stringify({ dialect, config, retries, ...waits }));
}

/** A generator of its own, since Math.random is taken. */
let state = seed >>> 0;
function draw() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const below = end => Math.floor(draw() * end);
const pick = list => list[below(list.length)];
const ROUND = [0, 1, 2, 5, 10, 50, 100, 200, 250, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10000, 15000, 30000, 60000];
/** Whole milliseconds as people write them. */
const time = (low, high) => {
    const value = draw() < 0.5 ? pick(ROUND) : Math.round(Math.min(high, (low + 1) * 10 ** (draw() * 5)));
    return Math.max(low, Math.min(high, value));
};
const factor = (low, high) => Number((low + draw() * (high - low)).toFixed(below(3)));
/** Some of the options, in any order, as an object is written. */
function options(choices) {
    const names = Object.keys(choices).filter(() => draw() < 0.6).sort(() => draw() - 0.5);
    const written = names.map(name => `${name}: ${typeof choices[name] === 'function' ? choices[name]() : choices[name]}`);
    return written.length ? `{ ${written.join(', ')} }` : '{}';
}
const read = (text, names = {}) => Function(...Object.keys(names), `return (${text})`)(...Object.values(names));

const retries = () => below(ENOUGH);
const flag = () => draw() < 0.5;

const nodeRetry = find('retry');
const { default: pRetry } = await load('p-retry');
const { got } = await load('got');
const { default: ky } = await load('ky');
const { MockAgent, RetryAgent } = (await load('undici')).default;
const axios = find('axios');
const axiosRetry = find('axios-retry').default;
const cockatiel = find('cockatiel');

/** Whether a wait, or twice it, is half a millisecond but for what floats make of it: how it is rounded is chance. */
function isChance({ minTimeout = 1000, factor = 2, retries = 10 }) {
    const near = wait => Math.abs((wait % 1) - 0.5) < 1e-6 && wait % 1 !== 0.5;
    const waits = Array.from({ length: retries }, (_, at) => Math.max(minTimeout, 1) * factor ** at);
    return waits.some(wait => near(wait) || near(2 * wait));
}

async function nodeRetryRow() {
    const low = time(0, 20000);
    const limited = draw() < 0.2;
    const text = options({
        retries, factor: () => factor(0.3, 4), minTimeout: low, maxTimeout: () => Math.max(low, 1000, time(0, 300000)),
        randomize: limited ? 'false' : flag, ...(limited ? { maxRetryTime: () => time(1, 300000) } : { forever: flag }),
    });
    if (isChance(read(text))) return nodeRetryRow();
    const config = pick([text, `retry.operation(${text})`]);
    return row('node-retry', config, () => new Promise(resolve => {
        const operation = nodeRetry.operation(read(text));
        operation.attempt(() => {
            if (call() || !operation.retry(new Error('no'))) resolve();
        });
    }));
}

async function pRetryRow() {
    const limited = draw() < 0.2;
    const text = options({
        retries: () => (draw() < 0.1 ? 'Infinity' : retries()), factor: () => factor(0, 4), minTimeout: () => time(0, 20000),
        maxTimeout: () => time(0, 300000), randomize: limited ? 'false' : flag,
        ...(limited ? { maxRetryTime: () => time(0, 300000) } : {}),
    });
    if (isChance({ ...read(text), retries: ENOUGH })) return pRetryRow();
    const config = pick([text, `pRetry(run, ${text})`]);
    const run = () => {
        if (!call()) throw new Error('no');
    };
    return row('p-retry', config, () => pRetry(run, read(text)));
}

const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(call() ? 200 : 503);
    response.end();
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;

async function gotRow() {
    const text = options({
        limit: retries, backoffLimit: () => time(100, 300000), noise: () => pick([below(101), -below(101), 0, 100, -100]),
    });
    const config = pick([text, `got.extend({ retry: ${text} })`, `got(url, { retry: ${text} })`]);
    await row('got', config, () => got(url, { retry: read(text) }));
}

async function kyRow() {
    const text = draw() < 0.1 ? `${retries()}` : options({
        limit: retries, backoffLimit: () => time(0, 300000), jitter: () => pick(['true', 'false', 'undefined']),
    });
    const config = pick([text.startsWith('{') ? text : `{ retry: ${text} }`, `ky.create({ retry: ${text} })`]);
    const fetch = async () => new Response('', { status: call() ? 200 : 503 });
    await row('ky', config, () => ky('http://host/', { retry: read(text), timeout: false, fetch }));
}

async function undiciRow() {
    const text = options({
        maxRetries: retries, minTimeout: () => time(0, 20000), maxTimeout: () => time(0, 300000),
        timeoutFactor: () => factor(0, 4),
    });
    const config = pick([text, `new RetryAgent(new Agent(), ${text})`, `new RetryAgent(agent, ${text})`]);
    const mock = new MockAgent();
    mock.disableNetConnect();
    const reply = () => ({ statusCode: call() ? 200 : 503 });
    mock.get('http://host').intercept({ path: '/', method: 'GET' }).reply(reply).persist();
    const agent = new RetryAgent(mock, read(text));
    await row('undici', config, async () => {
        const { body } = await agent.request({ origin: 'http://host', path: '/', method: 'GET' });
        await body.dump();
    });
}

async function axiosRetryRow() {
    const delays = ['axiosRetry.exponentialDelay', 'exponentialDelay', 'axiosRetry.linearDelay()', 'linearDelay(250)'];
    const text = options({
        retries, retryDelay: () => pick([...delays, `axiosRetry.linearDelay(${time(0, 10000)})`]), shouldResetTimeout: flag,
    });
    const config = pick([text, `axiosRetry(axios, ${text})`]);
    const adapter = async config => {
        const response = { status: call() ? 200 : 503, data: '', headers: {}, config };
        if (response.status === 200) return response;
        throw new axios.AxiosError('no', 'ERR_BAD_RESPONSE', config, null, response);
    };
    const client = axios.create({ adapter });
    axiosRetry(client, read(text, { axiosRetry, ...axiosRetry, linearDelay: axiosRetry.linearDelay }));
    await row('axios-retry', config, () => client.get('http://host/'));
}

async function cockatielRow() {
    const decorrelated = draw() < 0.3;
    const generators = ['noJitterGenerator', 'fullJitterGenerator', 'halfJitterGenerator'];
    const generator = decorrelated ? pick([[], ['decorrelatedJitterGenerator']])[0] : pick(generators);
    const wait = () => pick([time(0, 5000), factor(1, 900)]);
    const inner = options({
        initialDelay: wait, maxDelay: () => time(0, 100000), ...(decorrelated ? {} : { exponent: () => factor(1, 4) }),
    });
    const spread = generator ? `generator: ${generator}` : '';
    const joined = [inner.slice(1, -1).trim(), spread].filter(Boolean).join(', ');
    const others = [`new ConstantBackoff(${time(0, 5000)})`, `new IterableBackoff([${[time(0, 9), time(0, 99), 7]}])`];
    const plain = `new ExponentialBackoff(${joined ? `{ ${joined} }` : ''})`;
    const backoff = draw() < 0.1 ? pick(others) : plain;
    const attempts = pick(['Infinity', ...Array(9).fill(0).map(retries)]);
    const made = draw() < 0.05 ? `{ maxAttempts: ${attempts} }` : `{ maxAttempts: ${attempts}, backoff: ${backoff} }`;
    const config = backoff === plain && made.includes('backoff') && draw() < 0.3
        ? [`maxAttempts: ${attempts}`, joined].filter(Boolean).join(', ')
        : `retry(handleAll, ${made})`;
    const policy = cockatiel.retry(cockatiel.handleAll, read(made, cockatiel));
    const run = () => {
        if (!call()) throw new Error('no');
    };
    // A decorrelated wait is longest after a short draw and shortest after a long one.
    const patterns = [[[0], [HIGH]], [[HIGH], [0]]];
    await row('cockatiel', config, () => policy.execute(run), { patterns });
}

for (let at = 0; at < count; at += 1) {
    await nodeRetryRow();
    await pRetryRow();
    await gotRow();
    await kyRow();
    await undiciRow();
    await axiosRetryRow();
    await cockatielRow();
}
server.close();
server.closeAllConnections();
