//! Conversions between glam's types and the value types, for every supported version of glam.
//!
//! Transformations have the same results. `foreign_types` compares the bytes.
#![cfg(any(
    feature = "glam-027",
    feature = "glam-029",
    feature = "glam-030",
    feature = "glam-032",
    feature = "glam-033",
    feature = "glam-034"
))]
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
            fn encodes_a_matrix_row_by_row() {
                let matrix = $glam::Mat3::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
                let rows = [1.0_f32, 4.0, 7.0, 2.0, 5.0, 8.0, 3.0, 6.0, 9.0].map(f32::to_le_bytes).concat();
                assert_eq!(gdvariant::godot3::to_vec(&matrix).unwrap(), [&[12, 0, 0, 0], rows.as_slice()].concat());
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

            /// Godot 4 has no packed arrays of these vectors.
            #[cfg(all(feature = "derive", feature = "godot4", feature = "std"))]
            #[test]
            fn decodes_integer_vectors_of_godot4() {
                use gdvariant::{Kind, TypedArray, Variant, Vector2i, godot4, variant};
                use std::collections::HashMap;
                use $glam::{IVec2, IVec3, IVec4};

                #[derive(Debug, PartialEq, Variant)]
                struct Tile {
                    cell: IVec2,
                    size: Option<IVec3>,
                    atlas: IVec4,
                    path: Vec<IVec2>,
                    costs: HashMap<IVec2, i32>,
                }

                let tile = Tile {
                    cell: IVec2::new(1, -2),
                    size: Some(IVec3::new(i32::MIN, 0, i32::MAX)),
                    atlas: IVec4::new(1, 2, 3, 4),
                    path: vec![IVec2::ZERO, IVec2::ONE],
                    costs: HashMap::from([(IVec2::X, 7)]),
                };
                let bytes = godot4::to_vec(&tile).unwrap();
                let seen: Variant = godot4::from_slice(&bytes).unwrap();
                assert_eq!(seen["cell"], Vector2i::new(1, -2));
                assert_eq!(seen["path"], variant!([Vector2i::new(0, 0), Vector2i::new(1, 1)]));
                assert_eq!(godot4::from_slice::<Tile>(&bytes), Ok(tile));
                let typed = TypedArray::<Variant>::new(Kind::Vector2i, [Vector2i::new(3, 4)]);
                let typed = godot4::to_vec(&typed).unwrap();
                assert_eq!(godot4::from_slice::<Vec<IVec2>>(&typed), Ok(vec![IVec2::new(3, 4)]));
                let floats = godot4::to_vec(&$glam::Vec2::ONE).unwrap();
                let error = godot4::from_slice::<IVec2>(&floats).unwrap_err();
                assert_eq!(error.to_string(), "0x0000: expected Vector2i, found Vector2");
            }

            #[cfg(feature = "godot3")]
            #[test]
            fn errors_use_the_names_of_the_engine() {
                use gdvariant::{Packed, Vector3, godot3};
                use $glam::{Mat3, Vec2};
                fn error<'de, T: gdvariant::Decode<'de, gdvariant::Godot3> + std::fmt::Debug>(bytes: &'de [u8]) -> String {
                    godot3::from_slice::<T>(bytes).unwrap_err().to_string()
                }
                let text = godot3::to_vec("text").unwrap();
                assert_eq!(error::<Vec2>(&text), "0x0000: expected Vector2, found String");
                assert_eq!(error::<Mat3>(&text), "0x0000: expected Basis, found String");
                assert_eq!(error::<Vec<Vec2>>(&text), "0x0000: expected Array or PoolVector2Array, found String");
                assert_eq!(error::<Vec<Mat3>>(&text), "0x0000: expected Array, found String");
                let packed = godot3::to_vec(&Packed([Vector3::new(1.0, 2.0, 3.0)])).unwrap();
                assert_eq!(error::<Vec<Vec2>>(&packed), "0x0000: expected Array or PoolVector2Array, found PoolVector3Array");
                let points = godot3::to_vec(&Packed([Vec2::ZERO, Vec2::ONE])).unwrap();
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
#[cfg(feature = "glam-032")]
version_tests!(glam_032);
#[cfg(feature = "glam-030")]
version_tests!(glam_030);
#[cfg(feature = "glam-029")]
version_tests!(glam_029);
#[cfg(feature = "glam-027")]
version_tests!(glam_027);
