//! `-h` of every command, at 80 columns: the text in tests/help/ was read by a person, and is what is printed.
//!
//! After a change of the help, `HOLDOFF_REWRITE=1 cargo test --test help` writes the files anew, to be read again.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::path::{Path, PathBuf};
use std::{env, fs};

use common::{Run, holdoff_with};

const COMMANDS: [&str; 12] = [
    "",
    "schedule",
    "inspect",
    "simulate",
    "compare",
    "convert",
    "check",
    "profiles",
    "dialects",
    "explain",
    "schema",
    "completions",
];

fn help(command: &str, flag: &str) -> Run {
    let args: Vec<&str> = [command, flag].into_iter().filter(|arg| !arg.is_empty()).collect();
    holdoff_with(&args, b"", &[("COLUMNS", "80")])
}

fn file(command: &str) -> PathBuf {
    let name = if command.is_empty() { "holdoff" } else { command };
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/help/{name}.txt"))
}

#[test]
fn short_help_is_the_text_that_was_read() {
    for command in COMMANDS {
        let Run { code, stdout, stderr } = help(command, "-h");
        assert_eq!((code, stderr.as_str()), (0, ""), "{command}");
        if env::var_os("HOLDOFF_REWRITE").is_some() {
            fs::write(file(command), &stdout).unwrap();
        }
        assert_eq!(stdout, fs::read_to_string(file(command)).unwrap(), "{command}");
    }
}

#[test]
fn every_command_has_its_text() {
    let listed = help("", "-h").stdout;
    let listed = listed.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(listed, COMMANDS.get(1..).unwrap());
}

#[test]
fn help_fits_80_columns() {
    for command in COMMANDS {
        for flag in ["-h", "--help"] {
            for line in help(command, flag).stdout.lines() {
                assert!(line.chars().count() <= 80, "{command} {flag}: {line}");
            }
        }
    }
}

#[test]
fn the_program_alone_shows_its_short_help_on_one_screen() {
    let Run { code, stdout, stderr } = help("", "");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert_eq!(stderr, fs::read_to_string(file("")).unwrap());
    assert!(stderr.lines().count() <= 24, "{stderr}");
}

#[test]
fn every_long_help_has_examples() {
    for command in COMMANDS {
        let Run { stdout, .. } = help(command, "--help");
        assert!(stdout.contains("\nExamples:\n"), "{command}\n{stdout}");
    }
}
