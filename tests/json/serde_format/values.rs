//! The library's value types within users' types: serde encodes them as the types themselves.

use super::{is_written, rejected};
use crate::common::Fault;
use crate::common::{TestLayout, cases, decode, encode, in_each_layout, lines};
use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};
use gdvariant::godot3::serde::{from_slice, to_variant, to_vec};
use gdvariant::godot3::{self, Dictionary, Object, Variant, VariantRef};
use gdvariant::serde::{self as format, SerdeLayout};
use gdvariant::*;
use proptest::prelude::*;

/// Checks that serde encodes the value like the codec, by itself and in an Array, and decodes it.
#[track_caller]
fn assert_encoded_as_itself<T>(value: &T)
where
    T: Serialize
        + DeserializeOwned
        + Into<Variant>
        + Encode<Godot3>
        + Clone
        + PartialEq
        + std::fmt::Debug,
{
    assert_eq!(to_vec(value).unwrap(), godot3::to_vec(value).unwrap());
    assert_eq!(to_variant(value).unwrap(), value.clone().into());
    let list = vec![value.clone(), value.clone()];
    let bytes = to_vec(&list).unwrap();
    assert_eq!(bytes, godot3::to_vec(&list).unwrap());
    assert_eq!(from_slice::<Vec<T>>(&bytes).unwrap(), list);
    assert_eq!(
        from_slice::<T>(&to_vec(&Some(value)).unwrap()).unwrap(),
        *value
    );
}

#[test]
fn encodes_every_value_type_as_itself() {
    let (two, three) = (
        Vector2::new(0.1, f32::NEG_INFINITY),
        Vector3::new(1.0, 2.0, 3.0),
    );
    let basis = Basis::new(three, three, three);
    assert_encoded_as_itself(&two);
    assert_encoded_as_itself(&three);
    assert_encoded_as_itself(&Rect2::new(two, two));
    assert_encoded_as_itself(&Transform2D::new(two, two, two));
    assert_encoded_as_itself(&Plane::new(three, 4.0));
    assert_encoded_as_itself(&Quaternion::new(1.0, 2.0, 3.0, 4.0));
    assert_encoded_as_itself(&Aabb::new(three, three));
    assert_encoded_as_itself(&basis);
    assert_encoded_as_itself(&Transform3D::new(basis, three));
    assert_encoded_as_itself(&Color::new(0.1, 0.2, 0.3, 1.0));
    assert_encoded_as_itself(&NodePath::from("/root/Main:position"));
    assert_encoded_as_itself(&NodePath::new(false, ["a b", "ß"], [""; 0]));
    assert_encoded_as_itself(&Rid::default());
    assert_encoded_as_itself(&Object::Id(u64::MAX));
    assert_encoded_as_itself(&Dictionary::from([
        ("Vector2", Variant::from(two)),
        ("b", 1.into()),
    ]));
    assert_encoded_as_itself(&Dictionary::from([("Vector2", two)]));
    assert_encoded_as_itself(&Variant::from(vec![
        Variant::from(two),
        Variant::from(Packed([two])),
    ]));
    is_written(&two, "05000000 cdcccc3d 000080ff");
}

#[cfg(feature = "pandemonium")]
#[test]
fn encodes_every_type_of_pandemonium_as_itself() {
    use gdvariant::pandemonium;

    fn assert_encoded_as_itself<T>(value: &T)
    where
        T: Serialize + DeserializeOwned + Encode<Pandemonium> + PartialEq + std::fmt::Debug,
    {
        let bytes = pandemonium::serde::to_vec(value).unwrap();
        assert_eq!(bytes, pandemonium::to_vec(value).unwrap());
        assert_eq!(pandemonium::serde::from_slice::<T>(&bytes).unwrap(), *value);
    }

    let four = Vector4::new(1.0, 2.0, 3.0, 4.0);
    assert_encoded_as_itself(&Vector2i::new(1, -2));
    assert_encoded_as_itself(&Vector3i::new(1, 2, i32::MIN));
    assert_encoded_as_itself(&four);
    assert_encoded_as_itself(&Vector4i::new(1, 2, 3, 4));
    assert_encoded_as_itself(&Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4)));
    assert_encoded_as_itself(&Projection::new(four, four, four, four));
    assert_encoded_as_itself(&StringName::from("name"));
    assert_encoded_as_itself(&Quaternion::new(1.0, 2.0, 3.0, 4.0));
    // A String decodes as a StringName, as without serde.
    let bytes = pandemonium::to_vec("text").unwrap();
    assert_eq!(
        pandemonium::serde::from_slice::<StringName>(&bytes).unwrap(),
        "text"
    );
    let error = godot3::serde::to_vec(&[four]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[0]: the layout godot3 has no Vector4, unlike godot4, pandemonium, pandemonium5"
    );
}

