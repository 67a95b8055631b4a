//! Tests the output of `audit`, the exit status, and which files are examined.

use super::samples::{GODOT_3, gzip, sized, string, words};
use super::{findings, godot3, ids};
use crate::common::{bytes, console, empty_folder, file, framed, hex, program, run};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gdvariant_files::FileKey;
use gdvariant_files::audit::{self, AuditOptions, RULES};
use gdvariant_files::detect::Framing;
use gdvariant_files::notation::Notation;
use gdvariant_files::open::OpenOptions;
use std::fs;

#[test]
fn findings_are_lines_with_a_summary() {
    file(
        "many",
        &[words(&[22, 12]), words(&[0x7fc0_0000]).repeat(12)].concat(),
    );
    let mut digits = b"user://".to_vec();
    for _ in 0..10 {
        digits = hex(&digits).into_bytes();
    }
    file("deep", &[words(&[4]), sized(&digits)].concat());
    let folder = empty_folder("mod");
    for name in ["images", "a", "data"] {
        fs::create_dir(folder.join(name)).expect("the folder of the test");
    }
    for number in 0..5 {
        file(&format!("mod/images/{number}.png"), b"\x89PNG\r\n\x1a\n");
    }
    file("mod/a/main.gd", b"extends Node\n");
    file("mod/data/b.bin", &bytes("03000000 0000c07f"));
    file("mod/data/a.bin", &[0; 4]);
    empty_folder("empty");
    empty_folder("ids");
    file("ids/a.tscn", b"[gd_scene uid=\"uid://cfq4dnyqev3sm\"]\n");
    file("ids/b.gd.uid", b"uid://cfq4dnyqev3sm\n");
    file("ids/c.png.import", b"[remap]\n\nuid=\"uid://b1\"\n");
    file(
        "ids/d.tres",
        b"[gd_resource uid=\"uid://b1\"]\n[resource]\n",
    );
    file("ids/e.gd.uid", b"uid://b2\n");
    console(SESSION);
    let lines = |options: &str| {
        let path = crate::common::folder().join("many");
        let out = run(&format!("audit {options} {}", path.display()), "").out;
        out.lines().count()
    };
    // Ten findings, the number of the others, and a summary.
    assert_eq!(["", "--all", "--json"].map(lines), [12, 13, 12]);
}

const SESSION: &str = r#"
hex 00000000 > nil
hex 03000000 0000c07f > nan
hex 03000000 0000807f > infinity
hex 05000000 > cut
hex 04000000 ff000000 04000000 00000000 08000000 03000000 0000c07f > values
audit --framed values
= values: value 1: 0x0004: error: unknown type 255, expected 0 to 26 [invalid-value]
= values: value 3: 0x0018: warning: value is NaN: engines load it, but no comparison with it is true, and it spreads through calculations; replace it [nan]
= 1 file, 3 values: 1 error, 1 warning
[1]
audit nil
= 1 file, 1 value: no findings
audit nan nil nan
+ 3 files, 3 values: 2 warnings
audit many
+ omitted 2 more findings of [nan]; --all prints all findings
+ 1 file, 1 value: 12 warnings

# The exit status follows the severity.
audit cut
+ 1 error
[1]
audit --fail-on never cut
+ 1 error
audit nan
+ 1 warning
audit --fail-on warning nan
+ 1 warning
[1]
audit --fail-on warning --ignore nan nan
= 1 file, 1 value: no findings
audit --fail-on warning infinity
+ 1 note
audit --fail-on note infinity
+ 1 note
[1]
audit --fail-on note nil
= 1 file, 1 value: no findings

