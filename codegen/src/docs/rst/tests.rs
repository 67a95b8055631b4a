use super::super::page::{Block, Inline, Style, Subject};
use super::*;

#[test]
fn words_stay_words() {
    assert_eq!(
        Rst::escaped("8 + index * 12, 8+length*12, *all*, a_ b"),
        "8 + index * 12, 8+length*12, \\*all*, a\\_ b"
    );
}

#[test]
fn a_table_is_a_grid() {
    let cell = |text: &str, style| {
        let text = text.to_owned();
        vec![Inline { text, style }]
    };
    let rows = [vec![cell("4 * n", Style::Plain), cell("x", Style::Code)]];
    let table = Block::Table {
        shows: "facts".into(),
        columns: ["Offset", "Décalage"].map(str::to_owned).into(),
        rows: rows.into(),
    };
    let expected = "\
+--------+----------+
| Offset | Décalage |
+========+==========+
| 4 * n  | ``x``    |
+--------+----------+";
    assert_eq!(Rst.block(&table), expected);
}

#[test]
fn errata_are_notes_and_defects_are_warnings() {
    for (subject, directive) in [
        (Subject::Erratum, ".. note::"),
        (Subject::Defect, ".. warning::"),
    ] {
        let note = Rst.note(subject, ["The count is 4.".to_owned()].into_iter());
        assert_eq!(note, format!("{directive}\n\n   The count is 4."));
    }
}
