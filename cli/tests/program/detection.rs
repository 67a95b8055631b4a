//! Tests the detection of layout and framing in commands without options.
#![cfg(all(
    feature = "compressed",
    feature = "double",
    feature = "encrypted",
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]

use crate::common::{CommandOutput, bytes, file, framed, program};
use std::fs;
use std::io::{BufRead, BufReader, Write};

/// `{"name": "Ada", "at": Vector2(1, 2.5)}` of Godot 4.
const PLAYER: &str = "1b000000 02000000 04000000 04000000 6e616d65 04000000 03000000 41646100 \
                      04000000 02000000 61740000 05000000 0000803f 00002040";
/// `["Ada", 7]` of Godot 3.
const LIST3: &str = "13000000 02000000 04000000 03000000 41646100 02000000 07000000";
/// 7 in every layout.
const SEVEN: &str = "02000000 07000000";

/// Runs the program without a default layout.
pub(crate) fn run(args: &str, input: &[u8]) -> CommandOutput {
    let mut child = program()
        .env_remove("GDVARIANT_LAYOUT")
        .args(args.split_whitespace())
        .spawn()
        .expect("the program starts");
    // The program may stop before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    CommandOutput {
        out: text(output.stdout),
        err: text(output.stderr),
        status: output.status.code().expect("no signal ended it"),
    }
}

fn good(args: &str) -> String {
    let ran = run(args, b"");
    assert_eq!(
        (ran.err.as_str(), ran.status),
        ("", 0),
        "{args}: {}",
        ran.out
    );
    ran.out
}

/// Returns the path of a file that an engine wrote.
fn sample(name: &str) -> String {
    format!("../conformance/files/{name}")
}

#[test]
fn ordinary_files_need_no_options() {
    let plain = good(&format!("decode {}", sample("godot-4.6.3/plain-0.dat")));
    assert!(
        plain.starts_with("{\"version\":4") && plain.lines().count() == 2,
        "{plain}"
    );
    for engine in ["godot-3.2.3", "godot-3.6.2", "godot-4.6.3"] {
        let plain = good(&format!(
            "decode {}",
            sample(&format!("{engine}/plain-300.dat"))
        ));
        for form in ["fastlz", "deflate", "zstd", "gzip"] {
            let path = sample(&format!("{engine}/{form}-300.gcpf"));
            assert_eq!(good(&format!("decode {path}")), plain);
            assert_eq!(good(&format!("get {path} name")), "\"Ada\"\n");
        }
    }
    let save = file("save3.dat", &framed(&[LIST3, LIST3]));
    assert_eq!(
        good(&format!("decode {save}")),
        "[\"Ada\",7]\n[\"Ada\",7]\n"
    );
    let packet = file("packet.bin", &bytes(PLAYER));
    assert_eq!(
        good(&format!("get {packet} at")),
        "{\"Vector2\":[1.0,2.5]}\n"
    );
    assert!(good(&format!("inspect {save}")).contains("value 2 at 0x00000020"));
    assert!(good(&format!("grep -c Ada {save} {packet}")).ends_with(": 1\n"));
}

#[test]
fn lines_of_hex_need_no_layout() {
    let ran = run(
        "decode --from hex",
        format!("{PLAYER}\n{SEVEN}\n").as_bytes(),
    );
    assert_eq!(
        ran.out,
        "{\"name\":\"Ada\",\"at\":{\"Vector2\":[1.0,2.5]}}\n7\n"
    );
}

