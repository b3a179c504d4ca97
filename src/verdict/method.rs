/// The methods whose effect is the same however often they are sent, and where that is written.
///
/// RFC 9110, 9.2.2 and the HTTP Method Registry of IANA, column "Idempotent". The registry says no for CONNECT, LOCK,
/// PATCH and POST.
const IDEMPOTENT: [(&str, &str); 36] = [
    ("ACL", "RFC 3744, 8.1"),
    ("BASELINE-CONTROL", "RFC 3253, 12.6"),
    ("BIND", "RFC 5842, 4"),
    ("CHECKIN", "RFC 3253, 4.4"),
    ("CHECKOUT", "RFC 3253, 4.3"),
    ("COPY", "RFC 4918, 9.8"),
    ("DELETE", "RFC 9110, 9.3.5"),
    ("GET", "RFC 9110, 9.3.1"),
    ("HEAD", "RFC 9110, 9.3.2"),
    ("LABEL", "RFC 3253, 8.2"),
    ("LINK", "RFC 2068, 19.6.1.2"),
    ("MERGE", "RFC 3253, 11.2"),
    ("MKACTIVITY", "RFC 3253, 13.5"),
    ("MKCALENDAR", "RFC 4791, 5.3.1"),
    ("MKCOL", "RFC 4918, 9.3"),
    ("MKREDIRECTREF", "RFC 4437, 6"),
    ("MKWORKSPACE", "RFC 3253, 6.3"),
    ("MOVE", "RFC 4918, 9.9"),
    ("OPTIONS", "RFC 9110, 9.3.7"),
    ("ORDERPATCH", "RFC 3648, 7"),
    ("PRI", "RFC 9113, 3.4"),
    ("PROPFIND", "RFC 4918, 9.1"),
    ("PROPPATCH", "RFC 4918, 9.2"),
    ("PUT", "RFC 9110, 9.3.4"),
    ("QUERY", "RFC 10008"),
    ("REBIND", "RFC 5842, 6"),
    ("REPORT", "RFC 3253, 3.6"),
    ("SEARCH", "RFC 5323, 2"),
    ("TRACE", "RFC 9110, 9.3.8"),
    ("UNBIND", "RFC 5842, 5"),
    ("UNCHECKOUT", "RFC 3253, 4.5"),
    ("UNLINK", "RFC 2068, 19.6.1.3"),
    ("UNLOCK", "RFC 4918, 9.11"),
    ("UPDATE", "RFC 3253, 7.1"),
    ("UPDATEREDIRECTREF", "RFC 4437, 7"),
    ("VERSION-CONTROL", "RFC 3253, 3.5"),
];

/// Where it is written that `method` is idempotent; `None` where it is not, or not known.
///
/// Methods are case-sensitive (RFC 9110, 9.1): `get` is not GET.
///
/// # Examples
///
/// ```
/// use holdoff::verdict::idempotent;
///
/// assert_eq!(idempotent("PUT"), Some("RFC 9110, 9.3.4"));
/// assert_eq!(idempotent("POST"), None);
/// ```
pub fn idempotent(method: &str) -> Option<&'static str> {
    IDEMPOTENT.iter().find(|(name, _)| *name == method).map(|(_, source)| *source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_those_of_the_registry_and_case_sensitive() {
        for method in ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "PROPFIND", "MKCOL", "VERSION-CONTROL"] {
            assert!(idempotent(method).is_some(), "{method}");
        }
        for method in ["POST", "PATCH", "CONNECT", "LOCK", "*", "get", "Put", "PURGE", ""] {
            assert_eq!(idempotent(method), None, "{method}");
        }
    }
}
