//! Conversions between glam's types and the value types, for the newest and the oldest version of glam.
//!
//! Transformations have the same results. `foreign_types` compares the bytes and the errors, for
//! every version.
#![cfg(any(feature = "glam-027", feature = "glam-034"))]
#![allow(
    unused_macros,
    unused_imports,
    dead_code,
    reason = "each layout and precision has tests of its own"
)]

use std::fmt::Debug;

/// Checks the conversions in both directions.
fn assert_equal<T: From<V> + PartialEq + Debug + Copy, V: From<T> + PartialEq + Debug + Copy>(
    theirs: T,
    ours: V,
) {
    assert_eq!(T::from(ours), theirs);
    assert_eq!(V::from(theirs), ours);
}

/// Computes `basis.xform(vector)` as scripts do: the sum of the axes, multiplied by the components.
macro_rules! xform {
    ($basis:expr, $vector:expr) => {{
        let (basis, vector) = ($basis, $vector);
        let component = |x, y, z| x * vector.x + y * vector.y + z * vector.z;
        Vector3::new(
            component(basis.x.x, basis.y.x, basis.z.x),
            component(basis.x.y, basis.y.y, basis.z.y),
            component(basis.x.z, basis.y.z, basis.z.z),
        )
    }};
}

/// Tests one precision. All components of a matrix are distinct.
macro_rules! precision_tests {
    (
        $glam:ident, $values:path:
        $basis:ident, $affine_2:ident, $affine_3:ident, $mat_4:ident, $vec_2:ident, $vec_3:ident, $vec_4:ident
    ) => {
        use $glam::{$affine_2, $affine_3, $basis, $mat_4, $vec_2, $vec_3, $vec_4};
        use $values::{Basis, Projection, Transform2D, Transform3D, Vector2, Vector3, Vector4};

        fn basis() -> Basis {
            Basis::new(
                Vector3::new(1.0, 2.0, 3.0),
                Vector3::new(4.0, 5.0, 6.0),
                Vector3::new(7.0, 8.0, 10.0),
            )
        }

        fn transform() -> Transform3D {
            Transform3D::new(basis(), Vector3::new(-1.0, 0.5, 100.0))
        }

        #[test]
        fn rotates_a_vector_by_a_basis() {
            let vector = Vector3::new(1.0, -2.0, 0.5);
            assert_eq!(xform!(basis(), vector), Vector3::new(-3.5, -4.0, -4.0));
            assert_eq!(
                Vector3::from($basis::from(basis()) * $vec_3::from(vector)),
                Vector3::new(-3.5, -4.0, -4.0)
            );
            crate::glam_types::assert_equal(
                $basis::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0]),
                basis(),
            );
        }

        #[test]
        fn moves_a_point_by_a_transform() {
            let moved = $affine_3::from(transform()).transform_point3($vec_3::new(1.0, -2.0, 0.5));
            assert_eq!(Vector3::from(moved), Vector3::new(-4.5, -3.5, 96.0));
            let columns = [
                1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, -1.0, 0.5, 100.0,
            ];
            crate::glam_types::assert_equal($affine_3::from_cols_array(&columns), transform());
        }

        #[test]
        fn moves_a_point_by_a_transform2d() {
            let transform = Transform2D::new(
                Vector2::new(1.0, 2.0),
                Vector2::new(3.0, 4.0),
                Vector2::new(5.0, 6.0),
            );
            // A script's `transform.xform(Vector2(10, 100))` is x * 10 + y * 100 + origin.
            let moved = $affine_2::from(transform).transform_point2($vec_2::new(10.0, 100.0));
            assert_eq!(Vector2::from(moved), Vector2::new(315.0, 426.0));
            crate::glam_types::assert_equal(
                $affine_2::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
                transform,
            );
        }

        #[test]
        fn converts_the_columns_of_a_projection() {
            let column = |first| Vector4::new(first, first + 1.0, first + 2.0, first + 3.0);
            let projection = Projection::new(column(1.0), column(5.0), column(9.0), column(13.0));
            let matrix = $mat_4::from(projection);
            // The result is x + 10 y + 100 z + 1000 w.
            let projected = matrix * $vec_4::new(1.0, 10.0, 100.0, 1000.0);
            assert_eq!(
                Vector4::from(projected),
                Vector4::new(13951.0, 15062.0, 16173.0, 17284.0)
            );
            crate::glam_types::assert_equal(matrix, projection);
        }
    };
}

/// Tests one version of glam.
macro_rules! version_tests {
    ($glam:ident) => {
        mod $glam {
            mod single {
                precision_tests!($glam, gdvariant: Mat3, Affine2, Affine3A, Mat4, Vec2, Vec3, Vec4);

                #[test]
                fn aligned_types_are_the_same_values() {
                    crate::glam_types::assert_equal($glam::Vec3A::new(1.0, 2.0, 3.0), Vector3::new(1.0, 2.0, 3.0));
                    crate::glam_types::assert_equal($glam::Mat3A::from(Mat3::from(basis())), basis());
                }
            }

            #[cfg(feature = "double")]
            mod double {
                precision_tests!($glam, gdvariant::double: DMat3, DAffine2, DAffine3, DMat4, DVec2, DVec3, DVec4);
            }

            #[cfg(feature = "godot3")]
            #[test]
            fn encodes_a_packed_array_directly() {
                use gdvariant::{Packed, godot3};
                use $glam::Vec3;
                let points = Packed(vec![Vec3::new(1.0, 2.0, 3.0); 1000]);
                let mut packet = godot3::to_vec(&points).unwrap();
                let read = allocation_counter::measure(|| {
                    assert_eq!(godot3::from_slice::<Vec<Vec3>>(&packet).unwrap(), points.0);
                });
                assert_eq!(read.count_total, 1, "the elements");
                packet.clear();
                let written = allocation_counter::measure(|| godot3::encode_into(&points, &mut packet).unwrap());
                assert_eq!((written.count_total, packet.len()), (0, 12_008));
            }
        }
    };
}

#[cfg(feature = "glam-034")]
version_tests!(glam_034);
#[cfg(feature = "glam-027")]
version_tests!(glam_027);
