//! Stacks of layers that retry inside one another, and the load of retries, from outside.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use std::fs;

use common::{Run, holdoff, run};
use serde_json::json;

/// A job whose calls go through a gateway to an SDK.
const STACK: &str = "[policies.gateway]\nbase = \"100ms\"\nmax = \"1s\"\nretries = 2\njitter = \"full\"\nrequest-time = \"5s\"\n\n\
                     [policies.job]\nbase = \"1s\"\nmax = \"30s\"\nretries = 4\njitter = \"full\"\n\n\
                     [stacks.checkout]\nlayers = [\n  { policy = \"#job\" },\n  { policy = \"#gateway\" },\n  \
                     { client = [\"tenacity\", \"wait=wait_exponential(max=60), stop=stop_after_attempt(3)\"], request-time = \"2s\" },\n]\n";

fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// tenacity: three calls of 2 s and waits of 1 s and 2 s are 9 s, of which the gateway lets 5 s pass; three of these and
/// waits of at most 0.1 s and 0.2 s are 15.3 s; five of these and waits of at most 1, 2, 4 and 8 s are 91.5 s.
#[test]
fn layers_multiply_their_calls_and_add_up_their_times() {
    let stack = format!("{}#stacks.checkout", file("stack.toml", STACK));
    let answer = holdoff(&["compare", &stack, "--failure-rate", "50%", "--json"]).json();
    assert_eq!((&answer["calls"], &answer["worst_case_s"]), (&json!(45), &json!(91.5)));
    let layers = answer["layers"].as_array().unwrap();
    let of = |key: &str| layers.iter().map(|layer| layer[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("reached"), [json!(5), json!(15), json!(45)]);
    assert_eq!(of("call_time_s"), [json!(15.3), json!(5), json!(2)]);
    // The second retry starts after 1 + 2 + 2 + 2 s at worst, and 5 s are what the gateway waits.
    assert_eq!(of("cut_from"), [json!(null), json!(null), json!(2)]);
    assert_eq!(of("never_runs"), [json!(null), json!(null), json!(false)]);
    // 1 + 1/2 + 1/4 + … for 45 calls is 2 less 2^-44.
    assert_eq!(answer["load"], json!(2));
    let table = holdoff(&["compare", &stack]).stdout;
    assert!(table.contains("checkout: 45 calls reach the bottom for one at the top"), "{table}");
}

#[test]
fn check_judges_a_stack_with_its_file() {
    let text = format!("{STACK}\n[stacks.checkout.require]\nmax-calls = 20\nmax-total = \"2m\"\n");
    let Run { code, stdout, .. } = holdoff(&["check", &file("judged.toml", &text), "--json"]);
    assert_eq!(code, 1);
    let answer: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let of_stack = answer["findings"].as_array().unwrap().iter().filter(|it| it["policy"] == "stacks.checkout");
    let codes: Vec<_> = of_stack.map(|it| it["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["layers-multiply", "inner-never-runs", "max-calls"]);
    let allowed = format!("{STACK}\n[stacks.checkout.allow]\nlayers-multiply = \"the job runs once a day\"\n");
    let findings = holdoff(&["check", &file("allowed.toml", &allowed)]).stdout;
    assert!(!findings.contains("layers-multiply"), "{findings}");
}

/// p-26: three layers of 3, 3 and 5 calls made 45 calls of each event; without one of them there are 15.
#[test]
fn p_26_layers_of_a_stack_are_multiplied() {
    let client =
        |calls: u32| format!("{{ client = [\"tenacity\", \"stop=stop_after_attempt({calls}), wait=wait_fixed(1)\"] }}");
    let calls = |layers: &[u32]| {
        let layers: Vec<String> = layers.iter().map(|it| client(*it)).collect();
        let text =
            format!("[policies.none]\nbase = \"1s\"\nmax = \"1s\"\n[stacks.a]\nlayers = [{}]\n", layers.join(", "));
        holdoff(&["compare", &format!("{}#stacks.a", file("layers.toml", &text)), "--get", "calls"]).stdout
    };
    assert_eq!((calls(&[3, 3, 5]).as_str(), calls(&[3, 5]).as_str()), ("45\n", "15\n"));
}

#[test]
fn a_layer_may_be_in_another_file() {
    file("beside.toml", "[policies.a]\nbase = \"1s\"\nmax = \"2s\"\nretries = 1\n");
    let stack = "[policies.b]\nbase = \"1s\"\nmax = \"2s\"\nretries = 1\n[stacks.s]\nlayers = [{ policy = \"#b\" }, { policy = \"beside.toml#a\" }]\n";
    let path = file("around.toml", stack);
    assert_eq!(holdoff(&["compare", &format!("{path}#stacks.s"), "--get", "calls"]).stdout, "4\n");
    for (wrong, text) in [
        ("{ policy = \"nowhere.toml#a\" }", "nowhere.toml"),
        ("{ policy = \"#c\" }", "the file has no policy `c`"),
        ("{ client = [\"urlib3\", \"total=1\"] }", "there is no dialect `urlib3`"),
        ("{ polcy = \"#b\" }", "write `policy`"),
        ("{ }", "the layer has no policy"),
        ("\"b\"", "write `{ policy = \"#b\" }`"),
        ("\"beside.toml#a\"", "write `{ policy = \"beside.toml#a\" }`"),
        ("[\"b\"]", "write `{ policy = \"FILE#NAME\" }`, or `{ client = [\"NAME\", \"KEYS\"] }`"),
    ] {
        let path = file("wrong.toml", &stack.replace("{ policy = \"beside.toml#a\" }", wrong));
        let Run { code, stderr, .. } = holdoff(&["check", &path]);
        assert!(code == 2 && stderr.contains(text), "{wrong}: {code} {stderr}");
    }
}

/// tenacity alone: three calls in each of two layers.
#[test]
fn a_file_may_have_stacks_alone() {
    let client = "{ client = [\"tenacity\", \"stop=stop_after_attempt(3)\"] }";
    let path = file("stacks-alone.toml", &format!("[stacks.a]\nlayers = [{client}, {client}]\n"));
    let findings = holdoff(&["check", &path, "--json"]).json();
    assert_eq!((&findings["findings"][0]["code"], &findings["policies"]), (&json!("layers-multiply"), &json!(1)));
    assert_eq!(holdoff(&["compare", &format!("{path}#stacks.a"), "--get", "calls"]).stdout, "9\n");
    for arguments in [&["compare", &path][..], &["schedule", "--policy", &path], &["check", &format!("{path}#b")]] {
        let Run { code, stderr, .. } = holdoff(arguments);
        assert!(code == 2 && stderr.contains("#stacks.a`"), "{arguments:?}: {code} {stderr}");
    }
}

/// The sums of 0.5^n are 1.9375 for five calls and 1.75 for three.
#[test]
fn the_load_of_a_policy_is_that_of_its_calls() {
    let two = "compare --client urllib3 'total=4,backoff_factor=1' --client curl '--retry 2' --json --failure-rate";
    for (rate, right) in [("50%", [1.9375, 1.75]), ("0.5", [1.9375, 1.75]), ("100%", [5.0, 3.0]), ("0", [1.0, 1.0])] {
        let answer = run(&format!("{two} {rate}")).json();
        let loads = [0, 1].map(|at| answer["policies"][at]["load"].as_f64().unwrap());
        assert_eq!(loads, right, "{rate}");
    }
    for wrong in ["101%", "2", "half", "-1"] {
        assert_eq!(run(&format!("{two} {wrong}")).code, 2, "{wrong}");
    }
}
