use std::fs;

use holdoff::compare::ENDLESS;
use holdoff::dialect::{Dialect, Translation};
use holdoff::policy::RetryBudget;
use holdoff::quantity::{Decimal, Exact, Malformed, Unit};
use holdoff::report::compare::{Comparison, Side};
use holdoff::report::origin::Origin;
use holdoff::report::stack::Stack;

use super::args::CompareArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::policies::{Policies, file_and_name, named};
use super::{git, output, policy};

/// A policy that is to be compared, and what it is called.
struct Named {
    label: String,
    translation: Translation,
    origin: Origin,
}

/// How the answer is shown.
pub(super) struct Shown<'a> {
    /// The unit of the answer, where it is asked for.
    unit: Option<&'a str>,
    /// How long one call takes, where that is said.
    request_time: Option<&'a str>,
    /// The share of calls that fail, where the load is asked for.
    failure_rate: Option<&'a str>,
    /// What limits the retries of all requests together, where that is said.
    retry_budget: Option<&'a str>,
    /// How many retries are looked at of a policy without an end.
    endless: usize,
    /// Whether what cannot be read is left out, since someone else tells of it.
    leaves_out: bool,
}

impl<'a> Shown<'a> {
    /// As the flags say.
    fn asked(args: &'a CompareArgs) -> Result<Self, Failure> {
        let endless = args.endless.as_deref().map_or(Ok(ENDLESS), endless)?;
        let (unit, request_time) = (args.unit.as_deref(), args.request_time.as_deref());
        let (failure_rate, retry_budget) = (args.failure_rate.as_deref(), args.retry_budget.as_deref());
        Ok(Self { unit, request_time, failure_rate, retry_budget, endless, leaves_out: false })
    }

    /// What can be read alone.
    pub(super) const fn readable() -> Self {
        let endless = ENDLESS;
        Self { unit: None, request_time: None, failure_rate: None, retry_budget: None, endless, leaves_out: true }
    }

    /// What was read, or nothing where faults are left out.
    fn or_nothing<T>(&self, read: Result<T, Failure>) -> Result<Option<T>, Failure> {
        match read {
            Err(_) if self.leaves_out => Ok(None),
            read => read.map(Some),
        }
    }
}

/// `--endless`.
fn endless(text: &str) -> Result<usize, Failure> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|count| digits && (1..=1000).contains(count));
    count.ok_or_else(|| {
        let fault = Malformed::whole("is not a number of retries", "write a whole number from 1 to 1000");
        Failure::value("--endless", text, &fault)
    })
}

/// A policy as it was and as it is.
type Change = (Option<Named>, Option<Named>);

/// `holdoff compare`.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let dialect = args.dialect.as_deref().map(named).transpose()?;
    if let [argument] = args.files.as_slice()
        && let (file, Some(name)) = file_and_name(argument)
        && let Some(name) = name.strip_prefix("stacks.")
        && args.client.is_empty()
        && args.against.is_none()
    {
        let rate = args.failure_rate.as_deref().map(share).transpose()?;
        if args.retry_budget.is_some() {
            let hint = "write `retry-budget = { kind = \"…\" }` beneath its policy, or in the layer";
            let message = "--retry-budget: each layer of a stack has a budget of its own";
            return Err(Failure::usage("invalid-value", message, hint));
        }
        let policies = Policies::of_file(file, dialect)?;
        let (layers, tiers) = policies.stack(name)?;
        let stack = Stack::new(name.to_owned(), layers, tiers, rate.as_ref());
        return output::print(&args.output, &stack, Exit::Done);
    }
    let comparison = match &args.against {
        Some(revision) => against(args, revision, dialect)?,
        None => side_by_side(args, dialect)?,
    };
    output::print(&args.output, &comparison, Exit::Done)
}

fn side_by_side(args: &CompareArgs, dialect: Option<&'static Dialect>) -> Result<Comparison, Failure> {
    let mut all: Vec<Named> = Vec::new();
    for argument in &args.files {
        let (file, name) = file_and_name(argument);
        let policies = Policies::of_file(file, dialect)?;
        let chosen = match name {
            Some(_) => vec![policies.one(name)?],
            None => policies.all()?,
        };
        all.extend(labelled(chosen, &policies, file));
    }
    for pair in args.client.chunks_exact(2) {
        let [client, keys] = pair else { continue };
        let policies = Policies::of_client(client, keys)?;
        let chosen = policies.one(None)?;
        let label = chosen.dialect.map_or(client.as_str(), |it| it.name);
        all.extend(labelled(vec![Translation { name: None, ..chosen }], &policies, label));
    }
    if all.len() < 2 {
        let hint = "name another file or --client, or a revision of the file, as in `--against main`";
        return Err(Failure::usage("missing-policy", "compare wants two policies or more", hint));
    }
    tell_apart(&mut all);
    let shown = Shown::asked(args)?;
    Ok(Comparison::side_by_side(sides(all, &shown)?))
}

fn against(args: &CompareArgs, revision: &str, dialect: Option<&'static Dialect>) -> Result<Comparison, Failure> {
    if !args.client.is_empty() || args.files.is_empty() || args.files.iter().any(|file| file == "-") {
        let hint = "name the files whose history is asked for";
        return Err(Failure::usage("missing-policy", "--against compares files with what they were", hint));
    }
    let shown = Shown::asked(args)?;
    changes(&args.files, revision, dialect, &shown)
}

