/// What may become of the next retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Retrying would be wrong.
    Refused,
    /// The policy has no retry left.
    Exhausted,
    /// The retry may start after its wait.
    Allowed,
    /// A legitimate retry, but not before the deadline.
    Deferred,
}

impl Outcome {
    /// `refused`, `exhausted`, `allowed` or `deferred`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Exhausted => "exhausted",
            Self::Allowed => "allowed",
            Self::Deferred => "deferred",
        }
    }
}

/// Declares [`Reason`]: for each a variant, its outcome, its name, one sentence, the page of `holdoff explain` and the
/// source.
macro_rules! reasons {
    ($($variant:ident $outcome:ident $name:literal: $title:literal, $page:literal, $source:literal;)*) => {
        /// Why a verdict is what it is, as a name that scripts may rest on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason {
            $(#[doc = $title] $variant,)*
        }

        impl Reason {
            /// Every reason, in the order in which they are tested.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The verdict that it is a reason for.
            pub const fn outcome(self) -> Outcome {
                match self { $(Self::$variant => Outcome::$outcome,)* }
            }

            /// The name in kebab-case, as output and `holdoff explain` have it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One sentence on why.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// What it means and what to do, for `holdoff explain`.
            pub const fn page(self) -> &'static str {
                match self { $(Self::$variant => $page,)* }
            }

            /// Where the rule is written.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$variant => $source,)* }
            }
        }
    };
}

reasons! {
    ServerSaysStop Refused "server-says-stop":
        "The server says not to retry.",
        "`x-should-retry: false` is the server's word that the same request will fail again. It stands above every \
         other field and every status. Change the request, or give up.",
        "OpenAI and Anthropic SDKs, which read the field";
    NotAFailure Refused "not-a-failure":
        "The response is not a failure, so there is nothing to retry.",
        "A 2xx status says that the request was received, understood and accepted; a 1xx status is interim, and the \
         answer is still to come. What the response says about waiting is about the next request.",
        "RFC 9110, 15.2 and 15.3";
    StatusNotRetryable Refused "status-not-retryable":
        "The status is not one that a retry can mend.",
        "Retried are: no response at all, 408, 425, 429, 500, 502, 503 and 504, and any status of 400 or more with \
         which the server gives a time to wait or sends `x-should-retry: true`. Any other status says that the same \
         request will get the same answer. `--retry-on` names other statuses.",
        "RFC 9110, 15.5 and 15.6; RFC 6585, 4; RFC 8470, 5.2";
    MethodNotRetried Refused "method-not-retried":
        "The policy does not retry this method.",
        "The policy file names the methods that are retried in `methods`, and this is none of them. Methods are \
         case-sensitive.",
        "the policy; RFC 9110, 9.1";
    WriteMayHaveTakenEffect Refused "write-may-have-taken-effect":
        "The request is a write that may have taken effect, and repeating it may do it twice.",
        "After a 5xx status, a 408 or no response, no one knows whether the request was applied. A client should not \
         repeat a method that is not idempotent unless it knows that the request was not applied, or that repeating it \
         does no harm. Send an idempotency key (`Idempotency-Key`) with the first call and every retry, or ask first \
         whether the effect took place.",
        "RFC 9110, 9.2.2; draft-ietf-httpapi-idempotency-key-header";
    NoRetriesLeft Exhausted "no-retries-left":
        "The policy has no retry left.",
        "Every retry that the policy allows has been made. Report the failure, or hand the work to a queue with a \
         policy of its own.",
        "the policy";
    PolicyTimeOver Exhausted "policy-time-over":
        "The policy's own time limit leaves no retry.",
        "The time that the policy has for all its calls and waits is over, or the next wait would pass it. A wait that the          server asks for counts as the policy's own does, and ends a policy that would let its own last wait pass the limit.",
        "the policy";
    ServerWaitOverMax Deferred "server-wait-over-max":
        "The server asks for a longer wait than the policy's max.",
        "With `--server-wait stop` such a wait is not slept through: the work is handed to a queue, not before the time \
         that the server gave.",
        "the policy";
    DeadlinePassed Deferred "deadline-passed":
        "The deadline was over before the failed call ended.",
        "No retry can be in time. Hand the work to a queue, or give up; a slower first call needs a later deadline or a \
         shorter timeout of its own.",
        "the deadline";
    WaitPassesDeadline Deferred "wait-passes-deadline":
        "The retry may not start before the deadline is over.",
        "The wait is the server's, or the policy's at its longest. The last possible moment still counts as in time. \
         Hand the work to a queue, not before the time given.",
        "the deadline";
    CallPassesDeadline Deferred "call-passes-deadline":
        "The retry can start in time, but its call would end after the deadline.",
        "With a request time a retry fits only if its call can end in time. Hand the work to a queue, not before the \
         time given.",
        "the deadline";
    Fits Allowed "fits":
        "The retry fits before the deadline.",
        "It may start after its wait, and with a request time it also ends in time. The slack is what is left then.",
        "the deadline";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    /// `holdoff explain` finds a page by its name alone.
    #[test]
    fn names_are_kebab_case_unique_and_no_codes() {
        let mut names: Vec<_> = Reason::ALL.iter().map(|reason| reason.name()).collect();
        assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
        assert!(names.iter().all(|name| Code::ALL.iter().all(|code| code.name() != *name)));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Reason::ALL.len());
    }
}
