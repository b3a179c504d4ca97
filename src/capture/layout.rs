//! Records that are laid out like an earlier one.
//!
//! The records of one logger differ in their values and hardly in anything else: the same keys in the same order, with
//! the same white space. Such a layout is learnt from the first record that has it, and every later one is read by
//! comparing what stands between the values, in less than half of what it takes to read it as JSON. What is not laid
//! out as an earlier record was is read as JSON and learnt, so that the answer is the same either way.

use std::borrow::Cow;

use super::json::{self, Scanner};
use super::names::Names;
use super::record::{self, Content, Record, Sure, has_line_break, host_in, record, sure};
use super::time;
use crate::quantity::Malformed;

/// The most values of a record that is learnt.
const MOST_VALUES: usize = 96;
/// The most bytes that are kept of all layouts together.
const MOST_BYTES: usize = 256 * 1024;
/// The most ways in which layouts may go on behind the same beginning.
const MOST_WAYS: usize = 32;

/// The layouts of one stream of records.
#[derive(Debug)]
pub struct Layouts<'n> {
    names: &'n Names,
    ways: Vec<Way>,
    layouts: Vec<Layout>,
    /// How many bytes are kept.
    bytes: usize,
    /// Room for the values of one record.
    values: Vec<Value>,
}

/// The text from the value before to the next, and how layouts go on behind that.
#[derive(Debug)]
struct Way {
    text: Box<[u8]>,
    to: To,
}

#[derive(Debug)]
enum To {
    /// A string, whose first quote is in the text.
    String(Vec<Way>),
    Number(Vec<Way>),
    /// The end of the record that has the layout of this number.
    End(usize),
}

/// A value that is a string or a number.
#[derive(Clone, Copy, Debug)]
struct Value {
    start: usize,
    end: usize,
    is_string: bool,
    /// Whether there are escapes in it.
    is_escaped: bool,
}

/// Where the parts of a response are, by the numbers of the values.
#[derive(Debug)]
struct Layout {
    status: Option<usize>,
    received: Option<usize>,
    host: Option<usize>,
    body: Option<usize>,
    fields: Vec<Place>,
    /// The values that are no fields.
    others: Vec<usize>,
}

/// Where a field is.
#[derive(Debug)]
struct Place {
    /// The value behind which its name stands; `None` for one before the first.
    behind: Option<usize>,
    /// The bytes between that and the name.
    offset: usize,
    length: usize,
    value: usize,
}

impl<'n> Layouts<'n> {
    /// None yet.
    pub fn new(names: &'n Names) -> Self {
        Self { names, ways: Vec::new(), layouts: Vec::new(), bytes: 0, values: Vec::new() }
    }

    /// Reads a record that has no line break in it, as [`record`](super::record()) does. The number tells records of the
    /// same layout, whose fields have the same names in the same order: from 0, without gaps; `None` for a record whose
    /// layout was not known before.
    ///
    /// # Errors
    ///
    /// As [`record`](super::record()).
    pub fn record<'a>(&mut self, json: &'a [u8]) -> Result<(Record<'a>, Option<usize>), Malformed> {
        if let Some(number) = find(&self.ways, json, &mut self.values)
            && let Some(record) = self.layouts.get(number).and_then(|layout| layout.read(json, &self.values))
        {
            return Ok((record, Some(number)));
        }
        let record = record(json, self.names)?;
        if self.bytes < MOST_BYTES {
            self.learn(json);
        }
        Ok((record, None))
    }

    /// Learns the layout of a record, where no value of it decides where its parts are.
    fn learn(&mut self, json: &[u8]) -> Option<()> {
        let values = values(json)?;
        let layout = Layout::of(json, &values, self.names)?;
        let number = self.layouts.len();
        let mut ways = &mut self.ways;
        let mut end = 0usize;
        for value in &values {
            let text = json.get(end..value.start)?;
            end = value.end;
            let same = |way: &Way| {
                *way.text == *text
                    && matches!((&way.to, value.is_string), (To::String(_), true) | (To::Number(_), false))
            };
            let at = match ways.iter().position(same) {
                Some(at) => at,
                None if ways.len() >= MOST_WAYS => return None,
                None => {
                    self.bytes = self.bytes.saturating_add(text.len()).saturating_add(size_of::<Way>());
                    let to = if value.is_string { To::String(Vec::new()) } else { To::Number(Vec::new()) };
                    ways.push(Way { text: text.into(), to });
                    ways.len().checked_sub(1)?
                }
            };
            let (To::String(next) | To::Number(next)) = &mut ways.get_mut(at)?.to else { return None };
            ways = next;
        }
        let text = json.get(end..)?;
        let is_known = ways.iter().any(|way| *way.text == *text && matches!(way.to, To::End(_)));
        if is_known || ways.len() >= MOST_WAYS {
            return None;
        }
        self.bytes = self.bytes.saturating_add(text.len()).saturating_add(layout.fields.len().saturating_mul(64));
        ways.push(Way { text: text.into(), to: To::End(number) });
        self.layouts.push(layout);
        Some(())
    }
}

