//! Tests `gdvariant get` and `gdvariant keys`.

use crate::common::{console, file};

#[test]
fn values_and_keys_are_found_by_path() {
    file(
        "a.cfg",
        b"[player]\n\nname=\"Ada\"\nat=Vector2(1, 2)\n\n[b]\n\nx=1\n",
    );
    let scene =
        b"[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2(1, 2)\n";
    file("a.tscn", scene);
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'{"players":[{"name":"Ada","position":{"Vector2":[1.0,2.0]}},7,[]],"level":3,"long name":{"PoolIntArray":[1]},"other":{"Dictionary":[[7,true],[{"Vector2":[1.0,2.0]},{}]]}}' | encode --bare -o a
get a players[0].name
= "Ada"
get a players[0].position
= {"Vector2":[1.0,2.0]}
get a players[0].position --to text
= Vector2( 1, 2 )
cat a | get - level
= 3
get a players[9].name
~ players has 3 elements
[1]
get a player
~ mean players?
[1]
get a players[0].nmae
~ mean players[0].name?
[1]
get a players[
[2]
get a
[2]

# Only several values are numbered. Each value of a pipe is printed before the next one is known.
'{"a": 1}' | encode --framed -o framed
keys framed
= a: int
grep 1 framed
= a: 1
cat framed | keys -
= value 1: a: int
'02000000 01000000' > lines
keys --from hex lines
= int
'02000000 01000000⏎02000000 02000000' > lines
keys --from hex lines
= value 1: int
= value 2: int

# `get` finds a value at each path that `keys` prints.
keys a
= players: Array, 3 elements
= level: int
= ["long name"]: PoolIntArray, 1 element
= other: Dictionary, 2 keys
get a '["long name"]'
= {"PoolIntArray":[1]}
cat a | keys - players
= players[0]: Dictionary, 2 keys
= players[1]: int
= players[2]: Array, 0 elements
keys a other
= other[7]: bool
= other[Vector2( 1, 2 )]: Dictionary, 0 keys
get a other[7]
= true
get a 'other[Vector2( 1, 2 )]'
= {}

# Raw strings have no quotes.
'["a\n\"b\"", 7]' | encode --bare -o b
get -r b [0]
= a
= "b"

# Packed elements and components.
layout godot4
'{"colors": {"PackedColorArray": [[0.0, 0.5, 1.0, 1.0]]}, "names": {"PackedStringArray": ["Ada"]}, "view": {"Transform3D": {"basis": {"x": [1, 2, 3], "y": [4, 5, 6], "z": [7, 8, 9]}, "origin": [10, 11, 12]}}}' | encode --bare -o c
get c colors[0]
= {"Color":[0.0,0.5,1.0,1.0]}
get c colors[0].g
= 0.5
get c names[0]
= "Ada"
get c view.origin.z
= 12.0
get c colors[1]
[1]
get c view.origin
[1]

# Several values.
layout godot3
'{"a": 1} [2] {"a": {"b": 3}}' | encode --framed -o d
get --framed d a
= 1
= {"b":3}
get --framed --value 3 d a.b
= 3
get --framed d c
[1]
'[{"a":1}] {"Dictionary":[[7,[1,2]]]} "text"' | encode --framed -o e
keys --framed --json e
= {"value":1,"path":"[0]","key":null,"type":"Dictionary","count":1}
= {"value":2,"path":"[7]","key":7,"type":"Array","count":2}
= {"value":3,"path":"","key":null,"type":"String","count":null}
keys --framed e
= value 1: [0]: Dictionary, 1 key
= value 2: [7]: Array, 2 elements
= value 3: String

# Objects have properties.
'{"Object":{"class":"Sword","properties":[["edge",7],["a b",null]]}}' | encode --bare -o f
keys --allow-objects f
= edge: int
= ["a b"]: Nil

# The bytes encode {"gold": 30}.
'{"state":{"PoolByteArray":"EgAAAAEAAAAEAAAABAAAAGdvbGQCAAAAHgAAAA=="}}' | encode --bare -o g
keys g state.<bytes>
= state.<bytes>.gold: int
keys g state.<gzip>
[1]

layout godot4
keys a.cfg
= player: Dictionary, 2 keys
= b: Dictionary, 1 key
keys a.cfg player
= player.name: String
= player.at: Vector2
keys a.tscn node["."]
= node["."]["@name"]: String
= node["."]["@type"]: String
= node["."].position: Vector2
"#;
