//! Values in the syntax of scripts, and differences between layouts.

#[test]
fn scripts_of_godot3() {
    use gdvariant::{Godot3, generic};

    for (script, text) in [
        (
            "[0x1F, -0xff, 0b101, 1_000_000, +7]",
            "[ 31, -255, 5, 1000000, 7 ]",
        ),
        (
            "[inf, -inf, nan, INF, NAN]",
            "[ inf, -inf.0, nan, inf, nan ]",
        ),
        (
            r#"'it\'s "x" \t\u00e9\U01F600'"#,
            "\"it's \\\"x\\\" \té😀\"",
        ),
        ("Rect2(1, 2, Vector2(3, 4))", "Rect2( 1, 2, 3, 4 )"),
        // The constructor takes the columns of the matrix, while the text has its rows.
        (
            "Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9))",
            "Basis( 1, 4, 7, 2, 5, 8, 3, 6, 9 )",
        ),
        (
            "Transform(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12),)",
            "Transform( 1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12 )",
        ),
        (
            "PoolVector2Array(1, 2, Vector2(3, 4))",
            "PoolVector2Array( 1, 2, 3, 4 )",
        ),
        ("PoolIntArray([1, 2.0, 0x3])", "PoolIntArray( 1, 2, 3 )"),
        (
            "Object(Node, \"name\": \"Ada\", \"child\": Object(Node,))",
            "Object(Node,\"name\":\"Ada\",\"child\":Object(Node,)\n)\n",
        ),
        ("Object(\"not a name\",)", "Object(\"not a name\",)\n"),
        (
            "Object(EncodedObjectAsID,\"object_id\":-5,\"script\":null)",
            "Object(EncodedObjectAsID,\"object_id\":-5,\"script\":null)\n",
        ),
    ] {
        let value = generic::parse::<Godot3>(script).expect(script);
        assert_eq!(
            generic::display::<Godot3, _>(&value).to_string(),
            text,
            "{script}"
        );
    }
}

#[test]
fn scripts_of_godot4() {
    use gdvariant::godot4::Variant;

    for (script, text) in [
        ("[StringName(\"a\"), String('b')]", "[&\"a\", \"b\"]"),
        ("Vector2i(1.0, -0.0)", "Vector2i(1, 0)"),
        ("Array[Node]([])", "Array[Node]([])"),
        ("Array[\"int\"]([])", "Array[\"int\"]([])"),
        (
            "Array[Resource(\"res://\\\"a\\\".gd\")]([])",
            "Array[Resource(\"res://\\\"a\\\".gd\")]([])",
        ),
        (
            "Dictionary[StringName, Array]({a = [], &\"b\": [1]})",
            "Dictionary[StringName, Array]({\n&\"a\": [],\n&\"b\": [1]\n})",
        ),
    ] {
        let value: Variant = script.parse().expect(script);
        assert_eq!(value.to_string(), text, "{script}");
    }
}

#[test]
fn typed_arrays_of_pandemonium5() {
    use gdvariant::pandemonium5::{TypedArray, Variant};
    use gdvariant::{ElementType, Kind, Pandemonium5, generic};

    let typed = |array: TypedArray| Variant::PandemoniumTypedArray(array.into());

    let ints = TypedArray::new(Kind::Int, [1, 2]);
    let nodes = TypedArray::new(ElementType::Class("Node".into()), [] as [Variant; 0]);
    for (script, value) in [
        ("TypedArray(\"int\", [1, 2])", typed(ints.clone())),
        (
            "PackedTypedArray( \"int\", [ 1, 2 ] )",
            Variant::PackedTypedArray(ints.into()),
        ),
        ("TypedArray(\"Node\", [],)", typed(nodes)),
        ("TypedArray()", typed(TypedArray::default())),
        (
            "TypedArray(\"int\")",
            typed(TypedArray::new(Kind::Int, [] as [Variant; 0])),
        ),
    ] {
        assert_eq!(
            generic::parse::<Pandemonium5>(script).as_ref(),
            Ok(&value),
            "{script}"
        );
        assert_eq!(script.parse(), Ok(value), "{script}");
    }
}

/// Checks that -0 as an integer in a constructor is 0, unlike as a float.
#[test]
fn only_floats_have_a_negative_zero() {
    use gdvariant::godot4::Variant;

    let parsed: Variant = "[Vector3(-0, -0_0, -0.0), PackedFloat64Array(-0, -0e1)]"
        .parse()
        .expect("a value");
    let vector = parsed[0].as_vector3().expect("a vector");
    let signs = [vector.x, vector.y, vector.z].map(f32::is_sign_negative);
    assert_eq!(signs, [false, false, true]);
    let floats = parsed[1].as_packed_float64_array().expect("floats");
    let signs: Vec<_> = floats
        .iter()
        .map(|float| float.is_sign_negative())
        .collect();
    assert_eq!(signs, [false, true]);
}

/// Checks that a class with the name of the declared type of any value stays a class.
#[test]
fn a_class_may_be_named_variant() {
    use gdvariant::ElementType;
    use gdvariant::godot4::{TypedArray, Variant};

    let class = ElementType::Class("Variant".into());
    let array = Variant::from(TypedArray::new(class, [] as [Variant; 0]));
    assert_eq!(array.to_string(), r#"Array["Variant"]([])"#);
    assert_eq!(array.to_string().parse(), Ok(array));
}

/// Checks a number that is read wrongly if it is rounded to 64 bits first.
#[test]
fn components_are_rounded_once() {
    use gdvariant::Vector2;
    use gdvariant::godot4::Variant;

    let x = f32::from_bits(0x15ae_43fd);
    let vector = Variant::from(Vector2::new(x, 0.0));
    assert_eq!(vector.to_string(), "Vector2(7.038531e-26, 0)");
    assert_eq!("Vector2(7.038531e-26, 0)".parse(), Ok(vector));
}

#[test]
fn names_have_the_escapes_of_the_engine() {
    use gdvariant::{NodePath, Variant, godot3, godot4};

    let path = Variant::from(NodePath::from("a?\u{8}\u{7}"));
    let in_godot3 = godot3::display(&path);
    assert_eq!(in_godot3.to_string(), r#"NodePath("a\?\b\a")"#);
    assert_eq!(format!("{in_godot3:#}"), "NodePath(\"a\\?\\b\u{7}\")");
    let in_godot4 = godot4::display(&path);
    assert_eq!(in_godot4.to_string(), r#"NodePath("a?\b\a")"#);
}

#[test]
fn surrogate_pairs_become_characters() {
    use gdvariant::godot4::Variant;

    for (text, c) in [
        (r#""\ud800\udc00""#, "\u{10000}"),
        (r#""\udbff\udfff""#, "\u{10ffff}"),
    ] {
        assert_eq!(text.parse(), Ok(Variant::from(c)), "{text}");
    }
}
