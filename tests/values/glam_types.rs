//! Conversions between glam's types and the value types, for the newest and the oldest version of glam.
//!
//! `foreign_types` compares the bytes and the errors, for every version.
#![cfg(any(feature = "glam-030", feature = "glam-034"))]
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

/// Tests one precision. All components of a matrix are distinct, and glam lists them by column, as
/// the value types do: a script's `basis.xform(vector)` is `x * vector.x + y * vector.y + z *
/// vector.z`.
macro_rules! precision_tests {
    ($glam:ident, $values:path: $basis:ident, $affine_2:ident, $affine_3:ident, $mat_4:ident) => {
        use crate::glam_types::assert_equal;
        use $glam::{$affine_2, $affine_3, $basis, $mat_4};
        use $values::{Basis, Projection, Transform2D, Transform3D, Vector2, Vector3, Vector4};

        fn basis() -> Basis {
            Basis::new(
                Vector3::new(1.0, 2.0, 3.0),
                Vector3::new(4.0, 5.0, 6.0),
                Vector3::new(7.0, 8.0, 9.0),
            )
        }

        #[test]
        fn matrices_keep_their_columns() {
            let numbers = [
                1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0,
                16.0,
            ];
            let first = |count: usize| &numbers[..count];
            let matrix = $basis::from_cols_array(first(9).try_into().unwrap());
            assert_equal(matrix, basis());
            let transform = Transform3D::new(basis(), Vector3::new(10.0, 11.0, 12.0));
            let matrix = $affine_3::from_cols_array(first(12).try_into().unwrap());
            assert_equal(matrix, transform);
            let transform = Transform2D::new(
                Vector2::new(1.0, 2.0),
                Vector2::new(3.0, 4.0),
                Vector2::new(5.0, 6.0),
            );
            let matrix = $affine_2::from_cols_array(first(6).try_into().unwrap());
            assert_equal(matrix, transform);
            let column = |first| Vector4::new(first, first + 1.0, first + 2.0, first + 3.0);
            let projection = Projection::new(column(1.0), column(5.0), column(9.0), column(13.0));
            assert_equal($mat_4::from_cols_array(&numbers), projection);
        }
    };
}

/// Tests one version of glam.
macro_rules! version_tests {
    ($glam:ident) => {
        mod $glam {
            mod single {
                precision_tests!($glam, gdvariant: Mat3, Affine2, Affine3A, Mat4);

                #[test]
                fn aligned_types_are_the_same_values() {
                    assert_equal($glam::Vec3A::new(1.0, 2.0, 3.0), Vector3::new(1.0, 2.0, 3.0));
                    assert_equal($glam::Mat3A::from(Mat3::from(basis())), basis());
                }
            }

            mod double {
                precision_tests!($glam, gdvariant::double: DMat3, DAffine2, DAffine3, DMat4);
            }

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
#[cfg(feature = "glam-030")]
version_tests!(glam_030);
