//! Audits bytes that engines wrote, and bytes that engines were tested with.

use super::effects::EFFECT_RULES;
use super::{findings, ids};
use crate::common::run;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Values that an engine wrote, or inputs with which an engine was tested.
struct Inputs {
    /// The name of the file, starting with the name of the layout.
    name: String,
    lines: Vec<Value>,
}

impl Inputs {
    /// Reads every file of a folder.
    fn all(folder: &str) -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../conformance/{folder}"));
        let entries = fs::read_dir(folder).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let read = |path: PathBuf| {
            let text = fs::read_to_string(&path).expect("text");
            let json = |line| serde_json::from_str(line).expect("JSON");
            let name = path.file_stem().expect("a name");
            Self {
                name: name.to_string_lossy().into_owned(),
                lines: text.lines().map(json).collect(),
            }
        };
        let is_of_lines = |path: &PathBuf| path.extension() == Some("jsonl".as_ref());
        let all: Vec<Self> = paths.filter(is_of_lines).map(read).collect();
        assert!(all.len() >= 4, "{} files", all.len());
        all
    }

    /// Returns the options for the inputs.
    fn options(&self) -> String {
        let layout = self.name.split('-').next().expect("a name");
        format!("--from hex --layout {layout}")
    }

    /// Returns the hex digits in a field of each line that has the field.
    fn hex(&self, field: &str) -> impl Iterator<Item = &str> {
        self.lines
            .iter()
            .filter_map(move |line| line.get(field)?.as_str())
    }
}

/// Checks that values which an engine wrote have no errors. Returns the ids of all findings.
fn audited(inputs: &Inputs, hex: &str) -> BTreeSet<String> {
    let found = findings(&inputs.options(), hex.as_bytes());
    for finding in &found {
        assert_ne!(finding["severity"], "error", "{}: {finding}", inputs.name);
    }
    let ids: BTreeSet<String> = ids(&found).into_iter().map(str::to_owned).collect();
    for id in [
        "not-written",
        "trailing-bytes",
        "unused-bits",
        "string-nul",
        "file-access",
        "game-code",
        "not-examined",
    ] {
        assert!(!ids.contains(id), "{}: {id}", inputs.name);
    }
    ids
}

/// Checks values of engines, which contain objects, NaN and non-zero padding but no errors.
#[test]
fn values_of_engines_have_no_errors() {
    for vectors in Inputs::all("vectors") {
        let written = vectors.lines.iter().map(|vector| {
            let hex = vector.get("engine_hex").unwrap_or(&vector["hex"]);
            hex.as_str().expect("hex").to_owned() + "\n"
        });
        let ids = audited(&vectors, &written.collect::<String>());
        for id in [
            "nan",
            "infinity",
            "object",
            "object-id",
            "node-path-absolute",
        ] {
            assert!(ids.contains(id), "{}: {id}", vectors.name);
        }
    }
    for verdicts in Inputs::all("verdicts") {
        let written: Vec<&str> = verdicts.hex("engine_hex").collect();
        if !written.is_empty() {
            audited(&verdicts, &written.join("\n"));
        }
    }
}

/// Checks files of ordinary values, which engines wrote with every compression.
#[test]
fn files_of_engines_have_no_effects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/files");
    let mut count = 0;
    for engine in fs::read_dir(folder).expect("the folder is there") {
        let engine = engine.expect("an entry").path();
        if !engine.is_dir() {
            continue;
        }
        for file in fs::read_dir(engine).expect("a folder") {
            let file = file.expect("an entry").path();
            if !matches!(file.extension(), Some(it) if it == "dat" || it == "gcpf") {
                continue;
            }
            count += 1;
            let layout = if file.to_string_lossy().contains("godot-3") {
                "godot3"
            } else {
                "godot4"
            };
            let content = fs::read(&file).expect("a file");
            let found = findings(&format!("--layout {layout}"), &content);
            for id in EFFECT_RULES.into_iter().chain(["not-examined"]) {
                assert!(!ids(&found).contains(&id), "{}: {id}", file.display());
            }
        }
    }
    assert!(count >= 30, "{count}");
}

/// Checks that every input that only lenient decoding accepts is reported.
#[test]
fn values_that_strict_decoding_rejects_are_reported() {
    for verdicts in Inputs::all("verdicts") {
        let (name, options) = (&verdicts.name, verdicts.options());
        // Empty lines are skipped. The space ensures that a line of 60 digits is not mistaken for a
        // row of `xxd`.
        let hex = verdicts.hex("hex").filter(|hex| !hex.is_empty());
        let hex: Vec<String> = hex
            .map(|hex| format!("{} {}\n", &hex[..2], &hex[2..]))
            .collect();
        let (count, hex) = (hex.len(), hex.concat());
        let strict = run(
            &format!("decode {options} --keep-going --allow-objects"),
            &hex,
        );
        assert_eq!(strict.out.lines().count(), count, "{name}: a line each");
        let found = findings(&options, hex.as_bytes());
        let reported: BTreeSet<u64> = found
            .iter()
            .map(|finding| finding["line"].as_u64().expect("a line"))
            .collect();
        let numbered = (1..).zip(strict.out.lines());
        let rejected: Vec<(u64, &str)> = numbered
            .filter(|(_, value)| value.starts_with("{\"error\":{\"offset\""))
            .collect();
        assert!(rejected.len() > count / 10, "{name}: {}", rejected.len());
        for (line, value) in rejected {
            assert!(reported.contains(&line), "{name} {line}: {value}");
        }
    }
}
