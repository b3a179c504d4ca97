//! Tells when to retry. Everything it knows is in the library; this program reads flags, files and the clock.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run(std::env::args_os())
}
