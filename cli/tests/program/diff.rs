//! Tests `gdvariant diff`.

use crate::common::{file, good, run, run_bytes};

/// Encodes JSON values to a file with this name.
#[track_caller]
fn encoded(name: &str, json: &str, options: &str) -> String {
    let bytes = run_bytes(&format!("encode {options}"), json.as_bytes());
    assert!(bytes.status.success(), "{name}: {json}");
    file(&format!("diff-{name}"), &bytes.stdout)
}

/// Returns the differences of two JSON values.
#[track_caller]
fn diff(name: &str, options: &str, old: &str, new: &str) -> String {
    let framed = if options.contains("--framed") {
        "--framed"
    } else {
        ""
    };
    let old = encoded(&format!("{name}-old"), old, framed);
    let new = encoded(&format!("{name}-new"), new, framed);
    let ran = run(&format!("diff {options} {old} {new}"), "");
    assert_eq!(ran.err, "");
    assert_eq!(ran.status, i32::from(!ran.out.is_empty()), "{}", ran.out);
    ran.out
}

/// Runs the program, checks for exit status 2, and returns its error.
#[track_caller]
fn failure(args: &str, input: &[u8]) -> String {
    let ran = run(args, input);
    assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{}", ran.err);
    ran.err
}

const OLD: &str = r#"{"player": {"health": 100, "name": "Ada", "curses": ["slow"]}, "items": ["axe", "bow"], "position": {"Vector2": [1.0, 2.0]}}"#;
const NEW: &str = r#"{"player": {"health": 90, "name": "Ada"}, "items": ["axe", "sword", "bow"], "position": {"Vector2": [1.0, 2.5]}, "a\nb": null}"#;

#[test]
fn each_difference_is_a_line_with_its_path() {
    assert_eq!(
        diff("lines", "", OLD, NEW),
        "~ player.health: 100 -> 90\n\
         - player.curses: [ \"slow\" ]\n\
         + items[1]: \"sword\"\n\
         ~ position: Vector2( 1, 2 ) -> Vector2( 1, 2.5 )\n\
         + [\"a\\nb\"]: null\n"
    );
    assert_eq!(diff("same", "", OLD, OLD), "");
    assert_eq!(diff("root", "", "7", "\"7\""), "~ 7 -> \"7\"\n");
}

#[test]
fn each_difference_is_an_object_of_json() {
    assert_eq!(
        diff("json", "--json", OLD, NEW),
        "{\"change\":\"changed\",\"path\":\"player.health\",\"old\":100,\"new\":90}\n\
         {\"change\":\"removed\",\"path\":\"player.curses\",\"old\":[\"slow\"]}\n\
         {\"change\":\"added\",\"path\":\"items[1]\",\"new\":\"sword\"}\n\
         {\"change\":\"changed\",\"path\":\"position\",\"old\":{\"Vector2\":[1.0,2.0]},\"new\":{\"Vector2\":[1.0,2.5]}}\n\
         {\"change\":\"added\",\"path\":\"[\\\"a\\\\nb\\\"]\",\"new\":null}\n"
    );
    assert_eq!(
        diff(
            "json-moved",
            "--json",
            r#"[{"a": 1}, {"b": 2}, 3]"#,
            r#"[0, {"a": 1}, {"b": 4}, 3]"#
        ),
        "{\"change\":\"added\",\"path\":\"[0]\",\"new\":0}\n\
         {\"change\":\"changed\",\"path\":\"[1].b\",\"new_path\":\"[2].b\",\"old\":2,\"new\":4}\n"
    );
}

