//! The oldest engine version that has to decode the output, and fallbacks for types that it lacks.

use crate::common::{Fault, bytes, decode, hex, lines};
use gdvariant::godot4::{self, Dictionary, TypedArray, TypedDictionary, Variant, VariantRef};
use gdvariant::{
    DecodeOptions, ElementType, Encode, EncodeError, EncodeErrorKind, EncodeOptions, Engine,
    EngineVersion, Godot4, Kind, Packed, PackedView, Vector4, generic,
};

/// The bytes of `[Vector4(1, 2, 3, 4)]`, an Array.
const VECTORS: &str = "1c00000001000000 0c000000 0000803f000000400000404000008040";

fn strict(major: u16, minor: u16) -> EncodeOptions {
    EncodeOptions::new().target(EngineVersion::new(major, minor))
}

fn lenient(major: u16, minor: u16) -> EncodeOptions {
    strict(major, minor).fallback(true)
}

/// Encodes a value, and checks that the counted length is that of the bytes.
fn encoded<T: Encode<Godot4>>(value: &T, options: EncodeOptions) -> Result<Vec<u8>, EncodeError> {
    let bytes = generic::to_vec::<Godot4, _>(value, options);
    let length = generic::encoded_len::<Godot4, _>(value, options);
    // Counting does not record keys, so the paths of its errors differ.
    assert_eq!(
        length.map_err(|error| error.kind().clone()),
        bytes
            .clone()
            .map(|bytes| bytes.len())
            .map_err(|error| error.kind().clone())
    );
    bytes
}

fn vectors() -> Packed<Vec<Vector4>> {
    Packed(vec![Vector4::new(1.0, 2.0, 3.0, 4.0)])
}

fn scores() -> TypedDictionary {
    TypedDictionary {
        key: Kind::String.into(),
        value: ElementType::Any,
        entries: Dictionary::from([("Ada", 7)]),
    }
}

#[test]
fn rejects_types_that_the_target_lacks() {
    let points = Variant::from(vec![Variant::from(1), Variant::from(vectors())]);
    let points = Variant::from(Dictionary::from([("points", points)]));
    let nodes = TypedArray::new(ElementType::Class("Node".into()), [(); 0]);
    let nodes = Variant::from(vec![Variant::from(nodes)]);
    for (value, path, lacked, declares, newer) in [
        (points, "points[1]", Kind::PackedVector4Array, false, 3),
        (nodes, "[0]", Kind::Array, true, 3),
        (scores().into(), "", Kind::Dictionary, true, 4),
    ] {
        let error = encoded(&value, strict(4, newer - 1)).unwrap_err();
        assert_eq!(error.path().to_string(), path);
        let EncodeErrorKind::NotInTarget {
            kind,
            layout,
            is_declared,
            since,
            target,
            ..
        } = error.kind()
        else {
            panic!("{error}")
        };
        let versions = (*since, *target);
        let [newer, older] = [newer, newer - 1].map(|minor| EngineVersion::new(4, minor));
        assert_eq!((*kind, *layout, *is_declared), (lacked, "godot4", declares));
        assert_eq!(versions, (newer, older));
        for version in [newer, EngineVersion::new(4, 6)] {
            let options = EncodeOptions::new().target(version);
            assert_eq!(encoded(&value, options), godot4::to_vec(&value));
        }
    }
}

#[test]
fn encodes_untyped_containers_for_any_target() {
    let array = TypedArray::new(ElementType::Any, [1, 2]);
    assert_eq!(encoded(&array, strict(4, 2)), godot4::to_vec(&[1, 2]));
}

