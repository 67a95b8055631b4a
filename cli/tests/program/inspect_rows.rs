//! Tests the rows of `gdvariant inspect`: their selection, JSON form and immediate output.
#![cfg(feature = "godot3")]

use crate::common::child::{Lines, end};
use crate::common::{bad, bytes, file, good, program, run, run_bytes};
use serde_json::Value;
use std::io::Write;
use std::process::{Child, ChildStdin};

const PLAYER: &[u8] = include_bytes!("../../../examples/packets/player.bin");

/// Three framed values: `[7, 8]`, Nil and `{"a": [1.5, "x\n"]}`.
fn framed() -> Vec<u8> {
    bytes(
        "18000000 13000000 02000000 02000000 07000000 02000000 08000000 \
         04000000 00000000 \
         30000000 12000000 01000000 04000000 01000000 61000000 \
                  13000000 02000000 03000000 0000c03f 04000000 02000000 780a0000",
    )
}

/// Runs `inspect --json`, and returns its objects.
fn objects(args: &str, input: impl AsRef<[u8]>) -> Vec<Value> {
    let out = run(&format!("inspect --json {args}"), input).out;
    let lines = out.lines().map(serde_json::from_str);
    lines
        .map(|object| object.expect("one object per line"))
        .collect()
}

fn text<'v>(object: &'v Value, key: &str) -> &'v str {
    object[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} of {object}"))
}

#[test]
fn a_path_selects_its_rows_and_nested_rows() {
    let all = objects("", PLAYER);
    let mut paths: Vec<&str> = all.iter().map(|row| text(row, "path")).collect();
    paths.dedup();
    assert!(paths.len() > 20, "{paths:?}");
    for path in paths.into_iter().filter(|path| !path.contains("..")) {
        let is_below = |row: &&Value| {
            let rest = text(row, "path").strip_prefix(path);
            rest.is_some_and(|rest| path.is_empty() || !rest.starts_with(char::is_alphanumeric))
        };
        let below: Vec<&Value> = all.iter().filter(is_below).collect();
        let selected = objects(&format!("--path {path}"), PLAYER);
        if path.is_empty() {
            continue;
        }
        assert_eq!(selected.iter().collect::<Vec<_>>(), below, "{path}");
    }
}

#[test]
fn a_path_selects_elements_and_keys_as_in_get() {
    // `{7: PoolIntArray(1, 2)}`
    let packed = bytes("12000000 01000000 02000000 07000000 15000000 02000000 01000000 02000000");
    let rows = "\
offset  bytes        path    field    type  value
  001c  02 00 00 00  [7][1]  value    i32   2
";
    assert_eq!(good("inspect --path [7][1]", &packed), rows);
    let name = format!(
        "12000000 01000000 04000000 40000000 {} 00000000",
        "61".repeat(64)
    );
    // Paths contain at most the first 48 characters of a key.
    let path = "a".repeat(64);
    let rows = good(&format!("inspect --path {path}"), bytes(&name));
    assert!(rows.ends_with("  header   u32   Nil\n"), "{rows}");
    assert_eq!(rows.lines().count(), 2, "{rows}");
    assert!(
        bad(&format!("inspect --path {}", "a".repeat(47)), bytes(&name)).contains("no value at")
    );
}

#[test]
fn a_path_without_rows_is_an_error_with_advice() {
    let save = file("absent.dat", &framed());
    assert_eq!(
        bad(&format!("inspect --framed --path a[4].x {save}"), ""),
        format!(
            "{save}: no value at a[4].x: a[4] does not exist; `gdvariant inspect` shows the paths"
        )
    );
    assert_eq!(
        bad(
            &format!("inspect --framed --path [1] --offset 0x1000 {save}"),
            ""
        ),
        format!("{save}: no row at [1] at offset 0x1000 or after it; the last row ends at 0x001c")
    );
    assert_eq!(
        bad(&format!("inspect --framed --offset 88 {save}"), ""),
        format!("{save}: no row at offset 0x0058 or after it; the last row ends at 0x0058")
    );
    let old = file("absent.txt", b"old");
    bad(
        &format!("inspect --framed --path a[4].x {save} -o {old}"),
        "",
    );
    assert_eq!(std::fs::read(&old).unwrap(), b"old");
    let invalid = run("inspect --path a.[", PLAYER);
    assert!(
        invalid.err.contains("offset 2: expected a name"),
        "{}",
        invalid.err
    );
    assert_eq!(invalid.status, 2);
}

