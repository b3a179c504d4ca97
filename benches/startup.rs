//! How long a run of the program takes from start to end: `schedule` with a table and `--version`, beside a bare Rust
//! program that prints a line (the floor) and, where it is installed, `jq -n 1`. The runs are interleaved, so that
//! other work on the machine hits all of them alike. It prints and asserts nothing.
//!
//! `cargo bench --bench startup`
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark stops where it cannot go on")]
#![allow(clippy::print_stdout, reason = "a benchmark's answer is what it prints")]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 201;
const PROGRAM: &str = env!("CARGO_BIN_EXE_holdoff");

/// A command line and the times that its runs took.
struct Case {
    name: &'static str,
    program: PathBuf,
    args: &'static [&'static str],
    times: Vec<Duration>,
}

impl Case {
    fn new(name: &'static str, program: impl Into<PathBuf>, args: &'static [&'static str]) -> Self {
        Self { name, program: program.into(), args, times: Vec::new() }
    }

    /// The time of one run, or `None` where the program is not there.
    fn run(&self) -> Option<Duration> {
        let mut command = Command::new(&self.program);
        command.args(self.args).stdin(Stdio::null()).stdout(Stdio::null());
        let start = Instant::now();
        let status = command.status().ok()?;
        let time = start.elapsed();
        assert!(status.success(), "{} fails", self.name);
        Some(time)
    }

    fn least(&self) -> Duration {
        self.times.iter().min().copied().unwrap_or_default()
    }

    fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

/// Compiles the floor: a program that prints one line, with the settings of this one's release.
fn bare_program() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (folder.join("bare.rs"), folder.join("bare"));
    std::fs::write(&source, "fn main() {\n    println!(\"1\");\n}\n").expect("the target folder can be written");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let settings = ["opt-level=3", "lto=fat", "codegen-units=1", "panic=abort", "strip=symbols"];
    let flags = settings.iter().flat_map(|setting| ["-C", setting]);
    let status = Command::new(rustc).args(flags).arg("-o").arg(&program).arg(&source).status();
    assert!(status.expect("rustc starts").success(), "rustc compiles the bare program");
    program
}

fn main() {
    common::print_machine();
    // Without the flag that `cargo bench` gives, one run each shows that it works.
    let runs = if std::env::args().any(|arg| arg == "--bench") { RUNS } else { 1 };
    let mut cases = [
        Case::new("bare Rust program", bare_program(), &[]),
        Case::new("holdoff --version", PROGRAM, &["--version"]),
        Case::new("holdoff schedule", PROGRAM, &["schedule", "--base", "250ms", "--max", "2s"]),
        Case::new("jq -n 1", "jq", &["-n", "1"]),
    ];
    for _ in 0..runs {
        for case in &mut cases {
            case.times.extend(case.run());
        }
    }
    let floor = cases.first().map(Case::median).unwrap_or_default();
    println!("{:20} {:>10} {:>10} {:>14}", "", "fastest", "median", "x bare program");
    for case in cases.iter().filter(|case| !case.times.is_empty()) {
        let (least, median) = (case.least().as_secs_f64() * 1e3, case.median().as_secs_f64() * 1e3);
        let ratio = case.median().as_secs_f64() / floor.as_secs_f64();
        println!("{:20} {least:7.3} ms {median:7.3} ms {ratio:14.2}", case.name);
    }
    let [_, _, schedule, jq] = &cases;
    if !jq.times.is_empty() {
        let ratio = jq.median().as_secs_f64() / schedule.median().as_secs_f64();
        println!("holdoff schedule is {ratio:.0} times as quick as jq -n 1");
    }
}
