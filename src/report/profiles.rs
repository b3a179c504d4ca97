//! The answer of `holdoff profiles`: what is known of one vendor, or of all.

use serde::Serialize;

#[cfg(test)]
use super::schema::closed;
use super::{Answer, Paint, Prose, Rows, Style, ndjson_line, to_json};
use crate::vendor::{Mark, Name, Profile, RETRY_FIELDS, RetryField, Row, Window};

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
    /// The limits that it sends.
    limits: Vec<RowJson>,
    /// What its documentation asks for beside its fields.
    advice: Option<&'static str>,
    /// Where that is written.
    source: &'static str,
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

/// A field of a reset.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "reset-field"))]
struct ResetJson {
    /// The field in canonical spelling.
    header: &'static str,
    /// `s` and `ms` after reception, `epoch-s` and `epoch-ms` of Unix time, `instant` or `duration`.
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
            recognised: !it.marks.is_empty(),
            marks: it.marks.iter().map(|Mark { with, without }| MarkJson { with, without }).collect(),
            limits: it.rows.iter().map(RowJson::from).collect(),
            advice: it.advice,
            source: it.source,
        }
    }
}

impl From<&Row> for RowJson {
    fn from(row: &Row) -> Self {
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
            limit_header: row.limit,
            remaining_header: row.remaining,
            used_header: row.used,
            resets: row.resets.iter().map(|(header, form)| ResetJson { header, form: form.name() }).collect(),
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
        let Profile { name, title, marks, rows, advice, source } = self.0;
        let heading = style.paint(Paint::Note, &format!("{name} ({title})"));
        let told = match marks {
            [] => vec![format!("told by --profile {name} alone")],
            marks => marks.iter().map(mark).collect(),
        };
        let lines = told.into_iter().chain(rows.iter().map(row)).chain(advice.map(|text| format!("note: {text}")));
        let body: String = lines.map(|line| style.wrap_under(&line, 4) + "\n").collect();
        format!("{heading}\n{body}\nSource: {source}\n")
    }

    fn rows(&self) -> Rows {
        Rows::new([ProfileJson::from(self.0)])
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
    let window = row.window.map(|window| match window {
        Window::Seconds(seconds) => format!("a window of {seconds} s"),
        Window::InField(field, form) => format!("{field} (the window, {})", form.name()),
    });
    format!("{name}: {}", counts.chain(resets).chain(window).collect::<Vec<_>>().join(", "))
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
            let of = self.0.iter().filter(|it| it.marks.is_empty() != recognised);
            format!("{}\n{}", style.paint(Paint::Note, heading), of.map(line).collect::<String>())
        };
        let (told, named) = (section("told by their fields", true), section("told by --profile alone", false));
        format!("{told}\n{named}")
    }

    fn rows(&self) -> Rows {
        Rows::new(self.0.iter().copied().map(ProfileJson::from))
    }

    fn prose(&self) -> Prose<'_> {
        Prose::default()
    }
}

/// What the resets of a vendor hold, in a few words.
fn resets(profile: &Profile) -> String {
    let mut forms: Vec<_> = profile.rows.iter().flat_map(|row| row.resets).map(|(_, form)| form.name()).collect();
    forms.dedup();
    if forms.is_empty() { "no reset".to_owned() } else { format!("reset in {}", forms.join(" or ")) }
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
    fn the_json_has_the_forms() {
        let json: serde_json::Value = serde_json::from_str(&SingleProfile(profile("linear").unwrap()).json()).unwrap();
        assert_eq!(json["limits"][0]["resets"][0]["form"], "epoch-ms");
        assert_eq!((&json["recognised"], &json["limits"][1]["unit"]), (&true.into(), &"complexity".into()));
    }
}