#[test]
fn ties_choose_the_engine_with_the_most_users() {
    // A framed Nil in Godot 4, and a bare String in all layouts.
    let nil = file("nil.dat", &bytes("04000000 00000000"));
    let ran = run(&format!("decode {nil}"), b"");
    assert_eq!((ran.out.as_str(), ran.status), ("null\n", 0));
    let line = format!(
        "note: {nil}: godot4, framed; also valid as godot3, pandemonium, pandemonium3, \
         pandemonium5, bare: --layout, --bare\n"
    );
    assert_eq!(ran.err, line);
    assert_eq!(run(&format!("decode --bare {nil}"), b"").out, "\"\"\n");
    // The layouts agree on the value.
    let seven = file("seven.bin", &bytes(SEVEN));
    assert_eq!(good(&format!("decode --strict-detect {seven}")), "7\n");
    let strict = run(&format!("decode --strict-detect {nil}"), b"");
    assert_eq!((strict.out.as_str(), strict.status), ("", 3));
    assert!(strict.error().contains("also valid as godot3"));
}

#[test]
fn audit_does_not_mistake_a_value_for_a_header() {
    // A PackedByteArray that contains the encoded value `{"a": 1}`.
    let array = "1d000000 1c000000 1b000000 01000000 04000000 01000000 61000000 02000000 01000000";
    let ran = run("audit", &bytes(array));
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("1 value: no findings"), "{}", ran.out);
}

#[test]
fn several_values_that_tie_are_not_guessed() {
    // A Color in Godot 3, and a Plane in Godot 4.
    let color = "0e000000 00000000 00000000 0000803f 0000803f";
    let single = run("decode", &framed(&[color]));
    assert_eq!(
        (single.out.as_str(), single.status),
        ("{\"Plane\":{\"normal\":[0.0,0.0,1.0],\"d\":1.0}}\n", 0)
    );
    assert!(
        single.err.contains("also valid as godot3"),
        "{}",
        single.err
    );
    let several = run("decode", &framed(&[color, color]));
    assert_eq!((several.out.as_str(), several.status), ("", 3));
    let error = several.error();
    assert!(
        error.contains("the layout is ambiguous: godot4, framed; also valid as godot3"),
        "{error}"
    );
}

#[test]
fn the_option_layout_prefers_a_bare_value() {
    let nil = file("nil.dat", &bytes("04000000 00000000"));
    assert_eq!(good(&format!("decode --layout godot4 {nil}")), "\"\"\n");
    assert_eq!(
        good(&format!("decode --layout godot4 --framed {nil}")),
        "null\n"
    );
    let save = file("save4.dat", &framed(&[PLAYER, PLAYER]));
    assert_eq!(
        good(&format!("decode --layout godot4 {save}"))
            .lines()
            .count(),
        2
    );
}

#[test]
fn the_environment_sets_a_default() {
    let nil = bytes("04000000 00000000");
    let output = program()
        .args(["decode", &file("nil.dat", &nil)])
        .output()
        .expect("a run");
    assert_eq!(output.stdout, b"\"\"\n");
}

#[test]
fn concatenated_values_need_the_option() {
    let row = file("row.bin", &bytes(&PLAYER.repeat(2)));
    let ran = run(&format!("decode {row}"), b"");
    assert_eq!(ran.status, 1);
    assert!(
        ran.error().ends_with("further values follow: try --values"),
        "{}",
        ran.err
    );
    assert_eq!(good(&format!("decode --values {row}")).lines().count(), 2);
    assert!(good(&format!("detect {row}")).ends_with("try --layout godot4 --values\n"));
    // Four zero bytes at the end are not detected as Nil.
    let padded = file("padded.bin", &bytes(&format!("{PLAYER} 00000000")));
    assert_eq!(run(&format!("decode {padded}"), b"").status, 1);
}

