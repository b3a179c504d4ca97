use std::fmt;
use std::num::NonZeroU32;

use super::{Exact, Short, Tens, Unit};

/// A number with nine decimals: seconds to the nanosecond, or a count.
///
/// Fields of a response are read into it. It allocates nothing and saturates at [`Fixed::MAX`], 2^63−1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed {
    /// The largest whole number that is not above it, from −(2^63−1) to 2^63−1.
    whole: i64,
    decimals: Decimals,
}

/// The thousand-millionths above the whole number, plus 1: an absent [`Fixed`] needs no room of its own, and a reading
/// holds many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Decimals(NonZeroU32);

impl Decimals {
    const NONE: Self = Self(NonZeroU32::MIN);

    /// `nanos` are below 10^9.
    const fn new(nanos: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(nanos))
    }

    const fn nanos(self) -> u32 {
        self.0.get().wrapping_sub(1)
    }
}

const ONE: u32 = 1_000_000_000;
const ONE_WIDE: i128 = 1_000_000_000;

impl Fixed {
    /// 0.
    pub const ZERO: Self = Self::of(0);
    /// 1.
    pub const ONE: Self = Self::of(1);
    /// 2^63−1, where a wait saturates (RFC 9111, 1.2.2 asks caches to saturate a delta that is too large).
    pub const MAX: Self = Self::of(i64::MAX);
    /// The opposite of [`Fixed::MAX`].
    const MIN: Self = Self::of(-i64::MAX);

    /// A whole number, which is not `i64::MIN`.
    const fn of(whole: i64) -> Self {
        Self { whole, decimals: Decimals::NONE }
    }

    /// A whole number, saturated at ±[`Fixed::MAX`].
    #[expect(clippy::as_conversions, reason = "the number is within the range, and a trait has no const method")]
    pub const fn whole(number: i128) -> Self {
        const MOST: i128 = i64::MAX as i128;
        if number > MOST {
            Self::MAX
        } else if number < -MOST {
            Self::MIN
        } else {
            Self::of(number as i64)
        }
    }

    /// `nanos` thousand-millionths, saturated at ±[`Fixed::MAX`].
    #[expect(clippy::as_conversions, reason = "the rest is below 10^9, and a trait has no const method")]
    pub const fn nanos(nanos: i128) -> Self {
        let whole = Self::whole(nanos.div_euclid(ONE_WIDE));
        if whole.whole == i64::MAX || whole.whole == -i64::MAX {
            return whole;
        }
        Self { whole: whole.whole, decimals: Decimals::new(nanos.rem_euclid(ONE_WIDE) as u32) }
    }

    /// The largest whole number that is not above it, and the thousand-millionths that it is above that.
    pub(crate) const fn parts(self) -> (i64, u32) {
        (self.whole, self.decimals.nanos())
    }

    /// `whole` and `nanos` thousand-millionths, which are below 10^9.
    pub(crate) const fn from_parts(whole: i64, nanos: u32) -> Self {
        Self { whole, decimals: Decimals::new(nanos) }.saturated()
    }

    const fn saturated(self) -> Self {
        if self.whole == i64::MAX {
            Self::MAX
        } else if self.whole < -i64::MAX {
            Self::MIN
        } else {
            self
        }
    }

    /// How many thousand-millionths it is.
    #[expect(clippy::as_conversions, reason = "both widen, and a trait has no const method")]
    pub const fn as_nanos(self) -> i128 {
        (self.whole as i128).wrapping_mul(ONE_WIDE).wrapping_add(self.decimals.nanos() as i128)
    }

    /// The same in 64 bits; `None` where it is more than 292 years.
    #[inline]
    pub(crate) fn as_few_nanos(self) -> Option<i64> {
        self.whole.checked_mul(i64::from(ONE))?.checked_add(i64::from(self.decimals.nanos()))
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
        Some(Self::whole(whole).plus(Self::nanos(fraction)))
    }

