"""Asks the real urllib3 and openai what they do, with the clock pinned and the sleep caught."""

import json
import sys
import time
from datetime import datetime

import openai
import openai._base_client
import urllib3
from server import Server


class Slept(BaseException):
    pass


def sleep(seconds):
    raise Slept(seconds)


def ask_urllib3(pool, url):
    try:
        response = pool.request("GET", url)
    except Slept as slept:
        return "waits", slept.args[0]
    except (urllib3.exceptions.InvalidHeader, ValueError):
        return "fails", None
    return ("own-backoff" if response.status == 200 else "gives-up"), None


def ask_openai(client, path):
    try:
        client.get(path, cast_to=object)
    except Slept as slept:
        own = 0.5 * (1 - 0.25 * 0.123456)
        return ("own-backoff", None) if slept.args[0] == own else ("waits", slept.args[0])
    except openai.APIStatusError:
        return "gives-up", None
    raise SystemExit(f"openai: {path}: a retry without a sleep")


def main():
    cases = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    openai._base_client.random = lambda: 0.123456
    pool = urllib3.PoolManager()
    first, second = Server(cases), Server(cases)
    client = openai.OpenAI(api_key="none", base_url=second.url)
    time.sleep = sleep
    for number, case in enumerate(cases):
        now = datetime.fromisoformat(case["received"].replace("Z", "+00:00")).timestamp()
        time.time = lambda now=now: now
        if case["status"] == 200:
            continue
        for name, (outcome, wait) in [
            ("urllib3", ask_urllib3(pool, f"{first.url}/{number}")),
            ("openai-python", ask_openai(client, f"/{number}")),
        ]:
            print(json.dumps({"case": number, "client": name, "outcome": outcome, "wait_s": wait and repr(wait)}))


main()
