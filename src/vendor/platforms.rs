//! Platforms and APIs that send fields of their own.

use super::row::trio;
use super::{Form, Mark, Name, Profile, Row, Window, sent};

/// A vendor whose three fields have the names of many; only the unit of the reset tells it from them.
macro_rules! plain {
    ($name:literal, $title:literal, $prefix:literal, $form:ident, $source:literal) => {
        Profile { name: $name, title: $title, rows: &[trio!($prefix, $form)], source: $source, ..Profile::EMPTY }
    };
}

pub(super) const PROFILES: &[Profile] = &[
    Profile {
        name: "github",
        title: "GitHub",
        marks: &[sent(&["X-RateLimit-Resource"]), sent(&["X-RateLimit-Used", "X-RateLimit-Limit"])],
        rows: &[Row {
            name: Name::InField("X-RateLimit-Resource"),
            used: Some("X-RateLimit-Used"),
            ..trio!("X-RateLimit", EpochSeconds)
        }],
        advice: Some(
            "a 403 or 429 with quota left and without Retry-After is a secondary limit: wait 60 s or more, and longer \
             each time",
        ),
        source: "docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api",
    },
    Profile {
        name: "gitlab",
        title: "GitLab",
        marks: &[
            sent(&["RateLimit-Observed"]),
            sent(&["RateLimit-Name"]),
            Mark { with: &["RateLimit-ResetTime"], without: &["RateLimit-DailyLimit"] },
        ],
        rows: &[Row {
            name: Name::InField("RateLimit-Name"),
            limit: Some("RateLimit-Limit"),
            remaining: Some("RateLimit-Remaining"),
            used: Some("RateLimit-Observed"),
            resets: &[("RateLimit-Reset", Form::EpochSeconds), ("RateLimit-ResetTime", Form::Instant)],
            ..Row::EMPTY
        }],
        source: "docs.gitlab.com/administration/settings/user_and_ip_rate_limits",
        ..Profile::EMPTY
    },
    plain!("x", "X (Twitter)", "X-Rate-Limit", EpochSeconds, "docs.x.com/x-api/fundamentals/rate-limits"),
    Profile {
        name: "reddit",
        title: "Reddit",
        marks: &[Mark {
            with: &["X-RateLimit-Used", "X-RateLimit-Remaining"],
            without: &["X-RateLimit-Limit", "X-RateLimit-Resource"],
        }],
        rows: &[Row {
            remaining: Some("X-RateLimit-Remaining"),
            used: Some("X-RateLimit-Used"),
            resets: &[("X-RateLimit-Reset", Form::Seconds)],
            ..Row::EMPTY
        }],
        source: "github.com/reddit-archive/reddit/wiki/API",
        ..Profile::EMPTY
    },
    Profile {
        name: "discord",
        title: "Discord",
        marks: &[sent(&["X-RateLimit-Reset-After"]), sent(&["X-RateLimit-Bucket"])],
        rows: &[Row {
            name: Name::InField("X-RateLimit-Bucket"),
            resets: &[("X-RateLimit-Reset-After", Form::Seconds), ("X-RateLimit-Reset", Form::EpochSeconds)],
            ..trio!("X-RateLimit", EpochSeconds)
        }],
        source: "docs.discord.com/developers/topics/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "atlassian",
        title: "Atlassian",
        marks: &[sent(&["RateLimit-Reason"]), sent(&["X-RateLimit-NearLimit"])],
        rows: &[trio!("X-RateLimit", Instant)],
        source: "developer.atlassian.com/cloud/jira/platform/rate-limiting",
        ..Profile::EMPTY
    },
    plain!("okta", "Okta", "X-Rate-Limit", EpochSeconds, "developer.okta.com/docs/reference/rl-best-practices"),
    Profile {
        name: "auth0",
        title: "Auth0",
        marks: &[sent(&["Auth0-Client-Quota-Limit"]), sent(&["Auth0-Organization-Quota-Limit"])],
        rows: &[trio!("X-RateLimit", EpochSeconds)],
        source: "auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy",
        ..Profile::EMPTY
    },
    plain!("digitalocean", "DigitalOcean", "RateLimit", EpochSeconds, "docs.digitalocean.com/reference/api"),
    plain!("twitch", "Twitch", "RateLimit", EpochSeconds, "dev.twitch.tv/docs/api/guide"),
    plain!("pagerduty", "PagerDuty", "RateLimit", Seconds, "support.pagerduty.com/docs/rest-api-rate-limits"),
    plain!(
        "bluesky",
        "Bluesky and atproto",
        "RateLimit",
        EpochSeconds,
        "docs.bsky.app/docs/advanced-guides/rate-limits"
    ),
    Profile {
        name: "woocommerce",
        title: "WooCommerce Store API",
        marks: &[sent(&["RateLimit-Retry-After"])],
        rows: &[trio!("RateLimit", EpochSeconds)],
        advice: Some("a request over the limit is answered with status 400"),
        source: "developer.woocommerce.com/docs/apis/store-api/rate-limiting",
    },
    plain!("resend", "Resend", "RateLimit", Seconds, "resend.com/docs/api-reference/rate-limit"),
    plain!(
        "sharepoint",
        "SharePoint Online",
        "RateLimit",
        Seconds,
        "learn.microsoft.com/sharepoint/dev/general-development/how-to-avoid-getting-throttled-or-blocked-in-sharepoint-online"
    ),
    Profile {
        name: "linear",
        title: "Linear",
        marks: &[
            sent(&["x-ratelimit-complexity-limit"]),
            sent(&["x-ratelimit-complexity-remaining"]),
            sent(&["x-ratelimit-endpoint-requests-limit"]),
        ],
        rows: &[
            trio!("x-ratelimit-requests", EpochMilliseconds, "requests", "requests"),
            trio!("x-ratelimit-complexity", EpochMilliseconds, "complexity", "complexity"),
            trio!("x-ratelimit-endpoint-requests", EpochMilliseconds, "endpoint-requests", "requests"),
        ],
        advice: Some("a request over the limit is answered with status 400 and the code RATELIMITED"),
        source: "linear.app/developers/rate-limiting",
    },
    plain!(
        "omnisend",
        "Omnisend",
        "X-Rate-Limit",
        Seconds,
        "api-docs.omnisend.com/v5/reference/rate-limit-timeouts-errors"
    ),
    plain!("prisjakt", "Prisjakt", "X-Rate-Limit", Milliseconds, "developer.prisjakt.nu/docs/sections/rate-limit"),
    plain!("mastodon", "Mastodon", "X-RateLimit", Instant, "docs.joinmastodon.org/api/rate-limits"),
    Profile {
        name: "yelp",
        title: "Yelp",
        marks: &[sent(&["RateLimit-DailyLimit"])],
        rows: &[Row {
            limit: Some("RateLimit-DailyLimit"),
            remaining: Some("RateLimit-Remaining"),
            resets: &[("RateLimit-ResetTime", Form::Instant)],
            ..Row::EMPTY
        }],
        source: "docs.developer.yelp.com/docs/places-rate-limiting",
        ..Profile::EMPTY
    },
    Profile {
        name: "dockerhub",
        title: "Docker Hub, pulls",
        marks: &[sent(&["docker-ratelimit-source"])],
        rows: &[Row { limit: Some("RateLimit-Limit"), remaining: Some("RateLimit-Remaining"), ..Row::EMPTY }],
        advice: Some("no reset is sent; the window is the parameter `w` of the limit"),
        source: "docs.docker.com/docker-hub/usage/pulls",
    },
    plain!("dockerhub-api", "Docker Hub API", "X-RateLimit", EpochSeconds, "docs.docker.com/reference/api/hub/latest"),
    Profile {
        name: "imgur",
        title: "Imgur",
        marks: &[sent(&["X-RateLimit-UserLimit"]), sent(&["X-RateLimit-ClientLimit"])],
        rows: &[
            Row {
                name: Name::Fixed("user"),
                limit: Some("X-RateLimit-UserLimit"),
                remaining: Some("X-RateLimit-UserRemaining"),
                resets: &[("X-RateLimit-UserReset", Form::EpochSeconds)],
                ..Row::EMPTY
            },
            Row {
                name: Name::Fixed("client"),
                limit: Some("X-RateLimit-ClientLimit"),
                remaining: Some("X-RateLimit-ClientRemaining"),
                ..Row::EMPTY
            },
        ],
        source: "api.imgur.com, limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "hubspot",
        title: "HubSpot",
        marks: &[sent(&["X-HubSpot-RateLimit-Max"]), sent(&["X-HubSpot-RateLimit-Daily"])],
        rows: &[
            Row {
                name: Name::Fixed("interval"),
                unit: Some("requests"),
                limit: Some("X-HubSpot-RateLimit-Max"),
                remaining: Some("X-HubSpot-RateLimit-Remaining"),
                window: Some(Window::InField("X-HubSpot-RateLimit-Interval-Milliseconds", Form::Milliseconds)),
                ..Row::EMPTY
            },
            Row {
                name: Name::Fixed("daily"),
                unit: Some("requests"),
                limit: Some("X-HubSpot-RateLimit-Daily"),
                remaining: Some("X-HubSpot-RateLimit-Daily-Remaining"),
                ..Row::EMPTY
            },
        ],
        advice: Some("no reset is sent; one window of the interval is the most to wait for"),
        source: "developers.hubspot.com/docs/guides/apps/api-usage/usage-details",
    },
    Profile {
        name: "brevo",
        title: "Brevo",
        marks: &[sent(&["x-sib-ratelimit-limit"]), sent(&["x-sib-ratelimit-remaining"])],
        rows: &[trio!("x-sib-ratelimit", Seconds, "requests", "requests")],
        source: "developers.brevo.com/docs/limit-headers",
        ..Profile::EMPTY
    },
    Profile {
        name: "mailerlite",
        title: "MailerLite",
        rows: &[trio!("X-RateLimit", Instant)],
        source: "developers-classic.mailerlite.com/docs/api-rate-limits",
        ..Profile::EMPTY
    },
    plain!("unipile", "Unipile", "X-RateLimit", Seconds, "developer.unipile.com/v2.0/reference/rate-limit"),
    Profile {
        name: "slack",
        title: "Slack",
        advice: Some("Retry-After is sent with a 429 alone, in whole seconds"),
        source: "docs.slack.dev/apis/web-api/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "stripe",
        title: "Stripe",
        marks: &[sent(&["Stripe-Rate-Limited-Reason"])],
        advice: Some("no time is sent: grow your own waits"),
        source: "docs.stripe.com/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "figma",
        title: "Figma",
        marks: &[sent(&["X-Figma-Rate-Limit-Type"]), sent(&["X-Figma-Plan-Tier"])],
        advice: Some("Retry-After may be days"),
        source: "developers.figma.com/docs/rest-api/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "zoom",
        title: "Zoom",
        marks: &[sent(&["X-RateLimit-Category"])],
        rows: &[Row {
            name: Name::InField("X-RateLimit-Type"),
            limit: Some("X-RateLimit-Limit"),
            remaining: Some("X-RateLimit-Remaining"),
            ..Row::EMPTY
        }],
        advice: Some("Retry-After is an RFC 3339 instant, and missing from some answers"),
        source: "devforum.zoom.us/t/18928",
    },
];
