//! The inspector: every byte has one row, and it agrees with decoding about what is accepted, what is refused, and where.

#![cfg(all(
    feature = "godot3",
    feature = "pandemonium",
    feature = "pandemonium5",
    feature = "std"
))]

use gdvariant::inspect::{InspectRow, Place, RowKind, inspect, inspect_prefix, inspect_while};
use gdvariant::table::{Length, Offset, Row, TypeTable};
use gdvariant::{
    DecodeError, DecodeErrorKind, DecodeOptions, Godot3, Layout, Pandemonium, Pandemonium5, Path,
    Segment, generic,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::Write;
use std::ops::ControlFlow;

/// The options that differ in what they accept.
const OPTIONS: [DecodeOptions; 4] = [
    DecodeOptions::new(),
    DecodeOptions::new().allow_objects(true),
    DecodeOptions::engine(),
    DecodeOptions::engine().allow_objects(true),
];

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().filter(|c| !c.is_whitespace()).collect();
    digits
        .chunks(2)
        .map(|pair| {
            u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("the files hold hex")
        })
        .collect()
}

/// The bytes in every line of a file of vectors or verdicts, those that the engine really wrote included.
fn inputs(lines: &str) -> Vec<Vec<u8>> {
    lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("the files hold JSON"))
        .flat_map(|line| ["hex", "engine_hex"].map(|key| line[key].as_str().map(bytes_of)))
        .flatten()
        .collect()
}

fn godot3_vectors() -> Vec<Vec<u8>> {
    inputs(include_str!("vectors/godot3.jsonl"))
}

fn pandemonium_vectors() -> Vec<Vec<u8>> {
    inputs(include_str!("vectors/pandemonium.jsonl"))
}

fn pandemonium5_vectors() -> Vec<Vec<u8>> {
    inputs(include_str!("vectors/pandemonium5.jsonl"))
}

/// Inspects, and checks what holds for every input: the rows are in order, without a gap, and reach the end or the fault; the result is
/// decoding's.
fn checked<L: Layout>(input: &[u8], options: DecodeOptions) -> Result<usize, DecodeError> {
    let mut covered = 0;
    let result = inspect_prefix::<L>(input, options, |row| {
        assert_eq!(row.offset, covered, "{input:x?}");
        assert!(!row.bytes.is_empty(), "{input:x?}");
        covered += row.bytes.len();
        assert_eq!(
            Some(row.bytes),
            input.get(row.offset..covered),
            "{input:x?}"
        );
    });
    assert_eq!(
        covered,
        result.as_ref().map_or_else(DecodeError::offset, |end| *end),
        "{input:x?} {result:?}"
    );
    let decoded = generic::from_slice_prefix::<L, L::Variant>(input, options).map(|(_, end)| end);
    assert_eq!(result, decoded, "{input:x?}");
    result
}

#[test]
fn every_byte_of_a_vector_has_one_row() {
    let options = DecodeOptions::new().allow_objects(true);
    for input in godot3_vectors() {
        assert_eq!(
            checked::<Godot3>(&input, options),
            Ok(input.len()),
            "{input:x?}"
        );
    }
    for input in pandemonium_vectors() {
        assert_eq!(
            checked::<Pandemonium>(&input, options),
            Ok(input.len()),
            "{input:x?}"
        );
    }
    for input in pandemonium5_vectors() {
        assert_eq!(
            checked::<Pandemonium5>(&input, options),
            Ok(input.len()),
            "{input:x?}"
        );
    }
}

#[test]
fn verdicts_are_those_of_decoding() {
    for options in OPTIONS {
        for input in inputs(include_str!("verdicts/godot3.jsonl")) {
            let _ = checked::<Godot3>(&input, options);
        }
        for input in inputs(include_str!("verdicts/pandemonium.jsonl")) {
            let _ = checked::<Pandemonium>(&input, options);
        }
    }
}

#[test]
fn every_prefix_is_refused_as_by_decoding() {
    fn prefixes<L: Layout>(inputs: &[Vec<u8>]) {
        for input in inputs.iter().filter(|input| input.len() <= 400) {
            for end in 0..input.len() {
                let _ = checked::<L>(&input[..end], OPTIONS[1]);
                let _ = checked::<L>(&input[..end], OPTIONS[3]);
            }
        }
    }
    prefixes::<Godot3>(&godot3_vectors());
    prefixes::<Pandemonium>(&pandemonium_vectors());
    prefixes::<Pandemonium5>(&pandemonium5_vectors());
}

