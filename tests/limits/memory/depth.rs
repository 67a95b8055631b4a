//! Values at and beyond the depth limit, on a small stack.

use crate::common::{Fault, TestLayout, decode, encode, in_each_kind_of_layout};
use crate::memory::words::{number, words};
use gdvariant::dictionary::{KeyEquality, KeyRule};
use gdvariant::generic::structure::Build;
use gdvariant::{
    Converter, DecodeErrorKind, DecodeOptions, Dictionary, ElementType, EncodeErrorKind,
    EncodeOptions, IgnoredAny, Kind, NodePath, Object, Segment, TypedArray, TypedDictionary,
    generic,
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
fn wraps<E: TestLayout>() -> Vec<(&'static str, Wrap<E::Variant>)> {
    let array: Wrap<E::Variant> = |_, value| vec![value].into();
    let by_value: Wrap<E::Variant> = |_, value| Dictionary::from([("key", value)]).into();
    let by_key: Wrap<E::Variant> = |_, value| Dictionary::from([(value, true)]).into();
    let object: Wrap<E::Variant> = |_, value| Object::full("Node", [("child", value)]).into();
    let second: Wrap<E::Variant> = |_, value| vec![7.into(), value, "after".into()].into();
    let mixed: Wrap<E::Variant> = |level, value| match level % 4 {
        0 => vec![value].into(),
        1 => Dictionary::from([("key", value)]).into(),
        2 => Object::full("Node", [("child", value)]).into(),
        _ => Dictionary::from([(value, true)]).into(),
    };
    let typed: Wrap<E::Variant> = |level, value| {
        let class = ElementType::Class("Node".into());
        let (kind, element) = match level % 4 {
            0 => (Kind::PandemoniumTypedArray, ElementType::Any),
            1 => (Kind::PackedTypedArray, Kind::Array.into()),
            2 => (Kind::PandemoniumTypedArray, Kind::Object.into()),
            _ => (Kind::PackedTypedArray, class),
        };
        let array = TypedArray::new(element, [value]);
        E::Variant::typed_array(kind, array).expect("the layout has it")
    };
    // Each level declares the type of the preceding level; the first contains the leaf.
    let declared: Wrap<E::Variant> = |level, value| {
        let dictionary = |key, value, entry| {
            let entries = Dictionary::from([entry]);
            E::Variant::typed_dictionary(TypedDictionary {
                key,
                value,
                entries,
            })
        };
        let (any, array) = (ElementType::Any, ElementType::from(Kind::Array));
        let class = ElementType::Class("Node".into());
        let of_dictionaries = ElementType::from(Kind::Dictionary);
        let wrapped = match level % 6 {
            0 => dictionary(Kind::String.into(), any, ("key".into(), value)),
            1 => E::Variant::typed_array(Kind::Array, TypedArray::new(of_dictionaries, [value])),
            2 => dictionary(array, any, (value, true.into())),
            3 => Some(Object::full("Node", [("property", value)]).into()),
            4 => E::Variant::typed_array(Kind::Array, TypedArray::new(class, [value])),
            _ => dictionary(any, array, (true.into(), value)),
        };
        wrapped.expect("the layout has it")
    };
    let all: [(_, Wrap<E::Variant>); 6] = [
        ("arrays", array),
        ("dictionaries by value", by_value),
        ("dictionaries by key", by_key),
        ("objects", object),
        ("arrays of three", second),
        ("every container in turn", mixed),
    ];
    let has_typed_arrays = E::LAYOUT.number_of(Kind::PandemoniumTypedArray).is_some();
    let typed = has_typed_arrays.then_some(("typed arrays", typed));
    let declared = E::LAYOUT
        .declares_types(Kind::Array)
        .then_some(("declared types", declared));
    all.into_iter().chain(typed).chain(declared).collect()
}

/// Calls the function for each way of nesting, in a thread with a stack of 2 MiB; a stack overflow
/// aborts the test run.
fn on_a_small_stack<E: TestLayout>(check: fn(&str, Wrap<E::Variant>)) {
    for (what, wrap) in wraps::<E>() {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        let thread = thread.spawn(move || check(what, wrap));
        let result = thread.expect("a thread starts").join();
        result.expect("the thread does not panic");
    }
}

fn deep_values_fit_the_stack<E: TestLayout>() {
    on_a_small_stack::<E>(|what, wrap| {
        for leaf in ["text".into(), NodePath::from("a:b").into()] {
            check_recursion::<E>(what, &nested(LIMIT, leaf, wrap));
        }
    });
}

/// Calls every operation that recurses into a value.
fn check_recursion<E: TestLayout>(what: &str, value: &E::Variant) {
    let bytes = encode::<E>(value);
    let length = generic::encoded_len::<E, _>(value, EncodeOptions::new());
    assert_eq!(length, Ok(bytes.len()), "{what}");
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let options = options.allow_objects(true);
        let decoded = generic::from_slice::<E, E::Variant>(&bytes, options).expect(what);
        assert_eq!(encode::<E>(&decoded), bytes, "{what}");
        generic::from_slice::<E, IgnoredAny>(&bytes, options).expect(what);
        let borrowed = generic::from_slice::<E, E::VariantRef<'_>>(&bytes, options).expect(what);
        let again = generic::to_vec::<E, _>(&borrowed.clone(), EncodeOptions::new());
        assert_eq!(again.as_ref(), Ok(&bytes), "{what}");
        let _ = std::hint::black_box((borrowed.to_string(), borrowed == borrowed.clone()));
        assert_eq!(encode::<E>(&borrowed.into()), bytes, "{what}");
    }
    let copy = value.clone();
    let _ = std::hint::black_box(copy == *value);
    for rule in [KeyRule::ByValue, KeyRule::ByIdentity] {
        let _ = std::hint::black_box(copy.is_same_key(value, rule));
        copy.hash_key(&mut DefaultHasher::new(), rule);
    }
    // Dictionaries with enough keys hash the keys.
    let others = (0..15_i64).map(|key| (E::Variant::from(key), true));
    let dictionary: Dictionary<E::Variant> = others.chain([(copy, false)]).collect();
    let _ = std::hint::black_box(dictionary.get(value));
    let _ = std::hint::black_box(dictionary == dictionary.clone());
    let texts = [
        value.to_string(),
        format!("{value:#}"),
        format!("{value:?}"),
    ];
    assert!(texts.iter().all(|text| text.len() > LIMIT), "{what}");
}

