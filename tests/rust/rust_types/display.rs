//! The text of a Variant, in the syntax of scripts.

use crate::rust_types::basis;
use gdvariant::*;

/// Texts that `var2str` of Godot 3.2.3 wrote.
#[cfg(feature = "godot3")]
mod texts_of_godot3 {
    use super::*;
    use gdvariant::godot3::{Variant, display};

    fn check(facts: impl IntoIterator<Item = (Variant, &'static str)>) {
        for (value, text) in facts {
            assert_eq!(display(&value).to_string(), text, "{value:?}");
        }
    }

    #[test]
    fn formats_floats() {
        let component = |value: f32, text: &str| {
            assert_eq!(
                display(&Variant::from(Vector2::new(value, 0.0))).to_string(),
                format!("Vector2( {text}, 0 )")
            );
        };
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "0.0"),
            (5e-324, "0.0"),
            (2.225_073_858_507_201_4e-308, "0.0"),
            (1.0, "1.0"),
            (-1.0, "-1.0"),
            (123_456.0, "123456.0"),
            (1e5, "100000.0"),
            (999_999.0, "999999.0"),
            (0.1, "0.1"),
            (1.5, "1.5"),
            (std::f64::consts::PI, "3.14159"),
            (1.0 / 3.0, "0.333333"),
            (0.999_999_9, "1.0"),
            (123_456.5, "123456.0"),
            (123_456.7, "123457.0"),
            (99_999.95, "100000.0"),
            (1e6, "1e+06"),
            (999_999.5, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (9_999_999.0, "1e+07"),
            (16_777_216.0, "1.67772e+07"),
            (1e20, "1e+20"),
            (-1e20, "-1e+20"),
            (1.5e20, "1.5e+20"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (1.5e-5, "1.5e-05"),
            (1e-7, "1e-07"),
            (1e100, "inf"),
            (1.797e308, "inf"),
            (f64::from(f32::MAX), "3.40282e+38"),
            (f64::from(f32::from_bits(1)), "1.4013e-45"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf.0"),
            (f64::from_bits(0x7ff8_0000_0000_0000), "nan"),
            (f64::from_bits(0xfff8_0000_0000_0000), "-nan.0"),
        ] {
            let formatted = display(&Variant::from(value)).to_string();
            assert_eq!(formatted, text, "{value:e}");
        }
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.0, "-1"),
            (123_456.0, "123456"),
            (0.1, "0.1"),
            (1e6, "1e+06"),
            (1e-5, "1e-05"),
            (f32::MAX, "3.40282e+38"),
            (f32::from_bits(1), "1.4013e-45"),
            (f32::INFINITY, "inf"),
            (f32::NEG_INFINITY, "-inf"),
            (f32::from_bits(0x7fc0_0000), "nan"),
            (f32::from_bits(0xffc0_0000), "-nan"),
        ] {
            component(value, text);
        }
    }

    #[test]
    fn formats_plain_values() {
        check([
            (Variant::Nil, "null"),
            (true.into(), "true"),
            (false.into(), "false"),
            ("".into(), "\"\""),
            (i64::MAX.into(), "9223372036854775807"),
            (i64::MIN.into(), "-9223372036854775808"),
            (
                "a\"b\\c\n\t\r\u{1}\u{7f}'€".into(),
                "\"a\\\"b\\\\c\n\t\r\u{1}\u{7f}'€\"",
            ),
            (Rid::default().into(), ""),
            (vec![Variant::from(Rid::default())].into(), "[  ]"),
            (
                vec![Variant::from(Rid::default()), 1.into()].into(),
                "[ , 1 ]",
            ),
        ]);
    }