# Files that are not examined.
audit missing nil
+ missing: error: 
+ 2 files, 1 value: 1 file not examined
[2]
audit --fail-on never missing
+ 1 file not examined
[2]
'extends Node' > script
audit --fail-on never script
+ script: error: the file is not examined: 
[2]
audit --json --ignore not-examined script
+ "severity":"error","id":"not-examined"
[2]
audit --layout godot4 --bare --ignore not-examined deep
+ [not-examined]
[2]
'[a]⏎b=1⏎c=_ready' > part.cfg
audit --fail-on never part.cfg
= part.cfg: line 3, column 3: a.c: error: expected a value, found _ready: engines stop here, or read the text after it differently; correct the text, and audit it again [not-examined]
= 1 file, 1 value: 1 error
[2]
audit --ignore nothing nil
~ possible values: invalid-input, not-examined
[2]
audit --bare --max-length 4 nil
[2]

# Folders.
audit mod
+ 0x0004: warning: value is NaN
+ omitted 2 more files not examined: a PNG image, not values; --all prints all files
+ main.gd: error: the file is not examined: a script (GDScript), not values [not-examined]
+ 8 files, 2 values: 1 warning; 6 files not examined
[2]
audit --all mod
+ 4.png: error
[2]
audit --json mod
+ 4.png
[2]
audit empty
+ 1 file not examined
[2]

# Unique ids.
audit ids
+ b.gd.uid: line 1, column 1: warning: uid://cfq4dnyqev3sm is also the unique id of 
+ d.tres: line 1, column 19: warning: uid://b1 is also the unique id of 
+ 5 files, 5 values: 2 warnings, 1 note
audit --ignore duplicate-uid ids
+ 5 files, 5 values: 1 note

# Advice for the framing and the layout.
hex 0c000000 13000000 01000000 00000000 04000000 00000000 | audit --bare
+ a length precedes the value: try --framed [invalid-value]
[1]
hex 1c000000 01000000 04000000 03000000 41646100 | audit
+ --layout godot4
[1]
"#;

#[test]
fn the_audit_continues_after_an_invalid_value() {
    let places = |open: OpenOptions, input: &[u8]| {
        let found = findings(open, input);
        let places = found.iter().map(|it| (it.rule.id, it.line, it.offset));
        places.collect::<Vec<_>>()
    };
    let mut input = framed(&["ff000000", "00000000", "03000000 0000c07f"]);
    input.extend(bytes("08000000 00"));
    assert_eq!(
        places(godot3().framing(Framing::LittleEndian), &input),
        [
            ("invalid-value", None, 4),
            ("nan", None, 24),
            ("invalid-input", None, 32)
        ]
    );
    let lines = b"00000000\n\n030000000000c07f\nxyz\n00000000";
    assert_eq!(
        places(godot3().notation(Notation::Hex), lines)[..],
        [("nan", Some(3), 4), ("invalid-input", Some(4), 0)]
    );
    let wrapped = gzip(&bytes("03000000 0000c07f"));
    assert_eq!(
        places(godot3(), &wrapped),
        [("layer", None, 0), ("nan", None, 4)]
    );
}

#[test]
fn unknown_content_is_not_examined() {
    let script = b"extends Node\nfunc _init():\n\tOS.execute(\"a\", [])\n";
    let encrypted = [&b"GDEC\x01\0\0\0"[..], &[7; 40]].concat();
    let bomb = gzip(&[0; 2048]);
    for (name, input) in [
        ("an image", &b"\x89PNG\r\n\x1a\n"[..]),
        ("a compressed script", &gzip(script)),
        ("a shader", b"shader_type spatial;\nvoid vertex() {}\n"),
        ("a binary resource", b"RSRC\0\0\0\0\0\0\0\0"),
        ("a compiled script", b"GDSC\x64\0\0\0"),
        ("an archive", b"PK\x03\x04\x14\0\0\0"),
        ("a game pack", b"GDPC\x02\0\0\0"),
        ("UTF-16", b"\xff\xfe[\0a\0]\0"),
        ("UTF-16 without a mark", b"[\0a\0]\0\n\0b\0=\0"),
        ("prose", b"Dear player, thank you."),
        ("unknown bytes", b"\xfe\xed\xfa\xce\x99\x12\x77\x88"),
        ("another key", &encrypted),
        ("long content", &bomb),
        ("a truncated stream", &bomb[..bomb.len() / 2]),
        ("nothing", b""),
    ] {
        let open = OpenOptions::new().max_content(1024);
        let found = findings(open.key(FileKey::from([0; 32])), input);
        assert_eq!(ids(&found).last(), Some(&"not-examined"), "{name}");
    }
    let found = findings(OpenOptions::new(), &encrypted);
    assert_eq!(ids(&found), ["not-examined"], "a missing key");
}

