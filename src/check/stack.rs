//! Layers that retry inside one another: what they come to together.

use std::ops::Range;

use super::time::deadline_passed;
use super::{Case, Finding, Rule, human};
use crate::compare::Envelope;
use crate::dialect::{self, Translation, budget, dialect, native, nearest};
use crate::document::{Document, Entry, Fault, Node, Value};
use crate::policy::RetryBudget;
use crate::quantity::Exact;
use crate::timeline::WaitTooLong;

/// The keys of a stack.
const KEYS: [&str; 3] = ["layers", "require", "allow"];
/// The keys of a layer.
const LAYER_KEYS: [&str; 5] = ["name", "policy", "client", "request-time", "retry-budget"];

/// A stack as it is written, its policies not read yet.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// Its name.
    pub name: String,
    /// The bytes of its name.
    pub at: Range<usize>,
    /// Its layers, the outermost first.
    pub layers: Vec<LayerPlan<'a>>,
    /// What is required of it.
    pub require: Option<&'a Node>,
    /// What is allowed of it.
    pub allow: Option<&'a Node>,
}

/// A layer as it is written.
#[derive(Clone, Debug)]
pub struct LayerPlan<'a> {
    /// What it is called; its policy where it has no name.
    pub name: String,
    /// Where its policy is.
    pub source: Source<'a>,
    /// The most that one of its calls may take, as written.
    pub request_time: Option<&'a Node>,
    /// What limits the retries of all its requests together, as written.
    pub retry_budget: Option<&'a Node>,
    /// The bytes of the layer.
    pub at: Range<usize>,
}

/// Where the policy of a layer is.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// `FILE#NAME`, the file beside the one of the stack; without a file, in the same one.
    File(&'a str),
    /// A client and its keys.
    Client(&'a str, &'a str),
}

impl<'a> Plan<'a> {
    /// The stacks of a map `stacks`.
    ///
    /// # Errors
    ///
    /// An unknown key, or a layer without a policy; the fault names the bytes.
    pub fn all(node: &'a Node) -> Result<Vec<Self>, Fault> {
        node.entries().iter().map(Self::read).collect()
    }

    fn read(entry: &'a Entry) -> Result<Self, Fault> {
        known(&entry.value, &KEYS, "a stack")?;
        let layers = entry.value.get("layers").map(Node::items).unwrap_or_default();
        if layers.len() < 2 {
            let hint = "write `layers = [{ policy = \"#outer\" }, { policy = \"#inner\" }]`";
            return Err(Fault::new(format!("{}: a stack has two layers or more", entry.key), hint, entry.at.clone()));
        }
        Ok(Self {
            name: entry.key.clone(),
            at: entry.at.clone(),
            layers: layers.iter().map(layer).collect::<Result<_, _>>()?,
            require: entry.value.get("require"),
            allow: entry.value.get("allow"),
        })
    }
}

fn layer(node: &Node) -> Result<LayerPlan<'_>, Fault> {
    const HINT: &str = "write `{ policy = \"FILE#NAME\" }`, or `{ client = [\"NAME\", \"KEYS\"] }`; without FILE, \
                        `#NAME` is a policy of the same file";
    let at = node.span.clone();
    match (&node.value, node.scalar()) {
        (Value::Map(_), _) => {}
        // The name of a policy alone: what was meant is plain.
        (_, Some(name)) if !name.is_empty() => {
            let name = if name.contains('#') { name.to_owned() } else { format!("#{name}") };
            return Err(Fault::new("a layer is a map", format!("write `{{ policy = \"{name}\" }}`"), at));
        }
        _ => return Err(Fault::new(format!("a layer is {}", node.kind()), HINT, at)),
    }
    known(node, &LAYER_KEYS, "a layer")?;
    let source = match (node.get("policy").and_then(Node::scalar), node.get("client").map(Node::items)) {
        (Some(file), None) => Source::File(file),
        (None, Some([name, keys])) => match (name.scalar(), keys.scalar()) {
            (Some(name), Some(keys)) => Source::Client(name, keys),
            _ => return Err(Fault::new("client: is no name and keys", HINT, at)),
        },
        _ => return Err(Fault::new("the layer has no policy, or two", HINT, at)),
    };
    let own = match source {
        Source::File(file) => file.trim_start_matches('#'),
        Source::Client(name, _) => name,
    };
    let name = node.get("name").and_then(Node::scalar).unwrap_or(own).to_owned();
    Ok(LayerPlan { name, source, request_time: node.get("request-time"), retry_budget: node.get("retry-budget"), at })
}

