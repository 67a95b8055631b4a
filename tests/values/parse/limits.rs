//! Deep and long texts.

use crate::common::{TestLayout, encode, in_each_layout};
use gdvariant::{ParseErrorKind, generic};

/// The limit of the nesting depth.
const LIMIT: usize = 1024;

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .expect("a thread starts");
    thread.join().expect("the thread does not panic");
}

/// The text before and after a value in each container.
const CONTAINERS: [[&str; 2]; 5] = [
    ["[", "]"],
    ["{\"key\": ", "}"],
    ["{", ": null}"],
    ["Object(Node,\"child\":", ")"],
    ["Array([", "])"],
];

fn nested(levels: usize, [before, after]: [&str; 2]) -> String {
    [&before.repeat(levels), "7", &after.repeat(levels)].concat()
}

fn deep_values_are_parsed<E: TestLayout>() {
    for container in CONTAINERS {
        on_a_small_stack(move || {
            let value = generic::parse::<E>(&nested(LIMIT, container)).expect("a deep value");
            encode::<E>(&value);
            for text in [value.to_string(), format!("{value:#}")] {
                assert_eq!(text.parse().as_ref(), Ok(&value));
            }
            let text = generic::display::<E, _>(&value);
            for text in [text.to_string(), format!("{text:#}")] {
                assert_eq!(generic::parse::<E>(&text).as_ref(), Ok(&value));
            }
        });
    }
}

fn deeper_values_are_rejected<E: TestLayout>() {
    for container in CONTAINERS {
        on_a_small_stack(move || {
            let unclosed = container[0].repeat(1_000_000);
            for text in [nested(LIMIT + 1, container), unclosed] {
                let error = text.parse::<E::Variant>().expect_err("too deep");
                assert!(matches!(
                    error.kind(),
                    ParseErrorKind::TooDeep { limit: 1024, .. }
                ));
                // The key of the innermost Dictionary exceeds the limit as well.
                let innermost = container[0].len() * LIMIT + 1;
                let is_within =
                    innermost < error.column() && error.column() <= innermost + container[0].len();
                assert!(is_within, "{error}");
            }
        });
    }
}

fn long_texts_take_linear_time<E: TestLayout>() {
    let long = 100_000;
    for (text, is_valid) in [
        (format!("[{}]", "[],".repeat(long)), true),
        (format!("\"{}\"", "\\n".repeat(long)), true),
        (format!("[{}]", "1.5,".repeat(long)), true),
        (format!("0.{}1", "0".repeat(long)), true),
        ("9".repeat(long), false),
        (format!("Vector2({})", "1,".repeat(long)), false),
        (format!("{{{}", "a".repeat(long)), false),
        (format!("{{{}", "1 ".repeat(long)), false),
        (" ".repeat(long), false),
        ("Rect2(".repeat(long), false),
        ("\n\"".repeat(long), false),
        ("-".repeat(long), false),
        ("Array[".repeat(long), false),
    ] {
        let result = text.parse::<E::Variant>();
        assert_eq!(result.is_ok(), is_valid, "{}", &text[..20]);
        if let Err(error) = result {
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}

in_each_layout!(
    deep_values_are_parsed,
    deeper_values_are_rejected,
    long_texts_take_linear_time,
);