#[test]
fn signals_with_equal_texts_are_shown_as_json() {
    let encode = |name: &str, id: u8| {
        let json = format!(r#"{{"Signal": {{"name": "pressed", "id": {id}}}}}"#);
        encoded(name, &json, "--layout godot4")
    };
    let (old, new) = (encode("signal-old", 7), encode("signal-new", 8));
    let ran = run(&format!("diff --layout godot4 {old} {new}"), "");
    assert_eq!(
        ran.out,
        "~ {\"Signal\":{\"name\":\"pressed\",\"id\":7}} -> {\"Signal\":{\"name\":\"pressed\",\"id\":8}}\n"
    );
}

/// Checks that control characters are escaped: they would be removed together with the colors.
#[test]
fn controls_are_escaped_in_pipes() {
    let (old, new) = ("null", "[\"a\\u001b\u{202e}b\u{9b}c\"]");
    assert_eq!(
        diff("controls", "", old, new),
        "~ null -> [ \"a\\u001b\\u202eb\\u009bc\" ]\n"
    );
    assert_eq!(
        diff("controls", "--json", old, new),
        "{\"change\":\"changed\",\"path\":\"\",\"old\":null,\"new\":[\"a\\u001b\\u202eb\\u009bc\"]}\n"
    );
}

#[test]
fn quiet_prints_nothing() {
    let old = encoded("quiet-old", OLD, "");
    let new = encoded("quiet-new", NEW, "");
    let ran = run(&format!("diff -q {old} {new}"), "");
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str(), ran.status),
        ("", "", 1)
    );
    assert_eq!(good(&format!("diff --quiet {old} {old}"), ""), "");
}

#[test]
fn numbers_are_equal_by_type_and_value() {
    assert_eq!(
        diff(
            "nans",
            "",
            r#"[{"float": "nan"}]"#,
            r#"[{"float": "nan:7ff8000000000001"}]"#
        ),
        ""
    );
    assert_eq!(
        diff(
            "numbers",
            "",
            "[1, 0.0, 0.1]",
            "[1.0, -0.0, 0.10000000000000001]"
        ),
        "~ [0]: 1 -> 1.0\n~ [1]: 0.0 -> -0.0\n"
    );
    // All digits are shown, because the numbers would look equal with fewer.
    assert_eq!(
        diff("digits", "", "0.1", "0.10000000000000002"),
        "~ 0.1 -> 0.10000000000000002\n"
    );
}

#[test]
fn ranges_of_packed_arrays_show_up_to_eight_elements() {
    let array = |changed: i32| {
        let numbers = (0..20).map(|index| if index < changed { -1 } else { index });
        format!("{{\"PoolIntArray\": {:?}}}", numbers.collect::<Vec<_>>())
    };
    assert_eq!(
        diff("eight", "", &array(0), &array(8)),
        "~ [0 to 7]: 0, 1, 2, 3, 4, 5, 6, 7 -> -1, -1, -1, -1, -1, -1, -1, -1\n"
    );
    let nine = diff("nine", "", &array(0), &array(9));
    assert!(nine.contains("6, 7, … (9 in all)"), "{nine}");
}

#[test]
fn keys_of_every_type_are_matched_in_any_order() {
    let old = r#"{"Dictionary": [[1, "a"], [2.5, "b"], [{"Vector2": [1.0, 2.0]}, "c"], [["k", 1], "d"], [null, 1], [true, 1], ["1", 5]]}"#;
    let new = r#"{"Dictionary": [[["k", 1], "D"], [{"Vector2": [1.0, 2.0]}, "C"], [2.5, "B"], ["1", 6], [1, "A"], [false, 1]]}"#;
    assert_eq!(
        diff("keys", "", old, new),
        "~ the keys are in a different order\n\
         ~ [1]: \"a\" -> \"A\"\n\
         ~ [2.5]: \"b\" -> \"B\"\n\
         ~ [Vector2( 1, 2 )]: \"c\" -> \"C\"\n\
         ~ [[ \"k\", 1 ]]: \"d\" -> \"D\"\n\
         - [null]: 1\n\
         - [true]: 1\n\
         ~ [\"1\"]: 5 -> 6\n\
         + [false]: 1\n"
    );
}

