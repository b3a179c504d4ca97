//! The files that are made from the definition of the flags: `completions/` and `completions/man/`. They are kept in the
//! repository, and these tests hold them to the definition.

#![allow(clippy::expect_used, reason = "tests")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use clap::{Command, ValueEnum};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::args;
use super::completions::{Shell, script};

const REWRITE: &str = "HOLDOFF_REWRITE";

fn completions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("completions")
}

/// Where the script of each shell is kept: the name under which the shell looks for it, where it does.
fn file_name(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "holdoff.bash",
        Shell::Zsh => "_holdoff",
        Shell::Fish => "holdoff.fish",
        Shell::Powershell => "_holdoff.ps1",
        Shell::Elvish => "holdoff.elv",
        Shell::Nushell => "holdoff.nu",
    }
}

/// Compares the files of a folder with what they are made from, or writes them where the user asks for it.
fn keep(folder: &Path, files: &[(String, String)]) {
    if env::var_os(REWRITE).is_some() {
        fs::create_dir_all(folder).expect("the folder");
        files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("the file is written"));
    }
    let how = format!("made from other flags; run `{REWRITE}=1 cargo test generated` and look at the difference");
    for (name, text) in files {
        let path = folder.join(name);
        // Not assert_eq: the files are long, and the version control shows their difference better.
        assert!(fs::read_to_string(&path).is_ok_and(|kept| kept == *text), "{}: {how}", path.display());
    }
    let names: BTreeSet<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let there = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry"));
    let there =
        there.filter(|entry| entry.path().is_file()).map(|entry| entry.file_name().to_string_lossy().into_owned());
    assert_eq!(there.collect::<BTreeSet<_>>(), names, "{}", folder.display());
}

#[test]
fn completions_are_those_of_the_flags() {
    let scripts = Shell::value_variants().iter().map(|shell| (file_name(*shell).to_owned(), script(*shell)));
    keep(&completions(), &scripts.collect::<Vec<_>>());
}

#[test]
fn every_command_has_its_man_page() {
    let mut root = args::command();
    root.build();
    let commands = root.get_subcommands().cloned();
    let mut pages: Vec<_> = commands.map(|command| page(command, Some("holdoff"))).collect();
    pages.push(page(root, None));
    keep(&completions().join("man"), &pages);
}

/// The man page of a command and the name of its file.
fn page(command: Command, parent: Option<&str>) -> (String, String) {
    let after = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = command.has_subcommands();
    let man = Man::new(command).source(concat!("holdoff ", env!("CARGO_PKG_VERSION"))).manual("holdoff");
    let mut page = Vec::new();
    let written = man
        .render_title(&mut page)
        .and_then(|()| man.render_name_section(&mut page))
        .and_then(|()| man.render_synopsis_section(&mut page))
        .and_then(|()| man.render_description_section(&mut page))
        .and_then(|()| man.render_options_section(&mut page))
        .and_then(|()| if has_commands { man.render_subcommands_section(&mut page) } else { Ok(()) })
        .and_then(|()| sections(&after, parent).to_writer(&mut page));
    written.expect("a page is written to memory");
    (man.get_filename(), String::from_utf8(page).expect("UTF-8"))
}

/// What stands after the flags in `--help`, line by line as it stands there: examples lose their sense when their lines
/// are filled.
fn sections(after: &str, parent: Option<&str>) -> Roff {
    let mut page = Roff::new();
    for block in after.split("\n\n") {
        let (heading, lines) = match block.split_once(":\n") {
            Some((heading @ ("Examples" | "Exit codes"), lines)) => (heading, lines),
            _ => ("Notes", block),
        };
        page.control("SH", [heading.to_uppercase().as_str()]);
        page.control("nf", []);
        lines.lines().for_each(|line| {
            page.text([roman(line)]);
        });
        page.control("fi", []);
    }
    if let Some(parent) = parent {
        page.control("SH", ["SEE ALSO"]);
        page.text([roman(format!("{parent}(1)"))]);
    }
    page
}
