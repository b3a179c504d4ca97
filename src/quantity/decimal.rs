use super::{Exact, Malformed};

/// The most significant digits that a written number may have.
const MAX_DIGITS: usize = 18;
/// The largest exponent that may be written, either way; it is that of a double, so no foreign config is cut.
const MAX_EXPONENT: i32 = 308;
/// How far zeros may be written out before or after the point; beyond the exponent's range they mean nothing.
const MAX_WRITTEN: usize = 400;

/// A decimal number as a person wrote it: a sign, up to 18 significant digits and a power of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: u64,
    exponent: i32,
}

impl Decimal {
    /// Reads `text` whole: digits with at most one point, `_` between digits, and perhaps an exponent.
    ///
    /// A minus sign is read, so that a range check can name the range.
    ///
    /// # Errors
    ///
    /// When `text` is empty or anything else (a word, a comma, a hexadecimal number), has more than 18 significant
    /// digits, or an exponent outside ±308. The error names the byte.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::quantity::Decimal;
    ///
    /// assert_eq!(Decimal::parse("2_000")?.to_whole(), Some(2000));
    /// assert_eq!(Decimal::parse("2,000").unwrap_err().hint(), "write `2000` or `2_000`");
    /// # Ok::<(), holdoff::quantity::Malformed>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let (number, length) = Self::parse_prefix(text)?;
        if length == text.len() {
            return Ok(number);
        }
        Err(trailing(text, length))
    }

    /// Reads the number that `text` begins with and says how many bytes it took.
    ///
    /// # Errors
    ///
    /// As [`Decimal::parse`], but text after the number is no fault.
    pub fn parse_prefix(text: &str) -> Result<(Self, usize), Malformed> {
        let bytes = text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied();
        let mut at = 0usize;
        let negative = byte(at) == Some(b'-');
        if negative {
            at = 1;
        }
        let first = at;
        let mut digits = Vec::with_capacity(MAX_DIGITS);
        let mut point = None;
        loop {
            match byte(at) {
                Some(digit @ b'0'..=b'9') => digits.push(digit),
                Some(b'.')
                    if point.is_none() && byte(at.saturating_add(1)).is_some_and(|next| next.is_ascii_digit()) =>
                {
                    point = Some(digits.len());
                }
                Some(b'_') => {
                    let before = at.checked_sub(1).and_then(byte).is_some_and(|it| it.is_ascii_digit());
                    let after = byte(at.saturating_add(1)).is_some_and(|it| it.is_ascii_digit());
                    if !(before && after) {
                        return Err(Malformed::new(
                            "has an underscore that is not between two digits",
                            at..at.saturating_add(1),
                            "write `_` only between digits, as in `2_000`",
                        ));
                    }
                }
                _ => break,
            }
            at = at.saturating_add(1);
            if at > MAX_WRITTEN {
                return Err(Malformed::whole("is too long for a number", "write it with an exponent, as in `1e30`"));
            }
        }
        if digits.is_empty() {
            return Err(not_a_number(text, first));
        }
        let mut exponent = 0i32;
        if let Some((written, length)) = exponent_at(text, at)? {
            exponent = written;
            at = at.saturating_add(length);
        }
        let decimals = point.map_or(0, |point| digits.len().saturating_sub(point));
        let significant = significant(&digits);
        let trailing_zeros = digits.len().saturating_sub(significant.end);
        let digits = digits.get(significant).unwrap_or_default();
        if digits.len() > MAX_DIGITS {
            return Err(Malformed::new(
                format!("has {} significant digits", digits.len()),
                first..at,
                format!("write at most {MAX_DIGITS}"),
            ));
        }
        let value = digits
            .iter()
            .fold(0u64, |value, digit| value.saturating_mul(10).saturating_add(u64::from(digit.saturating_sub(b'0'))));
        let shift = i32::try_from(trailing_zeros).unwrap_or(0).saturating_sub(i32::try_from(decimals).unwrap_or(0));
        let exponent = if value == 0 { 0 } else { exponent.saturating_add(shift) };
        Ok((Self { negative, digits: value, exponent }, at))
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.negative && self.digits != 0
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// Its size without the sign, exactly.
    pub fn magnitude(self) -> Exact {
        Exact::new(self.digits, self.exponent)
    }

    /// The whole number that it is, if it is one that is not negative and fits.
    pub fn to_whole(self) -> Option<u64> {
        if self.is_negative() {
            return None;
        }
        let exponent = u32::try_from(self.exponent).ok()?;
        10u64.checked_pow(exponent)?.checked_mul(self.digits)
    }
}

/// The digits without zeros at either end; empty for zero.
fn significant(digits: &[u8]) -> std::ops::Range<usize> {
    let Some(first) = digits.iter().position(|digit| *digit != b'0') else {
        return digits.len()..digits.len();
    };
    let last = digits.iter().rposition(|digit| *digit != b'0').unwrap_or(first);
    first..last.saturating_add(1)
}

