"""Drives tenacity, stamina and backoff: python_waits.py SEED COUNT."""

import datetime
from types import SimpleNamespace

from stub import ENOUGH, Failure, arguments, clock, keys, limit, number, row

import backoff  # after the stubs, as all clients
import backoff._sync
import stamina
import tenacity

rng, count = arguments()
NAMES = {**vars(tenacity), "timedelta": datetime.timedelta, "datetime": datetime}


def seconds(rng, high=100):
    if rng.random() < 0.08:
        return f"timedelta(seconds={number(rng, 0, high)})"
    return number(rng, 0, high)


def exponential(rng):
    return keys(rng, multiplier=lambda rng: number(rng, 0, 30), max=lambda rng: seconds(rng, 600),
                exp_base=lambda rng: number(rng, 0.5, 6), min=lambda rng: seconds(rng, 20))


def plain_wait(rng):
    """A wait without jitter that grows."""
    kind = rng.randrange(4)
    if kind == 0:
        start, step = number(rng, 0, 60), number(rng, 0, 30)
        return f"wait_incrementing(start={start}, increment={step}{rng.choice(['', f', max={number(rng, 0, 200)}'])})"
    if kind == 1:
        table = ", ".join(f"wait_fixed({number(rng, 0, 60)})" for _ in range(rng.randrange(1, 6)))
        return f"wait_chain({table})"
    return f"wait_exponential({', '.join(exponential(rng))})"


def random_wait(rng):
    """A wait with jitter."""
    kind = rng.randrange(5)
    if kind == 0:
        low = float(number(rng, 0, 20))
        return f"wait_random({low:g}, {low + float(number(rng, 0, 20)):g})"
    if kind == 1:
        # Where min is above max the draw goes backwards.
        return f"wait_random_exponential({', '.join(exponential(rng))})"
    if kind == 2:
        first = rng.choice(["initial", "multiplier"])
        own = keys(rng, jitter=lambda rng: seconds(rng, 20), **{first: lambda rng: number(rng, 0.001, 30)})
        rest = [key for key in exponential(rng) if not key.startswith("multiplier")]
        return f"wait_exponential_jitter({', '.join(own + rest)})"
    if kind == 3 and rng.random() < 0.3:
        # The growth is 1, so that each is the same before every retry, and more than one may be added.
        ends = f'multiplier={number(rng, 0.5, 9)}, exp_base=1, min={number(rng, 0, 9)}, max={number(rng, 1, 20)}'
        kinds = [f'wait_exponential({ends})', f'wait_random_exponential({ends})', f'wait_exponential_jitter({ends}, jitter=2)']
        return ' + '.join(rng.sample([*kinds, plain_wait(rng)], 2))
    if kind == 3:
        return f"{plain_wait(rng)} + wait_random(0, {number(rng, 0, 10)})"
    return f"wait_fixed({number(rng, 0, 20)}) + wait_random({number(rng, 0, 2)}, {number(rng, 2, 9)})"


def stops(rng, limited):
    after = f"stop_after_attempt({rng.randrange(1, ENOUGH)})"
    delay = f"stop_{rng.choice(['after', 'before'])}_delay({limit(rng, 0.5, 300)})"
    if not limited:
        return rng.choice([after, after, after, f"(stop_never | {after})", "stop_never"])
    return rng.choice([delay, f"({delay} | {after})", f"stop_any({after}, {delay})"])


def drive(config):
    inner = config.removeprefix("@retry(").removesuffix(")")
    made = eval(f"tenacity.Retrying({inner})", {"tenacity": tenacity, **NAMES})

    def run():
        try:
            made.copy()(clock.fail)
        except tenacity.RetryError:
            pass
    return run


def loose(rng):
    """Arguments alone, which are those of wait_exponential."""
    parts = exponential(rng)
    calls = rng.randrange(1, ENOUGH)
    config = ",".join([*parts, f"stop_after_attempt={calls}"])
    wait = f"wait_exponential({', '.join(parts)})" if parts else "wait_none()"
    row("tenacity", config, drive(f"@retry(wait={wait}, stop=stop_after_attempt({calls}))"))


def tenacity_row(rng):
    kind = rng.randrange(8)
    if kind == 0:
        loose(rng)
        return
    limited = kind == 1
    wait = plain_wait(rng) if limited or rng.random() < 0.4 else random_wait(rng)
    config = f"@retry(wait={wait}, stop={stops(rng, limited)})"
    row("tenacity", config, drive(config))


def stamina_row(rng):
    own = {"wait_initial": lambda rng: seconds(rng, 20), "wait_max": lambda rng: seconds(rng, 120),
           "wait_exp_base": lambda rng: number(rng, 1, 5)}
    kind = rng.randrange(3)
    if kind == 0:
        # What jitter adds to the elapsed time is no business of a plan; without it the timeout is exact.
        timed = ["wait_jitter=0", *keys(rng, timeout=lambda rng: limit(rng, 0.5, 300))]
        parts = keys(rng, attempts=lambda rng: str(rng.choice([None, *range(1, ENOUGH)])), **own) + timed
    else:
        attempts = f"attempts={rng.choice([None, *range(1, ENOUGH)])}"
        parts = [attempts, "timeout=None", *keys(rng, wait_jitter=lambda rng: seconds(rng, 20), **own)]
        rng.shuffle(parts)
    if kind == 1 and rng.random() < 0.1:
        parts = []
    config = f"@stamina.retry({', '.join(['on=OSError', *parts])})"

    def run():
        made = eval(config.removeprefix("@"), {"OSError": Failure, "stamina": stamina, **NAMES})
        made(clock.fail)()
    row("stamina", config, run)


# The library reads the date, and takes the difference of two for a timedelta. No sleep is short: without a nanosecond
# more, floats may come out below the limit that a wait was cut to.
backoff._sync.datetime = SimpleNamespace(datetime=SimpleNamespace(now=lambda: clock.now + clock.calls * 1e-9))
backoff._sync.timedelta = SimpleNamespace(total_seconds=lambda elapsed: elapsed)


def backoff_row(rng):
    wait, own = rng.choice([
        ("expo", {"base": lambda rng: number(rng, 0.5, 6), "factor": lambda rng: number(rng, 0, 20),
                  "max_value": lambda rng: number(rng, 0.5, 300)}),
        ("expo", {"factor": lambda rng: number(rng, 0, 20), "max_value": lambda rng: number(rng, 0.5, 300)}),
        ("fibo", {"max_value": lambda rng: str(rng.randrange(1, 100))}),
        ("constant", {"interval": lambda rng: number(rng, 0, 60)}),
    ])
    jitter = rng.choice([[], [], ["jitter=None"], ["jitter=backoff.full_jitter"], ["jitter=backoff.random_jitter"]])
    timed = "random_jitter" not in str(jitter) and rng.random() < 0.3
    times = keys(rng, max_time=lambda rng: limit(rng, 0.5, 200)) if timed else []
    tries = keys(rng, max_tries=lambda rng: str(rng.randrange(1, ENOUGH)))
    parts = tries + times + jitter + keys(rng, **own)
    rng.shuffle(parts)
    config = f"@backoff.on_exception({', '.join([f'backoff.{wait}', 'OSError', *parts])})"

    def run():
        made = eval(config.removeprefix("@"), {"OSError": Failure, "backoff": backoff})
        made(clock.fail)()
    row("backoff", config, run, shortest=not times or jitter == ["jitter=None"])


for _ in range(count):
    tenacity_row(rng)
    stamina_row(rng)
    backoff_row(rng)
