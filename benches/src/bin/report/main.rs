//! Measures all methods to encode and decode in one run, and prints the results in Markdown.

mod args;
mod build_cost;
mod engine;
mod page;
mod processors;
mod results;

use args::Args;
use clap::Parser;
use engine::Engine;
use gdvariant_benches::contestant::Contestant;
use gdvariant_benches::{Failure, Inputs, contestants, markdown, memory, timing};
use results::{Results, Row};
use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;

/// The noise above which nothing is written, because even the ratios are disturbed.
const MAX_NOISE: f64 = 0.2;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    if let Some(path) = &args.out {
        // Opens the file before the measurements, to report early if it cannot be written.
        File::options()
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut engines = Engine::all()?;
    let results = measure(args, &mut engines)?;
    let versions = engines.iter().map(Engine::version).collect();
    match &args.out {
        None => print!("{}\n{}", page::tables(&results), page::COLUMNS),
        Some(path) => write(
            path,
            &page::Page {
                results,
                versions,
                rounds: args.rounds,
            },
        )?,
    }
    Ok(())
}

/// Measures all contestants on the selected payloads.
fn measure(args: &Args, engines: &mut [Engine]) -> Result<Results, Failure> {
    let inputs = Inputs::new();
    let mut contestants = contestants(&inputs);
    check_names(&args.payloads, &contestants)?;
    if !args.payloads.is_empty() {
        contestants
            .retain(|contestant| args.payloads.iter().any(|name| name == contestant.payload));
    }
    let memory = memory::measure()?;
    let times = timing::measure("payloads", &mut contestants, args.rounds, || {
        engines.iter_mut().try_for_each(Engine::round)
    })?;
    let mut results = Results::default();
    for (contestant, times) in contestants.iter().zip(times) {
        let (payload, method, size) = (
            contestant.payload.to_owned(),
            contestant.method,
            contestant.size,
        );
        let memory = memory.get(&(payload.clone(), method.name())).copied();
        results.0.push(Row {
            payload,
            method,
            size,
            times,
            memory,
        });
    }
    for engine in engines {
        engine.check(&inputs)?;
        for (payload, bytes) in inputs.payloads() {
            if results.on(payload.name()).next().is_some() {
                results.0.extend(engine.rows(payload.name(), bytes.len()));
            }
        }
    }
    Ok(results)
}

/// Rejects unknown payloads.
fn check_names(requested: &[String], contestants: &[Contestant<'_>]) -> Result<(), Failure> {
    let mut names: Vec<_> = contestants
        .iter()
        .map(|contestant| contestant.payload)
        .collect();
    names.dedup();
    match requested
        .iter()
        .find(|name| !names.contains(&name.as_str()))
    {
        Some(name) => Err(format!(
            "unknown payload {name}, expected one of: {}",
            names.join(", ")
        )
        .into()),
        None => Ok(()),
    }
}

/// Rejects a disturbed run, measures builds, records the run of this family of processors, and writes the complete page.
fn write(path: &Path, page: &page::Page<'_>) -> Result<(), Failure> {
    let noise = page.results.spread(50);
    if noise > MAX_NOISE {
        return Err(format!(
            "half of the contestants differ by more than {} between rounds; repeat the run on an idle machine",
            markdown::percent(noise)
        )
        .into());
    }
    let builds = build_cost::measure()?;
    let processors = processors::record(&page.results)?;
    Ok(fs::write(path, page.text(&builds, &processors))?)
}
