//! One limit from sighting to sighting.

use super::gather::Sight;
use crate::instant::Instant;
use crate::quantity::Fixed;

const SECOND: i64 = 1_000_000_000;

/// How a reset moved before it was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// It moved on, as that of a window that slides does.
    Later,
    /// It came nearer, which the reset of one limit on one clock never does.
    Earlier,
}

impl Moves {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::Later, Self::Earlier];

    /// `later` or `earlier`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Later => "later",
            Self::Earlier => "earlier",
        }
    }
}

/// Two responses with what each of them says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair<T> {
    pub(super) first: (u64, T),
    pub(super) second: (u64, T),
}

/// What was seen of a limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    pub(super) sightings: u64,
    /// How many of them were compared with the window that was known.
    pub(super) compared: u64,
    /// The largest difference of two resets of one window, in nanoseconds.
    pub(super) spread: i64,
    pub(super) later: Option<Pair<i64>>,
    pub(super) earlier: Option<Pair<i64>>,
    /// The remaining quota that grew, and the reset before which it did.
    pub(super) grown: Option<(Pair<Fixed>, i64)>,
    window: Option<Window>,
}

/// The window of the last sighting.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// The response that was the first to show it.
    number: u64,
    reset: i64,
    slack: i64,
    /// When it was last seen, and the reset that was named then.
    last: i64,
    last_reset: i64,
    /// The lowest remaining quota: in which response, when it was last seen, and how much.
    low: Option<(u64, i64, Fixed)>,
    quota: Option<Fixed>,
}

impl Window {
    fn new(sight: &Sight, number: u64) -> Self {
        let low = sight.remaining.map(|remaining| (number, sight.at, remaining));
        Self {
            number,
            reset: sight.reset,
            slack: sight.slack,
            last: sight.at,
            last_reset: sight.reset,
            low,
            quota: sight.quota,
        }
    }
}

impl Progress {
    /// Compares the next sighting with the window that is known. All honest limits have in common that their reset
    /// never comes nearer than the clock brings it: that of a fixed window stays, that of a window that slides or of a
    /// bucket that fills moves on with each call.
    pub(super) fn see(&mut self, sight: &Sight, number: u64) {
        self.sightings = self.sightings.saturating_add(1);
        let Some(mut window) = self.window else {
            self.window = Some(Window::new(sight, number));
            return;
        };
        if sight.at < window.last {
            // A response that came before the last one: what it shows is no longer to be compared.
            return;
        }
        let moved = sight.reset.saturating_sub(window.reset);
        let slack = sight.slack.saturating_add(window.slack);
        let is_over = sight.at.saturating_add(SECOND) >= window.reset.saturating_sub(window.slack);
        if is_over && moved > slack {
            self.window = Some(Window::new(sight, number));
            return;
        }
        self.compared = self.compared.saturating_add(1);
        self.spread = self.spread.max(moved.saturating_abs());
        if moved.saturating_abs() > slack {
            let pair = Pair { first: (window.number, window.reset), second: (number, sight.reset) };
            let found = if moved > 0 { &mut self.later } else { &mut self.earlier };
            *found = found.or(Some(pair));
            self.window = Some(Window::new(sight, number));
            return;
        }
        if !is_over {
            self.compare_remaining(&window, sight, number);
        }
        (window.last, window.last_reset) = (sight.at, sight.reset);
        if let Some(remaining) = sight.remaining
            && window.low.is_none_or(|(_, _, low)| remaining <= low)
        {
            window.low = Some((number, sight.at, remaining));
        }
        window.quota = sight.quota.or(window.quota);
        self.window = Some(window);
    }

    /// Calls that are made side by side are answered in any order, so only what is left a second later is compared, and
    /// only under the same quota.
    fn compare_remaining(&mut self, window: &Window, sight: &Sight, number: u64) {
        let Some(((first, at, low), remaining)) = window.low.zip(sight.remaining) else { return };
        let same_quota = window.quota.zip(sight.quota).is_none_or(|(one, two)| one == two);
        if self.grown.is_none() && same_quota && remaining > low && sight.at.saturating_sub(at) > SECOND {
            let pair = Pair { first: (first, low), second: (number, remaining) };
            self.grown = Some((pair, window.reset));
        }
    }

    /// The reset that the last sighting named.
    pub(super) fn last_reset(&self) -> Option<Instant> {
        self.window.and_then(|window| instant(window.last_reset))
    }
}

pub(super) fn instant(nanos: i64) -> Option<Instant> {
    Instant::from_unix(Fixed::nanos(i128::from(nanos)))
}