/// Each policy of the files against what it was.
///
/// # Errors
///
/// What cannot be read, then or now.
pub(super) fn changes(
    files: &[String],
    revision: &str,
    dialect: Option<&'static Dialect>,
    shown: &Shown<'_>,
) -> Result<Comparison, Failure> {
    let mut changes = Vec::new();
    for argument in files {
        let (file, name) = file_and_name(argument);
        let before = git::text_in(revision, file)?;
        let name_then = format!("{revision}:{file}");
        let before =
            before.map(|text| shown.or_nothing(Policies::of_text(&name_then, &text, dialect))).transpose()?.flatten();
        // Where the file is gone, it is what it was that can be told; a file that never was is a failure.
        let is_gone = before.is_some() && fs::metadata(file).is_err();
        let now = if is_gone { None } else { shown.or_nothing(Policies::of_file(file, dialect))? };
        let chosen = |policies: &Option<Policies>| -> Result<Vec<Named>, Failure> {
            let Some(policies) = policies else { return Ok(Vec::new()) };
            let chosen = match name {
                Some(name) => policies.find(name)?.into_iter().collect(),
                None if shown.leaves_out => {
                    let each = shown.or_nothing(policies.each())?.unwrap_or_default();
                    each.into_iter().filter_map(|(_, read)| read.ok()).collect()
                }
                None => policies.all()?,
            };
            Ok(labelled(chosen, policies, file).collect())
        };
        let (before, today) = (chosen(&before)?, chosen(&now)?);
        let is_nothing = before.is_empty() && today.is_empty() && !shown.leaves_out;
        if let (true, Some(policies)) = (is_nothing, &now) {
            // The failure says which names there are.
            policies.one(name)?;
        }
        for (from, to) in in_pairs(before, today) {
            let was_there = from.is_some();
            let mut both = sides(from.into_iter().chain(to).collect(), shown)?.into_iter();
            changes.push(if was_there { (both.next(), both.next()) } else { (None, both.next()) });
        }
    }
    Ok(Comparison::against(revision.to_owned(), changes))
}

/// Policies with the names that the answer has for them: the file, and the name in it.
fn labelled(chosen: Vec<Translation>, policies: &Policies, file: &str) -> impl Iterator<Item = Named> {
    chosen.into_iter().map(move |translation| {
        let origin = Origin::new(&translation, &policies.document);
        let label = match &translation.name {
            Some(name) => format!("{file}#{name}"),
            None => file.to_owned(),
        };
        Named { label, translation, origin }
    })
}

/// Numbers the labels that stand for several policies.
fn tell_apart(all: &mut [Named]) {
    let labels: Vec<String> = all.iter().map(|it| it.label.clone()).collect();
    for (at, it) in all.iter_mut().enumerate() {
        let before = labels.iter().take(at).filter(|label| **label == it.label).count();
        if before > 0 {
            it.label = format!("{} ({})", it.label, before.saturating_add(1));
        }
    }
}

/// Each policy of today with the one of its name before, then those that are gone.
fn in_pairs(before: Vec<Named>, now: Vec<Named>) -> Vec<Change> {
    let mut before: Vec<Option<Named>> = before.into_iter().map(Some).collect();
    let mut changes: Vec<Change> = Vec::new();
    for to in now {
        let same =
            |from: &&mut Option<Named>| from.as_ref().is_some_and(|from| from.translation.name == to.translation.name);
        let from = before.iter_mut().find(same).and_then(Option::take);
        changes.push((from, Some(to)));
    }
    changes.extend(before.into_iter().flatten().map(|from| (Some(from), None)));
    changes
}

/// `--failure-rate`: a share such as `50%`, or a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<Exact, Failure> {
    let (digits, places) = text.strip_suffix('%').map_or((text, 0), |digits| (digits, -2));
    let number = Decimal::parse(digits).ok().filter(|it| !it.is_negative());
    let share = number.map(|it| it.magnitude().times(&Exact::new(1, places))).filter(|it| *it <= Exact::new(1, 0));
    share.ok_or_else(|| {
        let message = format!("--failure-rate: `{text}` is no share");
        Failure::usage("invalid-value", message, "write a share such as `50%`, or a number from 0 to 1")
    })
}

/// `--retry-budget`.
fn retry_budget(text: &str) -> Result<RetryBudget, Failure> {
    RetryBudget::parse(text)
        .map_err(|fault| Failure::usage("invalid-value", format!("--retry-budget: {}", fault.message), fault.hint))
}

/// Policies that are shown together: of one kind, and in one unit.
fn sides(all: Vec<Named>, shown: &Shown<'_>) -> Result<Vec<Side>, Failure> {
    let bare = all.iter().find(|it| !it.translation.policy.timed);
    let timed = all.iter().find(|it| it.translation.policy.timed);
    if let (Some(bare), Some(timed)) = (bare, timed) {
        let message = format!("{} has units and {} has none", timed.label, bare.label);
        return Err(Failure::usage("mixed-units", message, "write all durations with units, or none"));
    }
    let finest = all.iter().filter_map(|it| it.translation.policy.unit).min_by_key(|unit| unit.nanoseconds());
    let unit: Option<Unit> = shown.unit.map(policy::unit).transpose()?.or(finest);
    let rate = shown.failure_rate.map(share).transpose()?;
    let budget = shown.retry_budget.map(retry_budget).transpose()?;
    let side = |it: Named| {
        let Translation { mut policy, asks, .. } = it.translation;
        policy.unit = unit;
        let request_time =
            shown.request_time.map(|text| policy::duration(&policy, "request-time", text)).transpose()?;
        let side = Side::new(it.label, policy, asks, Some(it.origin), request_time, shown.endless);
        side.map(|side| side.with_load(rate.as_ref(), budget.clone())).map_err(|error| policy::too_long(&error))
    };
    all.into_iter().map(side).collect()
}
