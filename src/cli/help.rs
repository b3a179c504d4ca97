//! The examples and tables at the end of `--help`. A test runs every example.

/// `holdoff -h`, which is also what `holdoff` alone prints: one screen of 24 lines.
pub(crate) const SUMMARY: &str = "\
Try: holdoff schedule --base 250ms --max 2s
Exit codes: 0 yes, 1 no, 2 wrong usage, 3 unreadable input, 75 deferred";

/// `holdoff --help`.
pub(crate) const OVERVIEW: &str = "\
Examples:
  How long does this policy take?
    holdoff schedule --base 250ms --max 2s
  When may I retry after this response?
    curl -si https://api.example/x | holdoff inspect --received now
  Does the next retry still fit?
    holdoff simulate --base 1s --max 30s --deadline 60s \\
        --elapsed 12s --retry 3 --status 429 'Retry-After: 120'

Exit codes:
  0   done; simulate: allowed; inspect: nothing wrong
  1   done, and the answer is no
  2   wrong usage: an unknown flag, a value out of range, no time of reception
  3   an input could not be read or parsed at all
  75  simulate: deferred; not now, try again later";

/// `holdoff schedule --help`.
pub(crate) const SCHEDULE: &str = "\
The wait before retry n is min(base × factor^(n-1), max), exactly; it is rounded
once, when it is shown. A max below the base is honoured. All durations of one
policy have a unit, or none has.

A policy may also be that of a file, or the retry config of a client, as it is;
`holdoff dialects` lists the clients.

The rows of csv and markdown are the retries, with the keys and numbers of the
JSON.

Examples:
    holdoff schedule --base 250ms --max 2s
    holdoff schedule --client tenacity \\
        'wait=wait_exponential(max=60), stop=stop_after_attempt(7)'
    holdoff schedule --base 10 --factor 3 --max none --retries 8 --json
    holdoff schedule --base 1s --max 30s --jitter full \\
        --request-time 500ms --mark gateway=60s
    holdoff schedule --base 100ms --max 20s --jitter decorrelated --sample 42
    holdoff schedule --base 250ms --max 2s --get total
    holdoff schedule --base 250ms --max 2s --format markdown";

/// `holdoff dialects --help`.
pub(crate) const DIALECTS: &str = "\
A dialect is the retry config of one client or service: its keys, what its
number counts, how cap and jitter go together, the version whose rules these
are, and where they were read.

Examples:
    holdoff dialects
    holdoff dialects urllib3
    holdoff schedule --client urllib3 'total=5,backoff_factor=0.5'
    holdoff schedule --client curl '--retry 5 --retry-max-time 30'";

/// `holdoff inspect --help`.
pub(crate) const INSPECT: &str = "\
A response is read as curl prints it with -i, -I or -v. Of several heads in a
row the last is the answer. Exit code 1 tells that nothing in the response can
be relied on: a diagnostic of severity error.

Records (a JSON object on each line, one JSON object or an array) and HAR are
told by how they begin, packed with gzip or not; --input says so where it
matters: a lone record is answered like a head, and as a stream with --input
ndjson. The names of common loggers are known; --map tells others.

The rows of csv and markdown are the responses, one each, with those keys of the
JSON that hold no list.

Examples:
    curl -si https://api.example/x | holdoff inspect --received now
    holdoff inspect 'Retry-After: 120' --status 429
    holdoff inspect 'Retry-After: 120' 'RateLimit: \"default\";r=50;t=30' \\
        --received 2026-12-01T00:00:00Z --json
    holdoff inspect 'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT' \\
        --received 2026-12-01T00:00:00Z --get safe_wait_s
    holdoff inspect 'Retry-After: 2592000' --status 429 --clients";

/// `holdoff simulate --help`.
pub(crate) const SIMULATE: &str = "\
The verdict is the first of these that holds:
  refused    retrying would be wrong                        exit 1
  exhausted  the policy has no retry left                   exit 1
  allowed    the retry starts by the deadline, and with
             --request-time also ends by it                 exit 0
  deferred   a legitimate retry, but not before the
             deadline                                       exit 75

The rows of csv and markdown are those of the timeline: this retry and those
after it, up to the first that does not fit; none where it is refused or
exhausted.