#[test]
fn files_of_other_formats_are_also_examined_as_text() {
    let setting = b"\n[autoload]\nA=\"*user://mod.gd\"\n";
    // A PackedInt64Array, whose numbers contain the text.
    let mut array = [words(&[31, 5]), setting.to_vec()].concat();
    array.resize(8 + 5 * 8, b' ');
    // The comment of a gzip file.
    let comment = b"\n[a]\nb=Resource(\"user://mod.tres\")\n";
    let gzip = [
        &b"\x1f\x8b\x08\x10\0\0\0\0\0\xff"[..],
        comment,
        b"\0\x03\0\0\0\0\0\0\0\0\0",
    ];
    let mut inputs = vec![array, gzip.concat()];
    // Text that starts like a value.
    let starts = [
        "\0",
        "[\"x\"]",
        "[1,2]\na=1",
        "\"a\"b=1",
        "-x=1",
        "# note\na=1",
    ];
    inputs.extend(starts.map(|start| [start.as_bytes(), setting].concat()));
    for input in inputs {
        let found = findings(godot3(), &input);
        let shown = String::from_utf8_lossy(&input);
        assert!(
            ids(&found).contains(&"outside-resource"),
            "{shown}: {found:?}"
        );
    }
}

/// Checks that the program prints the rows of the library. Messages are not compared, because the
/// program adds its own advice.
#[test]
fn the_program_prints_the_rows_of_the_library() {
    let text = "[a]\n\nb=1\n\u{e9}=Object(Node,\"script\":Resource(\"user://a.gd\"))\n";
    let nan = bytes("03000000 0000c07f");
    for input in [
        object_with_script(),
        framed(&["05000000", "03000000 0000807f", "00000000"]),
        gzip(&nan),
        gzip(b"\x89PNG"),
        text.as_bytes().to_vec(),
        gzip(text.as_bytes()),
        Vec::new(),
    ] {
        let path = file("audit-rows.bin", &input);
        let out = run(&format!("audit --json {path}"), "").out;
        let rows = out
            .lines()
            .map(|row| serde_json::from_str(row).expect("JSON"));
        let rows: Vec<serde_json::Value> = rows.collect();
        let audit = audit::file(&input, &AuditOptions::new());
        assert_eq!(rows.len(), audit.rows.len(), "{out}");
        for (mut row, expected) in rows.into_iter().zip(&audit.rows) {
            let mut expected = serde_json::to_value(expected).expect("JSON");
            expected["file"] = path.clone().into();
            for row in [&mut row, &mut expected] {
                row["message"].take();
            }
            assert_eq!(row, expected);
        }
    }
}

#[test]
fn a_closed_output_does_not_change_the_status() {
    // A bool of 2 is a warning, and invalid bytes are an error.
    let lines = "0100000002000000\n".repeat(20_000) + "ff000000\n";
    let lines = file("closed.txt", lines.as_bytes());
    let mut child = program()
        .args(["audit", "--from", "hex", "--all", &lines])
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("a status").code(), Some(1));
}

#[test]
fn the_input_cannot_control_the_terminal() {
    // An escape and a right-to-left override, in a key and in a value.
    let text = string("user://\u{1b}[31m\u{202e}");
    let ran = run("audit", GODOT_3.dictionary(&text, &text));
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    assert!(!ran.out.contains(['\u{1b}', '\u{202e}']), "{}", ran.out);
}

