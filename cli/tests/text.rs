//! Text that people paste: dumps, lists, byte arrays and wrapped base64.
#![cfg(feature = "godot3")]

mod common;

use common::{bad, good, run};

/// A packet as tools print it.
const PRINTED: [(&str, &str); 10] = [
    ("hex", include_str!("text/player.xxd")),
    ("hex", include_str!("text/player.hexdump")),
    ("hex", include_str!("text/player.plain")),
    ("hex", include_str!("text/player.list")),
    ("hex", include_str!("text/player.array")),
    ("hex", include_str!("text/player.literal")),
    ("base64", include_str!("text/player.base64")),
    ("base64", include_str!("text/player.pem.base64")),
    ("hex", include_str!("text/player.od")),
    ("hex", include_str!("text/player.c")),
];
/// The packet.
const PLAYER: &[u8] = include_bytes!("../../examples/packets/player.bin");

/// Returns the rows that Wireshark copies.
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
fn what_tools_print_is_read() {
    let expected = good("decode", PLAYER);
    for (form, text) in PRINTED {
        let command = format!("decode --from {form}");
        for text in [
            text.to_owned(),
            format!("\u{feff}{text}"),
            text.replace('\n', "\r\n"),
            text.trim_end().to_owned(),
        ] {
            assert_eq!(good(&command, &text), expected, "{text}");
        }
        let twice = format!("{text}\n{text}");
        assert_eq!(good(&command, twice), expected.repeat(2), "{text}");
    }
    assert_eq!(good("decode --from hex", wireshark(PLAYER)), expected);
}

#[test]
fn inspect_and_detect_read_it_too() {
    for (form, text) in PRINTED {
        for command in ["inspect", "detect"] {
            assert_eq!(
                good(&format!("{command} --from {form}"), text),
                good(command, PLAYER),
                "{text}"
            );
        }
    }
}

#[test]
fn an_offset_of_zero_starts_a_value() {
    let one = "00000000: 0200 0000 0700 0000  ........\n";
    let two = "00000000  02 00 00 00 08 00 00 00  |........|\n00000008\n";
    let three = "0000   02 00 00 00 09 00 00 00   ........\n";
    let input = format!("{one}{one}{two}{three}0200000006000000\n{one}");
    assert_eq!(good("decode --from hex", input), "7\n7\n8\n9\n6\n7\n");
}

/// A PoolByteArray of 200 zeros.
const REPEATED: &str = "\
00000000  14 00 00 00 c8 00 00 00  00 00 00 00 00 00 00 00  |................|
00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
000000d0
";

#[test]
fn a_star_repeats_a_row() {
    let mut array = [0; 208];
    array[0] = 20;
    array[4] = 200;
    let expected = good("decode", array);
    assert_eq!(good("decode --from hex", REPEATED), expected);
    assert_eq!(
        good("decode --from hex --max-length 208", REPEATED),
        expected
    );
    assert_eq!(
        bad("decode --from hex --max-length 207", REPEATED),
        "standard input: line 4: a value of 208 bytes, the longest allowed is 207; --max-length allows more"
    );
    let endless = REPEATED.replace("000000d0", "fffffffffffffff0");
    assert_eq!(
        bad("decode --from hex", endless),
        "standard input: line 4: a value of 18446744073709551600 bytes, the longest allowed is 67108864; --max-length allows more"
    );
    let cut = REPEATED.replace("000000d0\n", "");
    assert_eq!(
        bad("decode --from hex", cut),
        "standard input: line 1: expected the offset where the lines of the * end, found the end of the dump; \
         copy its last line too"
    );
    assert_eq!(
        bad("decode --from hex", "*\n"),
        "standard input: line 1: expected hex digits, found '*' at column 1"
    );
}

#[test]
fn a_value_continues_where_its_form_says_so() {
    for input in [
        "0x02, 0x00, 0x00, 0x00,\n0x07, 0x00,\n0x00, 0x00\n02000000 08000000",
        "02:00:00:00,\n07:00:00:00\n02:00:00:00:08:00:00:00\n",
        "[2, 0, 0, 0,\n  7, 0, 0, 0\n]\n[2, 0, 0, 0, 8, 0, 0, 0]",
        "PoolByteArray( 2, 0, 0, 0, 7,\n0, 0, 0 )\n\\x02\\x00\\x00\\x00\\x08\\x00\\x00\\x00",
        "0x02, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00,\n\n0200000008000000",
    ] {
        assert_eq!(good("decode --from hex", input), "7\n8\n", "{input}");
    }
}

