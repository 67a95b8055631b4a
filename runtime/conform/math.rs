//! Conversions between rotations and matrices, component by component like the engine's.

/// Implements the conversions for the value types of one precision.
macro_rules! matrices {
    ($module:ident, $real:ty, $values:path) => {
        pub(super) mod $module {
            use $values::{
                Basis, Projection, Quat, Transform, Transform2D, Vector2, Vector3, Vector4,
            };

            pub(in super::super) fn flattened(transform: &Transform) -> Transform2D {
                let flat = |column: Vector3| Vector2::new(column.x, column.y);
                let Transform { basis, origin } = *transform;
                Transform2D::new(flat(basis.x), flat(basis.y), flat(origin))
            }

            pub(in super::super) fn raised(transform: Transform2D) -> Transform {
                let raise = |column: Vector2| Vector3::new(column.x, column.y, 0.0);
                let Transform2D { x, y, origin } = transform;
                let basis = Basis::new(raise(x), raise(y), Vector3::new(0.0, 0.0, 1.0));
                Transform::new(basis, raise(origin))
            }

            pub(in super::super) fn at_origin(basis: Basis) -> Transform {
                Transform::new(basis, Vector3::new(0.0, 0.0, 0.0))
            }

            pub(in super::super) fn projection(transform: &Transform) -> Projection {
                let column =
                    |axis: Vector3, last: $real| Vector4::new(axis.x, axis.y, axis.z, last);
                let Transform { basis, origin } = *transform;
                Projection::new(
                    column(basis.x, 0.0),
                    column(basis.y, 0.0),
                    column(basis.z, 0.0),
                    column(origin, 1.0),
                )
            }

            pub(in super::super) fn affine(projection: &Projection) -> Transform {
                let axis = |column: Vector4| Vector3::new(column.x, column.y, column.z);
                let Projection { x, y, z, w } = *projection;
                Transform::new(Basis::new(axis(x), axis(y), axis(z)), axis(w))
            }

            #[allow(clippy::many_single_char_names, reason = "the names of the components")]
            pub(in super::super) fn rotation(quat: Quat) -> Basis {
                let Quat { x, y, z, w } = quat;
                let scale = 2.0 / (x * x + y * y + z * z + w * w);
                let (xs, ys, zs) = (x * scale, y * scale, z * scale);
                let (wx, wy, wz) = (w * xs, w * ys, w * zs);
                let (xx, xy, xz) = (x * xs, x * ys, x * zs);
                let (yy, yz, zz) = (y * ys, y * zs, z * zs);
                Basis::new(
                    Vector3::new(1.0 - (yy + zz), xy + wz, xz - wy),
                    Vector3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
                    Vector3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
                )
            }
        }
    };
}

matrices!(single, f32, crate);
#[cfg(feature = "double")]
matrices!(double, f64, crate::double);
