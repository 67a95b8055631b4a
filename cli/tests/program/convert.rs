//! Tests `gdvariant convert`: its output, the list of losses, and failures that leave files
//! unchanged.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5",
    feature = "double"
))]

use crate::common::{CommandOutput, good, run, run_bytes};
use std::fs;
use std::path::PathBuf;

const TO_3: &str = "convert --from-layout godot4 --to-layout godot3";
const TO_4: &str = "convert --from-layout godot3 --to-layout godot4";

/// The folder of the current test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        Self(crate::common::folder())
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), bytes).expect("the folder is there");
        self.path(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("the file is there")
    }

    /// Returns the names of all files, in order.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).into_string().expect("a plain name"))
            .collect();
        names.sort();
        names
    }
}

/// Encodes JSON lines as framed values of a layout.
fn framed(layout: &str, lines: &str) -> Vec<u8> {
    let output = run_bytes(
        &format!("encode --framed --layout {layout}"),
        lines.as_bytes(),
    );
    assert!(output.status.success());
    output.stdout
}

/// Values that both Godot 3 and Godot 4 can represent.
const SHARED: &str = "{\"name\":\"Ada\",\"position\":{\"Vector2\":[1.0,2.0]}}\n[7,null]\n";
/// Values of Godot 4 that Godot 3 lacks.
const LACKED: &str = r#"{"players":[{"cell":{"Vector2i":[16777217,2]}},{"StringName":"a"}]}
[1,{"TypedArray":{"element":"int","values":[1]}}]
[{"RID":7},{"Callable":null}]
{"Dictionary":[["a",1],[{"Vector2i":[1,2]},{"PackedFloat64Array":[0.1]}]]}
{"NodePath":{"absolute":true,"names":[],"subnames":[]}}
"#;

/// The losses of [`LACKED`].
const LOSSES: &str = "\
loss: value 1: players[0].cell: Vector2i became Vector2
loss: value 1: players[0].cell: 16777217 became 16777216 in a Vector2
loss: value 1: players[1]: StringName became String
loss: value 2: [1]: Array[int] became Array
loss: value 3: [0]: the id 7 of a RID was dropped
loss: value 3: [1]: Callable became Nil
loss: value 4: key(1): Vector2i became Vector2
loss: value 4: [Vector2(1, 2)]: PackedFloat64Array became PoolRealArray
loss: value 4: [Vector2(1, 2)]: 0.1 became 0.10000000149011612 in a PoolRealArray
loss: value 5: the root of an empty NodePath was dropped
";

#[test]
fn framed_values_change_layout() {
    let folder = Folder::new();
    let input = folder.write("in.dat", framed("godot3", SHARED));
    let output = folder.path("out.dat");
    assert_eq!(
        good(&format!("{TO_4} --framed {input} -o {output}"), ""),
        ""
    );
    assert_eq!(folder.read("out.dat"), framed("godot4", SHARED));
    assert_eq!(folder.names(), ["in.dat", "out.dat"]);
    // The reverse, from standard input, with big-endian lengths.
    let bytes = run_bytes(
        "encode --framed --big-endian --layout godot4",
        SHARED.as_bytes(),
    );
    let args = format!("{TO_3} --framed --big-endian --output {output}");
    let ran = run_bytes(&args, &bytes.stdout);
    assert!(ran.status.success() && ran.stderr.is_empty());
    let args = format!("decode --framed --big-endian {output}");
    assert_eq!(good(&args, ""), SHARED);
}

