//! The day, the time and the zone, as V8 puts them together.

/// The numbers of a day in their order, and a month by its name.
#[derive(Debug, Default)]
pub(super) struct Day {
    numbers: Vec<i64>,
    pub(super) month: Option<i64>,
    /// Whether the order is that of ISO 8601.
    pub(super) is_iso: bool,
}

impl Day {
    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Adds a number, if there is place for one.
    pub(super) fn add(&mut self, number: i64) -> bool {
        let has_place = self.numbers.len() < 3;
        if has_place {
            self.numbers.push(number);
        }
        has_place
    }

    pub(super) fn is_month(number: i64) -> bool {
        (1..=12).contains(&number)
    }

    pub(super) fn is_day(number: i64) -> bool {
        (1..=31).contains(&number)
    }

    /// Year, month and day.
    pub(super) fn date(&self) -> Option<(i64, i64, i64)> {
        let given = self.numbers.len();
        let at = |position: usize| self.numbers.get(position).copied().unwrap_or(1);
        let (first, second, third) = (*self.numbers.first()?, at(1), at(2));
        let (year, month, day) = match self.month {
            None if self.is_iso || !Self::is_day(first) => (first, second, third),
            // A missing year was made 1 before it is looked at, which is 2001.
            None => (if given == 3 { third } else { 1 }, first, second),
            Some(month) if !Self::is_day(first) => (first, month, second),
            Some(month) => (second, month, first),
        };
        let year = match year {
            0..=49 if !self.is_iso => year.saturating_add(2000),
            50..=99 if !self.is_iso => year.saturating_add(1900),
            _ => year,
        };
        (Self::is_month(month) && Self::is_day(day)).then_some((year, month, day))
    }
}

/// Hour, minute, second and millisecond, as far as they are known.
#[derive(Debug, Default)]
pub(super) struct Time {
    numbers: Vec<i64>,
    pub(super) half_day: Option<i64>,
}

impl Time {
    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    pub(super) fn add(&mut self, number: i64) -> bool {
        let has_place = self.numbers.len() < 4;
        if has_place {
            self.numbers.push(number);
        }
        has_place
    }

    /// Adds the last number; the rest is 0.
    pub(super) fn add_last(&mut self, number: i64) {
        self.add(number);
        self.numbers.resize(4, 0);
    }

    /// Whether a minute, a second or a millisecond is next, and this may be it.
    pub(super) fn expects(&self, number: i64) -> bool {
        match self.numbers.len() {
            1 | 2 => Self::is_minute(number),
            3 => (0..=999).contains(&number),
            _ => false,
        }
    }

    pub(super) fn is_hour(number: i64) -> bool {
        (0..=23).contains(&number)
    }

    pub(super) fn is_minute(number: i64) -> bool {
        (0..=59).contains(&number)
    }

    /// Milliseconds since midnight.
    pub(super) fn milliseconds(&self) -> Option<i64> {
        let at = |position: usize| self.numbers.get(position).copied().unwrap_or(0);
        let (mut hour, minute, second, millisecond) = (at(0), at(1), at(2), at(3));
        if let Some(half_day) = self.half_day {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = (hour % 12).saturating_add(half_day);
        }
        let is_midnight = (hour, minute, second, millisecond) == (24, 0, 0, 0);
        let is_time = Self::is_hour(hour) && Self::is_minute(minute) && Self::is_minute(second) && millisecond <= 999;
        let minutes = hour.saturating_mul(60).saturating_add(minute);
        let seconds = minutes.saturating_mul(60).saturating_add(second);
        (is_time || is_midnight).then(|| seconds.saturating_mul(1000).saturating_add(millisecond))
    }
}

/// An offset from UTC, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Zone {
    pub(super) sign: Option<i64>,
    pub(super) hour: Option<i64>,
    pub(super) minute: Option<i64>,
}

impl Zone {
    /// A zone of so many hours east of UTC.
    pub(super) fn set(&mut self, hours: i64) {
        self.sign = Some(if hours < 0 { -1 } else { 1 });
        (self.hour, self.minute) = (Some(hours.saturating_abs()), Some(0));
    }

    pub(super) fn is_utc(&self) -> bool {
        (self.hour, self.minute) == (Some(0), Some(0))
    }

    /// Whether its minutes are next, and this may be them.
    pub(super) fn expects(&self, number: i64) -> bool {
        self.hour.is_some() && self.minute.is_none() && Time::is_minute(number)
    }

    /// Seconds east of UTC; where there is none it is the local zone, which is taken to be UTC.
    pub(super) fn seconds(&self) -> i64 {
        let minutes = self.hour.unwrap_or(0).saturating_mul(60).saturating_add(self.minute.unwrap_or(0));
        self.sign.unwrap_or(0).saturating_mul(minutes).saturating_mul(60)
    }
}
