//! The text of rows, and ending an inspection early.

use super::OPTIONS;
use crate::common::{bytes as bytes_of, lines, vector_inputs};
use gdvariant::{DecodeOptions, Engine, Godot3, Packed, Pandemonium};
use std::fmt::Write;
use std::ops::ControlFlow;

/// Formats all rows and the error.
fn text<E: Engine>(input: &[u8], options: DecodeOptions) -> String {
    let mut text = String::new();
    let result = E::LAYOUT.inspect(input, options, |row| {
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

#[test]
fn shows_a_dictionary_as_a_table() {
    use gdvariant::godot3::{Dictionary, Object, Variant, to_vec};
    let mut player = Dictionary::default();
    player.insert("name", "Ada");
    player.insert(7, gdvariant::Vector2::new(1.5, -0.0));
    player.insert("path", gdvariant::NodePath::from("/root/Main:position"));
    player.insert("bytes", Packed([0x41_u8; 21]));
    player.insert("words", Packed(["one", ""]));
    player.insert("node", Object::Id(1234));
    player.insert("tree", Object::full("Node", [("n", Variant::Int(1 << 40))]));
    // Keys with control characters and line breaks stay on one line.
    player.insert(Variant::Array(vec!["\x1b\n".into()]), Variant::Nil);
    let bytes = to_vec(&Variant::Array(vec![player.into(), Variant::Nil])).expect("a value");
    insta::assert_snapshot!(text::<Godot3>(&bytes, OPTIONS[1]));
}

#[test]
fn shows_a_transform_by_its_columns() {
    let lines = lines("vectors/pandemonium.jsonl");
    let mut lines = lines.iter();
    let line = lines.find(|line| line["id"] == "transform/columns");
    let bytes = bytes_of(line.expect("the vector")["hex"].as_str().expect("bytes"));
    insta::assert_snapshot!(text::<Pandemonium>(&bytes, OPTIONS[0]));
}

#[test]
fn shows_what_engines_ignore() {
    // Header bits 8 to 15 and 17 are set, and the bool is 2.
    let odd_bool = bytes_of("01ff0200 02000000");
    // A shared Array, whose String has a byte order mark, a NUL and garbage in the padding, and
    // whose PackedByteArray lacks the padding.
    let odd_array =
        bytes_of("13000000 02000080 04000000 06000000 efbbbf41 0042 dead 14000000 01000000 ff");
    let odd_path = bytes_of("0f000000 00000080 00000000 07000000 01000000 61 626364");
    let texts = [odd_bool, odd_array, odd_path].map(|bytes| text::<Godot3>(&bytes, OPTIONS[2]));
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn errors_follow_the_rows_before_them() {
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

/// Checks that components of a double-precision layout have rows of 8 bytes.
#[test]
fn double_precision_has_longer_rows() {
    use gdvariant::{Godot4Double, godot4_double};
    let value: godot4_double::Variant = gdvariant::double::Vector2 { x: 0.1, y: 2.0 }.into();
    let bytes = godot4_double::to_vec(&vec![value]).expect("a value");
    insta::assert_snapshot!(text::<Godot4Double>(&bytes, OPTIONS[0]));
}

/// Checks that a callback can end the inspection after any row, and that earlier rows are the same.
#[test]
fn the_callback_ends_the_inspection() {
    let mut inputs: Vec<_> = vector_inputs::<Godot3>().into_iter().step_by(8).collect();
    // The error of this input follows its last row, so ending the inspection avoids it.
    inputs.push(bytes_of("14000000 02000080"));
    inputs.push(bytes_of("13000000 02000000 00000000 ffffffff"));
    for input in inputs {
        let mut all = Vec::new();
        let result = Godot3::LAYOUT.inspect(&input, OPTIONS[1], |row| all.push(row.offset));
        for wanted in 1..=all.len() {
            let mut rows = Vec::new();
            let end = Godot3::LAYOUT.inspect_while(&input, OPTIONS[1], |row| {
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
        let end = Godot3::LAYOUT.inspect_while(&input, OPTIONS[1], |_| ControlFlow::Continue(()));
        assert_eq!(end, result.map(Some), "{input:x?}");
    }
}
