//! The value at a path.

mod common;

use common::{bad, file, good, run};

const JSON: &str = r#"{"players": [{"name": "Ada", "position": {"Vector2": [1.0, 2.0]}}, {"name": "Grace"}], "level": 7}"#;

fn save() -> String {
    let json = file("get.json", JSON.as_bytes());
    let save = format!("{json}.bin");
    good(&format!("encode {json} -o {save}"), "");
    save
}

#[test]
fn a_value_is_found_by_its_path() {
    let save = save();
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
fn a_missing_value_is_an_error_with_the_part_that_is_missing() {
    let save = save();
    assert_eq!(
        bad(&format!("get {save} players[9].name"), ""),
        format!(
            "{save}: no value at players[9].name; players[9] does not exist; `gdvariant inspect` shows the paths"
        )
    );
    assert_eq!(
        bad(&format!("get {save} score"), ""),
        format!("{save}: no value at score; `gdvariant inspect` shows the paths")
    );
    assert_eq!(
        run(&format!("get {save} players["), "").status,
        2,
        "an invalid path is wrong usage"
    );
}

#[test]
fn every_framed_value_with_the_path_is_printed() {
    let values = "{\"a\": 1}\n[2]\n{\"a\": {\"b\": 3}}\n";
    let framed = common::run_bytes("encode --framed", values.as_bytes()).stdout;
    assert_eq!(good("get --framed a", &framed), "1\n{\"b\":3}\n");
    assert!(bad("get --framed c", &framed).contains("no value at c"));
}

#[test]
fn a_forgotten_path_is_reported() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("forgotten.bin"), [0; 4]).expect("the folder is there");
    let output = common::program()
        .args(["get", "forgotten.bin"])
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("the path of a value is missing"), "{error}");
}
