//! Saves in the forms that games use: the program prints the stored values.

use crate::common::random::Random;
use crate::common::{folder, hex};
use crate::form::Form;
use crate::jobs::{Job, Step};
use crate::saves::{Engine, Save};
use crate::user::{Action, Case, Expected, PASSWORD, check};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fs;

/// The number of files of each form.
const COUNT: usize = 4;

const KEY: &[u8; 32] = b"0123456789abcdef0123456789abcdef";

/// A form: the steps before the values, the step of each value, the number of values, the layer,
/// and whether numbers are big-endian.
type SavedForm = (
    &'static [(&'static str, &'static str)],
    &'static str,
    usize,
    &'static str,
    bool,
);

const FORMS: [SavedForm; 30] = [
    (&[], "var", 1, "", false),
    (&[], "var", 2, "", false),
    (&[], "var", 5, "", false),
    (&[], "var", 1, "", true),
    (&[], "var", 3, "", true),
    (&[("32", "3")], "var", 1, "", false),
    (&[("32", "2")], "var", 2, "", false),
    (&[("16", "7")], "var", 1, "", false),
    (&[("pascal", "v1.20")], "var", 1, "", false),
    (&[], "bytes", 1, "", false),
    (&[], "base64", 1, "", false),
    (&[], "base64", 3, "", false),
    (&[], "var", 1, "fastlz", false),
    (&[], "var", 3, "deflate", false),
    (&[], "var", 1, "zstd", false),
    (&[], "var", 3, "gzip", false),
    (&[], "bytes", 1, "deflate", false),
    (&[], "bytes", 1, "zstd", false),
    (&[], "fastlz", 1, "", false),
    (&[], "deflate", 1, "", false),
    (&[], "zstd", 1, "", false),
    (&[], "gzip", 1, "", false),
    (&[], "size+fastlz", 1, "", false),
    (&[], "size+deflate", 1, "", true),
    (&[("32", "3")], "size+zstd", 1, "", false),
    (&[], "size+gzip", 1, "password", false),
    (&[], "var", 1, "password", false),
    (&[], "var", 3, "password", false),
    (&[], "bytes", 1, "password", false),
    (&[], "var", 1, "key", false),
];

/// Checks that the program prints the values of files that an engine stores.
fn check_saves(engine: Engine) {
    let mut random = Random::new(9000);
    let (mut jobs, mut cases) = (Vec::new(), Vec::new());
    for form in FORMS.iter().cycle().take(FORMS.len() * COUNT) {
        let (before, kind, count, layer, is_big_endian) = *form;
        let saves: Vec<_> = (0..count)
            .map(|_| Save::random(&mut random, engine))
            .collect();
        let steps = before
            .iter()
            .map(|(kind, value)| (*kind, (*value).to_owned()));
        let values = saves.iter().map(|save| (kind, save.text()));
        let job = Job {
            path: folder()
                .join(format!("{}.dat", jobs.len()))
                .display()
                .to_string(),
            layer,
            secret: match layer {
                "key" => STANDARD.encode(KEY),
                _ => PASSWORD.into(),
            },
            is_big_endian,
            steps: steps.chain(values).collect::<Vec<Step>>(),
        };
        jobs.push(job);
        let mut case = Case::new(&saves[0], &Form::default(), Action::Decode);
        case.expected = Expected::Output(saves.iter().map(Save::json).collect());
        cases.push(match layer {
            "key" => case.with_options(&format!("--key {}", hex(KEY))),
            _ => case,
        });
    }
    let tasks: Vec<_> = jobs.iter().map(|job| job.task("store")).collect();
    engine.perform_all(&tasks);
    for (case, job) in cases.iter_mut().zip(&jobs) {
        case.content = fs::read(&job.path).expect("the engine stored it");
    }
    check(&format!("saves of {engine:?}"), cases.into_iter(), 0);
}

#[test]
fn saves_of_engines_are_printed() {
    Engine::available().for_each(check_saves);
}
