//! Exact decimals with units.
//!
//! Nothing here is a binary float. What a person writes is a [`Decimal`] or an [`Amount`]; schedules are computed
//! with [`Exact`] numbers of any size and rounded once, when they are shown; fields of a response are read into
//! [`Fixed`] numbers, which have nine decimals and never allocate.
//!
//! # Examples
//!
//! ```
//! use holdoff::quantity::{Exact, Unit, parse_duration};
//!
//! let (base, factor) = (Exact::new(1, -1), Exact::new(11, -1)); // 0.1 and 1.1
//! assert_eq!(base.times(&factor).times(&factor).to_string(), "0.121");
//!
//! let written = parse_duration("1m30s")?;
//! assert_eq!((written.size(), written.unit()), (&Exact::new(90, 9), Some(Unit::Second))); // 90 s in nanoseconds
//! assert_eq!(parse_duration("90")?.unit(), None); // a bare number stays bare
//! # Ok::<(), holdoff::quantity::Malformed>(())
//! ```

mod decimal;
mod duration;
mod exact;
mod fixed;
mod human;
mod malformed;
mod short;
mod unit;

pub use decimal::Decimal;
pub(crate) use duration::quick_seconds;
pub use duration::{Amount, parse_duration};
pub use exact::{Exact, Rounded, Tens};
pub use fixed::Fixed;
pub use human::{human_fixed, human_nanos};
pub use malformed::Malformed;
pub(crate) use short::Short;
pub use unit::Unit;
