//! Tests that `-o FILE` replaces a file completely or not at all.

use crate::common::child::{end, wait_until};
use crate::common::{Folder, bad, bytes, empty_folder, file, good, program, random, run};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use std::{env, fs, thread};

const OLD: &[u8] = b"the old content";

/// Returns the names of a file and of its temporary files.
fn beside(path: &str) -> Vec<String> {
    let path = Path::new(path);
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a name");
    let folder = fs::read_dir(path.parent().expect("a folder")).expect("the folder is there");
    let names = folder.map(|entry| entry.expect("an entry").file_name().into_string());
    let names = names.map(|name| name.expect("a name of text"));
    let is_temporary = |other: &str| other.starts_with(&format!(".{name}."));
    names
        .filter(|other| other == name || is_temporary(other))
        .collect()
}

#[test]
fn values_are_written_into_a_file() {
    let json = file("written.json", b"{\"a\": 1}");
    let save = file("written.bin", OLD);
    assert_eq!(good(&format!("encode {json} -o {save}"), ""), "");
    assert_eq!(
        fs::read(&save).unwrap(),
        bytes("12000000 01000000 04000000 01000000 61000000 02000000 01000000")
    );
    let text = file("written.txt", OLD);
    assert_eq!(
        good(&format!("decode --to text {save} --output {text}"), ""),
        ""
    );
    assert_eq!(fs::read_to_string(&text).unwrap(), "{\n\"a\": 1\n}\n");
    assert_eq!(good(&format!("inspect {save} -o {text}"), ""), "");
    let rows = fs::read_to_string(&text).unwrap();
    assert_eq!(
        rows,
        good(&format!("inspect {save}"), ""),
        "without colors, as in a pipe"
    );
}

#[test]
fn a_failed_command_leaves_the_old_file() {
    let json = file("comma.json", b"{\"a\": 1,}");
    let save = file("comma.bin", OLD);
    let error = bad(&format!("encode {json} -o {save}"), "");
    assert!(error.contains("line 1, column 9"), "{error}");
    // The second value is invalid.
    let values = bytes("04000000 00000000 04000000 ff000000");
    bad(&format!("decode --framed -o {save}"), values);
    assert_eq!(fs::read(&save).unwrap(), OLD);
    assert_eq!(
        beside(&save).len(),
        1,
        "no temporary file is left: {:?}",
        beside(&save)
    );
}

#[test]
fn a_file_with_errors_of_invalid_values_is_written() {
    let out = file("kept.json", OLD);
    let ran = run(
        &format!("decode --from hex --keep-going -o {out}"),
        "00000000\nff\n00000000\n",
    );
    assert_eq!(
        (ran.status, ran.error().as_str()),
        (1, "1 of 3 values are invalid")
    );
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 3);
}

#[test]
fn a_minus_is_standard_output() {
    assert_eq!(good("decode -o -", [0; 4]), "null\n");
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let error = bad("decode -o absent/folder/file.json", [0; 4]);
    assert!(error.contains("the folder does not exist"), "{error}");
}

