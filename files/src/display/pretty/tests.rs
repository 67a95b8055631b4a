use super::{MAX_LEVELS, PrettyText, WIDTH};

fn pretty(text: &str) -> String {
    PrettyText(text).to_string()
}

#[test]
fn entries_of_dictionaries_have_their_own_lines() {
    for (text, expected) in [
        ("{\n}", "{}"),
        ("{\"a\":[1,2]}", "{\"a\": [1, 2]}"),
        ("[ 1, [ 2 ], \"a,[b\\\"]\" ]", "[1, [2], \"a,[b\\\"]\"]"),
        (
            "{\n\"a\": Vector2( 1, 2 ),\n&\"b\": {\n}\n}",
            "{\n  \"a\": Vector2(1, 2),\n  &\"b\": {}\n}",
        ),
        (
            "Array[Dictionary]([{\"a\": 1,\n\"b\": 2}])",
            "Array[Dictionary]([\n  {\n    \"a\": 1,\n    \"b\": 2\n  }\n])",
        ),
        (
            "[1,2,{\"a\":1,\"b\":2},3,4]",
            "[\n  1, 2,\n  {\n    \"a\": 1,\n    \"b\": 2\n  },\n  3,\n  4\n]",
        ),
        (
            "[ \"{ a:\n  [1,2],\\\\\\\"é\" ]",
            "[\n  \"{ a:\n  [1,2],\\\\\\\"é\"\n]",
        ),
        // A string without a closing quote is not changed.
        ("\"é\\", "\"é\\"),
    ] {
        assert_eq!(pretty(text), expected);
    }
}

#[test]
fn long_lists_of_numbers_fill_lines() {
    for (open, close) in [("PoolIntArray( ", " )"), ("[", "]")] {
        let numbers = vec!["12345"; 100].join(", ");
        let lines = pretty(&format!("{open}{numbers}{close}"));
        let inner: Vec<&str> = lines.lines().collect();
        assert!(inner.len() > 5 && inner.len() < 12, "{lines}");
        assert!(inner.iter().all(|line| line.len() <= WIDTH), "{lines}");
        let joined: String = lines.split_whitespace().collect();
        let expected = format!("{open}{numbers}{close}");
        assert_eq!(joined, expected.split_whitespace().collect::<String>());
    }
}

#[test]
fn the_indentation_of_deep_values_is_limited() {
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let lines = pretty(&deep);
    assert!(lines.len() < 5000 * 2 * (2 * MAX_LEVELS + 4));
    assert_eq!(lines.split_whitespace().collect::<String>(), deep);
}
