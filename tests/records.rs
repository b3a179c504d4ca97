//! `holdoff inspect` on records, HAR and what gzip has packed.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use common::{Run, holdoff_reading};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

fn inspect(input: &[u8], more: &[&str]) -> Run {
    holdoff_reading(input, &[&["inspect"], more].concat())
}

fn lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const LIMITED: &str = "{\"time\":\"2026-12-01T00:00:00Z\",\"status\":429,\"headers\":{\"retry-after\":\"Tue, 01 Dec 2026 00:00:30 GMT\"}}";
const HAR: &str = r#"{"log":{"version":"1.2","entries":[
    {"startedDateTime":"2026-12-01T00:00:00.000Z","time":500,"response":{"status":429,"headers":[{"name":"retry-after","value":"5"}]}},
    {"startedDateTime":"2026-12-01T00:00:00.000Z","time":-1,"response":{"status":0,"headers":[]}},
    {"startedDateTime":"2026-12-01T00:00:01.000Z","time":0.5,"response":{"status":200,"headers":[]}}]}}"#;

fn packed(input: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(input).unwrap();
    gzip.finish().unwrap()
}

#[test]
fn one_record_is_answered_like_a_head() {
    let answer = inspect(LIMITED.as_bytes(), &["--json"]);
    let json = answer.json();
    assert_eq!(
        (answer.code, &json["wait_s"], &json["received_from"], &json["status"]),
        (0, &json!(30), &json!("record"), &json!(429))
    );
    let at = ["--received", "2026-12-01T00:00:10Z", "--get", "wait_s"];
    assert_eq!(inspect(LIMITED.as_bytes(), &at).stdout, "20\n");
    let missing = inspect(br#"{"status":429,"headers":{"retry-after":"Tue, 01 Dec 2026 00:00:30 GMT"}}"#, &["--json"]);
    assert_eq!((missing.code, &missing.json()["error"]["code"]), (2, &json!("missing-reception")));
}

#[test]
fn a_bad_record_is_one_diagnostic_and_the_stream_goes_on() {
    let input = format!("{LIMITED}\n{{\"status\":\n\n{{\"msg\":\"started\"}}\r\n{{\"status\":200}}");
    let answer = inspect(input.as_bytes(), &["--format", "ndjson"]);
    let lines = lines(&answer);
    assert_eq!(
        lines.iter().map(|it| it["type"].as_str().unwrap()).collect::<Vec<_>>(),
        ["reading", "diagnostic", "diagnostic", "reading", "summary"]
    );
    assert_eq!((&lines[1]["code"], &lines[1]["severity"]), (&json!("record-invalid"), &json!("error")));
    assert!(lines[1]["message"].as_str().unwrap().starts_with("line 2 "), "{}", lines[1]);
    assert!(lines[2]["message"].as_str().unwrap().starts_with("line 4 "), "{}", lines[2]);
    assert_eq!((answer.code, &lines[4]["readings"]), (1, &json!(2)));
    assert_eq!(lines[4]["diagnostics"], json!({"error": 1, "warning": 1, "note": 0}));

    let document = inspect(input.as_bytes(), &["--json"]).json();
    assert_eq!(
        (document["readings"].as_array().unwrap().len(), document["diagnostics"].as_array().unwrap().len()),
        (2, 2)
    );
    let table = inspect(input.as_bytes(), &[]).stdout;
    assert!(table.starts_with("response 1, status 429\nwait 30s, until "), "{table}");
    assert!(
        table.contains("\nresponse 2, status 200\n") && table.contains("error[record-invalid]: line 2 "),
        "{table}"
    );
    let csv = inspect(input.as_bytes(), &["--format", "csv"]).stdout;
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.starts_with("status,") && csv.contains("\n429,") && csv.contains("\n200,"), "{csv}");
}

