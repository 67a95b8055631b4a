//! Values at and beyond the depth limit, on a small stack.

use crate::common::{self, TestLayout, encode, in_each_layout};
use crate::memory::words::{number, words};
use gdvariant::dictionary::{KeyEquality, KeyRule};
use gdvariant::generic::structure::Build;
use gdvariant::{
    Converter, DecodeErrorKind, DecodeOptions, Dictionary, ElementType, EncodeErrorKind, Kind,
    NodePath, Object, Segment, TypedArray, TypedDictionary, generic,
};
use std::hash::DefaultHasher;

/// The default limit of the nesting depth.
const LIMIT: usize = 1024;

/// Nests `leaf` in containers, each created by `wrap` from the number of levels within it.
fn nested<V>(levels: usize, leaf: V, wrap: impl Fn(usize, V) -> V) -> V {
    (0..levels).fold(leaf, |value, level| wrap(level, value))
}

/// A function that puts a value into a container, given the number of levels within it.
type Wrap<V> = fn(usize, V) -> V;

/// Returns functions that nest a value, with their names.
fn wraps<L: TestLayout>() -> Vec<(&'static str, Wrap<L::Variant>)> {
    let array: Wrap<L::Variant> = |_, value| vec![value].into();
    let by_value: Wrap<L::Variant> = |_, value| Dictionary::from([("key", value)]).into();
    let by_key: Wrap<L::Variant> = |_, value| Dictionary::from([(value, true)]).into();
    let object: Wrap<L::Variant> = |_, value| Object::full("Node", [("child", value)]).into();
    let second: Wrap<L::Variant> = |_, value| vec![7.into(), value, "after".into()].into();
    let mixed: Wrap<L::Variant> = |level, value| match level % 4 {
        0 => vec![value].into(),
        1 => Dictionary::from([("key", value)]).into(),
        2 => Object::full("Node", [("child", value)]).into(),
        _ => Dictionary::from([(value, true)]).into(),
    };
    let typed: Wrap<L::Variant> = |level, value| {
        let class = ElementType::Class("Node".into());
        let (kind, element) = match level % 4 {
            0 => (Kind::PandemoniumTypedArray, ElementType::Any),
            1 => (Kind::PackedTypedArray, Kind::Array.into()),
            2 => (Kind::PandemoniumTypedArray, Kind::Object.into()),
            _ => (Kind::PackedTypedArray, class),
        };
        let array = TypedArray::new(element, [value]);
        L::Variant::typed_array(kind, array).expect("the layout has it")
    };
    // Each level declares the type of the preceding level; the first contains the leaf.
    let declared: Wrap<L::Variant> = |level, value| {
        let wrapped = match level % 6 {
            0 => L::Variant::typed_dictionary(TypedDictionary {
                key: Kind::String.into(),
                value: ElementType::Any,
                entries: Dictionary::from([("key", value)]),
            }),
            1 => L::Variant::typed_array(Kind::Array, TypedArray::new(Kind::Dictionary, [value])),
            2 => L::Variant::typed_dictionary(TypedDictionary {
                key: Kind::Array.into(),
                value: ElementType::Any,
                entries: Dictionary::from([(value, true)]),
            }),
            3 => Some(Object::full("Node", [("property", value)]).into()),
            4 => {
                let class = ElementType::Class("Node".into());
                L::Variant::typed_array(Kind::Array, TypedArray::new(class, [value]))
            }
            _ => L::Variant::typed_dictionary(TypedDictionary {
                key: ElementType::Any,
                value: Kind::Array.into(),
                entries: Dictionary::from([(true, value)]),
            }),
        };
        wrapped.expect("the layout has it")
    };
    let has_declared_types = L::HAS_DECLARED_TYPES;
    let has_typed_arrays = L::number_of(Kind::PandemoniumTypedArray).is_some();
    let all: [(_, Wrap<L::Variant>); 6] = [
        ("arrays", array),
        ("dictionaries by value", by_value),
        ("dictionaries by key", by_key),
        ("objects", object),
        ("arrays of three", second),
        ("every container in turn", mixed),
    ];
    let typed = has_typed_arrays.then_some(("typed arrays", typed));
    let declared = has_declared_types.then_some(("declared types", declared));
    all.into_iter().chain(typed).chain(declared).collect()
}

