//! The bytes that engines wrote, both ways: decoding gives the value, encoding gives the bytes.
#![cfg(feature = "std")]

mod common;

use common::{Tagged, Tested, bytes, decode, hex, lines};
use gdvariant::generic;
use serde_json::Value as Json;

/// Checks one line, and says what is wrong with it.
fn check<L: Tested>(line: &Json) -> Result<(), String> {
    let value = L::Variant::from_tag(&line["value"]);
    let canonical = bytes(line["hex"].as_str().ok_or("no hex")?);
    for input in ["hex", "engine_hex"]
        .iter()
        .filter_map(|key| line[key].as_str())
    {
        let decoded = decode::<L>(&bytes(input)).map_err(|error| format!("{input}: {error}"))?;
        if decoded.to_tag() != line["value"] {
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
    let mut behind = vec![0xaa; 3];
    generic::encode_into::<L, _>(&value, &mut behind).map_err(|error| error.to_string())?;
    if behind != [&[0xaa; 3], &*canonical].concat() {
        return Err(format!("encode_into gives {}", hex(&behind)));
    }
    through_io::<L>(&value, &canonical)
}

/// The reader and the writer of `std::io` agree with the slices.
fn through_io<L: Tested>(value: &L::Variant, canonical: &[u8]) -> Result<(), String> {
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
    let behind = [canonical, &[1, 2, 3]].concat();
    let (read, length) = generic::from_slice_prefix::<L, L::Variant>(&behind, options)
        .map_err(|error| error.to_string())?;
    if read.to_tag() != value.to_tag() || length != canonical.len() {
        return Err(format!(
            "from_slice_prefix gives {read:?} of {length} bytes"
        ));
    }
    Ok(())
}

fn check_all<L: Tested>(file: &str, count: usize, from_engines: usize) {
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

#[cfg(feature = "pandemonium")]
#[test]
fn pandemonium() {
    check_all::<gdvariant::Pandemonium>("vectors/pandemonium.jsonl", 731, 8);
}
