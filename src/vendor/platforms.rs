//! Platforms and APIs that send fields of their own.

use super::row::{plain, trio};
use super::{Fallback, Form, List, ListField, Mark, Name, Part, Profile, Renamed, Row, Scope, Shape, Window, sent};

/// A limit of a day of X, whose reset is Unix time as all of its are.
macro_rules! daily {
    ($prefix:literal, $scope:literal) => {
        Row {
            scope: Scope::Fixed($scope),
            window: Some(Window::Seconds(86_400)),
            ..trio!($prefix, EpochSeconds, "day", "requests")
        }
    };
}

/// Two fields of Riot: `20:1,100:120`, each item a count and its window; the first holds the quotas, the other the use.
macro_rules! windows {
    ($limits:literal, $counts:literal, $scope:literal) => {
        List {
            scope: Some($scope),
            unit: Some("requests"),
            fields: &[
                ListField { name: $limits, items: b",", shape: Shape::Ordered(b":", &[Part::Limit, Part::Window]) },
                ListField { name: $counts, items: b",", shape: Shape::Ordered(b":", &[Part::Used, Part::Window]) },
            ],
            ..List::EMPTY
        }
    };
}

/// A list of quotas of Auth0: `b=per_hour;q=100;r=90;t=3600`, of which the `b=` is left out by some.
macro_rules! quota {
    ($field:literal, $scope:literal) => {
        List {
            scope: Some($scope),
            unit: Some("tokens"),
            fields: &[ListField {
                name: $field,
                items: b",",
                shape: Shape::Keyed(&[
                    ("", Part::Name),
                    ("b", Part::Name),
                    ("q", Part::Limit),
                    ("r", Part::Remaining),
                    ("t", Part::Reset),
                ]),
            }],
            ..List::EMPTY
        }
    };
}

