//! Shows which generated files a change to the schema affects: code, tables and pages.
//!
//! The snapshot shows each changed line, once for all files with the same change.

use crate::schema::FACTS;
use gdvariant_codegen::{load_texts, paths, rust};
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The generated files of the unchanged schema.
static BEFORE: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| generated(&schema()));

/// Returns the paths and the contents of the schema's files.
fn schema() -> Vec<(String, String)> {
    let folder = Path::new("../../schema");
    let file = |path: String| {
        let text = fs::read_to_string(folder.join(&path)).expect("a file of the schema");
        (path, text)
    };
    paths(folder).into_iter().map(file).collect()
}

/// Generates the code, the pages and the value types from a schema, by name. The code of two layouts
/// represents the others.
fn generated(files: &[(String, String)]) -> BTreeMap<String, String> {
    let schema = load_texts(files).unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"));
    let code = rust::files(&schema, &|feature| ["godot3", "godot4"].contains(&feature))
        .into_iter()
        .map(|file| (format!("code/{}", file.name), file.text));
    let pages = gdvariant_pages::files(&schema, &FACTS)
        .into_iter()
        .map(|file| (file.path, file.text));
    code.chain(pages).collect()
}

/// Returns the lines that change if strings that occur once in the schema are replaced.
fn changed(exchanges: &[(&str, &str, &str)]) -> String {
    let mut files = schema();
    for (path, old, new) in exchanges {
        let (_, text) = files
            .iter_mut()
            .find(|(other, _)| other == path)
            .expect("a file of the schema");
        assert_eq!(text.matches(old).count(), 1, "{path}: {old}");
        *text = text.replacen(old, new, 1);
    }
    let (before, after) = (&*BEFORE, generated(&files));
    assert!(before.keys().eq(after.keys()), "the files are the same");

    let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, text) in before {
        if *text != after[name] {
            names
                .entry(difference(text, &after[name]))
                .or_default()
                .push(name);
        }
    }
    let mut differences: Vec<_> = names.into_iter().collect();
    differences.sort_by(|a, b| a.1.cmp(&b.1));
    let shown = differences
        .iter()
        .map(|(difference, names)| format!("{}\n{difference}\n", names.join("\n")));
    shown.collect()
}

fn difference(before: &str, after: &str) -> String {
    let mut lines = String::new();
    for change in TextDiff::from_lines(before, after).iter_all_changes() {
        let sign = match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        write!(lines, "{sign} {change}").expect("a String takes all");
    }
    lines
}

/// Checks the lines that a change of the schema changes. Rows are sorted by offset, so the lines of
/// two rows that exchange their offsets are exchanged.
#[test]
fn changes_of_the_schema() {
    let (old, new) = (
        "Distance from the origin along the normal.",
        "How far the plane lies from the origin.",
    );
    let ancien = format!("\"{old}\": \"Distance à l'origine le long de la normale.\"");
    let nouveau = format!("\"{new}\": \"Éloignement entre l'origine et le plan.\"");
    let row = |offset: u32, axis: &str| {
        let name = axis.to_ascii_lowercase();
        format!(
            "      - {{ offset: {offset}, length: 4, wire: real, name: {name}, description: \"Imaginary part along {axis}.\" }}\n"
        )
    };
    let french = ("locales/fr.yaml", &*ancien, &*nouveau);
    let types = |old, new| ("types.yaml", old, new);
    let mut shown = String::new();
    for (title, exchanges) in [
        ("a description", &[types(old, new), french][..]),
        (
            "offsets",
            &[types(
                &(row(4, "X") + &row(8, "Y")),
                &(row(4, "Y") + &row(8, "X")),
            )],
        ),
        (
            "a mask",
            &[types(
                "NODE_PATH_COUNT_MASK: { value: 0x7FFFFFFF,",
                "NODE_PATH_COUNT_MASK: { value: 0x3FFFFFFF,",
            )],
        ),
    ] {
        write!(shown, "# A change of {title}\n\n{}", changed(exchanges)).expect("a String");
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("changes_of_the_schema", shown);
    });
}
