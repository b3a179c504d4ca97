//! The normal form of a retry policy. What a person writes and what foreign clients have in their configs become this.
//!
//! Every combination of values is a policy. The native ranges belong to [`Policy::native`].

mod growth;
mod jitter;
mod limit;
mod native;
mod retry_budget;
mod server;

use crate::quantity::{Amount, Exact, Unit, parse_duration};

pub use growth::{FirstWait, Growth, Rounding};
pub use jitter::{Band, Edge, Jitter, Order};
pub use limit::{CapRule, LimitClock, LimitRule, TimeLimit};
pub use native::{NativeFlags, PolicyError};
pub use retry_budget::{BudgetFault, RetryBudget};
pub use server::{ServerField, ServerForm};

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
    /// What the cap does to growth.
    pub cap: CapRule,
    /// The shortest wait, the last word on it, or `None` for no floor.
    pub min: Option<Exact>,
    /// The random spread of a wait.
    pub jitter: Jitter,
    /// Whether the cap comes before jitter or after it.
    pub order: Order,
    /// What a client's own arithmetic makes of the exact growth.
    pub rounding: Rounding,
    /// A draw is cut to a whole multiple of this, and never reaches the upper end (integer draws); `None` for a
    /// continuous one.
    pub grain: Option<Exact>,
    /// How many retries there are, the first call not included; `None` for no limit.
    pub retries: Option<u64>,
    /// Whether the client waits before the first call too; that wait is the growth's first (exponential-backoff for
    /// Node with `delayFirstAttempt`).
    pub before_first: bool,
    /// Whether the client waits after the last call too (nick-fields/retry).
    pub after_last: bool,
    /// The time after which there is no retry any more, or `None` for no such limit.
    pub time_limit: Option<TimeLimit>,
    /// What a wait that the server asks for does.
    pub server_wait: ServerWait,
    /// What [`ServerWait::Clamp`] and [`ServerWait::Stop`] compare the server's wait with, where it is not the max. With
    /// [`ServerWait::Floor`] a longer one defers the retry too (Faraday).
    pub server_limit: Option<Exact>,
    /// The fields that the server's wait is read in, the first with a value of its form before the others, and the first
    /// line of each (Envoy's `reset_headers`); empty where the response is read as a whole.
    pub server_fields: Vec<ServerField>,
    /// The longest that the client makes of the server's wait at random (Envoy, slack_sdk), or `None` for that wait alone.
    pub server_spread: Option<Edge>,
    /// The longest wait that the client's timer holds; a longer one is over at once (`setTimeout` of Node.js). `None`
    /// where there is no such end.
    pub timer: Option<Exact>,
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
    /// Waits that grow by `factor` from `base`, without cap, jitter or any limit, which a client's config then changes.
    pub fn growing(timed: bool, unit: Option<Unit>, growth: Growth) -> Self {
        Self {
            timed,
            unit,
            growth,
            first: FirstWait::Grown,
            max: None,
            cap: CapRule::Limits,
            min: None,
            jitter: Jitter::None,
            order: Order::CapThenJitter,
            rounding: Rounding::Exact,
            grain: None,
            retries: None,
            before_first: false,
            after_last: false,
            time_limit: None,
            server_wait: ServerWait::default(),
            server_limit: None,
            server_fields: Vec::new(),
            server_spread: None,
            timer: None,
        }
    }

    /// Whether no wait of its own is longer than 0.
    pub fn never_waits(&self) -> bool {
        let has_extra = matches!(&self.first, FirstWait::Extra(first) if !first.is_zero());
        let has_floor = self.min.as_ref().is_some_and(|min| !min.is_zero());
        self.growth.is_zero() && self.jitter.keeps_zero() && !has_extra && !has_floor
    }

    /// What the server's wait is compared with, where the rule compares it.
    pub fn server_max(&self) -> Option<&Exact> {
        self.server_limit.as_ref().or(self.max.as_ref())
    }

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
