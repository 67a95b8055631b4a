//! Tests the forms of bytes as text: lines of hex and base64, dumps, and literals of languages.
#![cfg(feature = "godot3")]

use crate::common::{bad, framed, good, run};
use std::time::{Duration, Instant};

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
const PLAYER: &[u8] = include_bytes!("../../../examples/packets/player.bin");

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

#[test]
fn output_of_tools_and_languages_is_decoded() {
    let expected = good("decode", PLAYER);
    let copied = wireshark(PLAYER);
    for (form, text) in PRINTED.into_iter().chain([("dump", copied.as_str())]) {
        let command = format!("decode --from {form}");
        for text in [
            text.to_owned(),
            format!("\u{feff}{text}"),
            text.replace('\n', "\r\n"),
            text.trim_end().to_owned(),
        ] {
            assert_eq!(good(&command, &text), expected, "{text}");
        }
        for command in ["inspect", "detect"] {
            let shown = good(&format!("{command} --from {form}"), text);
            let shown = shown.replace("line 1, 320 bytes\n", "");
            assert!(shown.ends_with(&good(command, PLAYER)), "{shown}");
        }
        // The text is invalid in all other forms.
        for other in ["hex", "base64", "dump", "bytes"] {
            if other != form {
                bad(&format!("decode --from {other} --engine"), text);
            }
        }
    }
}

#[test]
fn each_line_of_hex_is_a_value() {
    // A PoolByteArray of 22 bytes has 60 digits, like the rows of `xxd -p`.
    let value = format!("14000000 16000000 {}", "00".repeat(22)).replace(' ', "");
    assert_eq!(value.len(), 60);
    let null = "00000000\n";
    let text = format!("{value}\n{null}{value}0000\n{null}");
    let ran = run("decode --from hex --keep-going --to text", text);
    let lines: Vec<&str> = ran.out.lines().collect();
    let starts = ["{\"error\":", "null", "PoolByteArray(", "null"];
    assert_eq!(lines.len(), starts.len(), "{}", ran.out);
    let is_started = |(line, start): (&&str, &str)| line.starts_with(start);
    assert!(lines.iter().zip(starts).all(is_started), "{}", ran.out);
}

#[test]
fn dumps_are_not_mistaken_for_values() {
    // Dumps of an int by `xxd -e`, `od -A x`, `od -A x -t x2`, `hexdump -C` and Wireshark.
    for row in [
        "00000000: 00000002 00000007  ........",
        "00000000: 00000002 00000007",
        "000000 000002 000000 000007 000000",
        "000000 0002 0000 0007 0000",
        "000000 02 00 00 00 07 00 00 00",
        "00000000  02 00 00 00 07 00 00 00  |........|",
        "0000   02 00 00 00 07 00 00 00",
    ] {
        bad("decode --from hex --engine", row);
        bad("decode --from bytes --engine", row);
    }
    for words in [
        "00000000: 00000002 00000007  ........",
        "000000 000002 000000 000007 000000",
        "000000 0002 0000 0007 0000",
    ] {
        let error = bad("decode --from dump --engine", words);
        assert!(
            error.contains("because the byte order of words is unknown"),
            "{error}"
        );
    }
}

#[test]
fn a_dump_is_one_input() {
    let values = framed(&["02000000 07000000", "02000000 08000000"]);
    let dump = wireshark(&values);
    assert_eq!(good("decode --from dump --framed", &dump), "7\n8\n");
    assert_eq!(
        good("inspect --from dump --framed --json", &dump),
        good("inspect --framed --json", &values)
    );
    let error = bad("decode --from dump --bare", &dump);
    assert!(
        error.ends_with("a length precedes the value: try --framed"),
        "{error}"
    );
    let twice = format!("{dump}{dump}");
    assert_eq!(
        run("decode --from dump --framed", twice).error(),
        "standard input: line 3: expected the offset 0x18, found 0x0; check for missing lines"
    );
    // The end of the text truncates a frame.
    let cut = dump.lines().next().expect("a row");
    let ran = run("decode --from dump --framed", cut);
    assert_eq!((ran.out.as_str(), ran.status), ("7\n", 1));
}

#[cfg(feature = "compressed")]
#[test]
fn a_dump_of_a_compressed_file_is_opened() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../conformance/files/godot-3.2.3/zstd-0.gcpf"
    );
    let bytes = std::fs::read(path).expect("the file is there");
    assert_eq!(
        crate::common::run_bytes("decode --from dump", wireshark(&bytes).as_bytes()).stdout,
        crate::common::run_bytes("decode", &bytes).stdout
    );
}

/// A PoolByteArray of 200 zeros.
const REPEATED: &str = "\
00000000  14 00 00 00 c8 00 00 00  00 00 00 00 00 00 00 00  |................|
00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
000000d0
";

#[test]
fn repetitions_of_a_dump_are_limited() {
    let mut array = [0; 208];
    array[0] = 20;
    array[4] = 200;
    let expected = good("decode", array);
    assert_eq!(good("decode --from dump", REPEATED), expected);
    assert_eq!(
        good("decode --from dump --max-length 176", REPEATED),
        expected
    );
    assert_eq!(
        bad("decode --from dump --max-length 175", REPEATED),
        "standard input: line 4: lines of * stand for more than 175 bytes; raise --max-length"
    );
    let endless = REPEATED.replace("000000d0", "fffffffffffffff0");
    assert_eq!(
        bad("decode --from dump", &endless),
        "standard input: line 4: lines of * stand for more than 67108864 bytes; raise --max-length"
    );
    // The detection of forms also limits repetitions.
    assert!(!run("decode", endless).err.contains("--from"));
}

