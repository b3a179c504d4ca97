//! What is wrong with an invalid value of a field that holds a time, and what it may have meant.

use std::ops::Range;

use super::list;
use super::retry_after::single;
use super::when::When;
use crate::instant::{Instant, NoHttpDate, parse_http_date};
use crate::quantity::{Decimal, Exact, Fixed, Unit, parse_duration};

/// Why a value was refused.
pub(super) struct Refusal {
    /// What is wrong and what to send.
    pub(super) message: String,
    /// The faulty bytes; `None` where there are none.
    pub(super) span: Option<Range<usize>>,
    /// The form and the time that the value may have meant.
    pub(super) meant: Option<(&'static str, When)>,
}

/// What the bare number in a field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Seconds, as in Retry-After, which holds an HTTP-date too.
    Seconds,
    /// Milliseconds, and nothing else stands in the field.
    Milliseconds,
}

impl Counted {
    /// Its name in a message.
    const fn plural(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Milliseconds => "milliseconds",
        }
    }

    /// The form of a whole number of it.
    const fn whole_form(self) -> &'static str {
        match self {
            Self::Seconds => "delay-seconds",
            Self::Milliseconds => "milliseconds",
        }
    }

    /// The form of a number with decimals.
    const fn decimal_form(self) -> &'static str {
        match self {
            Self::Seconds => "decimal-seconds",
            Self::Milliseconds => "milliseconds",
        }
    }

    /// How many of it make up a second.
    const fn per_second(self) -> u16 {
        match self {
            Self::Seconds => 1,
            Self::Milliseconds => 1000,
        }
    }

    /// The seconds that a decimal of it is, rounded once: milliseconds are read with the point moved.
    pub(super) fn seconds(self, text: &str) -> Option<Fixed> {
        let number = Fixed::parse(text.as_bytes())?;
        if self == Self::Seconds {
            return Some(number);
        }
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let mut digits = format!("{whole:0>4}");
        digits.insert(digits.len().saturating_sub(3), '.');
        digits.push_str(fraction);
        Fixed::parse(digits.as_bytes())
    }

    /// A value that keeps to the grammar, or that a reader of Retry-After takes with one fault: its form, its time, and
    /// whether it has none.
    fn read(self, text: &[u8], received: Option<Instant>) -> Option<(&'static str, When, bool)> {
        match self {
            Self::Seconds => single(text, received).map(|it| (it.form, it.when, it.fault.is_none())),
            Self::Milliseconds => {
                let digits = std::str::from_utf8(text).ok().filter(|text| !text.contains('.'))?;
                Some((self.whole_form(), When::After(self.seconds(digits)?), true))
            }
        }
    }
}

/// Finds the likeliest fault of a value that has no reading.
pub(super) fn refuse(text: &[u8], counted: Counted, received: Option<Instant>) -> Refusal {
    if text.is_empty() {
        return Refusal { message: "the value is empty".to_owned(), span: None, meant: None };
    }
    several(text, counted, received)
        .or_else(|| {
            let text = std::str::from_utf8(text).ok()?;
            quoted(text, counted, received)
                .or_else(|| instant(text, counted, received))
                .or_else(|| negative(text))
                .or_else(|| hexadecimal(text, counted))
                .or_else(|| thousands(text, counted))
                .or_else(|| decimals(text, counted))
                .or_else(|| exponent(text, counted))
                .or_else(|| duration(text, counted))
                .or_else(|| joined(text, counted))
        })
        .or_else(|| date(text, received).filter(|_| counted == Counted::Seconds))
        .unwrap_or_else(|| neither(text, counted))
}

fn refusal(message: impl Into<String>, span: Range<usize>) -> Refusal {
    Refusal { message: message.into(), span: Some(span), meant: None }
}

impl Refusal {
    fn meant(self, form: &'static str, wait: Fixed) -> Self {
        Self { meant: Some((form, When::After(wait))), ..self }
    }
}

/// What to say of a value of which nothing is known.
fn neither(text: &[u8], counted: Counted) -> Refusal {
    match counted {
        Counted::Seconds => refusal("the value is neither a whole number of seconds nor an HTTP-date", 0..text.len()),
        Counted::Milliseconds => refusal("the value is not a whole number of milliseconds", 0..text.len()),
    }
}

