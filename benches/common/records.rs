//! A stream of records for benchmarks and for the count of instructions: the same bytes on every machine.

use std::fmt::Write as _;

/// 2026-12-01T00:00:00Z.
const START: u64 = 1_796_083_200;

/// Makes record after record.
pub(crate) struct Records {
    state: u64,
    /// Milliseconds since [`START`].
    now: u64,
}

impl Records {
    pub(crate) const fn new() -> Self {
        Self { state: 0x5eed, now: 0 }
    }

    /// A number below `end`: a linear congruential generator is random enough for a mixture.
    const fn below(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % end
    }

    /// Adds the next record as a line of ndjson.
    pub(crate) fn add(&mut self, out: &mut String) {
        self.now += self.below(40);
        let (second, milli) = (START + self.now / 1000, self.now % 1000);
        let (day, in_day) = (second / 86_400, second % 86_400);
        // The stream is never as long as December.
        let date = day - START / 86_400 + 1;
        let (hour, minute, in_minute) = (in_day / 3600, in_day / 60 % 60, in_day % 60);
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][usize::try_from(day % 7).unwrap_or(0)];
        let limited = self.below(50) == 0;
        let status = if limited { 429 } else { 200 };
        let number = self.below(1_000_000_000);
        let _ = write!(
            out,
            "{{\"time\":\"2026-12-{date:02}T{hour:02}:{minute:02}:{in_minute:02}.{milli:03}Z\",\"method\":\"GET\",\
             \"url\":\"https://api.example/v2/orders/{number}\",\"status\":{status},\"headers\":{{\
             \"content-type\":\"application/json\",\
             \"date\":\"{weekday}, {date:02} Dec 2026 {hour:02}:{minute:02}:{in_minute:02} GMT\""
        );
        self.limits(out, second, limited);
        if limited && self.below(2) == 0 {
            let _ = write!(out, ",\"retry-after\":\"{}\"", 1 + self.below(120));
        }
        let _ = writeln!(out, ",\"x-request-id\":\"{number:08x}-{:04x}\"}}}}", self.below(65_536));
    }

    /// The fields of one of a dozen kinds of servers.
    fn limits(&mut self, out: &mut String, now: u64, limited: bool) {
        let left = if limited { 0 } else { 1 + self.below(99) };
        let soon = 1 + self.below(60);
        let later = now + 1 + self.below(3600);
        let _ = match self.below(12) {
            0 | 1 => write!(
                out,
                ",\"x-ratelimit-limit\":\"5000\",\"x-ratelimit-remaining\":\"{left}\",\"x-ratelimit-used\":\"{}\",\
                 \"x-ratelimit-reset\":\"{later}\",\"x-ratelimit-resource\":\"core\"",
                5000 - left
            ),
            2 => write!(
                out,
                ",\"ratelimit-policy\":\"\\\"burst\\\";q=100;w=60, \\\"day\\\";q=9000;w=86400\",\
                 \"ratelimit\":\"\\\"burst\\\";r={left};t={soon}\""
            ),
            3 => write!(out, ",\"ratelimit\":\"limit=100, remaining={left}, reset={soon}\""),
            4 | 5 => write!(
                out,
                ",\"ratelimit-limit\":\"100\",\"ratelimit-remaining\":\"{left}\",\"ratelimit-reset\":\"{soon}\""
            ),
            6 => write!(
                out,
                ",\"x-ratelimit-limit-requests\":\"60\",\"x-ratelimit-remaining-requests\":\"{left}\",\
                 \"x-ratelimit-reset-requests\":\"{soon}s\",\"x-ratelimit-limit-tokens\":\"150000\",\
                 \"x-ratelimit-remaining-tokens\":\"{}\",\"x-ratelimit-reset-tokens\":\"6m{}ms\",\
                 \"openai-version\":\"2020-10-01\"",
                self.below(150_000),
                self.below(1000)
            ),
            7 => write!(
                out,
                ",\"anthropic-ratelimit-requests-limit\":\"50\",\"anthropic-ratelimit-requests-remaining\":\"{left}\",\
                 \"anthropic-ratelimit-requests-reset\":\"2026-12-30T00:{:02}:00Z\"",
                self.below(60)
            ),
            8 => write!(
                out,
                ",\"x-ratelimit-bucket\":\"a1b2c3\",\"x-ratelimit-limit\":\"5\",\"x-ratelimit-remaining\":\"{}\",\
                 \"x-ratelimit-reset\":\"{later}.25\",\"x-ratelimit-reset-after\":\"{soon}.25\"",
                left.min(4)
            ),
            9 => write!(
                out,
                ",\"x-rate-limit-limit\":\"600\",\"x-rate-limit-remaining\":\"{left}\",\"x-rate-limit-reset\":\"{later}\""
            ),
            10 => write!(out, ",\"cache-control\":\"no-store\",\"vary\":\"Origin\""),
            _ => write!(out, ",\"x-ratelimit-limit\":\"100\",\"x-ratelimit-remaining\":\"{left}\""),
        };
    }
}
