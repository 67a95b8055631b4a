//! Edits text documents without changing other bytes.
#![cfg(all(feature = "all-layouts", feature = "json", feature = "text"))]

mod random;

use gdvariant::schema::{LayoutInfo, layout_named};
use gdvariant::{Converter, Path};
use gdvariant_files::change;
use gdvariant_files::text::{TextDocument, TextKind};

fn layout(name: &str) -> &'static LayoutInfo {
    layout_named(name).expect("a layout")
}

fn document(text: &str) -> TextDocument {
    TextDocument::parse(text, None).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Returns the text after setting the value at a path.
fn set(text: &str, path: &str, new: &str) -> String {
    let mut document = document(text);
    let mut value = document.value(0).expect("a value");
    let new = document.layout().parse(new).expect(new);
    change::set(&mut value, &path.parse().expect(path), new).expect(path);
    document.replace(0, &value).expect(path);
    assert_eq!(
        document.value(0).as_ref(),
        Ok(&value),
        "{}",
        document.text()
    );
    document.text().to_owned()
}

/// Returns the text after removing the values at paths.
fn removed(text: &str, paths: &[&str]) -> String {
    let mut document = document(text);
    let mut value = document.value(0).expect("a value");
    let paths: Vec<Path> = paths.iter().map(|it| it.parse().expect(it)).collect();
    change::remove_all(&mut value, &paths).expect("the paths");
    document.replace(0, &value).expect("a value");
    assert_eq!(
        document.value(0).as_ref(),
        Ok(&value),
        "{}",
        document.text()
    );
    document.text().to_owned()
}

/// Returns the text after moving a value.
fn moved(text: &str, from: &str, to: &str) -> String {
    let mut document = document(text);
    let mut value = document.value(0).expect("a value");
    let (from, to) = (from.parse().expect(from), to.parse().expect(to));
    change::deep::move_value(
        &mut value,
        &from,
        &to,
        change::deep::IfExists::Fail,
        change::deep::StepOptions::default(),
    )
    .expect("the paths");
    document.replace(0, &value).expect("a value");
    assert_eq!(
        document.value(0).as_ref(),
        Ok(&value),
        "{}",
        document.text()
    );
    document.text().to_owned()
}

/// Asserts that a text has a value, and that replacing the value by itself changes nothing.
fn assert_value(text: &str, expected: &str) {
    let mut document = document(text);
    let value = document.value(0).expect("a value");
    assert_eq!(
        value,
        document.layout().parse(expected).expect(expected),
        "{text}"
    );
    document.replace(0, &value).expect("the same value");
    assert_eq!(document.text(), text);
}

#[test]
fn files_of_projects_are_kept() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text/data");
    let mut count = 0;
    for file in std::fs::read_dir(folder).expect("the folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let mut document = document(&text);
        let name = path.file_name().and_then(|it| it.to_str()).expect("a name");
        let is_resource = path
            .extension()
            .is_some_and(|it| it == "tscn" || it == "tres");
        assert_eq!(document.kind() == TextKind::Resource, is_resource, "{name}");
        assert_eq!(
            document.layout().name == "godot3",
            name.starts_with("godot3"),
            "{name}"
        );
        let value = document.value(0).expect("a value");
        document.replace(0, &value).expect("the same value");
        assert_eq!(document.text(), text);
        count += 1;
    }
    assert_eq!(count, 11);
}

