use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use holdoff::check::{Finding, Requirement, Rule, judge_file};
use holdoff::diagnostic::{Code, Severity};
use holdoff::dialect::Dialect;
use holdoff::document::{Document, Fault};
use holdoff::report::Answer;
use holdoff::report::check::{Baseline, Judged, Judgement};

use super::args::{CheckArgs, CheckFormat, Format, OutputArgs};
use super::exit::Exit;
use super::failure::Failure;
use super::found::{Candidate, files};
use super::policies::{LONGEST_FILE, Policies, file_and_name, named};
use super::{compare, git, output};

/// The largest file of a folder that is looked into.
const LARGEST_FOUND: u64 = 1 << 20;
/// One of these stands in every config of retries.
const WORDS: [&[u8]; 6] = [b"etry", b"etries", b"ackoff", b"estart", b"policies", b"layers"];

/// `holdoff check`.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let switches = Switches::read(args)?;
    let dialect = args.dialect.as_deref().map(named).transpose()?;
    let asked = args.require.as_deref().map(required).transpose()?;
    let asked_of = match &asked {
        Some(document) => requirements(document)?,
        None => Vec::new(),
    };
    let against = args.against.as_deref().or(args.changed.then_some("HEAD"));
    let candidates = match against {
        Some(revision) => git::changed(revision, files(&paths(args)))?,
        None => files(&paths(args)),
    };
    let work = Work { dialect, asked: &asked_of, asked_in: asked.as_ref() };
    if let (Some(revision), CheckFormat::Markdown) = (against, args.format) {
        print_changes(revision, &candidates, dialect)?;
    }
    let mut failures = Vec::new();
    let mut judgement = Judgement::default();
    for judged in work.all(&candidates) {
        match judged {
            Ok(Some(judged)) => judgement.add(judged),
            Ok(None) => {}
            Err(failure) => failures.push(failure),
        }
    }
    // A gate through which nothing went was not passed; where nothing changed, there is nothing to judge.
    if judgement.policies() == 0 && failures.is_empty() && against.is_none() {
        let message = format!("{}: holds no policy of holdoff or of a client that it knows", paths(args).join(", "));
        let hint = "name the files, with --dialect where the file does not tell its client";
        return Err(Failure::unreadable("no-policy", message, Some(hint.to_owned())));
    }
    if let Some(revision) = against {
        judgement.forget(&work.before(revision, &candidates)?.baseline());
    }
    if let Some(file) = &args.baseline {
        judgement.forget(&baseline(file)?);
    }
    judgement.set_levels(|finding| switches.level(finding));
    if let Some(file) = &args.write_baseline {
        let text = judgement.baseline().text();
        fs::write(file, text)
            .map_err(|error| Failure::unreadable("unwritable-output", format!("{file}: {error}"), None))?;
    }
    if judgement.policies() > 0 || failures.is_empty() {
        print(args, &judgement)?;
    }
    let exit = if judgement.errors() > 0 && args.write_baseline.is_none() { Exit::No } else { Exit::Done };
    let Some(last) = failures.pop() else { return Ok(exit) };
    for failure in &failures {
        output::print_failure(failure, false);
    }
    // The answer stands on standard output already.
    output::print_failure(&last, false);
    Ok(last.exit)
}

/// What a reviewer asks first: which policies changed, from what to what. What cannot be compared is told by its finding.
fn print_changes(revision: &str, candidates: &[Candidate], dialect: Option<&'static Dialect>) -> Result<(), Failure> {
    let mut files: Vec<String> = Vec::new();
    for candidate in candidates {
        let (file, _) = file_and_name(&candidate.path);
        let is_policy = || super::policies::read(file).is_ok_and(|text| Policies::found(file, &text).is_some());
        if candidate.is_named || is_policy() {
            files.push(candidate.path.clone());
        }
    }
    match compare::changes(&files, revision, dialect, &compare::Shown::readable()) {
        Ok(comparison) if !files.is_empty() => output::write(&(comparison.markdown() + "\n")),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn paths(args: &CheckArgs) -> Vec<String> {
    if args.paths.is_empty() { vec![".".to_owned()] } else { args.paths.clone() }
}

fn print(args: &CheckArgs, judgement: &Judgement) -> Result<(), Failure> {
    let common = |format| OutputArgs { format, json: args.json, get: None, color: args.color };
    let format = match args.format {
        _ if args.json => Format::Json,
        CheckFormat::Human => Format::Table,
        CheckFormat::Json => Format::Json,
        CheckFormat::Ndjson => Format::Ndjson,
        CheckFormat::Csv => Format::Csv,
        CheckFormat::Markdown => Format::Markdown,
        CheckFormat::Sarif => return output::write(&judgement.sarif()),
        CheckFormat::Github => return output::write(&judgement.github()),
        CheckFormat::Junit => return output::write(&judgement.junit()),
    };
    let answer: &dyn Answer = judgement;
    output::print(&common(format), answer, Exit::Done).map(|_| ())
}

/// The document of `--require`.
fn required(file: &str) -> Result<Document, Failure> {
    let text = super::policies::read(file)?;
    Document::read(file, &text).map_err(|fault| {
        let document = Document { name: file.to_owned(), text, roots: Vec::new() };
        Failure::in_document(Exit::Unreadable, "unreadable-policy", &document, &fault)
    })
}

/// Its requirements: a map `require`, or the whole document.
fn requirements(document: &Document) -> Result<Vec<Requirement<'_>>, Failure> {
    let wrong = |fault: &Fault| Failure::in_document(Exit::Usage, "invalid-requirement", document, fault);
    let mut all = Vec::new();
    for root in &document.roots {
        let node = root.get("require").unwrap_or(root);
        all.extend(Requirement::all(node).map_err(|fault| wrong(&fault))?);
    }
    Ok(all.into_iter().map(Requirement::elsewhere).collect())
}

/// The levels of findings that differ from their own.
struct Switches(Vec<(String, Option<Severity>)>);

impl Switches {
    fn read(args: &CheckArgs) -> Result<Self, Failure> {
        let levels = [(&args.allow, None), (&args.warn, Some(Severity::Warning)), (&args.deny, Some(Severity::Error))];
        let mut all = Vec::new();
        for (names, level) in levels {
            for name in names.iter().flat_map(|names| names.split(',')) {
                let known = || Rule::ALL.iter().map(|it| it.name()).chain(Code::ALL.iter().map(|it| it.name()));
                if !GROUPS.contains(&name) && !known().any(|it| it == name) {
                    let hint = match output::nearest(name, known().chain(GROUPS)) {
                        Some(near) => format!("write `{near}`"),
                        None => "`holdoff explain` lists the findings".to_owned(),
                    };
                    return Err(Failure::usage("unknown-finding", format!("there is no finding `{name}`"), hint));
                }
                all.push((name.to_owned(), level));
            }
        }
        Ok(Self(all))
    }

    /// The level of a finding; `None` where it is allowed. A name counts before a group, and of those the last one.
    fn level(&self, finding: &Finding) -> Option<Severity> {
        let group = match finding.severity {
            Severity::Error => "errors",
            Severity::Warning => "warnings",
            Severity::Note => "notes",
        };
        let named = self.0.iter().rfind(|(name, _)| name == finding.name());
        let grouped = || self.0.iter().rfind(|(name, _)| name == group || name == "all");
        named.or_else(grouped).map_or(Some(finding.severity), |(_, level)| *level)
    }
}

/// What switches take beside names.
const GROUPS: [&str; 4] = ["all", "errors", "warnings", "notes"];

/// What is the same for all files.
struct Work<'a> {
    dialect: Option<&'static Dialect>,
    asked: &'a [Requirement<'a>],
    asked_in: Option<&'a Document>,
}

