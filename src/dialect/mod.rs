//! Configs of clients and services, translated into the normal form.
//!
//! A dialect is data: its name, where its rules were read, its keys with their defaults, how a config is recognised,
//! and one function that makes a [`Policy`] of the keys. What nobody would expect of a client is a note with a code.
//!
//! # Examples
//!
//! ```
//! use holdoff::dialect::{self, dialect};
//!
//! let urllib3 = dialect("urllib3").ok_or("unknown")?;
//! let keys = urllib3.document("--client", "total=4,backoff_factor=0.1")?;
//! let found = dialect::of(urllib3, &keys.roots[0])?;
//! assert_eq!(found.policy.retries, Some(4));
//! assert_eq!(found.notes[0].code.name(), "first-wait-zero");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod budget;
mod families;
mod keys;
pub mod native;
mod notes;
mod paste;
mod recognise;
mod words;
pub mod writers;

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::document::{Document, Fault, Language, Node};
use crate::policy::{Policy, RetryBudget};
use crate::quantity::{Exact, Unit};

pub use keys::Keys;
pub(crate) use keys::nearest;
pub use recognise::{Found, Match, policies, recognise, recognise_file};

/// How the config of a client is written.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A part of a file, found by its shape.
    File(fn(&Node) -> Vec<Found<'_>>),
    /// Arguments in code.
    Keys {
        /// The calls whose arguments they are: the name alone, or with the end of its path (`wait.Backoff`).
        calls: &'static [&'static str],
        /// The names of arguments given by position.
        positional: &'static [&'static str],
        /// The name of the map that holds them, where they stand in a larger one.
        within: &'static [&'static str],
        /// Keys that are this client's own: a paste of keys alone needs one of them to be recognised.
        marks: &'static [&'static str],
    },
    /// Flags of a program.
    Command,
}

impl Form {
    /// `file`, `keys` or `command`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Keys { .. } => "keys",
            Self::Command => "command",
        }
    }
}

/// What the number in a client's config counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// The retries; the first call is not among them.
    Retries,
    /// The calls, the first one among them.
    Calls,
    /// Either, by the key that is written.
    Depends,
    /// Nothing: there is no such number.
    Nothing,
}

impl Counts {
    /// Every rule.
    pub const ALL: [Self; 4] = [Self::Retries, Self::Calls, Self::Depends, Self::Nothing];

    /// `retries`, `calls`, `depends` or `nothing`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retries => "retries",
            Self::Calls => "calls",
            Self::Depends => "depends",
            Self::Nothing => "nothing",
        }
    }
}

/// How a client's cap and its jitter go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// No wait is longer than the cap.
    Holds,
    /// Jitter is added to the capped wait and passes it.
    Passed,
    /// Jitter is added before the cap and is gone once waits reach it.
    TakesJitter,
    /// The cap ends the policy.
    Ends,
    /// There is no cap.
    None,
}

impl Cap {
    /// Every rule.
    pub const ALL: [Self; 5] = [Self::Holds, Self::Passed, Self::TakesJitter, Self::Ends, Self::None];

    /// `holds`, `passed`, `takes-jitter`, `ends` or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Passed => "passed",
            Self::TakesJitter => "takes-jitter",
            Self::Ends => "ends",
            Self::None => "none",
        }
    }
}

/// What a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A duration; bare numbers are in the dialect's unit.
    Duration,
    /// A number.
    Number,
    /// A whole number.
    Count,
    /// True or false; on a command line a flag without a value.
    Flag,
    /// A word or a call.
    Word,
    /// A list, a map, or something that no wait depends on.
    Other,
}

impl Takes {
    /// `duration`, `number`, `count`, `flag`, `word` or `other`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Duration => "duration",
            Self::Number => "number",
            Self::Count => "count",
            Self::Flag => "flag",
            Self::Word => "word",
            Self::Other => "other",
        }
    }
}

/// A key of a client's config.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name, as the client has it.
    pub name: &'static str,
    /// What it holds.
    pub takes: Takes,
    /// What holds where it is not written; empty for nothing.
    pub default: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

impl Key {
    /// A key in one line.
    pub(crate) const fn new(name: &'static str, takes: Takes, default: &'static str, about: &'static str) -> Self {
        Self { name, takes, default, about }
    }
}

/// What is known of one client or service.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The name that `--dialect` and `--client` take.
    pub name: &'static str,
    /// What the client is called.
    pub title: &'static str,
    /// The version whose rules these are.
    pub version: &'static str,
    /// Where the rules were read.
    pub source: &'static str,
    /// How its config is written.
    pub form: Form,
    /// Whether a config is recognised as this dialect; variants of another one are only named.
    pub recognised: bool,
    /// What its number counts.
    pub counts: Counts,
    /// How its cap and its jitter go together.
    pub cap: Cap,
    /// The unit of bare numbers in durations; `None` where they need a unit of their own.
    pub unit: Option<Unit>,
    /// Whether keys are the same in camelCase, snake_case and kebab-case.
    pub loose_keys: bool,
    /// Its keys.
    pub keys: &'static [Key],
    /// What else is worth knowing, in sentences.
    pub about: &'static [&'static str],
    /// Makes the policy.
    pub(crate) read: fn(&mut Keys<'_>) -> Result<Policy, Fault>,
}

/// Those that run a program or a task again, whatever it does: each runs its own, so nobody comes back together with it,
/// and a service is to be there for ever.
const SUPERVISORS: [&str; 6] = ["ansible", "k8s-job", "kubelet", "nextest", "nick-fields-retry", "systemd"];

