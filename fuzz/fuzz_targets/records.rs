//! Records and entries of a HAR: whatever the bytes, a record or a fault, and a reading that shows nothing hostile.
#![no_main]

use holdoff::capture::{Kind, Names, Record, har_entry, record};
use holdoff::header::{Context, Field, ReceivedFrom, read};
use holdoff::report::Answer;
use holdoff::report::inspect::Response;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let _ = Kind::of(input, true);
    let names = Names::parse("status=a.b,headers=c").unwrap();
    for found in [record(input, &Names::default()), record(input, &names), har_entry(input)] {
        found.iter().for_each(assert_harmless);
    }
});

fn assert_harmless(record: &Record<'_>) {
    let fields: Vec<Field<'_>> = record.fields().collect();
    let received = record.received.map(|at| (at, ReceivedFrom::Record));
    let reading = read(&fields, &Context { status: record.status, received, ..Context::default() });
    let json = Response { reading, fields, clients: true }.json();
    assert!(!json.chars().any(char::is_control), "{json:?}");
}
