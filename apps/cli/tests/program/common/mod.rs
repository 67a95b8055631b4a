//! Runs the program with arguments and input, and returns its output.
#![allow(
    dead_code,
    unused_imports,
    reason = "each test uses some of these functions"
)]

pub(crate) mod child;
mod console;
mod folder;
pub(crate) mod random;

pub(crate) use console::console;
pub(crate) use folder::{Folder, empty_folder, folder};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

/// The output and the exit status of the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CommandOutput {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: i32,
}

/// Returns the program, with Godot 3 as the default layout.
///
/// The variable `GDVARIANT` names another program, such as that of an older version.
pub(crate) fn program() -> Command {
    let built = || env!("CARGO_BIN_EXE_gdvariant").into();
    let mut command = Command::new(std::env::var_os("GDVARIANT").unwrap_or_else(built));
    command
        .env("GDVARIANT_LAYOUT", "godot3")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program with arguments, separated by spaces, and standard input.
pub(crate) fn run_bytes(args: &str, input: &[u8]) -> Output {
    output_of(program().args(args.split_whitespace()), input)
}

/// Runs a command with standard input.
fn output_of(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    // A separate thread writes the input, because the program may write before it has read
    // everything, or stop reading.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join().expect("the writer does not panic");
    output
}

/// Runs the program like [`run_bytes`], and returns its output as text.
pub(crate) fn run(args: &str, input: impl AsRef<[u8]>) -> CommandOutput {
    let output = run_bytes(args, input.as_ref());
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    CommandOutput {
        out: text(output.stdout),
        err: text(output.stderr),
        status: output.status.code().expect("no signal ended it"),
    }
}

/// Runs the program, checks that it succeeds without messages, and returns its output.
#[track_caller]
pub(crate) fn good(args: &str, input: impl AsRef<[u8]>) -> String {
    let ran = run(args, input);
    assert_eq!(
        (ran.err.as_str(), ran.status),
        ("", 0),
        "{args}: {}",
        ran.out
    );
    ran.out
}

/// Runs the program, checks that it fails without output, and returns its error.
#[track_caller]
pub(crate) fn bad(args: &str, input: impl AsRef<[u8]>) -> String {
    let ran = run(args, input);
    assert_eq!(
        (ran.out.as_str(), ran.status),
        ("", 1),
        "{args}: {}",
        ran.err
    );
    ran.error()
}

impl CommandOutput {
    /// Returns the error, and checks that it is the only line on standard error.
    #[track_caller]
    pub(crate) fn error(&self) -> String {
        let line = self
            .err
            .strip_prefix("error: ")
            .and_then(|rest| rest.strip_suffix('\n'));
        let line = line.unwrap_or_else(|| panic!("one line: {}", self.err));
        assert!(!line.contains('\n'), "one line: {line}");
        line.to_owned()
    }
}

/// Writes a file in the folder of the test, and returns its path.
pub(crate) fn file(name: &str, bytes: &[u8]) -> String {
    let path = folder().join(name);
    std::fs::write(&path, bytes).expect("the folder is there");
    path.display().to_string()
}

/// Creates a pipe with a name in the folder of the test, and returns its path.
#[cfg(unix)]
pub(crate) fn pipe(name: &str) -> String {
    let path = folder().join(name).display().to_string();
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo starts").success());
    path
}

/// Returns the names of all commands except `help`.
pub(crate) fn commands() -> Vec<String> {
    let help = good("--help", "");
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    // Continuation lines of a description have more indentation.
    let entries = lines.filter_map(|line| line.strip_prefix("  "));
    let names = entries.filter_map(|entry| entry.split(' ').next());
    let names = names.filter(|name| !["", "help"].contains(name));
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.len() >= 12, "{help}");
    names
}

/// Returns the words of a text, with the hyphens of options.
pub(crate) fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .collect()
}

/// Parses hex digits, ignoring spaces.
pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex.chars().filter_map(|c| c.to_digit(16)).collect();
    digits
        .chunks_exact(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).expect("two digits are a byte"))
        .collect()
}

/// Formats bytes as `xxd -p` does, in one line.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// Returns the hex digits of each vector that an engine wrote in a layout.
pub(crate) fn vectors(layout: &str) -> Vec<String> {
    let vectors = conformance(&format!("vectors/{layout}.jsonl"));
    let text = String::from_utf8(vectors).expect("text");
    let digits = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("\"hex\":\"")?;
        Some(rest.split_once('"')?.0.to_owned())
    });
    digits.collect()
}

/// Reads a file of the conformance data.
pub(crate) fn conformance(name: &str) -> Vec<u8> {
    let path = format!("{}/../../conformance/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect(name)
}

/// Returns length-prefixed values, given as hex digits.
pub(crate) fn framed(hex: &[&str]) -> Vec<u8> {
    let framed = hex.iter().map(|hex| {
        let value = bytes(hex);
        let length = u32::try_from(value.len()).expect("a short value");
        [&length.to_le_bytes(), value.as_slice()].concat()
    });
    framed.collect::<Vec<_>>().concat()
}
