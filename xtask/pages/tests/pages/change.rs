//! Shows which generated files a change to the schema affects: code, tables and pages.
//!
//! The snapshots show each changed line, once for all files with the same change.

use gdvariant_codegen::docs::{Book, Examples, Format};
use gdvariant_codegen::published::Facts;
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

/// Generates all files from a schema, by name. The code of two layouts represents the others.
fn generated(files: &[(String, String)]) -> BTreeMap<String, String> {
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let schema = load_texts(&files).unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"));
    let code = rust::files(&schema, &|feature| ["godot3", "godot4"].contains(&feature))
        .into_iter()
        .map(|file| (format!("code/{}", file.name), file.formatted()));
    let pages = Book::new(&schema, &Examples::new(), &Facts::new())
        .files(&Format::ALL)
        .into_iter()
        .map(|file| (format!("docs/{}", file.path), file.text));
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
    let mut shown = String::new();
    let mut differences: Vec<(String, Vec<&str>)> = names.into_iter().collect();
    differences.sort_by(|a, b| a.1.cmp(&b.1));
    for (difference, names) in differences {
        write!(shown, "{}\n{difference}\n", names.join("\n")).expect("a String takes all");
    }
    shown
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

#[track_caller]
fn assert_changed(name: &str, exchanges: &[(&str, &str, &str)]) {
    let shown = changed(exchanges);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, shown);
    });
}

#[test]
fn changes_of_a_description() {
    let (old, new) = (
        "Distance from the origin along the normal.",
        "How far the plane lies from the origin.",
    );
    let (ancien, nouveau) = (
        "Distance à l'origine le long de la normale.",
        "Éloignement entre l'origine et le plan.",
    );
    assert_changed(
        "changes_of_a_description",
        &[
            ("types.yaml", old, new),
            (
                "locales/fr.yaml",
                &format!("\"{old}\": \"{ancien}\""),
                &format!("\"{new}\": \"{nouveau}\""),
            ),
        ],
    );
}

#[test]
fn changes_of_a_name() {
    assert_changed(
        "changes_of_a_name",
        &[(
            "types.yaml",
            "wire: real, name: d, ",
            "wire: real, name: w, ",
        )],
    );
}

/// Checks two rows that exchange their offsets. Rows are sorted by offset, so the lines of the two
/// rows are exchanged.
#[test]
fn changes_of_an_offset() {
    let row = |offset: u32, axis: char| {
        let (name, title) = (axis.to_ascii_lowercase(), axis);
        format!(
            "      - {{ offset: {offset}, length: 4, wire: real, name: {name}, description: \"Imaginary part along {title}.\" }}\n"
        )
    };
    let old = row(4, 'X') + &row(8, 'Y');
    let new = row(4, 'Y') + &row(8, 'X');
    assert_changed("changes_of_an_offset", &[("types.yaml", &old, &new)]);
}

/// Checks that decoding, encoding, skipping, inspecting and the page change.
#[test]
fn changes_of_a_count_mask() {
    assert_changed(
        "changes_of_a_count_mask",
        &[(
            "types.yaml",
            "NODE_PATH_COUNT_MASK: { value: 0x7FFFFFFF,",
            "NODE_PATH_COUNT_MASK: { value: 0x3FFFFFFF,",
        )],
    );
}

/// Checks that the counts and flags of a NodePath are decoded and encoded in the order of their
/// rows.
#[test]
fn changes_of_the_order_of_rows() {
    let count = |offset: u32| {
        format!(
            "          - {{ offset: {offset}, length: 4, wire: u32, name: subname_count, description: \"Number of sub-names.\" }}\n"
        )
    };
    let flags = |offset: u32| {
        format!(
            "          - {{ offset: {offset}, length: 4, wire: u32, name: flags, description: \"Bit 0: absolute. Bit 1: obsolete, one more sub-name follows.\",\n              bits: {{ absolute: {{ bits: NODE_PATH_ABSOLUTE, shows: [relative, absolute] }}, property: {{ bits: NODE_PATH_PROPERTY, shows: [\"\", one more sub-name] }} }} }}\n"
        )
    };
    let old = count(8) + &flags(12);
    let new = flags(8) + &count(12);
    assert_changed(
        "changes_of_the_order_of_rows",
        &[("types.yaml", &old, &new)],
    );
}
