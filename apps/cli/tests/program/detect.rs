//! Tests `gdvariant detect`: its table, its forms of input and its errors.

use crate::common::{bad, bytes, framed, good, run};

/// `[Vector2(1, 2.5), "Ada"]` of Godot 4.
const VALUE: &str = "1c000000 02000000 05000000 0000803f 00002040 04000000 03000000 41646100";
/// `[Vector2(0.1, 2)]` by the manual's rule of double precision, which no engine follows.
const DOUBLE: &str = "13000000 01000000 05000000 9a9999999999b93f 0000000000000040";

#[test]
fn layouts_are_ranked_with_reasons() {
    let lines = format!("{VALUE}\n\n{VALUE}\n01000000 01000000\n");
    let framed_line = format!("20000000 {VALUE} 20000000 {VALUE}");
    let with_fault = framed(&[VALUE, "1c000000 01000000 2d000000", VALUE]);
    let shown = [
        ("detect ../../examples/packets/save.dat", Vec::new(), 0),
        // Equal layouts have the same confidence.
        ("detect", bytes("01000000 01000000"), 0),
        ("detect", bytes(VALUE).repeat(2), 0),
        ("detect", with_fault, 1),
        ("detect --from hex", lines.into(), 0),
        ("detect --from hex", framed_line.into(), 0),
        ("detect --from hex", DOUBLE.into(), 1),
        ("detect", b"no values\0\0".into(), 1),
        ("detect", VALUE.into(), 1),
        ("detect", Vec::new(), 1),
        ("detect --from hex", "0500000".into(), 1),
        ("decode --from hex", DOUBLE.into(), 1),
    ]
    .map(|(args, input, status)| {
        let ran = run(args, input);
        assert_eq!(ran.status, status, "{args}: {}", ran.err);
        format!("$ {args}\n{}{}", ran.out, ran.err)
    });
    insta::assert_snapshot!(shown.join("\n"));
    let base64 = good("detect --from base64 -", "AQAAAAEAAAA=");
    assert_eq!(base64, good("detect", bytes("01000000 01000000")));
    bad("detect no/such/file", "");
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

/// Checks values around the number of bytes that detection examines.
#[test]
fn long_values_are_recognized() {
    for count in [65_534_u32, 65_536] {
        let nils = vec![0; count as usize * 4];
        let file = [&bytes("1c000000"), &count.to_le_bytes()[..], &nils].concat();
        assert!(good("detect", &file).contains("godot4"), "{count}");
        let length = u32::try_from(file.len()).expect("a short file");
        let framed = [&length.to_le_bytes()[..], &file].concat();
        assert!(good("detect", &framed).contains("framed"), "{count}");
    }
}
