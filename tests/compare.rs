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

/// tenacity without a stop waits 1, 2, 4, 8, 16, 32, 60, 60 … s for ever.
const ENDLESS: &str = "compare --client tenacity 'wait=wait_exponential(max=60)'";

#[test]
fn a_policy_without_an_end_parts_from_one_that_ends_later_than_it_is_shown() {
    let with = |retries: &str, more: &str| {
        run(&format!("{ENDLESS} --client holdoff 'base=1s,max=60s,retries={retries}' --json {more}")).json()
    };
    let late = with("150", "");
    assert_eq!(late["changes"][0]["parts_at"], json!(151));
    let [endless, ends] = [0, 1].map(|at| &late["policies"][at]);
    assert_eq!((&endless["goes_on"], &endless["calls"]), (&json!(true), &json!(null)));
    assert_eq!((&ends["goes_on"], &ends["calls"]), (&json!(false), &json!(151)));
    assert_eq!(endless["schedule"].as_array().unwrap().len(), 100);
    assert_eq!(with("1000", "")["changes"][0]["parts_at"], json!(1001));

    // 1 + 2 + 4 s; the other has 1 + 2 + 4 + 8 + 16 s. They part behind what the first is shown to.
    let short = with("5", "--endless 3");
    let [endless, ends] = [0, 1].map(|at| &short["policies"][at]);
    assert_eq!((&endless["total"], &endless["longest_wait"]), (&json!(7), &json!(4)));
    assert_eq!((&ends["total"], &ends["longest_wait"]), (&json!(31), &json!(16)));
    assert_eq!(short["changes"][0]["parts_at"], json!(6));
}

#[test]
fn the_sum_of_a_policy_without_an_end_says_what_it_is_of() {
    let line = format!("{ENDLESS} --client urllib3 'total=4,backoff_factor=1' --endless 3");
    let table = run(&line).stdout;
    assert!(table.contains("tenacity goes on; what it comes to is that of 3 retries\n"), "{table}");
    let parts = "urllib3 parts from tenacity at retry 1: 0s instead of 1s; tenacity goes on longer, no end against 4";
    let unwrapped = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped.contains(&format!("{parts} retries ")), "{table}");
    let markdown = run(&format!("{line} --format markdown")).stdout;
    assert!(markdown.contains("waiting 7s in 3 retries \u{2192} 14s"), "{markdown}");
    // The longest wait is still to come, but for a policy that has reached its max: 60 s at retry 7.
    assert!(markdown.contains("longest wait 4s in 3 retries \u{2192} 8s"), "{markdown}");
    let capped = run(&format!("{line} --format markdown").replace("--endless 3", "--endless 7")).stdout;
    assert!(capped.contains("longest wait 1m \u{2192} 8s"), "{capped}");

    // What ends after more retries than are looked at has an end all the same.
    let long = run("compare --client curl '--retry 4' --client curl '--retry 5000'").stdout;
    assert!(long.split_whitespace().collect::<Vec<_>>().join(" ").contains("calls 5 more than 1001 differs"), "{long}");

    for wrong in ["0", "1001", "-1", "+3", "3.5", "many"] {
        let Run { code, stderr, .. } = run(&line.replace("--endless 3", &format!("--endless {wrong}")));
        assert_eq!(code, 2, "{wrong}: {stderr}");
        assert!(stderr.contains("write a whole number from 1 to 1000"), "{wrong}: {stderr}");
    }
}

#[test]
fn the_worst_case_has_the_longest_waits_and_the_time_of_every_call() {
    let line = "compare --client holdoff 'base=1s,max=4s,retries=3,jitter=full' \
                --client holdoff 'base=1s,max=4s,retries=3,jitter=20%' --request-time 500ms";
    let answer = run(&format!("{line} --json")).json();
    let values = |at: usize| ["total", "total_min", "total_max", "worst_case"].map(|key| &answer["policies"][at][key]);
    // 1 + 2 + 4 s and four calls of half a second; a fifth more is 1.2 + 2.4 + 4.8 s, a fifth less 0.8 + 1.6 + 3.2 s.
    assert_eq!(values(0), [&json!(7), &json!(0), &json!(7), &json!(9)]);
    assert_eq!(values(1), [&json!(7), &json!(5.6), &json!(8.4), &json!(10.4)]);
    // As many retries each: neither goes on longer.
    let table = run(line).stdout;
    assert!(table.contains("at retry 1: 800ms to 1.2s instead of 0s to 1s\n"), "{table}");
}

#[test]
fn a_spreadsheet_has_a_row_for_each_retry_of_each_policy() {
    let line = "compare --client holdoff 'base=2s,max=3s,retries=2,jitter=full' --client curl '--retry 1'";
    let csv = run(&format!("{line} --format csv")).stdout;
    assert_eq!(
        csv,
        "label,retry,call,wait,min,max,elapsed,capped\n\
         holdoff,1,2,2,0,2,2,false\nholdoff,2,3,3,0,3,5,true\ncurl,1,2,1,1,1,1,false\n"
    );
    let ndjson = run(&format!("{line} --format ndjson")).stdout;
    let lines: Vec<Value> = ndjson.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<_> = lines.iter().map(|it| it["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["policy", "policy", "change"]);
    assert_eq!((&lines[2]["from"], &lines[2]["to"]), (&json!("holdoff"), &json!("curl")));
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
