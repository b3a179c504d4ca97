//! Policies: from flags, from files, from the keys of a client.

use std::fs;
use std::io::{self, Read};

use holdoff::dialect::{self, Asks, Dialect, Found, Translation, native};
use holdoff::document::{Document, Fault};
use holdoff::policy::{NativeFlags, Policy, PolicyError};
use holdoff::quantity::{Exact, Tens, Unit, parse_duration};
use holdoff::report::origin::Origin;
use holdoff::timeline::{WaitTooLong, Waits};

use super::args::PolicyArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::input::{self, STDIN_BEGUN};
use super::output;
use super::suggest::JITTERS;

/// The most of a policy file that is read.
const LONGEST_FILE: u64 = 16 << 20;

/// A policy and what came with it.
pub(crate) struct Chosen {
    pub(crate) policy: Policy,
    pub(crate) asks: Asks,
    pub(crate) origin: Option<Origin>,
}

/// The policy that the flags describe or name.
pub(crate) fn policy(args: &PolicyArgs) -> Result<Chosen, Failure> {
    let (translation, document) = match (&args.policy, args.client.as_deref()) {
        (Some(file), _) => of_file(file, args.dialect.as_deref())?,
        (None, Some([name, keys])) => of_client(name, keys)?,
        _ => return Ok(Chosen { policy: of_flags(args)?, asks: Asks::default(), origin: None }),
    };
    let origin = Origin::new(&translation, &document);
    let Translation { mut policy, asks, .. } = translation;
    if let Some(unit) = args.unit.as_deref() {
        let found = Unit::ALL.into_iter().find(|it| it.name() == unit);
        let hint =
            || meant_unit(unit).unwrap_or_else(|| format!("write one of {}", Unit::ALL.map(Unit::name).join(", ")));
        let unknown = || Failure::usage("invalid-value", format!("--unit: `{unit}` is not a unit"), hint());
        policy.unit = Some(found.ok_or_else(unknown)?);
    }
    Ok(Chosen { policy, asks, origin: Some(origin) })
}

/// `--client NAME KEYS`.
fn of_client(name: &str, keys: &str) -> Result<(Translation, Document), Failure> {
    let parse = |read: Result<Document, Fault>| read.map_err(|fault| unreadable("--client", keys, &fault));
    if name == "auto" {
        let document = parse(Document::read("--client", keys))?;
        return of_document(document, None, None);
    }
    let dialect = named(name)?;
    let document = parse(dialect.document("--client", keys))?;
    of_document(document, Some(dialect), None)
}

/// `--policy FILE[#NAME]`.
fn of_file(argument: &str, dialect: Option<&str>) -> Result<(Translation, Document), Failure> {
    let dialect = dialect.map(named).transpose()?;
    // A file may have the sign in its own name.
    let (file, name) = match argument.rsplit_once('#') {
        Some((file, name)) if !file.is_empty() && fs::metadata(argument).is_err() => (file, Some(name)),
        _ => (argument, None),
    };
    let text = read(file)?;
    let shown = if file == "-" { "standard input" } else { file };
    let parsed = match dialect.map(|it| it.form) {
        Some(dialect::Form::Keys { .. } | dialect::Form::Command) => {
            dialect.map_or_else(|| Document::read(shown, &text), |dialect| dialect.document(shown, &text))
        }
        _ => Document::read(shown, &text),
    };
    let document = parsed.map_err(|fault| unreadable(shown, &text, &fault))?;
    of_document(document, dialect, name)
}

