//! Fields whose value holds one limit or several, each in several parts.

/// The fields that speak of the same limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// What each limit is called, where no part says it.
    pub name: Option<&'static str>,
    /// What is counted, where it is not left open.
    pub unit: Option<&'static str>,
    /// What the limits hold for, where no part says it.
    pub scope: Option<&'static str>,
    /// The window in seconds, where no part says it.
    pub window: Option<u32>,
    /// Whether a limit is listed only while it is used up.
    pub used_up: bool,
    /// The fields. Items of the same name and window are one limit.
    pub fields: &'static [ListField],
}

impl List {
    /// A list to which an entry adds what it has.
    pub(super) const EMPTY: Self =
        Self { name: None, unit: None, scope: None, window: None, used_up: false, fields: &[] };

    /// The names of its fields.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|field| field.name)
    }
}

/// A field of a list, and how its value is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListField {
    /// The field in canonical spelling. With `*` at the end it is every field that begins so, and the rest of its name
    /// is the name of the limit.
    pub name: &'static str,
    /// The bytes that part one item from the next.
    pub items: &'static [u8],
    /// How an item is parted.
    pub shape: Shape,
}

/// How an item is parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Parts in a fixed order, each parted from the next by any of the bytes; further ones are comments.
    Ordered(&'static [u8], &'static [Part]),
    /// `key=value`, parted by `;`. The empty key is that of a part without `=`; unknown keys are comments.
    Keyed(&'static [(&'static str, Part)]),
}

/// What a part of an item holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The name of the limit.
    Name,
    /// The whole quota.
    Limit,
    /// What is left of it.
    Remaining,
    /// What is used of it.
    Used,
    /// The window in seconds.
    Window,
    /// Seconds until the reset.
    Reset,
    /// Calls per second.
    Rate,
    /// The categories that the limit holds for, parted by `;`; none stands for all.
    Categories,
    /// What the limit holds for.
    Scope,
    /// The vendor's word for why.
    Reason,
}

impl Part {
    /// `name`, `limit`, `remaining`, `used`, `window-s`, `reset-s`, `per-second`, `categories`, `scope` or `reason`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Limit => "limit",
            Self::Remaining => "remaining",
            Self::Used => "used",
            Self::Window => "window-s",
            Self::Reset => "reset-s",
            Self::Rate => "per-second",
            Self::Categories => "categories",
            Self::Scope => "scope",
            Self::Reason => "reason",
        }
    }
}

impl ListField {
    /// How an item is written, with the parts in angle brackets: `<limit>:<window-s>`.
    pub fn pattern(&self) -> String {
        let of = |part: &Part| format!("<{}>", part.name());
        match self.shape {
            Shape::Ordered(at, parts) => {
                let mut text = String::new();
                for (index, part) in parts.iter().enumerate() {
                    if let Some(before) = index.checked_sub(1) {
                        text.extend(at.get(before).or(at.first()).map(|byte| char::from(*byte)));
                    }
                    text += &of(part);
                }
                text
            }
            Shape::Keyed(keys) => {
                let keys = keys.iter().filter(|(key, _)| !key.is_empty());
                keys.map(|(key, part)| format!("{key}={}", of(part))).collect::<Vec<_>>().join(";")
            }
        }
    }
}
