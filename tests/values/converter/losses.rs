//! Each kind of loss, and the resulting values.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5",
    feature = "double"
))]

use gdvariant::convert::LossKind;
use gdvariant::dictionary::{KeyEquality, KeyRule};
use gdvariant::{
    Callable, Converter, Dictionary, Godot3, Godot3Double, Godot4, Kind, Layout, NodePath, Object,
    Packed, Pandemonium, PandemoniumDouble, Projection, Rect2i, Rid, Signal, StringName, Vector2i,
    Vector3i, Vector4, Vector4i, double, generic, godot3, godot3_double, godot4, pandemonium,
    pandemonium_double,
};

/// Converts lossily, and returns the text of the value and the report.
fn lossy<A: Layout, B: Layout>(value: impl Into<A::Variant>) -> (String, String) {
    let value = value.into();
    let (converted, report) = Converter::new()
        .lossy()
        .convert::<A, B>(&value)
        .expect("lossy conversions do not fail");
    let text = generic::display::<B, _>(&converted).to_string();
    (text, report.to_string())
}

/// Converts in strict mode, and returns the error message.
fn strict<A: Layout, B: Layout>(value: impl Into<A::Variant>) -> String {
    let value = value.into();
    let error = Converter::new().convert::<A, B>(&value).err();
    error.expect("a type is missing").to_string()
}

/// Converts in strict mode, and returns the text of the value and the report of minor losses.
fn strict_report<A: Layout, B: Layout>(value: impl Into<A::Variant>) -> (String, String) {
    let value = value.into();
    let converted = Converter::new().convert::<A, B>(&value);
    let (converted, report) = converted.expect("no type is missing");
    assert!(!report.is_lossless());
    let text = generic::display::<B, _>(&converted).to_string();
    (text, report.to_string())
}

/// Checks the strict error, the value and the report for a type that Godot 3 lacks.
#[track_caller]
fn missing<A: Layout>(value: impl Into<A::Variant>, ty: &str, text: &str, report: &str) {
    let value = value.into();
    assert_eq!(
        strict::<A, Godot3>(value.clone()),
        format!("Godot 3 has no {ty}")
    );
    let (converted, losses) = lossy::<A, Godot3>(value);
    assert_eq!(converted, text);
    assert_eq!(losses, report);
}

#[test]
fn components_become_those_of_the_nearest_type() {
    missing::<Godot4>(
        Vector2i::new(3, -4),
        "Vector2i",
        "Vector2( 3, -4 )",
        "Vector2i became Vector2\n",
    );
    missing::<Godot4>(
        Vector3i::new(3, -4, 5),
        "Vector3i",
        "Vector3( 3, -4, 5 )",
        "Vector3i became Vector3\n",
    );
    let rect = Rect2i {
        position: Vector2i::new(1, 2),
        size: Vector2i::new(3, 4),
    };
    missing::<Godot4>(
        rect,
        "Rect2i",
        "Rect2( 1, 2, 3, 4 )",
        "Rect2i became Rect2\n",
    );
    let cells = Packed([Vector2i::new(1, 2), Vector2i::new(3, 4)]);
    missing::<Pandemonium>(
        cells,
        "PoolVector2iArray",
        "PoolVector2Array( 1, 2, 3, 4 )",
        "PoolVector2iArray became PoolVector2Array\n",
    );
    let cells = Packed([Vector3i::new(1, 2, 3)]);
    missing::<Pandemonium>(
        cells,
        "PoolVector3iArray",
        "PoolVector3Array( 1, 2, 3 )",
        "PoolVector3iArray became PoolVector3Array\n",
    );
}

