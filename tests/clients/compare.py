"""Compares what holdoff says of the clients with what they did: compare.py CASES ANSWERS RESULTS...

Fails on any difference but `not-modelled`, and where more than a twentieth is not modelled.
"""

import json
import sys
from collections import Counter
from decimal import Decimal


def main():
    cases = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    answers = [json.loads(line, parse_float=Decimal) for line in open(sys.argv[2], encoding="utf-8")]
    answers = [line for line in answers if line["type"] == "reading"]
    if len(answers) != len(cases):
        raise SystemExit(f"clients: {len(cases)} cases, {len(answers)} answers")
    said = {(number, it["client"]): it for number, line in enumerate(answers) for it in line["clients"]}
    totals, unknown, outcomes, wrong = Counter(), Counter(), {}, 0
    for file in sys.argv[3:]:
        for line in open(file, encoding="utf-8"):
            did = json.loads(line)
            client = did["client"]
            it = said[did["case"], client]
            outcome, wait = it["outcome"], it["wait_s"]
            totals[client] += 1
            outcomes.setdefault(client, Counter())[outcome] += 1
            if outcome == "not-modelled":
                unknown[client] += 1
                continue
            wait = None if wait is None else Decimal(wait)
            real = None if did["wait_s"] is None else round(Decimal(did["wait_s"]), 9)
            if client == "curl":
                # curl says whole seconds, and its own backoff is one of them.
                outcome, wait = ("waits", Decimal(1)) if outcome == "own-backoff" else (outcome, wait and wait // 1)
            if (outcome, wait) != (did["outcome"], real):
                wrong += 1
                if wrong <= 60:
                    print(f"{client}: {json.dumps(cases[did['case']])}\n  did {did['outcome']} {real}; "
                          f"holdoff says {outcome} {wait}: {it['reason']}")
    for client, total in totals.items():
        of = ", ".join(f"{name} {count}" for name, count in outcomes[client].most_common())
        print(f"{client}: {total} compared; {of}; not modelled {unknown[client] / total:.1%}")
        if unknown[client] * 20 > total or total < 400:
            wrong += 1
            print(f"{client}: too few are modelled or compared")
    if wrong:
        raise SystemExit(f"clients: {wrong} differences")


main()
