//! Files that end in a frame: the error names both lengths, and no layout that does not fit.

use super::form::Form;
use super::saves::{Engine, Save};
use crate::common::random::{self, Random};
use crate::common::{file, hex, program};
use std::collections::BTreeSet;
use std::fs;

/// Runs a command on the first `length` bytes of a file with two frames, the second of which may be
/// missing, and checks its error.
fn check(save: &Save, content: &[u8], first: usize, length: usize, command: &str) {
    let content = &content[..length];
    let path = file("truncated.dat", content);
    let output = program()
        .env_remove("GDVARIANT_LAYOUT")
        .args(command.replace("FILE", &path).split(' '))
        .output()
        .expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("text"));
    let log = format!("{}\n$ gdvariant {command}\n{out}{err}", hex(content));
    assert!(!output.status.success(), "no error: {log}");
    assert!(
        fs::read(&path).expect("a file") == content,
        "a change: {log}"
    );
    let (printed, end) = match length {
        _ if length < first => (String::new(), 0),
        // The first value can be printed.
        _ if command.starts_with("get") => (save.engine.json(&save.entries[0].1), first),
        _ => (save.json(), first),
    };
    assert!(printed.starts_with(&out), "other values: {log}");
    let words = err.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let said: BTreeSet<&str> = words.collect();
    let layouts = gdvariant::schema::LAYOUTS.iter().map(|layout| layout.name);
    let mut others = layouts.filter(|name| *name != save.engine.layout());
    // A shorter start is also that of a Transform3D or a Projection.
    let has_other = length >= 72 && others.any(|name| said.contains(name));
    assert!(!has_other, "other layouts: {log}");
    for number in [first - 4, length - end - 4].map(|number| number.to_string()) {
        assert!(said.contains(&*number), "{number} bytes: {log}");
    }
}

#[test]
fn errors_of_truncated_files_name_both_lengths() {
    let mut count = 0;
    for index in 0..random::cases(5) {
        let mut random = Random::new(7000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let frame = Form::framed().file(&save.bytes());
        // A short frame cut at the right place is another value.
        if frame.len() < 80 {
            continue;
        }
        let content = [frame.as_slice(), &frame].concat();
        let first = frame.len();
        // After the first key, the engine is known.
        let lengths = [(); 6].map(|()| 40 + random.below(content.len() - 40));
        let ends = [40, 41, first - 1, first + 8, content.len() - 1];
        for length in lengths.into_iter().chain(ends) {
            if (first..first + 8).contains(&length) {
                continue;
            }
            let path = save.path(0);
            let (get, set) = (format!("get FILE {path}"), format!("set FILE {path} 7"));
            // An edit of the first value can keep the bytes after it.
            let commands = ["decode FILE", &get, &set].into_iter();
            for command in commands.take(if length < first { 3 } else { 2 }) {
                count += 1;
                check(&save, &content, first, length, command);
            }
        }
    }
    assert!(count > 40, "{count}");
}
