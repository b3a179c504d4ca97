"""Asks the real curl what it does: it says so before it waits, and is ended then. libfaketime pins its clock."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from server import Server


def ask(library, url, received):
    clock = received.replace("T", " ").split(".")[0].rstrip("Z")
    env = {**os.environ, "TZ": "UTC", "LD_PRELOAD": library, "FAKETIME": clock, "DONT_FAKE_MONOTONIC": "1"}
    command = ["curl", "--no-progress-meter", "--noproxy", "*", "--max-time", "20", "--retry", "1", "--output", os.devnull]
    curl = subprocess.Popen([*command, url], env=env, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    said = ""
    for line in curl.stderr:
        said += line.replace("Warning:", "").strip() + " "
        if "left" in said:
            curl.kill()
            break
    curl.wait()
    found = re.search(r"Will retry in (-?\d+) seconds", said)
    return int(found[1]) if found else None


def main():
    cases = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    server = Server(cases)

    def one(number):
        return ask(sys.argv[2], f"{server.url}/{number}", cases[number]["received"])

    with ThreadPoolExecutor(4) as pool:
        for number, wait in enumerate(pool.map(one, range(len(cases)))):
            if wait is None:
                outcome = "gives-up"
            elif wait < 0:
                outcome, wait = "at-once", None
            else:
                # Its own backoff is a second as well, which it says in the same words.
                outcome = "waits"
            print(json.dumps({"case": number, "client": "curl", "outcome": outcome, "wait_s": wait and str(wait)}))


main()
