//! Full disks, exhausted memory, removed folders, and files that change while they are read. The
//! original survives each of them.
#![cfg(target_os = "linux")]

use crate::common::child::{Lines, end};
use crate::common::{empty_folder, file, program, run_bytes};
use gdvariant::Variant;
use gdvariant::godot3;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The commands that change or write files. `FILE` is the file that they replace.
const COMMANDS: [&str; 5] = [
    "set FILE [0] 7 --backup",
    "rm FILE [0]",
    "edit FILE",
    "convert --from-layout godot3 --to-layout godot4 SOURCE -o FILE",
    "encode JSON -o FILE",
];

/// Creates a folder with the files that the commands use.
fn files(folder: &Path) {
    let list = |item: &str| {
        let mut list = vec![Variant::from(item); 4000];
        list.push(0.into());
        Variant::Array(list)
    };
    let list = |item| godot3::to_vec(&list(item)).expect("a short value");
    let write = |name, content: &[u8]| fs::write(folder.join(name), content).expect("a folder");
    write("source", &list("item of a list"));
    write("file", &list("item of a list"));
    let other = format!("[{}0]", "\"another item\", ".repeat(4000));
    write("other.json", other.as_bytes());
}

/// Runs a command in a shell, after commands of the shell that limit it.
fn limited(limit: &str, command: &str, folder: &Path, file: &Path) -> Output {
    let path = |name: &str| folder.join(name).display().to_string();
    let command = command
        .replace("FILE", &file.display().to_string())
        .replace("SOURCE", &path("source"))
        .replace("JSON", &path("other.json"));
    Command::new("sh")
        .args(["-c", &format!("{limit}; exec \"$0\" {command}")])
        .arg(env!("CARGO_BIN_EXE_gdvariant"))
        .env("GDVARIANT_LAYOUT", "godot3")
        .env("TMPDIR", empty_folder("drafts"))
        .env("EDITOR", "edit() { sed -i 's/\\b0\\b/7/' \"$1\"; }; edit")
        .env_remove("VISUAL")
        // Without memory, printing a backtrace can wait forever for a lock of the standard library.
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
    names.sort();
    names
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A limit of the length of files makes writing fail after each block, like a full disk. `ulimit`
/// counts blocks of 512 bytes.
#[test]
fn a_length_limit_leaves_the_original() {
    for command in COMMANDS {
        let folder = empty_folder("length");
        files(&folder);
        let target = folder.join("file");
        let (old, before) = (fs::read(&target).unwrap(), names(&folder));
        for blocks in [0, 8] {
            let limit = format!("trap '' XFSZ; ulimit -f {blocks}");
            let output = limited(&limit, command, &folder, &target);
            let message = message(&output);
            assert_eq!(output.status.code(), Some(1), "{command}: {message}");
            assert!(message.starts_with("error: "), "{command}: {message}");
            assert!(fs::read(&target).unwrap() == old, "{command}");
            assert_eq!(names(&folder), before, "{command}: a file is left");
        }
    }
}

#[test]
fn a_full_standard_error_keeps_the_status() {
    let folder = empty_folder("error");
    let target = folder.join("file");
    let successes = COMMANDS.iter().map(|command| (*command, 0));
    let failures = [("decode missing", 1), ("decode --unknown", 2)];
    for (command, status) in successes.chain(failures) {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        files(&folder);
        let old = fs::read(&target).unwrap();
        let output = limited("exec 2> /dev/full", command, &folder, &target);
        assert_eq!(output.status.code(), Some(status), "{command}");
        assert_eq!(fs::read(&target).unwrap() != old, status == 0, "{command}");
    }
}

/// Rust ends a process without memory. The file is the old or the new one even then.
#[test]
fn exhausted_memory_leaves_the_original() {
    let folder = empty_folder("memory");
    files(&folder);
    let target = folder.join("file");
    let old = fs::read(&target).unwrap();
    let mut failures = 0;
    // In steps of 4 MiB, up to the limit with which the command succeeds.
    for kib in (16 << 10..1 << 20).step_by(4 << 10) {
        let limit = format!("ulimit -v {kib}");
        let output = limited(&limit, "set FILE [0] 7", &folder, &target);
        let is_new = fs::read(&target).unwrap() != old;
        let message = message(&output);
        assert_eq!(is_new, output.status.success(), "{kib} KiB: {message}");
        if is_new {
            break;
        }
        failures += 1;
    }
    assert!(failures > 0 && fs::read(&target).unwrap() != old);
}

#[test]
fn folders_removed_while_editing_are_errors() {
    let folder = empty_folder("removed");
    let save = folder.join("save.bin");
    let drafts = empty_folder("drafts");
    let edited = |editor: &str| {
        fs::write(&save, [2, 0, 0, 0, 1, 0, 0, 0]).unwrap();
        let mut command = program();
        command.arg("edit").arg(&save).env_remove("VISUAL");
        command.env("TMPDIR", &drafts).env("GONE", &folder);
        let output = command.env("EDITOR", editor).output().expect("a start");
        let message = message(&output);
        assert_eq!(output.status.code(), Some(1), "{message}");
        message
    };
    // The draft is kept.
    let message = edited("edit() { rm -r \"$GONE\"; echo 2 > \"$1\"; }; edit");
    let [draft] = &names(&names(&drafts)[0])[..] else {
        panic!("one draft: {message}");
    };
    assert!(message.contains(&draft.display().to_string()), "{message}");
    assert_eq!(fs::read_to_string(draft).unwrap(), "2\n");
    assert!(!folder.exists());
    // The text is lost together with its folder, the file is not.
    fs::create_dir(&folder).unwrap();
    edited("edit() { rm -r \"$TMPDIR\"; }; edit");
    assert_eq!(fs::read(&save).unwrap(), [2, 0, 0, 0, 1, 0, 0, 0]);
}

/// The number of values of a long file, whose output exceeds the capacity of a pipe.
const VALUES: usize = 200_000;

/// Starts to decode a long file and waits for the first value. Calls `change` while the program
/// waits for the reader of its output, and returns the remaining lines and the end.
fn decoded_while(name: &str, change: impl Fn(&Path)) -> (usize, Option<i32>, String) {
    let one = run_bytes("encode --framed", b"\"a value\"").stdout;
    let save = file(name, &one.repeat(VALUES));
    let mut child = program()
        .args(["decode", "--framed", &save])
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let errors = Lines::of(child.stderr.take().expect("a pipe"));
    let mut first = String::new();
    output.read_line(&mut first).expect("a value");
    change(Path::new(&save));
    let lines = 1 + output.lines().map_while(Result::ok).count();
    let status = end(&mut child).code();
    let error = if status == Some(0) {
        String::new()
    } else {
        errors.next()
    };
    (lines, status, error)
}

#[test]
fn a_file_that_shrinks_is_truncated() {
    let (lines, status, error) = decoded_while("shrinks.bin", |save| {
        let file = OpenOptions::new().write(true).open(save).unwrap();
        let length = file.metadata().unwrap().len();
        file.set_len(length / 2 + 7).unwrap();
    });
    assert_eq!(status, Some(1), "{error}");
    assert!(error.contains("the input is truncated"), "{error}");
    assert!((VALUES / 4..VALUES).contains(&lines), "{lines}");
}

#[test]
fn a_file_that_grows_is_read_to_its_new_end() {
    let (lines, status, error) = decoded_while("grows.bin", |save| {
        let mut file = OpenOptions::new().append(true).open(save).unwrap();
        file.write_all(&[4, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    });
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert_eq!(lines, VALUES + 1);
}
