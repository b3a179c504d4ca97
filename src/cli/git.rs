//! Files as they were in a revision, through the git program.

use std::path::Path;
use std::process::{Command, Output};

use super::failure::Failure;
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
        return Err(Failure::usage(
            "no-file",
            format!("--against: `{file}` names no file"),
            "give files by their names",
        ));
    };
    let commit =
        git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")])?;
    if !commit.status.success() {
        let inside = git(folder, &["rev-parse", "--git-dir"])?;
        return Err(if inside.status.success() {
            let hint = "name a commit, a branch or a tag, as in `--against origin/main`";
            Failure::usage("unknown-revision", format!("--against: git knows no revision `{revision}`"), hint)
        } else {
            let hint = "run it in the checkout whose history has the file";
            Failure::unreadable("no-repository", format!("{file}: is in no git repository"), Some(hint.to_owned()))
        });
    }
    let commit = String::from_utf8_lossy(&commit.stdout).trim().to_owned();
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

fn git(folder: &Path, args: &[&str]) -> Result<Output, Failure> {
    Command::new("git").arg("-C").arg(folder).args(args).output().map_err(|error| {
        let hint = "--against needs the git program on the PATH";
        Failure::unreadable("no-git", format!("git: {error}"), Some(hint.to_owned()))
    })
}
