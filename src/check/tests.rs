use super::*;
use crate::dialect::{self, dialect, native};
use crate::document::{Document, Language};

/// The names of the findings on an example: a policy file, or `client NAME: KEYS` with what is required beneath.
fn findings(example: &str) -> Vec<&'static str> {
    let mut elsewhere = |file: &str| Err(format!("there is no file {file}"));
    let names = |found: Vec<(Option<usize>, Finding)>| found.into_iter().map(|(_, it)| it.name()).collect();
    let Some(client) = example.strip_prefix("client ") else {
        let document = Document::parse("holdoff.toml", example, Language::Toml).unwrap();
        let entries = native::policies(&document).unwrap();
        let translations: Vec<_> = entries.into_iter().map(native::policy).collect();
        return names(judge_file(&document, &translations, &[], &mut elsewhere).unwrap());
    };
    let (line, rest) = client.split_once('\n').unwrap();
    let (name, keys) = line.split_once(": ").unwrap();
    let dialect = dialect(name).unwrap();
    let document = dialect.document("config", keys).unwrap();
    let translation = dialect::of(dialect, &document.roots[0]);
    let asked = Document::parse("require.toml", rest, Language::Toml).unwrap();
    let asked = asked.roots[0].get("require").map(|node| Requirement::all(node).unwrap()).unwrap_or_default();
    names(judge_file(&document, &[translation], &asked, &mut elsewhere).unwrap())
}

/// What stands in `holdoff explain` beneath each rule is true.
#[test]
fn each_rule_fires_on_its_wrong_example_and_not_on_its_right_one() {
    for rule in Rule::ALL {
        let (wrong, right) = (findings(rule.wrong()), findings(rule.right()));
        assert!(wrong.contains(&rule.name()), "{}: {wrong:?}", rule.name());
        assert!(!right.contains(&rule.name()), "{}: {right:?}", rule.name());
    }
}

#[test]
fn names_are_unique_and_kebab_case() {
    let mut names: Vec<_> =
        Rule::ALL.iter().map(|rule| rule.name()).chain(Code::ALL.iter().map(|it| it.name())).collect();
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// What a client does by default is found too, where the page says why.
#[test]
fn rules_that_fire_on_the_defaults_of_a_client_say_so() {
    for it in dialect::dialects() {
        let text = match it.form {
            dialect::Form::Keys { .. } => "{}",
            dialect::Form::Command => it.name,
            dialect::Form::File(_) => continue,
        };
        let document = it.document("config", text).unwrap();
        // Some clients have no policy without a key.
        let Ok(translation) = dialect::of(it, &document.roots[0]) else { continue };
        for finding in judge(&translation, &[]).unwrap() {
            if let Kind::Rule(rule) = finding.kind {
                assert!(rule.page().contains("by default"), "{}: {}", it.name, rule.name());
            }
        }
    }
}
