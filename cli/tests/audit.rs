//! `gdvariant audit`: each rule with bytes that it reports and bytes that it does not, the forms of
//! the output and the exit statuses.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5",
    feature = "double",
    feature = "compressed",
    feature = "encrypted"
))]

mod common;

use common::{Ran, bytes, file, run};
use serde_json::Value;
use std::collections::BTreeSet;

/// A rule, the options, a value that it reports, and a similar one that no rule reports.
///
/// A finding has the offset and the path of the last two texts.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    usize,
    &'static str,
);

const CASES: &[Case] = &[
    // A type number that no type has.
    ("invalid-value", "", "1b000000", "00000000", 0, ""),
    // A surrogate, and the character that it is half of.
    (
        "invalid-string",
        "--layout godot4",
        "04000000 03000000 eda08000",
        "04000000 04000000 f09f9880",
        8,
        "text",
    ),
    // An object with a script, by its path and by Nil.
    (
        "object-script",
        "--ignore object --ignore resource-path",
        "11000000 04000000 4e6f6465 01000000 06000000 73637269 70740000 04000000 08000000 7265733a 2f2f612e",
        "11000000 04000000 4e6f6465 01000000 06000000 73637269 70740000 00000000",
        28,
        "script",
    ),
    (
        "script-source",
        "--ignore object",
        "11000000 08000000 47445363 72697074 01000000 0d000000 73637269 70742f73 6f757263 65000000 04000000 03000000 782b3100",
        "11000000 08000000 47445363 72697074 01000000 0d000000 73637269 70742f73 6f757263 65000000 04000000 00000000",
        48,
        "[\"script/source\"]",
    ),
    // A whole object, and the id 0 of a null object.
    (
        "object",
        "",
        "11000000 04000000 4e6f6465 00000000",
        "11000100 00000000 00000000",
        8,
        "",
    ),
    ("object", "", "11000000 00000000", "00000000", 4, ""),
    (
        "object-id",
        "",
        "11000100 08050000 00000000",
        "11000100 00000000 00000000",
        4,
        "",
    ),
    (
        "object-id",
        "--layout godot4",
        "17000000 07000000 00000000",
        "17000000 00000000 00000000",
        4,
        "",
    ),
    // user://a and user:/aa.
    (
        "user-path",
        "",
        "04000000 08000000 75736572 3a2f2f61",
        "04000000 08000000 75736572 3a2f6161",
        8,
        "",
    ),
    (
        "resource-path",
        "",
        "13000000 01000000 04000000 07000000 7265733a 2f2f6100",
        "13000000 01000000 04000000 07000000 5265733a 2f2f6100",
        16,
        "[0]",
    ),
    // /root and root.
    (
        "node-path-absolute",
        "",
        "0f000000 01000080 00000000 01000000 04000000 726f6f74",
        "0f000000 01000080 00000000 00000000 04000000 726f6f74",
        20,
        "[0]",
    ),
    // a/../.. and a/..
    (
        "node-path-parent",
        "",
        "0f000000 03000080 00000000 00000000 01000000 61000000 02000000 2e2e0000 02000000 2e2e0000",
        "0f000000 02000080 00000000 00000000 01000000 61000000 02000000 2e2e0000",
        36,
        "[2]",
    ),
    // .. as a sub-name stays.
    (
        "node-path-parent",
        "",
        "0f000000 01000080 00000000 00000000 02000000 2e2e0000",
        "0f000000 00000080 01000000 00000000 02000000 2e2e0000",
        20,
        "[0]",
    ),
    // {"a": 1, "a": 2} and {"a": 1, "b": 2}.
    (
        "duplicate-key",
        "",
        "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 02000000",
        "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 62000000 02000000 02000000",
        28,
        "a",
    ),
    // 1 and 1.0 are two keys.
    (
        "duplicate-key",
        "",
        "12000000 02000000 02000000 01000000 00000000 02000000 01000000 00000000",
        "12000000 02000000 02000000 01000000 00000000 03000000 0000803f 00000000",
        20,
        "[1]",
    ),
    // A key of a Dictionary inside another one is not a key of that.
    (
        "duplicate-key",
        "",
        "13000000 01000000 12000000 02000000 00000000 00000000 00000000 00000000",
        "12000000 01000000 00000000 12000000 01000000 00000000 00000000",
        24,
        "[0][null]",
    ),
    // Array[int] of a bool and of an int.
    (
        "not-declared",
        "--layout godot4",
        "1c000100 02000000 01000000 01000000 01000000",
        "1c000100 02000000 01000000 02000000 01000000",
        12,
        "[0]",
    ),
    (
        "string-nul",
        "",
        "04000000 04000000 61006263",
        "04000000 04000000 61626364",
        9,
        "",
    ),
    // The length of a string in a PoolStringArray includes a NUL.
    (
        "string-nul",
        "",
        "17000000 01000000 04000000 61006200",
        "17000000 01000000 04000000 61626300",
        13,
        "[0]",
    ),
    (
        "string-byte-order-mark",
        "",
        "04000000 04000000 efbbbf61",
        "04000000 04000000 61efbbbf",
        8,
        "",
    ),
    // P in three bytes.
    (
        "string-overlong",
        "",
        "04000000 04000000 61e08190",
        "04000000 04000000 61e28190",
        9,
        "",
    ),
    ("nan", "", "03000000 0000c07f", "03000000 0000803f", 4, ""),
    (
        "nan",
        "",
        "16000000 02000000 00000000 0000c0ff",
        "16000000 02000000 00000000 00000080",
        12,
        "[1]",
    ),
    (
        "infinity",
        "",
        "05000000 00000000 0000807f",
        "05000000 00000000 ffff7f7f",
        8,
        "",
    ),
    (
        "padding",
        "",
        "04000000 01000000 61000042",
        "04000000 01000000 61000000",
        9,
        "",
    ),
    // A flag of a Vector2, of a count and of a NodePath.
    (
        "unused-bits",
        "",
        "05000100 00000000 00000000",
        "05000000 00000000 00000000",
        0,
        "",
    ),
    (
        "unused-bits",
        "",
        "13000000 00000080",
        "13000000 00000000",
        4,
        "",
    ),
    (
        "unused-bits",
        "",
        "0f000000 00000080 00000000 04000000",
        "0f000000 00000080 00000000 00000000",
        12,
        "",
    ),
    (
        "bool-number",
        "",
        "01000000 02000000",
        "01000000 01000000",
        4,
        "",
    ),
    (
        "negative-count",
        "",
        "17000000 ffffffff",
        "17000000 00000000",
        4,
        "",
    ),
    (
        "negative-count",
        "--ignore object",
        "11000000 01000000 41000000 ffffffff",
        "11000000 01000000 41000000 00000000",
        12,
        "",
    ),
    (
        "other-precision",
        "--layout godot4",
        "05000100 00000000 00000000 00000000 00000000",
        "05000000 00000000 00000000",
        0,
        "",
    ),
    (
        "other-precision",
        "--layout godot4-double",
        "05000000 00000000 00000000",
        "05000100 00000000 00000000 00000000 00000000",
        0,
        "",
    ),
    ("trailing-bytes", "", "00000000 ff", "00000000", 4, ""),
    // A PoolByteArray without its padding.
    (
        "not-written",
        "",
        "14000000 01000000 ff",
        "14000000 01000000 ff000000",
        9,
        "padding",
    ),
    // A Vector4 in an Array, and alone.
    (
        "engine-defect",
        "--layout pandemonium",
        "1a000000 01000000 0b000000 00000000 00000000 00000000 00000000",
        "0b000000 00000000 00000000 00000000 00000000",
        8,
        "[0]",
    ),
    // One element is enough, and no element has no effect.
    (
        "engine-defect",
        "--layout pandemonium",
        "23000000 02000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
        "23000000 00000000",
        8,
        "[0]",
    ),
    // NodePath("/").
    (
        "engine-defect",
        "",
        "0f000000 00000080 00000000 01000000",
        "0f000000 00000080 00000000 00000000",
        12,
        "",
    ),
    (
        "engine-defect",
        "",
        "04000000 04000000 f09f9880",
        "04000000 03000000 efbfbd00",
        8,
        "",
    ),
    (
        "not-restored",
        "--layout godot4",
        "19000000",
        "00000000",
        0,
        "",
    ),
    ("not-restored", "", "10000000", "00000000", 0, ""),
];

