//! Telling what an input is by how it begins.

use super::json::Scanner;

/// What an input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The heads of responses as text.
    Head,
    /// JSON objects, one after the other or in an array.
    Json,
    /// A JSON object on each line.
    Ndjson,
    /// A HAR.
    Har,
}

impl Kind {
    /// What an input holds that begins with `start`; `whole` tells that this is all of it.
    ///
    /// `{"log":` is a HAR. Any other brace is a record: NDJSON where the first line is an object of its own and more
    /// follows, else JSON. A bracket is JSON, and anything else the head of a response.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::capture::Kind;
    ///
    /// assert_eq!(Kind::of(b"HTTP/2 429\r\n", false), Kind::Head);
    /// assert_eq!(Kind::of(b"{\"status\":429}\n{\"status\":200}\n", true), Kind::Ndjson);
    /// ```
    pub fn of(start: &[u8], whole: bool) -> Self {
        let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        match text.first() {
            Some(b'[') => return Self::Json,
            Some(b'{') => {}
            _ => return Self::Head,
        }
        let (line, rest) = match memchr::memchr(b'\n', text) {
            Some(at) => text.split_at_checked(at).unwrap_or_default(),
            None => (text, &b""[..]),
        };
        if begins_har(text) {
            return Self::Har;
        }
        let line = line.trim_ascii_end();
        let mut scanner = Scanner::new(line);
        match scanner.skip().and_then(|()| scanner.end()) {
            Ok(()) if whole && rest.trim_ascii().is_empty() => Self::Json,
            // The object goes on in the next line.
            Err(at) if at >= line.len() && (whole || !rest.is_empty()) => Self::Json,
            _ => Self::Ndjson,
        }
    }
}

/// Whether the first key is `log`, and an object follows it.
fn begins_har(text: &[u8]) -> bool {
    let rest = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start).and_then(|it| it.strip_prefix(b"\"log\""));
    let rest = rest.map(<[u8]>::trim_ascii_start).and_then(|it| it.strip_prefix(b":")).map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| rest.starts_with(b"{"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_by_the_beginning() {
        for (start, whole, right) in [
            ("HTTP/1.1 429 No\r\n", true, Kind::Head),
            ("Retry-After: 5", true, Kind::Head),
            ("", true, Kind::Head),
            ("{\"log\":{\"version\":\"1.2\",", false, Kind::Har),
            ("\u{feff}{\n  \"log\" : {\n", false, Kind::Har),
            ("{\"log\":\"started\",\"status\":200}\n{}\n", true, Kind::Ndjson),
            ("[{\"status\":429}]", true, Kind::Json),
            ("{\"status\":429}\n", true, Kind::Json),
            ("{\"status\":429}\n", false, Kind::Ndjson),
            ("{\"status\":429}\n{\"status\":429}\n", true, Kind::Ndjson),
            ("{\n  \"status\": 429\n}\n", true, Kind::Json),
            ("{\"status\":429,\n", false, Kind::Json),
            ("{\"status\":429,\"body\":\"", false, Kind::Ndjson),
            ("{\"status\" 429}\n{\"status\":429}\n", true, Kind::Ndjson),
        ] {
            assert_eq!(Kind::of(start.as_bytes(), whole), right, "{start}");
        }
    }
}
