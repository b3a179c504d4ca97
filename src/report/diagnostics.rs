//! How findings look, in every command.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

#[cfg(test)]
use super::schema::closed;
use super::{Paint, Style, escape};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::{Field, trim_ows};

/// A finding.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "diagnostic"))]
pub struct Finding<'a> {
    /// The code in kebab-case; `holdoff explain` has a page for each.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    #[cfg_attr(test, schemars(extend("enum" = closed::severities())))]
    pub severity: &'static str,
    /// The field in canonical spelling; null where it is about none or several.
    pub header: Option<&'static str>,
    /// What was found, in one sentence without a full stop.
    pub message: &'a str,
    /// Start and end of the faulty bytes in the field's value, its lines joined by `, `; null where none can be named.
    pub span: Option<(usize, usize)>,
}

impl<'a> From<&'a Diagnostic> for Finding<'a> {
    fn from(it: &'a Diagnostic) -> Self {
        Self {
            code: it.code.name(),
            severity: it.severity.name(),
            header: it.header,
            message: &it.message,
            span: it.span,
        }
    }
}

/// Writes findings for a terminal, each with the field's line and carets under the faulty bytes.
///
/// `fields` are those of the response that they are about; a finding about a field that is not among them is written
/// without its line.
///
/// # Errors
///
/// Those of `out`.
pub fn write(out: &mut dyn fmt::Write, diagnostics: &[Diagnostic], fields: &[Field<'_>], style: &Style) -> fmt::Result {
    for it in diagnostics {
        let paint = match it.severity {
            Severity::Error => Paint::Error,
            Severity::Warning => Paint::Warning,
            Severity::Note => Paint::Note,
        };
        let title = style.paint(paint, &format!("{}[{}]", it.severity.name(), it.code.name()));
        writeln!(out, "{}", style.wrap(&format!("{title}: {}", style.safe(&it.message))))?;
        if let Some((name, value)) = it.header.and_then(|name| Some((name, joined(fields, name)?))) {
            let start = format!("  {name}: ");
            let room = style.width().saturating_sub(start.width());
            let line = escape::excerpt(&value, it.span, room, style.unicode(), style.ellipsis());
            writeln!(out, "{}", format!("{start}{}", line.text).trim_end())?;
            if let Some(marked) = line.marked {
                let indent = " ".repeat(start.width().saturating_add(marked.start));
                writeln!(out, "{indent}{}", style.paint(paint, &"^".repeat(marked.len().max(1))))?;
            }
        }
        if it.severity == Severity::Error
            && let Some(instead) = instead(it.code)
        {
            writeln!(out, "{}", style.wrap(&format!("  {instead}")))?;
        }
    }
    Ok(())
}

/// The lines of one field joined by `, ` (RFC 9110, 5.3), or `None` where it was not sent.
fn joined<'a>(fields: &[Field<'a>], name: &str) -> Option<Cow<'a, [u8]>> {
    let mut lines = fields.iter().filter(|field| field.name.eq_ignore_ascii_case(name.as_bytes()));
    let mut value = Cow::Borrowed(trim_ows(lines.next()?.value));
    for line in lines {
        let value = value.to_mut();
        value.extend_from_slice(b", ");
        value.extend_from_slice(trim_ows(line.value));
    }
    Some(value)
}

/// What to send, or to write, in place of what an error is about.
const fn instead(code: Code) -> Option<&'static str> {
    match code {
        Code::RetryAfterInvalid | Code::RetryAfterLenient | Code::RetryAfterRepeated => {
            Some("send whole seconds once, as in `Retry-After: 120`, or an HTTP-date")
        }
        Code::MillisecondsInvalid | Code::MillisecondsLenient => Some("send a whole number of milliseconds, once"),
        Code::ShouldRetryInvalid => Some("send `true` or `false`"),
        Code::RateLimitInvalid | Code::RateLimitLenient => {
            Some("send a list such as `\"default\";r=50;t=30`, its names in double quotes")
        }
        Code::CountInvalid | Code::CountRepeated => Some("send one whole number"),
        Code::DateInvalid => Some("send an HTTP-date, as in `Tue, 01 Dec 2026 00:00:30 GMT`"),
        Code::NeedsReception => Some("give `--received T`, or `--received now` for a response that has just come in"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(diagnostic: Diagnostic, fields: &[(&str, &[u8])], style: Style) -> String {
        let fields: Vec<_> = fields.iter().map(|(name, value)| Field { name: name.as_bytes(), value }).collect();
        let mut out = String::new();
        write(&mut out, &[diagnostic], &fields, &style).unwrap();
        out
    }

    fn finding(
        code: Code,
        severity: Severity,
        header: Option<&'static str>,
        span: Option<(usize, usize)>,
    ) -> Diagnostic {
        Diagnostic { code, severity, header, message: "the value is \x1b[1mwrong".into(), span }
    }

    #[test]
    fn points_at_the_faulty_bytes() {
        let plain = Style::new(false, 80, true);
        let reset = finding(Code::ResetBeforeRetryAfter, Severity::Warning, Some("RateLimit"), Some((9, 13)));
        assert_eq!(
            shown(reset.clone(), &[("ratelimit", b"\"d\";r=50"), ("RateLimit", b"\"e\";r=5;t=3")], plain),
            "warning[reset-before-retry-after]: the value is \\x1b[1mwrong\n\
             \x20 RateLimit: \"d\";r=50, \"e\";r=5;t=3\n\
             \x20                     ^^^^\n"
        );
        assert_eq!(shown(reset, &[], plain), "warning[reset-before-retry-after]: the value is \\x1b[1mwrong\n");
        // The tab counts for the four columns of its code.
        let tab = finding(Code::RetryAfterLenient, Severity::Note, Some("Retry-After"), Some((2, 3)));
        assert_eq!(
            shown(tab, &[("Retry-After", b"1\t5")], plain),
            "note[retry-after-lenient]: the value is \\x1b[1mwrong\n  Retry-After: 1\\x095\n                    ^\n"
        );
    }

    #[test]
    fn says_what_to_send_for_an_error() {
        let fault = || finding(Code::RetryAfterInvalid, Severity::Error, Some("Retry-After"), Some((1, 2)));
        assert_eq!(
            shown(fault(), &[("retry-after", b"5s")], Style::new(true, 80, true)),
            "\x1b[1;31merror[retry-after-invalid]\x1b[0m: the value is \\x1b[1mwrong\n  Retry-After: 5s\n                \
             \x1b[1;31m^\x1b[0m\n  send whole seconds once, as in `Retry-After: 120`, or an HTTP-date\n"
        );
        // 40 columns less the 15 of the name leave 25, six of them for dots.
        assert_eq!(
            shown(
                fault(),
                &[("retry-after", "5\u{fc}234567890123456789012345".as_bytes())],
                Style::new(false, 40, false)
            ),
            "error[retry-after-invalid]: the value is\n  \\x1b[1mwrong\n  Retry-After: 5\\xfc23456789012345...\n                \
             ^^^^\n  send whole seconds once, as in\n    `Retry-After: 120`, or an HTTP-date\n"
        );
    }
}
