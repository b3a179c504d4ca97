use super::Fixed;

/// A time as a person writes it: `250ms`, `1.75s`, `1m 30s`, `2d 3h`.
///
/// Days are the largest unit. From a second up the smallest part is seconds with decimals; below, the largest unit
/// that gives a whole number before the point. Every nanosecond is shown.
///
/// # Examples
///
/// ```
/// use holdoff::quantity::human_nanos;
///
/// assert_eq!(human_nanos(90_000_000_000), "1m 30s");
/// ```
pub fn human_nanos(nanos: u128) -> String {
    const SECOND: u128 = 1_000_000_000;
    if nanos == 0 {
        return "0s".to_owned();
    }
    if nanos < SECOND {
        let (unit, size) = match nanos {
            1_000_000.. => ("ms", 1_000_000),
            1_000.. => ("us", 1_000),
            _ => ("ns", 1),
        };
        return decimal(nanos, size) + unit;
    }
    let mut parts = Vec::with_capacity(4);
    let mut rest = nanos;
    for (unit, seconds) in [("d", 86_400), ("h", 3_600), ("m", 60)] {
        let size = SECOND.saturating_mul(seconds);
        let count = rest.checked_div(size).unwrap_or(0);
        if count != 0 {
            parts.push(format!("{count}{unit}"));
            rest = rest.saturating_sub(count.saturating_mul(size));
        }
    }
    if rest != 0 {
        parts.push(decimal(rest, SECOND) + "s");
    }
    parts.join(" ")
}

/// [`human_nanos`] for seconds; the sign is left out.
pub fn human_fixed(seconds: Fixed) -> String {
    human_nanos(seconds.as_nanos().unsigned_abs())
}

/// `nanos` / `size`, a power of ten, as a plain decimal.
fn decimal(nanos: u128, size: u128) -> String {
    let whole = nanos.checked_div(size).unwrap_or(0);
    let rest = nanos.checked_rem(size).unwrap_or(0);
    if rest == 0 {
        return whole.to_string();
    }
    let width = size.to_string().len().saturating_sub(1);
    let fraction = format!("{rest:0width$}");
    format!("{whole}.{}", fraction.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_a_person_writes() {
        for (nanos, shown) in [
            (0, "0s"),
            (1, "1ns"),
            (1_500, "1.5us"),
            (250_000_000, "250ms"),
            (1_750_000_000, "1.75s"),
            (60_000_000_000, "1m"),
            (90_500_000_000, "1m 30.5s"),
            (3_600_000_000_000, "1h"),
            (93_784_000_000_001, "1d 2h 3m 4.000000001s"),
            (34_560_000_000_000_000, "400d"),
        ] {
            assert_eq!(human_nanos(nanos), shown);
        }
    }

    /// Where no month or year comes in, humantime writes the same for whole seconds, but for its `day` and `days`.
    #[test]
    fn agrees_with_humantime_below_a_month() {
        for seconds in (1..30 * 86_400).step_by(7_919) {
            let theirs = humantime::format_duration(std::time::Duration::from_secs(seconds)).to_string();
            let theirs = theirs.replace("days", "d").replace("day", "d");
            assert_eq!(human_nanos(u128::from(seconds) * 1_000_000_000), theirs);
        }
    }
}