#[test]
fn components_become_the_elements_of_an_array() {
    missing::<Godot4>(
        Vector4::new(1.0, 2.5, 3.0, 4.0),
        "Vector4",
        "[ 1.0, 2.5, 3.0, 4.0 ]",
        "Vector4 became Array\n",
    );
    // Integer components become ints.
    missing::<Godot4>(
        Vector4i::new(1, 2, 3, i32::MAX),
        "Vector4i",
        "[ 1, 2, 3, 2147483647 ]",
        "Vector4i became Array\n",
    );
    let (text, _) = lossy::<Godot4, Godot3>(Projection::default());
    assert_eq!(
        text,
        "[ 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0 ]"
    );
    missing::<Godot4>(
        Packed([1_i64, i64::MIN]),
        "PackedInt64Array",
        "[ 1, -9223372036854775808 ]",
        "PackedInt64Array became Array\n",
    );
    missing::<Godot4>(
        Packed([Vector4::new(1.0, 2.0, 3.0, 4.0); 2]),
        "PackedVector4Array",
        "[ [ 1.0, 2.0, 3.0, 4.0 ], [ 1.0, 2.0, 3.0, 4.0 ] ]",
        "PackedVector4Array became Array\n[0]: Vector4 became Array\n[1]: Vector4 became Array\n",
    );
    missing::<Pandemonium>(
        Packed([Vector4i::new(1, 2, 3, 4)]),
        "PoolVector4iArray",
        "[ [ 1, 2, 3, 4 ] ]",
        "PoolVector4iArray became Array\n[0]: Vector4i became Array\n",
    );
    // Godot 4 has the packed array of Vector4.
    let (text, report) = lossy::<Pandemonium, Godot4>(Packed([Vector4i::new(1, 2, 3, 4)]));
    assert_eq!(text, "PackedVector4Array(1, 2, 3, 4)");
    assert_eq!(report, "PoolVector4iArray became PackedVector4Array\n");
}

#[test]
fn components_keep_the_precision_that_the_target_has() {
    // The integer is converted to 64 bits directly, although the source has 32 bits.
    let far = Vector2i::new(i32::MAX, i32::MIN + 1);
    let converted = Converter::new()
        .lossy()
        .convert::<Godot4, Godot3Double>(&far.into());
    let (value, report) = converted.expect("lossy");
    let exact = double::Vector2::new(f64::from(i32::MAX), f64::from(i32::MIN + 1));
    assert_eq!(value.as_vector2(), Some(&exact));
    assert_eq!(report.to_string(), "Vector2i became Vector2\n");
    // Elements of an Array have 64 bits in every layout.
    let fine = double::Vector4::new(0.1, 0.2, 0.3, 0.4);
    let (value, report) = lossy::<PandemoniumDouble, Godot3>(fine);
    assert_eq!(value, "[ 0.1, 0.2, 0.3, 0.4 ]");
    assert_eq!(report, "Vector4 became Array\n");
}

#[test]
fn large_integers_are_rounded() {
    let (text, report) = lossy::<Godot4, Godot3>(Vector2i::new(16_777_217, 5));
    assert_eq!(text, "Vector2( 1.67772e+07, 5 )");
    assert_eq!(
        report,
        "Vector2i became Vector2\n16777217 became 16777216 in a Vector2\n"
    );
    let cells = Packed([Vector2i::new(1 << 24, 1), Vector2i::new(i32::MAX, i32::MAX)]);
    let (_, report) = lossy::<Pandemonium, Godot3>(cells);
    assert_eq!(
        report,
        "PoolVector2iArray became PoolVector2Array\n\
         2 numbers changed in a PoolVector2Array: the first, 2147483647, became 2147483648\n"
    );
}

#[test]
fn double_precision_becomes_single() {
    let exact = godot3_double::Variant::from(double::Vector2::new(0.5, f64::INFINITY));
    let converted = Converter::new().convert::<Godot3Double, Godot3>(&exact);
    let (value, report) = converted.expect("no type is missing");
    assert_eq!(value, gdvariant::Vector2::new(0.5, f32::INFINITY));
    assert!(report.is_lossless());

    let (_, report) = strict_report::<Godot3Double, Godot3>(double::Vector2::new(0.1, 0.5));
    assert_eq!(report, "0.1 became 0.10000000149011612 in a Vector2\n");
    let points = vec![
        double::Vector2::new(0.5, 0.1),
        double::Vector2::new(1e300, 2.0),
    ];
    let points = Dictionary::from([("points", Packed(points))]);
    let (text, report) = strict_report::<Godot3Double, Godot4>(points);
    assert_eq!(
        text,
        "{\n\"points\": PackedVector2Array(0.5, 0.1, inf, 2)\n}"
    );
    assert_eq!(
        report,
        "points: 2 numbers changed in a PackedVector2Array: \
         the first, 0.1, became 0.10000000149011612\n"
    );
    // A NaN payload that 32 bits cannot represent.
    let nan = f64::from_bits(0x7ff8_0000_0000_0001);
    let (_, report) =
        strict_report::<PandemoniumDouble, Pandemonium>(double::Vector2::new(nan, 0.0));
    assert_eq!(report, "NaN became NaN in a Vector2\n");
}

