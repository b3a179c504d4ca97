//! What is wrong with an invalid Retry-After, and what it may have meant.

use std::ops::Range;

use super::retry_after::single;
use super::when::When;
use crate::instant::{Instant, NoHttpDate, parse_http_date};
use crate::quantity::{Decimal, Exact, Fixed, Tens, parse_duration};

/// Why a value was refused.
pub(super) struct Refusal {
    /// What is wrong and what to send.
    pub(super) message: String,
    /// The faulty bytes; `None` where there are none.
    pub(super) span: Option<Range<usize>>,
    /// The form and the time that the value may have meant.
    pub(super) meant: Option<(&'static str, When)>,
}

/// Finds the likeliest fault of a value that has no reading.
pub(super) fn refuse(text: &[u8], received: Option<Instant>) -> Refusal {
    if text.is_empty() {
        return Refusal { message: "the value is empty".to_owned(), span: None, meant: None };
    }
    std::str::from_utf8(text)
        .ok()
        .and_then(|text| {
            quoted(text, received)
                .or_else(|| negative(text))
                .or_else(|| hexadecimal(text))
                .or_else(|| thousands(text))
                .or_else(|| decimals(text))
                .or_else(|| exponent(text))
                .or_else(|| duration(text))
                .or_else(|| joined(text))
        })
        .or_else(|| date(text, received))
        .unwrap_or_else(|| refusal("the value is neither a whole number of seconds nor an HTTP-date", 0..text.len()))
}

fn refusal(message: impl Into<String>, span: Range<usize>) -> Refusal {
    Refusal { message: message.into(), span: Some(span), meant: None }
}

impl Refusal {
    fn meant(self, form: &'static str, wait: Fixed) -> Self {
        Self { meant: Some((form, When::After(wait))), ..self }
    }
}

/// `"120"`
fn quoted(text: &str, received: Option<Instant>) -> Option<Refusal> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let found = single(inner.as_bytes(), received).filter(|found| found.fault.is_none())?;
    let refusal = refusal("the value stands in quotes; send it without them", 0..text.len());
    Some(Refusal { meant: Some((found.form, found.when)), ..refusal })
}

/// `-5`, which has no meaning as a wait.
fn negative(text: &str) -> Option<Refusal> {
    text.strip_prefix('-')
        .filter(|rest| rest.starts_with(|it: char| it.is_ascii_digit()))
        .map(|_| refusal("a wait cannot be negative; send `0` for none", 0..1))
}

/// `0x10`
fn hexadecimal(text: &str) -> Option<Refusal> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).filter(|digits| !digits.is_empty())?;
    let number = digits.chars().try_fold(0i128, |number, digit| {
        Some(number.saturating_mul(16).saturating_add(i128::from(digit.to_digit(16)?)))
    })?;
    let refusal = refusal("a number of seconds is not hexadecimal; send decimal digits", 0..2);
    Some(refusal.meant("hexadecimal", Fixed::whole(number)))
}

/// `1,000`
fn thousands(text: &str) -> Option<Refusal> {
    let comma = text.find(',')?;
    let mut groups = text.split(',');
    let first = groups.next()?;
    let in_groups = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    let number = in_groups.then(|| Fixed::parse(text.replace(',', "").as_bytes())).flatten()?;
    let refusal = refusal("a number of seconds has no comma; send the digits alone", comma..comma.saturating_add(1));
    Some(refusal.meant("thousands", number))
}

/// `+1.5`, `1.` and `.5`: decimals with another fault.
fn decimals(text: &str) -> Option<Refusal> {
    let point = text.find('.')?;
    let number = text.strip_prefix('+').unwrap_or(text);
    let (whole, fraction) = number.split_once('.')?;
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // The digits that one side lacks are zeros.
    let wait = Fixed::parse(format!("0{whole}.{fraction}0").as_bytes())?;
    let span = if number.len() < text.len() { 0..text.len() } else { point..text.len() };
    Some(
        refusal("a number of seconds has neither sign nor point; send whole seconds", span)
            .meant("decimal-seconds", wait),
    )
}

