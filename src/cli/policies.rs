//! Policies out of files and pastes: which ones there are, and the one that is meant.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use holdoff::check::stack::{Layer, Plan, Tier, resolve, tiers};
use holdoff::dialect::{self, Dialect, Found, Translation, native};
use holdoff::document::{Document, Entry, Fault, Language, Node};
use holdoff::quantity::{Exact, Tens};
use holdoff::timeline::Waits;

use super::exit::Exit;
use super::failure::Failure;
use super::input::{self, STDIN_BEGUN};
use super::output;

/// The most of a policy file that is read.
pub(crate) const LONGEST_FILE: u64 = 16 << 20;
/// The name that `--client` takes for a policy in holdoff's own words.
const OWN: &str = "holdoff";

/// A file or a paste, and whose config it is.
pub(crate) struct Policies {
    pub(crate) document: Document,
    owner: Owner,
}

enum Owner {
    /// A policy file of holdoff.
    File,
    /// The keys of one policy of holdoff.
    Keys(Entry),
    Client(&'static Dialect),
}

/// The name of a policy, and the policy or what is wrong with it.
pub(crate) type Reading = (String, Result<Translation, Fault>);

/// One policy of a document, not read yet.
struct Candidate<'a> {
    name: String,
    /// Other names that it is known by.
    also: Vec<String>,
    written: Written<'a>,
}

enum Written<'a> {
    Own(&'a Entry),
    Foreign(&'static Dialect, Found<'a>),
}

impl Candidate<'_> {
    fn read(&self) -> Result<Translation, Fault> {
        match &self.written {
            Written::Own(entry) => native::policy(entry),
            Written::Foreign(dialect, found) => translate(dialect, found),
        }
    }
}

impl Policies {
    /// `--client NAME KEYS`.
    pub(crate) fn of_client(name: &str, keys: &str) -> Result<Self, Failure> {
        let parse = |read: Result<Document, Fault>| read.map_err(|fault| unreadable("--client", keys, &fault));
        if name == "auto" {
            return Self::new(parse(Document::read("--client", keys))?, None);
        }
        if name == OWN {
            let document = parse(Document::parse("--client", keys, Language::Code))?;
            let value = document.roots.first().cloned();
            let all = 0..keys.len();
            let owner = value.map(|value| Owner::Keys(Entry { key: OWN.to_owned(), at: all, value }));
            return Ok(Self { document, owner: owner.unwrap_or(Owner::File) });
        }
        let dialect = named(name)?;
        Self::new(parse(dialect.document("--client", keys))?, Some(dialect))
    }

    /// The policies of a file, or of standard input for `-`.
    pub(crate) fn of_file(file: &str, dialect: Option<&'static Dialect>) -> Result<Self, Failure> {
        let text = read(file)?;
        Self::of_text(if file == "-" { "standard input" } else { file }, &text, dialect)
    }

    /// The same of its text; `name` is what the file is called, which tells its language.
    pub(crate) fn of_text(name: &str, text: &str, dialect: Option<&'static Dialect>) -> Result<Self, Failure> {
        let parsed = match dialect {
            Some(dialect) if !matches!(dialect.form, dialect::Form::File(_)) => dialect.document(name, text),
            _ => Document::read(name, text),
        };
        Self::new(parsed.map_err(|fault| unreadable(name, text, &fault))?, dialect)
    }

    fn new(document: Document, dialect: Option<&'static Dialect>) -> Result<Self, Failure> {
        let owner = match dialect {
            Some(dialect) => Owner::Client(dialect),
            None if native::is_native(&document) => Owner::File,
            None => Owner::Client(recognised(&document)?),
        };
        Ok(Self { document, owner })
    }

    /// The policy of that name, or the only one.
    pub(crate) fn one(&self, name: Option<&str>) -> Result<Translation, Failure> {
        let all = self.candidates()?;
        self.read(self.choose(&all, name)?)
    }

    /// Every policy, in the order of the document.
    pub(crate) fn all(&self) -> Result<Vec<Translation>, Failure> {
        let candidates = self.candidates()?;
        if candidates.is_empty() {
            return Err(self.stacks_alone());
        }
        candidates.iter().map(|candidate| self.read(candidate)).collect()
    }