#[test]
fn the_order_of_keys_is_compared_unless_ignored() {
    let (old, new) = (
        r#"[{"a": {"x": 1, "y": 2}}]"#,
        r#"[{"a": {"y": 2, "x": 1}}]"#,
    );
    assert_eq!(
        diff("order", "", old, new),
        "~ [0].a: the keys are in a different order\n"
    );
    assert_eq!(diff("ignored", "--ignore-order", old, new), "");
    assert_eq!(
        diff("order-json", "--json", old, new),
        "{\"change\":\"order\",\"path\":\"[0].a\"}\n"
    );
    // An added key and a removed key do not change the order of the others.
    assert_eq!(
        diff(
            "no-order",
            "",
            r#"{"a": 1, "b": 2, "c": 3}"#,
            r#"{"x": 0, "b": 2, "c": 3}"#
        ),
        "- a: 1\n+ x: 0\n"
    );
}

#[test]
fn packed_arrays_are_compared_by_ranges() {
    let ints = |values: &[i32]| format!("{{\"PoolIntArray\": {values:?}}}");
    let diff_of = |name: &str, options: &str, old: &[i32], new: &[i32]| {
        diff(name, options, &ints(old), &ints(new))
    };
    assert_eq!(
        diff_of("packed", "", &[1, 2, 3, 4, 5], &[1, 0, 3, 0, 0]),
        "~ [1]: 2 -> 0\n~ [3 to 4]: 4, 5 -> 0, 0\n"
    );
    assert_eq!(
        diff_of("insert", "", &[1, 2, 3], &[1, 7, 8, 2, 3]),
        "+ [1 to 2]: 7, 8\n"
    );
    assert_eq!(diff_of("remove", "", &[1, 1, 1], &[1, 1]), "- [2]: 1\n");
    assert_eq!(
        diff_of("replace", "", &[1, 2, 3], &[1, 9, 8, 3]),
        "~ [1]: 2 -> 9, 8\n"
    );
    let old: Vec<i32> = (0..100).collect();
    let new: Vec<i32> = (0..100)
        .map(|i| if i % 3 == 0 { -i - 1 } else { i })
        .collect();
    let lines = diff_of("many", "", &old, &new);
    assert_eq!(lines.lines().count(), 11);
    assert!(
        lines.ends_with("~ 24 more ranges with 24 elements in all; --full lists them\n"),
        "{lines}"
    );
    assert_eq!(diff_of("full", "--full", &old, &new).lines().count(), 34);
    let json = diff_of("packed-json", "--json", &[1, 2], &[1, 2, 3]);
    assert_eq!(
        json,
        "{\"change\":\"elements\",\"path\":\"\",\"old_range\":[2,2],\"new_range\":[2,3]}\n"
    );
    let texts = diff(
        "texts",
        "",
        r#"{"t": {"PoolStringArray": ["a", "b\n"]}, "v": {"PoolVector2Array": [[1.0, 2.0]]}}"#,
        r#"{"t": {"PoolStringArray": ["a", "\"c\""]}, "v": {"PoolVector2Array": [[1.0, 2.5]]}}"#,
    );
    assert_eq!(
        texts,
        "~ t[1]: \"b\\n\" -> \"\\\"c\\\"\"\n~ v[0]: (1.0, 2.0) -> (1.0, 2.5)\n"
    );
}

#[test]
fn long_values_are_shortened_where_they_differ() {
    let long = |end: &str| format!("\"{}{end}\"", "x".repeat(1000));
    let lines = diff("long", "", &long("a"), &long("b"));
    assert_eq!(lines, "~ …xxxxxxxxxxxxxxxxa\" -> …xxxxxxxxxxxxxxxxb\"\n");
    let lines = diff("long-full", "--full", &long("a"), &long("b"));
    assert!(lines.len() > 2000, "{lines}");
    let array = format!("{{\"a\": [{}0]}}", "1, ".repeat(1000));
    let lines = diff("long-array", "", "{}", &array);
    assert!(lines.starts_with("+ a: [ 1, 1"), "{lines}");
    assert!(lines.ends_with("… (1001 in all)\n"), "{lines}");
}

