//! Values at and beyond the depth limit.

use crate::common::encode;
use crate::json_form::to_json;
use crate::with_stack;
use gdvariant::Godot3;
use gdvariant::godot3::{self, Dictionary, Object, Variant};

/// Containers around a value: an Array, a Dictionary's value and key, an Object's property.
const CONTAINERS: [fn(Variant) -> Variant; 5] = [
    |value| Variant::Array(vec![value]),
    |value| Dictionary::from([("a", value)]).into(),
    |value| Dictionary::from([(1, value)]).into(),
    |value| Dictionary::from([(value, 1)]).into(),
    |value| Object::full("A", [("a", value)]).into(),
];

/// Nests Nil in `depth` containers.
fn nested(depth: u32, wrap: impl Fn(Variant) -> Variant) -> Variant {
    (0..depth).fold(Variant::Nil, |value, _| wrap(value))
}

/// Parses JSON without serde_json's recursion limit.
fn parse_deep(form: &str) -> Result<Variant, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(form);
    deserializer.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut deserializer)
}

#[track_caller]
fn assert_too_deep<T>(result: Result<T, serde_json::Error>) {
    let error = result.map(drop).expect_err("engines reject this depth");
    assert!(
        error.to_string().starts_with("nesting exceeds 1024 levels"),
        "{error}"
    );
}

#[test]
fn deep_values_are_serialized_on_a_small_stack() {
    for wrap in CONTAINERS {
        let form = move || to_json(&nested(1024, wrap));
        with_stack(2, move || drop(form()));
    }
}

#[test]
fn nesting_is_limited_as_in_engines() {
    // Parsing recurses, and needs more stack in a debug build.
    with_stack(64, || {
        for wrap in CONTAINERS {
            let value = nested(1024, wrap);
            let form = to_json(&value);
            let back = parse_deep(&form).expect("engines accept this depth");
            assert_eq!(encode::<Godot3>(&back), encode::<Godot3>(&value));
            let deeper = wrap(value);
            assert_too_deep(serde_json::to_string(&deeper));
            assert!(godot3::to_vec(&deeper).is_err());
        }
        // Texts that this library does not write.
        for [start, end] in [
            ["[", "]"],
            [r#"{"a":"#, "}"],
            [r#"{"Dictionary":[["#, ",1]]}"],
            [r#"{"Dictionary":[[1,"#, "]]}"],
            [r#"{"Object":{"class":"A","properties":[["p","#, "]]}}"],
        ] {
            let parse = |levels| {
                let text = [start.repeat(levels), end.repeat(levels)].join("1");
                parse_deep(&text)
            };
            assert!(parse(1024).is_ok(), "{start}");
            assert_too_deep(parse(1025));
        }
        assert!(parse_deep(&["[", "]"].map(|text| text.repeat(1025)).concat()).is_ok());
        for start in [
            "[",
            "{\"a\":",
            "{\"Dictionary\":[[",
            "{\"Object\":",
            "{\"Vector2\":",
        ] {
            assert_too_deep(parse_deep(&start.repeat(100_000)));
        }
    });
}