    /// Every policy under its name, or what is wrong with it.
    pub(crate) fn each(&self) -> Result<Vec<Reading>, Failure> {
        let each = |candidate: Candidate<'_>| (candidate.name.clone(), candidate.read());
        Ok(self.candidates()?.into_iter().map(each).collect())
    }

    /// The names of its stacks, which follow its policies.
    pub(crate) fn stacks(&self) -> Vec<String> {
        let maps = self.document.roots.iter().filter_map(|root| root.get("stacks"));
        let is_own = matches!(self.owner, Owner::File);
        maps.flat_map(Node::entries).filter(|_| is_own).map(|entry| format!("stacks.{}", entry.key)).collect()
    }

    /// The layers of a stack and what they come to.
    pub(crate) fn stack(&self, name: &str) -> Result<(Vec<Layer>, Vec<Tier>), Failure> {
        let map = self.document.roots.iter().find_map(|root| root.get("stacks"));
        let plans = map.map(Plan::all).transpose().map_err(|fault| self.wrong(&fault))?.unwrap_or_default();
        let Some(plan) = plans.iter().find(|plan| plan.name == name) else {
            let names: Vec<String> = plans.iter().map(|plan| format!("#stacks.{}", plan.name)).collect();
            let hint = if names.is_empty() {
                "write `[stacks.NAME]`".to_owned()
            } else {
                format!("write {}", names.join(", "))
            };
            return Err(Failure::usage(
                "unknown-stack",
                format!("{}: has no stack `{name}`", self.document.name),
                hint,
            ));
        };
        let layers = resolve(plan, &self.document, &mut |argument| self.beside(argument));
        let layers = layers.map_err(|fault| self.wrong(&fault))?;
        let tiers = tiers(&layers).map_err(|error| Failure::usage("wait-too-long", error.message, "write a max"))?;
        Ok((layers, tiers))
    }

    /// A policy of another file, whose path is from this one's folder.
    pub(crate) fn beside(&self, argument: &str) -> Result<Translation, String> {
        let folder = Path::new(&self.document.name).parent().map(Path::to_path_buf).unwrap_or_default();
        let path = folder.join(argument);
        let (file, name) = file_and_name(path.to_str().unwrap_or(argument));
        let read = Self::of_file(file, None).and_then(|policies| policies.one(name));
        read.map_err(|failure| failure.message().to_owned())
    }

    /// The policies of a file that was not named but found; `None` where it is no policy file and none of a client.
    pub(crate) fn found(name: &str, text: &str) -> Option<Self> {
        let document = Document::read(name, text).ok()?;
        if native::is_native(&document) {
            return native::policies(&document).is_ok().then_some(Self { document, owner: Owner::File });
        }
        match dialect::recognise_file(&document).as_slice() {
            [only] => Some(Self { document, owner: Owner::Client(only) }),
            _ => None,
        }
    }

    /// The policy of that name; `None` where there is none.
    pub(crate) fn find(&self, name: &str) -> Result<Option<Translation>, Failure> {
        let all = self.candidates()?;
        position(&all, name).and_then(|at| all.get(at)).map(|found| self.read(found)).transpose()
    }

    fn stacks_alone(&self) -> Failure {
        let stacks: Vec<String> =
            self.stacks().iter().map(|stack| format!("`compare {}#{stack}`", self.document.name)).collect();
        let hint = format!("write {}, or give a file with `[policies.NAME]`", stacks.join(", "));
        Failure::usage("no-policy", format!("{}: has stacks alone, and no policy of its own", self.document.name), hint)
    }

    fn wrong(&self, fault: &Fault) -> Failure {
        Failure::in_document(Exit::Usage, "invalid-policy", &self.document, fault)
    }

