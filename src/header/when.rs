//! When a value asks to come back, before it is set against the time of reception.

use std::borrow::Cow;

use super::{Alternative, Conformance, Hint};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// When a value asks to come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// That many seconds after reception.
    After(Fixed),
    /// At an instant that was written as coarsely as `resolution` tells.
    At { at: Instant, resolution: Fixed },
    /// At an instant that cannot be told without the time of reception.
    Unknown,
}

impl When {
    /// Seconds after reception, 0 where the instant is past; `None` where that cannot be told.
    pub(super) fn wait(self, received: Option<Instant>) -> Option<Fixed> {
        match self {
            Self::After(delay) => Some(delay),
            Self::At { at, .. } => received.map(|received| at.since(received).or_zero()),
            Self::Unknown => None,
        }
    }

    /// The instant, where it is known and not past 9999.
    pub(super) fn at(self, received: Option<Instant>) -> Option<Instant> {
        match self {
            Self::After(delay) => received.and_then(|received| received.plus(delay)),
            Self::At { at, .. } => Some(at),
            Self::Unknown => None,
        }
    }

    /// The one that asks for more. A delay and an instant cannot be compared without the time of reception.
    pub(super) fn later(self, other: Self, received: Option<Instant>) -> Self {
        match (self, other) {
            (Self::After(one), Self::After(two)) => Self::After(one.max(two)),
            (Self::At { at: one, .. }, Self::At { at: two, .. }) => {
                if two > one {
                    other
                } else {
                    self
                }
            }
            _ => match (self.wait(received), other.wait(received)) {
                (Some(one), Some(two)) => {
                    if two > one {
                        other
                    } else {
                        self
                    }
                }
                _ => Self::Unknown,
            },
        }
    }

    /// The hint of a field that was read.
    pub(super) fn hint<'a>(
        self,
        header: &'static str,
        value: Cow<'a, [u8]>,
        form: &'static str,
        conformance: Conformance,
        received: Option<Instant>,
    ) -> Hint<'a> {
        let resolution = match self {
            Self::After(_) => Fixed::ZERO,
            Self::At { resolution, .. } => resolution,
            Self::Unknown => Fixed::ONE,
        };
        let (wait, at) = (self.wait(received), self.at(received));
        Hint { header, value, form: Some(form), conformance, wait, at, resolution }
    }

    /// Another reading of a field.
    pub(super) fn alternative<'a>(
        self,
        header: &'static str,
        value: Cow<'a, [u8]>,
        form: &'static str,
        received: Option<Instant>,
    ) -> Alternative<'a> {
        Alternative { header, value, form, wait: self.wait(received), at: self.at(received) }
    }
}

/// The hint of a field that was ignored.
pub(super) fn ignored_hint<'a>(header: &'static str, value: Cow<'a, [u8]>) -> Hint<'a> {
    let conformance = Conformance::Invalid;
    Hint { header, value, form: None, conformance, wait: None, at: None, resolution: Fixed::ZERO }
}