#[test]
fn declared_types_fall_back_to_none() {
    let array = TypedArray::new(Kind::Int, [7, -1]);
    assert_eq!(encoded(&array, lenient(4, 2)), godot4::to_vec(&[7, -1]));
    assert_eq!(encoded(&array, lenient(4, 3)), godot4::to_vec(&array));
    let dictionary = scores();
    let untyped = godot4::to_vec(&dictionary.entries);
    assert_eq!(encoded(&dictionary, lenient(4, 3)), untyped);
    // Elements must still match the declared type if the container falls back to an untyped one.
    let mixed = TypedArray::new(Kind::Int, ["a"]);
    let error = encoded(&mixed, lenient(4, 2)).unwrap_err();
    assert_eq!(error.fault(), "[0]: NotDeclared");
}

#[test]
fn packed_arrays_fall_back_to_arrays() {
    #[derive(gdvariant::Variant)]
    struct Level {
        #[variant(packed)]
        points: Vec<Vector4>,
    }

    let expected = bytes(VECTORS);
    let [old, newer] = [lenient(4, 2), lenient(4, 3)];
    let packed = vectors();
    let whole = godot4::to_vec(&packed).unwrap();
    assert_eq!(whole[0], 38);
    let owned = Variant::from(packed.clone());
    let borrowed: VariantRef<'_> = godot4::from_slice(&whole).unwrap();
    let view: PackedView<'_, Vector4> = godot4::from_slice(&whole).unwrap();
    for (options, expected) in [(old, &expected), (newer, &whole)] {
        assert_eq!(encoded(&packed, options).as_ref(), Ok(expected));
        assert_eq!(encoded(&owned, options).as_ref(), Ok(expected));
        assert_eq!(encoded(&borrowed, options).as_ref(), Ok(expected));
        assert_eq!(encoded(&view, options).as_ref(), Ok(expected));
        let points = Level {
            points: packed.0.clone(),
        };
        let derived = encoded(&points, options).unwrap();
        assert!(derived.ends_with(expected), "{}", hex(&derived));
    }
    assert_eq!(
        encoded(&Packed(Vec::<Vector4>::new()), old),
        godot4::to_vec(&Vec::<Vector4>::new())
    );
}

#[test]
fn typed_fields_have_a_target() {
    #[derive(gdvariant::Variant)]
    struct Level {
        #[variant(typed)]
        scores: Vec<i64>,
        #[variant(typed)]
        points: Vec<Packed<Vec<Vector4>>>,
    }

    #[derive(gdvariant::Variant)]
    struct Untyped {
        scores: Vec<i64>,
        points: Vec<Vec<Vector4>>,
    }

    let level = Level {
        scores: vec![7],
        points: vec![vectors()],
    };
    let untyped = Untyped {
        scores: vec![7],
        points: vec![vectors().0],
    };
    let bytes = godot4::to_vec(&untyped);
    assert_eq!(encoded(&level, lenient(4, 2)), bytes);
    assert_eq!(encoded(&level, lenient(4, 3)), godot4::to_vec(&level));
    let error = encoded(&level, strict(4, 2)).unwrap_err();
    assert_eq!(error.path().to_string(), "scores");
}

#[test]
fn values_that_pass_through_serde_have_a_target() {
    use gdvariant::serde::Serde;

    let value = Variant::from(vec![
        Variant::from(vectors()),
        Variant::from(TypedArray::new(Kind::Int, [7])),
        Variant::from(scores()),
    ]);
    let through = [Serde(vec![value.clone()])];
    let direct = [[value]];
    for options in [lenient(4, 2), lenient(4, 3), lenient(4, 4), strict(4, 2)] {
        assert_eq!(encoded(&through, options), encoded(&direct, options));
    }
    // A packed array by itself passes through serde in several calls.
    for options in [lenient(4, 2), lenient(4, 3), strict(4, 2)] {
        assert_eq!(
            encoded(&Serde([vectors(), vectors()]), options),
            encoded(&[vectors(), vectors()], options)
        );
    }
}

