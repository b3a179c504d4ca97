//! The fields that this program reads: one look-up from a field's name, and the lines of each joined.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::vendor::{self, ByName, Entry, name_bit};

/// Declares [`Known`]: for each field a variant and its canonical spelling.
macro_rules! fields {
    ($($variant:ident $name:literal;)*) => {
        /// A field that this program reads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Known {
            $($variant,)*
        }

        impl Known {
            const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Whether it is the canonical spelling of one of them.
            pub(super) fn is_name(name: &str) -> bool {
                [$($name),*].contains(&name)
            }

            /// A bit that is its own.
            pub(super) const fn bit(self) -> u32 {
                let mut place = 0u32;
                $(if matches!(self, Self::$variant) { return 1u32.wrapping_shl(place); } place = place.wrapping_add(1);)*
                1u32.wrapping_shl(place)
            }

            /// The canonical spelling of the name.
            pub(super) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

fields! {
    Age "Age";
    Date "Date";
    ShouldRetry "x-should-retry";
    RetryAfterMs "retry-after-ms";
    XMsRetryAfterMs "x-ms-retry-after-ms";
    XAmzRetryAfter "x-amz-retry-after";
    RetryAfter "Retry-After";
    Sunset "Sunset";
    RateLimit "RateLimit";
    RateLimitPolicy "RateLimit-Policy";
    RateLimitLimit "RateLimit-Limit";
    RateLimitRemaining "RateLimit-Remaining";
    RateLimitReset "RateLimit-Reset";
    XRateLimitLimit "X-RateLimit-Limit";
    XRateLimitRemaining "X-RateLimit-Remaining";
    XRateLimitReset "X-RateLimit-Reset";
    XDashRateLimitLimit "X-Rate-Limit-Limit";
    XDashRateLimitRemaining "X-Rate-Limit-Remaining";
    XDashRateLimitReset "X-Rate-Limit-Reset";
}

/// Each has a bit of 32.
const _: () = assert!(Known::ALL.len() <= 32);

/// All lines of one field, joined by `, ` (RFC 9110, 5.3). Borrowed where there is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Joined<'a> {
    /// The field in canonical spelling.
    pub(super) name: &'static str,
    /// The value.
    pub(super) value: Cow<'a, [u8]>,
    /// How many lines it came in.
    pub(super) lines: usize,
    /// What the name that was sent has behind the beginning that it shares with others; empty for most fields.
    pub(super) suffix: &'a [u8],
}

impl<'a> Joined<'a> {
    pub(super) fn new(name: &'static str, value: &'a [u8]) -> Self {
        Self { name, value: Cow::Borrowed(value), lines: 1, suffix: b"" }
    }

    /// One more line.
    pub(super) fn add(&mut self, value: &[u8]) {
        let all = self.value.to_mut();
        all.extend_from_slice(b", ");
        all.extend_from_slice(value);
        self.lines = self.lines.saturating_add(1);
    }
}

/// What a name is the name of.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Known(Known),
    Vendors(&'static Entry),
}

static BY_NAME: LazyLock<ByName<Named>> = LazyLock::new(|| {
    let known = Known::ALL.iter().map(|known| (known.name(), Named::Known(*known)));
    let vendors = vendor::entries().iter().filter(|entry| !Known::is_name(entry.name));
    ByName::new(known.chain(vendors.map(|entry| (entry.name, Named::Vendors(entry)))).collect())
});

/// What a name is the name of, whatever its case (RFC 9110, 5.1); `None` for a field that is passed over.
pub(super) fn known(name: &[u8]) -> Option<Named> {
    BY_NAME.get(name).copied().or_else(|| vendor::field_by_beginning(name).map(Named::Vendors))
}

/// The canonical spelling of a field that this program reads, whatever the case of `name`.
pub(crate) fn spelled(name: &str) -> Option<&'static str> {
    BY_NAME.get(name.as_bytes()).map(|named| match named {
        Named::Known(known) => known.name(),
        Named::Vendors(entry) => entry.name,
    })
}

