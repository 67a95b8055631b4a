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

/// Returns how many times as long as the library Godot takes: the range over the processors that
/// `benches/processors.csv` lists.
fn speedup(processors: &str, payload: &str, times: &str) -> String {
    let ratio = |line: &str| {
        let cells: Vec<_> = line.splitn(5, ',').collect();
        let is_it = cells[2] == payload && cells[4] == times;
        is_it.then(|| cells[3].parse::<f64>().expect("it is a number"))
    };
    let ratios: Vec<f64> = processors.lines().filter_map(ratio).collect();
    let least = ratios.iter().copied().reduce(f64::min);
    let most = ratios.iter().copied().reduce(f64::max);
    let [least, most] = [least, most].map(|it| format!("{:.0}", it.expect("the file has it")));
    if least == most {
        least
    } else {
        format!("{least} to {most}")
    }
}

#[test]
fn the_readme_has_the_measured_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["docs/benchmarks.md", "README.md", "benches/processors.csv"];
    let [page, readme, processors] =
        files.map(|name| fs::read_to_string(root.join(name)).expect("the file is there"));
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
            "encode: Godot / derive",
            "decode: Godot / derive, owned",
            "decode: Godot / derive, borrowed",
        ]
        .map(|times| speedup(&processors, payload, times));
        let row = format!("| {engine} | {encode} | {owned} | {borrowed} |");
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
