//! The library's value types within users' types: serde encodes them as the types themselves.

use super::{from_slice_in, from_slice_with, to_vec_in};
use crate::common::layouts::set_key_rule;
use crate::common::{Fault, TestLayout, bytes, cases, encode, in_each_layout, lines};
use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};
use gdvariant::EncodeOptions;
use gdvariant::Godot3;
use gdvariant::dictionary::KeyRule;
use gdvariant::generic;
use gdvariant::godot3::serde::{from_slice, to_vec};
use gdvariant::godot3::{self, Dictionary, Object, Variant, VariantRef, variant};
use gdvariant::*;
use proptest::prelude::*;
use std::fmt::Debug;

/// An untagged enum, so that serde buffers the value.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Buffered<V> {
    Value(V),
}

/// Checks that serde encodes the value like the codec, by itself and in an Array, and decodes it
/// directly and from a buffer.
#[track_caller]
fn check<E, T>(value: &T)
where
    E: Engine,
    T: Serialize + DeserializeOwned + Encode<E> + PartialEq + Debug,
{
    let options = DecodeOptions::new();
    let bytes = to_vec_in::<E, _>(value).unwrap();
    assert_eq!(
        bytes,
        generic::to_vec::<E, _>(value, EncodeOptions::new()).unwrap()
    );
    assert_eq!(from_slice_in::<E, T>(&bytes, options).unwrap(), *value);
    let Buffered::Value(kept) = from_slice_in::<E, Buffered<T>>(&bytes, options).unwrap();
    assert_eq!(kept, *value);
    let list = [value, value];
    let bytes = to_vec_in::<E, _>(&list).unwrap();
    assert_eq!(
        bytes,
        generic::to_vec::<E, _>(&list, EncodeOptions::new()).unwrap()
    );
    let [first, _] = from_slice_in::<E, [T; 2]>(&bytes, options).unwrap();
    assert_eq!(first, *value);
}

#[test]
fn encodes_every_value_type_as_itself() {
    let two = Vector2::new(0.1, f32::NEG_INFINITY);
    let three = Vector3::new(1.0, 2.0, 3.0);
    let basis = Basis::new(three, three, three);
    check::<Godot3, _>(&two);
    check::<Godot3, _>(&three);
    check::<Godot3, _>(&Rect2::new(two, two));
    check::<Godot3, _>(&Transform2D::new(two, two, two));
    check::<Godot3, _>(&Plane::new(three, 4.0));
    check::<Godot3, _>(&Quaternion::new(1.0, 2.0, 3.0, 4.0));
    check::<Godot3, _>(&Aabb::new(three, three));
    check::<Godot3, _>(&Transform3D::new(basis, three));
    check::<Godot3, _>(&Color::new(0.1, 0.2, 0.3, 1.0));
    check::<Godot3, _>(&NodePath::new(false, ["a b", "ß"], ["c"]));
    check::<Godot3, _>(&Rid::default());
    check::<Godot3, _>(&Object::Id(u64::MAX));
    check::<Godot3, _>(&Dictionary::from([("Vector2", two)]));
    check::<Godot3, _>(&variant!([two, Packed([two])]));
    check::<Godot3, _>(&Packed(vec![1_u8, 2, 3]));
    check::<Godot3, _>(&Packed(vec![1_i32, -2]));
    check::<Godot3, _>(&Packed(vec![0.1_f32, f32::INFINITY]));
    check::<Godot3, _>(&Packed(vec![String::from("a"), "ß".into()]));
    check::<Godot3, _>(&Packed(vec![two]));
    check::<Godot3, _>(&Packed(vec![three]));
    check::<Godot3, _>(&Packed(Vec::<Color>::new()));
}

#[test]
fn encodes_every_type_of_pandemonium_as_itself() {
    use gdvariant::pandemonium;

    let four = Vector4::new(1.0, 2.0, 3.0, 4.0);
    let rect = Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4));
    check::<Pandemonium, _>(&Vector2i::new(1, -2));
    check::<Pandemonium, _>(&Vector3i::new(1, 2, i32::MIN));
    check::<Pandemonium, _>(&four);
    check::<Pandemonium, _>(&Vector4i::new(1, 2, 3, 4));
    check::<Pandemonium, _>(&rect);
    check::<Pandemonium, _>(&Projection::new(four, four, four, four));
    check::<Pandemonium, _>(&StringName::from("name"));
    check::<Pandemonium, _>(&Quaternion::new(1.0, 2.0, 3.0, 4.0));
    check::<Pandemonium, _>(&variant!([1, (four)]));
    // A String decodes as a StringName, as without serde.
    let bytes = pandemonium::to_vec("text").unwrap();
    let name: StringName = pandemonium::serde::from_slice(&bytes).unwrap();
    assert_eq!(name, "text");
    let error = to_vec(&[four]).unwrap_err();
    assert_eq!(error.fault(), "[0]: MissingType");
    let error = to_vec(&variant!([[1, (four)]])).unwrap_err();
    assert_eq!(error.fault(), "[0][1]: MissingType");
}

