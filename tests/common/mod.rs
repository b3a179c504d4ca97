//! One line per run of the program.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it cannot go on")]

use std::io::Write;
use std::process::{Command, Stdio};

/// What one run gave.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The output as one JSON document.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

/// Runs the program without standard input and in an empty environment.
pub fn holdoff(args: &[&str]) -> Run {
    holdoff_with(args, b"", &[])
}

/// Runs the program with `input` on its standard input.
pub fn holdoff_reading(input: &[u8], args: &[&str]) -> Run {
    holdoff_with(args, input, &[])
}

/// Runs the program with `input` on its standard input and these environment variables only.
pub fn holdoff_with(args: &[&str], input: &[u8], environment: &[(&str, &str)]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holdoff"))
        .args(args)
        .env_clear()
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A run that ends before it has read its input closes the pipe; that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the program ends");
    Run {
        code: output.status.code().expect("an exit code"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Splits a command line at spaces, but for what stands in single quotes.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').expect("a closing quote"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// Runs a command line as [`words`] splits it, without the program's name.
pub fn run(line: &str) -> Run {
    let words = words(line);
    holdoff(&words.iter().map(String::as_str).collect::<Vec<_>>())
}
