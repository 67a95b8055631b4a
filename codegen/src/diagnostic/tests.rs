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
    let mut found = Diagnostics(vec![row]);
    found.add(&Diagnostic::at("types.yaml", ""), "missing `types`");
    let lines = "schema/types.yaml:112:5: Vector2, table new format, row y: expected 8, found 9\n\
        types.yaml: missing `types`";
    assert_eq!(found.to_string(), lines);
}
