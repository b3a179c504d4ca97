//! Every client against the waits that it really makes (`tests/vectors/dialects.jsonl`).
//!
//! The right values are from runs of the clients, or worked out by hand from their source; `how` says which. A group
//! has a file here: for each vector the config as an engineer has it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod builders;
mod differential;
mod found;
mod javascript;
mod jvm;
mod native_code;
mod python;
mod services;

use std::collections::BTreeSet;

use holdoff::diagnostic::Code;
use holdoff::dialect::{self, Dialect, Translation, dialect};
use holdoff::document::{Document, Fault};
use holdoff::header::{self, Context, Field};
use holdoff::quantity::Exact;
use holdoff::timeline::{Sampler, Wait, Walk};
use holdoff::verdict::{Deadline, Reason, State, judge};
use serde_json::Value;

/// A vector's config in a dialect.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    /// The vector.
    pub(crate) id: &'static str,
    /// The dialect.
    pub(crate) dialect: &'static str,
    /// The config: a file, keys or a command line.
    pub(crate) config: &'static str,
}

/// A vector whose server asks for a wait with each response.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    /// The config.
    pub(crate) case: Case,
    /// The value of Retry-After.
    pub(crate) retry_after: &'static str,
}

/// One group of clients.
pub(crate) struct Group {
    /// The configs of the clients that are read.
    pub(crate) cases: &'static [Case],
    /// The configs whose vectors have a server that asks for a wait.
    pub(crate) asked: &'static [Asked],
}

const GROUPS: [Group; 5] = [python::GROUP, javascript::GROUP, native_code::GROUP, jvm::GROUP, services::GROUP];

fn vectors() -> Vec<Value> {
    let text = include_str!("../vectors/dialects.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn translate(dialect: &'static Dialect, config: &str) -> Result<Translation, Fault> {
    let document = dialect.document("config", config)?;
    dialect::of(dialect, &document.roots[0])
}

fn read(dialect: &'static Dialect, config: &str) -> Translation {
    translate(dialect, config).unwrap_or_else(|fault| panic!("{config}: {fault}"))
}

/// A wait in the unit of a vector.
fn in_unit(nanoseconds: &Exact, unit: &str) -> f64 {
    let nanoseconds: f64 = nanoseconds.to_string().parse().unwrap();
    match unit {
        "s" => nanoseconds / 1e9,
        "ms" => nanoseconds / 1e6,
        other => panic!("{other}"),
    }
}

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-6 * right.abs().max(1e-3)
}

/// The first waits of a config in milliseconds, each with its shortest and its longest; at most `count` of them.
pub(crate) fn first_waits(name: &str, config: &str, count: usize) -> Vec<(f64, f64)> {
    waits_of(&read(dialect(name).unwrap_or_else(|| panic!("no dialect {name}")), config), count)
}

fn waits_of(found: &Translation, count: usize) -> Vec<(f64, f64)> {
    let walk = Walk::new(&found.policy, Exact::zero());
    let wait = |wait: Wait| (in_unit(wait.least(), "ms"), in_unit(wait.most(), "ms"));
    walk.take(count).map(|step| wait(step.unwrap().wait)).collect()
}

/// The first waits of a config in a unit, such as `0.1` or `0.1..0.2`, and `end` behind the last one.
pub(crate) fn row(name: &str, config: &str, unit: &str) -> String {
    let found = read(dialect(name).unwrap_or_else(|| panic!("no dialect {name}")), config);
    let mut walk = Walk::new(&found.policy, Exact::zero());
    // Six digits are more than any config here has.
    let number = |wait: &Exact| (in_unit(wait, unit) * 1e6).round() / 1e6;
    let mut waits: Vec<String> = Vec::new();
    for step in walk.by_ref().take(6) {
        let wait = step.unwrap().wait;
        let (least, most) = (number(wait.least()), number(wait.most()));
        waits.push(if least < most { format!("{least}..{most}") } else { format!("{most}") });
    }
    if waits.len() < 6 {
        waits.push("end".to_owned());
    }
    waits.join(" ")
}

