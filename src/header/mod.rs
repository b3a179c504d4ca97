//! From the fields of one response to a [`Reading`].

mod catalog;
mod reading;

pub use reading::{Action, Alternative, Conformance, Hint, Limit, PartitionKey, Quota, Reading, ReceivedFrom};

use crate::instant::Instant;

/// One field line of a response: a name, and a value without the white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The name, in any case.
    pub name: &'a [u8],
    /// The value.
    pub value: &'a [u8],
}

/// What is known of a response beside its fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// The status.
    pub status: Option<u16>,
    /// When the response arrived, and how that is known. Without it the response's own `Date` serves.
    pub received: Option<(Instant, ReceivedFrom)>,
    /// Whether only what the specifications allow is read.
    pub strict: bool,
}