pub(super) const PROFILES: &[Profile] = &[
    Profile {
        name: "github",
        title: "GitHub",
        marks: &[
            sent(&["X-RateLimit-Resource"]),
            sent(&["X-RateLimit-Used", "X-RateLimit-Limit"]),
            sent(&["gh-limited-by"]),
        ],
        rows: &[Row {
            name: Name::InField("X-RateLimit-Resource"),
            used: Some("X-RateLimit-Used"),
            ..trio!("X-RateLimit", EpochSeconds)
        }],
        reasons: &["gh-limited-by"],
        fallback: Some(Fallback {
            name: "GitHub's rule",
            statuses: &[403, 429],
            seconds: 60,
            rule: "a 403 or 429 without Retry-After and with quota left is a secondary limit: wait at least 60 s, and \
                   longer after each failure; but a 403 whose body speaks of no limit is a refusal",
        }),
        source: "docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api",
        ..Profile::EMPTY
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
    Profile {
        name: "x",
        title: "X (Twitter)",
        marks: &[sent(&["x-app-limit-24hour-limit"]), sent(&["x-user-limit-24hour-limit"])],
        rows: &[
            trio!("X-Rate-Limit", EpochSeconds),
            daily!("x-app-limit-24hour", "application"),
            daily!("x-user-limit-24hour", "user"),
        ],
        source: "docs.x.com/x-api/fundamentals/rate-limits; the limits of a day: \
                 github.com/plhery/node-twitter-api-v2/issues/495 and 553",
        ..Profile::EMPTY
    },
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
            scope: Scope::InField("X-RateLimit-Scope"),
            resets: &[("X-RateLimit-Reset-After", Form::Seconds), ("X-RateLimit-Reset", Form::EpochSeconds)],
            ..trio!("X-RateLimit", EpochSeconds)
        }],
        source: "docs.discord.com/developers/topics/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "atlassian",
        title: "Atlassian",
        marks: &[
            sent(&["RateLimit-Reason"]),
            sent(&["X-RateLimit-NearLimit"]),
            sent(&["Beta-RateLimit"]),
            sent(&["Beta-RateLimit-Policy"]),
        ],
        rows: &[trio!("X-RateLimit", Instant)],
        renamed: Some(Renamed { limits: "Beta-RateLimit", policies: "Beta-RateLimit-Policy" }),
        reasons: &["RateLimit-Reason"],
        source: "developer.atlassian.com/cloud/jira/platform/rate-limiting",
        ..Profile::EMPTY
    },
    plain!("okta", "Okta", "X-Rate-Limit", EpochSeconds, "developer.okta.com/docs/reference/rl-best-practices"),
    Profile {
        name: "auth0",
        title: "Auth0",
        marks: &[sent(&["Auth0-Client-Quota-Limit"]), sent(&["Auth0-Organization-Quota-Limit"])],
        rows: &[trio!("X-RateLimit", EpochSeconds)],
        lists: &[
            quota!("Auth0-Client-Quota-Limit", "client"),
            quota!("Auth0-Organization-Quota-Limit", "organization"),
        ],
        source: "auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy; \
                 github.com/auth0/node-auth0; github.com/auth0/auth0-java",
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
        ..Profile::EMPTY
    },
    Profile {
        name: "riot",
        title: "Riot Games",
        marks: &[sent(&["X-App-Rate-Limit"]), sent(&["X-Method-Rate-Limit"])],
        lists: &[
            windows!("X-App-Rate-Limit", "X-App-Rate-Limit-Count", "application"),
            windows!("X-Method-Rate-Limit", "X-Method-Rate-Limit-Count", "method"),
        ],
        reasons: &["X-Rate-Limit-Type"],
        advice: Some("a 429 without X-Rate-Limit-Type comes from the service behind, and gives no time"),
        source: "developer.riotgames.com/rate-limiting.html; hextechdocs.dev/rate-limiting",
        ..Profile::EMPTY
    },
    Profile {
        name: "sentry",
        title: "Sentry, ingestion of events",
        marks: &[sent(&["X-Sentry-Rate-Limits"])],
        lists: &[List {
            used_up: true,
            fields: &[ListField {
                name: "X-Sentry-Rate-Limits",
                items: b",",
                shape: Shape::Ordered(b":", &[Part::Reset, Part::Categories, Part::Scope, Part::Reason]),
            }],
            ..List::EMPTY
        }],
        above_retry_after: Some("X-Sentry-Rate-Limits"),
        retry_after_with: &[429],
        fallback: Some(Fallback {
            name: "Sentry's rule",
            statuses: &[429],
            seconds: 60,
            rule: "a 429 without X-Sentry-Rate-Limits and Retry-After limits every category for 60 s",
        }),
        source: "develop.sentry.dev/sdk/rate-limiting",
        ..Profile::EMPTY
    },
    Profile {
        name: "sentry-api",
        title: "Sentry, web API",
        marks: &[sent(&["X-Sentry-Rate-Limit-Limit"]), sent(&["X-Sentry-Rate-Limit-Remaining"])],
        rows: &[
            Row { name: Name::Fixed("requests"), unit: Some("requests"), ..trio!("X-Sentry-Rate-Limit", EpochSeconds) },
            Row {
                name: Name::Fixed("concurrent"),
                unit: Some("concurrent-requests"),
                limit: Some("X-Sentry-Rate-Limit-ConcurrentLimit"),
                remaining: Some("X-Sentry-Rate-Limit-ConcurrentRemaining"),
                ..Row::EMPTY
            },
        ],
        source: "docs.sentry.io/api/ratelimits",
        ..Profile::EMPTY
    },
    Profile {
        name: "microsoft-graph",
        title: "Microsoft Graph",
        marks: &[sent(&["x-ms-throttle-limit-percentage"]), sent(&["x-ms-throttle-scope"])],
        reasons: &["x-ms-throttle-information"],
        advice: Some("Retry-After is sent with a 429; x-ms-throttle-limit-percentage (0.8 to 1.8) counts nothing"),
        source: "learn.microsoft.com/graph/throttling-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "fastly",
        title: "Fastly API",
        marks: &[sent(&["Fastly-RateLimit-Remaining"]), sent(&["Fastly-RateLimit-Reset"])],
        rows: &[trio!("Fastly-RateLimit", EpochSeconds)],
        source: "docs.fastly.com/api",
        ..Profile::EMPTY
    },
    Profile {
        name: "cloudflare",
        title: "Cloudflare API",
        advice: Some("RateLimit and RateLimit-Policy are those of draft 08; Retry-After is sent with a 429 alone"),
        source: "developers.cloudflare.com/fundamentals/api/reference/limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "hipchat",
        title: "HipChat",
        marks: &[sent(&["X-FloodControl-Limit"]), sent(&["X-FloodControl-Remaining"])],
        rows: &[
            trio!("X-RateLimit", EpochSeconds),
            Row { name: Name::Fixed("flood-control"), ..trio!("X-FloodControl", EpochSeconds) },
        ],
        advice: Some("it was shut down in 2019"),
        source: "developer.atlassian.com/server/hipchat/hipchat-rest-api-rate-limits",
        ..Profile::EMPTY
    },
    plain!(
        "software-heritage",
        "Software Heritage",
        "X-RateLimit",
        EpochSeconds,
        "archive.softwareheritage.org/api, as read by github.com/cboettig/contentid, R/swh_ratelimit.R"
    ),
    Profile {
        name: "heroku",
        title: "Heroku Platform API",
        rows: &[Row { unit: Some("requests"), remaining: Some("RateLimit-Remaining"), ..Row::EMPTY }],
        advice: Some("tokens come back all the time, and no reset is sent"),
        source: "devcenter.heroku.com/articles/platform-api-reference#rate-limits",
        ..Profile::EMPTY
    },
    plain!("pyannote", "pyannote", "X-RateLimit", EpochSeconds, "docs.pyannote.ai/ratelimits"),
    plain!(
        "vimeo",
        "Vimeo",
        "X-RateLimit",
        Instant,
        "github.com/mfilippov/vimeo-dot-net, VimeoClient_RateLimit.cs; an old guide of another client says Unix time"
    ),
    plain!("mastodon", "Mastodon", "X-RateLimit", Instant, "docs.joinmastodon.org/api/rate-limits"),
    Profile {
        name: "dockerhub",
        title: "Docker Hub, pulls",
        marks: &[sent(&["docker-ratelimit-source"])],
        rows: &[Row { limit: Some("RateLimit-Limit"), remaining: Some("RateLimit-Remaining"), ..Row::EMPTY }],
        advice: Some("no reset is sent; the window is the parameter `w` of the limit"),
        source: "docs.docker.com/docker-hub/usage/pulls",
        ..Profile::EMPTY
    },
    Profile {
        name: "dockerhub-api",
        title: "Docker Hub API",
        rows: &[trio!("X-RateLimit", EpochSeconds)],
        retries: &[("X-Retry-After", Form::EpochSeconds)],
        advice: Some("X-Retry-After was replaced with Retry-After, in seconds, in June 2025"),
        source: "docs.docker.com/reference/api/hub/latest; github.com/docker/docs/pull/22916",
        ..Profile::EMPTY
    },
    Profile {
        name: "imgur",
        title: "Imgur",
        marks: &[sent(&["X-RateLimit-UserLimit"]), sent(&["X-RateLimit-ClientLimit"])],
        rows: &[
            Row {
                name: Name::Fixed("user"),
                scope: Scope::Fixed("user"),
                limit: Some("X-RateLimit-UserLimit"),
                remaining: Some("X-RateLimit-UserRemaining"),
                resets: &[("X-RateLimit-UserReset", Form::EpochSeconds)],
                ..Row::EMPTY
            },
            Row {
                name: Name::Fixed("client"),
                scope: Scope::Fixed("client"),
                limit: Some("X-RateLimit-ClientLimit"),
                remaining: Some("X-RateLimit-ClientRemaining"),
                ..Row::EMPTY
            },
            Row {
                name: Name::Fixed("post"),
                limit: Some("X-Post-Rate-Limit-Limit"),
                remaining: Some("X-Post-Rate-Limit-Remaining"),
                resets: &[("X-Post-Rate-Limit-Reset", Form::BySize)],
                ..Row::EMPTY
            },
        ],
        source: "api.imgur.com, limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "slack",
        title: "Slack",
        advice: Some("Retry-After is sent with a 429 alone, in whole seconds"),
        source: "docs.slack.dev/apis/web-api/rate-limits",
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
        ..Profile::EMPTY
    },
];
