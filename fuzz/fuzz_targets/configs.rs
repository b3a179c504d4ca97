//! Configs as they are written in the field: of whatever dialect a text is taken, a policy or a fault whose bytes are of the
//! text; then what `check` finds, what a policy comes to, and what another client's words keep of it.
#![no_main]

use holdoff::check::judge_file;
use holdoff::compare::Envelope;
use holdoff::convert::{Source, convert};
use holdoff::dialect::{Translation, dialects, native, policies, recognise_file, translate, writers};
use holdoff::document::{Document, Fault, Language};
use holdoff::policy::RetryBudget;
use holdoff::quantity::Exact;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(budget) = RetryBudget::parse(text) {
        assert_eq!(RetryBudget::parse(&budget.to_string()), Ok(budget));
    }
    let Some((first, rest)) = text.chars().next().map(|first| (first as usize, &text[first.len_utf8()..])) else { return };
    let all: Vec<_> = dialects().collect();
    let Some(dialect) = all.get(first % (all.len() + 5)) else {
        let languages = [Language::Toml, Language::Yaml, Language::Json, Language::Ini, Language::Code];
        let Ok(document) = Document::parse("file", rest, languages[first % languages.len()]) else { return };
        if let Ok(entries) = native::policies(&document) {
            judged(&document, &entries.into_iter().map(native::policy).collect::<Vec<_>>(), first);
        }
        recognise_file(&document);
        return;
    };
    match dialect.document("file", rest) {
        Err(fault) => assert_within(&fault, rest),
        Ok(document) => {
            let read: Vec<_> = policies(dialect, &document).iter().map(|found| translate(dialect, found)).collect();
            judged(&document, &read, first);
        }
    }
});

fn judged(document: &Document, read: &[Result<Translation, Fault>], pick: usize) {
    for fault in read.iter().filter_map(|it| it.as_ref().err()) {
        assert_within(fault, &document.text);
    }
    let mut elsewhere = |_: &str| Err("there is no other file".to_owned());
    if let Ok(findings) = judge_file(document, read, &[], &mut elsewhere) {
        for (_, finding) in findings {
            assert!(finding.at.start <= finding.at.end && finding.at.end <= document.text.len(), "{finding:?}");
            assert!(!finding.message.is_empty());
        }
    }
    for Translation { policy, asks, name, .. } in read.iter().flatten() {
        if let Ok(envelope) = Envelope::new(policy, Exact::zero()) {
            assert!(envelope.steps.iter().all(|step| step.wait.least() <= step.wait.most()));
        }
        let writers: Vec<_> = writers::writers().collect();
        let writer = writers[pick % writers.len()];
        let _ = convert(&Source { policy, asks, name: name.as_deref() }, writer);
    }
}

fn assert_within(fault: &Fault, text: &str) {
    assert!(fault.at.start <= fault.at.end && fault.at.end <= text.len(), "{fault:?}");
    assert!(!fault.message.is_empty());
}
