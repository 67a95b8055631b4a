//! Checks that `to_vec(&x)` and `to_vec(&Variant::from(x))` return the same bytes.

use gdvariant::{
    Color, Encode, EncodeError, EncodeOptions, Engine, Godot4, Packed, Variant, Vector2, Vector2i,
    Vector3, Vector3i, Vector4, Vector4i, generic,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

fn bytes<E: Engine>(value: &impl Encode<E>) -> Result<Vec<u8>, EncodeError> {
    generic::to_vec::<E, _>(value, EncodeOptions::new())
}

/// Checks that a value is encoded as its Variant.
#[track_caller]
fn assert_same_bytes<T: Encode<Godot4> + Into<Variant> + Debug>(value: T) {
    let direct = bytes::<Godot4>(&value);
    let text = format!("{value:?}");
    assert_eq!(direct, bytes::<Godot4>(&value.into()), "{text}");
}

#[test]
fn scalars_have_the_bytes_of_their_variant() {
    macro_rules! check {
        ($($value:expr),* $(,)?) => {
            $(assert_same_bytes($value);)*
        };
    }
    check!(
        -7_i8,
        200_u8,
        i16::MIN,
        u16::MAX,
        i32::MIN,
        u32::MAX,
        i64::MIN,
        true,
        ()
    );
    check!(
        0.1_f32,
        0.1_f64,
        f64::NAN,
        Some(7_i64),
        None::<f32>,
        'é',
        "text"
    );
    check!(
        Box::<str>::from("text"),
        Cow::Borrowed("text"),
        String::from("text")
    );
    let large = u64::MAX;
    assert!(Variant::try_from(large).is_err() && bytes::<Godot4>(&large).is_err());
    for number in [7, i64::MAX as u64] {
        let variant = Variant::try_from(number).expect("an int");
        assert_eq!(bytes::<Godot4>(&number), bytes::<Godot4>(&variant));
    }
}

#[test]
fn lists_and_maps_have_the_bytes_of_their_variant() {
    macro_rules! check {
        ($($value:expr),* $(,)?) => {
            $(assert_same_bytes($value);)*
        };
    }
    let (texts, bytes) = (vec!["a".to_owned(), "é".to_owned()], vec![1_u8, 255]);
    check!(&bytes[..], &texts[..], [&bytes[..], &[0]], vec!["a", ""]);
    check!(
        vec![Some(bytes.clone()), None],
        [vec![0.5_f32], vec![f32::NAN]]
    );
    check!(BTreeMap::from([
        ("a".to_owned(), 0.5),
        ("b".to_owned(), -0.0)
    ]));
    check!(HashMap::from([(-7, texts.clone())]));
    check!(
        bytes,
        vec![-1_i32],
        vec![i64::MIN],
        vec![0.1_f32],
        vec![0.1_f64],
        texts
    );
}

#[test]
fn packed_arrays_become_those_of_the_variant() {
    macro_rules! check {
        ($($case:ident $element:expr),* $(,)?) => {$({
            let list = vec![$element; 2];
            let expected = Variant::$case(list.clone());
            assert_eq!(Variant::from(Packed(&list[..])), expected);
            assert_eq!(Variant::from(Packed([$element, $element])), expected);
            assert_eq!(Variant::from(Packed(list)), expected);
        })*};
    }
    check! {
        PackedByteArray 7_u8,
        PackedInt32Array 7_i32,
        PackedInt64Array 7_i64,
        PackedFloat32Array 0.1_f32,
        PackedFloat64Array 0.1_f64,
        PackedStringArray String::from("a"),
        PackedVector2Array Vector2::new(1.0, 2.0),
        PackedVector3Array Vector3::new(1.0, 2.0, 3.0),
        PackedVector4Array Vector4::new(1.0, 2.0, 3.0, 4.0),
        PackedColorArray Color::new(1.0, 2.0, 3.0, 4.0),
        PoolVector2iArray Vector2i::new(1, 2),
        PoolVector3iArray Vector3i::new(1, 2, 3),
        PoolVector4iArray Vector4i::new(1, 2, 3, 4),
    }
}

#[test]
fn borrowed_strings_become_a_packed_array() {
    let expected = Variant::PackedStringArray(vec!["a".into(), "b".into()]);
    assert_eq!(Variant::from(Packed(["a", "b"])), expected);
    assert_eq!(Variant::from(Packed(vec!["a", "b"])), expected);
    assert_eq!(
        Variant::from(Packed([Cow::Borrowed("a"), "b".into()])),
        expected
    );
    assert_eq!(
        Variant::from(Packed(&[Box::<str>::from("a"), "b".into()][..])),
        expected
    );
}
