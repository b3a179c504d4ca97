use super::*;

fn places(language: Language, text: &str) -> Vec<String> {
    let document = Document::parse("it", text, language).unwrap();
    let mut found = Vec::new();
    for root in &document.roots {
        root.walk(&mut Vec::new(), &mut |path, node| {
            if let Some(scalar) = node.scalar() {
                found.push(format!("{}={scalar} {}", path.join("."), document.place(node.span.start)));
            }
        });
    }
    found
}

#[test]
fn every_value_keeps_its_place_in_every_language() {
    let toml = "[policies.a]\nbase = \"250ms\"\nretries = 5\n\n[policies.\"ü\"]\n\"ü\" = [1, {x = 2}]\n";
    let right =
        ["policies.a.base=250ms 2:8", "policies.a.retries=5 3:11", "policies.ü.ü.0=1 6:8", "policies.ü.ü.1.x=2 6:16"];
    assert_eq!(places(Language::Toml, toml), right);
    let yaml = "policies:\n  a: {base: 250ms, retries: 5}\n  ü:\n  - x: \"2\"\n---\nb: 3\n";
    let right = ["policies.a.base=250ms 2:13", "policies.a.retries=5 2:29", "policies.ü.0.x=2 4:8", "b=3 6:4"];
    assert_eq!(places(Language::Yaml, yaml), right);
    let json = "{\n\t\"policies\": {\"ü\": {\"base\": \"250\\u006ds\", \"retries\": 5e0}}\n}";
    let right = ["policies.ü.base=250ms 2:29", "policies.ü.retries=5e0 2:54"];
    assert_eq!(places(Language::Json, json), right);
    let code = "{ retries: 5, 'ü': [1.5, \"x\"], }";
    assert_eq!(places(Language::Code, code), ["retries=5 1:12", "ü.0=1.5 1:21", "ü.1=x 1:26"]);
}

#[test]
fn a_name_written_twice_is_an_error_with_both_places() {
    let both = |language, text: &str| {
        let fault = Document::parse("it", text, language).unwrap_err();
        assert_eq!(fault.message, "`a` is written twice", "{text}");
        (fault.at, fault.other.unwrap().1)
    };
    assert_eq!(both(Language::Toml, "a = 1\nb = 2\na = 3\n"), (12..13, 0..1));
    assert_eq!(both(Language::Toml, "[p.a]\nx = 1\n[p.a]\ny = 1\n"), (15..16, 3..4));
    assert_eq!(both(Language::Yaml, "a: 1\nb: 2\na: 3\n"), (10..11, 0..1));
    assert_eq!(both(Language::Json, "{\"a\": 1, \"a\": 2}"), (9..12, 1..4));
    assert_eq!(both(Language::Code, "a=1,a=2"), (4..5, 0..1));
}

#[test]
fn hostile_documents_end() {
    let mut yaml = "a: &a [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for (next, last) in ["b", "c", "d", "e", "f", "g"].iter().zip(["a", "b", "c", "d", "e", "f"]) {
        let many = vec![format!("*{last}"); 10].join(", ");
        yaml.push_str(&format!("{next}: &{next} [{many}]\n"));
    }
    assert!(Document::parse("it", &yaml, Language::Yaml).unwrap_err().message.contains("more than"));
    for language in [Language::Toml, Language::Yaml, Language::Json, Language::Code] {
        let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        let text = if language == Language::Toml { format!("a = {deep}") } else { deep };
        assert!(Document::parse("it", &text, language).is_err(), "{language:?}");
    }
}

#[test]
fn code_has_calls_chains_sums_and_products() {
    let of = |text: &str| code::parse(text).unwrap().value;
    let Value::Calls(calls) = of("@retry(wait=wait_exponential(multiplier=1, max=60) + wait_random(0, 2), stop=x)")
    else {
        panic!()
    };
    assert_eq!((calls[0].name.as_str(), calls[0].args.len()), ("retry", 2));
    assert!(matches!(&calls[0].args[0].value.value, Value::Sum(terms) if terms.len() == 2));
    let Value::Calls(calls) = of("ExponentialBuilder::default().with_max_times(3).with_jitter();") else { panic!() };
    let names: Vec<_> = calls.iter().map(Call::short_name).collect();
    assert_eq!(names, ["default", "with_max_times", "with_jitter"]);
    let Value::Map(entries) = of("Duration: 2 * time.Second, Steps: 4") else { panic!() };
    assert!(matches!(&entries[0].value.value, Value::Calls(calls) if calls[0].name == "time.Second"));
    let Value::Calls(calls) = of("new RetryAgent(agent, { maxRetries: 5 })") else { panic!() };
    assert_eq!((calls[0].name.as_str(), calls[0].args.len()), ("RetryAgent", 2));
    let Value::Map(entries) = of("{ request, retries: 3 }") else { panic!() };
    assert_eq!(entries.iter().map(|it| it.key.as_str()).collect::<Vec<_>>(), ["request", "retries"]);
    assert_eq!(entries[0].value.scalar(), Some("request"));
    let Value::Map(entries) = of("a=None, b=nil, c: undefined, d: null, e='None', f=Jitter::None") else { panic!() };
    let kinds: Vec<_> = entries.iter().map(|entry| entry.value.kind()).collect();
    assert_eq!(kinds, ["nothing", "nothing", "nothing", "nothing", "a text", "a text"]);
    assert!(code::parse("a=1 b=2").is_err());
    assert!(code::parse("a=(").is_err());
    assert!(code::parse("a='x").is_err());
}