/// Runs the closure in a thread with a stack of 2 MiB; a stack overflow aborts the test run.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .expect("a thread starts");
    thread.join().expect("the thread does not panic");
}

fn deep_values_fit_the_stack<L: TestLayout>() {
    for (what, wrap) in wraps::<L>() {
        on_a_small_stack(move || {
            for leaf in [
                L::Variant::default(),
                "text".into(),
                NodePath::from("a:b").into(),
            ] {
                let value = nested(LIMIT, leaf, wrap);
                check_recursion::<L>(what, &value);
            }
        });
    }
}

/// Calls every operation that recurses into a value.
fn check_recursion<L: TestLayout>(what: &str, value: &L::Variant) {
    let bytes = generic::to_vec::<L, _>(value).expect(what);
    assert_eq!(
        generic::encoded_len::<L, _>(value).expect(what),
        bytes.len()
    );
    let mut written = Vec::new();
    generic::to_writer::<L, _>(&mut written, value).expect(what);
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let options = options.allow_objects(true);
        let decoded = generic::from_slice::<L, L::Variant>(&bytes, options).expect(what);
        assert_eq!(
            generic::to_vec::<L, _>(&decoded).expect(what),
            bytes,
            "{what}"
        );
        let mut reader = gdvariant::Reader::<L>::new(&bytes, options);
        reader.skip().expect(what);
        assert_eq!(reader.position(), bytes.len());
        let read: L::Variant = generic::from_reader::<L, _>(&bytes[..], options).expect(what);
        let borrowed = generic::from_slice::<L, L::VariantRef<'_>>(&bytes, options).expect(what);
        assert_eq!(
            generic::to_vec::<L, _>(&borrowed.clone()).expect(what),
            bytes,
            "{what}"
        );
        let _ = std::hint::black_box((borrowed.to_string(), borrowed == borrowed.clone()));
        let owned: L::Variant = borrowed.into();
        assert_eq!(
            generic::to_vec::<L, _>(&owned).expect(what),
            bytes,
            "{what}"
        );
        drop((decoded, read, owned));
    }
    let copy = value.clone();
    let _ = std::hint::black_box(copy == *value);
    for rule in [KeyRule::ByValue, KeyRule::ByIdentity] {
        let _ = std::hint::black_box(copy.is_same_key(value, rule));
        copy.hash_key(&mut DefaultHasher::new(), rule);
    }
    // Dictionaries with enough keys hash the keys.
    let dictionary: Dictionary<L::Variant> = (0..15_i64)
        .map(|key| (key.into(), true))
        .chain([(copy, false)])
        .collect();
    let _ = std::hint::black_box(dictionary.get(value));
    let _ = std::hint::black_box(dictionary == dictionary.clone());
    for text in [
        value.to_string(),
        format!("{value:#}"),
        format!("{value:?}"),
    ] {
        assert!(text.len() > LIMIT, "{what}");
    }
}

