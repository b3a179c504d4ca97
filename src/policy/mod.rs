//! The normal form of a retry policy. What a person writes and what foreign clients have in their configs become this.
//!
//! Every combination of values is a policy. The native ranges belong to [`Policy::native`].

mod native;

use crate::quantity::{Amount, Exact, Unit, parse_duration};

pub use native::{NativeFlags, PolicyError};

/// When to retry, and how long to wait before each retry.
///
/// Its durations are all of one kind: exact nanoseconds where [`Policy::timed`], else bare numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Whether its durations are nanoseconds.
    pub timed: bool,
    /// The unit of the output. Where the policy is not timed it is a label and converts nothing.
    pub unit: Option<Unit>,
    /// How the wait grows before the cap and before jitter.
    pub growth: Growth,
    /// What the first wait is.
    pub first: FirstWait,
    /// The longest wait before jitter, or `None` for no cap.
    pub max: Option<Exact>,
    /// The random spread of a wait.
    pub jitter: Jitter,
    /// Whether the cap comes before jitter or after it.
    pub order: Order,
    /// What a client's own arithmetic makes of the exact growth.
    pub rounding: Rounding,
    /// How many retries there are, the first call not included; `None` for no limit.
    pub retries: Option<u64>,
    /// The time after which there is no retry any more, or `None` for no such limit.
    pub time_limit: Option<TimeLimit>,
    /// What a wait that the server asks for does.
    pub server_wait: ServerWait,
}

/// How the wait grows before the cap and before jitter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growth {
    /// `base` × `factor`^(retry − 1). With [`Jitter::Decorrelated`] the upper bound grows so, from `base` × `factor`
    /// on.
    Geometric {
        /// The wait before retry 1, in the policy's kind of duration.
        base: Exact,
        /// The growth per retry.
        factor: Exact,
    },
}

/// What the first wait is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstWait {
    /// The one that the growth gives.
    Grown,
    /// 0, without jitter, in place of the one that the growth gives; the second wait is the growth's second (urllib3
    /// `Retry`, azure-core for Python).
    Zero,
}

/// Whether the cap comes before jitter or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The wait is capped, then spread. A spread upwards passes the cap (gRPC, cenkalti/backoff).
    CapThenJitter,
    /// The wait is spread as if there were no cap, and the draw is capped. Draws pile up at the cap, until nothing is
    /// left of the spread (resilience4j, ky). It is the order of [`Jitter::Decorrelated`].
    JitterThenCap,
}

/// What a client's own arithmetic makes of the exact growth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Nothing: it is exact.
    Exact,
    /// Each grown wait is cut to a whole multiple of this, and the next grows from there (JVM clients, which count
    /// whole milliseconds).
    Down(Exact),
}

/// The time after which there is no retry any more, from the first call's start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// The time, in the policy's kind of duration.
    pub after: Exact,
    /// What becomes of the wait that would pass it.
    pub rule: LimitRule,
}

/// What becomes of the wait that would pass a [`TimeLimit`]. Waits count before jitter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitRule {
    /// The policy ends before a wait that would pass the limit (cenkalti/backoff, google-api-core).
    Refuse,
    /// Only what has passed before the wait counts, so the last wait may pass the limit (tenacity
    /// `stop_after_delay`, node-retry).
    Overrun,
    /// The wait is cut to what is left (backoff for Python, p-retry 7).
    Truncate,
}

/// The random spread of a wait `w`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// The wait is `w`.
    None,
    /// 0 to `w` ("full jitter" in the AWS Architecture Blog, Exponential Backoff And Jitter).
    Full,
    /// `w`/2 to `w` ("equal jitter" in the same place).
    Equal,
    /// `w` − share × `w` to `w` + share × `w`, which may pass the cap. A lower end below 0 is 0.
    Percent(Exact),
    /// min(max, U(base, factor × previous wait)), the previous wait of the first being the base ("decorrelated
    /// jitter" in the same place, where the factor is 3). `w` is the upper bound.
    Decorrelated,
}

impl Jitter {
    /// The jitter as it is written: `none`, `full`, `equal`, `decorrelated` or a share such as `20%`.
    pub fn name(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Full => "full".to_owned(),
            Self::Equal => "equal".to_owned(),
            Self::Percent(share) => format!("{}%", share.times_whole(100)),
            Self::Decorrelated => "decorrelated".to_owned(),
        }
    }
}

/// What a wait that the server asks for does to the policy's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ServerWait {
    /// It replaces the policy's.
    #[default]
    Honor,
    /// The longer of the two counts.
    Floor,
    /// It replaces the policy's and is limited to the max.
    Clamp,
    /// It replaces the policy's; one over the max defers the retry.
    Stop,
    /// Nothing.
    Ignore,
}

impl ServerWait {
    /// Every rule, the default first.
    pub const ALL: [Self; 5] = [Self::Honor, Self::Floor, Self::Clamp, Self::Stop, Self::Ignore];

    /// `honor`, `floor`, `clamp`, `stop` or `ignore`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Honor => "honor",
            Self::Floor => "floor",
            Self::Clamp => "clamp",
            Self::Stop => "stop",
            Self::Ignore => "ignore",
        }
    }
}

impl Policy {
    /// What a duration of the policy is divided by for output: the nanoseconds of its unit, or 1 for bare numbers.
    pub fn divisor(&self) -> u64 {
        self.unit.filter(|_| self.timed).map_or(1, Unit::nanoseconds)
    }

    /// How many decimals the output keeps at most: those of the unit ([`Unit::decimals`]), or 9 for bare numbers.
    pub fn decimals(&self) -> u32 {
        self.unit.filter(|_| self.timed).map_or(9, Unit::decimals)
    }

    /// Reads another duration of the user's world, such as a call's time or a limit: 0 or more, in the policy's kind
    /// of duration.
    ///
    /// # Errors
    ///
    /// When `text` is no duration, is below 0, or has a unit where the policy has none or the other way round. The
    /// error carries `option` as the name of what was read.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::policy::{NativeFlags, Policy};
    ///
    /// let policy = Policy::native(&NativeFlags { base: "250ms", max: "2s", ..NativeFlags::default() })?;
    /// assert_eq!(policy.duration("request-time", "1s")?.to_string(), "1000000000"); // nanoseconds
    /// let mixed = policy.duration("request-time", "1").unwrap_err();
    /// assert_eq!(mixed.message, "`1` has no unit, and the policy's waits have one");
    /// # Ok::<(), holdoff::policy::PolicyError>(())
    /// ```
    pub fn duration(&self, option: &'static str, text: &str) -> Result<Exact, PolicyError> {
        let amount = amount(option, text)?;
        if amount.is_negative() {
            return Err(PolicyError::new(option, format!("`{text}` is below 0"), "write a duration of 0 or more"));
        }
        match (self.timed, amount.unit()) {
            (true, None) => Err(PolicyError::new(
                option,
                format!("`{text}` has no unit, and the policy's waits have one"),
                format!("write a unit, as in `{text}s`"),
            )),
            (false, Some(_)) => Err(PolicyError::new(
                option,
                format!("`{text}` has a unit, and the policy's waits have none"),
                "write all durations with units, or none",
            )),
            _ => Ok(amount.size().clone()),
        }
    }
}

/// A duration as written, the fault named by `option`.
fn amount(option: &'static str, text: &str) -> Result<Amount, PolicyError> {
    parse_duration(text).map_err(|fault| PolicyError::malformed(option, text, fault))
}
