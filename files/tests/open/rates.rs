//! Counts the files that are decoded without options.
//!
//! `cargo test -p gdvariant-files --all-features --test open rates -- --nocapture` prints the counts.

use crate::common::{compressed, conformance, encrypted, layout, options};
use crate::samples::{LAYOUTS, Random, joined, vectors};
use gdvariant::detect::{Choice, Framing};
use gdvariant::files::{Compression, Encryption};
use gdvariant::framing::FrameOptions;
use gdvariant_files::error::Error;
use gdvariant_files::input::of;
use gdvariant_files::open::{Examined, Opened, Purpose, open};
use std::fs;

/// The counts of results.
#[derive(Debug, Default)]
struct Counts {
    /// Files decoded in their layout, or in another layout with the same values.
    read: usize,
    /// Files that require options.
    asked: usize,
    /// Files decoded as other values, with a message that names their layout.
    named: usize,
    /// Files decoded as other values, without such a message.
    wrong: Vec<String>,
}

impl Counts {
    /// Opens a file of this layout and framing, and counts the result.
    fn add(&mut self, file: &[u8], layout: &str, framing: Framing) {
        let examined = Examined::new(of(file), &options(), &mut ()).expect("a valid file");
        let choice = examined.detection.as_ref().expect("a ranking").choice();
        let opened = match examined.open(&options(), Purpose::Read, false, &mut ()) {
            Ok(opened) => opened,
            Err(Error::Ambiguous(_)) => return self.asked += 1,
            Err(error) => panic!("{error}"),
        };
        let choice = choice.expect("the file is open");
        let is_right = (opened.layout.name, opened.framing) == (layout, framing);
        if is_right || values(opened) == decode_with_options(file, layout, framing) {
            self.read += 1;
        } else if names(&choice, layout, framing) {
            self.named += 1;
        } else {
            self.wrong.push(format!("{layout}, {framing} as {choice}"));
        }
    }

    fn print(&self, what: &str) {
        let Self {
            read,
            asked,
            named,
            wrong,
        } = self;
        println!(
            "{what}: {read} read, {asked} asked, {named} misread but named, {} wrong",
            wrong.len()
        );
    }

    fn of(&self) -> usize {
        self.read + self.asked + self.named + self.wrong.len()
    }
}

/// Returns whether the choice names this layout and framing as another possibility.
fn names(choice: &Choice, layout: &str, framing: Framing) -> bool {
    let mut others = choice.also_valid.iter();
    others.any(|it| (it.layout.name, it.framing) == (layout, framing))
}

/// Returns the values as text and as JSON, without their layout.
fn values(opened: Opened<'_>) -> Vec<String> {
    let shown = opened
        .into_reader(FrameOptions::new())
        .expect("bytes")
        .map(|value| {
            let value = value.map_err(|error| error.to_string());
            value.map_or_else(
                |error| error,
                |value| {
                    let json = serde_json::to_string(&value).expect("JSON");
                    format!("{value} {json}")
                },
            )
        });
    shown.collect()
}

fn decode_with_options(file: &[u8], name: &str, framing: Framing) -> Vec<String> {
    let options = options().layout(layout(name)).framing(framing);
    values(open(file, &options).expect("the options state everything"))
}

/// Returns a file in plain, compressed and encrypted form.
fn forms(content: &[u8]) -> Vec<Vec<u8>> {
    vec![
        content.to_vec(),
        compressed(content, Compression::Zstd),
        encrypted(content, Encryption::Godot4),
    ]
}

/// Checks files of a single value each.
#[test]
fn decodes_single_values_or_names_their_layout() {
    let all = [Framing::Bare, Framing::LittleEndian, Framing::BigEndian].map(|framing| {
        let mut figures = Counts::default();
        for layout in LAYOUTS {
            for value in vectors(layout) {
                let content = joined(&[&value], framing);
                // Compression and encryption do not affect the content, so the other framings are
                // tested plain only.
                let forms = if framing == Framing::LittleEndian {
                    forms(&content)
                } else {
                    vec![content]
                };
                for file in forms {
                    figures.add(&file, layout, framing);
                }
            }
        }
        figures.print(&format!("single values, {framing}"));
        figures
    });
    for figures in all {
        assert!(figures.of() > 1700, "{figures:?}");
        assert_eq!(figures.wrong, [] as [String; 0]);
        assert!(figures.read * 2 > figures.of() && figures.asked * 5 < figures.of());
    }
}

/// Checks files of several values, as games write them.
#[test]
fn decodes_files_of_several_values() {
    for (count, framing) in [
        (4, Framing::LittleEndian),
        (16, Framing::LittleEndian),
        (16, Framing::BigEndian),
    ] {
        let mut figures = Counts::default();
        for layout in LAYOUTS {
            let values = vectors(layout);
            let mut random = Random::new(count as u64);
            for _ in 0..200 {
                figures.add(
                    &joined(&random.draw(&values, count), framing),
                    layout,
                    framing,
                );
            }
        }
        figures.print(&format!("{count} values, {framing}"));
        assert!(figures.wrong.len() * 500 < figures.of(), "{figures:?}");
        assert!(figures.read * 10 > figures.of() * 9, "{figures:?}");
    }
}

/// Checks the files that three engines wrote, in every form.
#[test]
fn decodes_files_of_engines() {
    let mut figures = Counts::default();
    for (engine, layout) in [
        ("godot-3.2.3", "godot3"),
        ("godot-3.6.2", "godot3"),
        ("godot-4.6.3", "godot4"),
    ] {
        let folder = conformance(&format!("files/{engine}"));
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            // Settings, and the values of plain files.
            let is_other = path
                .extension()
                .is_some_and(|end| end == "binary" || end == "json");
            if name.starts_with("key-") || is_other {
                continue;
            }
            figures.add(
                &fs::read(&path).expect("a file"),
                layout,
                Framing::LittleEndian,
            );
        }
    }
    figures.print("files of engines");
    assert_eq!(
        (figures.read, figures.of()),
        (figures.of(), figures.read),
        "{figures:?}"
    );
    assert!(figures.read >= 20, "{figures:?}");
}
