//! What a JSON body says of when to come back.

use std::borrow::Cow;

use super::json::{self, Read, Scanner};
use crate::header::{Body, BodyHint, Problem};
use crate::quantity::Fixed;

/// A longer body is not looked at; no error comes near.
const MOST: usize = 256 << 10;
/// The most names of policies that are taken from one body.
const POLICIES: usize = 64;
/// Where the problem types of the drafts are registered, before and after the move of the registry.
const PROBLEMS: [&[u8]; 2] =
    [b"https://iana.org/assignments/http-problem-types#", b"https://www.iana.org/assignments/http-problem-types#"];
const KINDS: [&str; 3] = ["quota-exceeded", "temporary-reduced-capacity", "abnormal-usage-detected"];

/// Reads the body of one response; `None` where it is no JSON of at most 256 KiB, or says nothing of the kind.
///
/// It knows the problem types of draft-ietf-httpapi-ratelimit-headers-11 (9; `violated-policies`, in draft 09
/// `policy-violations`), `retry_after` in seconds (Discord, Slack) and `parameters.retry_after` (Telegram), the
/// `retryDelay` of `google.rpc.RetryInfo` (google/rpc/error_details.proto), and the throttle status of Shopify's GraphQL,
/// where the query was refused: what it costs beyond what is available, at the rate at which that is restored. Of these
/// only the last counts with a status below 400.
///
/// # Examples
///
/// ```
/// use holdoff::capture::body;
/// use holdoff::quantity::Fixed;
///
/// let body = body(Some(429), br#"{"message":"You are being rate limited.","retry_after":64.57}"#).ok_or("nothing")?;
/// assert_eq!(body.hint.and_then(|hint| hint.wait), Some(Fixed::nanos(64_570_000_000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn body(status: Option<u16>, json: &[u8]) -> Option<Body> {
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    if json.len() > MOST {
        return None;
    }
    let mut found = Found::default();
    let mut scanner = Scanner::new(json);
    let read = match scanner.peek()? {
        b'{' => found.top(&mut scanner),
        // Google's streams and batches answer with an array.
        b'[' => scanner.array(|it| if it.peek() == Some(b'{') { found.top(it) } else { it.skip() }),
        _ => return None,
    };
    read.and_then(|()| scanner.end()).ok()?;
    let refused = found.throttle();
    if is_success(status) {
        return refused.map(|hint| Body { hint: Some(hint), problem: None });
    }
    let body = Body { hint: found.hint.take().or(refused), problem: found.problem() };
    (body != Body::default()).then_some(body)
}

/// A success, in whose body only a refused query of GraphQL counts.
pub(super) fn is_success(status: Option<u16>) -> bool {
    status.is_some_and(|status| status < 400)
}

#[derive(Default)]
struct Found<'a> {
    hint: Option<BodyHint>,
    kind: Option<&'static str>,
    policies: Vec<String>,
    /// Whether an error of GraphQL has the code THROTTLED.
    throttled: bool,
    requested: Option<&'a [u8]>,
    available: Option<&'a [u8]>,
    rate: Option<&'a [u8]>,
}

impl<'a> Found<'a> {
    fn top(&mut self, scanner: &mut Scanner<'a>) -> Read<()> {
        scanner.object(|it, key| match (&*key, it.peek()) {
            (b"retry_after", _) => self.seconds(it, "body.retry_after", "Discord's and Slack's documentation"),
            (b"parameters", Some(b'{')) => it.object(|it, key| match &*key {
                b"retry_after" => self.seconds(it, "body.parameters.retry_after", "Telegram's Bot API"),
                _ => it.skip(),
            }),
            (b"type", Some(b'"')) => {
                self.kind = kind(&it.string()?);
                Ok(())
            }
            (b"violated-policies" | b"policy-violations", Some(b'[')) => it.array(|it| match it.peek() {
                Some(b'"') => {
                    let name = it.string()?;
                    if self.policies.len() < POLICIES {
                        self.policies.push(String::from_utf8_lossy(&name).into_owned());
                    }
                    Ok(())
                }
                _ => it.skip(),
            }),
            (b"error", Some(b'{')) => it.object(|it, key| match (&*key, it.peek()) {
                (b"details", Some(b'[')) => it.array(|it| match it.peek() {
                    Some(b'{') => self.detail(it),
                    _ => it.skip(),
                }),
                _ => it.skip(),
            }),
            (b"errors", Some(b'[')) => it.array(|it| match it.peek() {
                Some(b'{') => self.error_of_graphql(it),
                _ => it.skip(),
            }),
            (b"extensions", Some(b'{')) => it.object(|it, key| match (&*key, it.peek()) {
                (b"cost", Some(b'{')) => self.cost(it),
                _ => it.skip(),
            }),
            _ => it.skip(),
        })
    }

