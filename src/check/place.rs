//! Where in a config an aspect of its policy is written.

use std::ops::Range;

use crate::dialect::Translation;

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    Base,
    Max,
    Count,
    Jitter,
    Time,
    ServerWait,
    Statuses,
    Methods,
    Factor,
}

impl Aspect {
    /// What names of keys for it have in them, and what they do not, in lower case without signs.
    const fn words(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Base => (
                &["base", "initial", "min", "backofffactor", "delay", "interval", "duration", "backoff", "wait"],
                &["max", "jitter", "cap"],
            ),
            Self::Max => (
                &["backoffmax", "max", "cap", "limit"],
                &["attempt", "retr", "tries", "elapsed", "time", "calls", "count", "jitter", "total"],
            ),
            Self::Count => (
                &["retries", "attempt", "tries", "calls", "total", "steps", "limit", "count", "stop", "retry"],
                &["time", "delay", "backoff", "jitter", "max_delay", "retryon", "wait", "factor"],
            ),
            Self::Jitter => (&["jitter", "random", "spread"], &[]),
            Self::Time => (
                &["elapsed", "deadline", "timeout", "maxtime", "duration", "totaldelay", "stop", "time"],
                &["request", "pertry", "min"],
            ),
            Self::ServerWait => (&["serverwait", "retryafter", "ratelimit"], &[]),
            Self::Statuses => (&["retryon", "status", "codes", "forcelist"], &[]),
            Self::Factor => (
                &["factor", "multiplier", "coefficient", "backoffrate", "rate"],
                &["backofffactor", "jitter", "random"],
            ),
            Self::Methods => (&["methods", "method", "verbs"], &[]),
        }
    }
}

/// The bytes of the value that the aspect is written in, as far as the names of keys tell; else those of the policy.
pub(super) fn of(translation: &Translation, aspect: Aspect) -> Range<usize> {
    let (words, others) = aspect.words();
    let plain = |key: &str| -> String {
        key.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
    };
    let keys: Vec<(String, &Range<usize>)> = translation.written.iter().map(|(key, at)| (plain(key), at)).collect();
    let fits = |word: &&str| {
        keys.iter().find(|(key, _)| key.contains(*word) && !others.iter().any(|other| key.contains(other)))
    };
    words.iter().find_map(fits).map_or_else(|| translation.at.clone(), |(_, at)| (*at).clone())
}
