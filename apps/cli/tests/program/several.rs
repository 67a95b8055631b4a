//! Tests changes of several files, and removals by patterns and conditions.

use crate::common::{console, empty_folder, file, pipe, program, run_bytes};
use std::fs;
use std::io::Write;

#[test]
fn several_files_and_values_are_changed() {
    let config = b"; mine\n[a]\n\nhp=0 ; none\n[b]\n\nhp=1\n\n[c]\n\nlist=[ 1, 2.50, 1 ]\n";
    file("a.cfg", config);
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'{"a": 1, "b": 1}' | encode --bare -o a.dat
'{"a": 2, "b": 2}' | encode --bare -o b.dat
set a 5 --dry-run --files a.dat b.dat
= a.dat:
=  {
= -  "a": 1,
= +  "a": 5,
=    "b": 1
=  }
= b.dat:
=  {
= -  "a": 2,
= +  "a": 5,
=    "b": 2
=  }
decode a.dat
= {"a":1,"b":1}
set --files a.dat b.dat -- a -6
mv a c --files a.dat b.dat
cp b d --files a.dat b.dat
decode a.dat
= {"c":-6,"b":1,"d":1}
decode b.dat
= {"c":-6,"b":2,"d":2}
rm b d --files a.dat b.dat
decode b.dat
= {"c":-6}
rm c --files a.dat b.dat --backup
decode a.dat
= {}
decode b.dat
= {}
decode b.dat.bak
= {"c":-6}
# A file that is named twice is changed once.
'[1]' | encode --bare -o c.dat
set [+] 2 --files c.dat c.dat
decode c.dat
= [1,2]

# No file is written if one cannot be changed.
'{"a": 1, "b": 1}' | encode --bare -o a.dat
'{"a": 2}' | encode --bare -o b.dat
'{"a": 3}' | encode --bare -o c.dat
rm b --files a.dat b.dat c.dat
~ 2 of 3
[1]
set a 7 --files a.dat b.dat c.dat missing
~ missing
~ 1 of 4
[1]
decode a.dat
= {"a":1,"b":1}
decode b.dat
= {"a":2}

# Arguments are not misread.
set a.dat a 5 --files b.dat
[2]
rm a --files a.dat -o b.dat
[2]
set --files a.dat a 5
[2]
mv a b --files a.dat --into b.dat
[2]
decode a.dat
= {"a":1,"b":1}
decode b.dat
= {"a":2}

# Matching values are removed.
'{"items": [{"id": 7, "n": "a b"}, {"id": 8}, {"id": 7.0}], "map": {"x": {"hp": 0}, "y": {"hp": 2}}, "scores": {"PoolIntArray": [0, 5, 0]}}' | encode --bare -o items
rm items items[*] --where id=7 --dry-run
+ +  "items": [{"id": 8}],
~ 2 values: items[0], items[2]
rm items items[*] --where id=7 -o new
decode new
= {"items":[{"id":8}],"map":{"x":{"hp":0},"y":{"hp":2}},"scores":{"PoolIntArray":[0,5,0]}}
rm items items[*] --where 'id == 7' --where n -o new
decode new
= {"items":[{"id":8},{"id":7.0}],"map":{"x":{"hp":0},"y":{"hp":2}},"scores":{"PoolIntArray":[0,5,0]}}
rm items scores[*] map[*] --where !=0 --where =5 -o new
decode new
= {"items":[{"id":7,"n":"a b"},{"id":8},{"id":7.0}],"map":{"x":{"hp":0},"y":{"hp":2}},"scores":{"PoolIntArray":[0,0]}}
rm items map[*]
decode items
= {"items":[{"id":7,"n":"a b"},{"id":8},{"id":7.0}],"map":{},"scores":{"PoolIntArray":[0,5,0]}}

# No matching value is an error.
rm items items[*] --where id=9
[1]
rm items items[*] --where id=
~ offset 3
[2]
decode items
= {"items":[{"id":7,"n":"a b"},{"id":8},{"id":7.0}],"map":{},"scores":{"PoolIntArray":[0,5,0]}}
'[1, 2]' | encode --bare -o a.dat
'[2]' | encode --bare -o b.dat
'[1]' | encode --bare -o c.dat
rm [*] --where =1 --files a.dat b.dat c.dat
decode a.dat
= [2]
decode b.dat
= [2]
decode c.dat
= []
rm [*] --where =1 --files a.dat b.dat c.dat
[1]

# In text.
layout godot4
rm a.cfg [*] --where hp=0
rm a.cfg c.list[*] --where =1
cat a.cfg
= ; mine
= [b]
=
= hp=1
=
= [c]
=
= list=[ 2.50 ]
"#;

#[test]
fn several_files_are_read() {
    file("a.cfg", b"[p]\n\nhp=1\n");
    insta::assert_snapshot!(console(READ));
}

const READ: &str = r#"
'{"hp": 1, "p": {"x": "q"}}' | encode --bare -o a.dat
'{"hp": 2}' | encode --bare -o b.dat
get hp --files a.dat b.dat a.dat
= a.dat: 1
= b.dat: 2
get -r p.x --files a.dat
= a.dat: q
keys --files a.dat b.dat
= a.dat: hp: int
= a.dat: p: Dictionary, 1 key
= b.dat: hp: int
keys p --json --files a.dat a.cfg
= {"file":"a.dat","path":"p.x","key":"x","type":"String","count":null}
= {"file":"a.cfg","path":"p.hp","key":"hp","type":"int","count":null}
decode --files a.dat a.cfg
= a.dat: {"hp":1,"p":{"x":"q"}}
= a.cfg: {"p":{"hp":1}}
get hp --files a.dat b.dat -o out
cat out
= a.dat: 1
= b.dat: 2

# The other files are printed after an error.
get p.x --files b.dat missing . a.dat
= a.dat: "q"
~ b.dat: no value at p.x
~ missing: the file does not exist
~ 3 of 4 files failed
[1]
keys p --files a.dat b.dat -o out
[2]
get p.x --files a.dat b.dat -o out
~ 1 of 2 files failed
[1]
cat out
= a.dat: 1
= b.dat: 2
hex "04 00" > short
decode --keep-going --bare --files short a.dat
= short: {"error":{"offset":0,"path":"","message":"expected 4 bytes, found 2"}}
= a.dat: {"hp":1,"p":{"x":"q"}}
~ 1 of 2 values
[1]

# Arguments are not misread.
get a.dat hp --files b.dat
[2]
get a.dat --files b.dat
[2]
get --files a.dat
[2]
keys a.dat --files b.dat
[2]
decode a.dat --files b.dat
[2]
get hp --files a.dat b.dat -o b.dat
~ replace the input
[2]
get hp --files a.dat -
[2]
"#;

#[test]
fn several_files_are_converted() {
    empty_folder("converted");
    insta::assert_snapshot!(console(CONVERT));
}

const CONVERT: &str = r#"
'{"a": 1}' | encode --bare -o a.dat
'{"b": 2}' | encode --bare -o b.dat
convert --to-layout godot4 -o missing --files a.dat b.dat
~ 2 of 2 files
[1]
convert --to-layout godot4 -o converted --files a.dat b.dat
decode --layout godot4 --files converted/a.dat converted/b.dat
= converted/a.dat: {"a":1}
= converted/b.dat: {"b":2}
decode a.dat
= {"a":1}
convert --to-layout godot3 -o converted --files a.dat converted/a.dat
~ two files
[1]
decode --layout godot4 converted/a.dat
= {"a":1}

# No file is written after a loss or an error.
layout auto
'{"PackedVector4Array": [[0.0, 0.0, 0.0, 0.0]]}' | encode --layout godot4 --bare -o lossy
hex "04 00" > short
convert --from-layout godot3 --to-layout godot4 --in-place --backup --files a.dat short b.dat
~ 1 of 3 files failed
[1]
convert --from-layout godot4 --to-layout godot3 --in-place --files converted/a.dat lossy
~ loss
[1]
convert --from-layout godot4 --to-layout godot3 --in-place --lossy --files converted/a.dat lossy
decode --layout godot3 converted/a.dat
= {"a":1}
decode --layout godot3 a.dat
= {"a":1}
convert --from-layout godot3 --to-layout godot4 --in-place --backup --files a.dat b.dat
decode --layout godot4 --files a.dat b.dat
= a.dat: {"a":1}
= b.dat: {"b":2}
decode --layout godot3 b.dat.bak
= {"b":2}

# Arguments are not misread.
convert a.dat --to-layout godot4 --in-place --files b.dat
[2]
convert --to-layout godot4 --files b.dat
[2]
convert --to-layout godot4 --in-place
[2]
"#;

/// Another program changes a file after it is read.
#[cfg(unix)]
#[test]
fn no_file_is_replaced_if_another_program_changes_one() {
    let bytes = run_bytes("encode --bare", b"{\"a\": 1}").stdout;
    let mut files = ["raced0", "raced1", "raced2"].map(|name| file(name, &bytes));
    let password = file("raced.password", b"hunter2");
    let pack = format!("pack --encrypt godot4 --password-file {password}");
    files[2] = file("raced.encrypted", &run_bytes(&pack, &bytes).stdout);
    let pipe = pipe("raced.fifo");
    let mut set = program();
    set.args(["set", "a", "5", "--password-file", &pipe, "--files"]);
    let child = set.args(&files).spawn().unwrap();
    // The password is read for the last file, after the others were read. A thread waits for the
    // program, so that a program that ends earlier fails the test instead of blocking it.
    let changed = files[1].clone();
    std::thread::spawn(move || {
        let mut other = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        fs::write(changed, "of the game").unwrap();
        other.write_all(b"hunter2").unwrap();
    });
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(err.contains("raced1"), "{err}");
    assert_eq!(fs::read(&files[1]).unwrap(), b"of the game");
    assert_eq!(fs::read(&files[0]).unwrap(), bytes);
}
