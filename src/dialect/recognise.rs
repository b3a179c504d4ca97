//! Which dialects a config fits.

use std::cmp::Reverse;

use super::{Dialect, Form, Takes, dialects, keys, paste};
use crate::document::{Document, Entry, Node, Value};

/// A policy in a document.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// Its name in the document; empty where it has none.
    pub name: String,
    /// The values that describe it.
    pub node: &'a Node,
    /// The part of the document around it, whose other values may matter too.
    pub around: &'a Node,
    /// Other names that it is known by.
    pub also: Vec<String>,
    /// The retry budget that its calls have, where it stands elsewhere in the document.
    pub budget: Option<&'a Node>,
}

impl<'a> Found<'a> {
    /// A policy with a name.
    pub fn new(name: impl Into<String>, node: &'a Node, around: &'a Node) -> Self {
        Self { name: name.into(), node, around, also: Vec::new(), budget: None }
    }

    /// The same policy with other names that it is known by too.
    #[must_use]
    pub fn known_as(self, also: Vec<String>) -> Self {
        Self { also, ..self }
    }

    /// The same policy with the retry budget that its calls have.
    #[must_use]
    pub fn limited_by(self, budget: Option<&'a Node>) -> Self {
        Self { budget, ..self }
    }
}

/// How surely a config fits a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// Its keys are all known, and one of them is the dialect's own; a call may have any name.
    Keys,
    /// It has the shape of the file, or the name of the call.
    Shape,
}

/// The dialects that a document fits, the surest alone; none where it is not known.
pub fn recognise(document: &Document) -> Vec<&'static Dialect> {
    let fits = dialects().filter(|it| it.recognised).filter_map(|dialect| {
        // What is outside says more than what is within it.
        let fits = |root| fit(dialect, root).map(|sure| (sure, Reverse(inner(dialect, root).1)));
        document.roots.iter().filter_map(fits).max().map(|sure| (dialect, sure))
    });
    let fits: Vec<_> = fits.collect();
    let best = fits.iter().map(|(_, sure)| *sure).max();
    let mut fits: Vec<_> =
        fits.into_iter().filter(|(_, sure)| Some(*sure) == best).map(|(dialect, _)| dialect).collect();
    // Beside a policy that is written, what a platform does by itself is none that is meant.
    if fits.iter().any(|dialect| can_be_set(dialect)) {
        fits.retain(|dialect| can_be_set(dialect));
    }
    fits
}

/// Whether a config can change the waits or the number of retries.
fn can_be_set(dialect: &Dialect) -> bool {
    dialect.keys.iter().any(|key| matches!(key.takes, Takes::Duration | Takes::Number | Takes::Count))
}

/// The same of files alone: of a file that was not named, keys of code tell too little, and what a platform does by itself
/// is no policy of the file.
pub fn recognise_file(document: &Document) -> Vec<&'static Dialect> {
    let has = |find: fn(&Node) -> Vec<Found<'_>>| document.roots.iter().any(|root| !find(root).is_empty());
    let fits = |dialect: &&Dialect| {
        dialect.recognised && can_be_set(dialect) && matches!(dialect.form, Form::File(find) if has(find))
    };
    dialects().filter(fits).collect()
}

/// The policies of a dialect in a document of its form, each with a name of its own where it has one.
pub fn policies<'a>(dialect: &'static Dialect, document: &'a Document) -> Vec<Found<'a>> {
    match dialect.form {
        Form::File(find) => told_apart(document.roots.iter().flat_map(find).collect()),
        Form::Keys { .. } | Form::Command => {
            document.roots.iter().map(|root| inner(dialect, root).0).map(|root| Found::new("", root, root)).collect()
        }
    }
}

/// The call that has a dialect's keys, where its own call is an argument of others, and how deep that is:
/// `HTTPAdapter(max_retries=Retry(3))` holds one of urllib3, and `Retry(ExponentialBackoff(), 3)` is one of redis-py; else
/// the node itself.
fn inner<'a>(dialect: &'static Dialect, root: &'a Node) -> (&'a Node, usize) {
    let Form::Keys { calls, .. } = dialect.form else { return (root, 0) };
    let root = assigned(dialect, root);
    let mut path = Vec::new();
    if !called(calls, root, &mut path) {
        return (root, 0);
    }
    let last = path.len().saturating_sub(1);
    let own = path.first().map_or_else(|| root.span.clone(), |node| node.span.clone());
    // What is outside has the keys where it hands on those of the call, or the call itself.
    let hands_on = |entry: &Entry| entry.value.span.start < own.end && own.start < entry.value.span.end;
    let fits = |(place, node): (usize, &&'a Node)| {
        let has_keys = |flat: Node| all_known(dialect, &flat) && flat.entries().iter().any(hands_on);
        let known = || paste::flatten(dialect, node).is_ok_and(has_keys);
        (place == 0 || known()).then_some((*node, last.saturating_sub(place)))
    };
    path.iter().enumerate().rev().find_map(fits).unwrap_or((root, 0))
}

