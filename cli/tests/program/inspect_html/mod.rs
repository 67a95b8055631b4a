//! Tests `gdvariant inspect --html`: the data of the page, its escapes and its faults.
#![cfg(all(feature = "godot3", feature = "compressed"))]

mod data;
mod page;

use crate::common::{bad, bytes, file, good, run};
use data::{FAULT, Row, Value, values};
use flate2::Compression;
use flate2::write::GzEncoder;
use gdvariant::inspect::{InspectRow, RowKind, inspect};
use gdvariant::{DecodeOptions, Layout};
use std::fs;
use std::io::Write;

/// The start, length, path, field with wire type, and value of a row.
type Facts = (usize, usize, String, String, String);

fn shown(row: &Row) -> Facts {
    let path = row.path.clone();
    let meaning = format!("{} {}", row.field, row.wire);
    (row.start, row.length, path, meaning, row.value.clone())
}

fn expected(row: &InspectRow<'_>) -> Facts {
    let wire = if row.kind == RowKind::Padding {
        ""
    } else {
        row.field.wire.name()
    };
    (
        row.offset,
        row.bytes.len(),
        row.path.to_string(),
        format!("{} {wire}", row.field.name),
        row.value.to_string(),
    )
}

/// Compares a page of all test vectors of a layout with the rows of the library.
fn vectors_are_shown<L: Layout>(layout: &str, lines: &str) {
    let vectors = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let digits: Vec<String> = vectors
        .filter_map(|vector| vector["hex"].as_str().map(str::to_owned))
        .collect();
    let options = "inspect --html --from hex --allow-objects";
    let page = good(&format!("{options} --layout {layout}"), digits.join("\n"));
    let values = values(&page);
    assert_eq!(values.len(), digits.len());
    for (value, (line, digits)) in values.iter().zip((1..).zip(&digits)) {
        assert_eq!((value.line, &value.bytes), (line, &bytes(digits)));
        let mut rows = Vec::new();
        let options = DecodeOptions::new().allow_objects(true);
        inspect::<L>(&value.bytes, options, |row| rows.push(expected(row))).expect("a value");
        let shown: Vec<Facts> = value.rows.iter().map(shown).collect();
        assert_eq!(shown, rows, "{digits}");
    }
}

#[test]
fn a_page_has_the_rows_of_the_library() {
    vectors_are_shown::<gdvariant::Godot3>(
        "godot3",
        include_str!("../../../../conformance/vectors/godot3.jsonl"),
    );
    #[cfg(feature = "godot4")]
    vectors_are_shown::<gdvariant::Godot4>(
        "godot4",
        include_str!("../../../../conformance/vectors/godot4.jsonl"),
    );
    #[cfg(feature = "pandemonium")]
    vectors_are_shown::<gdvariant::Pandemonium>(
        "pandemonium",
        include_str!("../../../../conformance/vectors/pandemonium.jsonl"),
    );
    #[cfg(feature = "pandemonium5")]
    vectors_are_shown::<gdvariant::Pandemonium5>(
        "pandemonium5",
        include_str!("../../../../conformance/vectors/pandemonium5.jsonl"),
    );
}

/// Returns the level, path, field, value and length of each row.
fn outline(value: &Value) -> Vec<String> {
    let rows = value.rows.iter();
    rows.map(|row| {
        let Row { field, value, .. } = row;
        format!("{} {} {field} {value}, {}", row.level, row.path, row.length)
    })
    .collect()
}

#[test]
fn values_are_parents_of_fields_and_members() {
    let page = good(
        "inspect --html",
        bytes("12000000 01000000 04000000 02000000 69640000 13000000 01000000 02000000 07000000"),
    );
    let [value] = &values(&page)[..] else {
        panic!("one value");
    };
    assert_eq!(
        outline(value),
        [
            "0  header Dictionary, 4",
            "1  count 1, 4",
            "1 key(0) header String, 4",
            "2 key(0) length 2, 4",
            "2 key(0) text \"id\", 2",
            "2 key(0) padding , 2",
            "1 id header Array, 4",
            "2 id count 1, 4",
            "2 id[0] header int, 4",
            "3 id[0] value 7, 4",
        ]
    );
}

#[test]
fn properties_are_siblings() {
    let page = good(
        "inspect --html --allow-objects",
        bytes(
            "11000000 01000000 41000000 02000000 \
             01000000 61000000 02000000 07000000 01000000 62000000 00000000",
        ),
    );
    assert_eq!(
        outline(&values(&page)[0])[4..],
        [
            "1  property_count 2, 4",
            "1 key(0) name_length 1, 4",
            "1 key(0) name \"a\", 1",
            "1 key(0) padding , 3",
            "1 a header int, 4",
            "2 a value 7, 4",
            "1 key(1) name_length 1, 4",
            "1 key(1) name \"b\", 1",
            "1 key(1) padding , 3",
            "1 b header Nil, 4",
        ]
    );
}

