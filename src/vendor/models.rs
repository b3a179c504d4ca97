//! Services that run language models.

use super::row::trio;
use super::{Form, Name, Profile, Row, Window, sent};

/// `PREFIX-limit-WHAT`, `PREFIX-remaining-WHAT` and `PREFIX-reset-WHAT`.
macro_rules! measured {
    ($prefix:literal, $what:literal, $unit:literal, $form:ident) => {
        Row {
            name: Name::Fixed($what),
            unit: Some($unit),
            limit: Some(concat!($prefix, "-limit-", $what)),
            remaining: Some(concat!($prefix, "-remaining-", $what)),
            resets: &[(concat!($prefix, "-reset-", $what), Form::$form)],
            ..Row::EMPTY
        }
    };
}

const REQUESTS: Row = measured!("x-ratelimit", "requests", "requests", Duration);
const TOKENS: Row = measured!("x-ratelimit", "tokens", "tokens", Duration);

pub(super) const PROFILES: &[Profile] = &[
    Profile {
        name: "openai",
        title: "OpenAI",
        marks: &[
            sent(&["openai-version", "x-ratelimit-limit-requests"]),
            sent(&["openai-version", "x-ratelimit-limit-tokens"]),
            sent(&["x-ratelimit-limit-project-tokens"]),
            sent(&["x-ratelimit-remaining-project-tokens"]),
        ],
        rows: &[REQUESTS, TOKENS, measured!("x-ratelimit", "project-tokens", "tokens", Duration)],
        source: "developers.openai.com/api/docs/guides/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "azure-openai",
        title: "Azure OpenAI",
        marks: &[
            sent(&["apim-request-id", "x-ratelimit-remaining-requests"]),
            sent(&["apim-request-id", "x-ratelimit-remaining-tokens"]),
            sent(&["x-rate-limit-reset-tokens"]),
        ],
        rows: &[
            measured!("x-ratelimit", "requests", "requests", Seconds),
            Row {
                resets: &[("x-ratelimit-reset-tokens", Form::Seconds), ("x-rate-limit-reset-tokens", Form::Seconds)],
                ..measured!("x-ratelimit", "tokens", "tokens", Seconds)
            },
        ],
        advice: Some("the remaining requests are those of a window of 10 s, and not of a minute"),
        source: "learn.microsoft.com/azure/foundry/openai/how-to/quota; github.com/openai/openai-python/issues/937; \
                 github.com/openai/openai-dotnet/issues/838",
        ..Profile::EMPTY
    },
    Profile {
        name: "groq",
        title: "Groq",
        rows: &[REQUESTS, TOKENS],
        advice: Some("Retry-After is sent with a 429 alone"),
        source: "console.groq.com/docs/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "anthropic",
        title: "Anthropic",
        marks: &[
            sent(&["anthropic-ratelimit-requests-limit"]),
            sent(&["anthropic-ratelimit-requests-remaining"]),
            sent(&["anthropic-ratelimit-tokens-limit"]),
            sent(&["anthropic-ratelimit-tokens-remaining"]),
            sent(&["anthropic-ratelimit-input-tokens-limit"]),
            sent(&["anthropic-ratelimit-input-tokens-remaining"]),
            sent(&["anthropic-ratelimit-output-tokens-limit"]),
            sent(&["anthropic-ratelimit-output-tokens-remaining"]),
        ],
        rows: &[
            trio!("anthropic-ratelimit-requests", Instant, "requests", "requests"),
            trio!("anthropic-ratelimit-tokens", Instant, "tokens", "tokens"),
            trio!("anthropic-ratelimit-input-tokens", Instant, "input-tokens", "tokens"),
            trio!("anthropic-ratelimit-output-tokens", Instant, "output-tokens", "tokens"),
            trio!("anthropic-priority-input-tokens", Instant, "priority-input-tokens", "tokens"),
            trio!("anthropic-priority-output-tokens", Instant, "priority-output-tokens", "tokens"),
        ],
        source: "platform.claude.com/docs/en/api/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "mistral",
        title: "Mistral",
        marks: &[
            sent(&["ratelimitbysize-limit"]),
            sent(&["ratelimitbysize-remaining"]),
            sent(&["x-ratelimitbysize-limit-minute"]),
            sent(&["x-ratelimitbysize-remaining-minute"]),
        ],
        rows: &[
            Row {
                unit: Some("tokens"),
                limit: Some("ratelimitbysize-limit"),
                remaining: Some("ratelimitbysize-remaining"),
                resets: &[("ratelimitbysize-reset", Form::Seconds)],
                ..Row::EMPTY
            },
            Row {
                name: Name::Fixed("minute"),
                unit: Some("tokens"),
                limit: Some("x-ratelimitbysize-limit-minute"),
                remaining: Some("x-ratelimitbysize-remaining-minute"),
                window: Some(Window::Seconds(60)),
                ..Row::EMPTY
            },
            Row {
                name: Name::Fixed("month"),
                unit: Some("tokens"),
                limit: Some("x-ratelimitbysize-limit-month"),
                remaining: Some("x-ratelimitbysize-remaining-month"),
                ..Row::EMPTY
            },
        ],
        source: "github.com/tidyverse/ellmer, R/provider-mistral.R; not documented by the vendor",
        ..Profile::EMPTY
    },
    Profile {
        name: "cohere",
        title: "Cohere, trial keys",
        marks: &[sent(&["x-trial-endpoint-call-limit"]), sent(&["x-trial-endpoint-call-remaining"])],
        rows: &[Row {
            name: Name::Fixed("trial"),
            unit: Some("requests"),
            limit: Some("x-trial-endpoint-call-limit"),
            remaining: Some("x-trial-endpoint-call-remaining"),
            ..Row::EMPTY
        }],
        advice: Some("a 429 has none of the fields"),
        source: "github.com/elastic/elasticsearch, CohereResponseHandler.java; not documented by the vendor",
        ..Profile::EMPTY
    },
    Profile {
        name: "huggingface",
        title: "Hugging Face Hub",
        kind_before_name: true,
        advice: Some(
            "RateLimit is that of draft 08; RateLimit-Policy has the kind of window before the name, which is no \
             structured field and is read with this profile alone",
        ),
        source: "huggingface.co/docs/hub/rate-limits",
        ..Profile::EMPTY
    },
];