#[test]
fn headers_are_proposed_and_skipped() {
    for (name, header) in [
        ("version", &[3, 0, 0, 0][..]),
        ("seven", &[7, 0, 0, 0]),
        ("text", b"\x05\0\0\0v1.20"),
    ] {
        let save = file(name, &[header, &framed(&[PLAYER, PLAYER])].concat());
        let skip = header.len();
        let ran = run(&format!("decode {save}"), b"");
        assert_eq!((ran.out.as_str(), ran.status), ("", 3));
        let option = format!("--layout godot4 --framed --skip {skip}");
        assert!(ran.error().contains(&option), "{}", ran.err);
        let detected = good(&format!("detect {save}"));
        assert!(detected.ends_with(&format!("try {option}\n")), "{detected}");
        assert_eq!(
            good(&format!("decode --skip {skip} {save}"))
                .lines()
                .count(),
            2
        );
        // Editing keeps the header.
        let ran = run(
            &format!("set --skip {skip} --value 2 {save} name \"Bob\""),
            b"",
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        let changed = fs::read(&save).expect("a file");
        assert_eq!(&changed[..skip], header);
        assert_eq!(
            good(&format!("get --skip {skip} --value 2 {save} name")),
            "\"Bob\"\n"
        );
    }
}

#[test]
fn values_from_a_pipe_are_not_delayed() {
    let save = framed(&[PLAYER, PLAYER]);
    let (first, rest) = save.split_at(save.len() / 2);
    let mut child = program()
        .env_remove("GDVARIANT_LAYOUT")
        .arg("decode")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    stdin.write_all(first).expect("a pipe");
    let line = lines.next().expect("a line").expect("text");
    assert!(line.starts_with("{\"name\":\"Ada\""));
    stdin.write_all(rest).expect("a pipe");
    drop(stdin);
    assert_eq!(lines.count(), 1);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn edits_require_a_certain_layout() {
    let save = file("certain.dat", &framed(&[PLAYER]));
    let ran = run(&format!("set {save} name \"Grace\""), b"");
    assert_eq!(
        (ran.err, ran.status),
        (format!("note: {save}: godot4, framed: 99%\n"), 0)
    );
    assert_eq!(good(&format!("get {save} name")), "\"Grace\"\n");
    // An Array of Strings has the same bytes in both precisions, and is invalid in other engines.
    let names = "1c000000 01000000 04000000 03000000 41646100";
    let names = file("names.dat", &framed(&[names, names]));
    let ran = run(&format!("set --value 1 {names} [0] \"Bob\""), b"");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let before = fs::read(&names).expect("a file");
    let ran = run(&format!("set --value 1 {names} [0] Vector2(1,2)"), b"");
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err
            .contains("whose output would differ; confirm the layout with --layout godot4")
    );
    assert_eq!(fs::read(&names).expect("a file"), before);
    let ran = run(
        &format!("set --layout godot4 --value 1 {names} [0] Vector2(1,2)"),
        b"",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    // The bytes of a framed Nil are also those of a bare, empty String.
    let nil = file("nil.dat", &bytes("04000000 00000000"));
    assert_eq!(run(&format!("set {nil} [0] 1"), b"").status, 3);
}

#[test]
fn inexact_files_are_not_replaced() {
    // A String with non-zero padding.
    let dirty = framed(&[&PLAYER.replace("41646100", "416461ff")]);
    let save = file("dirty.dat", &dirty);
    let ran = run(&format!("set {save} name \"Grace\""), b"");
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err
            .contains("differs from what an engine writes; confirm the layout"),
        "{}",
        ran.err
    );
    assert_eq!(fs::read(&save).expect("a file"), dirty);
    let ran = run(&format!("set --layout godot4 {save} name \"Grace\""), b"");
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn conversions_in_place_require_certainty() {
    let save = file("convert.dat", &framed(&[LIST3, LIST3]));
    let ran = run(
        &format!("convert --to-layout godot4 --in-place {save}"),
        b"",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = run(&format!("decode --strict-detect {save}"), b"");
    assert_eq!(ran.out, "[\"Ada\",7]\n[\"Ada\",7]\n");
}

#[test]
fn encode_names_the_missing_option() {
    let ran = run("encode --to hex", b"7");
    assert_eq!((ran.out.as_str(), ran.status), ("", 2));
    assert!(ran.error().contains("--layout godot4") && ran.error().contains("--like"));
    let save = file("like.dat", &framed(&[PLAYER, PLAYER]));
    let json = good(&format!("decode {save}"));
    let copy = file("copy.dat", b"");
    let ran = run(&format!("encode --like {save} -o {copy}"), json.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(
        fs::read(&copy).expect("a file"),
        fs::read(&save).expect("a file")
    );
}

#[test]
fn diff_chooses_one_layout_for_both_files() {
    // 7 is valid in every layout, the other file only in Godot 3.
    let (old, new) = (
        file("old.bin", &bytes(SEVEN)),
        file("new.bin", &bytes(LIST3)),
    );
    let ran = run(&format!("diff {old} {new}"), b"");
    assert_eq!((ran.err.as_str(), ran.status), ("", 1));
    assert!(ran.out.starts_with("~ : 7 -> [ \"Ada\", 7 ]") || ran.out.contains("[ \"Ada\", 7 ]"));
    // The files are in the layouts of two engines.
    let other = file("other.bin", &bytes(PLAYER));
    assert_eq!(run(&format!("diff {new} {other}"), b"").status, 1);
}

/// Compares two files that decode as other values in another layout, which the note says of both.
#[test]
fn diff_names_the_layouts_that_also_fit_both_files() {
    let old = file("tie-old.dat", &bytes("0c000000 05000000 00000000 02000000"));
    let new = file("tie-new.dat", &bytes("0c000000 05000000 00000000 03000000"));
    let ran = run(&format!("diff {old} {new}"), b"");
    assert_eq!(ran.status, 1);
    for path in [old, new] {
        let note = format!("note: {path}: godot4, framed; also valid as godot3");
        assert!(ran.err.contains(&note), "{}", ran.err);
    }
}

#[test]
fn audit_examines_every_layout_that_fits() {
    // A harmless value of Godot 4, whose first type number is another type in other layouts.
    let save = file("audit.dat", &framed(&[PLAYER]));
    assert!(good(&format!("audit {save}")).contains("no findings"));
    let nan = file("nan.bin", &bytes("03000000 0000c07f"));
    let found = run(&format!("audit --json {nan}"), b"");
    assert_eq!(found.out.matches("\"nan\"").count(), 1, "{}", found.out);
}

#[test]
fn other_formats_are_named() {
    for (start, name) in [
        (&b"PK\x03\x04"[..], "a zip archive"),
        (b"GDPC", "a game pack"),
        (b"PEPC", "a game pack of Pandemonium"),
        (b"RSRC", "a binary resource"),
        (b"RSCC", "a compressed binary resource"),
        (b"[gd_scene load_steps=2]", "a scene or a resource as text"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xd4\xc3\xb2\xa1\x02\0\x04\0", "a capture of packets"),
        (b"GDSC\x64\0\0\0", "compiled GDScript"),
        (b"{\"gold\": 30}\n", "JSON text"),
        (b"[player]\n\ngold=3\n", "text with sections"),
        (b"{\n\"at\": Vector2(1, 2)\n}", "text of var_to_str"),
        (b"API of (some) engine (3.6)", "text, not values"),
        (b"gold=3 name=Ada", "text, not values: \"gold=3 name=Ada\""),
        (b"g\0o\0l\0d\0=\x003\0", "UTF-16 text"),
        (&[0; 64], "zeros"),
        (
            &bytes("0000803f 00000040"),
            "raw floats (PackedFloat32Array",
        ),
        (
            &bytes("000000000000f03f 0000000000000440"),
            "raw floats of 64 bits",
        ),
        (&bytes("00000001 00000002 00000003"), "big-endian integers"),
        (
            &bytes("15000000 02000000 02000000 0d000000 02000000 0e000000"),
            "a value of Godot 2",
        ),
        (
            &bytes("01000000 1122334455667708 07000000 7265733a2f2f61"),
            "a cache of UIDs",
        ),
        (
            &bytes("ffeeddcc bbaa"),
            "no values: the first bytes are ff ee dd cc bb aa",
        ),
    ] {
        let error = run("inspect", start).error();
        assert!(
            error.starts_with(&format!("standard input: {name}")),
            "{error}"
        );
    }
}

/// Checks the first bytes of Pandemonium 5, which also reads those of other engines.
#[cfg(all(feature = "godot3", feature = "pandemonium5"))]
#[test]
fn packed_contents_are_named() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(b"{\"gold\": 30}").unwrap();
    let error = run("inspect", &encoder.finish().unwrap()).error();
    assert!(
        error.starts_with("standard input: a gzip file: JSON text, not values; "),
        "{error}"
    );
}

#[test]
fn stated_layouts_report_the_error_first() {
    let error = run("decode --layout godot4 --bare", b"\x89PNG\r\n\x1a\n").error();
    let (reason, name) = error.split_once("; ").expect("a name");
    assert!(reason.contains("0x0000: unknown type 137"), "{error}");
    assert_eq!(name, "the bytes are a PNG image, not values");
}

/// A value of each usual type, cut after each byte, or with another byte.
#[test]
fn damaged_values_are_not_named() {
    let json = r#"{"a":1,"b":[1.0,2.5,7,8,9],"c":{"Vector3":[1.0,2.0,3.0]},"d":"text"}"#;
    for layout in ["godot3", "godot4"] {
        let value = file("value.json", json.as_bytes());
        let encoded = file("value.bin", b"");
        good(&format!("encode --layout {layout} {value} -o {encoded}"));
        let encoded = fs::read(encoded).unwrap();
        for length in 12..encoded.len() {
            let error = run("decode", &encoded[..length]).err;
            assert!(!error.contains("not values"), "{layout}, {length}: {error}");
        }
    }
}

#[test]
fn only_plausible_readings_are_advised() {
    for start in [
        "00000000 0000803f 00000040", // raw floats
        "0000803f 00000040",
        "00000100 02000000",
        "01000000 a7b3c411 22334455",
        "02000000 a7b3c411 22334455",
    ] {
        for options in ["", " --layout godot4", " --layout godot3 --bare"] {
            let error = run(&format!("decode{options}"), &bytes(start)).error();
            assert!(!error.contains("--engine"), "{start}{options}: {error}");
        }
    }
    // A Dictionary is plausible before other bytes.
    let digest = "12000000 01000000 04000000 01000000 61000000 02000000 07000000 a7b3c411";
    assert!(
        run("decode", &bytes(digest))
            .error()
            .ends_with("--engine ignores them")
    );
    assert_eq!(run("decode --engine", &bytes(digest)).out, "{\"a\":7}\n");
}

/// Returns a framed Dictionary of Godot 4 whose encoding has this length.
fn long_save(length: u32) -> Vec<u8> {
    let mut save = length.to_le_bytes().to_vec();
    save.extend(bytes(
        "1b000000 02000000 04000000 01000000 61000000 02000000 01000000 \
         04000000 06000000 66696c6c 65720000 1d000000",
    ));
    // The rows above and this count are 52 bytes.
    save.extend((length - 52).to_le_bytes());
    save.resize(length as usize + 4, 7);
    save
}

#[test]
fn long_saves_are_certain() {
    // In big-endian order, 1,200,004 is 2.2 GB, which exceeds the limit, and 0x0010_4000 is 4 MiB,
    // which exceeds only the file.
    for (length, is_limited) in [(1_200_004, true), (0x0010_4000, false)] {
        let save = file(&format!("long-{length}.dat"), &long_save(length));
        let set = run(&format!("set {save} a 2"), b"");
        assert_eq!(
            (set.err.contains("ambiguous"), set.status),
            (false, 0),
            "{}",
            set.err
        );
        assert!(!set.err.contains("big-endian"), "{}", set.err);
        let piped = run("get - a", &fs::read(&save).expect("a file"));
        assert_eq!(
            (piped.out.as_str(), piped.status),
            ("2\n", 0),
            "{}",
            piped.err
        );
        assert_eq!(
            piped.err.contains("big-endian"),
            !is_limited,
            "{}",
            piped.err
        );
    }
}