#[test]
fn nothing_is_written_if_something_would_be_lost() {
    let folder = Folder::new();
    let input = folder.write("in.dat", framed("godot4", LACKED));
    let output = folder.write("out.dat", "as it was");
    let ran = run(&format!("{TO_3} --framed {input} -o {output}"), "");
    let error = "error: nothing was written because of 10 losses; --lossy accepts them\n";
    assert_eq!(
        ran,
        CommandOutput {
            out: String::new(),
            err: format!("{LOSSES}{error}"),
            status: 1
        }
    );
    assert_eq!(folder.read("out.dat"), b"as it was");
    assert_eq!(folder.names(), ["in.dat", "out.dat"]);
    // A new file is not created.
    let new = folder.path("new.dat");
    assert_eq!(
        run(&format!("{TO_3} --framed {input} -o {new}"), "").status,
        1
    );
    assert_eq!(folder.names(), ["in.dat", "out.dat"]);
    // The message about a single loss is singular.
    let ran = run(&format!("{TO_3} --from hex -o {new}"), "19000000");
    assert_eq!(
        ran.err,
        "loss: line 1: Callable became Nil\n\
         error: nothing was written because of 1 loss; --lossy accepts it\n"
    );
}

#[test]
fn losses_are_accepted_and_listed() {
    let folder = Folder::new();
    let input = folder.write("in.dat", framed("godot4", LACKED));
    let output = folder.path("out.dat");
    let ran = run(&format!("{TO_3} --framed {input} -o {output} --lossy"), "");
    assert_eq!(
        ran,
        CommandOutput {
            out: String::new(),
            err: LOSSES.into(),
            status: 0
        }
    );
    assert_eq!(
        good(&format!("decode --framed {output}"), ""),
        r#"{"players":[{"cell":{"Vector2":[16777216.0,2.0]}},"a"]}
[1,[1]]
[{"RID":null},null]
{"Dictionary":[["a",1],[{"Vector2":[1.0,2.0]},{"PoolRealArray":[0.1]}]]}
{"NodePath":""}
"#
    );
}

#[test]
fn the_input_can_be_the_output() {
    let folder = Folder::new();
    let save = folder.write("save.dat", framed("godot3", SHARED));
    assert_eq!(good(&format!("{TO_4} --framed {save} -o {save}"), ""), "");
    assert_eq!(folder.read("save.dat"), framed("godot4", SHARED));
    assert_eq!(folder.names(), ["save.dat"]);
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let input = folder.write("in.dat", framed("godot3", SHARED));
    let output = folder.write("out.dat", "");
    fs::set_permissions(&output, fs::Permissions::from_mode(0o640)).expect("a file");
    symlink("out.dat", folder.path("link")).expect("a link");
    assert_eq!(
        good(
            &format!("{TO_4} --framed {input} -o {}", folder.path("link")),
            ""
        ),
        ""
    );
    assert_eq!(folder.read("out.dat"), framed("godot4", SHARED));
    let mode = fs::metadata(&output).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let link = fs::symlink_metadata(folder.path("link")).expect("a link");
    assert!(link.is_symlink());
    let dangling = folder.path("dangling");
    symlink("none.dat", &dangling).expect("a link");
    let ran = run(&format!("{TO_4} --framed {input} -o {dangling}"), "");
    assert_eq!(
        ran.error(),
        format!(
            "{dangling}: the target of this link does not exist; create it, or write the output to another file"
        )
    );
    // A device can be written, but not replaced.
    assert_eq!(
        good(&format!("{TO_4} --framed {input} -o /dev/null"), ""),
        ""
    );
    let ran = run(&format!("{TO_4} --in-place /dev/null"), "");
    assert_eq!(
        ran.error(),
        "/dev/null: only a regular file can be replaced"
    );
}

#[test]
fn lines_of_text_stay_lines() {
    let folder = Folder::new();
    let output = folder.path("out.txt");
    let lines = "0700000000000040000040c0 00000000\n\n02000000 07000000\n";
    assert_eq!(good(&format!("{TO_4} --from hex -o {output}"), lines), "");
    assert_eq!(
        folder.read("out.txt"),
        b"0900000000000040000040c000000000\n0200000007000000\n"
    );
    assert_eq!(
        good(&format!("{TO_4} --from hex --to base64 -o {output}"), lines),
        ""
    );
    assert_eq!(
        folder.read("out.txt"),
        b"CQAAAAAAAEAAAEDAAAAAAA==\nAgAAAAcAAAA=\n"
    );
    assert_eq!(
        run(&format!("{TO_4} --from hex --to raw -o {output}"), lines).error(),
        "standard input: line 3: found a second value, but raw output holds only one; use --to hex"
    );
    assert_eq!(
        good(
            &format!("{TO_4} --from hex --to raw -o {output}"),
            "00000000"
        ),
        ""
    );
    assert_eq!(folder.read("out.txt"), [0; 4]);
    let framed = framed("godot3", "null\n7\n");
    let ran = run_bytes(&format!("{TO_4} --framed --to hex -o {output}"), &framed);
    assert!(ran.status.success());
    assert_eq!(folder.read("out.txt"), b"00000000\n0200000007000000\n");
}

