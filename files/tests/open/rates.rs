//! Counts the files that are decoded without options.
//!
//! `cargo test -p gdvariant-files --all-features --test open rates -- --nocapture` prints the counts.

use crate::common::{conformance, layout, options};
use crate::samples::{LAYOUTS, joined, vectors};
use gdvariant::framing::FrameOptions;
use gdvariant_files::detect::Framing;
use gdvariant_files::error::ErrorKind;
use gdvariant_files::input::from_reader;
use gdvariant_files::open::{ExaminedFile, OpenFile, Purpose, open};
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
        let examined =
            ExaminedFile::new(from_reader(file), &options(), &mut ()).expect("a valid file");
        let choice = examined.detection.as_ref().expect("a ranking").choice();
        let opened = match examined.open(&options(), Purpose::Read, false, &mut ()) {
            Ok(opened) => opened,
            Err(error) if matches!(error.kind(), ErrorKind::Ambiguous(_)) => {
                return self.asked += 1;
            }
            Err(error) => panic!("{error}"),
        };
        let choice = choice.expect("the file is open");
        let mut others = choice.also_valid.iter();
        if (opened.layout.name, opened.framing) == (layout, framing)
            || values(opened) == decode_with_options(file, layout, framing)
        {
            self.read += 1;
        } else if others.any(|it| (it.layout.name, it.framing) == (layout, framing)) {
            self.named += 1;
        } else {
            self.wrong.push(format!("{layout}, {framing} as {choice}"));
        }
    }

    fn sum(&self) -> usize {
        self.read + self.asked + self.named + self.wrong.len()
    }
}

/// Returns the values as text and as JSON, without their layout.
fn values(opened: OpenFile<'_>) -> Vec<String> {
    let values = opened.into_reader(FrameOptions::new()).expect("bytes");
    let shown = values.map(|value| match value {
        Ok(value) => format!("{value} {}", serde_json::to_string(&value).expect("JSON")),
        Err(error) => error.to_string(),
    });
    shown.collect()
}

fn decode_with_options(file: &[u8], name: &str, framing: Framing) -> Vec<String> {
    let options = options().layout(layout(name)).framing(framing);
    values(open(file, &options).expect("the options state everything"))
}

/// Checks files of a single value each, which are the hardest to recognize. The tests of detection
/// count files of several values.
#[test]
fn decodes_single_values_or_names_their_layout() {
    for framing in [Framing::Bare, Framing::LittleEndian, Framing::BigEndian] {
        let mut counts = Counts::default();
        for layout in LAYOUTS {
            for value in vectors(layout) {
                counts.add(&joined(&[&value], framing), layout, framing);
            }
        }
        println!("single values, {framing}: {counts:?}");
        assert!(counts.sum() > 1700, "{counts:?}");
        assert_eq!(counts.wrong, [] as [String; 0]);
        assert!(counts.read * 2 > counts.sum() && counts.asked * 5 < counts.sum());
    }
}

/// Checks the files that three engines wrote, in every form.
#[test]
fn decodes_files_of_engines() {
    let mut counts = Counts::default();
    for (engine, layout) in [
        ("godot-3.2.3", "godot3"),
        ("godot-3.6.2", "godot3"),
        ("godot-4.6.3", "godot4"),
    ] {
        let folder = conformance(&format!("files/{engine}"));
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            // Settings, and the values of plain files.
            let is_other = name.ends_with(".binary") || name.ends_with(".json");
            if name.starts_with("key-") || is_other {
                continue;
            }
            let file = fs::read(&path).expect("a file");
            counts.add(&file, layout, Framing::LittleEndian);
        }
    }
    assert_eq!(counts.read, counts.sum(), "{counts:?}");
    assert!(counts.read >= 20, "{counts:?}");
}
