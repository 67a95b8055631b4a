//! Conversions between vectors, rotations and matrices, whose components are in wire order.

use crate::Kind;
use crate::value::view::{AsView, View};
use crate::wire::number::Number;
use alloc::vec::Vec;
use core::ops::{Add, Div, Mul, Sub};

/// The source of a component of the converted value.
#[derive(Clone, Copy)]
enum Source {
    /// The component with this index of the original value.
    At(usize),
    Zero,
    One,
}

use Source::{At, One, Zero};

/// Transform3D to Transform2D: the upper left 2x2 matrix, and two components of the origin.
const FLATTENED: &[Source] = &[At(0), At(3), At(1), At(4), At(9), At(10)];

/// Transform2D to Transform3D.
#[rustfmt::skip]
const RAISED: &[Source] = &[
    At(0), At(2), Zero,
    At(1), At(3), Zero,
    Zero, Zero, One,
    At(4), At(5), Zero,
];

/// Basis to Transform3D, with the origin at zero.
#[rustfmt::skip]
const AT_ORIGIN: &[Source] = &[
    At(0), At(1), At(2),
    At(3), At(4), At(5),
    At(6), At(7), At(8),
    Zero, Zero, Zero,
];

/// Projection to Transform3D: columns become rows, and the last row is dropped.
#[rustfmt::skip]
const AFFINE: &[Source] = &[
    At(0), At(4), At(8),
    At(1), At(5), At(9),
    At(2), At(6), At(10),
    At(12), At(13), At(14),
];

/// Transform3D to Projection: rows become columns.
#[rustfmt::skip]
const PROJECTED: &[Source] = &[
    At(0), At(3), At(6), Zero,
    At(1), At(4), At(7), Zero,
    At(2), At(5), At(8), Zero,
    At(9), At(10), At(11), One,
];

/// Converts a value to the components of the declared type.
pub(super) fn convert<V: AsView>(view: &View<'_, V>, declared: Kind) -> Option<Vec<Number>> {
    let (kind, numbers) = match view {
        View::Fields(kind, numbers) => (*kind, numbers),
        View::Int(value) => return Some(color(*value).into()),
        _ => return None,
    };
    let mut components = Vec::new();
    numbers.visit(&mut |number| components.push(number));
    match (declared, kind) {
        (Kind::Transform2D, Kind::Transform3D) => arranged(&components, FLATTENED),
        (Kind::Transform3D, Kind::Transform2D) => arranged(&components, RAISED),
        (Kind::Transform3D, Kind::Basis) => arranged(&components, AT_ORIGIN),
        (Kind::Transform3D, Kind::Projection) => arranged(&components, AFFINE),
        (Kind::Transform3D, Kind::Quaternion) => arranged(&rotation(&components)?, AT_ORIGIN),
        (Kind::Basis, Kind::Quaternion) => rotation(&components).map(Into::into),
        (Kind::Projection, Kind::Transform3D) => arranged(&components, PROJECTED),
        (Kind::Quaternion, Kind::Basis) => None,
        // The types of all other pairs have the same components, which differ only in their number
        // types.
        _ => Some(components),
    }
}

fn arranged(components: &[Number], sources: &[Source]) -> Option<Vec<Number>> {
    let component = |source: &Source| match *source {
        At(index) => components.get(index).copied(),
        Zero => Some(Number::Single(0.0)),
        One => Some(Number::Single(1.0)),
    };
    sources.iter().map(component).collect()
}

/// Returns the components of a color in the form `0xRRGGBBAA`.
fn color(value: i64) -> [Number; 4] {
    let [alpha, blue, green, red, ..] = value.to_le_bytes();
    [red, green, blue, alpha].map(|byte| Number::Single(f32::from(byte) / 255.0))
}

/// Converts a quaternion to a rotation matrix by rows, in the precision of the quaternion.
fn rotation(quat: &[Number]) -> Option<[Number; 9]> {
    use Number::{Double, Single};

    match *quat {
        [Single(x), Single(y), Single(z), Single(w)] => Some(matrix([x, y, z, w]).map(Single)),
        [Double(x), Double(y), Double(z), Double(w)] => Some(matrix([x, y, z, w]).map(Double)),
        _ => None,
    }
}

fn matrix<F>([x, y, z, w]: [F; 4]) -> [F; 9]
where
    F: Copy + From<f32>,
    F: Add<Output = F> + Sub<Output = F> + Mul<Output = F> + Div<Output = F>,
{
    let (one, two) = (F::from(1.0), F::from(2.0));
    let scale = two / (x * x + y * y + z * z + w * w);
    let (xs, ys, zs) = (x * scale, y * scale, z * scale);
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    let (xx, xy, xz) = (x * xs, x * ys, x * zs);
    let (yy, yz, zz) = (y * ys, y * zs, z * zs);
    #[rustfmt::skip]
    let rows = [
        one - (yy + zz), xy - wz, xz + wy,
        xy + wz, one - (xx + zz), yz - wx,
        xz - wy, yz + wx, one - (xx + yy),
    ];
    rows
}
