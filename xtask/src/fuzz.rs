//! Builds and runs the fuzz targets.
//!
//! The targets run without a sanitizer, which would need a nightly compiler and find little,
//! because the library has no unsafe code.

use crate::failure::Failure;
use crate::process::{cargo, is_available, output, program, run};
use crate::workspace::root;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::{fs, thread};

/// The arguments of libFuzzer in every run.
const LIMITS: [&str; 2] = ["-max_len=1024", "-timeout=10"];

/// Checks that the targets compile, which needs no cargo-fuzz.
pub(crate) fn check() -> Result<(), Failure> {
    run(&mut cargo(
        "check --quiet --manifest-path fuzz/Cargo.toml --locked",
    ))
}

/// Runs a target, and shows the output of libFuzzer.
pub(crate) fn one(target: &str, seconds: u32) -> Result<(), Failure> {
    prepare()?;
    let mut command = cargo("fuzz run --sanitizer none");
    command
        .args([target, "--", &max_time(seconds)])
        .args(LIMITS);
    run(&mut command)
}

/// Runs all targets, one on each core at a time, and prints a line for each.
///
/// Returns a failure that names the targets with findings.
pub(crate) fn all(minutes: u32) -> Result<(), Failure> {
    prepare()?;
    run(&mut cargo("fuzz build --sanitizer none"))?;
    let programs = programs()?;
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
            let summary = Summary::of(&programs, target, seconds)?;
            println!("{}", summary.line());
            summaries.push(summary);
        }
        Ok::<_, Failure>(summaries)
    };
    let summaries = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|it| it.join().expect("no panic"));
        results.collect::<Result<Vec<_>, Failure>>()
    })?;
    let summaries = summaries.concat();
    let executions: u64 = summaries.iter().map(|it| it.executions).sum();
    println!("{executions} executions of {} targets", summaries.len());
    let failed: Vec<_> = summaries.iter().filter(|it| it.has_failed()).collect();
    if failed.is_empty() {
        return Ok(());
    }
    let failed: Vec<_> = failed.iter().map(|it| it.target.as_str()).collect();
    Err(Failure::new(format!(
        "the properties of {} do not hold; fuzz/artifacts/ has the inputs and the output",
        failed.join(", ")
    )))
}

/// Writes the seeds to the folders where cargo-fuzz expects them.
fn prepare() -> Result<(), Failure> {
    if !is_available(&mut cargo("fuzz --version")) {
        return Err(Failure::new(
            "cargo-fuzz: not found; run `cargo install cargo-fuzz`",
        ));
    }
    run(&mut program("fuzz/seeds"))
}

fn max_time(seconds: u32) -> String {
    format!("-max_total_time={seconds}")
}

/// Returns the folder of the programs that cargo-fuzz builds.
fn programs() -> Result<PathBuf, Failure> {
    let fuzz = "metadata --format-version 1 --no-deps --manifest-path fuzz/Cargo.toml";
    let metadata = output(&mut cargo(fuzz))?;
    let metadata: Json = serde_json::from_str(&metadata)
        .map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
    let target = metadata["target_directory"].as_str().unwrap_or_default();
    let version = output(program("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| Failure::new("rustc -vV: missing the host"))?;
    Ok(Path::new(target).join(host).join("release"))
}

/// Returns the names of all targets.
fn targets() -> Result<BTreeSet<String>, Failure> {
    let names = files(&root().join("fuzz/fuzz_targets"))?;
    let names = names.iter().filter_map(|name| name.strip_suffix(".rs"));
    Ok(names.map(str::to_owned).collect())
}

/// Returns the names of the files in a folder.
fn files(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    let names = fs::read_dir(folder).and_then(|entries| {
        let names = entries.map(|it| Ok(it?.file_name().to_string_lossy().into_owned()));
        names.collect()
    });
    names.map_err(|error| Failure::at(folder, &error))
}

/// The result of a run of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Summary {
    target: String,
    executions: u64,
    /// The edges of the control flow that inputs reached.
    coverage: u64,
    /// The inputs that made the target fail.
    findings: usize,
    /// Whether libFuzzer ended with an error.
    is_error: bool,
}

impl Summary {
    const HEADINGS: &str = "target          executions     edges  findings";

    /// Runs a target, and keeps the output of libFuzzer beside its findings.
    fn of(programs: &Path, target: &str, seconds: u32) -> Result<Self, Failure> {
        let folder = root().join("fuzz/artifacts").join(target);
        fs::create_dir_all(&folder).map_err(|error| Failure::at(&folder, &error))?;
        let known = files(&folder)?;
        let program = programs.join(target);
        let output = Command::new(&program)
            .arg(root().join("fuzz/corpus").join(target))
            .arg(format!("-artifact_prefix={}/", folder.display()))
            .args([&max_time(seconds), "-print_final_stats=1"])
            .args(LIMITS)
            .stdout(Stdio::null())
            .output()
            .map_err(|error| Failure::at(&program, &error))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let log = folder.join("output.log");
        fs::write(&log, text.as_bytes()).map_err(|error| Failure::at(&log, &error))?;
        let found = files(&folder)?;
        let found = found.iter().filter(|name| *name != "output.log");
        Ok(Self {
            findings: found.filter(|name| !known.contains(*name)).count(),
            is_error: !output.status.success(),
            ..Self::parse(target, &text)
        })
    }

    /// Parses the executions and the coverage from the output of libFuzzer.
    fn parse(target: &str, output: &str) -> Self {
        let number = |text: &str| text.split_whitespace().next()?.parse().ok();
        let last = |key: &str| output.rsplit_once(key).and_then(|(_, rest)| number(rest));
        Self {
            target: target.to_owned(),
            executions: last("stat::number_of_executed_units:").unwrap_or(0),
            coverage: last(" cov:").unwrap_or(0),
            findings: 0,
            is_error: false,
        }
    }

    fn has_failed(&self) -> bool {
        self.is_error || self.findings > 0 || self.executions == 0
    }

    /// Returns the line of the table.
    fn line(&self) -> String {
        format!(
            "{:<12} {:>13} {:>9} {:>9}",
            self.target, self.executions, self.coverage, self.findings
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
        let summary = Summary::parse("owned", output);
        assert_eq!((summary.executions, summary.coverage), (8210, 1210));
        assert!(!summary.has_failed());
        assert_eq!(
            summary.line(),
            "owned                 8210      1210         0"
        );
    }

    #[test]
    fn a_run_without_executions_has_failed() {
        assert!(Summary::parse("owned", "error: no such target\n").has_failed());
    }
}
