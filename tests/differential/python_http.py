"""Drives urllib3, botocore and google-api-core: python_http.py SEED COUNT."""

import os

from stub import ENOUGH, arguments, clock, keys, limit, number, row

import botocore.session  # after the stubs, as all clients
import google.api_core.exceptions
import google.api_core.retry
import urllib3
from botocore.awsrequest import AWSResponse
from botocore.config import Config
from urllib3.util.retry import Retry

rng, count = arguments()


class Refusing(urllib3.HTTPConnectionPool):
    """Answers 503 without a connection."""

    def _make_request(self, *_args, **_keys):
        clock.call()
        return urllib3.HTTPResponse(status=503, body=b"", preload_content=False)


def urllib3_row(rng):
    some = lambda rng: str(rng.choice([None, *range(ENOUGH)]))  # noqa: E731
    parts = keys(
        rng, total=some, status=some, connect=some, read=some, other=some, redirect=some,
        backoff_factor=lambda rng: number(rng, 0, 20), backoff_max=lambda rng: number(rng, 0, 300),
        backoff_jitter=lambda rng: number(rng, 0, 10),
        respect_retry_after_header=lambda rng: str(rng.random() < 0.5))
    parts.append("status_forcelist=[429, 503]")
    config = ", ".join(parts)
    if rng.random() < 0.5:
        config = f"Retry({config})"
    retry = eval(f"Retry({', '.join(parts)})")

    def run():
        pool = Refusing("host")
        try:
            pool.urlopen("GET", "/", retries=retry)
        except urllib3.exceptions.MaxRetryError:
            pass
    row("urllib3", config, run)


loader = botocore.session.Session().get_component("data_loader")
BODIES = {
    ("sqs", False): {"__type": "com.amazonaws.sqs#InternalError"},
    ("sqs", True): {"__type": "com.amazonaws.sqs#ThrottlingException"},
    ("dynamodb", False): {"__type": "com.amazonaws.dynamodb#InternalServerError"},
    ("dynamodb", True): {"__type": "com.amazonaws.dynamodb#ThrottlingException"},
}


class Raw:
    def __init__(self, body):
        self.body = body

    def stream(self, *_args, **_keys):
        yield self.body


def botocore_client(service, retries, environment):
    os.environ.update(environment)
    try:
        session = botocore.session.Session()
        session.register_component("data_loader", loader)
        return session.create_client(
            service, "eu-west-1", aws_access_key_id="key", aws_secret_access_key="secret",
            endpoint_url="http://127.0.0.1:1", config=Config(retries=dict(retries)) if retries else None)
    finally:
        for name in environment:
            del os.environ[name]


def botocore_row(rng):
    # A token bucket ends the retries of a client after 35 of them; the configs stay below.
    counted = rng.choice([None, "max_attempts", "total_max_attempts", "AWS_MAX_ATTEMPTS"])
    mode = rng.choice([None, "mode", "AWS_RETRY_MODE"])
    service, throttled = rng.choice(["sqs", "sqs", "dynamodb"]), rng.random() < 0.3
    retries, environment = {}, {}
    if counted:
        least = 0 if counted == "max_attempts" else 1
        (environment if counted.isupper() else retries)[counted] = rng.randrange(least, ENOUGH)
    if mode:
        (environment if mode.isupper() else retries)[mode] = rng.choice(["standard", "legacy"])
    plain = service == "sqs" and not throttled and not environment
    if plain and rng.random() < 0.7:
        config = f"Config(retries={retries!r})"
    else:
        written = {**retries, **environment, "service": service, "throttled": throttled}
        config = ", ".join(f"{name}={value!r}" for name, value in written.items())

    def run():
        client = botocore_client(service, retries, {name: str(value) for name, value in environment.items()})
        body = str(BODIES[service, throttled]).replace("'", '"').encode()

        def answer(**_keys):
            clock.call()
            return AWSResponse("http://127.0.0.1:1", 400 if throttled else 500, {}, Raw(body))
        client.meta.events.register("before-send", answer)
        try:
            client.list_queues() if service == "sqs" else client.list_tables()
        except client.exceptions.ClientError:
            pass
    row("botocore", config, run)


def google_row(rng):
    parts = keys(
        rng, initial=lambda rng: number(rng, 0.01, 30), maximum=lambda rng: number(rng, 0.01, 120),
        multiplier=lambda rng: number(rng, 1, 5))
    timed = rng.choice([["timeout=None"], ["deadline=None"], [], [f"timeout={limit(rng, 0.5, 400)}"],
                        [f"deadline={limit(rng, 0.5, 400)}"]])
    parts += timed
    rng.shuffle(parts)
    made = eval(f"google.api_core.retry.Retry({', '.join(parts)})")
    config = f"{rng.choice(['Retry', 'retry.Retry'])}({', '.join(parts)})"

    def refuse():
        clock.call()
        raise google.api_core.exceptions.ServiceUnavailable("no")

    def run():
        try:
            made(refuse)()
        except google.api_core.exceptions.RetryError:
            pass
    row("google-api-core", config, run, shortest="None" in str(timed))


for _ in range(count):
    urllib3_row(rng)
    botocore_row(rng)
    google_row(rng)
