//! The answer of `holdoff explain`: one page, or the list of all.

use std::borrow::Cow;

use serde::Serialize;

#[cfg(test)]
use super::schema::closed;
use super::{Answer, Paint, Prose, Rows, Style, ndjson_line, to_json};
use crate::explain::{Kind, Page};

/// One page.
#[derive(Clone, Copy, Debug)]
pub struct Explanation(pub Page);

/// Every page, without its text.
#[derive(Clone, Debug)]
pub struct Explanations(pub Vec<Page>);

/// A page in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "page"))]
pub(super) struct PageJson {
    /// The name to ask for.
    name: &'static str,
    /// `answer`, `reason`, `rule`, `check` or `diagnostic`.
    #[cfg_attr(test, schemars(extend("enum" = closed::kinds())))]
    kind: &'static str,
    /// One sentence.
    title: &'static str,
    /// The page itself.
    text: Cow<'static, str>,
    /// Where the rule is written.
    source: &'static str,
    /// A policy file, or a paste behind the name of its client, that breaks the rule; null but for `check`.
    wrong: Option<&'static str>,
    /// The same put right; null but for `check`.
    right: Option<&'static str>,
}

impl From<Page> for PageJson {
    fn from(page: Page) -> Self {
        let [wrong, right] = page.examples.map_or([None; 2], |examples| examples.map(Some));
        let Page { name, kind, title, text, source, .. } = page;
        Self { name, kind: kind.name(), title, text: text.into(), source, wrong, right }
    }
}

/// Pages as rows. A cell has no paragraphs, so each text is one.
fn rows(pages: &[Page]) -> Rows {
    Rows::new(
        pages.iter().map(|page| {
            let text = page.text.split_whitespace().collect::<Vec<_>>().join(" ");
            PageJson { text: text.into(), ..PageJson::from(*page) }
        }),
        // Examples have lines.
        &["wrong", "right"],
    )
}

/// All pages in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "pages"))]
pub(super) struct PagesJson {
    /// The pages: answers, reasons, rules, findings of `check`, then diagnostics.
    pages: Vec<PageJson>,
}

impl Answer for Explanation {
    fn json(&self) -> String {
        to_json(&PageJson::from(self.0))
    }

    fn ndjson(&self) -> String {
        ndjson_line("page", &PageJson::from(self.0))
    }

    fn table(&self, style: &Style) -> String {
        let Page { name, kind, title, text, source, examples } = self.0;
        let heading = style.paint(Paint::Note, &format!("{name} ({})", kind.name()));
        let paragraphs: Vec<String> = text.lines().map(|line| style.wrap(line)).collect();
        let examples = examples.iter().flatten().zip(["Wrong", "Right"]).map(|(example, title)| {
            let lines = example.lines().map(|line| format!("    {line}\n"));
            format!("{title}:\n\n{}\n", lines.collect::<String>())
        });
        let examples: String = examples.collect();
        let text = paragraphs.join("\n");
        format!("{heading}\n{}\n\n{text}\n\n{examples}Source: {source}\n", style.wrap(title))
    }

    fn rows(&self) -> Rows {
        rows(&[self.0])
    }

    fn prose(&self) -> Prose<'_> {
        Prose { lead: Some(self.0.title.to_owned()), ..Prose::default() }
    }
}

impl Answer for Explanations {
    fn json(&self) -> String {
        to_json(&PagesJson { pages: self.0.iter().copied().map(PageJson::from).collect() })
    }

    fn ndjson(&self) -> String {
        self.0.iter().map(|page| ndjson_line("page", &PageJson::from(*page))).collect()
    }

    fn table(&self, style: &Style) -> String {
        let width = self.0.iter().map(|page| page.name.len()).max().unwrap_or(0);
        let kinds = [Kind::Answer, Kind::Reason, Kind::Rule, Kind::Check, Kind::Diagnostic];
        let sections = kinds.map(|kind| {
            let pages = || self.0.iter().filter(move |page| page.kind == kind);
            let heading = style.paint(Paint::Note, &format!("{}s", kind.name()));
            let line = |page: &Page| {
                style.wrap_under(&format!(" {:width$}  {}", page.name, page.title), width.saturating_add(3)) + "\n"
            };
            format!("{heading}\n{}", pages().map(line).collect::<String>())
        });
        sections.join("\n")
    }

    fn rows(&self) -> Rows {
        rows(&self.0)
    }

    fn prose(&self) -> Prose<'_> {
        Prose::default()
    }
}
