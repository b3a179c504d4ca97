//! Calls without brackets, as classes of Ruby and modules of Elixir have them: `sidekiq_options retry: 3`.

use super::Reader;
use crate::document::{Call, Fault, Node, Value};

/// The names that are called so.
const NAMES: [&str; 4] = ["sidekiq_options", "retry_on", "request", "use"];

impl<'a> Reader<'a> {
    /// A call without brackets up to the end of its line, or to the block behind it; a comma goes on in the next line.
    /// `None` where another thing comes next.
    pub(super) fn command(&mut self) -> Result<Option<Node>, Fault> {
        let (whole, start) = (self.text, self.at);
        let path =
            |rest: &'a str| rest.find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '.'))).unwrap_or(0);
        let mut length = path(self.rest());
        let mut name = self.rest().get(..length).unwrap_or_default();
        let behind = self.rest().get(length..).unwrap_or_default();
        let is_argument = |it: char| it.is_alphanumeric() || matches!(it, ':' | '_' | '{');
        let is_call = behind.strip_prefix(' ').is_some_and(|it| it.trim_start().starts_with(is_argument));
        let is_known = NAMES.contains(&name.rsplit('.').next().unwrap_or(name));
        if !is_call || !is_known {
            return Ok(None);
        }
        if name == "use" {
            // A module of Elixir and its options.
            self.at = self.at.saturating_add(length);
            self.skip();
            length = path(self.rest());
            name = self.rest().get(..length).unwrap_or_default();
        }
        let at = self.at..self.at.saturating_add(length);
        self.at = at.end;
        self.skip();
        self.eat(",");
        let (end, block) = end_of_call(self.rest());
        self.text = whole.get(..self.at.saturating_add(end)).unwrap_or(whole);
        let args = self.entries(None, 1)?;
        self.at = if block { whole.len() } else { self.text.len() };
        self.text = whole;
        let call = Call { name: name.to_owned(), at, args };
        Ok(Some(Node { value: Value::Calls(vec![call]), span: start..self.at }))
    }
}

/// Where a call without brackets ends, and whether a block follows it.
fn end_of_call(text: &str) -> (usize, bool) {
    let mut end = 0usize;
    for line in text.split_inclusive('\n') {
        let code = line.split_once(" #").map_or(line, |(code, _)| code).trim_end();
        let block = code.find(" do |").or_else(|| code.ends_with(" do").then(|| code.len().saturating_sub(3)));
        if let Some(block) = block {
            return (end.saturating_add(block), true);
        }
        end = end.saturating_add(line.len());
        if !code.ends_with(',') {
            break;
        }
    }
    (end, false)
}