#[test]
fn frames_are_parents_of_their_values() {
    let input = "00000008 02000000 07000000 00000004 00000000 000000ff";
    let ran = run("inspect --html --framed --big-endian", bytes(input));
    let values = values(&ran.out);
    let starts: Vec<_> = values
        .iter()
        .map(|value| (value.line, value.offset))
        .collect();
    assert_eq!(starts, [(0, 0), (0, 12), (0, 20)]);
    assert_eq!(
        outline(&values[0]),
        ["0  frame 8, 4", "1  header int, 4", "2  value 7, 4"]
    );
    assert_eq!(
        outline(&values[2]),
        ["0  frame 255, 4", "1  header expected 4 bytes, found 0, 0"]
    );
    assert_eq!(ran.status, 1);
}

#[test]
fn a_fault_ends_its_value_only() {
    let input = "13000000 02000000 05000000 0000803f 0000\n\n00000000\n1b000000\n";
    let ran = run("inspect --html --from hex", input);
    assert_eq!(
        (ran.status, &*ran.error()),
        (1, "2 of 3 values are invalid")
    );
    let values = values(&ran.out);
    assert_eq!(
        values.iter().map(|value| value.line).collect::<Vec<_>>(),
        [1, 3, 4]
    );
    let last = values[0].rows.last().expect("a fault");
    assert_eq!((last.kind, last.start, last.length), (FAULT, 16, 2));
    assert_eq!((last.level, &*last.path, &*last.field), (2, "[0]", "y"));
    assert_eq!(last.value, "expected 4 bytes, found 2");
    assert_eq!(outline(&values[1]), ["0  header Nil, 4"]);
    assert_eq!(
        outline(&values[2]),
        ["0  header unknown type 27, expected 0 to 26, 4"]
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
        let ran = run(&format!("inspect --html {options}"), input);
        let text = run(&format!("inspect {options}"), input).out;
        let (_, hint) = text.split_once("hint: ").expect("a hint");
        let values = values(&ran.out);
        assert_eq!(
            values[0].rows.last().expect("a fault").hint,
            hint.trim_end()
        );
        assert_eq!(ran.status, 1);
    }
}

#[test]
fn values_follow_a_malformed_line() {
    let ran = run("inspect --html --from hex", "00000000\n0500000\n00000000");
    assert_eq!(ran.status, 1);
    assert!(
        ran.error()
            .contains("line 2: expected an even number of hex digits")
    );
    let values = values(&ran.out);
    assert_eq!(values.len(), 3);
    let [fault] = &values[1].rows[..] else {
        panic!("one row");
    };
    assert_eq!((values[1].line, fault.kind, fault.length), (2, FAULT, 0));
    assert!(
        fault
            .value
            .starts_with("expected an even number of hex digits")
    );
    page::elements(&ran.out);
}

#[test]
fn ignored_bytes_have_rows() {
    let page = good(
        "inspect --html --engine",
        bytes("00000000 41424344454647484950515253545556 ff"),
    );
    assert_eq!(
        outline(&values(&page)[0]),
        [
            "0  header Nil, 4",
            "0  ignored ABCDEFGHIPQRSTUV, 16",
            "0  ignored ., 1",
        ]
    );
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

/// Returns the number of elements with a name.
fn count(page: &str, name: &str) -> usize {
    let elements = page::elements(page);
    elements
        .iter()
        .filter(|element| element.name == name)
        .count()
}

#[test]
fn texts_of_the_input_are_escaped() {
    let hostile = "</script><script>alert(1)</script><!--\u{202e}\u{7}&amp;";
    let json = serde_json::to_string(hostile).expect("JSON");
    let input = crate::common::run_bytes("encode", json.as_bytes()).stdout;
    let name = file("<b>&\"'\u{202e}x.bin", &input);
    let ran = crate::common::program()
        .args(["inspect", "--html", &name])
        .output()
        .expect("the program starts");
    let page = String::from_utf8(ran.stdout).expect("UTF-8");
    assert_eq!((count(&page, "script"), count(&page, "b")), (2, 0));
    assert!(!page.contains(['\u{202e}', '\u{7}']));
    let elements = page::elements(&page);
    let title = elements.iter().find(|element| element.name == "title");
    let title = &title.expect("a title").text;
    assert!(title.contains("<b>&\"'\\u{202e}x.bin as godot3"), "{title}");
    let value = &values(&page)[0].rows[2].value;
    assert_eq!(*value, format!("{hostile:?}"));
}

#[test]
fn input_and_output_are_the_same_as_for_text() {
    let player = fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/packets/player.bin"
    ))
    .expect("the example");
    let rows = |page: &str| values(page).pop().expect("a value").rows;
    let expected = rows(&good("inspect --html", &player));
    assert!(expected.len() > 50);

    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&player).expect("memory");
    let wrapped = file("player.bin.gz", &gzip.finish().expect("memory"));
    let page = file("page.html", b"old");
    assert_eq!(good(&format!("inspect --html {wrapped} -o {page}"), ""), "");
    assert_eq!(rows(&fs::read_to_string(&page).expect("a page")), expected);

    bad("inspect --html", "");
    bad("inspect --html no/such/file", "");
    bad("inspect --html --framed", "");
    let ran = run(&format!("inspect --html --from hex -o {page}"), "0\n");
    assert_eq!((ran.status, &*ran.out), (1, ""));
    let fault = rows(&fs::read_to_string(&page).expect("a page"));
    assert!(
        fault[0]
            .value
            .starts_with("expected an even number of hex digits")
    );
}
