//! A page as headings with their tables.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// A heading and the tables before the next heading.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Section {
    pub(crate) heading: String,
    pub(crate) tables: Vec<Table>,
}

/// The cells of a table by row, starting with the titles.
pub(crate) type Table = Vec<Vec<String>>;

/// The folder of all pages, written by the program.
pub(crate) static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let mut program = Command::new(env!("CARGO_BIN_EXE_gdvariant-pages"));
    let status = program.arg("--out").arg(&folder).status();
    assert!(status.expect("the program runs").success());
    folder
});

/// Returns the contents of a page.
pub(crate) fn text(page: &str) -> String {
    let path = FOLDER.join(page);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the names of the pages of both languages, such as `en/godot3`.
pub(crate) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for language in ["en", "fr"] {
        for entry in std::fs::read_dir(FOLDER.join(language)).expect("the folder of a language") {
            let file = entry.expect("a page").file_name();
            if let Some(name) = file.to_string_lossy().strip_suffix(".md") {
                names.push(format!("{language}/{name}"));
            }
        }
    }
    names
}

/// Converts strings to cells.
pub(crate) fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}