/// The known fields of one response.
#[derive(Clone, Debug)]
pub(super) struct Present<'a> {
    /// Those that are known, in the order in which each was first sent.
    fields: Vec<(Known, Joined<'a>)>,
    /// A bit for each of them, at its place.
    known: u32,
    /// The fields that vendors alone send, in the order in which each was first sent.
    vendors: Vec<(&'static Entry, Joined<'a>)>,
    /// A bit for each name that was sent; see [`name_bit`].
    bits: u64,
}

impl<'a> Present<'a> {
    /// `bits` are those of all names; see [`name_bit`].
    pub(super) const fn of(
        fields: Vec<(Known, Joined<'a>)>,
        known: u32,
        vendors: Vec<(&'static Entry, Joined<'a>)>,
        bits: u64,
    ) -> Self {
        Self { fields, known, vendors, bits }
    }

    /// The fields that vendors alone send.
    pub(super) fn vendors(&self) -> &[(&'static Entry, Joined<'a>)] {
        &self.vendors
    }

    /// Whether a field of which one has a bit in `bits` may have been sent; see [`name_bit`].
    pub(super) const fn may_have(&self, bits: u64) -> bool {
        self.bits & bits != 0
    }

    /// Every field of a name that vendors alone have; several where it is the beginning of names.
    pub(super) fn all_of_vendors(&self, name: &str) -> impl Iterator<Item = &Joined<'a>> {
        self.vendors.iter().filter(move |(entry, _)| entry.name == name).map(|(_, joined)| joined)
    }

    /// The lines of a field by its canonical spelling, or `None` where it was not sent.
    pub(super) fn named(&self, name: &str) -> Option<&Joined<'a>> {
        // Most of what is asked for was not sent.
        if self.bits & name_bit(name) == 0 {
            return None;
        }
        let known = self.fields.iter().map(|(_, joined)| joined);
        known.chain(self.vendors.iter().map(|(_, joined)| joined)).find(|joined| joined.name == name)
    }

    /// The lines of one field, or `None` where it was not sent.
    pub(super) fn get(&self, field: Known) -> Option<&Joined<'a>> {
        if self.known & field.bit() == 0 {
            return None;
        }
        self.fields.iter().find(|(sent, _)| *sent == field).map(|(_, joined)| joined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::{Field, Plan};

    fn field<'a>(name: &'a str, value: &'a str) -> Field<'a> {
        Field { name: name.as_bytes(), value: value.as_bytes() }
    }

    fn present<'a>(fields: &[Field<'a>]) -> Present<'a> {
        Plan::new(fields).present(fields)
    }

    #[test]
    fn knows_every_field_in_any_case() {
        let names = vendor::entries().iter().map(|entry| entry.name).chain(Known::ALL.iter().map(|known| known.name()));
        for name in names.filter(|name| !name.ends_with('*')) {
            for spelled in [name.to_ascii_lowercase(), name.to_ascii_uppercase()] {
                let present = present(&[field(&spelled, "5")]);
                assert_eq!(present.named(name).map(|joined| joined.name), Some(name));
                assert_eq!(present.get(Known::Age).is_some(), name == "Age");
                assert!(name == "Retry-After" || present.named("Retry-After").is_none(), "{name}");
            }
        }
    }

    #[test]
    fn joins_the_lines_of_a_field_in_their_order() {
        let present = present(&[
            field("RATELIMIT", "\"a\";r=1 "),
            field("content-type", "text/html"),
            field("RateLimit", "\"b\";r=2"),
            field("retry-after", " 5"),
        ]);
        let joined = present.get(Known::RateLimit).unwrap();
        assert_eq!((&*joined.value, joined.lines), (&b"\"a\";r=1, \"b\";r=2"[..], 2));
        assert!(matches!(present.get(Known::RetryAfter).unwrap().value, Cow::Borrowed(b"5")));
        assert_eq!(present.get(Known::Date), None);
    }
}