/// A list in which some values can be read; the longest may have been meant.
fn several(text: &[u8], counted: Counted, received: Option<Instant>) -> Option<Refusal> {
    let values = list::values(text);
    if values.len() < 2 {
        return None;
    }
    let read = |value: &Range<usize>| text.get(value.clone()).and_then(|value| counted.read(value, received));
    let when = values.iter().filter_map(read).map(|(_, when, _)| when);
    let longest = when.reduce(|one, other| one.later(other, received))?;
    let refusal = match values.iter().find(|value| read(value).is_none_or(|(_, _, valid)| !valid)) {
        // A value that is missing has no bytes of its own; the whole field stands for it.
        Some(bad) => {
            let span = if bad.is_empty() { 0..text.len() } else { bad.clone() };
            refusal("the field holds several values, and this one is not valid", span)
        }
        None => {
            let second = values.get(1)?.start;
            let message = format!("the field holds {} values, where one value is allowed", values.len());
            refusal(message, second..text.len())
        }
    };
    Some(Refusal { meant: Some(("list", longest)), ..refusal })
}

/// `"120"`
fn quoted(text: &str, counted: Counted, received: Option<Instant>) -> Option<Refusal> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let (form, when, _) = counted.read(inner.as_bytes(), received).filter(|(_, _, valid)| *valid)?;
    let refusal = refusal("the value stands in quotes; send it without them", 0..text.len());
    Some(Refusal { meant: Some((form, when)), ..refusal })
}

/// `-5`, which has no meaning as a wait.
fn negative(text: &str) -> Option<Refusal> {
    text.strip_prefix('-')
        .filter(|rest| rest.starts_with(|it: char| it.is_ascii_digit()))
        .map(|_| refusal("a wait cannot be negative; send `0` for none", 0..1))
}

/// `0x10`
fn hexadecimal(text: &str, counted: Counted) -> Option<Refusal> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).filter(|digits| !digits.is_empty())?;
    let number = digits.chars().try_fold(0i128, |number, digit| {
        Some(number.saturating_mul(16).saturating_add(i128::from(digit.to_digit(16)?)))
    })?;
    let message = format!("a number of {} is not hexadecimal; send decimal digits", counted.plural());
    Some(refusal(message, 0..2).meant("hexadecimal", counted.seconds(&number.to_string())?))
}

/// `1,000` and `1_000`
fn thousands(text: &str, counted: Counted) -> Option<Refusal> {
    let at = text.find([',', '_'])?;
    let (mark, name) = if text.contains(',') { (',', "comma") } else { ('_', "underscore") };
    let mut groups = text.split(mark);
    let first = groups.next()?;
    let in_groups = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    let number = in_groups.then(|| counted.seconds(&text.replace(mark, ""))).flatten()?;
    let message = format!("a number of {} has no {name}; send the digits alone", counted.plural());
    Some(refusal(message, at..at.saturating_add(1)).meant("thousands", number))
}

/// `+1.5`, `1.` and `.5`: decimals, perhaps with another fault, and a sign.
fn decimals(text: &str, counted: Counted) -> Option<Refusal> {
    let number = text.strip_prefix('+').unwrap_or(text);
    let signed = number.len() < text.len();
    let plural = counted.plural();
    let Some((whole, fraction)) = number.split_once('.') else {
        let wait = counted.seconds(number).filter(|_| signed)?;
        let message = format!("a number of {plural} has no sign; send the digits alone");
        return Some(refusal(message, 0..1).meant(counted.whole_form(), wait));
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // The digits that one side lacks are zeros.
    let wait = counted.seconds(&format!("0{whole}.{fraction}0"))?;
    let span = if signed { 0..text.len() } else { whole.len()..text.len() };
    let message = format!("a number of {plural} has neither sign nor point; send whole {plural}");
    Some(refusal(message, span).meant(counted.decimal_form(), wait))
}

/// `1e3`
fn exponent(text: &str, counted: Counted) -> Option<Refusal> {
    let at = text.find(['e', 'E'])?;
    let number = Decimal::parse(text).ok().filter(|number| !number.is_negative())?;
    let message = format!("a number of {} has no exponent; write the digits out", counted.plural());
    Some(
        refusal(message, at..text.len())
            .meant("exponent", Fixed::rounded(&number.magnitude(), counted.per_second().into())?),
    )
}

/// `120s`, `1m30s`, `PT30S`, `5 minutes`
fn duration(text: &str, counted: Counted) -> Option<Refusal> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, rest) = text.split_at_checked(digits)?;
    let word = rest.trim_start_matches([' ', '\t']);
    let plural = counted.plural();
    let (size, message, start) = match in_words(number, word) {
        Some(size) => {
            let message = format!("the value has a unit, `{word}`; send the number of {plural} alone");
            (size, message, text.len().saturating_sub(word.len()))
        }
        None => {
            let amount = parse_duration(text).ok().filter(|it| it.unit().is_some() && !it.is_negative())?;
            let message = format!("the value is a duration with units; send the number of {plural} alone");
            (amount.size().clone(), message, digits)
        }
    };
    Some(refusal(message, start..text.len()).meant("duration", Fixed::rounded(&size, Unit::Second.nanoseconds())?))
}

