//! Counts the instructions of calls of this library with callgrind. The program compares the counts
//! with the baseline in `benches/instructions.txt`; counts show slowdowns more reliably than times.

mod baseline;
mod count;
mod page;

use baseline::{Baseline, RECORD};
use clap::Parser;
use count::Counts;
use gdvariant_benches::Failure;
use gdvariant_benches::cargo::compiler;
use gdvariant_benches::counted::cases;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// The relative change up to which counts are considered equal.
const TOLERANCE: f64 = 0.05;

/// Count the instructions of calls of this library, and compare them with the baseline.
#[derive(Debug, Parser)]
struct Args {
    /// Write the counts to the baseline, instead of comparing them
    #[arg(long)]
    record: bool,
    /// Write a page with times, instructions and cache misses to this file, instead of comparing
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    out: Option<PathBuf>,
}

fn main() -> Result<ExitCode, Failure> {
    let args = Args::parse();
    let compiler = compiler().unwrap_or_default();
    let counts = count::count(&cases())?;
    if let Some(path) = args.out {
        fs::write(path, page::page(&counts, &compiler))?;
        return Ok(ExitCode::SUCCESS);
    }
    let instructions = |(name, counts): (String, Counts)| (name, counts.instructions);
    let counted = Baseline {
        compiler,
        counts: counts.into_iter().map(instructions).collect(),
    };
    if args.record {
        counted.write()?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(compare(&Baseline::read()?, &counted))
}

/// Reports changes that exceed the tolerance. Increases, new calls and missing calls are failures.
fn compare(before: &Baseline, now: &Baseline) -> ExitCode {
    let (mut slower, mut faster, mut other) = (0, 0, 0);
    for (name, &count) in &now.counts {
        let Some(&old) = before.counts.get(name) else {
            println!("{name}: {count}, not in the baseline");
            other += 1;
            continue;
        };
        let change = change(old, count);
        if change.abs() > TOLERANCE {
            println!("{name}: {old} before, {count} now, {:+.1}%", change * 100.0);
            if change > 0.0 {
                slower += 1;
            } else {
                faster += 1;
            }
        }
    }
    for name in before
        .counts
        .keys()
        .filter(|name| !now.counts.contains_key(*name))
    {
        println!("{name}: in the baseline, but no longer counted");
        other += 1;
    }
    println!(
        "{} calls: {slower} take over 5% more instructions, {faster} over 5% fewer",
        now.counts.len()
    );
    if slower + faster + other > 0 {
        println!("If the changes are intended, record them: {RECORD}");
    }
    if before.compiler != now.compiler {
        println!(
            "The baseline was recorded with {}, but this is {}; compilers generate different code.",
            before.compiler, now.compiler
        );
    }
    if slower + other == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the relative change of a count.
fn change(old: u64, new: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts are smaller")]
    let (old, new) = (old as f64, new as f64);
    new / old - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &[(&str, u64)]) -> Baseline {
        Baseline {
            compiler: String::new(),
            counts: counts
                .iter()
                .map(|(name, count)| ((*name).to_owned(), *count))
                .collect(),
        }
    }

    fn is_failure(before: &[(&str, u64)], now: &[(&str, u64)]) -> bool {
        let verdict = compare(&of(before), &of(now));
        format!("{verdict:?}") == format!("{:?}", ExitCode::FAILURE)
    }

    #[test]
    fn more_instructions_are_a_failure() {
        let is_failure = |a, b| is_failure(&[("a", 100), ("b", 100)], &[("a", a), ("b", b)]);
        assert!(!is_failure(104, 96));
        assert!(!is_failure(100, 50));
        assert!(is_failure(106, 96));
        assert!(is_failure(106, 50));
    }

    #[test]
    fn new_and_missing_calls_are_failures() {
        let (one, two) = ([("a", 100)], [("a", 100), ("b", 100)]);
        assert!(is_failure(&one, &two));
        assert!(is_failure(&two, &one));
    }
}
