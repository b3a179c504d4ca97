//! The answer of `holdoff profiles`: what is known of one vendor, or of all.

use serde::Serialize;

#[cfg(test)]
use super::schema::closed;
use super::{Answer, Paint, Prose, Rows, Style, ndjson_line, to_json};
use crate::vendor::{
    Fallback, Form, List, ListField, Mark, Name, Profile, RETRY_FIELDS, Renamed, RetryField, Row, Scope, Window,
};

/// One profile.
#[derive(Clone, Copy, Debug)]
pub struct SingleProfile(pub &'static Profile);

/// Every profile, and the retry fields that stand beside them.
#[derive(Clone, Debug)]
pub struct Profiles(pub Vec<&'static Profile>);

/// What is known of one vendor.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "profile"))]
pub(super) struct ProfileJson {
    /// The name that `--profile` takes.
    name: &'static str,
    /// What the vendor is called.
    title: &'static str,
    /// Whether its fields tell it from all others; otherwise only `--profile` does.
    recognised: bool,
    /// The companion fields that tell it; one of these is enough.
    marks: Vec<MarkJson>,
    /// The limits that it sends in fields of their own.
    limits: Vec<RowJson>,
    /// The limits that it sends in fields that hold one or several.
    lists: Vec<ListJson>,
    /// The limits that it sends as RateLimit and RateLimit-Policy, under other names and without enforcing them.
    renamed: Option<RenamedJson>,
    /// What its retry fields hold, where that differs from vendor to vendor.
    retries: Vec<ResetJson>,
    /// The field whose form tells it, where no companion does.
    told_by_form: Option<ResetJson>,
    /// The fields that hold its word for why a request was limited.
    reason_headers: &'static [&'static str],
    /// The field that stands above Retry-After.
    above_retry_after: Option<&'static str>,
    /// The statuses with which Retry-After counts; null where it always does.
    retry_after_with: Option<&'static [u16]>,
    /// How long to wait where its response does not tell.
    fallback: Option<FallbackJson>,
    /// What its documentation asks for beside its fields.
    advice: Option<&'static str>,
    /// Where that is written.
    source: &'static str,
}

impl ProfileJson {
    /// The keys that are null with some vendors and hold a list or an object with others.
    const NESTED: [&str; 4] = ["renamed", "told_by_form", "retry_after_with", "fallback"];
}

/// Companion fields.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "mark"))]
struct MarkJson {
    /// All of these were sent.
    with: &'static [&'static str],
    /// None of these was.
    without: &'static [&'static str],
}

/// The fields of one limit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "limit-fields"))]
struct RowJson {
    /// The name of the limit, where it is always the same.
    name: Option<&'static str>,
    /// The field that holds its name.
    name_header: Option<&'static str>,
    /// What is counted.
    unit: Option<&'static str>,
    /// What the limit holds for, where it is always the same.
    scope: Option<&'static str>,
    /// The field that holds what the limit holds for.
    scope_header: Option<&'static str>,
    /// The field of the whole quota.
    limit_header: Option<&'static str>,
    /// The field of what is left.
    remaining_header: Option<&'static str>,
    /// The field of what is used.
    used_header: Option<&'static str>,
    /// The fields of the reset; the first that was sent counts.
    resets: Vec<ResetJson>,
    /// The window in seconds, where the names of the fields tell it.
    window_s: Option<u32>,
    /// The field that holds the window.
    window_header: Option<&'static str>,
}

