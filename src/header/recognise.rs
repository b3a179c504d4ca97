//! Which vendor a response is from, by the companion fields that tell each from the others.

use super::catalog::Present;
use crate::vendor::{Mark, Profile};

/// The vendor, where exactly one fits.
pub(super) fn recognise(present: &Present<'_>) -> Option<&'static Profile> {
    let is_sent = |field: &&str| present.named(field).is_some();
    let fits = |mark: &Mark| mark.with.iter().all(is_sent) && !mark.without.iter().any(is_sent);
    let mut only: Option<&'static Profile> = None;
    let marked = present.vendors().iter().flat_map(|(entry, _)| &entry.marks).copied();
    for profile in marked.filter(|profile| profile.marks.iter().any(fits)) {
        if only.is_some_and(|before| before.name != profile.name) {
            return None;
        }
        only = Some(profile);
    }
    only
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Field;
    use crate::vendor::profiles;

    fn vendor(names: &[&str]) -> Option<&'static str> {
        let fields: Vec<_> = names.iter().map(|name| Field { name: name.as_bytes(), value: b"1" }).collect();
        recognise(&Present::new(&fields)).map(|it| it.name)
    }

    #[test]
    fn tells_a_vendor_by_its_companions() {
        for (names, right) in [
            (&["x-ratelimit-limit", "x-ratelimit-used"][..], Some("github")),
            (&["x-ratelimit-resource"], Some("github")),
            (&["x-ratelimit-used", "x-ratelimit-remaining"], Some("reddit")),
            (&["x-ratelimit-used"], None),
            (&["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"], None),
            (&["ratelimit-limit", "ratelimit-resettime"], Some("gitlab")),
            (&["ratelimit-dailylimit", "ratelimit-resettime"], Some("yelp")),
            (&["x-ratelimit-limit-requests", "x-ratelimit-reset-requests"], None),
            (&["x-ratelimit-limit-requests", "openai-version"], Some("openai")),
            (&["x-ratelimit-remaining-requests", "apim-request-id"], Some("azure-openai")),
            (&["openai-version"], None),
            (&["x-ratelimit-requests-reset"], None),
            (&["x-ratelimit-requests-reset", "x-ratelimit-complexity-limit"], Some("linear")),
            // Two that fit are none.
            (&["x-ratelimit-resource", "ratelimit-observed"], None),
        ] {
            assert_eq!(vendor(names), right, "{names:?}");
        }
    }

    #[test]
    fn every_mark_is_enough() {
        for profile in profiles() {
            for mark in profile.marks {
                assert_eq!(vendor(mark.with), Some(profile.name), "{mark:?}");
            }
        }
    }
}
