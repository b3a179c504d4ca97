//! The answer of `holdoff dialects`: what is known of one client, or of all.

use serde::Serialize;

#[cfg(test)]
use super::schema::closed;
use super::{Answer, Paint, Prose, Rows, Style, ndjson_line, to_json};
use crate::dialect::{Cap, Counts, Dialect, Key};
use crate::quantity::Unit;

/// One dialect.
#[derive(Clone, Copy, Debug)]
pub struct SingleDialect(pub &'static Dialect);

/// Every dialect.
#[derive(Clone, Debug)]
pub struct Dialects(pub Vec<&'static Dialect>);

/// What is known of one client.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "dialect"))]
pub(super) struct DialectJson {
    /// The name that `--dialect` and `--client` take.
    name: &'static str,
    /// What the client is called.
    title: &'static str,
    /// The version whose rules these are.
    version: &'static str,
    /// How its config is written: `file`, `keys` of code, or a `command`.
    form: &'static str,
    /// Whether a config is recognised as this one; otherwise only its name chooses it.
    recognised: bool,
    /// What its number counts: `retries`, `calls`, `depends` on the key, or `nothing`.
    #[cfg_attr(test, schemars(extend("enum" = closed::counts())))]
    counts: &'static str,
    /// How its cap and its jitter go together: the cap `holds`, is `passed`, `takes-jitter`, `ends` the policy, or is
    /// `none`.
    #[cfg_attr(test, schemars(extend("enum" = closed::caps())))]
    cap: &'static str,
    /// The unit of bare numbers; null where durations need one of their own.
    #[cfg_attr(test, schemars(extend("enum" = closed::units_or_null())))]
    unit: Option<&'static str>,
    /// Its keys.
    keys: Vec<KeyJson>,
    /// What else is worth knowing, in sentences.
    about: &'static [&'static str],
    /// Where the rules were read.
    source: &'static str,
}

/// A key of a client's config.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "key"))]
struct KeyJson {
    /// Its name, as the client has it.
    name: &'static str,
    /// What it holds: `duration`, `number`, `count`, `flag`, `word` or `other`.
    takes: &'static str,
    /// What holds where it is not written; null for nothing.
    default: Option<&'static str>,
    /// What it does.
    about: &'static str,
}

/// All dialects.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "dialects"))]
pub(super) struct DialectsJson {
    /// The dialects.
    dialects: Vec<DialectJson>,
}

impl From<&Dialect> for DialectJson {
    fn from(it: &Dialect) -> Self {
        let key = |key: &Key| KeyJson {
            name: key.name,
            takes: key.takes.name(),
            default: Some(key.default).filter(|default| !default.is_empty()),
            about: key.about,
        };
        Self {
            name: it.name,
            title: it.title,
            version: it.version,
            form: it.form.name(),
            recognised: it.recognised,
            counts: it.counts.name(),
            cap: it.cap.name(),
            unit: it.unit.map(Unit::name),
            keys: it.keys.iter().map(key).collect(),
            about: it.about,
            source: it.source,
        }
    }
}

/// What the number counts, in a sentence.
const fn counts(rule: Counts) -> &'static str {
    match rule {
        Counts::Retries => "its number counts retries, without the first call",
        Counts::Calls => "its number counts calls, with the first one",
        Counts::Depends => "its number counts retries or calls, by the key",
        Counts::Nothing => "no number limits the retries",
    }
}

/// How cap and jitter go together, in a sentence.
const fn cap(rule: Cap) -> &'static str {
    match rule {
        Cap::Holds => "no wait is longer than the cap",
        Cap::Passed => "jitter is added to the capped wait and passes the cap",
        Cap::TakesJitter => "jitter comes before the cap and is gone once waits reach it",
        Cap::Ends => "the cap ends the retries",
        Cap::None => "there is no cap",
    }
}

impl Answer for SingleDialect {
    fn json(&self) -> String {
        to_json(&DialectJson::from(self.0))
    }

