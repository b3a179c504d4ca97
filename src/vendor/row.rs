//! One limit of a vendor: its fields, and what each holds.

/// What a reset, a window or a retry field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Seconds after reception.
    Seconds,
    /// Milliseconds after reception.
    Milliseconds,
    /// Unix time in seconds.
    EpochSeconds,
    /// Unix time in milliseconds.
    EpochMilliseconds,
    /// An RFC 3339 instant or an HTTP-date.
    Instant,
    /// A date as JavaScript writes it: `Tue Dec 01 2026 01:00:42 GMT+0100 (Central European Standard Time)`.
    JsDate,
    /// A duration as Go writes it, such as `6m0s`.
    Duration,
    /// Not told by any documentation, or told in two ways: the size of the number tells.
    BySize,
}

impl Form {
    /// The forms of a bare number, which the user may name where the fields do not tell.
    pub const NUMBERS: [Self; 4] = [Self::Seconds, Self::Milliseconds, Self::EpochSeconds, Self::EpochMilliseconds];

    /// `s`, `ms`, `epoch-s`, `epoch-ms`, `instant`, `js-date`, `duration` or `by-size`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Milliseconds => "ms",
            Self::EpochSeconds => "epoch-s",
            Self::EpochMilliseconds => "epoch-ms",
            Self::Instant => "instant",
            Self::JsDate => "js-date",
            Self::Duration => "duration",
            Self::BySize => "by-size",
        }
    }
}

/// What a limit is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// It has none.
    Unnamed,
    /// Always the same.
    Fixed(&'static str),
    /// The value of this field.
    InField(&'static str),
}

/// What a limit holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The vendor does not say.
    Unsaid,
    /// Always the same.
    Fixed(&'static str),
    /// The value of this field.
    InField(&'static str),
}

/// The window of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Always that many seconds, as the names of the fields say.
    Seconds(u32),
    /// The value of this field, which holds seconds, milliseconds or a duration.
    InField(&'static str, Form),
}

/// One limit: the fields that speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is called.
    pub name: Name,
    /// What is counted, where it is not left open.
    pub unit: Option<&'static str>,
    /// What it holds for.
    pub scope: Scope,
    /// The field of the whole quota.
    pub limit: Option<&'static str>,
    /// The field of what is left.
    pub remaining: Option<&'static str>,
    /// The field of what is used.
    pub used: Option<&'static str>,
    /// The fields of the reset, each with what it holds; the first that was sent counts.
    pub resets: &'static [(&'static str, Form)],
    /// The window.
    pub window: Option<Window>,
}

impl Row {
    /// A row to which an entry adds what it has.
    pub(super) const EMPTY: Self = Self {
        name: Name::Unnamed,
        unit: None,
        scope: Scope::Unsaid,
        limit: None,
        remaining: None,
        used: None,
        resets: &[],
        window: None,
    };

    /// The fields that hold a number of it, its name or its scope.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        let scope = if let Scope::InField(field) = self.scope { Some(field) } else { None };
        let name = if let Name::InField(field) = self.name { Some(field) } else { None };
        let window = if let Some(Window::InField(field, _)) = self.window { Some(field) } else { None };
        let counts = [self.limit, self.remaining, self.used].into_iter().flatten();
        counts.chain(self.resets.iter().map(|(field, _)| *field)).chain(window).chain(name).chain(scope)
    }
}

/// The row of `PREFIX-Limit`, `PREFIX-Remaining` and `PREFIX-Reset`; with a counted thing also its name and unit.
macro_rules! trio {
    ($prefix:literal, $form:ident) => {
        $crate::vendor::row::Row {
            limit: Some(concat!($prefix, "-Limit")),
            remaining: Some(concat!($prefix, "-Remaining")),
            resets: &[(concat!($prefix, "-Reset"), $crate::vendor::row::Form::$form)],
            ..$crate::vendor::row::Row::EMPTY
        }
    };
    ($prefix:literal, $form:ident, $name:literal, $unit:literal) => {
        $crate::vendor::row::Row {
            name: $crate::vendor::row::Name::Fixed($name),
            unit: Some($unit),
            limit: Some(concat!($prefix, "-limit")),
            remaining: Some(concat!($prefix, "-remaining")),
            resets: &[(concat!($prefix, "-reset"), $crate::vendor::row::Form::$form)],
            ..$crate::vendor::row::Row::EMPTY
        }
    };
}

/// A vendor whose three fields have the names of many; only the unit of the reset tells it from them.
macro_rules! plain {
    ($name:literal, $title:literal, $prefix:literal, $form:ident, $source:literal) => {
        $crate::vendor::Profile {
            name: $name,
            title: $title,
            rows: &[$crate::vendor::row::trio!($prefix, $form)],
            source: $source,
            ..$crate::vendor::Profile::EMPTY
        }
    };
}

pub(super) use {plain, trio};
