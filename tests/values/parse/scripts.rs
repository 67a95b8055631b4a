//! Values in the syntax of scripts, and differences between layouts.

#[cfg(feature = "godot3")]
#[test]
fn scripts_of_godot3() {
    use gdvariant::{Godot3, generic};

    for (script, text) in [
        ("{\"a\": Vector2(1, 2)}", "{\n\"a\": Vector2( 1, 2 )\n}"),
        (
            "{a = 1, b_2 = [true,],}",
            "{\n\"a\": 1,\n\"b_2\": [ true ]\n}",
        ),
        (" [ 1 ,\t2\r\n, ] ", "[ 1, 2 ]"),
        (
            "[0x1F, -0xff, 0b101, 1_000_000, +7]",
            "[ 31, -255, 5, 1000000, 7 ]",
        ),
        (
            "[1_0.2_5, .5, 5., 1e3, 2E-2]",
            "[ 10.25, 0.5, 5.0, 1000.0, 0.02 ]",
        ),
        (
            "[inf, -inf, nan, INF, NAN]",
            "[ inf, -inf.0, nan, inf, nan ]",
        ),
        ("[null, true, false]", "[ null, true, false ]"),
        (
            r#"'it\'s "x" \t\u00e9\U01F600'"#,
            "\"it's \\\"x\\\" \té😀\"",
        ),
        (r#""\ud83d\ude00""#, "\"😀\""),
        ("@\"a/b:c\"", "NodePath(\"a/b:c\")"),
        ("NodePath('/root')", "NodePath(\"/root\")"),
        ("Rect2(Vector2(1, 2), Vector2(3, 4))", "Rect2( 1, 2, 3, 4 )"),
        ("Rect2(1, 2, Vector2(3, 4))", "Rect2( 1, 2, 3, 4 )"),
        ("Plane(Vector3(1, 2, 3), 4)", "Plane( 1, 2, 3, 4 )"),
        (
            "Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6))",
            "Transform2D( 1, 2, 3, 4, 5, 6 )",
        ),
        // The constructor takes the columns of the matrix, while the text has its rows.
        (
            "Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9))",
            "Basis( 1, 4, 7, 2, 5, 8, 3, 6, 9 )",
        ),
        (
            "Transform(Basis(1, 4, 7, 2, 5, 8, 3, 6, 9), Vector3(10, 11, 12))",
            "Transform( 1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12 )",
        ),
        (
            "Transform(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12),)",
            "Transform( 1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12 )",
        ),
        (
            "PoolVector2Array([Vector2(1, 2), Vector2(3, 4),])",
            "PoolVector2Array( 1, 2, 3, 4 )",
        ),
        (
            "PoolVector2Array(1, 2, Vector2(3, 4))",
            "PoolVector2Array( 1, 2, 3, 4 )",
        ),
        ("PoolIntArray([1, 2.0, 0x3])", "PoolIntArray( 1, 2, 3 )"),
        ("PoolRealArray([1, 2.5])", "PoolRealArray( 1, 2.5 )"),
        ("PoolByteArray()", "PoolByteArray(  )"),
        (
            "PoolStringArray(['a', \"b\"])",
            "PoolStringArray( \"a\", \"b\" )",
        ),
        ("Array([1])", "[ 1 ]"),
        ("Dictionary({1: 2})", "{\n1: 2\n}"),
        ("{1: 2, 1: 3}", "{\n1: 3\n}"),
        ("{[1]: {}}", "{\n[ 1 ]: {\n\n}\n}"),
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

#[cfg(feature = "godot4")]
#[test]
fn scripts_of_godot4() {
    use gdvariant::godot4::Variant;

    for (script, text) in [
        (
            "[&\"a\", @'b', ^\"c:d\"]",
            "[&\"a\", &\"b\", NodePath(\"c:d\")]",
        ),
        ("[StringName(\"a\"), String('b')]", "[&\"a\", \"b\"]"),
        ("[-inf, inf_neg]", "[inf_neg, inf_neg]"),
        (
            "Rect2i(Vector2i(1, 2), Vector2i(3, 4))",
            "Rect2i(1, 2, 3, 4)",
        ),
        (
            "Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16))",
            "Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
        ),
        ("Vector2i(1.0, -0.0)", "Vector2i(1, 0)"),
        ("Array[int]([1, 2,],)", "Array[int]([1, 2])"),
        ("Array[Node]([])", "Array[Node]([])"),
        ("Array[Variant]([1])", "[1]"),
        ("Array[\"int\"]([])", "Array[\"int\"]([])"),
        ("Array[Resource]([])", "Array[Resource]([])"),
        (
            "Array[Resource(\"res://\\\"a\\\".gd\")]([])",
            "Array[Resource(\"res://\\\"a\\\".gd\")]([])",
        ),
        (
            "Dictionary[StringName, Array]({a = [], &\"b\": [1]})",
            "Dictionary[StringName, Array]({\n&\"a\": [],\n&\"b\": [1]\n})",
        ),
        ("[RID(), RID(5), RID(-1)]", "[RID(), RID(5), RID(-1)]"),
        ("[Callable(), Signal()]", "[Callable(), Signal()]"),
        (
            "PackedInt64Array([9223372036854775807])",
            "PackedInt64Array(9223372036854775807)",
        ),
        (
            "PackedColorArray([Color(1, 2, 3, 4)])",
            "PackedColorArray(1, 2, 3, 4)",
        ),
    ] {
        let value: Variant = script.parse().expect(script);
        assert_eq!(value.to_string(), text, "{script}");
    }
}

#[cfg(feature = "pandemonium5")]
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
        ("TypedArray([])", typed(TypedArray::default())),
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
#[cfg(feature = "godot4")]
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
#[cfg(feature = "godot4")]
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
#[cfg(feature = "godot4")]
#[test]
fn components_are_rounded_once() {
    use gdvariant::Vector2;
    use gdvariant::godot4::Variant;

    let x = f32::from_bits(0x15ae_43fd);
    let vector = Variant::from(Vector2::new(x, 0.0));
    assert_eq!(vector.to_string(), "Vector2(7.038531e-26, 0)");
    assert_eq!("Vector2(7.038531e-26, 0)".parse(), Ok(vector));
}

#[cfg(feature = "godot4")]
#[test]
fn bytes_may_be_in_base64() {
    use gdvariant::godot4::Variant;

    let parsed: Variant = r#"PackedByteArray("aGl+Pw==")"#.parse().expect("bytes");
    assert_eq!(parsed, Variant::from(gdvariant::Packed(b"hi~?".to_vec())));
}

#[cfg(all(feature = "godot3", feature = "godot4"))]
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

#[cfg(feature = "godot4")]
#[test]
fn surrogate_pairs_become_characters() {
    use gdvariant::godot4::Variant;

    for (text, c) in [
        (r#""\ud800\udc00""#, "\u{10000}"),
        (r#""\uD83D\uDE00""#, "\u{1f600}"),
        (r#""\ud840\udc00""#, "\u{20000}"),
        (r#""\udbff\udfff""#, "\u{10ffff}"),
    ] {
        assert_eq!(text.parse(), Ok(Variant::from(c)), "{text}");
    }
}