// Measured with ConfigFile.load of Godot 3.2.3, 3.6.2 and 4.6.3.
#[test]
fn reads_keys_and_sections_as_engines_do() {
    assert_value(
        "a b = 1\n c\td =2\n\"x y\"=3\np\"q\"r=5",
        r#"{"ab": 1, "cd": 2, "x y": 3, "qr": 5}"#,
    );
    assert_value("foo\nbar=1\na\n=\n5\n", r#"{"foobar": 1, "a": 5}"#);
    assert_value(
        "[s]\nkey=1 # c\nother=2\n",
        r##"{"s": {"key": 1, "#cother": 2}}"##,
    );
    assert_value(
        "a=1 b=2\n[s] c=3\nd=\"x\ny\"",
        "{\"a\": 1, \"b\": 2, \"s\": {\"c\": 3, \"d\": \"x\ny\"}}",
    );
    assert_value(
        "[a]\nx=1\nx=2\n[b]\n[a]\ny=3\nx=7\n",
        r#"{"a": {"x": 7, "y": 3}, "b": {}}"#,
    );
    assert_value(
        "[ s t ]\nk=2\n[]\nz=3\n=4\n\"\"=5\n",
        r#"{"s t": {"k": 2, "z": 3}}"#,
    );
    assert_value("[s]\na[0]=1\nb]=2\nhello", r#"{"s": {"a[0]": 1, "b]": 2}}"#);
    assert_value(
        "; c\n[s] ; d\nk=1 ; e\nl=[1, ; in\n2] ; f",
        r#"{"s": {"k": 1, "l": [1, 2]}}"#,
    );
    assert_value(
        "[s]\rk=1\rl=\"p\r\nq\"\r",
        "{\"s\": {\"k\": 1, \"l\": \"p\r\nq\"}}",
    );
    assert_value("k=true\n(x)=1\n", r#"{"k": true, "(x)": 1}"#);
    assert_value("x=1\n[x]\ny=1\n", r#"{"x": {"y": 1}}"#);
    assert_value("[a\\]b]\nk=&\"\"\n", r#"{"a]b": {"k": &""}}"#);
    assert_value(
        "[a\\]\nk=Vector2( 1, 2 )\n",
        r#"{"a\\": {"k": Vector2(1, 2)}}"#,
    );
    assert_value("\u{feff}[s]\nk=#f00\n", r#"{"s": {"k": Color(1, 0, 0)}}"#);
}

#[test]
fn recognizes_the_layout() {
    for (text, name) in [
        ("config_version=4\n", "godot3"),
        ("config_version=5\na=Vector2( 1, 2 )", "godot4"),
        ("a=PoolByteArray( )\n", "godot3"),
        (
            "a=[Transform(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)]\n",
            "godot3",
        ),
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
    for (text, error) in [
        (
            "[s]\na=[1,\n2",
            "line 3, column 2: expected `,` or `]`, found the end of the text",
        ),
        (
            "[s]\na=Vector2(1,\n2, 3)",
            "line 3, column 4: expected 2 numbers for Vector2, found 3",
        ),
        (
            "[s]\nb=1\na=[é, 1]\n",
            "line 3, column 4: expected a value, found é",
        ),
        (
            "[s",
            "line 1, column 2: expected the name of a section and `]`, found s",
        ),
        (
            "k=\"a\n",
            "line 1, column 3: expected the closing quote of this string",
        ),
        (
            "[s]\nk={1}",
            "line 2, column 5: expected `:` after the key, found `}`",
        ),
        (
            "Hello, world",
            "line 1, column 1: expected a value, found Hello",
        ),
        (
            "",
            "line 1, column 1: expected a value or a section, found the end of the text",
        ),
        (
            "[1, 2,, 3]",
            "line 1, column 7: expected a value, found `,`",
        ),
        (
            "[s]\na=1x\n",
            "line 2, column 3: expected a decimal number, found 1x",
        ),
    ] {
        let found = TextDocument::parse(text, None).map(|it| it.text().to_owned());
        assert_eq!(
            found.map_err(|it| it.to_string()),
            Err(error.into()),
            "{text}"
        );
    }
}

// Godot 4.6.3 rejects these texts except the first two.
#[test]
fn declared_types_precede_one_container() {
    let is_valid = |value: &str| TextDocument::parse(&format!("[s]\na={value}\n"), None).is_ok();
    for value in ["Array[int]([1])", "Dictionary[int, int]({1: 2})"] {
        assert!(is_valid(value), "{value}");
    }
    for value in [
        "Array[int]()",
        "Array[int](5)",
        "Array[int]({})",
        "Array[int]([1], [2])",
        "Array[int](\"text\": [1])",
        "Dictionary[int, int]([])",
        "Dictionary[int, int]({}, {})",
    ] {
        assert!(!is_valid(value), "{value}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    for open in ["[", "{1:", "Foo(", "Array[int](["] {
        let text = format!("a={}", open.repeat(100_000));
        let error = TextDocument::parse(&text, None).expect_err("too deep");
        assert!(error.message().contains("1024 levels"), "{error}");
    }
}

#[test]
fn deep_values_can_be_changed() {
    for (open, close) in [
        ("[", "]"),
        ("{1:", "}"),
        ("Array[int]([", "])"),
        ("Foo(", ")"),
    ] {
        let nested = |value| format!("{}{value}{}", open.repeat(1000), close.repeat(1000));
        let mut document = document(&format!("[s]\na={} ; c\n", nested("1")));
        let layout = document.layout();
        let new = TextDocument::parse(&format!("[s]\na={}", nested("2")), Some(layout));
        let new = new.and_then(|it| it.value(0)).expect("a value");
        document.replace(0, &new).expect("a value");
        assert_eq!(document.text(), format!("[s]\na={} ; c\n", nested("2")));
    }
}

/// Godot 3.2.3, 3.6.2 and 4.6.3 read none of these values, or only their start.
#[test]
fn notations_of_scripts_are_errors() {
    let scripts = [
        "0x10",
        "-0x1F",
        "0b11",
        "1_000",
        "-1_000",
        "1.5_0",
        ".5",
        "+5",
        "'one'",
        "^\"a\"",
        "PI",
        "TAU",
        "INF",
        "NAN",
        "{a=1}",
        "{\"a\"=1}",
        "Vector2.ZERO",
        "[0x10]",
        "Vector2(.5, 1)",
    ];
    for value in scripts {
        for text in [
            format!("[s]\nv={value}\n"),
            format!("[s]\nv={{\"a\": {value}}}\n"),
        ] {
            let error = TextDocument::parse(&text, None).expect_err(&text);
            assert!(error.message().starts_with("expected"), "{text}: {error}");
        }
    }
    for value in [
        "1e3",
        "1e+3",
        "1.",
        "-5",
        "inf",
        "nan",
        "nil",
        "[1,]",
        "{\"a\":1,}",
        "#ff0000",
    ] {
        let text = format!("[s]\nv={value}\n");
        TextDocument::parse(&text, None).expect(&text);
    }
}

#[test]
fn sets_only_what_changes() {
    let text = "; head\n[s] ; s\n\nk = {\"a\": [16, 1e1,], ; c\n\"b\":1.50}\nl=2\n";
    assert_eq!(set(text, "s.k.a[1]", "11"), text.replace("1e1", "11"));
    assert_eq!(set(text, "s.k.b", "2.5"), text.replace("1.50", "2.5"));
    assert_eq!(set(text, "s.l", "[1]"), text.replace("l=2", "l=[1]"));
    assert_eq!(
        set("a={\"x\" : 1 , &\"y\":2}\n", "a.x", "3"),
        "a={\"x\" : 3 , &\"y\":2}\n"
    );
    assert_eq!(set("a=Vector2(1,2)\n", "a.x", "3.0"), "a=Vector2(3, 2)\n");
    assert_eq!(
        set("a=Vector2( 1,2 )\n", "a.x", "3.0"),
        "a=Vector2( 3, 2 )\n"
    );
    assert_eq!(
        set("[a]\nx=1\nx=2\n[b]\n[a]\nx=3\n", "a.x", "4"),
        "[a]\nx=1\nx=2\n[b]\n[a]\nx=4\n"
    );
    assert_eq!(
        set("a=Array[int]([1 , 2])\n", "a[0]", "3"),
        "a=Array[int]([3 , 2])\n"
    );
}

#[test]
fn adds_entries_in_the_style_of_their_neighbours() {
    assert_eq!(set("[ 1 , 2 ]", "[+]", "3"), "[ 1 , 2, 3 ]");
    assert_eq!(set("[1, 2,]", "[+]", "3"), "[1, 2, 3,]");
    assert_eq!(set("[]", "[+]", "3"), "[3]");
    assert_eq!(
        set("{\n\t\"a\": 1 ; one\n}", "b", "2"),
        "{\n\t\"a\": 1, ; one\n\t\"b\": 2\n}"
    );
    assert_eq!(set("{\"a\": 1}", "b", "2"), "{\"a\": 1, \"b\": 2}");
    assert_eq!(
        set("[s]\nx = 1 ; c\n\n[t]\ny=2", "s.z", "2"),
        "[s]\nx = 1 ; c\nz = 2\n\n[t]\ny=2"
    );
    assert_eq!(
        set("[s]\nx = 1\n\n[t]\ny=2", "t.z", "2"),
        "[s]\nx = 1\n\n[t]\ny=2\nz=2\n"
    );
    assert_eq!(set("[s]\n\n[t]\ny=2", "s.z", "2"), "[s]\n\nz=2\n[t]\ny=2");
    assert_eq!(
        set("[s]\nx=1\n", "[\"a b\"]", "2"),
        "\"a b\"=2\n\n[s]\nx=1\n"
    );
    assert_eq!(
        set("[s]\r\nx=1\r\n", "t", "{\"y\": {\"a\": \"b\nc\"}}"),
        "[s]\r\nx=1\r\n\r\n[t]\r\n\r\ny={\r\n\"a\": \"b\nc\"\r\n}\r\n"
    );
    assert_eq!(
        set("[s]\nx=&\"1\"\n", "[\"t]\"]", "{\"=\": 1}"),
        "[s]\nx=&\"1\"\n\n[t\\]]\n\n\"=\"=1\n"
    );
    assert_eq!(
        set("[s]\nx=1\nhello", "t", "{}"),
        "[s]\nx=1\n\n[t]\n\nhello"
    );
}

#[test]
fn removes_entries_with_their_lines() {
    assert_eq!(removed("[1, 2, 3]", &["[1]"]), "[1, 3]");
    assert_eq!(removed("[ 1, 2, 3 ]", &["[1]", "[2]"]), "[ 1 ]");
    assert_eq!(removed("[1]", &["[0]"]), "[]");
    assert_eq!(
        removed("[\n\t1, ; one\n\t2, ; two\n\t3 ; three\n]", &["[1]"]),
        "[\n\t1, ; one\n\t3 ; three\n]"
    );
    assert_eq!(
        removed("[\n\t1, ; one\n\t2, ; two\n\t3 ; three\n]", &["[2]"]),
        "[\n\t1, ; one\n\t2 ; two\n]"
    );
    assert_eq!(
        removed("{\"a\": 1, \"b\": 2, \"a\": 3}", &["a"]),
        "{\"b\": 2}"
    );
    assert_eq!(
        removed("[s]\nx=1\ny=\"a\nb\" ; c\nx=2\nz=3\n", &["s.x", "s.y"]),
        "[s]\nz=3\n"
    );
    assert_eq!(removed("a=1 b=2 c=3\n", &["b"]), "a=1 c=3\n");
    assert_eq!(
        removed("; h\n[s]\nx=1\n\n; t\n[t]\ny=1\n[s]\nx=2\n", &["s"]),
        "; h\n; t\n[t]\ny=1\n"
    );
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
    let document = document(text);
    let value = document.value(0).expect("a value").to_string();
    assert!(
        value.contains(r#"Object(ExtResource,"text":"ExtResource( 1 )")"#),
        "{value}"
    );
    let moved = r#"[Object(Foo,"text":"Foo(\"x\n\")")]"#;
    assert_eq!(set("[s]\nx=1\n", "s.x", moved), "[s]\nx=[Foo(\"x\n\")]\n");
}

#[test]
fn values_that_the_text_cannot_contain_are_errors() {
    let mut config = document("[s]\nx=1\n");
    for new in [
        "7",
        "{1: 2}",
        "{\"s\": 7}",
        "{\"s\": {\"\": 1}}",
        "{\" s\": {}, \"s\": {}}",
    ] {
        let new = config.layout().parse(new).expect(new);
        config.replace(0, &new).expect_err("an error");
        assert_eq!(config.text(), "[s]\nx=1\n");
    }
}

#[test]
fn converts_names_and_notation() {
    let text = "[s] ; c\nids = PoolIntArray( 1,2 )\nq=Quat( 0,0, 0, 1 )\npath=@\"a/b\"\nr=Resource( \"x\" )\ninf=-inf\n";
    let mut document = document(text);
    let reports = document
        .convert(layout("godot4"), &Converter::new())
        .expect("a text");
    assert!(reports[0].is_lossless());
    assert_eq!(
        document.text(),
        text.replace("PoolInt", "PackedInt32")
            .replace("Quat", "Quaternion")
            .replace("@\"a/b\"", "NodePath(\"a/b\")")
    );

    let text = "[s]\na=Vector2i(1,2)\nb=Array[int]( [1 ,2] )\nc=[&\"x\" , PackedInt32Array(3,4)]\n";
    let mut document = self::document(text);
    assert!(
        document
            .convert(layout("godot3"), &Converter::new())
            .is_err()
    );
    assert_eq!(document.text(), text);
    let reports = document
        .convert(layout("godot3"), &Converter::new().lossy())
        .expect("a text");
    assert_eq!(reports[0].total_losses(), 3);
    assert_eq!(
        document.text(),
        "[s]\na=Vector2( 1, 2 )\nb=[1 ,2]\nc=[\"x\" , PoolIntArray(3,4)]\n"
    );

    let text = "[a\\]b]\nx=1\n";
    let mut document = self::document(text);
    let converter = Converter::new().lossy();
    assert!(document.convert(layout("godot3"), &converter).is_err());
    assert_eq!(document.text(), text);
}

#[test]
fn converted_values_are_checked() {
    let text = "[s]\nx=1\n[a\\]b]\nk=1\n";
    let mut document = TextDocument::parse(text, Some(layout("godot4"))).expect("a text");
    let error = document.convert(layout("godot3"), &Converter::new());
    let error = error.expect_err("Godot 3 has no escapes in the names of sections");
    assert_eq!(
        error.to_string(),
        "line 1, column 1: the text cannot contain the new value, or one of its names"
    );
    assert_eq!(document.text(), text);
}

#[test]
fn converts_many_values_in_one_pass() {
    let text = "[&\"x\", 1]\n".repeat(20_000);
    let mut document = document(&text);
    let reports = document.convert(layout("godot3"), &Converter::new().lossy());
    assert_eq!(reports.expect("a text").len(), 20_000);
    assert_eq!(document.text(), text.replace('&', ""));
}

#[test]
fn removes_many_entries_of_one_line() {
    let entries: Vec<_> = (0..50_000).map(|key| format!("{key}:1")).collect();
    let mut document = document(&format!("{{{}}}", entries.join(",")));
    let empty = document.layout().parse("{}").expect("a value");
    document.replace(0, &empty).expect("a text");
    assert_eq!(document.text(), "{}");
}

/// Godot 3.2.3, 3.6.2 and 4.6.3 read `#` as a color, and what follows it as a value.
#[test]
fn a_hash_starts_no_comment_in_a_value() {
    for text in [
        "[s]\na=[1, # , 2\n]\n",
        "[1, # , 2\n]\n",
        "[gd_resource format=2]\n[resource]\na=[1, # , 2\n]\n",
    ] {
        let error = TextDocument::parse(text, None).expect_err(text);
        assert_eq!(error.message(), "expected a value, found `#`");
    }
}

/// What Godot 3.2.3, 3.6.2 and 4.6.3 load as a resource, and what they reject.
#[test]
fn recognizes_resources_as_engines_do() {
    let rest = " type=\"Resource\" format=2]\n[resource]\na = 1\n";
    for text in [
        format!("[gd_resource{rest}"),
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
        format!("[gd_resource{rest}[gd_resource]\n"),
        format!("[gd_resource{rest}= 1\n"),
        format!("[gd_resource.x{rest}"),
        format!("[gd_resource,{rest}"),
        format!("[gd_resource é=1{rest}"),
        "[gd_resource format=2]\na = 1\n[resource]\n".into(),
        "[gd_resource format=2]\n[ext_resource id=1]\na = 1\n[resource]\n".into(),
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
    let rest = "[node name=\"B\" parent=\".\"]\nx = 1\n";
    for (left, is_rest) in [
        ("m\n", true),
        ("m", true),
        ("m ", true),
        ("m ; comment\n", true),
        ("<<<<<<< HEAD\n", false),
        ("<<<<<<<\n", false),
        ("||||||| base\n", false),
        ("=======\n", false),
        (">>>>>>> feature\n", false),
        (">>>>>>>\n", false),
        (">>>>>>>x = 1\n", false),
        ("a b = 1\n", false),
        ("a[0] = 1\n", false),
        ("a\"b\" = 1\n", false),
        ("\"a\" b = 1\n", false),
        ("\"\" = 1\n", false),
    ] {
        let start = "[gd_scene format=3]\n[node name=\"A\"]\nx = 1\n";
        for rest in [rest, ""] {
            let text = format!("{start}{left}{rest}");
            let found = TextDocument::parse(&text, None).map_err(|error| error.line());
            if rest.is_empty() && is_rest {
                // Engines ignore an unfinished key at the end.
                found.expect("a scene");
            } else {
                assert_eq!(found.expect_err(&text), 4, "{text}");
            }
        }
        let text = format!("{left}{start}");
        let is_config =
            matches!(TextDocument::parse(&text, None), Ok(it) if it.kind() == TextKind::Config);
        assert_eq!(
            is_config,
            left.contains('=') && !left.contains("=="),
            "{text}"
        );
    }
    // Godot 3.2 does not quote brackets, and engines write other characters without quotes.
    for key in ["a[0]", "x.y:z/a", "a#,'(){}!", "é"] {
        let text = format!("[gd_scene format=2]\n[node name=\"A\"]\n{key} = 1\n");
        assert_eq!(
            set(&text, &format!("node[\".\"][\"{key}\"]"), "2"),
            text.replace("= 1", "= 2")
        );
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
    assert_eq!(
        set(text, "resource[\"@@a\"]", "5"),
        text.replace("=2\na", "=5\na")
    );
    assert_eq!(
        set(text, "resource[\"@a\"]", "5"),
        text.replace("e a=1", "e a=5")
    );
    assert_eq!(
        set(text, "gd_resource.format", "4"),
        text.replace("=3]", "=4]")
    );
}

#[test]
fn several_tags_with_one_path_do_not_change() {
    let text = "[gd_scene format=3]\n[ext_resource id=\"a\" path=\"x\"]\n[ext_resource id=\"a\" path=\"y\"]\n\
        [sub_resource id=1]\nx = 1\n[sub_resource id=\"1\"]\nx = 2\n[sub_resource id=2]\nx = 1\n\
        [node name=\"R\"]\n[node name=\"A\" parent=\".\"]\nx = 1\n[node name=\"B\" parent=\"A\"]\nx = 1\n\
        [node name=\"B\" parent=\"./A/\" index=\"0\"]\nx = 2\n[node name=\"B\" parent=\".\"]\nx = 1\n";
    let old = document(text);
    let value = old.value(0).expect("a value");
    let check = |path: &str| old.check_paths([&path.parse().expect(path)].into_iter());
    for (path, lines) in [
        ("ext_resource.a", "2, 3"),
        ("ext_resource.a.path", "2, 3"),
        ("sub_resource[1].x", "4, 6"),
        ("sub_resource[\"1\"][0]", "4, 6"),
        ("node[\"A/B\"].x", "13, 15"),
        ("node[\"A/B\"][1].x", "13, 15"),
        ("node[*].x", "13, 15"),
        ("[*][*]", "2, 3"),
    ] {
        let error = check(path).expect_err(path);
        assert!(error.message().contains(lines), "{path}: {error}");
        assert_eq!(
            error.line().to_string(),
            lines.split(',').next().unwrap_or_default(),
            "{path}"
        );
    }
    for path in ["node", "node.A.x", "node.B", "sub_resource[2].x", "[*]"] {
        assert_eq!(check(path), Ok(()), "{path}");
    }
    // A change through the value is an error as well, whatever it does.
    for (path, new) in [
        ("ext_resource.a[1].path", "\"z\""),
        ("ext_resource.a", "{\"id\": \"a\", \"path\": \"y\"}"),
        ("sub_resource[1]", "[]"),
        ("sub_resource[\"1\"]", "{\"@id\": \"1\"}"),
        ("sub_resource[\"2\"]", "{}"),
        ("node[\"A/B\"][0].x", "3"),
        ("node", "{\".\": {\"@name\": \"R\"}}"),
        ("node.C", "[{\"@name\": \"C\", \"@parent\": \".\"}]"),
        ("node.B[\"@parent\"]", "\"A\""),
    ] {
        let (mut changed, mut document) = (value.clone(), document(text));
        let new = document.layout().parse(new).expect(new);
        change::set(&mut changed, &path.parse().expect(path), new).expect(path);
        document.replace(0, &changed).expect_err(path);
        assert_eq!(document.text(), text, "{path}");
    }
    // Other tags change, and references to a removed node are found.
    for path in ["node.A.x", "node.B.x", "sub_resource[2].x"] {
        let changed = set(text, path, "7");
        assert_eq!(changed.matches("x = 7").count(), 1, "{changed}");
    }
    assert_eq!(removed(text, &["node.B"]), text[..text.len() - 33]);
    let mut converted = document(text);
    converted
        .convert(layout("godot3"), &Converter::new())
        .expect("nothing to convert");
    assert_eq!(converted.text(), text);
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
    ] {
        assert_eq!(
            set(SCENE, path, new),
            SCENE.replacen(old_text, new_text, 1),
            "{path}"
        );
    }
    assert_eq!(
        removed(
            SCENE,
            &[
                "sub_resource.Item_1.count",
                "node.Player[\"@groups\"]",
                "connection[0]"
            ]
        ),
        SCENE
            .replace("count = 3 ; three\n", "")
            .replace(" groups=[\"a\", \"b\"]", "")
            .replace(
                "[connection signal=\"ready\" from=\"Player\" to=\".\" method=\"_a\"]\n",
                ""
            )
    );
}

#[test]
fn adds_tags_where_engines_expect_them() {
    for (path, new, before, added) in [
        (
            "ext_resource[\"3_c\"]",
            r#"{"path": "res://c.png", "type": "Texture2D"}"#,
            "id=\"2_b\"]\n",
            "[ext_resource type=\"Texture2D\" path=\"res://c.png\" id=\"3_c\"]\n",
        ),
        (
            "sub_resource.Item_2",
            r#"{"count": 1, "@type": "Resource"}"#,
            "[ &\"x\",1 ]\n",
            "\n[sub_resource type=\"Resource\" id=\"Item_2\"]\ncount = 1\n",
        ),
        (
            "node[\"Player/Hat/Gem\"]",
            r#"{"@type": "Node"}"#,
            "index=\"0\"]\n",
            "\n[node name=\"Gem\" type=\"Node\" parent=\"Player/Hat\"]\n",
        ),
        (
            "connection[+]",
            r#"{"from": ".", "to": ".", "signal": "a", "method": "b"}"#,
            "method=\"_b\"]\n",
            "[connection signal=\"a\" from=\".\" to=\".\" method=\"b\"]\n",
        ),
    ] {
        let mut document = document(SCENE);
        let mut value = document.value(0).expect("a value");
        let new = document.layout().parse(new).expect(new);
        change::set(&mut value, &path.parse().expect(path), new).expect(path);
        document.replace(0, &value).expect(path);
        let place = SCENE.find(before).expect(before) + before.len();
        let (start, end) = SCENE.split_at(place);
        assert_eq!(document.text(), format!("{start}{added}{end}"));
    }
    let text = "[gd_resource type=\"Resource\" format=2]\n\n[resource]";
    let mut document = document(text);
    let value = document.layout().parse(
        r#"{
            "sub_resource": {2: {"@type": "Resource"}},
            "ext_resource": {1: {"type": "Script", "path": "res://a.gd"}},
            "gd_resource": {"type": "Resource", "format": 2},
            "resource": {"script": Object(ExtResource, "text": "ExtResource( 1 )")}
        }"#,
    );
    document
        .replace(0, &value.expect("a value"))
        .expect("a text");
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
    for (path, error) in [
        (
            "ext_resource[\"2_b\"]",
            "line 16, column 11: node.Player.texture still refers to ExtResource(\"2_b\")",
        ),
        (
            "sub_resource.Item_1",
            "line 17, column 10: node.Player.items[0] still refers to SubResource(\"Item_1\")",
        ),
        (
            "node.Player",
            "line 19, column 25: node[\"Player/Hat\"][\"@parent\"] still refers to \"Player\"",
        ),
    ] {
        let mut document = document(SCENE);
        let mut value = document.value(0).expect("a value");
        change::remove_all(&mut value, &[path.parse().expect(path)]).expect(path);
        let found = document.replace(0, &value).expect_err(path);
        assert_eq!(found.to_string(), error);
        assert_eq!(document.text(), SCENE);
    }
    let text = removed(SCENE, &["ext_resource[\"2_b\"]", "node.Player.texture"]);
    assert!(!text.contains("2_b"), "{text}");
}

#[test]
fn values_that_a_scene_cannot_contain_are_errors() {
    for (path, new) in [
        ("gd_resource", "{}"),
        ("foo", "{}"),
        ("node", "[]"),
        ("node.Player", "1"),
        ("node.Player[\"@name\"]", "\"Hero\""),
        ("node.Player[\"@a b\"]", "1"),
        ("node[\"X/Y\"]", "{\"@name\": \"Z\", \"@parent\": \".\"}"),
        ("sub_resource.Item_1[\"@id\"]", "1"),
        ("connection", "{}"),
        ("connection[0]", "{1: 2}"),
    ] {
        let mut document = document(SCENE);
        let mut value = document.value(0).expect("a value");
        let new = document.layout().parse(new).expect(new);
        change::set(&mut value, &path.parse().expect(path), new).expect(path);
        document.replace(0, &value).expect_err(path);
        assert_eq!(document.text(), SCENE);
    }
}

#[test]
fn converts_only_values_of_resources() {
    let text = "[gd_resource type=\"R\" format=2]\n\n[ext_resource path=\"res://a\" type=\"Pool\" id=1]\n\n\
        [node name=\"a\" node_paths=PoolStringArray( \"a\" )]\n\n[resource]\nr = ExtResource( 1 )\n\
        d = PoolByteArray( 1, 2 )\nv = Vector2( 1, 2 )\n";
    let mut document = document(text);
    assert_eq!(document.layout().name, "godot3");
    let converter = Converter::new();
    document
        .convert(layout("godot4"), &converter)
        .expect("a text");
    let new_text = text.replace("PoolB", "PackedB").replace("PoolS", "PackedS");
    assert_eq!(document.text(), new_text);
    let mut document = self::document(&new_text);
    assert_eq!(document.layout().name, "godot4");
    document
        .convert(layout("godot3"), &converter)
        .expect("a text");
    assert_eq!(document.text(), text);
    let text = "[gd_resource type=\"R\" format=4]\n\n[resource]\nd = PackedByteArray(\"AQI=\")\n";
    let mut document = self::document(text);
    document
        .convert(layout("godot3"), &converter)
        .expect("a text");
    assert_eq!(
        document.text(),
        text.replace("PackedByteArray(\"AQI=\")", "PoolByteArray( 1, 2 )")
    );
}

#[test]
fn renamed_keys_keep_their_lines() {
    let config = "; mine\n[player] ; of Ada\n\nhp = 7 ; health\nname=\"Ada\"\n[a]\n\nx=1\n";
    for (from, to, old, new) in [
        ("player.hp", "player.health", "hp =", "health ="),
        ("player.hp", "player[\"full hp\"]", "hp =", "\"full hp\" ="),
        ("player.name", "player.nick", "name=", "nick="),
        ("player", "hero", "[player]", "[hero]"),
        ("a", "[\"b]/c\"]", "[a]", "[b\\]/c]"),
    ] {
        assert_eq!(moved(config, from, to), config.replace(old, new), "{from}");
    }
    let top = "a=1 ; one\nb={\n\"c\": 2, ; two\n&\"d\":   3\n}\n[s]\nx=1\n";
    for (from, to, old, new) in [
        ("a", "z", "a=1", "z=1"),
        ("b", "z", "b={", "z={"),
        ("b.c", "b.z", "\"c\"", "\"z\""),
        ("b.d", "b[5]", "&\"d\"", "5"),
        // A StringName stays a StringName.
        ("b.d", "b.z", "&\"d\"", "&\"z\""),
    ] {
        assert_eq!(moved(top, from, to), top.replace(old, new), "{from}");
    }
    let resource =
        "[gd_resource type=\"Resource\" format=3]\n\n[resource]\nhp = 7 ; health\nname = \"Ada\"\n";
    assert_eq!(
        moved(resource, "resource.hp", "resource.health"),
        resource.replace("hp =", "health =")
    );
    // A value that leaves its section is removed there with its comment.
    assert_eq!(
        moved(config, "player.hp", "a.hp"),
        config
            .replace("hp = 7 ; health\n", "")
            .replace("x=1\n", "x=1\nhp=7\n")
    );
    // All assignments of a repeated key are renamed.
    assert_eq!(moved("[s]\nx=1\nx=2\n", "s.x", "s.y"), "[s]\ny=1\ny=2\n");
}

#[test]
fn removed_elements_leave_the_others_as_they_are() {
    let text = "[\n  0, ; zero\n  1, ; one\n  1.50, ; more\n  2, ; two\n  [ 3 ], ; three\n]";
    for (paths, gone) in [
        (
            &["[0]", "[2]"][..],
            &["  0, ; zero\n", "  1.50, ; more\n"][..],
        ),
        (&["[1]", "[3]"], &["  1, ; one\n", "  2, ; two\n"]),
        (
            &["[0]", "[1]", "[3]", "[4]"],
            &[
                "  0, ; zero\n",
                "  1, ; one\n",
                "  2, ; two\n",
                "  [ 3 ], ; three\n",
            ],
        ),
    ] {
        let expected = gone
            .iter()
            .fold(text.to_owned(), |text, line| text.replace(line, ""));
        assert_eq!(removed(text, paths), expected);
    }
}
