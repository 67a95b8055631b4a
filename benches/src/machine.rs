//! Describes the machine on which the benchmarks run.

use crate::cargo::{compiler, printed};
use std::fmt::{Display, Write};
use std::process::Command;
use std::{env, fs, thread};

/// Returns the known facts about the machine, as pairs of name and value.
#[must_use]
pub fn description() -> Vec<(&'static str, String)> {
    let facts = [
        ("processor", line_of("/proc/cpuinfo", "model name")),
        (
            "cores",
            thread::available_parallelism()
                .ok()
                .map(|cores| cores.to_string()),
        ),
        (
            "memory",
            line_of("/proc/meminfo", "MemTotal").and_then(|text| gibibytes(&text)),
        ),
        (
            "system",
            line_of("/etc/os-release", "PRETTY_NAME").or_else(|| Some(env::consts::OS.into())),
        ),
        (
            "kernel",
            fs::read_to_string("/proc/sys/kernel/osrelease")
                .ok()
                .map(|text| major_minor(&text)),
        ),
        ("compiler", compiler()),
        ("date", date()),
    ];
    facts
        .into_iter()
        .filter_map(|(name, fact)| Some((name, fact?)))
        .collect()
}

/// Returns a table of facts in Markdown.
pub fn table<N: Display>(facts: impl IntoIterator<Item = (N, String)>) -> String {
    let mut table = String::from("| | |\n| --- | --- |\n");
    for (name, fact) in facts {
        // Writing to a String does not fail.
        let _ = writeln!(table, "| {name} | {fact} |");
    }
    table
}

/// Returns the value of a key in a file such as `/proc/cpuinfo`.
fn line_of(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let (_, value) = text
        .lines()
        .filter_map(|line| line.split_once([':', '=']))
        .find(|(key, _)| key.trim() == name)?;
    Some(value.trim().trim_matches('"').into())
}

/// Shortens a version such as `6.18.44-amd64` to `6.18`.
fn major_minor(release: &str) -> String {
    release
        .trim()
        .split(['.', '-'])
        .take(2)
        .collect::<Vec<_>>()
        .join(".")
}

/// Converts a size such as `24684544 kB` to `24 GiB`.
fn gibibytes(text: &str) -> Option<String> {
    let kibibytes: f64 = text.split(' ').next()?.parse().ok()?;
    Some(format!("{:.0} GiB", kibibytes / 1024.0 / 1024.0))
}

/// Returns the current date in UTC.
fn date() -> Option<String> {
    printed(Command::new("date").args(["--utc", "+%Y-%m-%d"]))
}
