//! Tests `gdvariant edit`, with shell commands as editors.
#![cfg(all(
    unix,
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]

mod decrypted;
#[cfg(target_os = "linux")]
mod terminal;
mod vectors;

use crate::common::{bytes, empty_folder, file, good, program, run_bytes};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The result of `gdvariant edit`.
struct EditResult {
    out: String,
    error: String,
    status: i32,
    /// The paths of drafts that were kept.
    drafts: Vec<PathBuf>,
}

/// Edits a file with a shell command, in which `$1` is the draft. `$TMPDIR` is the draft's folder.
fn edit(editor: &str, args: &str) -> EditResult {
    let folder = empty_folder("drafts");
    let output = program()
        .arg("edit")
        .args(args.split_whitespace())
        .env("TMPDIR", &folder)
        .env("EDITOR", format!("edit() {{ {editor}; }}; edit"))
        .env_remove("VISUAL")
        .output()
        .expect("the program starts");
    EditResult::new(output, &folder)
}

impl EditResult {
    fn new(output: Output, folder: &Path) -> Self {
        let entries = fs::read_dir(folder).expect("the folder is there");
        Self {
            out: String::from_utf8(output.stdout).expect("text"),
            error: String::from_utf8(output.stderr).expect("text"),
            status: output.status.code().expect("no signal ended it"),
            drafts: entries
                .map(|entry| entry.expect("an entry").path())
                .collect(),
        }
    }

    /// Checks that changes were written.
    #[track_caller]
    fn is_written(&self) {
        assert_eq!((self.error.as_str(), self.status), ("", 0), "{}", self.out);
        assert_eq!(self.drafts, [] as [PathBuf; 0]);
    }

    /// Checks that an error prevented writing, and that the edited text was kept. Returns the text.
    #[track_caller]
    fn is_kept(&self, error: &str) -> String {
        let [draft] = &self.drafts[..] else {
            panic!("one draft: {:?} {}", self.drafts, self.error);
        };
        let kept = format!(
            "; nothing was written, the edited text is in {}\n",
            draft.display()
        );
        assert_eq!(self.error, format!("error: {error}{kept}"));
        assert_eq!(self.status, 1);
        String::from_utf8_lossy(&fs::read(draft).expect("a draft")).into_owned()
    }

    /// Checks that no value was changed.
    #[track_caller]
    fn is_unchanged(&self, save: &str) {
        let note = format!("note: {save}: no value was changed; nothing was written\n");
        assert_eq!((self.error.as_str(), self.status), (note.as_str(), 0));
        assert_eq!(
            (self.out.as_str(), &self.drafts[..]),
            ("", &[] as &[PathBuf])
        );
    }
}

/// Encodes a value to a file, and returns the path.
fn save(name: &str, json: &str) -> String {
    let save = file(name, b"");
    good(&format!("encode --bare -o {save}"), json);
    save
}

/// Encodes values to a framed file, and returns the path.
fn framed(name: &str, json: &str) -> String {
    file(name, &run_bytes("encode --framed", json.as_bytes()).stdout)
}