/// The nanoseconds of a number and the word for its unit, as people write them.
fn in_words(number: &str, word: &str) -> Option<Exact> {
    let unit = match word.to_lowercase().as_str() {
        "sec" | "secs" | "second" | "seconds" => Unit::Second,
        "msec" | "msecs" | "millis" | "millisecond" | "milliseconds" => Unit::Millisecond,
        "mins" | "minute" | "minutes" => Unit::Minute,
        "hr" | "hrs" | "hour" | "hours" => Unit::Hour,
        "day" | "days" => Unit::Day,
        short => Unit::from_name(short)?,
    };
    Some(Decimal::parse(number).ok()?.magnitude().times_whole(unit.nanoseconds()))
}

/// `120;comment=x`: a number and something joined to it. A letter may begin a unit, so that nothing is made of it.
fn joined(text: &str, counted: Counted) -> Option<Refusal> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    let delay = counted.seconds(number)?;
    if rest.contains(':') && rest.contains(' ') {
        return None;
    }
    let message = format!("something stands after the number of {}; send the digits alone", counted.plural());
    let refusal = refusal(message, digits..text.len());
    let known = rest.trim_ascii_start().starts_with([';', '(']);
    Some(if known { refusal.meant(counted.whole_form(), delay) } else { refusal })
}

