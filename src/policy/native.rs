//! The native flags: their ranges and defaults.

use std::fmt;
use std::ops::Range;

use super::{Growth, Jitter, Order, Policy, amount};
use crate::quantity::{Amount, Decimal, Exact, Malformed, Unit};

/// The flags of a native policy as they were written; `None` where one was not.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeFlags<'a> {
    /// The wait before retry 1, above 0.
    pub base: &'a str,
    /// The cap on one wait, above 0, or `none`.
    pub max: &'a str,
    /// The growth per retry, at least 1; 2 unless said.
    pub factor: Option<&'a str>,
    /// The retries, 1 to 1000; 5 unless said.
    pub retries: Option<&'a str>,
    /// The calls, 2 to 1001: another way to write the retries.
    pub calls: Option<&'a str>,
    /// `none`, `full`, `equal`, `decorrelated`, or a share above 0% and at most 100%; `none` unless said.
    pub jitter: Option<&'a str>,
    /// The unit of the output; the smallest one written in the base unless said.
    pub unit: Option<&'a str>,
}

/// Why flags are no policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    /// The option at fault, without dashes: `base`, `max`, `factor`, `retries`, `calls`, `jitter` or `unit`, or the
    /// name given to [`Policy::duration`].
    pub option: &'static str,
    /// What is wrong; it quotes what was written.
    pub message: String,
    /// The value as it was written; empty where the fault is not in one value's spelling.
    pub written: String,
    /// The faulty bytes of it, where one place can be named.
    pub at: Option<Range<usize>>,
    /// What to write instead.
    pub hint: String,
}

impl PolicyError {
    pub(super) fn new(option: &'static str, message: String, hint: impl Into<String>) -> Self {
        Self { option, message, written: String::new(), at: None, hint: hint.into() }
    }

    pub(super) fn malformed(option: &'static str, text: &str, fault: Malformed) -> Self {
        let message = match text {
            "" => fault.message().to_owned(),
            _ => format!("`{text}` {}", fault.message()),
        };
        Self { option, message, written: text.to_owned(), at: fault.at(), hint: fault.hint().to_owned() }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}; {}", self.option, self.message, self.hint)
    }
}

impl std::error::Error for PolicyError {}

/// The upper bound of decorrelated jitter is this many times the previous wait (AWS Architecture Blog, Exponential
/// Backoff And Jitter).
const DECORRELATED_FACTOR: u64 = 3;

impl Policy {
    /// The policy that native flags describe.
    ///
    /// # Errors
    ///
    /// A value that cannot be read or is out of its range (see [`NativeFlags`]), durations with and without units,
    /// retries beside calls, and a factor beside decorrelated jitter.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::policy::{NativeFlags, Policy};
    ///
    /// let policy = Policy::native(&NativeFlags { base: "250ms", max: "2s", ..NativeFlags::default() })?;
    /// assert_eq!(policy.retries, Some(5));
    ///
    /// let fault = Policy::native(&NativeFlags { base: "0", max: "2", ..NativeFlags::default() }).unwrap_err();
    /// assert_eq!((fault.option, fault.message.as_str()), ("base", "`0` is not above 0"));
    /// # Ok::<(), holdoff::policy::PolicyError>(())
    /// ```
    pub fn native(flags: &NativeFlags<'_>) -> Result<Self, PolicyError> {
        let base = positive("base", flags.base, "write a base greater than 0, such as `250ms`")?;
        let max = match flags.max {
            "none" => None,
            text => {
                Some(positive("max", text, "write a max greater than 0, such as `30s`, or `none`").map_err(or_none)?)
            }
        };
        if let Some(max) = &max
            && max.unit().is_some() != base.unit().is_some()
        {
            let has = |it: &Amount| if it.unit().is_some() { "a unit" } else { "no unit" };
            let message = format!("max `{}` has {}, and base `{}` has {}", flags.max, has(max), flags.base, has(&base));
            return Err(PolicyError::new("max", message, "write both with units, or both without"));
        }
        let jitter = flags.jitter.map_or(Ok(Jitter::None), jitter)?;
        let factor = match (flags.factor, &jitter) {
            (Some(text), Jitter::Decorrelated) => {
                let message = format!("`{text}` has no meaning with decorrelated jitter, which grows by itself");
                return Err(PolicyError::new("factor", message, "leave the factor out, or write another jitter"));
            }
            (None, Jitter::Decorrelated) => Exact::new(DECORRELATED_FACTOR, 0),
            (Some(text), _) => factor(text)?,
            (None, _) => Exact::new(2, 0),
        };
        let order = if jitter == Jitter::Decorrelated { Order::JitterThenCap } else { Order::CapThenJitter };
        let unit = flags.unit.map(unit).transpose()?.or(base.unit());
        let growth = Growth::Geometric { base: base.size().clone(), factor };
        Ok(Self {
            max: max.map(|max| max.size().clone()),
            jitter,
            order,
            retries: Some(retries(flags)?),
            ..Self::growing(base.unit().is_some(), unit, growth)
        })
    }
}

