//! Checks that documents refer to existing tests and files.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// Checks the names in backticks in the column of tests.
#[test]
fn every_test_of_a_guarantee_exists() {
    let page = read("docs/testing.md");
    let (_, table) = page.split_once("| guarantee | test |").expect("a table");
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let names = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    // Commands and variables contain neither a dot nor a slash.
    let tests: Vec<_> = names.filter(|name| name.contains(['.', '/'])).collect();
    assert!(tests.len() >= 20, "{tests:?}");
    for test in tests {
        let path = root().join("tests").join(test);
        let is_there = path.exists() && path.is_dir() == test.ends_with('/');
        assert!(is_there, "tests/{test}, which docs/testing.md names");
    }
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

/// Checks examples that documentation tests do not compile, such as those for crates that the library
/// does not depend on: each is part of an example that is tested elsewhere.
#[test]
fn ignored_examples_are_tested_elsewhere() {
    let saves = visible(&blocks(&read("files/src/guide/save.md"), "").concat());
    let gdext = ["connection", "conversion"]
        .map(|name| visible(&read(&format!("examples/gdext/client/src/{name}.rs"))))
        .concat();
    for (page, language, tested, count) in [
        ("files/README.md", "rust", &saves, 1),
        ("runtime/guide/values.md", "rust,ignore", &saves, 1),
        ("runtime/guide/gdext.md", "rust,ignore", &gdext, 5),
    ] {
        let ignored = blocks(&read(page), language);
        assert_eq!(ignored.len(), count, "{page}");
        for code in ignored {
            assert!(tested.contains(&visible(&code)), "{page}:\n{code}");
        }
    }
}

/// Checks paths in code format of the pages for contributors, and relative links of all documents,
/// including their anchors. A registry resolves links by the repository's address.
#[test]
fn cited_files_exist() {
    let (mut cited, mut linked) = (0, 0);
    let mut documents: Vec<String> = ["docs", "docs/en", "docs/fr"]
        .iter()
        .flat_map(|folder| pages(folder))
        .collect();
    let others = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "STYLE.md",
        "apps/cli/README.md",
        "codegen/README.md",
        "codegen/derive/README.md",
        "files/README.md",
        "benches/README.md",
        "conformance/README.md",
        "apps/editor/README.md",
        "examples/gdext/README.md",
        "fuzz/README.md",
        "apps/js/README.md",
        "apps/js/docs/bundlers.md",
        "apps/python/README.md",
        "files/tests/engine/README.md",
    ];
    documents.extend(others.map(str::to_owned));
    for document in &documents {
        let path = root().join(document);
        let folder = path.parent().expect("a document is in a folder");
        for event in Parser::new(&read(document)) {
            match event {
                Event::Code(word)
                    if ["ARCHITECTURE.md", "CONTRIBUTING.md"].contains(&&**document)
                        && is_path(&word) =>
                {
                    cited += 1;
                    assert!(root().join(&*word).exists(), "{document}: {word}");
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    if dest_url.contains("://") {
                        continue;
                    }
                    let (file, anchor) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
                    let target = match file {
                        "" => path.clone(),
                        file => folder.join(file),
                    };
                    linked += 1;
                    assert!(target.exists(), "{document} links to {file}");
                    let is_there = anchor.is_empty() || anchors(&target).contains(anchor);
                    assert!(is_there, "{document} links to {dest_url}");
                }
                _ => {}
            }
        }
    }
    assert!(
        cited >= 30 && linked >= 1000,
        "{cited} paths, {linked} links"
    );
}

/// Returns the paths of the Markdown files in `folder`.
fn pages(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect(folder);
    let paths = entries.map(|entry| entry.expect("a file").path());
    let pages = paths.filter(|path| path.extension() == Some("md".as_ref()));
    let names = pages.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    names.map(|name| format!("{folder}/{name}")).collect()
}

/// Returns the anchors of a document's headings, as hosts of repositories generate them.
fn anchors(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).expect("a document");
    let mut anchors = BTreeSet::new();
    let mut words = String::new();
    for event in Parser::new(&text) {
        match event {
            Event::Start(Tag::Heading { .. }) => words.clear(),
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::End(TagEnd::Heading(_)) => {
                let words = words.to_lowercase().replace(' ', "-");
                let is_kept = |c: &char| c.is_alphanumeric() || "-_".contains(*c);
                anchors.insert(words.chars().filter(is_kept).collect());
            }
            _ => {}
        }
    }
    anchors
}

/// Returns whether a word in code format is a path. Words in capitals are placeholders.
fn is_path(word: &str) -> bool {
    let is_file = [".rs", ".md", ".yaml", "/"]
        .iter()
        .any(|end| word.ends_with(end));
    let is_placeholder = ["NAME", "CODE", "PAGE"]
        .iter()
        .any(|name| word.contains(name));
    is_file
        && !is_placeholder
        && word.len() > 1
        && !word.contains(' ')
        && !word.starts_with("target/")
}
