//! What several responses say together.

use serde::Serialize;

use super::json::Shown;
#[cfg(test)]
use super::schema::closed;
use super::table::{Column, grid};
use super::{Number, Style};
use crate::header::agreement::{Agreement, Host, Limit, Moves};
use crate::quantity::{Fixed, human_fixed};

/// How far several responses agree. Those of which the host is known are compared with those of the same host, all
/// others with each other.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "agreement"))]
pub(super) struct AgreementJson<'a> {
    /// The hosts of which something could be compared, in the order in which they were seen.
    hosts: Vec<HostJson<'a>>,
    /// How many sightings of limits were not compared: 1024 hosts are kept, 32 limits of each, and 4096 of all.
    left_out: u64,
}

/// One host.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "host"))]
struct HostJson<'a> {
    /// Its name in lower case, with the port where one is written; null for the responses that do not tell.
    host: Option<&'a str>,
    /// How many responses it sent.
    readings: u64,
    /// The limits that were seen more than once with a reset and a time.
    limits: Vec<SeenJson<'a>>,
    /// By how much its clock is ahead; null where no response has both a Date and a time of its own.
    server_clock_offset_s: Option<RangeJson>,
    /// Whether all of its responses can be true; null where nothing was compared.
    consistent: Option<bool>,
}

/// The least and the greatest of some numbers.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "range"))]
struct RangeJson {
    /// The least.
    min: Number,
    /// The greatest. It comes nearest to the truth: Date is cut to seconds, and a response is on its way for a time.
    max: Number,
}

/// One limit in several responses.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "seen-limit"))]
struct SeenJson<'a> {
    /// The name that the server gave it.
    name: Option<&'a str>,
    /// The field that it was read from.
    source: &'static str,
    /// How many responses show it with a reset and a time.
    sightings: u64,
    /// Whether all sightings of one window name the same reset, as exactly as their forms tell; null where no two could
    /// be compared.
    resets_agree: Option<bool>,
    /// How the reset moved before it was due: `later`, as that of a window that slides does, or `earlier`, which
    /// contradicts; null where it did not.
    #[cfg_attr(test, schemars(extend("enum" = closed::moves_or_null())))]
    reset_moves: Option<&'static str>,
    /// The reset that was named last, in UTC.
    reset_at: Option<Shown>,
    /// The largest difference of two resets within a window, in seconds; null where no two were compared.
    reset_spread_s: Option<Number>,
    /// The window in seconds, as it was last stated.
    window_s: Option<Number>,
}

impl<'a> AgreementJson<'a> {
    /// `None` where nothing could be compared.
    pub(super) fn new(agreement: &'a Agreement) -> Option<Self> {
        let hosts: Vec<_> = agreement.hosts().map(|host| host_json(agreement, host)).collect();
        (!hosts.is_empty()).then(|| Self { hosts, left_out: agreement.left_out() })
    }
}

fn host_json<'a>(agreement: &'a Agreement, host: &'a Host) -> HostJson<'a> {
    HostJson {
        host: host.name.as_deref(),
        readings: host.readings,
        limits: agreement.limits(host).map(seen).collect(),
        server_clock_offset_s: host.offset.map(|(min, max)| RangeJson { min: min.into(), max: max.into() }),
        consistent: agreement.consistent(host),
    }
}

fn seen(limit: &Limit) -> SeenJson<'_> {
    SeenJson {
        name: limit.name(),
        source: limit.source(),
        sightings: limit.sightings(),
        resets_agree: limit.resets_agree(),
        reset_moves: limit.reset_moves().map(Moves::name),
        reset_at: limit.reset_at().map(Shown),
        reset_spread_s: limit.reset_spread().map(Number::from),
        window_s: limit.window.map(Number::from),
    }
}

/// A sentence on each host, and what was seen of its limits; empty where nothing could be compared.
pub(super) fn table(agreement: &Agreement, style: &Style) -> String {
    let mut text = String::new();
    for host in agreement.hosts() {
        text += &format!("\n{}\n", style.wrap(&style.safe(&sentence(agreement, host))));
        let limits: Vec<_> = agreement.limits(host).collect();
        if !limits.is_empty() {
            text += &grid(columns(&limits, style), style);
        }
    }
    text
}

/// The sentences on the hosts alone.
pub(super) fn sentences(agreement: &Agreement) -> Vec<String> {
    agreement.hosts().map(|host| sentence(agreement, host)).collect()
}

fn sentence(agreement: &Agreement, host: &Host) -> String {
    let name = host.name.as_deref().unwrap_or("one host, which is not named");
    let verdict = match agreement.consistent(host) {
        Some(true) => "can all be true",
        Some(false) => "cannot all be true",
        None => "could not be compared",
    };
    let mut text = format!("together: the {} responses of {name} {verdict}", host.readings);
    if let Some((least, most)) = host.offset {
        text += &match (ahead(least), ahead(most)) {
            (least, most) if least == most => format!("; its clock is {most}"),
            (least, most) => format!("; its clock is {least} to {most}"),
        };
    }
    text
}

fn ahead(offset: Fixed) -> String {
    let side = if offset.is_negative() { "behind" } else { "ahead" };
    if offset == Fixed::ZERO { "right".to_owned() } else { format!("{} {side}", human_fixed(offset)) }
}

fn columns(limits: &[&Limit], style: &Style) -> Vec<Column> {
    let column = |cell: &dyn Fn(&&Limit) -> Option<String>| limits.iter().map(cell).collect::<Vec<_>>();
    let resets = |it: &&Limit| {
        let moves = it.reset_moves().map(|moves| format!("move {}", moves.name()));
        moves.or_else(|| it.resets_agree().map(|_| "agree".to_owned()))
    };
    vec![
        Column::left("limit", column(&|it| it.name().map(|name| style.safe(name)))),
        Column::right("seen", column(&|it| Some(it.sightings().to_string()))),
        Column::left("resets", column(&resets)),
        Column::left("by up to", column(&|it| it.reset_spread().filter(|it| *it > Fixed::ZERO).map(human_fixed)))
            .if_any(),
        Column::left("last reset", column(&|it| it.reset_at().map(|at| at.to_string()))),
        Column::left("from", column(&|it| Some(it.source().to_owned()))),
    ]
}
