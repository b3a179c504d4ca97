//! The configuration of Spring Boot: `a.b: 1` and `a: {b: 1}` are the same, in YAML as in properties.

use super::{Entry, Node, Value};

/// The names beneath which dots are levels. Elsewhere they are a part of the name, as with Kafka.
const ROOTS: [&str; 1] = ["resilience4j"];

/// The tree with its dotted names nested, where they are Spring's.
pub(super) fn nested(root: Node) -> Node {
    let Value::Map(entries) = root.value else { return root };
    let mut all = Vec::new();
    for Entry { key, at, value } in entries {
        let names: Vec<&str> = key.split('.').collect();
        if !names.first().is_some_and(|first| ROOTS.contains(first)) {
            all.push(Entry { key, at, value });
            continue;
        }
        match value {
            Node { value: Value::Map(inner), .. } if !inner.is_empty() => {
                for entry in inner {
                    let names: Vec<&str> = names.iter().copied().chain(entry.key.split('.')).collect();
                    add(&mut all, &names, &entry.at, entry.value);
                }
            }
            value => add(&mut all, &names, &at, value),
        }
    }
    Node { value: Value::Map(all), span: root.span }
}

/// Puts a value where a path of names leads; maps that are there already take more entries.
fn add(entries: &mut Vec<Entry>, names: &[&str], at: &std::ops::Range<usize>, value: Node) {
    let Some((name, rest)) = names.split_first() else { return };
    // `a[0]` is the first item of the list `a`, in the order of the file.
    if let (Some((list, _)), []) = (name.strip_suffix(']').and_then(|name| name.rsplit_once('[')), rest) {
        match entries.iter_mut().find(|entry| entry.key == list).map(|entry| &mut entry.value.value) {
            Some(Value::List(items)) => items.push(value),
            _ => {
                let span = value.span.clone();
                let value = Node { value: Value::List(vec![value]), span };
                entries.push(Entry { key: list.to_owned(), at: at.clone(), value });
            }
        }
        return;
    }
    let known = entries.iter_mut().find(|entry| entry.key == *name);
    match (known.map(|entry| &mut entry.value), rest, value) {
        (Some(Node { value: Value::Map(inner), span }), [], Node { value: Value::Map(more), span: other }) => {
            span.end = span.end.max(other.end);
            more.into_iter().for_each(|entry| add(inner, &[entry.key.as_str()], &entry.at, entry.value));
        }
        (Some(Node { value: Value::Map(inner), span }), [_, ..], value) => {
            span.end = span.end.max(value.span.end);
            add(inner, rest, at, value);
        }
        (_, [], value) => entries.push(Entry { key: (*name).to_owned(), at: at.clone(), value }),
        (_, _, value) => {
            let span = at.start..value.span.end;
            let mut inner = Vec::new();
            add(&mut inner, rest, at, value);
            entries.push(Entry {
                key: (*name).to_owned(),
                at: at.clone(),
                value: Node { value: Value::Map(inner), span },
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::document::{Document, Language};

    #[test]
    fn dots_and_maps_are_the_same() {
        let places = |language, text: &str| -> Vec<String> {
            let document = Document::parse("it", text, language).unwrap();
            let mut found = Vec::new();
            document.roots[0].walk(&mut Vec::new(), &mut |path, node| {
                if let Some(scalar) = node.scalar() {
                    found.push(format!("{}={scalar} {}", path.join("/"), document.place(node.span.start)));
                }
            });
            found
        };
        let properties = "a.b=0\nresilience4j.retry.instances.x.n=1\nresilience4j.retry.instances.x.m=2\n";
        let right = ["a.b=0 1:5", "resilience4j/retry/instances/x/n=1 2:34", "resilience4j/retry/instances/x/m=2 3:34"];
        assert_eq!(places(Language::Ini, properties), right);
        let inner = "resilience4j:\n  retry.instances:\n    x: {n: 1}\n";
        assert_eq!(places(Language::Yaml, inner), ["resilience4j/retry/instances/x/n=1 3:12"]);
        let yaml = "resilience4j.retry:\n  instances:\n    x: {n: 1}\nresilience4j.retry.instances:\n  y: {n: 2}\n";
        let right = ["resilience4j/retry/instances/x/n=1 3:12", "resilience4j/retry/instances/y/n=2 5:10"];
        assert_eq!(places(Language::Yaml, yaml), right);
    }
}
