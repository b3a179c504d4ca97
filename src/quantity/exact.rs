use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

/// A decimal number of any size that is not negative, without any rounding.
///
/// Sums, products and halves of such numbers are such numbers again, so a whole schedule is computed without a
/// single rounding. [`Exact::round`] rounds, once, for people and for JSON.
#[derive(Clone, Debug)]
pub struct Exact {
    mantissa: BigUint,
    /// The number is `mantissa` / 10^`scale`.
    scale: u32,
}

/// Powers of ten, each made from the last one.
///
/// A schedule needs a slightly larger one at every step; raising ten anew each time would dominate its cost.
#[derive(Clone, Debug)]
pub struct Tens {
    exponent: u32,
    power: BigUint,
}

impl Tens {
    /// Begins at 10^0.
    pub fn new() -> Self {
        Self { exponent: 0, power: BigUint::from(1u8) }
    }

    fn at(&mut self, exponent: u32) -> &BigUint {
        match exponent.checked_sub(self.exponent) {
            Some(0) => {}
            Some(more) => self.power *= power_of_ten(more),
            None => self.power = power_of_ten(exponent),
        }
        self.exponent = exponent;
        &self.power
    }
}

impl Default for Tens {
    fn default() -> Self {
        Self::new()
    }
}

fn power_of_ten(exponent: u32) -> BigUint {
    match 10u64.checked_pow(exponent) {
        Some(power) => BigUint::from(power),
        None => BigUint::from(10u8).pow(exponent),
    }
}

impl Exact {
    /// `digits` × 10^`exponent`.
    pub fn new(digits: u64, exponent: i32) -> Self {
        let mantissa = BigUint::from(digits);
        match u32::try_from(exponent) {
            Ok(exponent) => Self { mantissa: mantissa * power_of_ten(exponent), scale: 0 },
            Err(_) => Self { mantissa, scale: exponent.unsigned_abs() },
        }
    }

    /// Zero.
    pub fn zero() -> Self {
        Self { mantissa: BigUint::ZERO, scale: 0 }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.mantissa == BigUint::ZERO
    }

    /// The mantissa that the number has with `scale` decimals, which are at least its own.
    fn aligned(&self, scale: u32) -> BigUint {
        let more = scale.saturating_sub(self.scale);
        if more == 0 { self.mantissa.clone() } else { &self.mantissa * power_of_ten(more) }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let scale = self.scale.max(other.scale);
        Self { mantissa: self.aligned(scale) + other.aligned(scale), scale }
    }

    /// The difference, or `None` where it would be negative.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let (left, right) = (self.aligned(scale), other.aligned(scale));
        (left >= right).then(|| Self { mantissa: left - right, scale })
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Self { mantissa: &self.mantissa * &other.mantissa, scale: self.scale.saturating_add(other.scale) }
    }

    /// The product with a whole number.
    #[must_use]
    pub fn times_whole(&self, factor: u64) -> Self {
        Self { mantissa: &self.mantissa * factor, scale: self.scale }
    }

    /// The half.
    #[must_use]
    pub fn half(&self) -> Self {
        Self { mantissa: &self.mantissa * 5u8, scale: self.scale.saturating_add(1) }
    }

    /// The number × `numerator` / 2^64, which is a decimal again since 2^64 divides 10^64.
    #[must_use]
    pub fn fraction(&self, numerator: u64) -> Self {
        let five_to_64 = BigUint::from(5u8).pow(64);
        Self { mantissa: &self.mantissa * numerator * five_to_64, scale: self.scale.saturating_add(64) }
    }

    /// The number divided by `divisor` and rounded half to even, as a plain decimal with at most `decimals` digits
    /// after the point and no zeros at its end.
    ///
    /// `divisor` turns nanoseconds into another unit in the same, single rounding; 0 counts as 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::quantity::{Exact, Tens};
    ///
    /// // 1.05^5 is 1.2762815625: a tie at nine decimals, which goes to the even digit.
    /// let wait = Exact::new(12_762_815_625, -10);
    /// assert_eq!(wait.round(1, 9, &mut Tens::new()), "1.276281562");
    /// ```
    pub fn round(&self, divisor: u64, decimals: u32, tens: &mut Tens) -> String {
        plain(&self.rounded(divisor, decimals, tens), decimals)
    }

    /// The number divided by `divisor`, × 10^`decimals`, rounded half to even to a whole number.
    pub(crate) fn rounded(&self, divisor: u64, decimals: u32, tens: &mut Tens) -> BigUint {
        let divisor = divisor.max(1);
        match self.scale.checked_sub(decimals) {
            None | Some(0) if divisor == 1 => self.aligned(decimals),
            None => half_even(self.aligned(decimals), &BigUint::from(divisor)),
            Some(excess) if divisor == 1 => half_even(self.mantissa.clone(), tens.at(excess)),
            Some(excess) => half_even(self.mantissa.clone(), &(tens.at(excess) * divisor)),
        }
    }
}

