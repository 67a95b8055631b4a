//! The peak memory of parsing, as the documentation of `FromStr` promises.

use crate::common::{TestLayout, in_each_layout};

/// Returns the promised peak for a text of this length, in bytes.
fn allowed(length: usize) -> u64 {
    64 * length as u64 + 128 * 1024
}

/// Checks the peak memory of parsing a text.
fn check<E: TestLayout>(text: &str) {
    let info = allocation_counter::measure(|| {
        let _ = std::hint::black_box(text.parse::<E::Variant>());
    });
    let (most, allowed) = (info.bytes_max, allowed(text.len()));
    let start = text.get(..40).unwrap_or(text);
    assert!(
        most <= allowed,
        "{start}: {} bytes of text, {most} allocated, {allowed} allowed",
        text.len()
    );
    assert_eq!(info.bytes_current, 0, "everything is freed");
}

/// Text around a list, and elements that need much memory for their text.
const LISTS: [([&str; 2], &[&str]); 10] = [
    (
        ["[", "]"],
        &[
            "1,",
            "[],",
            "[1],",
            "[[]],",
            "{},",
            "{1:1},",
            "{a=1},",
            "'',",
            "^'',",
            "^'a:b',",
            "&'',",
            "RID(),",
            "Array(),",
            "Array[A](),",
            "Array[A]([1]),",
            "Dictionary[A,A]({1:1}),",
            "Object(A,),",
            "Object(A,'':1),",
            "AABB(),",
            "Basis.FLIP_X,",
            "Projection(),",
            "Signal(),",
            "TypedArray(),",
            "PackedByteArray(1),",
        ],
    ),
    (["{", "}"], &["1:1,", "[]:1,", "a=1,", "[1]:[1],"]),
    (["^'", "'"], &["/", "/a", ":", ":a"]),
    (["PackedInt64Array(", ")"], &["1,"]),
    (["PackedColorArray([", "])"], &["Color(),", "1,"]),
    (["PackedStringArray(", ")"], &["'',"]),
    // Elements that are converted to the declared type.
    (["Array[float]([", "])"], &["1,"]),
    (["Array[Array]([PackedStringArray(", ")])"], &["'',"]),
    (["Array[Array]([PackedByteArray(", ")])"], &["1,"]),
    (["Dictionary[float,float]({", "})"], &["1:1,", "[]:1,"]),
];

fn lists_take_memory_in_proportion<E: TestLayout>() {
    for ([open, close], elements) in LISTS {
        for element in elements {
            // A vector has the most unused capacity just after it has grown.
            for count in [1, 5, 33, 4097] {
                let elements = element.repeat(count);
                check::<E>(&[open, &elements, close].concat());
                // A missing end causes an error after all elements.
                check::<E>(&[open, &elements].concat());
            }
        }
    }
}

fn open_containers_take_limited_memory<E: TestLayout>() {
    for open in [
        "[",
        "[1,",
        "{1:",
        "{1:1,2:",
        "{[",
        "Array([",
        "Array([1,",
        "Array[A]([",
        "Array[A]([1,",
        "Dictionary[A,A]({1:",
        "Dictionary[A,A]({1:1,2:",
        "TypedArray([1,",
        "Object(A,'':",
        "Object(A,'':1,'':",
    ] {
        for depth in [1, 5, 33, 513, 1024, 1025, 10_000] {
            check::<E>(&open.repeat(depth));
        }
    }
}

fn long_words_take_memory_in_proportion<E: TestLayout>() {
    for text in [
        "a", "1", "1_", "#", "# \n", "'\\n", "\"\"\"", "-", "Vector2.",
    ] {
        check::<E>(&text.repeat(100_000));
    }
}

in_each_layout!(
    lists_take_memory_in_proportion,
    open_containers_take_limited_memory,
    long_words_take_memory_in_proportion,
);