    fn candidates<'a>(&'a self) -> Result<Vec<Candidate<'a>>, Failure> {
        let own =
            |entry: &'a Entry| Candidate { name: entry.key.clone(), also: Vec::new(), written: Written::Own(entry) };
        let dialect = match &self.owner {
            Owner::File => {
                let entries = native::policies(&self.document).map_err(|fault| self.wrong(&fault))?;
                return Ok(entries.into_iter().map(own).collect());
            }
            Owner::Keys(entry) => return Ok(vec![own(entry)]),
            Owner::Client(dialect) => *dialect,
        };
        let found = dialect::policies(dialect, &self.document);
        if found.is_empty() {
            let hint = format!("see `holdoff dialects {}`", dialect.name);
            let message = format!("{}: there is no policy of {} in it", self.document.name, dialect.title);
            return Err(Failure::usage("no-policy", message, hint));
        }
        let foreign = |found: Found<'a>| {
            let (name, also) = (found.name.clone(), found.also.clone());
            Candidate { name, also, written: Written::Foreign(dialect, found) }
        };
        Ok(found.into_iter().map(foreign).collect())
    }

    fn read(&self, candidate: &Candidate<'_>) -> Result<Translation, Failure> {
        candidate.read().map_err(|fault| self.wrong(&fault))
    }

    fn choose<'c, 'd>(&self, all: &'c [Candidate<'d>], name: Option<&str>) -> Result<&'c Candidate<'d>, Failure> {
        let names = || all.iter().map(|it| it.name.as_str());
        let list = || names().map(|name| format!("#{name}")).collect::<Vec<_>>().join(", ");
        let Some(name) = name else {
            return match all {
                [only] => Ok(only),
                [] => Err(self.stacks_alone()),
                _ => {
                    let message = format!("{}: has {} policies", self.document.name, all.len());
                    Err(Failure::usage("several-policies", message, format!("write one of {} behind the file", list())))
                }
            };
        };
        position(all, name).and_then(|at| all.get(at)).ok_or_else(|| {
            let hint = match output::nearest(name, names()) {
                Some(near) => format!("write `#{near}`"),
                None if all.is_empty() => return self.stacks_alone(),
                None => format!("write one of {}", list()),
            };
            Failure::usage("unknown-policy", format!("{}: has no policy `{name}`", self.document.name), hint)
        })
    }
}

/// Which one has that name, or alone has it as the last part of its own.
fn position(all: &[Candidate<'_>], name: &str) -> Option<usize> {
    let is_name = |whole: &str| whole == name || whole.rsplit(['/', '.']).next() == Some(name);
    let only = |fits: &dyn Fn(&Candidate<'_>) -> bool| {
        let mut fitting = all.iter().enumerate().filter(|(_, it)| fits(it));
        match (fitting.next(), fitting.next()) {
            (Some((at, _)), None) => Some(at),
            _ => None,
        }
    };
    let exact = all.iter().position(|it| it.name == name);
    exact.or_else(|| only(&|it| it.also.iter().any(|also| is_name(also)))).or_else(|| only(&|it| is_name(&it.name)))
}

/// The file and the name of a policy in `FILE[#NAME]`; a file may have the sign in its own name.
pub(crate) fn file_and_name(argument: &str) -> (&str, Option<&str>) {
    match argument.rsplit_once('#') {
        Some((file, name)) if !file.is_empty() && fs::metadata(argument).is_err() => (file, Some(name)),
        _ => (argument, None),
    }
}

pub(crate) fn read(file: &str) -> Result<String, Failure> {
    let failed = |error: &io::Error| input::unreadable(if file == "-" { "standard input" } else { file }, error);
    let mut bytes = Vec::new();
    if file == "-" {
        STDIN_BEGUN.store(true, std::sync::atomic::Ordering::Relaxed);
        io::stdin().lock().take(LONGEST_FILE).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    } else {
        let opened = fs::File::open(file).map_err(|error| failed(&error))?;
        opened.take(LONGEST_FILE).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    }
    text_of(file, bytes)
}

/// The bytes of a file as text, where it is no larger than a policy file can be.
pub(crate) fn text_of(file: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    if u64::try_from(bytes.len()).is_ok_and(|length| length >= LONGEST_FILE) {
        let hint = Some("write the policy into a file of its own".to_owned());
        return Err(Failure::unreadable("too-large", format!("{file}: is larger than a policy file can be"), hint));
    }
    String::from_utf8(bytes).map_err(|fault| {
        let at = fault.utf8_error().valid_up_to();
        Failure::unreadable("invalid-utf-8", format!("{file}: is no UTF-8 from byte {at} on"), None)
    })
}

/// A text that is none of its language.
fn unreadable(name: &str, text: &str, fault: &Fault) -> Failure {
    let document = Document { name: name.to_owned(), text: text.to_owned(), roots: Vec::new() };
    Failure::in_document(Exit::Unreadable, "unreadable-policy", &document, fault)
}

fn translate(dialect: &'static Dialect, found: &Found<'_>) -> Result<Translation, Fault> {
    match dialect.form {
        dialect::Form::File(_) => dialect::translate(dialect, found),
        dialect::Form::Keys { .. } | dialect::Form::Command => dialect::of(dialect, found.node),
    }
}

/// The dialect of that name, or the failure that names the nearest.
pub(crate) fn named(name: &str) -> Result<&'static Dialect, Failure> {
    dialect::dialect(name).ok_or_else(|| {
        let hint = match output::nearest(name, dialect::dialects().map(|it| it.name)) {
            Some(near) => format!("write `{near}`, or `holdoff dialects` for the list"),
            None => "write `holdoff dialects` for the list".to_owned(),
        };
        Failure::usage("unknown-dialect", format!("there is no dialect `{name}`"), hint)
    })
}