/// The number of the layout that `json` has, and its values.
fn find(mut ways: &[Way], json: &[u8], values: &mut Vec<Value>) -> Option<usize> {
    values.clear();
    let mut end = 0usize;
    'values: loop {
        let rest = json.get(end..)?;
        for way in ways {
            let Some(after) = rest.strip_prefix(&*way.text) else { continue };
            let start = end.checked_add(way.text.len())?;
            let (value, next) = match &way.to {
                To::End(number) if after.is_empty() => return Some(*number),
                To::End(_) => continue,
                To::Number(next) => {
                    let length = number_length(after);
                    if length == 0 {
                        continue;
                    }
                    let end = start.checked_add(length)?;
                    (Value { start, end, is_string: false, is_escaped: false }, next)
                }
                To::String(next) => {
                    let (length, is_escaped) = string_length(after)?;
                    (Value { start, end: start.checked_add(length)?, is_string: true, is_escaped }, next)
                }
            };
            values.push(value);
            end = value.end;
            ways = next;
            continue 'values;
        }
        return None;
    }
}

/// The bytes of the number at the beginning of a text; 0 where there is none.
fn number_length(text: &[u8]) -> usize {
    if !matches!(text.first(), Some(b'-' | b'0'..=b'9')) {
        return 0;
    }
    Scanner::new(text).scalar().map_or(0, <[u8]>::len)
}

/// The bytes up to the quote that ends a string, and whether there are escapes among them.
#[inline]
fn string_length(text: &[u8]) -> Option<(usize, bool)> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let mut at = 0usize;
    for word in text.as_chunks::<8>().0.iter().take(2) {
        let word = u64::from_le_bytes(*word);
        let (quotes, slashes) = (word ^ 0x2222_2222_2222_2222, word ^ 0x5c5c_5c5c_5c5c_5c5c);
        // The lowest bit of it stands in the first of them; a carry spoils only bytes behind that.
        let found = (quotes.wrapping_sub(ONES) & !quotes | slashes.wrapping_sub(ONES) & !slashes) & HIGHS;
        if found != 0 {
            at = at.wrapping_add(usize::try_from(found.trailing_zeros() / 8).ok()?);
            break;
        }
        at = at.wrapping_add(8);
    }
    let mut is_escaped = false;
    loop {
        let rest = text.get(at..)?;
        match rest.first()? {
            b'"' => return Some((at, is_escaped)),
            b'\\' => (at, is_escaped) = (at.checked_add(2)?, true),
            _ => at = at.checked_add(memchr::memchr2(b'"', b'\\', rest)?)?,
        }
    }
}

/// The strings and numbers of a record in their order, without its keys; `None` where there are too many.
fn values(json: &[u8]) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    let mut at = 0usize;
    while let Some(byte) = json.get(at) {
        let start = at;
        at = at.checked_add(1)?;
        match byte {
            b'"' => {
                let (length, is_escaped) = string_length(json.get(at..)?)?;
                let end = at.checked_add(length)?;
                let value = Value { start: at, end, is_string: true, is_escaped };
                at = end.checked_add(1)?;
                let is_key = json.get(at..)?.trim_ascii_start().first() == Some(&b':');
                values.extend((!is_key).then_some(value));
            }
            b'-' | b'0'..=b'9' => {
                let end = start.checked_add(number_length(json.get(start..)?))?;
                values.push(Value { start, end, is_string: false, is_escaped: false });
                at = end.max(at);
            }
            _ => {}
        }
        if values.len() > MOST_VALUES {
            return None;
        }
    }
    Some(values)
}

