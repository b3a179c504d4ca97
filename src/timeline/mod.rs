//! The one stepping walk from a policy to its calls. Schedule, marks, verdict and comparison all read it.

mod mark;
mod sample;
mod waits;
mod walk;

pub use mark::Mark;
pub use sample::Sampler;
pub use waits::{Spread, Wait, WaitTooLong, Waits};
pub use walk::{Span, SpreadTotals, Step, Totals, Walk};
