//! Drives backon, tokio-retry and retry-policies: `differential SEED COUNT` prints rows as `stub.py` does.

mod draw;

use std::cell::RefCell;
use std::env;
use std::fmt::Write as _;
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use backon::{BlockingRetryable, ConstantBuilder, ExponentialBuilder, FibonacciBuilder};
use draw::Draw;
use retry_policies::policies::ExponentialBackoff;
use retry_policies::{Jitter, RetryDecision, RetryPolicy};
use tokio_retry::strategy;

/// A client without a limit is stopped after so many retries.
const ENOUGH: usize = 14;

/// The waits of one run in seconds, and whether the client ended by itself.
type Run = (Vec<f64>, bool);

/// Runs a config at both extremes and prints what came of it. Where a limit of time meets jitter, the shortest waits
/// leave room for more retries, and are left out. `late` is what a clock on the wall adds.
fn row(dialect: &str, config: &str, shortest: bool, late: f64, run: impl Fn() -> Run) {
    let at = |highest| {
        extreme::set_highest(highest);
        run()
    };
    let (most, ended) = at(true);
    let least = shortest.then(|| at(false));
    if let Some((least, also)) = &least {
        assert!(least.len() == most.len() && *also == ended, "{dialect}: {config}: the count depends on the draw");
    }
    let retries = if ended { most.len().to_string() } else { "null".to_owned() };
    let least = least.map_or("null".to_owned(), |(waits, _)| format!("{waits:?}"));
    println!(
        "{{\"dialect\": {dialect:?}, \"config\": {config:?}, \"retries\": {retries}, \"waits_min\": {least}, \
         \"waits_max\": {most:?}, \"late\": {late:?}}}"
    );
}

/// A duration as code writes it.
fn written(duration: Duration) -> String {
    match (duration.as_secs(), duration.subsec_millis()) {
        (seconds, 0) => format!("Duration::from_secs({seconds})"),
        _ => format!("Duration::from_millis({})", duration.as_millis()),
    }
}

/// The waits of an iterator.
fn listed(waits: impl Iterator<Item = Duration>) -> Run {
    let waits: Vec<f64> = waits.take(ENOUGH + 1).map(|wait| wait.as_secs_f64()).collect();
    let ended = waits.len() <= ENOUGH;
    (waits.into_iter().take(ENOUGH).collect(), ended)
}

/// The waits of a call that fails and is retried by backon.
fn retried(builder: impl backon::BackoffBuilder) -> Run {
    let waits = Rc::new(RefCell::new(Vec::new()));
    let slept = Rc::clone(&waits);
    let call = || if waits.borrow().len() > ENOUGH { Ok(()) } else { Err(()) };
    let _ = call.retry(builder).sleep(move |wait: Duration| slept.borrow_mut().push(wait)).call();
    let waits = waits.borrow();
    listed(waits.iter().copied())
}

/// Whether there is an option at all.
macro_rules! option {
    ($draw:expr, $builder:ident, $text:ident, $method:ident, $value:expr, $written:expr) => {
        if $draw.chance(60) {
            let value = $value;
            $builder = $builder.$method(value);
            let _ = write!($text, "\n    .{}({})", stringify!($method), $written(value));
        }
    };
}

fn number<T: std::fmt::Display>(value: T) -> String {
    value.to_string()
}

fn backon(draw: &mut Draw) {
    match draw.below(4) {
        0 => {
            let mut text = format!("FibonacciBuilder::{}()", draw.pick(&["default", "new"]));
            let mut made = FibonacciBuilder::new();
            option!(draw, made, text, with_min_delay, draw.millis(1, 20_000), written);
            option!(draw, made, text, with_max_delay, draw.millis(1, 300_000), written);
            option!(draw, made, text, with_max_times, draw.below(ENOUGH), number);
            if draw.chance(50) {
                made = made.with_jitter();
                text.push_str(".with_jitter()");
            }
            row("backon", &text, true, 0.0, || retried(made));
        }
        1 => {
            let mut text = "ConstantBuilder::default()".to_owned();
            let mut made = ConstantBuilder::default();
            option!(draw, made, text, with_delay, draw.millis(0, 60_000), written);
            option!(draw, made, text, with_max_times, draw.below(ENOUGH), number);
            if draw.chance(30) {
                made = made.with_jitter();
                text.push_str(".with_jitter()");
            }
            row("backon", &text, true, 0.0, || retried(made));
        }
        _ => exponential(draw),
    }
}

fn exponential(draw: &mut Draw) {
    let mut text = format!("{}ExponentialBuilder::default()", draw.pick(&["", "backon::"]));
    let mut made = ExponentialBuilder::default();
    option!(draw, made, text, with_min_delay, draw.millis(1, 20_000), written);
    option!(draw, made, text, with_factor, draw.factor(), number);
    option!(draw, made, text, with_max_times, draw.below(ENOUGH), number);
    match draw.below(4) {
        0 => {
            made = made.without_max_delay();
            text.push_str(".without_max_delay()");
        }
        1 => {}
        _ => option!(draw, made, text, with_max_delay, draw.millis(1, 300_000), written),
    }
    match draw.below(5) {
        0 => {
            // No sum of waits comes out at it, so that what floats make of such a sum does not matter.
            let limit = draw.millis(10, 100_000) + Duration::from_micros(137);
            made = made.with_total_delay(Some(limit));
            let _ = write!(text, ".with_total_delay(Some(Duration::from_micros({})))", limit.as_micros());
        }
        1 | 2 => {
            made = made.with_jitter();
            text.push_str("\n    .with_jitter()");
        }
        _ => {}
    }
    row("backon", &text, true, 0.0, || retried(made));
}