/// `1e3`
fn exponent(text: &str) -> Option<Refusal> {
    let at = text.find(['e', 'E'])?;
    let number = Decimal::parse(text).ok().filter(|number| !number.is_negative())?;
    let refusal = refusal("a number of seconds has no exponent; write the digits out", at..text.len());
    Some(refusal.meant("exponent", fixed(&number.magnitude(), 1)?))
}

/// `120s`, `1m30s`, `PT30S`
fn duration(text: &str) -> Option<Refusal> {
    let amount = parse_duration(text).ok().filter(|amount| amount.unit().is_some() && !amount.is_negative())?;
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let refusal = refusal("the value is in seconds and has no unit; send whole seconds", digits..text.len());
    Some(refusal.meant("duration", fixed(amount.size(), 1_000_000_000)?))
}

/// `120;comment=x`: a number and something joined to it. A letter may begin a unit, so that nothing is made of it.
fn joined(text: &str) -> Option<Refusal> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    let delay = Fixed::parse(number.as_bytes())?;
    if rest.contains(':') && rest.contains(' ') {
        return None;
    }
    let refusal = refusal("something stands after the number of seconds; send the digits alone", digits..text.len());
    let known = rest.trim_ascii_start().starts_with([';', '(']);
    Some(if known { refusal.meant("delay-seconds", delay) } else { refusal })
}

/// What has the look of a date.
fn date(text: &[u8], received: Option<Instant>) -> Option<Refusal> {
    if !(text.contains(&b':') && text.iter().any(u8::is_ascii_digit)) {
        return None;
    }
    let Err(NoHttpDate::Malformed(at)) = parse_http_date(text, received) else { return None };
    Some(if at < text.len() {
        refusal("the value is not an HTTP-date from here on", at..text.len())
    } else {
        refusal("the HTTP-date has more than one fault, or there is no such instant", 0..text.len())
    })
}

fn fixed(number: &Exact, divisor: u64) -> Option<Fixed> {
    Fixed::parse(number.round(divisor, 9, &mut Tens::new()).to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_where_and_what_was_meant() {
        let meant = |text: &str| {
            let refusal = refuse(text.as_bytes(), None);
            let meant = refusal.meant.map(|(form, when)| (form, when.wait(None).unwrap().to_string()));
            (refusal.span, meant)
        };
        for (text, span, form, wait) in [
            ("120s", 3..4, "duration", "120"),
            ("1m30s", 1..5, "duration", "90"),
            ("PT30S", 0..5, "duration", "30"),
            ("1e3", 1..3, "exponent", "1000"),
            ("0x10", 0..2, "hexadecimal", "16"),
            ("1,000", 1..2, "thousands", "1000"),
            ("12,345,678", 2..3, "thousands", "12345678"),
            ("1.", 1..2, "decimal-seconds", "1"),
            (".5", 0..2, "decimal-seconds", "0.5"),
            ("+1.5", 0..4, "decimal-seconds", "1.5"),
            ("120;comment=x", 3..13, "delay-seconds", "120"),
            ("120 (two minutes)", 3..17, "delay-seconds", "120"),
            ("\"120\"", 0..5, "delay-seconds", "120"),
        ] {
            assert_eq!(meant(text), (Some(span), Some((form, wait.into()))), "{text}");
        }
        for (text, span) in [
            ("-5", 0..1),
            ("-5s", 0..1),
            ("2 minutes", 1..9),
            ("1,00", 1..4),
            ("1_000", 1..5),
            ("NaN", 0..3),
            ("0x", 1..2),
            (".", 0..1),
            ("Infinity", 0..8),
            ("Tue, 01 Dec 2026 0:00:30 GMT", 17..28),
            ("Mon, 30 Feb 2026 00:00:30 GMT", 0..29),
            ("T\u{fc}e", 0..4),
        ] {
            assert_eq!(meant(text), (Some(span), None), "{text}");
        }
        assert_eq!(meant(""), (None, None));
        assert_eq!(refuse(b"\xff", None).span, Some(0..1));
    }
}
