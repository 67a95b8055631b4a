//! Texts with several values.

use crate::common::{TestLayout, cases, in_each_layout};
use gdvariant::{ParseError, generic};
use proptest::prelude::*;

fn texts_in_lines_are_the_values<E: TestLayout>() {
    proptest!(cases(30), |(values in proptest::collection::vec(E::arb(), 0..6))| {
        let text = |value| format!("{:#}\n", generic::display::<E, _>(value));
        let texts: Vec<String> = values.iter().map(text).collect();
        let expected = texts.iter().map(|text| generic::parse::<E>(text));
        let expected: Vec<_> = expected.map(|value| value.expect("a text").to_string()).collect();
        let text = texts.concat();
        let parsed = generic::parse_values::<E>(&text);
        let parsed: Result<Vec<_>, ParseError> = parsed.map(|value| Ok(value?.to_string())).collect();
        prop_assert_eq!(parsed.expect("values"), expected);
    });
}

fn values_end_with_an_error<E: TestLayout>() {
    for (text, count, error) in [
        ("", 0, None),
        (" \n# a comment", 0, None),
        ("1 # one\n\n2", 2, None),
        ("1\r\n\"a\n\"\r\n{}", 3, None),
        ("1\n2, 3\n4", 2, Some((2, 2))),
        ("1 2", 1, Some((1, 3))),
        ("1\n]\n2", 1, Some((2, 1))),
    ] {
        let mut values = generic::parse_values::<E>(text);
        let parsed = values.by_ref().take(count).flatten().count();
        assert_eq!(parsed, count, "{text}");
        let end = values.next().map(|value| value.expect_err(text));
        let end = end.map(|error| (error.line(), error.column()));
        assert_eq!(end, error, "{text}");
        assert!(values.next().is_none(), "{text}");
    }
}

in_each_layout!(texts_in_lines_are_the_values, values_end_with_an_error);
