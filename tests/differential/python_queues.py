"""Drives celery, dramatiq and redis-py: python_queues.py SEED COUNT."""

from stub import ENOUGH, HIGH, Failure, arguments, clock, keys, number, row

import celery  # after the stubs, as all clients
import celery.canvas
import dramatiq
import redis
from dramatiq.brokers.stub import StubBroker
from dramatiq.middleware import Retries
from redis import backoff
from redis.retry import Retry

rng, count = arguments()
applied = celery.canvas.Signature.apply


def after_countdown(signature, *args, **keys):
    """Without a worker a retry follows at once; its countdown is slept here."""
    clock.sleep(signature.options["countdown"])
    return applied(signature, *args, **keys)


celery.canvas.Signature.apply = after_countdown


def celery_row(rng):
    whole = lambda rng: str(rng.randrange(0, 1000))  # noqa: E731
    retries = lambda rng: str(rng.choice([None, *range(ENOUGH)]))  # noqa: E731
    parts = keys(
        rng, max_retries=retries, default_retry_delay=lambda rng: number(rng, 0, 600),
        retry_backoff=lambda rng: rng.choice(["True", "False", number(rng, 0, 60), str(rng.randrange(1, 30))]),
        retry_backoff_max=whole, retry_jitter=lambda rng: str(rng.random() < 0.5))
    inner = keys(rng, max_retries=lambda rng: str(rng.randrange(ENOUGH)), countdown=whole)
    if inner and rng.random() < 0.4:
        inner = [f"'{key.split('=')[0]}': {key.split('=')[1]}" for key in inner]
        parts.append(f"retry_kwargs={{{', '.join(inner)}}}")
    parts.insert(0, "autoretry_for=(OSError,)")
    config = f"@app.task({', '.join(parts)})"
    app = celery.Celery("app", set_as_current=False)
    task = eval(config.removeprefix("@"), {"app": app, "OSError": Failure})(fail)

    def run():
        task.apply()
    row("celery", config, run)


def fail():
    clock.fail()


class Broker(StubBroker):
    """Keeps how long a message is to wait."""

    def enqueue(self, message, *, delay=None):
        clock.sleep(delay / 1000)
        self.queued = message


def dramatiq_row(rng):
    whole = lambda rng: str(rng.choice([rng.randrange(1, 1000), rng.randrange(1, 3600) * 1000]))  # noqa: E731
    parts = keys(
        rng, max_retries=lambda rng: str(rng.choice([None, *range(ENOUGH)])), min_backoff=whole, max_backoff=whole)
    config = f"@dramatiq.actor({', '.join(parts)})"
    broker = Broker(middleware=[Retries()])
    actor = eval(f"dramatiq.actor({', '.join(['broker=broker', *parts])})", {"dramatiq": dramatiq, "broker": broker})(fail)

    def run():
        broker.queued = actor.message()
        while broker.queued is not None:
            message, broker.queued = dramatiq.MessageProxy(broker.queued), None
            try:
                actor()
            except Failure as failure:
                broker.emit_after("process_message", message, exception=failure)
    # A draw above the cap is made again, and the second one is the shortest of all.
    row("dramatiq", config, run, patterns=[[[HIGH, 0.0]], [[0.0, HIGH]]])


def redis_row(rng):
    name = rng.choice(["ExponentialBackoff", "FullJitterBackoff", "EqualJitterBackoff", "ExponentialWithJitterBackoff",
                       "DecorrelatedJitterBackoff"])
    parts = keys(rng, cap=lambda rng: number(rng, 0, 30), base=lambda rng: number(rng, 0, 5))
    retries = rng.choice([-1, *range(ENOUGH)])
    if rng.random() < 0.1:
        name, parts = "ConstantBackoff", [number(rng, 0, 10)]
    config = f"Retry({name}({', '.join(parts)}), {retries})"
    retry = eval(config, {**vars(backoff), "Retry": Retry})

    def refuse():
        clock.call()
        raise redis.ConnectionError

    def run():
        try:
            retry.call_with_retry(refuse, lambda _error: None)
        except redis.ConnectionError:
            pass
    row("redis-py", config, run)


for _ in range(count):
    celery_row(rng)
    dramatiq_row(rng)
    redis_row(rng)
