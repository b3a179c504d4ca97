//! The pages of `holdoff explain`: what each diagnostic, verdict, reason and rule means, and where it is written.

use crate::check;
use crate::diagnostic::Code;
use crate::verdict::Reason;

/// What a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A finding of `inspect` or `simulate`.
    Diagnostic,
    /// An answer of `inspect` or `simulate`.
    Answer,
    /// Why a verdict is what it is.
    Reason,
    /// A rule that this program follows.
    Rule,
    /// A finding of `check`.
    Check,
}

impl Kind {
    /// `diagnostic`, `answer`, `reason`, `rule` or `check`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diagnostic => "diagnostic",
            Self::Answer => "answer",
            Self::Reason => "reason",
            Self::Rule => "rule",
            Self::Check => "check",
        }
    }
}

/// One page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The name to ask for, in kebab-case.
    pub name: &'static str,
    /// What it is about.
    pub kind: Kind,
    /// One sentence.
    pub title: &'static str,
    /// The page itself: one paragraph, or several with a blank line between them.
    pub text: &'static str,
    /// Where the rule is written.
    pub source: &'static str,
    /// What breaks the rule and what does not: policy files, or pastes behind the name of their client; those of `check`
    /// alone have them.
    pub examples: Option<[&'static str; 2]>,
}

/// Every page: answers, reasons, rules, the findings of `check`, then diagnostics.
pub fn pages() -> impl Iterator<Item = Page> {
    let reasons = Reason::ALL.iter().map(|reason| Page {
        name: reason.name(),
        kind: Kind::Reason,
        title: reason.title(),
        text: reason.page(),
        source: reason.source(),
        examples: None,
    });
    let diagnostics = Code::ALL.iter().map(|code| Page {
        name: code.name(),
        kind: Kind::Diagnostic,
        title: code.title(),
        text: code.page(),
        source: code.source(),
        examples: None,
    });
    let checks = check::Rule::ALL.iter().map(|rule| Page {
        name: rule.name(),
        kind: Kind::Check,
        title: rule.title(),
        text: rule.page(),
        source: rule.source(),
        examples: Some([rule.wrong(), rule.right()]),
    });
    ANSWERS.iter().copied().chain(reasons).chain(RULES.iter().copied()).chain(checks).chain(diagnostics)
}

/// The page of that name, or `None` where there is none.
///
/// # Examples
///
/// ```
/// let page = holdoff::explain::page("retry-after-invalid").unwrap();
/// assert_eq!(page.source, "RFC 9110, 10.2.3");
/// ```
pub fn page(name: &str) -> Option<Page> {
    pages().find(|page| page.name == name)
}

const fn answer(name: &'static str, title: &'static str, text: &'static str) -> Page {
    Page { name, kind: Kind::Answer, title, text, source: OWN, examples: None }
}

const fn rule(name: &'static str, title: &'static str, text: &'static str, source: &'static str) -> Page {
    Page { name, kind: Kind::Rule, title, text, source, examples: None }
}

const OWN: &str = "holdoff's own definition";

const ANSWERS: &[Page] = &[
    answer(
        "go",
        "A retry, or the next request, may start now.",
        "A field asked for no wait, or its instant is past; or the call did not fail and quota is left. `wait_s` is 0.",
    ),
    answer(
        "wait",
        "A retry may start after `wait_s`.",
        "`decided_by` names the field that asked for it. `safe_wait_s` adds the resolution of its form: an instant in whole seconds may mean any moment of that second.",
    ),
    answer(
        "unknown",
        "The response does not tell when to retry.",
        "No field gives a time, or the one that would is malformed. It is not zero: use the policy's own backoff. `wait_s` is null.",
    ),
    answer(
        "stop",
        "The server says not to retry.",
        "`x-should-retry: false` overrides the status and every time in the response. `wait_s` still shows what the other fields would have asked for.",
    ),
    answer(
        "allowed",
        "The retry may start after `wait_s`, by the deadline.",
        "It starts at or before the deadline; with `--request-time` it also ends by then. The last possible moment counts as in time. Exit code 0.",
    ),
    answer(
        "deferred",
        "The retry is legitimate, but not before the deadline.",
        "Hand it to a queue and run it not before `not_before`. Exit code 75, EX_TEMPFAIL of sysexits.",
    ),
    answer(
        "refused",
        "Retrying would be wrong, at any time.",
        "The server says stop, the status is not one that is retried, or a write may have taken effect already. `reason` tells which. Exit code 1.",
    ),
    answer(
        "exhausted",
        "The policy has no retry left.",
        "The number of the retry is above the policy's count. Exit code 1.",
    ),
];

