//! Which files are meant by paths: those that are named, and what lies in folders that are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use holdoff::document::Language;

/// The deepest that a folder is looked into where git does not list it.
const DEEPEST: usize = 32;

/// A file that is to be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Its path as it is shown.
    pub(crate) path: String,
    /// Whether it was named; what was found in a folder may be anything.
    pub(crate) is_named: bool,
}

/// The files of the paths, in their order; those of a folder in the order of their names, without what git ignores.
pub(crate) fn files(paths: &[String]) -> Vec<Candidate> {
    let mut all = Vec::new();
    for path in paths {
        if path != "-" && fs::metadata(path).is_ok_and(|it| it.is_dir()) {
            let mut inside = listed(Path::new(path)).unwrap_or_else(|| walked(Path::new(path), 0));
            inside.retain(|path| may_hold_policies(path));
            inside.sort();
            all.extend(inside.into_iter().map(|path| Candidate { path, is_named: false }));
        } else {
            all.push(Candidate { path: path.clone(), is_named: true });
        }
    }
    all
}

/// What git lists in a folder: its own files and new ones, without what it ignores. `None` where git cannot tell, or where
/// it ignores the folder itself: whoever names it means it.
fn listed(folder: &Path) -> Option<Vec<String>> {
    let git = |args: &[&str]| Command::new("git").arg("-C").arg(folder).args(args).output().ok();
    let output = git(&["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    if !output.status.success() || git(&["check-ignore", "--quiet", "."])?.status.success() {
        return None;
    }
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    // A name that is no UTF-8 has no place in an answer.
    let paths = names.filter_map(|name| shown(&folder.join(std::str::from_utf8(name).ok()?)));
    Some(paths.filter(|path| fs::metadata(path).is_ok_and(|it| it.is_file())).collect())
}

fn walked(folder: &Path, depth: usize) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut all = Vec::new();
    for entry in entries.flatten() {
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && !is_hidden && depth < DEEPEST {
            all.extend(walked(&entry.path(), depth.saturating_add(1)));
        } else if kind.is_file() {
            all.extend(shown(&entry.path()));
        }
    }
    all
}

/// A path without `./` before it.
fn shown(path: &Path) -> Option<String> {
    let path: PathBuf = path.strip_prefix(".").map(Path::to_path_buf).unwrap_or_else(|_| path.to_path_buf());
    path.to_str().map(str::to_owned)
}

/// Whether a file of that name may be a config.
fn may_hold_policies(path: &str) -> bool {
    matches!(Language::of_name(path), Some(Language::Toml | Language::Yaml | Language::Json | Language::Ini))
}
