//! What every benchmark says first: the machine that it runs on.

use std::fs;

/// Prints the processor's name, where the system tells it, and how many there are.
#[allow(clippy::print_stdout, reason = "a benchmark's answer is what it prints")]
pub(crate) fn print_machine() {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model);
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    println!("machine: {model}, {count} to run on, {} {}", std::env::consts::OS, std::env::consts::ARCH);
}
