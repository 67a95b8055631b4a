use super::super::page::Subject;
use super::*;

#[test]
fn words_stay_words() {
    assert_eq!(
        Rst::escaped("8 + index * 12, 8+length*12, *all*, a_ b"),
        "8 + index * 12, 8+length*12, \\*all*, a\\_ b"
    );
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
