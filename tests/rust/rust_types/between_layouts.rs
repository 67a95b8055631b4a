//! Conversions between the Variants of layouts.

use crate::common::{self, Tagged};
use gdvariant::{
    Basis, Dictionary, Object, Pool, Quaternion, StringName, Vector2i, godot3, pandemonium,
};

/// Checks that every value that Godot 3 wrote survives a conversion to Pandemonium and back.
#[test]
fn vectors_of_godot3_round_trip() {
    for line in common::lines("vectors/godot3.jsonl") {
        let value = godot3::Variant::from_tag(&line["value"]);
        let there =
            pandemonium::Variant::try_from(value).expect("Pandemonium has all types of Godot 3");
        // Two types have other names in Pandemonium.
        let named = line["value"]
            .to_string()
            .replace("\"t\":\"float\"", "\"t\":\"real\"");
        let named = named.replace("\"t\":\"Quat\"", "\"t\":\"Quaternion\"");
        assert_eq!(there.to_tag().to_string(), named, "{}", line["id"]);
        let back =
            godot3::Variant::try_from(there).expect("Godot 3 has the types of its own values");
        assert_eq!(back.to_tag(), line["value"]);
    }
}

#[test]
fn converts_quat_to_quaternion() {
    let value =
        pandemonium::Variant::try_from(godot3::Variant::from(Quaternion::new(1.0, 2.0, 3.0, 4.0)))
            .expect("both layouts have the type");
    assert_eq!(
        (
            value.variant_type().name(),
            pandemonium::to_vec(&value).expect("the value can be encoded")[0]
        ),
        ("Quaternion", 14)
    );
}

#[test]
fn errors_have_the_missing_type_and_its_path() {
    use pandemonium::Variant;
    let missing: Variant = Vector2i::new(1, 2).into();
    let inner = Dictionary::from([("at", vec![Variant::Nil, missing.clone()])]);
    let nested: Variant = Object::full("Node", [("data", Variant::from(inner))]).into();
    for (value, text) in [
        (missing.clone(), "Godot 3 has no Vector2i"),
        (nested, "data.at[1]: Godot 3 has no Vector2i"),
        (
            Dictionary::from([(missing.clone(), true)]).into(),
            "key(0): Godot 3 has no Vector2i",
        ),
        (
            Dictionary::from([(7, missing)]).into(),
            "[7]: Godot 3 has no Vector2i",
        ),
        (
            vec![Variant::from(StringName::from("x"))].into(),
            "[0]: Godot 3 has no StringName",
        ),
    ] {
        assert_eq!(
            godot3::Variant::try_from(value)
                .expect_err(text)
                .to_string(),
            text
        );
    }
}

/// Checks that containers are rebuilt, while strings, pool arrays and boxed values keep their
/// memory.
#[test]
fn payloads_are_moved() {
    let (text, numbers) = (String::from("text"), vec![1.0_f32, 2.0]);
    let addresses = (text.as_ptr(), numbers.as_ptr());
    let value: godot3::Variant = vec![
        godot3::Variant::from(text),
        godot3::Variant::from(Pool(numbers)),
        godot3::Variant::from(Basis::default()),
    ]
    .into();
    let before: *const Basis = value[2].as_basis().expect("a Basis");
    let converted = pandemonium::Variant::try_from(value).expect("Pandemonium has all types");
    let (text, numbers) = (
        converted[0].as_string().expect("a String"),
        converted[1]
            .as_packed_float32_array()
            .expect("a PoolRealArray"),
    );
    assert_eq!((text.as_ptr(), numbers.as_ptr()), addresses);
    assert!(std::ptr::eq(
        converted[2].as_basis().expect("a Basis"),
        before
    ));
}