fn decimal(option: &'static str, text: &str) -> Result<Decimal, PolicyError> {
    Decimal::parse(text).map_err(|fault| PolicyError::malformed(option, text, fault))
}

fn positive(option: &'static str, text: &str, hint: &str) -> Result<Amount, PolicyError> {
    let amount = amount(option, text)?;
    if amount.is_positive() {
        return Ok(amount);
    }
    Err(PolicyError::new(option, format!("`{text}` is not above 0"), hint))
}

/// A max may also be none at all.
fn or_none(mut error: PolicyError) -> PolicyError {
    if !error.hint.ends_with("`none`") {
        error.hint.push_str(", or `none`");
    }
    error
}

fn factor(text: &str) -> Result<Exact, PolicyError> {
    let number = decimal("factor", text)?;
    let size = number.magnitude();
    if number.is_negative() || size < Exact::new(1, 0) {
        let hint = "write a factor of 1 or more: 1 keeps every wait the same, 2 doubles it";
        return Err(PolicyError::new("factor", format!("`{text}` is below 1"), hint));
    }
    Ok(size)
}

fn retries(flags: &NativeFlags<'_>) -> Result<u64, PolicyError> {
    match (flags.retries, flags.calls) {
        (None, None) => Ok(5),
        (Some(retries), None) => count("retries", retries, 1, 1000),
        (None, Some(calls)) => count("calls", calls, 2, 1001).map(|calls| calls.saturating_sub(1)),
        (Some(retries), Some(calls)) => Err(PolicyError::new(
            "calls",
            format!("`{calls}` was given beside retries `{retries}`"),
            "write one of the two: calls are the retries and the first call",
        )),
    }
}

fn count(option: &'static str, text: &str, least: u64, most: u64) -> Result<u64, PolicyError> {
    let hint = format!("write a whole number from {least} to {most}");
    let number = decimal(option, text).map_err(|error| match text.contains(|it: char| it.is_ascii_digit()) {
        true => error,
        false => PolicyError { hint: hint.clone(), ..error },
    })?;
    let size = number.magnitude();
    if !number.is_negative() && size.to_string().contains('.') {
        return Err(PolicyError::new(option, format!("`{text}` is not a whole number"), hint));
    }
    match number.to_whole() {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(PolicyError::new(option, format!("`{text}` is not between {least} and {most}"), hint)),
    }
}

