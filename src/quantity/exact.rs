use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

use super::{Unit, human_nanos};

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
        self.aligned_by(scale, &mut Tens::new())
    }

    fn aligned_by(&self, scale: u32, tens: &mut Tens) -> BigUint {
        let more = scale.saturating_sub(self.scale);
        if more == 0 || self.is_zero() { self.mantissa.clone() } else { &self.mantissa * tens.at(more) }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.plus_by(other, &mut Tens::new())
    }

    /// The sum, with a power of ten that grows from step to step; see [`Tens`].
    #[must_use]
    pub(crate) fn plus_by(&self, other: &Self, tens: &mut Tens) -> Self {
        let scale = self.scale.max(other.scale);
        Self { mantissa: self.aligned_by(scale, tens) + other.aligned_by(scale, tens), scale }
    }

    /// The difference, or `None` where it would be negative.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.minus_by(other, &mut Tens::new())
    }

    /// The difference, with a power of ten that grows from step to step; see [`Tens`].
    pub(crate) fn minus_by(&self, other: &Self, tens: &mut Tens) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let (left, right) = (self.aligned_by(scale, tens), other.aligned_by(scale, tens));
        (left >= right).then(|| Self { mantissa: left - right, scale })
    }

    /// The order, with a power of ten that grows from step to step; see [`Tens`].
    pub(crate) fn cmp_by(&self, other: &Self, tens: &mut Tens) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.aligned_by(scale, tens).cmp(&other.aligned_by(scale, tens))
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

    /// The quotient, rounded half to even to at most `decimals` digits after the point; `None` where `divisor` is 0.
    pub fn divided(&self, divisor: &Self, decimals: u32) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        let numerator = &self.mantissa * power_of_ten(divisor.scale.saturating_add(decimals));
        let denominator = &divisor.mantissa * power_of_ten(self.scale);
        let mut quotient = Self { mantissa: half_even(numerator, &denominator), scale: decimals };
        // Zeros at its end would make every product with it longer.
        while quotient.scale > 0 && (&quotient.mantissa % 10u8) == BigUint::ZERO {
            quotient = Self { mantissa: quotient.mantissa / 10u8, scale: quotient.scale.saturating_sub(1) };
        }
        Some(quotient)
    }

    /// The largest whole multiple of `step` that is not above the number; the number itself where `step` is 0.
    #[must_use]
    pub fn floor_to(&self, step: &Self) -> Self {
        if step.is_zero() {
            return self.clone();
        }
        let scale = self.scale.max(step.scale);
        let (number, step) = (self.aligned(scale), step.aligned(scale));
        Self { mantissa: &number - &number % step, scale }
    }

    /// How often `step` fits whole into the number; 0 where `step` is 0.
    #[must_use]
    pub fn wholes_of(&self, step: &Self) -> Self {
        if step.is_zero() {
            return Self::zero();
        }
        let scale = self.scale.max(step.scale);
        Self { mantissa: self.aligned(scale) / step.aligned(scale), scale: 0 }
    }

    /// The smallest whole multiple of `step` that is not below the number; the number itself where `step` is 0.
    #[must_use]
    pub fn ceil_to(&self, step: &Self) -> Self {
        let floor = self.floor_to(step);
        if floor == *self { floor } else { floor.plus(step) }
    }

    /// The `degree`th root, cut to a whole number; the number itself, so cut, where `degree` is 0.
    #[must_use]
    pub fn root(&self, degree: u32) -> Self {
        Self { mantissa: self.wholes_of(&Self::new(1, 0)).mantissa.nth_root(degree.max(1)), scale: 0 }
    }

    /// The number × `numerator` / 2^64, which is a decimal again since 2^64 divides 10^64.
    #[must_use]
    pub fn fraction(&self, numerator: u64) -> Self {
        let five_to_64 = BigUint::from(5u8).pow(64);
        Self { mantissa: &self.mantissa * numerator * five_to_64, scale: self.scale.saturating_add(64) }
    }

    /// The number divided by `divisor` and rounded half to even, with at most `decimals` digits after the point.
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
    /// assert_eq!(wait.round(1, 9, &mut Tens::new()).to_string(), "1.276281562");
    /// ```
    pub fn round(&self, divisor: u64, decimals: u32, tens: &mut Tens) -> Rounded {
        let divisor = divisor.max(1);
        let number = match self.scale.checked_sub(decimals) {
            None | Some(0) if divisor == 1 => self.aligned(decimals),
            None => half_even(self.aligned(decimals), &BigUint::from(divisor)),
            Some(excess) if divisor == 1 => half_even(self.mantissa.clone(), tens.at(excess)),
            Some(excess) => half_even(self.mantissa.clone(), &(tens.at(excess) * divisor)),
        };
        Rounded { number, decimals }
    }
}

