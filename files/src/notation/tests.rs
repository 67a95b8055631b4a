//! Tests of the forms of bytes: the bytes of valid lines, and parts of the messages of others.

use super::{Lines, MAX_LENGTH, Notation, write};

/// Returns the bytes of the first value in `text`, or the line and message of its fault.
fn read(form: Notation, text: &str) -> Result<Vec<u8>, String> {
    let value = Lines::new(form, MAX_LENGTH, text.as_bytes()).next_value();
    let value = value.expect("text in memory").expect("a value");
    let message = |fault| format!("line {}: {fault}", value.line);
    value.bytes.map_err(|fault| message(fault.kind))
}

fn base64(text: &str) -> Result<Vec<u8>, String> {
    read(Notation::Base64, text)
}

fn hex(text: &str) -> Result<Vec<u8>, String> {
    read(Notation::Hex, text)
}

fn literal(text: &str) -> Result<Vec<u8>, String> {
    read(Notation::Bytes, text)
}

fn dump(text: &str) -> Result<Vec<u8>, String> {
    read(Notation::Dump, text)
}

#[track_caller]
fn assert_rejected(found: &Result<Vec<u8>, String>, text: &str, part: &str) {
    let message = found.as_ref().expect_err(text);
    assert!(message.contains(part), "{text}: {message}");
}

#[test]
fn padding_and_alphabet_of_base64_vary() {
    for line in ["+/+/BA==", " +/+/BA", "-_-_BA", "%2B%2F%2B%2FBA%3D%3D"] {
        assert_eq!(base64(line), Ok(vec![0xfb, 0xff, 0xbf, 4]), "{line}");
    }
    for (line, part) in [
        ("  AAAAü", "expected base64, found \"ü\" at column 7"),
        ("AAAAA", "expected base64, found the end at column 6"),
        ("AAAA AAAA", "expected base64, found \" \" at column 5"),
    ] {
        assert_rejected(&base64(line), line, part);
    }
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
        "0000000: 3132 3320 3420 3536  123 4 56\n\n  0000008: 3738 1220            78. \n000c\n",
        "000000 31 32 33 20 34 20 35 36\n000008 37 38 12 20\n00000c",
        "\t0x0000:  3132 3320 3420 3536  123.4.56\n\t0x0008:  3738 1220            78..",
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
fn rejects_other_dumps() {
    let row = "an offset and bytes";
    let offset = "the offset 0x";
    let bytes = "bytes of 2 hex digits and their characters";
    for (line, text, expected) in [
        (1, "1200", offset),
        (1, "12 00 00 00", row),
        (1, "0000 12 00 00 00", row),
        (1, "00000000: 12xx", bytes),
        (1, "00000000: 12 0000", bytes),
        (1, "00000000: 0000 12 00", bytes),
        (1, "00000000: 00000012  ....", bytes),
        (1, "00000000: 6f70 0073  pos.", bytes),
        (1, "00000000: 3132 2033  61 62", bytes),
        (1, "000000 000022 000000", bytes),
        (1, "0000000 0012 0000", bytes),
        (1, "0000   12  00", bytes),
        (1, "00000010: 1200", offset),
        (2, "00000000: 1200\n00000004: 1200", offset),
        (2, "00000000: 1200\n00000000: 1200", offset),
        // The offsets of od are octal.
        (2, "0000000 12 00 00 00 00 00 00 00\n0000010 12", offset),
        (3, "000000 01 02\n\n*\n000006 03", "all rows"),
    ] {
        assert_rejected(&dump(text), text, &format!("line {line}: expected "));
        assert_rejected(&dump(text), text, expected);
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
        r"\x120000ff",
        "X'120000FF'",
        "x'120000ff';",
    ] {
        assert_eq!(hex(line), Ok(vec![0x12, 0, 0, 0xff]), "{line}");
    }
    for (line, part) in [
        ("1200 0", "pairs of hex digits, found \"0\" at column 6"),
        ("12  00", "found \" \" at column 3"),
        ("12 00:00", "found \":\" at column 6"),
        ("0x12, 0x", "found \"0x\" at column 7"),
        (
            "0x00000012, 0x00000009",
            "found \"0x00000009\" at column 13",
        ),
        ("00000000: 00000012 00000001", "found \":\" at column 9"),
        ("1g", "found \"1g\" at column 1"),
    ] {
        assert_rejected(&hex(line), line, part);
    }
    // Offsets before the bytes.
    for line in [
        "000000 000022 000000",
        "0000000 0012 0000",
        "00000000 12 00 00 00",
        "0000 12 00 00 00",
    ] {
        assert_rejected(&hex(line), line, "bytes without an offset");
    }
    let bytes: Vec<u8> = (0..=255).collect();
    let text = String::from_utf8(write(Notation::Hex, &bytes)).expect("digits");
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
        "unsigned char a[3] = {\n  0x12, 0x00,\n  0x61\n};\nunsigned int a_len = 3;",
        "var bytes = PackedByteArray([18, 0, 97])",
        r"b'\x12\x00a'",
        r"\x12\x00\x61",
        r"\x12\x00a",
        "<Buffer 12 00 61>",
        "<Buffer 12 00 61>,",
        "<120061>",
        r#"{"type":"Buffer","data":[18,0,97]}"#,
        "Uint8Array(3) [ 18, 0, 97 ]",
        "[]byte{0x12, 0x0, 0x61}",
        "[3]byte{18, 0, 97}",
        "let a: Vec<u8> = vec![18, 0, 97];",
        "[18 0 97]",
        "18, 0, 97",
        "18 0\t97",
        "<<18, 0, 97>>",
        r#"{"0":18,"1":0,"2":97}"#,
        "{\n  \"0\": 18,\n  \"1\": 0,\n  \"2\": 97\n}",
        "char peer0_0[] = { /* Packet 4 */\n0x12, 0x00, /* */\n0x61 };",
        r"bytearray(b'\x12\x00a')",
        "\"\\x12\\x00\" \\\n\"\\x61\"",
        r#""\u0012\u0000a""#,
        "%12%00a",
    ] {
        assert_eq!(literal(line), Ok(vec![18, 0, 97]), "{line}");
    }
    for line in ["[-1, 0, -128]", "new byte[] {(byte) 0xff, 0, (byte) 0x80}"] {
        assert_eq!(literal(line), Ok(vec![255, 0, 128]), "{line}");
    }
    assert_eq!(literal("[]"), Ok(vec![]));
    assert_eq!(literal("PoolByteArray(  )"), Ok(vec![]));
    let escapes = r#"b"=\"\\\t\r\n'[""#;
    assert_eq!(literal(escapes), Ok(b"=\"\\\t\r\n'[".to_vec()));
}

