//! Settings of exported games that engines wrote.

use super::file;
use gdvariant::any::AnyRef;
use gdvariant::schema::{LAYOUTS, Layout, layout_named};
use gdvariant::{Engine, Godot3, Godot4, generic, godot3, godot4};
use gdvariant_files::error::{Error, ErrorKind};
use gdvariant_files::{read_settings, write_settings};
use std::io;

fn dictionary(layout: &'static Layout, file: &[u8]) -> io::Result<Vec<u8>> {
    let limit = 1 << 16;
    Ok(read_settings(layout, file, limit)?)
}

fn layout_of<E: Engine>() -> &'static Layout {
    layout_named(E::LAYOUT.name).expect("a layout")
}

fn settings<E: Engine>(file: &[u8]) -> E::Variant {
    let bytes = dictionary(layout_of::<E>(), file).expect("valid settings");
    generic::from_slice::<E, _>(&bytes, gdvariant::DecodeOptions::new()).expect("a Dictionary")
}

/// Reads a file of an engine, and checks that its settings are written as the same bytes.
#[track_caller]
fn written_back<E: Engine>(engine: &str, name: &str) -> E::Variant {
    let bytes = file(engine, name);
    let read = settings::<E>(&bytes);
    let written = write_settings(AnyRef::new::<E>(&read)).expect("a vector");
    assert_eq!(written, bytes, "{engine}");
    read
}

#[test]
fn settings_are_read_and_written_back() {
    let read = written_back::<Godot3>("godot-3.2.3", "project.binary");
    assert_eq!(read["application/config/name"], "Test é");
    assert_eq!(read["mine/nested"], godot3::variant!({"a": [1, 2.5, null]}));
    let read = written_back::<Godot4>("godot-4.6.3", "project.binary");
    assert_eq!(read["application/config/name"], "Test é");
    let vector = gdvariant::Vector2::new(1.0, 2.0);
    assert_eq!(read["mine/vector"], godot4::variant!(vector));
    for engine in ["godot-3.2.3", "godot-3.6.2"] {
        written_back::<Godot3>(engine, "settings-ada.binary");
    }
    written_back::<Godot4>("godot-4.6.3", "settings-ada.binary");
}

/// Checks the first bytes that Pandemonium 5 writes.
#[test]
fn settings_of_pandemonium_are_read() {
    let mut file = file_of(b"name", b"\x04\0\0\0\x03\0\0\0Ada\0");
    file[..4].copy_from_slice(b"ECFP");
    assert_eq!(settings::<Godot3>(&file), godot3::variant!({"name": "Ada"}));
}

#[test]
fn rejects_truncated_files() {
    let bytes = file("godot-4.6.3", "project.binary");
    for length in 0..bytes.len() {
        let error =
            dictionary(layout_of::<Godot4>(), &bytes[..length]).expect_err("a truncated file");
        assert_eq!(
            error.kind(),
            io::ErrorKind::UnexpectedEof,
            "{length}: {error}"
        );
    }
}

/// Returns a file with one setting.
fn file_of(name: &[u8], value: &[u8]) -> Vec<u8> {
    let mut file = b"ECFG\x01\0\0\0".to_vec();
    for part in [name, value] {
        file.extend((part.len() as u32).to_le_bytes());
        file.extend(part);
    }
    file
}

#[test]
fn every_layout_reads_settings() {
    let file = file_of(b"name", b"\x04\0\0\0\x03\0\0\0Ada\0");
    for layout in LAYOUTS {
        let bytes = dictionary(layout, &file).expect("valid settings");
        let decoded = layout.decode(&bytes, gdvariant::DecodeOptions::new());
        let expected = layout.parse(r#"{"name": "Ada"}"#).expect("a Dictionary");
        assert_eq!(decoded, Ok(expected), "{}", layout.name);
    }
}

/// Returns a file with a setting `a` of this value and a setting `bc` of Nil.
fn file_of_two(value: &[u8]) -> Vec<u8> {
    let mut file = file_of(b"a", value);
    file[4] = 2;
    file.extend(&file_of(b"bc", b"\0\0\0\0")[8..]);
    file
}

#[test]
fn bytes_after_a_value_are_ignored_like_in_engines() {
    for value in [&b"\x02\0\0\0\x07\0\0\0rest"[..], b"\x02\0\0\0\x07\0\0\0"] {
        let expected = godot3::variant!({"a": 7, "bc": null});
        assert_eq!(settings::<Godot3>(&file_of_two(value)), expected);
    }
}

#[test]
fn an_invalid_value_does_not_contain_the_next_name() {
    for (value, message) in [
        (&b""[..], "0x0011: a: expected 4 bytes, found 0"),
        (b"\x02\0\0\0", "0x0015: a.value: expected 4 bytes, found 0"),
    ] {
        let file = file_of_two(value);
        let error = dictionary(layout_of::<Godot3>(), &file).expect_err("an invalid value");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert_eq!(error.to_string(), message);
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        let inner = inner.map(Error::kind);
        assert!(matches!(inner, Some(ErrorKind::Setting { name, .. }) if name == "a"));
    }
}

#[test]
fn errors_have_an_offset() {
    let damaged = file_of(b"a\xff", b"\0\0\0\0");
    for (file, message) in [
        (
            &b"GDEC\0\0\0\0"[..],
            r#"0x0000: magic: expected "ECFG", found "GDEC""#,
        ),
        (&damaged, "0x000c: name: expected UTF-8"),
    ] {
        let error = dictionary(layout_of::<Godot3>(), file).expect_err("an invalid file");
        assert_eq!(error.to_string(), message);
    }
    let huge = b"ECFG\xff\xff\xff\xff\xff\xff\xff\xffname";
    let error = dictionary(layout_of::<Godot3>(), huge).expect_err("a hostile length");
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    let inner = inner.map(Error::kind);
    assert!(matches!(
        inner,
        Some(ErrorKind::LongField {
            offset: 8,
            length: 0xffff_ffff,
            ..
        })
    ));
}

#[test]
fn rejects_values_other_than_dictionaries() {
    for (value, message) in [
        (7.into(), "expected a Dictionary of settings"),
        (
            godot3::variant!({7: 1}),
            "expected a String as the name of a setting, found 7",
        ),
    ] {
        let error = write_settings(AnyRef::new::<Godot3>(&value)).expect_err(message);
        assert_eq!(error.to_string(), message);
    }
}