/// `numerator` / `denominator` rounded half to even.
fn half_even(numerator: BigUint, denominator: &BigUint) -> BigUint {
    let quotient = &numerator / denominator;
    let rest = numerator - &quotient * denominator;
    match (rest * 2u8).cmp(denominator) {
        Ordering::Less => quotient,
        Ordering::Equal if !quotient.bit(0) => quotient,
        Ordering::Equal | Ordering::Greater => quotient + 1u8,
    }
}

/// `number` / 10^`decimals`, written without an exponent and without zeros at the end of its fraction.
fn plain(number: &BigUint, decimals: u32) -> String {
    let mut digits = number.to_string();
    let decimals = usize::try_from(decimals).unwrap_or(0);
    if decimals == 0 {
        return digits;
    }
    if digits.len() <= decimals {
        let missing = decimals.saturating_sub(digits.len()).saturating_add(1);
        digits.insert_str(0, &"0".repeat(missing));
    }
    digits.insert(digits.len().saturating_sub(decimals), '.');
    let end = digits.trim_end_matches('0').trim_end_matches('.').len();
    digits.truncate(end);
    digits
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.aligned(scale).cmp(&other.aligned(scale))
    }
}

/// Every digit, without an exponent.
impl fmt::Display for Exact {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&plain(&self.mantissa, self.scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(digits: u64, exponent: i32, divisor: u64, decimals: u32) -> String {
        Exact::new(digits, exponent).round(divisor, decimals, &mut Tens::new())
    }

    #[test]
    fn rounds_half_to_even_once() {
        assert_eq!(round(25, -1, 1, 0), "2");
        assert_eq!(round(35, -1, 1, 0), "4");
        assert_eq!(round(2_500_001, -6, 1, 0), "3");
        assert_eq!(round(5, -10, 1, 9), "0");
        assert_eq!(round(15, -10, 1, 9), "0.000000002");
        // 100 ms are 1/600 of a minute: 0.001666666666666666…
        assert_eq!(round(100_000_000, 0, 60_000_000_000, 15), "0.001666666666667");
        // 90 s are exactly one minute and a half.
        assert_eq!(round(90_000_000_000, 0, 60_000_000_000, 15), "1.5");
    }

    #[test]
    fn writes_plain_decimals() {
        assert_eq!(round(0, 0, 1, 9), "0");
        assert_eq!(round(1, -9, 1, 9), "0.000000001");
        assert_eq!(round(1100, -1, 1, 9), "110");
        assert_eq!(round(1, 30, 1, 9), format!("1{}", "0".repeat(30)));
        assert_eq!(Exact::new(121, -3).to_string(), "0.121");
    }

    #[test]
    fn arithmetic_is_exact() {
        let third = Exact::new(1, -1).times(&Exact::new(11, -1)).times(&Exact::new(11, -1));
        assert_eq!(third.to_string(), "0.121");
        assert_eq!(third.plus(&Exact::new(1, 0)).to_string(), "1.121");
        assert_eq!(Exact::new(1, 0).half().half().to_string(), "0.25");
        assert_eq!(Exact::new(1, 0).minus(&Exact::new(1, -1)).unwrap().to_string(), "0.9");
        assert_eq!(Exact::new(1, -1).minus(&Exact::new(1, 0)), None);
        assert_eq!(Exact::new(10, 0).fraction(1 << 63), Exact::new(5, 0));
        assert!(Exact::new(1, 308) > Exact::new(999_999_999_999_999_999, 0));
    }
}
