//! Runs scripts of commands with their expected output. What the program says on standard error is
//! recorded in snapshots, one for each script.

use super::{bytes, empty_folder, file, folder, hex, output_of, program};
use std::fs;
use std::iter::Peekable;
use std::path::Path;

/// Runs the program in the folder of the test with the arguments in each line of the script, and
/// checks its output. Returns everything on standard error, for a snapshot.
///
/// A word between `'` can contain spaces; `⏎` is a line break in it. A command can begin with its
/// standard input and `|`: a word, `hex DIGITS`, or `cat FILE`. With `>` and a name in place of the
/// command, the input becomes a file; `cat FILE` alone prints one, bytes as hex digits. `layout`
/// sets the default layout of the next commands, and `editor` the shell command with which they edit
/// the draft `$1`; a draft that is kept follows their output. Lines that start with `#` are comments.
/// These lines follow a command:
///
/// - `= LINE`: a line of its output, which is empty otherwise
/// - `+ PART`: a part of its output, instead of all lines
/// - `~ PART`: a part of its messages
/// - `[1]`: its exit status, which is 0 otherwise
#[track_caller]
pub(crate) fn console(script: &str) -> String {
    let mut messages = String::new();
    let lines = script.lines().map(str::trim_start);
    let mut lines = lines.filter(|line| !line.is_empty()).peekable();
    let (mut layout, mut editor) = ("godot3", None);
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("layout ") {
            layout = name;
            continue;
        }
        if let Some(command) = line.strip_prefix("editor ") {
            editor = Some(command);
            continue;
        }
        let (out, err, status) = run(line, layout, editor);
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
fn run(line: &str, layout: &str, editor: Option<&str>) -> (String, String, i32) {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let content = |words: &[&str]| match words {
        ["hex", digits @ ..] => bytes(&digits.concat()),
        ["cat", name] => fs::read(folder().join(name)).expect(line),
        [text] => format!("{}\n", text.replace('⏎', "\n")).into_bytes(),
        _ => panic!("{line}"),
    };
    let drafts = editor.map(|_| empty_folder("drafts"));
    let (mut out, err, status) = if let [source @ .., ">", name] = &words[..] {
        file(name, &content(source));
        Default::default()
    } else if words[0] == "cat" && words.len() == 2 {
        (content(&words), Vec::new(), 0)
    } else {
        let source = words.iter().position(|word| *word == "|");
        let input = source.map(|end| content(&words[..end]));
        let args = &words[source.map_or(0, |end| end + 1)..];
        let mut command = program();
        command
            .current_dir(folder())
            .env("EDITOR", "true")
            .env_remove("VISUAL");
        command.env("GDVARIANT_LAYOUT", layout);
        if let (Some(editor), Some(drafts)) = (editor, &drafts) {
            let editor = format!("edit() {{ {editor}; }}; edit");
            command.env("EDITOR", editor).env("TMPDIR", drafts);
        }
        let output = output_of(command.args(args), &input.unwrap_or_default());
        let status = output.status.code().expect("no signal ended it");
        (output.stdout, output.stderr, status)
    };
    let mut err = String::from_utf8(err).expect("the program writes text");
    let kept = |folder: &Path| {
        fs::read_dir(folder)
            .expect(line)
            .map(|it| it.expect(line).path())
    };
    let folders = drafts.iter().flat_map(|it| kept(it));
    for draft in folders.flat_map(|it| kept(&it)) {
        out.extend(fs::read(&draft).expect(line));
        err = err.replace(&draft.display().to_string(), "DRAFT");
    }
    let mut out = match String::from_utf8(out) {
        Ok(text) if !text.contains('\0') => text,
        Ok(text) => hex(text.as_bytes()),
        Err(error) => hex(error.as_bytes()),
    };
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let err = err.replace(&format!("{}/", folder().display()), "");
    (out, err, status)
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
