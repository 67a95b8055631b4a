//! Checks that the generated files in the repository are up to date, and the report of errata.

use crate::schema::{FACTS, FILES, SCHEMA};
use gdvariant_pages::{errata, root};
use std::fs;

#[test]
fn generated_files_are_up_to_date() {
    for file in &*FILES {
        let found = fs::read_to_string(root().join(&file.path)).unwrap_or_default();
        let path = &file.path;
        assert!(
            found == file.text,
            "{path}: outdated; run `cargo xtask pages`"
        );
    }
    for folder in ["docs/en", "docs/fr"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of pages") {
            let name = entry.expect("a file").file_name();
            let path = format!("{folder}/{}", name.to_string_lossy());
            let is_generated = FILES.iter().any(|file| file.path == path);
            assert!(is_generated, "{path}: not a generated page; delete it");
        }
    }
}

/// Checks that reports list the errors before the gaps, with pages and lines.
#[test]
fn reports_cite_the_published_pages() {
    for (layout, expected) in [
        (
            "pandemonium",
            &[
                "| Field | Documented | Actual |",
                "| w | 8..16+length*16, 4, Float | 20 + index * 16, 4, Float |",
            ][..],
        ),
        (
            "godot3",
            &[
                "\n## Errors\n",
                "- **Source.** Godot 3 manual, lines 22, 25; Godot 3 manual in French, lines 11–13\n",
                "\n## Gaps\n",
                "- **Source.** Godot 3 manual, line 379; Godot 3 manual in French, line 880\n",
            ],
        ),
        ("pandemonium5", &["(pandemonium5-numbers)"]),
    ] {
        let report = errata(&SCHEMA, &FACTS, layout, "en").expect("a layout");
        let mut rest = &*report;
        for text in expected {
            let found = rest.split_once(text);
            (_, rest) = found.unwrap_or_else(|| panic!("{layout}: {text}\n{report}"));
        }
    }
    assert_eq!(errata(&SCHEMA, &FACTS, "godot3", "de"), None);
    assert_eq!(errata(&SCHEMA, &FACTS, "godot2", "en"), None);
}
