use super::quoted;

#[test]
fn strings_have_the_escapes_of_gdscript() {
    for (text, literal) in [
        ("Ada's \u{1f600}", "\"Ada's \u{1f600}\""),
        ("\"a\\b\"", r#""\"a\\b\"""#),
        ("a\n\r\tb", r#""a\n\r\tb""#),
        ("\u{7}1\u{9b}", r#""\u00071\u009b""#),
    ] {
        assert_eq!(quoted(text), literal);
    }
}
