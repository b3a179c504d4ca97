use super::{Decimal, Exact, Fixed, Malformed, Unit, decimal};

/// A duration as a person wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    negative: bool,
    size: Exact,
    unit: Option<Unit>,
}

impl Amount {
    /// Its size without the sign: nanoseconds where it has a unit, else the bare number.
    pub fn size(&self) -> &Exact {
        &self.size
    }

    /// The smallest unit that was written (ISO 8601: the second), or `None` for a bare number.
    pub fn unit(&self) -> Option<Unit> {
        self.unit
    }

    /// Whether it is above zero.
    pub fn is_positive(&self) -> bool {
        !self.negative && !self.size.is_zero()
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative && !self.size.is_zero()
    }
}

const DURATION: &str = "write a duration such as `250ms`, `1.5s` or `1h30m`";
const UNITS: &str = "write one of ns, us, ms, s, m (or min), h, d";

/// Reads a duration: `250ms`, `1.5s`, `1h30m`, `PT1.5S`, or a bare decimal, which has no unit.
///
/// Parts go from the larger unit to the smaller; a space may stand between them, so that what this program shows can
/// be written back. A minus sign is read, so that a range check can name the range.
///
/// # Errors
///
/// An unknown unit, a number that is none (see [`Decimal::parse`]), parts out of order, a month or a year in an
/// ISO 8601 duration. The error names the bytes.
///
/// # Examples
///
/// ```
/// use holdoff::quantity::{Unit, parse_duration};
///
/// let wait = parse_duration("1h30m")?;
/// assert_eq!(wait.unit(), Some(Unit::Minute));
/// assert_eq!(wait.size().to_string(), "5400000000000"); // nanoseconds
/// assert_eq!(parse_duration("90")?.unit(), None);
/// # Ok::<(), holdoff::quantity::Malformed>(())
/// ```
pub fn parse_duration(text: &str) -> Result<Amount, Malformed> {
    if text.is_empty() {
        return Err(Malformed::whole("is empty", DURATION));
    }
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let start = text.len().saturating_sub(unsigned.len());
    if unsigned.starts_with('P') {
        let size = iso(unsigned).map_err(|fault| fault.shifted(start))?;
        return Ok(Amount { negative: start == 1, size, unit: Some(Unit::Second) });
    }
    parts(text)
}

/// The seconds of a duration as programs write it (`6m0s`, `20ms`, `2m59.56s`), where every part is a whole number of
/// nanoseconds. `None` for any other, which [`parse_duration`] may still read.
pub(crate) fn quick_seconds(text: &[u8]) -> Option<Fixed> {
    let (mut rest, mut sum, mut before) = (text, 0u64, u64::MAX);
    while !rest.is_empty() {
        let (number, decimals);
        (number, rest) = number_of(rest, 6)?;
        let mut divisor = 1u64;
        if let Some(after) = rest.strip_prefix(b".") {
            let length;
            (decimals, length) = number_of(after, 9).map(|(it, left)| (it, after.len().saturating_sub(left.len())))?;
            rest = after.get(length..)?;
            divisor = 10u64.checked_pow(u32::try_from(length).ok()?)?;
        } else {
            decimals = 0;
        }
        let unit;
        (unit, rest) = match rest {
            [b'm', b's', rest @ ..] => (1_000_000, rest),
            [b'h', rest @ ..] => (3_600_000_000_000, rest),
            [b'm', rest @ ..] => (60_000_000_000, rest),
            [b's', rest @ ..] => (1_000_000_000, rest),
            _ => return None,
        };
        let fraction = decimals.checked_mul(unit)?;
        if unit >= before || !fraction.is_multiple_of(divisor) || !rest.first().is_none_or(u8::is_ascii_digit) {
            return None;
        }
        before = unit;
        sum = sum.checked_add(number.checked_mul(unit)?)?.checked_add(fraction.checked_div(divisor)?)?;
    }
    (before < u64::MAX).then(|| Fixed::nanos(sum.into()))
}

/// The number that stands first, of at most so many digits, and what follows it.
fn number_of(text: &[u8], most: usize) -> Option<(u64, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(length).filter(|_| (1..=most).contains(&length))?;
    let digit = |number: u64, byte: &u8| number.wrapping_mul(10).wrapping_add(u64::from(byte.wrapping_sub(b'0')));
    Some((digits.iter().fold(0, digit), rest))
}

