//! `holdoff compare`, from outside.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Run, holdoff, holdoff_with, run};
use serde_json::{Value, json};

/// urllib3 waits 0, 2, 4 and 8 s, tenacity 1, 2, 4 and 8 s.
const CLIENTS: &str = "compare --client urllib3 'total=4,backoff_factor=1' \
                       --client tenacity 'wait=wait_exponential(max=60), stop=stop_after_attempt(5)'";

#[test]
fn two_clients_part_where_their_waits_do() {
    let answer = run(&format!("{CLIENTS} --json")).json();
    let waits = |at: usize| -> Vec<Value> {
        answer["policies"][at]["schedule"].as_array().unwrap().iter().map(|row| row["wait"].clone()).collect()
    };
    assert_eq!(
        (waits(0), waits(1)),
        (vec![json!(0), json!(2), json!(4), json!(8)], vec![json!(1), json!(2), json!(4), json!(8)])
    );
    let [urllib3, tenacity] = [0, 1].map(|at| &answer["policies"][at]);
    assert_eq!((&urllib3["label"], &urllib3["calls"], &urllib3["total"]), (&json!("urllib3"), &json!(5), &json!(14)));
    assert_eq!(
        (&tenacity["label"], &tenacity["calls"], &tenacity["total"]),
        (&json!("tenacity"), &json!(5), &json!(15))
    );
    assert_eq!(answer["against"], json!(null));
    let change = &answer["changes"][0];
    assert_eq!((&change["kind"], &change["parts_at"]), (&json!("changed"), &json!(1)));
    let differences: Vec<_> =
        change["differences"].as_array().unwrap().iter().map(|it| it["key"].as_str().unwrap()).collect();
    // urllib3 takes Retry-After up to six hours, tenacity does not look at it.
    assert_eq!(differences, ["first_wait", "total", "server_wait"]);
}

#[test]
fn a_person_sees_the_waits_the_calls_in_time_and_what_each_comes_to() {
    let Run { code, stdout, .. } = run(CLIENTS);
    assert_eq!(code, 0);
    assert!(stdout.starts_with(" retry  urllib3  tenacity\n     1       0s        1s\n"), "{stdout}");
    assert!(stdout.contains("\n waiting            14s       15s  differs\n"), "{stdout}");
    assert!(stdout.contains("tenacity parts from urllib3 at retry 1: 1s instead of 0s\n"), "{stdout}");
    // Calls at 0, 0, 2, 6 and 14 s of 15 s: with 72 columns for 15 s at 0, 9, 28 and 66.
    let line = stdout.lines().find(|line| line.starts_with(" urllib3  ")).unwrap();
    let marks: Vec<usize> =
        line.chars().skip(10).enumerate().filter(|(_, it)| matches!(it, 'o' | '\u{25cf}')).map(|(at, _)| at).collect();
    assert_eq!(marks, [0, 9, 28, 66], "{line}");
}

#[test]
fn all_units_become_the_smallest_of_them() {
    let answer = run(
        "compare --client holdoff 'base=1s,max=4s,retries=2' --client holdoff 'base=500ms,max=4s,retries=2' --json",
    )
    .json();
    assert_eq!((&answer["policies"][0]["unit"], &answer["policies"][0]["total"]), (&json!("ms"), &json!(3000)));
    assert_eq!(
        (&answer["policies"][1]["total"], &answer["policies"][1]["label"]),
        (&json!(1500), &json!("holdoff (2)"))
    );
    let same = run("compare --client holdoff 'base=1s,max=4s' --client holdoff 'base=1000ms,max=4s' --json").json();
    assert_eq!(same["changes"][0]["kind"], json!("same"));
}

#[test]
fn what_cannot_be_compared_is_told() {
    for (line, code, text) in [
        ("compare --client curl '--retry 2'", 2, "compare wants two policies or more"),
        ("compare --client holdoff 'base=1,max=2' --client curl '--retry 2'", 2, "curl has units and holdoff has none"),
        ("compare --client holdoff 'base=1s' --client curl '--retry 2'", 2, "has no max"),
        ("compare --against main", 2, "--against compares files"),
        ("compare nowhere.toml elsewhere.toml", 3, "nowhere.toml"),
    ] {
        let Run { code: got, stderr, .. } = run(line);
        assert_eq!(got, code, "{line}: {stderr}");
        assert!(stderr.contains(text), "{line}: {stderr}");
    }
}

/// A repository of its own with one commit of `before`, and `now` in the work tree.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str, before: &str, now: Option<&str>) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let it = Self(folder);
        it.git(&["init", "--quiet"]);
        fs::write(it.0.join("retry.toml"), before).unwrap();
        it.git(&["add", "."]);
        it.git(&["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "--message", "before"]);
        match now {
            Some(now) => fs::write(it.0.join("retry.toml"), now).unwrap(),
            None => fs::remove_file(it.0.join("retry.toml")).unwrap(),
        }
        it
    }

    fn git(&self, args: &[&str]) {
        assert!(Command::new("git").arg("-C").arg(&self.0).args(args).status().unwrap().success());
    }

    fn compare(&self, file: &str, more: &[&str]) -> Run {
        let file = self.0.join(file);
        let path = std::env::var("PATH").unwrap();
        let args = [&["compare", "--against", "HEAD", file.to_str().unwrap()], more].concat();
        holdoff_with(&args, b"", &[("PATH", &path)])
    }
}

