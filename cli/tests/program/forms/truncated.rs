//! Files that end in a frame: the error names both lengths, and no layout that does not fit.

use super::form::Form;
use super::saves::{Engine, Save};
use crate::common::random::{self, Random};
use crate::common::{file, hex, program};
use std::collections::BTreeSet;
use std::fs;

/// Returns the words of a message that can be numbers or names of layouts.
fn words(message: &str) -> BTreeSet<&str> {
    message
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect()
}

/// Runs a command on the first `length` bytes of a file with two frames, the second of which may be
/// missing. Returns what is wrong.
fn fault(
    save: &Save,
    content: &[u8],
    first: usize,
    length: usize,
    command: &str,
) -> Option<String> {
    let content = &content[..length];
    let path = file("truncated.dat", content);
    let output = program()
        .env_remove("GDVARIANT_LAYOUT")
        .args(command.replace("FILE", &path).split(' '))
        .output()
        .expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("text"));
    let fault = |problem: &str| {
        let (status, hex) = (output.status, hex(content));
        Some(format!(
            "{problem}\n{hex}\n$ gdvariant {command}\n{out}{err}[{status}]"
        ))
    };
    if output.status.success() || fs::read(&path).expect("a file") != content {
        return fault("no error");
    }
    let (printed, end) = match length {
        _ if length < first => (String::new(), 0),
        // The first value can be printed.
        _ if command.starts_with("get") => (save.engine.json(&save.entries[0].1), first),
        _ => (save.json(), first),
    };
    if !printed.starts_with(&out) {
        return fault("other values");
    }
    let said = words(&err);
    let layouts = gdvariant::schema::LAYOUTS.iter().map(|layout| layout.name);
    let mut others = layouts.filter(|name| *name != save.engine.layout());
    // A shorter start is also that of a Transform3D or a Projection.
    if length >= 72 && others.any(|name| said.contains(name)) {
        return fault("other layouts");
    }
    let [expected, found] = [first - 4, length - end - 4].map(|number| number.to_string());
    if !(said.contains(expected.as_str()) && said.contains(found.as_str())) {
        return fault(&format!("expected {expected} bytes, found {found}"));
    }
    None
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
                let fault = fault(&save, &content, first, length, command);
                assert_eq!(fault, None, "{}", fault.as_deref().unwrap_or_default());
            }
        }
    }
    assert!(count > 40, "{count}");
}