/// The dialects that a paste is recognised as.
pub(crate) fn recognised(paste: &str) -> Vec<&'static str> {
    let document = Document::read("paste", paste).unwrap_or_else(|fault| panic!("{paste}: {fault}"));
    dialect::recognise(&document).iter().map(|it| it.name).collect()
}

/// The longest row of waits that a vector has.
const MOST: usize = 40;

fn check(vector: &Value, case: &Case) -> Result<(), String> {
    let found = read(dialect(case.dialect).unwrap_or_else(|| panic!("no dialect {}", case.dialect)), case.config);
    let unit = vector["unit"].as_str().unwrap();
    let right =
        |key: &str| -> Vec<f64> { vector[key].as_array().unwrap().iter().map(|wait| wait.as_f64().unwrap()).collect() };
    let (most, least) = (right("waits_max"), right("waits_min"));
    let retries = usize::try_from(vector["retries"].as_u64().unwrap()).unwrap();

    let mut walk = Walk::new(&found.policy, Exact::zero());
    let mut waits: Vec<Wait> = walk.waits().before_first().unwrap().into_iter().collect();
    let before = waits.len();
    let steps: Vec<_> = walk.by_ref().take(MOST).map(|step| step.unwrap().wait).collect();
    let endless = found.policy.retries.is_none() && !walk.out_of_time() && steps.len() == MOST;
    let unlimited = found.policy.retries.is_none() && steps.len() > retries;
    if steps.len() != retries && !endless && !unlimited {
        return Err(format!("{} retries, and {retries} are right", steps.len()));
    }
    waits.extend(steps.into_iter().take(retries));
    let shown = waits.len();
    waits.extend(walk.waits().after_last().cloned());
    let extra = |key: &str| usize::try_from(vector.get(key).and_then(Value::as_u64).unwrap_or(0)).unwrap();
    let (right_before, right_after) = (extra("waits_before_first"), extra("waits_after_last"));
    if (before, waits.len() - shown) != (right_before, right_after) {
        return Err(format!("{before} waits before the first call and {} after the last", waits.len() - shown));
    }
    let got = |of: fn(&Wait) -> &Exact| -> Vec<f64> { waits.iter().map(|wait| in_unit(of(wait), unit)).collect() };
    for (name, got, right) in [("longest", got(Wait::most), most), ("shortest", got(Wait::least), least)] {
        if got.len() != right.len() || !got.iter().zip(&right).all(|(got, right)| close(*got, *right)) {
            return Err(format!("{name} waits\n   got {got:?}\n right {right:?}"));
        }
    }
    Ok(())
}

/// The waits of a client whose server asks for one, as verdict after verdict allows them.
fn check_asked(vector: &Value, asked: &Asked) -> Result<(), String> {
    let found = read(dialect(asked.case.dialect).unwrap(), asked.case.config);
    let unit = vector["unit"].as_str().unwrap();
    let right =
        |key: &str| -> Vec<f64> { vector[key].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect() };
    let fields = [Field { name: b"Retry-After", value: asked.retry_after.as_bytes() }];
    let reading = header::read(&fields, &Context { status: Some(503), ..Context::default() });
    let mut elapsed = Exact::zero();
    let (mut waits, mut early) = (Vec::new(), false);
    for retry in 1.. {
        let verdict = judge(&State {
            policy: &found.policy,
            retry,
            elapsed: Some(elapsed.clone()),
            deadline: Deadline::After(Exact::new(1, 18)),
            request_time: Exact::zero(),
            status: Some(503),
            method: "GET",
            idempotency_key: false,
            retry_on: None,
            methods: None,
            reading: Some(&reading),
            fields: &fields,
            received: None,
            started: None,
        })
        .unwrap();
        early |= verdict.diagnostics.iter().any(|it| it.code == Code::EarlierThanServerAsked);
        let Some(wait) = verdict.wait.filter(|_| verdict.reason == Reason::Fits) else { break };
        waits.push(in_unit(&wait, unit));
        elapsed = elapsed.plus(&wait);
    }
    let most = right("waits_max");
    if waits.len() != most.len() || !waits.iter().zip(&most).all(|(got, right)| close(*got, *right)) {
        return Err(format!("waits\n   got {waits:?}\n right {most:?}"));
    }
    // A verdict tells the longest wait, and whether one may be shorter than what the server asks for.
    let seconds: Exact = Exact::new(asked.retry_after.parse().unwrap(), 9);
    let is_early = right("waits_min").iter().any(|least| *least < in_unit(&seconds, unit));
    if early != is_early { Err(format!("earlier than the server asked: {early}")) } else { Ok(()) }
}

