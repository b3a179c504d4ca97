//! When a limit resets: a delay or an instant, and which of them a bare number is.

use std::borrow::Cow;

use crate::header::reading::{Alternative, ResetBy};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// 366 days: no known service has a longer window, so a delay beyond it is not waited for.
const LONGEST_DELAY: Fixed = Fixed::whole(31_622_400);
/// 400 days: how far from the reception a Unix time is taken for one.
const EPOCH_REACH: Fixed = Fixed::whole(34_560_000);
/// 2001 to 5138: what passes for seconds of Unix time where the reception is not known. Milliseconds: 1000 times that.
const EPOCH_RANGE: std::ops::RangeInclusive<Fixed> = Fixed::whole(1_000_000_000)..=Fixed::whole(100_000_000_000);

/// One reading of a reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::header) struct Reset {
    /// `delay-seconds`, `epoch-seconds`, `epoch-milliseconds`, `rfc3339` or a form of HTTP-date.
    pub(in crate::header) form: &'static str,
    /// Seconds after reception, 0 where it is past; `None` for an instant without a reception.
    pub(super) wait: Option<Fixed>,
    /// `None` for a delay without a reception, and past 9999.
    pub(in crate::header) at: Option<Instant>,
    /// 0 for a delay, the weight of the last digit for an instant.
    pub(in crate::header) resolution: Fixed,
    /// What told the unit.
    pub(super) by: ResetBy,
}

impl Reset {
    pub(super) fn delay(seconds: Fixed, received: Option<Instant>) -> Self {
        let at = received.and_then(|received| received.plus(seconds));
        Self { form: "delay-seconds", wait: Some(seconds), at, resolution: Fixed::ZERO, by: ResetBy::Specification }
    }

    pub(super) fn instant(form: &'static str, at: Instant, resolution: Fixed, received: Option<Instant>) -> Self {
        let wait = received.map(|received| at.since(received).or_zero());
        Self { form, wait, at: Some(at), resolution, by: ResetBy::Syntax }
    }

    pub(super) fn alternative<'a>(&self, header: &'static str, value: Cow<'a, [u8]>) -> Alternative<'a> {
        Alternative { header, value, form: self.form, wait: self.wait, at: self.at }
    }
}

/// What a bare number is by its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::header) enum BySize {
    Delay,
    /// Unix time, in the unit that its size tells.
    Epoch(Reset),
    /// Neither: reported, and never waited for.
    Implausible,
}

/// Tells seconds from now, Unix time in seconds and Unix time in milliseconds apart.
///
/// `resolution` is the weight of the number's last digit.
pub(in crate::header) fn by_size(number: Fixed, resolution: Fixed, received: Option<Instant>) -> BySize {
    epoch("epoch-seconds", number, resolution, received)
        .or_else(|| epoch("epoch-milliseconds", number.thousandth(), resolution.thousandth(), received))
        .map(BySize::Epoch)
        .unwrap_or(if number <= LONGEST_DELAY { BySize::Delay } else { BySize::Implausible })
}

/// Seconds of Unix time, where they lie so near to the reception that they may well be that.
pub(in crate::header) fn epoch(
    form: &'static str,
    seconds: Fixed,
    resolution: Fixed,
    received: Option<Instant>,
) -> Option<Reset> {
    let is_near = match received {
        Some(received) => {
            let distance = seconds.minus(received.unix());
            distance.max(Fixed::ZERO.minus(distance)) <= EPOCH_REACH
        }
        None => EPOCH_RANGE.contains(&seconds),
    };
    let at = Instant::from_unix(seconds).filter(|_| is_near)?;
    Some(Reset::instant(form, at, resolution, received))
}

/// Whether seconds from now are within what is waited for.
pub(super) fn is_plausible(delay: Fixed) -> bool {
    delay <= LONGEST_DELAY
}

/// The weight of the last digit of a decimal, at least 10^-9.
pub(in crate::header) fn last_digit(text: &[u8]) -> Fixed {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = text.len().checked_sub(digits).and_then(|at| at.checked_sub(1)).and_then(|at| text.get(at));
    let decimals = if before == Some(&b'.') { u32::try_from(digits.min(9)).unwrap_or(9) } else { 0 };
    Fixed::nanos(10i128.saturating_pow(9u32.saturating_sub(decimals)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(number: &str, received: Option<&str>) -> String {
        let received = received.map(|text| Instant::parse(text).unwrap());
        match by_size(Fixed::parse(number.as_bytes()).unwrap(), last_digit(number.as_bytes()), received) {
            BySize::Delay => "delay".into(),
            BySize::Implausible => "implausible".into(),
            BySize::Epoch(it) => format!(
                "{} {} {} {}",
                it.form,
                it.at.unwrap(),
                it.wait.map_or("-".into(), |it| it.to_string()),
                it.resolution
            ),
        }
    }

    /// 2026-12-01T00:00:00Z is 1796083200; 400 days are 34560000 s.
    #[test]
    fn tells_by_size() {
        for (number, right) in [
            ("0", "delay"),
            ("31622400", "delay"),
            ("31622401", "implausible"),
            ("1000000000", "implausible"),
            ("1761523199", "implausible"),
            ("1761523200", "epoch-seconds 2025-10-27T00:00:00Z 0 1"),
            ("1796083230.25", "epoch-seconds 2026-12-01T00:00:30.25Z 30.25 0.01"),
            ("1830643200", "epoch-seconds 2028-01-05T00:00:00Z 34560000 1"),
            ("1830643201", "implausible"),
            ("1796083230500", "epoch-milliseconds 2026-12-01T00:00:30.5Z 30.5 0.001"),
            ("1796083230500000", "implausible"),
            ("99999999999999999999999999", "implausible"),
        ] {
            assert_eq!(shown(number, Some("2026-12-01T00:00:00Z")), right, "{number}");
        }
    }

    #[test]
    fn tells_by_size_without_a_reception() {
        for (number, right) in [
            ("31622400", "delay"),
            ("31622401", "implausible"),
            ("999999999", "implausible"),
            ("1000000000", "epoch-seconds 2001-09-09T01:46:40Z - 1"),
            ("1796083230", "epoch-seconds 2026-12-01T00:00:30Z - 1"),
            ("100000000001", "implausible"),
            ("1796083230500", "epoch-milliseconds 2026-12-01T00:00:30.5Z - 0.001"),
        ] {
            assert_eq!(shown(number, None), right, "{number}");
        }
    }

    #[test]
    fn weighs_the_last_digit() {
        for (text, right) in [("30", "1"), ("30.5", "0.1"), ("1.000001", "0.000001"), ("1.12345678901", "0.000000001")]
        {
            assert_eq!(last_digit(text.as_bytes()).to_string(), right, "{text}");
        }
    }
}
