//! Values in double precision through serde.

use super::rejected;
use crate::common::Fault;
use gdvariant::double::Vector2;
use gdvariant::godot4::serde::to_vec;
use gdvariant::godot4_double::serde::{from_slice, to_vec as to_double};
use gdvariant::{Packed, PackedView, godot4_double};

#[test]
fn keeps_precisions_apart() {
    let wide = Vector2::new(0.1, 0.2);
    let bytes = to_double(&wide).unwrap();
    assert_eq!(bytes, godot4_double::to_vec(&wide).unwrap());
    assert_eq!(from_slice(&bytes), Ok(wide));
    let error = from_slice::<gdvariant::Vector2>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0000: Custom");
    let error = to_vec(&[wide]).unwrap_err();
    assert_eq!(error.fault(), "[0]: Custom");
    let error = to_vec(&Packed(vec![wide])).unwrap_err();
    assert_eq!(error.fault(), "Custom");
    let single = rejected::<Packed<Vec<Vector2>>>("18000000 01000000 00000000 00000000");
    assert_eq!(single, "0x0000: Custom");
}

/// An untagged enum, which serde buffers.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Points(Packed<Vec<Vector2>>),
}

#[test]
fn buffers_keep_double_precision() {
    let points = [Vector2::new(0.1, 0.2), Vector2::new(0.3, 0.4)];
    for points in [Vec::new(), points.to_vec()] {
        let packed = Packed(points);
        let bytes = to_double(&packed).unwrap();
        assert_eq!(bytes, godot4_double::to_vec(&packed).unwrap());
        assert_eq!(from_slice::<Vec<Vector2>>(&bytes).unwrap(), packed.0);
        let value: godot4_double::Variant = from_slice(&bytes).unwrap();
        assert_eq!(value, godot4_double::Variant::from(packed.clone()));
        let view = from_slice::<PackedView<'_, Vector2>>(&bytes).unwrap();
        assert_eq!(view.to_vec(), packed.0);
        let either: Either = from_slice(&bytes).unwrap();
        assert_eq!(either, Either::Points(packed));
        assert_eq!(to_double(&either).unwrap(), bytes);
    }
}
