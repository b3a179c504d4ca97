//! The host of a request, out of its URL or the name that a record gives.

/// The host in `text`, with its port where one is written: the authority of a URL without the user (RFC 3986, 3.2), or
/// the text itself where it is a bare name. `None` for a path and for what no name of a host is.
pub(super) fn host(text: &[u8]) -> Option<&[u8]> {
    // Most names stand by themselves, and most others are paths.
    if text.iter().all(is_of_name) {
        return (!text.is_empty()).then_some(text);
    }
    if text.starts_with(b"/") && !text.starts_with(b"//") && !text.contains(&b':') {
        return None;
    }
    let host = match memchr::memmem::find(text, b"://") {
        Some(at) => {
            let rest = text.get(at.saturating_add(3)..)?;
            let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
            let authority = rest.get(..end)?;
            let user = memchr::memrchr(b'@', authority).map_or(0, |at| at.saturating_add(1));
            authority.get(user..)?
        }
        None => text,
    };
    (!host.is_empty() && host.iter().all(is_of_name)).then_some(host)
}

/// Whether a byte may stand in the name of a host.
const fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b':' | b'[' | b']')
}

#[cfg(test)]
mod tests {
    #[test]
    fn finds_the_host() {
        for (text, right) in [
            ("https://api.example/v1?x=http://other.example", Some("api.example")),
            ("http://user:secret@api.example:8080#top", Some("api.example:8080")),
            ("http://[::1]:80/", Some("[::1]:80")),
            ("API.example", Some("API.example")),
            ("/v1/items", None),
            ("two words", None),
            ("https:///x", None),
            ("", None),
        ] {
            assert_eq!(super::host(text.as_bytes()), right.map(str::as_bytes), "{text}");
        }
    }
}
