//! Keys and values in the words of each language.

use super::sheet::Value;
use super::{Layout, Times, tree};
use crate::quantity::{Exact, Tens, Unit};

/// The text of a config.
pub(super) fn of(layout: Layout, times: Times, entries: &[(String, Value)]) -> String {
    let code = |language| Code { language, times };
    match layout {
        Layout::Python(call) => format!("{call}({})\n", code(Language::Python).arguments(entries)),
        Layout::JavaScript(before, after) => {
            format!("{before}{}{after}\n", code(Language::JavaScript).map(entries))
        }
        Layout::Java(call) => format!("{call}({})\n", code(Language::Java).arguments(entries)),
        Layout::Builder(call) => {
            let code = code(Language::Java);
            let calls = entries.iter().map(|(key, value)| format!("\n    .{key}({})", code.listed(value)));
            format!("{call}(){}\n    .build()\n", calls.collect::<String>())
        }
        Layout::DotNet(name) => {
            let code = code(Language::DotNet);
            let lines = entries.iter().map(|(key, value)| format!("    {key} = {},\n", code.value(value)));
            format!("new {name}\n{{\n{}}}\n", lines.collect::<String>())
        }
        Layout::Ruby(before, after) => {
            let arguments = code(Language::Ruby).arguments(entries);
            // An empty list of arguments needs no comma before it.
            let before = if arguments.is_empty() { before.trim_end_matches(", ") } else { before };
            format!("{before}{arguments}{after}\n")
        }
        Layout::Command(program) => {
            let code = code(Language::Command);
            let flags = entries.iter().map(|(key, value)| match value {
                Value::Flag(_) => format!(" {key}"),
                _ => format!(" {key} {}", code.value(value)),
            });
            format!("{program}{}\n", flags.collect::<String>())
        }
        Layout::Json => tree::json(times, entries),
        Layout::Yaml => tree::yaml(times, entries),
        Layout::Ini => tree::ini(times, entries),
        Layout::Toml => tree::toml(times, entries),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Python,
    JavaScript,
    Java,
    DotNet,
    Ruby,
    Command,
}

struct Code {
    language: Language,
    times: Times,
}

impl Code {
    fn arguments(&self, entries: &[(String, Value)]) -> String {
        let sign = match self.language {
            Language::Java => " = ",
            Language::Ruby => ": ",
            _ => "=",
        };
        let argument = |(key, value): &(String, Value)| match key.as_str() {
            "" => self.value(value),
            _ => format!("{key}{sign}{}", self.value(value)),
        };
        entries.iter().map(argument).collect::<Vec<_>>().join(", ")
    }

    /// A map as an object.
    fn map(&self, entries: &[(String, Value)]) -> String {
        let entry = |(key, value): &(String, Value)| match self.language {
            Language::Python => format!("\"{key}\": {}", self.value(value)),
            _ => format!("{key}: {}", self.value(value)),
        };
        let entries: Vec<_> = entries.iter().map(entry).collect();
        match self.language {
            Language::Python => format!("{{{}}}", entries.join(", ")),
            _ if entries.is_empty() => "{}".to_owned(),
            _ => format!("{{ {} }}", entries.join(", ")),
        }
    }

    /// The arguments of one call of a chain: a list is several.
    fn listed(&self, value: &Value) -> String {
        match value {
            Value::List(items) => items.iter().map(|item| self.value(item)).collect::<Vec<_>>().join(", "),
            _ => self.value(value),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => figure(number),
            Value::Time(time) => written(self.times, time),
            Value::Text(text) => quoted(text),
            Value::Word(word) => word.clone(),
            Value::Flag(flag) if self.language == Language::Python => if *flag { "True" } else { "False" }.to_owned(),
            Value::Flag(flag) => flag.to_string(),
            Value::Call(name, args) => format!("{name}({})", self.arguments(args)),
            Value::Sum(terms) => terms.iter().map(|term| self.value(term)).collect::<Vec<_>>().join(" + "),
            Value::Map(entries) => self.map(entries),
            Value::List(items) => {
                format!("[{}]", items.iter().map(|item| self.value(item)).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// A text in double quotes, as JSON and most languages have it.
pub(super) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// A duration as it is written.
pub(super) fn written(times: Times, time: &Exact) -> String {
    match times {
        Times::Bare(unit) => figure(&of_unit(time, unit)),
        Times::Seconds => format!("{}s", figure(&of_unit(time, Unit::Second))),
        Times::Short => {
            let units = [Unit::Second, Unit::Millisecond, Unit::Microsecond];
            let whole = |unit: &Unit| is_whole(&of_unit(time, *unit));
            let unit = units.into_iter().find(whole).unwrap_or(Unit::Nanosecond);
            format!("{}{}", figure(&of_unit(time, unit)), unit.name())
        }
        Times::Java => {
            let (unit, name) = whole_unit(time, [(Unit::Second, "Seconds"), (Unit::Millisecond, "Millis")], "Nanos");
            format!("Duration.of{name}({})", figure(&of_unit(time, unit)))
        }
        Times::DotNet => {
            let is_seconds = is_whole(&of_unit(time, Unit::Second));
            let (unit, name) = if is_seconds { (Unit::Second, "Seconds") } else { (Unit::Millisecond, "Milliseconds") };
            format!("TimeSpan.From{name}({})", figure(&of_unit(time, unit)))
        }
    }
}

fn whole_unit(time: &Exact, units: [(Unit, &'static str); 2], least: &'static str) -> (Unit, &'static str) {
    units.into_iter().find(|(unit, _)| is_whole(&of_unit(time, *unit))).unwrap_or((Unit::Nanosecond, least))
}

fn is_whole(number: &Exact) -> bool {
    number.floor_to(&Exact::new(1, 0)) == *number
}

/// Nanoseconds as a number of a unit, to the nanosecond.
pub(super) fn of_unit(time: &Exact, unit: Unit) -> Exact {
    time.divided(&Exact::new(unit.nanoseconds(), 0), 9).unwrap_or_else(Exact::zero)
}

/// The digits of a number that every client keeps: those of a double.
const DIGITS: usize = 15;

/// A number in digits, without an exponent and of at most 15 significant digits.
pub(super) fn figure(number: &Exact) -> String {
    let text = number.to_string();
    let significant = text.trim_start_matches(['0', '.']).trim_end_matches('0').trim_end_matches('.');
    if significant.len() <= DIGITS {
        return text;
    }
    let whole = text.split('.').next().unwrap_or_default().trim_start_matches('0').len();
    match DIGITS.checked_sub(whole) {
        Some(decimals) => {
            let decimals = u32::try_from(decimals).unwrap_or(0);
            number.round(1, decimals, &mut Tens::new()).to_string()
        }
        None => {
            let power = i32::try_from(whole.saturating_sub(DIGITS)).unwrap_or(0);
            number.floor_to(&Exact::new(1, power)).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_as_each_client_has_them() {
        let time = Exact::new(1500, 6);
        for (times, right) in [
            (Times::Bare(Unit::Second), "1.5"),
            (Times::Bare(Unit::Millisecond), "1500"),
            (Times::Seconds, "1.5s"),
            (Times::Short, "1500ms"),
            (Times::Java, "Duration.ofMillis(1500)"),
            (Times::DotNet, "TimeSpan.FromMilliseconds(1500)"),
        ] {
            assert_eq!(written(times, &time), right);
        }
        assert_eq!(written(Times::Short, &Exact::new(300, 9)), "300s");
        assert_eq!(written(Times::Java, &Exact::new(1, 3)), "Duration.ofNanos(1000)");
    }

    #[test]
    fn numbers_keep_the_digits_of_a_double() {
        assert_eq!(figure(&Exact::new(1, -1)), "0.1");
        assert_eq!(figure(&Exact::new(1_234_567_890_123_456_789, -18)), "1.23456789012346");
        assert_eq!(figure(&Exact::new(1_234_567_890_123_456_789, 0)), "1234567890123450000");
        assert_eq!(figure(&Exact::new(1, 30)), format!("1{}", "0".repeat(30)));
    }
}
