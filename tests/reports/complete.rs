//! The reports of these areas, each of which has its test.

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

/// Each report has a test that is named after it.
#[test]
fn every_report_has_its_test() {
    for (area, tests, numbers) in AREAS {
        for number in numbers {
            assert!(tests.contains(&format!("fn {area}_{number}_")), "{area}-{number}");
        }
    }
}