#[test]
fn an_edited_value_is_written_and_shown() {
    let save = save(
        "edit.bin",
        r#"{"name": "Ada", "place": {"Vector2": [1.0, 2.0]}}"#,
    );
    let edited = edit(r#"sed -i 's/Ada/Grace/' "$1""#, &save);
    edited.is_written();
    assert_eq!(
        edited.out,
        " {\n-  \"name\": \"Ada\",\n+  \"name\": \"Grace\",\n   \"place\": Vector2(1, 2)\n }\n"
    );
    assert_eq!(
        good(&format!("decode {save}"), ""),
        "{\"name\":\"Grace\",\"place\":{\"Vector2\":[1.0,2.0]}}\n"
    );
    // Edits the JSON form, and writes another file.
    let copy = file("edit-copy.bin", b"");
    let editor = r#"case "$1" in *.json) sed -i 's/Grace/Mary/' "$1";; esac"#;
    edit(editor, &format!("--json {save} -o {copy}")).is_written();
    assert_eq!(good(&format!("get {copy} name"), ""), "\"Mary\"\n");
    assert_eq!(good(&format!("get {save} name"), ""), "\"Grace\"\n");
}

#[test]
fn the_draft_is_private_and_readable() {
    let json = r#"{"name": "a\n\u001b[2J", "list": [1, 2], "nested": {"a": 1, "b": {}}}"#;
    let save = save("private.bin", json);
    let copy = file("private.txt", b"");
    let editor = format!(r#"cp "$1" {copy}; ls -l "$1"; echo "$1""#);
    let edited = edit(&editor, &save);
    assert!(edited.out.starts_with("-rw------- "), "{}", edited.out);
    assert!(edited.out.ends_with("-0.txt\n"), "{}", edited.out);
    let header =
        format!("# {save} in the layout godot3. Lines that start with \"# \" are comments.\n");
    assert_eq!(
        fs::read_to_string(copy).unwrap(),
        header
            + r#"{
  "name": "a\n\u001b[2J",
  "list": [1, 2],
  "nested": {
    "a": 1,
    "b": {}
  }
}
"#
    );
}

#[test]
fn a_text_with_the_same_values_changes_nothing() {
    let save = save("same.bin", r#"{"a": 1, "b": [2]}"#);
    let old = (
        fs::read(&save).unwrap(),
        fs::metadata(&save).unwrap().modified().unwrap(),
    );
    for editor in [
        "true",
        r#"touch "$1""#,
        r#"echo '# a comment' >> "$1""#,
        r#"sed -i 's/1/0x01/; s/\[2\]/[ 2, ]/' "$1""#,
    ] {
        edit(editor, &save).is_unchanged(&save);
        let new = (
            fs::read(&save).unwrap(),
            fs::metadata(&save).unwrap().modified().unwrap(),
        );
        assert_eq!(new, old, "{editor}");
    }
}

#[test]
fn the_key_of_serde_json_is_data() {
    let save = save(
        "number.bin",
        r#"[{"$serde_json::private::Number": "5"}, 1]"#,
    );
    edit(r#"touch "$1""#, &format!("--json {save}")).is_unchanged(&save);
    assert_eq!(
        edit(r#"sed -i 's/"5"/"6"/' "$1""#, &format!("--json {save}")).status,
        0
    );
    let text = good(&format!("decode --to text {save}"), "");
    assert!(
        text.contains(r#""$serde_json::private::Number""#) && text.contains("\"6\""),
        "{text}"
    );
}

#[test]
fn an_invalid_text_is_kept() {
    let save = save("invalid.bin", r#"{"a": 1, "b": "x"}"#);
    let old = fs::read(&save).unwrap();
    for (editor, error) in [
        (
            "echo '{\"a\": Vector2(1)}' > \"$1\"",
            "line 1, column 16: expected 2 numbers for Vector2, found 1",
        ),
        (": > \"$1\"", "found no value, expected at least 1"),
        (
            "echo 7 >> \"$1\"",
            "found 2 values, expected 1; several values require --framed",
        ),
        (
            "printf '\"\\\\u0000\"' > \"$1\"",
            "value 1: a NUL at byte 0 of a string, where engines would truncate it",
        ),
        ("printf '\"\\377\"' > \"$1\"", "the text is not valid UTF-8"),
    ] {
        let edited = edit(editor, &save);
        edited.is_kept(&format!("{save}: the edited text is invalid: {error}"));
        assert_eq!(fs::read(&save).unwrap(), old, "{editor}");
    }
    let edited = edit(r#"sed -i 's/1/[/' "$1""#, &format!("{save} --json"));
    let error = "line 2, column 9: expected a value, found `,`; `gdvariant encode --help` describes the form";
    let text = edited.is_kept(&format!("{save}: the edited text is invalid: {error}"));
    assert_eq!(text, "{\n  \"a\": [,\n  \"b\": \"x\"\n}\n");
}

#[test]
fn a_failing_editor_changes_nothing() {
    let save = save("failing.bin", "[1]");
    let old = fs::read(&save).unwrap();
    for (editor, status) in [
        ("exit 3", "exit status: 3"),
        ("kill -9 $$", "signal: 9 (SIGKILL)"),
    ] {
        let edited = edit(editor, &save);
        assert_eq!(
            edited.error,
            format!("error: {save}: the editor `edit() {{ {editor}; }}; edit` failed: {status}\n")
        );
        assert_eq!((edited.status, edited.drafts.len()), (1, 0));
        // A text that was edited before the failure is kept.
        let editor = format!("echo '[2]' > \"$1\"; {editor}");
        let edited = edit(&editor, &save);
        let error = format!("{save}: the editor `edit() {{ {editor}; }}; edit` failed: {status}");
        assert_eq!(edited.is_kept(&error), "[2]\n");
        assert_eq!(fs::read(&save).unwrap(), old);
    }
}

#[test]
fn the_program_survives_interrupts_in_the_editor() {
    let save = save("interrupt.bin", "[1]");
    // The shell that starts the editor is a child of the program.
    let editor = r#"kill -INT $PPID; sleep 0.2; echo '[2]' > "$1""#;
    edit(editor, &save).is_written();
    assert_eq!(good(&format!("decode {save}"), ""), "[2]\n");
}

#[test]
fn an_editor_must_be_set() {
    let save = save("unset.bin", "[1]");
    let run = |visual: &str, editor: &str| {
        let output = program()
            .args(["edit", &save])
            .env("VISUAL", visual)
            .env("EDITOR", editor)
            .output()
            .expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("text");
        (error, output.status.code())
    };
    let unset = "error: neither VISUAL nor EDITOR names an editor; set one, as in: EDITOR=nano gdvariant edit FILE\n";
    assert_eq!(run("", ""), (unset.into(), Some(2)));
    assert_eq!(run("true", "false").1, Some(0), "VISUAL comes first");
    let (error, status) = run("/nowhere/vi -x", "");
    assert!(
        error.contains("the editor `/nowhere/vi -x` failed: exit status: 127"),
        "{error}"
    );
    assert_eq!(status, Some(1));
}

#[test]
fn a_file_that_another_program_changes_is_kept() {
    let save = save("meanwhile.bin", "[1]");
    let other = bytes("02000000 07000000");
    let newer = file("meanwhile-newer.bin", &other);
    let editor = format!(r#"echo '[2]' > "$1"; cp {newer} {save}"#);
    let edited = edit(&editor, &save);
    let text = edited.is_kept(&format!(
        "{save}: another program changed the file after it was read; run the command again"
    ));
    assert_eq!(text, "[2]\n");
    assert_eq!(fs::read(&save).unwrap(), other);
}

/// Checks each kind of change, because a size, a time, an inode or a name alone does not show it.
#[test]
fn every_change_of_another_program_is_kept() {
    let old = bytes("1c000000 01000000 02000000 01000000");
    let same_length = bytes("1c000000 01000000 02000000 07000000");
    // `$save` is the file, and `$other` has other content of the same length.
    for (what, command, content) in [
        ("the last byte", "cp $other $save", &same_length[..]),
        (
            "the time is restored",
            "touch -r $save $other.time; cp $other $save; touch -r $other.time $save",
            &same_length,
        ),
        (
            "another inode",
            "cp $other $save.new; mv $save.new $save",
            &same_length,
        ),
        ("shorter", "head -c 4 $other > $save", &same_length[..4]),
        (
            "longer",
            "cat $other >> $save",
            &[&old[..], &same_length].concat(),
        ),
        ("empty", ": > $save", b""),
        (
            "a link to another file",
            "cp $other $save.new; ln -sf $save.new $save",
            &same_length,
        ),
    ] {
        let save = file("changed.bin", &old);
        let other = file("changed-other.bin", &same_length);
        let command = command.replace("$save", &save).replace("$other", &other);
        let editor = format!(r#"echo '[2]' > "$1"; {command}"#);
        let edited = edit(&editor, &format!("--layout godot4 --bare {save}"));
        let text = edited.is_kept(&format!(
            "{save}: another program changed the file after it was read; run the command again"
        ));
        assert_eq!(text, "[2]\n", "{what}");
        assert_eq!(fs::read(&save).unwrap(), content, "{what}");
        fs::remove_file(&save).unwrap();
    }
}

/// Checks that a file is replaced if its content is still the same.
#[test]
fn an_untouched_content_is_replaced() {
    let old = bytes("1c000000 01000000 02000000 01000000");
    for (what, command) in [
        ("another time", "touch -d 2001-01-01 $save"),
        ("another inode", "cp $save $save.new; mv $save.new $save"),
        (
            "the same bytes again",
            "cp $save $save.new; cat $save.new > $save",
        ),
    ] {
        let save = file("same.bin", &old);
        let command = command.replace("$save", &save);
        let editor = format!(r#"echo '[2]' > "$1"; {command}"#);
        let edited = edit(&editor, &format!("--layout godot4 --bare {save}"));
        edited.is_written();
        let new = bytes("1c000000 01000000 02000000 02000000");
        assert_eq!(fs::read(&save).unwrap(), new, "{what}");
    }
}

#[test]
fn framed_values_are_added_moved_and_removed() {
    let save = framed("list.dat", "{\"a\": 1}\n[2]\n\"x\\ny\"\n");
    // The last value has non-zero padding, which only engines write.
    let padded = bytes("0c000000 04000000 01000000 62fefdfc");
    fs::write(&save, [fs::read(&save).unwrap(), padded.clone()].concat()).unwrap();
    let decoded = || good(&format!("decode --framed {save}"), "");
    let args = format!("--framed {save}");
    edit(r#"printf '\n# new\n[\n3]\n' >> "$1""#, &args).is_written();
    assert_eq!(decoded(), "{\"a\":1}\n[2]\n\"x\\ny\"\n\"b\"\n[3]\n");
    let edited = edit(r#"sed -i '/^\[2\]/d' "$1""#, &args);
    edited.is_written();
    assert_eq!(edited.out, " {\"a\": 1}\n-[2]\n \"x\\ny\"\n \"b\"\n [3]\n");
    edit(r#"printf '"b"\n[3]\n' > "$1""#, &args).is_written();
    assert_eq!(decoded(), "\"b\"\n[3]\n");
    let file = fs::read(&save).unwrap();
    assert!(file.starts_with(&padded), "{file:x?}");
}

#[test]
fn the_last_values_are_removed() {
    let save = framed("last.dat", "1\n[2]\n3\n4\n");
    let args = format!("--framed {save}");
    for left in ["1\n[2]\n3\n", "1\n[2]\n"] {
        edit(r#"sed -i '$d' "$1""#, &args).is_written();
        assert_eq!(good(&format!("decode {args}"), ""), left);
    }
}

#[test]
fn one_value_of_a_framed_file_is_edited() {
    let json = "{\"a\": 1}\n[2]\n[3]\n";
    let save = framed("one.dat", json);
    let args = format!("--framed --value 2 {save}");
    let edited = edit(r#"cat "$1"; sed -i 's/2/4/' "$1""#, &args);
    edited.is_written();
    assert!(
        edited.out.contains("# value 2\n[2]\n-[2]\n+[4]\n"),
        "{}",
        edited.out
    );
    assert_eq!(
        good(&format!("decode --framed {save}"), ""),
        "{\"a\":1}\n[4]\n[3]\n"
    );
    let edited = edit(r#"echo 7 >> "$1""#, &args);
    edited.is_kept(&format!(
        "{save}: the edited text is invalid: found 2 values, expected 1, because only value 2 is edited"
    ));
    let edited = edit("true", &format!("--framed --value 9 {save}"));
    assert_eq!(
        edited.error,
        format!("error: {save}: no value 9, the last value is 3\n")
    );
}

#[test]
fn rejects_values_without_a_text_before_editing() {
    for (layout, json, place) in [
        ("godot3", r#"{"a": [1, {"RID": null}]}"#, "a[1]: "),
        ("godot3", r#"{"float": "nan:7ff8000000000001"}"#, ""),
        (
            "godot3",
            r#"{"PoolRealArray": [1.0, "nan:7fc00001"]}"#,
            "[1]: ",
        ),
        (
            "godot4",
            r#"{"b": {"Signal": {"name": "pressed", "id": 7}}}"#,
            "b: ",
        ),
        ("godot4", r#"[{"Object": {"id": 0}}]"#, "[0]: "),
    ] {
        let save = file("lost.bin", b"");
        good(&format!("encode --bare --layout {layout} -o {save}"), json);
        let args = format!("--layout {layout} {save}");
        let edited = edit(r#"echo opened; echo 1 > "$1""#, &args);
        let error =
            "the text of var2str cannot represent this value; use --json to edit the JSON form";
        assert_eq!(
            edited.error,
            format!("error: {save}: {place}{error}\n"),
            "{json}"
        );
        assert_eq!((edited.out.as_str(), edited.drafts.len()), ("", 0));
        edit(r#"echo >> "$1""#, &format!("--json {args}")).is_unchanged(&save);
    }
}

#[test]
fn errors_of_json_are_at_the_last_character() {
    let save = save("position.bin", "[1]");
    for (text, place) in [
        (r"[1,\n", "line 1, column 3: expected"),
        (r"1\n1e400\n", "line 2, column 5: 1e400"),
    ] {
        let edited = edit(
            &format!("printf '{text}' > \"$1\""),
            &format!("--json {save}"),
        );
        let error = format!("error: {save}: the edited text is invalid: {place} ");
        assert!(edited.error.starts_with(&error), "{}", edited.error);
    }
}

#[test]
fn files_that_cannot_be_edited_are_errors() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (args, error, status) in [
        ("-", "standard input cannot be edited; pass a file", 2),
        (
            "no.bin",
            "no.bin: the file does not exist; check the path",
            1,
        ),
        (
            folder,
            &format!("{folder}: this is a directory; pass a file"),
            1,
        ),
    ] {
        let edited = edit("echo opened", args);
        assert_eq!(
            (edited.error, edited.status),
            (format!("error: {error}\n"), status)
        );
        assert_eq!(edited.out, "");
    }
    let cut = file("cut.bin", &bytes("04000000 09000000"));
    let edited = edit("echo opened", &cut);
    assert!(edited.error.contains("0x0008"), "{}", edited.error);
    assert_eq!((edited.out.as_str(), edited.status), ("", 1));
}

#[test]
fn a_dry_run_changes_nothing() {
    let save = save("dry.bin", "[1]");
    let old = fs::read(&save).unwrap();
    let edited = edit(r#"echo '[2]' > "$1""#, &format!("--dry-run {save}"));
    edited.is_written();
    assert_eq!(edited.out, "-[1]\n+[2]\n");
    assert_eq!(fs::read(&save).unwrap(), old);
}

#[test]
fn changes_are_not_printed_to_standard_output() {
    let save = save("stdout.bin", "1");
    let folder = empty_folder("drafts");
    let output = program()
        .args(["edit", &save, "-o", "-"])
        .env("TMPDIR", &folder)
        .env("EDITOR", "edit() { echo 2 > \"$1\"; }; edit")
        .env_remove("VISUAL")
        .output()
        .expect("the program starts");
    assert_eq!(output.stdout, bytes("02000000 02000000"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "-1\n+2\n");
}
