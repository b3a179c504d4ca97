//! What one response says, as data.

use std::borrow::Cow;

use crate::diagnostic::{Diagnostic, Severity};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// What to do next, as far as the response tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A retry, or the next request, may start now.
    Go,
    /// It may start after [`Reading::wait`].
    Wait,
    /// The response does not tell.
    Unknown,
    /// The server says not to retry.
    Stop,
}

impl Action {
    /// `go`, `wait`, `unknown` or `stop`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Wait => "wait",
            Self::Unknown => "unknown",
            Self::Stop => "stop",
        }
    }
}

/// Where the time of reception came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceivedFrom {
    /// The user gave it.
    Flag,
    /// The record of the response held it.
    Record,
    /// The response's `Date`, in want of anything better.
    DateHeader,
    /// The clock, since the user wrote `now`.
    Now,
}

impl ReceivedFrom {
    /// `flag`, `record`, `date-header` or `now`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Record => "record",
            Self::DateHeader => "date-header",
            Self::Now => "now",
        }
    }
}

/// How well a value keeps to its grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conformance {
    /// As the specification wants it.
    Ok,
    /// Not as the specification wants it, but with one sensible reading from the closed list of lenient reads.
    Lenient,
    /// Ignored.
    Invalid,
}

impl Conformance {
    /// `ok`, `lenient` or `invalid`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Lenient => "lenient",
            Self::Invalid => "invalid",
        }
    }
}

/// One field that speaks of when, or whether, to retry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint<'a> {
    /// The field's name in canonical spelling.
    pub header: &'static str,
    /// Its value, lines joined by `, `.
    pub value: Cow<'a, [u8]>,
    /// Which form of the field the value has (`delay-seconds`, `imf-fixdate`, `milliseconds` …); `None` where invalid.
    pub form: Option<&'static str>,
    /// How well it keeps to its grammar.
    pub conformance: Conformance,
    /// Seconds after reception, 0 where the instant is past; `None` where it tells no time or it cannot be known.
    pub wait: Option<Fixed>,
    /// The instant after which to come back, where it is known.
    pub at: Option<Instant>,
    /// How coarse the instant is that was sent (1 s for an HTTP-date); 0 for a delay.
    pub(crate) resolution: Fixed,
}

/// Another reading of a value, shown beside the one that was taken (or in place of none).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative<'a> {
    /// The field's name in canonical spelling.
    pub header: &'static str,
    /// The value, lines joined by `, `.
    pub value: Cow<'a, [u8]>,
    /// The form in which it is read here (`epoch-seconds`, `duration` …).
    pub form: &'static str,
    /// Seconds after reception in this reading, 0 where the instant is past; `None` where it cannot be known.
    pub wait: Option<Fixed>,
    /// The instant in this reading, where it is known.
    pub at: Option<Instant>,
}

/// A partition key: which share of a quota a limit speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionKey(pub Vec<u8>);

/// Which step told what the value of a reset is, in the order in which they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetBy {
    /// The user said what a bare number is.
    Option,
    /// The user named the vendor.
    Profile,
    /// The vendor was recognised by its fields, or all vendors that send the field mean the same.
    Companions,
    /// The field's own specification knows one unit.
    Specification,
    /// A date or a duration, which its letters tell.
    Syntax,
    /// The size of a bare number, set against the time of reception: a guess.
    Magnitude,
    /// Another field: Retry-After, the window or `Date`.
    CrossCheck,
}

impl ResetBy {
    /// `option`, `profile`, `companions`, `specification`, `syntax`, `magnitude` or `cross-check`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Profile => "profile",
            Self::Companions => "companions",
            Self::Specification => "specification",
            Self::Syntax => "syntax",
            Self::Magnitude => "magnitude",
            Self::CrossCheck => "cross-check",
        }
    }
}

/// One limit and how much of it is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit<'a> {
    /// The name that the server gave it.
    pub name: Option<Cow<'a, str>>,
    /// The field that it was read from, in canonical spelling: for three separate fields the one that was there first
    /// of remaining, limit and reset.
    pub source: &'static str,
    /// The oldest revision that defines what was read: `ietf-08`, `ietf-12`, `ietf-07`, `ietf-04`, `ietf-00`,
    /// `polli-00`, or `x-ratelimit` for the fields without a specification. `vendor` for fields that are read as those
    /// of a vendor.
    pub dialect: &'static str,
    /// What is counted: `requests` unless the policy of that name says otherwise; `None` where no one says.
    pub unit: Option<Cow<'a, str>>,
    /// What the limit holds for (`user`, `application`, `organization` …), where a vendor says.
    pub scope: Option<Cow<'a, str>>,
    /// The whole quota.
    pub limit: Option<Fixed>,
    /// What is left of it, never negative.
    pub remaining: Option<Fixed>,
    /// What is used of it, where the server says so.
    pub used: Option<Fixed>,
    /// Whether nothing is left.
    pub exhausted: bool,
    /// Whether this limit decides, or would decide if nothing above it in the order of decision spoke.
    pub binding: bool,
    /// The window in seconds.
    pub window: Option<Fixed>,
    /// Seconds after reception until the reset, 0 where it is past; `None` where it is not known.
    pub reset: Option<Fixed>,
    /// The instant of the reset, where it is known.
    pub reset_at: Option<Instant>,
    /// What told the unit of the reset; `None` exactly where there is no reset.
    pub reset_by: Option<ResetBy>,
    /// The partition key.
    pub partition_key: Option<PartitionKey>,
    /// The categories of what is sent that the limit holds for; empty for all of them, `None` where there are no
    /// categories.
    pub categories: Option<Vec<Cow<'a, str>>>,
    /// Whether the vendor only shows this limit and does not enforce it.
    pub informational: bool,
    /// How coarse the instant is that was sent as the reset (1 s for whole seconds); 0 for a delay.
    pub(crate) resolution: Fixed,
    /// Where the remaining quota was read; `None` where there is none.
    pub(crate) remaining_in: Option<Place>,
    /// Where the reset was read; `None` where there is none.
    pub(crate) reset_in: Option<Place>,
}

