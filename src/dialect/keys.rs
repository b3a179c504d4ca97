//! Reading the keys of a config: typed, each at most once, none left over.

use std::ops::Range;

use super::paste::{call_of, flatten};
use super::{Asks, Dialect, Form, Found, Takes};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::document::{Call, Entry, Fault, Node, Value};
use crate::policy::Policy;
use crate::quantity::{Decimal, Exact, Unit, parse_duration};

/// The keys of one policy. Each is asked for by the name that the dialect's data has; what is written and nobody asked
/// for is a fault in code and a note in a file.
#[derive(Debug)]
pub struct Keys<'a> {
    dialect: &'static Dialect,
    node: &'a Node,
    around: &'a Node,
    budget: Option<&'a Node>,
    notes: Vec<Diagnostic>,
    /// What the config says beside the policy.
    pub(crate) asks: Asks,
}

/// What is left once the policy is made: the notes, and what else was asked.
pub(super) type Left = (Vec<Diagnostic>, Asks);

impl<'a> Keys<'a> {
    pub(super) fn new(dialect: &'static Dialect, found: &Found<'a>) -> Self {
        let Found { node, around, budget, .. } = *found;
        Self { dialect, node, around, budget, notes: Vec::new(), asks: Asks::default() }
    }

    /// The name of the dialect, which tells the variants of one family apart.
    pub(crate) const fn dialect(&self) -> &'static str {
        self.dialect.name
    }

    /// The keys of another place in the same document, whose notes are not kept.
    pub(crate) fn at_node(&self, node: &'a Node) -> Self {
        let (dialect, around) = (self.dialect, self.around);
        Self { dialect, node, around, budget: None, notes: Vec::new(), asks: Asks::default() }
    }

    /// The same keys, whose notes are not kept.
    pub(crate) fn beside(&self) -> Self {
        self.at_node(self.node)
    }

    /// The part of the document around the keys; of code, all of it.
    pub(crate) const fn around(&self) -> &'a Node {
        self.around
    }

    /// The retry budget that the calls have, where it stands elsewhere in the document.
    pub(crate) const fn budget(&self) -> Option<&'a Node> {
        self.budget
    }

    /// The node that holds the keys.
    pub(crate) const fn whole(&self) -> &'a Node {
        self.node
    }

    fn entry(&self, name: &str) -> Option<&'a Entry> {
        self.written(name).filter(|entry| !is_absent(&entry.value))
    }

    fn written(&self, name: &str) -> Option<&'a Entry> {
        let same = |entry: &&Entry| entry.key == name || (self.dialect.loose_keys && loose(&entry.key) == loose(name));
        self.node.entries().iter().find(same)
    }

    /// The value of a key, or `None` where it is not written or holds nothing.
    pub(crate) fn node(&self, name: &str) -> Option<&'a Node> {
        debug_assert!(self.dialect.keys.iter().any(|key| key.name == name), "{name} is no key of the dialect");
        self.entry(name).map(|entry| some(&entry.value))
    }

    /// The name of the call that the keys are the arguments of or are chained to, with its path; empty where there is
    /// none.
    pub(crate) fn constructor(&self) -> &'a str {
        match &self.around.value {
            Value::Calls(chain) => chain.first().map_or("", |call| &call.name),
            _ => "",
        }
    }

    /// The first call that `wanted` takes, wherever it stands in the config.
    pub(crate) fn call(&self, wanted: &dyn Fn(&Call) -> bool) -> Option<&'a Call> {
        find_call(self.around, wanted)
    }

    /// Whether the key is written at all, if only as `None`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.written(name).is_some()
    }

    /// Where the value of a key stands; the whole policy where it is not written.
    pub(crate) fn at(&self, name: &str) -> Range<usize> {
        self.entry(name).map_or_else(|| self.node.span.clone(), |entry| entry.value.span.clone())
    }

    /// The fault of a key's value.
    pub(crate) fn fault(&self, name: &str, what: impl std::fmt::Display, hint: impl Into<String>) -> Fault {
        Fault::new(format!("{name}: {what}"), hint, self.at(name))
    }

    /// Says something about a key.
    pub(crate) fn note(&mut self, code: Code, severity: Severity, name: &str, message: impl Into<String>) {
        let at = self.at(name);
        let span = Some((at.start, at.end));
        self.notes.push(Diagnostic { code, severity, header: None, message: message.into(), span });
    }

    /// Says that a client reads another value than the one that is written.
    pub(crate) fn clamped(&mut self, name: &str, message: impl Into<String>) {
        self.note(Code::ValueClamped, Severity::Warning, name, message);
    }

    /// Says that a client does not use a value that is written.
    pub(crate) fn ignored(&mut self, name: &str, message: impl Into<String>) {
        self.note(Code::ValueIgnored, Severity::Warning, name, message);
    }

    /// A number of any kind, 0 or more.
    pub(crate) fn number(&self, name: &str) -> Result<Option<Exact>, Fault> {
        let Some(node) = self.node(name) else { return Ok(None) };
        number(node).map(Some).map_err(|fault| named(name, fault))
    }

    /// A number, or what the dialect has in its place.
    pub(crate) fn number_or(&self, name: &str, default: Exact) -> Result<Exact, Fault> {
        Ok(self.number(name)?.unwrap_or(default))
    }

    /// A whole number; it may be below 0, which clients take for no limit.
    pub(crate) fn count(&self, name: &str) -> Result<Option<i64>, Fault> {
        let Some(node) = self.node(name) else { return Ok(None) };
        count(node).map(Some).map_err(|fault| named(name, fault))
    }

    /// A whole number that is 0 or more.
    pub(crate) fn count_or(&self, name: &str, default: u64) -> Result<u64, Fault> {
        match self.count(name)? {
            None => Ok(default),
            Some(count) => u64::try_from(count).map_err(|_| self.fault(name, "is below 0", "write 0 or more")),
        }
    }

    /// A whole number that is 0 or more; `Infinity`, or one below 0, is no limit.
    pub(crate) fn count_or_endless(&self, name: &str, default: Option<u64>) -> Result<Option<u64>, Fault> {
        match self.node(name) {
            None => Ok(default),
            Some(node) if is_endless(node) => Ok(None),
            Some(_) => Ok(self.count(name)?.and_then(|count| u64::try_from(count).ok())),
        }
    }

    /// A duration in nanoseconds; a bare number is in the dialect's unit.
    pub(crate) fn time(&self, name: &str) -> Result<Option<Exact>, Fault> {
        let Some(node) = self.node(name) else { return Ok(None) };
        time(node, self.dialect.unit).map(Some).map_err(|fault| named(name, fault))
    }

    /// A duration, or what the dialect has in its place.
    pub(crate) fn time_or(&self, name: &str, default: Exact) -> Result<Exact, Fault> {
        Ok(self.time(name)?.unwrap_or(default))
    }

    /// A duration that may be endless (`Infinity`, `math.inf`), which is `None` like one that is not written.
    pub(crate) fn time_or_endless(&self, name: &str, default: Option<Exact>) -> Result<Option<Exact>, Fault> {
        match self.node(name) {
            None if self.has(name) => Ok(None),
            None => Ok(default),
            Some(node) if is_endless(node) => Ok(None),
            Some(_) => self.time(name),
        }
    }

    /// True or false.
    pub(crate) fn flag(&self, name: &str, default: bool) -> Result<bool, Fault> {
        match self.node(name).map(|node| &node.value) {
            None => Ok(default),
            Some(Value::Bool(value)) => Ok(*value),
            Some(Value::Text(text)) if text.eq_ignore_ascii_case("true") => Ok(true),
            Some(Value::Text(text)) if text.eq_ignore_ascii_case("false") => Ok(false),
            Some(_) => Err(self.fault(name, "is neither true nor false", "write true or false")),
        }
    }

    /// A word.
    pub(crate) fn word(&self, name: &str) -> Result<Option<&'a str>, Fault> {
        match self.node(name) {
            None => Ok(None),
            Some(node) => match node.scalar() {
                Some(text) => Ok(Some(text)),
                None => Err(self.fault(name, format!("is {}", node.kind()), "write a word")),
            },
        }
    }

    /// The key of a policy's cap, where it is not written and the cap is the one that it then has.
    pub(super) fn unwritten_cap(&self, policy: &Policy) -> Option<&'static super::Key> {
        let max = policy.max.as_ref()?;
        let is_cap = |key: &&super::Key| {
            let node = Node { value: Value::Text(key.default.to_owned()), span: 0..0 };
            key.takes == Takes::Duration && time(&node, self.dialect.unit).is_ok_and(|default| default == *max)
        };
        self.dialect.keys.iter().filter(|key| self.entry(key.name).is_none()).find(is_cap)
    }

    /// The name of the first call among these that the code has, however deep.
    pub(crate) fn called(&self, names: &[&'static str]) -> Option<&'static str> {
        let call = call_of(self.around, names)?;
        names.iter().find(|name| **name == call.short_name()).copied()
    }

    /// The policy that the value of a key is in another dialect, where the key is written.
    pub(crate) fn nested(&mut self, name: &str, dialect: &'static Dialect) -> Result<Option<Policy>, Fault> {
        let Some(node) = self.node(name) else { return Ok(None) };
        let flat = flatten(dialect, node)?;
        let mut keys = Keys::new(dialect, &Found::new("", &flat, node));
        let policy = (dialect.read)(&mut keys)?;
        let (notes, asks) = keys.finish()?;
        self.notes.extend(notes);
        self.asks = asks;
        Ok(Some(policy))
    }

    /// The notes, and what else the config says; a key that is not known is among the notes of a file.
    ///
    /// # Errors
    ///
    /// A key that is not known, in code.
    pub(super) fn finish(mut self) -> Result<Left, Fault> {
        let known = |name: &str| {
            let same =
                |key: &&super::Key| key.name == name || (self.dialect.loose_keys && loose(key.name) == loose(name));
            // `*` stands for the other keys of a place that holds much more than the policy.
            self.dialect.keys.iter().any(|key| same(&key) || key.name == "*")
        };
        // Among many others a key that is all but one of the dialect's is a slip.
        let slip = |entry: &&Entry| {
            let close = |key: &super::Key| strsim::levenshtein(&loose(key.name), &loose(&entry.key)) == 1;
            entry.key.len() > 5
                && self.dialect.keys.iter().all(|key| loose(key.name) != loose(&entry.key))
                && self.dialect.keys.iter().any(close)
        };
        let unknown = |entry: &&Entry| !known(&entry.key) || slip(entry);
        let unknown: Vec<&Entry> = self.node.entries().iter().filter(unknown).collect();
        for entry in unknown {
            let nearest = nearest(&entry.key, self.dialect.keys.iter().map(|key| key.name));
            let message = match entry.key.as_str() {
                "" => format!("{} takes no value without a name here", self.dialect.title),
                key => format!("`{key}` is no key of {}", self.dialect.title),
            };
            if matches!(self.dialect.form, Form::File(_)) {
                let message = nearest.map_or(message.clone(), |near| format!("{message}; `{near}` is one"));
                let span = Some((entry.at.start, entry.at.end));
                let code = Code::KeyNotKnown;
                self.notes.push(Diagnostic { code, severity: Severity::Warning, header: None, message, span });
                continue;
            }
            let hint = match nearest {
                Some(near) => format!("write `{near}`"),
                None => format!("`holdoff dialects {}` lists its keys", self.dialect.name),
            };
            return Err(Fault::new(message, hint, entry.at.clone()));
        }
        Ok((self.notes, self.asks))
    }
}

/// The nearest of some names, where one is near.
pub(crate) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = names.map(|name| (strsim::jaro_winkler(&loose(written), &loose(name)), name));
    let best = scored.max_by(|left, right| left.0.total_cmp(&right.0))?;
    (best.0 > 0.8).then_some(best.1)
}

