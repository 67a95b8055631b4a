//! The bytes that engines wrote: decoding returns the value, and encoding the value returns the
//! bytes.
#![cfg(feature = "std")]

use crate::common::{Tagged, TestLayout, bytes, decode, hex, lines};
use gdvariant::generic;
use serde_json::Value as Json;

/// Checks one line, and returns an error that describes the difference.
fn check<L: TestLayout>(line: &Json) -> Result<(), String> {
    let value = L::from_tag(&line["value"]);
    let canonical = bytes(line["hex"].as_str().ok_or("no hex")?);
    for input in ["hex", "engine_hex"]
        .iter()
        .filter_map(|key| line[key].as_str())
    {
        let decoded = decode::<L>(&bytes(input)).map_err(|error| format!("{input}: {error}"))?;
        if L::to_tag(&decoded) != line["value"] {
            return Err(format!("{input} decodes to {decoded:?}"));
        }
    }
    let encoded = generic::to_vec::<L, _>(&value).map_err(|error| error.to_string())?;
    if encoded != canonical {
        return Err(format!("encodes to {}", hex(&encoded)));
    }
    let length = generic::encoded_len::<L, _>(&value).map_err(|error| error.to_string())?;
    if length != canonical.len() {
        return Err(format!("a length of {length}"));
    }
    let mut appended = vec![0xaa; 3];
    generic::encode_into::<L, _>(&value, &mut appended).map_err(|error| error.to_string())?;
    if appended != [&[0xaa; 3], &*canonical].concat() {
        return Err(format!("encode_into gives {}", hex(&appended)));
    }
    through_io::<L>(&value, &canonical)
}

/// Checks that decoding from a reader and encoding to a writer agree with slices.
fn through_io<L: TestLayout>(value: &L::Variant, canonical: &[u8]) -> Result<(), String> {
    let mut written = Vec::new();
    generic::to_writer::<L, _>(&mut written, value).map_err(|error| error.to_string())?;
    if written != canonical {
        return Err(format!("to_writer gives {}", hex(&written)));
    }
    let options = gdvariant::DecodeOptions::new().allow_objects(true);
    let read: L::Variant =
        generic::from_reader::<L, _>(canonical, options).map_err(|error| error.to_string())?;
    if read.to_tag() != value.to_tag() {
        return Err(format!("from_reader gives {read:?}"));
    }
    let followed = [canonical, &[1, 2, 3]].concat();
    let (read, length) = generic::from_slice_prefix::<L, L::Variant>(&followed, options)
        .map_err(|error| error.to_string())?;
    if read.to_tag() != value.to_tag() || length != canonical.len() {
        return Err(format!(
            "from_slice_prefix gives {read:?} of {length} bytes"
        ));
    }
    Ok(())
}

fn check_all<L: TestLayout>(file: &str, count: usize, from_engines: usize) {
    let lines = lines(file);
    assert_eq!(lines.len(), count);
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.get("engine_hex").is_some())
            .count(),
        from_engines,
        "lines with an engine's padding"
    );
    let wrong: Vec<String> = lines
        .iter()
        .filter_map(|line| {
            check::<L>(line)
                .err()
                .map(|error| format!("{}: {error}", line["id"].as_str().unwrap_or("no id")))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[cfg(feature = "godot3")]
#[test]
fn godot3() {
    check_all::<gdvariant::Godot3>("vectors/godot3.jsonl", 714, 12);
}

#[cfg(feature = "godot4")]
#[test]
fn godot4() {
    check_all::<gdvariant::Godot4>("vectors/godot4.jsonl", 832, 0);
}

#[cfg(feature = "pandemonium")]
#[test]
fn pandemonium() {
    check_all::<gdvariant::Pandemonium>("vectors/pandemonium.jsonl", 731, 8);
}

#[cfg(feature = "pandemonium5")]
#[test]
fn pandemonium5() {
    check_all::<gdvariant::Pandemonium5>("vectors/pandemonium5.jsonl", 460, 4);
}

/// Returns the bytes with the type numbers of Pandemonium 3; `None` if Pandemonium 3 lacks a type.
#[cfg(all(feature = "pandemonium", feature = "pandemonium3"))]
fn renumbered(input: &[u8]) -> Option<Vec<u8>> {
    use gdvariant::inspect::{RowKind, inspect};
    use gdvariant::{DecodeOptions, Layout, Pandemonium, Pandemonium3};

    let (mut bytes, mut has_all) = (input.to_vec(), true);
    let options = DecodeOptions::new().allow_objects(true);
    inspect::<Pandemonium>(input, options, |row| {
        if row.kind == RowKind::Header {
            match Pandemonium3::number_of(row.ty.kind) {
                Some(number) => bytes[row.offset] = number,
                None => has_all = false,
            }
        }
    })
    .expect("a vector can be inspected");
    has_all.then_some(bytes)
}

/// Checks vectors of Pandemonium 4 with the numbers of Pandemonium 3, which has no vectors.
#[cfg(all(feature = "pandemonium", feature = "pandemonium3"))]
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
        let input = bytes(line["hex"].as_str().expect("hex"));
        let mut named = 0;
        let options = gdvariant::DecodeOptions::new().allow_objects(true);
        gdvariant::inspect::inspect::<gdvariant::Pandemonium3>(&input, options, |row| {
            named += row.bytes.len();
        })
        .expect("a vector can be inspected");
        assert_eq!(named, input.len(), "{}: bytes without a name", line["id"]);
        check::<gdvariant::Pandemonium3>(&line)
            .unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
        checked += 1;
    }
    assert!(checked >= 500, "{checked} vectors of shared types");
}
