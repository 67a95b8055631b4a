//! Each kind of loss, and the resulting values.

use crate::common::encode;
use gdvariant::convert::LossKind;
use gdvariant::dictionary::{KeyEquality, KeyRule};
use gdvariant::{
    Callable, Converter, Dictionary, ElementType, Engine, Godot3, Godot4, Godot4Double, Kind,
    NodePath, Object, Packed, Pandemonium, Pandemonium5, Projection, Rect2i, Rid, Signal,
    StringName, TypedArray, TypedDictionary, Vector2i, Vector4, Vector4i, double, generic, godot3,
    godot4, godot4_double, pandemonium, pandemonium5,
};
use std::fmt::Write;

/// The record of conversions: each has its value, the error of a strict conversion, and the report.
struct Record(String);

impl Record {
    fn add<A: Engine, B: Engine>(&mut self, value: impl Into<A::Variant>) {
        let value = value.into();
        let strict = Converter::new().convert::<A, B>(&value);
        let lossy = Converter::new().lossy().convert::<A, B>(&value);
        let (converted, report) = lossy.expect("lossy conversions do not fail");
        let text = generic::display::<B, _>(&converted).to_string();
        writeln!(
            self.0,
            "{} to {}: {}",
            A::LAYOUT.name,
            B::LAYOUT.name,
            text.replace('\n', " ")
        )
        .expect("a String");
        match strict {
            Ok((_, strict)) => assert_eq!(format!("{strict:?}"), format!("{report:?}")),
            Err(error) => writeln!(self.0, "error: {error}").expect("a String"),
        }
        self.0 += &report.to_string();
        self.0.push('\n');
    }

    /// Adds a value that Godot 3 lacks, or that Godot 3 has in single precision only.
    fn converted_to_godot3<A: Engine>(&mut self, value: impl Into<A::Variant>) {
        self.add::<A, Godot3>(value);
    }
}

#[test]
fn losses_are_those_of_the_record() {
    let callable = Converter::new().convert::<Godot4, Godot3>(&Callable.into());
    let mut record = Record(format!("{:#}\n\n", callable.expect_err("no Callable")));
    for part in [components, precision, names_and_ids, keys, declared_types] {
        part(&mut record);
    }
    insta::assert_snapshot!("losses", record.0);
}

/// Components become components of the nearest type, or the elements of an Array.
fn components(record: &mut Record) {
    record.converted_to_godot3::<Godot4>(Vector2i::new(3, -4));
    record.converted_to_godot3::<Godot4>(Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4)));
    record.converted_to_godot3::<Pandemonium>(Packed([Vector2i::new(1, 2), Vector2i::new(3, 4)]));
    record.converted_to_godot3::<Godot4>(Vector4::new(1.0, 2.5, 3.0, 4.0));
    // Integer components become ints.
    record.converted_to_godot3::<Godot4>(Vector4i::new(1, 2, 3, i32::MAX));
    record.converted_to_godot3::<Godot4>(Projection::default());
    record.converted_to_godot3::<Godot4>(Packed([1_i64, i64::MIN]));
    record.converted_to_godot3::<Godot4>(Packed([Vector4::new(1.0, 2.0, 3.0, 4.0); 2]));
    record.converted_to_godot3::<Pandemonium>(Packed([Vector4i::new(1, 2, 3, 4)]));
    // Godot 4 has the packed array of Vector4.
    record.add::<Pandemonium, Godot4>(Packed([Vector4i::new(1, 2, 3, 4)]));
}