#[test]
fn rules_are_listed() {
    insta::assert_snapshot!(run("audit --list-rules", "").out);
    for rule in RULES {
        assert!(rule.explanation.ends_with('.'), "{}", rule.id);
    }
}

#[test]
fn several_threads_report_in_the_order_of_the_files() {
    let path = |number| {
        let value = string(&format!("user://{number}"));
        file(&format!("threads-{number}.bin"), &value)
    };
    let names: Vec<_> = (0..12).map(path).collect();
    let names = names.join(" ");
    let [one, several] =
        [1, 5].map(|threads| run(&format!("audit --threads {threads} {names}"), ""));
    assert!(one.out.contains("12 files, 12 values"), "{}", one.out);
    assert_eq!(several, one);
}

/// Returns an object with a script that an engine runs if objects are allowed, in a Dictionary.
fn object_with_script() -> Vec<u8> {
    let object = GODOT_3.object("Node", &[("script", string("a"))]);
    GODOT_3.dictionary(&string("a"), &object)
}

#[test]
fn values_within_values_are_examined() {
    let script = object_with_script();
    let within = |bytes: &[u8]| GODOT_3.byte_array(bytes);
    let list = |value: Vec<u8>| GODOT_3.array(&[value]);
    let (digits, base64) = (hex(&script), STANDARD.encode(&script));
    let length = hex(&words(&[u32::try_from(script.len()).expect("short")]));
    let mut deep = script.clone();
    for _ in 0..4 {
        deep = list(within(&deep));
    }
    for (path, value) in [
        ("(hex) a.script", string(&digits)),
        ("(hex) a.script", within(digits.as_bytes())),
        // Framed values.
        (
            "(hex) a.script",
            string(&format!("0400000000000000 {length} {digits}")),
        ),
        ("(base64) a.script", within(base64.as_bytes())),
        // Engines ignore the bits of the last digit that belong to no byte.
        ("(base64) a.script", string(&format!("{base64}AF=="))),
        (
            "[0] (array) (array) a.script",
            list(within(&within(&script))),
        ),
        (
            "(array) [0] (array) a.script",
            within(&list(within(&script))),
        ),
        (&"[0] (array) ".repeat(4), deep),
    ] {
        let found = findings(godot3().framing(Framing::Bare), &value);
        assert_eq!(ids(&found), ["object", "object-script"], "{path}");
        assert!(found[1].path.starts_with(path), "{}", found[1].path);
    }
    let constructor = "Object(Node)";
    for (rules, value) in [
        (&["object-text"][..], within(constructor.as_bytes())),
        (&["object-text"], within(b"\xff Resource(\"user:/a\")\0")),
        (&["object-text"], within(&list(string(constructor)))),
        (&["user-path"], within(&list(string("user://a")))),
        (&["absolute-path"], within(&list(string("/etc/passwd")))),
        // Notes about nested values are not reported.
        (&[], within(&list(string("res://a")))),
        (&[], string("00000000")),
        (&[], string("EwAAAAAAAAA=")),
        (&[], within(&[0; 8])),
    ] {
        let found = findings(godot3().framing(Framing::Bare), &value);
        assert_eq!(ids(&found), rules, "{}", hex(&value));
    }
}

/// Checks names with a byte order mark or bytes after a NUL, which engines drop.
#[test]
fn disguised_names_are_recognized() {
    for (class, property, rule) in [
        ("GDNativeLibrary\0x", &b"entry/64"[..], "native-library"),
        ("Gradient", b"\xef\xbb\xbfresource_path", "resource-cache"),
        ("Gradient", b"resource_path\0", "resource-cache"),
        ("Gradient", b"resource_pat\xe0\x81\xa8", "resource-cache"),
    ] {
        let value = [
            words(&[17]),
            sized(class.as_bytes()),
            words(&[1]),
            sized(property),
            string("a"),
        ];
        let found = findings(godot3(), &value.concat());
        assert!(ids(&found).contains(&rule), "{found:?}");
    }
}
