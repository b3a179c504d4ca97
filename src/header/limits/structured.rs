//! Structured field values (RFC 9651), with the bytes at which each part stands.
//!
//! The common shapes are read by a cursor that borrows and allocates little; `sfv` reads the rest. Where the cursor
//! answers, `sfv` gives the same.

use std::borrow::Cow;

use super::cursor::Cursor;

/// First byte and the byte after the last.
pub(super) type Span = (usize, usize);

/// The most digits of an Integer (RFC 9651, 3.3.1).
pub(super) const MAX_DIGITS: usize = 15;
/// The most members and parameters that are read. RFC 9651, 3.1 and 3.1.2 ask for as many and allow to stop there; a
/// value with more is an attack on whoever compares them.
pub(super) const MAX_MEMBERS: usize = 1024;
const MAX_PARAMS: usize = 256;

/// What is wrong with a value, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// A few words, as the end of a sentence.
    pub(super) message: String,
    /// The faulty bytes.
    pub(super) span: Option<Span>,
}

impl Fault {
    pub(super) fn new(message: impl Into<String>, span: Span) -> Self {
        Self { message: message.into(), span: Some(span) }
    }
}

/// A bare item (RFC 9651, 3.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bare<'v> {
    Integer(i64),
    String(Cow<'v, str>),
    Token(Cow<'v, str>),
    Bytes(Vec<u8>),
    /// A type that no field here wants, with its article: `a Decimal`.
    Other(&'static str),
}

impl Bare<'_> {
    /// The type with its article.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Integer(_) => "an Integer",
            Self::String(_) => "a String",
            Self::Token(_) => "a Token",
            Self::Bytes(_) => "a Byte Sequence",
            Self::Other(kind) => kind,
        }
    }

    fn into_owned<'a>(self) -> Bare<'a> {
        match self {
            Self::Integer(number) => Bare::Integer(number),
            Self::String(text) => Bare::String(Cow::Owned(text.into_owned())),
            Self::Token(text) => Bare::Token(Cow::Owned(text.into_owned())),
            Self::Bytes(bytes) => Bare::Bytes(bytes),
            Self::Other(kind) => Bare::Other(kind),
        }
    }
}

impl From<sfv::BareItem> for Bare<'_> {
    fn from(item: sfv::BareItem) -> Self {
        match item {
            sfv::BareItem::Integer(number) => Self::Integer(number.into()),
            sfv::BareItem::String(text) => Self::String(Cow::Owned(text.into())),
            sfv::BareItem::Token(text) => Self::Token(Cow::Owned(text.into())),
            sfv::BareItem::ByteSequence(bytes) => Self::Bytes(bytes),
            sfv::BareItem::Decimal(_) => Self::Other("a Decimal"),
            sfv::BareItem::Boolean(_) => Self::Other("a Boolean"),
            sfv::BareItem::Date(_) => Self::Other("a Date"),
            sfv::BareItem::DisplayString(_) => Self::Other("a Display String"),
        }
    }
}

/// A key and its value: a parameter, or a member of a Dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair<'v> {
    pub(super) key: Cow<'v, str>,
    pub(super) value: Bare<'v>,
    /// Key, `=` and value.
    pub(super) span: Span,
}

impl Pair<'_> {
    fn into_owned<'a>(self) -> Pair<'a> {
        Pair { key: Cow::Owned(self.key.into_owned()), value: self.value.into_owned(), span: self.span }
    }
}

/// A member of a List with its parameters; of a repeated key the last counts (RFC 9651, 4.2.3.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item<'v> {
    pub(super) value: Bare<'v>,
    /// The value without its parameters.
    pub(super) span: Span,
    pub(super) params: Vec<Pair<'v>>,
}

impl<'v> Item<'v> {
    pub(super) fn param(&self, key: &str) -> Option<&Pair<'v>> {
        self.params.iter().find(|pair| pair.key == key)
    }

    fn into_owned<'a>(self) -> Item<'a> {
        let params = self.params.into_iter().map(Pair::into_owned).collect();
        Item { value: self.value.into_owned(), span: self.span, params }
    }
}

