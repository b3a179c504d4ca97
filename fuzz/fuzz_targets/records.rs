//! Records and entries of a HAR: whatever the bytes, a record or a fault, and a reading that shows nothing hostile; and
//! of lines that follow one another the same by their layouts as one by one.
#![no_main]

use holdoff::capture::{Kind, Layouts, Names, Record, har_entry, record};
use holdoff::header::{Context, Field, Plan, ReceivedFrom, read};
use holdoff::report::Answer;
use holdoff::report::inspect::Response;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let _ = Kind::of(input, true);
    let names = Names::parse("status=a.b,headers=c").unwrap();
    for found in [record(input, &Names::default()), record(input, &names), har_entry(input)] {
        found.iter().for_each(assert_harmless);
    }
    for names in [&Names::default(), &names] {
        let (mut layouts, mut plans) = (Layouts::new(names), Vec::<Option<Plan>>::new());
        for line in input.split(|byte| *byte == b'\n') {
            match (layouts.record(line), record(line, names)) {
                (Err(one), Err(other)) => assert_eq!(one, other),
                (Ok((one, layout)), Ok(other)) => {
                    assert_eq!(one, other);
                    layout.into_iter().for_each(|layout| assert_same_reading(&one, layout, &mut plans));
                }
                (one, other) => panic!("{one:?} {other:?}"),
            }
        }
    }
});

fn assert_same_reading(record: &Record<'_>, layout: usize, plans: &mut Vec<Option<Plan>>) {
    let fields: Vec<Field<'_>> = record.fields().collect();
    plans.resize_with(plans.len().max(layout + 1), || None);
    let plan = plans[layout].get_or_insert_with(|| Plan::new(&fields));
    let context = Context { status: record.status, ..Context::default() };
    assert_eq!(format!("{:?}", plan.read(&fields, &context)), format!("{:?}", read(&fields, &context)));
}

fn assert_harmless(record: &Record<'_>) {
    let fields: Vec<Field<'_>> = record.fields().collect();
    let received = record.received.map(|at| (at, ReceivedFrom::Record));
    let reading = read(&fields, &Context { status: record.status, received, ..Context::default() });
    let json = Response { reading, fields, clients: true }.json();
    assert!(!json.chars().any(char::is_control), "{json:?}");
}
