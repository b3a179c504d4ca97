//! The same bytes everywhere: whatever the time zone, the locale, the width and the colour settings are.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::{Run, holdoff_with};

const ENVIRONMENTS: [&[(&str, &str)]; 20] = [
    &[],
    &[("TZ", "UTC")],
    &[("TZ", "America/New_York")],
    &[("TZ", "Asia/Kathmandu")],
    &[("TZ", ":/nonexistent")],
    &[("LANG", "C")],
    &[("LANG", "de_DE.UTF-8")],
    &[("LC_ALL", "C")],
    &[("LC_ALL", "POSIX")],
    &[("LC_ALL", "tr_TR.UTF-8")],
    &[("LC_ALL", "ar_EG.UTF-8"), ("LANG", "ar_EG.UTF-8")],
    &[("LC_NUMERIC", "fr_FR.UTF-8")],
    &[("COLUMNS", "40")],
    &[("COLUMNS", "200")],
    &[("COLUMNS", "abc")],
    &[("NO_COLOR", "1")],
    &[("NO_COLOR", "")],
    &[("CLICOLOR_FORCE", "0")],
    &[("TERM", "dumb")],
    &[("TERM", "xterm-256color"), ("TZ", "Pacific/Apia"), ("LC_ALL", "ja_JP.UTF-8"), ("COLUMNS", "80")],
];

const RUNS: [&[&str]; 9] = [
    &["schedule", "--base", "250ms", "--max", "2s", "--jitter", "full", "--sample", "7"],
    &["schedule", "--base", "0.1", "--factor", "1.1", "--max", "none", "--json"],
    &["inspect", "Retry-After: Tue, 01 Dec 2026 00:00:30", "--received", "2026-12-01T01:00:00+01:00"],
    &["inspect", "Retry-After: Tue, 01 Dec 2026 00:00:30", "--received", "2026-12-01T01:00:00+01:00", "--json"],
    &["inspect", "Retry-After: Tuesday, 01-Dec-26 00:00:30 GMT", "--received", "@1796083200", "--json"],
    &["inspect", "RateLimit: \"\u{fc}\";r=0", "--status", "429"],
    &[
        "simulate",
        "--base",
        "1s",
        "--max",
        "30s",
        "--deadline",
        "2026-12-01T00:01:00Z",
        "--started",
        "2026-12-01T00:00:00Z",
    ],
    &["explain"],
    &["schedule", "--base", "2,000", "--max", "none", "--json"],
];

#[test]
fn the_same_bytes_in_twenty_environments() {
    for args in RUNS {
        let of = |environment: &[(&str, &str)]| {
            let Run { code, stdout, stderr } = holdoff_with(args, b"", environment);
            (code, stdout, stderr)
        };
        let first = of(ENVIRONMENTS[0]);
        for environment in &ENVIRONMENTS[1..] {
            assert_eq!(of(environment), first, "{args:?} {environment:?}");
        }
    }
}

#[test]
fn colour_only_where_it_is_asked_for() {
    let line = ["inspect", "Retry-After: 120", "--received", "@1796083200"];
    let colored = |more: &[&str], environment: &[(&str, &str)]| {
        let args: Vec<&str> = line.iter().chain(more).copied().collect();
        holdoff_with(&args, b"", environment).stdout.contains('\u{1b}')
    };
    assert!(!colored(&[], &[]));
    assert!(colored(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(colored(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(!colored(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&["--color", "always", "--json"], &[]));
}
