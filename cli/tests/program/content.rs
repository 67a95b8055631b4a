//! Content that is text: ConfigFiles, `var_to_str`, JSON and other text, also in wrappers.

use crate::common::{bad, file, good, run};
use gdvariant::files::{CompressedWriter, Compression, EncryptedWriter, Encryption, FileKey};
use std::fs;
use std::io::Write;

const CONFIG: &str =
    "; of Ada\n[player]\n\nname=\"Ada\" ; never null\npos=Vector2(1, 2)\n\n[a.b]\n\nlist=[ 1,2 ]\n";
const VALUE: &str = "{\n\"gold\": 30,\n\"pos\": Vector2(1, 2)\n}\n";
const JSON: &str = "{\"gold\":30,\"playerHP\":80}";
const SCENE: &str =
    "[gd_scene format=3] ; of Ada\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2(1,2)\n";
const OTHER: &str = "30\nAda\n# nothing\nlast line without end";

/// The password of the encrypted files.
const PASSWORD: &str = "hunter2";

/// Returns files with a content: plain, compressed, encrypted, and both.
fn files(name: &str, content: &[u8]) -> Vec<String> {
    let mut compressed = CompressedWriter::new(Vec::new(), Compression::Zstd);
    compressed.write_all(content).unwrap();
    let compressed = compressed.finish().unwrap();
    let encrypted = |encryption, content: &[u8]| {
        let key = FileKey::from_password(PASSWORD);
        let mut writer = EncryptedWriter::new(Vec::new(), encryption, key).unwrap();
        writer.write_all(content).unwrap();
        writer.finish().unwrap()
    };
    [
        ("plain", content.to_vec()),
        ("godot3", encrypted(Encryption::Godot3, content)),
        ("godot4", encrypted(Encryption::Godot4, content)),
        ("both", encrypted(Encryption::Godot4, &compressed)),
        ("zstd", compressed),
    ]
    .map(|(kind, bytes)| file(&format!("{name}.{kind}"), &bytes))
    .into()
}

/// Returns the option for the password of [`files`].
fn password() -> String {
    format!("--password-file {}", file("password", PASSWORD.as_bytes()))
}

#[test]
fn text_is_printed_as_it_is() {
    let password = password();
    for (name, content, kind) in [
        ("config", CONFIG, "text with sections"),
        ("scene", SCENE, "a scene or a resource as text"),
        ("value", VALUE, "text of var_to_str"),
        ("json", JSON, "JSON text"),
        ("other", OTHER, "text, printed as it is"),
    ] {
        for path in files(name, content.as_bytes()) {
            let ran = run(&format!("decode {password} {path}"), "");
            assert_eq!((ran.out.as_str(), ran.status), (content, 0), "{path}");
            assert!(ran.err.contains(kind), "{path}: {}", ran.err);
            let output = file("decoded", b"");
            run(&format!("decode {password} {path} -o {output}"), "");
            assert_eq!(fs::read_to_string(output).unwrap(), content);
            let detected = run(&format!("detect {password} {path}"), "");
            assert_eq!(detected.status, 0, "{path}: {}", detected.err);
            assert!(kind.starts_with(detected.out.trim()) || detected.out.starts_with(kind));
        }
    }
}

#[test]
fn values_of_texts_are_read_by_path() {
    let password = password();
    for path in files("config", CONFIG.as_bytes()) {
        let get = |value: &str| good(&format!("get {password} {path} {value}"), "");
        assert_eq!(get("player.pos.x"), "1.0\n", "{path}");
        assert_eq!(get("[\"a.b\"].list[1]"), "2\n", "{path}");
        let json = good(&format!("decode --to json {password} {path}"), "");
        assert_eq!(
            json,
            "{\"player\":{\"name\":\"Ada\",\"pos\":{\"Vector2\":[1.0,2.0]}},\"a.b\":{\"list\":[1,2]}}\n"
        );
        let found = good(&format!("grep {password} Ada {path}"), "");
        assert_eq!(found, "player.name: \"Ada\"\n", "{path}");
        let differences = run(
            &format!(
                "diff {password} {path} {}",
                files("config", CONFIG.as_bytes())[0]
            ),
            "",
        );
        assert_eq!(
            (differences.out.as_str(), differences.status),
            ("", 0),
            "{path}"
        );
    }
    let path = file(
        "values.txt",
        b"[1]\nVector2(1, 2)\n{\"a\": Vector2(1, 2)}\n",
    );
    assert_eq!(good(&format!("get --value 3 {path} a.y"), ""), "2.0\n");
}

