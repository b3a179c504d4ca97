//! The Gregorian calendar, on jiff's civil dates: its timestamps end before 9999-12-31 does, its dates do not.

use jiff::SignedDuration;
use jiff::civil::{Date, Weekday};

const EPOCH: Date = jiff::civil::date(1970, 1, 1);
const SECONDS_PER_DAY: i64 = 86_400;

/// A day that exists, years 0000 to 9999.
#[derive(Clone, Copy)]
pub(super) struct Day(Date);

impl Day {
    /// The day of that date, or `None` where there is none (30 February, month 13).
    pub(super) fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let (year, month, day) = (i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        Date::new(year, month, day).ok().map(Self)
    }

    /// How many days after 1970-01-01 it is.
    pub(super) fn since_epoch(self) -> i64 {
        self.0.duration_since(EPOCH).as_secs().div_euclid(SECONDS_PER_DAY)
    }

    /// The day of the week, 0 for Sunday.
    pub(super) fn weekday(self) -> usize {
        match self.0.weekday() {
            Weekday::Sunday => 0,
            Weekday::Monday => 1,
            Weekday::Tuesday => 2,
            Weekday::Wednesday => 3,
            Weekday::Thursday => 4,
            Weekday::Friday => 5,
            Weekday::Saturday => 6,
        }
    }
}

/// Year, month and day of the date `days` after 1970-01-01.
pub(super) fn civil(days: i64) -> (i16, i8, i8) {
    let date = EPOCH.saturating_add(SignedDuration::from_secs(days.saturating_mul(SECONDS_PER_DAY)));
    (date.year(), date.month(), date.day())
}
