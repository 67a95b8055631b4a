//! Tests the output of `audit`, and the exit status.

use super::{findings, ids, rules};
use crate::common::{bytes, file, framed, program, run, run_bytes};

#[test]
fn the_audit_continues_after_an_invalid_value() {
    let input = framed(&["ff000000", "00000000", "03000000 0000c07f"]);
    let found = findings("--framed", &input);
    assert_eq!(ids(&found), ["invalid-value", "nan"]);
    assert_eq!(found[0]["offset"], 4);
    assert_eq!(found[1]["offset"], 24);
    let cut = [input, bytes("08000000 00")].concat();
    let found = findings("--framed", &cut);
    assert_eq!(ids(&found), ["invalid-value", "nan", "invalid-input"]);
    assert_eq!(found[2]["offset"], 32);
}

#[test]
fn lines_have_numbers() {
    let found = findings("--from hex", b"00000000\n\n030000000000c07f\nxyz\n00000000");
    assert_eq!(ids(&found), ["nan", "invalid-input"]);
    assert_eq!(
        (&found[0]["line"], &found[1]["line"]),
        (&3.into(), &4.into())
    );
}

#[test]
fn findings_are_lines_with_a_summary() {
    let path = file(
        "audit.dat",
        &framed(&["ff000000", "00000000", "03000000 0000c07f"]),
    );
    let ran = run(&format!("audit --framed {path}"), "");
    let shown = ran.out.replace(&path, "FILE");
    insta::assert_snapshot!(shown);
    assert_eq!((ran.err.as_str(), ran.status), ("", 1));
    let quiet = run("audit", [0; 4]);
    assert_eq!(quiet.out, "1 file, 1 value: no findings\n");
    assert_eq!((quiet.err.as_str(), quiet.status), ("", 0));
}

#[test]
fn a_length_before_the_value_is_an_error_with_advice() {
    let found = findings(
        "--layout godot3 --bare",
        &framed(&["13000000 01000000 00000000", "00000000"]),
    );
    assert_eq!(ids(&found), ["invalid-value"]);
    let message = found[0]["message"].as_str().expect("a message");
    assert!(
        message.ends_with("a length precedes the value: try --framed"),
        "{message}"
    );
    let godot4 = bytes("1c000000 01000000 04000000 03000000 41646100");
    let found = findings("--layout godot3", &godot4);
    let message = found[0]["message"].as_str().expect("a message");
    assert!(message.contains("--layout godot4"), "{message}");
}

#[test]
fn few_findings_of_a_rule_are_printed() {
    let input = bytes(
        "16000000 0c000000 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f 0000c07f",
    );
    let few = run("audit", &input).out;
    assert_eq!(few.matches("[nan]").count(), 11, "{few}");
    assert!(
        few.contains(
            "standard input: omitted 2 more findings of [nan]; --all prints all findings\n"
        ),
        "{few}"
    );
    assert!(few.ends_with("1 file, 1 value: 12 warnings\n"), "{few}");
    let all = run("audit --all", &input).out;
    assert_eq!(all.matches("[nan]").count(), 12, "{all}");
    assert_eq!(findings("", &input).len(), 12);
}

#[test]
fn the_exit_status_follows_the_severity() {
    let (error, warning, note) = ("05000000", "03000000 0000c07f", "03000000 0000807f");
    let status = |args: &str, hex: &str| run(&format!("audit {args}"), bytes(hex)).status;
    for (hex, statuses) in [
        (error, [1, 1, 1, 0]),
        (warning, [0, 1, 1, 0]),
        (note, [0, 0, 1, 0]),
        ("00000000", [0, 0, 0, 0]),
    ] {
        let found = ["error", "warning", "note", "never"]
            .map(|severity| status(&format!("--fail-on {severity}"), hex));
        assert_eq!(found, statuses, "{hex}");
        assert_eq!(status("", hex), statuses[0], "{hex}");
    }
    assert_eq!(status("--fail-on warning --ignore nan", warning), 0);
}