impl Dialect {
    /// Whether it runs a program again and makes no calls of its own.
    pub(crate) fn is_supervisor(&self) -> bool {
        SUPERVISORS.contains(&self.name)
    }

    /// Reads the text of a config in this dialect as a document.
    ///
    /// # Errors
    ///
    /// As [`Document::parse`].
    pub fn document(&self, name: &str, text: &str) -> Result<Document, Fault> {
        let language = match self.form {
            Form::Command => Language::Command,
            Form::Keys { .. } => Language::Code,
            Form::File(_) => return Document::read(name, text),
        };
        Document::parse(name, text, language)
    }
}

/// A policy, where it came from and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The dialect; `None` for a native file.
    pub dialect: Option<&'static Dialect>,
    /// The name that the policy has in its file; `None` where it has none.
    pub name: Option<String>,
    /// The policy.
    pub policy: Policy,
    /// What a file says beside the policy.
    pub asks: Asks,
    /// What is worth knowing, each with the bytes of the document that it is about, where there are some.
    pub notes: Vec<Diagnostic>,
    /// The bytes of the policy in the document.
    pub at: Range<usize>,
    /// The keys that are written, each with the bytes of its value.
    pub written: Vec<(String, Range<usize>)>,
}

/// The keys of a map and where their values stand.
fn written(node: &Node) -> Vec<(String, Range<usize>)> {
    node.entries().iter().map(|entry| (entry.key.clone(), entry.value.span.clone())).collect()
}

/// What a policy file says of the calls and the world around the policy. Durations are in the policy's kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// How long one call takes.
    pub request_time: Option<Exact>,
    /// The time from the first call's start after which no retry starts.
    pub deadline: Option<Exact>,
    /// The statuses that are retried.
    pub retry_on: Option<Vec<u16>>,
    /// The methods that are retried.
    pub methods: Option<Vec<String>>,
    /// Whether every request carries an idempotency key.
    pub idempotency_key: bool,
    /// What limits the retries of all requests together.
    pub retry_budget: Option<RetryBudget>,
}

/// Every dialect, by name within its family.
pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
    families::ALL.iter().flat_map(|family| family.iter())
}

/// The dialect of that name.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    dialects().find(|dialect| dialect.name == name)
}

/// The policy that a config in `dialect` describes; `node` is what holds it.
///
/// # Errors
///
/// A key that the dialect does not have, a value that a key cannot have, and what the client itself refuses. The error
/// names the bytes.
pub fn of(dialect: &'static Dialect, node: &Node) -> Result<Translation, Fault> {
    match dialect.form {
        Form::File(find) => match find(node).as_slice() {
            [only] => translate(dialect, only),
            [] => Err(Fault::new(
                format!("there is no policy of {} here", dialect.title),
                format!("see `holdoff dialects {}`", dialect.name),
                node.span.clone(),
            )),
            several => {
                let names: Vec<_> = several.iter().map(|it| it.name.as_str()).collect();
                let hint = format!("write one of {} behind a `#`", names.join(", "));
                Err(Fault::new(format!("there are {} policies here", several.len()), hint, node.span.clone()))
            }
        },
        Form::Keys { .. } | Form::Command => {
            let flat = paste::flatten(dialect, node)?;
            translate(dialect, &Found::new("", &flat, node))
        }
    }
}

/// The policy of one place that was found.
///
/// # Errors
///
/// As [`of`].
pub fn translate(dialect: &'static Dialect, found: &Found<'_>) -> Result<Translation, Fault> {
    let mut keys = Keys::new(dialect, found);
    let policy = (dialect.read)(&mut keys)?;
    let cap = keys.unwritten_cap(&policy);
    let (mut notes, asks) = keys.finish()?;
    notes.splice(0..0, notes::of(dialect, &policy, cap));
    let name = Some(found.name.clone()).filter(|name| !name.is_empty());
    let (at, mut written) = (found.node.span.clone(), written(found.node));
    // Where a policy stands among much else, the other names say nothing of it.
    if dialect.keys.iter().any(|key| key.name == "*") {
        written.retain(|(key, _)| dialect.keys.iter().any(|known| recognise::same_key(dialect, known.name, key)));
    }
    // Some keys hold others: `backoff: {duration: 5s, maxDuration: 1m}`.
    let is_known = |entry: &&crate::document::Entry| {
        dialect.keys.iter().any(|key| recognise::same_key(dialect, key.name, &entry.key))
    };
    written.extend(found.node.entries().iter().filter(is_known).flat_map(|entry| self::written(&entry.value)));
    // A limit of the time mostly stands around a policy.
    let around = found.around.entries().iter().filter(|entry| {
        let key = entry.key.to_ascii_lowercase();
        key.contains("timeout") || key.contains("deadline")
    });
    written.extend(around.map(|entry| (entry.key.clone(), entry.value.span.clone())));
    Ok(Translation { dialect: Some(dialect), name, policy, asks, notes, at, written })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_data_is_complete() {
        let mut names: Vec<_> = dialects().map(|it| it.name).collect();
        assert!(names.iter().all(|name| name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-.".contains(&it))));
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
        for it in dialects() {
            assert!(!it.title.is_empty() && !it.version.is_empty() && !it.source.is_empty(), "{}", it.name);
            assert!(!it.keys.is_empty(), "{} has no keys", it.name);
            assert!(it.about.iter().all(|line| line.ends_with('.')), "{}: about is in sentences", it.name);
            for key in it.keys {
                assert!(!key.about.is_empty(), "{}: {} says nothing", it.name, key.name);
            }
        }
    }
}