/// What is set of a variable is chained to what it was declared with, in Rust and in Go.
#[test]
fn code_may_declare_a_variable_and_set_its_fields() {
    let names = |text: &str| {
        let Value::Calls(calls) = code::parse(text).unwrap().value else { panic!("{text}") };
        calls.iter().map(|call| format!("{}/{}", call.name, call.args.len())).collect::<Vec<_>>()
    };
    let go = "b := backoff.NewExponentialBackOff()\nb.InitialInterval = 2 * time.Second // first\nb.Reset()\n";
    assert_eq!(names(go), ["backoff.NewExponentialBackOff/0", "InitialInterval/1", "Reset/0"]);
    let rust = "let mut b: Backoff = Backoff::new(3, min, None);\nb.set_jitter(0.5);";
    assert_eq!(names(rust), ["Backoff::new/3", "set_jitter/1"]);
    let used = "let s = Fixed::from_millis(10).take(3);\nlet result = Retry::spawn(s, action).await?;";
    assert_eq!(names(used), ["Retry::spawn/2"]);
    let used = "c := retryablehttp.NewClient()\nc.HTTPClient.Timeout = time.Second";
    assert_eq!(names(used), ["retryablehttp.NewClient/0", "HTTPClient.Timeout/1"]);
    let nested = "b := backoff.NewExponentialBackOff()\nerr := backoff.Retry(op, backoff.WithMaxRetries(b, 3))";
    let Value::Calls(calls) = code::parse(nested).unwrap().value else { panic!() };
    let Value::Calls(inner) = &calls[0].args[1].value.value else { panic!() };
    assert!(matches!(&inner[0].args[0].value.value, Value::Calls(it) if it[0].short_name() == "NewExponentialBackOff"));
    assert!(code::parse("b := New()\nother(c)").unwrap_err().message.contains("takes no `b`"));
    // What is no call is a key, as it is without a declaration.
    assert!(matches!(code::parse("retries := 5").unwrap().value, Value::Map(_)));
}

#[test]
fn code_has_structs_and_functions_of_go_and_of_rust() {
    let entries = |text: &str| {
        let Value::Calls(mut calls) = code::parse(text).unwrap().value else { panic!("{text}") };
        calls.remove(0).args
    };
    let keys = |text: &str| entries(text).into_iter().map(|entry| entry.key).collect::<Vec<_>>();
    assert_eq!(
        keys("&wait.Backoff{\n\tSteps: 4,\n\tDuration: time.Duration(10) * time.Millisecond,\n}"),
        ["Steps", "Duration"]
    );
    assert_eq!(keys("Conf{Pending: []string{\"a\", \"b\"}, Timeout: time.Minute}"), ["Pending", "Timeout"]);
    assert_eq!(keys("Exp { multiplier: 2.0, ..Default::default() }"), ["multiplier"]);
    assert!(code::parse("Exp { multiplier: 2.0, ..base }").is_err());
    let set = entries(
        "retry.NewStandard(func(o *retry.StandardOptions) {\n\to.MaxAttempts = 5\n\to.MaxBackoff = time.Minute\n})",
    );
    assert_eq!(set[0].value.get("MaxAttempts").and_then(Node::scalar), Some("5"));
    let body = entries("retry.Do(func() error { if x { return f(\"}\") }; return nil }, retry.Attempts(3))");
    assert!(matches!(&body[0].value.value, Value::Text(text) if text == "func"));
    assert_eq!(body.len(), 2);
    assert!(code::parse("retry.Do(func() error { if x {").is_err());
    let Value::Map(entries) = code::parse("{ retryDelay: 60 * 1000, x: 2 * 1.5 * time.Second }").unwrap().value else {
        panic!()
    };
    assert_eq!(entries[0].value.scalar(), Some("60000"));
    let Value::Calls(calls) = &entries[1].value.value else { panic!() };
    assert_eq!(calls[0].args[0].value.scalar(), Some("3"));
}

/// `None` is Python's word for nothing, and in a file a text like any other.
#[test]
fn the_words_of_code_for_nothing_are_texts_in_a_file() {
    for (language, text) in [(Language::Yaml, "a: None"), (Language::Ini, "a = nil"), (Language::Toml, "a = 'None'")] {
        let document = Document::parse("it", text, language).unwrap();
        assert_eq!(document.roots[0].get("a").unwrap().kind(), "a text", "{text}");
    }
}

#[test]
fn the_language_is_told_by_how_a_text_begins() {
    for (text, language) in [
        ("{\"a\": 1}", Language::Json),
        ("{ retries: 5 }", Language::Code),
        ("a: 1\nb: 2\n", Language::Yaml),
        ("# x\nretry_policy:\n  a: 1", Language::Yaml),
        ("---\n- a\n", Language::Yaml),
        ("[policies.a]\nbase = 1", Language::Toml),
        ("base = 1\nmax = 2", Language::Toml),
        ("Retry(total=5)", Language::Code),
        ("total=5,backoff_factor=1", Language::Code),
        ("retries=5\nretry.backoff.ms=100", Language::Ini),
        ("policies.a.base = 1\npolicies.a.max = 2", Language::Toml),
        ("curl --retry 5 https://example.com", Language::Command),
    ] {
        assert_eq!(Document::guess(text), language, "{text}");
    }
}

/// The faulty letter is one of the text, whatever its bytes; at the end there is none.
#[test]
fn a_fault_has_bytes_of_its_text() {
    for (language, text, right) in
        [(Language::Json, "{\"a\": [1", 8..8), (Language::Yaml, "a: [1", 5..5), (Language::Yaml, "a: \u{e9}: b", 5..6)]
    {
        let fault = Document::parse("file", text, language).unwrap_err();
        assert!(text.get(fault.at.clone()).is_some(), "{text}: {fault:?}");
        assert_eq!(fault.at, right, "{text}");
    }
}
