//! Files as they were in a revision, and those that changed since, through the git program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::failure::Failure;
use super::found::Candidate;
use super::policies::text_of;

/// The text of a file in a revision; `None` where the revision does not have it.
///
/// # Errors
///
/// When git is not there, the file is in no repository, or the revision is none.
pub(crate) fn text_in(revision: &str, file: &str) -> Result<Option<String>, Failure> {
    let path = Path::new(file);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        let hint = "give files by their names";
        return Err(Failure::usage("no-file", format!("--against: `{file}` names no file"), hint));
    };
    let commit = commit(revision, folder, file)?;
    let object = format!("{commit}:./{name}");
    // What is not there, or is a folder, is no file of that time.
    if git(folder, &["cat-file", "-t", &object])?.stdout.trim_ascii() != b"blob" {
        return Ok(None);
    }
    let shown = git(folder, &["cat-file", "blob", &object])?;
    if !shown.status.success() {
        let message = format!("{revision}:{file}: {}", String::from_utf8_lossy(&shown.stderr).trim());
        return Err(Failure::unreadable("unreadable-input", message, None));
    }
    text_of(&format!("{revision}:{file}"), shown.stdout).map(Some)
}

/// The files, of those given, that are not as they were in a revision.
///
/// # Errors
///
/// As [`text_in`].
pub(crate) fn changed(revision: &str, files: Vec<Candidate>) -> Result<Vec<Candidate>, Failure> {
    let mut roots: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    let mut changed = Vec::new();
    for file in files {
        // What is not there is for whoever reads it to tell.
        let Ok(whole) = Path::new(&file.path).canonicalize() else {
            changed.push(file);
            continue;
        };
        let folder = whole.parent().unwrap_or(Path::new("/"));
        let known = roots.iter().find(|(root, _)| whole.starts_with(root)).map(|(_, names)| names);
        let names = match known {
            Some(names) => names,
            None => {
                let (root, names) = changes(revision, folder, &file.path)?;
                roots.entry(root).or_insert(names)
            }
        };
        if names.contains(&whole) {
            changed.push(file);
        }
    }
    Ok(changed)
}

/// The root of a checkout and the files in it that changed since a revision, new ones among them.
fn changes(revision: &str, folder: &Path, file: &str) -> Result<(PathBuf, BTreeSet<PathBuf>), Failure> {
    let commit = commit(revision, folder, file)?;
    let top = git(folder, &["rev-parse", "--show-toplevel"])?;
    let root = PathBuf::from(String::from_utf8_lossy(&top.stdout).trim_end_matches('\n'));
    let differ = git(&root, &["diff", "--name-only", "-z", &commit])?;
    let new = git(&root, &["ls-files", "-z", "--others", "--exclude-standard"])?;
    let names = differ.stdout.split(|byte| *byte == 0).chain(new.stdout.split(|byte| *byte == 0));
    let names = names.filter_map(|name| std::str::from_utf8(name).ok()).filter(|name| !name.is_empty());
    let root = root.canonicalize().unwrap_or(root);
    let names = names.map(|name| root.join(name)).collect();
    Ok((root, names))
}

/// The commit that a revision names, in the repository of a folder; `file` is what the user named.
fn commit(revision: &str, folder: &Path, file: &str) -> Result<String, Failure> {
    let name = format!("{revision}^{{commit}}");
    let found = git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name])?;
    if found.status.success() {
        return Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned());
    }
    Err(if git(folder, &["rev-parse", "--git-dir"])?.status.success() {
        let hint = "name a commit, a branch or a tag, as in `--against origin/main`";
        Failure::usage("unknown-revision", format!("--against: git knows no revision `{revision}`"), hint)
    } else {
        let hint = "run it in the checkout whose history has the file";
        Failure::unreadable("no-repository", format!("{file}: is in no git repository"), Some(hint.to_owned()))
    })
}

fn git(folder: &Path, args: &[&str]) -> Result<Output, Failure> {
    Command::new("git").arg("-C").arg(folder).args(args).output().map_err(|error| {
        let hint = "--against needs the git program on the PATH";
        Failure::unreadable("no-git", format!("git: {error}"), Some(hint.to_owned()))
    })
}
