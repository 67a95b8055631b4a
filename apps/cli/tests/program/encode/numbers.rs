//! Tests that `gdvariant encode --like` keeps the floats and the types of the original.

use crate::common::console;

#[test]
fn losses_of_other_tools_are_noted() {
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'7⏎{"name":"Ada","health":100.0,"level":3,"at":[1.0,2,-0.0],"far":1e+17}' | encode --framed -o a
'7 {"level":4,"health":90,"name":"Ada","at":[5,2,-0],"far":100000000000000000}' | encode --like a -o new
~ 4 ints
decode new
= 7
= {"level":4,"health":90.0,"name":"Ada","at":[5.0,2,-0.0],"far":1e+17}
# JSON that no other tool has changed has neither floats to restore nor a note.
'7⏎{"name":"Ada","health":100.0,"level":3,"at":[1.0,2,-0.0],"far":1e+17}' | encode --like a -o new
decode new
= 7
= {"name":"Ada","health":100.0,"level":3,"at":[1.0,2,-0.0],"far":1e+17}

# Elements have the types at the same index; new ones have none.
'[{"n":1.5},{"n":2}]' | encode --framed -o a
'[{"n":2},{"n":3},{"n":4}]' | encode --like a -o new
~ 1 int
decode new
= [{"n":2.0},{"n":3},{"n":4}]

# Rounded ints. Any other int is a change of the user.
'{"seed":9007199254740993,"other":-9007199254740993,"ids":[1,9007199254740995]}' | encode --framed -o a
'{"seed":9007199254740992,"other":-9007199254740992,"ids":[1]}' | encode --like a -o new
~ 2 types changed: seed from int 9007199254740993
decode new
= {"seed":9007199254740992,"other":-9007199254740992,"ids":[1]}
'{"seed":9007199254740000,"other":-9007199254740000,"ids":[1,9007199254740995]}' | encode --like a -o new
'{"id":9223372036854775807}' | encode --framed -o a
'{"id":9223372036854776000}' | encode --like a -o new
~ 9223372036854775807
[1]

# Types that plain JSON lost.
'{"at":{"Vector2":[1.0,2.0]},"bytes":{"PoolByteArray":"AQI="},"name":"Ada"}' | encode --framed -o a
'{"at":[1.0,2.0],"bytes":[1,2],"name":"Ada"}' | encode --like a -o new
~ 2 types
decode new
= {"at":[1.0,2.0],"bytes":[1,2],"name":"Ada"}
'{"at":{"Vector2":[1.0,2.0]},"bytes":{"PoolByteArray":"AQI="},"name":"Ada"}' | encode --like a -o new
layout godot4
'[{"StringName":"a"},{"StringName":"b"},"c",{"PackedInt32Array":[1]}]' | encode --framed -o a
'["a","b","c",[1]]' | encode --like a -o new
~ 3 types
'1⏎{"Vector2":[1.0,2.0]}' | encode --framed -o a
'1⏎[1.0,2.0]' | encode --like a -o new
~ value 2
'{"a":1,"b":2.5,"c":[]}' | encode --framed -o a
'{"b":2.0,"a":1.5,"c":null,"d":[]}' | encode --like a -o new
~ a changed from int to float

# Missing values.
'1⏎2⏎3' | encode --framed -o a
'1' | encode --like a -o new
~ 3 values
'1' | encode --from text --like a -o new
~ 3 values
'1⏎2⏎3⏎4' | encode --like a -o new
"#;
