//! What loggers call the status, the headers and the time of a response.

use crate::quantity::Malformed;

/// The names under which a record holds the parts of a response: those of common loggers, or given ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Given paths in bytes, each with its part.
    given: Vec<(Part, Vec<u8>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Status,
    Headers,
    Received,
    Body,
}

/// What a key is. Of several that are the same part the one of the lowest rank counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Status(u8),
    Headers(u8),
    Received(u8),
    Body(u8),
    /// The host or a URL; an object in its place may hold the parts of the URL.
    Host(u8),
    /// An object that holds the request.
    Request,
    /// The headers of the request.
    RequestHeaders,
    /// An object that holds the response.
    Response,
    /// `http`, which holds the response.
    Http,
    /// The beginning of a given path.
    OnTheWay,
}

impl Role {
    /// Whether an object that is this may hold other parts.
    pub(super) const fn holds_others(self) -> bool {
        !matches!(self, Self::Status(_) | Self::Headers(_) | Self::Received(_) | Self::Body(_))
    }
}

impl Names {
    /// Reads given names: `status=a.b,headers=c,received=d,body=e`, with dots between the keys of nested objects. A part that
    /// is not given keeps the names of common loggers.
    ///
    /// # Errors
    ///
    /// An unknown or repeated part, or an empty name.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::capture::{Names, record};
    ///
    /// let names = Names::parse("status=answer.st,headers=answer.h")?;
    /// assert_eq!(record(br#"{"answer":{"st":429}}"#, &names)?.status, Some(429));
    /// # Ok::<(), holdoff::quantity::Malformed>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        const FORM: &str = "write `status=NAME,headers=NAME,received=NAME,body=NAME`, or some of them";
        let mut names = Self::default();
        let mut at = 0usize;
        for item in text.split(',') {
            let bytes = at..at.saturating_add(item.len());
            at = bytes.end.saturating_add(1);
            let fault = |message| Err(Malformed::new(message, bytes.clone(), FORM));
            let (part, path) = match item.split_once('=') {
                Some(("status", path)) => (Part::Status, path),
                Some(("headers", path)) => (Part::Headers, path),
                Some(("received", path)) => (Part::Received, path),
                Some(("body", path)) => (Part::Body, path),
                Some((other, _)) => return fault(format!("names `{other}`, which is no part of a response")),
                None => return fault("has no `=` between a part and its name".to_owned()),
            };
            if path.split('.').any(str::is_empty) {
                return fault("has an empty name".to_owned());
            }
            if names.has(part) {
                return fault("names the same part twice".to_owned());
            }
            names.given.push((part, path.as_bytes().to_vec()));
        }
        Ok(names)
    }

    fn has(&self, part: Part) -> bool {
        self.given.iter().any(|(given, _)| *given == part)
    }

    /// What `key` is in the object at `path` (its keys, each followed by a dot), which itself is `within`.
    pub(super) fn role(&self, path: &[u8], within: Option<Role>, key: &[u8]) -> Option<Role> {
        if self.given.is_empty() {
            return known(within, key);
        }
        let below = |given: &'_ [u8]| given.strip_prefix(path)?.strip_prefix(key).map(<[u8]>::to_vec);
        let rests: Vec<_> = self.given.iter().filter_map(|(part, given)| Some((*part, below(given)?))).collect();
        if let Some((part, _)) = rests.iter().find(|(_, rest)| rest.is_empty()) {
            return Some(match part {
                Part::Status => Role::Status(0),
                Part::Headers => Role::Headers(0),
                Part::Received => Role::Received(0),
                Part::Body => Role::Body(0),
            });
        }
        let known = known(within, key).filter(|role| match role {
            Role::Status(_) => !self.has(Part::Status),
            Role::Headers(_) => !self.has(Part::Headers),
            Role::Received(_) => !self.has(Part::Received),
            Role::Body(_) => !self.has(Part::Body),
            _ => true,
        });
        let on_the_way = rests.iter().any(|(_, rest)| rest.starts_with(b"."));
        known.or(on_the_way.then_some(Role::OnTheWay))
    }
}

