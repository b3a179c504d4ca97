//! The scripts that complete the program's flags and their values in a shell.

use std::collections::BTreeMap;

use clap::{Arg, Command, ValueEnum, ValueHint};
use clap_complete::aot::{Generator, Shell as Common};
use clap_complete_nushell::Nushell;

use super::args::{self, CompletionsArgs};
use super::exit::Exit;
use super::failure::Failure;
use super::output;

/// The shells that there is a script for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
    Nushell,
}

/// `holdoff completions`.
pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, Failure> {
    output::write(&script(args.shell))?;
    Ok(Exit::Done)
}

/// The script for `shell`, made from the definition of the flags.
pub(super) fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => generate(Common::Bash),
        Shell::Zsh => generate(Common::Zsh),
        Shell::Fish => generate(Common::Fish) + &fish_arguments(),
        Shell::Powershell => generate(Common::PowerShell),
        Shell::Elvish => generate(Common::Elvish).replace("    $completions[$command]\n", &elvish_values()),
        Shell::Nushell => generate(Nushell),
    }
}

fn generate(generator: impl Generator) -> String {
    let mut script = Vec::new();
    clap_complete::generate(generator, &mut command(), "holdoff", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Every command with its flags. A flag that takes neither a file nor one of a few values gets no file names.
fn command() -> Command {
    let mut command = args::command();
    command.build();
    let free = |arg: &Arg| arg.get_action().takes_values() && arg.get_value_hint() == ValueHint::Unknown;
    let hinted = |arg: Arg| if free(&arg) { arg.value_hint(ValueHint::Other) } else { arg };
    command.mut_subcommands(|subcommand| subcommand.mut_args(hinted))
}

/// The values of the arguments, which the crate leaves out for fish.
fn fish_arguments() -> String {
    let command = command();
    let arguments = command.get_subcommands().flat_map(|subcommand| {
        subcommand.get_positionals().filter_map(|argument| Some((subcommand.get_name(), values(argument)?)))
    });
    arguments
        .map(|(name, values)| {
            format!("complete -c holdoff -n \"__fish_holdoff_using_subcommand {name}\" -f -a \"{values}\"\n")
        })
        .collect()
}

/// The values of flags and arguments and the names of files, which the crate leaves out for Elvish: there a word's
/// candidates follow from the word before it, a flag or the command.
fn elvish_values() -> String {
    let command = command();
    let mut by_word = BTreeMap::new();
    let mut file_flags = Vec::new();
    let mut file_commands = Vec::new();
    for subcommand in command.get_subcommands() {
        for arg in subcommand.get_arguments() {
            let word = arg.get_long().map_or_else(|| subcommand.get_name().to_owned(), |long| format!("--{long}"));
            if let Some(values) = values(arg) {
                by_word.insert(word, values);
            } else if arg.get_value_hint() == ValueHint::FilePath {
                if arg.is_positional() { &mut file_commands } else { &mut file_flags }.push(word);
            }
        }
    }
    let by_word: String = by_word.iter().map(|(word, values)| format!("        &'{word}'= [{values}]\n")).collect();
    format!(
        "    var values = [
{by_word}    ]
    var previous last = $words[-2] $words[-1]
    var is-flag = (str:has-prefix $last '-')
    if (and (has-key $values $previous) (not $is-flag)) {{
        all $values[$previous]
    }} elif (has-value [{}] $previous) {{
        edit:complete-filename $last
    }} elif (and (> (count $words) 2) (has-value [{}] $words[1]) (not $is-flag)) {{
        edit:complete-filename $last
    }} elif (has-key $completions $command) {{
        $completions[$command]
    }}
",
        file_flags.join(" "),
        file_commands.join(" "),
    )
}

/// The values that an argument can have, with spaces between them; `None` where they are without number.
fn values(arg: &Arg) -> Option<String> {
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    (!values.is_empty()).then(|| values.join(" "))
}
