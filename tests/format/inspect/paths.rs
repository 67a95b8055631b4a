//! The paths of rows.

use super::OPTIONS;
use crate::common::{bytes as bytes_of, vector_inputs};
use gdvariant::inspect::{RowKind, RowPath};
use gdvariant::table::Length;
use gdvariant::{DecodeErrorKind, DecodeOptions, Engine, Godot3, Pandemonium, Path, Segment};

/// Checks that an input truncated within a field of fixed length is rejected with the path of the
/// field's row.
#[test]
fn rows_have_the_paths_of_errors() {
    for input in vector_inputs::<Godot3>() {
        let mut rows = Vec::new();
        Godot3::LAYOUT
            .inspect(&input, OPTIONS[1], |row| {
                let is_fixed = row.field.length != Length::Counted
                    && row.bytes.len() == row.field.fixed_length();
                if row.kind == RowKind::Field && is_fixed {
                    rows.push((row.offset, row.path.to_path(), row.field));
                }
            })
            .expect("a vector");
        for (offset, path, field) in rows {
            let error = Godot3::LAYOUT
                .inspect(&input[..=offset], OPTIONS[1], |_| {})
                .unwrap_err();
            let is_cut = matches!(error.kind(), DecodeErrorKind::UnexpectedEnd { .. });
            if is_cut && field.fixed_length() > 1 {
                let segments = path.segments().cloned();
                let expected: Path = segments.chain([Segment::Field(field.name)]).collect();
                assert_eq!(*error.path(), expected);
            }
        }
    }
}

/// Checks that a long key that is not a string is shown by its index.
#[test]
fn shows_long_keys_by_their_index() {
    use gdvariant::godot3::{Dictionary, Variant, to_vec};
    let mut dictionary = Dictionary::default();
    dictionary.insert("k".repeat(100), Variant::Nil);
    dictionary.insert(Variant::PackedByteArray(vec![1, 2]), Variant::Nil);
    dictionary.insert(Variant::PackedByteArray(vec![0; 1000]), Variant::Nil);
    let bytes = to_vec(&Variant::from(dictionary)).expect("a value");
    let mut paths = Vec::new();
    let mut keep = |path: RowPath<'_>| paths.push(path.to_string());
    Godot3::LAYOUT
        .inspect(&bytes, DecodeOptions::new(), |row| keep(row.path))
        .expect("a value");
    paths.dedup();
    paths.retain(|path| !path.starts_with("key("));
    let cut = format!("[\"{}…\"]", "k".repeat(48));
    assert_eq!(paths, ["", &cut, "[PackedByteArray(1, 2)]", "value(2)"]);
}

/// Checks that the tail of a path is the end of its text, for every kind of row.
#[test]
fn the_tail_is_the_end_of_the_path() {
    for input in vector_inputs::<Godot3>() {
        let nested = [bytes_of("13000000 01000000").repeat(3), input].concat();
        Godot3::LAYOUT
            .inspect(&nested, OPTIONS[1], |row| {
                let (path, text) = (row.path, row.path.to_string());
                let count = path.to_path().segments().len();
                for segments in 0..=count {
                    let tail = path.tail(segments).to_string();
                    assert!(text.ends_with(&tail), "{text} {tail}");
                    // Segments except for the first have at least two characters.
                    assert!(tail.len() >= 2 * segments, "{text} {tail}");
                }
                assert_eq!(path.tail(count).to_string(), text);
            })
            .expect("a vector");
    }
}

/// Checks that rows with the same id have the same path.
#[test]
fn equal_ids_have_equal_paths() {
    for input in vector_inputs::<Pandemonium>() {
        let nested = [bytes_of("13000000 02000000"), input.repeat(2)].concat();
        let mut places = Vec::new();
        // Some engines omit padding, so the second value can be invalid.
        let _ = Pandemonium::LAYOUT.inspect(&nested, OPTIONS[1], |row| {
            places.push((row.path.id(), row.path.to_string()));
        });
        for (index, (id, path)) in places.iter().enumerate() {
            let mut others = places[..index].iter();
            let same = others.find(|(other, _)| other == id);
            assert!(same.is_none_or(|(_, other)| other == path), "{path}");
        }
        let changes = places.windows(2).filter(|pair| pair[0].0 != pair[1].0);
        assert!(changes.count() < places.len() / 2 + 1, "{places:?}");
    }
}

/// Checks the number of segments that each row has in common with the preceding row.
#[test]
fn counts_common_segments() {
    let mut compared = 0;
    for input in vector_inputs::<Godot3>() {
        let nested = [bytes_of("13000000 01000000"), input].concat();
        let mut paths = Vec::new();
        Godot3::LAYOUT
            .inspect(&nested, OPTIONS[1], |row| paths.push(row.path.to_string()))
            .expect("a vector");
        paths.dedup();
        for text in &paths {
            // Truncated keys cannot be parsed, and a range of elements is not the path of a value.
            let Ok(path) = text.parse::<Path>() else {
                continue;
            };
            if text.contains("..") {
                continue;
            }
            Godot3::LAYOUT
                .inspect(&nested, OPTIONS[1], |row| {
                    let shown = row.path.to_string();
                    let rest = shown.strip_prefix(text.as_str());
                    let is_below =
                        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
                    let common = row.path.common_segments(&path);
                    assert!(common <= path.segments().len(), "{shown} {text}");
                    let is_whole = common == path.segments().len();
                    assert_eq!(is_whole, is_below, "{shown} {text}");
                    compared += 1;
                })
                .expect("a vector");
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn paths_name_keys_that_only_lenient_decoding_accepts() {
    // A String key of 300 bytes with an unknown flag, and an int.
    let head = bytes_of("12000000 01000000 04001000 2c010000");
    let input = [head, vec![b'k'; 300], bytes_of("02000000 07000000")].concat();
    let mut last = String::new();
    Godot3::LAYOUT
        .inspect(&input, DecodeOptions::engine(), |row| {
            last = row.path.to_string();
        })
        .expect("a Dictionary");
    assert!(last.contains("kkk"), "{last}");
}

#[test]
fn a_byte_is_in_the_row_of_its_range() {
    let bytes = gdvariant::godot3::to_vec(&gdvariant::Packed(vec![7_u8; 40])).expect("an array");
    let path: Path = "[17]".parse().expect("a path");
    let mut rows = Vec::new();
    Godot3::LAYOUT
        .inspect(&bytes, OPTIONS[1], |row| {
            if row.path.common_segments(&path) == 1 {
                rows.push(format!("{:?}", row.path));
            }
        })
        .expect("an array");
    assert_eq!(rows, ["RowPath([16..32])"]);
}
