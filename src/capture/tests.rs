use proptest::prelude::*;

use super::{Head, HeadParser, heads};
use crate::diagnostic::Code;

type Shown = (Option<u16>, Vec<(String, String)>);

fn shown(head: &Head) -> Shown {
    let text = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect::<String>();
    (head.status, head.fields().map(|field| (text(field.name), text(field.value))).collect())
}

fn head(status: Option<u16>, fields: &[(&str, &str)]) -> Shown {
    (status, fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
}

#[track_caller]
fn reads(input: &str, right: &[Shown]) -> Vec<Head> {
    let heads = heads(input.as_bytes()).unwrap();
    assert_eq!(heads.iter().map(shown).collect::<Vec<_>>(), right, "{input}");
    heads
}

#[test]
fn reads_heads_as_curl_prints_them() {
    for (input, right) in [
        (
            "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\n\r\n{\"a\": 1}\r\nX: 1\r\n",
            vec![head(Some(429), &[("Retry-After", "120")])],
        ),
        (
            "HTTP/2 429 \r\nretry-after: 5\r\nratelimit: \"a\";r=0;t=5\r\n\r\n",
            vec![head(Some(429), &[("retry-after", "5"), ("ratelimit", "\"a\";r=0;t=5")])],
        ),
        ("HTTP/3 503\nretry-after:7", vec![head(Some(503), &[("retry-after", "7")])]),
        (
            "HTTP/1.1 429 Too Many Requests\nCache-Control: no-cache\nRetry-After: 60\n\nToo Many Requests (HAP429).\n",
            vec![head(Some(429), &[("Cache-Control", "no-cache"), ("Retry-After", "60")])],
        ),
        ("\u{feff}\r\n\nRetry-After: 1\nX:\n", vec![head(None, &[("Retry-After", "1"), ("X", "")])]),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n\r\n",
            vec![head(Some(100), &[]), head(Some(429), &[("Retry-After", "5")])],
        ),
        (
            "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 301 \r\nlocation: /x\r\n\r\nHTTP/2 200 \r\nage: 1\r\n\r\n<html>",
            vec![head(Some(200), &[]), head(Some(301), &[("location", "/x")]), head(Some(200), &[("age", "1")])],
        ),
        // The body has begun, so the status line in it is none.
        (
            "HTTP/1.1 200 OK\r\nA: 1\r\n\r\nbody\r\nHTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n\r\n",
            vec![head(Some(200), &[("A", "1")])],
        ),
        ("HTTP/1.1 200 OK\nA: 1\n\n\nHTTP/1.1 429 No\n\n", vec![head(Some(200), &[("A", "1")])]),
        // Two heads whose empty line was lost.
        ("HTTP/1.1 100 Continue\nHTTP/1.1 429 No\nA: 1\n", vec![head(Some(100), &[]), head(Some(429), &[("A", "1")])]),
        (
            "HTTP/1.1 200 OK\r\nRateLimit: \"a\";r=1\r\nB: 2\r\nratelimit: \"b\";r=2\r\n\r\n",
            vec![head(Some(200), &[("RateLimit", "\"a\";r=1"), ("B", "2"), ("ratelimit", "\"b\";r=2")])],
        ),
        (
            "HTTP/1.1 200 OK\r\nRateLimit: \"a\";r=1,\r\n\t \"b\";r=2  \r\nC:\r\n 3\r\n \r\nD: 4\r\n\r\n",
            vec![head(Some(200), &[("RateLimit", "\"a\";r=1, \"b\";r=2"), ("C", "3"), ("D", "4")])],
        ),
    ] {
        let heads = reads(input, &right);
        assert!(heads.iter().all(|head| head.diagnostics.is_empty()), "{heads:?}");
    }
}

