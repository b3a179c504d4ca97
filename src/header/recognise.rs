//! Which vendor a response is from, by the companion fields that tell each from the others, or by a form of its own.

use super::catalog::{Known, Present};
use crate::instant::parse_js_date;
use crate::vendor::{Form, Mark, Profile, profiles};

/// What the names of the fields tell of the vendor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Marked {
    /// They fit this one alone.
    Ones(&'static Profile),
    /// They fit several.
    Several,
    /// They are a mark of none.
    Nobodys,
}

impl Marked {
    /// The vendor that they fit.
    pub(super) const fn profile(self) -> Option<&'static Profile> {
        if let Self::Ones(profile) = self { Some(profile) } else { None }
    }
}

/// What the names of the fields tell.
pub(super) fn marked(present: &Present<'_>) -> Marked {
    let is_sent = |field: &&str| present.named(field).is_some();
    let fits = |mark: &Mark| mark.with.iter().all(is_sent) && !mark.without.iter().any(is_sent);
    let mut only: Option<&'static Profile> = None;
    let marked = present.vendors().iter().flat_map(|(entry, _)| &entry.marks).copied();
    for profile in marked.filter(|profile| profile.marks.iter().any(fits)) {
        if only.is_some_and(|before| before.name != profile.name) {
            return Marked::Several;
        }
        only = Some(profile);
    }
    only.map_or(Marked::Nobodys, Marked::Ones)
}

/// The vendor, where exactly one fits.
pub(super) fn recognise(marked: Marked, present: &Present<'_>) -> Option<&'static Profile> {
    match marked {
        Marked::Ones(profile) => Some(profile),
        Marked::Several => None,
        Marked::Nobodys => by_form(present),
    }
}

/// The vendor whose reset has a form of its own.
fn by_form(present: &Present<'_>) -> Option<&'static Profile> {
    // Numbers, which nearly all resets are, have a form of many.
    let reset = &present.get(Known::XRateLimitReset)?.value;
    let text = std::str::from_utf8(reset).ok().filter(|text| text.starts_with(|it: char| it.is_ascii_uppercase()))?;
    let has = |form: Form| form == Form::JsDate && parse_js_date(text).is_some();
    let name = Known::XRateLimitReset.name();
    profiles().find(|it| it.told_by_form.is_some_and(|(field, form)| field == name && has(form)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::{Field, Plan};

    fn recognised(fields: &[Field<'_>]) -> Option<&'static str> {
        let plan = Plan::new(fields);
        recognise(plan.marked, &plan.present(fields)).map(|it| it.name)
    }

    fn vendor(names: &[&str]) -> Option<&'static str> {
        let fields: Vec<_> = names.iter().map(|name| Field { name: name.as_bytes(), value: b"1" }).collect();
        recognised(&fields)
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
    fn a_form_of_its_own_tells_a_vendor() {
        let vendor = |fields: &[(&str, &str)]| {
            let fields: Vec<_> =
                fields.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
            recognised(&fields)
        };
        let reset = ("x-ratelimit-reset", "Tue Dec 01 2026 01:00:42 GMT+0100 (Central European Standard Time)");
        assert_eq!(vendor(&[reset]), Some("lemlist"));
        assert_eq!(vendor(&[reset, ("x-ratelimit-resource", "core")]), Some("github"));
        assert_eq!(vendor(&[("x-ratelimit-reset", "Tue, 01 Dec 2026 00:00:42 GMT")]), None);
        assert_eq!(vendor(&[("x-rate-limit-reset", reset.1)]), None);
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
