"""Responses to ask the clients about: those of a file, then some drawn at random from plausible and broken values.

cases.py FILE SEED COUNT prints one JSON object a line: status, received, headers.
"""

import json
import random
import sys
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

STATUSES = [429] * 10 + [503] * 5 + [413, 500, 502, 408, 504, 403, 409, 404, 425, 501, 522, 200]
RECEIVED = ["2026-12-01T00:00:00Z"] * 5 + ["2026-12-01T00:00:00.25Z", "2026-12-01T12:34:56.877Z", "2024-02-29T23:59:59Z"]
ZONES = ["GMT", "UTC", "UT", "Z", "EST", "PDT", "CET", "MEST", "JST", "A", "J", "+0000", "-0000", "+0200", "-0730",
         "+02:00", "+2", "+12345", "GMT+2", "GMT-0330", "gmt", "(GMT)", "GMT (comment)", ""]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
UNITS = ["s", " s", "ms", " seconds", "sec", "m", "min", "h", "m30s", "d", "%", ";", "!", "_", "e", "e+", "E2", " GMT"]


def number(rng):
    size = rng.choice([0, 1, 2, 30, 59, 60, 119, 120, 121, 3600, 21600, 21601, 86400, 2147483, 2147484, 2**31 - 1, 2**31,
                       9223372036, 9223372037, 2**63 - 1, 2**63, 10**20 - 1, 1796083230, 1704067199, 1704067200,
                       1796083230000, 20261201, 20260230, rng.randrange(100000), rng.randrange(10**15)])
    text = str(size)
    form = rng.randrange(16)
    if form < 5:
        return text
    return [
        lambda: "+" + text, lambda: "-" + text, lambda: text + "." + str(rng.randrange(1000)), lambda: "." + text,
        lambda: text + ".", lambda: f"{rng.randrange(100)}e{rng.randrange(-5, 40)}", lambda: hex(size),
        lambda: "00" + text, lambda: f"{size:,}", lambda: f"{size:_}", lambda: text + rng.choice(UNITS),
    ][form - 5]()


def date(rng, received):
    base = datetime.fromisoformat(received.replace("Z", "+00:00"))
    seconds = rng.choice([-86400 * 400, -3600, -1, 0, 1, 2, 30, 59, 120, 121, 7200, 21600, 21601, 2147484, 86400 * 365 * 20,
                          rng.randrange(-100000, 100000)])
    at = (base + timedelta(seconds=seconds)).replace(microsecond=0)
    forms = [
        lambda: format_datetime(at.astimezone(timezone.utc), usegmt=True),
        lambda: at.strftime("%A, %d-%b-%y %H:%M:%S GMT"),
        lambda: at.strftime("%a %b %e %H:%M:%S %Y"),
        lambda: at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        lambda: at.strftime("%Y-%m-%dT%H:%M:%S") + rng.choice([".5Z", ".123456Z", ".000000001Z", "+02:00", "-0330", ""]),
        lambda: at.strftime("%Y-%m-%d") + rng.choice(["", " %02d:%02d" % (at.hour, at.minute), "T24:00:00Z", "T24:00:01Z"]),
        lambda: at.strftime("%a, %d %b %Y %H:%M:%S ") + rng.choice(ZONES),
        lambda: at.strftime("%d %b %Y %H:%M:%S ") + rng.choice(ZONES),
        lambda: at.strftime("%d %B %Y %H:%M ") + rng.choice(ZONES),
        lambda: at.strftime("%a, %b %d, %Y %I:%M:%S %p"),
        lambda: at.strftime("%m/%d/%Y %H:%M:%S"),
        lambda: at.strftime("%Y/%m/%d"),
        lambda: at.strftime("%a %b %d %Y %H:%M:%S GMT+0100 (Central European Standard Time)"),
        lambda: at.strftime("%d.%m.%Y %H.%M.%S"),
        lambda: at.strftime("%Y%m%d %H:%M:%S ") + rng.choice(ZONES),
        lambda: at.strftime("%Y%m%dT%H%M%SZ"),
    ]
    weights = [8, 4, 4, 4] + [2] * (len(forms) - 4)
    text = rng.choices(forms, weights)[0]()
    return fault(rng, text) if rng.random() < 0.55 else text


