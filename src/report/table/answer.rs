use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::{Action, Conformance, Limit, Reading};
use crate::quantity::{Fixed, human_fixed};
use crate::report::{Paint, Style};
use crate::vendor;

/// The first line: what to do, which field says so and where that rule is written.
pub(super) fn line(reading: &Reading<'_>, style: &Style) -> String {
    let (paint, what, why) = match reading.action {
        Action::Go => (Paint::Good, "go".to_owned(), go(reading, style)),
        Action::Wait => (Paint::Bad, wait(reading), says(reading, style)),
        Action::Stop => (Paint::Error, "stop".to_owned(), stop(reading)),
        Action::Unknown => (Paint::Note, "unknown".to_owned(), unknown(reading, style)),
    };
    format!("{}: {why}", style.paint(paint, &what))
}

fn wait(reading: &Reading<'_>) -> String {
    match (reading.wait.map(human_fixed), reading.retry_at) {
        (Some(wait), Some(at)) => format!("wait {wait}, until {at}"),
        (Some(wait), None) => format!("wait {wait} after the response arrived"),
        (None, Some(at)) => format!("wait until {at}"),
        (None, None) => "wait".to_owned(),
    }
}

fn says(reading: &Reading<'_>, style: &Style) -> String {
    let Some(field) = reading.decided_by else { return "the response says so".to_owned() };
    let rule = rule(reading, field);
    match deciding_limit(reading, field) {
        _ if is_guess(reading, field) => format!("a guess from {field} ({rule})"),
        Some(limit) if limit.exhausted => {
            format!("{field} says that {} is used up until then ({rule})", named(limit, style))
        }
        Some(limit) => format!("{field} says when {} resets ({rule})", named(limit, style)),
        None => format!("{field} says so ({rule})"),
    }
}

fn go(reading: &Reading<'_>, style: &Style) -> String {
    let Some(field) = reading.decided_by else { return "no field speaks against it".to_owned() };
    let rule = rule(reading, field);
    let Some(limit) = deciding_limit(reading, field) else {
        return format!("{field} allows it at once ({rule})");
    };
    let limit_name = named(limit, style);
    match limit.remaining {
        _ if limit.exhausted => format!("{field} says that {limit_name} has been reset ({rule})"),
        Some(Fixed::ONE) => format!("{field} says that 1 of {limit_name} is left ({rule})"),
        Some(left) => format!("{field} says that {left} of {limit_name} are left ({rule})"),
        None => format!("{field} does not speak against it ({rule})"),
    }
}

fn stop(reading: &Reading<'_>) -> String {
    match reading.decided_by {
        Some(field) => format!("{field} says not to retry ({})", rule(reading, field)),
        None => "the server says not to retry".to_owned(),
    }
}

fn unknown(reading: &Reading<'_>, style: &Style) -> String {
    const OWN: &str = "use your own backoff";
    if reading.lacks_reception {
        let lacking = |it: &&Diagnostic| it.code == Code::NeedsReception && it.severity == Severity::Error;
        let field = reading.diagnostics.iter().find(lacking).and_then(|it| it.header).unwrap_or("the response");
        return format!("{field} names an instant, and nobody said when the response arrived; give `--received`");
    }
    if let Some(limit) = reading.limits.iter().find(|limit| limit.decides() && limit.exhausted) {
        let reset = if limit.reset.is_some() { "and its reset is past belief" } else { "not when it resets" };
        return format!("{} says that {} is used up, {reset}; {OWN}", limit.remaining_field(), named(limit, style));
    }
    if reading.diagnostics.iter().any(|it| it.code == Code::CategoriesLimited) {
        return "only some categories of what is sent are limited, each until its own reset".to_owned();
    }
    if reading.diagnostics.iter().any(|it| it.code == Code::QuotaLeft) {
        return format!("the response failed although quota is left; {OWN}");
    }
    if let Some(hint) = reading.hints.iter().find(|hint| hint.conformance == Conformance::Invalid) {
        return format!("{} cannot be read; {OWN}", hint.header);
    }
    if let Some(field) = reading.ignored.first() {
        return format!("{field} was ignored; {OWN}");
    }
    format!("no field says when to retry; {OWN}")
}

/// The limit that decided, where no field above the limits in the order of decision did.
fn deciding_limit<'a, 'b>(reading: &'a Reading<'b>, field: &str) -> Option<&'a Limit<'b>> {
    if reading.hints.iter().any(|hint| hint.header == field) {
        return None;
    }
    let mut limits = reading.limits.iter();
    limits.clone().find(|limit| limit.binding).or_else(|| limits.find(|it| it.remaining_field() == field))
}

/// Whether the deciding limit is guessed, or the unit of its reset; only fields without a specification need that.
fn is_guess(reading: &Reading<'_>, field: &str) -> bool {
    deciding_limit(reading, field).is_some()
        && reading.diagnostics.iter().any(|it| match it.code {
            Code::LimitGuessed => true,
            Code::ResetUnitGuessed => it.header == Some(field),
            _ => false,
        })
}

/// Where a rule is written of which only the name of the field tells that it is a vendor's.
const VENDORS: &str = "its vendor's documentation";

/// Where the rule of the deciding field is written.
fn rule(reading: &Reading<'_>, field: &str) -> &'static str {
    if let Some(profile) = vendor::of_rule(field) {
        return profile.source;
    }
    let profile = reading.vendor.and_then(vendor::profile);
    if let Some(limit) = deciding_limit(reading, field) {
        let places = [limit.reset_in, limit.remaining_in];
        let place = places.into_iter().flatten().find(|place| place.field == field);
        return match place.map_or(limit.dialect, |place| place.dialect) {
            "vendor" => profile.map_or(VENDORS, |profile| profile.source),
            name => dialect(name),
        };
    }
    match field {
        _ if field.starts_with("body.") => "the body; no field says so",
        "Retry-After" => Code::RetryAfterInvalid.source(),
        "x-should-retry" => Code::ShouldRetryInvalid.source(),
        "retry-after-ms" | "x-ms-retry-after-ms" | "x-amz-retry-after" => Code::MillisecondsInvalid.source(),
        _ => profile.map_or(VENDORS, |profile| profile.source),
    }
}

/// A dialect in words.
pub(super) fn dialect(name: &'static str) -> &'static str {
    match name {
        "ietf-12" => "draft 12",
        "ietf-08" => "draft 08",
        "ietf-07" => "draft 07",
        "ietf-04" => "draft 04",
        "ietf-00" => "draft 00",
        "polli-00" => "draft polli 00",
        "x-ratelimit" => "no specification",
        other => other,
    }
}

fn named(limit: &Limit<'_>, style: &Style) -> String {
    limit.name.as_ref().map_or_else(|| "the limit".to_owned(), |name| format!("limit \"{}\"", style.quoted(name)))
}
