//! The one stepping walk from a policy to its calls. Schedule, marks, verdict and comparison all read it.
//!
//! [`Waits`] are what the policy alone gives; a [`Walk`] puts calls of some length between them, and takes the server's
//! wait in place of the policy's where there is one. A [`Mark`] watches a walk, a [`Sampler`] draws from its jitter.
//!
//! # Examples
//!
//! A gateway gives up after a second. Which retry does it cut off?
//!
//! ```
//! use holdoff::policy::{NativeFlags, Policy};
//! use holdoff::quantity::{Exact, parse_duration};
//! use holdoff::timeline::{Mark, Walk};
//!
//! let policy = Policy::native(&NativeFlags { base: "250ms", max: "2s", ..NativeFlags::default() })?;
//! let mut gateway = Mark::new("gateway".into(), parse_duration("1s")?.size().clone());
//! for step in Walk::new(&policy, Exact::zero()) {
//!     gateway.observe(&step?);
//! }
//! assert_eq!(gateway.before_retry, Some(3)); // the retries start at 250, 750, 1750, 3750 and 5750 ms
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draw;
mod mark;
mod sample;
mod waits;
mod walk;

pub use mark::Mark;
pub use sample::Sampler;
pub use waits::{Spread, Wait, WaitTooLong, Waits};
pub use walk::{Span, SpreadTotals, Step, Totals, Walk};