#[test]
fn returns_errors_that_a_type_ignores() {
    struct IgnoresError;

    impl Encode<Godot4> for IgnoresError {
        fn encode(&self, writer: &mut gdvariant::Writer<'_, Godot4>) -> Result<(), EncodeError> {
            let mut array = writer.array();
            let _ = array.element(&vectors());
            array.element(&7)
        }
    }

    let mut buffer = vec![1, 2, 3];
    let error =
        generic::encode_into::<Godot4, _>(&IgnoresError, &mut buffer, strict(4, 2)).unwrap_err();
    assert!(matches!(error.kind(), EncodeErrorKind::NotInTarget { .. }));
    assert_eq!(error.path().to_string(), "[0]");
    assert_eq!(buffer, [1, 2, 3]);
}

#[test]
fn a_fallback_obeys_the_other_limits() {
    let options = lenient(4, 2).max_length(27);
    let error = encoded(&vectors(), options).unwrap_err();
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::ValueTooLong { length: 28, .. }
    ));
    // The elements of the Array are one level deeper than those of the packed array.
    let nested = |levels| (0..levels).fold(Variant::from(vectors()), |value, _| vec![value].into());
    assert!(encoded(&nested(1024), EncodeOptions::new()).is_ok());
    assert!(encoded(&nested(1023), lenient(4, 2)).is_ok());
    let error = encoded(&nested(1024), lenient(4, 2)).unwrap_err();
    assert!(matches!(error.kind(), EncodeErrorKind::TooDeep { .. }));
}

#[test]
fn frames_have_a_target() {
    use gdvariant::WriteError;
    use gdvariant::framing::FrameOptions;

    let mut file = Vec::new();
    let options = FrameOptions::new().encode_options(lenient(4, 2));
    generic::write_framed::<Godot4, _>(&mut file, &vectors(), options).unwrap();
    assert_eq!(file, [&[28, 0, 0, 0][..], &bytes(VECTORS)].concat());
    let options = FrameOptions::new().encode_options(strict(4, 2));
    let error = generic::write_framed::<Godot4, _>(&mut file, &vectors(), options).unwrap_err();
    assert!(matches!(error, WriteError::Encode(_)));
    assert_eq!(file.len(), 32, "nothing was written");
}

/// Returns whether a value contains anything that the target lacks.
fn is_new(value: &Variant, target: EngineVersion) -> bool {
    let table = Godot4::LAYOUT
        .type_of(value.kind())
        .expect("a type of Godot 4");
    let is_new_type = table.since.is_some_and(|since| since > target);
    let of_container = match value {
        Variant::TypedArray(_) => target < EngineVersion::new(4, 3),
        Variant::TypedDictionary(_) => target < EngineVersion::new(4, 4),
        _ => false,
    };
    let inner: Vec<&Variant> = match (value.as_array(), value.as_dictionary(), value) {
        (Some(values), ..) => values.iter().collect(),
        (_, Some(entries), _) => entries
            .iter()
            .flat_map(|(key, value)| [key, value])
            .collect(),
        (.., Variant::Object(gdvariant::Object::Full(object))) => {
            object.properties.iter().map(|(_, value)| value).collect()
        }
        _ => Vec::new(),
    };
    is_new_type || of_container || inner.into_iter().any(|value| is_new(value, target))
}

#[test]
fn every_vector_fits_every_target() {
    let mut replaced = [0; 5];
    let vectors = lines("vectors/godot4.jsonl");
    for line in &vectors {
        let canonical = bytes(line["hex"].as_str().unwrap());
        let value = decode::<Godot4>(&canonical).unwrap();
        for (minor, replaced) in (2..).zip(&mut replaced) {
            let target = EngineVersion::new(4, minor);
            let fallback = encoded(&value, lenient(4, minor)).unwrap();
            let options = DecodeOptions::new().allow_objects(true);
            let old: Variant = generic::from_slice::<Godot4, _>(&fallback, options).unwrap();
            assert!(!is_new(&old, target), "{target}: {old:?}");
            assert_eq!(is_new(&value, target), fallback != canonical, "{value:?}");
            let error = encoded(&value, strict(4, minor));
            assert_eq!(error.is_err(), fallback != canonical, "{value:?}");
            *replaced += usize::from(fallback != canonical);
        }
    }
    let tagged_with = |marks: &[&str]| {
        let tags = vectors.iter().map(|line| line["value"].to_string());
        tags.filter(|tag| marks.iter().any(|mark| tag.contains(mark)))
            .count()
    };
    // Godot 4.3 added PackedVector4Array and typed Arrays.
    let in_4_3 = tagged_with(&["PackedVector4Array", "\"element\""]);
    // Godot 4.4 added typed Dictionaries.
    let in_4_4 = tagged_with(&["\"key\""]);
    assert!(in_4_3 > in_4_4 && in_4_4 > 0);
    assert_eq!(replaced, [in_4_3, in_4_4, 0, 0, 0]);
}