impl Work<'_> {
    /// Judges every file, on as many threads as there are cores; the answers are in the order of the files.
    fn all(&self, candidates: &[Candidate]) -> Vec<Result<Option<Judged>, Failure>> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(BTreeMap::new());
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(candidate) = candidates.get(at) else { break };
                let judged = self.one(candidate);
                found.lock().unwrap_or_else(PoisonError::into_inner).insert(at, judged);
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(candidates.len()).min(16);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    }

    fn one(&self, candidate: &Candidate) -> Result<Option<Judged>, Failure> {
        if candidate.is_named {
            let (file, name) = file_and_name(&candidate.path);
            return self.judge(&Policies::of_file(file, self.dialect)?, name).map(Some);
        }
        let is_small = fs::metadata(&candidate.path).is_ok_and(|it| it.len() <= LARGEST_FOUND.min(LONGEST_FILE));
        let Some(bytes) = is_small.then(|| fs::read(&candidate.path).ok()).flatten() else { return Ok(None) };
        let has_word = WORDS.iter().any(|word| memchr::memmem::find(&bytes, word).is_some());
        let Some(text) = String::from_utf8(bytes).ok().filter(|_| has_word) else { return Ok(None) };
        Policies::found(&candidate.path, &text).map(|policies| self.judge(&policies, None)).transpose()
    }

    fn judge(&self, policies: &Policies, name: Option<&str>) -> Result<Judged, Failure> {
        let mut each = policies.each()?;
        if let Some(name) = name {
            // The failure says which names there are.
            let chosen = policies.one(Some(name))?.name;
            each.retain(|(name, _)| chosen.as_ref() == Some(name));
        }
        let (mut names, translations): (Vec<_>, Vec<_>) = each.into_iter().unzip();
        let mut of_file = |argument: &str| policies.beside(argument);
        let findings = judge_file(&policies.document, &translations, self.asked, &mut of_file).map_err(|error| {
            let document = self.asked_in.filter(|_| error.is_elsewhere).unwrap_or(&policies.document);
            Failure::in_document(Exit::Usage, "invalid-requirement", document, &error.fault)
        })?;
        names.extend(policies.stacks());
        Ok(Judged::new(&policies.document, names, findings))
    }

    /// What was found in the files as they were.
    fn before(&self, revision: &str, candidates: &[Candidate]) -> Result<Judgement, Failure> {
        let mut judgement = Judgement::default();
        for candidate in candidates {
            let (file, _) = file_and_name(&candidate.path);
            let Some(text) = git::text_in(revision, file)? else { continue };
            // What could not be judged before was not found before.
            let policies = match candidate.is_named {
                true => Policies::of_text(file, &text, self.dialect).ok(),
                false => Policies::found(file, &text),
            };
            if let Some(Ok(judged)) = policies.map(|policies| self.judge(&policies, None)) {
                judgement.add(judged);
            }
        }
        Ok(judgement)
    }
}

/// The findings of a baseline file.
fn baseline(file: &str) -> Result<Baseline, Failure> {
    let text = super::policies::read(file)?;
    Baseline::read(&text).ok_or_else(|| {
        let hint = "write it anew with --write-baseline";
        Failure::unreadable("unreadable-baseline", format!("{file}: is no baseline"), Some(hint.to_owned()))
    })
}
