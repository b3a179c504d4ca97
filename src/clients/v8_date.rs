//! `Date.parse` of V8: ISO 8601 as ECMAScript has it, and what V8 reads beside that, which is a great deal.

use super::NotModelled;
use super::python::days_before;
use super::v8_composer::{Day, Time, Zone};
use super::v8_tokens::{Keyword, MOST_DIGITS, Token, Tokens};

/// A longer text is a date to nobody who means well.
const LONGEST: usize = 256;
/// No date lies further from 1970, in milliseconds.
const LAST: i128 = 8_640_000_000_000_000;

/// Milliseconds of Unix time; `None` where the text is no date.
pub(super) fn parse(text: &str) -> Result<Option<f64>, NotModelled> {
    if text.len() > LONGEST {
        return Err("the value is longer than any date");
    }
    Ok(Parser { tokens: Tokens::new(text), day: Day::default(), time: Time::default(), zone: Zone::default() }.parse())
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    day: Day,
    time: Time,
    zone: Zone,
}

impl Parser<'_> {
    fn parse(mut self) -> Option<f64> {
        let mut token = self.iso()?;
        let mut has_number = !self.day.is_empty();
        while token != Token::End {
            match token {
                Token::Number(number, _) => {
                    has_number = true;
                    self.number(number)?;
                }
                Token::Word(Keyword::HalfDay(hours), _) if !self.time.is_empty() => self.time.half_day = Some(hours),
                Token::Word(Keyword::Month(month), _) => {
                    self.day.month = Some(month);
                    self.tokens.skip(b'-');
                }
                Token::Word(Keyword::Zone(hours), _) if has_number => self.zone.set(hours),
                // A word without meaning may come before the first number, and not right before it.
                Token::Word(..) if has_number || matches!(self.tokens.peek(), Token::Number(..)) => return None,
                Token::Symbol(sign @ (b'+' | b'-')) if self.zone.is_utc() || !self.time.is_empty() => {
                    self.offset(if sign == b'+' { 1 } else { -1 })?;
                    has_number = true;
                }
                Token::Symbol(b'+' | b'-' | b')') if has_number => return None,
                _ => {}
            }
            token = self.tokens.next();
        }
        self.milliseconds()
    }

    /// A number of a day, a time or an offset.
    fn number(&mut self, number: i64) -> Option<()> {
        if self.tokens.skip(b':') {
            if self.tokens.skip(b':') {
                return self.time.is_empty().then(|| {
                    self.time.add(number);
                    self.time.add(0);
                });
            }
            let fits = self.time.add(number);
            self.tokens.skip(b'.');
            return fits.then_some(());
        }
        let before_point = self.tokens.skip(b'.');
        if before_point && self.time.expects(number) {
            self.time.add(number);
            let fraction = self.tokens.next();
            self.time.add_last(milliseconds(fraction)?);
        } else if self.zone.expects(number) {
            self.zone.minute = Some(number);
        } else if self.time.expects(number) {
            self.time.add_last(number);
            let next = self.tokens.peek();
            return (matches!(next, Token::End | Token::Space) || next.is_zulu() || next.is_sign()).then_some(());
        } else {
            let fits = self.day.add(number);
            self.tokens.skip(b'-');
            return fits.then_some(());
        }
        Some(())
    }

    /// What follows the sign of an offset.
    fn offset(&mut self, sign: i64) -> Option<()> {
        self.zone.sign = Some(sign);
        let (mut number, mut length) = (0, 0);
        if let Token::Number(value, digits) = self.tokens.peek() {
            self.tokens.next();
            (number, length) = (value, digits);
        }
        let (hour, minute) = match length {
            _ if self.tokens.peek() == Token::Symbol(b':') => (number, None),
            1 | 2 => (number, Some(0)),
            3 | 4 => (number / 100, Some(number % 100)),
            _ => return None,
        };
        (self.zone.hour, self.zone.minute) = (Some(hour), minute);
        Some(())
    }

    /// Reads ISO 8601 as far as that goes. `None` where it is sure to be no date; otherwise the token from which the
    /// other rules go on, which is the end where all of it was read.
    fn iso(&mut self) -> Option<Token> {
        if self.tokens.peek().is_sign() {
            let sign = self.tokens.next();
            let Some(year) = self.tokens.peek().fixed(6) else { return Some(sign) };
            self.tokens.next();
            let is_negative = sign == Token::Symbol(b'-');
            if is_negative && year == 0 {
                return Some(sign);
            }
            self.day.add(if is_negative { year.saturating_neg() } else { year });
        } else if let Some(year) = self.tokens.peek().fixed(4) {
            self.tokens.next();
            self.day.add(year);
        } else {
            return Some(self.tokens.next());
        }
        for is_valid in [Day::is_month, Day::is_day] {
            if !self.tokens.skip(b'-') {
                break;
            }
            let Some(number) = self.tokens.peek().fixed(2).filter(|number| is_valid(*number)) else {
                return Some(self.tokens.next());
            };
            self.tokens.next();
            self.day.add(number);
        }
        match self.tokens.peek() {
            Token::Word(Keyword::TimeSeparator, _) => self.iso_time()?,
            Token::End => {}
            _ => return Some(self.tokens.next()),
        }
        if self.zone.hour.is_none() && self.time.is_empty() {
            self.zone.set(0);
        }
        self.day.is_iso = true;
        Some(Token::End)
    }

    fn iso_time(&mut self) -> Option<()> {
        self.tokens.next();
        let hour = self.two_digits(|hour| hour <= 24)?;
        let is_valid = |number| Time::is_minute(number) && (hour < 24 || number == 0);
        self.tokens.skip(b':').then_some(())?;
        self.two_digits(is_valid)?;
        if self.tokens.skip(b':') {
            self.two_digits(is_valid)?;
            if self.tokens.skip(b'.') {
                let fraction = self.tokens.next();
                if hour == 24 && !matches!(fraction, Token::Number(0, _)) {
                    return None;
                }
                self.time.add(milliseconds(fraction)?);
            }
        }
        if self.tokens.peek().is_zulu() {
            self.tokens.next();
            self.zone.set(0);
        } else if self.tokens.peek().is_sign() {
            self.zone.sign = Some(if self.tokens.next() == Token::Symbol(b'+') { 1 } else { -1 });
            let (hour, minute) = if let Some(number) = self.tokens.peek().fixed(4) {
                self.tokens.next();
                (number / 100, number % 100)
            } else {
                let hour = self.tokens.next().fixed(2)?;
                self.tokens.skip(b':').then_some(())?;
                (hour, self.tokens.next().fixed(2)?)
            };
            if !Time::is_hour(hour) || !Time::is_minute(minute) {
                return None;
            }
            (self.zone.hour, self.zone.minute) = (Some(hour), Some(minute));
        }
        (self.tokens.peek() == Token::End).then_some(())
    }

    /// A part of a time of two digits.
    fn two_digits(&mut self, is_valid: impl Fn(i64) -> bool) -> Option<i64> {
        let number = self.tokens.next().fixed(2).filter(|number| is_valid(*number))?;
        self.time.add(number);
        Some(number)
    }

    fn milliseconds(&self) -> Option<f64> {
        let (year, month, day) = self.day.date()?;
        let time = self.time.milliseconds()?;
        let days = days_before(year.into(), month.into()).saturating_add(day.into()).saturating_sub(1);
        let offset = i128::from(self.zone.seconds()).saturating_mul(1000);
        let all = days.saturating_mul(86_400_000).saturating_add(time.into()).saturating_sub(offset);
        // So many are exact in a binary float.
        (-LAST..=LAST).contains(&all).then(|| all.to_string().parse().ok()).flatten()
    }
}

/// The digits after a point as milliseconds. More than three are cut, as V8 cuts them: zeros before them count for
/// their length, and not for their value.
fn milliseconds(token: Token) -> Option<i64> {
    let Token::Number(number, length) = token else { return None };
    Some(match length {
        1 => number.saturating_mul(100),
        2 => number.saturating_mul(10),
        3 => number,
        _ => {
            let cut = u32::try_from(length.min(MOST_DIGITS).saturating_sub(3)).unwrap_or(0);
            number.checked_div(10i64.saturating_pow(cut)).unwrap_or(0)
        }
    })
}
