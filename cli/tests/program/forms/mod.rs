//! Files in the forms that games use: a header, a value or a frame, a trailer. A user who knows
//! only the engine runs a command, and follows the advice of its errors: no advice leads to other
//! values or lost bytes.
//!
//! The values are random. `GDVARIANT_TEST_SEED=7` draws others, `GDVARIANT_TEST_ROUNDS=5` draws five
//! times as many, and `GDVARIANT=PATH` tests another program.
#![cfg(all(
    feature = "double",
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5"
))]

mod form;
mod long;
mod pasted;
mod saves;
mod scene;
mod truncated;
mod user;

use crate::common::random::{self, Random};
use form::{Form, leftover, trailer};
use gdvariant_files::text::TextDocument;
use saves::{Engine, MARKED, REPLACEMENTS, Save};
use user::{
    Action, Case, Expected, check, check_harmless, check_mostly, check_nearly,
    check_without_options,
};

/// Returns an edit with one of the three commands.
fn edit(random: &mut Random, save: &Save, index: usize) -> Action {
    let value = (*random.pick(&REPLACEMENTS)).to_owned();
    match index % 3 {
        0 => Action::Edit(value),
        1 => Action::Remove(random.below(save.entries.len())),
        _ => Action::Set(save.marked(), value),
    }
}