/// Checks that objects, which pass through the JSON form, keep keys apart like the layout.
#[test]
fn objects_keep_keys_that_the_layout_keeps_apart() {
    let cell = || Variant::from(Dictionary::new());
    let cells = [(cell(), 1), (cell(), 2)];
    let mut dictionary = Dictionary::with_rule(gdvariant::dictionary::KeyRule::ByIdentity);
    dictionary.extend(cells);
    assert_eq!(dictionary.len(), 2);
    let object = Object::full("A", [("cells", Variant::from(dictionary))]);
    assert_eq!(to_vec(&object).unwrap(), godot3::to_vec(&object).unwrap());
}

/// Checks that no component is rounded inside an object, which passes through the JSON form.
#[test]
fn converts_values_of_another_precision() {
    use gdvariant::double::{self, Vector2 as Double};
    use gdvariant::godot4_double::serde::{from_slice, to_vec as to_double};

    let object = |x: f64| -> double::Variant {
        gdvariant::Object::full("A", [("position", Double::new(x, 2.0))]).into()
    };
    let single = Object::full("A", [("position", Vector2::new(0.5, 2.0))]);
    assert_eq!(to_vec(&object(0.5)).unwrap(), to_vec(&single).unwrap());
    let error = to_vec(&vec![object(0.1)]).unwrap_err();
    assert_eq!(error.fault(), "[0]: Custom");

    let bytes = to_double(&variant!([(Vector2::new(0.5, 2.0)), 1])).unwrap();
    let back: (Double, i32) = from_slice(&bytes).unwrap();
    assert_eq!(back, (Double::new(0.5, 2.0), 1));
    let deep = (0..1000).fold(Variant::from(1), |value, _| vec![value].into());
    assert!(to_double(&variant!([(deep), (Vector2::default())])).is_ok());
    let object = (0..1000).fold(Variant::from(1), |value, _| {
        Object::full("A", [("a", value)]).into()
    });
    assert_eq!(to_double(&[object]).unwrap_err().fault(), "[0]: Custom");
}

#[test]
fn packed_arrays_become_lists_of_their_elements() {
    let list = vec![Vector2::new(0.1, f32::INFINITY), Vector2::new(1.0, 2.0)];
    let bytes = godot3::to_vec(&Packed(list.clone())).unwrap();
    assert_eq!(
        from_slice::<[Variant; 2]>(&bytes).unwrap(),
        [Variant::from(list[0]), list[1].into()]
    );
    assert_eq!(from_slice::<Vec<Vector2>>(&bytes).unwrap(), list);
    assert_eq!(
        from_slice::<Variant>(&bytes).unwrap(),
        Variant::from(Packed(list))
    );
}

#[test]
fn encodes_vectors_like_the_codec() {
    for line in lines("vectors/godot3.jsonl") {
        let id = &line["id"];
        let bytes = bytes(line["hex"].as_str().unwrap());
        let options = DecodeOptions::new().allow_objects(true);
        let value: Variant = from_slice_with(&bytes, options).unwrap();
        assert_eq!(to_vec(&value).unwrap(), bytes, "{id}");
        let borrowed: VariantRef<'_> = generic::from_slice::<Godot3, _>(&bytes, options).unwrap();
        assert_eq!(to_vec(&borrowed).unwrap(), bytes, "{id}");
        let json = serde_json::to_string(&borrowed).unwrap();
        assert_eq!(json, serde_json::to_string(&value).unwrap(), "{id}");
    }
}

/// Checks that serde encodes any Variant like the codec, and decodes it directly and from a buffer.
fn encodes_any_value_like_the_codec<E: TestLayout>()
where
    E::Variant: Serialize + DeserializeOwned,
{
    let options = DecodeOptions::new().allow_objects(true);
    proptest!(cases(60), |(value in E::arb())| {
        let expected = encode::<E>(&value);
        prop_assert_eq!(&to_vec_in::<E, _>(&value).unwrap(), &expected);
        let read: E::Variant = from_slice_in::<E, _>(&expected, options).unwrap();
        prop_assert_eq!(&encode::<E>(&read), &expected);
        // A buffer has the rule of Godot 4, by which a String and a StringName are equal keys.
        let mut buffered = value;
        set_key_rule(&mut buffered, KeyRule::ByValue);
        if encode::<E>(&buffered) == expected {
            let Buffered::Value(kept) = from_slice_in::<E, Buffered<E::Variant>>(&expected, options).unwrap();
            prop_assert_eq!(&encode::<E>(&kept), &expected);
        }
    });
}