#[cfg(feature = "pandemonium")]
#[test]
fn encodes_a_variant_in_any_layout() {
    use gdvariant::pandemonium;

    let (two, four) = (Vector2::new(0.1, 2.0), Vector4::new(1.0, 2.0, 3.0, 4.0));
    let value = Variant::from(vec![
        Variant::from(two),
        Packed([two]).into(),
        Dictionary::from([(1, "a")]).into(),
        Quaternion::new(1.0, 2.0, 3.0, 4.0).into(),
        four.into(),
    ]);
    let bytes = pandemonium::serde::to_vec(&(1, &value)).unwrap();
    assert_eq!(bytes, pandemonium::to_vec(&(1, value.clone())).unwrap());
    assert_eq!(
        pandemonium::serde::from_slice::<(i32, Variant)>(&bytes).unwrap(),
        (1, value.clone())
    );
    let error = godot3::serde::to_vec(&[value]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[0][4]: the layout godot3 has no Vector4"
    );
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
#[cfg(feature = "double")]
#[test]
fn objects_of_another_precision_are_never_rounded() {
    use gdvariant::double;
    let object = |x: f64| -> double::Variant {
        let position = double::Variant::from(double::Vector2::new(x, 2.0));
        gdvariant::Object::full("A", [("position", position)]).into()
    };
    let single = Object::full("A", [("position", Variant::from(Vector2::new(0.5, 2.0)))]);
    assert_eq!(to_vec(&object(0.5)).unwrap(), to_vec(&single).unwrap());
    let error = to_vec(&vec![object(0.1)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[0]: components whose precision differs from that of the layout godot3; convert the value with a `Converter`"
    );
}

#[cfg(feature = "double")]
#[test]
fn converts_a_variant_of_another_precision() {
    use gdvariant::godot3_double;

    let value = Variant::from(vec![Vector2::new(0.5, 2.0).into(), Variant::from(1)]);
    let bytes = godot3_double::serde::to_vec(&[&value]).unwrap();
    let back: [Vec<gdvariant::double::Variant>; 1] =
        godot3_double::serde::from_slice(&bytes).unwrap();
    let expected = gdvariant::double::Vector2::new(0.5, 2.0);
    assert_eq!(
        back,
        [vec![gdvariant::double::Variant::from(expected), 1.into()]]
    );
    let deep = (0..1000).fold(Variant::from(1), |value, _| Variant::from(vec![value]));
    let deep = Variant::from(vec![deep, Vector2::default().into()]);
    assert!(godot3_double::serde::to_vec(&[deep]).is_ok());
    let object = (0..1000).fold(Variant::from(1), |value, _| {
        Object::full("A", [("a", value)]).into()
    });
    let error = godot3_double::serde::to_vec(&[object]).unwrap_err();
    let message = "[0]: the JSON form of an object, of a value of another precision, or of one that serde buffers, exceeds 128 levels; encode the value in its own layout, or with the derive macro";
    assert_eq!(error.to_string(), message);
}

#[test]
fn packed_arrays_become_lists_of_their_elements() {
    let list = vec![Vector2::new(0.1, f32::INFINITY), Vector2::new(1.0, 2.0)];
    let bytes = godot3::to_vec(&Packed(list.clone())).unwrap();
    assert_eq!(from_slice::<Vec<Vector2>>(&bytes).unwrap(), list);
    assert_eq!(
        from_slice::<[Variant; 2]>(&bytes).unwrap(),
        [Variant::from(list[0]), list[1].into()]
    );
    assert_eq!(
        from_slice::<Variant>(&bytes).unwrap(),
        Variant::from(Packed(list))
    );
}

#[test]
fn encodes_a_packed_list_as_a_packed_array() {
    fn assert_encoded_as_itself<T>(value: &T)
    where
        T: Serialize + DeserializeOwned + Encode<Godot3> + PartialEq + std::fmt::Debug,
    {
        let bytes = to_vec(value).unwrap();
        assert_eq!(bytes, godot3::to_vec(value).unwrap());
        assert_eq!(from_slice::<T>(&bytes).unwrap(), *value);
        let Buffered::Value(kept) = from_slice::<Buffered<T>>(&bytes).unwrap();
        assert_eq!(kept, *value);
    }

    assert_encoded_as_itself(&Packed(vec![1_u8, 2, 3]));
    assert_encoded_as_itself(&Packed(vec![1_i32, -2]));
    assert_encoded_as_itself(&Packed(vec![0.1_f32, f32::INFINITY]));
    assert_encoded_as_itself(&Packed(vec![String::from("a"), "ß".into()]));
    assert_encoded_as_itself(&Packed(vec![Vector2::new(0.1, 2.0)]));
    assert_encoded_as_itself(&Packed(vec![Vector3::new(0.1, 2.0, 3.0)]));
    assert_encoded_as_itself(&Packed(Vec::<Color>::new()));
    let bytes = to_vec(&(1, Packed(vec![1_i32]))).unwrap();
    let error = from_slice::<(i32, Packed<Vec<f32>>)>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0010: [1]: Custom");
    assert_eq!(
        rejected::<Packed<Vec<i32>>>("14000000 00000000"),
        "0x0000: Custom"
    );
    assert_eq!(
        rejected::<Packed<Vec<i32>>>("13000000 00000000"),
        "0x0000: WrongType"
    );
}

#[test]
fn encodes_borrowed_variants_like_owned_ones() {
    for line in lines("vectors/godot3.jsonl") {
        let bytes = crate::common::bytes(line["hex"].as_str().unwrap());
        let options = DecodeOptions::new().allow_objects(true);
        let borrowed: VariantRef<'_> = godot3::from_slice_with(&bytes, options).unwrap();
        assert_eq!(to_vec(&borrowed).unwrap(), bytes, "{}", line["id"]);
        let owned = Variant::from(borrowed.clone());
        assert_eq!(
            serde_json::to_string(&borrowed).unwrap(),
            serde_json::to_string(&owned).unwrap(),
            "{}",
            line["id"]
        );
    }
}

/// An untagged enum, so that serde buffers the value.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Buffered<V> {
    Value(V),
}

/// Checks that serde encodes any Variant like the codec, and decodes it directly and from a buffer.
fn encodes_any_value_like_the_codec<L: TestLayout + SerdeLayout>()
where
    L::Variant: Serialize + DeserializeOwned,
{
    let options = DecodeOptions::new().allow_objects(true);
    proptest!(cases(60), |(value in L::arb())| {
        let expected = encode::<L>(&value);
        prop_assert_eq!(&format::to_vec::<L, _>(&value).unwrap(), &expected);
        let read: L::Variant = format::from_slice::<L, _>(&expected, options).unwrap();
        prop_assert_eq!(&encode::<L>(&read), &expected);
        let Buffered::Value(kept) = format::from_slice::<L, Buffered<L::Variant>>(&expected, options).unwrap();
        prop_assert_eq!(&encode::<L>(&kept), &expected);
    });
}

/// The tests of each layout are named after the layout, so they need a module of their own.
mod in_each_layout {
    use super::encodes_any_value_like_the_codec;

    super::in_each_layout!(encodes_any_value_like_the_codec);
}

#[test]
fn vectors_round_trip() {
    let options = DecodeOptions::new().allow_objects(true);
    for line in lines("vectors/godot3.jsonl") {
        let bytes = crate::common::bytes(line["hex"].as_str().unwrap());
        let value = decode::<Godot3>(&bytes).unwrap();
        assert_eq!(
            to_vec(&vec![&value]).unwrap(),
            godot3::to_vec(&vec![value]).unwrap(),
            "{}",
            line["id"]
        );
        let read: Variant = godot3::serde::from_slice_with(&bytes, options).unwrap();
        assert_eq!(to_vec(&read).unwrap(), bytes, "{}", line["id"]);
    }
}

#[test]
fn lenient_decoding_applies_to_values() {
    // The engine ends the string at its NUL, and accepts the bool 2.
    let input =
        crate::common::bytes("13000000 02000000 0400000003000000 61006200 0100000002000000");
    let read: Vec<Variant> =
        godot3::serde::from_slice_with(&input, DecodeOptions::engine()).unwrap();
    assert_eq!(read, [Variant::from("a"), Variant::from(true)]);
    let read: (String, bool) =
        godot3::serde::from_slice_with(&input, DecodeOptions::engine()).unwrap();
    assert_eq!(read, ("a".into(), true));
}

#[test]
fn other_values_are_rejected() {
    assert_eq!(
        rejected::<Vec<Vector2>>("13000000 01000000 0200000007000000"),
        "0x0008: [0]: Custom"
    );
    let vector3 = to_vec(&(1, Vector3::default())).unwrap();
    let error = from_slice::<(i32, Vector2)>(&vector3).unwrap_err();
    assert_eq!(error.fault(), "0x0010: [1]: Custom");
    assert_eq!(rejected::<NodePath>("04000000 00000000"), "0x0000: Custom");
    assert_eq!(
        rejected::<Dictionary>("13000000 00000000"),
        "0x0000: Custom"
    );
    assert_eq!(rejected::<Rid>("12000000 00000000"), "0x0000: WrongType");
    assert_eq!(
        rejected::<Vector2>("13000000 00000000"),
        "0x0000: WrongType"
    );
    assert_eq!(
        rejected::<Rid>("11000100 0700000000000000"),
        "0x0000: WrongType"
    );
    assert_eq!(
        rejected::<Vec<Vector2>>("13000000 01000000 05000000 00000000"),
        "0x0010: [0].y: UnexpectedEnd"
    );
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
    let values = Dictionary::from([
        ("path", Variant::from(NodePath::from("/root/Main:position"))),
        ("points", Packed([Vector3::new(1.0, 2.0, 3.0); 3]).into()),
        ("flags", Packed([1_u8, 2, 3, 4, 5]).into()),
        ("indices", Packed([7_i32, 8]).into()),
    ]);
    let bytes = godot3::to_vec(&values).unwrap();
    let read: Views<'_> = from_slice(&bytes).unwrap();
    assert_eq!(read.path.to_string(), "/root/Main:position");
    assert!(
        bytes
            .as_ptr_range()
            .contains(&read.points.as_bytes().as_ptr())
    );
    assert_eq!(read.points.to_vec(), [Vector3::new(1.0, 2.0, 3.0); 3]);
    assert_eq!(read.flags.as_bytes(), [1, 2, 3, 4, 5]);
    assert_eq!(read.indices.unwrap().to_vec(), [7, 8]);
    // Views are encoded as the types that they borrow from.
    assert_eq!(to_vec(&read).unwrap(), bytes);

    // Lenient decoding can borrow as well, unless it alters the bytes.
    let read: Views<'_> = godot3::serde::from_slice_with(&bytes, DecodeOptions::engine()).unwrap();
    assert_eq!(to_vec(&read).unwrap(), bytes);
    let allocations =
        allocation_counter::measure(|| assert!(from_slice::<Views<'_>>(&bytes).is_ok()));
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn views_reject_what_they_cannot_borrow() {
    fn rejected<'a, T: Deserialize<'a> + std::fmt::Debug>(bytes: &'a [u8]) {
        let error = from_slice::<(T,)>(bytes).unwrap_err();
        let fault = error.fault();
        assert!(fault.starts_with("0x0008: [0]: "), "{fault}");
    }
    let bytes = |value: Variant| godot3::to_vec(&vec![value]).unwrap();
    let text = bytes("a".into());
    let packed = bytes(Packed([Vector2::new(1.0, 2.0)]).into());
    let path = bytes(NodePath::from("a").into());
    let list = bytes(vec![Variant::from(1)].into());
    for bytes in [&text, &packed, &list] {
        rejected::<NodePathRef<'_>>(bytes);
    }
    for bytes in [&text, &packed, &path] {
        rejected::<PackedView<'_, Vector3>>(bytes);
    }
    for json in ["{\"NodePath\": \"a\"}", "\"a\"", "{}"] {
        assert!(serde_json::from_str::<NodePathRef<'_>>(json).is_err());
    }
}

#[test]
fn lenient_decoding_borrows_unaltered_bytes() {
    use gdvariant::godot3::serde::from_slice_with;

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
fn rejects_views_among_other_entries() {
    #[derive(Debug, Deserialize)]
    struct Flat<'a> {
        #[serde(flatten, borrow)]
        view: PackedView<'a, i32>,
    }

    let list = vec![2_u8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0];
    let bytes = godot3::to_vec(&Dictionary::from([
        ("PoolIntArray", Variant::PackedByteArray(list)),
        ("z", 1.into()),
    ]))
    .unwrap();
    let read = from_slice::<Flat<'_>>(&bytes).map(|flat| flat.view.to_vec());
    assert_eq!(read.unwrap_err().fault(), "0x0000: Custom");
}