#[test]
fn an_array_and_values_in_a_row_are_records() {
    let two = [r#"[{"status":429},{"status":503}]"#, "{\n\"status\":429\n}\n{\n\"status\":503\n}\n"];
    for input in two {
        let readings = inspect(input.as_bytes(), &["--json"]).json()["readings"].clone();
        assert_eq!((&readings[0]["status"], &readings[1]["status"]), (&json!(429), &json!(503)), "{input}");
    }
}

#[test]
fn given_names_are_read_and_faulty_ones_explained() {
    let input = "{\"a\":{\"st\":429},\"h\":{\"retry-after\":\"5\"},\"at\":\"2026-12-01T00:00:00Z\"}\n";
    let map = "status=a.st,headers=h,received=at";
    let json = inspect(input.as_bytes(), &["--map", map, "--json"]).json();
    assert_eq!(
        (&json["status"], &json["wait_s"], &json["retry_at"]),
        (&json!(429), &json!(5), &json!("2026-12-01T00:00:05Z"))
    );
    let failed = inspect(input.as_bytes(), &["--map", "text=x"]);
    assert!(failed.code == 2 && failed.stderr.contains("no part of a response"), "{failed:?}");
}

#[test]
fn a_har_is_read_entry_by_entry() {
    let answer = inspect(HAR.as_bytes(), &["--format", "ndjson"]);
    let lines = lines(&answer);
    assert_eq!(
        (&lines[0]["received"], &lines[0]["received_from"]),
        (&json!("2026-12-01T00:00:00.5Z"), &json!("record"))
    );
    assert!(lines[1]["message"].as_str().unwrap().starts_with("entry 2 "), "{}", lines[1]);
    assert_eq!((&lines[2]["received"], answer.code), (&json!("2026-12-01T00:00:01.0005Z"), 0));
    let cut = inspect(&HAR.as_bytes()[..HAR.len() - 40], &["--format", "ndjson"]);
    assert_eq!((cut.code, cut.stdout.lines().count()), (1, 4));
}

#[test]
fn gzip_is_unpacked_whatever_it_holds() {
    let stream = format!("{LIMITED}\n{LIMITED}\n");
    for input in ["HTTP/1.1 429 No\r\nRetry-After: 5\r\n\r\n", LIMITED, &stream, HAR] {
        let plain = inspect(input.as_bytes(), &["--json"]);
        let answer = inspect(&packed(input.as_bytes()), &["--json"]);
        assert_eq!((answer.code, &answer.stdout), (plain.code, &plain.stdout), "{input}");
        assert!(!plain.stdout.is_empty());
    }
    let two = [packed(stream.as_bytes()), packed(stream.as_bytes())].concat();
    assert_eq!(inspect(&two, &["--json"]).json()["readings"].as_array().unwrap().len(), 4);
    let cut = packed(stream.as_bytes());
    assert_eq!(inspect(&cut[..cut.len() - 12], &["--input", "ndjson"]).code, 3);
}

#[test]
fn an_input_without_a_record_is_exit_3_and_prints_nothing() {
    for (input, kind) in [("", "ndjson"), ("{\"a\":1}\n{bad\n", "ndjson"), ("{}", "har"), ("[]", "json"), ("x", "json")]
    {
        let answer = inspect(input.as_bytes(), &["--input", kind]);
        assert_eq!((answer.code, answer.stdout.as_str()), (3, ""), "{input}");
        assert!(answer.stderr.contains("help: give "), "{}", answer.stderr);
    }
    let whole = inspect(b"{\"status\":1}\n{\"status\":200}\n", &["--get", "wait_s"]);
    assert!(whole.code == 2 && whole.stderr.contains("ndjson"), "{whole:?}");
}

#[test]
fn a_record_is_answered_before_the_next_one_comes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holdoff"))
        .args(["inspect", "--input", "ndjson", "--format", "ndjson"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for status in [429, 503] {
        writeln!(input, "{{\"status\":{status}}}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"type\":\"reading\",\"status\":{status},")), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// What `threads` threads say to a stream that is longer than a pipe holds.
fn streamed(input: &[u8], threads: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holdoff"))
        .args(["inspect", "--input", "ndjson", "--format", "ndjson", "--threads", threads])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input).unwrap());
        child.wait_with_output().unwrap()
    });
    String::from_utf8(output.stdout).unwrap()
}

/// Many records of different lengths, a bad one now and then.
fn many(count: usize) -> Vec<u8> {
    let mut text = String::new();
    for number in 0..count {
        let filler = "x".repeat(number % 97);
        text += &match number % 1000 {
            999 => format!("bad {filler}\n"),
            _ => format!("{{\"status\":429,\"x\":\"{filler}\",\"headers\":{{\"retry-after\":\"{number}\"}}}}\n"),
        };
    }
    text.into_bytes()
}

