//! Which dialects a config fits.

use super::{Dialect, Form, dialects, flatten, keys};
use crate::document::{Document, Node, Value};

/// A policy in a document.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// Its name in the document; empty where it has none.
    pub name: String,
    /// The values that describe it.
    pub node: &'a Node,
    /// The part of the document around it, whose other values may matter too.
    pub around: &'a Node,
}

impl<'a> Found<'a> {
    /// A policy with a name.
    pub fn new(name: impl Into<String>, node: &'a Node, around: &'a Node) -> Self {
        Self { name: name.into(), node, around }
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
        document.roots.iter().filter_map(|root| fit(dialect, root)).max().map(|sure| (dialect, sure))
    });
    let fits: Vec<_> = fits.collect();
    let best = fits.iter().map(|(_, sure)| *sure).max();
    fits.into_iter().filter(|(_, sure)| Some(*sure) == best).map(|(dialect, _)| dialect).collect()
}

/// The policies of a dialect in a document of its form, each with its name.
pub fn policies<'a>(dialect: &'static Dialect, document: &'a Document) -> Vec<Found<'a>> {
    match dialect.form {
        Form::File(find) => document.roots.iter().flat_map(find).collect(),
        Form::Keys { .. } | Form::Command => {
            document.roots.iter().map(|root| Found::new(String::new(), root, root)).collect()
        }
    }
}

fn fit(dialect: &'static Dialect, root: &Node) -> Option<Match> {
    match dialect.form {
        Form::File(find) => (!find(root).is_empty()).then_some(Match::Shape),
        Form::Command => {
            let program = root.items().first()?.scalar()?;
            (program.rsplit('/').next() == Some(dialect.name)).then_some(Match::Shape)
        }
        Form::Keys { calls, within, marks, .. } => {
            let flat = flatten::flatten(dialect, root).ok()?;
            let entries = flat.entries();
            let same = |left: &str, right: &str| {
                left == right || (dialect.loose_keys && keys::loose(left) == keys::loose(right))
            };
            // `*` stands for the arguments of something that is much more than a policy.
            let known = |name: &str| dialect.keys.iter().any(|key| same(key.name, name) || key.name == "*");
            let all_known = entries.iter().all(|entry| known(&entry.key));
            if matches!(root.value, Value::Calls(_)) && flatten::call_of(root, calls).is_some() {
                return all_known.then_some(Match::Shape);
            }
            let own = entries.iter().any(|entry| marks.iter().any(|mark| same(mark, &entry.key)));
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
    // Names are told apart, so that each can be chosen.
    let names: Vec<String> = found.iter().map(|it| it.name.clone()).collect();
    for (at, it) in found.iter_mut().enumerate() {
        let before = names.iter().take(at).filter(|name| **name == it.name).count();
        if before > 0 {
            it.name = format!("{}-{}", it.name, before.saturating_add(1));
        }
    }
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