#[test]
fn every_client_does_with_the_servers_wait_what_it_really_does() {
    let vectors = vectors();
    let wrong = GROUPS.iter().flat_map(|group| group.asked).filter_map(|asked| {
        let id = asked.case.id;
        let vector = vectors.iter().find(|it| it["id"] == id).unwrap_or_else(|| panic!("no vector {id}"));
        check_asked(vector, asked).err().map(|fault| format!("{id}: {fault}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_client_that_is_read_waits_as_it_really_does() {
    let vectors = vectors();
    let mut wrong = Vec::new();
    for case in GROUPS.iter().flat_map(|group| group.cases) {
        let vector = vectors.iter().find(|it| it["id"] == case.id).unwrap_or_else(|| panic!("no vector {}", case.id));
        if let Err(fault) = check(vector, case) {
            wrong.push(format!("{}: {fault}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A run that is drawn stays within the bounds of every wait.
#[test]
fn every_draw_lies_within_its_wait() {
    for case in GROUPS.iter().flat_map(|group| group.cases) {
        let found = read(dialect(case.dialect).unwrap(), case.config);
        for seed in 0..40 {
            let mut sampler = Sampler::new(&found.policy, seed);
            for step in Walk::new(&found.policy, Exact::zero()).take(MOST) {
                let wait = step.unwrap().wait;
                let drawn = sampler.draw(&wait);
                let within = (wait.least()..=wait.most()).contains(&&drawn);
                assert!(within, "{}: {drawn} of {} to {}", case.id, wait.least(), wait.most());
            }
        }
    }
}

/// Each vector is read by one case, in one group alone.
#[test]
fn no_vector_is_left_out() {
    let all: BTreeSet<String> = vectors().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect();
    let mut seen = BTreeSet::new();
    for group in GROUPS {
        let asked = group.asked.iter().map(|asked| &asked.case);
        for id in group.cases.iter().chain(asked).map(|case| case.id) {
            assert!(all.contains(id), "there is no vector {id}");
            assert!(seen.insert(id.to_owned()), "{id} stands twice");
        }
    }
    let left: Vec<_> = all.difference(&seen).collect();
    assert!(left.is_empty(), "no case reads {left:?}");
}

/// A config that is written as its own client has it is recognised as that client's, where it is one that is.
#[test]
fn configs_are_recognised() {
    let asked = GROUPS.iter().flat_map(|group| group.asked).map(|asked| &asked.case);
    for case in GROUPS.iter().flat_map(|group| group.cases).chain(asked) {
        let meant = dialect(case.dialect).unwrap();
        let document = meant.document("config", case.config).unwrap();
        let found: Vec<_> = dialect::recognise(&document).iter().map(|it| it.name).collect();
        if meant.recognised && matches!(meant.form, dialect::Form::File(_) | dialect::Form::Command) {
            let names = (found.contains(&meant.name), meant.form.name());
            assert!(names.0 || !case.config.starts_with(meant.name) && names.1 == "command", "{}: {found:?}", case.id);
        }
    }
}
