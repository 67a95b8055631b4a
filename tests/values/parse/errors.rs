//! Parse errors with line and column.
#![cfg(all(feature = "godot3", feature = "godot4"))]

use gdvariant::{Godot3, Godot4, Layout, ParseErrorKind, generic, godot3};

/// Checks the line, the column and the reason of the error for each text.
fn check<L: Layout>(cases: &[(&str, &str)]) {
    for (text, message) in cases {
        let error = generic::parse::<L>(text).expect_err(text);
        let (line, column) = (error.line(), error.column());
        assert_eq!(
            format!("{line}:{column}: {}", error.kind()),
            *message,
            "{text}"
        );
    }
}

#[test]
fn reports_errors_between_values() {
    check::<Godot4>(&[
        ("", "1:1: expected a value, found the end of the text"),
        ("\n\n  ", "3:3: expected a value, found the end of the text"),
        ("1 2", "1:3: expected the end of the text, found 2"),
        (
            "[1, 2",
            "1:6: expected `,` or `]`, found the end of the text",
        ),
        ("[1\n, 2: 3]", "2:4: expected `,` or `]`, found `:`"),
        ("[,]", "1:2: expected a value, found `,`"),
        ("[1)", "1:3: expected `,` or `]`, found `)`"),
        ("[1-2]", "1:3: expected `,` or `]`, found -2"),
        (
            "{\"é\": 1, 2}",
            "1:11: expected `:` after the key, found `}`",
        ),
        ("{1: 2 3: 4}", "1:7: expected `,` or `}`, found 3"),
        ("{a}", "1:2: Godot 4 has no type a"),
    ]);
}

#[test]
fn reports_errors_in_constructors() {
    check::<Godot4>(&[
        (
            "Vector2(1, 2, 3)",
            "1:15: expected 2 numbers for Vector2, found 3",
        ),
        (
            "Vector2(1)",
            "1:10: expected 2 numbers for Vector2, found 1",
        ),
        ("Color(1, 2)", "1:11: expected 4 numbers for Color, found 2"),
        (
            "Color(1, 2, 3, 4, 5)",
            "1:19: expected 4 numbers for Color, found 5",
        ),
        (
            "Vector2(1, \"2\")",
            "1:12: expected 2 numbers for Vector2, found a string",
        ),
        (
            "Vector2(1, 2",
            "1:13: expected `,` or `)`, found the end of the text",
        ),
        ("Vector2 + 1", "1:9: expected `(`, found +"),
        ("Vector2i(inf, 2)", "1:10: expected an integer, found inf"),
        (
            "Vector2i(1, 2147483648)",
            "1:13: 2147483648 is out of the range of a 32-bit integer",
        ),
        ("Vector2i(nan, 0)", "1:10: expected an integer, found nan"),
        (
            "Rect2(Vector2(1, 2), Vector3(3, 4, 5))",
            "1:22: expected 4 numbers for Rect2, found Vector3",
        ),
        (
            "Rect2(Rect2(1, 2, 3, 4))",
            "1:7: expected 4 numbers for Rect2, found Rect2",
        ),
        (
            "Rect2(1, Vector2(2, 3), 4)",
            "1:10: expected 4 numbers for Rect2, found Vector2",
        ),
        (
            "Quaternion(Vector3(1, 2, 3), 4)",
            "1:12: expected 4 numbers for Quaternion, found Vector3",
        ),
        (
            "Color(\"red\")",
            "1:7: expected 4 numbers for Color, found a string",
        ),
        ("[1 #ff0000]", "1:4: expected `,` or `]`, found #ff0000"),
        (
            "PackedByteArray(1, 256)",
            "1:20: 256 is out of the range of a byte",
        ),
        (
            "PackedVector2Array(1, 2, 3)",
            "1:27: expected 2 numbers for each element of PackedVector2Array, found 3 in all",
        ),
        (
            "PackedVector2Array([1, Vector2(2, 3)])",
            "1:24: expected a number for PackedVector2Array, found Vector2",
        ),
        (
            "PackedVector2Array([Vector3(1, 2, 3)])",
            "1:21: expected a number for PackedVector2Array, found Vector3",
        ),
        ("PackedStringArray(1)", "1:19: expected a string, found 1"),
        (
            "PackedFloatArray()",
            "1:1: Godot 4 has no type PackedFloatArray",
        ),
        ("RealArray()", "1:1: Godot 4 has no type RealArray"),
        ("RawArray()", "1:1: Godot 4 has no type RawArray"),
        ("Node(1)", "1:1: Godot 4 has no type Node"),
        ("int(1)", "1:1: expected a value, found int"),
    ]);
}

