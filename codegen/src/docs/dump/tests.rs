use super::*;

#[test]
fn a_field_continues_in_the_next_line() {
    let bytes: Vec<u8> = (0..18).collect();
    let (header, text) = bytes.split_at(4);
    let fields = [
        (header, "header".to_owned(), CellKind::Header),
        (text, "text".to_owned(), CellKind::Counted),
    ];
    let dump = Dump::of(fields.into_iter());
    let shown = "00 01 02 03  04 05 06 07  08 09 0a 0b  0c 0d 0e 0f\n10 11";
    assert_eq!(dump.to_text(), shown);
    let stretches: Vec<_> = dump.lines.iter().flatten().collect();
    assert_eq!(stretches.len(), 3);
    assert_eq!(
        (&*stretches[2].text, &*stretches[2].title),
        ("10 11", "text")
    );
}
