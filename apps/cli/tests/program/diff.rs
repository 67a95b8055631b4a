//! Tests `gdvariant diff`.

use crate::common::{console, empty_folder, file, run, run_bytes};

/// Returns the differences of two JSON values.
#[track_caller]
fn diff(options: &str, old: &str, new: &str) -> String {
    let [old, new] = [("old", old), ("new", new)]
        .map(|(name, json)| file(name, &run_bytes("encode --bare", json.as_bytes()).stdout));
    let ran = run(&format!("diff --bare {options} {old} {new}"), "");
    assert_eq!((ran.err.as_str(), ran.status), ("", 1), "{}", ran.out);
    ran.out
}

#[test]
fn differences_have_paths() {
    for name in [
        "plain-300.dat",
        "zstd-300.gcpf",
        "pass-300.gdec",
        "key-300.gdec",
    ] {
        let path = format!(
            "{}/../../conformance/files/godot-3.2.3/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        file(name, &std::fs::read(path).unwrap());
    }
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'{"player": {"health": 100, "name": "Ada", "curses": ["slow"]}, "items": ["axe", "bow"], "position": {"Vector2": [1.0, 2.0]}}' | encode --bare -o old
'{"player": {"health": 90, "name": "Ada"}, "items": ["axe", "sword", "bow"], "position": {"Vector2": [1.0, 2.5]}, "a\nb": null}' | encode --bare -o new
diff old new
= ~ player.health: 100 -> 90
= - player.curses: [ "slow" ]
= + items[1]: "sword"
= ~ position: Vector2( 1, 2 ) -> Vector2( 1, 2.5 )
= + ["a\nb"]: null
[1]
diff --json old new
= {"change":"changed","path":"player.health","old":100,"new":90}
= {"change":"removed","path":"player.curses","old":["slow"]}
= {"change":"added","path":"items[1]","new":"sword"}
= {"change":"changed","path":"position","old":{"Vector2":[1.0,2.0]},"new":{"Vector2":[1.0,2.5]}}
= {"change":"added","path":"[\"a\\nb\"]","new":null}
[1]
diff -q old new
[1]
diff --quiet old old
cat old | diff - old
cat old | diff - -
[2]
'[{"a": 1}, {"b": 2}, 3]' | encode --bare -o a
'[0, {"a": 1}, {"b": 4}, 3]' | encode --bare -o b
diff --json a b
= {"change":"added","path":"[0]","new":0}
= {"change":"changed","path":"[1].b","new_path":"[2].b","old":2,"new":4}
[1]
'7' | encode --bare -o a
'"7"' | encode --bare -o b
diff a b
= ~ 7 -> "7"
[1]

# Control characters are escaped: they would be removed together with the colors.
'["a\u001b\u202eb\u009bc"]' | encode --bare -o b
diff a b
= ~ 7 -> [ "a\u001b\u202eb\u009bc" ]
[1]

# Numbers are equal by type and value; all digits are shown if fewer would look equal.
'{"nan": {"float": "nan"}, "int": 1, "zero": 0.0, "same": 0.1, "near": 0.1}' | encode --bare -o a
'{"nan": {"float": "nan:7ff8000000000001"}, "int": 1.0, "zero": -0.0, "same": 0.10000000000000001, "near": 0.10000000000000002}' | encode --bare -o b
diff a b
= ~ int: 1 -> 1.0
= ~ zero: 0.0 -> -0.0
= ~ near: 0.1 -> 0.10000000000000002
[1]

# Keys of every type are matched in any order.
'{"Dictionary": [[1, "a"], [2.5, "b"], [{"Vector2": [1.0, 2.0]}, "c"], [["k", 1], "d"], [null, 1], [true, 1], ["1", 5]]}' | encode --bare -o a
'{"Dictionary": [[["k", 1], "D"], [{"Vector2": [1.0, 2.0]}, "C"], [2.5, "B"], ["1", 6], [1, "A"], [false, 1]]}' | encode --bare -o b
diff a b
= ~ the keys are in a different order
= ~ [1]: "a" -> "A"
= ~ [2.5]: "b" -> "B"
= ~ [Vector2( 1, 2 )]: "c" -> "C"
= ~ [[ "k", 1 ]]: "d" -> "D"
= - [null]: 1
= - [true]: 1
= ~ ["1"]: 5 -> 6
= + [false]: 1
[1]
'[{"a": {"x": 1, "y": 2}}]' | encode --bare -o a
'[{"a": {"y": 2, "x": 1}}]' | encode --bare -o b
diff a b
= ~ [0].a: the keys are in a different order
[1]
diff --ignore-order a b
diff --json a b
= {"change":"order","path":"[0].a"}
[1]

# An added key and a removed key do not change the order of the others.
'{"a": 1, "b": 2, "c": 3}' | encode --bare -o a
'{"x": 0, "b": 2, "c": 3}' | encode --bare -o b
diff a b
= - a: 1
= + x: 0
[1]

# Packed arrays are compared by ranges, of which up to eight elements are shown.
'[{"PoolIntArray": [1, 2, 3, 4, 5]}, {"PoolIntArray": [1, 2, 3]}, {"PoolIntArray": [1, 1, 1]}, {"PoolIntArray": [1, 2, 3]}]' | encode --bare -o a
'[{"PoolIntArray": [1, 0, 3, 0, 0]}, {"PoolIntArray": [1, 7, 8, 2, 3]}, {"PoolIntArray": [1, 1]}, {"PoolIntArray": [1, 9, 8, 3]}]' | encode --bare -o b
diff a b
= ~ [0][1]: 2 -> 0
= ~ [0][3 to 4]: 4, 5 -> 0, 0
= + [1][1 to 2]: 7, 8
= - [2][2]: 1
= ~ [3][1]: 2 -> 9, 8
[1]
diff --json a b
+ {"change":"elements","path":"[3]","old_range":[1,2],"new_range":[1,3]}
[1]
'{"e": {"PoolIntArray": [0, 1, 2, 3, 4, 5, 6, 7, 8]}, "n": {"PoolIntArray": [0, 1, 2, 3, 4, 5, 6, 7, 8]}}' | encode --bare -o a
'{"e": {"PoolIntArray": [9, 9, 9, 9, 9, 9, 9, 9, 8]}, "n": {"PoolIntArray": [9, 9, 9, 9, 9, 9, 9, 9, 9]}}' | encode --bare -o b
diff a b
= ~ e[0 to 7]: 0, 1, 2, 3, 4, 5, 6, 7 -> 9, 9, 9, 9, 9, 9, 9, 9
= ~ n[0 to 8]: 0, 1, 2, 3, 4, 5, 6, 7, … (9 in all) -> 9, 9, 9, 9, 9, 9, 9, 9, … (9 in all)
[1]
'{"t": {"PoolStringArray": ["a", "b\n"]}, "v": {"PoolVector2Array": [[1.0, 2.0]]}}' | encode --bare -o a
'{"t": {"PoolStringArray": ["a", "\"c\""]}, "v": {"PoolVector2Array": [[1.0, 2.5]]}}' | encode --bare -o b
diff a b
= ~ t[1]: "b\n" -> "\"c\""
= ~ v[0]: (1.0, 2.0) -> (1.0, 2.5)
[1]

'[1, 2, 3]' | encode --bare -o a
'[1, "a", 3.5, "b", 3]' | encode --bare -o b
diff a b
= ~ [1]: 2 -> "a"
= + [2]: 3.5
= + [3]: "b"
[1]

# Objects of one class are compared by property.
'{"Object": {"class": "Node", "properties": [["name", "a"], ["x", 1], ["x", 2]]}}' | encode --bare -o a
'{"Object": {"class": "Node", "properties": [["name", "b"], ["x", 1]]}}' | encode --bare -o b
'{"Object": {"class": "Node2D", "properties": []}}' | encode --bare -o c
diff --allow-objects a b
= ~ name: "a" -> "b"
= - x: 2
[1]
diff --allow-objects b c
= ~ Object(Node,"name":"b","x":1) -> Object(Node2D,)
[1]

# Several values are compared in order.
'1 {"a": 2} 3 4' | encode --framed -o a
'1 {"a": 5} 3' | encode --framed -o b
'1' | encode --framed -o c
'2 3' | encode --framed -o d
diff --framed a b
= ~ value 2: a: 2 -> 5
= - value 4: 4
[1]
diff --framed c d
= ~ value 1: 1 -> 2
= + value 2: 3
[1]
'02000000 07000000⏎02000000 08000000' > a
'0x0200000007000000⏎0200000009000000' > b
diff --from hex a b
= ~ value 2: 8 -> 9
[1]

# Equal bytes must be valid, too.
hex ffffffff ffffffff > bad
diff old bad
[2]
diff bad bad
[2]
diff old missing
[2]
diff old
[2]

# Values that convert exactly are equal.
'{"a": {"PoolIntArray": [1, 2]}, "t": {"Transform": {"basis": {"x": [1.0, 0.0, 0.0], "y": [0.0, 1.0, 0.0], "z": [0.0, 0.0, 1.0]}, "origin": [0.0, 0.0, 0.0]}}, "v": {"Vector2": [1.0, 2.0]}}' | encode --bare -o a
convert --from-layout godot3 --to-layout godot4 a -o b
'{"a": {"TypedArray": {"element": "int", "values": [1, 2]}}, "v": {"Vector2i": [1, 2]}}' | encode --bare --layout godot4 -o c
diff --layout-a godot3 --layout-b godot4 a b
diff --layout-a godot3 --layout-b godot4 a c
= ~ a: PoolIntArray( 1, 2 ) -> Array[int]([1, 2])
= - t: Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 )
= ~ v: Vector2( 1, 2 ) -> Vector2i(1, 2)
[1]
diff a b
~ --layout-b godot4
[2]
diff --layout-b godot3 a b
~ --layout-b godot4
[2]
layout godot4
'{"t": {"TypedArray": {"element": "int", "values": [1]}}, "v": {"Vector2": [0.1, 1.5]}}' | encode --bare -o a
convert --from-layout godot4 --to-layout godot4_double a -o c
diff --layout-b godot4_double a c

# Signals with equal text, and declared types.
'[{"Signal": {"name": "pressed", "id": 7}}, {"TypedArray": {"element": "int", "values": []}}, {"TypedArray": {"element": "int", "values": []}}]' | encode --bare -o a
'[{"Signal": {"name": "pressed", "id": 8}}, {"TypedArray": {"element": "float", "values": []}}, []]' | encode --bare -o b
diff a b
= ~ [0]: {"Signal":{"name":"pressed","id":7}} -> {"Signal":{"name":"pressed","id":8}}
= ~ [1]: Array[int] -> Array[float]
= ~ [2]: Array[int] -> Array
[1]

# Compressed and encrypted files.
layout godot3
'correct horse' > password
'battery staple' > wrong
diff --framed plain-300.dat zstd-300.gcpf
diff --framed pass-300.gdec key-300.gdec --password-file password --key-b 00050a0f14191e23282d32373c41464b50555a5f64696e73787d82878c91969b
diff --framed pass-300.gdec pass-300.gdec --password-file password --password-file-b wrong
[2]
"#;

#[test]
fn long_values_are_shortened() {
    let long = |end: &str| format!("\"{}{end}\"", "x".repeat(1000));
    let lines = diff("", &long("a"), &long("b"));
    assert_eq!(lines, "~ …xxxxxxxxxxxxxxxxa\" -> …xxxxxxxxxxxxxxxxb\"\n");
    assert!(diff("--full", &long("a"), &long("b")).len() > 2000);
    let lines = diff("", "{}", &format!("{{\"a\": [{}0]}}", "1, ".repeat(1000)));
    assert!(lines.ends_with("… (1001 in all)\n"), "{lines}");
    // 34 ranges.
    let ints = |sign: i32| {
        let ints = (0..100).map(|it| if it % 3 == 0 { sign * (it + 1) } else { it });
        format!("{{\"PoolIntArray\": {:?}}}", ints.collect::<Vec<_>>())
    };
    let lines = diff("", &ints(1), &ints(-1));
    assert_eq!(lines.lines().count(), 11);
    assert!(
        lines.contains(" 24 more ranges with 24 elements"),
        "{lines}"
    );
    assert_eq!(diff("--full", &ints(1), &ints(-1)).lines().count(), 34);
    // 100 changes, each with a path of 2,700 characters.
    let deep = |element: &str| {
        let elements = [element; 100].join(",");
        format!("{}{elements}{}", "[".repeat(900), "]".repeat(900))
    };
    for (options, shown) in [("", "~ …0][0]"), ("--json", "\"path\":\"…0][0]")] {
        let lines = diff(options, &deep("1"), &deep("2"));
        assert!(lines.contains(shown), "{options}");
        assert_eq!(lines.lines().count(), 100, "{options}");
        assert!(lines.len() < 40_000, "{options}: {} bytes", lines.len());
    }
    let lines = diff("--full", &deep("1"), &deep("2"));
    assert!(lines.len() > 200_000, "{} bytes", lines.len());
}

/// Checks that a key with a NaN or a zero is found in the copy of a file, in any order of the keys
/// and beside any number of others.
#[test]
fn keys_with_a_nan_are_found() {
    let keys = ["nan", "0.0", "Vector2(nan, 0)", r#"[{"a": nan}]"#];
    let save = |name: &str, value: u8, is_reversed: bool| {
        let mut lines = Vec::new();
        for (key, count) in keys.iter().flat_map(|key| [(key, 0), (key, 1), (key, 40)]) {
            let mut pairs: Vec<_> = (0..count).map(|n| format!("{n}: {n}")).collect();
            pairs.push(format!("{key}: {value}"));
            if is_reversed {
                pairs.reverse();
            }
            lines.push(format!("{{{}}}\n", pairs.join(", ")));
        }
        let encode = "encode --framed --from text --layout godot4";
        file(name, &run_bytes(encode, lines.concat().as_bytes()).stdout)
    };
    let old = save("old", 7, false);
    let new = save("new", 7, true);
    let changed = save("changed", 8, true);
    let diff = |old: &str, new: &str| {
        let ran = run(&format!("diff --layout godot4 --framed {old} {new}"), "");
        ran.out
    };
    assert_eq!(diff(&old, &old), "");
    let orders = diff(&old, &new);
    assert_eq!(orders.lines().count(), 4 * 2, "{orders}");
    assert_eq!(orders.matches("in a different order").count(), 4 * 2);
    let found = diff(&new, &changed);
    assert_eq!(found.matches(": 7 -> 8\n").count(), 4 * 3, "{found}");
    assert_eq!(found.lines().count(), 4 * 3);
}

#[test]
fn files_of_folders_are_compared() {
    for folder in ["a", "b", "a/sub", "b/sub", "b/.git"] {
        empty_folder(folder);
    }
    file("a/icon.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR 1");
    file("b/icon.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR 2");
    for folder in ["a", "b"] {
        file(&format!("{folder}/same.png"), b"\x89PNG\r\n\x1a\n");
        file(&format!("{folder}/same.gdec"), b"GDEC");
    }
    insta::assert_snapshot!(console(FOLDERS));
}

const FOLDERS: &str = r#"
'{"hp": 1, "p": 1}' | encode --bare -o a/sub/1.dat
'{"hp": 2, "p": 1}' | encode --bare -o b/sub/1.dat
'[1]' | encode --bare -o a/old.dat
'[1]' | encode --bare -o b/new.dat
'[1]' | encode --bare -o b/.git/new.dat
'extends Node' > a/main.gd
'extends Node2D' > b/main.gd
diff a b
= ~ icon.png: the files differ
= ~ main.gd: the files differ
= + new.dat: only in b
= - old.dat: only in a
= ~ sub/1.dat: hp: 1 -> 2
[1]
diff --json a b
= {"change":"changed","file":"icon.png"}
= {"change":"changed","file":"main.gd"}
= {"change":"added","file":"new.dat"}
= {"change":"removed","file":"old.dat"}
= {"change":"changed","file":"sub/1.dat","path":"hp","old":1,"new":2}
[1]
diff -q a b
[1]
diff a a
diff a a/old.dat
[2]

# An error does not end the comparison.
hex 12000000 01000000 > a/cut.dat
hex 12000000 02000000 > b/cut.dat
diff a b
+ ~ sub/1.dat: hp: 1 -> 2
~ cut.dat
[2]
"#;