#[test]
fn unreadable_files_and_invalid_usage_have_status_2() {
    let good = file("audit-good.bin", &[0; 4]);
    let ran = run(&format!("audit missing.bin {good}"), "");
    assert_eq!((ran.out.lines().count(), ran.status), (2, 2), "{}", ran.out);
    assert!(ran.out.starts_with("missing.bin: error: "), "{}", ran.out);
    let summary = "\n2 files, 1 value: 1 file not examined\n";
    assert!(ran.out.ends_with(summary), "{}", ran.out);
    assert_eq!(run("audit --fail-on never missing.bin", "").status, 2);
    for args in ["--ignore nothing", "--bare --max-length 4"] {
        let ran = run(&format!("audit {args}"), [0; 4]);
        assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{args}");
    }
    let unknown = run("audit --ignore nothing", [0; 4]).error();
    assert!(unknown.contains("--list-rules"), "{unknown}");
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, content).expect("a Vec");
    gzip.finish().expect("a Vec")
}

/// Checks each kind of input that is not examined: no option makes it a file without findings.
#[test]
fn files_that_are_not_examined_have_status_2() {
    let script = b"extends Node\nfunc _init():\n\tOS.execute(\"a\", [])\n";
    let encrypted = [&b"GDEC\x01\0\0\0"[..], &[7; 40]].concat();
    let bomb = gzip(&vec![0; 1 << 16]);
    for (name, input, args) in [
        ("an image", &b"\x89PNG\r\n\x1a\n"[..], ""),
        ("a script", script, ""),
        ("a compressed script", &gzip(script), ""),
        ("a shader", b"shader_type spatial;\nvoid vertex() {}\n", ""),
        ("a binary resource", b"RSRC\0\0\0\0\0\0\0\0", ""),
        ("a compiled script", b"GDSC\x64\0\0\0", ""),
        ("an archive", b"PK\x03\x04\x14\0\0\0", ""),
        ("a game pack", b"GDPC\x02\0\0\0", ""),
        ("UTF-16", b"\xff\xfe[\0a\0]\0", ""),
        ("UTF-16 without a mark", b"[\0a\0]\0\n\0b\0=\0", ""),
        ("prose", b"Dear player, thank you.", ""),
        ("unknown bytes", b"\xfe\xed\xfa\xce\x99\x12\x77\x88", ""),
        ("a file without a key", &encrypted, ""),
        (
            "a file with another key",
            &encrypted,
            "--key 0000000000000000000000000000000000000000000000000000000000000000",
        ),
        ("long content", &bomb, "--max-content 1024"),
        ("a truncated stream", &bomb[..bomb.len() / 2], ""),
        ("nothing", b"", ""),
    ] {
        let path = file("not-examined.bin", input);
        for option in [
            "",
            "--fail-on never",
            "--ignore not-examined",
            "--ignore wrapper",
        ] {
            let ran = run(&format!("audit {args} {option} {path}"), "");
            assert_eq!((ran.err.as_str(), ran.status), ("", 2), "{name} {option}");
            assert!(
                ran.out.ends_with("1 file not examined\n"),
                "{name}: {}",
                ran.out
            );
            assert!(ran.out.contains("[not-examined]"), "{name}: {}", ran.out);
        }
        let ran = run(
            &format!("audit --json --ignore not-examined {args} {path}"),
            "",
        );
        let last = ran.out.lines().last().expect("a row");
        let row: serde_json::Value = serde_json::from_str(last).expect("JSON");
        assert_eq!(row["id"], "not-examined", "{name}");
        assert_eq!(row["severity"], "error", "{name}");
        assert_eq!(row["file"], path, "{name}");
        assert_eq!(ran.status, 2, "{name}");
    }
}

#[test]
fn what_is_not_examined_cannot_be_ignored() {
    let mut value = b"user://".to_vec();
    for _ in 0..10 {
        value = value
            .iter()
            .flat_map(|byte| format!("{byte:02x}").into_bytes())
            .collect();
    }
    let value = sized(4, &value);
    let found = findings("--layout godot4 --bare", &value);
    assert!(ids(&found).contains(&"not-examined"), "{found:?}");
    assert_eq!(run("audit --layout godot4 --bare", &value).status, 1);
    let ran = run("audit --layout godot4 --bare --ignore not-examined", &value);
    assert_eq!(ran.status, 1, "{}", ran.out);
}