Examples:
    holdoff simulate --base 1s --max 30s --retries 5 --deadline 60s
    holdoff simulate --base 1s --max 30s --deadline 60s \\
        --elapsed 12s --retry 3 --status 429 'Retry-After: 120'
    holdoff simulate --base 1s --max 30s --deadline 2026-12-01T00:01:00Z \\
        --started 2026-12-01T00:00:00Z --received 2026-12-01T00:00:12Z \\
        --method POST --idempotency-key --status 503";

/// `holdoff compare --help`.
pub(crate) const COMPARE: &str = "\
Each policy is held against the first: its waits, when its calls start, what it
comes to. A wait with jitter is shown from its shortest to its longest.

With --against it is what a change does to a file's policies: each against the
one of the same name in the revision; those that did not change are counted.

The rows of csv are the retries of every policy; the table of markdown, for a
pull request, has a row for each policy.

Examples:
    holdoff compare --client urllib3 'total=4,backoff_factor=1' \\
        --client tenacity 'wait=wait_exponential(max=60), stop=stop_after_attempt(5)'
    holdoff compare --client curl '--retry 5' --client wget '--tries 6' --json
    holdoff compare --client holdoff 'base=1s,max=30s' \\
        --client holdoff 'base=1s,max=30s,jitter=full' --request-time 500ms";

/// `holdoff check --help`.
pub(crate) const CHECK: &str = "\
Each policy is held against the rules that experience states and those that a
team does, in `[require]` of a policy file or in a file of its own (--require).
Every finding has a page in `holdoff explain`, with a wrong and a right example.

Exit code 1 tells that a finding is an error; --deny warnings makes warnings
such. A finding that is right and wanted is allowed in `[policies.NAME.allow]`
with its reason, or in a comment of any file before the line:
  # holdoff: allow no-jitter because it runs once a day

Examples:
    holdoff check --deny warnings
    holdoff check envoy.yaml service-config.json --require require.toml
    holdoff check --against origin/main --format markdown
    holdoff check --format sarif > holdoff.sarif
    holdoff check --write-baseline old.json";

/// `holdoff convert --help`.
pub(crate) const CONVERT: &str = "\
The config of another client that is nearest to a policy. It is read again as
that client reads it, and every wait, the number of retries, the time limit and
the rest are compared: what differs is told on standard error, with figures.
Which statuses and methods are retried is for you to check.

Exit code 0 all the same; with --strict it is 1 where something is lost. Names
of dialects are those of `holdoff dialects`; holdoff is the policy file.

Examples:
    holdoff convert --base 250ms --max 2s --to urllib3
    holdoff convert --client urllib3 'total=5,backoff_factor=0.5' --to tenacity
    holdoff convert --client p-retry '{ retries: 3 }' --to holdoff
    holdoff convert --base 1s --max 30s --to step-functions --get config
    holdoff convert --base 1s --max 30s --jitter full --to envoy --json";

/// `holdoff profiles --help`.
pub(crate) const PROFILES: &str = "\
Where the fields of a response tell one vendor from all others, inspect and
simulate read it so by themselves. The others have to be named.

Examples:
    holdoff profiles
    holdoff profiles github --json
    holdoff inspect 'X-Rate-Limit-Remaining: 0' 'X-Rate-Limit-Reset: 600000' \\
        --profile prisjakt";

/// `holdoff explain --help`.
pub(crate) const EXPLAIN: &str = "\
Examples:
    holdoff explain
    holdoff explain retry-after-invalid
    holdoff explain decorrelated";

/// `holdoff schema --help`.
pub(crate) const SCHEMA: &str = "\
The schemas are JSON Schema 2020-12. Keys are only ever added, so they leave
other keys open.

Examples:
    holdoff schema
    holdoff schema inspect
    holdoff schema schedule-line";

/// `holdoff completions --help`.
pub(crate) const COMPLETIONS: &str = "\
Where the shell looks for the script:
  bash        ~/.local/share/bash-completion/completions/holdoff
  zsh         a file _holdoff in a folder of $fpath
  fish        ~/.config/fish/completions/holdoff.fish
  powershell  at the end of $PROFILE
  elvish      at the end of ~/.config/elvish/rc.elv
  nushell     ~/.config/nushell/autoload/holdoff.nu

Examples:
    holdoff completions bash
    holdoff completions zsh";
