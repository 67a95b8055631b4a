//! Decodes and encodes all test vectors of the engines.

use crate::common::{good, run_bytes};
use std::path::Path;

/// Returns the hex digits of every vector, one vector per line.
fn vectors(layout: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../conformance/vectors/{layout}.jsonl"));
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    let digits = text
        .lines()
        .filter_map(|line| line.split_once("\"hex\":\"")?.1.split('"').next());
    digits.flat_map(|digits| [digits, "\n"]).collect()
}

#[test]
fn every_vector_round_trips() {
    for (layout, count) in [("godot3", 714), ("pandemonium", 731), ("pandemonium5", 460)] {
        let lines = vectors(layout);
        let json = good(
            &format!("decode --from hex --allow-objects --layout {layout}"),
            &lines,
        );
        assert_eq!(json.lines().count(), lines.lines().count());
        assert_eq!(lines.lines().count(), count, "the vectors are complete");
        assert_eq!(
            good(&format!("encode --to hex --layout {layout}"), &json),
            lines
        );
        let framed = run_bytes(
            &format!("encode --framed --layout {layout}"),
            json.as_bytes(),
        )
        .stdout;
        assert_eq!(
            good(
                &format!("decode --framed --allow-objects --layout {layout}"),
                framed
            ),
            json
        );
    }
}

#[cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]
#[test]
fn every_vector_round_trips_as_text() {
    for layout in ["godot3", "godot4", "pandemonium", "pandemonium5"] {
        let lines = vectors(layout);
        let decode = format!("decode --from hex --allow-objects --layout {layout}");
        let text = good(&format!("{decode} --to text --pretty"), &lines);
        let encoded = good(
            &format!("encode --from text --to hex --layout {layout}"),
            &text,
        );
        assert_eq!(encoded.lines().count(), lines.lines().count(), "{layout}");
        let pairs = encoded.lines().zip(lines.lines());
        let differing = pairs.filter(|(encoded, line)| encoded != line).count();
        // A RID without an id is parsed as Nil; in Godot 4, a Signal loses its object.
        assert_eq!(differing, 1, "{layout}");
        // The text of the parsed values is the same.
        let again =
            format!("decode --from hex --allow-objects --layout {layout} --to text --pretty");
        assert_eq!(good(&again, &encoded), text);
        let json = good(&format!("{decode} --pretty"), &lines);
        assert!(json.lines().count() > lines.lines().count());
        assert_eq!(
            good(&format!("encode --to hex --layout {layout}"), &json),
            lines
        );
    }
}