mod every_layout {
    use crate::common::{TestLayout, decode, in_each_layout};
    use gdvariant::schema::LAYOUTS;
    use gdvariant::{EncodeErrorKind, EncodeOptions, EngineVersion, Kind, generic};
    use proptest::prelude::*;

    fn oldest<E: TestLayout>() -> EncodeOptions {
        EncodeOptions::new().target(E::LAYOUT.oldest)
    }

    /// Checks that a fallback contains nothing that the oldest version lacks.
    fn any_value_has_a_fallback<E: TestLayout>() {
        let is_new = |kind: &Kind| {
            E::LAYOUT
                .type_of(*kind)
                .is_some_and(|table| table.since.is_some())
        };
        let has_new_types = Kind::ALL.iter().any(is_new);
        proptest!(crate::common::cases(60), |(value in E::arb())| {
            let options = oldest::<E>().fallback(true);
            let bytes = generic::to_vec::<E, _>(&value, options).expect("it has a fallback");
            prop_assert_eq!(generic::encoded_len::<E, _>(&value, options), Ok(bytes.len()));
            let old = decode::<E>(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let again = generic::to_vec::<E, _>(&old, oldest::<E>());
            let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?;
            // Two keys can become equal: an empty PackedVector4Array falls back to an empty Array.
            prop_assert!(again == bytes || again.len() < bytes.len());
            if !has_new_types {
                prop_assert_eq!(Ok(bytes), generic::to_vec::<E, _>(&value, EncodeOptions::new()));
            }
        });
    }

    /// Checks that only versions of the layout's engine are targets.
    fn other_versions_are_rejected<E: TestLayout>() {
        let (oldest, newest) = (E::LAYOUT.oldest, E::LAYOUT.newest);
        for target in [oldest, newest] {
            let options = EncodeOptions::new().target(target);
            assert_eq!(
                generic::to_vec::<E, _>(&7, options),
                generic::to_vec::<E, _>(&7, EncodeOptions::new())
            );
        }
        let before = match oldest.minor().checked_sub(1) {
            Some(minor) => EngineVersion::new(oldest.major(), minor),
            None => EngineVersion::new(oldest.major() - 1, 99),
        };
        let after = EngineVersion::new(newest.major(), newest.minor() + 1);
        let other = EngineVersion::new(newest.major() + 1, 0);
        for target in [before, after, other, EngineVersion::new(0, 0)] {
            let options = EncodeOptions::new().target(target);
            for options in [options, options.fallback(true)] {
                let mut buffer = vec![1];
                let error = generic::encode_into::<E, _>(&7, &mut buffer, options)
                    .expect_err("an unknown version");
                assert_eq!(buffer, [1]);
                assert!(matches!(
                    error.kind(),
                    EncodeErrorKind::UnknownTarget { layout, .. } if *layout == E::LAYOUT.name
                ));
                assert_eq!(generic::encoded_len::<E, _>(&7, options), Err(error));
            }
        }
        let info = LAYOUTS.iter().find(|layout| layout.name == E::LAYOUT.name);
        let info = info.expect("every layout is listed");
        assert_eq!((info.oldest, info.newest), (oldest, newest));
    }

    in_each_layout!(any_value_has_a_fallback, other_versions_are_rejected);
}