/// A name without what camelCase, snake_case and kebab-case differ in.
pub(super) fn loose(name: &str) -> String {
    name.chars().filter(|it| !matches!(it, '_' | '-')).flat_map(char::to_lowercase).collect()
}

fn named(name: &str, mut fault: Fault) -> Fault {
    fault.message = format!("{name}: {}", fault.message);
    fault
}

fn find_call<'a>(node: &'a Node, wanted: &dyn Fn(&Call) -> bool) -> Option<&'a Call> {
    match &node.value {
        Value::Calls(calls) => calls.iter().find_map(|call| {
            let below = || call.args.iter().find_map(|argument| find_call(&argument.value, wanted));
            if wanted(call) { Some(call) } else { below() }
        }),
        Value::Map(entries) => entries.iter().find_map(|entry| find_call(&entry.value, wanted)),
        Value::List(items) | Value::Sum(items) => items.iter().find_map(|item| find_call(item, wanted)),
        _ => None,
    }
}

/// What is in Rust's `Some(…)`.
fn some(node: &Node) -> &Node {
    match &node.value {
        Value::Calls(calls) => match calls.as_slice() {
            [call] if call.name == "Some" => call.args.first().map_or(node, |argument| &argument.value),
            _ => node,
        },
        _ => node,
    }
}

