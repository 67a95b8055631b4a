//! Tests `gdvariant inspect --html`: the data of the page, its escapes and its faults.

mod data;
mod page;

use crate::common::{bad, bytes, file, good, run, run_bytes, vectors};
use data::{FAULT, Row, Value, values};
use flate2::Compression;
use flate2::write::GzEncoder;
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::{DecodeOptions, Engine, Godot3};
use std::fs;
use std::io::Write;

/// Compares a page of all test vectors of a layout with the rows of the library.
#[test]
fn a_page_has_the_rows_of_the_library() {
    let digits = vectors("godot3");
    let options = "inspect --html --from hex --allow-objects";
    let values = values(&good(options, digits.join("\n")));
    assert_eq!(values.len(), digits.len());
    for (value, (line, digits)) in values.iter().zip((1..).zip(&digits)) {
        assert_eq!((value.line, &value.bytes), (line, &bytes(digits)));
        let mut rows = Vec::new();
        let options = DecodeOptions::new().allow_objects(true);
        let mut add = |row: &InspectRow<'_>| {
            let wire = match row.kind {
                RowKind::Padding => "",
                _ => row.field.wire.name(),
            };
            let (start, length) = (row.offset, row.bytes.len());
            let (path, name) = (&row.path, row.field.name);
            rows.push(format!(
                "{start} {length} {path} {name} {wire} {}",
                row.value
            ));
        };
        Godot3::LAYOUT
            .inspect(&value.bytes, options, |row| add(row))
            .expect("a value");
        let shown = value.rows.iter().map(|row| {
            let Row {
                start,
                length,
                path,
                field,
                wire,
                value,
                ..
            } = row;
            format!("{start} {length} {path} {field} {wire} {value}")
        });
        assert_eq!(shown.collect::<Vec<_>>(), rows, "{digits}");
    }
}

/// Returns the line or the offset of the value, and the level, path, field, value and length of
/// each row.
fn outline(values: &[Value]) -> Vec<String> {
    let rows = values.iter().flat_map(|value| {
        let place = value.line.max(value.offset);
        value.rows.iter().map(move |row| (place, row))
    });
    rows.map(|(place, row)| {
        let Row {
            level,
            path,
            field,
            value,
            length,
            ..
        } = row;
        format!("{place}: {level} {path} {field} {value}, {length}")
    })
    .collect()
}

#[test]
fn rows_have_levels() {
    for (options, input, expected) in [
        // Values are parents of fields and members.
        (
            "",
            "12000000 01000000 04000000 02000000 69640000 13000000 01000000 02000000 07000000",
            &[
                "0: 0  header Dictionary, 4",
                "0: 1  count 1, 4",
                "0: 1 key(0) header String, 4",
                "0: 2 key(0) length 2, 4",
                "0: 2 key(0) text \"id\", 2",
                "0: 2 key(0) padding , 2",
                "0: 1 id header Array, 4",
                "0: 2 id count 1, 4",
                "0: 2 id[0] header int, 4",
                "0: 3 id[0] value 7, 4",
            ][..],
        ),
        // Properties are siblings.
        (
            "--allow-objects",
            "11000000 01000000 41000000 02000000 01000000 61000000 00000000 01000000 62000000 00000000",
            &[
                "0: 0  header Object, full, 4",
                "0: 1  class_length 1, 4",
                "0: 1  class \"A\", 1",
                "0: 1  padding , 3",
                "0: 1  property_count 2, 4",
                "0: 1 key(0) name_length 1, 4",
                "0: 1 key(0) name \"a\", 1",
                "0: 1 key(0) padding , 3",
                "0: 1 a header Nil, 4",
                "0: 1 key(1) name_length 1, 4",
                "0: 1 key(1) name \"b\", 1",
                "0: 1 key(1) padding , 3",
                "0: 1 b header Nil, 4",
            ],
        ),
        (
            "--engine",
            "00000000 41424344454647484950515253545556 ff",
            &[
                "0: 0  header Nil, 4",
                "0: 0  ignored ABCDEFGHIPQRSTUV, 16",
                "0: 0  ignored ., 1",
            ],
        ),
        // Frames are parents of their values.
        (
            "--framed --big-endian",
            "00000008 02000000 07000000 00000004 00000000 000000ff",
            &[
                "0: 0  frame 8, 4",
                "0: 1  header int, 4",
                "0: 2  value 7, 4",
                "12: 0  frame 4, 4",
                "12: 1  header Nil, 4",
                "20: 0  frame 255, 4",
                "20: 1  header expected 4 bytes, found 0, 0",
            ],
        ),
    ] {
        let ran = run(&format!("inspect --html {options}"), bytes(input));
        assert_eq!(outline(&values(&ran.out)), expected, "{}", ran.err);
        let is_invalid = expected.iter().any(|row| row.contains("expected"));
        assert_eq!(ran.status, i32::from(is_invalid));
    }
}

