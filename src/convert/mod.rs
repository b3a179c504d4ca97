//! A policy in another client's words, and what those words do not keep.
//!
//! The config is written, and then read again as its own client would read it. What is lost is the difference between
//! the policy that went in and the one that came out: no writer says itself what it cannot do.
//!
//! # Examples
//!
//! ```
//! use holdoff::convert::{Source, convert};
//! use holdoff::dialect::{Asks, writers};
//! use holdoff::policy::{NativeFlags, Policy, ServerWait};
//!
//! let policy = Policy::native(&NativeFlags { base: "1s", max: "30s", retries: Some("3"), ..NativeFlags::default() })?;
//! let policy = Policy { server_wait: ServerWait::Ignore, ..policy };
//! let source = Source { policy: &policy, asks: &Asks::default(), name: None };
//! let writer = writers::writer("spring").ok_or("no writer")?;
//! let converted = convert(&source, writer)?;
//! assert_eq!(converted.config, "@Retryable(maxRetries = 3, delay = 1000, multiplier = 2, maxDelay = 30000)\n");
//! assert!(converted.lost.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod course;
mod lost;
mod plans;

use std::collections::BTreeSet;
use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::dialect::writers::{Plan, Writer};
use crate::dialect::{self, Asks, Translation, native};
use crate::document::{Document, Fault, Language};
use crate::policy::{FirstWait, Growth, Jitter, Policy, Rounding};
use crate::timeline::WaitTooLong;

use course::Course;

/// What is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// What its file says beside it.
    pub asks: &'a Asks,
    /// Its name, where it has one.
    pub name: Option<&'a str>,
}

/// A config and how far it is the policy.
#[derive(Clone, Debug)]
pub struct Converted {
    /// What wrote it.
    pub writer: &'static Writer,
    /// The config, with a line break at its end.
    pub config: String,
    /// What its own client reads in it.
    pub translation: Translation,
    /// What of the policy is not in it, each with a code; empty where all of it is.
    pub lost: Vec<Diagnostic>,
}

/// Why there is no config.
#[derive(Clone, Debug)]
pub enum NotWritten {
    /// The policy's durations have no unit, and the client's have one.
    NoUnit,
    /// A wait of the policy is past 10^30 units.
    TooLong(WaitTooLong),
    /// The client cannot have the policy at all; the fault is what its reader says of the nearest config.
    Refused(Fault),
}

impl fmt::Display for NotWritten {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoUnit => out.write_str("the policy's waits have no unit, and those of the client have one"),
            Self::TooLong(error) => error.fmt(out),
            Self::Refused(fault) => fault.fmt(out),
        }
    }
}

impl std::error::Error for NotWritten {}

/// The config that is nearest to a policy.
///
/// # Errors
///
/// See [`NotWritten`].
pub fn convert(source: &Source<'_>, writer: &'static Writer) -> Result<Converted, NotWritten> {
    let dialect = writer.of();
    if !source.policy.timed && dialect.is_some() {
        return Err(NotWritten::NoUnit);
    }
    let course = Course::of(source.policy, None);
    if let (Some(error), Some(_)) = (&course.failed, source.policy.retries) {
        return Err(NotWritten::TooLong(error.clone()));
    }
    let given = source;
    let same = plain(source.policy, &course);
    let source = &Source { policy: same.as_ref().unwrap_or(source.policy), ..*source };
    let steps = Course::of(source.policy, Some(&course)).steps;
    let waits: Vec<_> = steps.iter().map(|wait| wait.nominal.clone()).collect();
    let mut seen = BTreeSet::new();
    let mut refused = None;
    let mut best: Option<(plans::Score, Converted)> = None;
    for candidate in plans::of(source.policy, &steps, &waits) {
        let waits: Vec<_> = waits.iter().map(|wait| wait.times(&candidate.share)).collect();
        let plan = Plan {
            policy: source.policy,
            asks: source.asks,
            name: source.name.filter(|name| is_plain(name)).unwrap_or("api"),
            waits: &waits,
            growth: candidate.growth,
            first: candidate.first,
            max: candidate.max,
            low: candidate.low,
            high: candidate.high,
            ends: course.retries(),
        };
        let config = writer.write(&plan);
        if !seen.insert(config.clone()) {
            continue;
        }
        let translation = match read(writer, &config) {
            Ok(translation) => translation,
            Err(fault) => {
                refused.get_or_insert(fault);
                continue;
            }
        };
        let found = Course::of(&translation.policy, Some(&course));
        let mut score = course.distance(&found);
        if candidate.reserved && !score.is_none() {
            continue;
        }
        if best.as_ref().is_some_and(|(before, _)| score > *before) {
            continue;
        }
        let lost = lost::of(given, &course, &translation, &found);
        score.lost = lost.len();
        if best.as_ref().is_none_or(|(before, ..)| score < *before) {
            let done = lost.is_empty();
            best = Some((score, Converted { writer, config, translation, lost }));
            if done {
                break;
            }
        }
    }
    let unknown = || Fault::new("no config was found", "write another policy", 0..0);
    best.map(|(_, converted)| converted).ok_or_else(|| NotWritten::Refused(refused.unwrap_or_else(unknown)))
}

/// The same policy without jitter, where its jitter leaves no room in any wait.
fn plain(policy: &Policy, course: &Course) -> Option<Policy> {
    let is_none = policy.jitter == Jitter::None
        || course.steps.is_empty()
        || course.steps.iter().any(|wait| wait.least() != wait.most());
    if is_none {
        return None;
    }
    let plain = Policy { jitter: Jitter::None, grain: None, ..policy.clone() };
    let waits: Vec<_> = course.steps.iter().map(|wait| wait.most().clone()).collect();
    if course.steps.iter().zip(&waits).all(|(wait, most)| wait.nominal == *most) {
        return Some(plain);
    }
    let growth = Growth::Table(waits);
    Some(Policy { growth, first: FirstWait::Grown, max: None, rounding: Rounding::Exact, ..plain })
}

/// Whether a name can stand in any config as it is.
fn is_plain(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_alphanumeric())
        && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_./".contains(&it))
}

/// What the dialect's own reader makes of a config.
fn read(writer: &Writer, config: &str) -> Result<Translation, Fault> {
    let Some(dialect) = writer.of() else {
        let document = Document::parse("config", config, Language::Toml)?;
        let entries = native::policies(&document)?;
        let none = || Fault::new("the file has no policy", "write one", 0..config.len());
        return native::policy(entries.first().ok_or_else(none)?);
    };
    let document = dialect.document("config", config)?;
    let root = document.roots.first().ok_or_else(|| Fault::new("the config is empty", "write one", 0..0))?;
    dialect::of(dialect, root)
}
