//! Tests of each form of bytes.

mod base64 {
    use crate::forms::digits::decode_base64 as read;

    #[test]
    fn padding_is_optional() {
        for line in ["AQIDBA==", " AQIDBA"] {
            let mut bytes = Vec::new();
            assert!(read(line.as_bytes(), &mut bytes).is_ok(), "{line}");
            assert_eq!(bytes, [1, 2, 3, 4]);
        }
    }

    #[test]
    fn a_fault_has_its_column_and_the_bytes_before_it() {
        let fault = read("  AAAAü".as_bytes(), &mut Vec::new()).expect_err("no base64");
        assert_eq!(fault.offset, 3);
        assert_eq!(fault.message, "expected base64, found 'ü' at column 7");
    }
}

mod dump {
    use crate::forms::Dump;
    use std::io::Read;

    fn parse(text: &str) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = Dump::new(text.as_bytes(), 64).read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_of_every_program_are_parsed() {
        for text in [
            "00000000: 3132 3320 3420 3536 3738 1220            123 4 5678. ",
            "00000000: 3132 3320 3420 3536 3738 1220            123 4 5678.",
            "00000000: 31 32 33 20 34 20 35 36 37 38 12 20  123 4 5678. ",
            "00000000: 3132 3320 3420 3536 3738 1220",
            "0000000: 3132 3320 3420 3536  123 4 56\n0000008: 3738 1220            78. ",
            "00000000  31 32 33 20 34 20 35 36  37 38 12 20              |123 4 5678. |\n0000000c",
            "0000   31 32 33 20 34 20 35 36 37 38 12 20               123 4 5678.",
            "0000  31 32 33 20 34 20 35 36  37 38 12 20               123 4 5678.",
            "0000   31 32 33 20 34 20 35 36 37 38 12 20",
            "0000000 31 32 33 20 34 20 35 36\n0000010 37 38 12 20\n0000014\n\n",
            "000000 31 32 33 20 34 20 35 36\n000008 37 38 12 20\n00000c",
        ] {
            assert_eq!(parse(text), Ok(b"123 4 5678\x12 ".to_vec()), "{text}");
        }
    }

    #[test]
    fn characters_beside_the_bytes_are_not_parsed() {
        for text in [
            "00000000: 31 32 20 33 34 20 35 36  12 34 56",
            "00000000: 3132 2033 3420 3536            12 34 56",
            "00000000  31 32 20 33 34 20 35 36                           |12 34 56|",
            "0000   31 32 20 33 34 20 35 36                           12 34 56",
        ] {
            assert_eq!(parse(text), Ok(b"12 34 56".to_vec()), "{text}");
        }
        let bars = "0000   7c 61 7c   |a|";
        assert_eq!(parse(bars), Ok(b"|a|".to_vec()));
    }

    #[test]
    fn a_star_repeats_whole_rows() {
        let repeated = |end: &str| format!("000000 01 02\n*\n{end}");
        assert_eq!(
            parse(&repeated("000006 03\n")),
            Ok(vec![1, 2, 1, 2, 1, 2, 3])
        );
        assert_eq!(parse(&repeated("000006")), Ok(vec![1, 2, 1, 2, 1, 2]));
        assert_eq!(parse(&repeated("000042")).map(|it| it.len()), Ok(66));
        for (end, message) in [
            ("000044", "line 3: lines of * stand for more than 64 bytes"),
            (
                "ffffffffffffffff",
                "line 3: expected the offset 0x2 or that of a later row, found 0xffffffffffffffff; check for missing lines",
            ),
            (
                "",
                "the dump ends with a *; include the next line with its offset",
            ),
            (
                "*",
                "line 3: expected a row of xxd, hexdump -C, od -t x1 or Wireshark, found \"*\"",
            ),
        ] {
            assert_eq!(parse(&repeated(end)), Err(message.into()), "{end}");
        }
    }

