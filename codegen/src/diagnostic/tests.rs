use super::*;

fn diagnostic() -> Diagnostic {
    Diagnostic {
        file: "schema/types.yaml".into(),
        line: 112,
        ty: "Vector2".into(),
        table: String::new(),
        row: "y".into(),
        found: "offset 9".into(),
        expected: "8: fields follow one another without a gap".into(),
    }
}

#[test]
fn is_one_line() {
    assert_eq!(
        diagnostic().to_string(),
        "schema/types.yaml:112: Vector2, row y: offset 9, expected 8: fields follow one another without a gap"
    );
    let table = Diagnostic {
        table: "new format".into(),
        ..diagnostic()
    };
    assert!(
        table
            .to_string()
            .contains(":112: Vector2, table new format, row y: offset 9"),
        "{table}"
    );
}

#[test]
fn leaves_out_empty_names() {
    let file = Diagnostic {
        line: 0,
        ty: String::new(),
        row: String::new(),
        ..diagnostic()
    };
    assert!(
        file.to_string()
            .starts_with("schema/types.yaml: offset 9, expected 8"),
        "{file}"
    );
    assert_eq!(
        Diagnostics(vec![file.clone(), file.clone()]).to_string(),
        format!("{file}\n{file}")
    );
}
