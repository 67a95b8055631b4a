//! Edits text documents without changing other bytes.

#[path = "../common/changes.rs"]
mod changes;
#[path = "../common/mod.rs"]
mod common;
mod json;
mod paths;
mod seeds;

use changes::edited;
use gdvariant::any::AnyVariant;
use gdvariant::schema::layout_named;
use gdvariant::{Converter, EncodeOptions, EngineVersion, Path};
use gdvariant_files::document::{Document, IfExists};
use gdvariant_files::text::{TextDocument, TextError, TextKind};

/// The folder of files from projects.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text/data");

const OPTIONS: EncodeOptions = EncodeOptions::new();

fn document(text: &str) -> TextDocument {
    TextDocument::parse(text, None).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Changes the value of a document. If the document cannot contain the new value, it keeps its text.
fn try_change(text: &str, change: impl FnOnce(&mut AnyVariant)) -> Result<String, TextError> {
    let mut document = document(text);
    let mut value = document.value(0).expect("a value");
    change(&mut value);
    if let Err(error) = document.replace(0, &value) {
        assert_eq!(document.text(), text);
        return Err(error);
    }
    assert_eq!(
        document.value(0).as_ref(),
        Ok(&value),
        "{}",
        document.text()
    );
    Ok(document.text().to_owned())
}

fn try_set(text: &str, path: &str, new: &str) -> Result<String, TextError> {
    try_change(text, |value| {
        let new = value.layout().parse(new).expect(new);
        value
            .set_at_path(&path.parse().expect(path), new)
            .expect(path);
    })
}

fn set(text: &str, path: &str, new: &str) -> String {
    try_set(text, path, new).expect(path)
}

fn try_remove(text: &str, paths: &[&str]) -> Result<String, TextError> {
    let paths: Vec<Path> = paths.iter().map(|it| it.parse().expect(it)).collect();
    try_change(text, |value| {
        edited(value, |document| document.remove(0, &paths)).expect("the paths");
    })
}

fn removed(text: &str, paths: &[&str]) -> String {
    try_remove(text, paths).expect("a value")
}

fn moved(text: &str, from: &str, to: &str) -> String {
    let (from, to) = (from.parse().expect(from), to.parse().expect(to));
    let change = |value: &mut AnyVariant| {
        let moved = edited(value, |document| {
            document.move_value(0, &from, &to, IfExists::Fail)
        });
        moved.expect("the paths");
    };
    try_change(text, change).expect("a value")
}

/// Asserts that a text has a value, and that replacing the value by itself changes nothing.
fn assert_value(text: &str, expected: &str) {
    let mut document = document(text);
    let value = document.value(0).expect("a value");
    let expected = document.layout().parse(expected).expect(expected);
    assert_eq!(value, expected, "{text}");
    document.replace(0, &value).expect("the same value");
    assert_eq!(document.text(), text);
}

#[test]
fn files_of_projects_are_recognized() {
    let mut count = 0;
    for file in std::fs::read_dir(DATA).expect("the folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let document = document(&text);
        let name = path.file_name().expect("a name").to_string_lossy();
        let is_resource = name.ends_with(".tscn") || name.ends_with(".tres");
        assert_eq!(document.kind() == TextKind::Resource, is_resource, "{name}");
        let is_godot3 = document.layout().name == "godot3";
        assert_eq!(is_godot3, name.starts_with("godot3"), "{name}");
        count += 1;
    }
    assert_eq!(count, 11);
}

// Measured with ConfigFile.load of Godot 3.2.3, 3.6.2 and 4.6.3.
#[test]
fn reads_keys_and_sections_as_engines_do() {
    for (text, value) in [
        (
            "a b = 1\n c\td =2\n\"x y\"=3\np\"q\"r=5",
            r#"{"ab": 1, "cd": 2, "x y": 3, "qr": 5}"#,
        ),
        ("foo\nbar=1\na\n=\n5\n", r#"{"foobar": 1, "a": 5}"#),
        (
            "[s]\nkey=1 # c\nother=2\n",
            r##"{"s": {"key": 1, "#cother": 2}}"##,
        ),
        (
            "a=1 b=2\n[s] c=3\nd=\"x\ny\"",
            "{\"a\": 1, \"b\": 2, \"s\": {\"c\": 3, \"d\": \"x\ny\"}}",
        ),
        (
            "[a]\nx=1\nx=2\n[b]\n[a]\ny=3\nx=7\n",
            r#"{"a": {"x": 7, "y": 3}, "b": {}}"#,
        ),
        (
            "[ s t ]\nk=2\n[]\nz=3\n=4\n\"\"=5\n",
            r#"{"s t": {"k": 2, "z": 3}}"#,
        ),
        ("[s]\na[0]=1\nb]=2\nhello", r#"{"s": {"a[0]": 1, "b]": 2}}"#),
        (
            "; c\n[s] ; d\nk=1 ; e\nl=[1, ; in\n2] ; f",
            r#"{"s": {"k": 1, "l": [1, 2]}}"#,
        ),
        (
            "[s]\rk=1\rl=\"p\r\nq\"\r",
            "{\"s\": {\"k\": 1, \"l\": \"p\r\nq\"}}",
        ),
        ("k=true\n(x)=1\n", r#"{"k": true, "(x)": 1}"#),
        ("x=1\n[x]\ny=1\n", r#"{"x": {"y": 1}}"#),
        ("[a\\]b]\nk=&\"\"\n", r#"{"a]b": {"k": &""}}"#),
        (
            "[a\\]\nk=Vector2( 1, 2 )\n",
            r#"{"a\\": {"k": Vector2(1, 2)}}"#,
        ),
        ("\u{feff}[s]\nk=#f00\n", r#"{"s": {"k": Color(1, 0, 0)}}"#),
    ] {
        assert_value(text, value);
    }
}

#[test]
fn recognizes_the_layout() {
    for (text, name) in [
        ("config_version=4\n", "godot3"),
        ("config_version=5\na=Vector2( 1, 2 )", "godot4"),
        ("a=PoolByteArray( )\n", "godot3"),
        ("a=[ 1, 2 ]\n", "godot3"),
        ("a=Array[int]([])\n", "godot4"),
        ("{\"a\": &\"b\"}\n", "godot4"),
        ("a=1\n", "godot4"),
    ] {
        assert_eq!(document(text).layout().name, name, "{text}");
    }
}

#[test]
fn values_of_var_to_str_are_one_per_line() {
    let text = "1 ; one\n\n[2,\n3]\n# note\n\"a\nb\"\n";
    let mut document = document(text);
    assert_eq!((document.kind(), document.count()), (TextKind::Values, 3));
    let new = document.layout().parse("[2, 4]").expect("a value");
    document.replace(1, &new).expect("a value");
    assert_eq!(document.text(), text.replace('3', "4"));
    assert!(document.value(3).is_err());
    assert!(TextDocument::parse("1 2", None).is_err());
}

#[test]
fn errors_have_positions() {
    for (text, line, column, expected) in [
        ("[s]\na=[1,\n2", 3, 2, "`,` or `]`"),
        ("[s]\na=Vector2(1,\n2, 3)", 3, 4, "2 numbers"),
        ("[s]\nb=1\na=[é, 1]\n", 3, 4, "a value"),
        ("[s", 1, 2, "the name of a section"),
        ("k=\"a\n", 1, 3, "the closing quote"),
        ("[s]\nk={1}", 2, 5, "`:`"),
        ("Hello, world", 1, 1, "a value"),
        ("", 1, 1, "a value or a section"),
        ("[1, 2,, 3]", 1, 7, "a value"),
        ("[s]\na=1x\n", 2, 3, "a decimal number"),
        // Engines read `#` as a color, and what follows it as a value.
        ("[1, # , 2\n]\n", 1, 5, "a value, found #"),
    ] {
        let error = TextDocument::parse(text, None).expect_err(text);
        assert_eq!((error.line(), error.column()), (line, column), "{error}");
        assert!(
            error.message().starts_with(&format!("expected {expected}")),
            "{error}"
        );
    }
}

/// Godot 3.2.3, 3.6.2 and 4.6.3 read none of the invalid values, or only their start.
#[test]
fn notations_of_scripts_are_errors() {
    for value in [
        "0x10",
        "1_000",
        ".5",
        "+5",
        "'one'",
        "^\"a\"",
        "PI",
        "INF",
        "NAN",
        "{a=1}",
        "{\"a\"=1}",
        "Vector2.ZERO",
        "Vector2(.5, 1)",
        "Array[int]()",
        "Array[int](5)",
        "Array[int]([1], [2])",
        "Array[int](\"text\": [1])",
        "Dictionary[int, int]([])",
    ] {
        for text in [
            format!("[s]\nv={value}\n"),
            format!("[s]\nv={{\"a\": {value}}}\n"),
        ] {
            let error = TextDocument::parse(&text, None).expect_err(&text);
            assert!(error.message().starts_with("expected"), "{text}: {error}");
        }
    }
    for value in [
        "1e+3",
        "1.",
        "-5",
        "inf",
        "nan",
        "nil",
        "[1,]",
        "{\"a\":1,}",
        "#ff0000",
        "Array[int]([1])",
        "Dictionary[int, int]({1: 2})",
    ] {
        document(&format!("[s]\nv={value}\n"));
    }
}

#[test]
fn deep_values_can_be_changed_up_to_a_limit() {
    for (open, close) in [
        ("[", "]"),
        ("{1:", "}"),
        ("Array[int]([", "])"),
        ("Foo(", ")"),
    ] {
        let nested = |value| format!("a={}{value}{}", open.repeat(1000), close.repeat(1000));
        let mut document = document(&format!("[s]\n{} ; c\n", nested("1")));
        let new = TextDocument::parse(&format!("[s]\n{}", nested("2")), Some(document.layout()));
        let new = new.and_then(|it| it.value(0)).expect("a value");
        document.replace(0, &new).expect("a value");
        assert_eq!(document.text(), format!("[s]\n{} ; c\n", nested("2")));
        let text = format!("a={}", open.repeat(100_000));
        let error = TextDocument::parse(&text, None).expect_err("too deep");
        assert!(error.message().contains("1024 levels"), "{error}");
    }
}

#[test]
fn sets_only_what_changes() {
    let text = "; head\n[s] ; s\n\nk = {\"a\": [16, 1e1,], ; c\n\"b\":1.50}\nl=2\n";
    let repeated = "[a]\nx=1\nx=2\n[b]\n[a]\nx=3\n";
    for (text, path, new, expected) in [
        (text, "s.k.a[1]", "11", text.replace("1e1", "11")),
        (text, "s.k.b", "2.5", text.replace("1.50", "2.5")),
        (text, "s.l", "[1]", text.replace("l=2", "l=[1]")),
        (
            "a={\"x\" : 1 , &\"y\":2}\n",
            "a.x",
            "3",
            "a={\"x\" : 3 , &\"y\":2}\n".into(),
        ),
        ("a=Vector2(1,2)\n", "a.x", "3.0", "a=Vector2(3, 2)\n".into()),
        (
            "a=Vector2( 1,2 )\n",
            "a.x",
            "3.0",
            "a=Vector2( 3, 2 )\n".into(),
        ),
        (repeated, "a.x", "4", repeated.replace('3', "4")),
        // An equal element at the end keeps its text.
        ("[1, 2, 3.50]", "", "[9, 3.5]", "[9, 3.50]".into()),
        (
            "a=Array[int]([1 , 2])\n",
            "a[0]",
            "3",
            "a=Array[int]([3 , 2])\n".into(),
        ),
        // New entries have the style of their neighbors.
        ("[ 1 , 2 ]", "[+]", "3", "[ 1 , 2, 3 ]".into()),
        ("[1, 2,]", "[+]", "3", "[1, 2, 3,]".into()),
        (
            "{\n\t\"a\": 1 ; one\n}",
            "b",
            "2",
            "{\n\t\"a\": 1, ; one\n\t\"b\": 2\n}".into(),
        ),
        ("{\"a\": 1}", "b", "2", "{\"a\": 1, \"b\": 2}".into()),
        (
            "[s]\nx = 1 ; c\n\n[t]\ny=2",
            "s.z",
            "2",
            "[s]\nx = 1 ; c\nz = 2\n\n[t]\ny=2".into(),
        ),
        (
            "[s]\n\n[t]\ny=2",
            "t.z",
            "2",
            "[s]\n\n[t]\ny=2\nz=2\n".into(),
        ),
        ("[s]\n\n[t]\ny=2", "s.z", "2", "[s]\n\nz=2\n[t]\ny=2".into()),
        (
            "[s]\nx=1\n",
            "[\"a b\"]",
            "2",
            "\"a b\"=2\n\n[s]\nx=1\n".into(),
        ),
        (
            "[s]\r\nx=1\r\n",
            "t",
            "{\"y\": {\"a\": \"b\nc\"}}",
            "[s]\r\nx=1\r\n\r\n[t]\r\n\r\ny={\r\n\"a\": \"b\nc\"\r\n}\r\n".into(),
        ),
        (
            "[s]\nx=&\"1\"\n",
            "[\"t]\"]",
            "{\"=\": 1}",
            "[s]\nx=&\"1\"\n\n[t\\]]\n\n\"=\"=1\n".into(),
        ),
        (
            "[s]\nx=1\nhello",
            "t",
            "{}",
            "[s]\nx=1\n\n[t]\n\nhello".into(),
        ),
    ] {
        assert_eq!(set(text, path, new), expected, "{path}");
    }
}

#[test]
fn removes_entries_with_their_lines() {
    let lines = "[\n  0, ; zero\n  1, ; one\n  1.50, ; more\n  [ 3 ] ; three\n]";
    for (text, paths, expected) in [
        ("[1, 2, 3]", &["[1]"][..], "[1, 3]"),
        ("[ 1, 2, 3 ]", &["[1]", "[2]"], "[ 1 ]"),
        ("[1]", &["[0]"], "[]"),
        (lines, &["[0]", "[2]"], "[\n  1, ; one\n  [ 3 ] ; three\n]"),
        (lines, &["[1]", "[3]"], "[\n  0, ; zero\n  1.50 ; more\n]"),
        ("{\"a\": 1, \"b\": 2, \"a\": 3}", &["a"], "{\"b\": 2}"),
        (
            "[s]\nx=1\ny=\"a\nb\" ; c\nx=2\nz=3\n",
            &["s.x", "s.y"],
            "[s]\nz=3\n",
        ),
        ("a=1 b=2 c=3\n", &["b"], "a=1 c=3\n"),
        (
            "; h\n[s]\nx=1\n\n; t\n[t]\ny=1\n[s]\nx=2\n",
            &["s"],
            "; h\n; t\n[t]\ny=1\n",
        ),
    ] {
        assert_eq!(removed(text, paths), expected, "{paths:?}");
    }
}

#[test]
fn constructors_that_are_not_types_are_kept() {
    let text = "a=[Resource(\"res://a.tres\"), ExtResource( 1 ),Foo(1, [2])]\nb=Array[ExtResource(\"1\")]([1, 2])\nc=Object(Bar(1))\n";
    assert_eq!(
        set(text, "a[0]", "7"),
        text.replace("Resource(\"res://a.tres\")", "7")
    );
    assert_eq!(set(text, "b[1]", "3"), text.replace("([1, 2])", "([1, 3])"));
    assert_eq!(removed(text, &["a[2]"]), text.replace(",Foo(1, [2])", ""));
    let value = document(text).value(0).expect("a value").to_string();
    let object = r#"Object(ExtResource,"text":"ExtResource( 1 )")"#;
    assert!(value.contains(object), "{value}");
    let moved = r#"[Object(Foo,"text":"Foo(\"x\n\")")]"#;
    assert_eq!(set("[s]\nx=1\n", "s.x", moved), "[s]\nx=[Foo(\"x\n\")]\n");
}

#[test]
fn values_that_the_text_cannot_contain_are_errors() {
    let config = "[s]\nx=1\n";
    for (text, path, new) in [
        (config, "", "7"),
        (config, "", "{1: 2}"),
        (config, "s", "7"),
        (config, "", "{\"s\": {\"\": 1}}"),
        (config, "", "{\" s\": {}, \"s\": {}}"),
        (SCENE, "gd_resource", "{}"),
        (SCENE, "foo", "{}"),
        (SCENE, "node", "[]"),
        (SCENE, "node.Player", "1"),
        (SCENE, "node.Player[\"@name\"]", "\"Hero\""),
        (SCENE, "node.Player[\"@a b\"]", "1"),
        (
            SCENE,
            "node[\"X/Y\"]",
            "{\"@name\": \"Z\", \"@parent\": \".\"}",
        ),
        (SCENE, "sub_resource.Item_1[\"@id\"]", "1"),
        (SCENE, "connection", "{}"),
        (SCENE, "connection[0]", "{1: 2}"),
        (SEVERAL_TAGS, "ext_resource.a[1].path", "\"z\""),
        (SEVERAL_TAGS, "sub_resource[1]", "[]"),
        (SEVERAL_TAGS, "sub_resource[\"1\"]", "{\"@id\": \"1\"}"),
        (SEVERAL_TAGS, "node[\"A/B\"][0].x", "3"),
        (SEVERAL_TAGS, "node", "{\".\": {\"@name\": \"R\"}}"),
        (
            SEVERAL_TAGS,
            "node.C",
            "[{\"@name\": \"C\", \"@parent\": \".\"}]",
        ),
        (SEVERAL_TAGS, "node.B[\"@parent\"]", "\"A\""),
    ] {
        assert!(try_set(text, path, new).is_err(), "{path} {new}");
    }
}

#[test]
fn converts_names_and_notation() {
    let config = "[s] ; c\nids = PoolIntArray( 1,2 )\nq=Quat( 0,0, 0, 1 )\npath=@\"a/b\"\nr=Resource( \"x\" )\ninf=-inf\n";
    let typed =
        "[s]\na=Vector2i(1,2)\nb=Array[int]( [1 ,2] )\nc=[&\"x\" , PackedInt32Array(3,4)]\n";
    let resource = "[gd_resource type=\"R\" format=2]\n\n[ext_resource path=\"res://a\" type=\"Pool\" id=1]\n\n\
        [node name=\"a\" node_paths=PoolStringArray( \"a\" )]\n\n[resource]\nr = ExtResource( 1 )\n\
        d = PoolByteArray( 1, 2 )\nv = Vector2( 1, 2 )\n";
    let packed = resource
        .replace("PoolB", "PackedB")
        .replace("PoolS", "PackedS");
    let base64 = "[gd_resource type=\"R\" format=4]\n\n[resource]\nd = PackedByteArray(\"AQI=\")\n";
    for (text, target, losses, expected) in [
        (
            config,
            "godot4",
            0,
            config
                .replace("PoolInt", "PackedInt32")
                .replace("Quat", "Quaternion")
                .replace("@\"a/b\"", "NodePath(\"a/b\")"),
        ),
        (
            typed,
            "godot3",
            3,
            "[s]\na=Vector2( 1, 2 )\nb=[1 ,2]\nc=[\"x\" , PoolIntArray(3,4)]\n".into(),
        ),
        (resource, "godot4", 0, packed.clone()),
        (&packed, "godot3", 0, resource.into()),
        (
            base64,
            "godot3",
            0,
            base64
                .replace("PackedByteArray(\"AQI=\")", "PoolByteArray( 1, 2 )")
                .replace("format=4", "format=2"),
        ),
        (
            SEVERAL_TAGS,
            "godot3",
            0,
            SEVERAL_TAGS
                .replace("format=3", "format=2")
                .replace("\"a\"", "1")
                .replace("\"1\"", "1"),
        ),
    ] {
        let target = layout_named(target).expect("a layout");
        let mut document = document(text);
        let strict = document.convert(target, &Converter::new(), OPTIONS);
        assert_eq!(strict.is_ok(), losses == 0, "{text}");
        if losses > 0 {
            assert_eq!(document.text(), text);
            let reports = document.convert(target, &Converter::new().lossy(), OPTIONS);
            assert_eq!(reports.expect("a text")[0].total_losses(), losses);
        }
        assert_eq!(document.text(), expected);
    }
    // Godot 3 has no escapes in the names of sections.
    let text = "[s]\nx=1\n[a\\]b]\nk=1\n";
    let mut document = document(text);
    let target = layout_named("godot3").expect("a layout");
    assert!(
        document
            .convert(target, &Converter::new().lossy(), OPTIONS)
            .is_err()
    );
    assert_eq!(document.text(), text);
}

/// Godot 3 rejects strings as ids and a `format` above 2, and Godot 4.2 one above 3 and base64.
#[test]
fn converted_resources_load_in_the_other_engine() {
    let new = "[gd_scene load_steps=4 format=4 uid=\"uid://b1\"]\n\n\
        [ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1_a\"]\n\
        [ext_resource type=\"Script\" path=\"res://b.gd\" id=\"2\"]\n\n\
        [sub_resource type=\"Resource\" id=\"Item_1\"]\n\
        data = PackedByteArray(\"AQI=\")\n\n\
        [node name=\"A\" type=\"Node2D\" instance=ExtResource(\"1_a\")]\n\
        items = [SubResource(\"Item_1\"), ExtResource(\"2\")]\n\
        name = \"Item_1\"\n";
    let mut scene = document(new);
    let godot3 = layout_named("godot3").expect("a layout");
    let reports = scene.convert(godot3, &Converter::new(), OPTIONS);
    assert_eq!(reports.expect("a scene")[0].total_notes(), 0);
    let old = new
        .replace("format=4", "format=2")
        .replace("\"1_a\"", "1")
        .replace("\"2\"", "2")
        .replace("id=\"Item_1\"", "id=2")
        .replace("SubResource(\"Item_1\")", "SubResource(2)")
        .replace("PackedByteArray(\"AQI=\")", "PoolByteArray( 1, 2 )");
    assert_eq!(scene.text(), old);

    let godot4 = layout_named("godot4").expect("a layout");
    let target = OPTIONS.target(EngineVersion::new(4, 2));
    let mut scene = document(new);
    scene
        .convert(godot4, &Converter::new(), target)
        .expect("a scene");
    let numbers = new
        .replace("format=4", "format=3")
        .replace("\"AQI=\"", "1, 2");
    assert_eq!(scene.text(), numbers);
    let typed = new.replace("\"Item_1\"\n", "PackedVector4Array(1, 2, 3, 4)\n");
    let mut scene = document(&typed);
    let error = scene
        .convert(godot4, &Converter::new(), target)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("node[\".\"].name: the target 4.2 has no"),
        "{error}"
    );
    assert_eq!(scene.text(), typed);
    scene
        .convert(godot4, &Converter::new(), target.fallback(true))
        .expect("a scene");
    let replaced = numbers.replace("\"Item_1\"\n", "[Vector4(1, 2, 3, 4)]\n");
    assert_eq!(scene.text(), replaced);

    // Pandemonium has numbers as ids, and base64 in an older format.
    let text = "[gd_resource type=\"A\" format=3]\n\n[sub_resource type=\"B\" id=1]\n\n\
        [resource]\ndata = PoolByteArray( \"AQI=\" )\nb = SubResource( 1 )\n";
    let mut resource = document(text);
    resource
        .convert(godot4, &Converter::new(), OPTIONS)
        .expect("a resource");
    let expected = text
        .replace("format=3", "format=4")
        .replace("Pool", "Packed");
    assert_eq!(resource.text(), expected);
}

/// The error names the path, because the text has no position of what it cannot contain.
#[test]
fn impossible_changes_name_the_path() {
    let scene = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\n\n\
        [node name=\"B\" parent=\".\"]\n\n[editable path=\".\"]\n";
    for (text, path, value, error) in [
        (scene, "node", "1", "node: expected a Dictionary, found int"),
        (
            scene,
            "editable",
            "1",
            "editable: expected an Array, found int",
        ),
        (
            scene,
            "node[\".\"]",
            "[]",
            "node[\".\"]: expected a Dictionary, found Array",
        ),
        (
            scene,
            "nodes",
            "{}",
            "nodes is no tag of a scene or a resource; expected one of gd_resource",
        ),
        (
            scene,
            "node.B[\"@name\"]",
            "\"C\"",
            "node.B[\"@name\"]: the id, the name and the parent",
        ),
        (
            scene,
            "node[\".\"][1]",
            "2",
            "node[\".\"]: the names of keys and sections are nonempty Strings",
        ),
        (
            "[s]\na=Vector2( 1, 2 )\n",
            "[\"a]b\"].c",
            "1",
            "[\"a]b\"]: engines would read the text as another value",
        ),
    ] {
        let mut file = Document::from_text(document(text), Vec::new());
        let value = file.layout().parse(value).expect("a value");
        let found = file.set(0, &path.parse().expect("a path"), value);
        let found = found.map(|_| ()).expect_err(error).to_string();
        assert!(found.starts_with(error), "{found}");
        assert_eq!(file.bytes(), text.as_bytes());
    }
}

#[test]
fn the_last_tag_leaves_no_blank_line() {
    for line_ending in ["\n", "\r\n"] {
        let lines = "[gd_scene format=3]\n\n[node name=\"A\"]\n\n[node name=\"B\" parent=\".\"]\n\n\
            [node name=\"C\" parent=\"B\"]\n";
        let text = lines.replace('\n', line_ending);
        let left = |tag: &str| &text[..text.find(tag).expect(tag) - line_ending.len()];
        let removed = try_remove(&text, &["node[\"B/C\"]"]).expect("a node");
        assert_eq!(removed, left("[node name=\"C\""));
        let removed = try_remove(&text, &["node[\"B/C\"]", "node.B"]).expect("two nodes");
        assert_eq!(removed, left("[node name=\"B\""));
    }
}

#[test]
fn many_values_are_changed_in_one_pass() {
    let text = "[&\"x\", 1]\n".repeat(20_000);
    let mut values = document(&text);
    let target = layout_named("godot3").expect("a layout");
    let reports = values.convert(target, &Converter::new().lossy(), OPTIONS);
    assert_eq!(reports.expect("a text").len(), 20_000);
    assert_eq!(values.text(), text.replace('&', ""));
    let entries: Vec<_> = (0..50_000).map(|key| format!("{key}:1")).collect();
    let line = format!("{{{}}}", entries.join(","));
    assert_eq!(set(&line, "", "{}"), "{}");
}

/// What Godot 3.2.3, 3.6.2 and 4.6.3 load as a resource, and what they reject.
#[test]
fn recognizes_resources_as_engines_do() {
    let rest = " type=\"Resource\" format=2]\n[resource]\na = 1\n";
    for text in [
        format!(" \n\t[ gd_scene{rest}hello"),
        format!("; c\n[;]\ngd_resource ; [\n{rest}"),
        "[gd_resource type=\"Resource\"format=2][resource]a=1 \"b\"=2".into(),
        "[gd_resource\rformat=9\rformat=2]\r[resource]\ra=1".into(),
        format!("[gd_resource x=[\n1] {rest}\"a b\" = 1"),
    ] {
        assert_eq!(document(&text).kind(), TextKind::Resource, "{text}");
    }
    for text in [
        format!("[gd_resource{rest}[foo]\n"),
        format!("[gd_resource{rest}[resource]\n"),
        format!("[gd_resource{rest}= 1\n"),
        format!("[gd_resource.x{rest}"),
        format!("[gd_resource é=1{rest}"),
        "[gd_resource format=2]\na = 1\n[resource]\n".into(),
        "[gd_resource format=2]\n[resource.x]\na = 1\n".into(),
        "[gd_resource format]\n".into(),
        "[gd_resource format=2\n".into(),
    ] {
        TextDocument::parse(&text, None).expect_err(&text);
    }
}

/// What a merge or a slip leaves before a tag does not become a property with the tag.
#[test]
fn rejects_keys_that_contain_other_tags() {
    let start = "[gd_scene format=3]\n[node name=\"A\"]\nx = 1\n";
    for (left, is_unfinished) in [
        ("m", true),
        ("m ; comment\n", true),
        ("<<<<<<< HEAD\n", false),
        ("=======\n", false),
        (">>>>>>>x = 1\n", false),
        ("a b = 1\n", false),
        ("a[0] = 1\n", false),
        ("a\"b\" = 1\n", false),
        ("\"a\" b = 1\n", false),
        ("\"\" = 1\n", false),
    ] {
        let text = format!("{start}{left}");
        let error = |text: &str| TextDocument::parse(text, None).err().map(|it| it.line());
        assert_eq!(
            error(&format!("{text}[node name=\"B\"]\n")),
            Some(4),
            "{left}"
        );
        // Engines ignore an unfinished key at the end.
        assert_eq!(error(&text).is_none(), is_unfinished, "{left}");
    }
    // Godot 3.2 does not quote brackets, and engines write other characters without quotes.
    for key in ["a[0]", "x.y:z/a", "a#,'(){}!", "é"] {
        let text = format!("[gd_scene format=2]\n[node name=\"A\"]\n{key} = 1\n");
        let path = format!("node[\".\"][\"{key}\"]");
        assert_eq!(set(&text, &path, "2"), text.replace("= 1", "= 2"));
    }
}

const SCENE: &str = r#"[gd_scene load_steps=4 format=3 uid="uid://b1"] ; head

[ext_resource type="Script" path="res://player.gd" id="1_a"]
[ext_resource type="Texture2D" uid="uid://b2" path="res://icon.png" id="2_b"]

[sub_resource type="Resource" id="Item_1"]
script = ExtResource("1_a")
count = 3 ; three
type = "sword"
"tags/a b" = [ &"x",1 ]

[node name="World" type="Node2D"]

[node name="Player" type="Sprite2D" parent="." groups=["a", "b"]]
position = Vector2(1,2)
texture = ExtResource("2_b")
items = [SubResource("Item_1"), { "k": SubResource("Item_1") }]

[node name="Hat" parent="Player" index="0"]

[connection signal="ready" from="Player" to="." method="_a"]
[connection signal="ready" from="." to="Player" method="_b"]

[editable path="Player"]
"#;

#[test]
fn reads_the_tags_of_a_scene() {
    assert_value(
        SCENE,
        r#"{
        "gd_scene": {"load_steps": 4, "format": 3, "uid": "uid://b1"},
        "ext_resource": {
            "1_a": {"type": "Script", "path": "res://player.gd", "id": "1_a"},
            "2_b": {"type": "Texture2D", "uid": "uid://b2", "path": "res://icon.png", "id": "2_b"}
        },
        "sub_resource": {"Item_1": {
            "@type": "Resource", "@id": "Item_1",
            "script": Object(ExtResource, "text": "ExtResource(\"1_a\")"),
            "count": 3, "type": "sword", "tags/a b": [&"x", 1]
        }},
        "node": {
            ".": {"@name": "World", "@type": "Node2D"},
            "Player": {
                "@name": "Player", "@type": "Sprite2D", "@parent": ".", "@groups": ["a", "b"],
                "position": Vector2(1, 2),
                "texture": Object(ExtResource, "text": "ExtResource(\"2_b\")"),
                "items": [
                    Object(SubResource, "text": "SubResource(\"Item_1\")"),
                    {"k": Object(SubResource, "text": "SubResource(\"Item_1\")")}
                ]
            },
            "Player/Hat": {"@name": "Hat", "@parent": "Player", "@index": "0"}
        },
        "connection": [
            {"signal": "ready", "from": "Player", "to": ".", "method": "_a"},
            {"signal": "ready", "from": ".", "to": "Player", "method": "_b"}
        ],
        "editable": [{"path": "Player"}]
    }"#,
    );
}

#[test]
fn reads_repeated_and_marked_names() {
    let text = "[gd_resource format=2 format=3]\n[sub_resource id=1 type=\"A\"]\nx=1\nx=2\n\
        [sub_resource id=\"1\"]\n[sub_resource id=1]\ny=1\n[resource a=1]\n@a=2\na=3\n\"@@b\"=4\n";
    assert_value(
        text,
        r#"{
            "gd_resource": {"format": 3},
            "sub_resource": {1: [{"@id": 1, "@type": "A", "x": 2}, {"@id": "1"}, {"@id": 1, "y": 1}]},
            "resource": {"@a": 1, "@@a": 2, "a": 3, "@@@b": 4}
        }"#,
    );
    for (path, old, new) in [
        ("resource[\"@@a\"]", "=2\na", "=4\na"),
        ("resource[\"@a\"]", "e a=1", "e a=4"),
        ("gd_resource.format", "=3]", "=4]"),
    ] {
        assert_eq!(set(text, path, "4"), text.replace(old, new));
    }
}

const SEVERAL_TAGS: &str = "[gd_scene format=3]\n[ext_resource id=\"a\" path=\"x\"]\n[ext_resource id=\"a\" path=\"y\"]\n\
    [sub_resource id=1]\nx = 1\n[sub_resource id=\"1\"]\nx = 2\n[sub_resource id=2]\nx = 1\n\
    [node name=\"R\"]\n[node name=\"A\" parent=\".\"]\nx = 1\n[node name=\"B\" parent=\"A\"]\nx = 1\n\
    [node name=\"B\" parent=\"./A/\" index=\"0\"]\nx = 2\n[node name=\"B\" parent=\".\"]\nx = 1\n";

#[test]
fn several_tags_with_one_path_do_not_change() {
    let document = document(SEVERAL_TAGS);
    let check = |path: &str| document.check_paths([&path.parse().expect(path)].into_iter());
    for (path, line, other) in [
        ("ext_resource.a", 2, ", 3"),
        ("ext_resource.a.path", 2, ", 3"),
        ("sub_resource[1].x", 4, ", 6"),
        ("sub_resource[\"1\"][0]", 4, ", 6"),
        ("node[\"A/B\"].x", 13, ", 15"),
        ("node[\"A/B\"][1].x", 13, ", 15"),
        ("node[*].x", 13, ", 15"),
        ("[*][*]", 2, ", 3"),
    ] {
        let error = check(path).expect_err(path);
        assert_eq!(error.line(), line, "{path}");
        assert!(
            error.message().contains(&format!("{line}{other}")),
            "{path}: {error}"
        );
    }
    for path in ["node", "node.A.x", "node.B", "sub_resource[2].x", "[*]"] {
        assert_eq!(check(path), Ok(()), "{path}");
    }
    // Other tags change, and references to a removed node are found.
    for path in ["node.A.x", "node.B.x", "sub_resource[2].x"] {
        let changed = set(SEVERAL_TAGS, path, "7");
        assert_eq!(changed.matches("x = 7").count(), 1, "{changed}");
    }
    let rest = &SEVERAL_TAGS[..SEVERAL_TAGS.len() - 33];
    assert_eq!(removed(SEVERAL_TAGS, &["node.B"]), rest);
}

#[test]
fn changes_only_the_bytes_of_a_property() {
    for (path, new, old_text, new_text) in [
        ("sub_resource.Item_1.count", "30", "= 3 ;", "= 30 ;"),
        (
            "node.Player.position.x",
            "7.5",
            "Vector2(1,2)",
            "Vector2(7.5, 2)",
        ),
        (
            "node[\"Player/Hat\"][\"@index\"]",
            "\"1\"",
            "index=\"0\"",
            "index=\"1\"",
        ),
        ("connection[1].method", "\"_c\"", "\"_b\"", "\"_c\""),
        ("ext_resource[\"2_b\"].path", "\"res://b.png\"", "icon", "b"),
        (
            "node[\".\"].speed",
            "1.5",
            "\"Node2D\"]\n",
            "\"Node2D\"]\nspeed = 1.5\n",
        ),
        (
            "node[\"Player/Hat\"][\"@groups\"]",
            "[\"g\"]",
            "x=\"0\"",
            "x=\"0\" groups=[\"g\"]",
        ),
        (
            "node.Player[\"a b\"]",
            "[1]",
            "\") }]\n",
            "\") }]\n\"a b\" = [1]\n",
        ),
        // New tags stand where engines expect them.
        (
            "ext_resource[\"3_c\"]",
            r#"{"path": "res://c.png", "type": "Texture2D"}"#,
            "id=\"2_b\"]\n",
            "id=\"2_b\"]\n[ext_resource type=\"Texture2D\" path=\"res://c.png\" id=\"3_c\"]\n",
        ),
        (
            "sub_resource.Item_2",
            r#"{"count": 1, "@type": "Resource"}"#,
            ",1 ]\n",
            ",1 ]\n\n[sub_resource type=\"Resource\" id=\"Item_2\"]\ncount = 1\n",
        ),
        (
            "node[\"Player/Hat/Gem\"]",
            r#"{"@type": "Node"}"#,
            "index=\"0\"]\n",
            "index=\"0\"]\n\n[node name=\"Gem\" type=\"Node\" parent=\"Player/Hat\"]\n",
        ),
        (
            "connection[+]",
            r#"{"from": ".", "to": ".", "signal": "a", "method": "b"}"#,
            "\"_b\"]\n",
            "\"_b\"]\n[connection signal=\"a\" from=\".\" to=\".\" method=\"b\"]\n",
        ),
    ] {
        let mut document = document(SCENE);
        let mut value = document.value(0).expect("a value");
        let new = document.layout().parse(new).expect(new);
        value
            .set_at_path(&path.parse().expect(path), new)
            .expect(path);
        document.replace(0, &value).expect(path);
        assert_eq!(
            document.text(),
            SCENE.replacen(old_text, new_text, 1),
            "{path}"
        );
    }
    let paths = [
        "sub_resource.Item_1.count",
        "node.Player[\"@groups\"]",
        "connection[0]",
    ];
    let lines = [
        "count = 3 ; three\n",
        " groups=[\"a\", \"b\"]",
        "[connection signal=\"ready\" from=\"Player\" to=\".\" method=\"_a\"]\n",
    ];
    let rest = lines
        .iter()
        .fold(SCENE.to_owned(), |text, line| text.replace(line, ""));
    assert_eq!(removed(SCENE, &paths), rest);
}

#[test]
fn adds_all_tags_of_a_resource() {
    let text = "[gd_resource type=\"Resource\" format=2]\n\n[resource]";
    let new = r#"{
        "sub_resource": {2: {"@type": "Resource"}},
        "ext_resource": {1: {"type": "Script", "path": "res://a.gd"}},
        "gd_resource": {"type": "Resource", "format": 2},
        "resource": {"script": Object(ExtResource, "text": "ExtResource( 1 )")}
    }"#;
    let mut document = document(text);
    let value = document.layout().parse(new).expect("a value");
    document.replace(0, &value).expect("a text");
    assert_eq!(
        document.text(),
        "[gd_resource type=\"Resource\" format=2]\n\n\
         [ext_resource path=\"res://a.gd\" type=\"Script\" id=1]\n\n\
         [sub_resource type=\"Resource\" id=2]\n\n\
         [resource]\nscript = ExtResource( 1 )\n"
    );
}

#[test]
fn removed_tags_have_no_references() {
    for (path, line, column, referrer) in [
        ("ext_resource[\"2_b\"]", 16, 11, "node.Player.texture"),
        ("sub_resource.Item_1", 17, 10, "node.Player.items[0]"),
        ("node.Player", 19, 25, "node.Player/Hat[\"@parent\"]"),
    ] {
        let error = try_remove(SCENE, &[path]).expect_err(path);
        assert_eq!((error.line(), error.column()), (line, column), "{error}");
        assert!(error.message().starts_with(referrer), "{error}");
    }
    let text = removed(SCENE, &["ext_resource[\"2_b\"]", "node.Player.texture"]);
    assert!(!text.contains("2_b"), "{text}");
}

#[test]
fn renamed_keys_keep_their_lines() {
    let config = "; mine\n[player] ; of Ada\n\nhp = 7 ; health\nname=\"Ada\"\n[a]\n\nx=1\n";
    let top = "a=1 ; one\nb={\n\"c\": 2, ; two\n&\"d\":   3\n}\n[s]\nx=1\n";
    let resource = "[gd_resource type=\"Resource\" format=3]\n\n[resource]\nhp = 7 ; health\n";
    for (text, from, to, old, new) in [
        (config, "player.hp", "player.health", "hp =", "health ="),
        (
            config,
            "player.hp",
            "player[\"full hp\"]",
            "hp =",
            "\"full hp\" =",
        ),
        (config, "player", "hero", "[player]", "[hero]"),
        (config, "a", "[\"b]/c\"]", "[a]", "[b\\]/c]"),
        (top, "b", "z", "b={", "z={"),
        (top, "b.c", "b.z", "\"c\"", "\"z\""),
        (top, "b.d", "b[5]", "&\"d\"", "5"),
        // A StringName stays a StringName.
        (top, "b.d", "b.z", "&\"d\"", "&\"z\""),
        (
            resource,
            "resource.hp",
            "resource.health",
            "hp =",
            "health =",
        ),
        // All assignments of a repeated key are renamed.
        ("[s]\nx=1\nx=2\n", "s.x", "s.y", "x=", "y="),
    ] {
        assert_eq!(moved(text, from, to), text.replace(old, new), "{from}");
    }
    // A value that leaves its section is removed there with its comment.
    let rest = config.replace("hp = 7 ; health\n", "");
    let expected = rest.replace("x=1\n", "x=1\nhp=7\n");
    assert_eq!(moved(config, "player.hp", "a.hp"), expected);
}

#[test]
fn keeps_bytes_in_base64() {
    let scene = "[gd_scene load_steps=2 format=3]\n\n[sub_resource type=\"VoxelChunkBlocky\" id=1]\n\
        data_channel = PoolByteArray( \"HwABACM/AQEB\" )\n\n[node name=\"World\" type=\"Spatial\"]\n";
    let path = "sub_resource[1].data_channel";
    assert_eq!(document(scene).layout().name, "pandemonium");
    let changed = scene.replace("HwABACM/AQEB", "AQID/w==");
    assert_eq!(set(scene, path, "PoolByteArray( 1, 2, 3, 255 )"), changed);
    // The format of the file decides, or bytes that are already base64.
    let pandemonium = layout_named("pandemonium5");
    for (text, expected) in [
        ("[resource format=2]\n", "PoolByteArray( 1 )"),
        ("[gd_resource format=3]\n", "PoolByteArray( \"AQ==\" )"),
        (
            "[s]\na=PoolByteArray( \"\" )\n",
            "PoolByteArray( \"AQ==\" )",
        ),
        ("[s]\na=PoolByteArray(  )\n", "PoolByteArray( 1 )"),
    ] {
        let is_config = text.starts_with("[s]");
        let text = if is_config {
            text.to_owned()
        } else {
            text.replace("[resource", "[gd_resource") + "\n[resource]\na = PoolByteArray(  )\n"
        };
        let mut document = TextDocument::parse(&text, pandemonium).expect(&text);
        let mut value = document.value(0).expect("a value");
        let new = value.layout().parse("PoolByteArray( 1 )").expect("bytes");
        let path = if is_config { "s.a" } else { "resource.a" };
        value
            .set_at_path(&path.parse().expect(path), new)
            .expect(path);
        document.replace(0, &value).expect("a value");
        assert!(document.text().contains(expected), "{}", document.text());
    }
}