    #[test]
    fn rejects_other_texts() {
        let row = "expected a row of xxd, hexdump -C, od -t x1 or Wireshark, found ";
        let word = "; use xxd, hexdump -C or od -t x1, because the byte order of words is unknown";
        for (text, message) in [
            ("1200", format!("line 1: {row}\"1200\"")),
            ("*", format!("line 1: {row}\"*\"")),
            ("12 00 00 00", format!("line 1: {row}\"12 00 00 00\"")),
            (
                "00000000: 12xx",
                "line 1: expected 2 or 4 hex digits, found \"12xx\"".into(),
            ),
            (
                "00000000: 12 0000",
                format!("line 1: expected 2 or 4 hex digits, found \"0000\"{word}"),
            ),
            (
                "00000000: 12 00 0",
                "line 1: expected 2 or 4 hex digits, found \"0\"".into(),
            ),
            (
                "00000000: 0000 12 00",
                "line 1: expected 2 or 4 hex digits, found \"00\"".into(),
            ),
            (
                "00000000: 00000012 00000001  ........",
                format!("line 1: expected 2 or 4 hex digits, found \"00000012\"{word}"),
            ),
            (
                "00000000: 6f70 0073  pos.",
                "line 1: expected the characters \"op.s\" of the bytes, found \"pos.\"; delete the characters if the bytes are correct"
                    .into(),
            ),
            (
                "000000 000022 000000",
                format!("line 1: expected 2 hex digits, found \"000022\"{word}"),
            ),
            (
                "0000000 0012 0000",
                format!("line 1: expected 2 hex digits, found \"0012\"{word}"),
            ),
            (
                "0000   12  00",
                "line 1: expected 2 hex digits, found \"\"".into(),
            ),
            (
                "00000010: 1200",
                "line 1: expected the offset 0x0, found 0x10; check for missing lines".into(),
            ),
            (
                "00000000: 1200\n00000004: 1200",
                "line 2: expected the offset 0x2, found 0x4; check for missing lines".into(),
            ),
            (
                "00000000: 1200\n00000000: 1200",
                "line 2: expected the offset 0x2, found 0x0; check for missing lines".into(),
            ),
            (
                "00000000: 1200\n0002   12 00",
                format!("line 2: {row}\"0002   12 00\""),
            ),
            (
                "0000000 12\n0000001\n0000001 12",
                "line 3: expected the end of the dump after its last offset, found \"0000001 12\""
                    .into(),
            ),
            (
                "0000000 12 00 00 00 00 00 00 00\n0000008 12",
                "line 2: expected an offset, found \"0000008\"".into(),
            ),
        ] {
            assert_eq!(parse(text), Err(message), "{text}");
        }
    }
}

mod hex {
    use crate::forms::digits::{format_hex as write, parse_hex as read};

    fn parse(line: &str) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = read(line.as_bytes(), &mut bytes);
        read.map(|()| bytes).map_err(|fault| fault.message)
    }

    #[test]
    fn each_separator_is_accepted() {
        for line in [
            "120000ff",
            "  120000ff",
            "0x120000ff",
            "12 00 00 FF",
            "1200 00ff",
            "12:00:00:ff",
            "12-00-00-FF",
            "12,00,00,ff",
            "12\t00\t00\tff",
            "0x12, 0x00, 0x00, 0xff",
            "0x12 0x00 0x00 0xff",
        ] {
            assert_eq!(parse(line), Ok(vec![0x12, 0, 0, 0xff]), "{line}");
        }
    }

    #[test]
    fn rejects_ambiguous_lines() {
        for (line, message) in [
            ("1200 0", "expected an even number of hex digits, found 1"),
            ("12  00", "expected hex digits, found ' ' at column 4"),
            ("12 00:00", "expected hex digits, found ' ' at column 3"),
            ("12::00", "expected hex digits, found ':' at column 4"),
            ("0x12, 0x", "expected hex digits, found 'x' at column 8"),
            (
                "0x00000012, 0x00000009",
                "expected hex digits, found 'x' at column 14",
            ),
            (
                "00000000: 00000012 00000001",
                "expected hex digits, found ' ' at column 10",
            ),
            (
                "000000 000022 000000",
                "the line starts with 6 digits, but the header of a value has 8",
            ),
            (
                "0000000 0012 0000",
                "expected an even number of hex digits, found 7",
            ),
        ] {
            assert_eq!(parse(line), Err(message.into()), "{line}");
        }
    }

    #[test]
    fn parses_what_it_formats() {
        let bytes: Vec<u8> = (0..=255).collect();
        let text = String::from_utf8(write(&bytes)).expect("digits");
        assert_eq!(parse(&text), Ok(bytes));
    }
}

