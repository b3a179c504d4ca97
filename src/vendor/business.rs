//! Shops, support, mail and other services of a business.

use super::row::{plain, trio};
use super::{Form, List, ListField, Name, Part, Profile, Row, Shape, Window, sent};

pub(super) const PROFILES: &[Profile] = &[
    Profile {
        name: "shopify",
        title: "Shopify REST Admin API",
        marks: &[sent(&["X-Shopify-Shop-Api-Call-Limit"])],
        lists: &[List {
            unit: Some("requests"),
            fields: &[ListField {
                name: "X-Shopify-Shop-Api-Call-Limit",
                items: b",",
                shape: Shape::Ordered(b"/", &[Part::Used, Part::Limit]),
            }],
            ..List::EMPTY
        }],
        advice: Some("the bucket leaks all the time, by default 2 requests a second; Retry-After has decimals"),
        source: "shopify.dev/docs/api/admin-rest/usage/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "salesforce",
        title: "Salesforce REST API",
        marks: &[sent(&["Sforce-Limit-Info"])],
        lists: &[List {
            unit: Some("requests"),
            fields: &[ListField {
                name: "Sforce-Limit-Info",
                items: b";,",
                shape: Shape::Ordered(b"=/(", &[Part::Name, Part::Used, Part::Limit]),
            }],
            ..List::EMPTY
        }],
        advice: Some("the limits are those of a day, and no reset is sent"),
        source: "developer.salesforce.com, REST API Developer Guide, Limit Info Header; the limit of an app: \
                 github.com/simple-salesforce/simple-salesforce",
        ..Profile::EMPTY
    },
    Profile {
        name: "zendesk",
        title: "Zendesk",
        marks: &[sent(&["x-rate-limit", "RateLimit-Remaining"]), sent(&["zendesk-ratelimit-*"])],
        rows: &[
            Row { name: Name::Fixed("account"), unit: Some("requests"), ..trio!("RateLimit", Seconds) },
            Row {
                name: Name::Fixed("account"),
                unit: Some("requests"),
                limit: Some("x-rate-limit"),
                remaining: Some("X-Rate-Limit-Remaining"),
                ..Row::EMPTY
            },
        ],
        lists: &[List {
            unit: Some("requests"),
            fields: &[ListField {
                name: "zendesk-ratelimit-*",
                items: b",",
                shape: Shape::Keyed(&[("total", Part::Limit), ("remaining", Part::Remaining), ("resets", Part::Reset)]),
            }],
            ..List::EMPTY
        }],
        source: "developer.zendesk.com/api-reference/introduction/rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "amazon-sp-api",
        title: "Amazon Selling Partner API",
        marks: &[sent(&["x-amzn-RateLimit-Limit"])],
        lists: &[List {
            unit: Some("requests"),
            fields: &[ListField {
                name: "x-amzn-RateLimit-Limit",
                items: b",",
                shape: Shape::Ordered(b"", &[Part::Rate]),
            }],
            ..List::EMPTY
        }],
        advice: Some(
            "the number is a rate in requests per second; bursts above it are allowed, and their size is not sent",
        ),
        source: "developer-docs.amazon.com/sp-api/docs/usage-plans-and-rate-limits",
        ..Profile::EMPTY
    },
    Profile {
        name: "amazon-mws",
        title: "Amazon MWS",
        marks: &[sent(&["x-mws-quota-max"]), sent(&["x-mws-quota-remaining"])],
        rows: &[Row {
            unit: Some("requests"),
            limit: Some("x-mws-quota-max"),
            remaining: Some("x-mws-quota-remaining"),
            resets: &[("x-mws-quota-resetsOn", Form::Instant)],
            ..Row::EMPTY
        }],
        advice: Some("it was shut down in 2024"),
        source: "docs.developer.amazonservices.com/en_US/dev_guide/DG_Throttling.html; github.com/hakanensari/peddler",
        ..Profile::EMPTY
    },
    Profile {
        name: "lemlist",
        title: "lemlist",
        rows: &[trio!("X-RateLimit", JsDate)],
        told_by_form: Some(("X-RateLimit-Reset", Form::JsDate)),
        source: "developer.lemlist.com/api-reference/getting-started/rate-limits",
        ..Profile::EMPTY
    },
    plain!(
        "smartsheet",
        "Smartsheet",
        "X-RateLimit",
        EpochSeconds,
        "developers.smartsheet.com/api/resource_management/getting-started/throttling-and-rate-limiting"
    ),
    Profile {
        name: "woocommerce",
        title: "WooCommerce Store API",
        marks: &[sent(&["RateLimit-Retry-After"])],
        rows: &[trio!("RateLimit", EpochSeconds)],
        advice: Some("a request over the limit is answered with status 400"),
        source: "developer.woocommerce.com/docs/apis/store-api/rate-limiting",
        ..Profile::EMPTY
    },
    plain!("resend", "Resend", "RateLimit", Seconds, "resend.com/docs/api-reference/rate-limit"),
    plain!(
        "omnisend",
        "Omnisend",
        "X-Rate-Limit",
        Seconds,
        "api-docs.omnisend.com/v5/reference/rate-limit-timeouts-errors"
    ),
    plain!("prisjakt", "Prisjakt", "X-Rate-Limit", Milliseconds, "developer.prisjakt.nu/docs/sections/rate-limit"),
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
                window: Some(Window::Seconds(86_400)),
                ..Row::EMPTY
            },
            Row {
                name: Name::Fixed("secondly"),
                unit: Some("requests"),
                limit: Some("X-HubSpot-RateLimit-Secondly"),
                remaining: Some("X-HubSpot-RateLimit-Secondly-Remaining"),
                window: Some(Window::Seconds(1)),
                ..Row::EMPTY
            },
        ],
        advice: Some("no reset is sent; one window of the interval is the most to wait for"),
        source: "developers.hubspot.com/docs/guides/apps/api-usage/usage-details",
        ..Profile::EMPTY
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
        retries: &[("X-RateLimit-Retry-After", Form::Seconds)],
        source: "developers-classic.mailerlite.com/docs/api-rate-limits",
        ..Profile::EMPTY
    },
    plain!("unipile", "Unipile", "X-RateLimit", Seconds, "developer.unipile.com/v2.0/reference/rate-limit"),
    Profile {
        name: "stripe",
        title: "Stripe",
        marks: &[sent(&["Stripe-Rate-Limited-Reason"])],
        reasons: &["Stripe-Rate-Limited-Reason"],
        advice: Some("no time is sent: grow your own waits"),
        source: "docs.stripe.com/rate-limits",
        ..Profile::EMPTY
    },
];
