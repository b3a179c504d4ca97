use std::fmt;

use super::{Exact, Short, Tens, Unit};

/// A number with nine decimals: seconds to the nanosecond, or a count.
///
/// Fields of a response are read into it. It is held in 128 bits, allocates nothing and saturates at
/// [`Fixed::MAX`], 2^63−1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed(i128);

const ONE: i128 = 1_000_000_000;

impl Fixed {
    /// 0.
    pub const ZERO: Self = Self(0);
    /// 1.
    pub const ONE: Self = Self(ONE);
    /// 2^63−1, where a wait saturates (RFC 9111, 1.2.2 asks caches to saturate a delta that is too large).
    pub const MAX: Self = Self(9_223_372_036_854_775_807_000_000_000);

    /// A whole number, saturated at ±[`Fixed::MAX`].
    pub const fn whole(number: i128) -> Self {
        const MOST: i128 = Fixed::MAX.0 / ONE;
        if number > MOST {
            Self::MAX
        } else if number < -MOST {
            Self(-Self::MAX.0)
        } else {
            Self(number.wrapping_mul(ONE))
        }
    }

    /// `nanos` thousand-millionths, saturated at ±[`Fixed::MAX`].
    pub const fn nanos(nanos: i128) -> Self {
        Self(nanos).saturated()
    }

    const fn saturated(self) -> Self {
        if self.0 > Self::MAX.0 {
            Self::MAX
        } else if self.0 < -Self::MAX.0 {
            Self(-Self::MAX.0)
        } else {
            self
        }
    }

    /// How many thousand-millionths it is.
    pub const fn as_nanos(self) -> i128 {
        self.0
    }

    /// Reads digits with at most one point and nothing else, rounded half to even to nine decimals.
    ///
    /// `None` for anything else, an empty text, a sign or a point without digits on both sides included. More digits
    /// than fit saturate.
    pub fn parse(text: &[u8]) -> Option<Self> {
        if let Some(number) = Self::small(text) {
            return Some(number);
        }
        let point = text.iter().position(|byte| *byte == b'.');
        let (whole, fraction) = match point {
            None => (text, None),
            Some(at) => (text.get(..at)?, Some(text.get(at.checked_add(1)?..)?)),
        };
        let whole = digits(whole)?;
        let fraction = fraction.map_or(Some(0), rounded_fraction)?;
        Some(Self::whole(whole).plus(Self(fraction)))
    }

    /// The same for at most 18 digits; `None` for any other text.
    pub(crate) fn small(text: &[u8]) -> Option<Self> {
        small(text).map(|whole| Self(i128::from(whole).wrapping_mul(ONE)))
    }

    /// A number of which `divisor` make one, rounded half to even to nine decimals.
    pub(crate) fn rounded(number: &Exact, divisor: u64) -> Option<Self> {
        Self::parse(number.round(divisor, 9, &mut Tens::new()).to_string().as_bytes())
    }

    /// The sum, saturated.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0)).saturated()
    }

    /// The difference, saturated; it may be negative.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0)).saturated()
    }

    /// A thousandth of it, rounded half to even to nine decimals.
    #[must_use]
    pub fn thousandth(self) -> Self {
        if let Ok(nanos) = i64::try_from(self.0) {
            let (quotient, rest) = (nanos.div_euclid(1000), nanos.rem_euclid(1000));
            let up = rest > 500 || (rest == 500 && quotient % 2 != 0);
            return Self(i128::from(quotient.wrapping_add(i64::from(up))));
        }
        let (quotient, rest) = (self.0.div_euclid(1000), self.0.rem_euclid(1000));
        let up = rest > 500 || (rest == 500 && quotient % 2 != 0);
        Self(quotient.saturating_add(if up { 1 } else { 0 }))
    }

    /// 1 divided by it, rounded half to even to nine decimals; `None` where it is not above 0.
    pub fn inverse(self) -> Option<Self> {
        let one = ONE.checked_mul(ONE)?;
        let (quotient, rest) = (one.checked_div(self.0)?, one.checked_rem(self.0)?);
        let twice = rest.saturating_mul(2);
        let up = twice > self.0 || (twice == self.0 && quotient % 2 != 0);
        (self.0 > 0).then(|| Self(quotient.saturating_add(i128::from(up))).saturated())
    }

    /// Itself, or 0 where it is negative.
    #[must_use]
    pub fn or_zero(self) -> Self {
        self.max(Self::ZERO)
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The same number of seconds as exact nanoseconds; 0 where it is negative.
    pub fn to_exact_nanos(self) -> Exact {
        let nanos = u128::try_from(self.0).unwrap_or(0);
        let (high, low) = (nanos.wrapping_shr(64), nanos & u128::from(u64::MAX));
        let word = |part: u128| Exact::new(u64::try_from(part).unwrap_or(u64::MAX), 0);
        // 2^64 does not fit a word, so the high part is carried by 2^32 twice.
        word(high).times_whole(1 << 32).times_whole(1 << 32).plus(&word(low))
    }

    /// The whole number that it is, or `None` where it has decimals.
    pub(crate) fn as_whole(self) -> Option<i64> {
        // Most are small, and 64 bits are divided at a fraction of what 128 cost.
        if let Ok(nanos) = i64::try_from(self.0) {
            return (nanos % 1_000_000_000 == 0).then_some(nanos / 1_000_000_000);
        }
        if self.0 % ONE == 0 { i64::try_from(self.0 / ONE).ok() } else { None }
    }

    /// As it is shown: a plain decimal without zeros at its end.
    pub(crate) fn short(self) -> Short {
        let mut text = Short::new();
        if self.0 < 0 {
            text.add(b"-");
        }
        let size = self.0.unsigned_abs();
        let (whole, nanos) = match u64::try_from(size) {
            Ok(size) => (size / 1_000_000_000, size % 1_000_000_000),
            // It is at most 2^63-1.
            Err(_) => {
                let part = |part: u128| u64::try_from(part).unwrap_or(u64::MAX);
                (part(size / 1_000_000_000), part(size % 1_000_000_000))
            }
        };
        text.add_number(whole);
        text.add_fraction(u32::try_from(nanos).unwrap_or(0));
        text
    }

    /// The unit that its waits are in.
    pub const UNIT: Unit = Unit::Second;
}

