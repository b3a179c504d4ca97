//! What the body of a response adds to its fields: a hint where no field gives one, and which policies were violated.

use std::borrow::Cow;

use super::when::{When, ignored_hint};
use super::{Conformance, Hint};
use crate::diagnostic::{Code, Diagnostic, Severity, quote};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// 366 days: a longer wait is reported, and not waited for.
const LONGEST: Fixed = Fixed::whole(31_622_400);

/// How many violated policies the note names; the rest are counted.
const NAMED: usize = 8;

/// What one body says. [`capture::body`](crate::capture::body) reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// When to come back.
    pub hint: Option<BodyHint>,
    /// The problem that the drafts define, where the body is of its type.
    pub problem: Option<Problem>,
}

/// A value of a body that says when to come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyHint {
    /// Its place: `body.retry_after`, `body.RetryInfo.retryDelay` and the like.
    pub name: &'static str,
    /// The value as it is written.
    pub value: Vec<u8>,
    /// Which form it has: `decimal-seconds`, `duration` or `restore-rate`.
    pub form: &'static str,
    /// Seconds after reception; `None` where the value is not of its form.
    pub wait: Option<Fixed>,
    /// Who documents it.
    pub source: &'static str,
}

/// A problem of draft-ietf-httpapi-ratelimit-headers-11, section 9 (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// `quota-exceeded`, `temporary-reduced-capacity` or `abnormal-usage-detected`.
    pub kind: &'static str,
    /// The names of the policies that were violated.
    pub policies: Vec<String>,
}

impl BodyHint {
    /// The hint as it stands beside those of the fields, and what is wrong with it.
    pub(super) fn read<'a>(&self, received: Option<Instant>) -> (Hint<'a>, Option<Diagnostic>) {
        let value = || Cow::Owned(self.value.clone());
        let fault = match self.wait {
            None => "the value in the body is not what its documentation has there, and was ignored",
            Some(wait) if wait > LONGEST => "the wait in the body is longer than 366 days and is not waited for",
            Some(wait) => {
                let hint = When::After(wait).hint(self.name, value(), self.form, Conformance::Ok, received);
                return (hint, None);
            }
        };
        let diagnostic = Diagnostic {
            code: Code::BodyHintInvalid,
            severity: Severity::Warning,
            header: Some(self.name),
            message: fault.to_owned(),
            span: (!self.value.is_empty()).then_some((0, self.value.len())),
        };
        (ignored_hint(self.name, value()), Some(diagnostic))
    }
}

impl Problem {
    /// The note that names it and its policies.
    pub(super) fn note(&self) -> Diagnostic {
        let what = match self.kind {
            "quota-exceeded" => "the quota is exceeded",
            "temporary-reduced-capacity" => "the server has less capacity for a while",
            _ => "the server saw abnormal usage",
        };
        let policies = match &self.policies[..] {
            [] => String::new(),
            names => {
                let some = names.iter().take(NAMED).map(|it| format!("`{}`", quote(it.as_bytes()))).collect::<Vec<_>>();
                let more = names.len().checked_sub(NAMED).filter(|more| *more > 0);
                let more = more.map(|more| format!(" and {more} more")).unwrap_or_default();
                format!("; violated: {}{more}", some.join(", "))
            }
        };
        Diagnostic {
            code: Code::ProblemDetails,
            severity: Severity::Note,
            header: None,
            message: format!("the body says that {what}{policies}"),
            span: None,
        }
    }

    /// Whether a limit of that name was violated.
    pub(super) fn names(&self, limit: Option<&str>) -> bool {
        limit.is_some_and(|name| self.policies.iter().any(|policy| policy == name))
    }
}
