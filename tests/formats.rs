//! csv and markdown: the rows of every command, and nothing hostile in them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use common::{holdoff, holdoff_reading, run};

const AT: &str = "2026-12-01T00:00:00Z";
const POLICY: &str = "simulate --base 1s --max 30s";
const READING: &str = "status,received,received_from,vendor,action,wait_s,safe_wait_s,precise_wait_s,upper_bound_s,pace_s,reason,retry_at,\
                       decided_by,server_clock_offset_s,skew_corrected_wait_s\n";

#[test]
fn csv_has_a_row_for_each_retry_of_a_schedule() {
    let answer = run("schedule --base 250ms --max 1s --retries 3 --format csv");
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    assert_eq!(
        answer.stdout,
        "retry,call,wait,elapsed,capped\n1,2,250,250,false\n2,3,500,750,false\n3,4,1000,1750,true\n"
    );
    // 3 × 0.1 = 0.3 is over the max of 0.25, so the mean of the second wait and of those after it is not known.
    assert_eq!(
        run("schedule --base 0.1 --max 0.25 --retries 2 --jitter decorrelated --request-time 1 --format csv").stdout,
        "retry,call,wait,elapsed,capped,min,mean,max,start,end\n\
         1,2,0.25,0.25,true,0.1,,0.25,1.25,2.25\n\
         2,3,0.25,0.5,true,0.1,,0.25,2.5,3.5\n"
    );
}

#[test]
fn csv_has_a_row_for_each_retry_of_a_timeline() {
    let answer =
        run(&format!("{POLICY} --deadline 60s --elapsed 12s --retry 3 --status 429 'Retry-After: 120' --format csv"));
    assert_eq!((answer.code, answer.stderr.as_str()), (75, ""));
    let keys = "retry,wait_s,wait_source,start_s,end_s,fits\n";
    assert_eq!(answer.stdout, format!("{keys}3,120,Retry-After,132,132,false\n"));
    // No retry, and the header row all the same.
    let refused = run(&format!("{POLICY} --deadline 60s --status 404 --format csv"));
    assert_eq!((refused.code, refused.stdout.as_str()), (1, keys));
}

#[test]
fn csv_has_a_row_for_each_response() {
    let one = run(&format!("inspect --status 429 'Retry-After: 120' --received {AT} --format csv"));
    assert_eq!(one.stdout, format!("{READING}429,{AT},flag,,wait,120,120,,,,,2026-12-01T00:02:00Z,Retry-After,,\n"));
    // The server's clock is 5 seconds ahead, so by it 25 of the 30 are left.
    let heads = b"HTTP/2 503 \r\ndate: Tue, 01 Dec 2026 00:00:05 GMT\r\nretry-after: Tue, 01 Dec 2026 00:00:30 GMT\r\n\r\nHTTP/2 429 \r\n\r\n";
    let all = holdoff_reading(heads, &["inspect", "--all", "--received", AT, "--format", "csv"]);
    assert_eq!(
        all.stdout,
        format!(
            "{READING}503,{AT},flag,,wait,30,31,,,,,2026-12-01T00:00:30Z,Retry-After,5,25\n429,{AT},flag,,unknown,,,,,,,,,,\n"
        )
    );
}

#[test]
fn csv_of_a_page_has_one_line() {
    assert_eq!(
        run("explain exhausted --format csv").stdout,
        "name,kind,title,text,source\nexhausted,answer,The policy has no retry left.,\
         The number of the retry is above the policy's count. Exit code 1.,holdoff's own definition\n"
    );
    let pages = run("explain --format csv").stdout;
    assert!(pages.lines().skip(1).all(|line| !line.is_empty()) && pages.lines().count() > 50, "{pages}");
    assert!(!pages.contains("\\x0a"), "{pages}");
}

/// Entries hold lists and objects where those of others are null: Sentry's has a rule, and statuses of Retry-After.
#[test]
fn csv_of_profiles_has_the_same_columns_for_each() {
    let header = "name,title,recognised,above_retry_after,advice,source\n";
    let sentry =
        "sentry,\"Sentry, ingestion of events\",true,X-Sentry-Rate-Limits,,develop.sentry.dev/sdk/rate-limiting\n";
    assert_eq!(run("profiles sentry --format csv").stdout, format!("{header}{sentry}"));
    let all = run("profiles --format csv").stdout;
    assert!(all.starts_with(header) && all.contains(&format!("\n{sentry}")), "{all}");
}

#[test]
fn markdown_leads_with_the_answer() {
    assert_eq!(
        run("schedule --base 250ms --max 1s --retries 3 --mark gateway=800ms --format markdown").stdout,
        "4 calls; 1.75s of waiting; the max holds from retry 3\n\
         \n\
         - the numbers are in ms\n\
         - gateway (800ms) falls before retry 3\n\
         \n\
         | retry | call | wait | elapsed | capped |\n\
         | ----: | ---: | ---: | ------: | ------ |\n\
         |     1 |    2 |  250 |     250 | false  |\n\
         |     2 |    3 |  500 |     750 | false  |\n\
         |     3 |    4 | 1000 |    1750 | true   |\n"
    );
    let deferred = run(&format!(
        "{POLICY} --deadline 60s --elapsed 12s --retry 3 --status 429 'Retry-After: 120' --format markdown"
    ));
    assert_eq!(deferred.code, 75);
    assert_eq!(
        deferred.stdout,
        "deferred: retry 3 may not start before 2m 12s after the first call, 1m 12s past the deadline\n\
         \n\
         - the server asked for 2m (Retry-After); hand it to a queue\n\
         \n\
         | retry | wait_s | wait_source | start_s | end_s | fits  |\n\
         | ----: | -----: | ----------- | ------: | ----: | ----- |\n\
         |     3 |    120 | Retry-After |     132 |   132 | false |\n"
    );
}

