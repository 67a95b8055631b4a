//! Tests `gdvariant audit`: the rules, the output and the exit status.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5",
    feature = "double",
    feature = "compressed",
    feature = "encrypted"
))]

mod cases;
mod effects;
mod engines;
mod limits;
mod measured;
mod output;
mod payloads;
mod samples;
mod text;

use crate::common::{CommandOutput, run};
use serde_json::Value;

/// Runs the command on an input, and returns its findings.
#[track_caller]
fn findings(args: &str, input: &[u8]) -> Vec<Value> {
    let CommandOutput { out, err, .. } = run(&format!("audit --json {args}"), input);
    assert_eq!(err, "", "{args}");
    let lines = out.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn ids(findings: &[Value]) -> Vec<&str> {
    let ids = findings.iter().map(|finding| finding["id"].as_str());
    ids.map(|id| id.expect("an id")).collect()
}

fn rules() -> Vec<Value> {
    findings("--list-rules", &[])
}
