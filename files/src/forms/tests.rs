//! Tests of the forms of bytes: the bytes of valid lines, and parts of the messages of others.

use super::digits::{decode_base64, format_hex, parse_hex};
use super::literal::Literal;
use super::{Dump, InvalidInput};
use std::io::Read;

type Parse = fn(&[u8], &mut Vec<u8>) -> Result<(), InvalidInput>;

fn parse(parse: Parse, line: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let parsed = parse(line.as_bytes(), &mut bytes);
    parsed.map(|()| bytes).map_err(|fault| fault.message)
}

fn base64(line: &str) -> Result<Vec<u8>, String> {
    parse(decode_base64, line)
}

fn hex(line: &str) -> Result<Vec<u8>, String> {
    parse(parse_hex, line)
}

fn literal(line: &str) -> Result<Vec<u8>, String> {
    parse(|line, bytes| Literal::default().read(line, bytes), line)
}

fn dump(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = Dump::new(text.as_bytes(), 64).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| error.to_string())
}

#[track_caller]
fn assert_rejected(found: &Result<Vec<u8>, String>, text: &str, part: &str) {
    let message = found.as_ref().expect_err(text);
    assert!(message.contains(part), "{text}: {message}");
}

#[test]
fn padding_of_base64_is_optional() {
    for line in ["AQIDBA==", " AQIDBA"] {
        assert_eq!(base64(line), Ok(vec![1, 2, 3, 4]), "{line}");
    }
    let line = "  AAAAü";
    let fault = decode_base64(line.as_bytes(), &mut Vec::new()).expect_err(line);
    assert_eq!(fault.offset, 3);
    assert_rejected(
        &base64(line),
        line,
        "expected base64, found 'ü' at column 7",
    );
}

#[test]
fn dumps_of_every_program_are_parsed() {
    for text in [
        "00000000: 3132 3320 3420 3536 3738 1220            123 4 5678. ",
        "00000000: 31 32 33 20 34 20 35 36 37 38 12 20  123 4 5678. ",
        "00000000: 3132 3320 3420 3536 3738 1220",
        "0000000: 3132 3320 3420 3536  123 4 56\n0000008: 3738 1220            78. ",
        "00000000  31 32 33 20 34 20 35 36  37 38 12 20              |123 4 5678. |\n0000000c",
        "0000   31 32 33 20 34 20 35 36 37 38 12 20               123 4 5678.",
        "0000  31 32 33 20 34 20 35 36  37 38 12 20               123 4 5678.",
        "0000000 31 32 33 20 34 20 35 36\n0000010 37 38 12 20\n0000014\n\n",
        "000000 31 32 33 20 34 20 35 36\n000008 37 38 12 20\n00000c",
    ] {
        assert_eq!(dump(text), Ok(b"123 4 5678\x12 ".to_vec()), "{text}");
    }
    // Characters beside the bytes are not parsed.
    for text in [
        "00000000: 31 32 20 33 34 20 35 36  12 34 56",
        "00000000: 3132 2033 3420 3536            12 34 56",
        "00000000  31 32 20 33 34 20 35 36                           |12 34 56|",
        "0000   31 32 20 33 34 20 35 36                           12 34 56",
    ] {
        assert_eq!(dump(text), Ok(b"12 34 56".to_vec()), "{text}");
    }
    assert_eq!(dump("0000   7c 61 7c   |a|"), Ok(b"|a|".to_vec()));
}

#[test]
fn a_star_repeats_whole_rows() {
    let repeated = |end: &str| format!("000000 01 02\n*\n{end}");
    for (end, bytes) in [
        ("000006 03\n", vec![1, 2, 1, 2, 1, 2, 3]),
        ("000006", vec![1, 2, 1, 2, 1, 2]),
        ("000042", [1, 2].repeat(33)),
    ] {
        assert_eq!(dump(&repeated(end)), Ok(bytes), "{end}");
    }
    for (end, part) in [
        ("000044", "line 3: lines of * stand for more than 64 bytes"),
        (
            "ffffffffffffffff",
            "line 3: expected the offset 0x2 or that of a later row",
        ),
        ("", "the dump ends with a *"),
        ("*", "line 3: expected a row"),
    ] {
        assert_rejected(&dump(&repeated(end)), end, part);
    }
}