#[test]
fn every_mutation_is_judged_as_by_decoding() {
    /// What a byte becomes.
    const CHANGES: [fn(u8) -> u8; 6] = [
        |_| 0,
        |_| 0xff,
        |byte| byte ^ 0x80,
        |byte| byte ^ 1,
        |byte| byte.wrapping_add(1),
        |_| 0x13,
    ];
    fn mutations<L: Layout>(inputs: &[Vec<u8>]) {
        for input in inputs.iter().filter(|input| input.len() <= 400) {
            let mut input = input.clone();
            for at in 0..input.len() {
                let kept = input[at];
                for change in CHANGES {
                    input[at] = change(kept);
                    let _ = checked::<L>(&input, OPTIONS[1]);
                    let _ = checked::<L>(&input, OPTIONS[3]);
                }
                input[at] = kept;
            }
        }
    }
    mutations::<Godot3>(&godot3_vectors());
    mutations::<Pandemonium>(&pandemonium_vectors());
    mutations::<Pandemonium5>(&pandemonium5_vectors());
}

proptest! {
    #[test]
    fn random_bytes_are_judged_as_by_decoding(bytes in vec(prop_oneof![Just(0), 0..38_u8, any::<u8>()], 0..96), options in 0..4_usize) {
        let _ = checked::<Godot3>(&bytes, OPTIONS[options]);
        let _ = checked::<Pandemonium>(&bytes, OPTIONS[options]);
    }
}

#[test]
fn paths_are_those_of_errors() {
    // Cut within a field of fixed length, an input is refused with the path of the field's row.
    for input in godot3_vectors() {
        let mut rows = Vec::new();
        inspect::<Godot3>(&input, OPTIONS[1], |row| {
            if row.kind == RowKind::Field
                && row.field.length != Length::Counted
                && row.bytes.len() == row.field.fixed_length()
            {
                rows.push((
                    row.offset,
                    row.path.to_path(),
                    row.path.to_string(),
                    row.field,
                ));
            }
        })
        .expect("a vector");
        for (offset, path, shown, field) in rows {
            let error = inspect::<Godot3>(&input[..=offset], OPTIONS[1], |_| {}).unwrap_err();
            if matches!(error.kind(), DecodeErrorKind::UnexpectedEnd { .. })
                && field.fixed_length() > 1
            {
                let expected: Path = path
                    .segments()
                    .cloned()
                    .chain([Segment::Field(field.name)])
                    .collect();
                assert_eq!(*error.path(), expected);
                assert_eq!(path.to_string(), shown);
            }
        }
    }
}

#[test]
fn rows_are_those_of_the_schema() {
    fn is_in(ty: &TypeTable, row: &InspectRow<'_>) -> bool {
        let is_there = |field: &Row| match (field.offset, field.length) {
            (Offset::At(offset), Length::Fixed(length)) => {
                (offset as usize, length as usize) == (row.offset, row.bytes.len())
            }
            (Offset::At(offset), Length::Counted) => offset as usize == row.offset,
            (Offset::Element { first, stride }, _) => row
                .offset
                .checked_sub(first as usize)
                .is_some_and(|offset| offset % stride as usize == 0),
            (Offset::Part(_) | Offset::After, _) => true,
        };
        ty.tables
            .iter()
            .flat_map(|table| table.rows)
            .any(|field| *field == row.field && is_there(field))
    }
    fn all<L: Layout>(inputs: Vec<Vec<u8>>) {
        let mut seen = vec![false; L::TYPES.len()];
        for input in inputs {
            inspect::<L>(&input, OPTIONS[1], |row| {
                if row.kind == RowKind::Field && row.path.depth() == 0 {
                    assert!(is_in(row.ty, row), "{row:?}");
                }
                seen[usize::from(row.ty.number)] = true;
            })
            .expect("a vector");
        }
        assert!(!seen.contains(&false), "{seen:?}");
    }
    all::<Godot3>(godot3_vectors());
    all::<Pandemonium>(pandemonium_vectors());
    all::<Pandemonium5>(pandemonium5_vectors());
}

/// The rows as text, and the fault.
fn text<L: Layout>(input: &[u8], options: DecodeOptions) -> String {
    let mut text = String::new();
    let result = inspect::<L>(input, options, |row| {
        let bytes: Vec<_> = row.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let (path, field, wire) = (row.path, row.field.name, row.field.wire.name());
        writeln!(
            text,
            "{:04x} {:<47} {path} {field} {wire} {}",
            row.offset,
            bytes.join(" "),
            row.value
        )
        .expect("a String");
    });
    match result {
        Ok(end) => writeln!(text, "{end} bytes"),
        Err(error) => writeln!(text, "{error}"),
    }
    .expect("a String");
    text
}

fn vector(lines: &str, id: &str) -> Vec<u8> {
    let values = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("the files hold JSON"));
    let line = values
        .into_iter()
        .find(|line| line["id"] == id)
        .unwrap_or_else(|| panic!("no vector {id}"));
    bytes_of(line["hex"].as_str().expect("a vector has bytes"))
}