impl From<&(&'static str, Form)> for ResetJson {
    fn from((header, form): &(&'static str, Form)) -> Self {
        Self { header, form: form.name() }
    }
}

/// Fields that hold one limit or several.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "limit-list"))]
struct ListJson {
    /// The name of each limit, where it is always the same.
    name: Option<&'static str>,
    /// What is counted.
    unit: Option<&'static str>,
    /// What the limits hold for, where it is always the same.
    scope: Option<&'static str>,
    /// The window in seconds, where it is always the same.
    window_s: Option<u32>,
    /// Whether a limit is listed only while it is used up.
    used_up: bool,
    /// The fields; items of the same name and window are one limit.
    headers: Vec<ListFieldJson>,
}

/// A field that holds one limit or several.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "limit-list-field"))]
struct ListFieldJson {
    /// The field in canonical spelling; `*` at the end stands for the name of the limit.
    header: &'static str,
    /// How an item is written, with what its parts hold in angle brackets.
    pattern: String,
    /// What parts one item from the next: any of these characters.
    separators: String,
}

/// RateLimit and RateLimit-Policy under other names.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "renamed"))]
struct RenamedJson {
    /// In place of RateLimit.
    limits_header: &'static str,
    /// In place of RateLimit-Policy.
    policies_header: &'static str,
}

/// How long to wait where a response does not tell.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "fallback"))]
struct FallbackJson {
    /// What `decided_by` calls it.
    name: &'static str,
    /// The statuses with which it holds.
    statuses: &'static [u16],
    /// The wait in seconds.
    wait_s: u32,
    /// When it holds, and what else is asked for.
    rule: &'static str,
}

/// A field that holds a time.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "reset-field"))]
struct ResetJson {
    /// The field in canonical spelling.
    header: &'static str,
    /// `s` and `ms` after reception, `epoch-s` and `epoch-ms` of Unix time, `instant`, `js-date`, `duration`, or
    /// `by-size` where only the size of the number tells.
    #[cfg_attr(test, schemars(extend("enum" = closed::forms())))]
    form: &'static str,
}

/// A vendor's field that says when to come back.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "retry-field"))]
struct RetryJson {
    /// The field in canonical spelling.
    header: &'static str,
    /// What it holds; null where only its size tells.
    #[cfg_attr(test, schemars(extend("enum" = closed::forms_or_null())))]
    form: Option<&'static str>,
    /// Who sends it.
    source: &'static str,
}

/// All profiles.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "profiles"))]
pub(super) struct ProfilesJson {
    /// The profiles.
    profiles: Vec<ProfileJson>,
    /// The retry fields, in the order of decision, all below Retry-After.
    retry_fields: Vec<RetryJson>,
}

impl From<&Profile> for ProfileJson {
    fn from(it: &Profile) -> Self {
        Self {
            name: it.name,
            title: it.title,
            recognised: it.is_told(),
            marks: it.marks.iter().map(|Mark { with, without }| MarkJson { with, without }).collect(),
            limits: it.rows.iter().map(RowJson::from).collect(),
            lists: it.lists.iter().map(ListJson::from).collect(),
            renamed: it
                .renamed
                .as_ref()
                .map(|it| RenamedJson { limits_header: it.limits, policies_header: it.policies }),
            retries: it.retries.iter().map(ResetJson::from).collect(),
            told_by_form: it.told_by_form.as_ref().map(ResetJson::from),
            reason_headers: it.reasons,
            above_retry_after: it.above_retry_after,
            retry_after_with: Some(it.retry_after_with).filter(|it| !it.is_empty()),
            fallback: it.fallback.as_ref().map(FallbackJson::from),
            advice: it.advice,
            source: it.source,
        }
    }
}

impl From<&List> for ListJson {
    fn from(it: &List) -> Self {
        let List { name, unit, scope, window, used_up, fields } = *it;
        Self { name, unit, scope, window_s: window, used_up, headers: fields.iter().map(ListFieldJson::from).collect() }
    }
}

impl From<&ListField> for ListFieldJson {
    fn from(it: &ListField) -> Self {
        let separators = it.items.iter().map(|byte| char::from(*byte)).collect();
        Self { header: it.name, pattern: it.pattern(), separators }
    }
}

impl From<&Fallback> for FallbackJson {
    fn from(it: &Fallback) -> Self {
        Self { name: it.name, statuses: it.statuses, wait_s: it.seconds, rule: it.rule }
    }
}

impl From<&Row> for RowJson {
    fn from(row: &Row) -> Self {
        let (scope, scope_header) = match row.scope {
            Scope::Unsaid => (None, None),
            Scope::Fixed(scope) => (Some(scope), None),
            Scope::InField(field) => (None, Some(field)),
        };
        let (name, name_header) = match row.name {
            Name::Unnamed => (None, None),
            Name::Fixed(name) => (Some(name), None),
            Name::InField(field) => (None, Some(field)),
        };
        let (window_s, window_header) = match row.window {
            None => (None, None),
            Some(Window::Seconds(seconds)) => (Some(seconds), None),
            Some(Window::InField(field, _)) => (None, Some(field)),
        };
        Self {
            name,
            name_header,
            unit: row.unit,
            scope,
            scope_header,
            limit_header: row.limit,
            remaining_header: row.remaining,
            used_header: row.used,
            resets: row.resets.iter().map(ResetJson::from).collect(),
            window_s,
            window_header,
        }
    }
}

impl From<&RetryField> for RetryJson {
    fn from(it: &RetryField) -> Self {
        Self { header: it.name, form: it.form.map(|form| form.name()), source: it.source }
    }
}

impl Answer for SingleProfile {
    fn json(&self) -> String {
        to_json(&ProfileJson::from(self.0))
    }

    fn ndjson(&self) -> String {
        ndjson_line("profile", &ProfileJson::from(self.0))
    }

    fn table(&self, style: &Style) -> String {
        let Profile { name, title, marks, rows, lists, renamed, advice, source, .. } = self.0;
        let heading = style.paint(Paint::Note, &format!("{name} ({title})"));
        let by_form = self.0.told_by_form.map(|(field, form)| format!("told by the form of {field}, {}", form.name()));
        let by_name = (!self.0.is_told()).then(|| format!("told by --profile {name} alone"));
        let told = marks.iter().map(mark).chain(by_form).chain(by_name);
        let limits = rows.iter().map(row).chain(lists.iter().map(list)).chain(renamed.as_ref().map(pair));
        let notes = rules(self.0).into_iter().chain(advice.map(|text| format!("note: {text}")));
        let lines = told.chain(limits).chain(notes);
        let body: String = lines.map(|line| style.wrap_under(&line, 4) + "\n").collect();
        format!("{heading}\n{body}\nSource: {source}\n")
    }

    fn rows(&self) -> Rows {
        Rows::new([ProfileJson::from(self.0)], &ProfileJson::NESTED)
    }

    fn prose(&self) -> Prose<'_> {
        Prose { lead: Some(self.0.title.to_owned()), ..Prose::default() }
    }
}

