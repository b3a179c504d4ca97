//! A count among the separate fields: a limit or what is left of it, perhaps with policies behind it.

use std::borrow::Cow;

use super::plain::{
    broken, is_count, members, one_of_equal_lines, params, place, read_number, too_many, wants_structure,
};
use super::ratelimit::with_quota;
use super::separate::{Family, text};
use super::structured::{Fault, Span};
use super::{Limits, Reader};
use crate::diagnostic::{Code, Severity};
use crate::header::catalog::Joined;
use crate::header::reading::Quota;
use crate::quantity::Fixed;

/// What a limit or a remaining quota holds.
pub(super) struct Counts<'a> {
    /// The name of the policy whose quota it is.
    pub(super) name: Option<Cow<'a, str>>,
    /// The count, of several the lowest; `None` where only a window stands there. It may be negative.
    pub(super) number: Option<Fixed>,
    pub(super) span: Option<Span>,
    /// The window of the limit itself.
    pub(super) window: Option<Fixed>,
    /// Whether a window is called `window`, as in the first draft alone.
    pub(super) window_word: bool,
}

/// Reads a count, or the list of a limit whose further members are policies. Parameters are ignored but for a window
/// in a limit (draft 06, 3.1 to 3.4; Docker Hub).
pub(super) fn read_counts<'a>(
    joined: &Joined<'a>,
    family: &Family,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
    is_limit: bool,
) -> Option<Counts<'a>> {
    let header = joined.name;
    let mut counts = Counts { name: None, number: None, span: None, window: None, window_word: false };
    // What nearly all send, and all that a strict reader takes.
    if let Some(number) = Fixed::small(&joined.value).filter(|_| joined.lines == 1 && joined.value.len() <= 15) {
        return Some(Counts { number: Some(number), span: Some((0, joined.value.len())), ..counts });
    }
    let mut policies = Vec::new();
    let mut repeated = None;
    let (value, one_value) = (one_of_equal_lines(joined), wants_structure(family, reader));
    if let Some(fault) = broken(value, family, reader) {
        found.ignore(Code::CountInvalid, reader.severity(), header, fault);
        return None;
    }
    for (index, member) in members(value, is_limit).enumerate() {
        if let Some(fault) = too_many(index, &joined.value) {
            found.ignore(Code::CountInvalid, reader.severity(), header, fault);
            return None;
        }
        let (number, span, behind) = member.parts();
        let window = if is_limit { read_window(behind) } else { None };
        counts.window_word |= window.is_some_and(|(_, word)| word);
        if index == 0 {
            counts.window = window.map(|(window, _)| window);
        }
        let Some(number) = read_number(number, !family.specified) else {
            let message = match number {
                [] => "a number is missing",
                _ if number.contains(&b',') => "a number has no comma",
                _ => "it is not a number",
            };
            let fault = Fault { message: message.into(), span: place(span, &joined.value) };
            if !number.is_empty() || index > 0 || window.is_none() {
                found.ignore(Code::CountInvalid, reader.severity(), header, fault);
                return None;
            }
            let message = format!("{}; the quota is unknown", fault.message);
            found.report(Code::CountInvalid, reader.severity(), header, message, fault.span);
            continue;
        };
        if !is_count(number) {
            let fault = Fault::new("a count has at most 15 digits", span);
            found.ignore(Code::CountInvalid, reader.severity(), header, fault);
            return None;
        }
        match window {
            Some((window, _)) if index > 0 => policies.push(Quota {
                name: read_name(behind),
                source: header,
                limit: number.or_zero(),
                unit: None,
                window: Some(window),
                partition_key: None,
            }),
            _ => {
                if counts.number.is_some_and(|before| one_value || before != number) {
                    repeated = Some(span);
                }
                if counts.number.is_none_or(|before| number < before) {
                    (counts.number, counts.span) = (Some(number), Some(span));
                }
            }
        }
    }
    if let Some(span) = repeated {
        if reader.strict {
            let fault = Fault::new("it was sent with several values, where one is allowed", span);
            found.ignore(Code::CountRepeated, Severity::Error, header, fault);
            return None;
        }
        let message = "it was sent with different values; the lowest counts".to_owned();
        found.report(Code::CountRepeated, Severity::Warning, header, message, repeated);
    }
    // The limit is that of a policy (draft 03, 3.1): where one policy alone has its quota, of that one.
    if let Some(policy) = with_quota(&policies, counts.number) {
        counts.window = counts.window.or(policy.window);
        counts.name.clone_from(&policy.name);
    }
    found.policies.append(&mut policies);
    Some(counts)
}

/// The name of a policy, which Envoy gives among its parameters.
fn read_name<'a>(behind: &[u8]) -> Option<Cow<'a, str>> {
    let name = params(behind).find_map(|param| param.text.strip_prefix(b"name=\"")?.strip_suffix(b"\""))?;
    text(Cow::Owned(name.to_vec()))
}

/// The window in seconds among the parameters of a member, and whether it is called `window`; a broken one is a
/// comment.
fn read_window(behind: &[u8]) -> Option<(Fixed, bool)> {
    params(behind).find_map(|param| {
        let (word, digits) = match param.text {
            [b'w', b'=', digits @ ..] => (false, digits),
            [b'w', b'i', b'n', b'd', b'o', b'w', b'=', digits @ ..] => (true, digits),
            _ => return None,
        };
        Some((read_number(digits, false).filter(|it| !it.is_negative() && is_count(*it))?, word))
    })
}
