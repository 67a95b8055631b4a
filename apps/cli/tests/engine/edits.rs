//! Edits of files with headers, trailers and leftovers: the engine loads the edited value, and all
//! other bytes are the same.

use crate::common::random::Random;
use crate::common::{folder, program};
use crate::form::{Form, leftover, trailer};
use crate::jobs::{Job, Step};
use crate::saves::{Engine, REPLACEMENTS, Save};
use crate::user::{Action, Case, Expected, check};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;
use std::fs;

/// The number of edits of each engine.
const COUNT: usize = 400;

/// The maximum number of edits without a way to the result: some bytes are values of several engines.
const MAX_UNHELPFUL: usize = 10;

/// A file that the engine stores in one or two jobs, and its edit.
struct Edit {
    save: Save,
    form: Form,
    action: Action,
    header: Vec<Step>,
    jobs: Vec<Json>,
}

/// Returns the steps that store a header, and its bytes.
fn header(random: &mut Random) -> (Vec<Step>, Vec<u8>) {
    let version = 1 + random.below(64);
    let bytes = version.to_le_bytes();
    let number = version.to_string();
    match random.below(6) {
        0 => (vec![("8", number)], bytes[..1].to_vec()),
        1 => (vec![("64", number)], bytes.to_vec()),
        2 => {
            let magic = ("buffer", STANDARD.encode("SAVE"));
            (vec![magic, ("32", number)], [b"SAVE", &bytes[..4]].concat())
        }
        3 => {
            let text = ("pascal", "v1.20".to_owned());
            (vec![text], [&5_u32.to_le_bytes()[..], b"v1.20"].concat())
        }
        _ => (vec![("32", number)], bytes[..4].to_vec()),
    }
}

impl Edit {
    fn random(random: &mut Random, engine: Engine, path: String) -> Self {
        let save = Save::random(random, engine);
        let mut form = Form {
            is_framed: random.below(3) > 0,
            ..Form::default()
        };
        let mut steps = Vec::new();
        // A header before a bare value is not recognized.
        if form.is_framed && random.below(2) == 0 {
            (steps, form.header) = header(random);
        }
        let header = steps.clone();
        let mut job = Job {
            path,
            ..Job::default()
        };
        let mut jobs = Vec::new();
        let text = save.text();
        match (form.is_framed, random.below(4)) {
            (true, 0) => steps.push(("var", text)),
            // The length includes bytes after the value.
            (true, 1) => {
                form.inner = trailer(random);
                let content = [save.bytes(), form.inner.clone()].concat();
                steps.push(("32", content.len().to_string()));
                steps.push(("bytes", text));
                steps.push(("buffer", STANDARD.encode(&form.inner)));
            }
            // The game stores the value over a longer one.
            (true, 2) => {
                let (old, rest) = leftover(random, &save, &form);
                job.steps = [steps.clone(), vec![("var", old.text())]].concat();
                jobs.push(job.task("store"));
                form.trailer = rest;
                steps.push(("var", text));
            }
            (is_framed, _) => {
                form.trailer = trailer(random);
                steps.push((if is_framed { "var" } else { "bytes" }, text));
                steps.push(("buffer", STANDARD.encode(&form.trailer)));
            }
        }
        job.steps = steps;
        jobs.push(job.task(if jobs.is_empty() { "store" } else { "replace" }));
        let value = (*random.pick(&REPLACEMENTS)).to_owned();
        let any = random.below(save.entries.len());
        let action = match random.below(3) {
            0 => Action::Edit(value),
            1 => Action::Remove(any),
            _ if any == save.marked() => Action::Set(any, value),
            _ => Action::Set(any, "[1, \"two\"]".into()),
        };
        Self {
            save,
            form,
            action,
            header,
            jobs,
        }
    }

    /// Returns the job that loads the edited file as the game does.
    fn load(&self, path: String) -> Json {
        let save = match &self.action {
            Action::Set(index, value) => self.save.with(*index, value),
            Action::Remove(index) => self.save.without(*index),
            Action::Edit(value) => self.save.with(self.save.marked(), value),
            Action::Decode | Action::Get(_) => unreachable!("no edit"),
        };
        let kind = if self.form.is_framed { "var" } else { "bytes" };
        let mut steps = self.header.clone();
        steps.push((kind, save.text()));
        let job = Job {
            path,
            steps,
            ..Job::default()
        };
        job.task("load")
    }
}

/// Checks edits of files that an engine stores and loads.
fn check_edits(engine: Engine) {
    let path = |index: usize| folder().join(format!("{index}.dat"));
    let name = |index| path(index).display().to_string();
    let edits = (0..COUNT).map(|index| {
        let mut random = Random::new(8000 + index as u64);
        Edit::random(&mut random, engine, name(index))
    });
    let edits: Vec<_> = edits.collect();
    let jobs: Vec<_> = edits.iter().flat_map(|edit| edit.jobs.clone()).collect();
    engine.perform_all(&jobs);
    let (mut cases, mut loads) = (Vec::new(), Vec::new());
    for (index, edit) in edits.iter().enumerate() {
        let case = Case::new(&edit.save, &edit.form, edit.action.clone());
        let stored = fs::read(path(index)).expect("the engine stored it");
        assert_eq!(stored, case.content, "{:?}", edit.form);
        // The only bytes that the program may write.
        if let Expected::File(edited) = &case.expected {
            fs::write(path(index), edited).expect("the folder of the test");
        }
        cases.push(case);
        loads.push(edit.load(name(index)));
    }
    engine.perform_all(&loads);
    let name = format!("edits of files of {engine:?}");
    check(&name, cases.into_iter(), MAX_UNHELPFUL);
}

#[test]
fn engines_load_edited_files() {
    Engine::available().for_each(check_edits);
}

/// Checks that an engine loads compressed bytes after an edit, with their size.
fn check_compressed(engine: Engine) {
    const KINDS: [&str; 8] = [
        "fastlz",
        "deflate",
        "zstd",
        "gzip",
        "size+fastlz",
        "size+deflate",
        "size+zstd",
        "size+gzip",
    ];
    let job = |kind, save: &Save, is_big_endian| Job {
        path: folder()
            .join(format!("{kind}.{is_big_endian}"))
            .display()
            .to_string(),
        is_big_endian,
        steps: vec![(kind, save.text())],
        ..Job::default()
    };
    let map = format!("[\"{}\", 1, 2, 3]", "forest ".repeat(40));
    let save = Save::of_long(engine, map);
    let value = "\"a longer name than before\"";
    let changed = save.with(save.marked(), value);
    let kinds = KINDS
        .iter()
        .flat_map(|kind| [(*kind, false), (*kind, true)]);
    let jobs = |save, task| {
        let jobs = kinds
            .clone()
            .map(|(kind, is_big)| job(kind, save, is_big).task(task));
        jobs.collect::<Vec<_>>()
    };
    engine.perform_all(&jobs(&save, "store"));
    for (kind, is_big_endian) in kinds.clone() {
        let file = job(kind, &save, is_big_endian).path;
        let path = save.path(save.marked());
        let layout = engine.layout();
        let edited = program()
            .args(["set", &file, &path, value, "--layout", layout])
            .output()
            .expect("the program runs");
        let error = String::from_utf8_lossy(&edited.stderr);
        assert!(edited.status.success(), "{kind}: {error}");
    }
    engine.perform_all(&jobs(&changed, "load"));
}

#[test]
fn engines_load_edited_compressed_bytes() {
    Engine::available().for_each(check_compressed);
}
