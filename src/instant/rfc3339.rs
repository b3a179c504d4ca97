use super::Instant;
use super::calendar::Day;
use crate::quantity::{Fixed, Malformed};

/// Reads a `date-time` of RFC 3339, 5.6, with any offset: `2026-12-01T01:00:00.5+01:00`.
///
/// `T` and `Z` may be lower case and `T` a space, as 5.6 allows. Second 60 is the next second. Digits of the fraction
/// past the ninth are cut.
///
/// # Errors
///
/// Anything else: a missing offset, a date that does not exist, an instant outside the years 0000 to 9999. The error
/// names the byte.
pub fn parse_rfc3339(text: &str) -> Result<Instant, Malformed> {
    const FORM: &str = "write it as `2026-12-01T00:00:00Z`, with an offset";
    if let Some(at) = usual(text.as_bytes()) {
        return Ok(at);
    }
    let mut cursor = Cursor { bytes: text.as_bytes(), at: 0 };
    let fault = |at: usize, message: &str| Malformed::new(message.to_owned(), at..text.len().max(at), FORM);
    read(&mut cursor)
        .ok_or_else(|| match cursor.bytes.get(cursor.at) {
            None if cursor.at == 19 => fault(0, "has no offset"),
            _ => fault(cursor.at.min(text.len()), "is not an RFC 3339 instant"),
        })?
        .ok_or_else(|| fault(0, "does not exist in the years 0000 to 9999"))
}

/// The quick path: an instant in UTC as programs write it, with at most nine decimals.
pub(super) fn usual(text: &[u8]) -> Option<Instant> {
    let (date, rest) = text.split_first_chunk::<19>()?;
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', h1, h2, b':', n1, n2, b':', s1, s2] = *date else {
        return None;
    };
    let nanos = match rest {
        [b'Z'] => 0,
        [b'.', digits @ .., b'Z'] if (1..=9).contains(&digits.len()) => {
            let number = digits.iter().try_fold(0u32, |number, byte| {
                let digit = byte.wrapping_sub(b'0');
                (digit <= 9).then(|| number.wrapping_mul(10).wrapping_add(u32::from(digit)))
            })?;
            number.checked_mul(10u32.checked_pow(u32::try_from(9usize.checked_sub(digits.len())?).ok()?)?)?
        }
        _ => return None,
    };
    let year = u16::from(two_digits(y1, y2)?).checked_mul(100)?.checked_add(two_digits(y3, y4)?.into())?;
    let date = Day::new(year, two_digits(m1, m2)?, two_digits(d1, d2)?)?;
    Instant::from_civil(date, two_digits(h1, h2)?, two_digits(n1, n2)?, two_digits(s1, s2)?, nanos)
}

/// The number that two digits write.
pub(super) fn two_digits(tens: u8, ones: u8) -> Option<u8> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| tens.wrapping_mul(10).wrapping_add(ones))
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn one_of(&mut self, wanted: &[u8]) -> Option<u8> {
        let byte = self.peek().filter(|byte| wanted.contains(byte))?;
        self.at = self.at.checked_add(1)?;
        Some(byte)
    }

    fn number(&mut self, length: usize) -> Option<u16> {
        let mut value = 0u16;
        for _ in 0..length {
            let digit = self.peek().filter(u8::is_ascii_digit)?.checked_sub(b'0')?;
            value = value.checked_mul(10)?.checked_add(u16::from(digit))?;
            self.at = self.at.checked_add(1)?;
        }
        Some(value)
    }

    fn two(&mut self) -> Option<u8> {
        self.number(2).and_then(|value| u8::try_from(value).ok())
    }
}

/// `None` where the text has another form, `Some(None)` where its form is right and no such instant exists.
fn read(cursor: &mut Cursor<'_>) -> Option<Option<Instant>> {
    let year = cursor.number(4)?;
    cursor.one_of(b"-")?;
    let month = cursor.two()?;
    cursor.one_of(b"-")?;
    let day = cursor.two()?;
    cursor.one_of(b"Tt ")?;
    let hour = cursor.two()?;
    cursor.one_of(b":")?;
    let minute = cursor.two()?;
    cursor.one_of(b":")?;
    let second = cursor.two()?;
    let mut nanos = 0u32;
    if cursor.one_of(b".").is_some() {
        let mut weight = 100_000_000u32;
        let first = cursor.at;
        while let Some(digit) = cursor.peek().filter(u8::is_ascii_digit) {
            nanos = nanos.checked_add(u32::from(digit.checked_sub(b'0')?).checked_mul(weight)?)?;
            weight /= 10;
            cursor.at = cursor.at.checked_add(1)?;
        }
        if cursor.at == first {
            return None;
        }
    }
    let mut offset = 0i128;
    if cursor.one_of(b"Zz").is_none() {
        let sign = cursor.one_of(b"+-")?;
        let hours = cursor.two()?;
        cursor.one_of(b":")?;
        let minutes = cursor.two()?;
        if hours > 23 || minutes > 59 {
            return Some(None);
        }
        let seconds = i128::from(hours).checked_mul(3600)?.checked_add(i128::from(minutes).checked_mul(60)?)?;
        offset = if sign == b'-' { seconds } else { seconds.checked_neg()? };
    }
    if cursor.at < cursor.bytes.len() {
        return None;
    }
    let civil = Day::new(year, month, day).and_then(|date| Instant::from_civil(date, hour, minute, second, nanos));
    Some(civil.and_then(|civil| civil.plus(Fixed::whole(offset))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_what_rfc_3339_allows() {
        // The examples of RFC 3339, 5.8, and the ends of the range.
        for (text, shown) in [
            ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.52Z"),
            ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
            ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"),
            ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
            ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.87Z"),
            ("2026-12-01 00:00:00z", "2026-12-01T00:00:00Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.9999999999Z", "9999-12-31T23:59:59.999999999Z"),
        ] {
            assert_eq!(parse_rfc3339(text).unwrap().to_string(), shown);
        }
    }

    proptest! {
        #[test]
        fn the_quick_path_agrees(text in "[0-9]{4}-[01][0-9]-[0-3][0-9][Tt ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,10})?(Z|z|[+-]0[0-2]:00)?") {
            if let Some(at) = usual(text.as_bytes()) {
                let mut cursor = Cursor { bytes: text.as_bytes(), at: 0 };
                prop_assert_eq!(read(&mut cursor), Some(Some(at)));
            }
        }
    }

    #[test]
    fn refuses_the_rest() {
        let fault = |text: &str| parse_rfc3339(text).unwrap_err();
        assert_eq!(fault("2026-12-01T00:00:00").message(), "has no offset");
        assert_eq!(fault("2026-02-30T00:00:00Z").message(), "does not exist in the years 0000 to 9999");
        assert_eq!(fault("0000-01-01T00:00:00+00:01").message(), "does not exist in the years 0000 to 9999");
        assert_eq!(fault("9999-12-31T23:59:60Z").message(), "does not exist in the years 0000 to 9999");
        assert_eq!(fault("2026-12-01T00:00:0xZ").at(), Some(18..20));
        for bad in [
            "2026-12-01",
            "2026-12-01T00:00Z",
            "2026-12-01T00:00:00.Z",
            "2026-12-01T00:00:00Z ",
            "2026-12-01T24:00:00Z",
        ] {
            assert!(parse_rfc3339(bad).is_err(), "{bad}");
        }
    }
}