const RULES: &[Page] = &[
    rule(
        "growth",
        "The wait before retry n is min(base × factor^(n-1), max).",
        "It is computed step by step in exact decimals and stops growing at the max, so no factor and no number of retries overflows. A max below the base is honoured: every wait is the max.",
        OWN,
    ),
    rule(
        "rounding",
        "Numbers are rounded once, at the end, half to even.",
        "With a unit to the nanosecond: seconds have at most 9 decimals, ms 6, us 3, ns 0; minutes, hours and days 15. Bare numbers have at most 9.",
        OWN,
    ),
    rule(
        "exit-codes",
        "What the exit codes mean.",
        "0: done; simulate: allowed; inspect: nothing wrong. 1: done, and the answer is no: simulate exhausted or refused, \
         inspect a diagnostic of severity error, --get a null. 2: wrong usage. 3: an input could not be read or parsed at \
         all. 75: simulate: deferred.",
        OWN,
    ),
    rule(
        "waits",
        "How wait_s, safe_wait_s, precise_wait_s, skew_corrected_wait_s, upper_bound_s and pace_s differ.",
        "`wait_s` is what the response asks for, exactly. `safe_wait_s` adds the resolution of its form: an instant in \
         whole seconds may mean any moment of that second, so it is the one to sleep for; of a delay of 0 until a limit with nothing left is reset, 1 s. `precise_wait_s` is a finer \
         value that a vendor sends beside Retry-After. `skew_corrected_wait_s` is the wait by the server's own clock, \
         from its Date.\n\n`upper_bound_s` and `pace_s` are no waits. Where a limit is used up, its reset is not sent and its \
         window is known, nothing tells when the window began: the wait is at most `upper_bound_s`, the longest such \
         window. Where a vendor sends a rate, `pace_s` is the time from one call to the next that keeps to it in the long \
         run.",
        OWN,
    ),
    rule(
        "jitter",
        "The random spread of a wait: none, full, equal, decorrelated or N%.",
        "Each has a page: full, equal, decorrelated, percent. A schedule shows the bounds and the mean; sample draws one \
         run. Jitter keeps clients that failed together from coming back together.",
        "Exponential Backoff And Jitter, AWS Architecture Blog, 2015",
    ),
    rule(
        "full",
        "Full jitter: the wait is drawn between 0 and the capped wait.",
        "U(0, w), with w = min(base × factor^(n-1), max). The mean is w/2.",
        "Exponential Backoff And Jitter, AWS Architecture Blog, 2015",
    ),
    rule(
        "equal",
        "Equal jitter: the wait is drawn between half the capped wait and all of it.",
        "U(w/2, w), with w = min(base × factor^(n-1), max). The mean is 3w/4.",
        "Exponential Backoff And Jitter, AWS Architecture Blog, 2015",
    ),
    rule(
        "decorrelated",
        "Decorrelated jitter: the wait is drawn between the base and three times the one before.",
        "min(max, U(base, 3 × previous)), where previous starts at the base. The factor plays no part. `wait` shows the upper bound; the mean is exact until three times the previous wait can pass the max, and null from there.",
        "Exponential Backoff And Jitter, AWS Architecture Blog, 2015",
    ),
    rule(
        "percent",
        "Jitter of N%: the wait is drawn between w−N% and w+N%.",
        "It is applied to the capped wait, so a wait may pass the max by N%; the output says so.",
        "gRFC A6, gRPC retry design, and clients that spread both ways",
    ),
    rule(
        "sample",
        "A sample draws one run of the jitter from a seed, the same for ever on every platform.",
        "The generator is PCG64 (PCG XSL RR 128/64) with the seed as its state and stream 54. Each retry takes one 64-bit draw u, and its wait is lo + (hi − lo) × u/2^64, exactly, rounded once. It depends neither on the unit of the output nor on the number of retries.",
        "M. E. O'Neill, PCG, HMC-CS-2014-0905",
    ),
    rule(
        "order-of-decision",
        "Which field decides when several speak.",
        "1. The server's word not to retry (x-should-retry: false), or a Sunset that is past, with a status of 400 or more.\n2. retry-after-ms, x-ms-retry-after-ms, x-amz-retry-after, in milliseconds.\n3. A field that its vendor's documentation puts above Retry-After: X-Sentry-Rate-Limits.\n4. Retry-After, even where it is shorter than a reset; the conflict is a warning.\n5. X-Retry-In, RateLimit-Retry-After, X-RateLimit-Retry-After, X-Retry-After, which some vendors send; a finer one beside Retry-After is `precise_wait_s`.\n6. The reset of every limit that is used up, the latest of them. A limit that a vendor only shows, or that holds for some categories of what is sent, decides nothing.\n7. With a status of 400 or more and none of these: a limit with a reset and no stated remaining quota, as a guess.\n8. The wait that the vendor's documentation asks for where its response does not tell, as GitHub's 60 s after a 403 or 429 with quota left. `decided_by` names the rule, since no field says so.\n\nOtherwise it is `go` with a status below 400, or none, and quota left, and `unknown` in every other case.",
        "RFC 9110, 10.2.3; draft-ietf-httpapi-ratelimit-headers-11, 7",
    ),
    rule(
        "lenient-reads",
        "What is read although it breaks its grammar; nothing else is.",
        "Retry-After with decimals, with a plus sign, sent twice or as a list of valid values (the longest counts), as an RFC 3339 instant, as an HTTP-date with one fault (case, day of the week wrong or missing, one-digit day, numeric offset, another zone name of RFC 5322 or UTC, no zone).\n\nIn RateLimit and RateLimit-Policy a Token for a name, a String for `pk`, and one bad item dropped.\n\nEach gives a warning; `--strict` refuses them all.",
        OWN,
    ),
    rule(
        "clients",
        "What the well-known clients would do with a response, by `inspect --clients`.",
        "curl 7.88.1, urllib3 2.8.0, got 14.6.6, ky 1.14.3, undici 7.30.2 (RetryAgent), axios-retry 4.5.0, the OpenAI SDKs for Python 3.57.0 and Node 6.49.0, and go-retryablehttp 0.7.7, each with its defaults, for a GET whose first retry is next. All but the last are compared with real runs; that one was read.\n\nwaits: as the response asks, by the client's own reading, with its caps. gives-up: it does not retry. own-backoff: it retries after a wait of its own, as if nothing were asked. at-once: the wait is 0, past, no number, or too long for setTimeout, which then fires at once. fails: it raises an exception. not-modelled: bytes beyond printable ASCII, dates of more than 256 bytes, redirects, and an instant without a time of reception.\n\nNumbers are read as Number() and parseFloat() of JavaScript, float() and int() of Python, strtoll of C and ParseInt of Go do; dates as Date.parse of V8 11.3, email.utils of Python 3.11, curl_getdate and time.RFC1123 do, with UTC as the local time zone. Without a status the answer is that for 429. The versions stand in the output, since other versions do other things: curl reads the date first from 8.13 on, and waits six hours at most.",
        "the source of each client, named in `source`",
    ),
    rule(
        "reset-units",
        "How the unit of a reset is told.",
        "Where the vendor is known, by --profile or by companion fields that it alone sends, its documentation tells; --reset-unit stands above that. A value with letters is a date, one of JavaScript among them, or in the fields of some vendors a duration such as `6m0s`. Of the other numbers, a value within 400 days of the reception is Unix time in seconds; one whose thousandth is, Unix time in milliseconds; one of up to 366 days seconds from now. Anything else is implausible: reported, never waited for. A unit told from its size alone is called a guess, and the other reading stands in `alternatives`. Last, another field may tell better: a number that agrees with Retry-After only in milliseconds, or fits its window only so, is in milliseconds; one that lies within 400 days of the response's Date is Unix time. `reset_by` names the step that decided: option, profile, companions, specification, syntax, magnitude or cross-check.",
        OWN,
    ),
    rule(
        "csv",
        "What the rows of csv are, and why a cell may begin with an apostrophe.",
        "The rows are the retries of a schedule, the timeline of a simulation, the responses of an inspection or the pages of this list. The header row has the keys of the JSON in their order, without those that hold a list. Null is empty, numbers and booleans are plain, lines end with LF.\n\nText that begins with = + - @ or a control character, also after white space, is preceded by an apostrophe, since a spreadsheet would run it as a formula. What is hidden in a text is shown by its code.",
        "RFC 4180; OWASP, CSV Injection",
    ),
    rule(
        "markdown",
        "What markdown output shows, and why its text holds entities.",
        "First the sentence that leads the answer, then the rows that csv has as a table, then the findings. It can be pasted into a pull request: text from a response means nothing but itself there. Markup is escaped, and a space of no width (`&#8203;`) stops mentions, references to issues and bare links.",
        "GitHub Flavored Markdown, 4.10",
    ),
    rule(
        "retryable-statuses",
        "Which statuses are retried.",
        "No status (no response came), 408, 425, 429, 500, 502, 503 and 504; `--retry-on` replaces the list. Any status of 400 or more whose reading is `wait` is retried too, and `x-should-retry` overrides both ways.",
        "RFC 9110, 15; RFC 6585, 4; RFC 8470, 5.2",
    ),
    rule(
        "idempotent-methods",
        "Which methods may be repeated without harm.",
        "Those that RFC 9110 and the IANA registry of HTTP methods call idempotent; the name is case-sensitive, and an unknown one is not. Any other is a write: after 429 or 425 it was not applied and is allowed with a warning; after 5xx, 408 or no response it may have taken effect and is refused, unless it carries an idempotency key.",
        "RFC 9110, 9.2.2; IANA HTTP Method Registry",
    ),
    rule(
        "load",
        "The calls that reach a server for one request, on average.",
        "Where each call fails at a rate p whatever the others do, a policy of n calls makes 1 + p + p² + … + p^(n-1) of \
         them: 1 where nothing fails, n at full outage. Of layers inside one another each sees a failure where all calls \
         within it fail, so the inner one counts once for each call of the outer. `--failure-rate` gives p.",
        "a geometric series; Timeouts, retries and backoff with jitter, Amazon Builders' Library",
    ),
    rule(
        "retry-budget",
        "What limits the retries of all requests together, and the load within it.",
        "A policy bounds the retries of one request; a retry budget bounds those of all. `--retry-budget KIND[:KEY=VALUE,…]` of \
         `compare` names one, `retry-budget = { kind = \"…\" }` beneath a policy or in a layer of a stack too, and gRPC's \
         retryThrottling, Envoy's retry_budget and the quota of AWS SDKs are read from their configs. The figures are those of \
         the long run, where each call fails at a rate p: the load is the smaller of what the policy makes alone and 1 + b, b \
         being the most retries for each request. Near the rate where one takes over from the other a small bucket swings, and \
         the load lies between both.\n\n\
         aws (capacity 500, cost 14, refill 1, refilled-by first): a retry takes `cost` and gives it back when it succeeds; a \
         first call that succeeds gives `refill`. b = refill·(1 − p)/(cost·p); with refilled-by every, as in Go, \
         refill·(1 − p)/(cost·p − refill·(1 − p)). In an outage capacity/cost retries are made, and none after them. Before \
         2026 a retry cost 5, and 10 after a timeout.\n\n\
         grpc (max-tokens, token-ratio r): a failed call takes 1, one that succeeds gives r, and with half of the tokens or \
         fewer there is no retry. No limit where p ≤ r/(1 + r), and no retry above.\n\n\
         envoy (budget-percent 20, min-retry-concurrency 3, in-flight): retries are a share s of the calls in flight. \
         b = s/(1 − s), or the fixed number for each of the first calls in flight where that is more.\n\n\
         finagle (percent-can-retry 0.2, min-retries-per-second 10, ttl 10s, requests-per-second): b = the share, and the \
         fixed number for each of the requests a second. ttl times that number are made at once.\n\n\
         How much traffic there is no config tells: without in-flight or requests-per-second the fixed numbers are left out, and \
         the answer says so.",
        "botocore 1.44.8 and aws-sdk-go-v2, retry quota; gRFC A6, Throttling Retry Attempts and Hedged RPCs; Envoy, \
         RetryBudgetConfig; Finagle, RetryBudget",
    ),
    rule(
        "server-wait",
        "What a server's wait means beside the policy's.",
        "honor: it replaces the policy's wait. floor: the longer of the two. clamp: it is limited to the max. stop: over the max the retry is deferred. ignore: it is not listened to. A retry earlier than the server asked carries a warning. A server's wait is never jittered; the policy's is judged at its longest.",
        OWN,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_name_of_its_own_and_all_its_parts() {
        let mut names: Vec<_> = pages().map(|page| page.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        for page in pages() {
            assert!(page.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte.is_ascii_digit()));
            assert!(page.title.ends_with('.') && page.text.ends_with('.') && !page.source.is_empty(), "{}", page.name);
        }
    }
}
