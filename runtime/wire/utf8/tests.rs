use super::*;
use alloc::vec;

fn engine(bytes: &[u8]) -> Option<String> {
    as_engine(bytes, true).ok().map(Cow::into_owned)
}

#[test]
fn accepts_the_overlong_forms_that_godot_accepts() {
    // As measured in Godot 3.2.3.
    assert_eq!(engine(b"\xe0\x81\x90").as_deref(), Some("P"));
    assert_eq!(engine(b"\xe0\x80\x90").as_deref(), Some("\u{10}"));
    assert_eq!(engine(b"\xf0\x80\x88\x80").as_deref(), Some("\u{200}"));
    for rejected in [
        &b"\xc0\x80"[..],
        b"\xc1\xbf",
        b"\xe0\x80\x8f",
        b"\xf0\x80\x87\xbf",
        b"\x80",
        b"\xfe",
        b"\xff",
        b"\xe2\x82",
    ] {
        assert_eq!(engine(rejected), None, "{rejected:x?}");
    }
    assert!(as_engine(b"\xe0\x81\x90", false).is_err());
}

#[test]
fn rejects_sequences_that_no_char_represents() {
    for rejected in [
        &b"\xed\xa0\x80"[..],
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xfc\x84\x80\x80\x80\x80",
    ] {
        assert_eq!(engine(rejected), None, "{rejected:x?}");
    }
}

#[test]
fn strings_end_at_a_nul_and_lose_a_byte_order_mark() {
    assert_eq!(engine(b"ab\0\xff").as_deref(), Some("ab"));
    assert_eq!(engine("\u{feff}ab".as_bytes()).as_deref(), Some("ab"));
    assert_eq!(engine("\u{feff}".as_bytes()).as_deref(), Some(""));
}

#[test]
fn plain_ascii_is_checked_at_every_offset() {
    for length in 0..70 {
        let mut bytes = vec![b'\x7f'; length];
        assert!(is_plain_ascii(&bytes), "{length}");
        for at in 0..length {
            for other in [0, 0x80, 0xff] {
                bytes[at] = other;
                assert!(!is_plain_ascii(&bytes), "{length}, {at}, {other}");
            }
            bytes[at] = 1;
            assert!(is_plain_ascii(&bytes), "{length}, {at}");
        }
    }
}

#[test]
fn finds_a_nul_at_every_offset() {
    for length in 0..70 {
        let mut bytes = vec![b'a'; length];
        assert_eq!(
            nul_in(core::str::from_utf8(&bytes).unwrap()),
            None,
            "{length}"
        );
        for at in 0..length {
            bytes[at] = 0;
            assert_eq!(
                nul_in(core::str::from_utf8(&bytes).unwrap()),
                Some(at),
                "{length}"
            );
            assert_eq!(plain(&bytes), None, "{length}, {at}");
            bytes[at] = b'a';
        }
    }
}

#[test]
fn errors_point_at_the_invalid_byte() {
    assert!(strict(b"ab\xff").is_err_and(|error| error.with_base_offset(8).offset() == 10));
    assert!(strict(b"ab\0c").is_err_and(|error| error.with_base_offset(8).offset() == 10));
    assert!(
        as_engine(b"\xef\xbb\xbfab\xff", true)
            .is_err_and(|error| error.with_base_offset(8).offset() == 13)
    );
}
