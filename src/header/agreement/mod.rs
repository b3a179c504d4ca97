//! Several responses of one host: whether their resets agree, what the server's clock is off by, and when they cannot
//! all be true.
//!
//! [`Sightings`] are gathered response by response, in as many parts as there are threads; [`Agreement`] takes the parts
//! in the order of the input, so that its answer does not depend on how the input was parted.

mod findings;
mod gather;
mod limit;
mod places;

use std::collections::BTreeMap;

pub use gather::Sightings;
use gather::{Clock, Key};
pub use limit::Moves;
use limit::Progress;

use crate::instant::Instant;
use crate::quantity::Fixed;

/// How many hosts are compared; responses of others are counted.
const MOST_HOSTS: usize = 1024;
/// How many limits are compared, of one host and of all.
const MOST_OF_HOST: usize = 32;
const MOST_LIMITS: usize = 4096;
/// Servers keep Date for a second, each of their processes for itself, and Age is cut to seconds: so much earlier it may
/// be by right.
const DATE_MAY_LAG: Fixed = Fixed::whole(2);

/// What several responses say together.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    hosts: Vec<Host>,
    by_name: BTreeMap<Box<[u8]>, usize>,
    limits: Vec<Limit>,
    by_key: BTreeMap<Box<[u8]>, usize>,
    left_out: u64,
}

/// One host.
#[derive(Clone, Debug)]
pub struct Host {
    /// Its name in lower case, with the port where one is written; `None` for responses that do not tell, which are
    /// taken as of one host.
    pub name: Option<Box<str>>,
    /// How many responses it sent.
    pub readings: u64,
    /// The least and the greatest time by which its clock was ahead; negative where it was behind. Date is cut to
    /// seconds, and a response is on its way for a time, so the greatest comes nearest to the truth. `None` where no
    /// response has both a Date and a time of its own.
    pub offset: Option<(Fixed, Fixed)>,
    last_date: Option<Dated>,
    /// Whether two dates were compared.
    dates_compared: bool,
    /// The first two responses of which the later has the earlier Date, and by how much.
    backwards: Option<(u64, u64, Fixed)>,
    limits: Vec<usize>,
}

/// A response's own clock.
#[derive(Clone, Copy, Debug)]
struct Dated {
    number: u64,
    received: Instant,
    server: Instant,
}

/// One limit of a host, as several responses show it.
#[derive(Clone, Debug)]
pub struct Limit {
    key: Key,
    /// The window in seconds, as it was last stated.
    pub window: Option<Fixed>,
    progress: Progress,
}

impl Agreement {
    /// Takes what the next responses of the input show; `before` is how many there were in all the parts before.
    pub fn take(&mut self, part: Sightings, before: u64) {
        self.left_out = self.left_out.saturating_add(part.left_out);
        let number = |local: u32| before.saturating_add(u64::from(local));
        let hosts: Vec<Option<usize>> = part.hosts.iter().map(|(name, _)| self.host(name)).collect();
        for (host, (_, readings)) in hosts.iter().zip(&part.hosts) {
            if let Some(host) = host.and_then(|host| self.hosts.get_mut(host)) {
                host.readings = host.readings.saturating_add(*readings);
            }
        }
        for Clock { host, number: local, received, server } in part.clocks {
            let host = usize::try_from(host).ok().and_then(|it| hosts.get(it).copied().flatten());
            if let Some(host) = host.and_then(|host| self.hosts.get_mut(host)) {
                host.dated(Dated { number: number(local), received, server });
            }
        }
        let mut limits = Vec::with_capacity(part.limits.len());
        for (bytes, key, window) in part.limits {
            let host = usize::try_from(key.host).ok().and_then(|it| hosts.get(it).copied().flatten());
            let limit = host.and_then(|host| self.limit(host, bytes, key));
            if let Some(limit) = limit.and_then(|limit| self.limits.get_mut(limit)) {
                limit.window = window.or(limit.window);
            }
            limits.push(limit);
        }
        for sight in part.sights {
            let limit = usize::try_from(sight.limit).ok().and_then(|it| limits.get(it).copied().flatten());
            match limit.and_then(|limit| self.limits.get_mut(limit)) {
                Some(limit) => limit.progress.see(&sight, number(sight.number)),
                None => self.left_out = self.left_out.saturating_add(1),
            }
        }
    }

