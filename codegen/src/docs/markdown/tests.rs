use super::*;

#[test]
fn a_heading_is_linked_as_readers_of_markdown_name_it() {
    assert_eq!(slug("Header and flags"), "header-and-flags");
    assert_eq!(slug("En-tête : le drapeau"), "en-tête--le-drapeau");
}

#[test]
fn words_stay_words() {
    assert_eq!(
        Markdown::escaped("8 + index * 12, [Deleted Object], <b>"),
        "8 + index * 12, \\[Deleted Object], &lt;b>"
    );
    assert_eq!(Markdown::escaped("a*b*c"), "a\\*b\\*c");
}
