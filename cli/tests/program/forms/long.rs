//! Values that are longer than every buffer and limit of the program, in every command.

use super::form::Form;
use super::saves::{Engine, REPLACEMENTS, Save};
use super::user::{Action, Case, check, check_without_options};
use crate::common::{file, hex, program};
use std::fs;

/// A length that detection does not examine completely.
const LONGER_THAN_EXAMINED: usize = (256 << 10) + 4;

/// Returns saves and their forms: values around the length of buffers, and around the length that
/// detection examines.
fn saves() -> Vec<(Save, Form)> {
    let bytes = |units| Engine::Godot4.byte_array(&vec!["7"; units * 8].join(","));
    let ints = |units| format!("[{}]", vec!["7"; units].join(","));
    let string = |units| format!("\"{}\"", "abcdefgh".repeat(units));
    let with_header = Form::framed().after(&[2, 0, 0, 0]);
    let save = |engine, form: &Form, length: usize, value: &dyn Fn(usize) -> String| {
        let shortest = form.file(&Save::of_long(engine, value(0)).bytes()).len();
        let save = Save::of_long(engine, value((length - shortest) / 8));
        assert!(form.file(&save.bytes()).len().abs_diff(length) < 8);
        (save, form.clone())
    };
    vec![
        save(Engine::Godot4, &with_header, (64 << 10) + 4, &string),
        save(Engine::Godot4, &with_header, LONGER_THAN_EXAMINED, &string),
        save(
            Engine::Godot4,
            &Form::default(),
            LONGER_THAN_EXAMINED,
            &bytes,
        ),
        save(Engine::Godot3, &Form::framed(), LONGER_THAN_EXAMINED, &ints),
    ]
}

#[test]
fn long_values_are_decoded_and_edited() {
    for (index, (save, form)) in saves().iter().enumerate() {
        let value = REPLACEMENTS[index % 3].to_owned();
        let marked = save.marked();
        let actions = [
            Action::Decode,
            Action::Get(marked),
            Action::Set(marked, value.clone()),
            Action::Remove(marked),
            Action::Edit(value),
        ];
        let cases = actions.into_iter().map(|it| Case::new(save, form, it));
        if form.header.is_empty() {
            check_without_options("long values", cases);
        } else {
            check("long values after headers", cases, 0);
        }
    }
}

#[test]
fn every_other_command_reads_long_values() {
    for (save, form) in saves() {
        let other = match save.engine {
            Engine::Godot3 => Engine::Godot4,
            Engine::Godot4 => Engine::Godot3,
        };
        let content = form.file(&save.bytes());
        let path = file("long.dat", &content);
        let changed = save.with(save.marked(), REPLACEMENTS[2]);
        let new = file("changed.dat", &form.file(&changed.bytes()));
        let target = file("converted.dat", b"");
        let run = |command: &str, expected: i32, part: &str| {
            let output = program()
                .env_remove("GDVARIANT_LAYOUT")
                .args(command.split(' '))
                .output()
                .expect("the program starts");
            let [out, err] =
                [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("text"));
            let lines: Vec<&str> = out.lines().take(8).collect();
            let is_right = output.status.code() == Some(expected) && out.contains(part);
            let (count, start) = (content.len(), hex(&content[..40]));
            assert!(
                is_right,
                "{count} bytes from {start}\n$ gdvariant {command}\n{lines:#?}{err}"
            );
        };
        let (layout, skip) = (save.engine.layout(), form.header.len());
        let framed = if form.is_framed { " --framed" } else { "" };
        let skipped = match skip {
            0 => String::new(),
            _ => format!(" --skip {skip}"),
        };
        let advice = format!("try --layout {layout}{framed}{skipped}\n");
        let marked = save.path(save.marked());
        run(&format!("detect {path}"), 0, &advice);
        run(&format!("diff --skip {skip} {path} {new}"), 1, "Zanzibar");
        run(&format!("grep --skip {skip} Zanzibar {path}"), 0, &marked);
        run(
            &format!("inspect --skip {skip} --path {marked} {path}"),
            0,
            "Zanzibar",
        );
        run(&format!("audit --skip {skip} {path}"), 0, "1 value");
        let layout = other.layout();
        let convert = format!("convert --skip {skip} --to-layout {layout} {path} -o {target}");
        run(&convert, 0, "");
        let converted = fs::read(&target).expect("a file");
        assert!(
            converted == form.file(&save.of_engine(other).bytes()),
            "{convert}"
        );
    }
}