#[test]
fn rejects_other_literals() {
    let array = "expected an array of bytes such as [18, 0]";
    for (line, part) in [
        ("[256]", "a byte from 0 to 255, found \"256\" at column 2"),
        ("[0, -129]", "a byte from 0 to 255, found"),
        (
            "[2, 0, , 5]",
            "a byte from 0 to 255, found \",\" at column 8",
        ),
        (
            "<Buffer 12 00 ... 50 more bytes>",
            "all bytes, found \".\" at column 15",
        ),
        ("[12, 00]", "found \"00\" at column 6"),
        ("[1] [2]", array),
        ("[[1, 2], [3, 4]]", array),
        ("[Uint8Array(1) [ 1 ], Uint8Array(1) [ 2 ]]", array),
        ("[1, 2] + a", "the end of the array, found \"+\""),
        ("[1, 2].concat()", array),
        (
            "[1, 2,\n3",
            "line 2: expected a closing bracket, found the end",
        ),
        ("[1,\n2, 256,\n3]", "line 2: expected a byte from 0 to 255"),
        ("Color(1, 0, 0)", array),
        ("PackedInt32Array([1, 0, 0])", array),
        ("bytes:Vector3(1, 0, 0)", array),
        ("values: [1, 0, 0]", array),
        (r#"{"1":18,"2":0}"#, "found \"\\\"\" at column 2"),
        ("18, 256", "a byte from 0 to 255, found \"256\" at column 5"),
        // In C, these are one character.
        (r#""\x12a""#, "found \"\\\\\" at column 2"),
        (r"r'\x12'", array),
        (r"\x1", "found \"\\\\\" at column 1"),
        (r"\012", array),
        ("b'é'", "found \"é\" at column 3"),
        ("b'a", "a closing quote"),
        ("b'", "a closing quote"),
        ("b'a' b'b'", "at column 4"),
        (r"b'a\'", "a closing quote"),
    ] {
        assert_rejected(&literal(line), line, part);
    }
}