/// An instant where nothing but a number may stand.
fn instant(text: &str, counted: Counted, received: Option<Instant>) -> Option<Refusal> {
    let found = single(text.as_bytes(), received).filter(|found| !matches!(found.when, When::After(_)))?;
    let message = format!("an instant stands where a number of {} is required", counted.plural());
    let refusal = refusal(message, 0..text.len());
    (counted == Counted::Milliseconds).then_some(Refusal { meant: Some((found.form, found.when)), ..refusal })
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

#[cfg(test)]
mod tests {
    use super::Counted::{Milliseconds, Seconds};
    use super::*;

    fn meant(text: &str, counted: Counted) -> (Option<Range<usize>>, Option<(&'static str, String)>) {
        let refusal = refuse(text.as_bytes(), counted, None);
        let meant = refusal.meant.map(|(form, when)| (form, when.wait(None).unwrap().to_string()));
        (refusal.span, meant)
    }

    #[test]
    fn says_what_is_wrong_where_and_what_was_meant() {
        for (text, span, form, wait) in [
            ("120s", 3..4, "duration", "120"),
            ("1m30s", 1..5, "duration", "90"),
            ("PT30S", 0..5, "duration", "30"),
            ("5 s", 2..3, "duration", "5"),
            ("120 seconds", 4..11, "duration", "120"),
            ("5\tMINUTES", 2..9, "duration", "300"),
            ("2 hrs", 2..5, "duration", "7200"),
            ("1.5 hours", 4..9, "duration", "5400"),
            ("250 ms", 4..6, "duration", "0.25"),
            ("2 milliseconds", 2..14, "duration", "0.002"),
            ("3msec", 1..5, "duration", "0.003"),
            ("2 min", 2..5, "duration", "120"),
            ("2  Mins", 3..7, "duration", "120"),
            ("1 Day", 2..5, "duration", "86400"),
            ("10sec", 2..5, "duration", "10"),
            ("1e3", 1..3, "exponent", "1000"),
            ("0x10", 0..2, "hexadecimal", "16"),
            ("1,000", 1..2, "thousands", "1000"),
            ("12,345,678", 2..3, "thousands", "12345678"),
            ("1_000", 1..2, "thousands", "1000"),
            ("1.", 1..2, "decimal-seconds", "1"),
            (".5", 0..2, "decimal-seconds", "0.5"),
            ("+1.5", 0..4, "decimal-seconds", "1.5"),
            ("120;comment=x", 3..13, "delay-seconds", "120"),
            ("120 (two minutes)", 3..17, "delay-seconds", "120"),
            ("\"120\"", 0..5, "delay-seconds", "120"),
            ("120, soon", 5..9, "list", "120"),
            ("5, 1.5", 3..6, "list", "5"),
        ] {
            assert_eq!(meant(text, Seconds), (Some(span), Some((form, wait.into()))), "{text}");
        }
        for (text, span) in [
            ("-5", 0..1),
            ("-5s", 0..1),
            ("2 moments", 1..9),
            ("minutes", 0..7),
            ("1_00", 1..4),
            ("1_000,000", 1..9),
            ("NaN", 0..3),
            ("0x", 1..2),
            (".", 0..1),
            ("Infinity", 0..8),
            ("Tue, 01 Dec 2026 0:00:30 GMT", 17..28),
            ("Mon, 30 Feb 2026 00:00:30 GMT", 0..29),
            ("T\u{fc}e", 0..4),
        ] {
            assert_eq!(meant(text, Seconds), (Some(span), None), "{text}");
        }
        assert_eq!(meant("", Seconds), (None, None));
        assert_eq!(refuse(b"\xff", Seconds, None).span, Some(0..1));
    }

    #[test]
    fn a_number_of_milliseconds_is_the_same_text_with_another_unit() {
        for (text, span, form, wait) in [
            ("+5", 0..1, "milliseconds", "0.005"),
            ("1.5", 1..3, "milliseconds", "0.0015"),
            ("+1500.25", 0..8, "milliseconds", "1.50025"),
            ("5s", 1..2, "duration", "5"),
            ("5 ms", 2..4, "duration", "0.005"),
            ("1m30s", 1..5, "duration", "90"),
            ("1e3", 1..3, "exponent", "1"),
            ("25e-7", 2..5, "exponent", "0.000000002"),
            ("0x10", 0..2, "hexadecimal", "0.016"),
            ("1,000", 1..2, "thousands", "1"),
            ("1_500", 1..2, "thousands", "1.5"),
            ("5;x=1", 1..5, "milliseconds", "0.005"),
            ("\"250\"", 0..5, "milliseconds", "0.25"),
            ("5, 60", 3..5, "list", "0.06"),
            ("5, x, 60", 3..4, "list", "0.06"),
        ] {
            assert_eq!(meant(text, Milliseconds), (Some(span), Some((form, wait.into()))), "{text}");
        }
        for (text, span) in [("soon", 0..4), ("-1", 0..1), ("5x", 1..2), (".", 0..1)] {
            assert_eq!(meant(text, Milliseconds), (Some(span), None), "{text}");
        }
        let received = Instant::parse("2026-12-01T00:00:00Z").ok();
        for (text, form) in [("Tue, 01 Dec 2026 00:00:30 GMT", "imf-fixdate"), ("2026-12-01T00:00:30Z", "rfc3339")] {
            let refusal = refuse(text.as_bytes(), Milliseconds, received);
            assert_eq!(refusal.message, "an instant stands where a number of milliseconds is required");
            let meant = refusal.meant.map(|(form, when)| (form, when.wait(received)));
            assert_eq!(meant, Some((form, Some(Fixed::whole(30)))), "{text}");
        }
    }

    #[test]
    fn names_the_unit() {
        let message = |text: &str, counted| refuse(text.as_bytes(), counted, None).message;
        assert_eq!(message("120s", Seconds), "the value has a unit, `s`; send the number of seconds alone");
        assert_eq!(message("5 Min", Seconds), "the value has a unit, `Min`; send the number of seconds alone");
        assert_eq!(message("5ms", Milliseconds), "the value has a unit, `ms`; send the number of milliseconds alone");
        assert_eq!(message("1m30s", Seconds), "the value is a duration with units; send the number of seconds alone");
    }
}