impl Limit<'_> {
    /// Whether a whole response may rest on it: it is enforced, and for all that is sent.
    pub(crate) fn decides(&self) -> bool {
        !self.informational && self.categories.as_ref().is_none_or(Vec::is_empty)
    }

    /// The field that holds the remaining quota, which need not be the one that the row is named after.
    pub(crate) fn remaining_field(&self) -> &'static str {
        self.remaining_in.map_or(self.source, |place| place.field)
    }

    /// The field that holds the reset.
    pub(crate) fn reset_field(&self) -> &'static str {
        self.reset_in.map_or(self.source, |place| place.field)
    }
}

/// Where a number of a limit was read. The row of a limit may be joined from two families of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The field in canonical spelling.
    pub(crate) field: &'static str,
    /// The [`Limit::dialect`] of the field.
    pub(crate) dialect: &'static str,
    /// The bytes of the number in the field.
    pub(crate) span: (usize, usize),
}

/// One policy that the server announces, whether or not it says what is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quota<'a> {
    /// The name that the server gave it.
    pub name: Option<Cow<'a, str>>,
    /// The field that it was read from, in canonical spelling.
    pub source: &'static str,
    /// The whole quota.
    pub limit: Fixed,
    /// What is counted; `None` where no one says (drafts before 08).
    pub unit: Option<Cow<'a, str>>,
    /// The window in seconds.
    pub window: Option<Fixed>,
    /// The partition key.
    pub partition_key: Option<PartitionKey>,
}

/// What one response says.
///
/// It borrows from the response's bytes. Everything in it that is text may be hostile; `report` escapes it.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    /// The status, where one is known.
    pub status: Option<u16>,
    /// The time of reception, where it is known.
    pub received: Option<Instant>,
    /// Where the time of reception came from; `None` exactly where there is none.
    pub received_from: Option<ReceivedFrom>,
    /// The vendor, where only one fits.
    pub vendor: Option<&'static str>,
    /// What to do.
    pub action: Action,
    /// Seconds after reception: 0 for `go`, positive for `wait`, `None` for `unknown`. With `stop` it is what the
    /// other fields would have asked for.
    pub wait: Option<Fixed>,
    /// [`Reading::wait`] plus the resolution of its form: 1 s for instants in whole seconds, nothing for a delay.
    pub safe_wait: Option<Fixed>,
    /// A finer wait that a vendor's field gives beside Retry-After.
    pub precise_wait: Option<Fixed>,
    /// The most to wait, in seconds, where a limit is used up whose window is known and whose reset is not.
    pub upper_bound: Option<Fixed>,
    /// The seconds from one call to the next that the server grants in the long run, where it gives a rate.
    pub pace: Option<Fixed>,
    /// The vendor's own word for why the request was limited.
    pub reason: Option<Cow<'a, str>>,
    /// The time of reception plus [`Reading::wait`]; `None` where either is unknown, or past 9999.
    pub retry_at: Option<Instant>,
    /// The field that decided, in canonical spelling, or the name of the rule of a vendor that sent none; `None` for
    /// `unknown`.
    pub decided_by: Option<&'static str>,
    /// Every field that speaks of when or whether to retry, invalid ones too, in the order of decision.
    pub hints: Vec<Hint<'a>>,
    /// Every limit, in the order in which they were sent.
    pub limits: Vec<Limit<'a>>,
    /// Every policy, in the order in which they were sent.
    pub policies: Vec<Quota<'a>>,
    /// Other readings.
    pub alternatives: Vec<Alternative<'a>>,
    /// The fields that were there and were not used because they are malformed or void, in canonical spelling.
    pub ignored: Vec<&'static str>,
    /// The response's Date plus its Age, minus the reception: how far the server's clock is ahead. `None` where the
    /// reception itself came from Date.
    pub server_clock_offset: Option<Fixed>,
    /// The wait by the server's own clock; `None` for a delay, which needs no clock.
    pub skew_corrected_wait: Option<Fixed>,
    /// The findings, in the order of the fields.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the value that would decide is an instant whose wait is unknown only because no time of reception is.
    pub lacks_reception: bool,
}

impl Reading<'_> {
    /// Whether a finding of severity error is among the diagnostics.
    pub fn has_error(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }
}