mod literal {
    use crate::forms::literal::Literal;

    fn parse(line: &str) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = Literal::default().read(line.as_bytes(), &mut bytes);
        read.map(|()| bytes).map_err(|fault| fault.message)
    }

    #[test]
    fn arrays_of_engines_and_languages_are_parsed() {
        for line in [
            "[18, 0, 97]",
            "  [18,0,97,],",
            "[18 0 97]",
            "(18, 0, 97)",
            "{ 0x12, 0x0, 0x61 };",
            "PoolByteArray( 18, 0, 97 )",
            "PackedByteArray(18, 0, 97)",
            "unsigned char a[] = { 0x12, 0x00, 0x61 };",
            "let a: &[u8] = &[18, 0, 97];",
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
            "new byte[3] { 18, 0, 97 }",
            "[]byte{0x12, 0x0, 0x61}",
            "[3]byte{18, 0, 97}",
            "let a: Vec<u8> = vec![18u8, 0, 97];",
            "char packet[] = { /* Packet 12 */ 0x12, 0x00, 0x61 };",
            "array('B', [18, 0, 97])",
            "received: [18, 0, 97]",
            "18,0,97",
            "18 0 97",
        ] {
            assert_eq!(parse(line), Ok(vec![18, 0, 97]), "{line}");
        }
        for line in ["[-1, 0, -128]", "new byte[] {(byte) 0xff, 0, (byte) 0x80}"] {
            assert_eq!(parse(line), Ok(vec![255, 0, 128]), "{line}");
        }
        assert_eq!(parse("[]"), Ok(vec![]));
        assert_eq!(parse(r#"b"=\"\\\t\r\n'""#), Ok(b"=\"\\\t\r\n'".to_vec()));
    }

    #[test]
    fn rejects_other_literals() {
        for (line, message) in [
            (
                "[256]",
                "expected a byte from 0 to 255, found 256 at column 2",
            ),
            (
                "[0, -129]",
                "expected a byte from 0 to 255, found -129 at column 5",
            ),
            ("Uint8Array(3) [ 18, 0 ]", "expected 3 bytes, found 2"),
            (
                "<Buffer 12 00 ... 50 more bytes>",
                "expected all bytes, found '.' at column 15",
            ),
            (
                "[12, 00]",
                "expected a byte from 0 to 255, found 00 at column 6",
            ),
            (
                "[1,,2]",
                "expected a byte from 0 to 255, found ',' at column 4",
            ),
            (
                "[1] [2]",
                "expected the end of the line, found '[' at column 5",
            ),
            (
                "Color(1, 0, 0)",
                "expected an array, a string or escapes, found 'C' at column 1",
            ),
            (
                "12000000",
                "expected an array, a string or escapes, found '1' at column 1",
            ),
            (
                r"r'\x12'",
                "expected an array, a string or escapes, found 'r' at column 1",
            ),
            (
                r"\x1",
                r"expected an escape such as \x12, found '\\' at column 1",
            ),
            (
                r"\x12\xg0",
                r"expected an escape such as \x12, found '\\' at column 5",
            ),
            (
                r"\012",
                r"expected an escape such as \x12, found '\\' at column 1",
            ),
            (
                "b'é'",
                r"expected an escape such as \x12, found 'é' at column 3",
            ),
            (
                "b'a",
                "expected a closing quote, found the end of the line at column 4",
            ),
            (
                "'a' b",
                "expected an array, a string or escapes, found '\\'' at column 1",
            ),
        ] {
            assert_eq!(parse(line), Err(message.into()), "{line}");
        }
    }
}
