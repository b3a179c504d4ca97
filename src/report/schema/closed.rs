//! The values of the keys that have a closed set of them.

use serde_json::Value;

use crate::clients::{CLIENTS, Outcome as ClientOutcome};
use crate::diagnostic::Severity;
use crate::dialect::{Cap, Counts};
use crate::explain::Kind;
use crate::header::agreement::Moves;
use crate::header::{Action, Conformance, ReceivedFrom, ResetBy};
use crate::quantity::Unit;
use crate::vendor::Form;
use crate::verdict::{Outcome, Reason};

fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<Value> {
    all.iter().map(|it| name(*it).into()).collect()
}

fn or_null(mut values: Vec<Value>) -> Vec<Value> {
    values.push(Value::Null);
    values
}

pub(in crate::report) fn units_or_null() -> Vec<Value> {
    or_null(names(&Unit::ALL, Unit::name))
}

pub(in crate::report) fn counts() -> Vec<Value> {
    names(&Counts::ALL, Counts::name)
}

pub(in crate::report) fn caps() -> Vec<Value> {
    names(&Cap::ALL, Cap::name)
}

pub(in crate::report) fn counts_or_null() -> Vec<Value> {
    or_null(counts())
}

pub(in crate::report) fn severities() -> Vec<Value> {
    names(&[Severity::Error, Severity::Warning, Severity::Note], Severity::name)
}

pub(in crate::report) fn actions() -> Vec<Value> {
    names(&[Action::Go, Action::Wait, Action::Unknown, Action::Stop], Action::name)
}

pub(in crate::report) fn receptions_or_null() -> Vec<Value> {
    let all = [ReceivedFrom::Flag, ReceivedFrom::Record, ReceivedFrom::DateHeader, ReceivedFrom::Now];
    or_null(names(&all, ReceivedFrom::name))
}

pub(in crate::report) fn reset_steps_or_null() -> Vec<Value> {
    use ResetBy::{Companions, CrossCheck, Magnitude, Option, Profile, Specification, Syntax};
    let all = [Option, Profile, Companions, Specification, Syntax, Magnitude, CrossCheck];
    or_null(names(&all, ResetBy::name))
}

pub(in crate::report) fn conformances() -> Vec<Value> {
    names(&[Conformance::Ok, Conformance::Lenient, Conformance::Invalid], Conformance::name)
}

pub(in crate::report) fn outcomes() -> Vec<Value> {
    names(&[Outcome::Refused, Outcome::Exhausted, Outcome::Allowed, Outcome::Deferred], Outcome::name)
}

pub(in crate::report) fn reasons() -> Vec<Value> {
    names(Reason::ALL, Reason::name)
}

pub(in crate::report) fn scopes_or_null() -> Vec<Value> {
    or_null(vec!["redirect".into()])
}

pub(in crate::report) fn forms() -> Vec<Value> {
    use Form::{BySize, Duration, EpochMilliseconds, EpochSeconds, Instant, JsDate, Milliseconds, Seconds};
    let all = [Seconds, Milliseconds, EpochSeconds, EpochMilliseconds, Instant, JsDate, Duration, BySize];
    names(&all, Form::name)
}

pub(in crate::report) fn forms_or_null() -> Vec<Value> {
    or_null(forms())
}

pub(in crate::report) fn clients() -> Vec<Value> {
    names(&CLIENTS, |client| client.name)
}

pub(in crate::report) fn client_outcomes() -> Vec<Value> {
    names(&ClientOutcome::ALL, ClientOutcome::name)
}

pub(in crate::report) fn kinds() -> Vec<Value> {
    names(&[Kind::Answer, Kind::Reason, Kind::Rule, Kind::Check, Kind::Diagnostic], Kind::name)
}

pub(in crate::report) fn moves_or_null() -> Vec<Value> {
    or_null(names(&Moves::ALL, Moves::name))
}