/// Returns a case in this form for each header, with an action that depends on its index.
fn with_headers(form: &Form, headers: impl Iterator<Item = Vec<u8>>) -> Vec<Case> {
    let cases = headers.enumerate().flat_map(|(index, header)| {
        let mut random = Random::new(index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let form = Form {
            header,
            ..form.clone()
        };
        // A number that is a length by chance stops edits.
        let file = form.file(&save.bytes()).len();
        let is_length = [file, file - 4].map(|it| it.to_le_bytes()[..4] == form.header);
        let action = match index / 2 % 4 {
            _ if is_length.contains(&true) => Action::Get(0),
            0 => Action::Get(random.below(save.entries.len())),
            _ => edit(&mut random, &save, index / 2),
        };
        [Action::Decode, action].map(|action| Case::new(&save, &form, action))
    });
    cases.collect()
}

/// The version numbers of 4 bytes.
fn versions() -> Vec<u32> {
    let mut random = Random::new(0);
    // Most are small.
    let version = || {
        let bits = 4 + random.below(13);
        u32::try_from(random.below(1 << bits)).expect("16 bits") + 1
    };
    let count = random::cases(50);
    std::iter::repeat_with(version).take(count).collect()
}

#[test]
fn version_numbers_precede_frames() {
    let headers = versions().into_iter().map(|it| it.to_le_bytes().to_vec());
    let cases = with_headers(&Form::framed(), headers);
    check("version numbers of 32 bits", &cases);
}

#[test]
fn other_headers_precede_frames() {
    let mut random = Random::new(1);
    let headers = (0..random::cases(24)).map(|index| {
        let version = 1 + random.below(64);
        let bytes = version.to_le_bytes();
        match index / 2 % 6 {
            0 => bytes[..1].to_vec(),
            1 => bytes[..2].to_vec(),
            2 => bytes.to_vec(),
            3 => [b"SAVE", &bytes[..4]].concat(),
            4 => [&bytes[..4], &random.bytes(4)].concat(),
            _ => [&5_u32.to_le_bytes()[..], b"v1.20"].concat(),
        }
    });
    let headers: Vec<_> = headers.collect();
    let cases = with_headers(&Form::framed(), headers.into_iter());
    check("other headers", &cases);
}

#[test]
fn magics_and_digests_precede_bare_values() {
    let mut random = Random::new(2);
    let headers = (0..random::cases(32)).map(|index| match index % 8 {
        0 => b"SAVE".to_vec(),
        1 => b"SAVEGAME".to_vec(),
        2 => [&b"SAV1"[..], &random.bytes(32)].concat(),
        3 => b"version 1.2\n".to_vec(),
        4 => b"MyGame\0".to_vec(),
        length => random.bytes([16, 20, 32][length - 5]),
    });
    let headers: Vec<_> = headers.collect();
    let cases = with_headers(&Form::default(), headers.into_iter());
    check("magics and digests", &cases);
}

/// Returns cases with trailers in a place that `form` chooses.
fn with_trailers(name: u64, count: usize, form: impl Fn(Vec<u8>) -> Form) -> Vec<Case> {
    let cases = (0..count).flat_map(|index: usize| {
        let mut random = Random::new(name + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let form = form(trailer(&mut random));
        let action = edit(&mut random, &save, index);
        [Action::Decode, action].map(|action| Case::new(&save, &form, action))
    });
    cases.collect()
}

#[test]
fn trailers_follow_bare_values() {
    let form = |trailer| Form {
        trailer,
        ..Form::default()
    };
    check(
        "trailers after bare values",
        &with_trailers(1000, random::cases(20), form),
    );
}

#[test]
fn trailers_follow_frames() {
    let form = |trailer| Form {
        trailer,
        ..Form::framed()
    };
    check(
        "trailers after frames",
        &with_trailers(2000, random::cases(20), form),
    );
}

#[test]
fn trailers_follow_values_in_frames() {
    let form = |inner| Form {
        inner,
        ..Form::framed()
    };
    check_mostly(
        "trailers in frames",
        &with_trailers(3000, random::cases(50), form),
        98,
    );
}

#[test]
fn forms_without_additions_need_no_advice() {
    let cases = (0..random::cases(12)).flat_map(|index: usize| {
        let mut random = Random::new(4000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let form = Form {
            is_framed: (index / 2).is_multiple_of(2),
            ..Form::default()
        };
        let value = REPLACEMENTS[index % 3].to_owned();
        let actions = [
            Action::Decode,
            Action::Get(save.marked()),
            Action::Set(save.marked(), value.clone()),
            Action::Remove(save.marked()),
            Action::Edit(value),
        ];
        actions.map(|action| Case::new(&save, &form, action))
    });
    check("plain forms", &cases.collect::<Vec<_>>());
    assert!(REPLACEMENTS[1].len() == MARKED.len());
}

#[test]
fn leftovers_of_longer_files_follow_frames() {
    let cases = (0..random::cases(50)).flat_map(|index: usize| {
        let mut random = Random::new(5000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let mut form = Form::framed();
        form.trailer = leftover(&mut random, &save, &form).1;
        let action = edit(&mut random, &save, index);
        [Action::Decode, action].map(|action| Case::new(&save, &form, action))
    });
    check_mostly("leftovers", &cases.collect::<Vec<_>>(), 98);
}

#[test]
fn frames_have_headers_and_trailers() {
    let cases = (0..random::cases(30)).flat_map(|index: usize| {
        let mut random = Random::new(13_000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let version = u32::try_from(1 + random.below(64)).expect("a small number");
        let mut form = Form {
            header: version.to_le_bytes().to_vec(),
            ..Form::framed()
        };
        match index / 2 % 3 {
            0 => form.trailer = trailer(&mut random),
            1 => form.trailer = leftover(&mut random, &save, &form).1,
            _ => form.inner = trailer(&mut random),
        }
        let action = edit(&mut random, &save, index);
        [Action::Decode, action].map(|action| Case::new(&save, &form, action))
    });
    check_nearly(
        "headers and trailers",
        &cases.collect::<Vec<_>>(),
        random::cases(3),
    );
}

#[test]
fn several_frames_follow_headers() {
    let cases = (0..random::cases(24)).flat_map(|index: usize| {
        let mut random = Random::new(10_000 + index as u64);
        let saves = [(); 3].map(|()| Save::random(&mut random, Engine::ALL[index % 2]));
        let version = u32::try_from(1 + random.below(40)).expect("a small number");
        let header = match index % 3 {
            0 => vec![],
            1 => version.to_le_bytes().to_vec(),
            _ => [b"SAVE", &version.to_le_bytes()[..]].concat(),
        };
        let frames = |saves: &[Save]| {
            let frames = saves.iter().map(|save| Form::framed().file(&save.bytes()));
            frames.collect::<Vec<_>>().concat()
        };
        let number = random.below(3);
        let save = &saves[number];
        let form = Form {
            header: [header, frames(&saves[..number])].concat(),
            trailer: frames(&saves[number + 1..]),
            ..Form::framed()
        };
        let mut decode = Case::new(save, &form, Action::Decode);
        decode.expected = Expected::Output(saves.iter().map(Save::json).collect());
        let action = match index / 3 % 2 {
            0 => Action::Remove(random.below(save.entries.len())),
            _ => Action::Set(save.marked(), (*random.pick(&REPLACEMENTS)).to_owned()),
        };
        let edit = Case::new(save, &form, action);
        [
            decode,
            edit.with_options(&format!("--value {}", number + 1)),
        ]
    });
    check("several frames after headers", &cases.collect::<Vec<_>>());
}

#[test]
fn frames_have_big_endian_lengths() {
    let cases = (0..random::cases(24)).flat_map(|index: usize| {
        let mut random = Random::new(11_000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let version = u32::try_from(1 + random.below(40)).expect("a small number");
        let mut form = Form {
            is_big_endian: true,
            ..Form::framed()
        };
        match index / 2 % 3 {
            0 => {}
            1 => form.header = version.to_be_bytes().to_vec(),
            _ => form.trailer = random.bytes(4),
        }
        let value = (*random.pick(&REPLACEMENTS)).to_owned();
        let edit = Action::Set(save.marked(), value);
        [Action::Decode, edit].map(|action| Case::new(&save, &form, action))
    });
    check("big-endian lengths", &cases.collect::<Vec<_>>());
}

/// Checks edits with options that read a frame as something else: its length is updated, or the
/// edit stops.
#[test]
fn options_do_not_hide_a_length() {
    let cases = (0..random::cases(36)).map(|index: usize| {
        let mut random = Random::new(12_000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let (version, options) = [
            (&[2, 0, 0, 0][..], "--values --value 2"),
            (&[2, 0, 0, 0], "--bare --skip 8"),
            (&[3, 0, 0, 0], "--values --value 2"),
            (&[6, 0, 0, 0, 0, 0, 0, 0], "--values --value 2"),
            (&[2, 0, 1, 0, 9, 0, 0, 0], "--bare --skip 12"),
            (&[], "--bare --skip 4"),
        ][index / 2 % 6];
        let form = Form {
            header: version.into(),
            ..Form::framed()
        };
        let value = REPLACEMENTS[index / 12 % 3].to_owned();
        let action = match index % 3 {
            0 => Action::Remove(save.marked()),
            1 => Action::Edit(value),
            _ => Action::Set(save.marked(), value),
        };
        let layout = save.engine.layout();
        let case = Case::new(&save, &form, action);
        case.with_options(&format!("--layout {layout} {options}"))
    });
    check_harmless("options for bare values", &cases.collect::<Vec<_>>());
}

/// Checks that other layouts, which read the bytes of strings as numbers, do not prevent edits.
#[test]
fn small_saves_are_edited_without_options() {
    let cases = (0..random::cases(80)).map(|index: usize| {
        let mut random = Random::new(6000 + index as u64);
        let save = Save::small(&mut random, Engine::ALL[index % 2]);
        let form = Form {
            is_framed: (index / 2).is_multiple_of(2),
            ..Form::default()
        };
        let changed = random.below(save.entries.len());
        let values = ["10000000000", "7", "-1", "\"Grace Hopper\"", "\"x\"", "2.5"];
        let value = (*random.pick(&values)).to_owned();
        let action = Action::Set(changed, value);
        Case::new(&save, &form, action)
    });
    check_without_options("small saves", &cases.collect::<Vec<_>>());
}

/// Checks scenes with equal tags at several depths, instances, equal ids, conflict markers and stray
/// characters.
#[test]
fn scenes_change_at_the_right_place() {
    let (mut set, mut removed) = (0, 0);
    for index in 0..random::cases(30) {
        let mut random = Random::new(9000 + index as u64);
        let engine = Engine::ALL[random.below(2)];
        let scene = scene::Scene::random(&mut random, engine);
        for edited in scene.check(&mut random) {
            TextDocument::parse(&edited.text, None).expect("the edited scene");
            let is_set = edited.node.is_some();
            set += usize::from(is_set);
            removed += usize::from(!is_set);
        }
    }
    assert!(set > 0 && removed > 0, "{set} set, {removed} removed");
}
