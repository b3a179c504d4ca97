//! The Gregorian calendar, by counting: a year that begins in March has its leap day at its end, and 400 years are
//! 146,097 days.

use std::cell::Cell;

/// A day that exists, years 0000 to 9999.
#[derive(Clone, Copy)]
pub(super) struct Day {
    /// Days since 1970-01-01.
    since_epoch: i32,
}

/// From 1 March 0000 to 1 January 1970, in days.
const EPOCH: i32 = 719_468;
const DAYS_OF_400_YEARS: i32 = 146_097;

impl Day {
    /// The day of that date, or `None` where there is none (30 February, month 13).
    pub(super) fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let last = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        if year > 9999 || day == 0 || day > last {
            return None;
        }
        let (year, month, day) = (i32::from(year), i32::from(month), i32::from(day));
        // March is 0. Five months of March to July have 153 days, and so have those after them.
        let (year, month) =
            if month > 2 { (year, month.wrapping_sub(3)) } else { (year.wrapping_sub(1), month.wrapping_add(9)) };
        let (eras, year) = (year.div_euclid(400), year.rem_euclid(400));
        let in_year = (month.wrapping_mul(153).wrapping_add(2) / 5).wrapping_add(day).wrapping_sub(1);
        let in_era = before_year(year).wrapping_add(in_year);
        Some(Self { since_epoch: eras.wrapping_mul(DAYS_OF_400_YEARS).wrapping_add(in_era).wrapping_sub(EPOCH) })
    }

    /// How many days after 1970-01-01 it is.
    pub(super) fn since_epoch(self) -> i64 {
        self.since_epoch.into()
    }

    /// The day of the week, 0 for Sunday. 1970-01-01 was a Thursday.
    pub(super) fn weekday(self) -> usize {
        usize::try_from(self.since_epoch.wrapping_add(4).rem_euclid(7)).unwrap_or(0)
    }
}

/// How many days of 400 years lie before the year, from 0.
const fn before_year(year: i32) -> i32 {
    year.wrapping_mul(365).wrapping_add(year / 4).wrapping_sub(year / 100)
}

/// Year, month and day of the date `days` after 1970-01-01, in the years 0000 to 9999.
fn civil(days: i64) -> (u32, u32, u32) {
    // 400 years more, so that January and February of the year 0000 are not below zero.
    let days = days.saturating_add(i64::from(EPOCH)).saturating_add(i64::from(DAYS_OF_400_YEARS));
    let days = u32::try_from(days).unwrap_or(0);
    let (eras, in_era) = (days / 146_097, days % 146_097);
    // Without the leap days, of which the last of 4, of 100 and of 400 years has one.
    let even = in_era.wrapping_sub(in_era / 1460).wrapping_add(in_era / 36_524).wrapping_sub(in_era / 146_096);
    let year = even / 365;
    let before = year.wrapping_mul(365).wrapping_add(year / 4).wrapping_sub(year / 100);
    let in_year = in_era.wrapping_sub(before);
    let month = in_year.wrapping_mul(5).wrapping_add(2) / 153;
    let day = in_year.wrapping_sub(month.wrapping_mul(153).wrapping_add(2) / 5).wrapping_add(1);
    let year = eras.wrapping_mul(400).wrapping_add(year).wrapping_sub(400);
    if month < 10 { (year, month.wrapping_add(3), day) } else { (year.wrapping_add(1), month.wrapping_sub(9), day) }
}

thread_local! {
    /// The last day that was written: the instants of one response are mostly of one day.
    static WRITTEN: Cell<(i64, [u8; 10])> = const { Cell::new((0, *b"1970-01-01")) };
}

/// The date `days` after 1970-01-01 as `2026-12-01`, in the years 0000 to 9999.
pub(super) fn written(days: i64) -> [u8; 10] {
    let (before, text) = WRITTEN.get();
    if before == days {
        return text;
    }
    let (year, month, day) = civil(days);
    let ([y1, y2], [y3, y4], [m1, m2], [d1, d2]) = (two(year / 100), two(year), two(month), two(day));
    let text = [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2];
    WRITTEN.set((days, text));
    text
}

/// The last two digits of a number.
pub(super) fn two(number: u32) -> [u8; 2] {
    let digit = |digit: u32| b'0'.wrapping_add(u8::try_from(digit % 10).unwrap_or(0));
    [digit(number / 10), digit(number)]
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Date, Weekday, date};

    use super::*;

    #[test]
    fn counts_as_jiff_does_on_every_day() {
        let mut day = date(0, 1, 1);
        let mut since_epoch = -719_528i64;
        loop {
            let (year, month, number) =
                (day.year().unsigned_abs(), day.month().unsigned_abs(), day.day().unsigned_abs());
            let found = Day::new(year, month, number).unwrap();
            let parts = (u32::from(year), u32::from(month), u32::from(number));
            assert_eq!((found.since_epoch(), civil(since_epoch)), (since_epoch, parts), "{day}");
            let weekday = match day.weekday() {
                Weekday::Sunday => 0,
                Weekday::Monday => 1,
                Weekday::Tuesday => 2,
                Weekday::Wednesday => 3,
                Weekday::Thursday => 4,
                Weekday::Friday => 5,
                Weekday::Saturday => 6,
            };
            assert_eq!(found.weekday(), weekday, "{day}");
            if day == Date::MAX {
                break;
            }
            day = day.tomorrow().unwrap();
            since_epoch += 1;
        }
    }

    #[test]
    fn knows_which_days_there_are() {
        for year in [0u16, 1900, 2000, 2023, 2024, 9999, 10_000] {
            for month in 0..=13u8 {
                for day in 0..=32u8 {
                    let right = i16::try_from(year).ok().and_then(|year| {
                        Date::new(year, i8::try_from(month).unwrap(), i8::try_from(day).unwrap()).ok()
                    });
                    assert_eq!(Day::new(year, month, day).is_some(), right.is_some(), "{year} {month} {day}");
                }
            }
        }
    }
}
