use super::super::page::{Block, Inline, Style};
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
