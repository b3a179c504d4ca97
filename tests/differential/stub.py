"""What a client in Python is driven with: time that it cannot spend, randomness at its extremes, configs from a seed.

Imported before the client, so that the client finds what stands here wherever it looks. Rows go to standard output as
one JSON object a line: the dialect, the config as an engineer has it, the waits between two calls in seconds with
random at its low and at its high extreme, and the retries; null where there is no limit of them.
"""

import json
import logging
import random
import sys
import time

# A client without a limit is stopped after so many retries.
ENOUGH = 14
# What random() comes closest to.
HIGH = 1 - 2**-53


class Failure(Exception):
    """Every call fails with it."""


class Enough(BaseException):
    """Stops a client that would go on for ever."""


class Extreme(random.Random):
    """Draws its lowest or its highest value alone, as the pattern says: a row of draws for each call, over and over."""

    pattern = [[0.0]]
    drawn = 0

    def next_call(self, call):
        self.row = self.pattern[call % len(self.pattern)]
        self.drawn = 0

    def random(self):
        draw = self.row[self.drawn % len(self.row)]
        self.drawn += 1
        return draw

    def _randbelow(self, n):
        return n - 1 if self.random() else 0


class Clock:
    """Stands still but for sleep, and keeps what was slept from call to call."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.now = 1000.0
        self.slept = 0.0
        self.calls = 0
        self.waits = []

    def sleep(self, seconds):
        self.now += seconds
        self.slept += seconds

    def read(self):
        return self.now

    def call(self):
        """A call is made."""
        if self.calls:
            self.waits.append(self.slept)
        self.slept = 0.0
        self.calls += 1
        extreme.next_call(self.calls)
        if self.calls > ENOUGH:
            raise Enough

    def fail(self):
        """A call is made, and fails."""
        self.call()
        raise Failure


logging.disable()
clock = Clock()
extreme = Extreme()
for name in ["random", "uniform", "randint", "randrange", "choice", "triangular"]:
    setattr(random, name, getattr(extreme, name))
real_sleep = time.sleep
time.sleep = clock.sleep
time.monotonic = time.time = time.perf_counter = clock.read


def watch(run):
    """The waits of one run and its retries; None for those where the client was stopped."""
    clock.reset()
    extreme.next_call(0)
    endless = False
    try:
        run()
    except Enough:
        endless = True
    except Failure:
        pass
    assert clock.slept == 0, "it waits after its last call"
    return clock.waits, None if endless else clock.calls - 1


LOWEST, HIGHEST = [[0.0]], [[HIGH]]


def row(dialect, config, run, shortest=True, patterns=()):
    """Runs a config at both extremes, and by other patterns of them, and prints what came of it.

    Where a limit of time meets jitter, the shortest waits leave room for more retries: shortest=False leaves them out.
    """
    found = []
    for pattern in [HIGHEST, *([LOWEST] if shortest else []), *patterns]:
        extreme.pattern = pattern
        try:
            found.append(watch(run))
        except Exception as error:
            raise RuntimeError(f"{dialect}: {config}") from error
    retries = found[0][1]
    assert all(it[1] == retries for it in found), f"{dialect}: {config}: the count depends on the draw"
    waits = [list(each) for each in zip(*(waits for waits, _ in found))]
    print(json.dumps({
        "dialect": dialect, "config": config, "retries": retries,
        "waits_min": [min(each) for each in waits] if shortest else None, "waits_max": [max(each) for each in waits]}))


def arguments():
    """The seed and how many configs of each dialect; the generator of the seed."""
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    return random.Random(seed), count


def number(rng, low, high, digits=3):
    """A number between the two as people write it: round ones more often than others; low and high are 0 or more."""
    if rng.random() < 0.4:
        value = rng.choice([low, high, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 8, 10, 15, 20, 30, 60, 100,
                            120, 250, 300, 500, 600, 1000, 1500, 2000, 5000, 10000, 30000, 60000])
        if low <= value <= high:
            return written(value)
    span = min(high, max(low, 0.001) * 10 ** rng.uniform(0, 6)) if rng.random() < 0.5 else high
    return written(round(rng.uniform(low, max(low, span)), rng.randrange(digits + 1)), low)


def limit(rng, low, high):
    """A limit of time that no sum of waits comes to exactly: what floats make of such a sum is chance."""
    return f"{rng.uniform(low, high):.4f}7"


def written(value, low=0):
    """A number without the noise of floats."""
    value = max(value, low)
    return str(int(value)) if value == int(value) else repr(value)


def keys(rng, **choices):
    """`name=value` for some of the choices, in any order; a value is a text or a function that draws one."""
    names = [name for name in choices if rng.random() < 0.6]
    rng.shuffle(names)
    return [f"{name}={choices[name](rng) if callable(choices[name]) else choices[name]}" for name in names]