    fn ndjson(&self) -> String {
        ndjson_line("dialect", &DialectJson::from(self.0))
    }

    fn table(&self, style: &Style) -> String {
        let it = self.0;
        let heading = style.paint(Paint::Note, &format!("{} ({}, {})", it.name, it.title, it.version));
        let unit = it.unit.map(|unit| format!("bare numbers are in {}", unit.name()));
        let told = (!it.recognised).then(|| format!("chosen by --dialect {} or --client {} alone", it.name, it.name));
        let lines = [Some(counts(it.counts).to_owned()), Some(cap(it.cap).to_owned()), unit, told];
        let rules: String = lines.into_iter().flatten().map(|line| style.wrap_under(&line, 4) + "\n").collect();
        let width = it.keys.iter().map(|key| key.name.len()).max().unwrap_or(0);
        let keys = it.keys.iter().map(|key| {
            let default = if key.default.is_empty() { String::new() } else { format!(" [{}]", key.default) };
            let line = format!(" {:width$}  {}{default}", key.name, key.about);
            style.wrap_under(&line, width.saturating_add(3)) + "\n"
        });
        let about: String = it.about.iter().map(|line| style.wrap_under(line, 4) + "\n").collect();
        let about = if about.is_empty() { about } else { format!("\n{about}") };
        format!("{heading}\n{rules}\n{}{about}\nSource: {}\n", keys.collect::<String>(), style.wrap(it.source))
    }

    fn rows(&self) -> Rows {
        Rows::new([DialectJson::from(self.0)], &[])
    }

    fn prose(&self) -> Prose<'_> {
        Prose { lead: Some(self.0.title.to_owned()), ..Prose::default() }
    }
}

impl Answer for Dialects {
    fn json(&self) -> String {
        to_json(&DialectsJson { dialects: self.0.iter().copied().map(DialectJson::from).collect() })
    }

    fn ndjson(&self) -> String {
        self.0.iter().map(|it| ndjson_line("dialect", &DialectJson::from(*it))).collect()
    }

    fn table(&self, style: &Style) -> String {
        let width = self.0.iter().map(|it| it.name.len()).max().unwrap_or(0);
        let line = |it: &&Dialect| {
            let text = format!(" {:width$}  {}: counts {}; cap {}", it.name, it.title, it.counts.name(), it.cap.name());
            style.wrap_under(&text, width.saturating_add(3)) + "\n"
        };
        let section = |(heading, form): (&str, &str)| {
            let of: String = self.0.iter().filter(|it| it.form.name() == form).map(line).collect();
            format!("{}\n{of}", style.paint(Paint::Note, heading))
        };
        let forms =
            [("files (--policy FILE)", "file"), ("code (--client NAME KEYS)", "keys"), ("command lines", "command")];
        forms.map(section).join("\n")
    }

    fn rows(&self) -> Rows {
        Rows::new(self.0.iter().copied().map(DialectJson::from), &[])
    }

    fn prose(&self) -> Prose<'_> {
        Prose::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::dialect;

    #[test]
    fn a_dialect_says_what_it_counts_and_where_that_was_read() {
        let text = SingleDialect(dialect("requests").unwrap()).table(&Style::new(false, 100, false));
        for part in [
            "requests (requests HTTPAdapter(max_retries) (Python), 2.34.2, run)\n",
            "its number counts retries, without the first call\n",
            " max_retries       the retries, or a urllib3 Retry [0]\n",
            "\nSource: requests adapters.py (HTTPAdapter.__init__)\n",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn the_json_has_the_rules() {
        let json: serde_json::Value = serde_json::from_str(&SingleDialect(dialect("curl").unwrap()).json()).unwrap();
        let of = |key: &str| json[key].as_str().unwrap().to_owned();
        assert_eq!(
            (of("form"), of("counts"), of("cap"), of("unit")),
            ("command".into(), "retries".into(), "holds".into(), "s".into())
        );
        assert_eq!((&json["keys"][0]["name"], &json["keys"][0]["default"]), (&"--retry".into(), &"0".into()));
    }
}
