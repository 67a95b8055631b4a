//! Tests the questions of `gdvariant edit` on a terminal.

use super::{EditResult, save};
use crate::common::{empty_folder, good, program};

/// Runs `edit` on a terminal with typed lines. Returns `None` if the program `script` is missing.
fn edit_on_terminal(editor: &str, save: &str, typed: &str) -> Option<EditResult> {
    use std::io::{ErrorKind, Write};

    let folder = empty_folder("drafts");
    let program = program();
    let command = format!("'{}' edit {save}", program.get_program().display());
    let child = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TMPDIR", &folder)
        .env("EDITOR", format!("edit() {{ {editor}; }}; edit"))
        .env_remove("VISUAL")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
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
    Some(EditResult::new(output, &folder))
}

#[test]
fn questions_are_asked_on_a_terminal() {
    let save = save("terminal.bin", "[1]");
    let decoded = || good(&format!("decode {save}"), "");
    let again = "Edit again? [y/n]";
    let accept = format!("Write these changes to {save}? [y]es, [n]o, [e]dit again");
    // The editor first writes the invalid text `[2`, then appends the closing bracket.
    let editor = r#"grep -q '^\[2' "$1" && echo ']' >> "$1" || { echo '[2' > "$1"; }"#;
    let Some(edited) = edit_on_terminal(editor, &save, "y\ny\n") else {
        return;
    };
    assert!(
        edited.out.contains(again) && edited.out.contains(&accept),
        "{}",
        edited.out
    );
    assert!(
        edited.out.contains("\x1b[31m-[1]\x1b[0m\r\n\x1b[32m+[2]"),
        "{}",
        edited.out
    );
    assert_eq!(
        (decoded().as_str(), edited.status, edited.drafts.len()),
        ("[2]\n", 0, 0)
    );

    // Invalid texts that are not edited again, and changes that are rejected.
    for (editor, typed, error) in [
        (
            "echo '[3' > \"$1\"",
            "n\n",
            "the edited text is invalid: line 2, column 1",
        ),
        (
            "echo '[3' > \"$1\"",
            "",
            "the edited text is invalid: line 2, column 1",
        ),
        (
            "echo '[3]' > \"$1\"",
            "what?\nno\n",
            "the changes were rejected; nothing was written",
        ),
    ] {
        let edited = edit_on_terminal(editor, &save, typed).expect("a terminal");
        assert!(edited.out.contains(error), "{}", edited.out);
        assert_eq!(
            (edited.status, edited.drafts.len()),
            (1, 1),
            "{}",
            edited.out
        );
        assert_eq!(decoded(), "[2]\n");
    }

    // Changes that are edited again before they are written.
    let editor = r#"sed -i 's/[24]/&4/' "$1""#;
    let edited = edit_on_terminal(editor, &save, "e\ny\n").expect("a terminal");
    assert_eq!(
        (decoded().as_str(), edited.status),
        ("[244]\n", 0),
        "{}",
        edited.out
    );
    // With --yes, no question is asked.
    let args = format!("--yes {save}");
    let edited = edit_on_terminal(editor, &args, "").expect("a terminal");
    assert!(!edited.out.contains("Write these"), "{}", edited.out);
    assert_eq!((decoded().as_str(), edited.status), ("[2444]\n", 0));
}
