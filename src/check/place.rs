//! Where in a config an aspect of its policy is written.

use std::ops::Range;

use crate::dialect::{Dialect, Key, Translation};

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
                &["backoffmax", "max", "cap"],
                &["attempt", "retr", "tries", "elapsed", "time", "calls", "count", "jitter", "total"],
            ),
            Self::Count => (
                &["retries", "attempt", "tries", "calls", "total", "steps", "limit", "count", "stop", "retry"],
                &["time", "delay", "backoff", "jitter", "max_delay", "retryon", "wait", "factor", "agelimit"],
            ),
            Self::Jitter => (&["jitter", "random", "spread"], &[]),
            Self::Time => (
                &[
                    "agelimit",
                    "elapsed",
                    "deadline",
                    "timeout",
                    "maxtime",
                    "maxduration",
                    "duration",
                    "totaldelay",
                    "stop",
                    "time",
                ],
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
    let written = translation.written.iter().map(|(key, at)| (key.as_str(), at));
    first(written, aspect).map_or_else(|| translation.at.clone(), Range::clone)
}

/// The key in which a client takes the aspect, as far as their names tell; `None` where it has none for it.
pub(super) fn key(dialect: &Dialect, aspect: Aspect) -> Option<&'static str> {
    let keys = dialect.keys.iter().filter(|key| key.name != "*");
    first(keys.map(|key| (key.name, key.name)), aspect)
}

/// Whether a client can spread its waits, as far as its keys tell.
pub(super) fn can_jitter(dialect: &Dialect) -> bool {
    let tells = |key: &Key| ["jitter", "random"].iter().any(|word| key.about.to_ascii_lowercase().contains(word));
    key(dialect, Aspect::Jitter).is_some() || dialect.keys.iter().any(tells)
}

/// What stands beside the key that fits an aspect best.
fn first<'k, T>(keys: impl Iterator<Item = (&'k str, T)>, aspect: Aspect) -> Option<T> {
    let (words, others) = aspect.words();
    let plain = |key: &str| -> String {
        let key: String = key.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect();
        // The limit of a Kubernetes Job is one of retries, whatever its name.
        key.replace("backofflimit", "retrylimit")
    };
    let rank = |key: &str| {
        let key = plain(key);
        let is_other = others.iter().any(|other| key.contains(other));
        words.iter().position(|word| key.contains(word)).filter(|_| !is_other)
    };
    let ranked = keys.filter_map(|(key, beside)| Some((rank(key)?, beside)));
    // Of those that fit equally well the first one.
    ranked.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, beside)| beside)
}