#[test]
fn a_fault_ends_its_value_only() {
    let input = "13000000 02000000 05000000 0000803f 0000\n\n00000000\n1b000000\n0500000\n00000000";
    let ran = run("inspect --html --from hex", input);
    assert_eq!(ran.status, 1);
    page::elements(&ran.out);
    let values = values(&ran.out);
    let fault = values[0].rows.last().expect("a fault");
    assert_eq!((&*fault.kind, fault.start, &*fault.field), (FAULT, 16, "y"));
    assert_eq!(
        outline(&values)[4..],
        [
            "1: 2 [0] y expected 4 bytes, found 2, 2",
            "3: 0  header Nil, 4",
            "4: 0  header unknown type 27, expected 0 to 26, 4",
            "5: 0   expected pairs of hex digits, found \"0\" at column 7, 0",
            "6: 0  header Nil, 4",
        ]
    );
}

#[test]
fn a_fault_has_the_same_hint_as_in_text() {
    for (options, input) in [
        ("", "00000000".as_bytes()),
        (
            "--layout godot3 --bare",
            &bytes("08000000 04000000 01000000"),
        ),
    ] {
        let page = run(&format!("inspect --html {options}"), input).out;
        let text = run(&format!("inspect {options}"), input).out;
        let (_, hint) = text.split_once("hint: ").expect("a hint");
        let values = values(&page);
        let fault = values[0].rows.last().expect("a fault");
        assert_eq!(fault.hint, hint.trim_end());
    }
}

#[test]
fn a_page_is_self_contained() {
    let page = good("inspect --html", [0; 4]);
    let elements = page::elements(&page);
    for element in &elements {
        for (name, value) in &element.attributes {
            let is_inside = value == "data:," || value.starts_with('#');
            assert!(!["src", "srcset"].contains(&&**name), "{element:?}");
            assert!(name != "href" || is_inside, "{element:?}");
        }
    }
    let style = elements.iter().find(|element| element.name == "style");
    let style = &style.expect("a style").text;
    assert!(!style.contains("url(") && !style.contains("@import"));
    assert!(!page.contains("{{"), "every placeholder is replaced");
}

#[test]
fn texts_of_the_input_are_escaped() {
    let hostile = "</script><script>alert(1)</script><!--\u{202e}\u{7}&amp;";
    let json = serde_json::to_string(hostile).expect("JSON");
    let input = run_bytes("encode", json.as_bytes()).stdout;
    let name = file("<b>&\"'\u{202e}x.bin", &input);
    let page = good(&format!("inspect --html {name}"), "");
    assert!(!page.contains(['\u{202e}', '\u{7}']));
    let elements = page::elements(&page);
    let named = |name| elements.iter().filter(move |element| element.name == name);
    assert_eq!((named("script").count(), named("b").count()), (2, 0));
    let title = &named("title").next().expect("a title").text;
    assert!(title.contains("<b>&\"'\\u{202e}x.bin as godot3"), "{title}");
    let value = &values(&page)[0].rows[2].value;
    assert_eq!(*value, format!("{hostile:?}"));
}

#[test]
fn input_and_output_are_the_same_as_for_text() {
    let nil = outline(&values(&good("inspect --html", [0; 4])));
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&[0; 4]).expect("memory");
    let wrapped = file("nil.gz", &gzip.finish().expect("memory"));
    let page = file("page.html", b"old");
    assert_eq!(good(&format!("inspect --html {wrapped} -o {page}"), ""), "");
    let written = || outline(&values(&fs::read_to_string(&page).expect("a page")));
    assert_eq!(written(), nil);

    bad("inspect --html", "");
    bad("inspect --html no/such/file", "");
    bad("inspect --html --framed", "");
    let ran = run(&format!("inspect --html --from hex -o {page}"), "0\n");
    assert_eq!((ran.status, &*ran.out), (1, ""));
    assert_eq!(
        written(),
        ["1: 0   expected pairs of hex digits, found \"0\" at column 1, 0"]
    );
}
