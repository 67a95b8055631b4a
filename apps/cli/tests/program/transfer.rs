//! Tests `gdvariant mv` and `gdvariant cp`.

use crate::common::{console, file, framed, good, pipe, program, run_bytes};
use std::fs;
use std::io::Write;

#[test]
fn values_are_moved_and_copied() {
    for (name, path) in [
        ("a.gdec", "godot-4.6.3/pass-300.gdec"),
        ("a.gcpf", "godot-4.6.3/zstd-0.gcpf"),
    ] {
        let path = format!(
            "{}/../../conformance/files/{path}",
            env!("CARGO_MANIFEST_DIR")
        );
        file(name, &fs::read(path).unwrap());
    }
    let config = "; mine\n[player]\n\nhp=7 ; health\nicon=Resource(\"res://a.png\")\n";
    file("a.cfg", config.as_bytes());
    let resource = "[gd_resource type=\"Resource\" format=3]\n\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n\n[resource]\nscript = ExtResource(\"1\")\nhp = 3\n";
    file("a.tres", resource.as_bytes());
    for name in ["b.cfg", "d.cfg"] {
        file(name, b"[a]\n\nx=1\n");
    }
    #[cfg(unix)]
    fs::hard_link(
        file("linked.dat", &[0; 4]),
        crate::common::folder().join("link.dat"),
    )
    .unwrap();
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
# A renamed key keeps its position.
'{"hp": 7, "name": "Ada", "items": ["bow", "key"], "used": []}' | encode --bare -o a.dat
mv a.dat hp health
mv a.dat items[0] used[+]
cp a.dat items[0] items[+]
decode a.dat
= {"health":7,"name":"Ada","items":["key","key"],"used":["bow"]}
mv a.dat health name --force
decode a.dat
= {"name":7,"items":["key","key"],"used":["bow"]}

# Impossible moves change nothing.
'{"a": {"b": 1}, "c": 2, "v": {"Vector2": [1.0, 2.0]}}' | encode --bare -o b.dat
mv b.dat a c
[1]
mv b.dat a a.d
[1]
mv b.dat v.x d
[1]
mv b.dat d e
[1]
mv b.dat a
[2]
mv linked.dat a --into link.dat
[2]
mv b.dat a --into -
[2]
mv b.dat a b --lossy
[2]
decode b.dat
= {"a":{"b":1},"c":2,"v":{"Vector2":[1.0,2.0]}}

# A value can be copied into itself.
cp b.dat a a.d
decode b.dat
= {"a":{"b":1,"d":{"b":1}},"c":2,"v":{"Vector2":[1.0,2.0]}}

# Between engines.
'{"hp": 1}' | encode --bare -o old.dat
'{"n": {"s": {"StringName": "a"}, "i": {"Vector2i": [1, 2]}}, "p": {"PackedInt32Array": [7]}}' | encode --layout godot4 --bare -o new.dat
mv new.dat n --into old.dat --layout godot4 --into-layout godot3
~ n: i: Vector2i
[1]
mv new.dat n --into old.dat --layout godot4 --into-layout godot3 --lossy
mv new.dat p[0] hp --into old.dat --layout godot4 --into-layout godot3 --force
decode old.dat
= {"hp":7,"n":{"s":"a","i":{"Vector2":[1.0,2.0]}}}
decode --layout godot4 new.dat
= {"p":{"PackedInt32Array":[]}}

# Files keep their compression and encryption; the other file can have another password.
'correct horse' > password
'battery staple' > wrong
mv --framed --layout godot4 --password-file password a.gdec name other --into a.gcpf --value 1 --into-value 1
get --framed --layout godot4 --value 1 a.gcpf other
= "Ada"
get --framed --layout godot4 --value 1 --password-file password a.gdec name
[1]
cp a.gcpf other name --into a.gdec --framed --layout godot4 --value 1 --into-value 1 --password-file wrong --into-password-file password
get --framed --layout godot4 --password-file password a.gdec name
= "Ada"
detect --password-file password a.gdec
+ godot4
~ encrypted file of Godot 4

# Between text and bytes. A missing section is added.
'{"pos": {"Vector2": [1.0, 2.0]}}' | encode --layout godot4 --bare -o c.dat
mv --layout godot4 a.cfg player.hp hp --into c.dat
mv --layout godot4 c.dat pos spawn.pos --into a.cfg
cp --layout godot4 a.cfg spawn.pos resource.pos --into a.tres
cp --layout godot4 a.cfg player other --into c.dat
[1]
cp --layout godot4 a.tres resource.script other --into a.cfg
[1]
decode --layout godot4 c.dat
= {"hp":7}
cat a.cfg
= ; mine
= [player]
=
= icon=Resource("res://a.png")
=
= [spawn]
=
= pos=Vector2(1, 2)
cat a.tres
= [gd_resource type="Resource" format=3]
=
= [ext_resource type="Script" path="res://a.gd" id="1"]
=
= [resource]
= script = ExtResource("1")
= hp = 3
= pos = Vector2(1, 2)

# Paths lead into encoded values.
'{"gold": 30}' | encode --layout godot4 --bare -o inner
'{"a": 1}' | encode --layout godot4 --bare -o d.dat
'{}' | encode --layout godot4 --bare -o e.dat
set --layout godot4 d.dat --new --bytes state @inner
mv --layout godot4 d.dat state.<bytes>.gold state.<bytes>.coins
mv --layout godot4 d.dat a state.<bytes>.a
get --layout godot4 d.dat state.<bytes>
= {"coins":30,"a":1}
mv --layout godot4 d.dat state.<bytes>.coins gold --into e.dat
get --layout godot4 d.dat state.<bytes>
= {"a":1}
decode --layout godot4 e.dat
= {"gold":30}

# An interrupted move can be finished: the other file has the value already.
'{"a": [1]}' | encode --bare -o f.dat
'{"a": [1], "b": 2}' | encode --bare -o g.dat
mv f.dat a --into g.dat
decode f.dat
= {}
decode g.dat
= {"a":[1],"b":2}

# A dry run shows both files.
'{"a": 1}' | encode --bare -o f.dat
'{}' | encode --bare -o g.dat
mv f.dat a --into g.dat --dry-run
= g.dat:
= -{}
= +{"a": 1}
= f.dat:
= -{"a": 1}
= +{}
decode g.dat
= {}

# The whole value is replaced only with --root.
'{"nested": {"a": 1}}' | encode --bare -o h.dat
mv h.dat nested '' -f
[2]
cp h.dat nested '' -f --into b.cfg
[2]
cp h.dat nested '' --root
[1]
decode h.dat
= {"nested":{"a":1}}
cat b.cfg
= [a]
=
= x=1
cp h.dat nested '' --root -f
decode h.dat
= {"a":1}

# Text without a layout takes the engine of new values.
'{"t": {"PoolIntArray": [1]}}' | encode --bare -o i.dat
cp i.dat t --into b.cfg a.t --layout auto
cat b.cfg
= [a]
=
= x=1
= t=PoolIntArray( 1 )
set d.cfg a.t PackedInt32Array(1) --layout auto
cat d.cfg
= [a]
=
= x=1
= t=PackedInt32Array(1)

# Several values are chosen by the option of their file.
'{"level": 1} {"gold": 2}' | encode --framed -o several.dat
'{"level": 1, "items": []}' | encode --bare -o plain.dat
rm several.dat --framed gold
[1]
cp plain.dat level --into several.dat
[1]
get several.dat --value 2 gold
= 2

# One value has one path.
set plain.dat level 2 level 3
[2]
set plain.dat items[*].id 1
~ no value at items[*].id
[1]
set plain.dat items[+] 2 items[+] 3
decode plain.dat
= {"level":1,"items":[2,3]}

# A pattern of one value is its path.
'[{"id": 7, "count": 1}, {"id": 8, "count": 2}]' | encode --bare -o list.dat
mv list.dat [?id=8].count [?id=7].amount
decode list.dat
= [{"id":7,"count":1,"amount":2},{"id":8}]
mv list.dat [*].id [+]
~ selects 2 values
[1]
cp list.dat [?count=1] items[-1] --into plain.dat --force
decode plain.dat
= {"level":1,"items":[2,{"id":7,"count":1,"amount":2}]}
"#;

#[test]
fn tags_are_not_moved() {
    file("m.tscn", SCENE.as_bytes());
    file("a.cfg", b"[a]\n\nx=1\n");
    insta::assert_snapshot!(console(TAGS));
}

const SCENE: &str = r#"[gd_scene format=3]

[ext_resource type="Texture2D" path="res://a.png" id="1"]

[node name="Main" type="Node2D"]

[node name="Body" type="Sprite2D" parent="."]
texture = ExtResource("1")
"#;

const TAGS: &str = r#"
layout auto

# Other tags refer to the id, or to the name and the parent.
mv m.tscn node.Body node.Torso
[1]
cp m.tscn node.Body node.Torso
[1]
mv m.tscn ext_resource["1"] ext_resource["2"]
[1]
cp m.tscn node.Body.texture --into a.cfg a.texture
[1]
mv m.tscn node.Body.texture node.Body.normal_map
get m.tscn node.Body.normal_map
= {"Object":{"class":"ExtResource","properties":[["text","ExtResource(\"1\")"]]}}
"#;

/// Checks a file that a game changes while the program waits for the password of the other file.
#[cfg(unix)]
#[test]
fn a_changed_file_is_not_moved_from() {
    let data = "../../conformance/files/godot-3.2.3/pass-300.gdec";
    let data = fs::read(format!("{}/{data}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let target = file("second.dat", &data);
    let source = file(
        "first.dat",
        &framed(&["12000000 01000000 04000000 01000000 61000000 02000000 01000000"]),
    );
    let pipe = pipe("second.fifo");
    let command = format!("mv {source} a --into {target} --into-value 1 --framed");
    let words = format!("{command} --into-password-file {pipe}");
    let child = program().args(words.split(' ')).spawn().unwrap();
    // Opening the pipe blocks until the program reads the password, after it has read the files.
    let mut password = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    fs::write(&source, "of the game").unwrap();
    password.write_all(b"correct horse").unwrap();
    drop(password);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let places = [&target, &source].map(|path| error.matches(path.as_str()).count());
    assert_eq!(places, [0, 1], "{error}");
    assert_eq!(fs::read(&source).unwrap(), b"of the game");
    assert_eq!(fs::read(&target).unwrap(), data);
}

/// Checks that instances with the same two files, in any order, do not wait for one another.
#[cfg(unix)]
#[test]
fn parallel_moves_are_all_kept() {
    let save = |name, json: &str| file(name, &run_bytes("encode --bare", json.as_bytes()).stdout);
    let files = [
        save("left.dat", r#"{"list": [0, 1, 2, 3, 4, 5, 6, 7]}"#),
        save("right.dat", r#"{"list": [8, 9, 10, 11, 12, 13, 14, 15]}"#),
    ];
    let start = |index: usize| {
        let mut mv = program();
        let (from, to) = (&files[index % 2], &files[(index + 1) % 2]);
        mv.args(["mv", from, "list[0]", "list[+]", "--into", to]);
        mv.spawn().expect("the program starts")
    };
    let children: Vec<_> = (0..12).map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{output:?}");
    }
    let mut numbers: Vec<u32> = Vec::new();
    for file in &files {
        let list = good(&format!("get {file} list"), "");
        numbers.extend(serde_json::from_str::<Vec<u32>>(&list).expect("numbers"));
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (0..16).collect::<Vec<_>>());
}