#[cfg(feature = "double")]
#[test]
fn double_precision_keeps_every_number() {
    use gdvariant::{Color, Vector3, double, godot3_double, pandemonium_double};

    let value: godot3::Variant = vec![
        godot3::Variant::from(0.1),
        godot3::Variant::from(Vector3::new(0.1, -0.0, f32::MAX)),
        godot3::Variant::from(Basis::default()),
        godot3::Variant::from(Pool([0.1_f32])),
        godot3::Variant::from(Pool([Color::new(0.1, 0.2, 0.3, 0.4)])),
        godot3::Variant::from(Pool([i32::MAX])),
    ]
    .into();
    let own = godot3_double::Variant::try_from(value.clone()).expect("it has all types");
    let expected: godot3_double::Variant = vec![
        godot3_double::Variant::from(0.1),
        godot3_double::Variant::from(double::Vector3::new(0.1_f32.into(), -0.0, f32::MAX.into())),
        godot3_double::Variant::from(double::Basis::default()),
        godot3_double::Variant::from(Pool([0.1_f32])),
        godot3_double::Variant::from(Pool([double::Color::from(Color::new(0.1, 0.2, 0.3, 0.4))])),
        godot3_double::Variant::from(Pool([i32::MAX])),
    ]
    .into();
    assert_eq!(own, expected);
    let other = pandemonium_double::Variant::try_from(value).expect("it has all types");
    assert_eq!(
        pandemonium_double::Variant::try_from(own).expect("it has all types"),
        other
    );
}

#[cfg(feature = "double")]
#[test]
fn errors_name_the_precision() {
    use gdvariant::godot3_double;

    let value: pandemonium::Variant = vec![pandemonium::Variant::from(Vector2i::new(1, 2))].into();
    let error = godot3_double::Variant::try_from(value).expect_err("Godot 3 has no Vector2i");
    assert!(matches!(
        error.kind(),
        gdvariant::ConvertErrorKind::MissingType { ty: "Vector2i", .. }
    ));
    assert_eq!(
        error.to_string(),
        "[0]: Godot 3 in double precision has no Vector2i"
    );
}

/// Checks that values that the other layout cannot represent are errors at any depth.
#[cfg(all(feature = "godot4", feature = "pandemonium5"))]
#[test]
fn ids_and_declared_types_are_not_dropped() {
    use gdvariant::{ElementType, Kind, Rid, TypedArray, godot4, pandemonium5};

    let message = |value: godot4::Variant| {
        let error = godot3::Variant::try_from(value).expect_err("the value has no place");
        error.to_string()
    };
    let of_ids = |id| godot4::Variant::from(vec![godot4::Variant::from(Rid::new(id))]);
    assert_eq!(message(of_ids(7)), "[0]: Godot 3 has no id of a RID");
    assert_eq!(
        godot3::Variant::try_from(of_ids(0)),
        Ok(vec![godot3::Variant::from(Rid::new(0))].into())
    );

    let scores = TypedArray::<godot4::Variant>::new(Kind::Int, [7, 12]);
    let expected = "Godot 3 cannot declare the element type of an Array";
    assert_eq!(message(scores.clone().into()), expected);
    let there = pandemonium5::Variant::try_from(godot4::Variant::from(scores));
    let there = there.expect("Pandemonium 5 has typed arrays");
    assert_eq!(there.variant_type(), pandemonium5::VariantType::TypedArray);
    let array = there.as_typed_array().expect("it is one");
    assert_eq!(array.element, ElementType::from(Kind::Int));
    assert_eq!(array.values, [7, 12].map(pandemonium5::Variant::from));
}

/// Checks that keys that become equal are one entry, as in the engine of the other layout.
#[cfg(feature = "godot4")]
#[test]
fn keys_that_become_equal_are_one_entry() {
    use gdvariant::godot4;

    let keys = [
        pandemonium::Variant::from("name"),
        StringName::from("name").into(),
    ];
    let names = Dictionary::<pandemonium::Variant>::from(keys.map(|key| (key, 7)));
    assert_eq!(names.len(), 2);
    let there = godot4::Variant::try_from(pandemonium::Variant::from(names));
    let there = there.expect("Godot 4 has all types");
    assert_eq!(there.as_dictionary().map(Dictionary::len), Some(1));
}