/// The tests of each layout are named after the layout, so they need a module of their own.
mod in_each_layout {
    use super::encodes_any_value_like_the_codec;

    super::in_each_layout!(encodes_any_value_like_the_codec);
}

#[test]
fn lenient_decoding_applies_to_values() {
    // The engine ends the string at its NUL, and accepts the bool 2.
    let input = bytes("13000000 02000000 0400000003000000 61006200 0100000002000000");
    let options = DecodeOptions::engine();
    let read: Vec<Variant> = from_slice_with(&input, options).unwrap();
    assert_eq!(read, [Variant::from("a"), true.into()]);
    let read: (String, bool) = from_slice_with(&input, options).unwrap();
    assert_eq!(read, ("a".into(), true));
}

/// A struct with all types that borrow.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Views<'a> {
    #[serde(borrow)]
    path: NodePathRef<'a>,
    #[serde(borrow)]
    points: PackedView<'a, Vector3>,
    #[serde(borrow)]
    flags: PackedView<'a, u8>,
    #[serde(borrow)]
    indices: Option<PackedView<'a, i32>>,
}

#[test]
fn borrows_views() {
    let point = Vector3::new(1.0, 2.0, 3.0);
    let values = variant!({
        "path": (NodePath::from("/root/Main:position")), "points": Packed([point; 3]),
        "flags": Packed([1_u8, 2, 3, 4, 5]), "indices": Packed([7_i32, 8]),
    });
    let bytes = godot3::to_vec(&values).unwrap();
    let read: Views<'_> = from_slice(&bytes).unwrap();
    assert_eq!(read.path.to_string(), "/root/Main:position");
    let points = read.points.as_bytes().as_ptr();
    assert!(bytes.as_ptr_range().contains(&points));
    assert_eq!(read.points.to_vec(), [point; 3]);
    assert_eq!(read.flags.as_bytes(), [1, 2, 3, 4, 5]);
    assert_eq!(read.indices.unwrap().to_vec(), [7, 8]);
    // Views are encoded as the types that they borrow from.
    assert_eq!(to_vec(&read).unwrap(), bytes);

    // Lenient decoding can borrow as well, unless it alters the bytes.
    let read: Views<'_> = from_slice_with(&bytes, DecodeOptions::engine()).unwrap();
    assert_eq!(to_vec(&read).unwrap(), bytes);
    let allocations =
        allocation_counter::measure(|| assert!(from_slice::<Views<'_>>(&bytes).is_ok()));
    assert_eq!(allocations.count_total, 0);

    // The engine leaves uninitialized memory in the padding of a NodePath.
    let mut path = godot3::to_vec(&NodePath::from("abc")).unwrap();
    *path.last_mut().unwrap() = 9;
    let view: NodePathRef<'_> = from_slice_with(&path, DecodeOptions::engine()).unwrap();
    assert_eq!(view.to_string(), "abc");
    // Engines end a name at a NUL, so its bytes contain more than the name.
    let end = path.len();
    path[end - 2..].copy_from_slice(&[0, 0]);
    let rejected = from_slice_with::<NodePathRef<'_>>(&path, DecodeOptions::engine());
    assert_eq!(rejected.unwrap_err().fault(), "0x0000: Custom");
}

#[test]
fn views_reject_what_they_cannot_borrow() {
    #[derive(Debug, Deserialize)]
    struct Flat<'a> {
        #[serde(flatten, borrow)]
        _view: PackedView<'a, i32>,
    }

    fn rejected<'a, T: Deserialize<'a> + Debug>(bytes: &'a [u8]) {
        let fault = from_slice::<(T,)>(bytes).unwrap_err().fault();
        assert!(fault.starts_with("0x0008: [0]: "), "{fault}");
    }
    let list = vec![2_u8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0];
    for value in [
        Variant::from("a"),
        Packed([Vector2::new(1.0, 2.0)]).into(),
        variant!([1]),
        variant!({"PoolIntArray": Packed(list), "z": 1}),
    ] {
        let bytes = godot3::to_vec(&vec![value]).unwrap();
        rejected::<NodePathRef<'_>>(&bytes);
        rejected::<PackedView<'_, Vector3>>(&bytes);
        rejected::<Flat<'_>>(&bytes);
    }
    for json in ["{\"NodePath\": \"a\"}", "\"a\"", "{}"] {
        assert!(serde_json::from_str::<NodePathRef<'_>>(json).is_err());
    }
}
