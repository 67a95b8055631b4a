//! Runs scripts of commands with their expected output. What the program says on standard error is
//! recorded in snapshots, one for each script.

use super::{file, folder, output_of, program};
use std::fs;
use std::iter::Peekable;

/// Runs the program in the folder of the test with the arguments in each line of the script, and
/// checks its output. Returns everything on standard error, for a snapshot.
///
/// A word between `'` can contain spaces. A command can begin with its standard input and `|`. These
/// lines follow a command:
///
/// - `= LINE`: a line of its output, which is empty otherwise
/// - `+ PART`: a part of its output, instead of all lines
/// - `~ PART`: a part of its messages
/// - `[1]`: its exit status, which is 0 otherwise
///
/// `TEXT > FILE` writes a file, `cat FILE` prints one. Lines that start with `#` are comments.
#[track_caller]
pub(crate) fn console(script: &str) -> String {
    let mut messages = String::new();
    let lines = script.lines().map(str::trim_start);
    let mut lines = lines.filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            continue;
        }
        let (out, err, status) = run(line);
        let mut expected = String::new();
        while let Some(line) = next_with(&mut lines, "=") {
            expected.extend([line.strip_prefix(' ').unwrap_or(line), "\n"]);
        }
        let mut is_part = false;
        while let Some(part) = next_with(&mut lines, "+ ") {
            assert!(out.contains(part), "{line}: no {part} in {out}");
            is_part = true;
        }
        while let Some(part) = next_with(&mut lines, "~ ") {
            assert!(err.contains(part), "{line}: no {part} in {err}");
        }
        let status_of = |line: &str| line.trim_end_matches(']').parse().expect("a status");
        let expected_status = next_with(&mut lines, "[").map_or(0, status_of);
        assert_eq!(status, expected_status, "{line}: {out}{err}");
        assert!(is_part || out == expected, "{line}: {out}{err}");
        // The usage after an error is that of the help.
        let said = err.split("\n\n").next().unwrap_or_default();
        for line in said.lines() {
            // Several commands in a row can have the same message.
            if messages.lines().next_back() != Some(line) {
                messages.extend([line, "\n"]);
            }
        }
    }
    messages
}

/// Returns the rest of the next line if it starts with `mark`.
fn next_with<'s>(
    lines: &mut Peekable<impl Iterator<Item = &'s str>>,
    mark: &str,
) -> Option<&'s str> {
    let line = lines.next_if(|line| line.starts_with(mark))?;
    line.strip_prefix(mark)
}

/// Runs a line of a script. Returns the output, with a line break at its end, the messages, and the
/// exit status.
#[track_caller]
fn run(line: &str) -> (String, String, i32) {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (input, args) = match &words[..] {
        [text, ">", name] => {
            file(name, format!("{text}\n").as_bytes());
            return (String::new(), String::new(), 0);
        }
        ["cat", name] => {
            let content = fs::read_to_string(folder().join(name)).expect(line);
            return (content.trim_end().to_owned() + "\n", String::new(), 0);
        }
        [text, "|", args @ ..] => (format!("{text}\n"), args),
        args => (String::new(), args),
    };
    let mut command = program();
    command
        .current_dir(folder())
        .env("EDITOR", "true")
        .env_remove("VISUAL");
    let output = output_of(command.args(args), input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    let (mut out, err) = (text(output.stdout), text(output.stderr));
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    (out, err, output.status.code().expect("no signal ended it"))
}

/// Splits a line at spaces outside of `'`.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().expect("a word").push(c),
        }
    }
    words
}
