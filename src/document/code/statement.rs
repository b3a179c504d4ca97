//! Statements of code, as far as a policy is made by them: a variable that is declared and set, and functions of Go that
//! set the fields of options.

use super::{Reader, is_word};
use crate::document::{Call, Entry, Fault, Node, Value};

impl<'a> Reader<'a> {
    /// A function of Go: a map of what it sets (`func(o *Options) { o.MaxAttempts = 5 }`), a call of `func` with what it
    /// returns where it does no more, or a text.
    pub(super) fn function(&mut self, start: usize, depth: usize) -> Result<Node, Fault> {
        let head = self.rest().find('{').ok_or_else(|| self.fault("is no function", "write its body in braces"))?;
        self.at = self.at.saturating_add(head);
        let body = self.at;
        self.step();
        self.skip();
        if self.eat("return ")
            && let Ok(value) = self.value(depth.saturating_add(1))
        {
            self.end_of_statement();
            if self.eat("}") {
                let args = vec![Entry { key: String::new(), at: value.span.start..value.span.start, value }];
                let call = Call { name: "func".to_owned(), at: start..body, args };
                return Ok(Node { value: Value::Calls(vec![call]), span: start..self.at });
            }
        }
        let mut fields = Vec::new();
        self.at = body;
        self.step();
        loop {
            self.skip();
            if self.eat("}") {
                return Ok(Node { value: Value::Map(fields), span: start..self.at });
            }
            self.word();
            let Some(mut call) = self.field(depth).ok().flatten() else { break };
            let Some(argument) = call.args.pop().filter(|it| it.key.is_empty() && call.args.is_empty()) else { break };
            fields.push(Entry { key: call.name, at: call.at, value: argument.value });
            self.skip();
            self.eat(";");
        }
        self.at = body;
        self.skip_braces()?;
        Ok(Node { value: Value::Text("func".to_owned()), span: start..self.at })
    }

    /// Skips a block in braces, and what is in quotes with it.
    fn skip_braces(&mut self) -> Result<(), Fault> {
        let mut open = 0usize;
        loop {
            match self.step() {
                Some('{') => open = open.saturating_add(1),
                Some('}') if open <= 1 => return Ok(()),
                Some('}') => open = open.saturating_sub(1),
                Some(quote @ ('"' | '`')) => {
                    self.quoted(quote)?;
                }
                Some(_) => {}
                None => return Err(self.fault("comes too early", "close the brace with `}`")),
            }
        }
    }

    /// `.name = value` or `.name(value)` behind the name of a variable; `None` where another thing comes next.
    fn field(&mut self, depth: usize) -> Result<Option<Call>, Fault> {
        if !self.eat(".") {
            return Ok(None);
        }
        let from = self.at;
        // A field of a field keeps its path: `client.HTTPClient.Timeout = time.Second`.
        while !self.word().is_empty() && self.eat(".") {}
        let name = self.text.get(from..self.at).unwrap_or_default();
        let at = from..self.at;
        self.skip();
        if self.rest().starts_with('(') {
            return self.call(name, at, depth).map(Some);
        }
        if self.rest().starts_with("==") || !self.eat("=") {
            return Ok(None);
        }
        self.skip();
        let value = self.value(depth.saturating_add(1))?;
        let args = vec![Entry { key: String::new(), at: value.span.start..value.span.start, value }];
        Ok(Some(Call { name: name.to_owned(), at, args }))
    }

    /// A variable that is declared, what is set of it below, and a call that takes it in the end:
    /// `b := NewBackOff()`, `b.MaxInterval = time.Minute`, `Retry(operation, b)`.
    ///
    /// What is set counts as chained to the call that the variable is declared with.
    pub(super) fn declaration(&mut self) -> Result<Option<Node>, Fault> {
        let before = self.at;
        let Some(name) = self.declared() else {
            self.at = before;
            return Ok(None);
        };
        self.skip();
        let start = self.at;
        let declared = self.value(0)?;
        let mut chain = match declared.value {
            Value::Calls(chain) => chain,
            Value::Map(_) => return Ok(Some(declared)),
            _ => {
                self.at = before;
                return Ok(None);
            }
        };
        let mut end = self.at;
        loop {
            self.end_of_statement();
            if !self.rest().strip_prefix(name).is_some_and(|rest| rest.starts_with('.')) {
                break;
            }
            self.at = self.at.saturating_add(name.len());
            let Some(call) = self.field(0)? else {
                return Err(self.fault("is not read", "write one assignment or one call on a line"));
            };
            chain.push(call);
            end = self.at;
        }
        let declared = Node { value: Value::Calls(chain), span: start..end };
        if self.rest().is_empty() {
            return Ok(Some(declared));
        }
        self.results();
        let mut user = self.value(0)?;
        if !put_in(&mut user, name, &declared) {
            let hint = "paste the policy alone, or with the call that takes it";
            return Err(Fault::new(format!("this takes no `{name}`"), hint, user.span));
        }
        self.end_of_statement();
        Ok(Some(user))
    }

    fn end_of_statement(&mut self) {
        self.skip();
        self.eat(";");
        self.skip();
    }

    /// Skips the names that a call's results go to: `result, err :=`, `let result =`, `return`.
    fn results(&mut self) {
        let before = self.at;
        for word in ["let ", "return ", "if "] {
            self.eat(word);
        }
        let names = self.at;
        let length = self.rest().find(|it: char| !(is_word(it) || matches!(it, ',' | ' '))).unwrap_or(0);
        self.at = names.saturating_add(length);
        if !(self.eat(":=") || (!self.rest().starts_with("==") && self.eat("="))) {
            self.at = names;
        }
        self.skip();
        if self.rest().is_empty() {
            self.at = before;
        }
    }

    /// The name of a variable that is declared next; the reader then stands behind the sign.
    fn declared(&mut self) -> Option<&'a str> {
        let has_keyword = ["let mut ", "let ", "const ", "var "].iter().any(|keyword| self.eat(keyword));
        self.skip();
        let name = self.word();
        self.skip();
        if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        if !has_keyword {
            return self.eat(":=").then_some(name);
        }
        // The type may stand before the sign.
        let sign =
            self.rest().find('=').filter(|sign| !self.rest().get(..*sign).unwrap_or("").contains(['(', '{', '\n']))?;
        self.at = self.at.saturating_add(sign).saturating_add(1);
        (!self.rest().starts_with('=')).then_some(name)
    }
}

/// Puts what a variable was declared with in the place of its name, the first time that calls have it as an argument.
fn put_in(node: &mut Node, name: &str, declared: &Node) -> bool {
    let Value::Calls(calls) = &mut node.value else { return false };
    calls.iter_mut().flat_map(|call| call.args.iter_mut()).any(|argument| {
        let is_name = matches!(&argument.value.value, Value::Text(text) if text == name);
        if is_name {
            argument.value = declared.clone();
        }
        is_name || put_in(&mut argument.value, name, declared)
    })
}
