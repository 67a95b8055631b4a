//! Values in lines of text: their framing, headers, wrapped lines, and other forms of text.

use crate::common::console;

#[test]
fn lines_are_values() {
    insta::assert_snapshot!(console(SESSION));
}

/// The lines are `put_var(true)` and `put_var("test")`, or `{"a": 7}`.
const SESSION: &str = r#"
'0c000000040000000400000074657374' > test
'080000000100000001000000⏎0c000000040000000400000074657374' > both
decode --from hex test
= "test"
'080000000100000001000000' | decode --from hex
= true
decode --from hex both
= true
= "test"
grep test --from hex both
= value 2: "test"
audit --from hex test
= 1 file, 1 value: no findings
inspect --from hex --json --limit 1 test
= {"value":1,"line":1,"offset":0,"length":4,"bytes":"0c000000","path":"","field":"frame","type":"u32","kind":"frame","meaning":"12","data":12}
'0c00000004000000' | decode --from hex --framed
~ line 1: 0x0004
[1]

# The other framing is named.
layout auto
'080000000100000001000000' | decode --from hex
= true
~ --bare
'080000000100000001000000' | decode --from hex --bare --layout pandemonium
= {"Vector2i":[1,1]}
decode --from hex --bare --layout godot4 test
~ --framed
[1]

# Framings and headers apply to each line.
layout godot4
'080000000100000001000000080000000100000001000000⏎0c000000040000000400000074657374' | decode --from hex --framed
= true
= true
= "test"
'0100000001000000 00000000⏎02000000 07000000' | decode --from hex --values
= true
= null
= 7
'080000000100000001000000' | decode --from hex --skip 13
~ line 1
~ 12 bytes
[1]
layout godot3
'070c000000040000000400000074657374' | decode --from hex
~ --skip 1
[3]
layout godot4
'0c000000040000000400000074657374aabbcc⏎0c000000040000000400000074657374dd' > trailers
decode --from hex --framed --engine trailers
= "test"
= "test"
~ line 1: 0x0010: 3 bytes
~ line 2: 0x0010: 1 byte
layout godot3

# Lines that are values are not joined.
layout godot4
'1b000000010000000400000001000000610000000200000007000000⏎1b000000010000000400000001000000610000000200000007000000⏎1b000000010000000400000001000000610000000200000007000000' | decode --from hex
= {"a":7}
= {"a":7}
= {"a":7}
'1g000000010000000400000001000000610000000200000007000000⏎1b000000010000000400000001000000610000000200000007000000' | decode --from hex --keep-going
= {"error":{"offset":0,"path":"","message":"expected pairs of hex digits, found \"1g00000001000000\" at column 1"}}
= {"a":7}
[1]

# Omitted bytes, and a length that does not fit.
layout godot3
'<Buffer 08 00 00 00 01 ... 7 more bytes>' | decode
~ --from bytes
[1]

# A line is opened like a file: gzip, zlib and JSON in base64, gzip in hex, and base64url.
layout auto
'H4sIAAAAAAACA5NmYGBgBGIWIGYF4pzUstQcIM0EFQcA+sELVCAAAAA=' > gzip
'eJyTZmBgYARiFiBmBeKc1LLUHCDNBBUHACHEAkE=⏎eJyTZmBgYARiFiBmBeKc1LLUHCDNBBUHACHEAkE=' > zlib
decode --from base64 zlib
= {"level":1}
= {"level":1}
decode zlib
~ --from base64
[1]
'eyJnb2xkIjogMzB9' > json
decode json
~ --from base64
[1]
get --from base64 json gold
= 30
'AgAAAP____8' | decode --from base64
= -1
'AgAAAP%2F%2F%2F%2F8%3D' | decode --from base64
= -1

# Notations whose numbers are ambiguous are named.
'0000000 001b 0000 0001 0000 0004 0000 0001 0000⏎0000010 0061 0000 0002 0000 0007 0000' | decode
~ a dump of od or hexdump
[1]
'"\\27\\0\\0\\0\\1\\0\\0\\0"' | decode
~ decimal or octal escapes
[1]

# Only forms of values are advised.
layout godot3
'deadbeef' | decode
[1]
'dGVzdCB0ZXN0' | decode
= dGVzdCB0ZXN0
"#;
