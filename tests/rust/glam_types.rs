//! Conversions between glam's types and the value types, for every supported version of glam.
//!
//! Transformations have the same results, and values the same bytes.
#![cfg(any(feature = "glam-027", feature = "glam-033", feature = "glam-034"))]
#![allow(
    unused_macros,
    unused_imports,
    dead_code,
    reason = "each layout and precision has tests of its own"
)]

use gdvariant::{Decode, DecodeOptions, Encode, Layout, Pool, PoolElement, generic};
use std::fmt::Debug;

/// Checks the conversions in both directions.
fn assert_equal<T: From<V> + PartialEq + Debug + Copy, V: From<T> + PartialEq + Debug + Copy>(
    theirs: T,
    ours: V,
) {
    assert_eq!(T::from(ours), theirs);
    assert_eq!(V::from(theirs), ours);
}

/// Checks that glam's type is encoded as the value type, and decoded from it.
fn assert_same_bytes<L: Layout, T, V>(theirs: T, ours: V)
where
    T: Encode<L> + for<'de> Decode<'de, L> + From<V> + PartialEq + Debug + Copy,
    V: Encode<L> + From<T> + PartialEq + Debug + Copy,
{
    assert_equal(theirs, ours);
    let bytes = generic::to_vec::<L, V>(&ours).unwrap();
    assert_eq!(generic::to_vec::<L, T>(&theirs).unwrap(), bytes);
    assert_eq!(
        generic::from_slice::<L, T>(&bytes, DecodeOptions::new()),
        Ok(theirs)
    );
}

/// Checks that lists of glam's type are encoded as an Array and as a pool array of the value type.
fn assert_same_pool<L: Layout, T, V>(theirs: T, ours: V)
where
    T: Encode<L> + for<'de> Decode<'de, L> + PoolElement<L> + From<V> + PartialEq + Debug + Copy,
    V: Encode<L> + PoolElement<L> + From<T> + PartialEq + Debug + Copy,
{
    assert_same_bytes::<L, T, V>(theirs, ours);
    let pool = generic::to_vec::<L, _>(&Pool([ours, ours])).unwrap();
    assert_eq!(
        generic::to_vec::<L, _>(&Pool([theirs, theirs])).unwrap(),
        pool
    );
    let read = |bytes: &[u8]| generic::from_slice::<L, Vec<T>>(bytes, DecodeOptions::new());
    assert_eq!(read(&pool), Ok(vec![theirs, theirs]));
    assert_eq!(
        read(&generic::to_vec::<L, _>(&[ours, ours]).unwrap()),
        Ok(vec![theirs, theirs])
    );
    assert_eq!(
        generic::from_slice::<L, Pool<Vec<T>>>(&pool, DecodeOptions::new()),
        Ok(Pool(vec![theirs, theirs]))
    );
}