#[test]
fn float64_arrays_become_real_arrays() {
    let exact = Packed([0.5_f64, -1.0]);
    missing::<Godot4>(
        exact,
        "PackedFloat64Array",
        "PoolRealArray( 0.5, -1 )",
        "PackedFloat64Array became PoolRealArray\n",
    );
    let (_, report) = lossy::<Godot4, Godot3>(Packed([0.5, 0.1]));
    assert_eq!(
        report,
        "PackedFloat64Array became PoolRealArray\n\
         0.1 became 0.10000000149011612 in a PoolRealArray\n"
    );
    let (text, report) = lossy::<Godot4, Godot3Double>(Packed([0.5, 0.1]));
    assert_eq!(text, "PoolRealArray( 0.5, 0.1 )");
    assert_eq!(
        report,
        "PackedFloat64Array became PoolRealArray\n\
         0.1 became 0.10000000149011612 in a PoolRealArray\n"
    );
}

#[test]
fn converts_names_signals_and_callables() {
    missing::<Godot4>(
        StringName::from("idle"),
        "StringName",
        "\"idle\"",
        "StringName became String\n",
    );
    missing::<Godot4>(Callable, "Callable", "null", "Callable became Nil\n");
    let signal = Signal {
        name: "pressed".into(),
        id: u64::MAX,
    };
    missing::<Godot4>(
        signal,
        "Signal",
        "{\n\"name\": \"pressed\",\n\"id\": -1\n}",
        "Signal became Dictionary\n",
    );
}

#[test]
fn keys_that_become_equal_are_listed() {
    // In Godot 4, a String and a StringName are equal keys.
    let keys = [
        (godot4::Variant::from("a"), 1),
        (StringName::from("b").into(), 2),
        (StringName::from("a").into(), 3),
    ];
    let (text, report) = lossy::<Godot4, Godot3>(Dictionary::from(keys));
    assert_eq!(text, "{\n\"a\": 3,\n\"b\": 2\n}");
    assert_eq!(report, "key(1): StringName became String\n");

    let keys = [
        (pandemonium::Variant::from("a"), 1),
        (StringName::from("a").into(), 2),
    ];
    let (text, report) = lossy::<Pandemonium, Godot3>(by_identity(keys));
    assert_eq!(text, "{\n\"a\": 2\n}");
    assert_eq!(
        report,
        "key(1): StringName became String\n\
         a: the key equals an earlier one, whose value was replaced\n"
    );
    // Components that differ only in 64 bits.
    let keys = [0.1, 0.100_000_001].map(|x| (double::Vector2::new(x, 0.0), x));
    let (_, report) = strict_report::<PandemoniumDouble, Pandemonium>(by_identity::<
        pandemonium_double::Variant,
        _,
        _,
    >(keys));
    assert!(
        report.ends_with("the key equals an earlier one, whose value was replaced\n"),
        "{report}"
    );
}

/// Returns a Dictionary that compares keys as Godot 3 and Pandemonium do.
fn by_identity<V: KeyEquality, K: Into<V>, T: Into<V>>(
    entries: impl IntoIterator<Item = (K, T)>,
) -> Dictionary<V> {
    let mut dictionary = Dictionary::with_rule(KeyRule::ByIdentity);
    dictionary.extend(entries);
    dictionary
}