    /// A number of seconds, or a string that holds one.
    fn seconds(&mut self, scanner: &mut Scanner<'a>, name: &'static str, source: &'static str) -> Read<()> {
        let (value, seconds) = match scanner.peek() {
            Some(b'"') => {
                let text = scanner.string()?;
                let seconds = Fixed::parse(&text);
                (text, seconds)
            }
            Some(b'{' | b'[') => return scanner.skip(),
            _ => {
                let number = scanner.scalar()?;
                (Cow::Borrowed(number), json::number(number))
            }
        };
        if &*value != b"null" && self.hint.is_none() {
            let wait = seconds.filter(|wait| !wait.is_negative());
            self.hint = Some(BodyHint { name, value: value.into_owned(), form: "decimal-seconds", wait, source });
        }
        Ok(())
    }

    /// One of the details of `google.rpc.Status`.
    fn detail(&mut self, scanner: &mut Scanner<'a>) -> Read<()> {
        let (mut is_retry_info, mut delay) = (false, None);
        scanner.object(|it, key| match (&*key, it.peek()) {
            (b"@type", Some(b'"')) => {
                is_retry_info = it.string()?.ends_with(b"google.rpc.RetryInfo");
                Ok(())
            }
            (b"retryDelay", Some(b'"')) => {
                delay = Some(it.string()?);
                Ok(())
            }
            _ => it.skip(),
        })?;
        if let Some(value) = delay.filter(|_| is_retry_info && self.hint.is_none()) {
            // The JSON of a Duration: seconds with up to nine decimals, and an `s` (protobuf's ProtoJSON).
            let number = value.strip_suffix(b"s").and_then(Fixed::parse);
            self.hint = Some(BodyHint {
                name: "body.RetryInfo.retryDelay",
                form: "duration",
                wait: number.filter(|wait| !wait.is_negative()),
                value: value.into_owned(),
                source: "google/rpc/error_details.proto",
            });
        }
        Ok(())
    }

    fn error_of_graphql(&mut self, scanner: &mut Scanner<'a>) -> Read<()> {
        scanner.object(|it, key| match (&*key, it.peek()) {
            (b"extensions", Some(b'{')) => it.object(|it, key| match (&*key, it.peek()) {
                (b"code", Some(b'"')) => {
                    self.throttled |= &*it.string()? == b"THROTTLED";
                    Ok(())
                }
                _ => it.skip(),
            }),
            _ => it.skip(),
        })
    }

    fn cost(&mut self, scanner: &mut Scanner<'a>) -> Read<()> {
        scanner.object(|it, key| match (&*key, it.peek()) {
            (b"requestedQueryCost", Some(b'0'..=b'9')) => {
                self.requested = Some(it.scalar()?);
                Ok(())
            }
            (b"throttleStatus", Some(b'{')) => it.object(|it, key| match (&*key, it.peek()) {
                (b"currentlyAvailable", Some(b'0'..=b'9' | b'-')) => {
                    self.available = Some(it.scalar()?);
                    Ok(())
                }
                (b"restoreRate", Some(b'0'..=b'9')) => {
                    self.rate = Some(it.scalar()?);
                    Ok(())
                }
                _ => it.skip(),
            }),
            _ => it.skip(),
        })
    }

    fn throttle(&self) -> Option<BodyHint> {
        let (requested, available, rate) = (self.requested?, self.available?, self.rate?);
        let number = |text| json::number(text).map(Fixed::as_nanos);
        let wait = || {
            let missing = number(requested)?.checked_sub(number(available)?)?.max(0);
            let rate = number(rate).filter(|rate| *rate > 0)?;
            // Rounded up to the nanosecond: earlier, the query would be refused again.
            let nanos = missing.checked_mul(1_000_000_000)?.checked_add(rate.checked_sub(1)?)?.checked_div(rate)?;
            Some(Fixed::nanos(nanos))
        };
        let value = [requested, b" of ", available, b" at ", rate, b"/s"].concat();
        self.throttled.then(|| BodyHint {
            name: "body.extensions.cost.throttleStatus",
            value,
            form: "restore-rate",
            wait: wait(),
            source: "shopify.dev/docs/api/usage/limits",
        })
    }

    fn problem(&mut self) -> Option<Problem> {
        Some(Problem { kind: self.kind?, policies: std::mem::take(&mut self.policies) })
    }
}

