//! Conversions between the Variants of layouts.

use crate::common;
use crate::common::layouts::{TestLayout, converted};
use gdvariant::schema::LAYOUTS;
use gdvariant::{
    Basis, Converter, Dictionary, Godot3, Object, Packed, Pandemonium, Quaternion, StringName,
    Variant, Vector2i, godot3, pandemonium,
};

/// Checks that every value that Godot 3 wrote survives a conversion to Pandemonium and back.
#[test]
fn vectors_of_godot3_round_trip() {
    for line in common::lines("vectors/godot3.jsonl") {
        let value = Godot3::from_tag(&line["value"]);
        let there = converted::<Godot3, Pandemonium>(&value);
        let there = there.expect("Pandemonium has all types of Godot 3");
        // Two types have other names in Pandemonium.
        let named = line["value"]
            .to_string()
            .replace("\"t\":\"float\"", "\"t\":\"real\"");
        let named = named.replace("\"t\":\"Quat\"", "\"t\":\"Quaternion\"");
        assert_eq!(
            Pandemonium::to_tag(&there).to_string(),
            named,
            "{}",
            line["id"]
        );
        let back = converted::<Pandemonium, Godot3>(&there);
        let back = back.expect("Godot 3 has the types of its own values");
        assert_eq!(Godot3::to_tag(&back), line["value"]);
    }
}

#[test]
fn a_quaternion_has_another_number() {
    let value = Variant::from(Quaternion::new(1.0, 2.0, 3.0, 4.0));
    let [there, here] = [pandemonium::to_vec(&value), godot3::to_vec(&value)];
    let number = |bytes: Result<Vec<u8>, _>| bytes.expect("both layouts have the type")[0];
    assert_eq!((number(there), number(here)), (14, 10));
}

#[test]
fn errors_have_the_missing_type_and_its_path() {
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
        let error = converted::<Pandemonium, Godot3>(&value).expect_err(text);
        assert_eq!(error.to_string(), text);
    }
}

/// Checks that values which the target has keep their memory.
#[test]
fn values_are_converted_in_place() {
    let (text, numbers) = (String::from("text"), vec![1.0_f32, 2.0]);
    let addresses = (text.as_ptr(), numbers.as_ptr());
    let mut value: Variant = vec![
        Variant::from(text),
        Variant::from(Packed(numbers)),
        Variant::from(Basis::default()),
        Variant::from(StringName::from("name")),
    ]
    .into();
    let before: *const Basis = value[2].as_basis().expect("a Basis");
    let layout = |name| LAYOUTS.iter().find(|layout| layout.name == name).unwrap();
    let lossy = Converter::new().lossy();
    let report = lossy.convert_in_place(&mut value, layout("pandemonium"), layout("godot3"));
    assert_eq!(report.expect("lossy").losses().len(), 1);
    let (text, numbers) = (
        value[0].as_string().expect("a String"),
        value[1]
            .as_packed_float32_array()
            .expect("a PackedFloat32Array"),
    );
    assert_eq!((text.as_ptr(), numbers.as_ptr()), addresses);
    assert!(std::ptr::eq(value[2].as_basis().expect("a Basis"), before));
    assert_eq!(value[3], Variant::String("name".into()));
}

#[cfg(feature = "double")]
#[test]
fn double_precision_keeps_every_number() {
    use gdvariant::{Color, Godot3Double, PandemoniumDouble, Vector3, double, godot3_double};

    let value: godot3::Variant = vec![
        godot3::Variant::from(0.1),
        godot3::Variant::from(Vector3::new(0.1, -0.0, f32::MAX)),
        godot3::Variant::from(Basis::default()),
        godot3::Variant::from(Packed([0.1_f32])),
        godot3::Variant::from(Packed([Color::new(0.1, 0.2, 0.3, 0.4)])),
        godot3::Variant::from(Packed([i32::MAX])),
    ]
    .into();
    let own = converted::<Godot3, Godot3Double>(&value).expect("it has all types");
    let expected: godot3_double::Variant = vec![
        godot3_double::Variant::from(0.1),
        godot3_double::Variant::from(double::Vector3::new(0.1_f32.into(), -0.0, f32::MAX.into())),
        godot3_double::Variant::from(double::Basis::default()),
        godot3_double::Variant::from(Packed([0.1_f32])),
        godot3_double::Variant::from(Packed([gdvariant::published_double::Color::from(
            Color::new(0.1, 0.2, 0.3, 0.4),
        )])),
        godot3_double::Variant::from(Packed([i32::MAX])),
    ]
    .into();
    assert_eq!(own, expected);
    let other = converted::<Godot3, PandemoniumDouble>(&value).expect("it has all types");
    assert_eq!(
        converted::<Godot3Double, PandemoniumDouble>(&own).expect("it has all types"),
        other
    );
}

#[cfg(feature = "double")]
#[test]
fn errors_name_the_precision() {
    use gdvariant::Godot3Double;

    let value: pandemonium::Variant = vec![pandemonium::Variant::from(Vector2i::new(1, 2))].into();
    let error =
        converted::<Pandemonium, Godot3Double>(&value).expect_err("Godot 3 has no Vector2i");
    assert!(matches!(
        error.kind(),
        gdvariant::convert::ConvertErrorKind::MissingType { ty: "Vector2i", .. }
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
    use gdvariant::{
        ElementType, Godot4, Kind, Pandemonium5, Rid, TypedArray, godot4, pandemonium5,
    };

    let message = |value: godot4::Variant| {
        let error = converted::<Godot4, Godot3>(&value).expect_err("the value has no place");
        error.to_string()
    };
    let of_ids = |id| godot4::Variant::from(vec![godot4::Variant::from(Rid::new(id))]);
    assert_eq!(message(of_ids(7)), "[0]: Godot 3 has no id of a RID");
    assert_eq!(
        converted::<Godot4, Godot3>(&of_ids(0)),
        Ok(vec![godot3::Variant::from(Rid::new(0))].into())
    );

    let scores = TypedArray::<godot4::Variant>::new(Kind::Int, [7, 12]);
    let expected = "Godot 3 cannot declare the element type of an Array";
    assert_eq!(message(scores.clone().into()), expected);
    let there = converted::<Godot4, Pandemonium5>(&godot4::Variant::from(scores));
    let there = there.expect("Pandemonium 5 has typed arrays");
    assert_eq!(there.kind(), Kind::PandemoniumTypedArray);
    let array = there.as_pandemonium_typed_array().expect("it is one");
    assert_eq!(array.element, ElementType::from(Kind::Int));
    assert_eq!(array.values, [7, 12].map(pandemonium5::Variant::from));
}

/// Checks that keys that become equal are one entry, as in the engine of the other layout.
#[cfg(feature = "godot4")]
#[test]
fn keys_that_become_equal_are_one_entry() {
    use gdvariant::Godot4;
    use gdvariant::dictionary::KeyRule;

    let keys = [
        pandemonium::Variant::from("name"),
        StringName::from("name").into(),
    ];
    let mut names = Dictionary::<pandemonium::Variant>::with_rule(KeyRule::ByIdentity);
    names.extend(keys.map(|key| (key, 7)));
    assert_eq!(names.len(), 2);
    let there = converted::<Pandemonium, Godot4>(&names.into());
    let there = there.expect("Godot 4 has all types");
    assert_eq!(there.as_dictionary().map(Dictionary::len), Some(1));
}