/// How a mark tells a vendor, in a sentence.
fn mark(mark: &Mark) -> String {
    let without = match mark.without {
        [] => String::new(),
        fields => format!(", without {}", fields.join(" and ")),
    };
    format!("told by {}{without}", mark.with.join(" with "))
}

/// The fields of a limit, in a sentence.
fn row(row: &Row) -> String {
    let name = match row.name {
        Name::Unnamed => "limit".to_owned(),
        Name::Fixed(name) => format!("limit {name}"),
        Name::InField(field) => format!("limit, named by {field}"),
    };
    let counts = [row.limit, row.remaining, row.used].into_iter().flatten().map(str::to_owned);
    let resets = row.resets.iter().map(|(field, form)| format!("{field} ({})", form.name()));
    let scope = match row.scope {
        Scope::Unsaid => None,
        Scope::Fixed(scope) => Some(format!("for the {scope}")),
        Scope::InField(field) => Some(format!("{field} (what it holds for)")),
    };
    let window = row.window.map(|window| match window {
        Window::Seconds(seconds) => format!("a window of {seconds} s"),
        Window::InField(field, form) => format!("{field} (the window, {})", form.name()),
    });
    format!("{name}: {}", counts.chain(resets).chain(window).chain(scope).collect::<Vec<_>>().join(", "))
}

/// The fields of a list, in a sentence.
fn list(list: &List) -> String {
    let fields = list.fields.iter().map(|it| format!("{} ({})", it.name, it.pattern()));
    let window = list.window.map(|seconds| format!("a window of {seconds} s"));
    let scope = list.scope.map(|scope| format!("for the {scope}"));
    let used_up = list.used_up.then(|| "listed while used up".to_owned());
    let parts = fields.chain(window).chain(scope).chain(used_up);
    format!("limits: {}", parts.collect::<Vec<_>>().join(", "))
}

fn pair(it: &Renamed) -> String {
    format!("limits, shown and not enforced: {}, {} (as RateLimit and RateLimit-Policy)", it.limits, it.policies)
}

