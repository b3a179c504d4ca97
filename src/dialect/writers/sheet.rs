//! The keys of a config before they are laid out.

use crate::quantity::Exact;

/// A value of a config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A number.
    Number(Exact),
    /// A duration in nanoseconds.
    Time(Exact),
    /// A text, in quotes where the language has them.
    Text(String),
    /// A name of the language, as it is.
    Word(String),
    /// True or false.
    Flag(bool),
    /// A call and its arguments; those without a name have an empty one.
    Call(String, Vec<(String, Value)>),
    /// Values that are added.
    Sum(Vec<Value>),
    /// Values by name.
    Map(Vec<(String, Value)>),
    /// Values in a row.
    List(Vec<Value>),
}

impl Value {
    pub(super) fn count(number: u64) -> Self {
        Self::Number(Exact::new(number, 0))
    }

    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(super) fn word(word: &str) -> Self {
        Self::Word(word.to_owned())
    }

    pub(super) fn call(name: &str, args: Vec<Self>) -> Self {
        Self::Call(name.to_owned(), args.into_iter().map(|arg| (String::new(), arg)).collect())
    }
}

/// Keys with their values, in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    pub(super) entries: Vec<(String, Value)>,
}

impl Sheet {
    pub(super) fn push(&mut self, key: &str, value: Value) {
        self.entries.push((key.to_owned(), value));
    }

    pub(super) fn count(&mut self, key: &str, number: u64) {
        self.push(key, Value::count(number));
    }

    pub(super) fn number(&mut self, key: &str, number: &Exact) {
        self.push(key, Value::Number(number.clone()));
    }

    pub(super) fn time(&mut self, key: &str, time: &Exact) {
        self.push(key, Value::Time(time.clone()));
    }

    /// A duration that is left out where there is none.
    pub(super) fn maybe_time(&mut self, key: &str, time: Option<&Exact>) {
        if let Some(time) = time {
            self.time(key, time);
        }
    }

    pub(super) fn flag(&mut self, key: &str, flag: bool) {
        self.push(key, Value::Flag(flag));
    }

    pub(super) fn text(&mut self, key: &str, text: &str) {
        self.push(key, Value::text(text));
    }

    pub(super) fn word(&mut self, key: &str, word: &str) {
        self.push(key, Value::word(word));
    }

    /// The keys beneath another one.
    pub(super) fn map(&mut self, key: &str, fill: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        fill(&mut inner);
        self.push(key, Value::Map(inner.entries));
    }

    /// The same as the only item of a list.
    pub(super) fn item(&mut self, key: &str, fill: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        fill(&mut inner);
        self.push(key, Value::List(vec![Value::Map(inner.entries)]));
    }
}