/// A number that was rounded, to be shown: as a plain decimal without zeros at its end, or for a person.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rounded {
    /// The number × 10^`decimals`. Comparisons hold between numbers of the same decimals.
    number: BigUint,
    decimals: u32,
}

impl Rounded {
    /// As a time that a person writes, where it counts `unit`s; as the bare number where it has none, and in seconds
    /// where it is too large for days.
    pub fn human(&self, unit: Option<Unit>) -> String {
        let Some(unit) = unit else { return self.to_string() };
        let nanos = half_even(&self.number * unit.nanoseconds(), &power_of_ten(self.decimals));
        match u128::try_from(&nanos) {
            Ok(nanos) => human_nanos(nanos),
            Err(_) => format!("{}s", plain(&nanos, 9)),
        }
    }

    /// How many of its last decimal it is: of 1.25 with two decimals, 125. `None` past 128 bits.
    pub fn units(&self) -> Option<u128> {
        u128::try_from(&self.number).ok()
    }

    /// How many of `parts` equal parts of `whole` it fills, rounded down; `parts` at the most, 0 where `whole` is 0.
    pub fn share(&self, whole: &Self, parts: u64) -> u64 {
        if whole.number == BigUint::ZERO {
            return 0;
        }
        u64::try_from(&self.number * parts / &whole.number).unwrap_or(parts).min(parts)
    }
}

/// Without an exponent and without zeros at the end of its fraction.
impl fmt::Display for Rounded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&plain(&self.number, self.decimals))
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
        self.cmp_by(other, &mut Tens::new())
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
        Exact::new(digits, exponent).round(divisor, decimals, &mut Tens::new()).to_string()
    }

    #[test]
    fn steps_and_roots_are_whole() {
        let wholes = |digits, exponent, step: Exact| Exact::new(digits, exponent).wholes_of(&step);
        assert_eq!(wholes(2_250, 0, Exact::new(1_000, 0)), Exact::new(2, 0));
        assert_eq!(wholes(29, -1, Exact::new(1, 0)), Exact::new(2, 0));
        assert_eq!(wholes(3, 0, Exact::new(15, -1)), Exact::new(2, 0));
        assert_eq!(wholes(3, 0, Exact::zero()), Exact::zero());
        assert_eq!(Exact::new(27, 0).root(3), Exact::new(3, 0));
        assert_eq!(Exact::new(9_999, -2).root(2), Exact::new(9, 0));
        assert_eq!(Exact::new(5, 0).root(0), Exact::new(5, 0));
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
    fn rounded_numbers_are_shown_to_people() {
        let rounded =
            |digits, unit: Unit| Exact::new(digits, 0).round(unit.nanoseconds(), unit.decimals(), &mut Tens::new());
        assert_eq!(rounded(90_000_000_000, Unit::Millisecond).human(Some(Unit::Millisecond)), "1m 30s");
        assert_eq!(rounded(1, Unit::Day).human(Some(Unit::Day)), "1ns");
        assert_eq!(rounded(1, Unit::Minute).to_string(), "0.000000000016667");
        let (small, large) = (rounded(250, Unit::Nanosecond), rounded(2000, Unit::Nanosecond));
        assert_eq!((small.share(&large, 16), large.share(&small, 16)), (2, 16));
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
        assert_eq!(Exact::new(375, -2).divided(&Exact::new(25, -1), 3), Some(Exact::new(15, -1)));
        assert_eq!(Exact::new(2, 0).divided(&Exact::new(3, 0), 3), Some(Exact::new(667, -3)));
        assert_eq!(Exact::new(5, 9).divided(&Exact::zero(), 3), None);
        assert_eq!(Exact::new(16875, -1).floor_to(&Exact::new(1, 0)), Exact::new(1687, 0));
        assert_eq!(Exact::new(7, 0).floor_to(&Exact::new(25, -1)), Exact::new(5, 0));
        assert_eq!(Exact::new(7, 0).floor_to(&Exact::zero()), Exact::new(7, 0));
        assert!(Exact::new(1, 308) > Exact::new(999_999_999_999_999_999, 0));
    }
}