#[test]
fn an_offset_omits_preceding_lines() {
    let rows = "\
offset  bytes        path  field    type  value
value 2 at 0x0000001c
  0020  00 00 00 00        header   u32   Nil
";
    assert_eq!(
        good("inspect --framed --offset 0x20 --limit 1", framed()),
        rows
    );
    let out = good("inspect --framed --offset 0x20", framed());
    assert!(out.contains("\n\nvalue 3 at 0x00000024\n"), "{out}");
    // The string has 23 bytes from offset 8. Its lines start at 8, 16 and 24; the line with offset
    // 18 is the first.
    let string = bytes("04000000 17000000 48656c6c6f2c20776f726c6420c3a9e6bca2e5ad97210a 00");
    let rows = "\
offset  bytes                     path  field    type   value
  0010  6f 72 6c 64  20 c3 a9 e6        text     bytes  orld é漢
  0018  bc a2 e5 ad  97 21 0a                           字!\\n\"
  001f  00                              padding
";
    assert_eq!(good("inspect --offset 18", string), rows);
    for offset in ["0x", "-1", "1g", "0x10000000000000000"] {
        assert_eq!(
            run(&format!("inspect --offset={offset}"), PLAYER).status,
            2,
            "{offset}"
        );
    }
}

#[test]
fn a_limit_ends_the_output_with_success() {
    let rows = "\
offset  bytes        path  field    type  value
value 1 at 0x00000000
  0000  18 00 00 00        frame    u32   24
  0004  13 00 00 00        header   u32   Array
";
    // An invalid value follows.
    let input = [framed(), bytes("04000000 ffffffff")].concat();
    assert_eq!(good("inspect --framed --limit 2", &input), rows);
    for limit in 1..=16 {
        let args = format!("--framed --limit {limit}");
        assert_eq!(objects(&args, &input), objects("--framed", &input)[..limit]);
    }
    assert_eq!(run("inspect --framed --limit 100", &input).status, 1);
    assert_eq!(run("inspect --limit 0", PLAYER).status, 2);
    let combined = objects("--framed --path [1] --offset 24 --limit 1", &input);
    assert_eq!(combined.len(), 1);
    assert_eq!(combined[0]["offset"], 24);
}

#[test]
fn objects_have_bytes_and_their_meaning() {
    let input = framed();
    let rows = objects("--framed", &input);
    let mut offset = 0;
    let mut all = String::new();
    for row in &rows {
        assert_eq!(row["offset"], offset, "{row}");
        offset += row["length"].as_u64().expect("a length");
        all += text(row, "bytes");
    }
    assert_eq!(bytes(&all), input);
    assert_eq!(
        good(
            "inspect --framed --json --limit 1 --path a[1] --offset 0x50",
            &input
        ),
        "{\"value\":3,\"offset\":80,\"length\":4,\"bytes\":\"02000000\",\"path\":\"a[1]\",\"field\":\"length\",\
         \"type\":\"u32\",\"kind\":\"field\",\"meaning\":\"2\",\"data\":2}\n"
    );
    let data: Vec<&Value> = rows.iter().map(|row| &row["data"]).collect();
    assert!(data.contains(&&Value::from("x\n")), "{data:?}");
    assert!(
        data.contains(&&serde_json::from_str("1.5").unwrap()),
        "{data:?}"
    );
    assert!(
        rows.iter().any(|row| row["meaning"] == "\"x\\n\""),
        "{rows:?}"
    );
}

#[test]
fn long_paths_are_shortened_at_the_start() {
    // An Array of 5,000 ints, nested in 900 Arrays: 80 KB, with paths of 2,700 characters.
    let mut value = bytes("13000000 01000000").repeat(900);
    value.extend(bytes("13000000 88130000"));
    value.extend(bytes("02000000 07000000").repeat(5000));
    let out = good("inspect --json", value);
    assert_eq!(out.lines().count(), 901 * 2 + 5000 * 2);
    assert!(out.len() < 6 << 20, "{} bytes", out.len());
    let last = out.lines().last().expect("a row");
    let last: Value = serde_json::from_str(last).expect("an object");
    let path = text(&last, "path");
    assert!(
        path.starts_with('…') && path.ends_with("[0][4999]"),
        "{path}"
    );
    assert_eq!(path.chars().count(), 256);
}

#[test]
fn non_finite_numbers_have_no_data() {
    let lines = "03000000 0000c07f\n03000000 000080ff\n03000000 0000807f\n03000000 0000a0c1\n";
    let rows = objects("--from hex", lines);
    let values: Vec<_> = rows.iter().filter(|row| row["kind"] == "field").collect();
    let meanings: Vec<_> = values.iter().map(|row| text(row, "meaning")).collect();
    assert_eq!(meanings, ["NaN", "-inf", "inf", "-20.0"]);
    let data: Vec<_> = values
        .iter()
        .map(|row| row.get("data").map(Value::to_string))
        .collect();
    assert_eq!(data, [None, None, None, Some("-20.0".into())]);
    let lines: Vec<_> = values.iter().map(|row| &row["line"]).collect();
    assert_eq!(lines, [1, 2, 3, 4]);
}