/// `1h30m`: decimals with units, or one bare decimal.
fn parts(text: &str) -> Result<Amount, Malformed> {
    let mut size = Exact::zero();
    let mut smallest: Option<Unit> = None;
    let mut negative = false;
    let mut at = 0usize;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (number, length) = Decimal::parse_prefix(rest).map_err(|fault| {
            if rest.bytes().any(|byte| byte.is_ascii_digit()) {
                fault.shifted(at)
            } else {
                not_a_duration(at..text.len())
            }
        })?;
        if at == 0 {
            negative = number.is_negative();
        } else if rest.starts_with('-') {
            return Err(Malformed::new("has a sign inside", at..at.saturating_add(1), "write a sign only in front"));
        }
        let unit_at = at.saturating_add(length);
        let after = text.get(unit_at..).unwrap_or_default();
        if after.is_empty() && at == 0 {
            return Ok(Amount { negative, size: number.magnitude(), unit: None });
        }
        let name_length = after.find(|it: char| !it.is_alphabetic()).unwrap_or(after.len());
        let name = after.get(..name_length).unwrap_or_default();
        let unit_end = unit_at.saturating_add(name_length);
        let spaced = after.trim_start_matches(' ');
        if name.is_empty() && spaced.len() < after.len() && Unit::from_name(spaced).is_some() {
            let space = unit_at..unit_at.saturating_add(after.len().saturating_sub(spaced.len()));
            let number = text.get(at..unit_at).unwrap_or_default();
            return Err(Malformed::new("has a space before its unit", space, format!("write `{number}{spaced}`")));
        }
        if name.is_empty() {
            let fault = decimal::trailing(rest, length).shifted(at);
            return Err(if after.is_empty() { missing_unit(at..unit_at) } else { fault });
        }
        let unit = Unit::from_name(name).ok_or_else(|| unknown_unit(name, unit_at))?;
        if smallest.is_some_and(|before| unit >= before) {
            let hint = "write each unit once, the larger first, as in `1h30m`";
            return Err(Malformed::new("has its units out of order", unit_at..unit_end, hint));
        }
        smallest = Some(unit);
        size = size.plus(&number.magnitude().times_whole(unit.nanoseconds()));
        let gap = text.get(unit_end..).is_some_and(|rest| rest.starts_with(' '));
        at = unit_end.saturating_add(usize::from(gap));
        if gap && at == text.len() {
            return Err(Malformed::new("ends in a space", unit_end..at, "leave it out"));
        }
    }
    Ok(Amount { negative, size, unit: smallest })
}

fn not_a_duration(at: std::ops::Range<usize>) -> Malformed {
    Malformed::new("is not a duration", at, DURATION)
}

fn missing_unit(at: std::ops::Range<usize>) -> Malformed {
    Malformed::new("has a last part without a unit", at, UNITS)
}

fn unknown_unit(name: &str, at: usize) -> Malformed {
    let meant = match name.to_lowercase().as_str() {
        "sec" | "secs" | "second" | "seconds" => Some("s"),
        "msec" | "msecs" | "millis" | "millisecond" | "milliseconds" => Some("ms"),
        "usec" | "micros" | "microsecond" | "microseconds" => Some("us"),
        "nanos" | "nanosecond" | "nanoseconds" => Some("ns"),
        "mins" | "minute" | "minutes" => Some("m"),
        "hr" | "hrs" | "hour" | "hours" => Some("h"),
        "day" | "days" => Some("d"),
        // `M` may stand for minutes or months elsewhere, so nothing is offered for it.
        "m" => None,
        lower => Unit::from_name(lower).map(Unit::name),
    };
    let hint = meant.map_or_else(|| UNITS.to_owned(), |unit| format!("write `{unit}`"));
    Malformed::new(format!("has the unknown unit `{name}`"), at..at.saturating_add(name.len()), hint)
}