#[test]
fn a_bad_value_leaves_the_file_as_it_is() {
    let folder = Folder::new();
    let output = folder.write("out.txt", "as it was");
    let to = format!("{TO_4} --from hex -o {output}");
    for (input, error) in [
        (
            "00000000\n1b000000",
            "standard input: line 2: 0x0000: unknown type 27, expected 0 to 26",
        ),
        (
            "00000000\nx",
            "standard input: line 2: expected hex digits, found 'x' at column 1",
        ),
        (
            "",
            "standard input: the input is empty; expected one value per line",
        ),
    ] {
        let ran = run(&to, input);
        assert!(ran.error().starts_with(error), "{}", ran.err);
        assert!(!ran.err.contains(" --layout"), "{}", ran.err);
        assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    }
    // The hint names layouts that have the type.
    let hint = run(&to, "1b000000 02000000 01000000 02000000 07000000").error();
    assert!(hint.contains("try --from-layout "), "{hint}");
    // A value that the other layout cannot encode is an error, even with --lossy.
    let long = framed("godot4", "{\"PackedFloat64Array\": [1.0, 2.0]}");
    let args =
        "convert --from-layout godot4 --to-layout godot3_double --lossy --framed --max-length 24";
    let ran = run_bytes(&format!("{args} -o {output}"), &long);
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    fs::write(&output, "as it was").expect("a file");
    let many = framed("godot4", "{\"PackedInt64Array\": [4294967296]}");
    let args = args.replace("24", "16");
    let ran = run_bytes(&format!("{args} -o {output}"), &many);
    let error = String::from_utf8(ran.stderr).expect("text");
    assert!(
        error.contains("standard input: value 1: in godot3_double: "),
        "{error}"
    );
    assert!(error.ends_with("; raise --max-length\n"), "{error}");
    assert_eq!(folder.read("out.txt"), b"as it was");
    assert_eq!(folder.names(), ["out.txt"]);
}

#[test]
fn many_losses_are_counted() {
    let folder = Folder::new();
    let callables = "19000000\n".repeat(150);
    let ran = run(
        &format!("{TO_3} --from hex -o {}", folder.path("out.txt")),
        callables,
    );
    let lines: Vec<_> = ran.err.lines().collect();
    assert_eq!(lines.len(), 102);
    assert_eq!(lines[99], "loss: line 100: Callable became Nil");
    assert_eq!(lines[100], "loss: 50 more losses");
    assert_eq!(
        lines[101],
        "error: nothing was written because of 150 losses; --lossy accepts them"
    );
}

#[test]
fn objects_are_noted() {
    let folder = Folder::new();
    let object = r#"{"Object": {"class": "Sprite\u001b[2J", "properties": [["frame", 7]]}}"#;
    let input = folder.write("in.dat", framed("godot3", object));
    let args = format!("{TO_4} --framed {input} -o {}", folder.path("out.dat"));
    assert_eq!(
        run(&args, "").error(),
        format!(
            "{input}: 0x0004: a full object is not accepted; --allow-objects decodes it as data"
        )
    );
    let ran = run(&format!("{args} --allow-objects"), "");
    assert_eq!(ran.status, 0);
    assert_eq!(
        ran.err,
        "note: value 1: an object keeps its class \"Sprite\\u{1b}[2J\" and its properties \"frame\"\n"
    );
    assert_eq!(folder.read("out.dat"), framed("godot4", object));
}