/// Reads a List (RFC 9651, 3.1); an empty value is an empty List.
///
/// # Errors
///
/// The first fault. There is no partial reading (RFC 9651, 4.2).
pub(super) fn list<'a>(value: &Cow<'a, [u8]>) -> Result<Vec<Item<'a>>, Fault> {
    match value {
        Cow::Borrowed(bytes) => quick_list(bytes).map_or_else(|| slow_list(bytes), Ok),
        Cow::Owned(bytes) => {
            let items = quick_list(bytes).map_or_else(|| slow_list(bytes), Ok)?;
            Ok(items.into_iter().map(Item::into_owned).collect())
        }
    }
}

/// Reads a Dictionary (RFC 9651, 3.2) without the parameters of its members; of a repeated key the last counts.
///
/// # Errors
///
/// The first fault.
pub(super) fn dictionary<'a>(value: &Cow<'a, [u8]>) -> Result<Vec<Pair<'a>>, Fault> {
    match value {
        Cow::Borrowed(bytes) => quick_dictionary(bytes).map_or_else(|| slow_dictionary(bytes), Ok),
        Cow::Owned(bytes) => {
            let members = quick_dictionary(bytes).map_or_else(|| slow_dictionary(bytes), Ok)?;
            Ok(members.into_iter().map(Pair::into_owned).collect())
        }
    }
}

/// Puts a pair in place of the one with its key, or at the end.
fn insert<'v>(pairs: &mut Vec<Pair<'v>>, pair: Pair<'v>) {
    match pairs.iter_mut().find(|it| it.key == pair.key) {
        Some(old) => *old = pair,
        None => pairs.push(pair),
    }
}

/// A List of Integers and of Strings without escapes, whose parameters are the same. `None`: let `sfv` look.
fn quick_list(bytes: &[u8]) -> Option<Vec<Item<'_>>> {
    let mut cursor = Cursor::new(bytes);
    let mut items = Vec::with_capacity(1);
    while cursor.peek().is_some() {
        let start = cursor.at;
        let value = cursor.bare()?;
        let mut item = Item { value, span: (start, cursor.at), params: Vec::new() };
        while cursor.take(b';') {
            cursor.skip(b" ");
            let pair = cursor.pair()?;
            if item.params.is_empty() {
                item.params.reserve_exact(4);
            }
            insert(&mut item.params, pair);
            if item.params.len() > MAX_PARAMS {
                return None;
            }
        }
        items.push(item);
        if items.len() > MAX_MEMBERS {
            return None;
        }
        cursor.next_member()?;
    }
    Some(items)
}

/// A Dictionary of Integers and of Strings without escapes. `None`: let `sfv` look.
fn quick_dictionary(bytes: &[u8]) -> Option<Vec<Pair<'_>>> {
    let mut cursor = Cursor::new(bytes);
    let mut members = Vec::with_capacity(4);
    while cursor.peek().is_some() {
        let pair = cursor.pair()?;
        insert(&mut members, pair);
        if members.len() > MAX_MEMBERS {
            return None;
        }
        cursor.next_member()?;
    }
    Some(members)
}

fn slow_list(bytes: &[u8]) -> Result<Vec<Item<'_>>, Fault> {
    let parsed: sfv::List = sfv::Parser::new(bytes).parse().map_err(|error| fault(&error, bytes))?;
    at_most(MAX_MEMBERS, parsed.len(), "members", (0, bytes.len()))?;
    let mut cursor = Cursor::new(bytes);
    let mut items = Vec::with_capacity(parsed.len());
    for entry in parsed {
        let start = cursor.at;
        cursor.pass_member_value();
        let span = (start, cursor.at);
        let places = cursor.pass_params();
        let (value, params) = match entry {
            sfv::ListEntry::Item(item) => (item.bare_item.into(), item.params),
            sfv::ListEntry::InnerList(inner) => (Bare::Other("an Inner List"), inner.params),
        };
        at_most(MAX_PARAMS, params.len(), "parameters", span)?;
        let params = params.into_iter().map(|(key, value)| pair(&places, key, value.into())).collect();
        items.push(Item { value, span, params });
        // The value is known to be a List, so what follows is a comma or the end.
        let _ = cursor.next_member();
    }
    Ok(items)
}