/// The one dialect that a document fits.
fn recognised(document: &Document) -> Result<&'static Dialect, Failure> {
    match dialect::recognise(document).as_slice() {
        [only] => Ok(only),
        [] => {
            if let Some((place, dialect)) = embedded(document) {
                let message = format!("{}: holds a config of {} as a text, in `{place}`", document.name, dialect.title);
                return Err(Failure::usage("embedded-policy", message, "write that text into a file of its own"));
            }
            let message = format!("{}: is no config that is known", document.name);
            let hint = "name its client with `--dialect`; `holdoff dialects` lists them";
            Err(Failure::usage("unknown-dialect", message, hint))
        }
        several => {
            let names: Vec<_> = several.iter().map(|it| it.name).collect();
            let message = format!("{}: fits {}", document.name, names.join(" and "));
            let each: Vec<_> = several.iter().map(|it| difference(it, document)).collect();
            let flag = if document.name == "--client" { "--client" } else { "--dialect" };
            let hint = format!("say which it is with `{flag}`: {}", each.join(", or "));
            Err(Failure::usage("ambiguous-dialect", message, hint))
        }
    }
}

/// Where a document has another one as a text that is a config, as a ConfigMap of Kubernetes or the values of Helm do.
fn embedded(document: &Document) -> Option<(String, &'static Dialect)> {
    let mut found = None;
    for root in &document.roots {
        root.walk(&mut Vec::new(), &mut |path, node| {
            let text = node.scalar().filter(|text| found.is_none() && text.trim_end().contains('\n'));
            let inner = text.and_then(|text| Document::read("", text).ok());
            let Some(inner) = inner else { return };
            if let Some(dialect) = dialect::recognise(&inner).into_iter().find(|it| tells(it, &inner)) {
                found = Some((path.join("."), dialect));
            }
        });
    }
    found
}

/// Whether a text that nobody named holds a policy of a dialect: the keys of code tell too little, and a command may have
/// none of the flags.
fn tells(dialect: &Dialect, document: &Document) -> bool {
    let has_flag = |node: &Node| {
        let words = node.items().iter().filter_map(Node::scalar);
        words.map(|word| word.split('=').next().unwrap_or(word)).any(|word| {
            word.starts_with('-')
                && dialect.keys.iter().any(|key| key.name.trim_start_matches('-') == word.trim_start_matches('-'))
        })
    };
    match dialect.form {
        dialect::Form::File(_) => true,
        dialect::Form::Command => document.roots.iter().any(has_flag),
        dialect::Form::Keys { .. } => false,
    }
}

/// A dialect and the first waits that a document means in it.
fn difference(dialect: &'static Dialect, document: &Document) -> String {
    let found = dialect::policies(dialect, document);
    let first = found.first().map(|found| translate(dialect, found));
    let Some(Ok(Translation { policy, .. })) = first else { return format!("{} refuses it", dialect.name) };
    let human = |wait: &Exact| wait.round(policy.divisor(), policy.decimals(), &mut Tens::new()).human(policy.unit);
    let waits = Waits::new(&policy).take(4).map_while(Result::ok).map(|wait| match (wait.least(), wait.most()) {
        (least, most) if least == most => human(most),
        (least, most) => format!("{} to {}", human(least), human(most)),
    });
    let retries = policy.retries.map_or("no limit".to_owned(), |retries| format!("{retries} retries"));
    format!("{} ({retries}: {})", dialect.name, waits.collect::<Vec<_>>().join(", "))
}