fn is_absent(node: &Node) -> bool {
    node.value == Value::Null
}

/// Whether a value stands for no limit.
pub(crate) fn is_endless(node: &Node) -> bool {
    let Value::Text(text) = &node.value else { return false };
    let name = text.rsplit('.').next().unwrap_or(text);
    is_most(text)
        || text.ends_with("::MAX")
        || matches!(
            name.to_ascii_lowercase().as_str(),
            "infinity" | "inf" | "positive_infinity" | "maxvalue" | "maxint64"
        )
}

/// The fault of a value that a template or the environment fills in.
pub(crate) fn filled_in(text: &str, node: &Node) -> Option<Fault> {
    let marked = ["{{", "${", "#{", "$(", "<%", "__"].iter().any(|mark| text.contains(mark));
    // A path of JSONPath or JSONata.
    let marked = marked || text.starts_with('$');
    marked.then(|| elsewhere(text, "is filled in from elsewhere", node))
}

/// Whether a number is as large as the largest of 64 bits, which clients have for no limit.
fn is_most(text: &str) -> bool {
    text.len() > 18 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn elsewhere(text: &str, what: &str, node: &Node) -> Fault {
    let hint = "write the value that it has in its place";
    Fault { is_elsewhere: true, ..Fault::new(format!("`{text}` {what}"), hint, node.span.clone()) }
}

/// The fault of `MAX_RETRIES`, `settings.delay` or `maxRetries`, else the other one; a single small word is no name of
/// code for sure.
fn unless_name(text: &str, node: &Node, other: Fault) -> Fault {
    let is_name = text != "None"
        && text.starts_with(|it: char| it.is_alphabetic() || it == '_')
        && text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | ':'))
        && text.contains(|it: char| it.is_uppercase() || matches!(it, '_' | '.'));
    if is_name { elsewhere(text, "is a name whose value is not known here", node) } else { other }
}

