//! How quickly a stream of records is answered: `inspect` on one thread and on two, beside a pass that only reads each
//! line into a `serde_json::Value` (the yardstick). The runs are interleaved, so that other work on the machine hits
//! all of them alike. It prints and asserts nothing.
//!
//! `cargo bench --bench stream`; with `-- --print N` it writes N records of the stream instead.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark stops where it cannot go on")]
#![allow(clippy::print_stdout, reason = "a benchmark's answer is what it prints")]
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "a benchmark's own numbers")]

mod common;
#[path = "common/records.rs"]
mod records;

use std::hint::black_box;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use records::Records;

const RUNS: usize = 11;
const RECORDS: usize = 100_000;

fn stream(count: usize) -> String {
    let (mut records, mut text) = (Records::new(), String::new());
    (0..count).for_each(|_| records.add(&mut text));
    text
}

/// The time of one run of the program.
fn inspect(file: &Path, threads: &str) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_holdoff"));
    command.args(["inspect", "--input", "ndjson", "--format", "ndjson", "--threads", threads]).arg(file);
    let start = Instant::now();
    // A record of the stream may well hold an error; whether all are read is the business of tests.
    command.stdout(Stdio::null()).status().expect("the program starts");
    start.elapsed()
}

fn values(text: &str) -> Duration {
    let start = Instant::now();
    for line in text.lines() {
        black_box(serde_json::from_str::<serde_json::Value>(line).unwrap());
    }
    start.elapsed()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "--print") {
        let count = args.get(at + 1).and_then(|count| count.parse().ok()).expect("--print N");
        std::io::stdout().write_all(stream(count).as_bytes()).expect("standard output can be written");
        return;
    }
    common::print_machine();
    // Without the flag that `cargo bench` gives, one short run shows that it works.
    let whole = args.iter().any(|arg| arg == "--bench");
    let (runs, count) = if whole { (RUNS, RECORDS) } else { (1, 1000) };
    let text = stream(count);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stream.ndjson");
    std::fs::write(&file, &text).expect("the target folder can be written");
    let names = ["serde_json::Value, one thread", "inspect, one thread", "inspect, two threads"];
    let mut times: [Vec<Duration>; 3] = Default::default();
    for _ in 0..runs {
        times[0].push(values(&text));
        times[1].push(inspect(&file, "1"));
        times[2].push(inspect(&file, "2"));
    }
    let bytes = u32::try_from(text.len()).map_or(f64::NAN, f64::from);
    let megabytes = |time: Duration| bytes / 1e6 / time.as_secs_f64();
    println!("{count} records, {} bytes", text.len());
    println!("{:30} {:>10} {:>10} {:>8}", "", "fastest", "median", "MB/s");
    for (name, times) in names.iter().zip(&mut times) {
        times.sort_unstable();
        let (least, median) = (times[0], times[times.len() / 2]);
        let shown = [least, median].map(|time| time.as_secs_f64() * 1e3);
        println!("{name:30} {:7.1} ms {:7.1} ms {:8.0}", shown[0], shown[1], megabytes(least));
    }
    let ratio = times[0][0].as_secs_f64() / times[1][0].as_secs_f64();
    println!("on one thread inspect takes {:.2} of the time that reading values takes", 1.0 / ratio);
}
