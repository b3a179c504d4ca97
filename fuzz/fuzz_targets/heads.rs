//! What curl prints, in pieces of any size: the same heads as from the whole text, each with a reading that shows
//! nothing hostile.
#![no_main]

use holdoff::capture::{Head, HeadParser};
use holdoff::header::{Context, Field, ReceivedFrom, read};
use holdoff::instant::Instant;
use holdoff::report::inspect::{Response, Responses};
use holdoff::report::{Answer, Style};
use libfuzzer_sys::fuzz_target;

/// How many bytes of the input are sizes of pieces; what is left after those is one more.
const PIECES: usize = 8;

fuzz_target!(|input: &[u8]| {
    let Some((sizes, text)) = input.split_at_checked(PIECES) else { return };
    let whole = heads([text]);
    let mut rest = text;
    let pieces = sizes.iter().map(|size| {
        let (piece, after) = rest.split_at(usize::from(*size).min(rest.len()));
        rest = after;
        piece
    });
    let mut pieces: Vec<_> = pieces.collect();
    pieces.push(rest);
    assert_eq!(heads(pieces), whole);

    let received = Instant::parse("2026-12-01T00:00:00Z").unwrap();
    let responses = whole.iter().map(|head| {
        let fields: Vec<Field<'_>> = head.fields().collect();
        let received = Some((received, ReceivedFrom::Flag));
        let mut reading = read(&fields, &Context { status: head.status, received, ..Context::default() });
        reading.diagnostics.extend(head.diagnostics.iter().cloned());
        Response { reading, fields, clients: true }
    });
    let responses = Responses::new(responses.collect(), Vec::new());
    for style in [Style::new(false, 80, true), Style::new(false, 40, false)] {
        assert_harmless(&responses.table(&style));
    }
    let json = responses.json();
    assert_harmless(&json);
    assert!(!json.contains('\n'));
    assert_harmless(&responses.ndjson());
    assert_harmless(&responses.csv());
    assert_harmless(&responses.markdown());
});

/// The heads of a text that comes in pieces; none where it holds no head.
fn heads<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Head> {
    let mut parser = HeadParser::new();
    pieces.into_iter().for_each(|piece| parser.push(piece));
    let found = parser.finish();
    let heads: Vec<Head> = std::iter::from_fn(|| parser.pop()).collect();
    assert_eq!(found.is_ok(), !heads.is_empty());
    heads
}

/// No control character reaches a terminal, but for the end of a line.
fn assert_harmless(text: &str) {
    assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{text:?}");
}
