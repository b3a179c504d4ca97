//! Retry budgets: how many retries a client allows all of its requests together, whatever each policy says.

use std::fmt;

use crate::quantity::{Decimal, Exact, parse_duration};

/// The limit that a client puts on all of its retries together.
///
/// In words it is `KIND:KEY=VALUE,…`, which [`RetryBudget::parse`] reads and [`fmt::Display`] writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RetryBudget {
    /// A bucket of tokens, full at first. Each retry takes `cost`, and is not made where fewer are left. A request whose
    /// last call succeeds gives back what its last retry took, or `refill` where it had none (AWS SDKs, the standard mode:
    /// botocore retries/quota.py and standard.py; aws-sdk-java-v2 DefaultRetryStrategy.java). In Go it gives `refill` in any
    /// case (aws-sdk-go-v2 aws/retry/standard.go, `GetAttemptToken`).
    Aws {
        /// The tokens of a full bucket.
        capacity: u64,
        /// What a retry takes.
        cost: u64,
        /// What a first call that succeeds gives.
        refill: u64,
        /// Whether a retry that succeeds gives it too, beside what it took.
        every: bool,
    },
    /// A count of tokens, full at first. Each failed call takes 1 of them and each that succeeds gives `token_ratio`; no
    /// retry is made while half of them or fewer are left (gRFC A6, Throttling Retry Attempts; grpc-go
    /// `retryThrottler`).
    Grpc {
        /// The tokens of a full count, 1 to 1000.
        max_tokens: u64,
        /// What a call that succeeds gives, with three decimals at most.
        token_ratio: Exact,
    },
    /// A share of the calls in flight, retries among them, and never fewer than a number of them (Envoy
    /// `retry_budget`: resource_manager_impl.h).
    Envoy {
        /// The share of the calls in flight, 0 to 1.
        share: Exact,
        /// How many retries may always be in flight.
        least: u64,
        /// How many first calls are in flight, where that is known.
        in_flight: Option<Exact>,
    },
    /// A share of the requests of the last `ttl`, and so many a second beside them (Finagle `RetryBudget`).
    Finagle {
        /// The retries for each request, 0 to 1000.
        share: Exact,
        /// The retries a second beside them.
        least: u64,
        /// The seconds that a request counts for, 1 to 60.
        ttl: u64,
        /// The requests a second, where that is known.
        requests: Option<Exact>,
    },
}

/// Why words are no retry budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetFault {
    /// The place of the key at fault among those given; `None` for the kind, and for what is missing.
    pub at: Option<usize>,
    /// What is wrong; it quotes what was written.
    pub message: String,
    /// What to write instead.
    pub hint: String,
}

/// The most of whatever is counted.
const MOST: u64 = 1_000_000;

impl RetryBudget {
    /// The kinds.
    pub const KINDS: [&'static str; 4] = ["aws", "envoy", "finagle", "grpc"];

    /// The keys of a kind; none where there is no such kind.
    pub const fn keys(kind: &str) -> &'static [&'static str] {
        match kind.as_bytes() {
            b"aws" => &["capacity", "cost", "refill", "refilled-by"],
            b"envoy" => &["budget-percent", "min-retry-concurrency", "in-flight"],
            b"finagle" => &["percent-can-retry", "min-retries-per-second", "ttl", "requests-per-second"],
            b"grpc" => &["max-tokens", "token-ratio"],
            _ => &[],
        }
    }

    /// The budget of AWS SDKs: 500 tokens, 1 back for a first call that succeeds. `cost` is 14 since 2026, and 5 after
    /// throttling; before it was 5, and 10 after a timeout.
    pub const fn aws(cost: u64) -> Self {
        Self::Aws { capacity: 500, cost, refill: 1, every: false }
    }

    /// The same of the SDK for Go, where every call that succeeds gives 1.
    pub const fn aws_go(cost: u64) -> Self {
        Self::Aws { capacity: 500, cost, refill: 1, every: true }
    }

