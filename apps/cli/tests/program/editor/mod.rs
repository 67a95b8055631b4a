//! Tests `gdvariant edit`, with shell commands as editors.
#![cfg(unix)]

mod decrypted;
#[cfg(target_os = "linux")]
mod terminal;

use crate::common::{bytes, conformance, console, file, framed, program, vectors};
use std::fs;
use std::process::Output;

/// Edits a file with a shell command, in which `$1` is the draft.
fn edit(editor: &str, args: &str) -> Output {
    program()
        .arg("edit")
        .args(args.split_whitespace())
        .env("EDITOR", format!("edit() {{ {editor}; }}; edit"))
        .env_remove("VISUAL")
        .output()
        .expect("the program starts")
}

#[test]
fn values_are_edited() {
    file("fastlz", &conformance("files/godot-4.6.3/fastlz-300.gcpf"));
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r##"
'{"name": "Ada", "place": {"Vector2": [1.0, 2.0]}}' | encode --bare -o save
editor sed -i 's/Ada/Grace/' "$1"
edit save
=  {
= -  "name": "Ada",
= +  "name": "Grace",
=    "place": Vector2(1, 2)
=  }
decode save
= {"name":"Grace","place":{"Vector2":[1.0,2.0]}}
# The JSON form, and another file.
editor case "$1" in *.json) sed -i 's/Grace/Mary/' "$1";; esac
edit --json save -o copy
+ +  "name": "Mary"
get copy name
= "Mary"
get save name
= "Grace"
editor sed -i 's/Grace/Mary/' "$1"
edit --dry-run save
+ +  "name": "Mary"
get save name
= "Grace"
'1' | encode --bare -o one
editor echo 2 > "$1"
edit one -o -
= 0200000002000000
~ +2

# The draft is private and readable.
'{"name": "a\n\u001b[2J", "list": [1, 2], "nested": {"a": 1, "b": {}}}' | encode --bare -o private
editor ls -l "$1" | cut -c -10; cat "$1"
edit private
= -rw-------
= # private in the layout godot3. Lines that start with "# " are comments.
= {
=   "name": "a\n\u001b[2J",
=   "list": [1, 2],
=   "nested": {
=     "a": 1,
=     "b": {}
=   }
= }
~ no value was changed

# The same values in other words.
editor echo '# a comment' >> "$1"; sed -i 's/1,/0x01,/; s/\[0x01, 2\]/[ 1, 2, ]/' "$1"
edit private
~ no value was changed
'[{"$serde_json::private::Number": "5"}, 1]' | encode --bare -o number
editor touch "$1"
edit --json number
~ no value was changed
editor sed -i 's/"5"/"6"/' "$1"
edit --json number
+ "6"
decode --to text number
= [ {
= "$serde_json::private::Number": "6"
= }, 1 ]

# Text that is invalid, that is the digits of bytes, or that is empty.
'[a]⏎b=_ready⏎c=1' > broken.cfg
editor sed -i 's/_ready/2/' "$1"
edit broken.cfg
=  [a]
= -b=_ready
= +b=2
=  c=1
'02000000 07000000' > digits
editor sed -i 's/07/08/' "$1"
edit digits
= -02000000 07000000
= +02000000 08000000
'' > nothing
editor echo text > "$1"
edit nothing
+ +text