/// An unknown key is a fault.
fn known(node: &Node, keys: &[&'static str], of: &str) -> Result<(), Fault> {
    if !matches!(node.value, Value::Map(_)) {
        return Err(Fault::new(
            format!("{of} is {}", node.kind()),
            format!("write {}", keys.join(", ")),
            node.span.clone(),
        ));
    }
    match node.entries().iter().find(|entry| !keys.contains(&entry.key.as_str())) {
        None => Ok(()),
        Some(entry) => {
            let hint = match nearest(&entry.key, keys.iter().copied()) {
                Some(near) => format!("write `{near}`"),
                None => format!("write one of {}", keys.join(", ")),
            };
            Err(Fault::new(format!("`{}` is no key of {of}", entry.key), hint, entry.at.clone()))
        }
    }
}

/// A layer whose policy is read.
#[derive(Clone, Debug)]
pub struct Layer {
    /// What it is called.
    pub name: String,
    /// Its policy.
    pub translation: Translation,
    /// The most that one of its calls may take, in nanoseconds: what is within it is given up then.
    pub request_time: Option<Exact>,
    /// The bytes of the layer.
    pub at: Range<usize>,
}

impl Layer {
    /// What limits the retries of all its requests together.
    pub(crate) const fn retry_budget(&self) -> Option<&RetryBudget> {
        self.translation.asks.retry_budget.as_ref()
    }
}

/// Reads the policies of a stack's layers; `of_file` reads those of other files, by file and name.
///
/// # Errors
///
/// A layer whose policy is not there, cannot be read or has no units; the fault's bytes are those of the layer.
pub fn resolve(
    plan: &Plan<'_>,
    document: &Document,
    of_file: &mut dyn FnMut(&str) -> Result<Translation, String>,
) -> Result<Vec<Layer>, Fault> {
    let layer = |plan: &LayerPlan<'_>| {
        let wrong = |message: String| {
            Fault::new(format!("{}: {message}", plan.name), "look at the policy of the layer", plan.at.clone())
        };
        let mut translation = match plan.source {
            Source::File(file) => match file.strip_prefix('#') {
                Some(name) => own_policy(document, name).map_err(wrong)?,
                None => of_file(file).map_err(wrong)?,
            },
            Source::Client(name, keys) => of_client(name, keys).map_err(wrong)?,
        };
        if !translation.policy.timed {
            return Err(wrong("its waits have no unit".to_owned()));
        }
        if let Some(node) = plan.retry_budget {
            translation.asks.retry_budget = Some(budget::native(node)?);
        }
        let request_time = plan.request_time.map(|node| {
            let written = node.scalar().unwrap_or_default();
            let read = translation.policy.duration("request-time", written);
            read.map_err(|error| Fault::new(format!("request-time: {}", error.message), error.hint, node.span.clone()))
        });
        let request_time = request_time.transpose()?;
        Ok(Layer { name: plan.name.clone(), translation, request_time, at: plan.at.clone() })
    };
    plan.layers.iter().map(layer).collect()
}

fn own_policy(document: &Document, name: &str) -> Result<Translation, String> {
    let entries = native::policies(document).map_err(|fault| fault.message)?;
    let entry = entries.iter().find(|entry| entry.key == name);
    let entry = entry.ok_or_else(|| format!("the file has no policy `{name}`"))?;
    native::policy(entry).map_err(|fault| fault.message)
}

fn of_client(name: &str, keys: &str) -> Result<Translation, String> {
    let dialect = dialect(name).ok_or_else(|| format!("there is no dialect `{name}`"))?;
    let document = dialect.document("client", keys).map_err(|fault| fault.message)?;
    let root = document.roots.first().ok_or("it has no keys")?;
    dialect::of(dialect, root).map_err(|fault| fault.message)
}

