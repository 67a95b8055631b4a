//! Tests `gdvariant keys`.

use crate::common::{bad, file, good, run, run_bytes};

const JSON: &str = r#"{"players":[{"name":"Ada","position":{"Vector2":[1.0,2.0]}},7,[]],"level":3,"long name":{"PoolIntArray":[1]},"other":{"Dictionary":[[7,true],[{"Vector2":[1.0,2.0]},{}]]}}"#;

fn encode(json: &str, options: &str) -> Vec<u8> {
    run_bytes(&format!("encode {options}"), json.as_bytes()).stdout
}

#[test]
fn keys_have_paths_and_types() {
    let save = encode(JSON, "--bare");
    assert_eq!(
        good("keys", &save),
        "players: Array, 3 elements\n\
         level: int\n\
         [\"long name\"]: PoolIntArray, 1 element\n\
         other: Dictionary, 2 keys\n"
    );
    assert_eq!(
        good("keys - players", &save),
        "players[0]: Dictionary, 2 keys\nplayers[1]: int\nplayers[2]: Array, 0 elements\n"
    );
    assert_eq!(
        good("keys - other", &save),
        "other[7]: bool\nother[Vector2( 1, 2 )]: Dictionary, 0 keys\n"
    );
    // A value without keys is listed itself.
    assert_eq!(good("keys - level", &save), "level: int\n");
    assert_eq!(good("keys - players[2]", &save), "");
    let error = bad("keys - player", &save);
    assert!(
        error.ends_with("no value at player; did you mean players?"),
        "{error}"
    );
}

/// Checks that `get` finds a value at each path.
#[test]
fn paths_lead_to_the_values() {
    let save = file("keys.bin", &encode(JSON, "--bare"));
    let lines = good(&format!("keys {save} other"), "") + &good(&format!("keys {save}"), "");
    for line in lines.lines() {
        let (path, _) = line.rsplit_once(": ").expect("a path and a type");
        let output = crate::common::program()
            .args(["get", &save, path])
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{path}");
    }
}

#[test]
fn keys_are_objects_of_json() {
    let save = encode(r#"[{"a":1}] {"Dictionary":[[7,[1,2]]]} "text""#, "--framed");
    assert_eq!(
        good("keys --framed --json", &save),
        "{\"value\":1,\"path\":\"[0]\",\"key\":null,\"type\":\"Dictionary\",\"count\":1}\n\
         {\"value\":2,\"path\":\"[7]\",\"key\":7,\"type\":\"Array\",\"count\":2}\n\
         {\"value\":3,\"path\":\"\",\"key\":null,\"type\":\"String\",\"count\":null}\n"
    );
    assert_eq!(
        good("keys --framed", &save),
        "value 1: [0]: Dictionary, 1 key\n\
         value 2: [7]: Array, 2 elements\n\
         value 3: String\n"
    );
    assert_eq!(good("keys --framed --value 3", &save), "value 3: String\n");
    assert!(bad("keys --framed --value 4", &save).ends_with("no value 4, the last value is 3"));
}

#[test]
fn objects_have_properties() {
    let json = r#"{"Object":{"class":"Sword","properties":[["edge",7],["a b",null]]}}"#;
    let save = encode(json, "--bare");
    assert_eq!(
        good("keys --allow-objects", &save),
        "edge: int\n[\"a b\"]: Nil\n"
    );
    let list = encode(&format!("[{json}]"), "--bare");
    assert_eq!(
        good("keys --allow-objects", &list),
        "[0]: Object, 2 properties\n"
    );
}

#[test]
#[cfg(feature = "godot4")]
fn keys_of_texts_are_listed() {
    let config = file(
        "keys.cfg",
        b"[player]\n\nname=\"Ada\"\nat=Vector2(1, 2)\n\n[b]\n\nx=1\n",
    );
    let keys = |args: &str| good(&format!("keys --layout godot4 {args}"), "");
    assert_eq!(
        keys(&config),
        "player: Dictionary, 2 keys\nb: Dictionary, 1 key\n"
    );
    assert_eq!(
        keys(&format!("{config} player")),
        "player.name: String\nplayer.at: Vector2\n"
    );
    let scene = file(
        "keys.tscn",
        b"[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2(1, 2)\n",
    );
    let found = keys(&format!("{scene} node[\".\"]"));
    assert!(found.contains("node[\".\"].position: Vector2\n"), "{found}");
}

#[test]
fn keys_in_encoded_values_are_listed() {
    // The bytes encode {"gold": 30}.
    let json = r#"{"state":{"PoolByteArray":"EgAAAAEAAAAEAAAABAAAAGdvbGQCAAAAHgAAAA=="}}"#;
    let save = encode(json, "--bare");
    assert_eq!(
        good("keys - state.<bytes>", &save),
        "state.<bytes>.gold: int\n"
    );
    assert_eq!(run("keys - state.<gzip>", &save).status, 1);
}
