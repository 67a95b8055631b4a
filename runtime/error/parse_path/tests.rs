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
        "application.config/name",
        "application/config/name",
        "a[+]",
        "items[*].id",
        "[?id]",
        "[?id=\"a]b\"].count",
        "items[?at.x!=7][?[0]=[1, 2]]",
        "[?=7]",
        "[?a[?b[*]=1]]",
        "<gzip>",
        "<gzip>.a",
        "state.<gzip>.<bytes>[3].<text>.gold",
        "[?<text>.id=7]",
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
        (".a", "offset 0: expected a name, `[` or `<`"),
        ("a.", "offset 2: expected a name, `[` or `<`"),
        ("a.<text", "offset 7: expected `>`"),
        (
            "[?]",
            "offset 2: expected a condition, such as id=7, id!=7 or id",
        ),
        (
            "a[?id=]",
            "offset 6: expected a value, such as 7 or \"text\"",
        ),
        ("a[? b.=7]", "offset 6: expected a name, `[` or `<`"),
        (
            "a.<b>",
            "offset 2: expected <bytes>, <json>, <text>, <gzip>, <zlib>, <zstd>, <fastlz>, or <base64>; a key such as `<a>` is written as `[\"<a>\"]`",
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

#[test]
fn names_are_quoted_only_if_needed() {
    for (text, shown) in [
        (r#"["config/name"]"#, "config/name"),
        (r#"["/root"]"#, r#"["/root"]"#),
        (r#"["2d/x"]"#, r#"["2d/x"]"#),
        (r#"["<gzip>"]"#, r#"["<gzip>"]"#),
        (r#"["*"]"#, r#"["*"]"#),
    ] {
        assert_eq!(text.parse::<Path>().unwrap().to_string(), shown);
    }
}

#[test]
fn recursion_is_limited() {
    let nested = |count| format!("{}a{}", "[?".repeat(count), "]".repeat(count));
    assert!(nested(8).parse::<Path>().is_ok());
    let error = nested(9).parse::<Path>().unwrap_err();
    assert_eq!(error.offset(), 18);
    assert!(nested(100_000).parse::<Path>().is_err());
    assert!(vec!["<gzip>"; 64].join(".").parse::<Path>().is_ok());
    assert!(vec!["<gzip>"; 65].join(".").parse::<Path>().is_err());
}

proptest::proptest! {
    #[test]
    fn displayed_paths_are_parsed_as_the_same_path(
        text in r#"([ab/7_.<>\[\]?*+=!" \\\u{1}-]|<gzip>|\[\?|\["|\[-1\]|=7){0,12}"#
    ) {
        if let Ok(path) = text.parse::<Path>() {
            let shown = path.to_string();
            let again = shown.parse::<Path>();
            proptest::prop_assert_eq!(again.map(|it| it.to_string()), Ok(shown));
        }
    }
}

#[test]
fn conditions_round_trip() {
    for text in [
        "id=7",
        "id!=7",
        "id",
        "=7",
        "!=\"a\"",
        "at.x=[1, 2]",
        "[\"a=b\"]=1",
    ] {
        let condition: Condition = text.parse().unwrap();
        assert_eq!(condition.to_string(), text);
    }
    assert_eq!("id == 7".parse(), "id=7".parse::<Condition>());
    for text in ["", "id=", "=]", "=[1", "a b=1"] {
        assert!(text.parse::<Condition>().is_err(), "{text}");
    }
}