def fault(rng, text):
    at = rng.randrange(len(text))
    return rng.choice([
        text.lower, text.upper,
        lambda: text[:at] + text[at + 1:],
        lambda: text[:at] + rng.choice(" ,:;-+.()0159TZxGA_/") + text[at:],
        lambda: text[:at] + rng.choice(" ,:;-+.()0159TZxGA_/") + text[at + 1:],
        lambda: text.replace(" ", "  "), lambda: text.replace(" ", "-"), lambda: text.replace(",", ""),
        lambda: text.replace("GMT", "").strip(), lambda: text.replace(text[:3], rng.choice(DAYS)[:3], 1),
        lambda: text + ", " + text, lambda: text + " junk", lambda: "junk " + text, lambda: text + " (a (b) c)",
        lambda: text.replace(":00", ":60"), lambda: text.replace("2026", "26"), lambda: text.replace("Dec", "December"),
        lambda: text.replace("2026", "0000"), lambda: text.replace("2026", "12026"), lambda: text.replace("Dec", "Foo"),
        lambda: text.replace(":", ": "), lambda: text.replace("01", "31"), lambda: text.replace("Dec", "Feb").replace("01", "30"),
    ])()


WORDS = ["", "abc", "NaN", "nan", "Infinity", "-Infinity", "inf", "+inf", "infinity", "soon", "never", "null", "true",
         "undefined", "{}", "[]", "\"120\"", "'30'", "<120>", "120;q=1", "120 (s)", "(120)", "0b11", "0o17", "0x", "e5", "1e",
         "--5", "+-5", "5-", "5+", "1.2.3", "1,5", "12:30", "12:30:15", "T12:30", "Dec", "Dec 1", "1 Dec", "GMT", "Z", "+", "-",
         ".", ",", ":", "::", "1::2", "12 30", "0120", "0.0", "00", "-0", "+0", "1e-400", "1e400", "PT30S", "30S", "1_000", "_1",
         "1_", "tomorrow", "Mon", "Monday,", "2026", "2026-12", "12/2026", "1/2/3", "99/99/99", "+002026-12-01T00:01:00Z",
         "-000000-01-01T00:00:00Z", "+275760-09-13T00:00:00.000Z", "+275760-09-13T00:00:00.001Z", "1 2 3 4", "9" * 400,
         "9" * 4301, "x" * 300, "A" * 40 + " 1 Dec 2026"]


def value(rng, received):
    kind = rng.random()
    if kind < 0.35:
        return number(rng)
    if kind < 0.85:
        return date(rng, received)
    if kind < 0.93:
        return rng.choice(WORDS)
    if kind < 0.97:
        return rng.choice([", ", ",", " ", ";"]).join([number(rng), number(rng)])
    return "".join(rng.choice("0123456789:-+.,/()TZ GMTecDab ") for _ in range(rng.randrange(1, 14)))


def case(rng):
    received = rng.choice(RECEIVED)
    headers = []
    if rng.random() < 0.93:
        headers.append(["Retry-After", value(rng, received)])
    if rng.random() < 0.05:
        headers.append(["Retry-After", value(rng, received)])
    if rng.random() < 0.08:
        headers.append(["retry-after-ms", value(rng, received)])
    if rng.random() < 0.06:
        headers.append(["x-should-retry", rng.choice(["true", "false", "True", "1", ""])])
    for name in ["RateLimit-Reset", "X-RateLimit-Retry-After", "X-RateLimit-Reset", "X-Rate-Limit-Reset"]:
        if rng.random() < 0.06:
            headers.append([name, value(rng, received)])
    return {"status": rng.choice(STATUSES), "received": received, "headers": headers}


def main():
    file, seed, count = sys.argv[1:]
    for line in open(file, encoding="utf-8"):
        print(line.strip())
    rng = random.Random(int(seed))
    for word in WORDS:
        print(json.dumps({"status": 429, "received": RECEIVED[0], "headers": [["Retry-After", word]]}))
    for _ in range(int(count)):
        print(json.dumps(case(rng)))


if __name__ == "__main__":
    main()