fn jitter(text: &str) -> Result<Jitter, PolicyError> {
    const KINDS: &str = "write `none`, `full`, `equal`, `decorrelated` or a share such as `20%`";
    let error = |message: String, hint: String| Err(PolicyError::new("jitter", message, hint));
    match text {
        "none" => return Ok(Jitter::None),
        "full" => return Ok(Jitter::Full),
        "equal" => return Ok(Jitter::Equal),
        "decorrelated" => return Ok(Jitter::Decorrelated),
        _ => {}
    }
    let Some(written) = text.strip_suffix('%') else {
        return match Decimal::parse(text) {
            Ok(number) => {
                // 0.2 is how other clients write 20%.
                let share = number.magnitude();
                let meant = if share <= Exact::new(1, 0) { share.times_whole(100) } else { share };
                error(format!("`{text}` has no percent sign"), format!("write `{meant}%`"))
            }
            Err(_) => error(format!("`{text}` is not a kind of jitter"), KINDS.to_owned()),
        };
    };
    let number = Decimal::parse(written).map_err(|fault| PolicyError::malformed("jitter", text, fault))?;
    let share = number.magnitude().times(&Exact::new(1, -2));
    if number.is_negative() || number.is_zero() || share > Exact::new(1, 0) {
        let hint = "write a share in this range, such as `20%`".to_owned();
        return error(format!("`{text}` is not above 0% and at most 100%"), hint);
    }
    Ok(Jitter::Percent(share))
}

