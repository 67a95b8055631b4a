//! Diagnostics for an invalid schema.
//!
//! Loading reports all errors with file, line, and the expected and found text: first those of the
//! form of each file, then those of their meaning. `schema_mistakes.txt` has the mistakes with
//! their diagnostics, and explains its form.

use gdvariant_codegen::Diagnostics;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, thread};

/// The table of mistakes, one in each paragraph.
const TABLE: &str = "tests/schema/schema_mistakes.txt";

/// The files of a schema, by their paths in its folder.
type Files = Vec<(String, String)>;

fn packaged() -> Files {
    let dir = Path::new("schema");
    let read = |path: String| {
        let text = fs::read_to_string(dir.join(&path)).expect("a file of the schema");
        (path, text)
    };
    gdvariant_codegen::paths(dir)
        .into_iter()
        .map(read)
        .collect()
}

/// Returns the warnings or the errors.
fn load(files: &Files) -> Result<Diagnostics, Diagnostics> {
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    gdvariant_codegen::load_texts(&files).map(|schema| schema.untranslated)
}

#[test]
fn reports_each_mistake() {
    let table = fs::read_to_string(TABLE).expect("the table");
    let files = packaged();
    let paragraphs: Vec<_> = table.trim_end().split("\n\n").collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let reported: Vec<String> = thread::scope(|scope| {
        let report = |chunk: &[&str]| chunk.iter().map(|one| report(one, &files)).collect();
        let chunks = paragraphs.chunks(paragraphs.len().div_ceil(threads));
        let workers: Vec<_> = chunks
            .map(|chunk| scope.spawn(move || report(chunk)))
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Vec<_>>| worker.join().expect("a report");
        workers.into_iter().flat_map(join).collect()
    });
    if env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(TABLE, reported.join("\n\n") + "\n").expect("the table is writable");
        return;
    }
    let mut differences = String::new();
    for (expected, found) in paragraphs.iter().zip(&reported) {
        if expected != found {
            write!(differences, "\nexpected:\n{expected}\nfound:\n{found}\n").expect("a string");
        }
    }
    assert!(differences.is_empty(), "{TABLE}:{differences}");
}

/// Makes the changes of a paragraph and returns the paragraph with the diagnostics.
fn report(paragraph: &str, packaged: &Files) -> String {
    if paragraph.starts_with('#') {
        return paragraph.to_owned();
    }
    let mut files = packaged.clone();
    let mut changed = Vec::new();
    for change in paragraph.split("\n@ ").skip(1) {
        changed.push(apply(change, &mut files));
    }
    let (mark, diagnostics) = match load(&files) {
        Ok(warnings) => ('~', warnings),
        Err(errors) => ('=', errors),
    };
    assert!(!diagnostics.0.is_empty(), "accepted:\n{paragraph}");
    assert!(
        diagnostics
            .0
            .is_sorted_by_key(|diagnostic| (&diagnostic.file, diagnostic.line))
    );
    let lines = diagnostics.0.iter().map(|diagnostic| {
        let text = format!("{mark} {diagnostic}");
        // A line counts from the first changed line of its file, and lines of other entries have
        // no number, so that other changes of the schema do not affect them.
        let first = changed.iter().find(|(path, _)| *path == diagnostic.file);
        let line = first.map(|(_, first)| diagnostic.line.cast_signed() - first.cast_signed());
        let line = match line.filter(|line| line.abs() < 20) {
            Some(line) => format!(":{line:+}:"),
            None => ":?:".to_owned(),
        };
        text.replacen(&format!(":{}:", diagnostic.line), &line, 1)
    });
    let mistake = paragraph
        .lines()
        .filter(|line| !line.starts_with(['=', '~']));
    let lines: Vec<_> = mistake.map(str::to_owned).chain(lines).collect();
    lines.join("\n")
}

/// Makes a change and returns the path of the changed file and the line of the change.
fn apply<'a>(change: &'a str, files: &mut Files) -> (&'a str, usize) {
    let (place, lines) = change.split_once('\n').expect("lines after the place");
    let mut places = place.split(" > ");
    let path = places.next().expect("a path");
    let side = |mark: char| -> String {
        let lines = lines.lines().filter_map(|line| line.strip_prefix(mark));
        let lines: Vec<_> = lines
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        lines.join("\n")
    };
    let text = files.iter_mut().find(|(file, _)| file == path);
    let (_, text) = text.unwrap_or_else(|| panic!("no file {path}"));
    let mut start = 0;
    for place in places {
        let lines = text[start..].split_inclusive('\n');
        let precedes = |line: &&str| line.trim_end().trim_start_matches([' ', '-']) != place;
        start += lines.take_while(precedes).map(str::len).sum::<usize>();
    }
    let old = side('-');
    let found = text[start..].find(&old);
    let at = start + found.unwrap_or_else(|| panic!("{place} does not have {old}"));
    text.replace_range(at..at + old.len(), &side('+'));
    (path, text[..at].matches('\n').count() + 1)
}

#[test]
fn reports_missing_and_misnamed_files() {
    let packaged = packaged();
    let find = |path: &str| packaged.iter().find(|(file, _)| file == path);
    let (_, layout) = find("layouts/pandemonium3.yaml").expect("a layout");
    let without = |path: &str| -> Files {
        let files = packaged.iter().filter(|(file, _)| !file.starts_with(path));
        files.cloned().collect()
    };
    let with = |file: &str| [&packaged[..], &[(file.to_owned(), layout.clone())]].concat();
    for (files, message) in [
        (
            without("errata.yaml"),
            "errata.yaml: cannot be read (entity not found)",
        ),
        (
            without("layouts/"),
            "layouts/: missing files `*.yaml`: one describes each layout or language",
        ),
        (
            with("layouts/godot-5.yaml"),
            "layouts/godot-5.yaml: `godot-5` is not allowed here: Rust does not allow it as an identifier",
        ),
        (
            with("layouts/color.yaml"),
            "layouts/color.yaml: duplicate name `Color`",
        ),
        (
            with("layouts/godot_3.yaml"),
            "layouts/godot_3.yaml: duplicate name `Godot3`",
        ),
    ] {
        let diagnostics = load(&files).expect_err(message);
        assert!(diagnostics.to_string().contains(message), "{diagnostics}");
    }
}
