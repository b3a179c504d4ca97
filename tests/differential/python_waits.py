"""Drives tenacity: python_waits.py SEED COUNT."""

import datetime

from stub import ENOUGH, arguments, clock, keys, number, row

import tenacity  # noqa: E402, after the stubs

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
    delay = f"stop_{rng.choice(['after', 'before'])}_delay({number(rng, 0.5, 300)})"
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


for _ in range(count):
    kind = rng.randrange(8)
    if kind == 0:
        loose(rng)
        continue
    limited = kind == 1
    wait = plain_wait(rng) if limited or rng.random() < 0.4 else random_wait(rng)
    config = f"@retry(wait={wait}, stop={stops(rng, limited)})"
    row("tenacity", config, drive(config))