/// A number that is 0 or more.
pub(crate) fn number(node: &Node) -> Result<Exact, Fault> {
    let hint = "write a number of 0 or more, such as `1.5`";
    let Some(text) = node.scalar() else { return Err(wrong_kind(node, hint)) };
    if let Some(fault) = filled_in(text, node) {
        return Err(fault);
    }
    match Decimal::parse(text) {
        Ok(number) if number.is_negative() => Err(Fault::new(format!("`{text}` is below 0"), hint, node.span.clone())),
        Ok(number) => Ok(number.magnitude()),
        Err(fault) => {
            let fault = Fault::new(format!("`{text}` {}", fault.message()), fault.hint(), node.span.clone());
            Err(unless_name(text, node, fault))
        }
    }
}

/// A whole number.
pub(crate) fn count(node: &Node) -> Result<i64, Fault> {
    let hint = "write a whole number";
    let Some(text) = node.scalar() else { return Err(wrong_kind(node, hint)) };
    if let Some(fault) = filled_in(text, node) {
        return Err(fault);
    }
    let number = Decimal::parse(text).ok().and_then(|number| {
        // -1 stands for no limit with many clients.
        let size = i64::try_from(Decimal::parse(text.trim_start_matches('-')).ok()?.to_whole()?).ok()?;
        Some(if number.is_negative() { size.saturating_neg() } else { size })
    });
    let number = number.or_else(|| is_most(text).then_some(i64::MAX));
    let fault = || Fault::new(format!("`{text}` is no whole number"), hint, node.span.clone());
    number.ok_or_else(|| unless_name(text, node, fault()))
}