#[test]
fn the_answers_are_in_order_and_the_same_with_any_number_of_threads() {
    let input = many(20_000);
    let one = streamed(&input, "1");
    for (number, line) in one.lines().take(20_000).enumerate() {
        let expected =
            if number % 1000 == 999 { format!("line {} ", number + 1) } else { format!("\"wait_s\":{number},") };
        assert!(line.contains(&expected), "{number}: {line}");
    }
    for threads in ["2", "5"] {
        assert!(streamed(&input, threads) == one, "{threads}");
    }
}

/// A record for each field that any vendor sends, with values of every form, in the order of the profiles; each with a
/// filler of another length, so that blocks end anywhere.
fn of_all_vendors(times: usize) -> Vec<u8> {
    const VALUES: [&str; 8] = [
        "60",
        "0",
        "1796083260",
        "2026-12-01T00:01:00Z",
        "6m0s",
        r#"\"a\";r=0;t=5"#,
        "Tue, 01 Dec 2026 00:00:30 GMT",
        "5, x",
    ];
    let mut text = String::new();
    let mut number = 0usize;
    for _ in 0..times {
        for profile in holdoff::vendor::profiles() {
            let fields: Vec<_> = profile.fields().collect();
            let value = |at: usize| VALUES[(number + at) % VALUES.len()];
            let sent: Vec<_> =
                fields.iter().enumerate().map(|(at, it)| format!("\"{it}\":\"{}\"", value(at))).collect();
            let filler = "x".repeat(number % 89);
            text += &format!(
                "{{\"time\":\"2026-12-01T00:00:00Z\",\"status\":429,\"x\":\"{filler}\",\"headers\":{{{}}}}}\n",
                sent.join(",")
            );
            number += 1;
        }
    }
    text.into_bytes()
}

#[test]
fn the_answers_to_all_vendors_are_the_same_with_any_number_of_threads() {
    let input = of_all_vendors(80);
    assert!(input.len() > 4 * 256 * 1024, "{} bytes are too few for several blocks", input.len());
    let one = streamed(&input, "1");
    let records = input.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(one.lines().filter(|line| line.starts_with("{\"type\":\"reading\"")).count(), records);
    for threads in ["2", "3"] {
        assert!(streamed(&input, threads) == one, "{threads}");
    }
}

/// What the system says that a process had in memory at most, in KiB.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok())
}

