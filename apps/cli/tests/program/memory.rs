//! Commands on files that are longer than the memory: the address space is limited, so that a command
//! that keeps the file fails.
#![cfg(target_os = "linux")]

use crate::common::{bytes, empty_folder};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The length of the string in each value. Values are few, because debug builds decode slowly.
const LENGTH: u32 = 1 << 20;

/// The number of values in the long file.
const MANY: u8 = 40;

/// The address space in KiB for a long file, in addition to that for a short file. Deferred output
/// takes 16 MiB, and half as much again while its buffer grows.
const MORE: u32 = 32 << 10;

/// The content of the file that a command writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// Values of Godot 3, as in FILE.
    Old,
    /// The second value has a string instead of its number.
    Changed,
    /// Values of Godot 4.
    Converted,
}

use Content::{Changed, Converted, Old};

/// Commands that write OUT, or change FILE.
const COMMANDS: [(&str, Content); 5] = [
    ("set --framed --value=2 FILE n '\"text\"' -o OUT", Changed),
    ("set --framed --value=2 FILE n '\"text\"' --dry-run", Old),
    (
        "cp --framed SHORT s --into FILE --into-value=2 n --force",
        Changed,
    ),
    ("convert --framed --to-layout=godot4 -i FILE", Converted),
    (
        "convert --framed --skip=4 --to-layout=godot4 FILE -o - >OUT",
        Converted,
    ),
];

/// Returns a framed Dictionary with a number `n` and a string `s`.
fn value(number: u8, content: Content) -> Vec<u8> {
    let dictionary = match content {
        Converted => 27,
        Old | Changed => 18,
    };
    let mut value = Vec::new();
    let mut words = |words: &[u32]| value.extend(words.iter().flat_map(|it| it.to_le_bytes()));
    words(&[dictionary, 2, 4, 1, u32::from(b'n')]);
    if content == Changed && number == 2 {
        words(&[4, 4, u32::from_le_bytes(*b"text")]);
    } else {
        words(&[2, number.into()]);
    }
    words(&[4, 1, u32::from(b's'), 4, LENGTH]);
    value.resize(value.len() + LENGTH as usize, b'0' + number);
    let length = u32::try_from(value.len()).expect("a short value");
    [&length.to_le_bytes(), &*value].concat()
}

fn content(count: u8, content: Content) -> Vec<u8> {
    let values = (1..=count).map(|number| value(number, content));
    values.collect::<Vec<_>>().concat()
}

/// The header of the files that are read with `--skip=4`.
const HEADER: &[u8] = b"SAVE";

/// Runs a command on a file of `count` values with an address space of `kib`, and checks what the
/// command writes if it succeeds.
fn run(folder: &Path, (command, written): (&str, Content), count: u8, kib: u32) -> Output {
    let [file, out, short] = ["file", "out", "short"].map(|it| folder.join(it));
    let header = if command.contains("--skip=4") {
        HEADER
    } else {
        b""
    };
    let with_header = |content: Vec<u8>| [header, &*content].concat();
    fs::write(&file, with_header(content(count, Old))).expect("the folder is there");
    // {"s": "text"}
    let value = bytes("12000000 01000000 04000000 01000000 73000000 04000000 04000000 74657874");
    fs::write(&short, [&[32, 0, 0, 0], &*value].concat()).expect("the folder is there");
    let shown = |path: &Path| path.display().to_string();
    let command = command
        .replace("FILE", &shown(&file))
        .replace("OUT", &shown(&out))
        .replace("SHORT", &shown(&short));
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kib}; exec \"$0\" {command}")])
        .arg(env!("CARGO_BIN_EXE_gdvariant"))
        .env("TMPDIR", folder)
        // Without memory, printing a backtrace can wait forever for a lock of the standard library.
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    if output.status.success() {
        let result = if out.exists() { out } else { file };
        let result = fs::read(result).expect("the output");
        assert!(result == with_header(content(count, written)), "{command}");
    }
    output
}

#[test]
fn files_can_be_longer_than_the_memory() {
    for command in COMMANDS {
        let limits = (16 << 10..1 << 20).step_by(16 << 10);
        let is_enough = |kib: &u32| {
            let folder = empty_folder("short");
            run(&folder, command, 2, *kib).status.success()
        };
        let enough = limits.into_iter().find(is_enough).expect("a limit");
        let folder = empty_folder("long");
        let output = run(&folder, command, MANY, enough + MORE);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {message}", command.0);
        let names = fs::read_dir(folder).expect("the folder is there").count();
        assert!(names <= 3, "{}: a file is left", command.0);
    }
}
