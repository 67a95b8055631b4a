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

use crate::common::{CommandOutput, bytes, console, file, framed, program};
use std::fs;
use std::io::{BufRead, BufReader, Write};

/// `{"name": "Ada", "at": Vector2(1, 2.5)}` of Godot 4.
const PLAYER: &str = "1b000000 02000000 04000000 04000000 6e616d65 04000000 03000000 41646100 \
                      04000000 02000000 61740000 05000000 0000803f 00002040";
/// `["Ada", 7]` of Godot 3.
const LIST3: &str = "13000000 02000000 04000000 03000000 41646100 02000000 07000000";

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
fn layouts_and_framings_are_detected() {
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
layout auto
'{"name": "Ada", "at": {"Vector2": [1.0, 2.5]}}' | encode --layout godot4 --bare -o player
'{"name": "Ada", "at": {"Vector2": [1.0, 2.5]}} {"name": "Bob", "at": {"Vector2": [1.0, 2.5]}}' | encode --layout godot4 --framed -o two
'["Ada",7] ["Ada",7]' | encode --layout godot3 --framed -o three
'7' | encode --layout godot3 --bare -o seven
hex 04000000 00000000 > nil
hex 00000000 > bare
'1b000000 01000000 04000000 01000000 61000000 02000000 07000000⏎02000000 07000000' | decode --from hex
= {"a":7}
= 7

# Ties choose the engine with the most users: a framed Nil in Godot 4, a bare String in all layouts.
decode nil
= null
~ godot4, framed
~ godot3, pandemonium, pandemonium3, pandemonium5, bare
decode --bare nil
= ""
decode --strict-detect seven
= 7
decode --strict-detect nil
~ godot3
[3]
decode --layout godot4 nil
= ""
decode --layout godot4 --framed nil
= null
decode --layout godot4 two
= {"name":"Ada","at":{"Vector2":[1.0,2.5]}}
= {"name":"Bob","at":{"Vector2":[1.0,2.5]}}
set nil [0] 1
[3]
# A Color in Godot 3, and a Plane in Godot 4.
hex 14000000 0e000000 00000000 00000000 0000803f 0000803f | decode
= {"Plane":{"normal":[0.0,0.0,1.0],"d":1.0}}
~ godot3
hex 14000000 0e000000 00000000 00000000 0000803f 0000803f 14000000 0e000000 00000000 00000000 0000803f 0000803f | decode
~ godot4, framed; also valid as godot3
[3]
layout godot3
decode nil
= ""
layout auto

# A value is not mistaken for a header: a PackedByteArray contains the encoded value.
hex 1d000000 1c000000 1b000000 01000000 04000000 01000000 61000000 02000000 01000000 | audit
= 1 file, 1 value: no findings
audit player
= 1 file, 1 value: no findings
hex 03000000 0000c07f | audit
+ : 1 warning

# Concatenated values need the option. Four zero bytes at the end are not detected as Nil.
'{"name": "Ada"} {"name": "Ada"}' | encode --layout godot4 --values -o row
decode row
~ --values
[1]
decode --values row
= {"name":"Ada"}
= {"name":"Ada"}
detect row
+ try --layout godot4 --values
hex 1b000000 01000000 04000000 01000000 61000000 02000000 07000000 00000000 | decode
[1]

# Headers are proposed and skipped, and edits keep them.
hex 03000000 20000000 1b000000 01000000 04000000 01000000 61000000 04000000 04000000 6e616d65 20000000 1b000000 01000000 04000000 01000000 61000000 04000000 04000000 6e616d65 > version
decode version
~ --layout godot4 --framed --skip 4
[3]
detect version
+ try --layout godot4 --framed --skip 4
set --skip 4 --value 2 version a "Bob"
cat version
= 03000000200000001b0000000100000004000000010000006100000004000000040000006e616d65200000001b000000010000000400000001000000610000000400000003000000426f6200
hex 05000000 76312e32 30 20000000 1b000000 01000000 04000000 01000000 61000000 04000000 04000000 6e616d65 20000000 1b000000 01000000 04000000 01000000 61000000 04000000 04000000 6e616d65 > text
decode text
~ --layout godot4 --framed --skip 9
[3]
decode --skip 9 text
= {"a":"name"}
= {"a":"name"}

# Edits require a certain layout. An Array of Strings has the same bytes in both precisions.
set two --value 1 name "Grace"
~ 99%
get two name
= "Grace"
= "Bob"
hex 14000000 1c000000 01000000 04000000 03000000 41646100 14000000 1c000000 01000000 04000000 03000000 41646100 > names
set --value 1 names [0] "Bob"
set --value 1 names [0] Vector2(1,2)
~ --layout godot4
[3]
decode names
= ["Bob"]
= ["Ada"]
set --layout godot4 --value 1 names [0] Vector2(1,2)
# A String with non-zero padding.
hex 20000000 1b000000 01000000 04000000 04000000 6e616d65 04000000 03000000 416461ff > dirty
set dirty name "Grace"
~ confirm the layout
[3]
cat dirty
= 200000001b0000000100000004000000040000006e616d650400000003000000416461ff
set --layout godot4 dirty name "Grace"
get dirty name
= "Grace"
convert --to-layout godot4 --in-place three
decode --strict-detect three
= ["Ada",7]
= ["Ada",7]

'7' | encode --to hex
~ --layout godot4
~ --like
[2]
'{"name":"Ada"}' | encode --like player -o copy
get copy name
= "Ada"

# One layout is chosen for both files, and the note about ties is that of both.
'["Ada",7]' | encode --layout godot3 --bare -o list
diff seven list
= ~ 7 -> [ "Ada", 7 ]
[1]
diff list player
= ~ [ "Ada", 7 ] -> { "name": "Ada", "at": Vector2(1, 2.5) }
[1]
hex 0c000000 05000000 00000000 02000000 > old
hex 0c000000 05000000 00000000 03000000 > new
diff old new
= ~ value 1: Vector2(0, 3e-45) -> Vector2(0, 4e-45)
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
