//! Command lines: curl, wget, aria2, hurl, docker.

use super::plan::nearest;
use super::sheet::Sheet;
use super::{Layout, Plan, Times, Writer};
use crate::quantity::{Exact, Unit};

pub(super) const WRITERS: &[Writer] = &[
    command("curl", "curl", Times::Bare(Unit::Second), curl),
    command("wget", "wget", Times::Bare(Unit::Second), wget),
    command("aria2c", "aria2c", Times::Bare(Unit::Second), aria2),
    command("hurl", "hurl", Times::Bare(Unit::Millisecond), hurl),
    command("docker", "docker run", Times::Short, docker),
];

const fn command(
    dialect: &'static str,
    program: &'static str,
    times: Times,
    write: fn(&Plan<'_>, &mut Sheet),
) -> Writer {
    Writer { dialect, layout: Layout::Command(program), times, write }
}

fn second() -> Exact {
    Exact::new(1, 9)
}

/// Without a delay curl doubles from 1 s on; with one, in whole seconds, every wait is the same.
fn curl(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("--retry", plan.retries());
    let delay = nearest(&plan.base(), &second());
    if plan.is_constant() && !delay.is_zero() {
        sheet.time("--retry-delay", &delay);
    }
    let limit = plan.time_limit().map(|limit| nearest(limit, &second()));
    sheet.maybe_time("--retry-max-time", limit.filter(|limit| !limit.is_zero()).as_ref());
}

/// 1 s, 2 s, 3 s and so on up to --waitretry.
fn wget(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.limit_of_retries() {
        Some(_) => sheet.count("--tries", plan.calls()),
        None => sheet.count("--tries", 0),
    }
    let longest = if plan.is_constant() { Some(plan.base()) } else { plan.max.clone() };
    let longest = longest.unwrap_or_else(|| plan.reach());
    sheet.time("--waitretry", &nearest(&longest, &second()));
    sheet.text("--retry-on-http-error", "429,500,502,503,504");
}

fn aria2(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.limit_of_retries() {
        Some(_) => sheet.count("--max-tries", plan.calls()),
        None => sheet.count("--max-tries", 0),
    }
    sheet.time("--retry-wait", &nearest(&plan.base(), &second()));
}

fn hurl(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.limit_of_retries() {
        Some(retries) => sheet.count("--retry", retries),
        None => sheet.word("--retry", "-1"),
    }
    sheet.time("--retry-interval", &nearest(&plan.base(), &Exact::new(1, 6)));
}

fn docker(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.limit_of_retries() {
        Some(0) => sheet.word("--restart", "no"),
        Some(retries) => sheet.word("--restart", &format!("on-failure:{retries}")),
        None => sheet.word("--restart", "on-failure"),
    }
}
