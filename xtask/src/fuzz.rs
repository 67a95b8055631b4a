//! Builds and runs the fuzz targets.
//!
//! The targets run without a sanitizer, which would need a nightly compiler and find little,
//! because the library has no unsafe code.

use crate::files::{failed, write};
use crate::process::{cargo, is_available, program, run};
use crate::workspace::root;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::{fs, io, thread};

/// Checks that the targets compile, which needs no cargo-fuzz.
pub(crate) fn check() -> Result<(), String> {
    run(&mut cargo(
        "check --quiet --manifest-path fuzz/Cargo.toml --locked",
    ))
}

/// Runs a target, and shows the output of libFuzzer.
pub(crate) fn one(target: &str, seconds: u32) -> Result<(), String> {
    prepare()?;
    run(&mut command(target, seconds))
}

/// Returns a command that runs a target, starting with the inputs in `fuzz/corpus/`.
fn command(target: &str, seconds: u32) -> Command {
    let mut command = cargo("fuzz run --sanitizer none");
    let time = format!("-max_total_time={seconds}");
    command.args([target, "--", &time, "-max_len=1024", "-timeout=10"]);
    command
}

/// Runs all targets, one on each core at a time, and prints a line for each.
///
/// Returns a failure that names the failed targets.
pub(crate) fn all(minutes: u32) -> Result<(), String> {
    prepare()?;
    run(&mut cargo("fuzz build --sanitizer none"))?;
    let targets = targets()?;
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let rounds = u32::try_from(targets.len().div_ceil(cores)).expect("a few targets");
    let seconds = (minutes * 60 / rounds).max(1);
    println!("{}", Summary::HEADINGS);
    let next = Mutex::new(targets.iter());
    let work = || {
        let mut summaries = Vec::new();
        // The lock is released before the target runs.
        while let Some(target) = { next.lock().expect("no worker panics").next() } {
            let summary = Summary::of(target, seconds)?;
            println!("{}", summary.line());
            summaries.push(summary);
        }
        Ok::<_, String>(summaries)
    };
    let summaries = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|it| it.join().expect("no panic"));
        results.collect::<Result<Vec<_>, String>>()
    })?;
    let summaries = summaries.concat();
    let executions: u64 = summaries.iter().map(|it| it.executions).sum();
    println!("{executions} executions of {} targets", summaries.len());
    let failed: Vec<_> = summaries.iter().filter(|it| it.has_failed).collect();
    if failed.is_empty() {
        return Ok(());
    }
    let failed: Vec<_> = failed.iter().map(|it| it.target.as_str()).collect();
    Err(format!(
        "the properties of {} do not hold; fuzz/artifacts/ has the inputs and the output",
        failed.join(", ")
    ))
}

/// Writes the seeds to the folders where cargo-fuzz expects them.
fn prepare() -> Result<(), String> {
    if !is_available(&mut cargo("fuzz --version")) {
        return Err("cargo-fuzz: not found; run `cargo install cargo-fuzz`".to_owned());
    }
    run(&mut program("fuzz/seeds"))
}

/// Returns the names of all targets.
fn targets() -> Result<BTreeSet<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| failed(&folder, &error))?;
    let names = entries.iter().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        name.strip_suffix(".rs").map(str::to_owned)
    });
    Ok(names.collect())
}

/// The result of a run of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Summary {
    target: String,
    executions: u64,
    /// The edges of the control flow that inputs reached.
    coverage: u64,
    /// Whether an input made the target fail, or the target did not run.
    has_failed: bool,
}

impl Summary {
    const HEADINGS: &str = "target          executions     edges  result";

    /// Runs a target, and keeps the output of libFuzzer beside the inputs that made the target
    /// fail.
    fn of(target: &str, seconds: u32) -> Result<Self, String> {
        let mut command = command(target, seconds);
        command.arg("-print_final_stats=1").stdout(Stdio::null());
        let output = command
            .output()
            .map_err(|error| format!("cargo fuzz: {error}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let log = root()
            .join("fuzz/artifacts")
            .join(target)
            .join("output.log");
        write(&log, text.as_bytes())?;
        Ok(Self::parse(target, &text, output.status.success()))
    }

    /// Parses the executions and the coverage from the output of libFuzzer.
    fn parse(target: &str, output: &str, is_success: bool) -> Self {
        let number = |text: &str| text.split_whitespace().next()?.parse().ok();
        let last = |key: &str| output.rsplit_once(key).and_then(|(_, rest)| number(rest));
        let executions = last("stat::number_of_executed_units:").unwrap_or(0);
        Self {
            target: target.to_owned(),
            executions,
            coverage: last(" cov:").unwrap_or(0),
            has_failed: !is_success || executions == 0,
        }
    }

    /// Returns the line of the table.
    fn line(&self) -> String {
        let result = if self.has_failed { "FAILED" } else { "passed" };
        format!(
            "{:<12} {:>13} {:>9}  {result}",
            self.target, self.executions, self.coverage
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Summary;

    #[test]
    fn parses_the_output_of_libfuzzer() {
        let output = "\
#2\tINITED cov: 90 ft: 91 corp: 1/1b exec/s: 0 rss: 30Mb
#4096\tpulse  cov: 1204 ft: 3000 corp: 70/5Kb lim: 80 exec/s: 2048 rss: 41Mb
#8210\tDONE   cov: 1210 ft: 3011 corp: 72/5Kb lim: 80 exec/s: 2052 rss: 41Mb
Done 8210 runs in 4 second(s)
stat::number_of_executed_units: 8210
stat::average_exec_per_sec:     2052
";
        let summary = Summary::parse("owned", output, true);
        assert_eq!((summary.executions, summary.coverage), (8210, 1210));
        assert_eq!(
            summary.line(),
            "owned                 8210      1210  passed"
        );
        assert!(Summary::parse("owned", output, false).has_failed);
    }

    #[test]
    fn a_run_without_executions_has_failed() {
        assert!(Summary::parse("owned", "error: no such target\n", true).has_failed);
    }
}
