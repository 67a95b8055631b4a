//! Tests `gdvariant decode`.

use crate::common::child::{Lines, end};
use crate::common::{bad, console, file, good, program, run};
use std::io::{Read, Write};

#[test]
fn values_are_decoded() {
    file("empty", b"");
    file(
        "plain.cfg",
        b"[player]\n\nposition=Vector2(1, 2)\nname=&\"Ada\"\n",
    );
    let version = concat!("gdvariant ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(good("--version", ""), version);
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
hex 12000000 01000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 03000000 00002040 > pair
cat pair | decode
= {"a":[1,2.5]}
cat pair | decode --from raw --to json --layout godot3 --strict -
= {"a":[1,2.5]}
decode --to text pair
= {
= "a": [ 1, 2.5 ]
= }
'00000000⏎⏎  0x02000000 07000000⏎0100000001000000' | decode --from hex
= null
= 7
= true
'AAAAAA==⏎AgAAAAcAAAA=⏎ AgAAAAcAAAA' | decode --from base64
= null
= 7
= 7
'null {"a":[1,2.5]}' | encode --framed -o framed
decode --framed framed
= null
= {"a":[1,2.5]}
hex 00000004 00000000 | decode --framed --big-endian
= null

# Other layouts have other numbers.
'05000100 9a9999999999b93f 0000000000000000' | decode --layout godot4-double --from hex
= {"Vector2":[0.1,0.0]}

# Engines accept more.
hex 01000000 02000000 | decode
~ 0x0004: value
~ --engine
[1]
hex 01000000 02000000 ff | decode --engine
= true
'11000000 01000000 41000000 00000000' | decode --from hex
~ --allow-objects
[1]
'11000000 01000000 41000000 00000000' | decode --allow-objects --from hex
= {"Object":{"class":"A","properties":[]}}
# A value that only engines accept does not end the values.
hex 04000000 00000000 08000000 01000000 02000000 04000000 00000000 08000000 02000000 07000000 | decode --engine --framed
= null
= true
= null
= 7

# Invalid values.
'00000000⏎05000000 0000803f 0000⏎00000000' | decode --from hex
= null
~ line 2: 0x0008: y
[1]
'00000000⏎05000000 0000803f 0000⏎050⏎xy⏎00000000' | decode --keep-going --from hex
= null
= {"error":{"offset":8,"path":"y","message":"expected 4 bytes, found 2"}}
= {"error":{"offset":1,"path":"","message":"expected pairs of hex digits, found \"0\" at column 3"}}
= {"error":{"offset":0,"path":"","message":"expected pairs of hex digits, found \"xy\" at column 1"}}
= null
~ 3 of 5
[1]
hex 04000000 00000000 0a000000 05000000 0000803f 0000 04000000 00000000 08000000 01 | decode --keep-going --framed
= null
= {"error":{"offset":20,"path":"y","message":"expected 4 bytes, found 2"}}
= null
= {"error":{"offset":34,"path":"","message":"the input ends in a value or its length: expected 8 bytes, found 1; the input is truncated, or not framed"}}
~ 2 of 4
[1]

# Invalid text.
'⏎⏎0500000' | decode --from hex
~ line 3
[1]

# Inputs that cannot be read.
decode no/such.bin
[1]
decode .
[1]
decode empty
[1]
decode --framed empty
[1]
decode --from hex empty
[1]
'⏎ ⏎' | decode --from hex
[1]

# Other forms, and other layouts.
decode --bare framed
~ --framed
[1]
'1d000000 00000000' | decode --from hex
~ --layout godot4, pandemonium, pandemonium3 or pandemonium5
[1]
hex 12000000 00000000 | decode --framed
~ 0x0004
~ try --bare
[1]
hex 0000002c 12000000 01000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 03000000 00002040 | decode --framed
~ --big-endian
[1]
hex 04000000 00000000 | decode --framed --max-length 3
~ at most 3
[1]
'{"a": {"PackedInt32Array": [1, 2]}}' | encode --layout godot4 --bare -o four
decode four
~ --layout godot4
[1]
'{"a": {"PackedInt32Array": [1, 2]}}' | encode --layout godot4 --framed --big-endian -o four
decode four
~ --layout godot4 --framed --big-endian
[1]
'{"a": {"PackedInt32Array": [1, 2]}} {"a": {"PackedInt32Array": [1, 2]}}' | encode --layout godot4 --values -o four
decode four
~ --layout godot4 --values
[1]

# Pretty values, which have all digits, and selected values.
'{"name": "Ada", "place": {"Vector2": [1.0, 2.5]}, "items": [{"id": 1, "tags": []}, 7]} [1] {"name":"Grace"} 0.123456789' | encode --framed -o several
decode --framed --pretty several
= {
=   "name": "Ada",
=   "place": {"Vector2": [1.0, 2.5]},
=   "items": [
=     {
=       "id": 1,
=       "tags": []
=     },
=     7
=   ]
= }
= [1]
= {"name": "Grace"}
= 0.123456789
decode --framed --pretty --to text several
+ 0.123456789
decode --framed --to text several
+ 0.123457
get --framed --value 1 several items[0] --pretty
= {
=   "id": 1,
=   "tags": []
= }
get --framed several name items[9].id
= "Ada"
= "Grace"
~ items has 2 elements
[1]
'00⏎12000000 01000000 04000000 04000000 6e616d65 02000000 07000000' | decode --from hex --keep-going
= {"error":{"offset":0,"path":"","message":"expected 4 bytes, found 1"}}
= {"name":7}
~ 1 of 2
[1]

# Plain JSON has no types.
layout godot4
'{"Dictionary":[[{"StringName":"name"},"Ada"],[{"StringName":"position"},{"Vector2":[1.0,-2.5]}],[{"StringName":"path"},{"NodePath":"Ada:x"}],["items",[1,2.5,null]],["ids",{"Dictionary":[[7,"a"],["b",true]]}],["bytes",{"PackedByteArray":"AQID"}],["far",{"float":"inf"}],["area",{"Rect2":{"position":[0.0,1.0],"size":[2.0,3.0]}}]]}' | encode --bare -o plain
decode --to json --plain plain
= {"name":"Ada","position":[1.0,-2.5],"path":"Ada:x","items":[1,2.5,null],"ids":[[7,"a"],["b",true]],"bytes":[1,2,3],"far":null,"area":{"position":[0.0,1.0],"size":[2.0,3.0]}}
get --plain plain position
= [1.0,-2.5]
~ Vector2
get --plain plain ids
= [[7,"a"],["b",true]]
'{"Vector2":[1,2]} 7 {"Vector2":[3,4]} {"Color":[0,0,0,1]}' | encode --framed -o plain
decode --framed --plain plain
= [1.0,2.0]
= 7
= [3.0,4.0]
= [0.0,0.0,0.0,1.0]
~ Vector2, Color;
decode --plain plain.cfg
= {"player":{"position":[1.0,2.0],"name":"Ada"}}
decode --to text --plain plain
[2]

# Every file can be compared as text.
layout auto
'["Ada",7] [8]' | encode --layout godot4 --framed -o whole
decode --textconv whole
= ["Ada", 7]
= [8]
hex 14000000 1c000000 01000000 04000000 03000000 41646100 14000000 1c000000 > part
decode --textconv part
= ["Ada"]
= cannot be decoded: 0x001c: the input ends in a value or its length: expected 20 bytes, found 4; the input is truncated, or not framed
= 32 bytes, CRC-32 142e7033
hex 11000000 01000000 41000000 00000000 > object
decode --textconv object
= Object(A, )
hex 0a000000 14000000 1c000000 01000000 04000000 03000000 41646100 > headed
decode --textconv headed
= ["Ada"]
'02000000 07000000' > digits
decode --textconv digits
= 02000000 07000000
'[a]⏎b=_ready' > broken.cfg
decode --textconv broken.cfg
= [a]
= b=_ready
decode --textconv empty
decode --textconv --to json whole
= ["Ada",7]
= [8]
decode --textconv no/such.bin
[1]

# A file in the place of a command is decoded.
whole
= ["Ada",7]
= [8]
--color never whole --to text
= ["Ada", 7]
= [8]
whole --no-such-option
~ unexpected argument
[2]
'7' | encode --bare --layout godot4 -o keys
cat whole | keys
= value 1: [0]: String
= value 1: [1]: int
= value 2: [0]: int
no-such-file
~ unrecognized subcommand
[2]

# Wrong usage.
layout godot3
decode --no-such-option
[2]
decode --layout godot5
[2]
decode --from xml
[2]
decode --strict --engine
[2]
decode --big-endian
[2]
decode --bare --max-length 8
[2]
decode --bare --framed
[2]
encode --max-length 8
[2]
detect --layout godot4
[2]
undecode
[2]
"#;

#[test]
fn a_closed_output_is_not_an_error() {
    let lines = file("many.hex", &b"0200000007000000\n".repeat(200_000));
    let mut decode = program();
    let mut child = decode.args(["decode", "--from", "hex", &lines]).spawn();
    let child = child.as_mut().expect("the program starts");
    let mut stdout = child.stdout.take().expect("piped");
    stdout.read_exact(&mut [0; 2]).expect("the first value");
    drop(stdout);
    let mut errors = String::new();
    let stderr = child.stderr.as_mut().expect("piped");
    stderr.read_to_string(&mut errors).expect("text");
    assert_eq!((end(child).code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn values_from_a_pipe_are_printed_immediately() {
    let mut child = program()
        .args(["decode", "--from", "hex"])
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let lines = Lines::of(child.stdout.take().expect("piped"));
    for _ in 0..3 {
        stdin
            .write_all(b"0200000007000000\n")
            .expect("the program reads");
        assert_eq!(lines.next(), "7");
    }
    drop(stdin);
    assert!(end(&mut child).success());
}

/// Checks that the program stops reading a line that never ends.
#[test]
fn an_endless_line_is_an_error() {
    let mut child = program()
        .args(["decode", "--from", "hex", "--max-length", "65536"])
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let mut written = 0;
    let digits = vec![b'0'; 65536];
    while written < 64 << 20 && stdin.write_all(&digits).is_ok() {
        written += digits.len();
    }
    assert!(written < 2 << 20, "{written} bytes were read");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1));
}

/// Checks that an endless input is read only until the program knows whether it is a value.
#[test]
fn an_endless_input_is_not_read_whole() {
    let mut child = program().arg("decode").spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(&[0; 4]).expect("the program reads");
    // A debug build examines letters in the least time.
    let piece = vec![b'a'; 1 << 16];
    let mut written = 0;
    while written < 64 << 20 && stdin.write_all(&piece).is_ok() {
        written += piece.len();
    }
    drop(stdin);
    assert!(written < 32 << 20, "{written} bytes were read");
    let output = child.wait_with_output().expect("the program ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("0x0004: more than 1 MiB"), "{error}");
}

#[test]
fn long_lines_are_rejected() {
    // Two lines of the maximum length, with and without a line break, and one that is longer.
    let longest = format!("{:>280}", "00000000");
    let input = format!("{longest}\n {longest}\n00000000\n{longest}");
    let ran = run("decode --from hex --max-length 4 --keep-going", input);
    let starts: Vec<&str> = ran.out.lines().map(|line| &line[..4]).collect();
    assert_eq!(starts, ["null", "{\"er", "null", "null"]);
    assert!(ran.out.contains("expected at most 280 characters"));
    let error = bad("decode --from hex --max-length 3", "\n00000000\n");
    assert!(error.contains("line 2: a value of 4 bytes"), "{error}");
}