    #[test]
    fn formats_components() {
        check([
            (Vector2::new(1.0, 2.0).into(), "Vector2( 1, 2 )"),
            (
                Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.5)).into(),
                "Rect2( 1, 2, 3, 4.5 )",
            ),
            (Vector3::new(1.0, 2.0, 3.0).into(), "Vector3( 1, 2, 3 )"),
            (
                Transform2D::new(
                    Vector2::new(1.0, 2.0),
                    Vector2::new(3.0, 4.0),
                    Vector2::new(5.0, 6.0),
                )
                .into(),
                "Transform2D( 1, 2, 3, 4, 5, 6 )",
            ),
            (
                Plane::new(Vector3::new(1.0, 2.0, 3.0), 4.0).into(),
                "Plane( 1, 2, 3, 4 )",
            ),
            (
                Quaternion::new(1.0, 2.0, 3.0, 4.0).into(),
                "Quat( 1, 2, 3, 4 )",
            ),
            (
                Aabb::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0)).into(),
                "AABB( 1, 2, 3, 4, 5, 6 )",
            ),
            (basis().into(), "Basis( 1, 4, 7, 2, 5, 8, 3, 6, 9 )"),
            (
                Transform3D::new(basis(), Vector3::new(10.0, 11.0, 12.0)).into(),
                "Transform( 1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12 )",
            ),
            (
                Color::new(1.0, 0.0, 0.5, 1.0).into(),
                "Color( 1, 0, 0.5, 1 )",
            ),
        ]);
    }

    #[test]
    fn formats_paths() {
        for (path, text) in [
            ("a/b:x:y", "a/b:x:y"),
            ("/root", "/root"),
            ("", ""),
            (":x", ":x"),
            ("/:x", "/:x"),
            ("a\"b", "a\\\"b"),
            ("a'b", "a\\'b"),
            ("a\nb", "a\\nb"),
        ] {
            assert_eq!(
                Variant::from(NodePath::from(path)).to_string(),
                format!("NodePath(\"{text}\")")
            );
        }
        let none: [&str; 0] = [];
        for (path, text) in [
            (NodePath::new(true, [""], none), "/"),
            (NodePath::new(false, ["a", "", "b"], none), "a//b"),
            (NodePath::new(false, ["a"], [""]), "a:"),
            (NodePath::new(false, none, [""]), ":"),
        ] {
            assert_eq!(
                Variant::from(path).to_string(),
                format!("NodePath(\"{text}\")")
            );
        }
    }

    #[test]
    fn formats_packed_arrays() {
        let strings = ["a\"b", "", "c'd", "e\\f", "g\nh"];
        check([
            (
                Packed([0_u8, 128, 255]).into(),
                "PoolByteArray( 0, 128, 255 )",
            ),
            (
                Packed([1, -2, i32::MAX]).into(),
                "PoolIntArray( 1, -2, 2147483647 )",
            ),
            (
                Packed([1.5_f32, 0.1, 0.0, 1e6]).into(),
                "PoolRealArray( 1.5, 0.1, 0, 1e+06 )",
            ),
            (
                Packed(strings).into(),
                r#"PoolStringArray( "a\"b", "", "c\'d", "e\\f", "g\nh" )"#,
            ),
            (
                Packed([Vector2::new(1.0, 2.0), Vector2::new(0.5, -3.0)]).into(),
                "PoolVector2Array( 1, 2, 0.5, -3 )",
            ),
            (
                Packed([Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.5, -3.0, 0.0)]).into(),
                "PoolVector3Array( 1, 2, 3, 0.5, -3, 0 )",
            ),
            (
                Packed([
                    Color::new(1.0, 0.0, 0.0, 1.0),
                    Color::new(0.1, 0.2, 0.3, 0.4),
                ])
                .into(),
                "PoolColorArray( 1, 0, 0, 1, 0.1, 0.2, 0.3, 0.4 )",
            ),
            (Packed(Vec::<u8>::new()).into(), "PoolByteArray(  )"),
            (Packed(Vec::<i32>::new()).into(), "PoolIntArray(  )"),
            (Packed(Vec::<f32>::new()).into(), "PoolRealArray(  )"),
            (Packed(Vec::<String>::new()).into(), "PoolStringArray(  )"),
            (Packed(Vec::<Vector2>::new()).into(), "PoolVector2Array(  )"),
            (Packed(Vec::<Vector3>::new()).into(), "PoolVector3Array(  )"),
            (Packed(Vec::<Color>::new()).into(), "PoolColorArray(  )"),
        ]);
    }

    #[test]
    fn formats_containers() {
        let array = |elements: Vec<Variant>| Variant::from(elements);
        let two = array(vec![2.into()]);
        let of = |pairs: Vec<(Variant, Variant)>| {
            Variant::from(pairs.into_iter().collect::<Dictionary<Variant>>())
        };
        let empty = || of(vec![]);
        check([
            (array(vec![]), "[  ]"),
            (array(vec![1.into()]), "[ 1 ]"),
            (
                array(vec![1.into(), "x".into(), Variant::Nil]),
                "[ 1, \"x\", null ]",
            ),
            (
                array(vec![array(vec![]), array(vec![1.into()]), array(vec![two])]),
                "[ [  ], [ 1 ], [ [ 2 ] ] ]",
            ),
            (empty(), "{\n\n}"),
            (of(vec![("a".into(), 1.into())]), "{\n\"a\": 1\n}"),
            (
                of(vec![
                    ("a".into(), Variant::Nil),
                    ("b".into(), 1.into()),
                    ("c".into(), true.into()),
                ]),
                "{\n\"a\": null,\n\"b\": 1,\n\"c\": true\n}",
            ),
            (
                of(vec![("a".into(), of(vec![("b".into(), empty())]))]),
                "{\n\"a\": {\n\"b\": {\n\n}\n}\n}",
            ),
            (
                array(vec![of(vec![(1.into(), 2.into())]), empty()]),
                "[ {\n1: 2\n}, {\n\n} ]",
            ),
            (
                of(vec![
                    (1.into(), Rid::default().into()),
                    (2.into(), 3.into()),
                ]),
                "{\n1: ,\n2: 3\n}",
            ),
        ]);
    }

    #[test]
    fn formats_objects() {
        let id = |id| Variant::from(Object::Id(id));
        let nil = || Variant::Nil;
        let meta = Dictionary::<Variant>::from([("k\"q", 1)]);
        check([
            (
                id(1288),
                "Object(EncodedObjectAsID,\"object_id\":1288,\"script\":null)\n",
            ),
            (
                id(u64::MAX),
                "Object(EncodedObjectAsID,\"object_id\":-1,\"script\":null)\n",
            ),
            (
                id(1 << 63),
                "Object(EncodedObjectAsID,\"object_id\":-9223372036854775808,\"script\":null)\n",
            ),
            (id(0), "null"),
            (
                Object::full("Reference", [("script", nil())]).into(),
                "Object(Reference,\"script\":null)\n",
            ),
            (
                Object::full("Reference", [("script", nil()), ("__meta__", meta.into())]).into(),
                "Object(Reference,\"script\":null,\"__meta__\":{\n\"k\\\"q\": 1\n})\n",
            ),
            (
                vec![id(7), id(8)].into(),
                "[ Object(EncodedObjectAsID,\"object_id\":7,\"script\":null)\n, Object(EncodedObjectAsID,\"object_id\":8,\"script\":null)\n ]",
            ),
            (
                Dictionary::<Variant>::from([("a", id(7)), ("b", id(8))]).into(),
                "{\n\"a\": Object(EncodedObjectAsID,\"object_id\":7,\"script\":null)\n,\n\"b\": Object(EncodedObjectAsID,\"object_id\":8,\"script\":null)\n\n}",
            ),
        ]);
    }
}

/// Checks texts that differ in Pandemonium, according to the source code of its writer.
#[cfg(feature = "pandemonium")]
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
        (1.0.into(), "1.0"),
        (0.0.into(), "0.0"),
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