/// The names of common loggers: pino and bunyan, structlog, zap and Caddy, Envoy, Traefik, the Elastic Common Schema and
/// OpenTelemetry.
fn known(within: Option<Role>, key: &[u8]) -> Option<Role> {
    use Role::{Body, Headers, Host, Http, Received, Request, RequestHeaders, Response, Status};
    Some(match (within, key) {
        (Some(Response), b"status_code") | (None, b"http.response.status_code") => Status(0),
        (Some(Response), b"statusCode") => Status(1),
        (Some(Response), b"status") => Status(2),
        (Some(Response), b"code") => Status(3),
        (Some(Http), b"status_code") => Status(4),
        (None, b"response_status" | b"responseStatus" | b"response_code" | b"DownstreamStatus") => Status(5),
        (None, b"status_code" | b"statusCode" | b"http_status" | b"httpStatus" | b"http.status_code") => Status(6),
        (None, b"status") => Status(7),
        (None, b"code") => Status(8),
        (Some(Response), b"headers") => Headers(0),
        (None, b"response_headers" | b"responseHeaders" | b"resp_headers") => Headers(1),
        (None, b"headers") => Headers(2),
        (None | Some(Response), b"received" | b"received_at" | b"receivedAt") => Received(0),
        (None, b"@timestamp") => Received(1),
        (None, b"timestamp") => Received(2),
        (None, b"time") => Received(3),
        (None, b"ts") => Received(4),
        (None, b"datetime") => Received(5),
        (None, b"date") => Received(6),
        (Some(Response), b"body") | (None, b"http.response.body.content") => Body(0),
        (None, b"response_body" | b"responseBody" | b"resp_body") => Body(1),
        (None, b"body") => Body(2),
        (None, b"response" | b"res" | b"resp") | (Some(Http), b"response") => Response,
        (None, b"http") => Http,
        (None, b"request" | b"req") => Request,
        (Some(Request), b"headers") => RequestHeaders,
        (Some(Host(_)), b"domain") | (None, b"url.domain") => Host(0),
        (Some(Request), b"url") => Host(1),
        (Some(Request), b"host") => Host(2),
        (Some(RequestHeaders), b"host" | b"Host") => Host(3),
        (None, b"url" | b"url.full" | b"http.url") => Host(4),
        (None, b"server.address") => Host(5),
        // The last, since some loggers call themselves the host.
        (None, b"host") => Host(6),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_with_given_names() {
        for (text, message, at) in [
            ("status", "has no `=` between a part and its name", 0..6),
            ("status=a,text=b", "names `text`, which is no part of a response", 9..15),
            ("status=a..b", "has an empty name", 0..11),
            ("headers=", "has an empty name", 0..8),
            ("status=a,status=b", "names the same part twice", 9..17),
        ] {
            let fault = Names::parse(text).unwrap_err();
            assert_eq!((fault.message(), fault.at()), (message, Some(at)), "{text}");
        }
    }

    #[test]
    fn a_given_name_replaces_the_known_ones_of_its_part() {
        let names = Names::parse("status=response.x,received=a.b").unwrap();
        assert_eq!(names.role(b"", None, b"status"), None);
        assert_eq!(names.role(b"", None, b"headers"), Some(Role::Headers(2)));
        assert_eq!(names.role(b"", None, b"response"), Some(Role::Response));
        assert_eq!(names.role(b"response.", Some(Role::Response), b"x"), Some(Role::Status(0)));
        assert_eq!(names.role(b"", None, b"a"), Some(Role::OnTheWay));
        assert_eq!(names.role(b"", None, b"a.b"), Some(Role::Received(0)));
        assert_eq!(names.role(b"a.", Some(Role::OnTheWay), b"b"), Some(Role::Received(0)));
    }
}
