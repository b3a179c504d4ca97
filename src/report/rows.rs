use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, de};
use serde_json::value::RawValue;

use super::to_json;

/// The rows of an answer, for the formats that are nothing but a table: the same keys and values as in its JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    pub(super) keys: Vec<String>,
    pub(super) cells: Vec<Vec<Cell>>,
}

/// A scalar of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Null,
    Bool(bool),
    /// A plain decimal, digit for digit.
    Number(String),
    /// Text as it came; whoever writes it makes it harmless.
    Text(String),
}

impl Rows {
    /// The rows that `values` are in JSON: objects that all have the same keys. A key whose value is a list or an
    /// object has no place in a cell and is left out; one that is null in some of the answers has to be among `nested`,
    /// so that all of them have the same columns.
    pub(super) fn new<T: Serialize>(values: impl IntoIterator<Item = T>, nested: &[&str]) -> Self {
        let mut rows = Self::default();
        for value in values {
            let Entries(mut entries) = serde_json::from_str(&to_json(&value)).unwrap_or_default();
            entries.retain(|(key, _)| !nested.contains(&key.as_str()));
            let (keys, cells) = entries.into_iter().unzip();
            rows.keys = keys;
            rows.cells.push(cells);
        }
        rows
    }

    /// The same, with these keys where there is no row to take them from.
    pub(super) fn or_keys(self, keys: &[&str]) -> Self {
        if self.keys.is_empty() {
            Self { keys: keys.iter().map(|key| (*key).to_owned()).collect(), ..self }
        } else {
            self
        }
    }
}

/// The scalars of an object of JSON, in their order.
#[derive(Default)]
struct Entries(Vec<(String, Cell)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    if let Some(cell) = cell(value.get()).map_err(de::Error::custom)? {
                        entries.push((key, cell));
                    }
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// One value of JSON as a cell; `None` for a list or an object.
fn cell(json: &str) -> Result<Option<Cell>, serde_json::Error> {
    Ok(Some(match json.as_bytes().first() {
        Some(b'[' | b'{') => return Ok(None),
        Some(b'"') => Cell::Text(serde_json::from_str(json)?),
        Some(b't') => Cell::Bool(true),
        Some(b'f') => Cell::Bool(false),
        Some(b'n') => Cell::Null,
        _ => Cell::Number(json.to_owned()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Number;

    #[derive(Serialize)]
    struct Row {
        zeta: &'static str,
        alpha: Option<Number>,
        list: [u8; 2],
        #[serde(flatten)]
        rest: Rest,
    }

    #[derive(Serialize)]
    struct Rest {
        ok: bool,
        none: Option<u8>,
    }

    fn row(zeta: &'static str, alpha: &str) -> Row {
        let alpha = Some(Number::new(alpha.to_owned()));
        Row { zeta, alpha, list: [1, 2], rest: Rest { ok: true, none: None } }
    }

    #[test]
    fn keeps_order_and_digits_and_leaves_lists_out() {
        let rows = Rows::new([row("\x1b\"", "0.10000000000000000001"), row("", "-1")], &[]);
        assert_eq!(rows.keys, ["zeta", "alpha", "ok", "none"]);
        let number = |text: &str| Cell::Number(text.to_owned());
        assert_eq!(
            rows.cells,
            [
                [Cell::Text("\x1b\"".into()), number("0.10000000000000000001"), Cell::Bool(true), Cell::Null],
                [Cell::Text(String::new()), number("-1"), Cell::Bool(true), Cell::Null],
            ]
        );
        assert_eq!(Rows::new([row("a", "1")], &["none"]).keys, ["zeta", "alpha", "ok"]);
        assert_eq!(rows.clone().or_keys(&["other"]), rows);
        assert_eq!(Rows::new(Vec::<Row>::new(), &[]).or_keys(&["other"]).keys, ["other"]);
    }
}
