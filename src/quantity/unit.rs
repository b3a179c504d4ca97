/// A unit of time, of fixed length.
///
/// A day is 24 hours; weeks, months and years have no place in a retry policy and are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// 1 nanosecond, written `ns`.
    Nanosecond,
    /// 1,000 nanoseconds, written `us` or `µs`.
    Microsecond,
    /// 1,000,000 nanoseconds, written `ms`.
    Millisecond,
    /// 1,000,000,000 nanoseconds, written `s`.
    Second,
    /// 60 seconds, written `m` or `min`.
    Minute,
    /// 60 minutes, written `h`.
    Hour,
    /// 24 hours, written `d`.
    Day,
}

impl Unit {
    /// Every unit, smallest first.
    pub const ALL: [Self; 7] =
        [Self::Nanosecond, Self::Microsecond, Self::Millisecond, Self::Second, Self::Minute, Self::Hour, Self::Day];

    /// The unit that `text` names, exactly as written (`m` is minutes, `M` is nothing).
    pub fn from_name(text: &str) -> Option<Self> {
        Some(match text {
            "ns" => Self::Nanosecond,
            // U+00B5, the micro sign, and U+03BC, the Greek letter that keyboards give.
            "us" | "\u{b5}s" | "\u{3bc}s" => Self::Microsecond,
            "ms" => Self::Millisecond,
            "s" => Self::Second,
            "m" | "min" => Self::Minute,
            "h" => Self::Hour,
            "d" => Self::Day,
            _ => return None,
        })
    }

    /// The name used in output: `ns`, `us`, `ms`, `s`, `m`, `h` or `d`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nanosecond => "ns",
            Self::Microsecond => "us",
            Self::Millisecond => "ms",
            Self::Second => "s",
            Self::Minute => "m",
            Self::Hour => "h",
            Self::Day => "d",
        }
    }

    /// How many nanoseconds one of this unit is.
    pub const fn nanoseconds(self) -> u64 {
        match self {
            Self::Nanosecond => 1,
            Self::Microsecond => 1_000,
            Self::Millisecond => 1_000_000,
            Self::Second => 1_000_000_000,
            Self::Minute => 60_000_000_000,
            Self::Hour => 3_600_000_000_000,
            Self::Day => 86_400_000_000_000,
        }
    }

    /// How many decimals a rounded number of this unit keeps at most.
    ///
    /// Up to the second that is the nanosecond; a minute, an hour and a day are not a power of ten of it and keep 15.
    pub const fn decimals(self) -> u32 {
        match self {
            Self::Nanosecond => 0,
            Self::Microsecond => 3,
            Self::Millisecond => 6,
            Self::Second => 9,
            Self::Minute | Self::Hour | Self::Day => 15,
        }
    }
}