#[test]
fn files_of_other_formats_are_also_examined_as_text() {
    let setting = b"\n[autoload]\nA=\"*user://mod.gd\"\n";
    let found = |bytes: &[u8]| ids(&findings("", bytes)).contains(&"outside-resource");
    // A PackedInt64Array, whose numbers contain the text.
    let mut array = vec![31, 0, 0, 0, 5, 0, 0, 0];
    array.extend(setting);
    array.resize(8 + 5 * 8, b' ');
    assert!(found(&array), "numbers");
    // The comment of a gzip file.
    let mut gzip = b"\x1f\x8b\x08\x10\0\0\0\0\0\xff".to_vec();
    gzip.extend(b"\n[a]\nb=Resource(\"user://mod.tres\")\n");
    gzip.extend(b"\0\x03\0\0\0\0\0\0\0\0\0");
    assert!(found(&gzip), "a comment");
    assert!(found(&[b"\0".as_slice(), setting].concat()), "a NUL");
    // Text that starts like a value.
    for start in ["[\"x\"]", "[1,2]\na=1", "\"a\"b=1", "-x=1", "# note\na=1"] {
        assert!(found(&[start.as_bytes(), setting].concat()), "{start}");
    }
    assert!(!found(&[0; 4]));
}

#[test]
fn folders_stand_for_all_their_files() {
    let folder = crate::common::empty_folder("audit-mod");
    let write = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(path, content).expect("the file");
    };
    for number in 0..5 {
        write(&format!("images/{number}.png"), b"\x89PNG\r\n\x1a\n");
    }
    write("a/main.gd", b"extends Node\n");
    write("data/b.bin", &bytes("03000000 0000c07f"));
    write("data/a.bin", &[0; 4]);
    let path = folder.display();
    let ran = run(&format!("audit {path}"), "");
    assert_eq!((ran.err.as_str(), ran.status), ("", 2));
    let shown = ran.out.replace(&path.to_string(), "MOD").replace('\\', "/");
    insta::assert_snapshot!(shown);
    let all = run(&format!("audit --all {path}"), "").out;
    assert_eq!(all.matches("[not-examined]").count(), 6, "{all}");
    let rows = run(&format!("audit --json {path}"), "").out;
    assert_eq!(rows.matches("\"not-examined\"").count(), 6, "{rows}");
    let one = run(&format!("audit {path}/data/a.bin"), "");
    assert_eq!(
        (one.out.as_str(), one.status),
        ("1 file, 1 value: no findings\n", 0)
    );
    let data = run(&format!("audit {path}/data"), "").out;
    assert!(data.ends_with("\n2 files, 2 values: 1 warning\n"), "{data}");
    let empty = crate::common::empty_folder("audit-empty");
    let ran = run(&format!("audit {}", empty.display()), "");
    assert_eq!(ran.status, 2);
    assert!(ran.out.ends_with("1 file not examined\n"), "{}", ran.out);
}

