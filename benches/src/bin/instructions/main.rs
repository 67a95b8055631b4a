//! Counts the instructions of calls of this library with callgrind. The program compares the counts
//! with the baseline in `benches/instructions.txt`; counts show slowdowns more reliably than times.

mod baseline;
mod count;
mod failure;
mod page;

use baseline::{Baseline, RECORD};
use clap::Parser;
use count::Counts;
use failure::Failure;
use gdvariant_benches::cargo::compiler;
use gdvariant_benches::counted::{by_hand_cases, cases};
use std::collections::BTreeMap;
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
    /// Also count the code by hand, and print the ratios, instead of comparing with the baseline
    #[arg(long, conflicts_with = "record")]
    by_hand: bool,
}

fn main() -> Result<ExitCode, Failure> {
    let args = Args::parse();
    let compiler = compiler().unwrap_or_default();
    let counts = count::count("ours", &cases())?;
    if let Some(path) = args.out {
        fs::write(path, page::page(&counts, &compiler))?;
        return Ok(ExitCode::SUCCESS);
    }
    let instructions = |(name, counts): (String, Counts)| (name, counts.instructions);
    let counted = Baseline {
        compiler,
        counts: counts.into_iter().map(instructions).collect(),
    };
    if args.by_hand {
        print_ratios(&counted.counts)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.record {
        counted.write()?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(compare(&Baseline::read()?, &counted))
}

/// Prints the instructions of each call of code by hand, and how many times as many the library
/// takes for the same task.
fn print_ratios(ours: &BTreeMap<String, u64>) -> Result<(), Failure> {
    let cases = by_hand_cases();
    let by_hand = count::count("by_hand", &cases)?;
    for case in cases {
        let name = case.name();
        if let (Some(count), Some(reference)) = (by_hand.get(&name), case.reference())
            && let Some(&our_count) = ours.get(&reference.name())
        {
            let count = count.instructions;
            let ratio = 1.0 + change(count, our_count);
            println!("{ratio:>5.2} {our_count:>9} / {count:>9} {name}");
        }
    }
    Ok(())
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

    #[test]
    fn more_instructions_are_a_failure() {
        let before = of(&[("a", 100), ("b", 100)]);
        let verdict = |a, b| format!("{:?}", compare(&before, &of(&[("a", a), ("b", b)])));
        let (success, failure) = (
            format!("{:?}", ExitCode::SUCCESS),
            format!("{:?}", ExitCode::FAILURE),
        );
        assert_eq!(
            [verdict(104, 96), verdict(100, 50)],
            [success.clone(), success]
        );
        assert_eq!(
            [verdict(106, 96), verdict(106, 50)],
            [failure.clone(), failure]
        );
    }

    #[test]
    fn new_and_missing_calls_are_failures() {
        let (one, two) = (of(&[("a", 100)]), of(&[("a", 100), ("b", 100)]));
        let failure = format!("{:?}", ExitCode::FAILURE);
        assert_eq!(
            [compare(&one, &two), compare(&two, &one)].map(|code| format!("{code:?}")),
            [failure.clone(), failure]
        );
    }
}
