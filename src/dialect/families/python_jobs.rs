//! Jobs and exporters of Python: dramatiq, Airflow, slack_sdk and the exporter of OpenTelemetry.

use super::{milliseconds, seconds, whole};
use crate::dialect::keys::time;
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Node, Value};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Order, Policy, Rounding, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[DRAMATIQ, AIRFLOW, SLACK_SDK, OTLP_PYTHON];

const DRAMATIQ: Dialect = Dialect {
    name: "dramatiq",
    title: "dramatiq (Python)",
    version: "2.2.1, run",
    source: "dramatiq common.py (compute_backoff), middleware/retries.py (after_process_message)",
    form: Form::Keys {
        calls: &["actor", "Retries"],
        positional: &[],
        within: &[],
        marks: &["min_backoff", "max_backoff", "retry_when", "on_retry_exhausted"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("max_retries", Takes::Count, "20", "the retries; None for no limit"),
        Key::new("min_backoff", Takes::Duration, "15000", "the first wait before jitter"),
        Key::new("max_backoff", Takes::Duration, "604800000", "the cap, which is no longer than seven days"),
        Key::new("retry_when", Takes::Other, "", "what is retried, in place of max_retries"),
        Key::new("throws", Takes::Other, "", "the errors that are not retried"),
        Key::new("on_retry_exhausted", Takes::Other, "", "the actor that is told of the end"),
        Key::new("actor_name", Takes::Other, "", "the name"),
        Key::new("queue_name", Takes::Other, "", "the queue"),
        Key::new("priority", Takes::Other, "", "the priority"),
        Key::new("broker", Takes::Other, "", "the broker"),
        Key::new("time_limit", Takes::Other, "", "the most that one call takes"),
        Key::new("max_age", Takes::Other, "", "the age at which messages are dropped"),
        Key::new("store_results", Takes::Other, "", "whether results are kept"),
    ],
    about: &[
        "A wait is one to two times the doubled one; one above the cap is drawn anew from half the cap to the cap.",
        "An error's own delay replaces the wait.",
    ],
    read: dramatiq,
};

const AIRFLOW: Dialect = Dialect {
    name: "airflow",
    title: "Apache Airflow task retries",
    version: "3.3.2, read",
    source: "airflow models/taskinstance.py (next_retry_datetime), serialization/serialized_objects.py",
    form: Form::Keys {
        calls: &[],
        positional: &[],
        within: &["default_args"],
        marks: &["retry_delay", "retry_exponential_backoff", "max_retry_delay"],
    },
    cap: Cap::TakesJitter,
    unit: Some(Unit::Second),
    keys: &[
        Key::new("retries", Takes::Count, "0", "the retries"),
        Key::new("retry_delay", Takes::Duration, "300", "the first wait before the hash"),
        Key::new("retry_exponential_backoff", Takes::Number, "0", "the growth per retry; 0 for none, True for 2"),
        Key::new("max_retry_delay", Takes::Duration, "", "the cap; no wait is longer than core.max_task_retry_delay"),
        Key::new("*", Takes::Other, "", "the other arguments of an operator"),
    ],
    about: &[
        "With backoff, what is added comes from a hash of the task and the try: the same try waits as long each time, and \
         another task another time, for up to twice the grown wait.",
        "core.max_task_retry_delay is taken for a day, its default; without backoff neither cap counts.",
        "Versions before 3 know True and False alone.",
        "A retry_policy of its own is not read.",
    ],
    read: airflow,
    ..DRAMATIQ
};

const SLACK_HANDLERS: &[&str] = &[
    "ServerErrorRetryHandler",
    "AsyncServerErrorRetryHandler",
    "ConnectionErrorRetryHandler",
    "AsyncConnectionErrorRetryHandler",
];
const SLACK_RATE_LIMITS: &[&str] = &["RateLimitErrorRetryHandler", "AsyncRateLimitErrorRetryHandler"];

const SLACK_SDK: Dialect = Dialect {
    name: "slack-sdk",
    title: "slack_sdk retry handlers (Python)",
    version: "3.48.0, run",
    source: "slack_sdk http_retry/builtin_handlers.py, builtin_interval_calculators.py, jitter.py",
    form: Form::Keys {
        calls: &[
            "ServerErrorRetryHandler",
            "AsyncServerErrorRetryHandler",
            "ConnectionErrorRetryHandler",
            "AsyncConnectionErrorRetryHandler",
            "RateLimitErrorRetryHandler",
            "AsyncRateLimitErrorRetryHandler",
        ],
        positional: &["max_retry_count", "interval_calculator"],
        within: &[],
        marks: &["max_retry_count", "interval_calculator"],
    },
    cap: Cap::None,
    unit: Some(Unit::Second),
    keys: &[
        Key::new("max_retry_count", Takes::Count, "1", "the retries"),
        Key::new("interval_calculator", Takes::Word, "BackoffRetryIntervalCalculator()", "the waits, as a call"),
        Key::new("error_types", Takes::Other, "", "the errors that are retried"),
    ],
    about: &[
        "Waits are 0.5 s doubled without a cap, and up to a second more at random.",
        "RateLimitErrorRetryHandler waits for Retry-After and up to a second more, and for one to two seconds without it.",
        "ServerErrorRetryHandler retries 500 and 503, and listens to no header.",
    ],
    read: slack_sdk,
    ..DRAMATIQ
};

const OTLP_PYTHON: Dialect = Dialect {
    name: "otlp-python",
    title: "OpenTelemetry OTLP exporters (Python)",
    version: "1.45.2, run",
    source: "opentelemetry exporter otlp common/http.py (export), proto/grpc/exporter.py (_export)",
    form: Form::Keys {
        calls: &["OTLPSpanExporter", "OTLPMetricExporter", "OTLPLogExporter"],
        positional: &["endpoint"],
        within: &[],
        marks: &["OTEL_EXPORTER_OTLP_TIMEOUT"],
    },
    counts: Counts::Nothing,
    cap: Cap::None,
    unit: Some(Unit::Second),
    keys: &[
        Key::new("timeout", Takes::Duration, "10", "the time that no call and no wait may pass"),
        Key::new("OTEL_EXPORTER_OTLP_TIMEOUT", Takes::Duration, "", "the same, in the environment"),
        Key::new("endpoint", Takes::Other, "", "where data is sent"),
        Key::new("headers", Takes::Other, "", "fields of the request"),
        Key::new("compression", Takes::Other, "", "how data is packed"),
        Key::new("session", Takes::Other, "", "the session of requests"),
        Key::new("insecure", Takes::Other, "", "whether TLS is left out"),
        Key::new("credentials", Takes::Other, "", "the credentials"),
        Key::new("certificate_file", Takes::Other, "", "the certificates"),
        Key::new("client_key_file", Takes::Other, "", "the client's key"),
        Key::new("client_certificate_file", Takes::Other, "", "the client's certificate"),
        Key::new("channel_options", Takes::Other, "", "options of gRPC"),
        Key::new("retryable_error_codes", Takes::Other, "", "the codes of gRPC that are retried"),
        Key::new("max_request_size", Takes::Other, "", "the most bytes of one request"),
        Key::new("meter_provider", Takes::Other, "", "what measures the exporter"),
    ],
    about: &[
        "The waits are 1 s doubled, give or take a fifth, for six calls at the most.",
        "A wait that passes the timeout is refused, so that the default of 10 s leaves three waits of five.",
        "A connection that fails is tried once more without a wait.",
        "Retry-After replaces the wait.",
    ],
    read: otlp_python,
    ..DRAMATIQ
};

fn growing(unit: Unit, growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(unit), growth) }
}