#[test]
fn a_dictionary_reads_like_a_table() {
    use gdvariant::godot3::{Dictionary, Object, Variant, to_vec};
    let mut player = Dictionary::default();
    player.insert("name", "Ada");
    player.insert(
        Variant::Int(7),
        Variant::Vector2(gdvariant::Vector2 { x: 1.5, y: -0.0 }),
    );
    player.insert("path", gdvariant::NodePath::from("/root/Main:position"));
    player.insert("bytes", vec![0x41_u8; 21]);
    player.insert("words", vec![String::from("one"), String::new()]);
    player.insert("node", Object::Id(1234));
    player.insert(
        "tree",
        Object::whole("Node", [("n", Variant::Int(1 << 40))]),
    );
    // A path stays in one line.
    player.insert(Variant::Array(vec!["\x1b\n".into()]), Variant::Nil);
    let bytes = to_vec(&Variant::Array(vec![player.into(), Variant::Nil])).expect("a value");
    insta::assert_snapshot!(text::<Godot3>(&bytes, OPTIONS[1]));
}

#[test]
fn a_transform_is_read_row_by_row() {
    let bytes = vector(
        include_str!("vectors/pandemonium.jsonl"),
        "transform/columns",
    );
    insta::assert_snapshot!(text::<Pandemonium>(&bytes, OPTIONS[0]));
}

#[test]
fn what_engines_ignore_is_shown() {
    // Bits 8 to 15 and 17 of the header, a bool that is 2.
    let odd_bool = bytes_of("01ff0200 02000000");
    // A shared array of a String with a mark, a NUL and garbage in its padding, and a PoolByteArray without its padding.
    let odd_array =
        bytes_of("13000000 02000080 04000000 06000000 efbbbf41 0042 dead 14000000 01000000 ff");
    let odd_path = bytes_of("0f000000 00000080 00000000 07000000 01000000 61 626364");
    let texts = [odd_bool, odd_array, odd_path].map(|bytes| text::<Godot3>(&bytes, OPTIONS[2]));
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_fault_follows_the_rows_before_it() {
    let texts = [
        "",
        "13000000 01000000 05000000 0000803f 0000",
        "13000000 01000000 04000000 05000000 6162ff64 65000000",
        "12000000 01000000 04000000 01000000 61000000 1b000000",
        "11000000 04000000 4e6f6465 00000000",
        "17000000 02000000 01000000 00000000 09000000 61",
        "0f000000 02000080 00000000 01000000",
        "14000000 03000000 616263",
        "00000000 00",
    ]
    .map(|hex| text::<Godot3>(&bytes_of(hex), OPTIONS[0]));
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn the_limit_of_depth_is_that_of_decoding() {
    let nested = |levels: usize| {
        let mut bytes: Vec<u8> = [0x13, 0, 0, 0, 1, 0, 0, 0].repeat(levels);
        bytes.extend([0; 4]);
        bytes
    };
    let inspected = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(move || {
            let deepest = nested(1024);
            assert_eq!(
                inspect::<Godot3>(&deepest, DecodeOptions::new(), |_| {}),
                Ok(deepest.len())
            );
            // Deeper than decoding can, as containers do not take the stack.
            let options = DecodeOptions::new().max_depth(u32::MAX);
            let deeper = nested(100_000);
            let mut depth = 0;
            assert_eq!(
                inspect::<Godot3>(&deeper, options, |row| depth = depth.max(row.path.depth())),
                Ok(deeper.len())
            );
            assert_eq!(depth, 100_000);
            inspect::<Godot3>(&nested(1025), DecodeOptions::new(), |_| {}).unwrap_err()
        });
    let error = inspected.expect("a thread").join().expect("no overflow");
    let decoded = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            generic::from_slice::<Godot3, <Godot3 as Layout>::Variant>(
                &nested(1025),
                DecodeOptions::new(),
            )
            .unwrap_err()
        });
    assert_eq!(
        error,
        decoded.expect("a thread").join().expect("no overflow")
    );
}

#[test]
fn rows_grow_with_the_input() {
    let ints = |count: u32| {
        let mut bytes = vec![0x15, 0, 0, 0];
        bytes.extend(count.to_le_bytes());
        bytes.resize(8 + 4 * count as usize, 0);
        bytes
    };
    for count in [0, 1, 1000, 1_000_000] {
        let mut rows = 0;
        let input = ints(count);
        assert_eq!(
            inspect::<Godot3>(&input, DecodeOptions::new(), |_| rows += 1),
            Ok(input.len())
        );
        assert_eq!(rows, 2 + count);
    }
}

