use super::*;

#[test]
fn paths_are_parsed_as_they_are_displayed() {
    for text in [
        "",
        "a",
        "a.b",
        "[3]",
        "a[3].b[0]",
        "[\"a b\"]",
        "a[\"x\\\"]\\n\\u{7}\"].c",
        "key(3)",
        "a.value(0)",
        "[-1]",
        "[2.5]",
        "[Vector2( 1, 2 )]",
        "[[1, \"]\", [2]]]",
        "[{\"a\":1}].x",
        "[true]",
        "ключ.x",
        "[007]",
    ] {
        let path: Path = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(path.to_string(), text);
    }
}

#[test]
fn errors_have_their_offset() {
    for (text, error) in [
        (".a", "offset 0: expected a name or `[`"),
        ("a.", "offset 2: expected a name or `[`"),
        (
            "a.<b>",
            "offset 2: expected a name or `[`; a key such as `<a>` is written as `[\"<a>\"]`",
        ),
        (
            "a b",
            "offset 1: expected `.` or `[`; a key with other characters is written as `[\"a b\"]`",
        ),
        ("[3", "offset 2: expected `]`"),
        ("[]", "offset 1: expected a key or an index"),
        ("[\"a", "offset 3: expected `\"`"),
        ("[\"a\" ]", "offset 4: expected `]`"),
        (
            "[\"\\x\"]",
            "offset 3: expected an escape such as `\\n`, `\\\"` or `\\u{7}`",
        ),
        (
            "item(3)",
            "offset 7: expected the index of an entry, as in `key(3)` or `value(3)`",
        ),
    ] {
        assert_eq!(
            format!("{:#}", text.parse::<Path>().unwrap_err()),
            error,
            "{text}"
        );
    }
}

#[test]
fn truncated_keys_are_rejected() {
    let long = "x".repeat(100);
    for segment in [
        Segment::name(&long),
        Segment::key(&long),
        Segment::name("x y".repeat(30).as_str()),
    ] {
        let path: Path = [segment].into_iter().collect();
        let error = path.to_string().parse::<Path>().unwrap_err();
        assert!(error.to_string().contains("a whole key"), "{error}");
    }
}