/// What a vendor changes in the order of decision, and where it says why.
fn rules(profile: &Profile) -> Vec<String> {
    let retry = |(field, form): &(&str, Form)| format!("when to come back: {field} ({})", form.name());
    let statuses = |all: &[u16]| all.iter().map(u16::to_string).collect::<Vec<_>>().join(" or ");
    let mut lines: Vec<_> = profile.retries.iter().map(retry).collect();
    if !profile.reasons.is_empty() {
        lines.push(format!("reason: {}", profile.reasons.join(", ")));
    }
    lines.extend(profile.above_retry_after.map(|field| format!("{field} stands above Retry-After")));
    if !profile.retry_after_with.is_empty() {
        lines.push(format!("Retry-After counts with a {} alone", statuses(profile.retry_after_with)));
    }
    lines.extend(profile.fallback.as_ref().map(|it| {
        let Fallback { name, seconds, rule, .. } = it;
        format!("where nothing tells, {seconds} s after a {}, as {name}: {rule}", statuses(it.statuses))
    }));
    lines
}

impl Answer for Profiles {
    fn json(&self) -> String {
        let profiles = self.0.iter().copied().map(ProfileJson::from).collect();
        to_json(&ProfilesJson { profiles, retry_fields: RETRY_FIELDS.iter().map(RetryJson::from).collect() })
    }

    fn ndjson(&self) -> String {
        self.0.iter().map(|it| ndjson_line("profile", &ProfileJson::from(*it))).collect()
    }

    fn table(&self, style: &Style) -> String {
        let width = self.0.iter().map(|it| it.name.len()).max().unwrap_or(0);
        let line = |it: &&Profile| {
            let under = width.saturating_add(3);
            style.wrap_under(&format!(" {:width$}  {}: {}", it.name, it.title, resets(it)), under) + "\n"
        };
        let section = |heading: &str, recognised: bool| {
            let of = self.0.iter().filter(|it| it.is_told() == recognised);
            format!("{}\n{}", style.paint(Paint::Note, heading), of.map(line).collect::<String>())
        };
        let (told, named) = (section("told by their fields", true), section("told by --profile alone", false));
        format!("{told}\n{named}")
    }

    fn rows(&self) -> Rows {
        Rows::new(self.0.iter().copied().map(ProfileJson::from), &ProfileJson::NESTED)
    }

    fn prose(&self) -> Prose<'_> {
        Prose::default()
    }
}

/// What the resets of a vendor hold, in a few words.
fn resets(profile: &Profile) -> String {
    let mut forms: Vec<_> = profile.rows.iter().flat_map(|row| row.resets).map(|(_, form)| form.name()).collect();
    forms.dedup();
    let of_fields = match (forms.is_empty(), profile.lists.is_empty()) {
        (false, _) => format!("reset in {}", forms.join(" or ")),
        (true, false) => "limits in lists".to_owned(),
        (true, true) => "no reset".to_owned(),
    };
    match &profile.fallback {
        Some(rule) => format!("{of_fields}; {} s where nothing tells", rule.seconds),
        None => of_fields,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vendor::profile;

    #[test]
    fn a_profile_says_how_it_is_told_and_what_it_holds() {
        let style = Style::new(false, 100, false);
        assert_eq!(
            SingleProfile(profile("prisjakt").unwrap()).table(&style),
            "prisjakt (Prisjakt)\n\
             told by --profile prisjakt alone\n\
             limit: X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset (ms)\n\n\
             Source: developer.prisjakt.nu/docs/sections/rate-limit\n"
        );
        let reddit = SingleProfile(profile("reddit").unwrap()).table(&style);
        let told = "told by X-RateLimit-Used with X-RateLimit-Remaining, without X-RateLimit-Limit and";
        assert!(reddit.contains(told), "{reddit}");
    }

    #[test]
    fn every_row_has_the_columns_of_all() {
        let all: Vec<_> = crate::vendor::profiles().collect();
        let keys = Profiles(all.clone()).rows().keys;
        for it in &all {
            let one = SingleProfile(it).rows();
            assert_eq!((&one.keys, one.cells[0].len()), (&keys, keys.len()), "{}", it.name);
        }
    }

    #[test]
    fn the_json_has_the_forms() {
        let json: serde_json::Value = serde_json::from_str(&SingleProfile(profile("linear").unwrap()).json()).unwrap();
        assert_eq!(json["limits"][0]["resets"][0]["form"], "epoch-ms");
        assert_eq!((&json["recognised"], &json["limits"][1]["unit"]), (&true.into(), &"complexity".into()));
    }
}