/// A duration in nanoseconds: a text with a unit, a bare number in `unit`, or a call such as `Duration::from_secs(2)`.
pub(crate) fn time(node: &Node, unit: Option<Unit>) -> Result<Exact, Fault> {
    let hint = "write a duration such as `1.5s`";
    if let Value::Calls(calls) = &node.value {
        return match calls.as_slice() {
            [call] => called(call, node),
            _ => Err(wrong_kind(node, hint)),
        };
    }
    if let Value::Sum(terms) = &node.value {
        return terms.iter().try_fold(Exact::zero(), |sum, term| Ok(sum.plus(&time(term, unit)?)));
    }
    let Some(text) = node.scalar() else { return Err(wrong_kind(node, hint)) };
    if let Some(fault) = filled_in(text, node) {
        return Err(fault);
    }
    if let Some(named) = unit_of_call(text).filter(|_| text.starts_with("time.")) {
        return Ok(Exact::new(named, 0));
    }
    if matches!(text.rsplit_once("::"), Some((_, "ZERO"))) {
        return Ok(Exact::zero());
    }
    if let Some(time) = super::words::duration(text).filter(|_| parse_duration(text).is_err()) {
        return Ok(time);
    }
    let amount = parse_duration(text).map_err(|fault| {
        let fault = Fault::new(format!("`{text}` {}", fault.message()), fault.hint(), node.span.clone());
        unless_name(text, node, fault)
    })?;
    if amount.is_negative() {
        return Err(Fault::new(format!("`{text}` is below 0"), "write a duration of 0 or more", node.span.clone()));
    }
    match (amount.unit(), unit) {
        (Some(_), _) => Ok(amount.size().clone()),
        (None, Some(unit)) => Ok(amount.size().times_whole(unit.nanoseconds())),
        (None, None) if amount.size().is_zero() => Ok(Exact::zero()),
        (None, None) => Err(Fault::new(format!("`{text}` has no unit"), format!("write `{text}s`"), node.span.clone())),
    }
}

/// The nanoseconds of the unit that a function or a constant is named after: `from_millis`, `time.Second`.
fn unit_of_call(name: &str) -> Option<u64> {
    const HOUR: u64 = 3_600;
    let lower = name.rsplit(['.', ':']).next().unwrap_or(name).to_ascii_lowercase();
    let name = lower.strip_prefix("from").or_else(|| lower.strip_prefix("of")).unwrap_or(&lower);
    Some(match name.trim_matches('_').trim_end_matches("_f64").trim_end_matches("_f32") {
        "nanos" | "nanoseconds" | "nanosecond" => 1,
        "micros" | "microseconds" | "microsecond" => 1_000,
        "millis" | "milliseconds" | "millisecond" => 1_000_000,
        "secs" | "seconds" | "second" => 1_000_000_000,
        "mins" | "minutes" | "minute" => 60_000_000_000,
        "hours" | "hour" => HOUR.checked_mul(1_000_000_000)?,
        "days" | "day" => HOUR.checked_mul(24_000_000_000)?,
        _ => return None,
    })
}

/// The durations that languages make with a call.
fn called(call: &Call, node: &Node) -> Result<Exact, Fault> {
    let unknown = || {
        let hint = "write the duration with a unit, such as `1.5s`";
        Fault::new(format!("`{}` makes no duration that is known", call.name), hint, node.span.clone())
    };
    if let ("Duration::new", [seconds, nanoseconds]) = (call.name.as_str(), call.args.as_slice()) {
        return Ok(number(&seconds.value)?.times_whole(1_000_000_000).plus(&number(&nanoseconds.value)?));
    }
    if let ("Some" | "time.Duration", [only]) = (call.name.as_str(), call.args.as_slice()) {
        return time(&only.value, Some(Unit::Nanosecond));
    }
    let mut sum = Exact::zero();
    for argument in &call.args {
        let name = if argument.key.is_empty() { call.short_name() } else { &argument.key };
        sum = sum.plus(&number(&argument.value)?.times_whole(unit_of_call(name).ok_or_else(unknown)?));
    }
    if call.args.is_empty() && call.short_name() != "timedelta" {
        return Err(unknown());
    }
    Ok(sum)
}

pub(super) fn wrong_kind(node: &Node, hint: &str) -> Fault {
    Fault::new(format!("is {}", node.kind()), hint, node.span.clone())
}
