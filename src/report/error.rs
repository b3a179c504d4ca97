//! The JSON of a failed run.

use serde::Serialize;

use super::to_json;

/// What a failed run prints on standard output where JSON was asked for.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FailureJson<'a> {
    /// Why there is no answer.
    error: ErrorJson<'a>,
}

/// Why there is no answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "error"))]
struct ErrorJson<'a> {
    /// A stable name in kebab-case; more may come.
    code: &'a str,
    /// What is wrong, and where.
    message: &'a str,
    /// What to write instead; null where nobody knows.
    hint: Option<&'a str>,
}

/// The error as one JSON document, `{"error":{"code":…,"message":…,"hint":…}}`, without a line break at its end.
///
/// # Examples
///
/// ```
/// use holdoff::report::error;
///
/// let json = error::json("unknown-flag", "there is no `--bas`", None);
/// assert_eq!(json, r#"{"error":{"code":"unknown-flag","message":"there is no `--bas`","hint":null}}"#);
/// ```
pub fn json(code: &str, message: &str, hint: Option<&str>) -> String {
    to_json(&FailureJson { error: ErrorJson { code, message, hint } })
}