/// `.ci/limits` does the same with 200 MB, and with 2 GB of records.
#[cfg(target_os = "linux")]
#[test]
fn a_value_without_an_end_is_one_finding_in_bounded_memory() {
    for (kind, begin, end, name) in [
        ("ndjson", r#"{"status":429,"x":"#, "}\n{\"status\":503}\n", "line"),
        ("json", r#"[{"status":429,"x":"#, r#"},{"status":503}]"#, "record"),
        (
            "har",
            r#"{"log":{"entries":[{"response":{"status":429},"x":"#,
            r#"},{"response":{"status":503}}]}}"#,
            "entry",
        ),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_holdoff"))
            .args(["inspect", "--input", kind, "--format", "ndjson"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(begin.as_bytes()).unwrap();
        let piece = [b'1'; 1 << 16];
        for _ in 0..64 << 4 {
            input.write_all(&piece).unwrap();
        }
        let most = peak(child.id()).unwrap();
        input.write_all(end.as_bytes()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        let lines: Vec<Value> =
            output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        assert!(lines[0]["message"].as_str().unwrap().starts_with(&format!("{name} 1 is l")), "{kind}: {}", lines[0]);
        assert_eq!((&lines[1]["status"], output.status.code()), (&json!(503), Some(1)), "{kind}");
        assert!((1000..48 << 10).contains(&most), "{kind}: {most} KiB");
    }
}

/// Two windows of 60 s that hold together, then two responses that do not: 12:00:10 + 50 s and 12:00:40 + 20 s are one
/// instant, and so are 12:01:30 + 30 s and no other; 12:00:05 + 20 s is earlier than 12:00:00 + 60 s.
#[test]
fn responses_of_one_host_are_compared() {
    let input = std::fs::read("tests/vectors/sightings.ndjson").unwrap();
    let document = inspect(&input, &["--json"]).json();
    let lines = lines(&inspect(&input, &["--format", "ndjson"]));
    let summary = lines.last().unwrap();
    assert_eq!(summary["agreement"], document["agreement"]);
    assert_eq!(document["agreement"]["left_out"], json!(0));
    let hosts = document["agreement"]["hosts"].as_array().unwrap();
    assert_eq!(
        hosts[0],
        json!({"host": "good.example", "readings": 3,
               "limits": [{"name": "default", "source": "RateLimit", "sightings": 3, "resets_agree": true,
                           "reset_moves": null, "reset_at": "2026-12-01T12:02:00Z", "reset_spread_s": 0,
                           "window_s": 60}],
               "server_clock_offset_s": {"min": 1, "max": 2}, "consistent": true})
    );
    let bad = &hosts[1];
    assert_eq!((&bad["host"], &bad["consistent"]), (&json!("bad.example:8080"), &json!(false)));
    assert_eq!(
        (&bad["limits"][0]["reset_moves"], &bad["limits"][0]["reset_spread_s"]),
        (&json!("earlier"), &json!(35))
    );
    assert_eq!((hosts.len(), document["diagnostics"].as_array().unwrap().len()), (2, 1));
    assert_eq!(
        (&document["diagnostics"][0]["code"], &summary["diagnostics"]["warning"]),
        (&json!("resets-contradict"), &json!(1))
    );
    let table = inspect(&input, &[]).stdout;
    for part in [
        "together: the 3 responses of good.example can all be true; its clock is 1s ahead to 2s ahead\n",
        "together: the 2 responses of bad.example:8080 cannot all be true\n",
        "move earlier",
        "warning[resets-contradict]: bad.example:8080: the limit `default` is to reset at 2026-12-01T12:01:00Z by \
         response 4, and at 2026-12-01T12:00:25Z",
    ] {
        assert!(table.split_whitespace().collect::<Vec<_>>().join(" ").contains(part.trim()), "{part}\n{table}");
    }
}

/// Three calls of a page in Chromium to express-rate-limit, which was told to let in three in 40 s, as Playwright
/// recorded them: received at 02:31:05.577 + 65.853 ms, .658 + 33.884 ms and .699 + 154.797 ms.
#[test]
fn the_har_of_a_page_that_is_turned_away() {
    let input = std::fs::read("tests/vectors/playwright-chromium.har").unwrap();
    let lines = lines(&inspect(&input, &["--format", "ndjson"]));
    let limited = &lines[2];
    assert_eq!((&limited["status"], &limited["action"], &limited["wait_s"]), (&json!(429), &json!("wait"), &json!(40)));
    assert_eq!(
        (&limited["received"], &limited["retry_at"]),
        (&json!("2026-12-01T02:31:05.853797Z"), &json!("2026-12-01T02:31:45.853797Z"))
    );
    let limits: Vec<_> =
        lines[..3].iter().map(|it| (it["limits"][0]["limit"].clone(), it["limits"][0]["remaining"].clone())).collect();
    assert_eq!(limits, [(json!(3), json!(2)), (json!(3), json!(0)), (json!(3), json!(0))]);
    let host = &lines[3]["agreement"]["hosts"][0];
    assert_eq!((&host["host"], &host["consistent"]), (&json!("127.0.0.1:34019"), &json!(true)));
    // 0.853797 - 0.642853: all three say 40 s.
    assert_eq!(host["limits"][0]["reset_spread_s"], json!(0.210944));
}

#[test]
fn why_there_is_no_response_is_told_once_and_in_every_format() {
    let whole = packed(LIMITED.as_bytes());
    let cut = &whole[..whole.len() / 2];
    let empty_har = br#"{"log":{"version":"1.2","entries":[]}}"#;
    for (input, kind, why) in [
        (&b"{}\n{}\n"[..], "ndjson", "standard input: line 1 holds neither a status nor headers"),
        (b"", "ndjson", "standard input: is empty"),
        (empty_har, "har", "standard input: holds no entry of a HAR"),
        (b"{\"status\":429}", "har", "standard input: holds no entry of a HAR"),
        (cut, "ndjson", "standard input: incomplete deflate stream"),
        (cut, "har", "standard input: incomplete deflate stream"),
    ] {
        for format in ["table", "json", "ndjson", "csv"] {
            let answer = inspect(input, &["--input", kind, "--format", format]);
            assert_eq!(answer.code, 3, "{why} {format}");
            let told = answer.stderr.lines().filter(|line| line.starts_with("holdoff: ")).collect::<Vec<_>>();
            assert_eq!(told, [format!("holdoff: {why}")], "{format}");
            if matches!(format, "json" | "ndjson") {
                assert_eq!(answer.json()["error"]["message"], why, "{format}");
            }
        }
    }
}
