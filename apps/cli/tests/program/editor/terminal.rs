//! Tests the questions of `gdvariant edit` on a terminal.

use crate::common::{empty_folder, file, good, program};
use std::fs;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// Runs `edit` on a terminal with typed lines. Returns what the terminal shows, the exit status and
/// the number of kept drafts, or `None` if the program `script` is missing.
fn edit_on_terminal(editor: &str, save: &str, typed: &str) -> Option<(String, i32, usize)> {
    let folder = empty_folder("drafts");
    let program = program();
    let command = format!("'{}' edit {save}", program.get_program().display());
    let child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TMPDIR", &folder)
        .env("EDITOR", format!("edit() {{ {editor}; }}; edit"))
        .env_remove("VISUAL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => panic!("script: {error}"),
    };
    let mut stdin = child.stdin.take().expect("standard input is piped");
    stdin.write_all(typed.as_bytes()).expect("it is read");
    // The end of the input answers every question with no.
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let shown = String::from_utf8(output.stdout).expect("text");
    let drafts = fs::read_dir(folder).expect("the folder is there").count();
    Some((shown, output.status.code().expect("no signal"), drafts))
}

#[test]
fn questions_are_asked_on_a_terminal() {
    // An int in an Array.
    let save = file("terminal.bin", b"\x13\0\0\0\x01\0\0\0\x02\0\0\0\x01\0\0\0");
    let accept = format!("Write these changes to {save}? [y]es, [n]o, [e]dit again");
    let invalid = "the edited text is invalid: line 2, column 1";
    // The editor first writes the invalid text `[2`, then appends the closing bracket.
    let repeated = r#"grep -q '^\[2' "$1" && echo ']' >> "$1" || { echo '[2' > "$1"; }"#;
    let appended = r#"sed -i 's/[24]/&4/' "$1""#;
    let yes = format!("--yes {save}");
    for (editor, args, typed, parts, value) in [
        (
            repeated,
            &save,
            "y\ny\n",
            &[
                "Edit again? [y/n]",
                &accept,
                "\x1b[31m-[1]\x1b[0m\r\n\x1b[32m+[2]",
            ][..],
            "[2]\n",
        ),
        ("echo '[3' > \"$1\"", &save, "n\n", &[invalid], "[2]\n"),
        ("echo '[3' > \"$1\"", &save, "", &[invalid], "[2]\n"),
        (
            "echo '[3]' > \"$1\"",
            &save,
            "what?\nno\n",
            &["the changes were rejected; nothing was written"],
            "[2]\n",
        ),
        (appended, &save, "e\ny\n", &[], "[244]\n"),
        // No question is asked.
        (appended, &yes, "", &[], "[2444]\n"),
    ] {
        let before = good(&format!("decode {save}"), "");
        let Some((shown, status, drafts)) = edit_on_terminal(editor, args, typed) else {
            return;
        };
        for part in parts {
            assert!(shown.contains(part), "{shown}");
        }
        let failure = usize::from(before == value);
        assert_eq!(
            (status, drafts),
            (failure.try_into().unwrap(), failure),
            "{shown}"
        );
        assert_eq!(
            shown.contains("Write these"),
            args == &save && !parts.contains(&invalid)
        );
        assert_eq!(good(&format!("decode {save}"), ""), value, "{shown}");
    }
}