fn unit(text: &str) -> Result<Unit, PolicyError> {
    Unit::from_name(text).ok_or_else(|| {
        PolicyError::new("unit", format!("`{text}` is not a unit"), "write one of ns, us, ms, s, m (or min), h, d")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::FirstWait;

    const FLAGS: NativeFlags<'_> =
        NativeFlags { base: "1s", max: "30s", factor: None, retries: None, calls: None, jitter: None, unit: None };

    #[test]
    fn defaults() {
        let policy = Policy::native(&FLAGS).unwrap();
        let nanos = |seconds| Exact::new(seconds, 9);
        assert_eq!(policy.growth, Growth::Geometric { base: nanos(1), factor: Exact::new(2, 0) });
        assert_eq!((policy.max, policy.jitter, policy.retries), (Some(nanos(30)), Jitter::None, Some(5)));
        assert_eq!((policy.timed, policy.unit, policy.first), (true, Some(Unit::Second), FirstWait::Grown));
    }

    #[test]
    fn reads_what_is_in_range() {
        let native = |flags| Policy::native(&flags).unwrap();
        assert_eq!(native(NativeFlags { calls: Some("2"), ..FLAGS }).retries, Some(1));
        assert_eq!(native(NativeFlags { retries: Some("1e3"), ..FLAGS }).retries, Some(1000));
        assert_eq!(native(NativeFlags { max: "none", ..FLAGS }).max, None);
        assert_eq!(native(NativeFlags { jitter: Some("12.5%"), ..FLAGS }).jitter, Jitter::Percent(Exact::new(125, -3)));
        for name in ["none", "full", "equal", "decorrelated", "0.5%", "100%"] {
            assert_eq!(native(NativeFlags { jitter: Some(name), ..FLAGS }).jitter.name(), name);
        }
    }

    #[test]
    fn the_unit_converts_durations_and_labels_bare_numbers() {
        let parts = |base, max, unit| {
            let policy = Policy::native(&NativeFlags { base, max, unit, ..FLAGS }).unwrap();
            (policy.unit, policy.divisor(), policy.decimals())
        };
        assert_eq!(parts("1s250ms", "PT2S", None), (Some(Unit::Millisecond), 1_000_000, 6));
        assert_eq!(parts("250ms", "2s", Some("s")), (Some(Unit::Second), 1_000_000_000, 9));
        assert_eq!(parts("PT2M", "none", None), (Some(Unit::Second), 1_000_000_000, 9));
        assert_eq!(parts("10", "none", None), (None, 1, 9));
        assert_eq!(parts("10", "60", Some("min")), (Some(Unit::Minute), 1, 9));
    }

    #[test]
    fn says_which_option_is_wrong_and_what_to_write() {
        let some = Some;
        let cases = [
            (NativeFlags { base: "0", ..FLAGS }, "base", "`0` is not above 0"),
            (NativeFlags { base: "-1s", ..FLAGS }, "base", "`-1s` is not above 0"),
            (NativeFlags { base: "", ..FLAGS }, "base", "is empty"),
            (NativeFlags { base: "2,000", ..FLAGS }, "base", "`2,000` has a comma in it"),
            (NativeFlags { max: "0s", ..FLAGS }, "max", "`0s` is not above 0"),
            (NativeFlags { max: "30", ..FLAGS }, "max", "max `30` has no unit, and base `1s` has a unit"),
            (NativeFlags { base: "1", ..FLAGS }, "max", "max `30s` has a unit, and base `1` has no unit"),
            (NativeFlags { factor: some("0.5"), ..FLAGS }, "factor", "`0.5` is below 1"),
            (NativeFlags { factor: some("-2"), ..FLAGS }, "factor", "`-2` is below 1"),
            (NativeFlags { retries: some("2.5"), ..FLAGS }, "retries", "`2.5` is not a whole number"),
            (NativeFlags { retries: some("0"), ..FLAGS }, "retries", "`0` is not between 1 and 1000"),
            (NativeFlags { retries: some("-2.5"), ..FLAGS }, "retries", "`-2.5` is not between 1 and 1000"),
            (NativeFlags { retries: some("1001"), ..FLAGS }, "retries", "`1001` is not between 1 and 1000"),
            (NativeFlags { retries: some("1e300"), ..FLAGS }, "retries", "`1e300` is not between 1 and 1000"),
            (NativeFlags { calls: some("1"), ..FLAGS }, "calls", "`1` is not between 2 and 1001"),
            (
                NativeFlags { retries: some("5"), calls: some("6"), ..FLAGS },
                "calls",
                "`6` was given beside retries `5`",
            ),
            (NativeFlags { jitter: some("0%"), ..FLAGS }, "jitter", "`0%` is not above 0% and at most 100%"),
            (NativeFlags { jitter: some("100.1%"), ..FLAGS }, "jitter", "`100.1%` is not above 0% and at most 100%"),
            (NativeFlags { jitter: some("20"), ..FLAGS }, "jitter", "`20` has no percent sign"),
            (NativeFlags { jitter: some("Full"), ..FLAGS }, "jitter", "`Full` is not a kind of jitter"),
            (
                NativeFlags { jitter: some("decorrelated"), factor: some("3"), ..FLAGS },
                "factor",
                "`3` has no meaning with decorrelated jitter, which grows by itself",
            ),
            (NativeFlags { unit: some("sec"), ..FLAGS }, "unit", "`sec` is not a unit"),
        ];
        for (flags, option, message) in cases {
            let fault = Policy::native(&flags).unwrap_err();
            assert_eq!((fault.option, fault.message.as_str()), (option, message));
            assert!(!fault.hint.is_empty());
        }
        assert_eq!(Policy::native(&NativeFlags { jitter: some("20"), ..FLAGS }).unwrap_err().hint, "write `20%`");
        assert_eq!(Policy::native(&NativeFlags { base: "2,000", ..FLAGS }).unwrap_err().at, Some(1..2));
    }

    #[test]
    fn other_durations_are_of_the_policys_kind() {
        let timed = Policy::native(&FLAGS).unwrap();
        let bare = Policy::native(&NativeFlags { base: "1", max: "30", ..FLAGS }).unwrap();
        assert_eq!(timed.duration("elapsed", "0s"), Ok(Exact::zero()));
        assert_eq!(bare.duration("mark", "12.5"), Ok(Exact::new(125, -1)));
        let fault = |policy: &Policy, text: &str| policy.duration("mark", text).unwrap_err();
        assert_eq!(fault(&timed, "-1s").message, "`-1s` is below 0");
        assert_eq!(fault(&timed, "5").hint, "write a unit, as in `5s`");
        assert_eq!(fault(&bare, "5s").message, "`5s` has a unit, and the policy's waits have none");
    }
}