fn deeper_values_are_rejected<L: TestLayout>() {
    for (what, wrap) in wraps::<L>() {
        on_a_small_stack(move || {
            let inner = nested(LIMIT, L::Variant::from(7), wrap);
            let bytes = encode::<L>(&inner);
            // Encoding rejects another level, so the header of the outermost Array is added here.
            let too_deep = [&words(&[number::<L>(Kind::Array), 1])[..], &bytes].concat();
            for options in [DecodeOptions::new(), DecodeOptions::engine()] {
                let options = options.allow_objects(true);
                let error =
                    generic::from_slice::<L, L::Variant>(&too_deep, options).expect_err(what);
                assert!(
                    matches!(error.kind(), DecodeErrorKind::TooDeep { limit: 1024, .. }),
                    "{what}"
                );
                assert_eq!(error.path().segments().len(), LIMIT, "{what}");
                // Options can lower and raise the limit.
                let lower = generic::from_slice::<L, L::Variant>(&bytes, options.max_depth(1023))
                    .expect_err(what);
                assert!(
                    matches!(lower.kind(), DecodeErrorKind::TooDeep { limit: 1023, .. }),
                    "{what}"
                );
                generic::from_slice::<L, L::Variant>(&too_deep, options.max_depth(1025))
                    .expect(what);
            }
            let deeper: L::Variant = vec![inner].into();
            let error = generic::to_vec::<L, _>(&deeper).expect_err(what);
            assert!(
                matches!(error.kind(), EncodeErrorKind::TooDeep { limit: 1024, .. }),
                "{what}"
            );
            assert_eq!(
                generic::encoded_len::<L, _>(&deeper)
                    .expect_err(what)
                    .kind(),
                error.kind(),
                "{what}"
            );
            let mut buffer = vec![1, 2, 3];
            assert!(generic::encode_into::<L, _>(&deeper, &mut buffer).is_err());
            assert_eq!(buffer, [1, 2, 3], "{what}");
        });
    }
}

/// Checks every low limit with each kind of container, in each way of visiting a value.
fn each_limit_is_exact<L: TestLayout>() {
    for (what, wrap) in wraps::<L>() {
        for levels in 0..=5 {
            let bytes = encode::<L>(&nested(levels, L::Variant::from(7), wrap));
            for limit in 0..=6 {
                let options = DecodeOptions::new().allow_objects(true).max_depth(limit);
                let decoded = generic::from_slice::<L, L::Variant>(&bytes, options).map(drop);
                let skipped = generic::from_slice::<L, gdvariant::Ignored>(&bytes, options);
                let inspected = gdvariant::inspect::inspect::<L>(&bytes, options, |_| {});
                let context = format!("{what}: {levels} levels, limit {limit}");
                if levels <= limit as usize {
                    assert_eq!(decoded, Ok(()), "{context}");
                    assert_eq!(skipped.map(drop), Ok(()), "{context}");
                    assert_eq!(inspected, Ok(bytes.len()), "{context}");
                } else {
                    let error = decoded.expect_err(&context);
                    assert!(
                        matches!(error.kind(), DecodeErrorKind::TooDeep { limit: found, .. } if *found == limit),
                        "{context}: {error}"
                    );
                    assert_eq!(error.path().segments().len(), limit as usize, "{context}");
                    assert_eq!(skipped.map(drop).as_ref(), Err(&error), "{context}");
                    assert_eq!(inspected, Err(error), "{context}");
                }
            }
        }
    }
}

/// Checks errors in the deepest values. The limit counts enclosing containers, so 1024 Arrays may
/// contain an empty one.
fn errors_in_deep_values_fit_the_stack<L: TestLayout>() {
    on_a_small_stack(|| {
        let empty = nested(
            LIMIT,
            L::Variant::from(Vec::<L::Variant>::new()),
            |_, value| vec![value].into(),
        );
        assert!(common::decode::<L>(&encode::<L>(&empty)).is_ok());
        for (what, wrap) in wraps::<L>() {
            let value = nested(LIMIT, L::Variant::from("leaf"), wrap);
            let mut bytes = encode::<L>(&value);
            let at = bytes
                .windows(4)
                .position(|window| window == b"leaf")
                .expect("the string");
            bytes[at + 2] = 0xff;
            let error = common::decode::<L>(&bytes).expect_err(what);
            assert_eq!(error.offset(), at + 2, "{what}");
            assert!(error.to_string().len() > LIMIT, "{what}");
            assert!(
                !error
                    .path()
                    .segments()
                    .any(|segment| matches!(segment, Segment::ValueOf(_))),
                "{what}"
            );
        }
    });
}

