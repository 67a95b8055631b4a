//! Texts of a Variant that no fixture has, in the syntax of scripts.

use gdvariant::*;

/// Texts that `var2str` of Godot 3.2.3 wrote.
mod texts_of_godot3 {
    use super::*;
    use gdvariant::godot3::{Variant, display};

    #[test]
    fn formats_floats() {
        let component = |value: f32, text: &str| {
            assert_eq!(
                display(&Variant::from(Vector2::new(value, 0.0))).to_string(),
                format!("Vector2( {text}, 0 )")
            );
        };
        for (value, text) in [
            (-0.0, "0.0"),
            (5e-324, "0.0"),
            (2.225_073_858_507_201_4e-308, "0.0"),
            (123_456.0, "123456.0"),
            (1e5, "100000.0"),
            (999_999.0, "999999.0"),
            (1.0 / 3.0, "0.333333"),
            (0.999_999_9, "1.0"),
            (123_456.5, "123456.0"),
            (123_456.7, "123457.0"),
            (99_999.95, "100000.0"),
            (1e6, "1e+06"),
            (999_999.5, "1e+06"),
            (9_999_999.0, "1e+07"),
            (1e20, "1e+20"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (1.5e-5, "1.5e-05"),
            (1e-7, "1e-07"),
            (1e100, "inf"),
            (f64::from_bits(0xfff8_0000_0000_0000), "-nan.0"),
        ] {
            let formatted = display(&Variant::from(value)).to_string();
            assert_eq!(formatted, text, "{value:e}");
        }
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1e6, "1e+06"),
            (1e-5, "1e-05"),
            (f32::MAX, "3.40282e+38"),
            (f32::from_bits(1), "1.4013e-45"),
            (f32::NEG_INFINITY, "-inf"),
            (f32::from_bits(0xffc0_0000), "-nan"),
        ] {
            component(value, text);
        }
    }
}

/// Checks texts that differ in Pandemonium, according to the source code of its writer.
#[test]
fn formats_values_of_pandemonium() {
    use gdvariant::pandemonium::{Variant, display};
    use gdvariant::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i};
    let column = |first: f32| Vector4::new(first, first + 1.0, first + 2.0, first + 3.0);
    let facts: Vec<(Variant, &str)> = vec![
        (
            Quaternion::new(1.0, 2.0, 3.0, 4.0).into(),
            "Quaternion( 1, 2, 3, 4 )",
        ),
        (Vector2i::new(1, 2).into(), "Vector2i( 1, 2 )"),
        (
            Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4)).into(),
            "Rect2i( 1, 2, 3, 4 )",
        ),
        (Vector3i::new(1, 2, 3).into(), "Vector3i( 1, 2, 3 )"),
        (column(1.0).into(), "Vector4( 1, 2, 3, 4 )"),
        (Vector4i::new(1, 2, 3, 4).into(), "Vector4i( 1, 2, 3, 4 )"),
        (
            Projection::new(column(1.0), column(5.0), column(9.0), column(13.0)).into(),
            "Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
        ),
        (StringName::from("na'me").into(), "@\"na\\'me\""),
        (
            Packed([Vector2i::new(1, 2), Vector2i::new(3, 4)]).into(),
            "PoolVector2iArray( 1, 2, 3, 4 )",
        ),
        (Dictionary::<Variant>::new().into(), "{\n}"),
        (f64::NAN.into(), "nan"),
        ((-f64::NAN).into(), "nan"),
        (f64::INFINITY.into(), "inf"),
        (f64::NEG_INFINITY.into(), "inf_neg"),
        (
            Vector2::new(f32::NEG_INFINITY, f32::NAN).into(),
            "Vector2( inf_neg, nan )",
        ),
    ];
    for (value, text) in facts {
        assert_eq!(display(&value).to_string(), text, "{value:?}");
    }
}