#[test]
fn replaced_elements_are_paired_by_common_features() {
    let old = r#"[0, {"name": "axe", "cost": 5}, {"name": "bow", "cost": 7}, 9]"#;
    let new = r#"[0, {"name": "bow", "cost": 8}, {"name": "cup", "cost": 1}, 9]"#;
    assert_eq!(
        diff("pairs", "", old, new),
        "- [1]: { \"name\": \"axe\", \"cost\": 5 }\n\
         ~ [2].cost: 7 -> 8\n\
         + [2]: { \"name\": \"cup\", \"cost\": 1 }\n"
    );
    assert_eq!(
        diff("in-order", "", "[1, 2, 3]", "[1, \"a\", 3.5, \"b\", 3]"),
        "~ [1]: 2 -> \"a\"\n+ [2]: 3.5\n+ [3]: \"b\"\n"
    );
}

#[test]
fn framed_values_are_compared_in_order() {
    let lines = diff("framed", "--framed", "1 {\"a\": 2} 3 4", "1 {\"a\": 5} 3");
    assert_eq!(lines, "~ value 2: a: 2 -> 5\n- value 4: 4\n");
    let lines = diff("framed-more", "--framed", "1", "2 3");
    assert_eq!(lines, "~ value 1: 1 -> 2\n+ value 2: 3\n");
}

#[test]
fn lines_of_hex_are_compared_in_order() {
    let old = file("diff-old.hex", b"02000000 07000000\n02000000 08000000\n");
    let new = file("diff-new.hex", b"0x0200000007000000\n0200000009000000\n");
    let ran = run(&format!("diff --from hex {old} {new}"), "");
    assert_eq!((ran.out.as_str(), ran.status), ("~ value 2: 8 -> 9\n", 1));
}

#[test]
fn one_file_can_be_standard_input() {
    let old = encoded("stdin", OLD, "");
    let bytes = std::fs::read(&old).unwrap();
    assert_eq!(good(&format!("diff - {old}"), &bytes), "");
    assert_eq!(good(&format!("diff {old} -"), &bytes), "");
    assert!(failure("diff - -", &bytes).contains("only one of the two files"));
}

#[test]
fn failures_have_status_2() {
    let old = encoded("failure", OLD, "");
    let bad = file("diff-bad", &[0xff; 8]);
    let cut = file(
        "diff-cut",
        &[8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0],
    );
    let missing = format!("{old}.missing");
    assert!(failure(&format!("diff {old} {bad}"), b"").contains("unknown type"));
    assert!(failure(&format!("diff {bad} {old}"), b"").contains("unknown type"));
    // Equal bytes must be valid, too.
    assert!(failure(&format!("diff {bad} {bad}"), b"").contains("unknown type"));
    assert!(failure(&format!("diff --framed {cut} {cut}"), b"").contains("the input ends"));
    assert!(failure(&format!("diff {old} {missing}"), b"").contains("the file does not exist"));
    assert!(failure(&format!("diff {old} -"), b"").contains("empty"));
    failure(&format!("diff {old}"), b"");
    failure(&format!("diff {old} {old} --layout godot9"), b"");
}

#[test]
fn long_paths_are_shortened_at_the_start() {
    // 1,000 changes at a depth of 900, each with a path of 2,700 characters.
    let deep = |element: &str| {
        let elements = [element; 1000].join(",");
        format!("{}{elements}{}", "[".repeat(900), "]".repeat(900))
    };
    for (options, shown) in [("", "~ …0][0]"), ("--json", "\"path\":\"…0][0]")] {
        let lines = diff("long-paths", options, &deep("1"), &deep("2"));
        assert_eq!(lines.lines().count(), 1000, "{options}");
        assert!(lines.contains(shown), "{options}");
        assert!(lines.len() < 400_000, "{options}: {} bytes", lines.len());
    }
}

#[test]
fn deep_values_are_compared() {
    let deep = |end: &str| format!("{}{end}{}", "[0,".repeat(1000), "]".repeat(1000));
    let lines = diff("deep", "--full", &deep("1"), &deep("2"));
    assert_eq!(lines, format!("~ {}: 1 -> 2\n", "[1]".repeat(1000)));
}

