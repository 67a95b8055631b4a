//! Checks that phrases which STYLE.md replaces are not used again.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Phrases in lower case, and their replacements.
const PHRASES: [(&str, &str); 40] = [
    ("behind", "after, following"),
    ("in front of", "before, preceding"),
    ("lie deep", "nested N levels"),
    ("lies deep", "nested N levels"),
    ("in one another", "nested"),
    ("sayable", "can be represented"),
    ("cannot say", "cannot be represented"),
    ("in one go", "in one call, in bulk"),
    ("look through", "scan"),
    ("looks through", "scan"),
    ("looked through", "scan"),
    ("make room", "reserve, allocate"),
    ("makes room", "reserve, allocate"),
    ("goes back", "rewind"),
    ("step by step", "fall back"),
    ("given away", "by move"),
    ("refuse", "reject, return an error"),
    ("refuses", "rejects, returns an error"),
    ("refused", "rejected"),
    ("fails with", "returns an error"),
    ("fail with", "return an error"),
    ("every other byte", "every unprintable byte"),
    ("whole object", "full object"),
    ("whole objects", "full objects"),
    ("one's own", "the caller's own"),
    ("as many as", "at most"),
    ("lie about", "exaggerated"),
    ("lies about", "exaggerated"),
    ("bytes that lie", "hostile input"),
    ("so deep", "nested at most N levels"),
    ("there and back", "round trip"),
    ("types of your own", "your own types"),
    ("gets in the way", "affects, conflicts with"),
    ("handed out", "returned, provided"),
    ("as kind as", "coerces"),
    ("goes without", "lacks"),
    ("has no place in", "cannot be represented in"),
    ("counts that lie", "exaggerated counts"),
    ("a length that lies", "an exaggerated length"),
    ("looked into", "accessed"),
];

/// Spellings that differ from those of the code.
const SPELLINGS: [(&str, &str); 4] = [
    ("colour", "color"),
    ("grey", "gray"),
    ("neighbour", "neighbor"),
    ("signalling", "signaling"),
];

/// Files and folders that the project writes itself.
const SOURCES: [&str; 21] = [
    ".ci",
    ".github",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.toml",
    "README.md",
    "SECURITY.md",
    "benches",
    "build.rs",
    "cli",
    "codegen",
    "conformance",
    "docs/data.md",
    "docs/stability.md",
    "examples",
    "fuzz",
    "runtime",
    "schema",
    "tests",
    "xtask",
];

/// Folders with text by others, and this file.
const SKIPPED: [&str; 6] = [
    "published",
    "node_modules",
    "reports",
    "fr",
    "target",
    "vocabulary.rs",
];

/// Extensions of files with prose.
const EXTENSIONS: [&str; 10] = [
    "rs", "md", "yaml", "toml", "txt", "gd", "js", "mjs", "css", "py",
];

/// Calls a function with the path and the contents of every file.
fn each_text(path: &Path, check: &mut dyn FnMut(&Path, &str)) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if !SKIPPED.contains(&&*name) {
                each_text(&path, check);
            }
        }
    } else if EXTENSIONS
        .iter()
        .any(|extension| path.extension().is_some_and(|it| it == *extension))
    {
        check(path, &fs::read_to_string(path).expect("text"));
    }
}

/// Returns whether a line contains a phrase as separate words.
fn has_phrase(line: &str, phrase: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    line.match_indices(phrase).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + phrase.len()..]);
        is_end(before.chars().next_back()) && is_end(after.chars().next())
    })
}

#[test]
fn words_are_those_of_the_style_guide() {
    let mut found = String::new();
    let mut check = |path: &Path, text: &str| {
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            let phrases = PHRASES
                .iter()
                .filter(|(phrase, _)| has_phrase(&line, phrase));
            let spellings = SPELLINGS.iter().filter(|(word, _)| line.contains(word));
            for (word, instead) in phrases.chain(spellings) {
                let (path, number) = (path.display(), number + 1);
                writeln!(found, "{path}:{number}: {word:?}; say {instead}").expect("a String");
            }
        }
    };
    for source in SOURCES {
        each_text(Path::new(source), &mut check);
    }
    assert!(found.is_empty(), "see STYLE.md:\n{found}");
}