fn precision(record: &mut Record) {
    record.converted_to_godot3::<Godot4>(Vector2i::new(16_777_217, 5));
    let far = Vector2i::new(i32::MAX, i32::MAX);
    record.converted_to_godot3::<Pandemonium>(Packed([Vector2i::new(1 << 24, 1), far]));
    // Elements of an Array have 64 bits in every layout.
    record.converted_to_godot3::<Godot4Double>(double::Vector4::new(0.1, 0.2, 0.3, 0.4));
    record.converted_to_godot3::<Godot4Double>(double::Vector2::new(0.5, f64::INFINITY));
    record.converted_to_godot3::<Godot4Double>(double::Vector2::new(0.1, 0.5));
    let points = Packed([
        double::Vector2::new(0.5, 0.1),
        double::Vector2::new(1e300, 2.0),
    ]);
    record.add::<Godot4Double, Godot4>(Dictionary::<godot4_double::Variant>::from([(
        "points", points,
    )]));
    // A NaN payload that 32 bits cannot represent.
    let nan = f64::from_bits(0x7ff8_0000_0000_0001);
    record.add::<Godot4Double, Godot4>(double::Vector2::new(nan, 0.0));
    record.converted_to_godot3::<Godot4>(Packed([0.5_f64, -1.0]));
    record.converted_to_godot3::<Godot4>(Packed([0.5, 0.1]));
}

fn names_and_ids(record: &mut Record) {
    record.converted_to_godot3::<Godot4>(StringName::from("idle"));
    record.converted_to_godot3::<Godot4>(Callable);
    record.converted_to_godot3::<Godot4>(Signal::new("pressed".into(), u64::MAX));
    let root = || NodePath::new(true, [""; 0], [""; 0]);
    record.converted_to_godot3::<Godot4>(vec![godot4::Variant::from(root())]);
    // Godot 3 already treats this path as empty.
    record.add::<Godot3, Godot4>(root());
    record.add::<Godot3, Pandemonium>(root());
    record.converted_to_godot3::<Godot4>(Dictionary::<godot4::Variant>::from([(
        "mesh",
        Rid::new(7),
    )]));
    record.converted_to_godot3::<Godot4>(Rid::default());
    // Objects are noted, which is no loss.
    let sprite = [("texture", godot3::Variant::Nil), ("z index", 7.into())];
    let sprite = Object::full("Sprite", sprite);
    record.add::<Godot3, Godot4>(vec![godot3::Variant::from(sprite), Object::Id(7).into()]);
    record.add::<Godot3, Godot4>(Object::Id(0));
    record.add::<Godot3, Godot4>(Object::full("", [] as [(&str, godot3::Variant); 0]));
}

/// Keys that become equal.
fn keys(record: &mut Record) {
    // In Godot 4, a String and a StringName are equal keys.
    let keys = [
        (godot4::Variant::from("a"), 1),
        (StringName::from("b").into(), 2),
        (StringName::from("a").into(), 3),
    ];
    record.converted_to_godot3::<Godot4>(Dictionary::from(keys));
    let keys = [
        (pandemonium::Variant::from("a"), 1),
        (StringName::from("a").into(), 2),
    ];
    record.converted_to_godot3::<Pandemonium>(by_identity(keys));
    // Components that differ only in 64 bits.
    let keys = [0.1, 0.100_000_001].map(|x| (double::Vector2::new(x, 0.0), x));
    let keys: Dictionary<godot4_double::Variant> = by_identity(keys);
    record.add::<Godot4Double, Godot4>(keys);
    // Godot 3 compares containers by identity, Godot 4 by value.
    let key = || godot3::Variant::from(Dictionary::<godot3::Variant>::from([("a", 1)]));
    record.add::<Godot3, Godot4>(by_identity::<godot3::Variant, _, _>([
        (key(), 1),
        (key(), 2),
    ]));
}

fn array(element: impl Into<ElementType>, values: Vec<godot4::Variant>) -> godot4::Variant {
    TypedArray::new(element, values).into()
}

/// Returns a typed array of Pandemonium 5.
fn typed<T: Into<pandemonium5::Variant>>(
    element: impl Into<ElementType>,
    values: [T; 1],
) -> pandemonium5::Variant {
    pandemonium5::Variant::PandemoniumTypedArray(Box::new(TypedArray::new(element, values)))
}

