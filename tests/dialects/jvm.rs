//! Clients of the JVM, in .NET, Ruby, PHP and Elixir.

use super::Group;

pub(crate) const GROUP: Group = Group {
    cases: &[],
    not_built: &[
        "faraday-retry-cap",
        "resilience4j-exp-default",
        "resilience4j-exp-cap",
        "resilience4j-exprandom-cap",
        "spring-retry-exp-cap",
        "spring-fw-expbackoff-default",
        "activejob-polynomial",
        "activejob-3s",
        "symfony-messenger-ceil",
        "guzzle-exponentialDelay",
        "guzzle6-exponentialDelay",
        "polly-default",
        "polly-linear-jitter",
        "polly-exp-jitter",
        "polly-exp-jitter-cap",
        "spring7-retrypolicy-default",
        "spring7-retrypolicy-jitter",
        "failsafe-backoff-jitter",
        "gax-java",
        "sidekiq-8",
        "resque-retry-exp",
        "oban-default",
        "faraday-retry-after-exceeds",
    ],
};
