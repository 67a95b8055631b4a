//! Tests that errors escape the characters of arguments that terminals interpret.
#![cfg(all(unix, feature = "encrypted", feature = "godot3", feature = "godot4"))]

use crate::common::{file, program};
use gdvariant::is_terminal_control;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// A word after each control character; a line that starts with it was injected.
const WORD: &str = "FAKE";

/// The command lines, separated by spaces. `X` stands for the hostile text, `SAVE` for a file with
/// the value `{"a": 1}`, and `ENCRYPTED` for an encrypted file.
const COMMANDS: &[&str] = &[
    // Unknown options, values and commands.
    "X",
    "--X",
    "-X",
    "--X=1",
    "help X",
    "decode --X",
    "decode --layouX",
    "decode -X",
    "decode --framed=X SAVE",
    "decode SAVE X",
    "decode SAVE -- --X X",
    "decode --layout X",
    "decode --layout=godot4X",
    "decode --from X",
    "decode --to=X",
    "decode --max-length X",
    "decode --max-length=1X",
    "--color X decode",
    "inspect --offset X SAVE",
    "inspect --limit X SAVE",
    "edit --value X SAVE",
    "completions X",
    "audit --fail-on X SAVE",
    "convert --from-layout X --to-layout godot4 SAVE",
    "encode --target X SAVE",
    "types --layout X",
    // Missing and conflicting options.
    "set X",
    "set SAVE X",
    "grep",
    "decode --framed --bare X",
    "decode --key X --password-file X SAVE",
    "decode --key X --framed ENCRYPTED",
    "decode --password-file X --framed ENCRYPTED",
    "decode --layout godot3 --layout X SAVE",
    // Paths, patterns and values.
    "get SAVE X",
    "get SAVE [X",
    "get SAVE a.X",
    "get SAVE \"X",
    "decode --select [X SAVE",
    "decode --select a[0X SAVE",
    "inspect --path X SAVE",
    "rm SAVE X",
    "set SAVE a X",
    "set --json SAVE a X",
    "set SAVE X.b.c 1",
    "grep [X SAVE",
    "grep (X SAVE",
    // Files and folders.
    "decode X",
    "decode missing/X",
    "decode SAVE/X",
    "decode SAVE -o missing/X",
    "encode --like X SAVE",
    "encode X",
    "audit X",
    "detect X",
    "diff X SAVE",
    "diff SAVE X",
    "grep a X",
    "convert --from-layout godot3 --to-layout godot4 X",
    "edit X",
];

/// The classes of characters, each with a word after each character.
fn classes() -> Vec<(&'static str, Vec<u8>)> {
    let with_words = |chars: &mut dyn Iterator<Item = char>| {
        let words: Vec<String> = chars.map(|c| format!("{c}{WORD}")).collect();
        words.concat().into_bytes()
    };
    let all = || ('\u{1}'..'\u{10000}').filter(|&c| is_terminal_control(c));
    // An argument cannot contain NUL.
    let c0 = with_words(&mut all().filter(|&c| c < ' ' && c != '\x1b'));
    let del_and_c1 = with_words(&mut all().filter(|c| ('\x7f'..='\u{9f}').contains(c)));
    let bidi = with_words(&mut all().filter(|&c| c > '\u{9f}'));
    let escapes = format!("\x1b[2J\x1b]0;{WORD}\x07\x1b{WORD}");
    let in_word = format!("a\u{9b}2J{WORD}");
    vec![
        ("C0, escape sequences", [escapes.as_bytes(), &c0].concat()),
        ("carriage return", format!("\r{WORD}").into_bytes()),
        (
            "DEL, C1, bidirectional controls, separators",
            [in_word.as_bytes(), &del_and_c1, &bidi].concat(),
        ),
        ("invalid UTF-8", b"\xff\x9b\xc2FAKE\n\x1b[2J".to_vec()),
    ]
}

fn argument(word: &str, hostile: &[u8], save: &str, encrypted: &str) -> OsString {
    let word = match word {
        "SAVE" => save,
        "ENCRYPTED" => encrypted,
        word => word,
    };
    let word = word.replace("SAVE", save);
    // Only the first letter stands for the text; no other word of the commands has it.
    match word
        .split_once('X')
        .filter(|_| word != save && word != encrypted)
    {
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
    let encrypted = format!(
        "{}/../conformance/files/godot-4.6.3/pass-300.gdec",
        env!("CARGO_MANIFEST_DIR")
    );
    let (mut echoed, mut is_colored) = (0, false);
    for (class, hostile) in classes() {
        for command in COMMANDS {
            let mut program = program();
            let args = command.split(' ');
            program.args(args.map(|word| argument(word, &hostile, &save, &encrypted)));
            program.env("EDITOR", "true").env_remove("VISUAL");
            program.stdin(std::process::Stdio::null());
            is_colored = !is_colored;
            if is_colored {
                program.env("CLICOLOR_FORCE", "1");
            }
            let output = program.output().expect("the program starts");
            let what = format!("{class}: {command}");
            assert_ne!(output.status.code(), Some(0), "{what}");
            echoed += usize::from(check(&what, &output).contains(WORD));
        }
    }
    // Most errors name the argument.
    assert!(echoed > COMMANDS.len() * classes().len() / 2, "{echoed}");
}

#[test]
fn errors_escape_the_characters_of_variables() {
    for (class, hostile) in classes() {
        let output = program()
            .args(["decode", "-"])
            .env("GDVARIANT_LAYOUT", std::ffi::OsStr::from_bytes(&hostile))
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{class}");
        check(class, &output);
    }
}