fn slow_dictionary(bytes: &[u8]) -> Result<Vec<Pair<'_>>, Fault> {
    let parsed: sfv::Dictionary = sfv::Parser::new(bytes).parse().map_err(|error| fault(&error, bytes))?;
    at_most(MAX_MEMBERS, parsed.len(), "members", (0, bytes.len()))?;
    let mut cursor = Cursor::new(bytes);
    let mut places = Vec::with_capacity(parsed.len());
    while cursor.peek().is_some() {
        places.push(cursor.pass_pair());
        cursor.pass_params();
        if cursor.next_member().is_none() {
            break;
        }
    }
    let value = |entry| match entry {
        sfv::ListEntry::Item(item) => item.bare_item.into(),
        sfv::ListEntry::InnerList(_) => Bare::Other("an Inner List"),
    };
    Ok(parsed.into_iter().map(|(key, entry)| pair(&places, key, value(entry))).collect())
}

fn at_most(most: usize, count: usize, what: &str, span: Span) -> Result<(), Fault> {
    if count <= most { Ok(()) } else { Err(Fault::new(format!("there are {count} {what}, more than {most}"), span)) }
}

/// The pair of `key`, with the bytes of its last appearance.
fn pair<'v>(places: &[(&[u8], Span)], key: sfv::Key, value: Bare<'v>) -> Pair<'v> {
    let key = String::from(key);
    let span = places.iter().rev().find(|(name, _)| *name == key.as_bytes()).map_or((0, 0), |(_, span)| *span);
    Pair { key: Cow::Owned(key), value, span }
}