#[test]
fn many_repetitions_are_fast() {
    let start = Instant::now();
    let row = "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|";
    // A PoolByteArray, with a row of zeros and a * for every 16 MiB.
    let rows = (0..200_u64).map(|index| format!("{:08x}  {row}\n*\n", 8 + index * (16 << 20)));
    let dump = format!(
        "00000000  14 00 00 00 00 00 00 70\n{}",
        rows.collect::<String>()
    );
    assert!(dump.len() < 20_000);
    let error = bad("decode --from dump", dump);
    assert!(error.contains("lines of * stand for more than"), "{error}");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn an_array_ends_at_its_closing_bracket() {
    for input in [
        "[2, 0, 0, 0,\n\n  7, 0, 0, 0\n]\n[2, 0, 0, 0, 8, 0, 0, 0]",
        "PoolByteArray( 2, 0, 0, 0, 7,\n0, 0, 0 )\n\\x02\\x00\\x00\\x00\\x08\\x00\\x00\\x00",
        "unsigned char a[] = {\n  0x02, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00\n};\n\
         unsigned int a_len = 8;\nb'\\x02\\x00\\x00\\x00\\x08\\x00\\x00\\x00'",
    ] {
        assert_eq!(good("decode --from bytes", input), "7\n8\n", "{input}");
    }
}

#[test]
fn faults_have_a_line_and_the_next_value_follows() {
    let value = "[2, 0, 0, 0, 7, 0, 0, 0]\n";
    for (malformed, line, message) in [
        (
            "[2, 0, 0,\n0, 256, 0\n7, 0\n]\n",
            3,
            "expected a byte from 0 to 255, found 256 at column 4",
        ),
        (
            "[2, 256,\n7, 0]\n",
            2,
            "expected a byte from 0 to 255, found 256 at column 5",
        ),
        (
            "0200000007000000\n",
            2,
            "expected an array, a string or escapes, found '0' at column 1; try --from hex",
        ),
        (
            "00000000: 0200 0000 0700 0000  ........\n",
            2,
            "expected an array, a string or escapes, found '0' at column 1; try --from dump",
        ),
    ] {
        let input = format!("{value}{malformed}{value}");
        let ran = run("decode --from bytes", &input);
        assert_eq!(ran.out, "7\n");
        assert_eq!(
            ran.error(),
            format!("standard input: line {line}: {message}")
        );
        let ran = run("decode --from bytes --keep-going", &input);
        let lines: Vec<_> = ran.out.lines().collect();
        assert_eq!(lines.len(), 3, "{}", ran.out);
        assert!(lines[1].contains(message), "{}", ran.out);
        assert_eq!(lines[2], "7");
    }
    assert_eq!(
        bad("decode --from bytes", "\n[2, 0,\n\n"),
        "standard input: line 2: expected the closing bracket of the array, found the end of the input"
    );
    let wrapped = "AgAA\nAAcAAAA=\n";
    assert!(bad("decode --from base64", wrapped).contains("line 1: 0x0000: expected 4 bytes"));
    let dump = bad(
        "decode --from hex",
        "00000000: 0200 0000 0700 0000  ........",
    );
    assert!(dump.ends_with("; try --from dump"), "{dump}");
}

#[test]
fn values_on_several_lines_are_limited() {
    let text = "[2, 0, 0, 0,\n7, 0, 0, 0\n]\n";
    assert_eq!(good("decode --from bytes --max-length 8", text), "7\n");
    assert_eq!(
        bad("decode --from bytes --max-length 7", text),
        "standard input: line 2: a value of 8 bytes, expected at most 7; raise --max-length"
    );
}

#[test]
fn hints_name_the_form_of_an_input() {
    for (form, text) in [
        ("dump", wireshark(&[2, 0, 0, 0, 7, 0, 0, 0])),
        ("bytes", r"b'\x02\x00\x00\x00\x07\x00\x00\x00'".into()),
        ("hex", "02:00:00:00:07:00:00:00".into()),
        ("base64", "AgAAAAcAAAA=".into()),
    ] {
        let error = bad("decode", &text);
        assert!(error.ends_with(&format!(": try --from {form}")), "{error}");
        assert_eq!(good(&format!("decode --from {form}"), text), "7\n");
    }
}

#[cfg(feature = "godot4")]
#[test]
fn convert_writes_bytes_of_a_dump() {
    let new = crate::common::file("from-dump.bin", b"");
    let convert = format!("convert --from-layout godot3 --to-layout godot4 -o {new}");
    let expected = [2, 0, 0, 0, 7, 0, 0, 0];
    assert_eq!(
        good(&format!("{convert} --from dump"), wireshark(&expected)),
        ""
    );
    assert_eq!(std::fs::read(&new).expect("the output"), expected);
    assert_eq!(
        good(
            &format!("{convert} --from bytes"),
            "[2, 0, 0, 0, 7, 0, 0, 0]"
        ),
        ""
    );
    assert_eq!(
        std::fs::read(&new).expect("the output"),
        b"0200000007000000\n"
    );
}