#[test]
fn reads_the_trace_of_curl() {
    let limited = || head(Some(429), &[("retry-after", "5"), ("x", "")]);
    for (input, right) in [
        (
            "* Host a.example:443 was resolved.\n* Connected to a.example\n> GET /x HTTP/2\n> Host: a.example\n> \n\
             * Request completely sent off\n< HTTP/2 429 \r\n< retry-after: 5\r\n< x:\r\n< \r\n{ [4 bytes data]\n\
             * Connection #0 to host a.example left intact\nslow",
            vec![limited()],
        ),
        // The progress meter ends in no line break.
        (
            "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n\
             \x20                                Dload  Upload   Total   Spent    Left  Speed\n\
             \r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0* Trying 192.0.2.1:443...\n\
             > GET / HTTP/1.1\n>\n\
             \r  0     0    0     0    0     0      0      0 --:--:--  0:00:01 --:--:--     0< HTTP/1.1 429 No\r\n\
             < retry-after: 5\r\n< x: \r\n<\r\n",
            vec![limited()],
        ),
        // A note and a body before the trace.
        (
            "Note: unnecessary use of -X\n{\"a\": 1}\n* Trying 192.0.2.1:80...\n{\"b\": 1}\n< HTTP/2 429\n\
             < retry-after: 5\n< x:\n<\n",
            vec![limited()],
        ),
        (
            "< HTTP/1.1 301 Moved\r\n< Location: /x\r\n< \r\n* Ignoring the response-body\n* Issue another request\n\
             > GET /x HTTP/1.1\n> \n< HTTP/1.1 429 No\r\n< retry-after: 5\r\n< x:\r\n< \r\n{ [5 bytes data]\n\
             {\"a\": 1}\n< HTTP/1.1 200 OK\r\n< \r\n",
            vec![head(Some(301), &[("Location", "/x")]), limited()],
        ),
        // curl --retry writes the body of a call that failed before it makes the next.
        (
            "> GET / HTTP/1.1\n> \n< HTTP/1.1 503 No\r\n< Retry-After: 1\r\n< \r\n{ [5 bytes data]\nwait\n\
             < HTTP/1.1 200 in the body\n* Will retry in 1 second. 3 retries left.\n> GET / HTTP/1.1\n> \n\
             < HTTP/1.1 429 No\r\n< retry-after: 5\r\n< x:\r\n< \r\n",
            vec![head(Some(503), &[("Retry-After", "1")]), limited()],
        ),
        ("< HTTP/2 200\n< a: 1\n<  2\n<\n", vec![head(Some(200), &[("a", "1 2")])]),
    ] {
        let heads = reads(input, &right);
        assert!(heads.iter().all(|head| head.diagnostics.is_empty()), "{heads:?}");
    }
}

#[test]
fn leaves_out_lines_that_are_no_fields() {
    let heads = reads(
        "HTTP/1.1 429 No\nRetry-After : 5\n folded\nno colon \x1b[1m\nRetry After: 6\n: 7\nA: 1\n",
        &[head(Some(429), &[("A", "1")])],
    );
    let messages: Vec<_> = heads[0].diagnostics.iter().map(|it| (it.code, it.message.as_str())).collect();
    assert_eq!(
        messages,
        [
            "line 2 is not a header field, since it has white space before the colon, and was left out: \
             `Retry-After : 5`",
            "line 4 is not a header field, since it has no colon, and was left out: `no colon \x1b[1m`",
            "line 5 is not a header field, since its name is not a token, and was left out: `Retry After: 6`",
            "line 6 is not a header field, since it has no name before the colon, and was left out: `: 7`",
        ]
        .map(|message| (Code::LineInvalid, message))
    );

    let heads = reads("Response headers:\n\tfolded\nRetry-After: 5\n", &[head(None, &[("Retry-After", "5")])]);
    assert_eq!(heads[0].diagnostics.len(), 1);
    let heads = reads("HTTP/1.1 200 OK\n folded\nA: 1\n", &[head(Some(200), &[("A", "1")])]);
    assert_eq!(heads[0].diagnostics.len(), 1);

    // Lines without end are counted, not kept.
    let many = format!("HTTP/1.1 200 OK\n{}A: 1\n", "?\n".repeat(25));
    let heads = reads(&many, &[head(Some(200), &[("A", "1")])]);
    assert_eq!(heads[0].diagnostics.len(), 11);
    assert_eq!(heads[0].diagnostics[10].message, "15 more lines are not header fields, and were left out");
}

#[test]
fn keeps_hostile_bytes_as_they_came() {
    let input = b"HTTP/1.1 429 \xff\x1b[2J\r\nRetry-After: 1\x1b]0;x\x07\r\nA: \xe2\x80\xae\xff\0\rB: 1\r\n\r\n";
    let heads = heads(input).unwrap();
    let values: Vec<_> = heads[0].fields().map(|field| field.value).collect();
    assert_eq!(values, [&b"1\x1b]0;x\x07"[..], b"\xe2\x80\xae\xff\0\rB: 1"]);
}

