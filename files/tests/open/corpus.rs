//! Runs the fuzz target for layers on its corpus, as the tests of the library run the others.

#[path = "../../../fuzz/bodies/layers.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
mod layers;

use crate::common::bytes;

#[test]
fn layers_of_the_corpus_hold() {
    let lines = include_str!("../../../tests/corpus/layers.hex").lines();
    let mut count = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        println!("{line}"); // The test harness prints the line only if the body panics.
        let mut input = bytes(line);
        for choice in 0..8 {
            input[0] = choice;
            layers::layers(&input);
        }
        count += 1;
    }
    assert!(count >= 40, "{count} inputs");
}
