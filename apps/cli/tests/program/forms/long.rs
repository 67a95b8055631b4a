//! Values that are longer than every buffer and limit of the program, in every command.

use super::form::Form;
use super::saves::{Engine, REPLACEMENTS, Save};
use super::user::{Action, Case, check, check_without_options};
use crate::common::{console, file, folder};
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
        let converted_save = save.of_engine(other);
        file("long.dat", &form.file(&save.bytes()));
        let changed = save.with(save.marked(), REPLACEMENTS[2]);
        file("changed.dat", &form.file(&changed.bytes()));
        let (layout, skip) = (save.engine.layout(), form.header.len());
        let framed = if form.is_framed { " --framed" } else { "" };
        let skipped = match skip {
            0 => String::new(),
            _ => format!(" --skip {skip}"),
        };
        let marked = save.path(save.marked());
        let other = other.layout();
        console(&format!(
            "layout auto
            detect long.dat
            + try --layout {layout}{framed}{skipped}
            diff --skip {skip} long.dat changed.dat
            + Zanzibar
            [1]
            grep --skip {skip} Zanzibar long.dat
            + {marked}
            inspect --skip {skip} --path {marked} long.dat
            + Zanzibar
            audit --skip {skip} long.dat
            + 1 value
            convert --skip {skip} --to-layout {other} long.dat -o converted.dat"
        ));
        let converted = fs::read(folder().join("converted.dat")).expect("a file");
        assert!(converted == form.file(&converted_save.bytes()), "{other}");
    }
}
