use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::diagnostic::Code;
use crate::header::{Context, Field, ReceivedFrom, read};

/// A response of `host` with header lines parted by `; `, received at that second of 2026-12-01.
type Seen<'a> = (Option<&'a str>, f64, &'a str);

fn gather(seen: &[Seen<'_>], from: Option<ReceivedFrom>) -> Sightings {
    let mut sightings = Sightings::default();
    for (host, second, lines) in seen {
        let fields: Vec<Field<'_>> = lines
            .split(" / ")
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() })
            .collect();
        let received = Instant::parse(&format!("@{}", 1_796_083_200.0 + second)).unwrap();
        let received = from.map(|from| (received, from));
        let reading = read(&fields, &Context { received, status: Some(200), ..Context::default() });
        sightings.add(host.map(str::as_bytes), &reading);
    }
    sightings
}

fn compare(seen: &[Seen<'_>]) -> Agreement {
    let mut agreement = Agreement::default();
    agreement.take(gather(seen, Some(ReceivedFrom::Record)), 0);
    agreement
}

fn codes(agreement: &Agreement) -> Vec<Code> {
    agreement.findings().iter().map(|it| it.code).collect()
}

/// Of the only limit: how often it was seen, whether its resets agree, how they move, and their spread.
fn only(agreement: &Agreement) -> (u64, Option<bool>, Option<&'static str>, Option<String>) {
    let host = agreement.hosts().next().unwrap();
    let limit = agreement.limits(host).next().unwrap();
    let spread = limit.reset_spread().map(|it| it.to_string());
    (limit.sightings(), limit.resets_agree(), limit.reset_moves().map(Moves::name), spread)
}

const A: Option<&str> = Some("api.example");

#[test]
fn a_fixed_window_agrees_and_rolls_over() {
    // A window of 60 s that ends at 60 and 120: 60-10=50, 60-30.4=29.6 up 30, 60-59=1; then 120-61=59, 120-100=20.
    let agreement = compare(&[
        (A, 10.0, "RateLimit: \"d\";r=9;t=50"),
        (A, 30.4, "RateLimit: \"d\";r=8;t=30"),
        (A, 59.0, "RateLimit: \"d\";r=7;t=1"),
        (A, 61.0, "RateLimit: \"d\";r=9;t=59"),
        (A, 100.0, "RateLimit: \"d\";r=8;t=20"),
    ]);
    assert_eq!(only(&agreement), (5, Some(true), None, Some("0.4".into())));
    let host = agreement.hosts().next().unwrap();
    assert_eq!((agreement.consistent(host), host.readings, host.offset), (Some(true), 5, None));
    let limit = agreement.limits(host).next().unwrap();
    assert_eq!((limit.name(), limit.source()), (Some("d"), "RateLimit"));
    assert_eq!(limit.reset_at().unwrap().to_string(), "2026-12-01T00:02:00Z");
    assert_eq!(codes(&agreement), []);
}

#[test]
fn a_window_that_slides_is_no_contradiction() {
    // Each call moves the reset to 60 s from now; a step of a second is within what the form leaves open, ten are not.
    let mut seen = Vec::new();
    for second in 0..10 {
        seen.push((A, f64::from(second), "RateLimit: \"d\";r=9;t=60"));
    }
    let agreement = compare(&seen);
    assert_eq!(only(&agreement), (10, Some(false), Some("later"), Some("3".into())));
    assert_eq!(codes(&agreement), [Code::ResetSlides]);
    assert_eq!(agreement.consistent(agreement.hosts().next().unwrap()), Some(true));
    assert_eq!(
        agreement.findings()[0].message,
        "api.example: the limit `d` was to reset at 2026-12-01T00:01:00Z by response 1; before that was due, response \
         4 moved it to 2026-12-01T00:01:03Z"
    );
}

#[test]
fn a_reset_that_comes_nearer_contradicts() {
    // 0+60 = 60 and 10+20 = 30.
    let agreement = compare(&[(A, 0.0, "RateLimit: \"d\";r=9;t=60"), (A, 10.0, "RateLimit: \"d\";r=8;t=20")]);
    assert_eq!(only(&agreement), (2, Some(false), Some("earlier"), Some("30".into())));
    assert_eq!(codes(&agreement), [Code::ResetsContradict]);
    assert_eq!(agreement.consistent(agreement.hosts().next().unwrap()), Some(false));
    assert_eq!(
        agreement.findings()[0].message,
        "api.example: the limit `d` is to reset at 2026-12-01T00:01:00Z by response 1, and at 2026-12-01T00:00:30Z, \
         which is earlier, by response 2"
    );
    // A delay and the same delay two seconds on are cut to seconds: 0+60 = 60, 3+55 = 58.
    let agreement = compare(&[(A, 0.0, "RateLimit: \"d\";r=9;t=60"), (A, 3.0, "RateLimit: \"d\";r=8;t=55")]);
    assert_eq!(only(&agreement), (2, Some(true), None, Some("2".into())));
}

#[test]
fn instants_are_compared_as_the_server_wrote_them() {
    // 1796083230 is second 30. The server's clock is 100 s ahead, so its window is over at -70 by ours.
    let agreement = compare(&[
        (A, -90.0, "Date: Tue, 01 Dec 2026 00:00:10 GMT / X-RateLimit-Remaining: 5 / X-RateLimit-Reset: 1796083230"),
        (A, -80.0, "Date: Tue, 01 Dec 2026 00:00:20 GMT / X-RateLimit-Remaining: 4 / X-RateLimit-Reset: 1796083230"),
        (A, -60.0, "Date: Tue, 01 Dec 2026 00:00:40 GMT / X-RateLimit-Remaining: 9 / X-RateLimit-Reset: 1796083290"),
    ]);
    assert_eq!(only(&agreement), (3, Some(true), None, Some("0".into())));
    let host = agreement.hosts().next().unwrap();
    assert_eq!((host.offset, codes(&agreement)), (Some((Fixed::whole(100), Fixed::whole(100))), vec![]));
}

#[test]
fn the_remaining_quota_only_falls_until_the_reset() {
    let after =
        |second: f64| compare(&[(A, 0.0, "RateLimit: \"d\";r=4;t=60"), (A, second, "RateLimit: \"d\";r=9;t=59")]);
    // Calls side by side are answered in any order.
    assert_eq!(codes(&after(0.9)), []);
    let grown = after(1.5);
    assert_eq!(codes(&grown), [Code::RemainingGrows]);
    assert_eq!(grown.consistent(grown.hosts().next().unwrap()), Some(false));
    assert_eq!(
        grown.findings()[0].message,
        "api.example: the limit `d` has 4 left by response 1, and 9 by response 2, before it resets at \
         2026-12-01T00:01:00Z"
    );
    // Another quota, and a reset that has come.
    let quota = |limit: &str, left: &str| {
        format!("RateLimit-Limit: {limit} / RateLimit-Remaining: {left} / RateLimit-Reset: 60")
    };
    let (few, many) = (quota("10", "4"), quota("20", "14"));
    assert_eq!(codes(&compare(&[(A, 0.0, &few), (A, 2.0, &many)])), []);
    let over = [(A, 0.0, "RateLimit: \"d\";r=4;t=60"), (A, 60.0, "RateLimit: \"d\";r=9;t=0")];
    assert_eq!(codes(&compare(&over)), []);
}

#[test]
fn a_date_that_runs_backwards_contradicts() {
    let dates = |second: &str| {
        let later = format!("Date: Tue, 01 Dec 2026 00:00:{second} GMT");
        compare(&[(A, 10.0, "Date: Tue, 01 Dec 2026 00:00:30 GMT"), (A, 11.0, &later)])
    };
    assert_eq!(codes(&dates("28")), []);
    let backwards = dates("20");
    assert_eq!(codes(&backwards), [Code::DateRunsBackwards]);
    let host = backwards.hosts().next().unwrap();
    // 30-10 = 20 s ahead, 20-11 = 9 s.
    assert_eq!(host.offset, Some((Fixed::whole(9), Fixed::whole(20))));
    assert_eq!(backwards.consistent(host), Some(false));
    assert_eq!(
        backwards.findings()[0].message,
        "api.example: response 2 came after response 1, and its Date is 10s earlier"
    );
}

#[test]
fn hosts_and_limits_are_kept_apart() {
    let agreement = compare(&[
        (A, 0.0, "RateLimit: \"d\";r=9;t=60, \"e\";r=9;t=600"),
        (Some("other.example"), 1.0, "RateLimit: \"d\";r=9;t=5"),
        (None, 1.0, "RateLimit: \"d\";r=9;t=5"),
        (Some("API.example"), 1.0, "RateLimit: \"e\";r=9;t=599, \"d\";r=8;t=59"),
        (A, 2.0, "RateLimit: \"d\";r=7;t=58;pk=:YQ==:"),
    ]);
    let hosts: Vec<_> = agreement.hosts().collect();
    assert_eq!((hosts.len(), hosts[0].name.as_deref(), hosts[0].readings), (1, A, 3));
    let limits: Vec<_> = agreement.limits(hosts[0]).map(|it| (it.name(), it.sightings())).collect();
    assert_eq!(limits, [(Some("d"), 2), (Some("e"), 2)]);
    assert_eq!((codes(&agreement), agreement.left_out()), (vec![], 0));
}

#[test]
fn one_time_for_all_is_the_time_of_none() {
    let seen = [
        (A, 0.0, "Date: Tue, 01 Dec 2026 00:00:00 GMT / RateLimit: \"d\";r=9;t=60"),
        (A, 0.0, "Date: Tue, 01 Dec 2026 00:00:20 GMT / RateLimit: \"d\";r=8;t=40"),
    ];
    let mut dated = Agreement::default();
    dated.take(gather(&seen, Some(ReceivedFrom::Flag)), 0);
    assert_eq!(only(&dated), (2, Some(true), None, Some("0".into())));
    assert_eq!(dated.hosts().next().unwrap().offset, None);
    let mut by_date = Agreement::default();
    by_date.take(gather(&seen, None), 0);
    assert_eq!(only(&by_date), (2, Some(true), None, Some("0".into())));
    let undated = [(A, 0.0, "RateLimit: \"d\";r=9;t=60"), (A, 0.0, "RateLimit: \"d\";r=8;t=40")];
    for from in [Some(ReceivedFrom::Flag), None] {
        let mut agreement = Agreement::default();
        agreement.take(gather(&undated, from), 0);
        assert_eq!(agreement.hosts().count(), 0);
    }
}

#[test]
fn what_is_past_the_bounds_is_counted() {
    let mut agreement = Agreement::default();
    let names: Vec<_> = (0..MOST_HOSTS + 2).map(|number| format!("h{number}.example")).collect();
    let seen: Vec<_> = names.iter().map(|name| (Some(name.as_str()), 0.0, "RateLimit: \"d\";r=9;t=60")).collect();
    agreement.take(gather(&seen, Some(ReceivedFrom::Record)), 0);
    assert_eq!((agreement.hosts.len(), agreement.left_out()), (MOST_HOSTS, 2));
    let mut list = "RateLimit: ".to_owned();
    for number in 0..40 {
        let _ = write!(list, "{}\"n{number}\";r=1;t=60", if number == 0 { "" } else { ", " });
    }
    let long = format!("RateLimit: \"{}\";r=1;t=60", "n".repeat(300));
    let agreement = compare(&[(A, 0.0, &list), (A, 1.0, "RateLimit: \"other\";r=1;t=60"), (A, 1.0, &long)]);
    // Eight of forty, one past the 32 of the host, and one with a name that is too long.
    assert_eq!((agreement.limits.len(), agreement.left_out()), (32, 10));
}

proptest! {
    /// However the input is parted, the answer is the same.
    #[test]
    fn parts_do_not_matter(
        seen in prop::collection::vec((0usize..3, 0u8..120, 0u8..60, 0u8..10), 0..30),
        cuts in prop::collection::vec(0usize..30, 0..4),
    ) {
        let lines: Vec<_> = seen
            .iter()
            .map(|(host, at, reset, left)| {
                let date = format!("Date: Tue, 01 Dec 2026 00:00:{reset:02} GMT");
                (["a", "b", "c"][*host], f64::from(*at), format!("{date} / RateLimit: \"d\";r={left};t={reset}"))
            })
            .collect();
        let seen: Vec<Seen<'_>> = lines.iter().map(|(host, at, line)| (Some(*host), *at, line.as_str())).collect();
        let whole = compare(&seen);
        let mut parted = Agreement::default();
        let mut bounds: Vec<_> = cuts.iter().map(|cut| *cut.min(&seen.len())).chain([0, seen.len()]).collect();
        bounds.sort_unstable();
        for pair in bounds.windows(2) {
            let part = gather(&seen[pair[0]..pair[1]], Some(ReceivedFrom::Record));
            parted.take(part, u64::try_from(pair[0]).unwrap());
        }
        prop_assert_eq!(format!("{:?}", whole.hosts), format!("{:?}", parted.hosts));
        prop_assert_eq!(whole.findings(), parted.findings());
        let shown = |it: &Agreement| format!("{:?}", it.limits.iter().map(|it| &it.progress).collect::<Vec<_>>());
        prop_assert_eq!(shown(&whole), shown(&parted));
    }
}