#[test]
fn changes_keep_the_other_bytes_of_a_text() {
    let password = password();
    for path in files("config", CONFIG.as_bytes()) {
        let set = |changes: &str| {
            run(
                &format!("set --layout godot4 {password} {path} {changes}"),
                "",
            )
        };
        let text = || run(&format!("decode {password} {path}"), "").out;
        assert_eq!(set("player.pos.x 7.5 [\"a.b\"].list[0] 9").err, "");
        let expected = CONFIG
            .replace("(1, 2)", "(7.5, 2)")
            .replace("[ 1,2 ]", "[ 9,2 ]");
        assert_eq!(text(), expected, "{path}");
        assert_eq!(set("audio.volume 0.5").status, 0);
        assert_eq!(
            text(),
            format!("{expected}\n[audio]\n\nvolume=0.5\n"),
            "{path}"
        );
        good(&format!("rm {password} {path} player.name audio"), "");
        let expected = expected.replace("name=\"Ada\" ; never null\n", "");
        assert_eq!(text().trim_end(), expected.trim_end(), "{path}");
    }
}

#[test]
fn elements_of_another_type_than_the_declared_one_are_errors() {
    // Godot 4.6.3 reads an Array[int] with a String as an empty Array.
    let text = "[s]\n\nids=Array[int]([1, 2])\n";
    let path = file("declared.cfg", text.as_bytes());
    let error = bad(&format!("set --layout godot4 {path} s.ids[0] \"x\""), "");
    assert!(error.contains("expected int, the declared type"), "{error}");
    assert_eq!(fs::read_to_string(path).unwrap(), text);
}

#[test]
fn unusual_texts_are_documents() {
    for (text, path, value) in [
        ("[a]x=1\ny=2 z=3", "a.z", "3"),
        ("[a tag=\"x\"]\nk=1\n", "[\"a tag=\\\"x\\\"\"].k", "1"),
        ("[a]\nk=\"\u{1}\"\nl=4\n", "a.l", "4"),
        ("a=1\nb=[2]\n", "b[0]", "2"),
        ("Array[int]([1])\n", "[0]", "1"),
    ] {
        let file = file("unusual", text.as_bytes());
        let output = crate::common::program()
            .env_remove("GDVARIANT_LAYOUT")
            .args(["get", &file, path])
            .output()
            .unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(out.trim(), value, "{text}: {err}");
    }
    for text in ["a = Ada\n", "30\n40\n", "[WIP] notes\n", "x y z"] {
        let detected = run("detect", text).out;
        assert_eq!(detected, "text\n", "{text}");
    }
    // Engines read a byte order mark as a part of the first name.
    let error = bad("get - a.k", "\u{feff}[a]\nk=1\n");
    assert!(error.contains("a byte order mark"), "{error}");
}

#[test]
fn values_are_never_written_where_a_game_reads_text() {
    let password = password();
    let json = file("new.json", b"{\"gold\":31}");
    for (name, content) in [
        ("json", JSON),
        ("other", OTHER),
        ("config", CONFIG),
        ("scene", SCENE),
    ] {
        for path in files(name, content.as_bytes()) {
            let before = fs::read(&path).unwrap();
            let output = file("encoded", b"old");
            let error = bad(
                &format!("encode {password} --like {path} {json} -o {output}"),
                "",
            );
            assert!(error.contains("`gdvariant"), "{error}");
            assert_eq!(fs::read(output).unwrap(), b"old");
            if !matches!(name, "config" | "scene") {
                bad(&format!("set {password} {path} gold 31"), "");
                bad(&format!("get {password} {path} gold"), "");
            }
            assert_eq!(fs::read(&path).unwrap(), before);
        }
    }
}

