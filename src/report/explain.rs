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
    /// `answer`, `reason`, `rule` or `diagnostic`.
    #[cfg_attr(test, schemars(extend("enum" = closed::kinds())))]
    kind: &'static str,
    /// One sentence.
    title: &'static str,
    /// The page itself.
    text: Cow<'static, str>,
    /// Where the rule is written.
    source: &'static str,
}

impl From<Page> for PageJson {
    fn from(page: Page) -> Self {
        Self { name: page.name, kind: page.kind.name(), title: page.title, text: page.text.into(), source: page.source }
    }
}

/// Pages as rows. A cell has no paragraphs, so each text is one.
fn rows(pages: &[Page]) -> Rows {
    Rows::new(
        pages.iter().map(|page| {
            let text = page.text.split_whitespace().collect::<Vec<_>>().join(" ");
            PageJson { text: text.into(), ..PageJson::from(*page) }
        }),
        &[],
    )
}

/// All pages in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "pages"))]
pub(super) struct PagesJson {
    /// The pages: answers, reasons, rules, then diagnostics.
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
        let Page { name, kind, title, text, source } = self.0;
        let heading = style.paint(Paint::Note, &format!("{name} ({})", kind.name()));
        let paragraphs: Vec<String> = text.lines().map(|line| style.wrap(line)).collect();
        format!("{heading}\n{}\n\n{}\n\nSource: {source}\n", style.wrap(title), paragraphs.join("\n"))
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
        let kinds = [Kind::Answer, Kind::Reason, Kind::Rule, Kind::Diagnostic];
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