/// Checks container keys, which Godot 3 compares by identity and Godot 4 by value.
#[test]
fn container_keys_that_become_equal_are_listed() {
    let key = || godot3::Variant::from(Dictionary::<godot3::Variant>::from([("a", 1)]));
    let entries = by_identity([(key(), 1), (key(), 2)]);
    assert_eq!(entries.len(), 2);
    let converted = Converter::new().convert::<Godot3, Godot4>(&entries.into());
    let (value, report) = converted.expect("no type is missing");
    assert_eq!(value.as_dictionary().map(Dictionary::len), Some(1));
    assert_eq!(report.losses().len(), 1);
    assert_eq!(report.losses()[0].kind(), &LossKind::Key);
}

#[test]
fn godot3_does_not_keep_the_root_of_an_empty_path() {
    let root = || NodePath::new(true, [""; 0], [""; 0]);
    let (text, report) = strict_report::<Godot4, Godot3>(vec![godot4::Variant::from(root())]);
    assert_eq!(text, "[ NodePath(\"\") ]");
    assert_eq!(report, "[0]: the root of an empty NodePath was dropped\n");
    // Godot 3 already treats this path as empty.
    let (text, report) = strict_report::<Godot3, Godot4>(root());
    assert_eq!(text, "NodePath(\"\")");
    assert_eq!(report, "the root of an empty NodePath was dropped\n");
    let (_, report) = Converter::new()
        .convert::<Godot3, Pandemonium>(&root().into())
        .expect("a path");
    assert!(report.is_lossless());
}

#[test]
fn ids_of_rids_are_dropped() {
    let value = Dictionary::from([("mesh", Rid::new(7))]);
    assert_eq!(
        strict::<Godot4, Godot3>(value.clone()),
        "mesh: Godot 3 has no id of a RID"
    );
    let (text, report) = lossy::<Godot4, Godot3>(value);
    assert_eq!(text, "{\n\"mesh\": \n}");
    assert_eq!(report, "mesh: the id 7 of a RID was dropped\n");
    let (_, report) = Converter::new()
        .convert::<Godot4, Godot3>(&Rid::default().into())
        .expect("no id");
    assert!(report.is_lossless());
}

#[test]
fn objects_are_noted_and_no_loss() {
    let object = Object::full(
        "Sprite",
        [("texture", godot3::Variant::Nil), ("z index", 7.into())],
    );
    let value = godot3::Variant::from(vec![godot3::Variant::from(object), Object::Id(7).into()]);
    let (_, report) = Converter::new()
        .convert::<Godot3, Godot4>(&value)
        .expect("objects");
    assert!(report.is_lossless());
    assert_eq!((report.notes().len(), report.total_notes()), (2, 2));
    assert_eq!(
        report.to_string(),
        "[0]: an object keeps its class \"Sprite\" and its properties \"texture\", \"z index\"\n\
         [1]: an object keeps its id 7\n"
    );
    for null in [
        Object::Id(0),
        Object::full("", [] as [(&str, godot3::Variant); 0]),
    ] {
        let (_, report) = Converter::new()
            .convert::<Godot3, Godot4>(&null.into())
            .expect("null");
        assert_eq!(report.to_string(), "");
    }
}

#[test]
fn kinds_state_what_they_become() {
    assert_eq!(Kind::Rect2i.nearest(), Some(Kind::Rect2));
    assert_eq!(Kind::Rect2.nearest(), Some(Kind::Array));
    assert_eq!(Kind::Array.nearest(), None);
    // Every chain of replacements ends with a kind that every layout has.
    macro_rules! has {
        ({ $kind:ident } $({ $module:ident $marker:ident $types:tt })*) => {
            [$(gdvariant::$marker::number_of($kind).is_some()),*]
        };
    }
    for kind in Kind::ALL {
        let mut last = *kind;
        let mut length = 0;
        while let Some(nearest) = last.nearest() {
            last = nearest;
            length += 1;
            assert!(length < 4, "{kind:?}");
        }
        let present = gdvariant::each_layout!(has { last });
        assert!(
            present.iter().all(|present| *present),
            "{kind:?} ends in {last:?}"
        );
    }
}
