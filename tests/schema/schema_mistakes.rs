//! Diagnostics for an invalid schema.
//!
//! Loading reports the first syntax error of each file, or else all semantic errors, with file,
//! line, and the expected and found text.
//!
//! A case is a folder of `schema_mistakes` with the change to a copy of the schema, `change.diff`,
//! and the expected diagnostics, `mistakes.snap`. A change is a unified diff without line numbers:
//! `@@` names the file, lines with a space or `-` are searched (each hunk occurs once), and lines
//! with a space or `+` replace them. `@@ new` creates a file, `@@ delete` deletes a file or the
//! files of a folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the cases.
const CASES: &str = "tests/schema_mistakes";

macro_rules! cases {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn every_folder_is_a_case() {
            let folders: BTreeSet<String> = fs::read_dir(CASES)
                .expect("there are cases")
                .map(|entry| entry.expect("a case").file_name().into_string().expect("a plain name"))
                .collect();
            assert_eq!(folders, BTreeSet::from([$(stringify!($name).to_owned()),*]));
        }
    };
}

cases! {
    keys keys_missing keys_twice types_twice kinds layout_kinds words layout_words numbers
    versions_invalid descriptions masks constants paddings layout_rows row_offsets
    element_missing constant_components rejects_unknown syntax file_missing layout_missing
    locale_missing references wire_types conversions errata_names duplicates rust_names tables
    offsets elements lengths counted precision precision_rule reals wires layout_numbers
    layout_unused overrides bodies fields cycles packed_arrays runtime_types typed_arrays nearest bits
    conditions rejects repeats string_lengths roles roles_missing misplaced shapes versions
    script_constants errata defects examples_missing json_names locale_texts many_files
}

/// Deletes a file, or the files of a folder.
fn delete(path: &Path) {
    if path.is_dir() {
        fs::remove_dir_all(path).expect("a folder to delete");
        fs::create_dir(path).expect("an empty folder");
    } else {
        fs::remove_file(path).expect("a file to delete");
    }
}

/// Applies a change to a copy of the schema, and compares the diagnostics.
fn check(case: &str) {
    let folder = Path::new(CASES).join(case);
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("schema_mistakes")
        .join(case);
    if copy.exists() {
        fs::remove_dir_all(&copy).expect("the last copy goes");
    }
    copy_schema(&copy);
    apply(
        &fs::read_to_string(folder.join("change.diff")).expect("a case has a change"),
        &copy,
    );

    let diagnostics = gdvariant_codegen::load(&copy).expect_err("the schema is broken");
    assert!(
        diagnostics
            .0
            .is_sorted_by_key(|diagnostic| (diagnostic.file.clone(), diagnostic.line)),
        "{diagnostics}"
    );
    let prefix = copy.display().to_string().replace('\\', "/");
    let text = diagnostics.to_string().replace(&prefix, "schema");

    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new("../schema_mistakes").join(case));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("mistakes", text));
}

fn copy_schema(to: &Path) {
    let schema = Path::new("schema");
    for name in gdvariant_codegen::paths(schema) {
        let path = to.join(&name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder"))
            .expect("a folder for the copy");
        fs::copy(schema.join(&name), path).expect("a file of the schema");
    }
}

/// Applies a change to a copy of the schema.
fn apply(change: &str, to: &Path) {
    let mut hunk: Option<Hunk> = None;
    for line in change.lines() {
        if let Some(header) = line.strip_prefix("@@ ") {
            hunk.take().iter().for_each(Hunk::apply);
            hunk = Some(Hunk::open(header, to));
            continue;
        }
        let hunk = hunk.as_mut().expect("a change begins with @@ and a file");
        match line.split_at_checked(1) {
            Some((" ", text)) => {
                hunk.old.push(text.to_owned());
                hunk.new.push(text.to_owned());
            }
            Some(("-", text)) => hunk.old.push(text.to_owned()),
            Some(("+", text)) => hunk.new.push(text.to_owned()),
            None => {
                hunk.old.push(String::new());
                hunk.new.push(String::new());
            }
            Some(_) => panic!("not a line of a change: {line}"),
        }
    }
    hunk.iter().for_each(Hunk::apply);
}

/// Consecutive lines of a file, and their replacement.
struct Hunk {
    file: PathBuf,
    whole: bool,
    old: Vec<String>,
    new: Vec<String>,
}

impl Hunk {
    fn open(header: &str, to: &Path) -> Self {
        let (word, file) = header.split_once(' ').unwrap_or(("", header));
        let (old, new) = (Vec::new(), Vec::new());
        if word == "delete" {
            delete(&to.join(file));
        }
        Self {
            file: to.join(file),
            whole: !word.is_empty(),
            old,
            new,
        }
    }

    fn apply(&self) {
        if self.whole {
            if !self.new.is_empty() {
                fs::write(&self.file, self.new.join("\n") + "\n").expect("a new file");
            }
            return;
        }
        let text = fs::read_to_string(&self.file).expect("a file to change");
        // The surrounding line breaks restrict matches to complete lines.
        let text = format!("\n{text}");
        let old = format!("\n{}\n", self.old.join("\n"));
        assert_eq!(
            text.matches(&old).count(),
            1,
            "{} has this not just once:{old}",
            self.file.display()
        );
        let new = if self.new.is_empty() {
            "\n".to_owned()
        } else {
            format!("\n{}\n", self.new.join("\n"))
        };
        fs::write(&self.file, &text.replacen(&old, &new, 1)[1..]).expect("a changed file");
    }
}
