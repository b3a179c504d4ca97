//! Which extreme is drawn, for all that draws.

use std::sync::atomic::{AtomicBool, Ordering};

static HIGHEST: AtomicBool = AtomicBool::new(false);

/// From here on the highest value is drawn, or the lowest.
pub fn set_highest(highest: bool) {
    HIGHEST.store(highest, Ordering::Relaxed);
}

/// Whether it is the highest.
pub fn is_highest() -> bool {
    HIGHEST.load(Ordering::Relaxed)
}
