//! Exact decimals with units.
//!
//! Nothing here is a binary float. What a person writes is a [`Decimal`] or an [`Amount`]; schedules are computed
//! with [`Exact`] numbers of any size and rounded once, when they are shown; fields of a response are read into
//! [`Fixed`] numbers, which have nine decimals and never allocate.

mod decimal;
mod duration;
mod exact;
mod fixed;
mod human;
mod malformed;
mod unit;

pub use decimal::Decimal;
pub use duration::{Amount, parse_duration};
pub use exact::{Exact, Rounded, Tens};
pub use fixed::Fixed;
pub use human::{human_fixed, human_nanos};
pub use malformed::Malformed;
pub use unit::Unit;