# An invalid text is kept.
'{"a": 1, "b": "x"}' | encode --bare -o save
editor echo '{"a": Vector2(1)}' > "$1"
edit save
= {"a": Vector2(1)}
~ line 1, column 16
~ DRAFT
[1]
editor : > "$1"
edit save
~ at least 1
[1]
editor echo 7 > "$1"; echo 8 >> "$1"
edit save
= 7
= 8
~ --framed
[1]
editor printf '"\\u0000"' > "$1"
edit save
= "\u0000"
~ byte 0
[1]
editor printf '"\377"' > "$1"
edit save
= 22ff22
~ UTF-8
[1]
editor sed -i 's/1/[/' "$1"
edit --json save
= {
=   "a": [,
=   "b": "x"
= }
~ line 2, column 9
[1]
editor printf '1\n1e400\n' > "$1"
edit --json save
= 1
= 1e400
~ line 2, column 5
[1]
decode save
= {"a":1,"b":"x"}

# Editors that fail, and a signal that they send to the program.
'[1]' | encode --bare -o save
editor exit 3
edit save
~ exit status: 3
[1]
editor echo '[2]' > "$1"; kill -9 $$
edit save
= [2]
~ SIGKILL
[1]
decode save
= [1]
editor kill -INT $PPID; sleep 0.2; echo '[2]' > "$1"
edit save
= -[1]
= +[2]

# Values are added, removed and moved. The padding of the last one is kept.
hex 1c000000 12000000 01000000 04000000 01000000 61000000 02000000 01000000 10000000 13000000 01000000 02000000 02000000 0c000000 04000000 03000000 780a7900 0c000000 04000000 01000000 62fefdfc > list
editor printf '\n# new\n[\n3]\n' >> "$1"
edit --framed list
+ +[3]
decode list
= {"a":1}
= [2]
= "x\ny"
= "b"
= [3]
editor sed -i '/^\[2\]/d' "$1"
edit --framed list
=  {"a": 1}
= -[2]
=  "x\ny"
=  "b"
=  [3]
editor printf '[3]\n"b"\n' > "$1"
edit --framed list
+ -{"a": 1}
cat list
= 10000000130000000100000002000000030000000c000000040000000100000062fefdfc
editor sed -i '$d' "$1"
edit --framed list
=  [3]
= -"b"

# One of several values.
'{"a": 1}⏎[2]⏎[3]' | encode --framed -o list
editor cat "$1"; sed -i 's/\[2/[4/' "$1"
edit --framed --value 2 list
= # list in the layout godot3. Lines that start with "# " are comments.
=
= # value 2
= [2]
= -[2]
= +[4]
decode list
= {"a":1}
= [4]
= [3]
editor echo 7 >> "$1"
edit --framed --value 2 list
+ 7
~ only value 2 is edited
[1]
edit --framed --value 9 list
~ 3
[1]

# The compression is kept.
editor sed -i 's/"Ada"/"Grace"/' "$1"
edit --layout godot4 fastlz
+ Grace
cat fastlz
+ 47435046
decode --layout godot4 fastlz
+ Grace

# Values without a text, and files that cannot be edited: no editor is opened.
editor echo opened; echo 1 > "$1"
'{"a": [1, {"RID": null}]}' | encode --bare -o lost
edit lost
~ a[1]: 
[1]
'{"PoolRealArray": [1.0, "nan:7fc00001"]}' | encode --bare -o lost
edit lost
~ [1]: 
[1]
'{"b": {"Signal": {"name": "pressed", "id": 7}}}' | encode --layout godot4 --bare -o lost
edit --layout godot4 lost
~ b: 
[1]
'[{"Object": {"id": 0}}]' | encode --layout godot4 --bare -o lost
edit --layout godot4 lost
~ [0]: 
~ --json
[1]
edit -
[2]
edit no.bin
[1]
edit drafts
~ directory
[1]
hex 04000000 09000000 > cut
edit cut
~ 0x0008
[1]
editor echo >> "$1"
edit --json --layout godot4 lost
~ no value was changed
"##;

#[test]
fn an_editor_must_be_set() {
    let save = file("unset.bin", &[0; 4]);
    for (visual, editor, error, status) in [
        ("", "", "neither VISUAL nor EDITOR", 2),
        ("true", "false", "", 0),
        (
            "/nowhere/vi -x",
            "",
            "`/nowhere/vi -x` failed: exit status: 127",
            1,
        ),
    ] {
        let mut command = program();
        command.env("VISUAL", visual).env("EDITOR", editor);
        let output = command.args(["edit", &save]).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(error), "{said}");
        assert_eq!(output.status.code(), Some(status), "{visual}");
    }
}

/// Checks each kind of change by another program, because a size, a time, an inode or a name alone
/// does not show it. The file is replaced if its content is still the same.
#[test]
fn only_untouched_content_is_replaced() {
    let [old, other, edited] = [1, 7, 2].map(|last| {
        let start = bytes("1c000000 01000000 02000000");
        [&start[..], &[last, 0, 0, 0]].concat()
    });
    // `$save` is the file, and `$other` has other content of the same length.
    for (command, content) in [
        ("true", &edited),
        ("touch -d 2001-01-01 $save", &edited),
        ("cp $save $save.new; mv $save.new $save", &edited),
        (
            "touch -r $save $other.time; cp $other $save; touch -r $other.time $save",
            &other,
        ),
        ("cp $other $save.new; mv $save.new $save", &other),
        ("cp $other $save.new; ln -sf $save.new $save", &other),
        ("head -c 4 $other > $save", &other[..4].to_vec()),
        ("cat $other >> $save", &[&old[..], &other].concat()),
    ] {
        let [save, other] = [("changed.bin", &old), ("other.bin", &other)]
            .map(|(name, content)| file(name, content));
        let command = command.replace("$save", &save).replace("$other", &other);
        let editor = format!(r#"echo '[2]' > "$1"; {command}"#);
        let output = edit(&editor, &format!("--layout godot4 --bare {save}"));
        assert_eq!(fs::read(&save).unwrap(), *content, "{command}");
        let error = String::from_utf8_lossy(&output.stderr);
        let is_refused = error.contains("another program changed the file");
        assert_eq!(is_refused, *content != edited, "{command}: {error}");
        fs::remove_file(&save).unwrap();
    }
}

#[test]
fn unchanged_files_are_not_written() {
    let save = file("same.bin", &[0; 4]);
    let modified = || fs::metadata(&save).unwrap().modified().unwrap();
    let old = modified();
    assert!(
        edit(r#"echo '# a comment' >> "$1""#, &save)
            .status
            .success()
    );
    assert_eq!(modified(), old);
}

#[test]
fn edits_keep_the_bytes_of_every_vector() {
    for layout in ["godot3", "godot4"] {
        let all = vectors(layout);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let save = file("vectors.dat", &framed(&all));
        let args = format!("--json --framed --allow-objects --layout {layout} {save}");
        assert!(edit(r#"echo 7 >> "$1""#, &args).status.success());
        let expected = framed(&[&all[..], &["0200000007000000"]].concat());
        assert!(fs::read(&save).unwrap() == expected, "{layout}");
    }
}
