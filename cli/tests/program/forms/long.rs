//! Values that are longer than every buffer and limit of the program, in every command.

use super::form::Form;
use super::saves::{Engine, REPLACEMENTS, Save};
use super::user::{Action, Case, check, check_without_options, hex};
use crate::common::{file, program};
use std::fs;

/// Lengths of files around that of buffers, and around the length that detection examines.
const LENGTHS: [usize; 3] = [(64 << 10) + 4, 256 << 10, LONGER_THAN_EXAMINED];

/// A length that detection does not examine completely.
const LONGER_THAN_EXAMINED: usize = (256 << 10) + 4;

/// Returns saves whose files have this length.
fn cases(length: usize) -> impl Iterator<Item = (Save, Form)> {
    let bare = Form::default();
    let framed = Form::framed();
    let with_header = Form {
        header: vec![2, 0, 0, 0],
        ..framed.clone()
    };
    [
        (Content::Bytes, bare, Engine::Godot4),
        (Content::Ints, framed, Engine::Godot3),
        (Content::String, with_header, Engine::Godot4),
    ]
    .map(|(content, form, engine)| {
        let shortest = form.file(&content.save(engine, 0).bytes()).len();
        let save = content.save(engine, (length - shortest) / 8);
        assert!(form.file(&save.bytes()).len().abs_diff(length) < 8);
        (save, form)
    })
    .into_iter()
    // The other values take more time in a debug build.
    .filter(move |(_, form)| length == LONGER_THAN_EXAMINED || !form.header.is_empty())
}

/// What a long value consists of.
#[derive(Clone, Copy)]
enum Content {
    Bytes,
    String,
    Ints,
}

impl Content {
    /// Returns a value with `units` of 8 bytes.
    fn save(self, engine: Engine, units: usize) -> Save {
        let value = match self {
            Self::Bytes => engine.byte_array(&vec!["7"; units * 8].join(",")),
            Self::String => format!("\"{}\"", "abcdefgh".repeat(units)),
            Self::Ints => format!("[{}]", vec!["7"; units].join(",")),
        };
        Save::of_long(engine, value)
    }
}

#[test]
fn long_values_are_decoded_and_edited() {
    let (mut plain, mut with_header) = (Vec::new(), Vec::new());
    for (index, length) in LENGTHS.into_iter().enumerate() {
        for (save, form) in cases(length) {
            let value = REPLACEMENTS[index % 3].to_owned();
            let marked = save.marked();
            let mut actions = vec![
                Action::Decode,
                Action::Get(marked),
                Action::Set(marked, value.clone()),
            ];
            // These take more time in a debug build.
            if length == LONGER_THAN_EXAMINED {
                actions.extend([Action::Remove(marked), Action::Edit(value)]);
            }
            let actions = actions.into_iter();
            let cases = actions.map(|action| Case::new(&save, &form, action));
            if form.header.is_empty() {
                plain.extend(cases);
            } else {
                with_header.extend(cases);
            }
        }
    }
    check_without_options("long values", &plain);
    check("long values after headers", &with_header);
}

#[test]
fn every_other_command_reads_long_values() {
    for length in LENGTHS {
        for (save, form) in cases(length) {
            let other = match save.engine {
                Engine::Godot3 => Engine::Godot4,
                Engine::Godot4 => Engine::Godot3,
            };
            let content = form.file(&save.bytes());
            let path = file("long.dat", &content);
            let changed = save.with(save.marked(), REPLACEMENTS[2]);
            let new = file("changed.dat", &form.file(&changed.bytes()));
            let run = |command: &str, expected: i32| {
                let output = program()
                    .env_remove("GDVARIANT_LAYOUT")
                    .args(command.split(' '))
                    .output()
                    .expect("the program starts");
                let [out, err] =
                    [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("text"));
                let (count, start) = (content.len(), hex(&content[..40]));
                let lines: String = out.lines().take(8).collect();
                assert_eq!(
                    output.status.code(),
                    Some(expected),
                    "{count} bytes from {start}\n$ gdvariant {command}\n{lines}{err}"
                );
                out
            };
            let (layout, skip) = (save.engine.layout(), form.header.len());
            let framed = if form.is_framed { " --framed" } else { "" };
            let options = match skip {
                0 => format!("--layout {layout}{framed}"),
                _ => format!("--layout {layout}{framed} --skip {skip}"),
            };
            let found = run(&format!("detect {path}"), 0);
            assert!(
                found.ends_with(&format!("try {options}\n")),
                "{length}: {found}"
            );
            let skip = format!("--skip {skip}");
            let marked = save.path(save.marked());
            let found = run(&format!("diff {skip} {path} {new}"), 1);
            assert!(
                found.contains("Zanzibar") && found.lines().count() == 1,
                "{found}"
            );
            let found = run(&format!("grep {skip} Zanzibar {path}"), 0);
            assert!(
                found.contains(&marked) && found.lines().count() == 1,
                "{found}"
            );
            let found = run(&format!("inspect {skip} --path {marked} {path}"), 0);
            assert!(found.contains("Zanzibar"), "{found}");
            assert!(run(&format!("audit {skip} {path}"), 0).contains("1 value"));
            let target = file("converted.dat", b"");
            let convert = format!(
                "convert {skip} --to-layout {} {path} -o {target}",
                other.layout()
            );
            run(&convert, 0);
            let converted = fs::read(&target).expect("a file");
            let expected = save.of_engine(other);
            assert!(
                converted == form.file(&expected.bytes()),
                "{length}: {convert}"
            );
        }
    }
}
