//! Tests `gdvariant grep`.

use crate::common::random::Random;
use crate::common::{console, empty_folder, file, good, program, run, run_bytes};
use std::fs;
use std::path::PathBuf;

#[test]
fn keys_and_values_are_searched() {
    let package = env!("CARGO_MANIFEST_DIR");
    let path = format!("{package}/../../conformance/files/godot-3.2.3/zstd-300.gcpf");
    file("zstd", &fs::read(path).expect("the file is there"));
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'{"player": {"name": "Ada", "health": 100, "path": {"NodePath": "/root/Ada"}}, "Ada": [100, 1.5, true, null], "packed_arrays": {"s": {"PoolStringArray": ["x", "say Ada"]}, "v": {"PoolVector2Array": [[1.0, 100.0]]}, "i": {"PoolIntArray": [7, 100]}}, "pos": {"Vector2": [100.0, 2.0]}}' | encode --bare -o a
grep Ada a
= player.name: "Ada"
= player.path: NodePath("/root/Ada")
= Ada: [ 100, 1.5, true, null ]
= packed_arrays.s[1]: "say Ada"
grep --keys Ada a
= Ada: [ 100, 1.5, true, null ]
grep ^Ada$ --no-keys a
= player.name: "Ada"
grep aDA a
[1]

# Other values are searched as they are printed.
grep 100 a
= player.health: 100
= Ada[0]: 100
= packed_arrays.v[0]: (1.0, 100.0)
= packed_arrays.i[1]: 100
= pos: Vector2( 100, 2 )
grep ^1[.]5$ a
= Ada[1]: 1.5
grep -i -F TRUE a
= Ada[2]: true
grep --type int 100 a
= player.health: 100
= Ada[0]: 100
grep --type Int 100 a
= player.health: 100
= Ada[0]: 100
grep --type Number 100 a
[2]

# Only values at paths.
grep --path player Ada a
= player.name: "Ada"
= player.path: NodePath("/root/Ada")
grep --path packed_arrays[*][-1] A a
= packed_arrays.s[-1]: "say Ada"
grep --path [?name="Ada"].health 1 a
= player.health: 100
grep --path [?name="Ada"] --json 100 a
= {"path":"player.health","matched":"value","found":100}
grep --path plyer Ada a
[1]
grep --path player.name.<bytes> Ada a
[2]
'[application]⏎config/name="Ada"⏎[other]⏎x="Ada"' > project.godot
grep --path application/config/name Ada project.godot
= application.config/name: "Ada"

# Objects of JSON.
grep --json Ada a
= {"path":"player.name","matched":"value","found":"Ada"}
= {"path":"player.path","matched":"value","found":{"NodePath":"/root/Ada"}}
= {"path":"Ada","matched":"key","found":[100,1.5,true,null]}
= {"path":"packed_arrays.s[1]","matched":"value","found":"say Ada"}
'[{"PoolVector2Array": [[1.0, "nan"]]}, {"PoolRealArray": ["-inf", "nan:7fc00001"]}]' | encode --bare -o b
grep --json . b
= {"path":"[0][0]","matched":"value","found":[1.0, "nan"]}
= {"path":"[1][0]","matched":"value","found":"-inf"}
= {"path":"[1][1]","matched":"value","found":"nan:7fc00001"}

# Several files.
'["a"]' | encode --bare -o one
'["b"]' | encode --bare -o other
hex ffffffff ffffffff > bad
grep [ab] one other
= one: [0]: "a"
= other: [0]: "b"
grep -c a one other
= one: 1
= other: 0
grep -q b one other
grep --json b one other
= {"file":"other","path":"[0]","matched":"value","found":"b"}
# A match decides the result, even after a file that cannot be searched.
grep -q b bad other
grep a missing bad one
= one: [0]: "a"
~ missing
~ bad
[2]

# Wrong usage. 10,000 states exceed the limit of expressions.
grep a[ one
~ --fixed
[2]
grep
[2]
grep (a{100}){100} one
[2]

'1 {"a": "x"} "x"' | encode --framed -o c
grep --framed x c
= value 2: a: "x"
= value 3: "x"
'{"Dictionary": [[{"Vector2": [1.0, 2.0]}, {"Object": {"class": "Sword", "properties": [["edge", 7]]}}], [12, 1]]}' | encode --bare -o d
grep --allow-objects Sword d
= [Vector2( 1, 2 )]: Object(Sword,"edge":7)
grep --allow-objects --keys edge d
= [Vector2( 1, 2 )].edge: 7

# Control characters are escaped: they would be removed together with the colors.
'"a\u001b\u202eb\u009bc"' | encode --bare -o e
grep --framed ^Ada zstd
= value 1: name: "Ada"
grep b e
= "a\u001b\u202eb\u009bc"
"#;

#[test]
fn the_match_in_a_long_value_is_shown() {
    let json = format!("\"{}needle{}\"", "\\n\\\"".repeat(500), "x".repeat(500));
    // The name of a file cannot control the terminal.
    let path = file("name\u{1b}[31m", &encode(&json));
    let line = good(&format!("grep needle {path} {path}"), "");
    let (line, _) = line.split_once('\n').expect("two lines");
    assert!(!line.contains('\u{1b}'), "{line:?}");
    let (_, shown) = line.split_once(": ").expect("a name");
    assert!(shown.starts_with('…') && shown.ends_with('…'), "{line}");
    assert!(shown.contains("needle") && shown.chars().count() < 130);
    let line = good(&format!("grep --full needle {path}"), "");
    assert!(line.len() > 2000, "{line}");
}

#[test]
fn several_threads_print_in_the_order_of_the_files() {
    let mut names: Vec<String> = (0..20)
        .map(|number| {
            let save = encode(&format!("[\"sword {number}\"]"));
            file(&format!("threads-{number}.bin"), &save)
        })
        .collect();
    names.insert(10, "missing".to_owned());
    let names = names.join(" ");
    let one = run(&format!("grep --threads 1 sword {names}"), "");
    assert_eq!((one.status, one.out.lines().count()), (2, 20));
    assert_eq!(run(&format!("grep --threads 8 sword {names}"), ""), one);
    let quiet = run(&format!("grep --threads 4 --quiet sword {names}"), "");
    assert_eq!((quiet.status, quiet.out.as_str()), (0, ""));
}

/// The group of all nodes is shown shortened, with the number of the nodes.
#[test]
fn texts_of_any_length_are_searched() {
    let padding = " ".repeat(100_000);
    let nodes = (0..40)
        .map(|index| format!("[node name=\"N{index}\" parent=\".\"]{padding}\nhealth = {index}\n"));
    let root = "[gd_scene format=3]\n[node name=\"Root\"]\n";
    let mut text = root.to_owned() + &nodes.collect::<String>();
    let path = file("grep-long.tscn", text.as_bytes());
    let found = good(&format!("grep ^node$|^39$ {path}"), "");
    let (group, last) = found.split_once('\n').expect("two lines");
    assert!(group.ends_with(" (41 in all)"), "{group}");
    assert_eq!(last, "node.N39.health: 39\n");
    let audited = good(&format!("audit {path}"), "");
    assert_eq!(audited, "1 file, 1 value: no findings\n");
    text += "[node name=\"M\" parent=\".\"]\nx = Vector2(1)\n";
    let invalid = file("grep-invalid.tscn", text.as_bytes());
    let ran = run(&format!("grep ^39$ {invalid}"), "");
    assert_eq!((ran.out.as_str(), ran.status), (last, 2), "{}", ran.err);
    assert!(ran.err.contains("line 84, column 14"), "{}", ran.err);
}

fn encode(json: &str) -> Vec<u8> {
    run_bytes("encode", json.as_bytes()).stdout
}

/// Creates a folder with values, other files and folders, and returns its path.
fn game(name: &str) -> PathBuf {
    let folder = empty_folder(&format!("grep-{name}"));
    let write = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a file");
    };
    write("b.dat", &encode(r#"["sword"]"#));
    write("a.dat", &encode(r#"["shield"]"#));
    write("saves/1.dat", &encode(r#"{"item": "sword"}"#));
    write("saves/empty.dat", b"");
    write(
        "level.tscn",
        b"[gd_scene format=2]\n\n[node name=\"Root\"]\nitem = \"sword\"\n",
    );
    write(".git/1.dat", &encode(r#"["sword"]"#));
    write("icon.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR sword");
    write("main.gd", b"extends Node\nvar item = \"sword\"\n");
    write("items.json", b"{\"item\": \"sword\"}");
    write("tool.toml", b"[tool]\nsword = 2026-11-27\n");
    let mut random = Random::new(48);
    let noise: Vec<u8> = (0..125).flat_map(|_| random.next().to_le_bytes()).collect();
    write("noise.bin", &noise);
    folder
}

#[test]
fn folders_are_searched_recursively() {
    let folder = game("recursive");
    let path = folder.display();
    let expected = format!(
        "{path}/b.dat: [0]: \"sword\"\n\
         {path}/items.json: item: \"sword\"\n\
         {path}/level.tscn: node[\".\"].item: \"sword\"\n\
         {path}/saves/1.dat: item: \"sword\"\n"
    );
    assert_eq!(good(&format!("grep -r sword {path}"), ""), expected);
    assert_eq!(
        good(&format!("grep -rl sword {path}/saves {path}/b.dat"), ""),
        format!("{path}/saves/1.dat\n{path}/b.dat\n")
    );
    // Only files with values are counted.
    let counted = run(&format!("grep -rc nothing {path}"), "");
    let names = ["a.dat", "b.dat", "items.json", "level.tscn", "saves/1.dat"];
    let counts = names.map(|name| format!("{path}/{name}: 0\n"));
    assert_eq!((counted.out, counted.status), (counts.concat(), 1));
    assert_eq!(counted.err, "");
    // Options that name the layout and the framing do not turn other files into values.
    let stated = good(&format!("grep -r --layout godot3 --bare sword {path}"), "");
    assert_eq!(stated.lines().count(), 2, "{stated}");
    let ran = run(&format!("grep sword {path}"), "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("-r searches its files"), "{}", ran.err);
}

#[test]
fn the_current_folder_is_the_default_of_a_recursive_search() {
    let folder = empty_folder("grep-current");
    for name in ["-", "a.dat"] {
        fs::write(folder.join(name), encode(r#"["shield"]"#)).expect("a file");
    }
    let mut grep = program();
    grep.args(["grep", "-r", "shield"]).current_dir(&folder);
    let output = grep.output().expect("the program runs");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "./-: [0]: \"shield\"\na.dat: [0]: \"shield\"\n"
    );
    let empty = empty_folder("grep-nothing");
    let ran = run(&format!("grep -r sword {}", empty.display()), "");
    assert_eq!((ran.out + &ran.err, ran.status), (String::new(), 1));
}

#[test]
fn errors_of_single_files_do_not_end_a_recursive_search() {
    let folder = game("errors");
    let save = encode(r#"["a long string", "sword"]"#);
    fs::write(folder.join("a0.dat"), &save[..save.len() - 4]).expect("a file");
    let scene = b"[gd_scene format=2]\n\n[node name=\"Root\"]\nitem = Vector2(1)\n";
    fs::write(folder.join("broken.tscn"), scene).expect("a file");
    let ran = run(&format!("grep -r sword {}", folder.display()), "");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 4), "{}", ran.out);
    let errors: Vec<&str> = ran.err.lines().collect();
    assert_eq!(errors.len(), 2, "{}", ran.err);
    assert!(errors[0].contains("a0.dat: "), "{}", ran.err);
    assert!(errors[1].contains("broken.tscn: ") && errors[1].contains("line 4"));
    let ran = run(&format!("grep -r nothing {}", folder.display()), "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
}

/// Checks that links in folders are skipped, as the Unix command does, but not links on the command line.
#[test]
#[cfg(unix)]
fn links_in_folders_are_skipped() {
    let folder = game("links");
    for (target, name) in [("b.dat", "linked.dat"), ("saves", "linked"), (".", "loop")] {
        std::os::unix::fs::symlink(target, folder.join(name)).expect("a link");
    }
    let path = folder.display();
    for (names, count) in [
        (format!("{path}"), 4),
        (format!("{path}/linked.dat {path}/linked"), 2),
    ] {
        let found = good(&format!("grep -r sword {names}"), "");
        assert_eq!(found.lines().count(), count, "{found}");
    }
}
