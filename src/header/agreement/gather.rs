//! What each response shows that can be compared with others.

use super::places::Places;
use crate::header::{Limit, Reading, ReceivedFrom};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// How many limits of one response are looked at, so that a long list does not cost the square of its length.
const MOST_OF_RESPONSE: usize = 32;
/// The longest name of a host or a limit, in bytes; a host name has at most 253 (RFC 1035, 2.3.4).
const LONGEST: usize = 256;

/// What some responses in a row show. It grows with them: parts are to be taken before they are large.
#[derive(Clone, Debug, Default)]
pub struct Sightings {
    readings: u32,
    /// Hosts, each with the number of its responses. The name is empty where none is known.
    pub(super) hosts: Vec<(Box<[u8]>, u64)>,
    by_name: Places,
    pub(super) limits: Vec<(Box<[u8]>, Key, Option<Fixed>)>,
    by_key: Places,
    pub(super) clocks: Vec<Clock>,
    pub(super) sights: Vec<Sight>,
    pub(super) left_out: u64,
    /// The key that is looked up.
    sought: Vec<u8>,
}

/// Which limit it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The place of the host.
    pub(super) host: u32,
    pub(super) source: &'static str,
    pub(super) name: Option<Box<str>>,
}

/// The Date of one response beside its own time of reception.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub(super) host: u32,
    pub(super) number: u32,
    pub(super) received: Instant,
    pub(super) server: Instant,
}

/// One limit in one response. Times are nanoseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The place of the limit.
    pub(super) limit: u32,
    /// The number of the response in its part, from 1.
    pub(super) number: u32,
    pub(super) at: i64,
    pub(super) reset: i64,
    /// By how much the reset may be off on either side.
    pub(super) slack: i64,
    pub(super) remaining: Option<Fixed>,
    pub(super) quota: Option<Fixed>,
}

/// The time of one response, as far as it is its own.
struct Time {
    /// When it arrived, or its Date in want of that.
    at: Instant,
    /// How coarse that is.
    coarse: Fixed,
    /// Its Date.
    server: Option<Instant>,
}

impl Time {
    /// One time that the user gives for many responses is the time of none of them; their Date is.
    fn of(reading: &Reading<'_>) -> Option<Self> {
        let received = reading.received?;
        let server = reading.server_clock_offset.and_then(|offset| received.plus(offset));
        match reading.received_from? {
            ReceivedFrom::Record => Some(Self { at: received, coarse: Fixed::ZERO, server }),
            ReceivedFrom::DateHeader => Some(Self { at: received, coarse: Fixed::ONE, server: Some(received) }),
            ReceivedFrom::Flag | ReceivedFrom::Now => server.map(|at| Self { at, coarse: Fixed::ONE, server }),
        }
    }
}

impl Sightings {
    /// Adds what the next response shows. `host` may be in any case; where it is longer than a name can be, it counts
    /// as unknown.
    pub fn add(&mut self, host: Option<&[u8]>, reading: &Reading<'_>) {
        self.readings = self.readings.saturating_add(1);
        let Some(host) = self.host(host.filter(|host| host.len() <= LONGEST).unwrap_or_default()) else { return };
        let Some(time) = Time::of(reading) else { return };
        if let (Some(received), Some(server), Some(ReceivedFrom::Record)) =
            (reading.received, time.server, reading.received_from)
        {
            self.clocks.push(Clock { host, number: self.readings, received, server });
        }
        let with_reset = |limit: &&Limit<'_>| limit.reset.is_some();
        let too_many = reading.limits.iter().filter(with_reset).skip(MOST_OF_RESPONSE).count();
        self.left_out = self.left_out.saturating_add(u64::try_from(too_many).unwrap_or(u64::MAX));
        for (nth, limit) in reading.limits.iter().filter(with_reset).take(MOST_OF_RESPONSE).enumerate() {
            let same = |other: &&Limit<'_>| other.source == limit.source && other.name == limit.name;
            let before = reading.limits.iter().filter(with_reset).take(nth).filter(same).count();
            self.see(host, limit, before, &time);
        }
    }

