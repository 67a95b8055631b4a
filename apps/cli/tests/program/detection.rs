//! Tests the detection of layout and framing in commands without options.

use crate::common::child::{Lines, end};
use crate::common::{CommandOutput, bytes, console, file, framed, program, run_bytes};
use std::fs;
use std::io::Write;

/// `{"name": "Ada", "at": Vector2(1, 2.5)}` of Godot 4.
const PLAYER: &str = "1b000000 02000000 04000000 04000000 6e616d65 04000000 03000000 41646100 \
                      04000000 02000000 61740000 05000000 0000803f 00002040";

/// Runs the program without a default layout.
fn run(args: &str, input: &[u8]) -> CommandOutput {
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

/// Runs the program with a file, and returns what it prints.
fn printed(args: &str, content: &[u8]) -> CommandOutput {
    run(&args.replace("FILE", &file("input.dat", content)), b"")
}

#[test]
fn zeros_after_a_bare_value_are_no_damage() {
    for value in [r#"{"hp": 7}"#, r#"{"hp": 0, "mp": 0}"#, "[]", "false"] {
        let mut content = run_bytes("encode --layout godot4 --bare", value.as_bytes()).stdout;
        content.resize(content.len() + 80, 0);
        let found = printed("decode --layout godot4 FILE", &content);
        assert!(
            found.err.contains("80 bytes follow the value"),
            "{}",
            found.err
        );
        let found = printed("decode --layout godot4 --engine FILE", &content);
        assert_eq!(
            found.out.trim(),
            value.replace(": ", ":").replace(", ", ",")
        );
    }
}

#[test]
fn replacement_characters_in_strings_are_no_damage() {
    let value = run_bytes(
        "encode --layout godot4 --framed",
        "{\"n\": \"a\u{fffd}b\"}".as_bytes(),
    )
    .stdout;
    let with_rest = [value.as_slice(), &[9; 25]].concat();
    let found = printed("get FILE n", &with_rest);
    assert_eq!(found.out.trim(), "\"a\u{fffd}b\"");
    assert!(
        found.err.contains("25 bytes after the last value"),
        "{}",
        found.err
    );
    let bare = [&value[4..], &[9; 4]].concat();
    let found = printed("inspect FILE", &bare);
    assert!(found.out.contains("Dictionary"), "{}", found.err);
}

#[test]
fn long_truncated_frames_are_named() {
    let list = format!("{{\"list\": [{}0]}}", "1, ".repeat(40_000));
    let mut content = run_bytes("encode --layout godot4 --framed", list.as_bytes()).stdout;
    content.truncate(content.len() - 100);
    let found = printed("decode FILE", &content);
    assert!(
        found.err.contains("the input is truncated"),
        "{}",
        found.err
    );
}

#[test]
fn layouts_and_framings_are_detected() {
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
layout auto
'{"name": "Ada", "at": {"Vector2": [1.0, 2.5]}}' | encode --layout godot4 --bare -o player
'{"name": "Ada", "at": {"Vector2": [1.0, 2.5]}} {"name": "Bob", "at": {"Vector2": [1.0, 2.5]}}' | encode --layout godot4 --framed -o two
'7' | encode --layout godot3 --bare -o seven
hex 04000000 00000000 > nil
'1b000000 01000000 04000000 01000000 61000000 02000000 07000000⏎02000000 07000000' | decode --from hex
= {"a":7}
= 7

# Ties choose the engine with the most users: a framed Nil in Godot 4.
decode nil
= null
~ godot4, framed
~ godot3, pandemonium, pandemonium3, pandemonium5, bare
decode --strict-detect seven
= 7
decode --strict-detect nil
~ godot3
[3]
# A Color in Godot 3, and a Plane in Godot 4.
hex 14000000 0e000000 00000000 00000000 0000803f 0000803f > color
decode color
= {"Plane":{"normal":[0.0,0.0,1.0],"d":1.0}}
~ godot3
convert --to-layout godot4 --in-place color
[3]

# Concatenated values need the option. Four zero bytes at the end are not detected as Nil.
'{"name": "Ada"} {"name": "Ada"}' | encode --layout godot4 --values -o row
decode row
~ --values
[1]
decode --values row
= {"name":"Ada"}
= {"name":"Ada"}
hex 1b000000 01000000 04000000 01000000 61000000 02000000 07000000 00000000 | decode
[1]

# Headers are proposed and skipped, and edits keep them.
hex 03000000 20000000 1b000000 01000000 04000000 01000000 61000000 04000000 04000000 6e616d65 20000000 1b000000 01000000 04000000 01000000 61000000 04000000 04000000 6e616d65 > version
decode version
~ --layout godot4 --framed --skip 4
[3]
set --skip 4 --value 2 version a "Bob"
cat version
= 03000000200000001b0000000100000004000000010000006100000004000000040000006e616d65200000001b000000010000000400000001000000610000000400000003000000426f6200

# An Array of Strings has the same bytes in both precisions, and both read single precision.
set two --value 1 name "Grace"
~ 99%
hex 14000000 1c000000 01000000 04000000 03000000 41646100 14000000 1c000000 01000000 04000000 03000000 41646100 > names
set --value 1 names [0] "Bob"
set --value 1 names [0] Vector2(1,2)
~ from String to Vector2
# A String with non-zero padding.
hex 20000000 1b000000 01000000 04000000 04000000 6e616d65 04000000 03000000 416461ff > dirty
set dirty name "Grace"
cat dirty
= 240000001b0000000100000004000000040000006e616d6504000000050000004772616365000000

'7' | encode --to hex
~ --layout godot4
~ --like
[2]
'{"name":"Ada"}' | encode --like player -o copy
get copy name
= "Ada"

# Notes are hidden, errors are not.
'["Ada",7]' | encode --layout godot3 --framed -o list
set --quiet list [1] 8
get -q list [9]
~ error
[1]

# One layout is chosen for both files, and the note about ties is that of both.
'["Ada",7]' | encode --layout godot3 --framed -o list
diff color list
= ~ Color( 0, 0, 1, 1 ) -> [ "Ada", 7 ]
[1]
hex 0c000000 05000000 00000000 02000000 > old
hex 0c000000 05000000 00000000 03000000 > new
diff old new
= ~ Vector2(0, 3e-45) -> Vector2(0, 4e-45)
~ old: godot4, framed; also valid as godot3
~ new: godot4, framed; also valid as godot3
[1]

# The name of another format follows a stated layout's error.
hex 89504e47 0d0a1a0a | decode --layout godot4 --bare
~ 0x0000: unknown type 137
~ a PNG image
[1]
'{"gold": 30}' | pack --compress plain-gzip -o json.gz
inspect json.gz
~ a gzip file: JSON text
[1]
"#;

#[test]
fn values_from_a_pipe_are_not_delayed() {
    let player = framed(&[PLAYER]);
    let mut child = program()
        .env_remove("GDVARIANT_LAYOUT")
        .arg("decode")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines = Lines::of(child.stdout.take().expect("a pipe"));
    for _ in 0..2 {
        stdin.write_all(&player).expect("a pipe");
        assert!(lines.next().starts_with("{\"name\":\"Ada\""));
    }
    drop(stdin);
    assert!(end(&mut child).success());
}

#[test]
fn other_formats_are_named() {
    for (start, name) in [
        (&b"PEPC"[..], "a game pack of Pandemonium"),
        (
            b"RSRC\0\0\0\0",
            "a binary resource (RSRC), not values; in Godot 4, ResourceSaver.save(load(\"res://a.res\"), \"res://a.tres\") saves it as text",
        ),
        (b"\xd4\xc3\xb2\xa1\x02\0\x04\0", "a capture of packets"),
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
        let start = format!("standard input: {name}");
        assert!(error.starts_with(&start), "{error}");
    }
}

/// Checks the texts and values of which a crash has left zeros, and bytes that were a string.
#[test]
fn lost_bytes_are_named() {
    let scene = "[gd_scene format=3]\n\n[node name=\"A\"]\ntext = \"lo";
    let lost = file("lost.tscn", &[scene.as_bytes(), &[0; 800]].concat());
    for command in ["decode", "decode --to json", "grep gold", "inspect"] {
        let found = run(&format!("{command} {lost}"), b"");
        let name = "a scene or a resource as text up to 0x002f, then 800 zeros; `gdvariant decode --engine`";
        assert!(
            found.status > 0 && found.err.contains(name),
            "{}",
            found.err
        );
    }
    let found = run(&format!("decode --engine {lost}"), b"");
    assert_eq!((found.out.as_str(), found.status), (scene, 0));
    assert!(found.err.contains("then 800 zeros"), "{}", found.err);

    let mut save = framed(&[PLAYER]);
    let length = save.len();
    save[0] = 200;
    save.truncate(length - 16);
    save.resize(204, 0);
    let save = file("lost.save", &save);
    let ranking = run(&format!("detect {save}"), b"");
    let text = "value 1 ends in zeros from 0x002c";
    assert!(
        ranking.out.contains("godot4") && ranking.out.contains(text),
        "{}",
        ranking.out
    );
    for command in ["decode", "inspect", "decode --layout godot4 --framed"] {
        let found = run(&format!("{command} {save}"), b"");
        assert!(
            found.err.contains("ends in zeros from 0x002c"),
            "{}",
            found.err
        );
        assert!(!found.err.contains("--engine"), "{}", found.err);
    }

    let bytes = bytes("1b000000 01000000 04000000 01000000 78000000 03000000 0000c0bf");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    for options in ["", " --layout godot4 --bare"] {
        let error = run(&format!("decode{options}"), text.as_bytes()).error();
        assert!(
            error.contains("ef bf bd replaces the first at 0x001a"),
            "{error}"
        );
        assert!(!error.contains("--engine"), "{error}");
    }
}

/// Checks a value of each usual type that is cut.
#[test]
fn damaged_values_are_not_named() {
    let json = r#"{"a":1,"b":[1.0,2.5,7,8,9],"c":{"Vector3":[1.0,2.0,3.0]},"d":"text"}"#;
    let encoded = run_bytes("encode --bare --layout godot4", json.as_bytes()).stdout;
    for length in (12..encoded.len()).step_by(5) {
        let error = run("decode", &encoded[..length]).err;
        assert!(!error.contains("not values"), "{length}: {error}");
    }
}

#[test]
fn only_plausible_readings_are_advised() {
    for (start, is_plausible) in [
        ("00000000 0000803f 00000040", false), // raw floats
        ("01000000 a7b3c411 22334455", false),
        ("02000000 a7b3c411 22334455", false),
        // A Dictionary is plausible before other bytes.
        (
            "12000000 01000000 04000000 01000000 61000000 02000000 07000000 a7b3c411",
            true,
        ),
    ] {
        for options in ["", " --layout godot3 --bare"] {
            let error = run(&format!("decode{options}"), &bytes(start)).error();
            assert_eq!(error.contains("--engine"), is_plausible, "{error}");
        }
    }
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
fn long_truncated_saves_are_damaged() {
    let mut save = long_save(1_200_004);
    save.truncate(1_000_000);
    let save = file("cut.dat", &save);
    for command in ["detect", "decode"] {
        let error = run(&format!("{command} {save}"), b"");
        assert_eq!(error.status, 1, "{}", error.err);
        let text = error.out + &error.err;
        assert!(text.contains("expected 1200004 bytes, found"), "{text}");
    }
}

#[test]
fn long_saves_are_certain() {
    // In big-endian order, 1,200,004 is 2.2 GB, which exceeds the limit, and 0x0010_4000 is 4 MiB,
    // which exceeds only the file.
    for (length, is_limited) in [(1_200_004, true), (0x0010_4000, false)] {
        let save = file("long.dat", &long_save(length));
        for command in ["detect", "get", "set"] {
            let arguments = match command {
                "detect" => "",
                "get" => " a",
                _ => " a 2",
            };
            let found = run(&format!("{command} {save}{arguments}"), b"");
            assert_eq!(found.status, 0, "{}", found.err);
            let text = found.out + &found.err;
            assert!(!text.contains("big-endian"), "{text}");
        }
        let piped = run("get - a", &fs::read(&save).expect("a file"));
        assert_eq!((piped.out.as_str(), piped.status), ("2\n", 0));
        let is_noted = piped.err.contains("big-endian");
        assert_eq!(is_noted, !is_limited, "{}", piped.err);
    }
}