impl Layout {
    /// The layout of a record; `None` where what its values are decides what is taken for which part of it.
    fn of(json: &[u8], values: &[Value], names: &Names) -> Option<Self> {
        // The parts are told by where they lie, so none of them may be a text of its own, as one with escapes would be.
        let mut plain = json.to_vec();
        for value in values.iter().filter(|value| value.is_escaped) {
            plain.get_mut(value.start..value.end)?.fill(b'x');
        }
        let Sure { record, status, received } = sure(&plain, names)?;
        let at = |part: &[u8]| part.as_ptr().addr().checked_sub(plain.as_ptr().addr());
        let value_of = |part: &[u8]| {
            let start = at(part)?;
            values
                .iter()
                .position(|value| (value.start, value.end.checked_sub(value.start)) == (start, Some(part.len())))
        };
        // A part is there and is a value, or it is not there.
        let part = |part: Option<&[u8]>| part.map_or(Some(None), |part| value_of(part).map(Some));
        let borrowed = |text: &Cow<'_, [u8]>| matches!(text, Cow::Borrowed(_));
        if !record.host.iter().all(borrowed) || !record.diagnostics.is_empty() {
            return None;
        }
        let body = Some(record.body.json).filter(|json| !json.is_empty());
        let body =
            body.map(|json| json.strip_prefix(b"\"")?.strip_suffix(b"\"")).map_or(Some(None), |it| it.map(Some))?;
        let mut fields = Vec::with_capacity(record.fields.len());
        for (name, value) in &record.fields {
            if !borrowed(name) || !borrowed(value) {
                return None;
            }
            let start = at(name)?;
            let before = values.iter().take_while(|value| value.start <= start).count();
            let behind = before.checked_sub(1);
            let from = behind.and_then(|behind| values.get(behind)).map_or(0, |value| value.end);
            // A name that is itself a value is another one in the next record.
            if behind.is_some() && start <= from {
                return None;
            }
            let offset = start.checked_sub(from)?;
            fields.push(Place { behind, offset, length: name.len(), value: value_of(value)? });
        }
        // The host is a part of its value where that is a URL.
        let host = record.host.as_deref().map(|host| {
            let start = at(host)?;
            values.iter().position(|value| value.start <= start && start <= value.end && value.is_string)
        });
        let host = host.map_or(Some(None), |it| it.map(Some))?;
        let is_field = |number: &usize| fields.iter().any(|place: &Place| place.value == *number);
        let others = (0..values.len()).filter(|number| !is_field(number)).collect();
        Some(Self { status: part(status)?, received: part(received)?, host, body: part(body)?, fields, others })
    }