fn deeper_values_are_rejected<E: TestLayout>() {
    on_a_small_stack::<E>(|what, wrap| {
        let inner = nested(LIMIT, E::Variant::from(7), wrap);
        // Encoding rejects another level, so the header of the outermost Array is added here.
        let head = words(&[number::<E>(Kind::Array), 1]);
        let too_deep = [head, encode::<E>(&inner)].concat();
        for options in [DecodeOptions::new(), DecodeOptions::engine()] {
            let options = options.allow_objects(true);
            let error = generic::from_slice::<E, E::Variant>(&too_deep, options).expect_err(what);
            let is_limited = matches!(error.kind(), DecodeErrorKind::TooDeep { limit: 1024, .. });
            assert!(is_limited, "{what}");
            assert_eq!(error.path().segments().len(), LIMIT, "{what}");
            // Options can raise the limit.
            generic::from_slice::<E, E::Variant>(&too_deep, options.max_depth(1025)).expect(what);
        }
        let deeper: E::Variant = vec![inner].into();
        let error = generic::to_vec::<E, _>(&deeper, EncodeOptions::new()).expect_err(what);
        let is_limited = matches!(error.kind(), EncodeErrorKind::TooDeep { limit: 1024, .. });
        assert!(is_limited, "{what}");
        let measured = generic::encoded_len::<E, _>(&deeper, EncodeOptions::new()).expect_err(what);
        assert_eq!(measured.kind(), error.kind(), "{what}");
    });
}