#[test]
fn says_what_was_found_where_no_head_is() {
    for (input, message) in [
        (&b""[..], "is empty"),
        (b"\n \r\n\n", "is empty"),
        (b"{\n  \"a\": 1\n}\n", "is JSON without the head of a response"),
        (b"[1]", "is JSON without the head of a response"),
        (b"<!doctype html>\n<p>Retry-After: 5\nRetry-After: 5\n", "is HTML or XML without the head of a response"),
        (b"\xff\xfeH\0T\0T\0P\0\n\0", "is UTF-16 text"),
        (b"slow down\n", "holds no header field"),
        (b"slow down\n\nReason: too fast\n", "holds no header field"),
        (b"HTTP/1.1\n", "holds no header field"),
        (b"HTTP/1.1 4290 No\n", "holds no header field"),
        (b"* Could not resolve host: a.example\nA: 1\n", "is a trace of curl without a response in it"),
    ] {
        let fault = heads(input).unwrap_err();
        assert_eq!(fault.message(), message);
        assert!(!fault.hint().is_empty());
    }
    assert!(heads(b"").unwrap_err().hint().contains("`curl -si URL`"));
}

fn endless(start: &str, more: &str) -> (Vec<Head>, usize) {
    let mut parser = HeadParser::new();
    parser.push(start.as_bytes());
    let pieces = (0..8 << 20).take_while(|_| {
        let more_is_wanted = !parser.done();
        parser.push(more.as_bytes());
        more_is_wanted
    });
    let pushed = pieces.count().saturating_mul(more.len());
    assert!(parser.done(), "{start} {more}");
    let _ = parser.finish();
    (std::iter::from_fn(|| parser.pop()).collect(), pushed)
}

#[test]
fn stops_at_a_mebibyte() {
    const MOST: usize = 1 << 20;
    for more in ["a", "A: 1\r\n", "bad line\n", " folded\n"] {
        let (heads, pushed) = endless("HTTP/1.1 200 OK\nX: 1\nY: ", more);
        assert!(pushed <= MOST + more.len(), "{pushed}");
        assert_eq!(heads.len(), 1);
        assert_eq!(heads[0].fields().next().unwrap().value, b"1");
        assert_eq!(heads[0].diagnostics.last().unwrap().code, Code::HeadTruncated);
    }
    for (start, more) in [("{", "\"a\": 1,\n"), ("", "\n"), ("", "?"), ("<p>", "x\n"), ("* trace\n", "* more\n")] {
        let (heads, pushed) = endless(start, more);
        assert!(heads.is_empty() && pushed <= MOST + more.len(), "{pushed}");
    }
    // A value that is cut in the middle would be another value.
    let (heads, _) = endless("HTTP/1.1 200 OK\nRetry-After: 1", "0");
    assert_eq!(heads[0].fields().count(), 0);
}

#[test]
fn warns_of_a_line_that_the_end_of_the_input_cuts() {
    let codes =
        |input: &str| heads(input.as_bytes()).unwrap()[0].diagnostics.iter().map(|it| it.code).collect::<Vec<_>>();
    assert_eq!(codes("HTTP/1.1 429 No\r\nRetry-After: 12"), [Code::HeadTruncated]);
    assert_eq!(codes("HTTP/1.1 429 No\r\nRetry-After: 120\r"), []);
    assert_eq!(codes("HTTP/1.1 429 No\r\nRetry-After: 120\r\n"), []);
    assert_eq!(codes("HTTP/1.1 429 No\nRetry-After: 120"), []);
}

/// Text in which the marks of heads are likely.
fn likely() -> impl Strategy<Value = Vec<u8>> {
    let part = prop::sample::select(vec![
        "HTTP/1.1 200 OK",
        "HTTP/2 429",
        "< ",
        "> ",
        "* ",
        "\r\n",
        "\n",
        "\r",
        ": ",
        " ",
        "A",
        "{ [1",
        "--:--",
        "\u{feff}",
    ]);
    prop_oneof![any::<Vec<u8>>(), prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat().into_bytes()),]
}

proptest! {
    #[test]
    fn pieces_of_any_size_read_the_same(input in likely(), size in 1usize..9) {
        let whole = heads(&input);
        let mut parser = HeadParser::new();
        for piece in input.chunks(size) {
            parser.push(piece);
        }
        let end = parser.finish();
        let pieces: Vec<_> = std::iter::from_fn(|| parser.pop()).collect();
        prop_assert_eq!(whole, end.map(|()| pieces));
    }
}