    /// Reads a record that has this layout; `None` where a value of it cannot be taken for the part that it is.
    fn read<'a>(&self, json: &'a [u8], values: &[Value]) -> Option<Record<'a>> {
        let value = |number: usize| {
            let value = values.get(number)?;
            Some((json.get(value.start..value.end)?, value))
        };
        let text = |number: usize| {
            let (text, value) = value(number)?;
            if value.is_escaped { json::unescape(text).map(Cow::Owned) } else { Some(Cow::Borrowed(text)) }
        };
        // The other reader knows which escapes that are none matter to it.
        let is_sound = |number: &usize| {
            let escaped = value(*number).filter(|(_, value)| value.is_escaped);
            escaped.is_none_or(|(text, _)| json::unescape(text).is_some())
        };
        if !self.others.iter().all(is_sound) {
            return None;
        }
        let mut record = Record::default();
        if let Some(number) = self.status {
            record.status = Some(record::status(&text(number)?)?);
        }
        if let Some(number) = self.received {
            let (text, value) = value(number).filter(|(_, value)| !value.is_escaped)?;
            record.received = Some(if value.is_string { time::text(text)? } else { time::number(text)? });
        }
        if let Some(number) = self.host {
            record.host = Some(host_in(text(number)?)?);
        }
        if let Some(number) = self.body {
            let value = values.get(number)?;
            let json = json.get(value.start.checked_sub(1)?..value.end.checked_add(1)?)?;
            record.body = Content { json, is_base64: false };
        }
        record.fields.reserve_exact(self.fields.len());
        for place in &self.fields {
            let from = match place.behind {
                None => 0,
                Some(behind) => values.get(behind)?.end,
            };
            let start = from.wrapping_add(place.offset);
            let name = json.get(start..start.wrapping_add(place.length))?;
            let value = text(place.value)?;
            if matches!(&value, Cow::Owned(value) if has_line_break(value)) {
                return None;
            }
            record.fields.push((Cow::Borrowed(name), value));
        }
        Some(record)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the second of two records is read as, and whether it was known from the first.
    fn second<'a>(names: &Names, first: &str, second: &'a str) -> (Result<Record<'a>, Malformed>, bool) {
        let mut layouts = Layouts::new(names);
        let _ = layouts.record(first.as_bytes());
        match layouts.record(second.as_bytes()) {
            Ok((record, number)) => (Ok(record), number.is_some()),
            Err(fault) => (Err(fault), false),
        }
    }

    #[test]
    fn a_record_like_the_one_before_is_known() {
        for (one, two, known) in [
            (
                r#"{"ts":"2026-12-01T00:00:00Z","status":429,"headers":{"retry-after":"5"}}"#,
                r#"{"ts":"2026-12-01T00:00:01Z","status":200,"headers":{"retry-after":"60"}}"#,
                true,
            ),
            // Escapes, in either of them.
            (
                r#"{"status":429,"headers":{"ratelimit":"\"a\";r=1","x":"y"}}"#,
                r#"{"status":429,"headers":{"ratelimit":"\"b\";r=2","x":"\u0079"}}"#,
                true,
            ),
            (
                r#"{"status":429,"headers":{"a":"b"},"body":"{\"x\":1}"}"#,
                r#"{"status":429,"headers":{"a":"b"},"body":""}"#,
                true,
            ),
            (
                r#"{"url":"https://a.example/x","status":1e2,"headers":{"a":5}}"#,
                r#"{"url":"https://b.example/y","status":1e2,"headers":{"a":6}}"#,
                false,
            ),
            (
                r#"{"url":"https://a.example/x","status":"200","headers":{"a":5,"b":null}}"#,
                r#"{"url":"https:\/\/b.example/y","status":"404","headers":{"a":-6.5e3,"b":null}}"#,
                true,
            ),
            // A value that is no status or no time is for the other reader.
            (r#"{"ts":"2026-12-01T00:00:00Z","status":429}"#, r#"{"ts":"noon","status":429}"#, false),
            (r#"{"ts":"2026-12-01T00:00:00Z","status":429}"#, r#"{"ts":"2026-12-01T00:00:00Z","status":42}"#, false),
            // Another key, another order, other space, another kind of value.
            (r#"{"status":429,"a":1}"#, r#"{"status":429,"b":1}"#, false),
            (r#"{"status":429,"a":1}"#, r#"{"a":1,"status":429}"#, false),
            (r#"{"status":429,"a":1}"#, r#"{"status":429, "a":1}"#, false),
            (r#"{"status":429,"a":1}"#, r#"{"status":429,"a":"1"}"#, false),
            (r#"{"status":429,"a":1}"#, r#"{"status":429,"a":1} x"#, false),
            (r#"{"status":429,"a":1}"#, r#"{"status":429,"a":01}"#, false),
            // An escape that is none, where the record is no record for it and where it is.
            (r#"{"headers":{":a":"\n","b":"5"}}"#, r#"{"headers":{":a":"\l","b":"5"}}"#, false),
            (
                r#"{"host":"\n","url":"https://a.example/","status":429}"#,
                r#"{"host":"\l","url":"https://a.example/","status":429}"#,
                false,
            ),
            (r#"{"x":"\n","status":429}"#, r#"{"x":"\x22","status":429}"#, false),
            // A name that is a value, and a line break that makes two fields of one.
            (r#"{"headers":[{"name":"","value":"5"}]}"#, r#"{"headers":[{"name":"retry-after","value":"5"}]}"#, false),
            (r#"{"headers":[["a","5"]]}"#, r#"{"headers":[["b","5"]]}"#, false),
            (r#"{"headers":{"a":"5"}}"#, r#"{"headers":{"a":"5\n6"}}"#, false),
            (r#"{"headers":{"a":["5"],"b":["6","7"]}}"#, r#"{"headers":{"a":["8"],"b":["","9"]}}"#, true),
        ] {
            let (read, is_known) = second(&Names::default(), one, two);
            assert_eq!((read, is_known), (record(two.as_bytes(), &Names::default()), known), "{two}");
        }
    }

    /// Of two names for the same part that of the lower rank counts, and only if its value is one.
    #[test]
    fn what_counts_depends_on_no_value() {
        let times = |one: &str, two: &str| format!(r#"{{"time":{one},"received":{two},"status":429}}"#);
        let (good, other, bad) = ("1796083200", "1796083260", "5");
        for first in [times(good, other), times(bad, other), times(good, bad)] {
            for two in [times(other, good), times(bad, good), times(good, bad), times(bad, bad)] {
                let right = record(two.as_bytes(), &Names::default());
                assert_eq!(second(&Names::default(), &first, &two).0, right, "{first} {two}");
            }
        }
    }

    #[test]
    fn the_layouts_that_are_kept_have_an_end() {
        let mut layouts = Layouts { names: &Names::default(), ..Layouts::new(&Names::default()) };
        for number in 0..20_000 {
            let json = format!(r#"{{"status":429,"headers":{{"a{number}":"5"}},"x{number}":1}}"#);
            assert_eq!(layouts.record(json.as_bytes()).unwrap().0.status, Some(429));
        }
        assert!(layouts.bytes < MOST_BYTES + 1000 && layouts.layouts.len() <= MOST_WAYS, "{}", layouts.bytes);
        let many = format!(r#"{{"status":429,"x":[{}1]}}"#, "1,".repeat(MOST_VALUES));
        assert_eq!(layouts.record(many.as_bytes()).unwrap(), layouts.record(many.as_bytes()).unwrap());
    }

    fn value() -> impl Strategy<Value = String> {
        let time = prop_oneof![
            Just("\"2026-12-01T00:00:00Z\""),
            Just("1796083200"),
            Just("1796083200250.5"),
            Just("\"soon\"")
        ];
        prop_oneof![
            2 => time.prop_map(str::to_owned),
            3 => prop_oneof![Just("429"), Just("200"), Just("\"503\""), Just("42"), Just("-1.5e3"), Just("01"), Just("1x")].prop_map(str::to_owned),
            1 => prop_oneof![Just("null"), Just("true"), Just("[]"), Just("{}"), Just("[1,\"a\"]"), Just("{\"headers\":{\"a\":\"b\"}}")].prop_map(str::to_owned),
            3 => "[a-z:/.]{0,12}".prop_map(|text| format!("\"{text}\"")),
            1 => r#"([a-z]|\\\\|\\"|\\n|\\u0041|\\l|\t|\xff){0,12}"#.prop_map(|text| format!("\"{text}\"")),
        ]
    }

    prop_compose! {
        fn shape()(
            keys in prop::collection::vec(prop_oneof![
                Just("status"), Just("time"), Just("received"), Just("host"), Just("url"), Just("body"), Just("x"), Just("code"),
            ], 0..6),
            names in prop::collection::vec(prop_oneof![Just("a"), Just("retry-after"), Just(":status"), Just("a\\u0062")], 0..4),
            form in 0..4,
            space in prop_oneof![3 => Just(""), 1 => Just(" ")],
        ) -> (Vec<&'static str>, Vec<&'static str>, i32, &'static str) {
            (keys, names, form, space)
        }
    }

    fn written(shape: &(Vec<&str>, Vec<&str>, i32, &str), values: &[String]) -> String {
        let (keys, names, form, space) = shape;
        let mut values = values.iter();
        let mut next = || values.next().map_or("1", String::as_str).to_owned();
        let mut pairs: Vec<_> = keys.iter().map(|key| format!("\"{key}\":{space}{}", next())).collect();
        let fields: Vec<_> = names
            .iter()
            .map(|name| match form {
                0 => format!("\"{name}\":{space}{}", next()),
                1 => format!("\"{name}\":[{},{space}{}]", next(), next()),
                2 => format!("{{\"name\":\"{name}\",\"value\":{}}}", next()),
                _ => format!("[{},{}]", next(), next()),
            })
            .collect();
        let fields = fields.join(",");
        pairs.push(if *form < 2 { format!("\"headers\":{{{fields}}}") } else { format!("\"headers\":[{fields}]") });
        format!("{space}{{{}}}", pairs.join(","))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn reads_what_the_other_reader_reads(
            shape in shape(),
            values in prop::collection::vec(prop::collection::vec(value(), 15), 2..5),
        ) {
            let names = Names::default();
            let mut layouts = Layouts::new(&names);
            for values in values {
                let json = written(&shape, &values);
                let right = record(json.as_bytes(), &names);
                prop_assert_eq!(layouts.record(json.as_bytes()).map(|(record, _)| record), right, "{}", json);
            }
        }
    }
}