/// Which problem a type is.
fn kind(uri: &[u8]) -> Option<&'static str> {
    let name = PROBLEMS.into_iter().find_map(|prefix| uri.strip_prefix(prefix))?;
    KINDS.into_iter().find(|kind| kind.as_bytes() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(json: &str) -> Option<(&'static str, String, Option<String>)> {
        let hint = body(Some(429), json.as_bytes())?.hint?;
        let value = String::from_utf8(hint.value).unwrap();
        Some((hint.name, value, hint.wait.map(|wait| wait.to_string())))
    }

    #[test]
    fn reads_what_vendors_document() {
        for (json, name, value, wait) in [
            // discord.com/developers/docs/topics/rate-limits
            (
                r#"{"message":"You are being rate limited.","retry_after":64.57,"global":false}"#,
                "body.retry_after",
                "64.57",
                "64.57",
            ),
            (r#"{"ok":false,"error":"ratelimited","retry_after":30}"#, "body.retry_after", "30", "30"),
            // core.telegram.org/bots/api, ResponseParameters
            (
                r#"{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 35","parameters":{"retry_after":35}}"#,
                "body.parameters.retry_after",
                "35",
                "35",
            ),
            (
                r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.Help"},
                    {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.074824224s"}]}}"#,
                "body.RetryInfo.retryDelay",
                "34.074824224s",
                "34.074824224",
            ),
            (
                r#"[{"error":{"details":[{"retryDelay":"2s","@type":"type.googleapis.com/google.rpc.RetryInfo"}]}}]"#,
                "body.RetryInfo.retryDelay",
                "2s",
                "2",
            ),
            // (752 - 666) / 50 = 1.72
            (
                r#"{"errors":[{"message":"Throttled","extensions":{"code":"THROTTLED"}}],"extensions":{"cost":
                    {"requestedQueryCost":752,"actualQueryCost":null,"throttleStatus":
                    {"maximumAvailable":1000.0,"currentlyAvailable":666,"restoreRate":50.0}}}}"#,
                "body.extensions.cost.throttleStatus",
                "752 of 666 at 50.0/s",
                "1.72",
            ),
            // Python writes 0.00005 so (RFC 8259, 6).
            (r#"{"retry_after":5e-05}"#, "body.retry_after", "5e-05", "0.00005"),
            (r#"{"retry_after":1.5E+3}"#, "body.retry_after", "1.5E+3", "1500"),
            // (10 + 5) / 50 = 0.3
            (
                r#"{"errors":[{"extensions":{"code":"THROTTLED"}}],"extensions":{"cost":{"requestedQueryCost":1e1,
                    "throttleStatus":{"currentlyAvailable":-5,"restoreRate":50.0}}}}"#,
                "body.extensions.cost.throttleStatus",
                "1e1 of -5 at 50.0/s",
                "0.3",
            ),
            // 1/3 s is rounded up.
            (
                r#"{"extensions":{"cost":{"requestedQueryCost":1,"throttleStatus":{"currentlyAvailable":0,"restoreRate":3}}},
                    "errors":[{"extensions":{"code":"THROTTLED"}}]}"#,
                "body.extensions.cost.throttleStatus",
                "1 of 0 at 3/s",
                "0.333333334",
            ),
        ] {
            assert_eq!(hint(json), Some((name, value.to_owned(), Some(wait.to_owned()))), "{json}");
        }
    }

    #[test]
    fn what_is_none_of_them_says_nothing() {
        for json in [
            "",
            "slow down",
            "{}",
            "[1]",
            r#"{"retry_after":null}"#,
            r#"{"retry_after":{"s":1}}"#,
            r#"{"data":{"retry_after":5}}"#,
            // An undocumented unit is no hint.
            r#"{"error_label":"ConStopSpamming","remainingTime":86717949}"#,
            r#"{"error":{"details":[{"@type":"type.googleapis.com/google.rpc.DebugInfo","retryDelay":"2s"}]}}"#,
            // Enough is available: the query was not refused.
            r#"{"data":{},"extensions":{"cost":{"requestedQueryCost":9,"throttleStatus":{"currentlyAvailable":1,"restoreRate":5}}}}"#,
            r#"{"retry_after":5} trailing"#,
            r#"{"retry_after":5"#,
        ] {
            assert_eq!(body(Some(429), json.as_bytes()), None, "{json}");
        }
        let long = format!(r#"{{"retry_after":5,"x":"{}"}}"#, "y".repeat(MOST));
        assert_eq!(body(Some(429), long.as_bytes()), None);
    }

    #[test]
    fn a_value_out_of_its_form_has_no_wait() {
        for (json, value) in [
            (r#"{"retry_after":"soon"}"#, "soon"),
            (r#"{"retry_after":-1}"#, "-1"),
            (r#"{"retry_after":"1e3"}"#, "1e3"),
            (r#"{"retry_after":true}"#, "true"),
            (r#"{"error":{"details":[{"@type":"google.rpc.RetryInfo","retryDelay":"2m"}]}}"#, "2m"),
        ] {
            let (_, shown, wait) = hint(json).unwrap();
            assert_eq!((shown.as_str(), wait), (value, None), "{json}");
        }
    }

    #[test]
    fn reads_the_problems_of_the_drafts() {
        for (base, name) in [("https://iana.org", "violated-policies"), ("https://www.iana.org", "policy-violations")] {
            for kind in KINDS {
                let json =
                    format!(r#"{{"type":"{base}/assignments/http-problem-types#{kind}","{name}":["hour","day",5]}}"#);
                let problem = body(Some(429), json.as_bytes()).unwrap().problem.unwrap();
                assert_eq!((problem.kind, problem.policies), (kind, vec!["hour".to_owned(), "day".to_owned()]));
            }
        }
        assert_eq!(body(None, br#"{"type":"about:blank","violated-policies":["a"]}"#), None);
    }
}
