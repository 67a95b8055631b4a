//! The results as a page in Markdown.
#![allow(clippy::cast_precision_loss, reason = "figures for people")]

use crate::args::Args;
use crate::inputs::{Inputs, MEGABYTE};
use crate::measure::Taken;
use crate::versions;
use crate::works::Work;
use gdvariant_benches::machine;
use std::fmt::Write;

/// Returns the page.
pub(crate) fn page(inputs: &Inputs, args: &Args, works: &[Work], results: &[Taken]) -> String {
    let programs = works
        .iter()
        .map(|work| (work.program(), &*work.arguments[0]));
    let mut page = format!(
        "<!-- Written by `cargo run --release -p gdvariant-benches --bin program -- --out docs/benchmarks-program.md`: run that instead of \
         editing this. -->\n\n# Benchmarks of the program\n\nThe time and memory of complete commands, compared with other programs that \
         do similar work on the same data: jq parses and prints the JSON form of the values, xxd and hexyl print bytes without their \
         meaning, cmp compares bytes. Rounds of all commands in turn: {}; the figures are medians. Output goes to `/dev/null`.\n\n\
         **MB/s** is the length of the binary file divided by the time, for JSON as well. **processor** is the total time of all cores. \
         **memory** is the peak resident memory.\n\n## The machine\n\n{}",
        args.rounds,
        machine::table(
            machine::description()
                .into_iter()
                .chain(versions::of_all(programs))
        )
    );
    for (index, input) in inputs.all.iter().enumerate() {
        let title = &input.title;
        // Writing to a String cannot fail.
        let _ = write!(
            page,
            "\n## {}\n\n| work | command | time | MB/s | processor | memory |\n| --- | --- | ---: | ---: | ---: | ---: |\n",
            title[..1].to_uppercase() + &title[1..]
        );
        let rows = works.iter().zip(results);
        for (work, taken) in rows.filter(|(work, _)| work.input == index) {
            let _ = writeln!(page, "{}", row(work, taken, input.length));
        }
    }
    page
}

fn row(work: &Work, taken: &Taken, length: u64) -> String {
    let seconds = taken.elapsed.as_secs_f64();
    let megabytes = |bytes: u64| bytes as f64 / MEGABYTE as f64;
    let command = if work.shown.starts_with("gdvariant") {
        format!("**`{}`**", work.shown)
    } else {
        format!("`{}`", work.shown)
    };
    format!(
        "| {} | {command} | {seconds:.2} s | {:.0} | {:.2} s | {:.0} MB |",
        work.name,
        megabytes(length) / seconds,
        taken.processor.as_secs_f64(),
        megabytes(taken.memory)
    )
}
