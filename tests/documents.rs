//! Every example in the README and in `--help` runs, and the README shows what it prints.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::run;

/// A response in place of the one that `curl` would fetch.
const CURL: &str =
    "#!/bin/sh\nprintf 'HTTP/2 429 \\r\\ncontent-type: text/plain\\r\\nretry-after: 120\\r\\n\\r\\nslow down\\n'\n";

/// A shell that has the program, a stand-in for curl and the system's own tools on its PATH.
struct Shell {
    bin: PathBuf,
}

impl Shell {
    fn new(name: &str) -> Self {
        let bin = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&bin).unwrap();
        let curl = bin.join("curl");
        fs::write(&curl, CURL).unwrap();
        fs::set_permissions(&curl, fs::Permissions::from_mode(0o755)).unwrap();
        Self { bin }
    }

    fn run(&self, script: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_holdoff")).parent().unwrap();
        let path = format!("{}:{}:{}", self.bin.display(), program.display(), std::env::var("PATH").unwrap());
        Command::new("sh")
            .args(["-c", script])
            .current_dir(&self.bin)
            .env("PATH", path)
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap()
    }
}

fn has_jq() -> bool {
    Command::new("jq").arg("--version").output().is_ok()
}

#[test]
fn the_readme_shows_what_its_examples_print() {
    let shell = Shell::new("readme");
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let mut examples = 0;
    let (mut rest, mut blocks) = (readme.as_str(), Vec::new());
    while let Some((_, block)) = rest.split_once("\n```") {
        let (block, after) = block.split_once("```\n").unwrap();
        blocks.push(block.split_once('\n').unwrap());
        rest = after;
    }
    for (language, block) in blocks {
        // What the commands behind it find in their folder.
        if language == "toml" {
            fs::write(shell.bin.join("holdoff.toml"), block).unwrap();
        }
        if language != "console" {
            continue;
        }
        let mut before = String::new();
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            if command.contains("jq ") && !has_jq() {
                continue;
            }
            // A command sees the exit code of the one before it.
            let output = shell.run(&format!("{before}\n{command}"));
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            assert_eq!(text(&output.stdout), expected, "{command}\n{}", text(&output.stderr));
            before = format!("{command} >/dev/null");
            examples += 1;
        }
    }
    assert!(examples >= 4, "{examples}");
}

#[test]
fn the_test_command_of_the_readme_is_the_one_that_ci_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let ci = fs::read_to_string(root.join(".ci/run")).unwrap();
    let command = readme.split("Pass the tests:").nth(1).unwrap().lines().nth(3).unwrap();
    assert!(command.starts_with("cargo ") && ci.lines().any(|line| line == command), "{command}");
}

#[test]
fn every_example_of_the_help_runs() {
    let shell = Shell::new("help");
    let mut examples = 0;
    for command in ["", "schedule", "inspect", "simulate", "profiles", "explain", "schema", "completions"] {
        let help = run(&format!("{command} --help")).stdout;
        let section = help.split("Examples:").nth(1).unwrap().split("\nExit codes:").next().unwrap();
        let lines = section.replace("\\\n", " ");
        for line in lines.lines().filter_map(|line| line.strip_prefix("    ")) {
            let output = shell.run(line.trim());
            let code = output.status.code().unwrap();
            assert!(
                [0, 75].contains(&code) && output.stderr.is_empty() && !output.stdout.is_empty(),
                "{line}\n{output:?}"
            );
            examples += 1;
        }
    }
    assert!(examples >= 16, "{examples}");
}
