//! The reports that no test shows right yet, each with what it waits for. The list only shrinks.

/// The reports of this area, and the file of their tests.
const AREAS: [(&str, &str, &[&str]); 4] = [
    (
        "p",
        include_str!("policy.rs"),
        &["03", "04", "07", "08", "09", "11", "13", "15", "16", "19", "20", "23", "24", "26", "30"],
    ),
    (
        "s",
        include_str!("schedule.rs"),
        &[
            "01", "02", "03", "08", "11", "12", "13", "14", "15", "17", "21", "22", "23", "25", "26", "27", "29", "30",
            "32", "33",
        ],
    ),
    ("d", include_str!("deadline.rs"), &["01", "02", "04", "06", "10", "11", "12", "13", "15"]),
    ("i", include_str!("idempotency.rs"), &["03", "08"]),
];

/// What a report waits for.
const PENDING: [(&str, &str); 7] = [
    ("p-16", "the dialect of Google Cloud Tasks"),
    ("p-20", "the dialect of backon"),
    ("p-26", "stacks, whose layers `check` multiplies"),
    ("s-23", "the dialect of backon, whose jitter is a share of the wait since 1.2"),
    ("s-30", "the dialect of Google Cloud Tasks"),
    ("s-32", "the dialect of the kubelet"),
    ("d-02", "the dialect of cenkalti/backoff v5, whose 15 minutes are a default"),
];

/// Each report has a test that is named after it, or its reason here, and not both.
#[test]
fn every_report_has_its_test_or_its_reason() {
    for (area, tests, numbers) in AREAS {
        for number in numbers {
            let tested = tests.contains(&format!("fn {area}_{number}_"));
            let waits = PENDING.iter().any(|(id, _)| *id == format!("{area}-{number}"));
            assert!(tested != waits, "{area}-{number}: tested {tested}, pending {waits}");
        }
    }
    let known = |id: &str| AREAS.iter().any(|(area, _, numbers)| numbers.iter().any(|it| format!("{area}-{it}") == id));
    assert!(PENDING.iter().all(|(id, why)| known(id) && !why.is_empty()));
}
