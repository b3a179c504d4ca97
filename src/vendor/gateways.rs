//! Gateways, proxies and libraries that many services stand behind.

use super::row::trio;
use super::{Form, Profile, Row, Window, sent};

/// Kong's rows, whose window is in the name of the fields.
macro_rules! per {
    ($unit:literal, $seconds:literal) => {
        Row {
            limit: Some(concat!("X-RateLimit-Limit-", $unit)),
            remaining: Some(concat!("X-RateLimit-Remaining-", $unit)),
            window: Some(Window::Seconds($seconds)),
            ..Row::EMPTY
        }
    };
}

pub(super) const PROFILES: &[Profile] = &[
    Profile {
        name: "kong",
        title: "Kong Gateway",
        marks: &[
            sent(&["X-RateLimit-Limit-Second"]),
            sent(&["X-RateLimit-Limit-Minute"]),
            sent(&["X-RateLimit-Limit-Hour"]),
            sent(&["X-RateLimit-Limit-Day"]),
            sent(&["X-RateLimit-Limit-Month"]),
            sent(&["X-RateLimit-Limit-Year"]),
        ],
        rows: &[
            trio!("RateLimit", Seconds),
            per!("Second", 1),
            per!("Minute", 60),
            per!("Hour", 3600),
            per!("Day", 86_400),
            per!("Month", 2_592_000),
            per!("Year", 31_536_000),
        ],
        source: "github.com/Kong/kong, kong/plugins/rate-limiting/handler.lua",
        ..Profile::EMPTY
    },
    Profile {
        name: "envoy",
        title: "Envoy and Istio",
        marks: &[sent(&["x-envoy-ratelimited"])],
        rows: &[trio!("X-RateLimit", Seconds)],
        advice: Some("the fields are off unless `enable_x_ratelimit_headers` is `DRAFT_VERSION_03`"),
        source: "envoyproxy.io/docs/envoy/latest/api-v3/extensions/filters/http/ratelimit/v3/rate_limit.proto",
        ..Profile::EMPTY
    },
    Profile {
        name: "tollbooth",
        title: "tollbooth, as in a plugin of Caddy",
        marks: &[sent(&["X-Rate-Limit-Duration"])],
        rows: &[Row {
            unit: Some("requests"),
            limit: Some("X-Rate-Limit-Limit"),
            window: Some(Window::InField("X-Rate-Limit-Duration", Form::Seconds)),
            ..Row::EMPTY
        }],
        source: "github.com/didip/tollbooth, tollbooth.go",
        ..Profile::EMPTY
    },
    Profile {
        name: "pinterest",
        title: "Pinterest, behind Envoy",
        rows: &[trio!("X-RateLimit", Seconds)],
        source: "developers.pinterest.com/docs/reference/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "statuscake",
        title: "StatusCake",
        rows: &[trio!("X-RateLimit", Seconds)],
        source: "developers.statuscake.com/guides/api/ratelimiting",
        ..Profile::EMPTY
    },
    Profile {
        name: "tyk",
        title: "Tyk",
        rows: &[trio!("X-RateLimit", EpochSeconds)],
        source: "github.com/TykTechnologies/tyk/issues/8192",
        ..Profile::EMPTY
    },
    Profile {
        name: "rapidapi",
        title: "RapidAPI",
        rows: &[trio!("x-ratelimit-requests", Seconds, "requests", "requests")],
        source: "docs.rapidapi.com/docs/response-headers",
        ..Profile::EMPTY
    },
    Profile {
        name: "akamai",
        title: "Akamai",
        marks: &[sent(&["X-RateLimit-Next"])],
        rows: &[Row {
            limit: Some("X-RateLimit-Limit"),
            remaining: Some("X-RateLimit-Remaining"),
            resets: &[("X-RateLimit-Next", Form::Instant)],
            ..Row::EMPTY
        }],
        source: "techdocs.akamai.com/netstorage/reference/rate-limiting",
        ..Profile::EMPTY
    },
    Profile {
        name: "aspnetcoreratelimit",
        title: "AspNetCoreRateLimit",
        rows: &[Row {
            remaining: Some("X-Rate-Limit-Remaining"),
            resets: &[("X-Rate-Limit-Reset", Form::Instant)],
            window: Some(Window::InField("X-Rate-Limit-Limit", Form::Duration)),
            ..Row::EMPTY
        }],
        advice: Some("X-Rate-Limit-Limit holds the window, such as `1m`, and not the quota"),
        source: "github.com/stefanprodan/AspNetCoreRateLimit",
        ..Profile::EMPTY
    },
    Profile {
        name: "traefik",
        title: "Traefik",
        advice: Some("X-Retry-In is the wait of Retry-After before it was rounded up to seconds"),
        source: "github.com/traefik/traefik, pkg/middlewares/ratelimiter",
        ..Profile::EMPTY
    },
    Profile {
        name: "express-rate-limit",
        title: "express-rate-limit, legacy fields",
        rows: &[trio!("X-RateLimit", EpochSeconds)],
        advice: Some("Date is sent too, so that a client can correct its clock"),
        source: "github.com/express-rate-limit/express-rate-limit, source/headers.ts",
        ..Profile::EMPTY
    },
    Profile {
        name: "laravel",
        title: "Laravel",
        rows: &[trio!("X-RateLimit", EpochSeconds)],
        source: "github.com/laravel/framework, src/Illuminate/Routing/Middleware/ThrottleRequests.php",
        ..Profile::EMPTY
    },
    Profile {
        name: "flask-limiter",
        title: "Flask-Limiter",
        rows: &[trio!("X-RateLimit", EpochSeconds)],
        source: "github.com/alisaifee/flask-limiter, doc/source/index.rst",
        ..Profile::EMPTY
    },
    Profile {
        name: "symfony",
        title: "Symfony's rate limiter, as its documentation shows it",
        rows: &[Row { limit: Some("X-RateLimit-Limit"), remaining: Some("X-RateLimit-Remaining"), ..Row::EMPTY }],
        advice: Some("X-RateLimit-Retry-After is Unix time in older samples and seconds in newer ones: its size tells"),
        source: "symfony.com/doc/current/rate_limiter.html",
        ..Profile::EMPTY
    },
    Profile {
        name: "zalando",
        title: "Zalando's API guideline",
        rows: &[trio!("X-RateLimit", Seconds)],
        source: "github.com/zalando/restful-api-guidelines, chapters/http-status-codes-and-errors.adoc",
        ..Profile::EMPTY
    },
];
