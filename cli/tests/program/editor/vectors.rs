//! Edits files with all test vectors of the engines.

use super::edit;
use crate::common::{bytes, file, good};
use std::fs;

/// Returns the vectors of a layout as framed values, without lines that contain one of the texts.
fn vectors(layout: &str, without: &[&str]) -> Vec<u8> {
    let path = format!(
        "{}/../conformance/vectors/{layout}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(path).expect("the vectors are there");
    let lines = text
        .lines()
        .filter(|line| !without.iter().any(|ty| line.contains(ty)));
    let values = lines.filter_map(|line| line.split_once("\"hex\":\"")?.1.split('"').next());
    values
        .flat_map(|hex| {
            let value = bytes(hex);
            let length = u32::try_from(value.len()).expect("a short value");
            [length.to_le_bytes().to_vec(), value].concat()
        })
        .collect()
}

#[test]
fn edits_keep_the_bytes_of_every_vector() {
    for layout in ["godot3", "godot4", "pandemonium", "pandemonium5"] {
        let old = vectors(layout, &["\"t\":\"RID\"", "\"t\":\"Signal\""]);
        let save = file(&format!("{layout}-vectors.dat"), &old);
        let args = format!("--framed --allow-objects --layout {layout} {save}");
        edit(r#"echo '# a comment' >> "$1""#, &args).is_unchanged(&save);
        // Adds a value before the first.
        let editor = r#"printf '"first"\n' | cat - "$1" > "$1.new"; mv "$1.new" "$1""#;
        edit(editor, &args).is_written();
        let first = bytes("10000000 04000000 05000000 6669727374 000000");
        assert!(
            fs::read(&save).unwrap() == [first, old].concat(),
            "{layout}"
        );
        let old = vectors(layout, &[]);
        let save = file(&format!("{layout}-all-vectors.dat"), &old);
        let args = format!("--json --framed --allow-objects --layout {layout} {save}");
        edit(r#"echo 7 >> "$1""#, &args).is_written();
        let last = bytes("08000000 02000000 07000000");
        assert!(fs::read(&save).unwrap() == [old, last].concat(), "{layout}");
    }
}

#[cfg(all(feature = "compressed", feature = "encrypted"))]
#[test]
fn wrappers_are_kept() {
    let password = file("editor-password.txt", b"correct horse");
    for (engine, layout) in [("godot-3.2.3", "godot3"), ("godot-4.6.3", "godot4")] {
        for name in ["fastlz-300.gcpf", "zstd-0.gcpf", "pass-300.gdec"] {
            let data = format!(
                "{}/../conformance/files/{engine}/{name}",
                env!("CARGO_MANIFEST_DIR")
            );
            let original = fs::read(data).unwrap();
            let save = file(&format!("{engine}-editor-{name}"), &original);
            let args = format!("--framed --layout {layout} --password-file {password} {save}");
            let before = good(&format!("decode {args}"), "");
            let edited = edit(r#"sed -i 's/"Ada"/"Grace"/' "$1""#, &args);
            assert_eq!(
                (edited.status, edited.drafts.len()),
                (0, 0),
                "{}",
                edited.error
            );
            assert_eq!(fs::read(&save).unwrap()[..4], original[..4], "{name}");
            let expected = before.replace("\"Ada\"", "\"Grace\"");
            assert!(
                good(&format!("decode {args}"), "") == expected && expected != before,
                "{name}"
            );
        }
    }
}
