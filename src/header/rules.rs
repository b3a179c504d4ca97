//! What a vendor's own documentation changes in the order of decision.

use super::catalog::Known;
use super::hit::Hit;
use super::{Context, Hint, Limit, milliseconds};
use crate::vendor::Fallback;

/// The rules of the vendor that hold for a response.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// The field that stands above Retry-After and was read.
    pub(super) above: Option<&'static str>,
    /// Whether Retry-After does not count with this status.
    without_effect: bool,
    /// Whether Retry-After was sent and could be read.
    pub(super) is_retry_after_sent: bool,
    /// The wait that answers since nothing else does.
    pub(super) fallback: Option<&'static Fallback>,
}

impl Rules {
    /// The rules of `context.profile`, but for the fallback, which depends on whether there is another answer.
    pub(super) fn new(context: &Context<'_>, hints: &[Hint<'_>], limits: &[Limit<'_>]) -> Self {
        let Some(profile) = context.profile else { return Self::default() };
        let was_read = |above: &&str| limits.iter().any(|limit| limit.source == *above);
        let counts_with =
            |status: u16| profile.retry_after_with.is_empty() || profile.retry_after_with.contains(&status);
        let is_retry_after = |hint: &Hint<'_>| hint.header == Known::RetryAfter.name() && hint.form.is_some();
        Self {
            above: profile.above_retry_after.filter(was_read),
            without_effect: context.status.is_some_and(|status| !counts_with(status)),
            is_retry_after_sent: hints.iter().any(is_retry_after),
            fallback: None,
        }
    }

    /// Whether Retry-After and the fields below it are passed over.
    pub(super) const fn is_passed_over(&self) -> bool {
        self.above.is_some() || self.without_effect
    }

    /// The first hint that asks for a time, known or not, and is not passed over.
    pub(super) fn asking<'h, 'a>(&self, hints: &'h [Hint<'a>]) -> Option<&'h Hint<'a>> {
        let asks = |hint: &&Hint<'_>| hint.form.is_some() && hint.header != Known::ShouldRetry.name();
        let is_above = |hint: &Hint<'_>| milliseconds::FIELDS.iter().any(|field| field.name() == hint.header);
        hints.iter().find(|hint| asks(hint) && (!self.is_passed_over() || is_above(hint)))
    }

    /// Lets the vendor's rule answer, where its response does not tell: no limit is used up, and no field stands above
    /// Retry-After.
    pub(super) fn fall_back(&mut self, context: &Context<'_>, hit: Hit) -> Option<&'static Fallback> {
        let is_used_up = matches!(hit, Hit::UsedUp(_) | Hit::WithoutReset(_));
        let holds = |it: &&Fallback| context.status.is_some_and(|status| it.statuses.contains(&status));
        let fallback = context.profile?.fallback.as_ref();
        self.fallback = fallback.filter(holds).filter(|_| !is_used_up && self.above.is_none());
        self.fallback
    }
}