#[test]
fn multiline_joins_lines_up_to_an_empty_one() {
    let hex = "02000000\n07 00 00 00\n\n\n0x02,0x00,0x00,0x00\n08000000\n";
    assert_eq!(good("decode --from hex --multiline", hex), "7\n8\n");
    let base64 = "AgAA\nAAcAAAA=\n\nAgAA\nAAgAAAA=\n";
    assert_eq!(good("decode --from base64 --multiline", base64), "7\n8\n");
    let dump = format!("{REPEATED}\n02000000\n07000000\n");
    assert!(good("decode --from hex --multiline", dump).ends_with("\n7\n"));
    assert_eq!(
        run("decode --multiline", "").error(),
        "--multiline needs --from hex or base64: raw input is not read in lines"
    );
}

/// 64 digits of base64 are 48 bytes, which can be a value.
#[test]
fn a_value_of_64_digits_is_one_line() {
    let value = "BAAAACgAAAAwMTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5";
    assert_eq!(value.len(), 64);
    let text = "\"0123456789012345678901234567890123456789\"\n";
    let input = format!("{value}\n{value}\nAAAAAA==\n");
    assert_eq!(
        good("decode --from base64", input),
        format!("{text}{text}null\n")
    );
}

#[test]
fn faults_have_their_line_and_the_next_value_follows() {
    let value = "00000000: 0200 0000 0700 0000  ........\n";
    for (malformed, line, message) in [
        (
            "00000000: 0200 0000 07zz 0000  ........\n00000008: 0000  ..\n0000000a\n",
            2,
            "expected hex digits, found 'z' at column 23",
        ),
        (
            "00000000: 0200 0000  ....\n00000010: 0700 0000  ....\n00000014: 00  .\n",
            3,
            "expected the offset 0x4, found 0x10; is a line missing? An empty line separates values",
        ),
        (
            "[2, 0, 0,\n0, 256, 0\n]\n",
            3,
            "expected a byte of 0 to 255, found 256 at column 4",
        ),
        (
            "[2, 0,\n\n",
            2,
            "expected the closing bracket of the array, found an empty line or the end of the input",
        ),
        (
            "2, 0\n",
            2,
            "expected pairs of hex digits, found an odd number (1) at column 1; put decimal bytes into brackets: [18, 0]",
        ),
    ] {
        let input = format!("{value}{malformed}{value}");
        let ran = run("decode --from hex", &input);
        assert_eq!(ran.out, "7\n");
        assert_eq!(
            ran.error(),
            format!("standard input: line {line}: {message}")
        );
        let ran = run("decode --from hex --keep-going", &input);
        let lines: Vec<_> = ran.out.lines().collect();
        assert_eq!(lines.len(), 3, "{}", ran.out);
        assert!(lines[1].contains(message), "{}", ran.out);
        assert_eq!(lines[2], "7");
    }
    let wrapped = PRINTED[6].1.replacen('A', "?", 1);
    assert!(bad("decode --from base64", wrapped).contains("found '?' at column"));
}

#[test]
fn values_over_several_lines_are_limited() {
    for (form, text) in PRINTED {
        let length = PLAYER.len();
        let command = format!("decode --from {form} --max-length {length}");
        assert_eq!(good(&command, text), good("decode", PLAYER));
        let command = format!("decode --from {form} --max-length {}", length - 1);
        let error = bad(&command, text);
        assert!(
            error.ends_with("the longest allowed is 319; --max-length allows more"),
            "{error}"
        );
    }
}

#[test]
fn offsets_of_od_grow_and_those_of_old_xxd_have_seven_digits() {
    // A PoolByteArray of 2 MiB of zeros, whose last row has an offset of 8 digits.
    let od = "0000000 14 00 00 00 00 00 20 00 00 00 00 00 00 00 00 00\n\
              0000020 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n\
              *\n\
              10000000 00 00 00 00 00 00 00 00\n\
              10000010\n";
    let decoded = good("decode --from hex", od);
    assert!(
        decoded.starts_with("{\"PoolByteArray\":\"AAAA"),
        "{}",
        &decoded[..40]
    );
    let xxd = "0000000: 0200 0000 0700 0000 0000 0000 0000 0000  ................\n\
               0000010: 0000 0000                                ....\n";
    assert_eq!(good("decode --from hex --engine", xxd), "7\n");
}