/// What a layer comes to with all that is within it.
#[derive(Clone, Debug)]
pub struct Tier {
    /// The calls that the layer makes for one that is made of it; `None` where there is no end.
    pub calls: Option<u64>,
    /// The calls that it makes for one that is made of the stack.
    pub reached: Option<u64>,
    /// How long one of its calls takes at worst: all that is within it, or as long as it lets it take.
    pub call_time: Exact,
    /// The policy with that time.
    pub envelope: Envelope,
    /// The first of its retries that is not made at worst, since the layer around it has given up; and whether that is so
    /// whatever the waits are.
    pub cut: Option<(u64, bool)>,
}

/// What each layer comes to, the outermost first.
///
/// # Errors
///
/// When a policy without a max has a wait past 10^30 units.
pub fn tiers(layers: &[Layer]) -> Result<Vec<Tier>, WaitTooLong> {
    let mut tiers: Vec<Tier> = Vec::new();
    let mut inner: Option<Exact> = None;
    for layer in layers.iter().rev() {
        let own = layer.request_time.clone().or_else(|| layer.translation.asks.request_time.clone());
        let call_time = match (&inner, own) {
            (Some(inner), Some(own)) => inner.min(&own).clone(),
            (Some(inner), None) => inner.clone(),
            (None, own) => own.unwrap_or_else(Exact::zero),
        };
        let envelope = Envelope::new(&layer.translation.policy, call_time.clone())?;
        inner = Some(envelope.totals.worst_case.clone());
        tiers.push(Tier { calls: envelope.calls(), reached: None, call_time, envelope, cut: None });
    }
    tiers.reverse();
    let mut reached = Some(1u64);
    for tier in &mut tiers {
        reached = reached.zip(tier.calls).map(|(before, calls)| before.saturating_mul(calls));
        tier.reached = reached;
    }
    // What is around a layer gives each of its own calls so much time.
    let limits: Vec<Option<Exact>> = layers
        .iter()
        .map(|layer| layer.request_time.clone().or_else(|| layer.translation.asks.request_time.clone()))
        .collect();
    for (tier, limit) in tiers.iter_mut().skip(1).zip(&limits) {
        let Some(limit) = limit else { continue };
        tier.cut = tier.envelope.steps.iter().find(|step| step.latest().start > *limit).map(|step| {
            let waits = tier.envelope.steps.iter().take_while(|it| it.retry <= step.retry);
            let least = waits.fold(Exact::zero(), |sum, it| sum.plus(it.wait.least()));
            (step.retry, least > *limit)
        });
    }
    Ok(tiers)
}

/// Every finding on a stack.
pub fn judge_stack(at: &Range<usize>, layers: &[Layer], tiers: &[Tier]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let retrying = tiers.iter().filter(|tier| tier.calls != Some(1)).count();
    if retrying > 1 {
        let count = |calls: Option<u64>| calls.map_or("no end".to_owned(), |calls| calls.to_string());
        let product: Vec<String> = tiers.iter().map(|tier| count(tier.calls)).collect();
        let all = tiers.last().and_then(|tier| tier.reached);
        let message =
            format!("{} = {} calls reach the bottom for one at the top", product.join(" \u{d7} "), count(all));
        findings.push(Finding::new(Rule::LayersMultiply, message, "retry in one layer alone", at.clone()));
    }
    for ((outer, layer), tier) in layers.iter().zip(layers.iter().skip(1)).zip(tiers.iter().skip(1)) {
        let Some((retry, always)) = tier.cut else { continue };
        let limit = outer.request_time.as_ref().or(outer.translation.asks.request_time.as_ref());
        let shown = limit.map(|limit| human(&outer.translation.policy, limit)).unwrap_or_default();
        let when = if always { "never starts" } else { "may not start" };
        let message = format!("retry {retry} of {} {when}: {} gives up after {shown}", layer.name, outer.name);
        let fix = "write fewer or shorter waits within, or a longer time around them";
        findings.push(Finding::new(Rule::InnerNeverRuns, message, fix, layer.at.clone()));
    }
    for (layer, tier) in layers.iter().zip(tiers) {
        if let Some(deadline) = &layer.translation.asks.deadline {
            let translation = &layer.translation;
            let case = Case { translation, policy: &translation.policy, envelope: tier.envelope.clone() };
            let mut own = Vec::new();
            deadline_passed(&case, deadline, &mut own);
            let placed = |finding: Finding| Finding {
                at: layer.at.clone(),
                message: format!("{}: {}", layer.name, finding.message),
                ..finding
            };
            findings.extend(own.into_iter().map(placed));
        }
    }
    findings
}
