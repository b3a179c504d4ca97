"""Runs curl and wget against a server on loopback that fails, side by side, and prints rows as stub.py does: programs.py
SEED COUNT. Time is that of the clock on the wall, so that a row says how late it may be.
"""

import json
import random
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# No config waits longer in all; all of them run at once.
LONGEST = 15
# What a busy machine may add to a wait of whole seconds.
LATE = 0.4

seed, count = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
calls = {}


class Failing(BaseHTTPRequestHandler):
    def do_GET(self):
        calls.setdefault(self.path, []).append(time.monotonic())
        self.send_response(503)
        self.send_header("Content-Length", "0")
        # wget would use the connection again before it sees that it is closed, and count a call that nobody gets.
        self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, *_args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def curl():
    """Flags of curl, and a bound of what it waits."""
    retries = rng.randrange(0, 7)
    delay, limit = rng.choice([None, None, 0, 1, 2, 3, 4]), rng.choice([None, None, None, 1, 2, 3, 5, 6, 7, 10])
    own = [2**n for n in range(retries)] if not delay else [delay] * retries
    # A wait begins before the limit, and may pass it.
    waited = sum(wait for n, wait in enumerate(own) if not limit or sum(own[:n]) < limit)
    flags = [f"--retry {retries}"]
    flags += [] if delay is None else [f"--retry-delay {delay}"]
    flags += [] if limit is None else [f"--retry-max-time {limit}"]
    flags += [flag for flag in ["--retry-all-errors", "--retry-connrefused"] if rng.random() < 0.2]
    rng.shuffle(flags)
    return " ".join(["curl", "-s", *flags]), waited


def wget():
    """Flags of wget, and a bound of what it waits."""
    tries, most = rng.randrange(1, 9), rng.choice([None, 0, 1, 2, 3, 5])
    waited = sum(min(n, 10 if most is None else most) for n in range(1, tries))
    flags = [rng.choice([f"--tries={tries}", f"-t {tries}", f"--tries {tries}"]), "--retry-on-http-error=503"]
    flags += [] if most is None else [rng.choice([f"--waitretry={most}", f"--waitretry {most}"])]
    rng.shuffle(flags)
    return " ".join(["wget", "-q", "-O", "/dev/null", *flags]), waited


def configs(draw):
    """Configs that do not wait too long, each once."""
    found = set()
    while len(found) < count:
        config, waited = draw()
        if waited <= LONGEST and config not in found:
            found.add(config)
            yield config


server = Server(("127.0.0.1", 0), Failing)
threading.Thread(target=server.serve_forever, daemon=True).start()
host = f"http://127.0.0.1:{server.server_address[1]}"
runs = []
for draw in [curl, wget]:
    for config in configs(draw):
        path = f"/{len(runs)}"
        # wget shows a bar, and curl the body, of which there is none.
        process = subprocess.Popen([*config.split(), host + path], stdout=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin"})
        runs.append((draw.__name__, config, path, process))
for dialect, config, path, process in runs:
    process.wait()
    at = calls[path]
    waits = [later - earlier for earlier, later in zip(at, at[1:])]
    print(json.dumps({
        "dialect": dialect, "config": f"{config} http://localhost/", "retries": len(waits), "waits_min": waits,
        "waits_max": waits, "late": LATE}))
