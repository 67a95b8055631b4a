//! Tests `gdvariant get`.

use crate::common::{bad, file, good, run};

const JSON: &str = r#"{"players": [{"name": "Ada", "position": {"Vector2": [1.0, 2.0]}}, {"name": "Grace"}], "level": 7}"#;

/// Encodes [`JSON`] to a file, and returns the path.
fn save(name: &str) -> String {
    let json = file(name, JSON.as_bytes());
    let save = format!("{json}.bin");
    good(&format!("encode {json} -o {save}"), "");
    save
}

#[test]
fn a_value_is_found_by_its_path() {
    let save = save("found.json");
    assert_eq!(
        good(&format!("get {save} players[1].name"), ""),
        "\"Grace\"\n"
    );
    assert_eq!(
        good(&format!("get {save} players[0].position"), ""),
        "{\"Vector2\":[1.0,2.0]}\n"
    );
    assert_eq!(
        good(&format!("get {save} players[0].position --to text"), ""),
        "Vector2( 1, 2 )\n"
    );
    let bytes = std::fs::read(&save).unwrap();
    assert_eq!(good("get level", &bytes), "7\n");
    assert_eq!(good("get - level", &bytes), "7\n");
}

#[test]
fn raw_strings_have_no_quotes() {
    let bytes = crate::common::run_bytes("encode --bare", br#"["a\n\"b\"", 7]"#).stdout;
    assert_eq!(good("get -r [0]", &bytes), "a\n\"b\"\n");
    assert_eq!(good("get --raw [1]", &bytes), "7\n");
}

#[test]
fn paths_lead_to_packed_elements_and_components() {
    let json = r#"{"colors": {"PackedColorArray": [[0.0, 0.5, 1.0, 1.0]]}, "names": {"PackedStringArray": ["Ada"]},
        "view": {"Transform3D": {"basis": {"x": [1, 2, 3], "y": [4, 5, 6], "z": [7, 8, 9]}, "origin": [10, 11, 12]}}}"#;
    let json = json.replace('\n', "");
    let value = crate::common::run_bytes("encode --layout godot4 --bare", json.as_bytes()).stdout;
    for (path, part) in [
        ("colors[0]", "{\"Color\":[0.0,0.5,1.0,1.0]}"),
        ("colors[0].g", "0.5"),
        ("names[0]", "\"Ada\""),
        ("view.origin.z", "12.0"),
    ] {
        let printed = good(&format!("get --layout godot4 {path}"), &value);
        assert_eq!(printed, format!("{part}\n"));
    }
    for (path, hint) in [
        ("colors[1]", "colors has 1 element"),
        ("colors[0].red", "colors[0] is of the type Color"),
        ("names[0].x", "names[0] is of the type String"),
        ("names[1]", "names has 1 element"),
        ("view.origin", "view is of the type Transform3D"),
    ] {
        let error = bad(&format!("get --layout godot4 {path}"), &value);
        assert!(error.ends_with(hint), "{error}");
    }
}

#[test]
fn errors_name_the_missing_part_of_a_path() {
    let save = save("missing.json");
    assert_eq!(
        bad(&format!("get {save} players[9].name"), ""),
        format!(
            "{save}: no value at players[9].name: players[9] does not exist; players has 2 elements"
        )
    );
    for (path, hint) in [
        ("player", "did you mean players?"),
        ("level.name", "level is of the type int"),
        ("players.name", "players has 2 elements"),
        ("players[0].nmae", "did you mean players[0].name?"),
    ] {
        let error = bad(&format!("get {save} {path}"), "");
        assert!(error.ends_with(hint), "{error}");
    }
    assert_eq!(
        bad(&format!("get {save} score"), ""),
        format!("{save}: no value at score; `gdvariant inspect` shows the paths")
    );
    assert_eq!(
        run(&format!("get {save} players["), "").status,
        2,
        "an invalid path is a usage error"
    );
}

#[test]
fn every_framed_value_with_the_path_is_printed() {
    let values = "{\"a\": 1}\n[2]\n{\"a\": {\"b\": 3}}\n";
    let framed = crate::common::run_bytes("encode --framed", values.as_bytes()).stdout;
    assert_eq!(good("get --framed a", &framed), "1\n{\"b\":3}\n");
    assert_eq!(good("get --framed --value 3 a.b", &framed), "3\n");
    let error = bad("get --framed --value 4 a", &framed);
    assert!(
        error.ends_with("no value 4, the last value is 3"),
        "{error}"
    );
    assert!(bad("get --framed c", &framed).contains("no value at c"));
    let error = bad("get --framed a.b.c", &framed);
    assert!(error.ends_with("a.b is of the type int"), "{error}");
}

#[test]
fn a_missing_path_is_reported() {
    crate::common::file("forgotten.bin", &[0; 4]);
    let output = crate::common::program()
        .args(["get", "forgotten.bin"])
        .current_dir(crate::common::folder())
        .output()
        .expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("the path of a value is missing"), "{error}");
}