    /// Reads `KIND` or `KIND:KEY=VALUE,…`.
    ///
    /// # Errors
    ///
    /// As [`RetryBudget::read`], and where a key has no value.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::policy::RetryBudget;
    ///
    /// assert_eq!(RetryBudget::parse("aws")?, RetryBudget::aws(14));
    /// assert_eq!(RetryBudget::parse("grpc:max-tokens=10,token-ratio=0.100")?.to_string(), "grpc:max-tokens=10,token-ratio=0.1");
    /// let fault = RetryBudget::parse("aws:cost=0").unwrap_err();
    /// assert_eq!(fault.message, "cost: `0` is no whole number from 1 to 1000000");
    /// # Ok::<(), holdoff::policy::BudgetFault>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, BudgetFault> {
        let (kind, keys) = text.split_once(':').unwrap_or((text, ""));
        let mut given = Vec::new();
        for pair in keys.split(',').filter(|_| !keys.is_empty()) {
            let Some((key, value)) = pair.split_once('=') else {
                let first = Self::keys(kind).first().copied().unwrap_or("KEY");
                let message = format!("`{pair}` is no key with a value");
                return Err(BudgetFault::of(None, message, format!("write `{kind}:{first}=…`")));
            };
            given.push((key.trim(), value.trim()));
        }
        Self::read(kind, &given)
    }

    /// The budget of that kind with the values of some of its keys; the others have the client's defaults, but for gRPC,
    /// which has none.
    ///
    /// # Errors
    ///
    /// An unknown kind or key, a key that is there twice or is missing, and a value out of its range.
    pub fn read(kind: &str, given: &[(&str, &str)]) -> Result<Self, BudgetFault> {
        let keys = Self::keys(kind);
        if keys.is_empty() {
            let hint = format!("write one of {}", Self::KINDS.join(", "));
            return Err(BudgetFault::of(None, format!("`{kind}` is no kind of retry budget"), hint));
        }
        for (at, (key, _)) in given.iter().enumerate() {
            let fault = |message: String, hint: String| Err(BudgetFault::of(Some(at), message, hint));
            if !keys.contains(key) {
                return fault(format!("`{key}` is no key of {kind}"), format!("write one of {}", keys.join(", ")));
            }
            if given.iter().take(at).any(|(before, _)| before == key) {
                return fault(format!("{key}: is there twice"), "write it once".to_owned());
            }
        }
        let given = Given(given);
        Ok(match kind {
            "aws" => Self::Aws {
                capacity: given.count("capacity", 1)?.unwrap_or(500),
                cost: given.count("cost", 1)?.unwrap_or(14),
                refill: given.count("refill", 0)?.unwrap_or(1),
                every: given.is_every("refilled-by")?,
            },
            "grpc" => {
                let missing = |key: &str| {
                    let message = format!("{key}: is not written, and gRPC has no default for it");
                    BudgetFault::of(None, message, "write both, such as `max-tokens` 10 and `token-ratio` 0.1")
                };
                Self::Grpc {
                    max_tokens: given.within("max-tokens", 1, 1000)?.ok_or_else(|| missing("max-tokens"))?,
                    token_ratio: given.token_ratio()?.ok_or_else(|| missing("token-ratio"))?,
                }
            }
            "envoy" => {
                let hundredths = given.percent("budget-percent")?.unwrap_or_else(|| Exact::new(20, 0));
                Self::Envoy {
                    share: hundredths.times(&Exact::new(1, -2)),
                    least: given.count("min-retry-concurrency", 0)?.unwrap_or(3),
                    in_flight: given.traffic("in-flight")?,
                }
            }
            _ => Self::Finagle {
                share: given.share("percent-can-retry")?.unwrap_or_else(|| Exact::new(2, -1)),
                least: given.count("min-retries-per-second", 0)?.unwrap_or(10),
                ttl: given.seconds("ttl")?.unwrap_or(10),
                requests: given.traffic("requests-per-second")?,
            },
        })
    }

    /// `aws`, `envoy`, `finagle` or `grpc`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Aws { .. } => "aws",
            Self::Grpc { .. } => "grpc",
            Self::Envoy { .. } => "envoy",
            Self::Finagle { .. } => "finagle",
        }
    }
}

impl fmt::Display for RetryBudget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aws { capacity, cost, refill, every } => {
                write!(out, "aws:capacity={capacity},cost={cost},refill={refill}")?;
                out.write_str(if *every { ",refilled-by=every" } else { "" })
            }
            Self::Grpc { max_tokens, token_ratio } => {
                write!(out, "grpc:max-tokens={max_tokens},token-ratio={token_ratio}")
            }
            Self::Envoy { share, least, in_flight } => {
                let percent = share.times_whole(100);
                write!(out, "envoy:budget-percent={percent},min-retry-concurrency={least}")?;
                in_flight.as_ref().map_or(Ok(()), |calls| write!(out, ",in-flight={calls}"))
            }
            Self::Finagle { share, least, ttl, requests } => {
                write!(out, "finagle:percent-can-retry={share},min-retries-per-second={least},ttl={ttl}s")?;
                requests.as_ref().map_or(Ok(()), |rate| write!(out, ",requests-per-second={rate}"))
            }
        }
    }
}