#[test]
fn rejects_other_dumps() {
    for (text, start) in [
        ("1200", "1: expected a row"),
        ("12 00 00 00", "1: expected a row"),
        (
            "00000000: 12xx",
            "1: expected 2 or 4 hex digits, found \"12xx\"",
        ),
        (
            "00000000: 12 0000",
            "1: expected 2 or 4 hex digits, found \"0000\"; use",
        ),
        (
            "00000000: 0000 12 00",
            "1: expected 2 or 4 hex digits, found \"00\"",
        ),
        (
            "00000000: 00000012  ....",
            "1: expected 2 or 4 hex digits, found \"00000012\"; use",
        ),
        (
            "00000000: 6f70 0073  pos.",
            "1: expected the characters \"op.s\"",
        ),
        (
            "000000 000022 000000",
            "1: expected 2 hex digits, found \"000022\"; use",
        ),
        (
            "0000000 0012 0000",
            "1: expected 2 hex digits, found \"0012\"; use",
        ),
        ("0000   12  00", "1: expected 2 hex digits, found \"\""),
        ("00000010: 1200", "1: expected the offset 0x0, found 0x10"),
        (
            "00000000: 1200\n00000004: 1200",
            "2: expected the offset 0x2, found 0x4",
        ),
        (
            "00000000: 1200\n00000000: 1200",
            "2: expected the offset 0x2, found 0x0",
        ),
        ("00000000: 1200\n0002   12 00", "2: expected a row"),
        ("0000000 12\n0000001\n0000001 12", "3: expected the end"),
        (
            "0000000 12 00 00 00 00 00 00 00\n0000008 12",
            "2: expected an offset",
        ),
    ] {
        assert_rejected(&dump(text), text, &format!("line {start}"));
    }
}

#[test]
fn hex_has_one_separator() {
    for line in [
        "120000ff",
        "0x120000ff",
        "12 00 00 FF",
        "1200 00ff",
        "12:00:00:ff",
        "12,00,00,ff",
        "12\t00\t00\tff",
        "0x12, 0x00, 0x00, 0xff",
        "0x12 0x00 0x00 0xff",
    ] {
        assert_eq!(hex(line), Ok(vec![0x12, 0, 0, 0xff]), "{line}");
    }
    for (line, part) in [
        ("1200 0", "even number of hex digits, found 1"),
        ("12  00", "' ' at column 4"),
        ("12 00:00", "' ' at column 3"),
        ("0x12, 0x", "'x' at column 8"),
        ("0x00000012, 0x00000009", "'x' at column 14"),
        ("00000000: 00000012 00000001", "' ' at column 10"),
        ("000000 000022 000000", "the line starts with 6 digits"),
        ("0000000 0012 0000", "even number of hex digits, found 7"),
    ] {
        assert_rejected(&hex(line), line, part);
    }
    let bytes: Vec<u8> = (0..=255).collect();
    let text = String::from_utf8(format_hex(&bytes)).expect("digits");
    assert_eq!(hex(&text), Ok(bytes));
}

#[test]
fn literals_of_engines_and_languages_are_parsed() {
    for line in [
        "[18, 0, 97]",
        "  [18,0,97,],",
        "{ 0x12, 0x0, 0x61 };",
        "PoolByteArray( 18, 0, 97 )",
        "PackedByteArray(18, 0, 97)",
        "unsigned char a[] = { 0x12, 0x00, 0x61 };",
        "var bytes = PackedByteArray([18, 0, 97])",
        r"b'\x12\x00a'",
        r"data = bytearray(b'\x12\x00a')",
        r#"const char *s = "\x12\0a";"#,
        r"\x12\x00\x61",
        r"\x12\x00a",
        "<Buffer 12 00 61>",
        "ArrayBuffer { [Uint8Contents]: <12 00 61>, byteLength: 3 }",
        r#"{"type":"Buffer","data":[18,0,97]}"#,
        "Uint8Array(3) [ 18, 0, 97 ]",
        "[]byte{0x12, 0x0, 0x61}",
        "[3]byte{18, 0, 97}",
        "let a: Vec<u8> = vec![18u8, 0, 97];",
        "char packet[] = { /* Packet 12 */ 0x12, 0x00, 0x61 };",
        "array('B', [18, 0, 97])",
        "received: [18, 0, 97]",
        "18,0,97",
        "18 0 97",
    ] {
        assert_eq!(literal(line), Ok(vec![18, 0, 97]), "{line}");
    }
    for line in ["[-1, 0, -128]", "new byte[] {(byte) 0xff, 0, (byte) 0x80}"] {
        assert_eq!(literal(line), Ok(vec![255, 0, 128]), "{line}");
    }
    assert_eq!(literal("[]"), Ok(vec![]));
    assert_eq!(literal(r#"b"=\"\\\t\r\n'""#), Ok(b"=\"\\\t\r\n'".to_vec()));
}

#[test]
fn rejects_other_literals() {
    for (line, part) in [
        ("[256]", "a byte from 0 to 255, found 256 at column 2"),
        ("[0, -129]", "found -129 at column 5"),
        ("Uint8Array(3) [ 18, 0 ]", "3 bytes, found 2"),
        (
            "<Buffer 12 00 ... 50 more bytes>",
            "all bytes, found '.' at column 15",
        ),
        ("[12, 00]", "found 00 at column 6"),
        ("[1] [2]", "the end of the line, found '[' at column 5"),
        (
            "Color(1, 0, 0)",
            "an array, a string or escapes, found 'C' at column 1",
        ),
        (r"r'\x12'", "found 'r' at column 1"),
        (r"\x1", r"an escape such as \x12, found '\\' at column 1"),
        (r"\012", r"found '\\' at column 1"),
        ("b'é'", "found 'é' at column 3"),
        (
            "b'a",
            "a closing quote, found the end of the line at column 4",
        ),
        ("'a' b", "found '\\'' at column 1"),
    ] {
        assert_rejected(&literal(line), line, part);
    }
}
