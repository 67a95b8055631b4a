//! Tests `gdvariant audit`: the rules and the effects by the library, and the output and the exit
//! status of the program.

mod cases;
mod effects;
mod engines;
mod limits;
mod measured;
mod output;
mod payloads;
mod samples;
mod text;

use gdvariant::schema::layout_named;
use gdvariant_files::audit::{AuditOptions, AuditRow, file};
use gdvariant_files::open::OpenOptions;

/// Returns all findings in a file.
fn findings(open: OpenOptions, input: &[u8]) -> Vec<AuditRow> {
    let options = AuditOptions::new().max_rows(usize::MAX).open(open);
    file(input, &options).rows
}

/// Returns the options for a file in the layout with this name.
fn in_layout(name: &str) -> OpenOptions {
    OpenOptions::new().layout(layout_named(name).expect(name))
}

fn godot3() -> OpenOptions {
    in_layout("godot3")
}

fn ids(findings: &[AuditRow]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.rule.id).collect()
}