#[test]
fn reports_errors_in_constants() {
    check::<Godot4>(&[
        (
            "Vector2.zero",
            "1:9: expected a constant such as Vector2.ZERO, or Vector2(x, y), found zero",
        ),
        (
            "[\nVector2.AXIS_X]",
            "2:9: expected a constant such as Vector2.ZERO, or Vector2(x, y), found AXIS_X",
        ),
        (
            "Rect2(Vector2., 1)",
            "1:15: expected a constant such as Vector2.ZERO, or Vector2(x, y), found `,`",
        ),
        (
            "Color.RED",
            "1:7: expected numbers: Color(r, g, b, a), found RED",
        ),
        ("String.EMPTY", "1:7: expected `(`, found .EMPTY"),
        (
            "Vector2.ZERO + 1",
            "1:14: expected the end of the text, found +",
        ),
        ("-Vector2.ONE", "1:1: expected a value, found -Vector2.ONE"),
        ("PI.0", "1:3: expected the end of the text, found .0"),
        ("Vector2i(PI, 0)", "1:10: expected an integer, found PI"),
    ]);
    check::<Godot3>(&[
        ("Quaternion.IDENTITY", "1:1: Godot 3 has no type Quaternion"),
        (
            "Color.red",
            "1:7: expected numbers: Color(r, g, b, a), found red",
        ),
        (
            "Vector3.MODEL_TOP",
            "1:9: expected a constant such as Vector3.ZERO, or Vector3(x, y, z), found MODEL_TOP",
        ),
    ]);
}

#[test]
fn reports_errors_in_base64() {
    check::<Godot4>(&[
        (
            "PackedByteArray(\"AAE\")",
            "1:21: expected Base64, with padding, found 3 characters",
        ),
        (
            "PackedByteArray(\"A===\")",
            "1:22: expected Base64, with padding, found 3 characters of padding",
        ),
        (
            "[\nPackedByteArray(\"AA-_\")]",
            "2:20: expected Base64, with padding, found `-`",
        ),
        (
            "PackedByteArray(\"AA==AA==\")",
            "1:22: expected Base64, with padding, found `A`",
        ),
        (
            "PackedByteArray('AA\"')",
            "1:20: expected Base64, with padding, found `\"`",
        ),
        (
            "PackedByteArray(\"AAEC",
            "1:22: expected Base64, with padding, found the end of the text",
        ),
        (
            "PackedByteArray(\"AAEC\", 1)",
            "1:23: expected `)`, found `,`",
        ),
        (
            "PackedInt32Array(\"AAEC\")",
            "1:18: expected a number for PackedInt32Array, found a string",
        ),
    ]);
    check::<Godot3>(&[(
        "PoolByteArray(\"AAEC\")",
        "1:15: expected a number for PoolByteArray, found a string",
    )]);
}

#[test]
fn reports_errors_around_comments() {
    check::<Godot4>(&[
        ("# 1", "1:4: expected a value, found the end of the text"),
        ("; 1", "1:4: expected a value, found the end of the text"),
        (
            "[1 # ]",
            "1:7: expected `,` or `]`, found the end of the text",
        ),
        ("[1 #add\n]", "1:4: expected `,` or `]`, found #add"),
        (
            "{# one\n1 # two\n2}",
            "3:1: expected `:` after the key, found 2",
        ),
    ]);
}

