//! Tests that errors escape the characters of arguments that terminals interpret.
#![cfg(unix)]

use crate::common::{file, program};
use gdvariant::is_terminal_control;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// A word after each control character; a line that starts with it was injected.
const WORD: &str = "FAKE";

/// The command lines, separated by spaces. `X` stands for the hostile text, `SAVE` for a file with
/// a value, and `ENCRYPTED` for an encrypted file.
const COMMANDS: &[&str] = &[
    // Unknown options, values and commands.
    "X",
    "--X",
    "help X",
    "decode -X",
    "decode --framed=X SAVE",
    "decode SAVE X",
    "decode --layout X",
    "decode --from X",
    "decode --max-length 1X",
    "--color X decode",
    "inspect --offset X SAVE",
    "edit --value X SAVE",
    "grep a --type X",
    // Missing and conflicting options.
    "set SAVE X",
    "decode --framed --bare X",
    "decode --key X --framed ENCRYPTED",
    "decode --password-file X --framed ENCRYPTED",
    // Paths, patterns and values.
    "get SAVE X",
    "get SAVE [X",
    "inspect --path X SAVE",
    "rm SAVE X",
    "set SAVE a X",
    "set --json SAVE a X",
    "set SAVE X.b.c 1",
    "grep (X SAVE",
    // Files and folders.
    "decode missing/X",
    "decode SAVE -o missing/X",
    "encode --like X SAVE",
    "audit X",
    "diff SAVE X",
    "grep a X",
];

/// Returns hostile arguments: each control character with a word after it, and invalid UTF-8.
fn arguments() -> [Vec<u8>; 2] {
    let mut controls = format!("a\x1b[2J\x1b]0;{WORD}\x07");
    // An argument cannot contain NUL.
    for c in ('\u{1}'..'\u{10000}').filter(|&c| is_terminal_control(c)) {
        controls.push(c);
        controls.push_str(WORD);
    }
    let invalid = b"\xff\x9b\xc2FAKE\n\x1b[2J".to_vec();
    [controls.into_bytes(), invalid]
}

/// Returns a word of a command, in which the letter X stands for the hostile text.
fn argument(word: &str, hostile: &[u8]) -> OsString {
    match word.split_once('X') {
        Some((before, after)) => {
            OsString::from_vec([before.as_bytes(), hostile, after.as_bytes()].concat())
        }
        None => word.into(),
    }
}

/// Removes the styles of clap and of the program, such as `\x1b[1m`.
fn without_styles(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, styled)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        let style = styled.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        if let Some(after) = style.strip_prefix('m') {
            rest = after;
        } else {
            plain.push('\x1b');
            rest = styled;
        }
    }
    plain + rest
}

#[track_caller]
fn check(what: &str, output: &std::process::Output) -> String {
    // `audit` prints a file that is not examined among its findings.
    let printed = [output.stdout.as_slice(), &output.stderr].concat();
    let error = String::from_utf8(printed).expect("text");
    let plain = without_styles(&error);
    assert!(!plain.is_empty(), "{what}");
    let raw = plain.chars().find(|&c| is_terminal_control(c) && c != '\n');
    assert_eq!(raw, None, "{what}: {error:?}");
    let injected = plain.lines().find(|line| line.starts_with(WORD));
    assert_eq!(injected, None, "{what}: {error:?}");
    plain
}

#[test]
fn errors_escape_the_characters_of_arguments() {
    let save = file("save.dat", &[0; 4]);
    let encrypted = "/../../conformance/files/godot-4.6.3/pass-300.gdec";
    let encrypted = format!("{}{encrypted}", env!("CARGO_MANIFEST_DIR"));
    let (mut echoed, mut is_colored) = (0, false);
    for hostile in arguments() {
        for command in COMMANDS {
            let mut program = program();
            program.args(command.split(' ').map(|word| match word {
                "SAVE" => save.clone().into(),
                "ENCRYPTED" => encrypted.clone().into(),
                word => argument(word, &hostile),
            }));
            program.env("EDITOR", "true").env_remove("VISUAL");
            program.stdin(std::process::Stdio::null());
            is_colored = !is_colored;
            if is_colored {
                program.env("CLICOLOR_FORCE", "1");
            }
            let output = program.output().expect("the program starts");
            assert_ne!(output.status.code(), Some(0), "{command}");
            echoed += usize::from(check(command, &output).contains(WORD));
        }
        let mut decode = program();
        decode.env("GDVARIANT_LAYOUT", OsString::from_vec(hostile));
        let output = decode.arg("decode").output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        check("GDVARIANT_LAYOUT", &output);
    }
    // Most errors name the argument.
    assert!(echoed > COMMANDS.len(), "{echoed}");
}
