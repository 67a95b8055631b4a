//! The bytes that engines wrote: decoding returns the value, and encoding the value returns the
//! bytes.

use crate::common::{Tagged, TestLayout, bytes, decode, encode, hex, lines};
use gdvariant::Pandemonium3;
use gdvariant::{DecodeOptions, EncodeOptions, generic};
use serde_json::Value as Json;

/// Checks one line: the value of its bytes, and the bytes of its value.
fn check<E: TestLayout>(line: &Json) {
    let id = &line["id"];
    let value = E::from_tag(&line["value"]);
    let canonical = bytes(line["hex"].as_str().expect("hex"));
    for key in ["hex", "engine_hex"] {
        let Some(input) = line[key].as_str() else {
            continue;
        };
        let decoded = decode::<E>(&bytes(input)).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(E::to_tag(&decoded), line["value"], "{id}: {input}");
    }
    assert_eq!(hex(&encode::<E>(&value)), hex(&canonical), "{id}");
    let length = generic::encoded_len::<E, _>(&value, EncodeOptions::new());
    assert_eq!(length, Ok(canonical.len()), "{id}");
    let mut appended = vec![0xaa; 3];
    generic::encode_into::<E, _>(&value, &mut appended, EncodeOptions::new()).expect("a value");
    assert_eq!(appended, [&[0xaa; 3], &*canonical].concat(), "{id}");

    let mut written = Vec::new();
    generic::to_writer::<E, _>(&mut written, &value, EncodeOptions::new()).expect("a value");
    assert_eq!(written, canonical, "{id}");
    let options = DecodeOptions::new().allow_objects(true);
    let read: E::Variant = generic::from_reader::<E, _>(&*canonical, options).expect("a value");
    assert_eq!(read.to_tag(), value.to_tag(), "{id}");
    let followed = [&canonical[..], &[1, 2, 3]].concat();
    let prefix = generic::from_slice_prefix::<E, E::Variant>(&followed, options);
    let (read, length) = prefix.expect("a value before other bytes");
    assert_eq!(
        (read.to_tag(), length),
        (value.to_tag(), canonical.len()),
        "{id}"
    );
}

/// Checks a file, and the number of its lines, and of those with an engine's padding.
fn check_all<E: TestLayout>(file: &str, count: usize, from_engines: usize) {
    let lines = lines(file);
    let padded = lines.iter().filter(|line| line.get("engine_hex").is_some());
    assert_eq!((lines.len(), padded.count()), (count, from_engines));
    lines.iter().for_each(check::<E>);
}

#[test]
fn godot3() {
    check_all::<gdvariant::Godot3>("vectors/godot3.jsonl", 714, 12);
}

#[test]
fn godot4() {
    check_all::<gdvariant::Godot4>("vectors/godot4.jsonl", 832, 0);
}

#[test]
fn pandemonium() {
    check_all::<gdvariant::Pandemonium>("vectors/pandemonium.jsonl", 731, 8);
}

#[test]
fn pandemonium5() {
    check_all::<gdvariant::Pandemonium5>("vectors/pandemonium5.jsonl", 460, 4);
}

/// Returns the bytes with the type numbers of Pandemonium 3; `None` if Pandemonium 3 lacks a type.
fn renumbered(input: &[u8]) -> Option<Vec<u8>> {
    use gdvariant::inspect::RowKind;
    use gdvariant::{Engine, Pandemonium};

    let (mut bytes, mut has_all) = (input.to_vec(), true);
    let options = DecodeOptions::new().allow_objects(true);
    Pandemonium::LAYOUT
        .inspect(input, options, |row| {
            if row.kind == RowKind::Header {
                match Pandemonium3::LAYOUT.number_of(row.ty.kind) {
                    Some(number) => bytes[row.offset] = number,
                    None => has_all = false,
                }
            }
        })
        .expect("a vector can be inspected");
    has_all.then_some(bytes)
}

/// Checks vectors of Pandemonium 4 with the numbers of Pandemonium 3, which has no vectors.
#[test]
fn pandemonium3() {
    let mut checked = 0;
    for mut line in lines("vectors/pandemonium.jsonl") {
        let mut has_all = true;
        for key in ["hex", "engine_hex"] {
            let Some(digits) = line[key].as_str() else {
                continue;
            };
            match renumbered(&bytes(digits)) {
                Some(bytes) => line[key] = hex(&bytes).into(),
                None => has_all = false,
            }
        }
        if !has_all {
            continue;
        }
        // Only this type has another name in Pandemonium 3.
        let value = line["value"]
            .to_string()
            .replace("\"Quaternion\"", "\"Quat\"");
        line["value"] = serde_json::from_str(&value).expect("JSON");
        check::<Pandemonium3>(&line);
        checked += 1;
    }
    assert!(checked >= 500, "{checked} vectors of shared types");
}
