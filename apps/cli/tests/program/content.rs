//! Content that is text: ConfigFiles, `var_to_str`, JSON and other text, also in layers.

use crate::common::{console, file, good, run};
use std::fs;

#[test]
fn text_is_printed_as_it_is() {
    for (content, kind) in [
        ("; of Ada\n[player]\n\nname=\"Ada\"\n", "text with sections"),
        (
            "[gd_scene format=3] ; of Ada\n",
            "a scene or a resource as text",
        ),
        ("{\n\"pos\": Vector2(1, 2)\n}\n", "text of var_to_str"),
        ("{\"gold\":30}", "JSON text"),
        ("30\nAda\n# nothing\nlast line without end", "text"),
    ] {
        let path = file("text", content.as_bytes());
        let ran = run(&format!("decode {path}"), "");
        assert_eq!((ran.out.as_str(), ran.status), (content, 0));
        assert!(ran.err.contains(kind), "{kind}: {}", ran.err);
        let detected = run(&format!("detect {path}"), "").out;
        assert!(detected.starts_with(kind), "{kind}: {detected}");
    }
}

#[test]
fn texts_are_read_up_to_an_error() {
    insta::assert_snapshot!(console(CUT));
}

const CUT: &str = r#"
layout auto
'[a]⏎x=1⏎⏎[b]⏎y=2⏎z=_ready⏎w=4' > config
get config a.x b.y
= 1
= 2
[1]
get config b.w
~ line 6, column 3
[1]
keys config
= a: Dictionary, 1 key
= b: Dictionary, 1 key
[1]
decode --to json config
= {"a":{"x":1},"b":{"y":2}}
[1]
grep -F 1 config
= a.x: 1
[2]
grep --path a 1 config
= a.x: 1
[2]
detect config
= text with sections, such as a ConfigFile
[1]
diff config config
[2]
set config a.x 2
[1]
convert --to-layout godot3 config -o converted
[1]
'[gd_scene format=3]⏎⏎[node name="A"]⏎x = Vector2(1, "a")⏎y = 2' > scene
keys scene node["."]
= node["."]["@name"]: String
~ line 4
[1]
'{⏎"a": 1⏎}⏎Vector2(3, 4)⏎{"a": ' > values
decode --to json values
= {"a":1}
= {"Vector2":[3.0,4.0]}
~ line 6
[1]
get --value 2 values x
= 3.0
decode --to json --keep-going values
+ {"error":{"offset":0,"path":"","message":"text that cannot be read: line 6
[1]
# Nothing precedes the error.
'{⏎"a": 1, ' | decode --to json
~ line 3
[1]
"#;

#[test]
fn texts_are_read_and_changed_by_path() {
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
# A ConfigFile in two layers.
layout godot4
'hunter2' > password
'; of Ada⏎[player]⏎⏎name="Ada" ; never null⏎pos=Vector2(1, 2)⏎⏎[a.b]⏎⏎list=[ 1,2 ]' > config
pack --compress zstd --encrypt godot4 --password-file password config -o sealed
get --password-file password sealed ["a.b"].list[1]
= 2
decode --to json --password-file password sealed
= {"player":{"name":"Ada","pos":{"Vector2":[1.0,2.0]}},"a.b":{"list":[1,2]}}
grep --password-file password Ada sealed
= player.name: "Ada"
diff --password-file password sealed config
set --password-file password sealed player.pos.x 7.5 ["a.b"].list[0] 9 audio.volume 0.5
rm --password-file password sealed player.name audio
decode --password-file password sealed -o decoded
~ text with sections
cat decoded
= ; of Ada
= [player]
=
= pos=Vector2(7.5, 2)
=
= [a.b]
=
= list=[ 9,2 ]
=
'[s]⏎⏎ids=Array[int]([1, 2])' > declared
set declared s.ids[0] "x"
[1]
'[1]⏎Vector2(1, 2)⏎{"a": Vector2(1, 2)}' > values
get --value 3 values a.y
= 2.0

# Unusual documents, and texts that are none.
layout auto
'[a]x=1⏎y=2 z=3' | get - a.z
= 3
'Array[int]([1])' | get - [0]
= 1
'a = Ada' | detect
= text
'30⏎40' | detect
= text
'[WIP] notes' | detect
= text

# Values are not written where a game reads text.
'{"gold":30}' > json
'old' > out
encode --like json json -o out
[1]
encode --like config json -o out
[1]
cat out
= old

# JSON keeps its formatting, in a layer and in a String.
'{⏎  "gold": 30.50,⏎  "at": "(93, 87)",⏎  "items": ["a"],⏎  "state": "{\"hp\":1e1}"⏎}' > save
pack --compress gzip --encrypt godot4 --password-file password save -o sealed
set --password-file password sealed gold 31 items[+] "b" state.<json>.hp 7 new.x 1
[1]
set --password-file password sealed gold 31 items[+] "b" state.<json>.hp 7 --new new {"x":[]}
decode --password-file password sealed
= {
=   "gold": 31.0,
=   "at": "(93, 87)",
=   "items": ["a", "b"],
=   "state": "{\"hp\":7.0}",
=   "new": {
=     "x": []
=   }
= }
get --password-file password sealed state.hp
~ state.<json>.hp
[1]
mv --password-file password sealed items bag
rm --password-file password sealed new at state
cp --password-file password sealed gold rich
decode --password-file password --to text sealed
+ "bag": ["a", "b"]
keys save
= gold: float
= at: String
= items: Array, 1 element
= state: String
grep -c hp save
= 1
diff save sealed --password-file password
+ ~ gold: 30.5 -> 31.0
+ + bag: ["a", "b"]
[1]
set save at Vector2(1,2)
~ JSON has no Vector2
[1]
'{"a":1}⏎{"a":2,"a":3}' > lines
get --value 2 lines a
= 3
~ equal keys, of which the last one counts: "a" in the lines 2 and 2
set --value 2 lines a 4
cat lines
= {"a":1}
= {"a":2,"a":4}
# JSON that var_to_str could also have written.
'["a", "b"]' > list
set list [0] "x\ny"
cat list
= ["x\ny", "b"]
set list [+] Vector2(1,2)
~ JSON has no Vector2
[1]
'[1, 2]' > list
set list [+] Vector2(1,2)
~ the text is no longer JSON
cat list
= [1, 2, Vector2(1, 2)]
'{"a":"[1, 2]"}' > inner
set inner a.<json>[0] Vector2(1,2)
~ JSON has no Vector2
[1]
# A NUL.
'{"a":"x\u0000","b":1}' > nul
set nul b 2
cat nul
= {"a":"x\u0000","b":2}
# A message of a server, with an encoded value.
'{"op_code":110,"data":"AgAAAAcAAAA="}' > message
get message data.<base64>.<bytes>
= 7
set message data.<base64>.<bytes> 8
cat message
= {"op_code":110,"data":"AgAAAAgAAAA="}

# Conversion.
'[s]⏎⏎ids=PoolIntArray( 1,2 ) ; two⏎name="x"' > old
convert --to-layout godot4 old -o -
= [s]
=
= ids=PackedInt32Array( 1,2 ) ; two
= name="x"
pack --encrypt godot3 --password-file password json -o json.3
convert --password-file password --to-layout godot4 json.3 -o json.4
decode --password-file password json.4
= {"gold":30}
detect --password-file password json.4
= JSON text
~ encrypted file of Godot 4
convert --to-layout godot4 json -o new
[1]
'[&"a", 1]⏎[Vector2i(1, 2)]' > values
convert --to-layout godot3 values -o -
~ [0]: StringName
~ value 2: [0]: Vector2i
[1]
'[gd_resource format=2]⏎[resource]⏎b = PoolByteArray( 1 )' > resource
convert --to-layout godot4 resource -o -
= [gd_resource format=2]
= [resource]
= b = PackedByteArray( 1 )

# Scenes and resources.
layout godot4
'[gd_scene format=3]⏎⏎[node name="A" type="Node2D"]⏎position = Vector2(1,2)' > scene
get scene node["."].position.y
= 2.0
set scene node["."].position.y 7 connection[+] {"signal":"ready","from":".","to":"."}
cat scene
= [gd_scene format=3]
=
= [node name="A" type="Node2D"]
= position = Vector2(1, 7)
=
= [connection signal="ready" from="." to="."]
rm scene node["."].position connection[0]
decode scene
= [gd_scene format=3]
=
= [node name="A" type="Node2D"]
'[gd_resource format=3]⏎⏎[sub_resource type="Resource" id="a"]⏎⏎[resource]⏎items = []' > resource
set resource resource.items[+] SubResource("a")
set resource resource.items[0] SubResource("b")
[1]
set resource resource.items[0] ExtResource("a")
[1]
decode resource
+ items = [SubResource("a")]

# Two nodes with one path.
'[gd_scene format=3]⏎[node name="Coin" parent="."]⏎x = 1⏎[node name="Coin" parent="."]⏎x = 2' > equal
get equal node.Coin
~ lines 2, 4
[1]
get --to json equal node.Coin.x
~ lines 2, 4
[1]
set equal node.Coin.x 5
~ lines 2, 4
[1]
mv equal node.Coin.x node.Coin.y
~ lines 2, 4
[1]
cp equal gd_scene node.Coin
~ lines 2, 4
[1]
keys equal node
= node.Coin: Dictionary, 3 keys
= node.Coin: Dictionary, 3 keys
grep -c Coin equal
= 3
diff equal scene
+ node.Coin
[1]
set equal gd_scene.load_steps 5
# The remains of a merge.
'[gd_scene format=3]⏎[node name="A"]⏎>>>>>>> feature⏎x = 1' > merged
set merged node["."].x 2
~ line 3
[1]

# A file without keys is a ConfigFile by its name.
'' > empty.cfg
set empty.cfg display.x 1
keys empty.cfg
= display: Dictionary, 1 key
rm empty.cfg display
set empty.cfg display.x 2
get empty.cfg display.x
= 2
'' > project.godot
set project.godot display.x 1
[1]

# Settings need no quotes, and are found as engines write them.
'config_version=5⏎a/b=1⏎[application]⏎config/name="A"⏎[display]⏎window/size=[1,2]⏎[keys/move]⏎codes=[65]' > project.godot
get project.godot application.config/name
= "A"
get project.godot application/config/name
= "A"
get project.godot a/b
= 1
get project.godot display/window/size[-1]
= 2
set project.godot application/config/icon "i" display/window/size[0] 7 keys/new.codes [1] application.config/nme "B"
~ application.config/icon is new
~ application.config/nme is new; did you mean application.config/name?
keys project.godot application
= application.config/name: String
= application.config/icon: String
= application.config/nme: String
get project.godot display
= {"window/size":[7,2]}
get project.godot keys/new
= {"codes":[1]}
rm project.godot application/config/nme
get project.godot [*].window/size
= [7,2]

# A script, which has lines like keys and values, is no document.
'extends Node⏎var item = "sword"' > script.gd
audit script.gd
+ a script (GDScript), not values
[2]
'"a string⏎extends Node"' | decode --to json
= "a string\nextends Node"
"#;

#[test]
fn sections_without_keys_are_config_files() {
    for (text, expected) in [
        ("[display]\n\n", Some("[display]\n\nx=1\n")),
        (
            "[audio]\n\n[display]\n",
            Some("[audio]\n\n[display]\nx=1\n"),
        ),
        ("[a]", Some("[a]\n\n[display]\n\nx=1\n")),
        ("", Some("[display]\n\nx=1\n")),
        ("; note\n", Some("; note\n\n[display]\n\nx=1\n")),
        // Arrays, prose and other files.
        ("[null]", None),
        ("[1]\n[2]", None),
        ("[inf]", None),
        ("[TODO]\nlater", None),
        ("[[bin]]", None),
        ("\u{feff}", None),
    ] {
        let path = file("empty.cfg", text.as_bytes());
        let ran = run(&format!("set {path} display.x 1"), "");
        assert_eq!(ran.status == 0, expected.is_some(), "{text}: {}", ran.err);
        let changed = fs::read_to_string(&path).expect("the file");
        assert_eq!(changed, expected.unwrap_or(text));
    }
    let path = file("empty.cfg", b"[a]");
    assert_eq!(good(&format!("keys {path}"), ""), "a: Dictionary, 0 keys\n");
}