#[cfg(unix)]
#[test]
fn devices_can_be_outputs() {
    assert_eq!(good("decode -o /dev/stdout", [0; 4]), "null\n");
    assert_eq!(good("decode -o /dev/null", [0; 4]), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error() {
    for args in [
        "decode",
        "--help",
        "--version",
        "decode --help",
        "help decode",
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let mut child = program()
            .args(args.split(' '))
            .stdin(Stdio::null())
            .stdout(full.expect("Linux has the device"))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        assert_eq!(end(&mut child).code(), Some(1), "{args}");
    }
}

/// Checks that output is appended to what other programs wrote to the same descriptor.
#[cfg(unix)]
#[test]
fn open_descriptors_can_be_outputs() {
    let nil = file("descriptor.bin", &[0; 4]);
    let out = file("descriptor.out", b"");
    let commands = [
        ("decode FILE", "null\n"),
        ("get FILE ''", "null\n"),
        (
            "convert --to hex --from-layout godot3 --to-layout godot3 FILE",
            "00000000\n",
        ),
        ("set FILE '' 7 --root", "\u{2}\0\0\0\u{7}\0\0\0"),
    ];
    for (command, expected) in commands {
        let command = command.replace("FILE", &nil);
        for (descriptor, output) in [
            (1, "-"),
            (1, "/dev/stdout"),
            (1, "/dev/fd/1"),
            (3, "/dev/fd/3"),
        ] {
            let program = env!("CARGO_BIN_EXE_gdvariant");
            let script = format!(
                "{{ echo start >&{descriptor}; {program} {command} -o {output}; echo end >&{descriptor}; }} {descriptor}> {out}"
            );
            let status = Command::new("sh").args(["-c", &script]).status();
            assert!(status.unwrap().success());
            let written = fs::read_to_string(&out).unwrap();
            assert_eq!(written, format!("start\n{expected}end\n"), "{script}");
        }
    }
}

/// Returns a command that runs the program as a user who owns nothing, and a folder in which this
/// user can write. Returns `None` with a message if the test cannot change the user, or no folder is
/// open to others.
#[cfg(target_os = "linux")]
fn as_other_user() -> Option<(impl Fn(&[&str]) -> Command, Folder)> {
    use std::os::unix::fs::PermissionsExt;

    let command = |words: &[&str]| {
        // The user may lack access to the folder of the program, but not to the open file.
        let program = fs::File::open(env!("CARGO_BIN_EXE_gdvariant")).unwrap();
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid=77", "--regid=77", "--clear-groups"])
            .args(words)
            .stdin(program);
        command
    };
    let is_open = |folder: &Folder| {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let path = folder.path().to_str().unwrap();
        let script = "test -w \"$0\" && /dev/stdin --version";
        let output = command(&["sh", "-c", script, path]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let parents = [Path::new(env!("CARGO_TARGET_TMPDIR")), &env::temp_dir()];
    let folder = parents.map(Folder::within).into_iter().find(is_open);
    if folder.is_none() {
        eprintln!("skipped: only the superuser can change the user, in a folder open to others");
    }
    Some((
        move |words: &[&str]| command(&[&["/dev/stdin"], words].concat()),
        folder?,
    ))
}

/// Checks the owner and the attributes of a replaced file. Only the superuser can change the owner,
/// and set some attributes.
#[cfg(target_os = "linux")]
#[test]
fn lost_owners_and_attributes_are_noted() {
    use rustix::fs::{XattrFlags, setxattr};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    let Some((command, folder)) = as_other_user() else {
        return;
    };
    let save = folder.path().join("save.bin").to_str().unwrap().to_owned();
    fs::write(&save, [0; 4]).unwrap();
    chown(&save, Some(1234), Some(4321)).unwrap();
    let owner = || {
        let metadata = fs::metadata(&save).unwrap();
        (metadata.uid(), metadata.gid())
    };
    let words = ["set", "--root", &save, "", "7"];
    assert!(program().args(words).status().unwrap().success());
    assert_eq!(owner(), (1234, 4321));

    fs::set_permissions(&save, fs::Permissions::from_mode(0o666)).unwrap();
    let set = |name: &str| setxattr(&save, name, b"1", XattrFlags::empty());
    let has_attributes = set("security.test").and(set("user.test"));
    if let Err(error) = has_attributes {
        eprintln!("skipping attributes: the file system has none: {error}");
    }
    let output = command(&words).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    assert!(error.contains("1234:4321 to 77:77"), "{error}");
    assert_eq!(owner(), (77, 77));
    if has_attributes.is_ok() {
        assert!(error.contains("security.test"), "{error}");
        let user = [("user.test".to_owned(), b"1".to_vec())];
        assert_eq!(attributes(&save), user.into());
    }
}

#[cfg(unix)]
#[test]
fn separated_hard_links_are_noted() {
    let save = file("linked.bin", &[0; 4]);
    let link = format!("{save}.link");
    let _ = fs::remove_file(&link);
    fs::hard_link(&save, &link).unwrap();
    let other = file("linked.src", &[0; 4]);
    let ran = run(
        &format!("convert --from-layout godot3 --to-layout godot4 {other} -o {save}"),
        "",
    );
    let note = format!("note: {save}: other hard links to the file keep the old content\n");
    assert_eq!((ran.err, ran.status), (note, 0));
    assert_eq!(fs::read(&link).unwrap(), [0; 4]);
}

#[test]
fn the_input_is_not_replaced_by_other_output() {
    let save = file("input.bin", &[0; 4]);
    for command in ["decode", "inspect", "inspect --html", "get --value 1"] {
        let path = if command.starts_with("get") { "a" } else { "" };
        let ran = run(&format!("{command} {save} {path} -o {save}"), "");
        let error = format!("the output would replace the input {save}; write it to another file");
        assert_eq!((ran.error(), ran.status), (error, 2), "{command}");
        assert_eq!(fs::read(&save).unwrap(), [0; 4]);
    }
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let target = file("private.json", OLD);
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
    let link = format!("{target}.link");
    let _ = fs::remove_file(&link);
    symlink(&target, &link).unwrap();
    good(&format!("decode -o {link}"), [0; 4]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "null\n");
    assert_eq!(
        fs::metadata(&target).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

/// Returns the extended attributes of a file by their names.
#[cfg(target_os = "linux")]
fn attributes(path: &str) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut names = vec![0; 1 << 16];
    let length = rustix::fs::listxattr(path, &mut names).unwrap();
    let names = String::from_utf8(names[..length].to_vec()).unwrap();
    let values = names.split_terminator('\0').map(|name| {
        let mut value = vec![0; 1 << 16];
        let length = rustix::fs::getxattr(path, name, &mut value).unwrap();
        value.truncate(length);
        (name.to_owned(), value)
    });
    values.collect()
}

/// Returns an access control list in which user 1 can read and write.
#[cfg(target_os = "linux")]
fn access_list() -> Vec<u8> {
    let entries: [(u16, u16, u32); 5] = [
        (1, 6, u32::MAX),
        (2, 6, 1),
        (4, 0, u32::MAX),
        (0x10, 6, u32::MAX),
        (0x20, 0, u32::MAX),
    ];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        list.extend(tag.to_le_bytes());
        list.extend(permissions.to_le_bytes());
        list.extend(id.to_le_bytes());
    }
    list
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_are_kept() {
    use rustix::fs::{XattrFlags, setxattr};
    use std::os::unix::fs::PermissionsExt;

    let set =
        |path: &str, name: &str, value: &[u8]| setxattr(path, name, value, XattrFlags::empty());
    let folder = empty_folder("properties");
    let save = folder.join("save.bin").to_str().unwrap().to_owned();
    fs::write(&save, []).unwrap();
    if let Err(error) =
        set(&save, "user.a", b"").and(set(&save, "system.posix_acl_access", &access_list()))
    {
        eprintln!("skipped: the file system has no attributes: {error}");
        return;
    }
    let source = file("source.bin", &bytes("02000000 08000000"));
    let source = source.as_str();
    for args in [
        &["set", "--root", &save, "", "8"][..],
        &["set", "--root", "--backup", &save, "", "8"],
        &["edit", &save],
        &[
            "convert",
            "--in-place",
            "--from-layout=godot3",
            "--to-layout=godot4",
            &save,
        ],
        &[
            "convert",
            "--from-layout=godot3",
            "--to-layout=godot4",
            source,
            "-o",
            &save,
        ],
        &["encode", "--bare", "--from=text", "-o", &save],
        &["decode", source, "-o", &save],
        &["inspect", source, "-o", &save],
    ] {
        fs::write(&save, bytes("02000000 07000000")).unwrap();
        set(&save, "user.a", b"").unwrap();
        set(&save, "user.long \u{e9}", &[0xff; 2000]).unwrap();
        set(&save, "system.posix_acl_access", &access_list()).unwrap();
        let (before, content) = (attributes(&save), fs::read(&save).unwrap());
        let mode = || fs::metadata(&save).unwrap().permissions().mode();
        let mode_before = mode();
        let mut command = program();
        command
            .args(args)
            .env("EDITOR", "f() { echo 8 > \"$1\"; }; f")
            .env_remove("VISUAL");
        let mut child = command.spawn().unwrap();
        // Commands that do not read standard input can end before it is written.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"8");
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {error}");
        assert!(!error.contains("attribute"), "{args:?}: {error}");
        if args[0] != "convert" || args.len() == 6 {
            assert_ne!(fs::read(&save).unwrap(), content, "{args:?}");
        }
        assert_eq!(attributes(&save), before, "{args:?}");
        assert_eq!(mode(), mode_before, "{args:?}");
    }

    // A list that the folder gives to new files does not open a private file.
    let _ = fs::remove_file(&save);
    fs::write(&save, bytes("02000000 07000000")).unwrap();
    fs::set_permissions(&save, fs::Permissions::from_mode(0o640)).unwrap();
    set(
        folder.to_str().unwrap(),
        "system.posix_acl_default",
        &access_list(),
    )
    .unwrap();
    let set = program()
        .args(["set", "--root", &save, "", "8"])
        .output()
        .unwrap();
    assert!(set.status.success());
    assert_eq!(attributes(&save), std::collections::BTreeMap::new());
}

/// Returns the JSON form of an Array with a number of strings.
fn long_list(count: usize) -> String {
    format!("[{}0]", "\"item of a long list\", ".repeat(count))
}

/// Checks that a command killed at any moment leaves the old or the new file.
#[test]
fn a_killed_command_leaves_the_old_or_the_new_file() {
    let json = file("killed.json", long_list(5000).as_bytes());
    let save = file("killed.bin", OLD);
    let mut encode = program();
    encode.args(["encode", &json, "-o", &save]);
    check_killed(encode, &save, OLD);

    let old = fs::read(&save).unwrap();
    let mut set = program();
    set.args(["set", &save, "[0]", "7"]);
    check_killed(set, &save, &old);
}

/// Kills `gdvariant edit` together with its editor, GNU sed.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_edit_leaves_the_old_or_the_new_file() {
    let save = file("edited.bin", OLD);
    good(&format!("encode --bare -o {save}"), long_list(1000));
    let editor = file("editor.sh", b"sed -i 's/\\b0\\b/7/' \"$1\"");
    let mut edit = program();
    edit.args(["edit", &save])
        .env("TMPDIR", empty_folder("drafts"))
        .env("EDITOR", format!("sh {editor}"))
        .env_remove("VISUAL");
    let old = fs::read(&save).unwrap();
    check_killed(edit, &save, &old);
}

/// Kills a command that changes a file, at 10 moments of each of two rounds by default.
///
/// Nine moments are between the start and almost twice the duration of the command, and one is
/// immediately after the file changed.
#[track_caller]
fn check_killed(mut command: Command, save: &str, old: &[u8]) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut start = || {
        fs::write(save, old).unwrap();
        command.spawn().unwrap()
    };
    let mut old_files = 0;
    for round in 0..u32::try_from(random::cases(2)).expect("few rounds") {
        // The duration is measured in each round, because other programs may slow the command down.
        let begin = Instant::now();
        assert!(end(&mut start()).success());
        let duration = begin.elapsed();
        let new = fs::read(save).unwrap();
        for moment in (round % 10..90).step_by(10) {
            let child = start();
            thread::sleep(duration * moment / 50);
            kill(child);
            let found = fs::read(save).unwrap();
            assert!(found == old || found == new, "{} bytes", found.len());
            old_files += u32::from(found == old);
            remove_temporary(save);
        }
        let mut child = start();
        wait_until(&mut child, || fs::read(save).unwrap() != old);
        kill(child);
        assert!(fs::read(save).unwrap() == new);
    }
    assert!(old_files > 0, "no command was killed before its end");
}

/// Kills the program and the processes that it started, and waits until all of them have ended.
fn kill(mut child: Child) {
    child.kill().unwrap();
    // The editor survives the program, so its process group is killed.
    #[cfg(unix)]
    Command::new("kill")
        .args(["-KILL", "--", &format!("-{}", child.id())])
        .stderr(Stdio::null())
        .status()
        .unwrap();
    // The output ends when the last process has ended.
    child.wait_with_output().unwrap();
}

/// Removes the temporary file that a killed process left.
fn remove_temporary(save: &str) {
    for name in beside(save).iter().filter(|name| name.contains(".tmp")) {
        fs::remove_file(Path::new(save).with_file_name(name)).unwrap();
    }
}

/// Checks the exit status: a script would repeat the change if the status were a failure.
#[cfg(unix)]
#[test]
fn an_interruption_after_replacing_is_a_success() {
    let save = file("replaced.bin", OLD);
    good(&format!("encode --bare -o {save}"), "{}");
    let old = fs::read(&save).unwrap();
    // The notes about new keys fill the pipe, so the program blocks after the replacement.
    let name = "a".repeat(1000);
    let changes = (0..200).flat_map(|number| [format!("{name}{number}"), "1".into()]);
    let mut set = program();
    let mut child = set.args(["set", &save]).args(changes).spawn().unwrap();
    wait_until(&mut child, || fs::read(&save).unwrap() != old);
    let status = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(end(&mut child).code(), Some(0));
}

/// Checks that an interrupted command keeps the old file and deletes its temporary file.
#[cfg(unix)]
#[test]
fn an_interrupted_command_cleans_up() {
    for signal in ["INT", "TERM"] {
        let save = file("interrupted.bin", OLD);
        let mut command = program();
        let mut child = command
            .args(["encode", "-o", &save])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // The input is taken out of `child`, because `wait` would close it and thereby end the
        // command.
        let input = child.stdin.take();
        wait_until(&mut child, || beside(&save).len() == 2);
        let status = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status()
            .unwrap();
        assert!(status.success());
        assert_eq!(end(&mut child).code(), Some(130), "{signal}");
        drop(input);
        assert_eq!(fs::read(&save).unwrap(), OLD);
        assert_eq!(beside(&save).len(), 1, "{:?}", beside(&save));
    }
}
