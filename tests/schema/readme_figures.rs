//! Checks that the speed figures in the README are those of the last measurement.

use std::fs;
use std::path::Path;

/// Returns a ratio of times for the payload `mesh` from the targets in `docs/benchmarks.md`.
fn measured(page: &str, times: &str) -> f64 {
    let start = format!("| mesh | {times} | ");
    let row = page
        .lines()
        .find_map(|line| line.strip_prefix(&start))
        .expect("the page has the row");
    let figure = row.split(" | ").nth(1).expect("the row has a figure");
    figure.parse().expect("it is a number")
}

/// Returns how many times as long as a contestant Godot takes, from the tables of a payload.
fn speedup(page: &str, payload: &str, task: &str, contestant: &str) -> f64 {
    let (_, section) = page
        .split_once(&format!("\n### {payload}: "))
        .expect("the page has the payload");
    let (_, table) = section
        .split_once(&format!("\n| {task} | time |"))
        .expect("the payload has the table");
    let start = format!("| **{contestant}** | ");
    let row = table
        .lines()
        .find_map(|line| line.strip_prefix(&start))
        .expect("the table has the row");
    let figure = row.split(" | ").nth(4).expect("the row has a figure");
    figure.parse().expect("it is a number")
}

#[test]
fn the_readme_has_the_measured_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [page, readme] = ["docs/benchmarks.md", "README.md"]
        .map(|name| fs::read_to_string(root.join(name)).expect("the file is there"));
    let (_, speed) = readme
        .split_once("## Speed\n")
        .expect("the README speaks of speed");
    let speed = speed.split("\n## ").next().unwrap_or_default();
    for (engine, payload) in [
        ("Godot 3.2.3", "snapshot"),
        (
            "Godot 4.6.3, with StringNames and integer vectors",
            "snapshot4",
        ),
    ] {
        let [encode, owned, borrowed] = [
            ("encode", "derive"),
            ("decode", "derive, owned"),
            ("decode", "derive, borrowed"),
        ]
        .map(|(task, contestant)| speedup(&page, payload, task, contestant));
        let row = format!("| {engine} | {encode:.0} | {owned:.0} | {borrowed:.0} |");
        assert!(speed.contains(&row), "the README lacks: {row}");
    }
    for times in ["encode: derive / memcpy", "decode: derive, owned / memcpy"] {
        let ratio = measured(&page, times);
        assert!(
            ratio <= 1.1,
            "the README says that a mesh takes as long as memcpy, and it took {ratio} times as long"
        );
    }
}
