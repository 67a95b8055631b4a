//! Values with the exact bytes that the engine encodes.

use crate::common::{bytes, hex};
use gdvariant::godot3::{self, Dictionary, Object, Variant};
use gdvariant::{Basis, Color, NodePath, Packed, Rect2, Rid, Transform2D, Vector2, Vector3};

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn golden_values() {
    let dictionary: Dictionary = [
        (Variant::from("a"), Variant::from(1)),
        (Variant::from(2), Variant::Nil),
    ]
    .into();
    let null_array = vec![Variant::Nil];
    let basis = Basis::new(
        Vector3::new(1.0, 2.0, 3.0),
        Vector3::new(4.0, 5.0, 6.0),
        Vector3::new(7.0, 8.0, 9.0),
    );
    let transform2d = Transform2D::new(
        Vector2::new(1.0, 2.0),
        Vector2::new(3.0, 4.0),
        Vector2::new(5.0, 6.0),
    );
    let facts: Vec<(Variant, &str)> = vec![
        (().into(), "00000000"),
        (true.into(), "0100000001000000"),
        (1.into(), "0200000001000000"),
        (2_147_483_647_i64.into(), "02000000ffffff7f"),
        (2_147_483_648_i64.into(), "020001000000008000000000"),
        ((-2_147_483_648_i64).into(), "0200000000000080"),
        ((-2_147_483_649_i64).into(), "02000100ffffff7fffffffff"),
        (1.5.into(), "030000000000c03f"),
        (0.1.into(), "030001009a9999999999b93f"),
        (
            f64::from_bits(0x7ff8_0000_0000_0000).into(),
            "03000100000000000000f87f",
        ),
        (f64::INFINITY.into(), "030000000000807f"),
        ((-0.0).into(), "0300000000000080"),
        (1e300.into(), "030001009c7500883ce4377e"),
        (1e-40.into(), "030001009c577727266ca137"),
        ("".into(), "0400000000000000"),
        ("abc".into(), "040000000300000061626300"),
        ("€".into(), "0400000003000000e282ac00"),
        ("😀".into(), "0400000004000000f09f9880"),
        (Vector2::new(1.0, 2.0).into(), "050000000000803f00000040"),
        (
            Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)).into(),
            "060000000000803f000000400000404000008040",
        ),
        (
            transform2d.into(),
            "080000000000803f0000004000004040000080400000a0400000c040",
        ),
        (
            basis.into(),
            "0c0000000000803f000080400000e040000000400000a04000000041000040400000c04000001041",
        ),
        (
            NodePath::from("").into(),
            "0f000000000000800000000000000000",
        ),
        (
            NodePath::from("/").into(),
            "0f000000000000800000000001000000",
        ),
        (
            NodePath::from("/root/A:pos:x").into(),
            "0f000000020000800200000001000000 04000000726f6f74 0100000041000000 03000000706f7300 0100000078000000",
        ),
        (Rid::default().into(), "10000000"),
        (
            dictionary.into(),
            "120000000200000004000000010000006100000002000000010000000200000002000000 00000000",
        ),
        (
            vec![Variant::from(1), vec![Variant::from(2)].into()].into(),
            "13000000020000000200000001000000130000000100000002000000 02000000",
        ),
        (null_array.into(), "130000000100000000000000"),
        (
            Packed([1_u8, 2, 3, 4, 5]).into(),
            "14000000050000000102030405000000",
        ),
        (Packed([1, -1]).into(), "150000000200000001000000ffffffff"),
        (
            Packed([1.5_f32, 0.1]).into(),
            "16000000020000000000c03fcdcccc3d",
        ),
        (
            Packed(["test", "", "abc"]).into(),
            "1700000003000000 0500000074657374 00000000 0100000000000000 0400000061626300",
        ),
        (
            Packed([Vector2::new(1.0, 2.0)]).into(),
            "18000000010000000000803f00000040",
        ),
        (
            Packed([Color::new(1.0, 0.0, 0.0, 1.0)]).into(),
            "1a000000010000000000803f00000000000000000000803f",
        ),
        (Object::Id(1288).into(), "110001000805000000000000"),
    ];
    assert_eq!(facts.len(), 36);
    for (value, golden) in facts {
        let golden = bytes(golden);
        assert_eq!(
            hex(&godot3::to_vec(&value).expect("a plain value")),
            hex(&golden),
            "{value:?}"
        );
        let decoded: Variant = godot3::from_slice(&golden).expect("the engine's bytes");
        // A NaN never equals itself; the assertion above compared its bytes.
        assert!(
            decoded == value || decoded.as_float().is_some_and(f64::is_nan),
            "{value:?}"
        );
    }
    assert_eq!(
        godot3::to_vec(&Packed([1_u8])).expect("a plain value"),
        bytes("14000000 01000000 01000000")
    );
}