    fn host(&mut self, name: &[u8]) -> Option<usize> {
        if let Some(host) = self.by_name.get(name) {
            return Some(*host);
        }
        let place = self.hosts.len();
        if place >= MOST_HOSTS {
            return None;
        }
        self.by_name.insert(name.into(), place);
        let name = Some(name).filter(|name| !name.is_empty()).map(|name| String::from_utf8_lossy(name).into());
        self.hosts.push(Host {
            name,
            readings: 0,
            offset: None,
            last_date: None,
            dates_compared: false,
            backwards: None,
            limits: Vec::new(),
        });
        Some(place)
    }

    fn limit(&mut self, host: usize, bytes: Box<[u8]>, key: Key) -> Option<usize> {
        if let Some(limit) = self.by_key.get(&bytes) {
            return Some(*limit);
        }
        let place = self.limits.len();
        let of_host = &mut self.hosts.get_mut(host)?.limits;
        if place >= MOST_LIMITS || of_host.len() >= MOST_OF_HOST {
            return None;
        }
        of_host.push(place);
        self.by_key.insert(bytes, place);
        self.limits.push(Limit { key, window: None, progress: Progress::default() });
        Some(place)
    }

    /// The hosts of which something could be compared, in the order in which they were seen.
    pub fn hosts(&self) -> impl Iterator<Item = &Host> {
        self.hosts.iter().filter(|host| host.dates_compared || self.limits(host).next().is_some())
    }

    /// The limits of a host that were seen more than once, in the order in which they were seen.
    pub fn limits<'a>(&'a self, host: &'a Host) -> impl Iterator<Item = &'a Limit> {
        let limits = host.limits.iter().filter_map(|place| self.limits.get(*place));
        limits.filter(|limit| limit.progress.sightings > 1)
    }

    /// Whether the responses of a host can all be true; `None` where nothing was compared.
    pub fn consistent(&self, host: &Host) -> Option<bool> {
        let mut compared = host.dates_compared;
        let mut sound = host.backwards.is_none();
        for limit in self.limits(host) {
            compared |= limit.resets_agree().is_some();
            sound &= limit.progress.earlier.is_none() && limit.progress.grown.is_none();
        }
        compared.then_some(sound)
    }

    /// How many sightings of limits were not compared, since only so many hosts and limits are.
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }
}

impl Host {
    /// Compares each response with the one before it, in the order of reception.
    fn dated(&mut self, dated: Dated) {
        let ahead = dated.server.since(dated.received);
        self.offset = Some(self.offset.map_or((ahead, ahead), |(least, most)| (least.min(ahead), most.max(ahead))));
        if let Some(last) = self.last_date.replace(dated) {
            self.dates_compared = true;
            let (one, two) = if last.received <= dated.received { (last, dated) } else { (dated, last) };
            let back = one.server.since(two.server);
            if self.backwards.is_none() && one.received < two.received && back > DATE_MAY_LAG {
                self.backwards = Some((one.number, two.number, back));
            }
        }
    }
}

impl Limit {
    /// The name that the server gave it.
    pub fn name(&self) -> Option<&str> {
        self.key.name.as_deref()
    }

    /// The field that it was read from, in canonical spelling.
    pub const fn source(&self) -> &'static str {
        self.key.source
    }

    /// How many responses show it with a reset and a time.
    pub const fn sightings(&self) -> u64 {
        self.progress.sightings
    }

    /// Whether all sightings of one window name the same reset, as exactly as their forms tell; `None` where no two of
    /// them could be compared.
    pub fn resets_agree(&self) -> Option<bool> {
        (self.progress.compared > 0).then(|| self.progress.earlier.is_none() && self.progress.later.is_none())
    }

    /// How the reset moved before it was due; `None` where it did not.
    pub fn reset_moves(&self) -> Option<Moves> {
        let later = self.progress.later.map(|_| Moves::Later);
        self.progress.earlier.map(|_| Moves::Earlier).or(later)
    }

    /// The reset of the last sighting.
    pub fn reset_at(&self) -> Option<Instant> {
        self.progress.last_reset()
    }

    /// The largest difference of two resets within a window; `None` where no two were compared.
    pub fn reset_spread(&self) -> Option<Fixed> {
        (self.progress.compared > 0).then(|| Fixed::nanos(i128::from(self.progress.spread)))
    }
}

#[cfg(test)]
mod tests;
