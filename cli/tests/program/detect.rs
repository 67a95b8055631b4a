//! Tests `gdvariant detect`: its table, its forms of input and its errors.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5",
    feature = "double"
))]

use crate::common::{bad, bytes, file, framed, good, run};

/// `[Vector2(1, 2.5), "Ada"]` of Godot 4.
const VALUE: &str = "1c000000 02000000 05000000 0000803f 00002040 04000000 03000000 41646100";

#[test]
fn a_file_of_an_engine_is_recognized() {
    insta::assert_snapshot!(good("detect ../examples/packets/save.dat", ""));
}

#[test]
fn equal_layouts_have_the_same_confidence() {
    let shown = good("detect", bytes("01000000 01000000"));
    insta::assert_snapshot!(shown);
    assert_eq!(good("detect --from hex", "01000000 01000000"), shown);
    assert_eq!(good("detect --from base64 -", "AQAAAAEAAAA="), shown);
    let path = file("true.bin", &bytes("01000000 01000000"));
    assert_eq!(good(&format!("detect {path}"), ""), shown);
}

/// Checks layouts in double precision that exist only in the manuals of their engines.
#[test]
fn unimplemented_layouts_are_shown_on_request() {
    let vector = "13000000 01000000 05000000 9a9999999999b93f 0000000000000040";
    let ran = run("detect --from hex", vector);
    assert!(!ran.out.contains("godot3_double"), "{}", ran.out);
    assert_eq!(
        (ran.error().as_str(), ran.status),
        ("standard input: no layout decodes all of the input", 1)
    );
    let hint = bad("decode --from hex", vector);
    assert!(!hint.contains("godot3_double"), "{hint}");
    // A layout that an option names is a candidate.
    let framed = bad("decode --layout godot3_double --bare", framed(&[vector]));
    assert!(
        framed.ends_with("a length precedes the value: try --framed"),
        "{framed}"
    );
    insta::assert_snapshot!(good("detect --from hex --all-layouts", vector));
}

#[test]
fn a_line_alone_may_have_lengths() {
    let framed = format!("20000000 {VALUE} 20000000 {VALUE}");
    insta::assert_snapshot!(good("detect --from hex", framed));
}

#[test]
fn lines_are_separate_values() {
    insta::assert_snapshot!(good(
        "detect --from hex",
        format!("{VALUE}\n\n{VALUE}\n01000000 01000000\n")
    ));
}

#[test]
fn concatenated_values_name_the_option() {
    insta::assert_snapshot!(good("detect", bytes(VALUE).repeat(2)));
}

/// Reads the certainty of a choice, and of a header for which commands ask, as JSON.
#[test]
fn certainty_is_data() {
    let ranking = |input: Vec<u8>| -> serde_json::Value {
        serde_json::from_str(&good("detect --json", input)).unwrap()
    };
    // A framed Nil, or an empty String.
    let nil = ranking(bytes("04000000 00000000"));
    assert_eq!(nil["choice"]["layout"], "godot4");
    assert_eq!(nil["choice"]["framing"], "framed");
    let others = nil["choice"]["also_valid"].as_array().unwrap();
    assert!(others.iter().any(|it| it["layout"] == "godot3"), "{nil}");
    let sure = ranking(framed(&[VALUE, VALUE]));
    assert_eq!(sure["choice"]["also_valid"], serde_json::json!([]));
    assert_eq!(sure["candidates"][0]["values"], 2);

    let header = ranking([&[3, 0, 0, 0][..], &framed(&[VALUE])].concat());
    assert_eq!(header["choice"], serde_json::Value::Null);
    let first = &header["candidates"][0];
    assert_eq!((&first["skip"], &first["fits"]), (&4.into(), &true.into()));
}

#[test]
fn a_failure_is_shown_with_its_reasons() {
    let ran = run(
        "detect",
        framed(&[VALUE, "1c000000 01000000 2d000000", VALUE]),
    );
    insta::assert_snapshot!(ran.out);
    assert_eq!(
        (ran.error().as_str(), ran.status),
        ("standard input: no layout decodes all of the input", 1)
    );
}

#[test]
fn inputs_without_values_are_explained() {
    let nothing = "standard input: no layout decodes all of the input";
    assert_eq!(
        bad("detect", "no values\0\0"),
        format!("{nothing}; no values: the first bytes are 6e 6f 20 76 61 6c 75 65")
    );
    assert_eq!(
        bad("detect", VALUE),
        format!("{nothing}; the input looks like hex digits: try --from hex")
    );
    assert!(bad("detect --from hex", "ffffffff").starts_with(nothing));
    assert!(
        bad("detect", "").ends_with("the input is empty; expected a value of at least 4 bytes")
    );
    assert!(
        bad("detect --from hex", "0500000")
            .ends_with("line 1: expected an even number of hex digits, found 7")
    );
    assert!(bad("detect no/such/file", "").contains("the file does not exist"));
}

/// Checks values around the number of bytes that detection examines.
#[test]
fn long_values_are_recognized() {
    for count in [65_534_u32, 65_535, 65_536, 70_000] {
        let header = bytes("1c000000");
        let nils = vec![0; count as usize * 4];
        let file = [&header, &count.to_le_bytes()[..], &nils].concat();
        assert!(good("detect", &file).contains("godot4"), "{count}");
        let length = u32::try_from(file.len()).expect("a short file");
        let framed = [&length.to_le_bytes()[..], &file].concat();
        assert!(good("detect", &framed).contains("framed"), "{count}");
    }
}
