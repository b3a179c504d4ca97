//! From the fields of one response to a [`Reading`].

pub mod agreement;
mod answer;
mod body;
mod catalog;
mod conditional;
mod conflict;
mod decide;
mod findings;
mod hints;
mod hit;
mod limits;
mod list;
mod milliseconds;
mod plan;
mod reading;
mod reception;
mod recognise;
mod refusal;
mod retry_after;
mod retry_field;
mod rules;
mod when;

pub(crate) use catalog::spelled;

pub use body::{Body, BodyHint, Problem};
pub use conditional::conditional;
pub use plan::Plan;
pub use reading::{Action, Alternative, Conformance, Hint, Limit, PartitionKey, Quota, Reading, ReceivedFrom, ResetBy};
pub use retry_after::{RetryAfter, retry_after};

use crate::instant::Instant;
use crate::vendor::{Form, Profile};

/// One field line of a response: a name, and a value without the white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The name, in any case.
    pub name: &'a [u8],
    /// The value.
    pub value: &'a [u8],
}

/// A value without the white space around it: SP and HTAB, and nothing else (RFC 9110, 5.6.3).
pub(crate) fn trim_ows(value: &[u8]) -> &[u8] {
    let is_ows = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = value.iter().position(|byte| !is_ows(byte)).unwrap_or(value.len());
    let end = value.iter().rposition(|byte| !is_ows(byte)).map_or(start, |last| last.saturating_add(1));
    value.get(start..end).unwrap_or_default()
}

/// What is known of a response beside its fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'b> {
    /// The status.
    pub status: Option<u16>,
    /// When the response arrived, and how that is known. Without it the response's own `Date` serves.
    pub received: Option<(Instant, ReceivedFrom)>,
    /// Whether only what the specifications allow is read.
    pub strict: bool,
    /// The vendor, where the user names it; otherwise the fields tell, where only one fits.
    pub profile: Option<&'static Profile>,
    /// What a bare number in a reset is, where the user says so; it stands above what is known of a vendor.
    pub reset_unit: Option<Form>,
    /// What its body says, which counts where no field answers.
    pub body: Option<&'b Body>,
}

/// The limits that the fields of one response state, without a decision: those of RateLimit, then those of the
/// separate fields. Malformed fields state none; [`read`] says what is wrong with them.
///
/// # Examples
///
/// ```
/// use holdoff::header::{Field, limits};
/// use holdoff::quantity::Fixed;
///
/// let fields = [Field { name: b"RateLimit", value: b"\"default\";r=50;t=30" }];
/// let limits = limits(&fields, None, false);
/// assert_eq!((limits[0].remaining, limits[0].reset), (Some(Fixed::whole(50)), Some(Fixed::whole(30))));
/// ```
pub fn limits<'a>(fields: &[Field<'a>], received: Option<Instant>, strict: bool) -> Vec<Limit<'a>> {
    let plan = &Plan::new(fields);
    let present = &plan.present(fields);
    let profile = recognise::recognise(plan.marked, present);
    let (reset_unit, is_named, asked, server) = (None, false, None, None);
    limits::read_limits(&limits::Reader {
        plan,
        present,
        received,
        strict,
        profile,
        reset_unit,
        is_named,
        asked,
        server,
    })
    .limits
}

/// Reads the fields of one response, in the order in which they were sent.
///
/// Fields that it does not know are passed over. The reading says what to do, which field decided, and what is wrong
/// with any of them; where nothing tells, it is [`Action::Unknown`], which is not the same as no wait.
///
/// # Examples
///
/// ```
/// use holdoff::header::{Action, Context, Field, read};
/// use holdoff::quantity::Fixed;
///
/// let fields = [Field { name: b"Retry-After", value: b"120" }];
/// let reading = read(&fields, &Context { status: Some(429), ..Context::default() });
/// assert_eq!((reading.action, reading.wait), (Action::Wait, Some(Fixed::whole(120))));
/// assert_eq!(reading.decided_by, Some("Retry-After"));
/// ```
pub fn read<'a>(fields: &[Field<'a>], context: &Context<'_>) -> Reading<'a> {
    Plan::new(fields).read(fields, context)
}
