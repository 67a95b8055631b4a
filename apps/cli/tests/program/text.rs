//! Tests bytes as text: lines of hex and base64, dumps, and arrays and strings of languages.

use crate::common::{bad, console, file, framed, good};

/// [`PLAYER`] in forms that tools and languages print.
const PRINTED: [(&str, &str); 6] = [
    ("dump", include_str!("text/player.xxd")),
    ("dump", include_str!("text/player.hexdump")),
    ("dump", include_str!("text/player.od")),
    ("bytes", include_str!("text/player.array")),
    ("bytes", include_str!("text/player.literal")),
    ("bytes", include_str!("text/player.c")),
];
/// The packet that the texts contain.
const PLAYER: &[u8] = include_bytes!("../../../../examples/packets/player.bin");

/// Returns a dump as Wireshark copies it.
fn wireshark(bytes: &[u8]) -> String {
    let row = |(index, row): (usize, &[u8])| {
        let digits: Vec<_> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let character = |byte: &u8| match byte {
            b' '..=b'~' => char::from(*byte),
            _ => '.',
        };
        let characters: String = row.iter().map(character).collect();
        format!(
            "{:04x}   {:<47}   {characters}\n",
            index * 16,
            digits.join(" ")
        )
    };
    bytes.chunks(16).enumerate().map(row).collect()
}

/// A PoolByteArray of 200 zeros.
const REPEATED: &str = "\
00000000  14 00 00 00 c8 00 00 00  00 00 00 00 00 00 00 00  |................|
00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
000000d0
";

#[test]
fn texts_are_bytes() {
    let values = framed(&["02000000 07000000", "02000000 08000000"]);
    let dump = wireshark(&values);
    file("values", &values);
    file("dump", dump.as_bytes());
    file("twice", format!("{dump}{dump}").as_bytes());
    file("repeated", REPEATED.as_bytes());
    file("literal", br"b'\x02\x00\x00\x00\x07\x00\x00\x00'");
    let path = "../../conformance/files/godot-3.2.3/zstd-0.gcpf";
    let zstd = std::fs::read(format!("{}/{path}", env!("CARGO_MANIFEST_DIR")));
    file(
        "zstd",
        wireshark(&zstd.expect("the file is there")).as_bytes(),
    );
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
# Dumps of an int by `xxd -e`, `od -A x -t x4` and Wireshark are no values.
'00000000: 00000002 00000007  ........' | decode --from hex --engine
[1]
'000000 000002 000000 000007 000000' | decode --from hex --engine
[1]
'0000   02 00 00 00 07 00 00 00' | decode --from hex --engine
[1]
'00000000: 00000002 00000007  ........' | decode --from dump --engine
[1]

# A dump is one input.
decode --from dump --framed dump
= 7
= 8
inspect --from dump --framed --json --limit 1 dump
= {"value":1,"offset":0,"length":4,"bytes":"08000000","path":"","field":"frame","type":"u32","kind":"frame","meaning":"8","data":8}
decode --from dump --bare dump
~ --framed
[1]
decode --from dump --framed twice
~ line 3
~ 0x18
[1]
get --from dump --framed --value 1 zstd name
= "Ada"

# A dump without its equal rows, or with octal offsets, is named.
decode --from dump repeated
~ line 3
~ hexdump -Cv
[1]
decode repeated
~ --from dump
[1]
'0000000 02 00 00 00⏎0000020 07 00 00 00' | decode --from dump
~ line 2
~ 0x4
[1]

# An array ends at its closing bracket.
'[2, 0, 0, 0,⏎⏎  7, 0, 0, 0⏎]⏎[2, 0, 0, 0, 8, 0, 0, 0]' | decode --from bytes
= 7
= 8
'unsigned char a[] = {⏎  0x02, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00⏎};⏎unsigned int a_len = 8;' | decode --from bytes
= 7

# Faults have a line, and the next value follows.
'[2, 0, 0, 0, 7, 0, 0, 0]⏎[2, 0, 0,⏎0, 256, 0⏎7, 0⏎]' | decode --from bytes
= 7
~ line 3
~ column 4
[1]
'[2, 256,⏎7, 0]⏎[2, 0, 0, 0, 7, 0, 0, 0]' | decode --from bytes --keep-going
= {"error":{"offset":1,"path":"","message":"expected a byte from 0 to 255, found \"256\" at column 5"}}
= 7
[1]
'[2, 0, 0, 0, 7, 0, 0, 0]⏎0200000007000000' | decode --from bytes
= 7
~ line 2
~ --from hex
[1]
'[2, 0, 0, 0,⏎7, 0, 0, 0⏎]' | decode --from bytes --max-length 7
~ line 1
[1]

# Hints name the form.
'0000   02 00 00 00 07 00 00 00' | decode
~ --from dump
[1]
cat literal | decode
~ --from bytes
[1]
'02:00:00:00:07:00:00:00' | decode
~ --from hex
[1]
'AgAAAAcAAAA=' | decode
~ --from base64
[1]

convert --from-layout godot3 --to-layout godot4 --framed --from dump -o new dump
cat new
= 080000000200000007000000080000000200000008000000
"#;

#[test]
fn output_of_tools_and_languages_is_decoded() {
    let expected = good("decode", PLAYER);
    let copied = wireshark(PLAYER);
    for (form, text) in PRINTED.into_iter().chain([("dump", copied.as_str())]) {
        let command = format!("decode --from {form}");
        assert_eq!(good(&command, text), expected, "{text}");
        let text = format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n"));
        assert_eq!(good(&command, &text), expected, "{text}");
        // The text is invalid in another form.
        let other = if form == "dump" { "bytes" } else { "dump" };
        bad(&format!("decode --from {other} --engine"), text);
    }
    for command in ["inspect", "detect"] {
        let shown = good(&format!("{command} --from dump"), &copied);
        assert_eq!(shown, good(command, PLAYER));
    }
}
