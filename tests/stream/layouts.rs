//! Layouts at run time: `Layout` and `AnyVariant` do what a layout's module does.

use gdvariant::DecodeOptions;
use {
    crate::common::layouts::TestLayout, crate::common::vector_inputs, gdvariant::EncodeOptions,
    gdvariant::any::AnyRef, gdvariant::generic, serde::de::DeserializeSeed,
};

/// Objects are decoded as data.
const OPTIONS: DecodeOptions = DecodeOptions::engine().allow_objects(true);

fn check<E: TestLayout>() {
    let layout = E::LAYOUT;
    for bytes in vector_inputs::<E>() {
        let fixed = generic::from_slice::<E, E::Variant>(&bytes, OPTIONS).expect("a value");
        let encoded = generic::to_vec::<E, _>(&fixed, EncodeOptions::engine());
        let encoded = encoded.expect("a value");
        let value = layout.decode(&bytes, OPTIONS).expect("a value");
        let again = value.to_vec(EncodeOptions::engine());
        assert_eq!(again.as_ref(), Ok(&encoded), "{value}");
        assert_eq!(layout.check(&bytes, OPTIONS), Ok(()), "{value}");
        let length = layout.skip(&bytes, OPTIONS);
        assert_eq!(length, Ok(bytes.len()), "{value}");
        assert_eq!(layout.inspect(&bytes, OPTIONS, |_| {}), length);
        assert_eq!(value.to_string(), AnyRef::new::<E>(&fixed).to_string());

        let json = serde_json::to_string(&value).expect("every value has a JSON form");
        let mut json = serde_json::Deserializer::from_str(&json);
        let read = layout.deserialize(&mut json).expect("a value");
        assert_eq!(read.to_vec(EncodeOptions::engine()), Ok(encoded), "{value}");

        let text = format!("{value:#}");
        let parsed = layout.parse(&text).map(|value| value.to_string());
        let mut values = generic::parse_values::<E>(&text);
        let fixed = values.next().expect("a value");
        let fixed = fixed.map(|fixed| AnyRef::new::<E>(&fixed).to_string());
        assert_eq!(parsed, fixed, "{text}");
    }
}

#[test]
fn layouts_at_run_time_do_the_same() {
    macro_rules! each {
        ({} $({ $module:ident $marker:ident })*) => {
            $(check::<gdvariant::$marker>();)*
        };
    }
    crate::common::layouts::each_layout!(each {});
}

#[test]
fn a_value_of_another_precision_is_an_error() {
    use gdvariant::any::AnyRef;
    use gdvariant::{EncodeOptions, Engine, Godot4, Godot4Double, Variant, Vector2, double};

    let single = Variant::from(Vector2::new(0.5, 2.0));
    let double = double::Variant::from(double::Vector2::new(0.5, 2.0));
    let single = AnyRef::new::<Godot4>(&single);
    let double = AnyRef::new::<Godot4Double>(&double);
    let options = EncodeOptions::new();
    assert!(Godot4Double::LAYOUT.encode(&single, options).is_err());
    assert!(Godot4::LAYOUT.encode(&double, options).is_err());
    assert_eq!(
        Godot4::LAYOUT.encode(&single, options).map(|it| it.len()),
        Ok(12)
    );
}