#[test]
#[cfg(feature = "godot4")]
fn values_that_convert_exactly_are_equal() {
    let old = encoded(
        "godot3",
        r#"{"a": {"PoolIntArray": [1, 2]}, "t": {"Transform": {"basis": {"x": [1.0, 0.0, 0.0], "y": [0.0, 1.0, 0.0], "z": [0.0, 0.0, 1.0]}, "origin": [0.0, 0.0, 0.0]}}, "v": {"Vector2": [1.0, 2.0]}}"#,
        "",
    );
    let same = format!("{old}.godot4");
    good(
        &format!("convert --from-layout godot3 --to-layout godot4 {old} -o {same}"),
        "",
    );
    assert_ne!(std::fs::read(&old).unwrap(), std::fs::read(&same).unwrap());
    let options = "--layout-a godot3 --layout-b godot4";
    assert_eq!(good(&format!("diff {options} {old} {same}"), ""), "");
    let other = encoded(
        "godot4",
        r#"{"a": {"TypedArray": {"element": "int", "values": [1, 2]}}, "v": {"Vector2i": [1, 2]}}"#,
        "--layout godot4",
    );
    let ran = run(&format!("diff {options} {old} {other}"), "");
    assert_eq!(
        ran.out,
        "~ a: PoolIntArray( 1, 2 ) -> Array[int]([1, 2])\n\
         - t: Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 )\n\
         ~ v: Vector2( 1, 2 ) -> Vector2i(1, 2)\n"
    );
    let error = failure(&format!("diff {old} {same}"), b"");
    assert!(error.contains("--layout-b godot4"), "{error}");
    let error = failure(&format!("diff --layout-b godot3 {old} {same}"), b"");
    assert!(error.contains("--layout-b godot4"), "{error}");
}

