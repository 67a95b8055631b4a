//! Tests paths with steps into encoded values, and values from files.

use crate::common::{console, file, run_bytes};
use std::fs;

#[test]
fn steps_lead_into_encoded_values() {
    // {"state": {"gold": 30, "pos": Vector2(1, 2)}, ...}, with the value of `state` in bytes.
    let encode = "encode --layout godot4 --bare";
    let state = run_bytes(encode, br#"{"gold": 30, "pos": {"Vector2": [1.0, 2.0]}}"#).stdout;
    file("state", &state);
    let pixels: Vec<u8> = (0..200_000_u32).map(|it| (it % 251) as u8).collect();
    file("pixels", &pixels);
    file(
        "bomb",
        &run_bytes(encode, format!("\"{}\"", "x".repeat(5000)).as_bytes()).stdout,
    );
    insta::assert_snapshot!(console(SESSION));
    // Longer than an argument can be, and with bytes that are not UTF-8.
    let copy = crate::common::folder().join("copy");
    assert!(fs::read(copy).expect("the copy") == pixels);
}

const SESSION: &str = r#"
layout godot4
'{"text": "[1, {\n\"a\": 2\n}]", "<bytes>": 5, "image": {"w": 2}}' | encode --bare -o a
set a --new --bytes state @state
get a state.<bytes>.gold
= 30
get a state.<bytes>.pos.y
= 2.0
get a text.<text>[1].a
= 2
get a state.<bytes>.gold image.w
= 30
= 2
set a state.<bytes>.gild 99
~ did you mean gold?; --new adds it
[1]
set a state.<bytes>.gold 99 --new text.<text>[1].b true
~ in text.<text>: [1].b
get a state.<bytes>.gold
= 99
get a text.<text>
= [1,{"a":2,"b":true}]
rm a text.<text>[1].b
set a state.<bytes>.gold 30
get a text
= "[1, {\n\"a\": 2\n}]"
get a --raw state
= 1b000000020000000400000004000000676f6c64020000001e0000000400000003000000706f7300050000000000803f00000040
cat state
= 1b000000020000000400000004000000676f6c64020000001e0000000400000003000000706f7300050000000000803f00000040

# Errors name the path with steps.
get a state.gold
~ state.<bytes>.gold
[1]
set a state.gold 5
~ state.<bytes>.gold
[1]
get a state.<bytes>.gild
~ gold
[1]
get a image.<gzip>.x
[1]
rm a state.<byte>.gold
[2]

# Objects in bytes.
'{"Object": {"class": "Node", "properties": [["a", 1]]}}' | encode --bare -o object
'[null]' | encode --bare -o b
set b [0] --bytes @object
get b [0].<bytes>.a
~ --allow-objects
[1]
get --allow-objects b [0].<bytes>.a
= 1

# The limit of the content applies to steps, which lead through files in layers.
pack --compress plain-gzip bomb -o bomb.gz
set a --new bomb @bomb.gz --bytes
get a --max-content 4000 bomb.<gzip>.<bytes>
~ 4000
~ --max-content
[1]
get a bomb.<gzip>.<bytes>
+ xxxxxxxx
pack --compress plain-gzip a -o a.gz
set a.gz state.<bytes>.gold 7
get a.gz state.<bytes>.gold
= 7

# Raw output of a byte array is its bytes.
set a --new image.data @pixels --bytes
get -r -o copy a image.data

# Values from files.
'{"a": Vector2(1, 2), "b": [1,⏎2]}' > value.txt
set a image @value.txt
get a image
= {"a":{"Vector2":[1.0,2.0]},"b":[1,2]}
'{"Vector2": [3.0, 4.0]}' > value.json
set a --json image.a @value.json
get a image.a.y
= 4.0
'"from a pipe"' | set a image.b[0] @-
get a image.b
= ["from a pipe",2]
set a image @missing
[1]
set a image @a
~ --bytes
[1]
set a image @x --bytes --json
[2]
cat a | set - image @-
[2]
'1' | set a image.a @- image.b @-
[2]

# A NodePath of Godot 3 is not a file.
layout godot3
'{}' | encode --bare -o c
set --new c a '@"a/b"'
decode c
= {"a":{"NodePath":"a/b"}}
"#;
