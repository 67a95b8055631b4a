//! Tests the rows of `gdvariant inspect`: their selection, JSON form and immediate output.

#[cfg(target_os = "linux")]
use crate::common::child::peak_memory;
use crate::common::child::{Lines, end};
use crate::common::{bad, bytes, good, program, run};
use serde_json::Value;
use std::io::Write;
use std::process::{Child, ChildStdin};

const PLAYER: &[u8] = include_bytes!("../../../../examples/packets/player.bin");

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
    for path in ["name", "position", "inventory", "inventory[1]"] {
        let is_below = |row: &&Value| {
            let rest = text(row, "path").strip_prefix(path);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let below: Vec<Value> = all.iter().filter(is_below).cloned().collect();
        assert!(!below.is_empty(), "{path}");
        assert_eq!(objects(&format!("--path {path}"), PLAYER), below, "{path}");
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
    // Paths contain at most the first 48 characters of a key.
    let key = "61".repeat(64);
    let long = bytes(&format!(
        "12000000 01000000 04000000 40000000 {key} 00000000"
    ));
    let rows = good(&format!("inspect --path {}", "a".repeat(64)), &long);
    assert!(rows.ends_with("  header   u32   Nil\n"), "{rows}");
    bad(&format!("inspect --path {}", "a".repeat(47)), &long);
}

#[test]
fn a_selection_without_rows_is_an_error() {
    for (selection, expected) in [
        ("--path a[4].x", "a[4] does not exist"),
        ("--path [1] --offset 0x1000", "the last row ends at 0x001c"),
        ("--offset 88", "the last row ends at 0x0058"),
    ] {
        let error = bad(&format!("inspect --framed {selection}"), framed());
        assert!(error.contains(expected), "{error}");
    }
    for invalid in [
        "--path a.[",
        "--limit 0",
        "--offset=0x",
        "--offset=-1",
        "--offset=0x10000000000000000",
    ] {
        let ran = run(&format!("inspect {invalid}"), PLAYER);
        assert_eq!(ran.status, 2, "{invalid}");
    }
}

#[test]
fn an_offset_omits_preceding_lines() {
    let rows = "\
offset  bytes        path  field    type  value
value 2 at 0x0000001c
  0020  00 00 00 00        header   u32   Nil
";
    let shown = good("inspect --framed --offset 0x20 --limit 1", framed());
    assert_eq!(shown, rows);
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
}

#[test]
fn a_limit_ends_the_output_with_success() {
    // An invalid value follows.
    let input = [framed(), bytes("04000000 ffffffff")].concat();
    let all = objects("--framed", &input);
    for limit in [1, 2, 16] {
        let args = format!("--framed --limit {limit}");
        assert_eq!(objects(&args, &input), all[..limit]);
    }
    good("inspect --framed --limit 16", &input);
    assert_eq!(run("inspect --framed --limit 100", &input).status, 1);
    // The input stays open.
    let mut running = RunningProgram::start(&["--framed", "--limit", "2"]);
    running.write(&bytes("02000000 07000000"));
    assert!(end(&mut running.child).success());
}

#[test]
fn objects_have_bytes_and_their_meaning() {
    let input = framed();
    let mut all = String::new();
    for row in objects("--framed", &input) {
        assert_eq!(row["offset"], all.len() / 2, "{row}");
        all += text(&row, "bytes");
    }
    assert_eq!(bytes(&all), input);
    assert_eq!(
        good(
            "inspect --framed --json --limit 1 --path a[1] --offset 0x54",
            &input
        ),
        "{\"value\":3,\"offset\":84,\"length\":2,\"bytes\":\"780a\",\"path\":\"a[1]\",\"field\":\"text\",\
         \"type\":\"bytes\",\"kind\":\"field\",\"meaning\":\"\\\"x\\\\n\\\"\",\"data\":\"x\\n\"}\n"
    );
    // Numbers that are not finite have no data.
    let lines = "03000000 0000c07f\n03000000 000080ff\n03000000 0000a0c1\n";
    let rows = objects("--from hex", lines);
    let values = rows.iter().filter(|row| row["kind"] == "field");
    let values: Vec<_> = values
        .map(|row| (row["line"].as_u64(), text(row, "meaning"), row.get("data")))
        .collect();
    let number = Value::from(-20.0);
    assert_eq!(
        values,
        [
            (Some(1), "NaN", None),
            (Some(2), "-inf", None),
            (Some(3), "-20.0", Some(&number))
        ]
    );
}

#[test]
fn long_paths_are_shortened_at_the_start() {
    let deep = bytes("13000000 01000000").repeat(900);
    let rows = objects("", [deep, bytes("00000000")].concat());
    let path = text(rows.last().expect("a row"), "path");
    assert!(path.starts_with('…') && path.ends_with("[0]"), "{path}");
    assert_eq!(path.chars().count(), 256);
}

#[test]
fn a_fault_is_an_object_with_an_error() {
    let ran = run(
        "inspect --json --from hex",
        "05000000 0000803f 0000\n\n00000000",
    );
    assert_eq!(ran.status, 1);
    let fault = r#"{"value":1,"line":1,"offset":8,"path":"","field":"y","error":"expected 4 bytes, found 2"}"#;
    assert_eq!(ran.out.lines().nth(2), Some(fault));
    assert!(
        ran.out
            .lines()
            .nth(3)
            .is_some_and(|row| row.contains("\"line\":3"))
    );
    let ignored = good("inspect --json --engine", bytes("00000000 4100"));
    assert!(ignored.contains("\"field\":\"ignored\""), "{ignored}");
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
}

#[test]
fn rows_appear_before_the_input_ends() {
    let mut running = RunningProgram::start(&["--framed"]);
    running.write(&bytes("02000000 07000000"));
    running.read_to("i32   7");
    running.write(&bytes("02000000 08000000"));
    running.read_to("value 2 at 0x0000000c");
    running.read_to("i32   8");
    drop(running.input);
    assert!(end(&mut running.child).success());
}

/// Returns an Array of ints.
fn ints(count: u32) -> Vec<u8> {
    let ints = bytes("02000000 07000000").repeat(count as usize);
    [&bytes("13000000")[..], &count.to_le_bytes(), &ints].concat()
}

/// Checks that the first rows of a large value are written before its end is decoded.
///
/// The columns are therefore narrower than those of the error at the end.
#[test]
fn rows_of_a_large_value_are_printed_immediately() {
    for (count, start) in [
        (100, "offset  bytes                     path"),
        (20_000, "offset  bytes        path"),
    ] {
        let cut = &ints(count + 1)[..8 + 8 * count as usize];
        assert!(run("inspect", cut).out.starts_with(start), "{count}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_output() {
    const MAX_GROWTH: usize = 6 << 10;
    let mut running = RunningProgram::start(&["--framed", "--json"]);
    let mut write = |count| {
        running.write(&ints(count));
        running.write(&bytes("02000000 09000000"));
        running.read_to("\"data\":9}");
        peak_memory(&running.child)
    };
    let before = write(1000);
    for _ in 0..20 {
        write(1000);
    }
    // One value of 800 KB with more than 10 MB of rows.
    let grown = write(100_000) - before;
    assert!(grown < MAX_GROWTH, "{grown} KiB more");
}
