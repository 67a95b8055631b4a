//! Files whose end is lost, because zeros are in its place after a crash, and bytes that went through
//! a string in UTF-8: errors say so, and no advice leads to other values.

use super::form::Form;
use super::saves::{Engine, Save};
use super::user::{Action, Case, Expected, MAX_COMMANDS, check, judge};
use crate::common::random::{self, Random};
use crate::common::{file, program};
use gdvariant::DecodeOptions;
use gdvariant::schema::layout_named;

/// The minimum number of zeros in the place of an end.
const MIN_ZEROS: usize = 64;

/// Returns the save with this number, and its form.
fn save(random: &mut Random, index: usize) -> (Save, Form) {
    let save = Save::random(random, Engine::ALL[index % 2]);
    let form = match index / 2 % 3 {
        0 => Form::framed(),
        1 => Form::default(),
        _ => Form::framed().after(&[3, 0, 0, 0]),
    };
    (save, form)
}

/// Checks that `decode` and edits of damaged files fail, even with the options that errors advise,
/// and that nearly all errors contain `name`: other layouts read some values as numbers.
#[track_caller]
fn check_damaged(damaged: Vec<(Save, Form, Vec<u8>)>, name: &str) {
    assert!(damaged.len() > 5, "{}", damaged.len());
    let mut unnamed = Vec::new();
    for (save, form, content) in &damaged {
        let output = program()
            .env_remove("GDVARIANT_LAYOUT")
            .args(["decode", &file("damaged.dat", content)])
            .args(["--skip", &form.header.len().to_string()])
            .output()
            .expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("text");
        let text = save.text();
        if !error.contains(name) {
            unnamed.push(error.clone());
        }
        assert!(!error.contains("--engine"), "{error}{text}\n{content:02x?}");
    }
    assert!(unnamed.len() * 10 <= damaged.len(), "{unnamed:?}");
    let cases = damaged.into_iter().flat_map(|(save, form, content)| {
        let any = save.marked();
        let actions = [
            Action::Decode,
            Action::Get(any),
            Action::Set(any, "7".into()),
            Action::Remove(any),
        ];
        actions.map(|action| {
            let mut case = Case::new(&save, &form, action);
            case.content.clone_from(&content);
            case
        })
    });
    let counts = judge(name, cases, MAX_COMMANDS);
    assert_eq!(counts.wrong, 0, "{counts:?}");
}

#[test]
fn zeros_in_place_of_an_end_are_named() {
    let damaged = (0..random::cases(60)).filter_map(|index: usize| {
        let mut random = Random::new(31_000 + index as u64);
        let (save, form) = save(&mut random, index);
        let mut content = form.file(&save.bytes());
        let start = content.len() - save.bytes().len();
        // The first entry shows the engine.
        let last = content.len().checked_sub(MIN_ZEROS + 3)?;
        let from = start + 24 + random.below(last.checked_sub(start + 24)?.max(1));
        content[from..].fill(0);
        let layout = layout_named(save.engine.layout()).expect("a layout");
        let value = &content[start..];
        let is_damaged = layout.check(value, DecodeOptions::new()).is_err();
        // Zeros can complete the last number or string of a value without a length.
        let is_empty = save.entries.len() < 2;
        // Without a frame, zeros after a value are no sign of damage.
        (form.is_framed && is_damaged && !is_empty && content.len() - from >= MIN_ZEROS)
            .then_some((save, form, content))
    });
    check_damaged(damaged.collect(), "zeros from 0x");
}

#[test]
fn bytes_that_were_text_are_named() {
    let damaged = (0..random::cases(40)).filter_map(|index: usize| {
        let mut random = Random::new(33_000 + index as u64);
        let (save, form) = save(&mut random, index);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned().into_bytes();
        let value = save.bytes();
        let content = text(&form.file(&value));
        (text(&value) != value).then_some((save, form, content))
    });
    check_damaged(damaged.collect(), "ef bf bd");
}

#[test]
fn text_before_zeros_is_printed() {
    let cases = (0..random::cases(24)).map(|index: usize| {
        let mut random = Random::new(35_000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let text = match index / 2 % 4 {
            0 => save.json(),
            1 => save.text(),
            2 => format!("[player]\n\ngold=7\nsave={}\n", save.text()),
            _ => format!(
                "[gd_resource type=\"Resource\"]\n\n[resource]\na = {}\n",
                save.text()
            ),
        };
        let end = text.len() - random.below(text.len().min(20));
        let end = (end..text.len()).find(|end| text.is_char_boundary(*end));
        let text = text[..end.unwrap_or(text.len())].trim_end();
        let mut case = Case::new(&save, &Form::default(), Action::Decode);
        case.content = text.into();
        case.content.resize(text.len() + MIN_ZEROS + index, 0);
        case.expected = Expected::Output(text.into());
        case
    });
    check("text before zeros", cases, 0);
}
