//! What the fields say that speak of when, or whether, to retry.

use super::catalog::{Known, Present};
use super::{Alternative, Context, Hint, findings, milliseconds, retry_after, retry_field};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::instant::{HttpDate, Instant, parse_http_date};
use crate::vendor::{Profile, RETRY_FIELDS};

/// What the fields say that speak of when, or whether, to retry.
#[derive(Debug, Default)]
pub(super) struct Hints<'a> {
    pub(super) hints: Vec<Hint<'a>>,
    /// The field that forbids a retry.
    pub(super) stop: Option<&'static str>,
    /// Whether the server asks for one.
    go_on: bool,
    pub(super) alternatives: Vec<Alternative<'a>>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Hints<'a> {
    /// Reads every such field, in the order of decision.
    pub(super) fn read(
        present: &Present<'a>,
        has_retry_field: bool,
        profile: Option<&Profile>,
        received: Option<Instant>,
        strict: bool,
    ) -> Self {
        let mut all = Self::default();
        if let Some(joined) = present.get(Known::ShouldRetry) {
            let (word, read) = milliseconds::should_retry(joined);
            all.stop = (word == Some(false)).then_some(joined.name);
            all.go_on = word == Some(true);
            all.add(read.hint, read.alternative, read.diagnostic);
        }
        for joined in milliseconds::FIELDS.into_iter().filter_map(|field| present.get(field)) {
            let read = milliseconds::read(joined, received, strict);
            all.add(read.hint, read.alternative, read.diagnostic);
        }
        if let Some(joined) = present.get(Known::RetryAfter) {
            let read = retry_after::read(joined.value.clone(), joined.lines, received, strict);
            all.add(read.hint, read.alternatives, read.diagnostics);
        }
        if has_retry_field {
            for field in RETRY_FIELDS {
                let Some(joined) = present.named(field.name) else { continue };
                let read = retry_field::read(joined, field, profile, received);
                all.add(read.hint, read.alternative, read.diagnostic);
            }
        }
        all
    }

    fn add(
        &mut self,
        hint: Hint<'a>,
        alternatives: impl IntoIterator<Item = Alternative<'a>>,
        diagnostics: impl IntoIterator<Item = Diagnostic>,
    ) {
        self.hints.push(hint);
        self.alternatives.extend(alternatives);
        self.diagnostics.extend(diagnostics);
    }

    /// A call that fails after the Sunset of its resource will not succeed later (RFC 8594, 3).
    pub(super) fn add_sunset(&mut self, present: &Present<'a>, context: &Context, received: Option<Instant>) {
        if self.stop.is_some() || self.go_on || context.status.is_none_or(|status| status < 400) {
            return;
        }
        let Some((joined, received)) = present.get(Known::Sunset).zip(received) else { return };
        let read = parse_http_date(&joined.value, Some(received)).ok();
        let Some(HttpDate { at, .. }) = read.filter(|it| it.at < received && !(context.strict && it.fault.is_some()))
        else {
            return;
        };
        self.stop = Some(joined.name);
        let message = format!("the resource was to be gone from {at} on, and the call failed");
        let note = findings::note(Code::SunsetPassed, Some(joined.name), message);
        let span = Some((0, joined.value.len()));
        self.diagnostics.push(Diagnostic { severity: Severity::Warning, span, ..note });
    }

    /// The fields that are malformed, in canonical spelling.
    pub(super) fn ignored(&self) -> impl Iterator<Item = &'static str> {
        self.hints.iter().filter(|hint| hint.form.is_none()).map(|hint| hint.header)
    }
}