#[test]
fn every_layout_converts_to_every_other() {
    let folder = Folder::new();
    let output = folder.path("out.txt");
    let layouts = gdvariant::schema::LAYOUTS.iter().map(|layout| layout.name);
    for from in layouts.clone() {
        let encode = format!("encode --to hex --layout {from}");
        let input = good(&encode, SHARED);
        for to in layouts.clone() {
            let args =
                format!("convert --from hex --from-layout {from} --to-layout {to} -o {output}");
            assert_eq!(good(&args, &input), "");
            let decode = format!("decode --from hex --layout {to} {output}");
            assert_eq!(good(&decode, ""), SHARED, "{from} to {to}");
        }
    }
}

/// Checks that output is written only after all values are converted.
#[test]
fn standard_output_gets_all_values_or_none() {
    let framed = crate::common::framed(&["02000000 07000000", "02000000 08000000"]);
    let ran = run_bytes(&format!("{TO_4} --framed -o -"), &framed);
    assert_eq!((ran.stdout, ran.status.code()), (framed.clone(), Some(0)));
    let cut = &framed[..framed.len() - 2];
    let ran = run_bytes(&format!("{TO_4} --framed -o -"), cut);
    assert_eq!((ran.stdout, ran.status.code()), (Vec::new(), Some(1)));
}

#[test]
fn wrong_usage_has_status_2() {
    let folder = Folder::new();
    let output = folder.path("out.dat");
    for args in [
        "convert".into(),
        format!("convert --from-layout godot3 -o {output}"),
        format!("convert --from-layout godot3 --to-layout godot5 -o {output}"),
        TO_4.into(),
        format!("{TO_4} --bare --max-length 8 -o {output}"),
        format!("{TO_4} --in-place"),
        format!("{TO_4} --in-place {output} -o {output}"),
    ] {
        let ran = run(&args, "");
        assert_eq!(
            (ran.out.as_str(), ran.status),
            ("", 2),
            "{args}: {}",
            ran.err
        );
    }
    assert_eq!(folder.names(), [""; 0]);
    let missing = folder.path("none/out.dat");
    assert_eq!(
        run(&format!("{TO_4} -o {missing}"), "").error(),
        format!(
            "{missing}: the folder does not exist; create it, or write the output to another folder"
        )
    );
    assert_eq!(
        run(&format!("{TO_4} -o {}", folder.0.display()), "").error(),
        format!("{}: this is a directory; pass a file", folder.0.display())
    );
}

#[test]
fn help_explains_losses() {
    insta::assert_snapshot!(good("convert --help", ""));
}

/// Output is written after every value is converted, also if it does not fit the memory for it.
#[test]
fn standard_output_and_files_get_the_same_bytes() {
    let folder = Folder::new();
    // Framed Strings, of more than 16 MiB together.
    let mut value = [0x10_0008_u32, 4, 0x10_0000].map(u32::to_le_bytes).concat();
    value.resize(value.len() + (1 << 20), b'a');
    let values = folder.write("values.dat", value.repeat(17));
    good(
        &format!("pack --compress zstd {values} -o {values}.zst"),
        "",
    );
    for input in [values.clone(), format!("{values}.zst")] {
        let output = folder.path("converted.dat");
        let convert = |output: &str| {
            let ran = run_bytes(&format!("{TO_4} --framed {input} -o {output}"), b"");
            assert!(ran.status.success());
            ran.stdout
        };
        let printed = convert("-");
        convert(&output);
        assert!(!printed.is_empty());
        assert!(printed == folder.read("converted.dat"), "{input}");
    }
    // An error after the first values writes nothing.
    let mut damaged = folder.read("values.dat");
    damaged.pop();
    let values = folder.write("values.dat", damaged);
    let ran = run(&format!("{TO_4} --framed {values} -o -"), "");
    assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{}", ran.err);
}