#[test]
fn a_fault_is_an_object_with_an_error() {
    let ran = run(
        "inspect --json --from hex",
        "05000000 0000803f 0000\n\n00000000\n",
    );
    assert_eq!(ran.status, 1);
    let objects: Vec<&str> = ran.out.lines().skip(2).collect();
    assert_eq!(
        objects,
        [
            "{\"value\":1,\"line\":1,\"offset\":8,\"path\":\"\",\"field\":\"y\",\"error\":\"expected 4 bytes, found 2\"}",
            "{\"value\":2,\"line\":3,\"offset\":0,\"length\":4,\"bytes\":\"00000000\",\"path\":\"\",\"field\":\"header\",\
             \"type\":\"u32\",\"kind\":\"header\",\"meaning\":\"Nil\",\"data\":\"Nil\"}",
        ]
    );
    let ignored = "{\"value\":1,\"offset\":4,\"length\":2,\"bytes\":\"4100\",\"path\":\"\",\"field\":\"ignored\",\
                   \"type\":\"byte\",\"kind\":\"ignored\",\"meaning\":\"A.\"}";
    let out = good("inspect --json --engine", bytes("00000000 4100"));
    assert_eq!(out.lines().last(), Some(ignored));
}

/// An instance of the program that reads framed values.
struct RunningProgram {
    child: Child,
    input: ChildStdin,
    lines: Lines,
}

impl RunningProgram {
    fn start(args: &[&str]) -> Self {
        let mut child = program()
            .arg("inspect")
            .args(args)
            .spawn()
            .expect("a start");
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take().expect("a pipe");
        let lines = Lines::of(output);
        Self {
            child,
            input,
            lines,
        }
    }

    fn write(&mut self, value: &[u8]) {
        let length = u32::try_from(value.len()).expect("short");
        let frame = [&length.to_le_bytes(), value].concat();
        self.input.write_all(&frame).expect("the program reads");
    }

    /// Reads lines up to the first that ends with `end`.
    #[track_caller]
    fn read_to(&self, end: &str) {
        while !self.lines.next().ends_with(end) {}
    }

    /// Returns the peak memory of the program so far, in KiB.
    fn peak_memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the program runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number
            .and_then(|number| number.parse().ok())
            .expect("a number")
    }
}

#[test]
fn rows_appear_before_the_input_ends() {
    for args in [&["--framed"][..], &["--framed", "--path", ""]] {
        let mut running = RunningProgram::start(args);
        running.write(&bytes("02000000 07000000"));
        running.read_to("i32   7");
        running.write(&bytes("02000000 08000000"));
        running.read_to("value 2 at 0x0000000c");
        running.read_to("i32   8");
        drop(running.input);
        assert!(end(&mut running.child).success());
    }
}

#[test]
fn a_limit_does_not_wait_for_more_input() {
    let mut running = RunningProgram::start(&["--framed", "--limit", "2"]);
    running.write(&bytes("02000000 07000000"));
    // The input stays open.
    assert!(end(&mut running.child).success());
}

/// Checks that the first rows of a large value are written before its end is decoded.
///
/// The columns are therefore narrower than those of the error at the end.
#[test]
fn rows_of_a_large_value_are_printed_immediately() {
    let ints = |count: usize| {
        let ints = bytes("02000000 07000000").repeat(count);
        [
            &bytes("13000000")[..],
            &u32::try_from(count + 1).unwrap().to_le_bytes(),
            &ints,
        ]
        .concat()
    };
    let heading = |input: &[u8]| {
        let out = run("inspect", input).out;
        out.lines().next().map(str::to_owned).expect("a heading")
    };
    assert!(heading(&ints(100)).starts_with("offset  bytes                     path"));
    assert!(heading(&ints(20_000)).starts_with("offset  bytes        path"));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_output() {
    const MAX_GROWTH: usize = 6 << 10;
    let ints = |count: u32| {
        let mut array = bytes("13000000");
        array.extend((count + 1).to_le_bytes());
        array.extend(bytes("02000000 07000000").repeat(count as usize));
        [array, bytes("02000000 09000000")].concat()
    };
    for args in [&["--framed"][..], &["--framed", "--json"]] {
        let end = if args.len() > 1 {
            "\"data\":9}"
        } else {
            "i32   9"
        };
        let mut running = RunningProgram::start(args);
        running.write(&ints(1000));
        running.read_to(end);
        let before = running.peak_memory();
        for _ in 0..100 {
            running.write(&ints(1000));
            running.read_to(end);
        }
        // One value of 800 KB with more than 10 MB of rows.
        running.write(&ints(100_000));
        running.read_to(end);
        let grown = running.peak_memory() - before;
        assert!(grown < MAX_GROWTH, "{grown} KiB more with {args:?}");
    }
}

#[test]
fn a_path_leads_to_a_component() {
    let value = run_bytes("encode --bare", br#"{"position": {"Vector2": [1.0, 2.0]}}"#).stdout;
    let rows = good("inspect --path position.y", &value);
    assert_eq!(rows.lines().count(), 2, "{rows}");
    assert!(rows.contains("2.0"), "{rows}");
}