/// A number of at most 18 digits, which is what servers send, without the care that 128 bits take.
#[inline]
fn small(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.iter().try_fold(0i64, |value, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then(|| value.wrapping_mul(10).wrapping_add(i64::from(digit)))
    })
}

fn digits(text: &[u8]) -> Option<i128> {
    if text.is_empty() {
        return None;
    }
    if let Some(number) = small(text) {
        return Some(number.into());
    }
    text.iter().try_fold(0i128, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| i128::from(byte.saturating_sub(b'0')))?;
        Some(value.saturating_mul(10).saturating_add(digit))
    })
}

fn rounded_fraction(text: &[u8]) -> Option<i128> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let (kept, cut) = text.split_at(text.len().min(9));
    let missing = u32::try_from(9usize.saturating_sub(kept.len())).ok()?;
    let value = digits(kept)?.saturating_mul(10i128.saturating_pow(missing));
    let up = match cut.split_first() {
        None | Some((b'0'..=b'4', _)) => false,
        Some((b'5', rest)) if rest.iter().all(|byte| *byte == b'0') => value % 2 != 0,
        Some(_) => true,
    };
    Some(value.saturating_add(i128::from(up)))
}

/// A plain decimal without zeros at its end.
impl fmt::Display for Fixed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.short().text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverts() {
        for (text, right) in [
            ("0.5", Some("2")),
            ("2", Some("0.5")),
            ("3", Some("0.333333333")),
            ("0.0167", Some("59.880239521")),
            ("1.5", Some("0.666666667")),
            ("0.000000001", Some("1000000000")),
            // A tie at the tenth decimal goes to even: 1/1024 is 0.0009765625.
            ("1024", Some("0.000976562")),
            ("0", None),
        ] {
            let found = Fixed::parse(text.as_bytes()).unwrap().inverse();
            assert_eq!(found.map(|it| it.to_string()).as_deref(), right, "{text}");
        }
        assert_eq!(Fixed::whole(-2).inverse(), None);
    }

    #[test]
    fn reads_and_writes() {
        let shown = |text: &str| Fixed::parse(text.as_bytes()).map(|it| it.to_string());
        assert_eq!(shown("120"), Some("120".into()));
        assert_eq!(shown("007"), Some("7".into()));
        assert_eq!(shown("1.50"), Some("1.5".into()));
        assert_eq!(shown("0.0000000005"), Some("0".into()));
        assert_eq!(shown("0.0000000015"), Some("0.000000002".into()));
        assert_eq!(shown("0.00000000051"), Some("0.000000001".into()));
        assert_eq!(shown(&"9".repeat(60)), Some("9223372036854775807".into()));
        for bad in ["", ".", "1.", ".5", "+5", "-1", "1e3", "1 ", "0x1", "1.2.3"] {
            assert_eq!(shown(bad), None, "{bad}");
        }
        assert_eq!(Fixed::whole(-3).minus(Fixed::nanos(1)).to_string(), "-3.000000001");
    }

    #[test]
    fn converts() {
        assert_eq!(Fixed::whole(1500).thousandth().to_string(), "1.5");
        assert_eq!(Fixed::nanos(1500).thousandth().as_nanos(), 2);
        assert_eq!(Fixed::nanos(500).thousandth().as_nanos(), 0);
        assert_eq!(Fixed::MAX.to_exact_nanos().to_string(), "9223372036854775807000000000");
        assert_eq!(Fixed::whole(-1).to_exact_nanos().to_string(), "0");
    }
}
