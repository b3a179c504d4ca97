//! Clients in JavaScript.

use super::Group;

pub(crate) const GROUP: Group = Group {
    cases: &[],
    not_built: &[
        "node-retry-default",
        "node-retry-randomize-cap",
        "node-retry-min0",
        "p-retry-rand-cap",
        "axios-retry-default",
        "got-retry-after",
        "got-retry-after-exceeds",
        "ky-default",
        "ky-limit6-cap",
        "ky-jitter-cap",
        "ky-retry-after-capped",
        "undici-default",
        "cockatiel-full",
        "cockatiel-decorrelated-envelope",
        "exponential-backoff-default",
        "exponential-backoff-delayfirst",
        "aws-js-v3-throttle10",
        "kafkajs-default",
        "kafkajs-cap5s",
        "bullmq-exp-jitter",
        "openai-node-6",
        "stripe-node-5",
        "azure-core-js",
        "gaxios-default",
        "fetch-retry-default",
    ],
};
