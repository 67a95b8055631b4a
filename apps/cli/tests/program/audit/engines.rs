//! Audits bytes that engines wrote, and bytes that engines were tested with.

use super::effects::EFFECT_RULES;
use super::{findings, ids, in_layout};
use crate::common::bytes;
use gdvariant::DecodeOptions;
use gdvariant::schema::layout_named;
use gdvariant_files::audit::Severity;
use gdvariant_files::detect::Framing;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the files of a folder of engine data.
fn files(folder: PathBuf) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| entry.expect("an entry").path())
}

fn conformance(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../conformance/{folder}"))
}

/// Calls a function with the layout and the lines of each file in a folder.
fn each_file(folder: &str, check: impl Fn(&str, Vec<Value>)) {
    let mut count = 0;
    for path in files(conformance(folder)) {
        if path.extension() != Some("jsonl".as_ref()) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("text");
        let lines = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let name = path.file_stem().expect("a name").to_string_lossy();
        let layout = name.split('-').next().expect("a name");
        check(layout, lines.collect());
        count += 1;
    }
    assert!(count >= 4, "{count} files");
}

/// Checks values of engines, which contain objects, NaN and non-zero padding but no errors.
#[test]
fn values_of_engines_have_no_errors() {
    let audited = |layout: &str, hex: &str| {
        let found = findings(in_layout(layout).framing(Framing::Bare), &bytes(hex));
        for row in &found {
            let is_wrong = row.rule.severity == Severity::Error
                || [
                    "not-written",
                    "trailing-bytes",
                    "unused-bits",
                    "string-nul",
                    "file-access",
                    "game-code",
                ]
                .contains(&row.rule.id);
            assert!(!is_wrong, "{layout}: {hex}: {row:?}");
        }
        ids(&found)
    };
    each_file("vectors", |layout, lines| {
        let hex = lines
            .iter()
            .map(|line| line.get("engine_hex").unwrap_or(&line["hex"]));
        let all = hex.flat_map(|hex| audited(layout, hex.as_str().expect("hex")));
        let all: BTreeSet<&str> = all.collect();
        for id in [
            "nan",
            "infinity",
            "object",
            "object-id",
            "node-path-absolute",
        ] {
            assert!(all.contains(id), "{layout}: {id}");
        }
    });
    each_file("verdicts", |layout, lines| {
        for hex in lines.iter().filter_map(|line| line["engine_hex"].as_str()) {
            audited(layout, hex);
        }
    });
}

/// Checks files of ordinary values, which engines wrote with every compression.
#[test]
fn files_of_engines_have_no_effects() {
    let engines = files(conformance("files")).filter(|path| path.is_dir());
    let mut count = 0;
    for file in engines.flat_map(files) {
        if !matches!(file.extension(), Some(it) if it == "dat" || it == "gcpf") {
            continue;
        }
        count += 1;
        let is_3 = file.to_string_lossy().contains("godot-3");
        let layout = in_layout(if is_3 { "godot3" } else { "godot4" });
        let found = findings(layout, &fs::read(&file).expect("a file"));
        for id in EFFECT_RULES.into_iter().chain(["not-examined"]) {
            assert!(!ids(&found).contains(&id), "{}: {id}", file.display());
        }
    }
    assert!(count >= 30, "{count}");
}

/// Checks that every input that only lenient decoding accepts is reported.
#[test]
fn values_that_strict_decoding_rejects_are_reported() {
    each_file("verdicts", |layout, lines| {
        let options = DecodeOptions::new().allow_objects(true);
        let info = layout_named(layout).expect(layout);
        let mut rejected = 0;
        for hex in lines.iter().filter_map(|line| line["hex"].as_str()) {
            let value = bytes(hex);
            if !value.is_empty() && info.decode(&value, options).is_err() {
                rejected += 1;
                assert!(
                    !findings(in_layout(layout).framing(Framing::Bare), &value).is_empty(),
                    "{layout}: {hex}"
                );
            }
        }
        assert!(rejected > lines.len() / 10, "{layout}: {rejected}");
    });
}
