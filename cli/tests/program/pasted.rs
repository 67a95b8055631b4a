//! Values in lines of text: their framing, headers, wrapped lines, and other forms of text.
#![cfg(all(
    feature = "compressed",
    feature = "double",
    feature = "encrypted",
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]

use crate::common::{bad, good, run};
use crate::detection;

/// `put_var(true)` and `put_var("test")`.
const TRUE: &str = "080000000100000001000000";
const TEST: &str = "0c000000040000000400000074657374";

#[test]
fn lines_can_have_lengths() {
    let both = format!("{TRUE}\n{TEST}\n");
    assert_eq!(good("decode --from hex", TEST), "\"test\"\n");
    assert_eq!(run("decode --from hex", TRUE).out, "true\n");
    assert_eq!(run("decode --from hex", &both).out, "true\n\"test\"\n");
    assert_eq!(
        run("grep test --from hex", &both).out,
        "value 2: \"test\"\n"
    );
    assert!(run("audit --from hex -", TEST).out.contains("no findings"));
    let rows = good("inspect --from hex --json", TEST);
    let first = "{\"value\":1,\"line\":1,\"offset\":0,\"length\":4,\"bytes\":\"0c000000\"";
    assert!(rows.starts_with(first), "{rows}");
    let cut = bad("decode --from hex --framed", "0c00000004000000");
    assert!(cut.contains("line 1: 0x0004: the input ends"), "{cut}");
}

#[test]
fn the_other_framing_is_named() {
    let ran = detection::run("decode --from hex", TRUE.as_bytes());
    assert_eq!((ran.out.as_str(), ran.status), ("true\n", 0));
    assert!(ran.err.contains("--bare"), "{}", ran.err);
    let bare = run("decode --from hex --bare --layout pandemonium", TRUE);
    assert_eq!(bare.out, "{\"Vector2i\":[1,1]}\n");
    let error = bad("decode --from hex --bare --layout godot4", TEST);
    assert!(error.ends_with("try --framed"), "{error}");
}

#[test]
fn framings_apply_to_each_line() {
    let twice = format!("{TRUE}{TRUE}\n{TEST}\n");
    assert_eq!(
        good("decode --from hex --framed --layout godot4", twice),
        "true\ntrue\n\"test\"\n"
    );
    let big = format!("0000000c{}", &TEST[8..]);
    assert_eq!(
        good(
            "decode --from hex --framed --big-endian --layout godot4",
            &big
        ),
        "\"test\"\n"
    );
    let values = "0100000001000000 00000000\n02000000 07000000\n";
    assert_eq!(
        good("decode --from hex --values --layout godot4", values),
        "true\nnull\n7\n"
    );
}

#[test]
fn each_line_has_a_header() {
    let lines = format!("07{TRUE}\n08{TEST}\n");
    assert_eq!(
        good(
            "decode --from hex --skip 1 --layout godot4 --framed",
            &lines
        ),
        "true\n\"test\"\n"
    );
    let long = bad("decode --from hex --skip 13 --layout godot4", TRUE);
    assert_eq!(
        long,
        "standard input: line 1: --skip 13 exceeds the length of the line, 12 bytes; skip fewer bytes"
    );
    let advised = run("decode --from hex", format!("07{TEST}"));
    assert!(advised.error().contains("--skip 1"), "{}", advised.err);
}

#[test]
fn bytes_after_the_frame_of_a_line_are_ignored() {
    let lines = format!("{TEST}aabbcc\n{TEST}dd\n");
    let ran = run(
        "decode --from hex --layout godot4 --framed --engine",
        &lines,
    );
    assert_eq!((ran.out.as_str(), ran.status), ("\"test\"\n\"test\"\n", 0));
    let notes: Vec<_> = ran.err.lines().collect();
    assert!(notes[0].contains("line 1: 0x0010: 3 bytes"), "{}", ran.err);
    assert!(notes[1].contains("line 2: 0x0010: 1 byte"), "{}", ran.err);
    let strict = run("decode --from hex --layout godot4 --framed", &lines);
    assert_eq!((strict.out.as_str(), strict.status), ("\"test\"\n", 1));
}

#[test]
fn converted_lines_keep_their_lengths() {
    let ran = run("convert --to-layout godot3 --from hex -o -", TEST);
    assert_eq!(ran.out, format!("{TEST}\n"));
}

#[test]
fn lines_that_are_values_are_not_joined() {
    let value = "1b00000001000000040000000100000061000000020000000700000000000000";
    let lines = format!("{}\n", &value[..56]).repeat(3);
    let decoded = good("decode --from hex --layout godot4", &lines);
    assert_eq!(decoded, "{\"a\":7}\n".repeat(3));
    let bad = lines.replacen("1b", "1g", 1);
    let ran = run("decode --from hex --layout godot4 --keep-going", bad);
    assert!(ran.out.ends_with("{\"a\":7}\n{\"a\":7}\n"), "{}", ran.out);
}

#[test]
fn omitted_bytes_are_an_error() {
    let node = "<Buffer 08 00 00 00 01 ... 7 more bytes>";
    let error = bad("decode --from bytes", node);
    assert!(error.contains("the text omits bytes"), "{error}");
    let advised = bad("decode", node);
    assert!(advised.ends_with("try --from bytes"), "{advised}");
    let length = bad("decode --from bytes", "Uint8Array(12) [ 8, 0, 0, 0 ]");
    assert!(length.contains("expected 12 bytes, found 4"), "{length}");
}

#[test]
fn only_forms_of_values_are_advised() {
    for text in ["deadbeef", "[1, 2, 3, 4]", "dGVzdCB0ZXN0"] {
        let error = run("decode", text).err;
        assert!(!error.contains("--from hex"), "{error}");
        assert!(!error.contains("--from bytes"), "{error}");
        assert!(!error.contains("--from base64"), "{error}");
    }
    let other = bad("decode --from hex", "Uint8Array(4) [\n  0, 0,\n  0, 0\n]");
    assert!(other.ends_with("try --from bytes"), "{other}");
}
