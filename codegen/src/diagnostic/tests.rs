use super::*;

#[test]
fn diagnostics_are_single_lines() {
    let row = Diagnostic {
        line: 112,
        column: 5,
        table: "new format".into(),
        row: "y".into(),
        message: "expected 8, found 9".into(),
        ..Diagnostic::at("schema/types.yaml", "Vector2")
    };
    let line = "schema/types.yaml:112:5: Vector2, table new format, row y: expected 8, found 9";
    assert_eq!(row.to_string(), line);
    let both = Diagnostics(vec![row.clone(), row]);
    assert_eq!(both.to_string(), format!("{line}\n{line}"));
}

#[test]
fn leaves_out_what_is_empty() {
    let mut found = Diagnostics::default();
    found.add(&Diagnostic::at("types.yaml", ""), "missing `types`");
    assert_eq!(found.to_string(), "types.yaml: missing `types`");
}