/// A key is read once for all rows of its value, and one that is long and no text not at all.
#[test]
fn long_keys_are_shown_by_their_index() {
    use gdvariant::godot3::{Dictionary, Variant, to_vec};
    let mut dictionary = Dictionary::default();
    dictionary.insert("k".repeat(100), Variant::Nil);
    dictionary.insert(vec![1_u8, 2], Variant::Nil);
    dictionary.insert(vec![0_u8; 1000], Variant::Nil);
    let bytes = to_vec(&Variant::from(dictionary)).expect("a value");
    let mut paths = Vec::new();
    let mut keep = |path: Place<'_>| paths.push(path.to_string());
    inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| keep(row.path)).expect("a value");
    paths.dedup();
    let kept: Vec<_> = paths
        .iter()
        .map(String::as_str)
        .filter(|path| !path.starts_with("key("))
        .collect();
    let cut = "k".repeat(48) + "…";
    assert_eq!(
        kept,
        [
            "",
            &format!("[\"{cut}\"]"),
            "[PoolByteArray( 1, 2 )]",
            "value(2)"
        ]
    );
}

/// Components of a double-precision layout have 64 bits, and the rows' lengths say so.
#[cfg(feature = "double")]
#[test]
fn double_precision_has_longer_rows() {
    use gdvariant::{Godot3Double, godot3_double};
    let value: godot3_double::Variant = gdvariant::double::Vector2 { x: 0.1, y: 2.0 }.into();
    let bytes = godot3_double::to_vec(&vec![value]).expect("a value");
    insta::assert_snapshot!(text::<Godot3Double>(&bytes, OPTIONS[0]));
}

/// The end of a path is the end of its text, whatever the row is about.
#[test]
fn the_tail_of_a_path_is_the_end_of_its_text() {
    for input in godot3_vectors() {
        let nested = [bytes_of("13000000 01000000").repeat(3), input].concat();
        inspect::<Godot3>(&nested, OPTIONS[1], |row| {
            let (path, text) = (row.path, row.path.to_string());
            let count = path.to_path().segments().len();
            for segments in 0..=count {
                let tail = path.tail(segments).to_string();
                assert!(text.ends_with(&tail), "{text} {tail}");
                // A segment has at least two characters, but for the outermost.
                assert!(tail.len() >= 2 * segments, "{text} {tail}");
            }
            assert_eq!(path.tail(count).to_string(), text);
        })
        .expect("a vector");
    }
}

/// Rows end where they are told to, whichever row it is, and are the same until then.
#[test]
fn rows_stop_when_they_are_told_to() {
    let mut inputs = godot3_vectors();
    // An error after the last row that is wanted is not found.
    inputs.push(bytes_of("14000000 02000080"));
    inputs.push(bytes_of("13000000 02000000 00000000 ffffffff"));
    for input in inputs {
        let mut all = Vec::new();
        let result = inspect::<Godot3>(&input, OPTIONS[1], |row| all.push(row.offset));
        for wanted in 1..=all.len() {
            let mut rows = Vec::new();
            let end = inspect_while::<Godot3>(&input, OPTIONS[1], |row| {
                rows.push(row.offset);
                if rows.len() < wanted {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            assert_eq!(end, Ok(None), "{input:x?}");
            assert_eq!(rows, all[..wanted], "{input:x?}");
        }
        let end = inspect_while::<Godot3>(&input, OPTIONS[1], |_| ControlFlow::Continue(()));
        assert_eq!(end, result.map(Some), "{input:x?}");
    }
}

/// Rows with one id have one path.
#[test]
fn ids_tell_paths_apart() {
    for input in [godot3_vectors(), pandemonium_vectors()].concat() {
        let nested = [bytes_of("13000000 02000000"), input.repeat(2)].concat();
        let mut places = Vec::new();
        // A value of another layout is rejected after some rows, which count as well.
        let _ = inspect_prefix::<Pandemonium>(&nested, OPTIONS[1], |row| {
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

/// A path has all of its segments in common with the rows of its value and of what that contains.
#[test]
fn common_segments_are_those_of_the_text() {
    let mut compared = 0;
    for input in godot3_vectors() {
        let nested = [bytes_of("13000000 01000000"), input].concat();
        let mut paths = Vec::new();
        inspect::<Godot3>(&nested, OPTIONS[1], |row| paths.push(row.path.to_string()))
            .expect("a vector");
        paths.dedup();
        for text in &paths {
            // Truncated keys do not parse, and a row of several elements has no path of its own.
            let Ok(path) = text.parse::<Path>() else {
                continue;
            };
            if text.contains("..") {
                continue;
            }
            inspect::<Godot3>(&nested, OPTIONS[1], |row| {
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
