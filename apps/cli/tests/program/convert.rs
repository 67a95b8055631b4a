//! Tests `gdvariant convert`: its output, the list of losses, and failures that leave files
//! unchanged.

use crate::common::{console, file, folder, good, run, run_bytes};
use std::fs;

#[test]
fn losses_and_errors_write_nothing() {
    insta::assert_snapshot!(console(SESSION));
    let entries = fs::read_dir(folder()).expect("the folder is there");
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

# Values of Godot 4 that Godot 3 lacks.
'{"players":[{"cell":{"Vector2i":[16777217,2]}},{"StringName":"a"}]}⏎[1,{"TypedArray":{"element":"int","values":[1]}}]⏎[{"RID":7},{"Callable":null}]⏎{"Dictionary":[["a",1],[{"Vector2i":[1,2]},{"PackedFloat64Array":[0.1]}]]}⏎{"NodePath":{"absolute":true,"names":[],"subnames":[]}}' | encode --layout godot4 --framed -o lacked
'as it was' > out
convert --from-layout godot4 --to-layout godot3 --framed lacked -o out
~ 10 losses
[1]
cat out
= as it was
convert --from-layout godot4 --to-layout godot3 --framed lacked -o out --lossy
~ players[0].cell: Vector2i
~ value 2: [1]: Array[int]
~ value 4: key(1): Vector2i
~ value 5
decode --framed out
= {"players":[{"cell":{"Vector2":[16777216.0,2.0]}},"a"]}
= [1,[1]]
= [{"RID":null},null]
= {"Dictionary":[["a",1],[{"Vector2":[1.0,2.0]},{"PoolRealArray":[0.1]}]]}
= {"NodePath":""}

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
convert --from-layout godot3 --to-layout godot4 --from hex --to raw -o text lines
~ line 3
[1]
hex 02000000 07000000 > seven
convert --from-layout godot3 --to-layout godot4 --to raw -o text seven
cat text
= 0200000007000000

# A bad value leaves the file as it is.
'as it was' > out
'00000000⏎1b000000' | convert --from-layout godot3 --to-layout godot4 --from hex -o out
~ line 2: 0x0000
[1]
'1b000000 02000000 01000000 02000000 07000000' | convert --from-layout godot3 --to-layout godot4 --from hex -o out
~ --from-layout
[1]

# A value that the other layout cannot encode is an error, even with --lossy.
'{"PackedInt64Array": [4294967296]}' | encode --layout godot4 --framed -o long
convert --from-layout godot4 --to-layout godot3 --lossy --framed --max-length 16 long -o out
~ 20 bytes
[1]
cat out
= as it was

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
convert --from-layout godot3 --to-layout godot4
[2]
convert --from-layout godot3 --to-layout godot4 --bare --max-length 8 -o new
[2]
convert --from-layout godot3 --to-layout godot4 --in-place
[2]
convert --from-layout godot3 --to-layout godot4 --in-place out -o out
[2]
convert --from-layout godot3 --to-layout godot4 -o .
[1]
decode new
[1]
"#;

#[test]
fn scenes_move_between_engines() {
    let event = "\"alt\":false,\"shift\":true,\"scancode\":32,\"physical_scancode\":0";
    for (name, text) in [
        (
            "old.tscn",
            "[gd_scene format=2]\n\n[ext_resource path=\"res://t.tres\" type=\"TileSet\" id=1]\n\n[node name=\"T\" type=\"TileMap\"]\ntile_set = ExtResource( 1 )\ntile_data = PoolIntArray( 0, 3, 0 )\n",
        ),
        (
            "new.tres",
            "[gd_resource type=\"Resource\" format=4]\n\n[sub_resource type=\"Gradient\" id=\"G_1\"]\n\n[resource]\nmetadata/g = SubResource(\"G_1\")\nbytes = PackedByteArray(\"AQI=\")\n",
        ),
        (
            "typed.tres",
            "[gd_resource type=\"Resource\" format=4]\n\n[resource]\na = PackedVector4Array(1, 2, 3, 4)\n",
        ),
        (
            "project.godot",
            &format!(
                "config_version=4\n\n[input]\n\njump={{\n\"events\": [ Object(InputEventKey,{event}) ]\n}}\n"
            ),
        ),
    ] {
        file(name, text.as_bytes());
    }
    insta::assert_snapshot!(console(SCENES));
}

const SCENES: &str = r#"
# References are the same in all engines.
convert --to-layout godot4 old.tscn -o -
+ tile_set = ExtResource( 1 )
+ tile_data = PackedInt32Array( 0, 3, 0 )
convert --to-layout godot3 new.tres -o -
+ [gd_resource type="Resource" format=2]
+ [sub_resource type="Gradient" id=1]
+ metadata/g = SubResource(1)
+ bytes = PoolByteArray( 1, 2 )

# Older versions of Godot 4 read no base64 and have fewer types.
convert --to-layout godot4 --target 4.2 new.tres -o -
+ format=3]
+ metadata/g = SubResource("G_1")
+ bytes = PackedByteArray(1, 2)
convert --to-layout godot4 --target 4.2 typed.tres -o -
~ resource.a: the target 4.2
[1]
convert --to-layout godot4 --target 4.2 --fallback typed.tres -o -
+ a = [Vector4(1, 2, 3, 4)]
'{"TypedArray":{"element":"int","values":[7]}}' | encode --layout godot4 --bare -o typed
convert --from-layout godot4 --to-layout godot4 --bare --target 4.2 typed -o new
[1]
convert --from-layout godot4 --to-layout godot4 --bare --target 4.2 --fallback typed -o new
decode --layout godot4 new
= [7]
convert --from-layout godot4 --to-layout godot4 --bare --target 5.0 typed -o new
[2]

# Input events lose properties.
convert --to-layout godot4 project.godot -o new
~ Godot 4 ignores shift, scancode; rename to shift_pressed, keycode
mv project.godot input.jump.events[0].scancode input.jump.events[0].keycode
convert --to-layout godot4 project.godot -o new
~ ignores shift; rename to shift_pressed
"#;

#[test]
fn many_losses_are_counted() {
    let output = folder().join("out.txt").display().to_string();
    let convert = "convert --from-layout godot4 --to-layout godot3 --from hex";
    let ran = run(&format!("{convert} -o {output}"), "19000000\n".repeat(150));
    let lines: Vec<_> = ran.err.lines().collect();
    assert_eq!(lines.len(), 102);
    assert!(lines[99].starts_with("loss: line 100: "), "{}", lines[99]);
    assert!(lines[100].contains(" 50 ") && lines[101].contains(" 150 "));
}

/// Output is written after every value is converted, also if it does not fit the memory for it.
#[test]
fn standard_output_and_files_get_the_same_bytes() {
    // Framed Strings, of more than 16 MiB together.
    let mut value = [0x10_0008_u32, 4, 0x10_0000].map(u32::to_le_bytes).concat();
    value.resize(value.len() + (1 << 20), b'a');
    let values = file("values.dat", &value.repeat(17));
    let [packed, converted] = ["packed", "converted"].map(|it| file(it, b""));
    good(&format!("pack --compress zstd {values} -o {packed}"), "");
    let convert = format!("convert --from-layout godot3 --to-layout godot4 --framed {packed}");
    good(&format!("{convert} -o {converted}"), "");
    let printed = run_bytes(&format!("{convert} -o -"), b"").stdout;
    assert!(!printed.is_empty() && printed == fs::read(converted).expect("the file"));
}