impl BudgetFault {
    fn of(at: Option<usize>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { at, message: message.into(), hint: hint.into() }
    }
}

impl fmt::Display for BudgetFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; {}", self.message, self.hint)
    }
}

impl std::error::Error for BudgetFault {}

/// The keys that were given, with their values.
struct Given<'a>(&'a [(&'a str, &'a str)]);

impl<'a> Given<'a> {
    fn get(&self, key: &str) -> Option<(usize, &'a str)> {
        let (at, (_, text)) = self.0.iter().enumerate().find(|(_, (own, _))| *own == key)?;
        Some((at, text))
    }

    /// A whole number of at least so many.
    fn count(&self, key: &str, least: u64) -> Result<Option<u64>, BudgetFault> {
        self.within(key, least, MOST)
    }

    fn within(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, BudgetFault> {
        let Some((at, text)) = self.get(key) else { return Ok(None) };
        let number = Decimal::parse(text).ok().and_then(Decimal::to_whole);
        number.filter(|it| (least..=most).contains(it)).map(Some).ok_or_else(|| {
            let message = format!("{key}: `{text}` is no whole number from {least} to {most}");
            BudgetFault::of(Some(at), message, "write one in that range")
        })
    }

    /// A percentage up to 100, with the sign for it or without.
    fn percent(&self, key: &str) -> Result<Option<Exact>, BudgetFault> {
        let Some((at, text)) = self.get(key) else { return Ok(None) };
        let number = positive_or_zero(text.strip_suffix('%').unwrap_or(text));
        number.filter(|it| *it <= Exact::new(100, 0)).map(Some).ok_or_else(|| {
            let message = format!("{key}: `{text}` is no number from 0 to 100");
            BudgetFault::of(Some(at), message, "write one in that range")
        })
    }

    /// How much traffic there is; on average it may be no whole number.
    fn traffic(&self, key: &str) -> Result<Option<Exact>, BudgetFault> {
        let Some((at, text)) = self.get(key) else { return Ok(None) };
        let number = positive_or_zero(text).filter(|it| !it.is_zero() && *it <= Exact::new(MOST, 0));
        number.map(Some).ok_or_else(|| {
            let message = format!("{key}: `{text}` is no number above 0 and up to {MOST}");
            BudgetFault::of(Some(at), message, "write one in that range")
        })
    }

    /// The retries for each request: a number from 0 to 1000, or a percentage.
    fn share(&self, key: &str) -> Result<Option<Exact>, BudgetFault> {
        let Some((at, text)) = self.get(key) else { return Ok(None) };
        let (digits, places) = text.strip_suffix('%').map_or((text, 0), |digits| (digits, -2));
        let share = positive_or_zero(digits).map(|it| it.times(&Exact::new(1, places)));
        share.filter(|it| *it <= Exact::new(1000, 0)).map(Some).ok_or_else(|| {
            let message = format!("{key}: `{text}` is no number from 0 to 1000");
            BudgetFault::of(Some(at), message, "write the retries for each request, such as `0.2` or `20%`")
        })
    }

    /// What a call that succeeds gives; gRPC looks at three decimals.
    fn token_ratio(&self) -> Result<Option<Exact>, BudgetFault> {
        const KEY: &str = "token-ratio";
        let Some((at, text)) = self.get(KEY) else { return Ok(None) };
        let number = positive_or_zero(text);
        let thousandths = |it: &Exact| !it.is_zero() && it.floor_to(&Exact::new(1, -3)) == *it;
        number.filter(|it| *it <= Exact::new(MOST, 0)).filter(thousandths).map(Some).ok_or_else(|| {
            let message = format!("{KEY}: `{text}` is no number above 0 and up to {MOST} with three decimals at most");
            BudgetFault::of(Some(at), message, "write what a call that succeeds gives back, such as `0.1`")
        })
    }

    /// Which calls refill a bucket: `first` or `every`.
    fn is_every(&self, key: &str) -> Result<bool, BudgetFault> {
        match self.get(key) {
            None | Some((_, "first")) => Ok(false),
            Some((_, "every")) => Ok(true),
            Some((at, text)) => {
                let message = format!("{key}: `{text}` is neither first nor every");
                Err(BudgetFault::of(Some(at), message, "write which calls refill it: `first`, or `every` in Go"))
            }
        }
    }

    /// Whole seconds from 1 to 60.
    fn seconds(&self, key: &str) -> Result<Option<u64>, BudgetFault> {
        let Some((at, text)) = self.get(key) else { return Ok(None) };
        let amount = parse_duration(text).ok().filter(|it| it.unit().is_some());
        let amount = amount.filter(|it| !it.is_negative()).map(|it| it.size().clone());
        let seconds = amount.and_then(|size| (1..=60).find(|seconds| Exact::new(*seconds, 9) == size));
        seconds.map(Some).ok_or_else(|| {
            let message = format!("{key}: `{text}` is no time in whole seconds from 1s to 60s");
            BudgetFault::of(Some(at), message, "write one in that range, such as `10s`")
        })
    }
}

fn positive_or_zero(digits: &str) -> Option<Exact> {
    Decimal::parse(digits).ok().filter(|it| !it.is_negative()).map(Decimal::magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        RetryBudget::parse(text).map(|it| it.to_string()).map_err(|fault| fault.to_string())
    }

    /// botocore 1.44.8 (RetryQuota, RetryQuotaChecker), Envoy's circuit_breaker.proto, Finagle's `RetryBudget.apply()`.
    #[test]
    fn defaults_are_those_of_the_clients() {
        for (text, whole) in [
            ("aws", "aws:capacity=500,cost=14,refill=1"),
            ("envoy", "envoy:budget-percent=20,min-retry-concurrency=3"),
            ("finagle", "finagle:percent-can-retry=0.2,min-retries-per-second=10,ttl=10s"),
            ("aws:refilled-by=every,cost=5", "aws:capacity=500,cost=5,refill=1,refilled-by=every"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(whole));
            assert_eq!(read(whole).as_deref(), Ok(whole), "what is written is read again");
        }
        let percent = "envoy:budget-percent=12.5%, in-flight=7.5";
        assert_eq!(
            read(percent).as_deref(),
            Ok("envoy:budget-percent=12.5,min-retry-concurrency=3,in-flight=7.5"),
            "an average may be no whole number"
        );
        assert_eq!(read("finagle:percent-can-retry=150%,ttl=1m"), read("finagle:ttl=60s,percent-can-retry=1.5"));
    }

    #[test]
    fn faults_say_what_to_write() {
        for (text, message) in [
            ("", "`` is no kind of retry budget; write one of aws, envoy, finagle, grpc"),
            ("AWS", "`AWS` is no kind of retry budget; write one of aws, envoy, finagle, grpc"),
            ("aws:5", "`5` is no key with a value; write `aws:capacity=…`"),
            ("aws:costs=5", "`costs` is no key of aws; write one of capacity, cost, refill, refilled-by"),
            (
                "aws:refilled-by=all",
                "refilled-by: `all` is neither first nor every; write which calls refill it: `first`, or `every` in Go",
            ),
            ("aws:cost=5,cost=5", "cost: is there twice; write it once"),
            ("aws:cost=0", "cost: `0` is no whole number from 1 to 1000000; write one in that range"),
            ("aws:cost=-5", "cost: `-5` is no whole number from 1 to 1000000; write one in that range"),
            ("aws:capacity=1e300", "capacity: `1e300` is no whole number from 1 to 1000000; write one in that range"),
            ("aws:refill=NaN", "refill: `NaN` is no whole number from 0 to 1000000; write one in that range"),
            (
                "grpc",
                "max-tokens: is not written, and gRPC has no default for it; write both, such as `max-tokens` 10 and \
                 `token-ratio` 0.1",
            ),
            (
                "grpc:max-tokens=1001,token-ratio=1",
                "max-tokens: `1001` is no whole number from 1 to 1000; write one in that range",
            ),
            (
                "grpc:max-tokens=10,token-ratio=0.0005",
                "token-ratio: `0.0005` is no number above 0 and up to 1000000 with three decimals at most; write what a \
                 call that succeeds gives back, such as `0.1`",
            ),
            ("envoy:budget-percent=101", "budget-percent: `101` is no number from 0 to 100; write one in that range"),
            ("envoy:in-flight=0", "in-flight: `0` is no number above 0 and up to 1000000; write one in that range"),
            (
                "finagle:percent-can-retry=inf",
                "percent-can-retry: `inf` is no number from 0 to 1000; write the retries for each request, such as `0.2` \
                 or `20%`",
            ),
            (
                "finagle:ttl=1500ms",
                "ttl: `1500ms` is no time in whole seconds from 1s to 60s; write one in that range, such as `10s`",
            ),
            (
                "finagle:ttl=10",
                "ttl: `10` is no time in whole seconds from 1s to 60s; write one in that range, such as `10s`",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), message, "{text}");
        }
        assert_eq!(RetryBudget::parse("aws:cost=1,capacity=0").unwrap_err().at, Some(1));
    }
}
