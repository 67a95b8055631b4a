//! Checks that the speed figures in the README are those of the last measurement.

use std::fs;
use std::path::Path;

/// Returns a figure from the list of targets in `docs/benchmarks.md`.
fn measured(page: &str, payload: &str, times: &str) -> f64 {
    let start = format!("| {payload} | {times} | ");
    let row = page
        .lines()
        .find_map(|line| line.strip_prefix(&start))
        .expect("the page has the row");
    let figure = row.split(" | ").nth(1).expect("the row has a figure");
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
    let speed = speed
        .split("## ")
        .next()
        .unwrap_or_default()
        .replace('\n', " ");
    for (words, payload, times) in [
        (
            "encodes a game's snapshot of 26 KB {} times as fast",
            "snapshot",
            "encode: Godot / derive",
        ),
        (
            "decodes it {} times as fast",
            "snapshot",
            "decode: Godot / derive, owned",
        ),
        (
            "or {} times into borrowed",
            "snapshot",
            "decode: Godot / derive, borrowed",
        ),
    ] {
        let said = words.replace("{}", &format!("{:.0}", measured(&page, payload, times)));
        assert!(speed.contains(&said), "the README lacks: {said}");
    }
    for times in ["encode: derive / memcpy", "decode: derive, owned / memcpy"] {
        let ratio = measured(&page, "mesh", times);
        assert!(
            ratio <= 1.1,
            "the README says that a mesh takes as long as memcpy, and it took {ratio} times as long"
        );
    }
}
