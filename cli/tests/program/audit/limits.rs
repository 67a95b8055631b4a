//! Tests the rules about nesting depths and sizes.

use super::samples::{hex, sized, words};
use super::{findings, ids};
use crate::common::{bytes, run};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Returns Nil nested in `depth` Arrays.
fn nested(depth: usize) -> Vec<u8> {
    [bytes("13000000 01000000").repeat(depth), bytes("00000000")].concat()
}

/// Returns the start of a value, followed by a number of spaces.
fn large(start: &str, spaces: usize) -> Vec<u8> {
    [bytes(start), vec![b' '; spaces]].concat()
}

#[test]
fn nesting_is_limited_like_in_engines() {
    assert_eq!(findings("", &nested(1024)), Vec::<Value>::new());
    let found = findings("", &nested(1025));
    assert_eq!(ids(&found), ["too-deep"]);
    assert_eq!(found[0]["offset"], 8 * 1025);
    // The path has 3,072 characters, of which the last 255 are printed.
    assert_eq!(found[0]["path"], format!("…{}", "[0]".repeat(85)));
    // Lines of text have shorter paths.
    let shown = run("audit", nested(1025)).out;
    assert!(shown.lines().all(|line| line.len() < 300), "{shown}");
}

#[test]
fn large_values_are_reported() {
    let string = |length: u32| {
        let start = [bytes("04000000"), length.to_le_bytes().to_vec()].concat();
        [start, vec![b' '; length as usize]].concat()
    };
    assert_eq!(
        ids(&findings("", &string((1 << 20) - 4))),
        Vec::<&str>::new()
    );
    assert_eq!(ids(&findings("", &string(1 << 20))), ["large-string"]);
    assert_eq!(
        ids(&findings("--ignore large-string", &string(8 << 20))),
        ["large-value"]
    );
    assert_eq!(
        ids(&findings("--ignore large-string", &string((8 << 20) - 8))),
        Vec::<&str>::new()
    );
    // An Array of Nil, and a PackedByteArray.
    let nils = [bytes("13000000 00001000"), vec![0; 4 << 20]].concat();
    assert_eq!(ids(&findings("", &nils)), ["large-array"]);
    let few = [bytes("13000000 ffff0f00"), vec![0; (4 << 20) - 4]].concat();
    assert_eq!(ids(&findings("", &few)), Vec::<&str>::new());
    let packed = large("14000000 00001000", 1 << 20);
    assert_eq!(ids(&findings("", &packed)), ["large-array"]);
}

/// Returns zlib-compressed zeros.
fn compressed_zeros(length: usize) -> Vec<u8> {
    let level = flate2::Compression::fast();
    let mut writer = flate2::write::ZlibEncoder::new(Vec::new(), level);
    for _ in 0..length >> 20 {
        writer.write_all(&vec![0; 1 << 20]).expect("a vector");
    }
    writer.finish().expect("a vector")
}

/// Runs the program with `mib` of address space and returns the ids of its findings.
fn ids_with_little_memory(mib: usize, options: &str, input: &[u8]) -> Vec<String> {
    let mut child = Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v {}; exec \"$0\" \"$@\"", mib << 10),
        ])
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
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{}",
        output.status
    );
    let text = String::from_utf8(output.stdout).expect("text");
    let id = |line| serde_json::from_str::<Value>(line).expect("JSON")["id"].clone();
    let ids = text.lines().map(id);
    ids.map(|id| id.as_str().expect("an id").to_owned())
        .collect()
}

/// Checks compressed bytes with long contents, and encodings in encodings.
#[cfg(target_os = "linux")]
#[test]
fn hostile_encodings_are_limited() {
    let script = "1c000300140000007265733a2f2f2e2e2f6576696c5f6f75742e676400000000";
    let array = |content: &[u8]| [words(&[29]), sized(content)].concat();
    let zlib = |content: &[u8]| {
        let level = flate2::Compression::fast();
        let mut writer = flate2::write::ZlibEncoder::new(Vec::new(), level);
        writer.write_all(content).expect("a vector");
        writer.finish().expect("a vector")
    };
    let bomb = compressed_zeros(65 << 20);
    // FastLZ of a literal run, which is an Array, and of a match of 68 MiB.
    let fastlz = [
        &[0x23, 28, 0, 0, 0, 0xe0][..],
        &vec![255; (1 << 18) + (1 << 14)],
        &[0, 0],
    ]
    .concat();
    let mut nested = bytes(script);
    for _ in 0..20 {
        nested = array(&zlib(&nested));
    }
    let mut digits = script.to_owned();
    for _ in 0..10 {
        digits = hex(digits.as_bytes());
    }
    // Each byte array contains the next one both with and without its length.
    let mut repeated = bytes(script);
    for _ in 0..12 {
        let value = array(&repeated);
        let length = u32::try_from(value.len()).expect("short");
        repeated = [words(&[28, 1, 29, length]), value].concat();
    }
    for (name, value) in [
        ("a bomb", array(&bomb)),
        ("a bomb in a bomb", array(&zlib(&bomb))),
        ("FastLZ", array(&fastlz)),
        ("nested compression", nested),
        (
            "nested digits",
            [words(&[4]), sized(digits.as_bytes())].concat(),
        ),
        ("nested arrays", repeated),
    ] {
        let started = Instant::now();
        let ids = ids_with_little_memory(1024, "--layout godot4 --bare", &value);
        assert!(ids.iter().any(|id| id == "not-examined"), "{name}: {ids:?}");
        // A debug build on a busy machine examines the limit in less than 20 seconds.
        assert!(started.elapsed() < Duration::from_secs(120), "{name}");
    }
    // The limit applies to each value, and other values are examined.
    let many = [array(&bomb), array(&bytes(script))].concat();
    let many = [words(&[28, 2]), many].concat();
    let found = ids_with_little_memory(1024, "--layout godot4 --bare", &many);
    assert!(found.iter().any(|id| id == "not-examined"), "{found:?}");
}

/// Checks names that a text uses for many keys, keys in keys, and errors after many values.
#[cfg(target_os = "linux")]
#[test]
fn hostile_text_is_limited() {
    let name = "a".repeat(1 << 20);
    let keys: Vec<_> = (0..4096).map(|key| format!("k{key}=1\n")).collect();
    let keys = keys.concat();
    let sections = format!("[{name}]\n\n{keys}");
    let [start, end] = [("{", 1000), (":0}", 1000)].map(|(text, count)| text.repeat(count));
    let nested = format!("[s]\n\na={start}\"{name}\":0{end}\n");
    let elements = "1,".repeat(1 << 17);
    let tags = format!("[node name=\"A\" type=\"Node\"]\na = [{elements}1]\n\n").repeat(8);
    let scene = format!("[gd_scene format=3]\n\n{tags}>>>>>>> b\n\n[node name=\"B\"]\n");
    for (text, expected) in [
        (sections, None),
        (nested, None),
        (scene, Some("not-examined")),
    ] {
        let ids = ids_with_little_memory(128, "", text.as_bytes());
        let has_expected = ids.iter().any(|id| Some(&**id) == expected);
        assert!(has_expected || expected.is_none(), "{ids:?}");
    }
}