    /// About how many bytes it holds.
    pub fn size(&self) -> usize {
        let limits = self.limits.len().saturating_mul(512).saturating_add(self.hosts.len().saturating_mul(128));
        self.sights.len().saturating_mul(size_of::<Sight>()).saturating_add(limits)
    }

    fn host(&mut self, name: &[u8]) -> Option<u32> {
        self.sought.clear();
        self.sought.extend_from_slice(name);
        self.sought.make_ascii_lowercase();
        let hosts = &self.hosts;
        let known =
            self.by_name.find(&self.sought, |place| hosts.get(place).is_some_and(|(it, _)| **it == *self.sought));
        let place = match known {
            Some(place) => place,
            None => {
                let place = u32::try_from(hosts.len()).ok()?;
                self.by_name.add(&self.sought, place);
                self.hosts.push((self.sought.as_slice().into(), 0));
                place
            }
        };
        let (_, readings) = self.hosts.get_mut(usize::try_from(place).ok()?)?;
        *readings = readings.saturating_add(1);
        Some(place)
    }

    /// `sought` begins with the host's name.
    fn see(&mut self, host: u32, limit: &Limit<'_>, nth: usize, time: &Time) {
        let Some((reset, slack, at)) = reset_of(limit, time) else { return };
        let name = limit.name.as_deref();
        let partition = limit.partition_key.as_ref().map(|key| key.0.as_slice());
        let texts = [name, limit.unit.as_deref(), limit.scope.as_deref()].map(|text| text.map(str::as_bytes));
        let parts = [texts[0], texts[1], texts[2], partition];
        if parts.iter().any(|part| part.is_some_and(|part| part.len() > LONGEST)) {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        let length = self.hosts.get(usize::try_from(host).unwrap_or(usize::MAX)).map_or(0, |(name, _)| name.len());
        self.sought.truncate(length);
        self.sought.push(0);
        self.sought.extend_from_slice(limit.source.as_bytes());
        // A length before each text, so that no two keys have the same bytes.
        for part in parts {
            let size = part.map_or(u16::MAX, |part| u16::try_from(part.len()).unwrap_or(u16::MAX));
            self.sought.extend_from_slice(&size.to_be_bytes());
            self.sought.extend_from_slice(part.unwrap_or_default());
        }
        self.sought.extend_from_slice(&u16::try_from(nth).unwrap_or(u16::MAX).to_be_bytes());
        let limits = &self.limits;
        let known = self.by_key.find(&self.sought, |place| limits.get(place).is_some_and(|it| *it.0 == *self.sought));
        let place = match known {
            Some(place) => place,
            None => {
                let Ok(place) = u32::try_from(limits.len()) else { return };
                let key = Key { host, source: limit.source, name: name.map(Into::into) };
                self.by_key.add(&self.sought, place);
                self.limits.push((self.sought.as_slice().into(), key, None));
                place
            }
        };
        let known = usize::try_from(place).ok().and_then(|place| self.limits.get_mut(place));
        if let Some((_, _, window)) = known {
            *window = limit.window.or(*window);
        }
        let (remaining, quota) = (limit.remaining, limit.limit);
        self.sights.push(Sight { limit: place, number: self.readings, at, reset, slack, remaining, quota });
    }
}

/// The reset, how far it may be off, and the time to which it is compared.
///
/// A delay is cut to seconds and counts from when the response came; an instant is one of the server's clock.
fn reset_of(limit: &Limit<'_>, time: &Time) -> Option<(i64, i64, i64)> {
    let delay = limit.reset?;
    let (reset, slack, at) = if limit.resolution == Fixed::ZERO {
        (time.at.plus(delay)?, Fixed::ONE.plus(time.coarse), time.at)
    } else {
        (limit.reset_at?, limit.resolution, time.server.unwrap_or(time.at))
    };
    Some((reset.unix().as_few_nanos()?, slack.as_few_nanos()?, at.unix().as_few_nanos()?))
}