fn dramatiq(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let longest = seconds(604_800);
    let base = keys.time_or("min_backoff", seconds(15))?;
    let written = keys.time_or("max_backoff", longest.clone())?;
    if written > longest {
        keys.clamped("max_backoff", "a max_backoff above seven days is read as seven days");
    }
    if keys.node("retry_when").is_some() {
        keys.ignored("max_retries", "with retry_when the retries are not counted; what it says is not read");
    }
    let retries = if keys.has("max_retries") { keys.count_or_endless("max_retries", None)? } else { Some(20) };
    Ok(Policy {
        max: Some(written.min(longest)),
        jitter: Jitter::scaled(whole(1), whole(2)),
        order: Order::JitterThenHalf,
        rounding: Rounding::Down(milliseconds(1)),
        retries,
        ..growing(Unit::Millisecond, Growth::Geometric { base, factor: whole(2) })
    })
}

fn airflow(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = Some(keys.count_or("retries", 0)?);
    let delay = keys.time_or("retry_delay", seconds(300))?;
    let factor = match keys.node("retry_exponential_backoff").map(|node| &node.value) {
        Some(Value::Bool(grows)) => whole(if *grows { 2 } else { 0 }),
        _ => keys.number_or("retry_exponential_backoff", Exact::zero())?,
    };
    let max = keys.time("max_retry_delay")?.filter(|max| !max.is_zero());
    if factor.is_zero() || factor == whole(1) {
        if max.as_ref().is_some_and(|max| *max < delay) {
            keys.ignored("max_retry_delay", "without retry_exponential_backoff the cap does not count");
        }
        return Ok(Policy { retries, ..growing(Unit::Second, Growth::constant(delay)) });
    }
    let day = seconds(86_400);
    let twice = Edge::share(whole(2));
    Ok(Policy {
        max: Some(max.map_or(day.clone(), |max| max.min(day))),
        min: Some(seconds(1)),
        // The hash modulo the wait: whole seconds, the wait's double left out.
        jitter: Jitter::between(Edge::wait(), twice),
        grain: Some(seconds(1)),
        order: Order::JitterThenCap,
        rounding: Rounding::Up(seconds(1)),
        retries,
        ..growing(Unit::Second, Growth::Geometric { base: delay, factor })
    })
}

