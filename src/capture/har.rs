//! The entries of a HAR, the archive that browsers and test tools write.

use super::Record;
use super::json::{Read, Scanner};
use super::record::{headers, host_in, status};
use super::time;
use crate::instant::Instant;
use crate::quantity::{Fixed, Malformed};

/// Reads one element of `log.entries` of a HAR 1.2.
///
/// The response was received `time` milliseconds after `startedDateTime`; where either is missing, null or -1, that is
/// not known. A status of 0 or -1 stands for a response that did not come. Pseudo fields of HTTP/2 and keys that
/// begin with `_` are passed over.
///
/// # Errors
///
/// What is no JSON object, or has headers of another shape; the error names the byte.
///
/// # Examples
///
/// ```
/// use holdoff::capture::har_entry;
///
/// let entry = br#"{"startedDateTime":"2026-12-01T00:00:00.000Z","time":250.5,
///     "response":{"status":429,"headers":[{"name":"retry-after","value":"5"}]}}"#;
/// let record = har_entry(entry)?;
/// assert_eq!(record.received.map(|it| it.to_string()).as_deref(), Some("2026-12-01T00:00:00.2505Z"));
/// # Ok::<(), holdoff::quantity::Malformed>(())
/// ```
pub fn har_entry(json: &[u8]) -> Result<Record<'_>, Malformed> {
    let mut record = Record::default();
    let mut scanner = Scanner::new(json);
    let read = entry(&mut scanner, &mut record).and_then(|()| scanner.end());
    read.map_err(|at| {
        let at = at.min(json.len());
        let message = format!("is no entry of a HAR: byte {at} is not what JSON wants there");
        Malformed::new(message, at..json.len(), "export the archive again")
    })?;
    Ok(record)
}

fn entry<'a>(scanner: &mut Scanner<'a>, record: &mut Record<'a>) -> Read<()> {
    let (mut started, mut lasted): (Option<Instant>, Option<Fixed>) = (None, None);
    scanner.object(|it, key| match (&*key, it.peek()) {
        (b"startedDateTime", Some(b'"')) => {
            started = time::text(&it.string()?);
            Ok(())
        }
        (b"time", Some(b'0'..=b'9')) => {
            lasted = time::milliseconds(it.scalar()?);
            Ok(())
        }
        (b"request", Some(b'{')) => it.object(|it, key| match (&*key, it.peek()) {
            (b"url", Some(b'"')) => {
                record.host = host_in(it.string()?);
                Ok(())
            }
            _ => it.skip(),
        }),
        (b"response", Some(b'{')) => it.object(|it, key| match (&*key, it.peek()) {
            (b"status", Some(b'0'..=b'9')) => {
                record.status = status(it.scalar()?);
                Ok(())
            }
            (b"headers", Some(b'[')) => headers(it, &mut record.fields),
            (b"content", Some(b'{')) => it.object(|it, key| match (&*key, it.peek()) {
                (b"text", Some(b'"')) => {
                    record.body.json = it.raw()?;
                    Ok(())
                }
                (b"encoding", Some(b'"')) => {
                    record.body.is_base64 = &*it.string()? == b"base64";
                    Ok(())
                }
                _ => it.skip(),
            }),
            _ => it.skip(),
        }),
        _ => it.skip(),
    })?;
    record.received = started.zip(lasted).and_then(|(started, lasted)| started.plus(lasted));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_dialects_of_browsers_and_test_tools() {
        let at = Some("2026-12-01T00:00:00.25Z");
        for (writer, json, status, received, fields) in [
            (
                "Chromium",
                r#"{"_initiator":{"type":"script"},"_priority":"High","cache":{},"connection":"443","request":{"method":"GET","headers":[{"name":":authority","value":"a"}]},
                    "response":{"status":429,"statusText":"","httpVersion":"h2","headers":[{"name":":status","value":"429"},{"name":"retry-after","value":"5"}],
                    "content":{"size":2,"text":"{}"},"_transferSize":9,"_error":null},"startedDateTime":"2026-12-01T00:00:00.000Z","time":250.00000000000009,"timings":{}}"#,
                Some(429),
                at,
                1,
            ),
            (
                "Firefox",
                r#"{"startedDateTime":"2026-12-01T01:00:00.000+01:00","request":{},"response":{"status":429,"httpVersion":"HTTP/2","headers":[{"name":"retry-after","value":"5"}]},"time":250}"#,
                Some(429),
                at,
                1,
            ),
            (
                "Playwright",
                r#"{"startedDateTime":"2026-12-01T00:00:00.000Z","time":-1,"response":{"status":-1,"headers":[]}}"#,
                None,
                None,
                0,
            ),
            (
                "blocked",
                r#"{"startedDateTime":"2026-12-01T00:00:00Z","time":null,"response":{"status":0,"headers":[]}}"#,
                None,
                None,
                0,
            ),
        ] {
            let record = har_entry(json.as_bytes()).unwrap();
            let shown = (record.status, record.received.map(|it| it.to_string()), record.fields().count());
            assert_eq!(shown, (status, received.map(str::to_owned), fields), "{writer}");
        }
        assert!(har_entry(b"[]").is_err());
    }
}