/// The exponent written at byte `at` and its length, if one stands there.
///
/// An `e` that no digit follows is left to the caller: it may be the start of a word.
fn exponent_at(text: &str, at: usize) -> Result<Option<(i32, usize)>, Malformed> {
    let Some(rest) = text.get(at..) else { return Ok(None) };
    let Some(after) = rest.strip_prefix(['e', 'E']) else { return Ok(None) };
    let unsigned = after.strip_prefix(['+', '-']).unwrap_or(after);
    let count = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return Ok(None);
    }
    let length = rest.len().saturating_sub(unsigned.len()).saturating_add(count);
    let size: i32 = unsigned.get(..count).and_then(|digits| digits.parse().ok()).unwrap_or(i32::MAX);
    if size > MAX_EXPONENT {
        return Err(Malformed::new(
            "has an exponent that is too large",
            at..at.saturating_add(length),
            format!("write one between -{MAX_EXPONENT} and {MAX_EXPONENT}"),
        ));
    }
    Ok(Some((if after.starts_with('-') { size.saturating_neg() } else { size }, length)))
}

fn not_a_number(text: &str, first: usize) -> Malformed {
    if text.is_empty() {
        return Malformed::whole("is empty", "write a number such as `2` or `0.5`");
    }
    if text.starts_with('+') {
        return Malformed::new("has a plus sign", 0..1, "write the number without it");
    }
    if text.get(first..).is_some_and(|rest| rest.starts_with([',', '.'])) {
        return Malformed::new(
            "begins without a digit",
            first..first.saturating_add(1),
            "write a digit first, as in `0.5`",
        );
    }
    Malformed::new("is not a number", 0..text.len(), "write a decimal such as `2` or `0.5`")
}

/// The fault of a value that goes on at byte `at`, after a number that was right.
pub(super) fn trailing(text: &str, at: usize) -> Malformed {
    let rest = text.get(at..).unwrap_or_default();
    let is_group = |part: &str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    let end = at.saturating_add(rest.chars().next().map_or(0, char::len_utf8));
    if let Some(groups) = rest.strip_prefix(',') {
        let number = text.get(..at).unwrap_or_default();
        if groups.split(',').all(is_group) {
            let (plain, grouped) = (text.replace(',', ""), text.replace(',', "_"));
            return Malformed::new("has a comma in it", at..end, format!("write `{plain}` or `{grouped}`"));
        }
        if groups.bytes().all(|byte| byte.is_ascii_digit()) && !groups.is_empty() {
            return Malformed::new("has a comma in it", at..end, format!("write `{number}.{groups}`, with a point"));
        }
        return Malformed::new("has a comma in it", at..end, "write a decimal point, and nothing between thousands");
    }
    if rest == "." {
        return Malformed::new("ends in a point", at..end, "write a digit after it, or no point");
    }
    if rest.starts_with('.') {
        return Malformed::new("has a second point", at..end, "write one decimal point");
    }
    if text.starts_with("0x") || text.starts_with("0X") {
        return Malformed::new("is a hexadecimal number", 0..text.len(), "write it in decimal");
    }
    Malformed::new("goes on after the number", at..text.len(), "write only a decimal such as `2` or `0.5`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (bool, u64, i32) {
        let it = Decimal::parse(text).unwrap();
        (it.negative, it.digits, it.exponent)
    }

    #[test]
    fn reads_every_written_form() {
        assert_eq!(parts("0"), (false, 0, 0));
        assert_eq!(parts("250"), (false, 25, 1));
        assert_eq!(parts("0.250"), (false, 25, -2));
        assert_eq!(parts(".5"), (false, 5, -1));
        assert_eq!(parts("1_000.000_1"), (false, 10_000_001, -4));
        assert_eq!(parts("1e308"), (false, 1, 308));
        assert_eq!(parts("1E-9"), (false, 1, -9));
        assert_eq!(parts("1.5e+3"), (false, 15, 2));
        assert_eq!(parts("-1"), (true, 1, 0));
        assert_eq!(parts("123456789012345678"), (false, 123_456_789_012_345_678, 0));
        assert_eq!(parts("100000000000000000000"), (false, 1, 20));
        assert_eq!(parts("0.000"), (false, 0, 0));
    }

    #[test]
    fn says_what_is_wrong_where_and_what_to_write() {
        let fault = |text: &str| {
            let it = Decimal::parse(text).unwrap_err();
            (it.message().to_owned(), it.at(), it.hint().to_owned())
        };
        assert_eq!(fault("2,000"), ("has a comma in it".into(), Some(1..2), "write `2000` or `2_000`".into()));
        assert_eq!(fault("1,5").2, "write `1.5`, with a point");
        assert_eq!(fault("").0, "is empty");
        assert_eq!(fault("NaN").0, "is not a number");
        assert_eq!(fault("inf").0, "is not a number");
        assert_eq!(fault("+5").0, "has a plus sign");
        assert_eq!(fault("5.").0, "ends in a point");
        assert_eq!(fault("1.2.3"), ("has a second point".into(), Some(3..4), "write one decimal point".into()));
        assert_eq!(fault("1__0").1, Some(1..2));
        assert_eq!(fault("0x10").0, "is a hexadecimal number");
        assert_eq!(fault("1e309").1, Some(1..5));
        assert_eq!(fault("1234567890123456789").0, "has 19 significant digits");
        assert_eq!(fault("2x").1, Some(1..2));
    }

    #[test]
    fn whole_numbers() {
        let whole = |text: &str| Decimal::parse(text).unwrap().to_whole();
        assert_eq!(whole("5"), Some(5));
        assert_eq!(whole("1e3"), Some(1000));
        assert_eq!(whole("5.0"), Some(5));
        assert_eq!(whole("2.5"), None);
        assert_eq!(whole("-1"), None);
        assert_eq!(whole("1e30"), None);
    }
}
