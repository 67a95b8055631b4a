//! Creates the page.

use crate::build::Build;
use crate::sources::{PROGRAMS, Program};
use gdvariant_benches::machine;
use gdvariant_benches::markdown::{Table, count};
use std::fmt::Write;

/// The number of listed functions.
const LISTED: usize = 15;

pub(crate) fn page(builds: &[Build]) -> String {
    let mut page = format!(
        "<!-- Written by `cargo run --release -p gdvariant-benches --bin size -- --out docs/benchmarks-size.md`: run this command instead of editing the page. -->\n\n\
         # Code size\n\n\
         This page shows the bytes that decoding and encoding a type adds to a stripped program and to a WebAssembly module, beside serde_json with the same types. Each program decodes a value from bytes, encodes the value, and prints the length or the error. The structs have ten fields: numbers, a bool, Strings, an Option and two lists. The layout is Godot 3 unless another is named.\n\n\
         The profile `release` has the defaults of Cargo; the profile small has `opt-level = \"z\"`, `lto = true`, `codegen-units = 1` and `panic = \"abort\"`. The tables of functions and constants lack the rest of a program: relocations of the pointers in constants, and tables for unwinding. The compiler is {}.\n\n{}",
        machine::description()
            .into_iter()
            .find_map(|(name, fact)| (name == "compiler").then_some(fact))
            .unwrap_or_default(),
        table(builds),
    );
    let missing = builds
        .iter()
        .filter_map(|build| Some((build.title, build.sizes.as_ref().err()?)));
    for (title, reason) in missing {
        // Writing to a String does not fail.
        let _ = write!(page, "\n{title}: {reason}.\n");
    }
    for (program, base, title) in [
        ("struct1", "empty", "A struct"),
        ("struct2", "struct1", "A second struct"),
        ("variant1", "empty", "A `Variant`"),
        ("variant2", "variant1", "A second layout"),
    ] {
        if let Some(small) = builds.get(1) {
            let _ = write!(page, "\n{}", largest(small, program, base, title));
        }
    }
    page
}

fn table(builds: &[Build]) -> String {
    let mut columns = vec!["bytes added by"];
    columns.extend(builds.iter().map(|build| build.title));
    let mut table = Table::new(&columns);
    for program in &PROGRAMS {
        let mut cells = vec![program.title.to_owned()];
        cells.extend(
            builds
                .iter()
                .map(|build| added(build, program).unwrap_or_default()),
        );
        table.row(&cells);
    }
    table.finish()
}

/// Returns the bytes that a program has more than its base, or all its bytes without a base.
fn added(build: &Build, program: &Program) -> Option<String> {
    let sizes = build.sizes.as_ref().ok()?;
    let size = sizes.get(program.name)?;
    Some(if program.base == program.name {
        count(*size)
    } else {
        count(size.saturating_sub(*sizes.get(program.base)?))
    })
}

/// Returns a table of the largest functions that a program adds to its base.
fn largest(build: &Build, program: &str, base: &str, title: &str) -> String {
    let added = build.added(program, base);
    let total: u64 = added.iter().map(|(_, size)| size).sum();
    let mut table = format!(
        "## {title}: the largest functions\n\n{} functions and constants add {} bytes in total, in the profile small:\n\n| bytes | function or constant |\n| ---: | --- |\n",
        count(added.len() as u64),
        count(total)
    );
    for (name, size) in added.iter().take(LISTED) {
        let _ = writeln!(table, "| {} | `{}` |", count(*size), name);
    }
    table
}
