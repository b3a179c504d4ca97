// Asks the real got, ky, undici, axios-retry and openai what they do, with the clock pinned and their timers caught.
import net from 'node:net';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [file, folder] = process.argv.slice(2);
const cases = readFileSync(file, 'utf8').trim().split('\n').map(line => JSON.parse(line));
const find = createRequire(`${folder}/package.json`);
const load = async name => import(pathToFileURL(find.resolve(name)));

const setTimer = globalThis.setTimeout;
let caught = null;
// Where a timer for a retry is set, and no other.
const RETRIES = /got\/dist\/source\/core\/index|ky\/distribution\/utils\/delay|undici\/lib\/handler\/retry-handler|axios-retry\/dist|openai\/internal\/utils\/sleep/;
globalThis.setTimeout = function (callback, milliseconds, ...rest) {
    if (!RETRIES.test(new Error().stack.split('\n')[2] ?? '') && !RETRIES.test(new Error().stack)) {
        return setTimer(callback, milliseconds, ...rest);
    }
    const timer = setTimer(() => {}, milliseconds);
    // What Node makes of it: whole milliseconds, and 1 where it is out of range.
    caught = { asked: milliseconds, taken: Math.trunc(timer._idleTimeout) };
    clearTimeout(timer);
    return setTimer(callback, 1);
};
Math.random = () => 0.123;
process.removeAllListeners('warning');

const seen = new Set();
const server = net.createServer(socket => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', data => {
        text += data.toString('latin1');
        if (!text.includes('\r\n\r\n')) return;
        const path = text.split(' ')[1];
        text = '';
        const again = seen.has(path);
        seen.add(path);
        const it = cases[Number(path.split('/').at(-1))];
        const head = again ? ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Content-Length: 2']
            : [`HTTP/1.1 ${it.status} X`, 'Content-Length: 0', ...it.headers.map(([name, value]) => `${name}: ${value}`)];
        socket.end([...head, 'Connection: close', '', again ? '{}' : ''].join('\r\n'));
    });
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}`;

const { got } = await load('got');
const { default: ky } = await load('ky');
const { Agent, RetryAgent, request } = (await load('undici')).default;
const axios = find('axios');
const axiosRetry = find('axios-retry').default;
const { OpenAI } = find('openai');

const dispatcher = new RetryAgent(new Agent(), { minTimeout: 777 });
const instance = axios.create({ proxy: false });
axiosRetry(instance);
const openai = new OpenAI({ apiKey: 'none', baseURL: `${base}/openai-node` });

// The call, and the wait of its own.
const clients = {
    got: [url => got(url), 1012.3],
    ky: [url => ky(url, { retry: { delay: () => 333.25 } }), 333.25],
    undici: [async url => { const it = await request(url, { dispatcher }); await it.body.dump(); }, 777],
    'axios-retry': [url => instance.get(url), null],
    'openai-node': [url => openai.get(new URL(url).pathname.split('/').at(-1).replace(/^/, '/')), 500 * (1 - 0.123 * 0.25)],
};

for (const [number, it] of cases.entries()) {
    if (it.status === 200) continue;
    const now = Math.floor(Date.parse(it.received));
    Date.now = () => now;
    for (const [client, [call, own]] of Object.entries(clients)) {
        caught = null;
        let failure = null;
        try { await call(`${base}/${client}/${number}`); } catch (error) { failure = error; }
        let outcome = 'waits';
        let wait = null;
        if (caught === null) {
            outcome = 'gives-up';
        } else if (own !== null && Math.abs(caught.asked - own) < 1e-9) {
            outcome = 'own-backoff';
        } else if (caught.taken <= 1) {
            outcome = 'at-once';
        } else {
            wait = `${Math.floor(caught.taken / 1000)}.${String(caught.taken % 1000).padStart(3, '0')}`;
        }
        // After a retry the server answers with success.
        if (caught !== null && failure !== null) throw failure;
        console.log(JSON.stringify({ case: number, client, outcome, wait_s: wait }));
    }
}
process.exit(0);