fn slack_sdk(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = Some(keys.count_or("max_retry_count", 1)?);
    let one = seconds(1);
    if keys.called(SLACK_RATE_LIMITS).is_some() {
        if keys.has("interval_calculator") {
            keys.ignored("interval_calculator", "RateLimitErrorRetryHandler does not ask it");
        }
        keys.asks.retry_on = Some(vec![429]);
        return Ok(Policy {
            jitter: Jitter::added(one.clone()),
            retries,
            server_wait: ServerWait::Honor,
            server_spread: Some(Edge::wait_and(one.clone())),
            ..growing(Unit::Second, Growth::constant(one))
        });
    }
    if keys.called(SLACK_HANDLERS).is_some_and(|name| name.ends_with("ServerErrorRetryHandler")) {
        keys.asks.retry_on = Some(vec![500, 503]);
    }
    let (growth, jitter) = intervals(keys)?;
    Ok(Policy { jitter, retries, ..growing(Unit::Second, growth) })
}

/// What the interval calculator comes to.
fn intervals(keys: &Keys<'_>) -> Result<(Growth, Jitter), Fault> {
    const BACKOFF: &str = "BackoffRetryIntervalCalculator";
    const FIXED: &str = "FixedValueRetryIntervalCalculator";
    let half = milliseconds(500);
    let added = Jitter::added(seconds(1));
    let doubling = |base| Growth::Geometric { base, factor: whole(2) };
    let call = match keys.node("interval_calculator").map(|node| &node.value) {
        None => return Ok((doubling(half), added)),
        Some(Value::Calls(calls)) => calls.first(),
        Some(_) => None,
    };
    let argument = |place: usize, name: &str| -> Option<&Node> {
        let args = &call?.args;
        let unnamed = args.iter().filter(|it| it.key.is_empty()).nth(place);
        args.iter().find(|it| it.key == name).or(unnamed).map(|it| &it.value)
    };
    let wait = |name: &str| argument(0, name).map_or(Ok(half.clone()), |node| time(node, Some(Unit::Second)));
    match call.map(|call| call.short_name()) {
        Some(FIXED) => Ok((Growth::constant(wait("fixed_internal")?), Jitter::None)),
        Some(BACKOFF) => match argument(1, "jitter").map(|node| &node.value) {
            None | Some(Value::Null) => Ok((doubling(wait("backoff_factor")?), added)),
            Some(Value::Calls(calls)) if calls.first().is_some_and(|it| it.short_name() == "RandomJitter") => {
                Ok((doubling(wait("backoff_factor")?), added))
            }
            Some(_) => Err(keys.fault("interval_calculator", "a jitter of one's own is not read", "leave it out")),
        },
        _ => {
            let hint = format!("write `{BACKOFF}(backoff_factor=0.5)` or `{FIXED}(0.5)`");
            Err(keys.fault("interval_calculator", "a calculator of one's own is not read", hint))
        }
    }
}

fn otlp_python(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let environment = keys.time_or("OTEL_EXPORTER_OTLP_TIMEOUT", seconds(10))?;
    let limit = keys.time_or("timeout", environment)?;
    keys.asks.retry_on = Some(vec![429, 502, 503, 504]);
    Ok(Policy {
        jitter: Jitter::Percent(Exact::new(2, -1)),
        retries: Some(5),
        time_limit: Some(TimeLimit::new(limit, LimitRule::Refuse)),
        server_wait: ServerWait::Honor,
        ..growing(Unit::Second, Growth::Geometric { base: seconds(1), factor: whole(2) })
    })
}
