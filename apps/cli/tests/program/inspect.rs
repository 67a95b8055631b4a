//! Tests `gdvariant inspect`: its options and its errors.

use crate::common::{bytes, file, good, run};

#[test]
fn rows_and_faults_are_shown() {
    let object = "11000000 01000000 41000000 00000000 ff";
    let plane = "0e000100 9a9999999999b93f 0000000000000000 0000000000000000 000000000000f87f";
    let shown = [
        ("--from hex --engine --allow-objects", object, 0),
        ("--from hex --layout godot4_double", plane, 0),
        ("", "05000000 0000803f 0000", 1),
        // A malformed line does not hide the next.
        ("--from hex", "05000000 0000\n050000\n00000000\n1b000000", 1),
        ("--from bytes", "[]\n[0, 0, 0, 0]", 1),
        (
            "--framed",
            "08000000 02000000 07000000 04000000 00000000",
            0,
        ),
        ("--framed --big-endian", "00000008 02000000 07000000", 0),
        (
            "--framed",
            "04000000 00000000 0c000000 05000000 0000803f",
            1,
        ),
        ("--framed", "0c000000 02000000 07000000", 1),
        ("--framed", "04000000 00000000 0c00", 1),
        ("--framed", "ffffff7f 00000000", 1),
        ("--framed", "", 1),
        ("no/such/file", "", 1),
    ]
    .map(|(args, input, status)| {
        let is_text = args.contains("--from");
        let bytes = if is_text { input.into() } else { bytes(input) };
        let ran = run(&format!("inspect {args}"), bytes);
        assert_eq!(ran.status, status, "{args}: {}", ran.err);
        format!("$ inspect {args}\n{}{}", ran.out, ran.err)
    });
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn every_form_of_input_has_the_same_rows() {
    let seven = "13000000 01000000 02000000 07000000";
    let rows = good("inspect", bytes(seven));
    assert_eq!(rows.lines().count(), 5, "{rows}");
    let path = file("seven.bin", &bytes(seven));
    assert_eq!(good(&format!("inspect {path}"), ""), rows);
    assert_eq!(good("inspect --from hex", seven), rows);
    let base64 = "EwAAAAEAAAACAAAABwAAAA==";
    assert_eq!(good("inspect --from base64", base64), rows);
}