fn read(file: &str) -> Result<String, Failure> {
    let failed = |error: &io::Error| input::unreadable(if file == "-" { "standard input" } else { file }, error);
    let mut bytes = Vec::new();
    if file == "-" {
        STDIN_BEGUN.store(true, std::sync::atomic::Ordering::Relaxed);
        io::stdin().lock().take(LONGEST_FILE).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    } else {
        let opened = fs::File::open(file).map_err(|error| failed(&error))?;
        opened.take(LONGEST_FILE).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    }
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

/// The policy of a document: holdoff's own, that of the dialect, or that of the one which it fits.
fn of_document(
    document: Document,
    dialect: Option<&'static Dialect>,
    name: Option<&str>,
) -> Result<(Translation, Document), Failure> {
    let wrong = |fault: &Fault| Failure::in_document(Exit::Usage, "invalid-policy", &document, fault);
    let translation = if dialect.is_none() && native::is_native(&document) {
        let entries = native::policies(&document).map_err(|fault| wrong(&fault))?;
        let names: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        let entry = one(&document, &entries, &names, name)?;
        native::policy(entry).map_err(|fault| wrong(&fault))?
    } else {
        let dialect = match dialect {
            Some(dialect) => dialect,
            None => recognised(&document)?,
        };
        let found = dialect::policies(dialect, &document);
        if found.is_empty() {
            let hint = format!("see `holdoff dialects {}`", dialect.name);
            let message = format!("{}: there is no policy of {} in it", document.name, dialect.title);
            return Err(Failure::usage("no-policy", message, hint));
        }
        let names: Vec<&str> = found.iter().map(|it| it.name.as_str()).collect();
        let known_as = |it: &&Found<'_>| name.is_some_and(|name| it.also.iter().any(|also| is_name(also, name)));
        let mut also = found.iter().filter(known_as);
        let found = match (also.next(), also.next()) {
            (Some(only), None) if !names.iter().any(|it| Some(*it) == name) => only,
            _ => one(&document, &found, &names, name)?,
        };
        translate(dialect, found).map_err(|fault| wrong(&fault))?
    };
    Ok((translation, document))
}

fn translate(dialect: &'static Dialect, found: &Found<'_>) -> Result<Translation, Fault> {
    match dialect.form {
        dialect::Form::File(_) => dialect::translate(dialect, found),
        dialect::Form::Keys { .. } | dialect::Form::Command => dialect::of(dialect, found.node),
    }
}

/// The one that is named, or the only one.
fn one<'a, T>(document: &Document, all: &'a [T], names: &[&str], name: Option<&str>) -> Result<&'a T, Failure> {
    let list = || names.iter().map(|name| format!("#{name}")).collect::<Vec<_>>().join(", ");
    let Some(name) = name else {
        return match all {
            [only] => Ok(only),
            _ => {
                let message = format!("{}: has {} policies", document.name, all.len());
                Err(Failure::usage("several-policies", message, format!("write one of {} behind the file", list())))
            }
        };
    };
    let exact = names.iter().position(|it| *it == name);
    // The last part of a name is enough where it is one's alone.
    let mut ends = names.iter().enumerate().filter(|(_, it)| is_name(it, name));
    let short = match (ends.next(), ends.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    };
    exact.or(short).and_then(|at| all.get(at)).ok_or_else(|| {
        let hint = match output::nearest(name, names.iter().copied()) {
            Some(near) => format!("write `#{near}`"),
            None => format!("write one of {}", list()),
        };
        Failure::usage("unknown-policy", format!("{}: has no policy `{name}`", document.name), hint)
    })
}

/// Whether a name is a policy's whole name or the last part of it.
fn is_name(whole: &str, name: &str) -> bool {
    whole == name || whole.rsplit(['/', '.']).next() == Some(name)
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
            if let Some(dialect) = inner.and_then(|inner| dialect::recognise(&inner).first().copied()) {
                found = Some((path.join("."), dialect));
            }
        });
    }
    found
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

/// The policy of the native flags.
fn of_flags(args: &PolicyArgs) -> Result<Policy, Failure> {
    let flags = NativeFlags {
        base: args.base.as_deref().unwrap_or_default(),
        max: args.max.as_deref().unwrap_or_default(),
        factor: args.factor.as_deref(),
        retries: args.retries.as_deref(),
        calls: args.calls.as_deref(),
        jitter: args.jitter.as_deref(),
        unit: args.unit.as_deref(),
    };
    Policy::native(&flags).map_err(|mut error| {
        let meant = match (error.option, &args.jitter, &args.unit) {
            ("jitter", Some(text), _) => {
                output::nearest(text, JITTERS.into_iter()).map(|near| format!("write `{near}`"))
            }
            ("unit", _, Some(text)) => meant_unit(text),
            _ => None,
        };
        if let Some(meant) = meant {
            error.hint = meant;
        }
        failure(&error)
    })
}

/// What to write for a unit in other words, such as `seconds`: what is said of it at the end of a duration.
fn meant_unit(text: &str) -> Option<String> {
    let fault = parse_duration(&format!("1{text}")).err()?;
    text.chars().all(char::is_alphabetic).then(|| fault.hint().to_owned())
}

/// A duration of the policy's world, such as the time of one call; `option` is the flag without its dashes.
pub(crate) fn duration(policy: &Policy, option: &'static str, text: &str) -> Result<Exact, Failure> {
    policy.duration(option, text).map_err(|error| failure(&error))
}

/// The failure of a policy without a max whose waits grow beyond all bounds.
pub(crate) fn too_long(error: &WaitTooLong) -> Failure {
    Failure::usage("wait-too-long", format!("--max none: {}", error.message), error.hint())
}

fn failure(error: &PolicyError) -> Failure {
    let message = format!("--{}: {}", error.option, error.message);
    Failure::usage("invalid-value", message, error.hint.clone()).pointing(&error.written, error.at.clone())
}
