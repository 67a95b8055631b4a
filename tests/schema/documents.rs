//! Checks that documents refer to existing tests and files.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the names in backticks in the column of tests.
fn tests(page: &str) -> BTreeSet<&str> {
    let (_, table) = page
        .split_once("| guarantee | test |")
        .expect("the page has the table");
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let names = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    // Commands and variables contain neither a dot nor a slash.
    names.filter(|name| name.contains(['.', '/'])).collect()
}

#[test]
fn every_test_of_a_guarantee_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/testing.md")).expect("there is a page");
    let tests = tests(&page);
    assert!(tests.len() >= 20, "{tests:?}");
    for test in tests {
        let path = root.join("tests").join(test);
        let is_there = path.exists() && path.is_dir() == test.ends_with('/');
        assert!(is_there, "tests/{test}, which docs/testing.md names");
    }
}

#[test]
fn cited_files_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("runtime/guide")).expect("there is a guide");
    let guide = guide.map(|page| page.expect("an entry").path());
    let documents = ["ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    let mut count = 0;
    for page in guide.chain(documents) {
        let text = fs::read_to_string(&page).expect("text");
        let words = text.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| {
            let ends = [".rs", ".md", ".yaml", "/"];
            // Words in capitals are placeholders.
            let is_placeholder = ["NAME", "CODE", "PAGE"]
                .iter()
                .any(|name| word.contains(name));
            word.len() > 1
                && !word.contains([' ', '\n'])
                && !word.starts_with("target/")
                && !is_placeholder
                && ends.iter().any(|end| word.ends_with(end))
        };
        for cited in words.filter(is_path) {
            count += 1;
            assert!(root.join(cited).exists(), "{}: {cited}", page.display());
        }
    }
    assert!(count >= 40, "{count} files");
}

/// Returns the blocks of code in a page whose language is `language`.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut events = Parser::new(page);
    let mut blocks = Vec::new();
    while let Some(event) = events.next() {
        let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = event else {
            continue;
        };
        if *info == *language {
            let code = events.by_ref().map_while(|event| match event {
                Event::Text(code) => Some(code),
                _ => None,
            });
            blocks.push(code.map(|code| code.to_string()).collect());
        }
    }
    blocks
}

/// Returns code without indentation, empty lines, and the lines that documentation hides.
fn visible(code: &str) -> String {
    let lines = code.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Checks examples for crates that the library does not depend on, which its documentation tests
/// cannot compile: each is part of an example that is tested elsewhere.
#[test]
fn ignored_examples_are_tested_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
    let saves = visible(&blocks(&read("files/src/guide/save.md"), "").concat());
    let gdext = ["connection", "conversion"]
        .map(|name| visible(&read(&format!("examples/gdext/client/src/{name}.rs"))))
        .concat();
    for (page, tested, count) in [
        ("README.md", &saves, 1),
        ("runtime/guide/values.md", &saves, 1),
        ("runtime/guide/gdext.md", &gdext, 5),
    ] {
        let ignored = blocks(&read(page), "rust,ignore");
        assert_eq!(ignored.len(), count, "{page}");
        for code in ignored {
            assert!(tested.contains(&visible(&code)), "{page}:\n{code}");
        }
    }
}

/// Checks that relative links have targets. A registry resolves links by the repository's address.
#[test]
fn links_of_documents_have_targets() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for document in [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "cli/README.md",
        "codegen/README.md",
        "codegen/derive/README.md",
        "docs/README.md",
        "docs/alternatives.md",
        "docs/data.md",
        "docs/json.md",
        "docs/stability.md",
        "docs/testing.md",
        "files/README.md",
        "benches/README.md",
        "conformance/README.md",
        "examples/gdext/README.md",
        "fuzz/README.md",
        "python/README.md",
    ] {
        let path = root.join(document);
        let text = fs::read_to_string(&path).expect("the document is there");
        let folder = path.parent().expect("a document is in a folder");
        for event in Parser::new(&text) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else {
                continue;
            };
            let (target, _) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            if !target.contains("://") && !target.is_empty() {
                count += 1;
                assert!(folder.join(target).exists(), "{document} links to {target}");
            }
        }
    }
    assert!(count >= 60, "only {count} links were found");
}