/// Compares the rows of the library with those of the program.
#[test]
fn the_library_returns_the_rows_of_json() {
    use gdvariant_files::audit::{self, AuditOptions};
    let text = "[a]\n\nb=1\n\u{e9}=Object(Node,\"script\":Resource(\"user://a.gd\"))\n";
    let inputs = [
        bytes("03000000 0000c07f"),
        bytes(SCRIPT),
        framed(&["05000000", "03000000 0000807f", "00000000"]),
        gzip(&bytes("03000000 0000c07f")),
        gzip(b"\x89PNG"),
        text.as_bytes().to_vec(),
        gzip(text.as_bytes()),
        b"extends Node\n".to_vec(),
        Vec::new(),
    ];
    for input in &inputs {
        let path = self::file("audit-rows.bin", input);
        let audit = audit::file(input, &AuditOptions::new());
        let rows = run(&format!("audit --json {path}"), "");
        let expected: Vec<serde_json::Value> = audit
            .rows
            .iter()
            .map(|row| {
                let mut row = serde_json::to_value(row).expect("JSON");
                row["file"] = path.clone().into();
                row
            })
            .collect();
        let rows: Vec<serde_json::Value> = rows
            .out
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(rows.len(), expected.len(), "{rows:?} {expected:?}");
        for (row, expected) in rows.iter().zip(&expected) {
            let places = [
                "file", "line", "column", "value", "offset", "path", "severity", "id",
            ];
            for key in places {
                assert_eq!(row[key], expected[key], "{row} {expected}");
            }
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
fn several_files_are_summed_up() {
    let nan = file("audit-nan.bin", &bytes("03000000 0000c07f"));
    let nil = file("audit-nil.bin", &[0; 4]);
    let ran = run(&format!("audit {nan} {nil} {nan}"), "");
    assert!(
        ran.out.ends_with("3 files, 3 values: 2 warnings\n"),
        "{}",
        ran.out
    );
    assert_eq!(ran.out.lines().count(), 3);
}

#[test]
fn wrappers_are_reported_and_opened() {
    let found = findings("", &gzip(&bytes("03000000 0000c07f")));
    assert_eq!(ids(&found), ["wrapper", "nan"]);
    assert_eq!(found[0]["severity"], "note");
    assert_eq!(found[1]["offset"], 4);
}

#[test]
fn the_input_cannot_control_the_terminal() {
    // user://, an escape and a right-to-left override.
    let text = "user://\u{1b}[31m\u{202e}";
    let mut input = bytes("12000000 01000000 04000000");
    for _ in 0..2 {
        input.extend(u32::try_from(text.len()).expect("short").to_le_bytes());
        input.extend(text.as_bytes());
        input.extend(vec![0; text.len().next_multiple_of(4) - text.len()]);
        input.extend(bytes("04000000"));
    }
    input.truncate(input.len() - 4);
    let ran = run("audit", &input);
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    assert!(!ran.out.contains(['\u{1b}', '\u{202e}']), "{}", ran.out);
}

#[test]
fn rules_are_listed() {
    insta::assert_snapshot!(run("audit --list-rules", "").out);
    for rule in rules() {
        let explanation = rule["explanation"].as_str().expect("an explanation");
        assert!(explanation.ends_with('.'), "{rule}");
    }
}

#[test]
fn several_threads_report_in_the_order_of_the_files() {
    let files: Vec<String> = (0..12)
        .map(|number| {
            let json = format!("[\"res://{number}.tscn\", {{\"float\": \"nan\"}}]");
            let encoded = run_bytes("encode --bare", json.as_bytes()).stdout;
            file(&format!("threads-{number}.bin"), &encoded)
        })
        .collect();
    let names = files.join(" ");
    let of = |threads: usize| run(&format!("audit --threads {threads} {names}"), "");
    let one = of(1);
    assert!(one.out.contains("12 files, 12 values"), "{}", one.out);
    for threads in [2, 5, 100] {
        let several = of(threads);
        assert_eq!(
            (several.status, &several.out, &several.err),
            (one.status, &one.out, &one.err)
        );
    }
}

/// A Dictionary with an object whose script an engine runs if objects are allowed.
const SCRIPT: &str = "12000000 01000000 04000000 01000000 61000000 11000000 04000000 4e6f6465 01000000 06000000 73637269 70740000 04000000 01000000 61000000";

/// Returns a value of a type with a length before its content.
fn sized(number: u8, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("short");
    let start = [[number, 0, 0, 0], length.to_le_bytes()].concat();
    let padding = content.len().next_multiple_of(4) - content.len();
    [start.as_slice(), content, &vec![0; padding]].concat()
}

#[test]
fn values_within_values_are_examined() {
    let script = bytes(SCRIPT);
    let hex = SCRIPT.replace(' ', "");
    let json = run("decode --allow-objects", &script).out;
    let base64 = run_bytes("encode --to base64", json.as_bytes()).stdout;
    let framed = [&[60, 0, 0, 0], script.as_slice()].concat();
    let within = sized(20, &sized(20, &script));
    let list = [bytes("13000000 01000000"), within].concat();
    let found = findings("--layout godot3 --bare", &list);
    assert_eq!(ids(&found), ["object", "object-script"]);
    assert_eq!(found[1]["path"], "[0] (array) (array) a.script");
    for (form, value) in [
        ("hex", sized(4, hex.as_bytes())),
        ("hex", sized(4, hex.to_uppercase().as_bytes())),
        ("base64", sized(4, &base64)),
        ("array", sized(20, &script)),
        ("array", sized(20, &framed)),
        // Other values or bytes do not hide a value.
        ("array", sized(20, &[framed.as_slice(), &[0]].concat())),
        (
            "array",
            sized(20, &[&[4, 0, 0, 0, 0, 0, 0, 0], framed.as_slice()].concat()),
        ),
        (
            "hex",
            sized(4, format!("0400000000000000 3c000000 {hex}").as_bytes()),
        ),
        // A byte array with text, such as the content of a file.
        ("hex", sized(20, hex.as_bytes())),
        ("base64", sized(20, &base64)),
        // Engines ignore the bits of the last digit that belong to no byte.
        (
            "base64",
            sized(4, [base64.trim_ascii_end(), b"AF=="].concat().as_slice()),
        ),
    ] {
        let found = findings("--layout godot3 --bare", &value);
        assert_eq!(ids(&found), ["object", "object-script"], "{form}");
        let path = found[1]["path"].as_str().expect("a path");
        assert_eq!(path, format!("({form}) a.script"));
        let status = run("audit --layout godot3 --bare", &value).status;
        assert_eq!(status, 1, "{form}");
    }
    let nested = [bytes("13000000 01000000"), sized(20, &script)].concat();
    let found = findings("", &sized(20, &nested));
    assert_eq!(ids(&found), ["object", "object-script"]);
    assert_eq!(found[1]["path"], "(array) [0] (array) a.script");
    for harmless in [
        sized(4, b"00000000"),
        sized(4, b"EwAAAAAAAAA="),
        sized(20, &[0; 8]),
    ] {
        assert_eq!(ids(&findings("", &harmless)), [""; 0]);
    }
}

#[test]
fn text_within_values_is_examined() {
    let list = |text: &str| [bytes("13000000 01000000"), sized(4, text.as_bytes())].concat();
    let constructor = "Object(Node)";
    for (rule, value) in [
        ("object-text", sized(20, constructor.as_bytes())),
        ("object-text", sized(20, b"\xff Resource(\"user:/a\")\0")),
        ("object-text", sized(20, &list(constructor))),
        ("user-path", sized(20, &list("user://a"))),
        ("absolute-path", sized(20, &list("/etc/passwd"))),
    ] {
        let found = findings("--layout godot3 --bare", &value);
        assert_eq!(ids(&found), [rule]);
    }
    // Notes about nested values are not reported.
    assert_eq!(
        ids(&findings(
            "--layout godot3 --bare",
            &sized(20, &list("res://a"))
        )),
        [""; 0]
    );
}

#[test]
fn values_are_examined_up_to_four_levels() {
    let within = |value: &[u8]| [bytes("13000000 01000000"), sized(20, value)].concat();
    let mut value = bytes(SCRIPT);
    for _ in 0..4 {
        value = within(&value);
    }
    let found = findings("--layout godot3 --bare", &value);
    assert_eq!(ids(&found), ["object", "object-script"]);
}

/// Checks names with a byte order mark or bytes after a NUL, which engines drop.
#[test]
fn disguised_names_are_recognized() {
    let name = |name: &[u8]| sized(0, name).split_off(4);
    for (class, property, rule) in [
        (
            &b"GDNativeLibrary\0x"[..],
            &b"entry/64"[..],
            "native-library",
        ),
        (b"Gradient", b"\xef\xbb\xbfresource_path", "resource-cache"),
        (b"Gradient", b"resource_path\0", "resource-cache"),
        (b"Gradient", b"resource_pat\xe0\x81\xa8", "resource-cache"),
    ] {
        let value = [
            bytes("11000000"),
            name(class),
            bytes("01000000"),
            name(property),
            sized(4, b"a"),
        ];
        let found = findings("", &value.concat());
        assert!(ids(&found).contains(&rule), "{found:?}");
    }
}

#[test]
fn json_lists_all_findings() {
    let input = bytes(&format!("16000000 0c000000 {}", "0000c07f ".repeat(12)));
    let all = run("audit --json --all", &input);
    assert_eq!((all.out.lines().count(), all.status), (12, 0));
}