#[test]
fn convert_rewrites_texts_for_the_other_engine() {
    let password = password();
    let old = "[s]\n\nids=PoolIntArray( 1,2 ) ; two\nname=\"x\"\n";
    let base64 = file("base64.cfg", b"[s]\n\nbytes=PackedByteArray(\"AQID\")\n");
    let numbers = good(&format!("convert --to-layout godot3 {base64} -o -"), "");
    assert_eq!(numbers, "[s]\n\nbytes=PoolByteArray( 1, 2, 3 )\n");
    for path in files("old", old.as_bytes()) {
        let new = file("converted", b"");
        run(
            &format!("convert {password} --to-layout godot4 {path} -o {new}"),
            "",
        );
        let text = run(&format!("decode {password} {new}"), "");
        assert_eq!(
            text.out,
            old.replace("PoolIntArray", "PackedInt32Array"),
            "{path}"
        );
    }
    let [plain, old, _, _, zstd] = &files("json", JSON.as_bytes())[..] else {
        panic!("five files");
    };
    let new = file("converted", b"");
    run(
        &format!("convert {password} --to-layout godot4 {old} -o {new}"),
        "",
    );
    let found = run(&format!("detect {password} {new}"), "").err;
    assert!(found.contains("an encrypted file of Godot 4"), "{found}");
    assert_eq!(run(&format!("decode {password} {new}"), "").out, JSON);
    for path in [plain, zstd] {
        let error = bad(&format!("convert --to-layout godot4 {path} -o {new}"), "");
        assert!(error.contains("JSON text"), "{error}");
    }
}

#[test]
fn losses_of_several_texts_have_their_number() {
    let path = file("values.txt", b"[&\"a\", 1]\n[Vector2i(1, 2)]\n");
    let error = run(&format!("convert --to-layout godot3 {path} -o -"), "").err;
    for loss in [
        "loss: value 1: [0]: StringName became String\n",
        "loss: value 2: [0]: Vector2i became Vector2\n",
    ] {
        assert!(error.contains(loss), "{error}");
    }
}