/// ISO 8601-1, 5.5.2.4: `P1DT2H3M4.5S`, without years and months, whose length is not fixed, and without weeks.
fn iso(text: &str) -> Result<Exact, Malformed> {
    let wrong = |at: usize, end: usize| {
        Malformed::new(
            "is not an ISO 8601 duration of days, hours, minutes and seconds",
            at..end,
            "write it as `PT1.5S` or `1.5s`",
        )
    };
    let mut size = Exact::zero();
    let mut in_time = false;
    let mut smallest: Option<Unit> = None;
    let mut at = 1usize;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with('T') && !in_time {
            in_time = true;
            at = at.saturating_add(1);
            continue;
        }
        if rest.starts_with('-') {
            return Err(wrong(at, at.saturating_add(1)));
        }
        let (number, length) = Decimal::parse_prefix(rest).map_err(|_| wrong(at, text.len()))?;
        let unit_at = at.saturating_add(length);
        // Of decimals the standard has digits and a point alone, and those in the last part only.
        let number_text = text.get(at..unit_at).unwrap_or_default();
        let is_last = text.len() == unit_at.saturating_add(1);
        if !number_text.bytes().all(|byte| byte.is_ascii_digit() || (byte == b'.' && is_last)) {
            return Err(wrong(at, unit_at));
        }
        let unit = match (in_time, text.as_bytes().get(unit_at)) {
            (false, Some(b'D')) => Unit::Day,
            (true, Some(b'H')) => Unit::Hour,
            (true, Some(b'M')) => Unit::Minute,
            (true, Some(b'S')) => Unit::Second,
            _ => return Err(wrong(unit_at, text.len())),
        };
        if smallest.is_some_and(|before| unit >= before) {
            return Err(wrong(unit_at, unit_at.saturating_add(1)));
        }
        smallest = Some(unit);
        size = size.plus(&number.magnitude().times_whole(unit.nanoseconds()));
        at = unit_at.saturating_add(1);
    }
    if smallest.is_none() || text.ends_with('T') {
        return Err(wrong(0, text.len()));
    }
    Ok(size)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::quantity::Tens;

    proptest! {
        #[test]
        fn the_quick_way_agrees(text in "([0-9]{1,7}(\\.[0-9]{0,10})?(h|m|s|ms|us| )){0,3}") {
            if let Some(seconds) = quick_seconds(text.as_bytes()) {
                let amount = parse_duration(&text).unwrap();
                prop_assert_eq!(amount.size().round(1_000_000_000, 9, &mut Tens::new()).to_string(), seconds.to_string());
            }
        }
    }

    #[test]
    fn the_quick_way_is_taken() {
        for (text, seconds) in
            [("6m0s", "360"), ("20ms", "0.02"), ("2m59.56s", "179.56"), ("0.000001ms", "0.000000001")]
        {
            assert_eq!(quick_seconds(text.as_bytes()).unwrap().to_string(), seconds, "{text}");
        }
        for other in ["", "5", "1.s", "1ns", "0.0000001ms", "1s1m", "1m 1s", "1m1", "-1s"] {
            assert_eq!(quick_seconds(other.as_bytes()), None, "{other}");
        }
    }

    fn read(text: &str) -> (String, Option<&'static str>) {
        let it = parse_duration(text).unwrap();
        (it.size().to_string(), it.unit().map(Unit::name))
    }

    #[test]
    fn reads_every_written_form() {
        assert_eq!(read("250ms"), ("250000000".into(), Some("ms")));
        assert_eq!(read("1.5s"), ("1500000000".into(), Some("s")));
        assert_eq!(read("1h30m"), ("5400000000000".into(), Some("m")));
        assert_eq!(read("1m 30s"), ("90000000000".into(), Some("s")));
        assert_eq!(read("2min"), ("120000000000".into(), Some("m")));
        assert_eq!(read("1d"), ("86400000000000".into(), Some("d")));
        assert_eq!(read("5\u{b5}s"), ("5000".into(), Some("us")));
        assert_eq!(read("5\u{3bc}s"), ("5000".into(), Some("us")));
        assert_eq!(read("1e3ns"), ("1000".into(), Some("ns")));
        assert_eq!(read("0.1ns"), ("0.1".into(), Some("ns")));
        assert_eq!(read("PT1.5S"), ("1500000000".into(), Some("s")));
        assert_eq!(read("P1DT1M"), ("86460000000000".into(), Some("s")));
        assert_eq!(read("0.1"), ("0.1".into(), None));
        assert!(parse_duration("-1s").unwrap().is_negative());
        assert!(parse_duration("-PT1S").unwrap().is_negative());
        assert!(!parse_duration("-0s").unwrap().is_negative());
    }

    #[test]
    fn says_what_is_wrong_where_and_what_to_write() {
        let fault = |text: &str| {
            let it = parse_duration(text).unwrap_err();
            (it.message().to_owned(), it.at(), it.hint().to_owned())
        };
        assert_eq!(fault("10sec"), ("has the unknown unit `sec`".into(), Some(2..5), "write `s`".into()));
        assert_eq!(fault("10S").2, "write `s`");
        assert_eq!(fault("1M").2, UNITS);
        assert_eq!(fault("1w").0, "has the unknown unit `w`");
        assert_eq!(fault("2,000ms").0, "has a comma in it");
        assert_eq!(
            fault("30m1h"),
            (
                "has its units out of order".into(),
                Some(4..5),
                "write each unit once, the larger first, as in `1h30m`".into()
            )
        );
        assert_eq!(fault("1h1h").0, "has its units out of order");
        assert_eq!(fault("1h30").0, "has a last part without a unit");
        assert_eq!(fault("1h-30m").1, Some(2..3));
        assert_eq!(fault("s").0, "is not a duration");
        assert_eq!(fault("NaN").2, DURATION);
        assert_eq!(fault("").0, "is empty");
        assert_eq!(fault("1s ").0, "ends in a space");
        assert_eq!(fault("200 ms"), ("has a space before its unit".into(), Some(3..4), "write `200ms`".into()));
        for bad in [
            "P", "PT", "P1Y", "P1M", "PT1", "P1DT", "PT1S2M", "PT-1S", "P1W", "PT1e1S", "PT1_0S", "PT1.5M1S",
            "P0.5DT1H",
        ] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