fn tokio_retry(draw: &mut Draw) {
    let (retries, jittered) = (draw.below(ENOUGH), draw.chance(40));
    let tail = match (jittered, draw.chance(50)) {
        (true, true) => format!(".map(jitter).take({retries})"),
        (true, false) => format!(".take({retries}).map(jitter)"),
        (false, _) => format!(".take({retries})"),
    };
    let jitter = move |wait| if jittered { strategy::jitter(wait) } else { wait };
    let factor = draw.chance(50).then(|| draw.millis(1, 5_000).as_millis() as u64);
    let max = draw.chance(60).then(|| draw.millis(1, 300_000));
    let mut text = String::new();
    if let Some(factor) = factor {
        let _ = write!(text, ".factor({factor})");
    }
    if let Some(max) = max {
        let _ = write!(text, ".max_delay({})", written(max));
    }
    match draw.below(5) {
        0 => {
            let wait = draw.millis(0, 60_000);
            let fixed = strategy::FixedInterval::new(wait);
            let config = format!("FixedInterval::new({}){tail}", written(wait));
            row("tokio-retry", &config, true, 0.0, || listed(fixed.clone().map(jitter).take(retries)));
        }
        1 => {
            let base = draw.millis(0, 5_000).as_millis() as u64;
            let mut made = strategy::FibonacciBackoff::from_millis(base).factor(factor.unwrap_or(1));
            if let Some(max) = max {
                made = made.max_delay(max);
            }
            let config = format!("FibonacciBackoff::from_millis({base}){text}{tail}");
            row("tokio-retry", &config, true, 0.0, || listed(made.clone().map(jitter).take(retries)));
        }
        _ => {
            // Without a cap a larger base runs into the end of the 64 bits, and no wait is longer after it.
            let base = if max.is_some() { draw.millis(0, 1_000).as_millis() as u64 } else { draw.below(10) as u64 };
            let mut made = strategy::ExponentialBackoff::from_millis(base).factor(factor.unwrap_or(1));
            if let Some(max) = max {
                made = made.max_delay(max);
            }
            let config = format!("ExponentialBackoff::from_millis({base}){text}{tail}");
            row("tokio-retry", &config, true, 0.0, || listed(made.clone().map(jitter).take(retries)));
        }
    }
}

/// What the clock may move between two readings: a microsecond.
const LATE: f64 = 1e-6;

/// The waits of a policy that tells the time of each retry.
fn decided(policy: &impl RetryPolicy) -> Run {
    let (mut waits, mut elapsed): (Vec<f64>, Duration) = (Vec::new(), Duration::ZERO);
    while waits.len() < ENOUGH {
        let before = SystemTime::now();
        let decision = policy.should_retry(before - elapsed, waits.len() as u32);
        let after = SystemTime::now();
        if after.duration_since(before).map_or(true, |took| took.as_secs_f64() > LATE / 2.0) {
            continue;
        }
        let RetryDecision::Retry { execute_after } = decision else { return (waits, true) };
        let wait = execute_after.duration_since(before).expect("a retry is never in the past");
        waits.push(wait.as_secs_f64());
        elapsed += wait;
    }
    let ended = matches!(policy.should_retry(SystemTime::now() - elapsed, ENOUGH as u32), RetryDecision::DoNotRetry);
    (waits, ended)
}

fn retry_policies(draw: &mut Draw) {
    let mut text = "ExponentialBackoff::builder()".to_owned();
    let mut made = ExponentialBackoff::builder();
    if draw.chance(70) {
        let low = draw.millis(1, 10_000);
        let high = low + draw.millis(0, 600_000);
        made = made.retry_bounds(low, high);
        let _ = write!(text, "\n    .retry_bounds({}, {})", written(low), written(high));
    }
    if draw.chance(50) {
        let base = 1 + draw.below(5) as u32;
        made = made.base(base);
        let _ = write!(text, "\n    .base({base})");
    }
    let mut is_plain = false;
    if draw.chance(70) {
        let (jitter, name) =
            *draw.pick(&[(Jitter::None, "None"), (Jitter::Full, "Full"), (Jitter::Bounded, "Bounded")]);
        is_plain = jitter == Jitter::None;
        made = made.jitter(jitter);
        let _ = write!(text, "\n    .jitter(Jitter::{name})");
    }
    let (retries, limit) = (draw.below(ENOUGH) as u32, draw.millis(100, 300_000) + Duration::from_micros(137));
    let time = format!("Duration::from_micros({})", limit.as_micros());
    match draw.below(6) {
        0 => {
            let made = made.build_with_total_retry_duration(limit);
            let _ = write!(text, "\n    .build_with_total_retry_duration({time})");
            row("retry-policies", &text, is_plain, LATE, || decided(&made));
        }
        1 => {
            let made = made.build_with_total_retry_duration_and_limit_retries(limit);
            let _ = write!(text, "\n    .build_with_total_retry_duration_and_limit_retries({time})");
            row("retry-policies", &text, is_plain, LATE, || decided(&made));
        }
        2 => {
            let made = made.build_with_total_retry_duration_and_max_retries(limit, retries);
            let _ = write!(text, "\n    .build_with_total_retry_duration_and_max_retries({time}, {retries})");
            row("retry-policies", &text, is_plain, LATE, || decided(&made));
        }
        _ => {
            let made = made.build_with_max_retries(retries);
            let _ = write!(text, "\n    .build_with_max_retries({retries})");
            row("retry-policies", &text, true, LATE, || decided(&made));
        }
    }
}

fn main() {
    let mut numbers = env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let (seed, count) = (numbers.next().expect("a seed"), numbers.next().expect("a count"));
    let mut draw = Draw::new(seed);
    for _ in 0..count {
        backon(&mut draw);
        tokio_retry(&mut draw);
        retry_policies(&mut draw);
    }
}