fn declared_types(record: &mut Record) {
    let scores = Dictionary::from([("scores", array(Kind::Int, vec![1.into()]))]);
    record.converted_to_godot3::<Godot4>(scores);
    let named: TypedDictionary<godot4::Variant> =
        TypedDictionary::new(Kind::String, ElementType::Any, [("a", 1)]);
    record.add::<Godot4, Pandemonium5>(named);
    // A declared type becomes the nearest one.
    let packed = vec![Packed([1_i64, 2]).into()];
    record.add::<Godot4, Pandemonium5>(array(Kind::PackedInt64Array, packed));
    // A declared type of Nil means no declared type.
    record.add::<Godot4, Pandemonium5>(array(Kind::Callable, vec![Callable.into()]));
    let script = ElementType::Script("res://a.gd".into());
    record.add::<Godot4, Pandemonium5>(array(script, vec![]));
    let packed = TypedArray::new(Kind::Int, [7]);
    let packed = pandemonium5::Variant::PackedTypedArray(Box::new(packed));
    record.add::<Pandemonium5, Godot4>(packed);
    record.add::<Pandemonium5, Godot4>(typed(ElementType::Any, [7]));
    // Only Pandemonium 5 allows elements that do not match the declared type.
    record.add::<Pandemonium5, Godot4>(typed(Kind::Int, ["seven"]));
}

#[test]
fn pandemonium5_keeps_the_declared_type_of_an_array() {
    let class = ElementType::Class("Node".into());
    for value in [
        array(Kind::Int, vec![1.into(), 2.into()]),
        array(Kind::Object, vec![godot4::Variant::Nil]),
        array(class, vec![]),
        array(Kind::Array, vec![array(Kind::String, vec!["a".into()])]),
    ] {
        let there = Converter::new().convert::<Godot4, Pandemonium5>(&value);
        let (there, report) = there.expect("a typed array");
        assert!(report.is_lossless(), "{report}");
        assert!(there.as_pandemonium_typed_array().is_some());
        let back = Converter::new().convert::<Pandemonium5, Godot4>(&there);
        let (back, report) = back.expect("a typed array");
        assert!(report.is_lossless(), "{report}");
        assert_eq!(encode::<Godot4>(&back), encode::<Godot4>(&value));
    }
}

/// Returns a Dictionary that compares keys as Godot 3 and Pandemonium do.
fn by_identity<V: KeyEquality, K: Into<V>, T: Into<V>>(
    entries: impl IntoIterator<Item = (K, T)>,
) -> Dictionary<V> {
    let mut dictionary = Dictionary::with_rule(KeyRule::ByIdentity);
    dictionary.extend(entries);
    dictionary
}

/// Checks that objects are notes, and equal keys losses.
#[test]
fn reports_have_notes_and_kinds() {
    let object = Object::full("Sprite", [("texture", godot3::Variant::Nil)]);
    let value = godot3::Variant::from(vec![godot3::Variant::from(object), Object::Id(7).into()]);
    let converted = Converter::new().convert::<Godot3, Godot4>(&value);
    let (_, report) = converted.expect("objects");
    assert!(report.is_lossless());
    assert_eq!((report.notes().len(), report.total_notes()), (2, 2));
    let keys = by_identity::<godot3::Variant, _, _>([(Packed([-0.0_f32]), 1), (Packed([0.0]), 2)]);
    let converted = Converter::new().convert::<Godot3, Godot4>(&keys.into());
    let (_, report) = converted.expect("no type is missing");
    assert_eq!(report.losses()[0].kind(), &LossKind::Key);
}

#[test]
fn kinds_state_what_they_become() {
    assert_eq!(Kind::Rect2i.nearest(), Some(Kind::Rect2));
    assert_eq!(Kind::Rect2.nearest(), Some(Kind::Array));
    assert_eq!(Kind::Array.nearest(), None);
    // Every chain of replacements ends with a kind that every layout has.
    macro_rules! has {
        ({ $kind:ident } $({ $module:ident $marker:ident })*) => {
            [$(<gdvariant::$marker as gdvariant::Engine>::LAYOUT.number_of($kind).is_some()),*]
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
        let present = crate::common::layouts::each_layout!(has { last });
        assert!(
            present.iter().all(|present| *present),
            "{kind:?} ends in {last:?}"
        );
    }
}
