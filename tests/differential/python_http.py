"""Drives urllib3: python_http.py SEED COUNT."""

from stub import ENOUGH, arguments, clock, keys, number, row

import urllib3  # noqa: E402, after the stubs
from urllib3.util.retry import Retry  # noqa: E402

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


for _ in range(count):
    urllib3_row(rng)