/// What a variable is set to, `retries = Retry(total=5)`, where its name is no key of the dialect.
fn assigned<'a>(dialect: &'static Dialect, root: &'a Node) -> &'a Node {
    let Form::Keys { within, .. } = dialect.form else { return root };
    match root.entries() {
        [only] if matches!(only.value.value, Value::Calls(_)) => {
            let is_key = dialect.keys.iter().any(|key| same_key(dialect, key.name, &only.key));
            if is_key || within.contains(&only.key.as_str()) { root } else { &only.value }
        }
        _ => root,
    }
}

/// Finds the first call of one of these names; `path` is the calls around it, itself the first.
fn called<'a>(names: &[&str], node: &'a Node, path: &mut Vec<&'a Node>) -> bool {
    let Value::Calls(chain) = &node.value else { return false };
    let found = chain.iter().any(|call| paste::is_one_of(names, call))
        || chain.iter().flat_map(|call| &call.args).any(|argument| called(names, &argument.value, path));
    if found {
        path.push(node);
    }
    found
}

pub(super) fn same_key(dialect: &Dialect, left: &str, right: &str) -> bool {
    left == right || (dialect.loose_keys && keys::loose(left) == keys::loose(right))
}

/// Whether every key is the dialect's. `*` stands for the arguments of something that is much more than a policy.
fn all_known(dialect: &Dialect, flat: &Node) -> bool {
    let known = |name: &str| dialect.keys.iter().any(|key| same_key(dialect, key.name, name) || key.name == "*");
    flat.entries().iter().all(|entry| known(&entry.key))
}

/// Names with a number behind those that came before, so that each policy can be chosen.
fn told_apart(mut found: Vec<Found<'_>>) -> Vec<Found<'_>> {
    let names: Vec<String> = found.iter().map(|it| it.name.clone()).collect();
    for (at, it) in found.iter_mut().enumerate() {
        let before = names.iter().take(at).filter(|name| **name == it.name).count();
        if before > 0 {
            it.name = format!("{}-{}", it.name, before.saturating_add(1));
        }
    }
    found
}

fn fit(dialect: &'static Dialect, root: &Node) -> Option<Match> {
    match dialect.form {
        Form::File(find) => (!find(root).is_empty()).then_some(Match::Shape),
        Form::Command => {
            // `exec curl`, `sudo curl`, `out=$(curl`.
            let words = root.items().iter().take(4).map_while(Node::scalar).take_while(|word| !word.starts_with('-'));
            let mut programs = words.map(|word| word.rsplit(['/', '(', '`', '=']).next().unwrap_or(word));
            programs.any(|program| program == dialect.name).then_some(Match::Shape)
        }
        // A document of a stream that has nothing in it is none of anybody.
        Form::Keys { .. } if root.value == Value::Null => None,
        Form::Keys { calls, within, marks, .. } => {
            let (root, _) = inner(dialect, root);
            let flat = paste::flatten(dialect, root).ok()?;
            let entries = flat.entries();
            let same = |left: &str, right: &str| same_key(dialect, left, right);
            let all_known = all_known(dialect, &flat);
            if matches!(root.value, Value::Calls(_)) && paste::call_of(root, calls).is_some() {
                return all_known.then_some(Match::Shape);
            }
            // A word such as `generator` may name a whole map in a file of something else.
            let fits = |entry: &Entry| {
                let key = dialect.keys.iter().find(|key| same(key.name, &entry.key));
                let holds = !matches!(entry.value.value, Value::Map(_) | Value::List(_));
                key.is_none_or(|key| holds || key.takes == Takes::Other)
            };
            let own = entries.iter().any(|entry| marks.iter().any(|mark| same(mark, &entry.key)) && fits(entry));
            let wrapped = root.entries().iter().any(|entry| within.contains(&entry.key.as_str()));
            (all_known && own).then_some(if wrapped { Match::Shape } else { Match::Keys })
        }
    }
}

/// The maps beneath a key of one of these names that `wanted` takes. Each is named after what is around it: the nearest
/// `name`, else the nearest key that is no number.
pub(crate) fn beneath<'a>(root: &'a Node, keys: &[&str], wanted: fn(&Node) -> bool) -> Vec<Found<'a>> {
    let mut found: Vec<Found<'a>> = Vec::new();
    search(root, "", keys, wanted, &mut found);
    found
}

fn search<'a>(node: &'a Node, name: &str, keys: &[&str], wanted: fn(&Node) -> bool, found: &mut Vec<Found<'a>>) {
    let name = node.get("name").and_then(Node::scalar).unwrap_or(name);
    for entry in node.entries() {
        if keys.contains(&entry.key.as_str()) && wanted(&entry.value) {
            found.push(Found::new(name, &entry.value, node));
        } else {
            let below = if matches!(entry.value.value, Value::Map(_)) { entry.key.as_str() } else { name };
            search(&entry.value, below, keys, wanted, found);
        }
    }
    for item in node.items() {
        search(item, name, keys, wanted, found);
    }
}