#[test]
fn reports_errors_in_numbers_and_strings() {
    check::<Godot4>(&[
        (
            "9223372036854775808",
            "1:1: 9223372036854775808 is out of the range of a 64-bit integer",
        ),
        (
            "0xfffffffffffffffff",
            "1:1: 0xfffffffffffffffff is out of the range of a 64-bit integer",
        ),
        (
            "PackedInt64Array(9223372036854775808.0)",
            "1:18: 9223372036854775808.0 is out of the range of a 64-bit integer",
        ),
        ("0x", "1:1: invalid number 0x"),
        ("12abc", "1:1: invalid number 12abc"),
        ("1.2.3", "1:1: invalid number 1.2.3"),
        ("1e", "1:1: invalid number 1e"),
        ("1e_9", "1:1: invalid number 1e_9"),
        ("Vector2(1E-_9, 0)", "1:9: invalid number 1E-_9"),
        ("0b102", "1:1: invalid number 0b102"),
        ("--1", "1:1: expected a value, found --1"),
        (
            "\"abc",
            "1:1: expected the closing quote of this string, found the end of the text",
        ),
        (
            "[1,\n\"\"\"a\"\"",
            "2:1: expected the closing quote of this string, found the end of the text",
        ),
        ("[\n'a\\u']", "2:3: invalid escape sequence \\u'"),
        ("\"\\u12\"", "1:2: invalid escape sequence \\u12\""),
        ("\"\\ud83d\"", "1:2: invalid escape sequence \\ud83d"),
        (
            "\"\\ud83d\\u0041\"",
            "1:2: invalid escape sequence \\ud83d\\u0041",
        ),
        ("\"\\U110000\"", "1:2: invalid escape sequence \\U110000"),
    ]);
}

#[test]
fn reports_errors_in_other_constructors() {
    check::<Godot4>(&[
        ("&a", "1:2: expected a string, found a"),
        ("NodePath(a)", "1:10: expected a string, found a"),
        ("Object(1)", "1:8: expected the name of a class, found 1"),
        (
            "Object(Node, name: 1)",
            "1:14: expected the quoted name of a property, found name",
        ),
        (
            "Object(Node, \"name\" 1)",
            "1:21: expected `:` after the property's name, found 1",
        ),
        ("Array[int][1]", "1:11: expected `(`, found `[`"),
        ("Array[int](1)", "1:12: expected `[`, found 1"),
        ("Array[1]([])", "1:7: expected the name of a type, found 1"),
        ("Dictionary[int]({})", "1:15: expected `,`, found `]`"),
        ("Dictionary[int, int]([])", "1:22: expected `{`, found `[`"),
        ("Array([1]", "1:10: expected `)`, found the end of the text"),
        ("RID(nan)", "1:5: expected an integer, found nan"),
        ("Signal(1)", "1:8: expected `)`, found 1"),
        ("\u{9b}31m", "1:1: expected a value, found `\\u{9b}`"),
    ]);
}

/// Checks references to resources, which engines resolve in their project.
#[test]
fn names_references_to_resources() {
    for (text, name) in [
        (
            "Object(A, \"script\": Resource(\"res://a.gd\"))",
            "Resource",
        ),
        ("[SubResource(\"1\")]", "SubResource"),
        ("ExtResource(\"1_a\")", "ExtResource"),
        ("ExtResource( 1 )", "ExtResource"),
        ("Array[ExtResource(\"1_a\")]([])", "ExtResource"),
    ] {
        let errors = [
            text.parse::<gdvariant::Variant>().expect_err(text),
            generic::parse::<Godot4>(text).expect_err(text),
        ];
        for error in errors {
            let at = text.find(name).expect(name) + 1;
            assert_eq!((error.line(), error.column()), (1, at), "{text}");
            let kind = error.kind();
            assert!(
                matches!(kind, ParseErrorKind::ResourceReference { name: found, .. } if *found == name),
                "{kind}"
            );
        }
    }
}

#[test]
fn rejects_types_that_godot3_lacks() {
    check::<Godot3>(&[
        ("Vector2i(1, 2)", "1:1: Godot 3 has no type Vector2i"),
        (
            "Array[int]([])",
            "1:1: Godot 3 has no Array with a declared type",
        ),
        (
            "[\nDictionary[int, int]({})]",
            "2:1: Godot 3 has no Dictionary with a declared type",
        ),
        ("&\"name\"", "1:1: Godot 3 has no type StringName"),
        ("RID(5)", "1:5: Godot 3 has no id of a RID"),
        ("TypedArray([])", "1:1: Godot 3 has no type TypedArray"),
    ]);
}

#[test]
fn the_second_half_of_a_pair_is_a_low_surrogate() {
    assert!(r#""\ud83d\udfff""#.parse::<godot3::Variant>().is_ok());
    assert!(r#""\ud83d\ue000""#.parse::<godot3::Variant>().is_err());
}
