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

use crate::common::{console, good, run, run_bytes};
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

#[test]
fn losses_and_errors_write_nothing() {
    insta::assert_snapshot!(console(SESSION));
    let entries = fs::read_dir(crate::common::folder()).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    let is_rest = |name: &std::ffi::OsString| name.to_string_lossy().contains("tmp");
    assert_eq!(names.filter(is_rest).count(), 0, "a temporary file is left");
}

const SESSION: &str = r#"
'{"name":"Ada","position":{"Vector2":[1.0,2.0]}}⏎[7,null]' | encode --framed -o three
convert --from-layout godot3 --to-layout godot4 --framed three -o four
decode --layout godot4 --framed four
= {"name":"Ada","position":{"Vector2":[1.0,2.0]}}
= [7,null]
convert --from-layout godot4 --to-layout godot3 --framed four -o four
cat four
= 3c000000120000000200000004000000040000006e616d650400000003000000416461000400000008000000706f736974696f6e050000000000803f00000040140000001300000002000000020000000700000000000000
cat three
= 3c000000120000000200000004000000040000006e616d650400000003000000416461000400000008000000706f736974696f6e050000000000803f00000040140000001300000002000000020000000700000000000000

# Values of Godot 4 that Godot 3 lacks.
'{"players":[{"cell":{"Vector2i":[16777217,2]}},{"StringName":"a"}]}⏎[1,{"TypedArray":{"element":"int","values":[1]}}]⏎[{"RID":7},{"Callable":null}]⏎{"Dictionary":[["a",1],[{"Vector2i":[1,2]},{"PackedFloat64Array":[0.1]}]]}⏎{"NodePath":{"absolute":true,"names":[],"subnames":[]}}' | encode --layout godot4 --framed -o lacked
'as it was' > out
convert --from-layout godot4 --to-layout godot3 --framed lacked -o out
~ 10 losses
[1]
cat out
= as it was
convert --from-layout godot4 --to-layout godot3 --framed lacked -o out --lossy
~ value 1: players[0].cell: Vector2i
~ value 2: [1]: Array[int]
~ value 4: key(1): Vector2i
~ value 5
decode --framed out
= {"players":[{"cell":{"Vector2":[16777216.0,2.0]}},"a"]}
= [1,[1]]
= [{"RID":null},null]
= {"Dictionary":[["a",1],[{"Vector2":[1.0,2.0]},{"PoolRealArray":[0.1]}]]}
= {"NodePath":""}
'19000000' | convert --from-layout godot4 --to-layout godot3 --from hex -o new
[1]

# Big-endian lengths.
'7' | encode --framed --big-endian -o big
convert --from-layout godot3 --to-layout godot4 --framed --big-endian big -o -
= 000000080200000007000000

# Lines of text stay lines.
'0700000000000040000040c0 00000000⏎⏎02000000 07000000' > lines
convert --from-layout godot3 --to-layout godot4 --from hex -o text lines
cat text
= 0900000000000040000040c000000000
= 0200000007000000
convert --from-layout godot3 --to-layout godot4 --from hex --to base64 -o text lines
cat text
= CQAAAAAAAEAAAEDAAAAAAA==
= AgAAAAcAAAA=
convert --from-layout godot3 --to-layout godot4 --from hex --to raw -o text lines
~ line 3
[1]
hex 02000000 07000000 > seven
convert --from-layout godot3 --to-layout godot4 --to raw -o text seven
cat text
= 0200000007000000
convert --from-layout godot3 --to-layout godot4 --framed --to hex -o text three
cat text
= 1b0000000200000004000000040000006e616d650400000003000000416461000400000008000000706f736974696f6e050000000000803f00000040
= 1c00000002000000020000000700000000000000

# A bad value leaves the file as it is.
'as it was' > out
'00000000⏎1b000000' | convert --from-layout godot3 --to-layout godot4 --from hex -o out
~ line 2: 0x0000
[1]
'00000000⏎x' | convert --from-layout godot3 --to-layout godot4 --from hex -o out
~ line 2
[1]
convert --from-layout godot3 --to-layout godot4 --from hex -o out
[1]
'1b000000 02000000 01000000 02000000 07000000' | convert --from-layout godot3 --to-layout godot4 --from hex -o out
~ --from-layout
[1]

# A value that the other layout cannot encode is an error, even with --lossy.
'{"PackedInt64Array": [4294967296]}' | encode --layout godot4 --framed -o long
convert --from-layout godot4 --to-layout godot3_double --lossy --framed --max-length 16 long -o out
~ value 1
[1]
cat out
= as it was
'{"PackedFloat64Array": [1.0, 2.0]}' | encode --layout godot4 --framed -o long
convert --from-layout godot4 --to-layout godot3_double --lossy --framed --max-length 24 long -o text

# An error after the first value writes nothing to standard output.
hex 04000000 00000000 04000000 0000 > cut
convert --from-layout godot3 --to-layout godot4 --framed cut -o -
[1]

# Objects are noted.
'{"Object": {"class": "Sprite\u001b[2J", "properties": [["frame", 7]]}}' | encode --framed -o object
convert --from-layout godot3 --to-layout godot4 --framed object -o text
~ 0x0004
~ --allow-objects
[1]
convert --from-layout godot3 --to-layout godot4 --framed object -o text --allow-objects
decode --layout godot4 --allow-objects --framed text
= {"Object":{"class":"Sprite\u001b[2J","properties":[["frame",7]]}}

# Wrong usage.
convert
[2]
convert --from-layout godot3 -o new
[2]
convert --from-layout godot3 --to-layout godot5 -o new
[2]
convert --from-layout godot3 --to-layout godot4
[2]
convert --from-layout godot3 --to-layout godot4 --bare --max-length 8 -o new
[2]
convert --from-layout godot3 --to-layout godot4 --in-place
[2]
convert --from-layout godot3 --to-layout godot4 --in-place out -o out
[2]
convert --from-layout godot3 --to-layout godot4 -o none/new
[1]
convert --from-layout godot3 --to-layout godot4 -o .
[1]
decode new
[1]
"#;

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
    assert!(ran.error().starts_with(&dangling), "{}", ran.err);
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
fn many_losses_are_counted() {
    let folder = Folder::new();
    let callables = "19000000\n".repeat(150);
    let ran = run(
        &format!("{TO_3} --from hex -o {}", folder.path("out.txt")),
        callables,
    );
    let lines: Vec<_> = ran.err.lines().collect();
    assert_eq!(lines.len(), 102);
    assert!(lines[99].starts_with("loss: line 100: "), "{}", lines[99]);
    assert!(
        lines[100].contains(" 50 ") && lines[101].contains(" 150 "),
        "{}",
        ran.err
    );
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