/// Checks every low limit with each kind of container, in each way of visiting a value.
fn each_limit_is_exact<E: TestLayout>() {
    for (what, wrap) in wraps::<E>() {
        for levels in 0..=4_u32 {
            let bytes = encode::<E>(&nested(levels as usize, E::Variant::from(7), wrap));
            for limit in 0..=5 {
                let options = DecodeOptions::new().allow_objects(true).max_depth(limit);
                let decoded = generic::from_slice::<E, E::Variant>(&bytes, options).map(drop);
                let skipped = generic::from_slice::<E, IgnoredAny>(&bytes, options).map(drop);
                let inspected = E::LAYOUT.inspect(&bytes, options, |_| {}).map(drop);
                let context = format!("{what}: {levels} levels, limit {limit}");
                assert_eq!(decoded.is_ok(), levels <= limit, "{context}");
                if let Err(error) = &decoded {
                    assert!(error.fault().ends_with("TooDeep"), "{context}: {error}");
                    assert_eq!(error.path().segments().len(), limit as usize, "{context}");
                }
                assert_eq!(
                    [skipped, inspected],
                    [decoded.clone(), decoded],
                    "{context}"
                );
            }
        }
    }
}

/// Checks errors in the deepest values. The limit counts enclosing containers, so 1024 Arrays may
/// contain an empty one.
fn errors_in_deep_values_fit_the_stack<E: TestLayout>() {
    on_a_small_stack::<E>(|what, wrap| {
        let empty = nested(LIMIT, Vec::<E::Variant>::new().into(), wrap);
        assert!(decode::<E>(&encode::<E>(&empty)).is_ok());
        let mut bytes = encode::<E>(&nested(LIMIT, E::Variant::from("leaf"), wrap));
        let at = bytes.windows(4).position(|window| window == b"leaf");
        let at = at.expect("the string") + 2;
        bytes[at] = 0xff;
        let error = decode::<E>(&bytes).expect_err(what);
        assert_eq!(error.offset(), at, "{what}");
        assert!(error.to_string().len() < LIMIT, "{what}");
        assert!(error.path().to_string().len() > LIMIT, "{what}");
        let mut segments = error.path().segments();
        let is_unnamed = segments.any(|segment| matches!(segment, Segment::ValueOf(_)));
        assert!(!is_unnamed, "{what}");
    });
}

/// Checks converters, which build the path of each loss.
fn deep_values_are_converted<E: TestLayout>() {
    on_a_small_stack::<E>(|what, wrap| {
        let path = NodePath::new(true, [""; 0], [""; 0]);
        convert_to_each::<E>(what, &nested(LIMIT, path.into(), wrap));
    });
}

fn convert_to_each<E: TestLayout>(what: &str, value: &E::Variant) {
    macro_rules! to_each {
        ({} $({ $module:ident $marker:ident })*) => {
            $(
                let lossy = Converter::new().lossy();
                let (converted, report) = lossy.convert::<E, gdvariant::$marker>(value).expect(what);
                let bytes = encode::<gdvariant::$marker>(&converted);
                assert!(bytes.len() > LIMIT, "{what}");
                for loss in report.losses() {
                    assert!(loss.path().segments().len() <= LIMIT, "{what}");
                }
                let _ = std::hint::black_box(report.to_string());
                if let Err(error) = Converter::new().convert::<E, gdvariant::$marker>(value) {
                    assert!(!report.is_lossless(), "{what}: {error}");
                    assert!(error.path().segments().len() <= LIMIT, "{what}");
                }
            )*
        };
    }
    crate::common::layouts::each_layout!(to_each {});
}

in_each_kind_of_layout!(
    deep_values_fit_the_stack,
    deep_values_are_converted,
    deeper_values_are_rejected,
    each_limit_is_exact,
    errors_in_deep_values_fit_the_stack,
);
