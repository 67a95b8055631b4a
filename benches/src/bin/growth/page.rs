//! Creates the page.

use crate::args::Args;
use crate::curve::{Curve, Figure, Point, Reason};
use gdvariant_benches::machine;
use gdvariant_benches::markdown::{Table, count, digits};
use std::fmt::Write;

pub(crate) fn page(args: &Args, figures: &[Figure], fault: f64) -> String {
    let mut page = format!(
        "<!-- Written by `cargo run --release -p gdvariant-benches --bin growth -- --out docs/benchmarks-growth.md`: run this command instead of editing the page. -->\n\n\
         # Growth\n\n\
         This page shows how time and memory grow with the length of a value, from 1 KiB to {} MiB: per byte, on logarithmic axes. A horizontal curve means linear growth; a curve that rises steadily would mean more than linear growth.\n\n\
         Functions decode, encode and use lists of players, the Dictionaries of the payload `snapshot`. The times are the best of three rounds, or those of one round for more than 16 MiB. Functions that keep a decoded value of any type stop at 256 MiB. Commands process framed states of a game of about 700 bytes each, or one Array of ints, floats and Strings; the times are the best of at most ten runs. A command is not measured with longer inputs if they would take more than {} seconds; such cells are empty.\n\n\
         ## The machine\n\n{}",
        args.largest,
        args.limit,
        machine::table(
            machine::description()
                .into_iter()
                .chain(caches())
                .chain([("page fault", format!("{} ns", digits(fault)))])
        ),
    );
    for figure in figures {
        // Writing to a String does not fail.
        let _ = write!(page, "\n{}", section(figure, fault));
    }
    page + "\n" + REASONS
}

/// The explanation of the bends, from profiles with `perf`.
const REASONS: &str = "\
## Reasons

The tables above name the reason for a bend where the figures state it: the fixed cost of a call, page faults, or the size of a cache. Otherwise the bend is noise of the machine, or the reason is one of these:

- **Start of a program**: a command takes the time of its shortest input whatever the length: the system loads and links the program. `audit` takes several times as long to start, because it parses the schema, which lists the defects of engines.
- **Caches**: memcpy and encoding write each byte once, so they become slower at each level of caches that the input and the buffer exceed. Decoding is limited by the allocator and by the checks of each value, so its bends are smaller.
- **Page faults**: at the first write to a page of new memory, the kernel finds, clears and maps a page. glibc returns freed blocks of more than 32 MiB to the kernel, and the end of the heap if more than 64 MiB are free there. Longer values thus cause page faults in each call, and a command causes them for all memory. In a profile of commands on an Array of 64 MiB, the kernel takes 49% of the time of `decode`, 58% of `convert`, and 5% of `inspect`, which keeps no values.
- **Growing buffers**: a buffer that grows has up to twice the capacity that is needed, and exists twice while its bytes are copied. Its memory per byte therefore rises and falls between lengths, as that of encoding into a fresh buffer. The time per byte does not, because the copies take constant time per byte on average.
- **Framed values** are processed one by one: the memory of most commands does not depend on the length of the file, so the memory per byte falls. `set` reads the file several times instead of keeping it. `convert` keeps the output until every value is converted, in memory up to 16 MiB and otherwise in a temporary file. A command on one value keeps the bytes, and most commands keep the decoded value, of 32 bytes for each element and the allocated strings. `diff` keeps two values, `convert` the value in both layouts.
";

fn caches() -> Option<(&'static str, String)> {
    let sizes: Vec<_> = machine::cache_sizes()
        .into_iter()
        .map(|size| format!("{} KiB", count(size / 1024)))
        .collect();
    (!sizes.is_empty()).then(|| ("data caches of a core", sizes.join(", ")))
}

fn section(figure: &Figure, fault: f64) -> String {
    format!(
        "## {}\n\n![Time and peak memory per byte by length, on logarithmic axes]({})\n\n\
         The time in nanoseconds per byte:\n\n{}\n\
         The memory in bytes per byte: {}.\n\n{}\n\
         The page faults per MiB:\n\n{}\n{}",
        figure.title,
        figure.file(),
        table(figure, Point::time_per_byte),
        figure.memory,
        table(figure, Point::memory_per_byte),
        table(figure, Point::faults_per_mebibyte),
        bends(figure, fault),
    )
}

/// Returns a table of a property by length.
fn table(figure: &Figure, property: fn(&Point) -> f64) -> String {
    let mut columns = vec!["bytes"];
    columns.extend(figure.curves.iter().map(|curve| &*curve.name));
    let mut table = Table::new(&columns);
    let longest = figure.curves.iter().max_by_key(|curve| curve.points.len());
    for (index, point) in longest
        .map_or(&[][..], |curve| &curve.points)
        .iter()
        .enumerate()
    {
        let mut cells = vec![count(point.bytes)];
        let cell = |curve: &Curve| {
            curve
                .points
                .get(index)
                .map(|point| figure_of(property(point)))
        };
        cells.extend(
            figure
                .curves
                .iter()
                .map(|curve| cell(curve).unwrap_or_default()),
        );
        table.row(&cells);
    }
    table.finish()
}

/// Formats a figure; memory and page faults can be 0.
fn figure_of(value: f64) -> String {
    if value == 0.0 {
        "0".into()
    } else {
        digits(value)
    }
}

/// Returns a table of the bends and their reasons.
fn bends(figure: &Figure, fault: f64) -> String {
    let mut table = String::from(
        "Bends, where the time per byte changes by more than 25%:\n\n| | from | to | change | reason |\n| --- | ---: | ---: | ---: | --- |\n",
    );
    for curve in &figure.curves {
        for bend in curve.bends(fault) {
            let _ = writeln!(
                table,
                "| {} | {} | {} | {:+.0}% | {} |",
                curve.name,
                count(bend.before.bytes),
                count(bend.after.bytes),
                bend.change() * 100.0,
                reason(bend.reason)
            );
        }
    }
    table
}

fn reason(reason: Reason) -> String {
    match reason {
        Reason::FixedCost => "the time of the shortest call spreads over more bytes".into(),
        Reason::PageFaults => "more page faults per byte".into(),
        Reason::Cache(size) => {
            format!(
                "the input and the memory exceed a cache of {} KiB",
                count(size / 1024)
            )
        }
        Reason::Unknown => "see [Reasons](#reasons)".into(),
    }
}