#[test]
fn objects_of_one_class_are_compared_by_property() {
    let node = |class: &str, properties: &str| {
        format!("{{\"Object\": {{\"class\": \"{class}\", \"properties\": [{properties}]}}}}")
    };
    let old = node("Node", r#"["name", "a"], ["x", 1], ["x", 2]"#);
    let new = node("Node", r#"["name", "b"], ["x", 1]"#);
    assert_eq!(
        diff("objects", "--allow-objects", &old, &new),
        "~ name: \"a\" -> \"b\"\n- x: 2\n"
    );
    assert_eq!(
        diff("classes", "--allow-objects", &new, &node("Node2D", "")),
        "~ Object(Node,\"name\":\"b\",\"x\":1) -> Object(Node2D,)\n"
    );
}

#[test]
#[cfg(all(feature = "godot4", feature = "pandemonium5", feature = "double"))]
fn counterparts_of_other_layouts_are_equal() {
    let json =
        r#"{"t": {"TypedArray": {"element": "int", "values": [1]}}, "v": {"Vector2": [0.1, 1.5]}}"#;
    let old = encoded("counterparts", json, "--layout godot4");
    for layout in ["pandemonium5", "godot4_double"] {
        let new = format!("{old}.{layout}");
        good(
            &format!("convert --from-layout godot4 --to-layout {layout} {old} -o {new}"),
            "",
        );
        let options = format!("--layout-a godot4 --layout-b {layout}");
        assert_eq!(good(&format!("diff {options} {old} {new}"), ""), "");
    }
}

#[test]
#[cfg(feature = "godot4")]
fn declared_types_are_compared() {
    let typed = |element: &str| {
        format!("{{\"TypedArray\": {{\"element\": \"{element}\", \"values\": []}}}}")
    };
    let [int, float] = ["int", "float"].map(typed);
    let of = |name: &str, json: &str| encoded(name, json, "--layout godot4");
    let (int, float, any) = (of("int", &int), of("float", &float), of("any", "[]"));
    let diff = |old: &str, new: &str| run(&format!("diff --layout godot4 {old} {new}"), "").out;
    assert_eq!(diff(&int, &float), "~ Array[int] -> Array[float]\n");
    assert_eq!(diff(&int, &any), "~ Array[int] -> Array\n");
    assert_eq!(diff(&int, &int), "");
}

/// Returns the path of a file with framed values that an engine wrote.
#[cfg(all(feature = "compressed", feature = "encrypted"))]
fn data(engine: &str, name: &str) -> String {
    format!(
        "{}/../conformance/files/{engine}/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
#[cfg(all(feature = "compressed", feature = "encrypted"))]
fn compressed_and_encrypted_files_are_compared() {
    let password = file("diff-password", b"correct horse\n");
    let wrong = file("diff-wrong", b"battery staple\n");
    let key = (0..32).fold(String::new(), |key, index| {
        format!("{key}{:02x}", index * 5 % 256)
    });
    let of = |name: &str| data("godot-3.2.3", name);
    let (plain, zstd) = (of("plain-300.dat"), of("zstd-300.gcpf"));
    let (pass, keyed) = (of("pass-300.gdec"), of("key-300.gdec"));
    for args in [
        format!("{plain} {zstd}"),
        format!("{pass} {pass} --password-file {password}"),
        format!("{plain} {pass} --password-file {password}"),
        format!("{pass} {keyed} --password-file {password} --key-b {key}"),
        format!("{keyed} {pass} --key {key} --password-file-b {password}"),
    ] {
        assert_eq!(good(&format!("diff --framed {args}"), ""), "", "{args}");
    }
    let args = format!("{pass} {pass} --password-file {password} --password-file-b {wrong}");
    assert!(failure(&format!("diff --framed {args}"), b"").contains("wrong password"));
    assert!(failure(&format!("diff --framed {plain} {pass}"), b"").contains("--password-file"));
    let other = of("gzip-0.gcpf");
    let ran = run(&format!("diff --framed {plain} {other}"), "");
    assert_eq!(ran.status, 1);
    assert!(ran.out.starts_with("- value 1: items[0]: "), "{}", ran.out);
}

/// Checks that a key with a NaN or a zero is found in the copy of a file, in any order of the keys
/// and beside any number of others.
#[cfg(feature = "godot4")]
#[test]
fn keys_with_a_nan_are_found() {
    let keys = [
        "nan",
        "0.0",
        "Vector2(nan, 0)",
        "[nan]",
        r#"{"a": nan}"#,
        r#"[{"a": nan}]"#,
        r#"{"a": [0.0, nan]}"#,
        "PackedFloat32Array(nan)",
    ];
    for key in keys {
        for others in [0, 1, 12, 40] {
            let mut pairs: Vec<_> = (0..others).map(|n| format!("{n}: {n}")).collect();
            pairs.push(format!("{key}: 7"));
            let of_pairs = |name: &str, pairs: &[String]| {
                let text = format!("{{{}}}", pairs.join(", "));
                encoded(name, &text, "--from text --layout godot4")
            };
            let old = of_pairs("nan-old", &pairs);
            pairs.reverse();
            let new = of_pairs("nan-new", &pairs);
            let options = "--layout godot4 --bare";
            assert_eq!(
                good(&format!("diff {options} {old} {old}"), ""),
                "",
                "{key}"
            );
            let order = "~ the keys are in a different order\n";
            let expected = if others > 0 { order } else { "" };
            let ran = run(&format!("diff {options} {old} {new}"), "");
            assert_eq!(ran.out, expected, "{key}");
            let last = pairs.iter_mut().next().expect("the key");
            *last = format!("{key}: 8");
            let changed = of_pairs("nan-changed", &pairs);
            let ran = run(&format!("diff {options} {new} {changed}"), "");
            assert_eq!(ran.out.lines().count(), 1, "{key}: {}", ran.out);
            assert!(ran.out.ends_with(": 7 -> 8\n"), "{key}: {}", ran.out);
        }
    }
}