#[test]
fn scenes_are_changed_by_path() {
    let password = password();
    for path in files("scene", SCENE.as_bytes()) {
        let run = |command: &str| run(&format!("{command} {password} --layout godot4 {path}"), "");
        let at = |command: &str, changes: &str| {
            let options = format!("{password} --layout godot4");
            good(&format!("{command} {options} {path} {changes}"), "")
        };
        assert_eq!(at("get", r#"node["."].position.y"#), "2.0\n");
        at(
            "set",
            r#"node["."].position.y 7 connection[+] {"signal":"ready","from":".","to":"."}"#,
        );
        let expected = SCENE.replace("(1,2)", "(1, 7)");
        let connection = "\n[connection signal=\"ready\" from=\".\" to=\".\"]\n";
        assert_eq!(
            run("decode").out,
            format!("{expected}{connection}"),
            "{path}"
        );
        at("rm", r#"node["."].position connection[0]"#);
        let text = run("decode").out;
        assert_eq!(
            text.trim_end(),
            expected
                .replace("position = Vector2(1, 7)\n", "")
                .trim_end()
        );
    }
    let save = "[gd_resource format=3]\n\n[sub_resource type=\"Resource\" id=\"a\"]\n\n[resource]\nitems = []\n";
    let path = file("references.tres", save.as_bytes());
    good(
        &format!(r#"set {path} resource.items[+] SubResource("a")"#),
        "",
    );
    let changed = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(changed, save.replace("[]", "[SubResource(\"a\")]"));
    for missing in [r#"SubResource("b")"#, r#"ExtResource("a")"#] {
        let ran = crate::common::run(&format!("set {path} resource.items[0] {missing}"), "");
        assert_eq!(ran.status, 1, "{missing}");
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), changed);
    }
    let path = file(
        "old.tres",
        b"[gd_resource format=2]\n[resource]\nb = PoolByteArray( 1 )\n",
    );
    let ran = run(&format!("convert --to-layout godot4 {path} -o -"), "");
    assert_eq!(
        ran.out,
        "[gd_resource format=2]\n[resource]\nb = PackedByteArray( 1 )\n"
    );
    assert!(ran.err.contains("only values are converted"), "{}", ran.err);
}

/// Two nodes with one path, two resources with one id.
#[test]
fn paths_of_several_tags_are_errors() {
    let text = "[gd_scene load_steps=4 format=3]\n\n\
        [sub_resource type=\"RectangleShape2D\" id=\"1\"]\nresource_name = \"size 1\"\n\n\
        [sub_resource type=\"CircleShape2D\" id=\"1\"]\nresource_name = \"size 2\"\n\n\
        [node name=\"Main\" type=\"Node2D\"]\n\n\
        [node name=\"Coin\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(10, 0)\n\n\
        [node name=\"Coin\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(90, 0)\n";
    let path = file("equal.tscn", text.as_bytes());
    for (command, arguments, lines) in [
        ("get", "node.Coin", ["11", "14"]),
        ("get", "node.Coin[1].position", ["11", "14"]),
        ("get", "sub_resource[\"1\"].resource_name", ["3", "6"]),
        ("keys", "node.Coin", ["11", "14"]),
        (
            "decode --to json --select node.Coin.position",
            "",
            ["11", "14"],
        ),
        ("set", "node.Coin.position.x 5", ["11", "14"]),
        ("set", "node.Coin[0] {}", ["11", "14"]),
        ("set", "sub_resource[\"1\"].radius 5", ["3", "6"]),
        ("rm", "node.Coin", ["11", "14"]),
        ("rm", "node", ["11", "14"]),
        ("rm", "node[*].position", ["11", "14"]),
        ("mv", "node.Coin.position node.Coin.place", ["11", "14"]),
        ("cp", "node[\".\"] node.Coin", ["11", "14"]),
    ] {
        let error = bad(&format!("{command} --layout godot4 {path} {arguments}"), "");
        assert!(lines.iter().all(|line| error.contains(line)), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }
    let node = "Dictionary, 4 keys\n";
    assert_eq!(
        good(&format!("keys --layout godot4 {path} node"), ""),
        format!("node[\".\"]: Dictionary, 2 keys\nnode.Coin: {node}node.Coin: {node}")
    );
    for (pattern, count) in [("Vector2", 2), ("size", 2), ("Coin", 3)] {
        let found = good(&format!("grep --layout godot4 {pattern} {path}"), "");
        assert_eq!(found.lines().count(), count, "{found}");
    }
    let json = good(&format!("decode --to json --layout godot4 {path}"), "");
    for part in ["[10.0,0.0]", "[90.0,0.0]", "size 1", "size 2"] {
        assert!(json.contains(part), "{json}");
        let part = part.trim_start_matches('[').split('.').next().expect("it");
        let other = file("equal2.tscn", text.replace(part, "7").as_bytes());
        let ran = run(&format!("diff --layout godot4 {path} {other}"), "");
        assert_eq!((ran.out.lines().count(), ran.status), (1, 1), "{}", ran.out);
    }
    // Other paths of the scene change.
    let ran = run(
        &format!("set --layout godot4 {path} node[\".\"].z_index 5"),
        "",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(
        fs::read_to_string(&path).expect("the file"),
        text.replace("Node2D\"]\n", "Node2D\"]\nz_index = 5\n")
    );
}

#[test]
fn scenes_with_remains_of_a_merge_do_not_change() {
    for (remains, line) in [
        ("m\n", "line 6"),
        ("m", "line 6"),
        (">>>>>>> feature\n\n", "line 6"),
        ("<<<<<<< HEAD\n", "line 6"),
    ] {
        let text = format!(
            "[gd_scene format=3]\n\n[node name=\"Main\" type=\"Node\"]\n\n\
             [node name=\"A\" type=\"Node2D\" parent=\".\"]\n{remains}\
             [node name=\"B\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(3, 4)\n"
        );
        let path = file("remains.tscn", text.as_bytes());
        for arguments in [
            "set node.A.visible false",
            "set node.B.visible false",
            "rm node.A",
            "rm node.B",
            "keys node",
        ] {
            let (command, arguments) = arguments.split_once(' ').expect("a command");
            let error = bad(&format!("{command} --layout godot4 {path} {arguments}"), "");
            assert!(error.contains(line), "{error}");
            assert_eq!(fs::read_to_string(&path).expect("the file"), text);
        }
        // The first tag decides that the text is a scene.
        let start = file("start.tscn", format!("{remains}{text}").as_bytes());
        let error = bad(&format!("set --layout godot4 {start} A.x 1"), "");
        assert!(error.contains("line 1,"), "{error}");
    }
}

#[test]
fn sections_without_keys_are_config_files() {
    for (text, expected) in [
        ("[display]\n", "[display]\nx=1\n"),
        ("[display]\n\n", "[display]\n\nx=1\n"),
        ("[audio]\n\n[display]\n", "[audio]\n\n[display]\nx=1\n"),
        ("[a]", "[a]\n\n[display]\n\nx=1\n"),
        ("[unset]\n", "[unset]\n\n[display]\n\nx=1\n"),
        ("; note\n[a]\n", "; note\n[a]\n\n[display]\n\nx=1\n"),
        ("[a]\r\n", "[a]\r\n\r\n[display]\r\n\r\nx=1\r\n"),
        ("", "[display]\n\nx=1\n"),
        ("\n", "\n\n[display]\n\nx=1\n"),
        ("; note\n", "; note\n\n[display]\n\nx=1\n"),
    ] {
        let path = file("empty.cfg", text.as_bytes());
        if text.contains('[') {
            let kind = run(&format!("detect {path}"), "").out;
            assert!(kind.starts_with("text with sections"), "{text}: {kind}");
            let listed = good(&format!("keys {path}"), "");
            assert_eq!(
                listed.lines().count(),
                text.matches('[').count(),
                "{listed}"
            );
        }
        let ran = run(&format!("set {path} display.x 1"), "");
        assert_eq!(ran.status, 0, "{text}: {}", ran.err);
        assert_eq!(fs::read_to_string(&path).expect("the file"), expected);
    }
    // What the program leaves, it reads.
    let path = file("left.cfg", b"[player]\n\nname=\"Ada\"\n");
    for arguments in [
        "mv player.name profile.name",
        "rm profile.name",
        "rm player",
        "rm profile",
        "set a.b 2",
        "rm a.b",
        "set a.b 3",
    ] {
        let (command, arguments) = arguments.split_once(' ').expect("a command");
        let ran = run(&format!("{command} {path} {arguments}"), "");
        assert_eq!(ran.status, 0, "{command} {arguments}: {}", ran.err);
    }
    assert_eq!(good(&format!("get {path} a.b"), ""), "3\n");
    // Arrays, prose and other files are no ConfigFiles.
    for text in [
        "[1]",
        "[true]",
        "[null]",
        "[\"a\"]",
        "[]",
        "[1, 2]",
        "[1]\n[2]",
        "[inf]",
        "[TODO]\nlater",
        "[[bin]]",
        "\u{feff}",
    ] {
        let path = file("other.cfg", text.as_bytes());
        let ran = run(&format!("set {path} display.x 1"), "");
        assert_ne!(ran.status, 0, "{text}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }
    for name in ["project.godot", "save.dat"] {
        let path = file(name, b"");
        assert_ne!(run(&format!("set {path} display.x 1"), "").status, 0);
    }
}

/// Checks scripts whose lines are also keys and values of a ConfigFile.
#[test]
fn short_scripts_are_not_documents() {
    for script in [
        "extends Node\nvar item = \"sword\"\n",
        "# A comment.\n\nclass_name Item\nvar item = \"sword\"\n",
    ] {
        let path = file("content-script.gd", script.as_bytes());
        let ran = run(&format!("audit {path}"), "");
        assert_eq!(ran.status, 2, "{}", ran.out);
        assert!(
            ran.out.contains("a script (GDScript), not values"),
            "{}",
            ran.out
        );
    }
    let text = "\"a string\nextends Node\"\n";
    let path = file("content-string.txt", text.as_bytes());
    assert_eq!(
        good(&format!("decode --to json {path}"), ""),
        "\"a string\\nextends Node\"\n"
    );
}
