//! What the well-known clients would do with a response: how long each waits before it retries, as it computes that
//! itself, with its own grammar, caps and statuses, and its faults.
//!
//! The clients count in binary floats, so this room does where they do; what comes out is exact. A request that may be
//! repeated (GET) and the client's defaults are taken for granted, and `UTC` as the local time zone. What lies outside
//! the grammar that is modelled is [`Outcome::NotModelled`], never a guess.

mod axios_retry;
mod curl;
mod curl_date;
mod go_date;
mod go_retryablehttp;
mod got;
mod javascript;
mod ky;
mod number;
mod openai_node;
mod openai_python;
mod python;
mod seen;
mod undici;
mod urllib3;
mod v8_composer;
mod v8_date;
mod v8_tokens;

use crate::header::Field;
use crate::instant::Instant;
use crate::quantity::Fixed;

use seen::Seen;

/// The status that is assumed where none is known.
pub const ASSUMED_STATUS: u16 = 429;

/// What a client does with a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It waits as the response asks, as far as it understands it.
    Waits,
    /// It does not retry.
    GivesUp,
    /// It retries after a wait of its own, as if the server had asked for nothing.
    OwnBackoff,
    /// It retries at once.
    AtOnce,
    /// It raises an exception.
    Fails,
    /// What it does is not known here.
    NotModelled,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Waits, Self::GivesUp, Self::OwnBackoff, Self::AtOnce, Self::Fails, Self::NotModelled];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waits => "waits",
            Self::GivesUp => "gives-up",
            Self::OwnBackoff => "own-backoff",
            Self::AtOnce => "at-once",
            Self::Fails => "fails",
            Self::NotModelled => "not-modelled",
        }
    }
}

/// What a client does, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// What it does.
    pub outcome: Outcome,
    /// The seconds that it waits; only where it [waits](Outcome::Waits).
    pub wait: Option<Fixed>,
    /// Why, in a few words.
    pub reason: &'static str,
}

impl Behaviour {
    const fn new(outcome: Outcome, reason: &'static str) -> Self {
        Self { outcome, wait: None, reason }
    }

    /// A wait; below half a nanosecond nothing is left of it.
    fn waits(seconds: Fixed, reason: &'static str) -> Self {
        if seconds <= Fixed::ZERO {
            return Self::at_once("less than a nanosecond");
        }
        Self { outcome: Outcome::Waits, wait: Some(seconds), reason }
    }

    const fn gives_up(reason: &'static str) -> Self {
        Self::new(Outcome::GivesUp, reason)
    }

    const fn own(reason: &'static str) -> Self {
        Self::new(Outcome::OwnBackoff, reason)
    }

    const fn at_once(reason: &'static str) -> Self {
        Self::new(Outcome::AtOnce, reason)
    }

    const fn not_modelled(reason: &'static str) -> Self {
        Self::new(Outcome::NotModelled, reason)
    }
}

/// The status is not one that the client retries.
const NOT_RETRIED: Behaviour = Behaviour::gives_up("the status is not retried");
/// The response holds no wait for this client.
const NOTHING_SAID: Behaviour = Behaviour::own("the response asks for no wait");
/// The value means nothing to this client.
const IGNORED: Behaviour = Behaviour::own("the value is not understood");

/// A client of one version.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// Its name.
    pub name: &'static str,
    /// The version whose rules are modelled, and what it ran on.
    pub version: &'static str,
    /// Where its rule is written.
    pub source: &'static str,
    rule: fn(&Seen<'_>) -> Result<Behaviour, NotModelled>,
}

/// Why it is not known what a client does.
type NotModelled = &'static str;

/// The clients, in the order in which they are shown.
pub const CLIENTS: [Client; 9] = [
    curl::CLIENT,
    urllib3::CLIENT,
    got::CLIENT,
    ky::CLIENT,
    undici::CLIENT,
    axios_retry::CLIENT,
    openai_python::CLIENT,
    openai_node::CLIENT,
    go_retryablehttp::CLIENT,
];

/// What each of [`CLIENTS`] does with a response. Without a status it is [`ASSUMED_STATUS`].
///
/// # Examples
///
/// ```
/// use holdoff::clients::{CLIENTS, Outcome, behaviours};
/// use holdoff::header::Field;
///
/// let fields = [Field { name: b"Retry-After", value: b"2592000" }];
/// let does: Vec<_> = CLIENTS.iter().zip(behaviours(&fields, Some(429), None)).collect();
/// let of = |name: &str| does.iter().find(|(client, _)| client.name == name).unwrap().1;
/// assert_eq!(of("urllib3").wait.unwrap().to_string(), "21600"); // its cap
/// assert_eq!(of("got").outcome, Outcome::AtOnce); // thirty days are too long for setTimeout
/// ```
pub fn behaviours(
    fields: &[Field<'_>],
    status: Option<u16>,
    received: Option<Instant>,
) -> impl Iterator<Item = Behaviour> {
    let seen = Seen::new(fields, status.unwrap_or(ASSUMED_STATUS), received);
    CLIENTS.into_iter().map(move |client| match seen.status {
        200..=299 => Behaviour::gives_up("the response is no failure"),
        400.. => (client.rule)(&seen).unwrap_or_else(Behaviour::not_modelled),
        _ => Behaviour::not_modelled("redirects are not modelled"),
    })
}
