use super::print;
use super::selection::RowSelection;
use super::table::RowTable;
use crate::args::layouts::Selection;
use crate::args::{FrameArgs, InputArgs, LayerArgs};
use crate::terminal::decoder::Decoder;
use gdvariant::godot3::{Dictionary, Variant};
use gdvariant::schema::layout_named;
use gdvariant::{DecodeError, DecodeOptions, is_terminal_control};
use gdvariant_files::notation::{Lines, Notation};
use gdvariant_files::values::{Entry, Frame};
use std::time::Instant;

/// Returns the output with colors.
fn colored(value: &Entry<'_>, options: DecodeOptions) -> String {
    let mut out = Vec::new();
    let decoder = Decoder {
        input: &InputArgs {
            from: Notation::Raw,
            frame: FrameArgs::default(),
            layer: LayerArgs::default(),
            file: std::path::PathBuf::from("-").into(),
            is_text: false,
        },
        layout: Selection {
            layout: layout_named("godot3").expect("a layout"),
            option: "--layout",
        },
        options,
    };
    let mut form = RowTable::new(true, 0);
    let mut selection = RowSelection::default();
    let result = print(&mut out, &mut form, &mut selection, value, decoder);
    let _: Result<(), DecodeError> = result.expect("writing to memory succeeds");
    String::from_utf8(out).expect("text")
}

/// Returns the output without colors.
fn plain(value: &Entry<'_>, options: DecodeOptions) -> String {
    anstream::adapter::strip_str(&colored(value, options)).to_string()
}

fn value(bytes: &[u8]) -> Entry<'_> {
    Entry {
        number: 1,
        available: bytes,
        ..Entry::default()
    }
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let mut lines = Lines::new(Notation::Hex, u32::MAX, hex.as_bytes());
    let value = lines.next_value().expect("no failure").expect("a line");
    value.bytes.expect("hex")
}

const OBJECTS: DecodeOptions = DecodeOptions::new().allow_objects(true);

#[test]
fn a_packet_is_shown_as_a_table() {
    let bytes = include_bytes!("../../../../../examples/packets/player.bin");
    insta::assert_snapshot!(plain(&value(bytes), OBJECTS));
}

#[test]
fn a_frame_starts_with_its_length() {
    let bytes = bytes_of("02000000 07000000");
    let texts = [8, 12].map(|length: u8| {
        let prefix = [length, 0, 0, 0];
        let length = length.into();
        let framed = Entry {
            frame: Some(Frame { prefix, length }),
            start: 0x12344,
            ..value(&bytes)
        };
        plain(&framed, OBJECTS)
    });
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn carets_mark_faults() {
    let texts = [
        "13000000 01000000 05000000 0000803f 0000",
        "13000000 01000000 05000000 0000803f",
        "12000000 01000000 04000000 01000000 61000000 1b000000",
        "11000000 04000000 4e6f6465 00000000",
        "00000000 0011223344556677 8899",
        "13000000 02000080",
        "04000000 06000000 6162ff64 65660000",
        "0f000000 02000080 00000000 01000000",
        "04000000 00000000 00000000",
    ]
    .map(|hex| plain(&value(&bytes_of(hex)), DecodeOptions::new()));
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn long_fields_continue_on_the_next_line() {
    let fields = bytes_of(
        "13000000 03000000 04000000 17000000 48656c6c6f2c20776f726c6420c3a9e6bca2e5ad97210a 00 \
         14000000 13000000 0102030405060708090a414243444546474849 00 17000000 01000000 09000000 3132333435363738 00 000000",
    );
    let ignored = bytes_of("04000000 06000000 efbbbf410042dead 00112233445566778899");
    let texts = [
        plain(&value(&fields), OBJECTS),
        plain(&value(&ignored), DecodeOptions::engine()),
    ];
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_terminal_gets_colors() {
    let bytes = bytes_of("04000000 03000000 41646100");
    let text = colored(&value(&bytes), OBJECTS);
    insta::assert_snapshot!(text.replace('\x1b', "␛"));
}

/// Parses the bytes in the column of bytes.
fn shown(text: &str) -> Vec<u8> {
    let heading = text.lines().next().expect("a heading");
    let (start, end) = (
        heading.find("bytes").expect("a column"),
        heading.find("path").expect("a column"),
    );
    let lines = text.lines().skip(1).filter(|line| !line.starts_with("   "));
    let columns = lines.map(|line| {
        line.chars()
            .skip(start)
            .take(end - start)
            .collect::<String>()
    });
    let rows = columns.filter(|column| !column.trim().is_empty());
    rows.flat_map(|column| bytes_of(&column.replace(' ', "")))
        .collect()
}

#[test]
fn no_byte_is_hidden_and_no_line_is_long() {
    let vectors = include_str!("../../../../../conformance/vectors/godot3.jsonl");
    let values = vectors.lines().map(serde_json::from_str);
    let values = values.map(|value: Result<serde_json::Value, _>| value.expect("JSON"));
    for bytes in values.filter_map(|value| value["hex"].as_str().map(bytes_of)) {
        let text = plain(&value(&bytes), OBJECTS);
        assert_eq!(shown(&text), bytes, "{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{text}");
        }
    }
}

/// Checks that strings of the input cannot control the terminal, as values, keys or indexes.
#[test]
fn strings_cannot_control_the_terminal() {
    let hostile: Vec<char> = ('\u{1}'..=char::MAX)
        .filter(|&c| is_terminal_control(c))
        .collect();
    for text in hostile.chunks(9).map(String::from_iter) {
        let mut dictionary = Dictionary::default();
        dictionary.insert(text.as_str(), text.as_str());
        dictionary.insert(Variant::Array(vec![text.as_str().into()]), text.as_str());
        dictionary.insert("packed", Variant::PackedStringArray(vec![text]));
        let bytes = gdvariant::godot3::to_vec(&dictionary).expect("a value");
        // Only the colors of the program are removed.
        let plain = plain(&value(&bytes), OBJECTS);
        let is_raw = |c| c != '\n' && is_terminal_control(c);
        assert!(!plain.contains(is_raw), "{plain}");
    }
}

/// Checks that the time of a row does not depend on its nesting depth.
#[test]
fn paths_of_deep_input_take_no_longer() {
    const DEPTH: usize = 1022;
    let array = |count: u8| bytes_of(&format!("13000000 {count:02x}000000"));
    let deep = [array(1).repeat(DEPTH), array(0)].concat();
    let deep = [array(8), deep.repeat(8)].concat();
    let rows = deep.len() / 8;
    let mut flat = bytes_of("13000000");
    flat.extend(u32::try_from(rows - 1).expect("few").to_le_bytes());
    flat.extend(array(0).repeat(rows - 1));
    assert_eq!(flat.len(), deep.len());

    let time = |bytes: &[u8]| {
        let runs = (0..3).map(|_| {
            let start = Instant::now();
            plain(&value(bytes), OBJECTS);
            start.elapsed()
        });
        runs.min().expect("three runs")
    };
    let (deep, flat) = (time(&deep), time(&flat));
    assert!(deep < 4 * flat, "{deep:?} deep, {flat:?} flat");
}
