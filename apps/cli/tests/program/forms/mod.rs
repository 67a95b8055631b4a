//! Files in the forms that games use: a header, a value or a frame, a trailer. A user who knows
//! only the engine runs a command, and follows the advice of its errors: no advice leads to other
//! values or lost bytes.
//!
//! The values are random. `GDVARIANT_TEST_SEED=7` draws others, `GDVARIANT_TEST_ROUNDS=5` draws five
//! times as many, and `GDVARIANT=PATH` tests another program.

mod damaged;
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
use saves::{Engine, REPLACEMENTS, Save};
use user::{Action, Case, Expected, MAX_COMMANDS, check, check_without_options, judge};

/// Returns the form of the save with this number, with random bytes around the value.
type MakeForm = fn(&mut Random, &Save, usize) -> Form;

/// Forms, and the number of 48 cases that may not lead to their results, because some bytes are
/// values of several engines.
const FORMS: [(&str, MakeForm, usize); 10] = [
    (
        "plain forms",
        |_, _, index| Form {
            is_framed: index.is_multiple_of(2),
            ..Form::default()
        },
        0,
    ),
    (
        "version numbers",
        |random, _, _| {
            // Most are small.
            let bits = 4 + random.below(13);
            let version = 1 + random.below(1 << bits);
            Form::framed().after(&version.to_le_bytes()[..4])
        },
        0,
    ),
    (
        "other headers",
        |random, _, index| Form::framed().after(&header(random, index)),
        0,
    ),
    (
        "magics and digests before bare values",
        |random, _, index| Form::default().after(&magic(random, index)),
        0,
    ),
    (
        "trailers after bare values",
        |random, _, _| Form::default().before(trailer(random)),
        0,
    ),
    (
        "trailers after frames",
        |random, _, _| Form::framed().before(trailer(random)),
        0,
    ),
    (
        "trailers in frames",
        |random, _, _| Form {
            inner: trailer(random),
            ..Form::framed()
        },
        1,
    ),
    (
        "leftovers of longer files",
        |random, save, _| {
            let form = Form::framed();
            let (_, rest) = leftover(random, save, &form);
            form.before(rest)
        },
        1,
    ),
    (
        "headers and trailers",
        |random, save, index| {
            let form = Form::framed().after(&[1 + random.bytes(1)[0] % 64, 0, 0, 0]);
            match index % 3 {
                0 => form.before(trailer(random)),
                1 => {
                    let (_, rest) = leftover(random, save, &form);
                    form.before(rest)
                }
                _ => Form {
                    inner: trailer(random),
                    ..form
                },
            }
        },
        3,
    ),
    (
        "big-endian lengths",
        |random, _, index| {
            let form = Form {
                is_big_endian: true,
                ..Form::framed()
            };
            match index % 3 {
                0 => form,
                1 => form.after(&[0, 0, 0, 1 + random.bytes(1)[0] % 40]),
                _ => form.before(random.bytes(4)),
            }
        },
        0,
    ),
];

fn header(random: &mut Random, index: usize) -> Vec<u8> {
    let version = 1 + random.below(64);
    let bytes = version.to_le_bytes();
    match index % 5 {
        0 => bytes[..1].to_vec(),
        1 => bytes[..2].to_vec(),
        2 => [b"SAVE", &bytes[..4]].concat(),
        3 => [&bytes[..4], &random.bytes(4)].concat(),
        _ => [&5_u32.to_le_bytes()[..], b"v1.20"].concat(),
    }
}

fn magic(random: &mut Random, index: usize) -> Vec<u8> {
    match index % 8 {
        0 => b"SAVE".to_vec(),
        1 => b"SAVEGAME".to_vec(),
        2 => [&b"SAV1"[..], &random.bytes(32)].concat(),
        3 => b"version 1.2\n".to_vec(),
        4 => b"MyGame\0".to_vec(),
        length => random.bytes([16, 20, 32][length - 5]),
    }
}

#[test]
fn advice_leads_to_the_result() {
    for (seed, (name, form, max_unhelpful)) in (0..).step_by(1000).zip(FORMS) {
        let cases = (0..random::cases(24)).flat_map(|index: usize| {
            let mut random = Random::new(seed + index as u64);
            let save = Save::random(&mut random, Engine::ALL[index % 2]);
            let form = form(&mut random, &save, index / 2);
            let value = (*random.pick(&REPLACEMENTS)).to_owned();
            let any = random.below(save.entries.len());
            // A number that is a length by chance stops edits.
            let file = form.file(&save.bytes()).len();
            let is_length =
                [file, file - 4].map(|it| form.header.starts_with(&it.to_le_bytes()[..4]));
            let action = match index % 5 {
                _ if is_length.contains(&true) => Action::Get(any),
                0 => Action::Get(any),
                1 => Action::Remove(any),
                2 => Action::Edit(value),
                _ => Action::Set(save.marked(), value),
            };
            [Action::Decode, action].map(|action| Case::new(&save, &form, action))
        });
        check(name, cases, random::cases(max_unhelpful));
    }
}

#[test]
fn several_frames_follow_headers() {
    let cases = (0..random::cases(12)).flat_map(|index: usize| {
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
    check("several frames after headers", cases, 0);
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
    let counts = judge("options for bare values", cases, MAX_COMMANDS);
    assert_eq!(counts.wrong, 0, "{counts:?}");
}

/// Checks that other layouts, which read the bytes of strings as numbers, do not prevent edits.
#[test]
fn small_saves_are_edited_without_options() {
    let cases = (0..random::cases(40)).map(|index: usize| {
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
    check_without_options("small saves", cases);
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
