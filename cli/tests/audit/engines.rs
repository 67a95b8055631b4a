//! Bytes that engines wrote, and those whose verdicts are known.

use super::common::run;
use super::{findings, ids};
use serde_json::Value;
use std::collections::BTreeSet;

/// What engines wrote has no errors, but has objects, NaN and memory in padding.
#[test]
fn values_of_engines_have_no_errors() {
    for layout in ["godot3", "godot4", "pandemonium", "pandemonium5"] {
        let path = format!(
            "{}/../tests/vectors/{layout}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
        let vectors = std::fs::read_to_string(path).expect("vectors");
        let written = vectors.lines().map(|line| {
            let vector: Value = serde_json::from_str(line).expect("JSON");
            let hex = vector.get("engine_hex").unwrap_or(&vector["hex"]);
            hex.as_str().expect("hex").to_owned() + "\n"
        });
        let found = findings(
            &format!("--from hex --layout {layout}"),
            written.collect::<String>().as_bytes(),
        );
        let ids: BTreeSet<&str> = ids(&found).into_iter().collect();
        for finding in &found {
            assert_ne!(finding["severity"], "error", "{finding}");
        }
        for id in [
            "nan",
            "infinity",
            "object",
            "object-id",
            "node-path-absolute",
        ] {
            assert!(ids.contains(id), "{layout}: {id}");
        }
        for id in ["not-written", "trailing-bytes", "unused-bits", "string-nul"] {
            assert!(!ids.contains(id), "{layout}: {id}");
        }
    }
}

/// Lenient decoding of odd bytes is explained, by a rule of its own or as strict decoding does.
#[test]
fn what_strict_decoding_rejects_is_reported() {
    for layout in ["godot3", "godot4", "pandemonium"] {
        let path = format!(
            "{}/../tests/verdicts/{layout}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
        let verdicts = std::fs::read_to_string(path).expect("verdicts");
        let hex = verdicts.lines().map(|line| {
            let verdict: Value = serde_json::from_str(line).expect("JSON");
            verdict["hex"].as_str().expect("hex").to_owned()
        });
        // An empty line is no value. With a space, a line of 60 digits is one, and not a row of `xxd`.
        let lines = hex.filter(|hex| !hex.is_empty());
        let lines = lines.map(|hex| format!("{} {}\n", &hex[..2], &hex[2..]));
        let hex: String = lines.collect();
        let args = format!("--from hex --layout {layout}");
        let strict = run(
            &format!("decode {args} --keep-going --allow-objects"),
            hex.as_bytes(),
        );
        let found = findings(&args, hex.as_bytes());
        let reported: BTreeSet<u64> = found
            .iter()
            .map(|finding| finding["line"].as_u64().expect("a line"))
            .collect();
        for (line, value) in (1..).zip(strict.out.lines()) {
            let is_rejected = value.starts_with("{\"error\":{\"offset\"");
            assert!(
                !is_rejected || reported.contains(&line),
                "{layout} {line}: {value}"
            );
        }
    }
}