/// What `sfv` found, in words for the person who wrote the value.
fn fault(error: &sfv::Error, bytes: &[u8]) -> Fault {
    let start = error.index().unwrap_or(0).min(bytes.len());
    let span = (start, start.saturating_add(1).min(bytes.len()));
    let found = format!("{error:#}");
    let next = bytes.get(start).copied();
    let message = match found.as_str() {
        "trailing comma" => "there is a trailing comma".into(),
        "trailing characters after member" if next == Some(b';') => "there is a space before `;`".into(),
        "trailing characters after member" => "a comma is missing, or this byte may not stand here".into(),
        "expected start of key ('a'-'z' or '*')" => "a key must begin with a lower-case letter".into(),
        "expected start of bare item" if next == Some(b'\'') => "a String stands in double quotes".into(),
        "expected start of bare item" | "expected digit" => "a value is missing".into(),
        "too many digits" => format!("an Integer has at most {MAX_DIGITS} digits"),
        "invalid string character" => "a String holds printable ASCII only".into(),
        "unterminated string" => "the closing quote of a String is missing".into(),
        "invalid escape sequence" => "only `\\\"` and `\\\\` are escapes in a String".into(),
        _ => found,
    };
    Fault::new(message, span)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spans(text: &str) -> Vec<(&str, Vec<(String, &str)>)> {
        let items = list(&Cow::Borrowed(text.as_bytes())).unwrap();
        let cut = |span: Span| &text[span.0..span.1];
        let pairs = |item: Item<'_>| item.params.iter().map(|it| (it.key.to_string(), cut(it.span))).collect();
        items.into_iter().map(|item| (cut(item.span), pairs(item))).collect()
    }

    #[test]
    fn says_where_each_part_stands() {
        let key = |name: &str, text| (name.to_owned(), text);
        // The first by the quick way, the rest by the other.
        for (text, value, params) in [
            (r#""a";r=1; t=-2"#, r#""a""#, vec![key("r", "r=1"), key("t", "t=-2")]),
            (r#""a";r=1;t=2;r=3"#, r#""a""#, vec![key("r", "r=3"), key("t", "t=2")]),
            (r#""a\"];";r="b\\;";pk=:YQ==:"#, r#""a\"];""#, vec![key("r", r#"r="b\\;""#), key("pk", "pk=:YQ==:")]),
            (r#"(1 "),";x=")" a);r;t=@5"#, r#"(1 "),";x=")" a)"#, vec![key("r", "r"), key("t", "t=@5")]),
            (r#"%"c%22,";r=?1"#, r#"%"c%22,""#, vec![key("r", "r=?1")]),
        ] {
            assert_eq!(spans(text), [(value, params.clone())], "{text}");
            let two = format!("tok:en/;x=1.5 \t,\t{text}");
            assert_eq!(spans(&two), [("tok:en/", vec![key("x", "x=1.5")]), (value, params)], "{two}");
        }
    }

    #[test]
    fn reads_dictionaries() {
        for (text, members) in [
            ("limit=1, reset=5", vec![("limit", 1, (0, 7)), ("reset", 5, (9, 16))]),
            ("limit=1,limit=007", vec![("limit", 7, (8, 17))]),
            ("limit=1;x=\"=,\", reset=5;y", vec![("limit", 1, (0, 7)), ("reset", 5, (16, 23))]),
            ("", vec![]),
        ] {
            let read = dictionary(&Cow::Borrowed(text.as_bytes())).unwrap();
            let right: Vec<_> = members
                .into_iter()
                .map(|(key, number, span)| Pair { key: key.into(), value: Bare::Integer(number), span })
                .collect();
            assert_eq!(read, right, "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, message, span) in [
            (r#""a";r=1,"#, "there is a trailing comma", (7, 8)),
            (r#""a" ;r=1"#, "there is a space before `;`", (4, 5)),
            (r#""a";R=1"#, "a key must begin with a lower-case letter", (4, 5)),
            (r#""a";r=+1"#, "a value is missing", (6, 7)),
            (r#""a";r="#, "a value is missing", (6, 6)),
            (r#""a";r=1000000000000000"#, "an Integer has at most 15 digits", (21, 22)),
            (r"'a';r=1", "a String stands in double quotes", (0, 1)),
            ("\"\u{e4}\";r=1", "a String holds printable ASCII only", (1, 2)),
            (r#""a;r=1"#, "the closing quote of a String is missing", (6, 6)),
            (r#""a\b";r=1"#, "only `\\\"` and `\\\\` are escapes in a String", (3, 4)),
        ] {
            assert_eq!(list(&Cow::Borrowed(text.as_bytes())), Err(Fault::new(message, span)), "{text}");
        }
    }

    #[test]
    fn reads_as_much_as_must_be_read_and_no_more() {
        let repeat = |part: &str, count: usize| Cow::Owned(vec![part; count].join(",").into_bytes());
        let params =
            |count: usize| Cow::Owned((0..count).fold("1".to_owned(), |all, at| format!("{all};k{at}=1")).into_bytes());
        let keys = |count: usize| {
            Cow::Owned((0..count).map(|at| format!("k{at}=1")).collect::<Vec<_>>().join(",").into_bytes())
        };
        let too_many = |what: &str, span| Err(Fault::new(what, span));
        for part in ["1", "t"] {
            assert_eq!(list(&repeat(part, 1024)).map(|it| it.len()), Ok(1024));
            assert_eq!(list(&repeat(part, 1025)), too_many("there are 1025 members, more than 1024", (0, 2049)));
        }
        assert_eq!(list(&params(256)).map(|it| it[0].params.len()), Ok(256));
        assert_eq!(list(&params(257)), too_many("there are 257 parameters, more than 256", (0, 1)));
        assert_eq!(dictionary(&keys(1024)).map(|it| it.len()), Ok(1024));
        assert!(dictionary(&keys(1025)).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]

        /// Text that is close to the quick shapes, and far from them.
        #[test]
        fn the_quick_way_agrees_with_sfv(text in r#"[ \t]{0,2}("a?"|-?[0-9]{1,16}|[a-z]=[0-9]|t|"[a-c\\",;]{0,3}")([;, \t]{1,2}([a-bA*]=?(-?[0-9]{0,2}|"b?"|:YQ:)|"c"|[0-9.]{1,3})){0,4}[ ,\t]{0,1}"#) {
            if let Some(items) = quick_list(text.as_bytes()) {
                prop_assert_eq!(Ok(items), slow_list(text.as_bytes()));
            }
            if let Some(members) = quick_dictionary(text.as_bytes()) {
                prop_assert_eq!(Ok(members), slow_dictionary(text.as_bytes()));
            }
        }

        #[test]
        fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            if let Some(items) = quick_list(&bytes) {
                prop_assert_eq!(Ok(items), slow_list(&bytes));
            }
            let _ = (slow_list(&bytes), slow_dictionary(&bytes));
        }
    }
}