#[test]
fn markdown_ends_with_the_findings() {
    let heads = b"HTTP/2 503 \r\nretry-after: 120\r\n\r\nHTTP/2 429 \r\nretry-after: 5s\r\n\r\n";
    let all = holdoff_reading(heads, &["inspect", "--all", "--received", AT, "--format", "markdown"]);
    let parts: Vec<_> = all.stdout.split("\n\n").collect();
    assert_eq!(
        parts[0],
        "- response 1 of 2, status 503: wait 2m, until 2026-12-01T00:02:00Z: Retry-After says so (RFC 9110, 10.2.3)\n\
         - response 2 of 2, status 429: unknown: Retry-After cannot be read; use your own backoff"
    );
    assert_eq!(parts[1].lines().count(), 4);
    assert!(parts[2].starts_with("- response 2: error `retry-after-invalid`: "), "{}", parts[2]);
    assert_eq!((parts.len(), all.code), (3, 1));
}

#[test]
fn hostile_names_stay_text_in_markdown() {
    let hostile = "@team|<img>`[a](http://e.example)#1\u{202e}\u{1b}[31m";
    let inert = "@&#8203;team\\|&lt;img&gt;\\`\\[a\\](http:&#8203;//e.example)\\#&#8203;1\\\\u{202e}\\\\x1b\\[31m";
    let mark = format!("{hostile}=1s");
    let schedule = holdoff(&["schedule", "--base", "1s", "--max", "2s", "--mark", &mark, "--format", "markdown"]);
    let line = format!("- {inert} (1s) falls before retry 1\n");
    assert!(schedule.stdout.contains(&line), "{}\n{line}", schedule.stdout);
    // The name of a limit that is used up stands in the answer.
    let field = "RateLimit: \"@team|<b>`\";r=0;t=30";
    let inspect = holdoff(&["inspect", "--status", "429", field, "--received", AT, "--format", "markdown"]);
    assert!(inspect.stdout.contains("limit \"@&#8203;team\\|&lt;b&gt;\\`\""), "{}", inspect.stdout);
    assert!(!inspect.stdout.contains("<b>"), "{}", inspect.stdout);
}

#[test]
fn a_failed_run_prints_to_standard_error_alone() {
    for format in ["csv", "markdown"] {
        for flag in [&["--format", format][..], &[&format!("--format={format}")]] {
            let failed = holdoff(&[&["schedule", "--base", "0s", "--max", "2s"], flag].concat());
            assert_eq!((failed.code, failed.stdout.as_str()), (2, ""), "{flag:?}");
            assert!(failed.stderr.contains("--base"), "{}", failed.stderr);
        }
    }
}

/// Names and reasons come from the response and may be of any length; a sentence quotes their beginning.
#[test]
fn no_text_of_a_response_makes_a_sentence_endless() {
    let (long, tag) = ("n".repeat(5000), "t".repeat(5000));
    let body = format!(
        r#"{{"type":"https://iana.org/assignments/http-problem-types#quota-exceeded","violated-policies":[{}]}}"#,
        vec![format!("\"{long}\""); 20].join(",")
    );
    let of = |fields: &str| format!("HTTP/1.1 429 Too Many Requests\r\n{fields}\r\n\r\n{body}").into_bytes();
    for fields in [
        format!("RateLimit: \"{long}\";r=0, \"b\";r=0;t=9"),
        format!("RateLimit: \"{long}\";r=0;t=5, \"b\";r=0;t=9\r\nRetry-After: 500"),
        format!("RateLimit: \"{long}\";r=5;t=5, \"b\";r=5;t=9"),
        format!("X-RateLimit-NearLimit: true\r\nRateLimit-Reason: {long}"),
        format!("ETag: \"{tag}\""),
    ] {
        for format in ["table", "markdown"] {
            let answer = holdoff_reading(&of(&fields), &["inspect", "--format", format]);
            // The rows of markdown hold whole values, as those of csv do.
            let sentences = answer.stdout.lines().filter(|line| !line.starts_with('|'));
            let longest = sentences.map(|line| line.chars().count()).max().unwrap();
            assert!(longest < 900, "{format} {longest} {}", &fields[..30]);
        }
        let json = holdoff_reading(&of(&fields), &["inspect", "--json"]).json();
        let messages = json["diagnostics"].as_array().unwrap().iter().map(|it| it["message"].as_str().unwrap());
        assert!(messages.map(str::len).max().unwrap() < 900, "{}", &fields[..30]);
    }
}
