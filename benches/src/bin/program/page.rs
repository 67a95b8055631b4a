//! Creates the page of results, in Markdown.
#![allow(clippy::cast_precision_loss, reason = "the figures are rounded anyway")]

use crate::args::Args;
use crate::commands::{MeasuredCommand, versions};
use crate::inputs::{Input, MEGABYTE};
use crate::measure::Usage;
use gdvariant_benches::machine;
use std::fmt::Write;

pub(crate) fn page(
    inputs: &[Input],
    args: &Args,
    commands: &[MeasuredCommand],
    results: &[Usage],
) -> String {
    let mut page = format!(
        "<!-- Written by `cargo run --release -p gdvariant-benches --bin program -- --out docs/benchmarks-program.md`: run this command instead of editing the page. -->\n\n# Benchmarks of the program\n\nThis page compares the time and the memory of commands with those of other programs for similar tasks on the same data: jq parses and prints the JSON form of the values, xxd and hexyl print bytes without their meaning, cmp compares bytes. All commands ran in turn, in {} rounds; the figures are medians. Output goes to `/dev/null`.\n\n\
         **MB/s** is the length of the binary file divided by the time, also for programs that read JSON. **processor** is the processor time of all cores. **memory** is the peak resident memory.\n\n## The machine\n\n{}",
        args.rounds,
        machine::table(machine::description().into_iter().chain(versions(commands)))
    );
    for (index, input) in inputs.iter().enumerate() {
        let title = &input.title;
        // Writing to a String does not fail.
        let _ = write!(
            page,
            "\n## {}\n\n| task | command | time | MB/s | processor | memory |\n| --- | --- | ---: | ---: | ---: | ---: |\n",
            title[..1].to_uppercase() + &title[1..]
        );
        let rows = commands.iter().zip(results);
        for (command, usage) in rows.filter(|(command, _)| command.input == index) {
            let _ = writeln!(page, "{}", row(command, usage, input.length));
        }
    }
    page
}

fn row(command: &MeasuredCommand, usage: &Usage, length: u64) -> String {
    let seconds = usage.elapsed.as_secs_f64();
    let megabytes = |bytes: u64| bytes as f64 / MEGABYTE as f64;
    let shown = if command.shown.starts_with("gdvariant") {
        format!("**`{}`**", command.shown)
    } else {
        format!("`{}`", command.shown)
    };
    format!(
        "| {} | {shown} | {seconds:.2} s | {:.0} | {:.2} s | {:.0} MB |",
        command.name,
        megabytes(length) / seconds,
        usage.processor.as_secs_f64(),
        megabytes(usage.memory)
    )
}