/// Runs the command on a value, and returns its findings.
#[track_caller]
fn findings(args: &str, input: &[u8]) -> Vec<Value> {
    let Ran { out, err, .. } = run(&format!("audit --json {args}"), input);
    assert_eq!(err, "", "{args}");
    let lines = out.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn ids(findings: &[Value]) -> Vec<&str> {
    let ids = findings.iter().map(|finding| finding["id"].as_str());
    ids.map(|id| id.expect("an id")).collect()
}

fn rules() -> Vec<Value> {
    findings("--list-rules", &[])
}

#[test]
fn each_rule_reports_what_it_explains_and_nothing_else() {
    for (rule, args, reported, harmless, offset, path) in CASES {
        let found = findings(args, &bytes(reported));
        assert_eq!(ids(&found), [*rule], "{reported}: {found:?}");
        let place = (found[0]["offset"].as_u64(), found[0]["path"].as_str());
        assert_eq!(place, (Some(*offset as u64), Some(*path)), "{found:?}");
        let none = findings(args, &bytes(harmless));
        assert!(none.is_empty(), "{rule}: {harmless}: {none:?}");
    }
}

/// Returns an Array in an Array and so on: so many around Nil.
fn nested(depth: usize) -> Vec<u8> {
    [bytes("13000000 01000000").repeat(depth), bytes("00000000")].concat()
}

/// Returns a value of one large part: its start, and as many zeros.
fn large(start: &str, zeros: usize) -> Vec<u8> {
    [bytes(start), vec![b' '; zeros]].concat()
}

#[test]
fn nesting_is_limited_like_in_engines() {
    assert_eq!(findings("", &nested(1024)), Vec::<Value>::new());
    let found = findings("", &nested(1025));
    assert_eq!(ids(&found), ["too-deep"]);
    assert_eq!(found[0]["offset"], 8 * 1025);
    assert_eq!(found[0]["path"], "[0]".repeat(1024));
    // A line is short.
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
    // An Array of Nil, and a PoolByteArray.
    let nils = [bytes("13000000 00001000"), vec![0; 4 << 20]].concat();
    assert_eq!(ids(&findings("", &nils)), ["large-array"]);
    let few = [bytes("13000000 ffff0f00"), vec![0; (4 << 20) - 4]].concat();
    assert_eq!(ids(&findings("", &few)), Vec::<&str>::new());
    let pool = large("14000000 00001000", 1 << 20);
    assert_eq!(ids(&findings("", &pool)), ["large-array"]);
}

#[test]
fn every_rule_has_a_test() {
    let special = [
        "too-deep",
        "large-string",
        "large-value",
        "large-array",
        "wrapper",
        "invalid-input",
    ];
    let tested: BTreeSet<&str> = CASES.iter().map(|case| case.0).chain(special).collect();
    let listed = rules();
    assert_eq!(ids(&listed).into_iter().collect::<BTreeSet<_>>(), tested);
    assert_eq!(listed.len(), tested.len(), "ids are distinct");
}

/// What engines wrote has no errors, but has objects, NaN and memory in padding.
#[test]
fn values_of_engines_have_no_errors() {
    for layout in ["godot3", "godot4", "pandemonium", "pandemonium5"] {
        let path = format!(
            "{}/../tests/vectors/{layout}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
        let vectors = std::fs::read_to_string(path).expect("vectors");
        let written = vectors.lines().map(|line| {
            let vector: Value = serde_json::from_str(line).expect("JSON");
            let hex = vector.get("engine_hex").unwrap_or(&vector["hex"]);
            hex.as_str().expect("hex").to_owned() + "\n"
        });
        let found = findings(
            &format!("--from hex --layout {layout}"),
            written.collect::<String>().as_bytes(),
        );
        let ids: BTreeSet<&str> = ids(&found).into_iter().collect();
        for finding in &found {
            assert_ne!(finding["severity"], "error", "{finding}");
        }
        for id in [
            "nan",
            "infinity",
            "object",
            "object-id",
            "node-path-absolute",
        ] {
            assert!(ids.contains(id), "{layout}: {id}");
        }
        for id in ["not-written", "trailing-bytes", "unused-bits", "string-nul"] {
            assert!(!ids.contains(id), "{layout}: {id}");
        }
    }
}

/// Lenient decoding of odd bytes is explained, by a rule of its own or as strict decoding does.
#[test]
fn what_strict_decoding_rejects_is_reported() {
    for layout in ["godot3", "godot4", "pandemonium"] {
        let path = format!(
            "{}/../tests/verdicts/{layout}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
        let verdicts = std::fs::read_to_string(path).expect("verdicts");
        let hex = verdicts.lines().map(|line| {
            let verdict: Value = serde_json::from_str(line).expect("JSON");
            verdict["hex"].as_str().expect("hex").to_owned()
        });
        // An empty line is no value. With a space, a line of 60 digits is one, and not a row of `xxd`.
        let lines = hex.filter(|hex| !hex.is_empty());
        let lines = lines.map(|hex| format!("{} {}\n", &hex[..2], &hex[2..]));
        let hex: String = lines.collect();
        let args = format!("--from hex --layout {layout}");
        let strict = run(
            &format!("decode {args} --keep-going --allow-objects"),
            hex.as_bytes(),
        );
        let found = findings(&args, hex.as_bytes());
        let reported: BTreeSet<u64> = found
            .iter()
            .map(|finding| finding["line"].as_u64().expect("a line"))
            .collect();
        for (line, value) in (1..).zip(strict.out.lines()) {
            let is_rejected = value.starts_with("{\"error\":{\"offset\"");
            assert!(
                !is_rejected || reported.contains(&line),
                "{layout} {line}: {value}"
            );
        }
    }
}

/// Values that lengths precede.
fn framed(hex: &[&str]) -> Vec<u8> {
    let framed = hex.iter().map(|hex| {
        let value = bytes(hex);
        let length = u32::try_from(value.len()).expect("a short value");
        [&length.to_le_bytes(), value.as_slice()].concat()
    });
    framed.collect::<Vec<_>>().concat()
}

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
    let found = findings("", &framed(&["13000000 01000000 00000000", "00000000"]));
    assert_eq!(ids(&found), ["invalid-value"]);
    let message = found[0]["message"].as_str().expect("a message");
    assert!(
        message.ends_with("a length comes first: try --framed"),
        "{message}"
    );
    let godot4 = bytes("1c000000 01000000 04000000 03000000 41646100");
    let found = findings("", &godot4);
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
        few.contains("standard input: 2 more of [nan]; --all prints them\n"),
        "{few}"
    );
    assert!(few.ends_with("1 file, 1 value: 12 warnings\n"), "{few}");
    let all = run("audit --all", &input).out;
    assert_eq!(all.matches("[nan]").count(), 12, "{all}");
    assert_eq!(findings("", &input).len(), 12);
}

#[test]
fn the_exit_status_follows_the_severity() {
    let (error, warning, note) = ("ff000000", "03000000 0000c07f", "03000000 0000807f");
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
fn files_that_cannot_be_read_and_wrong_usage_have_status_2() {
    let good = file("audit-good.bin", &[0; 4]);
    let ran = run(&format!("audit missing.bin {good}"), "");
    assert_eq!(ran.out, "1 file, 1 value: no findings\n");
    assert_eq!(ran.status, 2);
    assert!(
        ran.error()
            .starts_with("missing.bin: there is no such file")
    );
    assert_eq!(run("audit --fail-on never missing.bin", "").status, 2);
    assert_eq!(run("audit", "").status, 2, "an empty input");
    for args in [
        "--ignore nothing",
        "--from hex --framed",
        "--max-length 4",
        "--json --all",
    ] {
        let ran = run(&format!("audit {args}"), [0; 4]);
        assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{args}");
    }
    let unknown = run("audit --ignore nothing", [0; 4]).error();
    assert!(unknown.contains("--list-rules"), "{unknown}");
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
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, &bytes("03000000 0000c07f")).expect("a Vec");
    let found = findings("", &gzip.finish().expect("a Vec"));
    assert_eq!(ids(&found), ["wrapper", "nan"]);
    assert_eq!(found[0]["severity"], "note");
    assert_eq!(found[1]["offset"], 4);
}

/// Strings of the input cannot control the terminal.
#[test]
fn nothing_but_text_is_printed() {
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
            let encoded = common::run_bytes("encode --bare", json.as_bytes()).stdout;
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
