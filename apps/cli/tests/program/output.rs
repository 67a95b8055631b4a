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
fn output_replaces_a_file() {
    let save = file("written.bin", &[0; 4]);
    let text = file("written.txt", OLD);
    assert_eq!(good(&format!("inspect {save} --output {text}"), ""), "");
    assert_eq!(
        fs::read_to_string(&text).unwrap(),
        good(&format!("inspect {save}"), ""),
        "without colors, as in a pipe"
    );
    // The second value is invalid.
    let values = "00000000\nff\n00000000\n";
    let command = format!("decode --from hex -o {save}");
    bad(&command, values);
    assert_eq!(fs::read(&save).unwrap(), [0; 4]);
    assert_eq!(beside(&save), ["written.bin"]);
    let ran = run(&format!("{command} --keep-going"), values);
    assert_eq!(ran.status, 1);
    assert_eq!(fs::read_to_string(&save).unwrap().lines().count(), 3);
    bad("decode -o absent/folder/file.json", [0; 4]);
    assert_eq!(good("decode -o -", [0; 4]), "null\n");
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
        (
            "convert --to hex --from-layout godot3 --to-layout godot3 FILE",
            "00000000\n",
        ),
        ("set FILE '' 7 --root", "\u{2}\0\0\0\u{7}\0\0\0"),
    ];
    for (command, expected) in commands {
        let command = command.replace("FILE", &nil);
        for (descriptor, output) in [(1, "-"), (1, "/dev/stdout"), (3, "/dev/fd/3")] {
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
    for command in ["decode FILE -o FILE", "get --value 1 FILE a -o FILE"] {
        let ran = run(&command.replace("FILE", &save), "");
        assert!(
            ran.error().contains("would replace the input"),
            "{}",
            ran.err
        );
        assert_eq!(ran.status, 2, "{command}");
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
    symlink(&target, &link).unwrap();
    good(&format!("decode -o {link}"), [0; 4]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "null\n");
    let mode = fs::metadata(&target).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    fs::remove_file(&target).unwrap();
    let error = bad(&format!("decode -o {link}"), [0; 4]);
    assert!(error.starts_with(&link), "{error}");
    // A device can be written, but not replaced.
    assert_eq!(good("decode -o /dev/null", [0; 4]), "");
    #[cfg(target_os = "linux")]
    bad("decode -o /dev/full", [0; 4]);
    bad("convert --to-layout godot4 --in-place /dev/null", "");
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

    let folder = empty_folder("properties");
    let save = folder.join("save.bin").to_str().unwrap().to_owned();
    let source = file("source.bin", &bytes("02000000 08000000"));
    let old = bytes("02000000 07000000");
    let write = || {
        fs::write(&save, &old).unwrap();
        let long = [0xff; 2000];
        let all = [("user.a", &[][..]), ("user.long \u{e9}", &long)];
        let list = ("system.posix_acl_access", &*access_list());
        let mut all = all.into_iter().chain([list]);
        all.try_for_each(|(name, value)| setxattr(&save, name, value, XattrFlags::empty()))
    };
    if let Err(error) = write() {
        eprintln!("skipped: the file system has no attributes: {error}");
        return;
    }
    let (before, mode) = (
        attributes(&save),
        fs::metadata(&save).unwrap().permissions(),
    );
    for command in [
        "set --root SAVE - 8",
        "edit SAVE",
        "convert --in-place --from-layout=godot3 --to-layout=godot4 SAVE",
        "convert --from-layout=godot3 --to-layout=godot4 SOURCE -o SAVE",
    ] {
        write().unwrap();
        let command = command.replace("SAVE", &save).replace("SOURCE", &source);
        // A minus stands for the empty path.
        let args = command
            .split(' ')
            .map(|arg| if arg == "-" { "" } else { arg });
        let mut program = program();
        program.args(args).env_remove("VISUAL");
        program.env("EDITOR", "f() { echo 8 > \"$1\"; }; f");
        let output = program.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {error}");
        assert!(!error.contains("attribute"), "{command}: {error}");
        assert_eq!(attributes(&save), before, "{command}");
        assert_eq!(fs::metadata(&save).unwrap().permissions(), mode);
    }

    // A list that the folder gives to new files does not open a private file.
    fs::remove_file(&save).unwrap();
    fs::write(&save, &old).unwrap();
    fs::set_permissions(&save, fs::Permissions::from_mode(0o640)).unwrap();
    let default = "system.posix_acl_default";
    setxattr(&folder, default, &access_list(), XattrFlags::empty()).unwrap();
    good(
        &format!("convert --in-place --from-layout godot3 --to-layout godot4 {save}"),
        "",
    );
    assert_eq!(attributes(&save), std::collections::BTreeMap::new());
}

/// Checks that a command killed at any moment leaves the old or the new file.
#[test]
fn a_killed_command_leaves_the_old_or_the_new_file() {
    let list = format!("[{}0]", "\"item of a long list\", ".repeat(5000));
    let json = file("killed.json", list.as_bytes());
    let save = file("killed.bin", OLD);
    let mut encode = program();
    encode.args(["encode", &json, "-o", &save]);
    check_killed(encode, &save, OLD);

    let old = fs::read(&save).unwrap();
    let mut set = program();
    set.args(["set", &save, "[0]", "7"]);
    check_killed(set, &save, &old);
}

/// Kills a command that changes a file, at 10 moments of each round.
///
/// Nine moments are between the start and almost twice the duration of the command, and one is
/// immediately after the file changed.
#[track_caller]
fn check_killed(mut command: Command, save: &str, old: &[u8]) {
    let mut start = || {
        fs::write(save, old).unwrap();
        command.spawn().unwrap()
    };
    let mut old_files = 0;
    for round in 0..u32::try_from(random::cases(1)).expect("few rounds") {
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

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
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
    let mut child = set
        .args(["set", "--new", &save])
        .args(changes)
        .spawn()
        .unwrap();
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
