//! What the terminal can show: the only place that reads the environment.

use std::env;
use std::io::{IsTerminal, stdout};

/// `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set; elsewhere where CLICOLOR_FORCE is.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Tables keep this width where there is no terminal to ask.
const FIXED_WIDTH: usize = 100;
const NARROWEST: usize = 40;
const WIDEST: usize = 200;

/// Whether to colour standard output.
///
/// The flag comes first, then NO_COLOR (any value that is not empty), then CLICOLOR_FORCE (any value but `0`), then
/// whether it is a terminal that is not dumb.
pub(crate) fn colored(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
            if set("NO_COLOR").is_some() {
                return false;
            }
            if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
                return true;
            }
            stdout().is_terminal() && !dumb()
        }
    }
}

fn dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The columns of the terminal, between 40 and 200; a fixed width elsewhere, so that a file looks the same everywhere.
pub(crate) fn width() -> usize {
    if !stdout().is_terminal() {
        return FIXED_WIDTH;
    }
    let written = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    written.or_else(asked).unwrap_or(FIXED_WIDTH).clamp(NARROWEST, WIDEST)
}

/// Whether characters outside ASCII may be drawn: always off a terminal, so that a file looks the same everywhere;
/// on one, where it is not dumb and its locale is not plain `C` or `POSIX`.
pub(crate) fn unicode() -> bool {
    if !stdout().is_terminal() {
        return true;
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env::var(name).ok().filter(|it| !it.is_empty()));
    !dumb() && !locale.is_some_and(|locale| locale == "C" || locale == "POSIX")
}
