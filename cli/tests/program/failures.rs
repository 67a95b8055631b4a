//! Full disks, exhausted memory, removed folders, and files that change while they are read. The
//! original survives each of them.
#![cfg(all(target_os = "linux", feature = "godot3", feature = "godot4"))]

use crate::common::child::{Lines, end};
use crate::common::{empty_folder, file, good, program, run_bytes};
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The commands that change or write files. `FILE` is the file that they replace.
const COMMANDS: [&str; 11] = [
    "set FILE [0] 7",
    "set FILE [0] 7 --backup",
    "rm FILE [0]",
    "edit FILE",
    "edit --json FILE",
    "convert --from-layout godot3 --to-layout godot4 SOURCE -o FILE",
    "encode JSON -o FILE",
    "decode SOURCE -o FILE",
    "get SOURCE '' -o FILE",
    "inspect SOURCE -o FILE",
    "inspect --html SOURCE -o FILE",
];

/// Creates a folder with the files that the commands use.
fn files(folder: &Path) {
    let list = |item: &str| format!("[{}0]", format!("\"{item}\", ").repeat(4000));
    let path = |name: &str| folder.join(name).display().to_string();
    let write = |name, item| fs::write(path(name), list(item)).expect("the folder is there");
    write("json", "item of a list");
    write("other.json", "another item");
    for save in ["source", "file"] {
        good(
            &format!("encode --bare {} -o {}", path("json"), path(save)),
            "",
        );
    }
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

#[test]
fn commands_succeed_without_limits() {
    for command in COMMANDS {
        let folder = empty_folder("unlimited");
        files(&folder);
        let target = folder.join("file");
        let old = fs::read(&target).unwrap();
        let output = limited(":", command, &folder, &target);
        assert!(output.status.success(), "{command}: {}", message(&output));
        assert!(fs::read(&target).unwrap() != old, "{command}");
    }
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
        for blocks in [0, 1, 8] {
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

/// A file system in memory, which is unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a disk with a capacity in KiB; `None` if the user must not.
    fn mount(capacity: u32) -> Option<Self> {
        let folder = empty_folder("disk");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={capacity}k"), "tmpfs"]);
        let status = mount.arg(&folder).stderr(Stdio::null()).status();
        let is_mounted = status.is_ok_and(|status| status.success());
        is_mounted.then_some(Self(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_leaves_the_original() {
    let folder = empty_folder("sources");
    files(&folder);
    let old = fs::read(folder.join("file")).unwrap();
    let capacity = u32::try_from(old.len() / 1024).unwrap() + 12;
    let Some(disk) = SmallDisk::mount(capacity) else {
        eprintln!("skipped: no permission to mount a small disk");
        return;
    };
    let target = disk.0.join("file");
    for command in COMMANDS {
        fs::write(&target, &old).expect("the disk has room for one copy");
        // All of the rest is used, so that even short outputs do not fit.
        let mut filler = fs::File::create(disk.0.join("filler")).unwrap();
        while filler.write_all(&[0; 512]).is_ok() {}
        drop(filler);
        let before = names(&disk.0);
        let output = limited(":", command, &folder, &target);
        let message = message(&output);
        assert_eq!(output.status.code(), Some(1), "{command}: {message}");
        assert!(message.contains("No space left"), "{command}: {message}");
        assert!(fs::read(&target).unwrap() == old, "{command}");
        assert_eq!(names(&disk.0), before, "{command}: a file is left");
        fs::remove_file(disk.0.join("filler")).unwrap();
    }
}

#[test]
fn a_full_device_is_an_error() {
    let folder = empty_folder("device");
    files(&folder);
    for command in COMMANDS.iter().filter(|it| it.contains("-o FILE")) {
        let output = limited(":", command, &folder, Path::new("/dev/full"));
        let message = message(&output);
        assert_eq!(output.status.code(), Some(1), "{command}: {message}");
        assert!(message.contains("No space left"), "{command}: {message}");
    }
}

#[test]
fn a_full_standard_error_keeps_the_status() {
    let folder = empty_folder("error");
    let target = folder.join("file");
    let successes = COMMANDS.iter().map(|command| (*command, 0));
    // Notes follow the replacement of the file.
    let with_notes = [("set FILE '[0]' 5", 0), ("set --backup FILE '[0]' 5", 0)];
    let failures = [
        ("decode missing", 1),
        ("set FILE [ 5", 2),
        ("decode --unknown", 2),
        ("diff missing FILE", 2),
    ];
    for (command, status) in successes.chain(with_notes).chain(failures) {
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
    for command in ["set FILE [0] 7", "rm FILE [0]", "edit FILE"] {
        let (mut failures, mut successes) = (0, 0);
        // In steps of 4 MiB, up to the limits with which the command succeeds.
        for kib in (16 << 10..1 << 20).step_by(4 << 10) {
            fs::write(&target, &old).unwrap();
            let output = limited(&format!("ulimit -v {kib}"), command, &folder, &target);
            let is_new = fs::read(&target).unwrap() != old;
            let message = message(&output);
            assert_eq!(is_new, output.status.success(), "{kib} KiB: {message}");
            if is_new {
                successes += 1;
            } else {
                failures += 1;
            }
            if successes == 2 {
                break;
            }
        }
        assert!(failures > 0 && successes == 2, "{command}: {failures}");
    }
}

#[test]
fn a_folder_removed_while_editing_is_an_error() {
    let folder = empty_folder("removed");
    let save = folder.join("save.bin");
    fs::write(&save, [2, 0, 0, 0, 1, 0, 0, 0]).unwrap();
    let drafts = empty_folder("drafts");
    let output = program()
        .arg("edit")
        .arg(&save)
        .env("TMPDIR", &drafts)
        .env("GONE", &folder)
        .env(
            "EDITOR",
            "edit() { rm -r \"$GONE\"; echo 2 > \"$1\"; }; edit",
        )
        .env_remove("VISUAL")
        .output()
        .expect("the program starts");
    let message = message(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("does not exist"), "{message}");
    let [draft] = &names(&drafts)[..] else {
        panic!("the draft is kept: {message}");
    };
    assert!(message.contains(&draft.display().to_string()), "{message}");
    assert_eq!(fs::read_to_string(draft).unwrap(), "2\n");
    assert!(!folder.exists());
}

/// The drafts of `edit` are text, which is lost if their folder is removed. The file is not.
#[test]
fn a_removed_draft_is_an_error() {
    let save = file("draft.bin", &[2, 0, 0, 0, 1, 0, 0, 0]);
    let output = program()
        .args(["edit", &save])
        .env("TMPDIR", empty_folder("drafts"))
        .env("EDITOR", "edit() { rm -r \"$TMPDIR\"; }; edit")
        .env_remove("VISUAL")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1), "{}", message(&output));
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
        let mut one = Vec::new();
        fs::File::open(save)
            .unwrap()
            .take(20)
            .read_to_end(&mut one)
            .unwrap();
        file.write_all(&one).unwrap();
    });
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert_eq!(lines, VALUES + 1);
}

/// An edit that reads a file while another program truncates it, writes nothing.
#[test]
fn a_file_that_shrinks_while_editing_is_an_error() {
    let save = file("cut.bin", &[2, 0, 0, 0, 1, 0, 0, 0]);
    let output = program()
        .args(["edit", &save])
        .env("TMPDIR", empty_folder("drafts"))
        .env("SAVE", &save)
        .env("EDITOR", "edit() { : > \"$SAVE\"; echo 2 > \"$1\"; }; edit")
        .env_remove("VISUAL")
        .output()
        .expect("the program starts");
    let message = message(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.contains("another program changed the file"),
        "{message}"
    );
    assert!(fs::read(&save).unwrap().is_empty());
}