/// Checks conversions of deep values to another layout, and their errors.
#[cfg(all(feature = "godot3", feature = "pandemonium"))]
#[test]
fn deep_values_convert_to_other_layouts() {
    use gdvariant::convert::ConvertErrorKind;
    use gdvariant::{Godot3, Pandemonium, godot3, pandemonium};
    for ((what, wrap), (_, back)) in wraps::<Godot3>().into_iter().zip(wraps::<Pandemonium>()) {
        on_a_small_stack(move || {
            let value = nested(LIMIT, godot3::Variant::from("leaf"), wrap);
            let bytes = encode::<Godot3>(&value);
            let converter = Converter::new();
            let there = converter
                .convert::<Godot3, Pandemonium>(&value)
                .expect(what)
                .0;
            assert_eq!(
                generic::encoded_len::<Pandemonium, _>(&there).expect(what),
                bytes.len()
            );
            let again = converter
                .convert::<Pandemonium, Godot3>(&there)
                .expect(what)
                .0;
            assert_eq!(encode::<Godot3>(&again), bytes);
            let foreign = nested(LIMIT, pandemonium::Variant::StringName("x".into()), back);
            let error = converter
                .convert::<Pandemonium, Godot3>(&foreign)
                .expect_err(what);
            assert!(
                matches!(
                    error.kind(),
                    ConvertErrorKind::MissingType {
                        ty: "StringName",
                        layout: "Godot 3",
                        ..
                    }
                ),
                "{what}"
            );
            assert_eq!(error.path().segments().len(), LIMIT, "{what}");
        });
    }
}

/// Checks converters, which build the path of each loss.
fn deep_values_are_converted<L: TestLayout>() {
    for (what, wrap) in wraps::<L>() {
        on_a_small_stack(move || {
            for leaf in [
                L::Variant::from("text"),
                NodePath::new(true, [""; 0], [""; 0]).into(),
            ] {
                let value = nested(LIMIT, leaf, wrap);
                convert_to_each::<L>(what, &value);
            }
        });
    }
}

fn convert_to_each<L: TestLayout>(what: &str, value: &L::Variant) {
    macro_rules! to_each {
        ({} $({ $module:ident $marker:ident $types:tt })*) => {
            $(
                let lossy = Converter::new().lossy();
                let (converted, report) = lossy.convert::<L, gdvariant::$marker>(value).expect(what);
                let bytes = encode::<gdvariant::$marker>(&converted);
                assert!(bytes.len() > LIMIT, "{what}");
                for loss in report.losses() {
                    assert!(loss.path().segments().len() <= LIMIT, "{what}");
                }
                let _ = std::hint::black_box(report.to_string());
                if let Err(error) = Converter::new().convert::<L, gdvariant::$marker>(value) {
                    assert!(!report.is_lossless(), "{what}: {error}");
                }
            )*
        };
    }
    gdvariant::each_layout!(to_each {});
}

#[cfg(all(feature = "godot3", feature = "double"))]
#[test]
fn deep_values_convert_to_other_precisions() {
    use gdvariant::{Godot3, Godot3Double, godot3};
    for (what, wrap) in wraps::<Godot3>() {
        on_a_small_stack(move || {
            let value = nested(
                LIMIT,
                godot3::Variant::from(gdvariant::Vector2::new(1.0, 2.0)),
                wrap,
            );
            let bytes = encode::<Godot3>(&value);
            let converted = Converter::new().convert::<Godot3, Godot3Double>(&value);
            let converted = converted.expect(what).0;
            // Only the Vector2 grows, by 8 bytes.
            assert_eq!(
                generic::encoded_len::<Godot3Double, _>(&converted).expect(what),
                bytes.len() + 8
            );
        });
    }
}

in_each_layout!(
    deep_values_fit_the_stack,
    deep_values_are_converted,
    deeper_values_are_rejected,
    each_limit_is_exact,
    errors_in_deep_values_fit_the_stack,
);