const BEFORE: &str = "[policies.api]\nbase = \"250ms\"\nmax = \"2s\"\n\n[policies.queue]\nbase = \"1s\"\nmax = \"30s\"\n\n\
                      [policies.old]\nbase = \"1s\"\nmax = \"30s\"\n";
const NOW: &str = "[policies.api]\nbase = \"250ms\"\nmax = \"8s\"\nretries = 7\n\n[policies.queue]\nbase = \"1s\"\nmax = \"30s\"\n\n\
                   [policies.new]\nbase = \"1s\"\nmax = \"30s\"\n";

#[test]
fn a_change_is_held_against_the_revision() {
    let repository = Repository::new("changed", BEFORE, Some(NOW));
    let answer = repository.compare("retry.toml", &["--json"]).json();
    assert_eq!(answer["against"], json!("HEAD"));
    let kinds: Vec<_> = answer["changes"].as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["changed", "same", "added", "removed"]);
    // 250, 500, 1000, 2000, 2000 ms are 5750; 250, 500, 1000, 2000, 4000, 8000, 8000 are 23750.
    assert_eq!(answer["changes"][0]["parts_at"], json!(5));
    assert_eq!(
        answer["changes"][0]["differences"],
        json!([
            { "key": "calls", "from": 6, "to": 8 },
            { "key": "longest_wait", "from": 2000, "to": 8000 },
            { "key": "capped_from", "from": 4, "to": 6 },
            { "key": "total", "from": 5750, "to": 23750 },
        ])
    );
    let one = repository.compare("retry.toml#queue", &["--json"]).json();
    assert_eq!(one["changes"].as_array().unwrap().len(), 1);
    assert_eq!(one["changes"][0]["kind"], json!("same"));
}

#[test]
fn a_pull_request_is_shown_what_it_changes() {
    let repository = Repository::new("markdown", BEFORE, Some(NOW));
    let text = repository.compare("retry.toml", &["--format", "markdown"]).stdout;
    assert!(text.starts_with("against HEAD: 1 changed, 1 added, 1 removed, 1 unchanged\n"), "{text}");
    assert!(text.contains("| 6 \u{2192} 8 "), "{text}");
    assert!(text.contains("| 5.75s \u{2192} 23.75s |"), "{text}");
    assert!(text.contains("they part at retry 5, 4s instead of 2s; calls 6 \u{2192} 8;"), "{text}");
}

/// `check` has the same above its findings, and goes on where one policy cannot be read.
#[test]
fn a_reviewer_of_policies_sees_what_moved_and_whether_it_fits() {
    let now =
        format!("[require]\nmax-wait = \"5s\"\n\n{NOW}\n[policies.wrong]\nbase = \"1s\"\nmax = \"2s\"\nretires = 3\n");
    let repository = Repository::new("review", BEFORE, Some(&now));
    let (file, path) = (repository.0.join("retry.toml"), std::env::var("PATH").unwrap());
    let args = ["check", "--changed", file.to_str().unwrap(), "--format", "markdown"];
    let Run { code, stdout, .. } = holdoff_with(&args, b"", &[("PATH", &path)]);
    assert_eq!(code, 1);
    assert!(stdout.starts_with("against HEAD: 1 changed, 1 added, 1 removed, 1 unchanged\n"), "{stdout}");
    assert!(stdout.contains("| 5.75s \u{2192} 23.75s |"), "{stdout}");
    assert!(stdout.contains("max-wait") && stdout.contains("invalid-policy"), "{stdout}");
    // The two that were there before lacked jitter then.
    assert_eq!(stdout.matches("| no-jitter").count(), 1, "{stdout}");
}

#[test]
fn a_file_that_is_gone_or_new_is_no_failure() {
    let gone = Repository::new("gone", BEFORE, None);
    let answer = gone.compare("retry.toml", &["--json"]).json();
    assert!(answer["changes"].as_array().unwrap().iter().all(|it| it["kind"] == json!("removed")));
    let new = Repository::new("new", BEFORE, Some(BEFORE));
    fs::write(new.0.join("other.toml"), "[policies.a]\nbase = \"1s\"\nmax = \"2s\"\n").unwrap();
    let answer = new.compare("other.toml", &["--json"]).json();
    assert_eq!((&answer["changes"][0]["kind"], &answer["changes"][0]["from"]), (&json!("added"), &json!(null)));
    assert_eq!(new.compare("never.toml", &[]).code, 3);
    let unknown = new.compare("retry.toml#apx", &[]);
    assert_eq!((unknown.code, unknown.stderr.contains("write `#api`")), (2, true), "{}", unknown.stderr);
}

#[test]
fn what_git_cannot_tell_is_said() {
    let repository = Repository::new("unknown", BEFORE, Some(NOW));
    let file = repository.0.join("retry.toml");
    let path = std::env::var("PATH").unwrap();
    let file = file.to_str().unwrap();
    for revision in ["nowhere", "--all", "HEAD:retry.toml"] {
        let wrong = holdoff_with(&["compare", &format!("--against={revision}"), file], b"", &[("PATH", &path)]);
        assert_eq!(wrong.code, 2, "{wrong:?}");
        assert!(wrong.stderr.contains(&format!("git knows no revision `{revision}`")), "{wrong:?}");
    }
    let without = holdoff_with(&["compare", "--against", "HEAD", file], b"", &[("PATH", "/nowhere")]);
    assert_eq!((without.code, without.stderr.contains("needs the git program")), (3, true), "{without:?}");
    assert_eq!(holdoff(&["compare", "--against", "HEAD", "-"]).code, 2);
}