/// Returns the numbers 0, 1, 2 and so on, which are distinct components of a matrix.
fn numbers<R: From<u8>, const N: usize>() -> [R; N] {
    core::array::from_fn(|index| R::from(u8::try_from(index).unwrap()))
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
        use $values::{Basis, Projection, Transform, Transform2D, Vector2, Vector3, Vector4};

        fn basis() -> Basis {
            Basis::new(
                Vector3::new(1.0, 2.0, 3.0),
                Vector3::new(4.0, 5.0, 6.0),
                Vector3::new(7.0, 8.0, 10.0),
            )
        }

        fn transform() -> Transform {
            Transform::new(basis(), Vector3::new(-1.0, 0.5, 100.0))
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
            fn in_godot3() {
                use gdvariant::{Basis, Godot3, Quat, Transform, Transform2D, Vector2, Vector3};
                use $glam::{Affine2, Affine3A, Mat3, Mat3A, Vec2, Vec3, Vec3A};
                crate::glam_types::assert_same_pool::<Godot3, _, _>(Vec2::new(0.5, -2.0), Vector2::new(0.5, -2.0));
                crate::glam_types::assert_same_pool::<Godot3, _, _>(Vec3::new(0.5, -2.0, 7.0), Vector3::new(0.5, -2.0, 7.0));
                crate::glam_types::assert_same_pool::<Godot3, _, _>(Vec3A::new(0.5, -2.0, 7.0), Vector3::new(0.5, -2.0, 7.0));
                crate::glam_types::assert_same_bytes::<Godot3, _, _>($glam::Quat::from_xyzw(0.1, 0.2, 0.3, 0.4), Quat::new(0.1, 0.2, 0.3, 0.4));
                let columns = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
                let basis = Basis::from(Mat3::from_cols_array(&columns));
                crate::glam_types::assert_same_bytes::<Godot3, _, _>(Mat3::from_cols_array(&columns), basis);
                crate::glam_types::assert_same_bytes::<Godot3, _, _>(Mat3A::from_cols_array(&columns), basis);
                let flat = Affine2::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
                crate::glam_types::assert_same_bytes::<Godot3, _, _>(flat, Transform2D::from(flat));
                let affine = Affine3A::from_mat3_translation(Mat3::from_cols_array(&columns), Vec3::new(10.0, 11.0, 12.0));
                crate::glam_types::assert_same_bytes::<Godot3, _, _>(affine, Transform::new(basis, Vector3::new(10.0, 11.0, 12.0)));
            }

            #[cfg(feature = "godot3")]
            #[test]
            fn encodes_a_matrix_row_by_row() {
                let matrix = $glam::Mat3::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
                let rows = [1.0_f32, 4.0, 7.0, 2.0, 5.0, 8.0, 3.0, 6.0, 9.0].map(f32::to_le_bytes).concat();
                assert_eq!(gdvariant::godot3::to_vec(&matrix).unwrap(), [&[12, 0, 0, 0], rows.as_slice()].concat());
            }

            #[cfg(feature = "godot3")]
            #[test]
            fn encodes_a_pool_array_directly() {
                use gdvariant::{Pool, godot3};
                use $glam::Vec3;
                let points = Pool(vec![Vec3::new(1.0, 2.0, 3.0); 1000]);
                let mut packet = godot3::to_vec(&points).unwrap();
                let read = allocation_counter::measure(|| {
                    assert_eq!(godot3::from_slice::<Vec<Vec3>>(&packet).unwrap(), points.0);
                });
                assert_eq!(read.count_total, 1, "the elements");
                packet.clear();
                let written = allocation_counter::measure(|| godot3::encode_into(&points, &mut packet).unwrap());
                assert_eq!((written.count_total, packet.len()), (0, 12_008));
            }

            #[cfg(feature = "pandemonium")]
            #[test]
            fn in_pandemonium() {
                use gdvariant::{Pandemonium, Projection, Vector4, Vector2i, Vector3i, Vector4i};
                use $glam::{IVec2, IVec3, IVec4, Mat4, Vec4};
                crate::glam_types::assert_same_pool::<Pandemonium, _, _>(IVec2::new(1, -2), Vector2i::new(1, -2));
                crate::glam_types::assert_same_pool::<Pandemonium, _, _>(IVec3::new(1, -2, 3), Vector3i::new(1, -2, 3));
                crate::glam_types::assert_same_pool::<Pandemonium, _, _>(IVec4::new(1, -2, 3, i32::MIN), Vector4i::new(1, -2, 3, i32::MIN));
                crate::glam_types::assert_same_pool::<Pandemonium, _, _>(Vec4::new(1.0, 2.0, 3.0, 4.0), Vector4::new(1.0, 2.0, 3.0, 4.0));
                let matrix = Mat4::from_cols_array(&crate::glam_types::numbers());
                crate::glam_types::assert_same_bytes::<Pandemonium, _, _>(matrix, Projection::from(matrix));
                let bytes = gdvariant::pandemonium::to_vec(&IVec2::new(1, -2)).unwrap();
                assert_eq!(bytes, [8, 0, 0, 0, 1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]);
            }

            #[cfg(all(feature = "double", feature = "pandemonium"))]
            #[test]
            fn in_double_precision() {
                use gdvariant::PandemoniumDouble as Double;
                use gdvariant::double::{Basis, Projection, Quat, Transform, Transform2D, Vector2, Vector3, Vector4};
                use $glam::{DAffine2, DAffine3, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, IVec2};
                crate::glam_types::assert_same_pool::<Double, _, _>(DVec2::new(0.1, 0.2), Vector2::new(0.1, 0.2));
                crate::glam_types::assert_same_pool::<Double, _, _>(DVec3::new(0.1, 0.2, 0.3), Vector3::new(0.1, 0.2, 0.3));
                crate::glam_types::assert_same_pool::<Double, _, _>(DVec4::new(0.1, 0.2, 0.3, 0.4), Vector4::new(0.1, 0.2, 0.3, 0.4));
                crate::glam_types::assert_same_pool::<Double, _, _>(IVec2::new(1, -2), gdvariant::Vector2i::new(1, -2));
                crate::glam_types::assert_same_bytes::<Double, _, _>(DQuat::from_xyzw(0.1, 0.2, 0.3, 0.4), Quat::new(0.1, 0.2, 0.3, 0.4));
                let basis = DMat3::from_cols_array(&crate::glam_types::numbers());
                crate::glam_types::assert_same_bytes::<Double, _, _>(basis, Basis::from(basis));
                let flat = DAffine2::from_cols_array(&crate::glam_types::numbers());
                crate::glam_types::assert_same_bytes::<Double, _, _>(flat, Transform2D::from(flat));
                let affine = DAffine3::from_cols_array(&crate::glam_types::numbers());
                crate::glam_types::assert_same_bytes::<Double, _, _>(affine, Transform::from(affine));
                let matrix = DMat4::from_cols_array(&crate::glam_types::numbers());
                crate::glam_types::assert_same_bytes::<Double, _, _>(matrix, Projection::from(matrix));
            }

            #[cfg(feature = "godot3")]
            #[test]
            fn errors_use_the_names_of_the_engine() {
                use gdvariant::{Pool, Vector3, godot3};
                use $glam::{Mat3, Vec2};
                fn error<'de, T: gdvariant::Decode<'de, gdvariant::Godot3> + std::fmt::Debug>(bytes: &'de [u8]) -> String {
                    godot3::from_slice::<T>(bytes).unwrap_err().to_string()
                }
                let text = godot3::to_vec("text").unwrap();
                assert_eq!(error::<Vec2>(&text), "0x0000: expected Vector2, found String");
                assert_eq!(error::<Mat3>(&text), "0x0000: expected Basis, found String");
                assert_eq!(error::<Vec<Vec2>>(&text), "0x0000: expected Array or PoolVector2Array, found String");
                assert_eq!(error::<Vec<Mat3>>(&text), "0x0000: expected Array, found String");
                let pool = godot3::to_vec(&Pool([Vector3::new(1.0, 2.0, 3.0)])).unwrap();
                assert_eq!(error::<Vec<Vec2>>(&pool), "0x0000: expected Array or PoolVector2Array, found PoolVector3Array");
                let points = godot3::to_vec(&Pool([Vec2::ZERO, Vec2::ONE])).unwrap();
                let short = "0x0004: length: a count of 2 needs at least 8 bytes per element, found 12";
                assert_eq!(error::<Vec<Vec2>>(&points[..20]), short);
                let mixed = godot3::to_vec(&(Vec2::ZERO, 7)).unwrap();
                assert_eq!(error::<Vec<Vec2>>(&mixed), "0x0014: [1]: expected Vector2, found int");
            }
        }
    };
}

#[cfg(feature = "glam-034")]
version_tests!(glam_034);
#[cfg(feature = "glam-033")]
version_tests!(glam_033);
#[cfg(feature = "glam-027")]
version_tests!(glam_027);
