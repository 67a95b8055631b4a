//! Tests output to a terminal, with the program `script` of util-linux.
#![cfg(target_os = "linux")]

use crate::common::{file, folder, good, program, run_bytes};
use std::io::{ErrorKind, Read, Write};
use std::process::Stdio;

/// A Dictionary with the key U+009B, and a value with ESC, a line break and U+202E.
const HOSTILE: &str =
    "12000000 01000000 04000000 02000000 c29b0000 04000000 09000000 611b5b324a0a e280ae 000000";

/// Returns the output of the program on a terminal, or `None` if the program `script` is missing.
fn on_terminal(args: &str) -> Option<String> {
    let program = program();
    let command = format!("'{}' {args}", program.get_program().display());
    let output = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => Some(String::from_utf8(output.stdout).expect("text")),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => panic!("script: {error}"),
    }
}

/// Runs the program on a terminal, and types a line after each part of the output. Returns the rest
/// of the output, or `None` if the program `script` is missing.
fn typing(args: &str, lines: &[(&str, &str)]) -> Option<String> {
    let program = program();
    let command = format!("'{}' {args}", program.get_program().display());
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &command, "/dev/null"]);
    script.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = match script.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => panic!("script: {error}"),
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut output = Vec::new();
    for (part, line) in lines {
        output.clear();
        while !String::from_utf8_lossy(&output).contains(part) {
            let mut byte = [0];
            stdout.read_exact(&mut byte).expect(part);
            output.extend(byte);
        }
        writeln!(stdin, "{line}").expect("the program reads");
    }
    output.clear();
    stdout.read_to_end(&mut output).expect("output");
    child.wait().expect("the program ends");
    Some(String::from_utf8(output).expect("text"))
}

#[test]
fn wrong_passwords_can_be_corrected() {
    let save = file(
        "save",
        &run_bytes("encode --bare", b"{\"gold\": 30}").stdout,
    );
    let password = file("password", b"hunter2");
    let files = ["godot3", "godot4"].map(|form| {
        let file = folder().join(form).display().to_string();
        let pack = format!("pack --encrypt {form} --password-file {password} {save} -o {file}");
        good(&pack, "");
        file
    });
    let [first, second] = &files;
    let prompt = format!("password of {first}: ");
    let lines = [(&*prompt, "hunter1"), (&*prompt, "hunter2")];
    // The other file has the same password.
    let get = format!("get gold --quiet --bare --files {first} {second}");
    if let Some(rest) = typing(&get, &lines) {
        let values = format!("{first}: 30\r\n{second}: 30\r\n");
        assert!(
            rest.ends_with(&values) && !rest.contains("password"),
            "{rest}"
        );
    }
    let prompt = format!("password of {second}: ");
    let rest = typing(&format!("get {second} gold"), &[(&*prompt, "x"); 3]);
    assert!(rest.is_none_or(|it| it.contains("wrong password or key")));
}

#[test]
fn values_are_escaped_only_on_a_terminal() {
    let input = file("hostile.hex", HOSTILE.as_bytes());
    for (form, piped, shown) in [
        (
            "json",
            "{\"\u{9b}\":\"a\\u001b[2J\\n\u{202e}\"}\n",
            "{\"\\u009b\":\"a\\u001b[2J\\n\\u202e\"}\r\n",
        ),
        (
            "text",
            "{\n\"\u{9b}\": \"a\x1b[2J\n\u{202e}\"\n}\n",
            "{\r\n\"\\u009b\": \"a\\u001b[2J\\n\\u202e\"\r\n}\r\n",
        ),
    ] {
        let args = format!("decode --layout godot3 --to {form} --from hex {input}");
        assert_eq!(good(&args, ""), piped);
        assert!(on_terminal(&args).is_none_or(|terminal| terminal == shown));
    }
    // The path in the error is the key U+009B.
    let cut = file("cut.hex", &HOSTILE.as_bytes()[..53]);
    // Text with invalid bytes.
    let mut text = b"[s]\n\nname=\"".to_vec();
    text.resize(300 << 10, b'a');
    text.extend(b"\xff\x1b[2J\"\n");
    let text = file("invalid.cfg", &text);
    for (args, shown) in [
        (format!("decode --layout godot3 --from hex {cut}"), r"u{9b}"),
        (format!("decode {text}"), "a\u{fffd}\\u001b[2J\"\r\n"),
    ] {
        if let Some(terminal) = on_terminal(&args) {
            assert!(terminal.contains(shown), "{args}");
            let is_raw = terminal.contains('\u{9b}') || terminal.contains("\x1b[2J");
            assert!(!is_raw, "{args}");
        }
    }
}

#[test]
fn only_text_is_unpacked_to_a_terminal() {
    for (content, shown) in [
        (
            "{\n\t\"name\": \"\u{e9}\"\n}",
            Some("{\r\n\t\"name\": \"\u{e9}\"\r\n}"),
        ),
        ("\u{1b}[2J", None),
        ("a\0b", None),
    ] {
        let content = file("content", content.as_bytes());
        let packed = folder().join("packed").display().to_string();
        good(&format!("pack --compress zstd {content} -o {packed}"), "");
        let Some(terminal) = on_terminal(&format!("unpack {packed}")) else {
            return;
        };
        match shown {
            Some(shown) => assert!(terminal.ends_with(shown), "{terminal}"),
            None => assert!(
                terminal.contains("cannot be shown on the terminal"),
                "{terminal}"
            ),
        }
    }
}