    /// The same for at most 18 digits; `None` for any other text.
    #[inline]
    pub(crate) fn small(text: &[u8]) -> Option<Self> {
        small(text).map(Self::of)
    }

    /// A number of which `divisor` make one, rounded half to even to nine decimals.
    pub(crate) fn rounded(number: &Exact, divisor: u64) -> Option<Self> {
        Self::parse(number.round(divisor, 9, &mut Tens::new()).to_string().as_bytes())
    }

    /// The sum, saturated.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let nanos = self.decimals.nanos().wrapping_add(other.decimals.nanos());
        let (carry, nanos) = if nanos >= ONE { (1, nanos.wrapping_sub(ONE)) } else { (0, nanos) };
        let whole = self.whole.saturating_add(other.whole).saturating_add(carry);
        Self { whole, decimals: Decimals::new(nanos) }.saturated()
    }

    /// The difference, saturated; it may be negative.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        let (less, more) = (other.decimals.nanos(), self.decimals.nanos());
        let (carry, nanos) =
            if more < less { (1, more.wrapping_add(ONE).wrapping_sub(less)) } else { (0, more.wrapping_sub(less)) };
        let whole = self.whole.saturating_sub(other.whole).saturating_sub(carry);
        Self { whole, decimals: Decimals::new(nanos) }.saturated()
    }

    /// A thousandth of it, rounded half to even to nine decimals.
    #[must_use]
    pub fn thousandth(self) -> Self {
        let (whole, rest) = (self.whole.div_euclid(1000), self.whole.rem_euclid(1000));
        let nanos = rest.saturating_mul(i64::from(ONE)).saturating_add(i64::from(self.decimals.nanos()));
        let (quotient, rest) = (nanos / 1000, nanos % 1000);
        let up = rest > 500 || (rest == 500 && quotient % 2 != 0);
        Self::of(whole).plus(Self::nanos(i128::from(quotient).saturating_add(i128::from(up))))
    }

    /// 1 divided by it, rounded half to even to nine decimals; `None` where it is not above 0.
    pub fn inverse(self) -> Option<Self> {
        let one = ONE_WIDE.checked_mul(ONE_WIDE)?;
        let nanos = self.as_nanos();
        let (quotient, rest) = (one.checked_div(nanos)?, one.checked_rem(nanos)?);
        let twice = rest.saturating_mul(2);
        let up = twice > nanos || (twice == nanos && quotient % 2 != 0);
        (nanos > 0).then(|| Self::nanos(quotient.saturating_add(i128::from(up))))
    }

    /// Itself, or 0 where it is negative.
    #[must_use]
    pub fn or_zero(self) -> Self {
        self.max(Self::ZERO)
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.whole < 0
    }

    /// The same number of seconds as exact nanoseconds; 0 where it is negative.
    pub fn to_exact_nanos(self) -> Exact {
        let nanos = u128::try_from(self.as_nanos()).unwrap_or(0);
        let (high, low) = (nanos.wrapping_shr(64), nanos & u128::from(u64::MAX));
        let word = |part: u128| Exact::new(u64::try_from(part).unwrap_or(u64::MAX), 0);
        // 2^64 does not fit a word, so the high part is carried by 2^32 twice.
        word(high).times_whole(1 << 32).times_whole(1 << 32).plus(&word(low))
    }

    /// The whole number that it is, or `None` where it has decimals.
    #[inline]
    pub(crate) fn as_whole(self) -> Option<i64> {
        (self.decimals == Decimals::NONE).then_some(self.whole)
    }

    /// As it is shown: a plain decimal without zeros at its end.
    pub(crate) fn short(self) -> Short {
        let mut text = Short::new();
        let size = if self.is_negative() {
            text.add(b"-");
            Self::ZERO.minus(self)
        } else {
            self
        };
        text.add_number(size.whole.unsigned_abs());
        text.add_fraction(size.decimals.nanos());
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
