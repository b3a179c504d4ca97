//! The answer of `holdoff convert`: the config, and what it does not keep.

use serde::Serialize;

use super::diagnostics::{self, Finding};
use super::schedule::PolicyJson;
#[cfg(test)]
use super::schema::closed;
use super::{Answer, Prose, Rows, Style, markdown, ndjson_line, to_json};
use crate::convert::Converted;
use crate::quantity::Unit;

/// A policy in another client's words.
#[derive(Clone, Debug)]
pub struct Conversion(pub Converted);

/// The JSON of `holdoff convert`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "conversion"))]
pub(super) struct ConversionJson<'a> {
    /// The dialect that was written; `holdoff` for a policy file.
    dialect: &'static str,
    /// What the client is called; null for a policy file.
    title: Option<&'static str>,
    /// The version of the client whose rules these are; null for a policy file.
    version: Option<&'static str>,
    /// The config, with its line breaks.
    config: &'a str,
    /// The policy that the client reads in it.
    policy: PolicyJson,
    /// The unit of the policy's durations; null for bare numbers.
    #[cfg_attr(test, schemars(extend("enum" = closed::units_or_null())))]
    unit: Option<&'static str>,
    /// Whether nothing is lost.
    kept: bool,
    /// What the config does not keep.
    lost: Vec<Finding<'a>>,
}

impl Conversion {
    fn of_json(&self) -> ConversionJson<'_> {
        let Converted { writer, config, translation, lost } = &self.0;
        let dialect = writer.of();
        ConversionJson {
            dialect: writer.dialect,
            title: dialect.map(|it| it.title),
            version: dialect.map(|it| it.version),
            config,
            policy: PolicyJson::of(&translation.policy),
            unit: translation.policy.unit.map(Unit::name),
            kept: lost.is_empty(),
            lost: lost.iter().map(Finding::from).collect(),
        }
    }

    /// What is lost, for a terminal; nothing where all is kept.
    pub fn losses(&self, style: &Style) -> String {
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = diagnostics::write(&mut text, &self.0.lost, &[], style);
        text
    }

    /// One sentence on the whole.
    fn lead(&self) -> String {
        let name = self.0.writer.of().map_or("a policy file of holdoff", |it| it.title);
        match self.0.lost.len() {
            0 => format!("{name} keeps all of the policy"),
            1 => format!("{name} does not keep all of the policy: one thing is lost"),
            lost => format!("{name} does not keep all of the policy: {lost} things are lost"),
        }
    }
}

impl Answer for Conversion {
    fn json(&self) -> String {
        to_json(&self.of_json())
    }

    fn ndjson(&self) -> String {
        ndjson_line("conversion", &self.of_json())
    }

    /// The config as it is, to be written into a file; [`Conversion::losses`] are for the person beside it.
    fn table(&self, _: &Style) -> String {
        self.0.config.clone()
    }

    fn rows(&self) -> Rows {
        Rows::new([self.of_json()], &["config"])
    }

    fn prose(&self) -> Prose<'_> {
        let findings = self.0.lost.iter().map(|it| (None, it)).collect();
        Prose { lead: Some(self.lead()), findings, ..Prose::default() }
    }

    /// The config as a block of code, and what is lost.
    fn markdown(&self) -> String {
        let runs = self.0.config.split(|it| it != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(runs.saturating_add(1).max(3));
        let config = &self.0.config;
        format!("{}\n{fence}\n{config}{fence}\n", markdown::text(&self.prose(), &Rows::default()))
    }
}
