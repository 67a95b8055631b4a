//! Tests the rules about nesting depths and sizes.

use super::samples::{GODOT_4, sized, string, words, zlib};
use super::{findings, godot3, ids};
use crate::common::{bytes, hex, run};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn nesting_is_limited_like_in_engines() {
    let nested = |depth| [words(&[19, 1]).repeat(depth), words(&[0])].concat();
    assert_eq!(findings(godot3(), &nested(1024)).len(), 0);
    let found = findings(godot3(), &nested(1025));
    assert_eq!(ids(&found), ["too-deep"]);
    // The path has 3,072 characters, of which the last 255 are printed.
    let place = (found[0].offset, found[0].path.clone());
    assert_eq!(place, (8 * 1025, format!("…{}", "[0]".repeat(85))));
    // Lines of text have shorter paths.
    let shown = run("audit", nested(1025)).out;
    assert!(shown.lines().all(|line| line.len() < 300), "{shown}");
}

#[test]
fn large_values_are_reported() {
    let (million, eight) = (1 << 20, 8 << 20);
    // A String, an Array of Nil and a PackedByteArray, each with a count and a length in bytes.
    for (kind, count, length, expected) in [
        (4, million - 4, million - 4, &[][..]),
        (4, million, million, &["large-string"]),
        (4, eight - 8, eight - 8, &["large-string"]),
        (4, eight, eight, &["large-value", "large-string"]),
        (19, million - 1, 4 * (million - 1), &[]),
        (19, million, 4 * million, &["large-array"]),
        (20, million, million, &["large-array"]),
    ] {
        let filler = if kind == 19 { 0 } else { b' ' };
        let value = [words(&[kind, count]), vec![filler; length as usize]].concat();
        assert_eq!(
            ids(&findings(godot3(), &value)),
            expected,
            "{kind}, {count}"
        );
    }
}

/// Runs the program with `mib` of address space and returns whether it reports something that is
/// not examined.
fn is_stopped(mib: usize, options: &str, input: &[u8]) -> bool {
    let limit = format!("ulimit -v {}; exec \"$0\" \"$@\"", mib << 10);
    let mut child = Command::new("sh")
        .args(["-c", &limit])
        .arg(env!("CARGO_BIN_EXE_gdvariant"))
        .args(["audit", "--json"])
        .args(options.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("the program reads it");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let out = String::from_utf8(output.stdout).expect("text");
    let is_stopped = out.contains("\"id\":\"not-examined\"");
    match output.status.code() {
        Some(2) => assert!(is_stopped, "{out}"),
        status => assert!(!is_stopped && status < Some(2), "{status:?}: {out}"),
    }
    is_stopped
}

/// Checks compressed bytes with long contents, and encodings in encodings.
#[cfg(target_os = "linux")]
#[test]
fn hostile_encodings_are_limited() {
    let script = bytes("1c000300140000007265733a2f2f2e2e2f6576696c5f6f75742e676400000000");
    let array = |content: &[u8]| GODOT_4.byte_array(content);
    let bomb = array(&zlib(&vec![0; 65 << 20]));
    // FastLZ of a literal run, which is an Array, and of a match of 68 MiB.
    let (start, matched) = ([0x23, 28, 0, 0, 0, 0xe0], vec![255; (1 << 18) + (1 << 14)]);
    let fastlz = [&start[..], &matched, &[0, 0]].concat();
    let mut nested = script.clone();
    for _ in 0..20 {
        nested = array(&zlib(&nested));
    }
    let mut digits = hex(&script);
    for _ in 0..10 {
        digits = hex(digits.as_bytes());
    }
    // Each byte array contains the next one both with and without its length.
    let mut repeated = script.clone();
    for _ in 0..12 {
        let value = array(&repeated);
        repeated = [words(&[28, 1, 29]), sized(&value)].concat();
    }
    for (name, value) in [
        ("a bomb in a bomb", array(&zlib(&bomb))),
        ("FastLZ", array(&fastlz)),
        ("nested compression", nested),
        ("nested digits", string(&digits)),
        ("nested arrays", repeated),
        // The limit applies to each value.
        ("values", GODOT_4.array(&[bomb, array(&script)])),
    ] {
        let started = Instant::now();
        let options = "--layout godot4 --bare";
        assert!(is_stopped(1024, options, &value), "{name}");
        // A debug build on a busy machine examines the limit in less than 20 seconds.
        assert!(started.elapsed() < Duration::from_secs(120), "{name}");
    }
}

/// Checks names that a text uses for many keys, keys in keys, and errors after many values.
#[cfg(target_os = "linux")]
#[test]
fn hostile_text_is_limited() {
    let name = "a".repeat(1 << 20);
    let keys: Vec<_> = (0..4096).map(|key| format!("k{key}=1\n")).collect();
    let sections = format!("[s]\n\nx=1\n\n[{name}]\n\n{}", keys.concat());
    let [start, end] = ["{", ":0}"].map(|text| text.repeat(1000));
    let nested = format!("[s]\n\na={start}\"{name}\":0{end}\n");
    let elements = "1,".repeat(1 << 17);
    let tags = format!("[node name=\"A\" type=\"Node\"]\na = [{elements}1]\n\n").repeat(8);
    let scene = format!("[gd_scene format=3]\n\n{tags}>>>>>>> b\n\n[node name=\"B\"]\n");
    is_stopped(128, "", sections.as_bytes());
    is_stopped(128, "", nested.as_bytes());
    assert!(is_stopped(128, "", scene.as_bytes()));
}
