//! Values in double precision through serde.

use super::rejected;
use crate::common::Fault;
use gdvariant::double::Vector2;
use gdvariant::godot3::serde::to_vec;
use gdvariant::{Packed, PackedView, godot3_double};

#[test]
fn keeps_precisions_apart() {
    let wide = Vector2::new(0.1, 0.2);
    let bytes = godot3_double::serde::to_vec(&wide).unwrap();
    assert_eq!(bytes, godot3_double::to_vec(&wide).unwrap());
    assert_eq!(
        godot3_double::serde::from_slice::<Vector2>(&bytes).unwrap(),
        wide
    );
    let error = to_vec(&[wide]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[0]: a Vector2 whose precision differs from that of the layout godot3"
    );
    let error = godot3_double::serde::from_slice::<gdvariant::Vector2>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0000: Custom");
    let error = to_vec(&Packed(vec![wide])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a PoolVector2Array whose precision differs from that of the layout godot3"
    );
    assert_eq!(
        rejected::<Packed<Vec<Vector2>>>("18000000 01000000 00000000 00000000"),
        "0x0000: Custom"
    );
}

/// An untagged enum, which serde buffers. By the published rule, unused bytes precede the elements
/// in the input.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Points(Packed<Vec<Vector2>>),
    Any(godot3_double::Variant),
}

#[test]
fn buffers_omit_unused_bytes() {
    let packed = Packed(vec![Vector2::new(0.1, 0.2), Vector2::new(0.3, 0.4)]);
    let bytes = godot3_double::serde::to_vec(&packed).unwrap();
    assert_eq!(bytes, godot3_double::to_vec(&packed).unwrap());
    assert_eq!(bytes.len(), 4 + 4 + 4 + 2 * 16);
    let decoded: Packed<Vec<Vector2>> = godot3_double::serde::from_slice(&bytes).unwrap();
    assert_eq!(decoded, packed);
    let list: Vec<Vector2> = godot3_double::serde::from_slice(&bytes).unwrap();
    assert_eq!(list, packed.0);
    let value: godot3_double::Variant = godot3_double::serde::from_slice(&bytes).unwrap();
    assert_eq!(value, godot3_double::Variant::from(packed));
    let error = godot3_double::serde::from_slice::<PackedView<'_, Vector2>>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0000: Custom");
    let either: Either = godot3_double::serde::from_slice(&bytes).unwrap();
    assert_eq!(godot3_double::serde::to_vec(&either).unwrap(), bytes);
    let empty = godot3_double::to_vec(&Packed(Vec::<Vector2>::new())).unwrap();
    let either: Either = godot3_double::serde::from_slice(&empty).unwrap();
    assert_eq!(either, Either::Points(Packed(Vec::new())));
}
