//! Conversions between mint's types and the value types.
//!
//! Components and columns stay in place, whether mint's type has rows or columns.
#![cfg(feature = "mint")]

use std::fmt::Debug;

/// Checks the conversions in both directions.
fn assert_equal<T: From<V> + PartialEq + Debug + Copy, V: From<T> + PartialEq + Debug + Copy>(
    theirs: T,
    ours: V,
) {
    assert_eq!(T::from(ours), theirs);
    assert_eq!(V::from(theirs), ours);
}

macro_rules! precision_tests {
    ($module:ident, $real:ident, $values:path) => {
        mod $module {
            use super::assert_equal;
            use $values::{
                Basis, Projection, Quaternion, Transform2D, Transform3D, Vector2, Vector3, Vector4,
            };

            fn basis() -> Basis {
                Basis::new(
                    Vector3::new(1.0, 2.0, 3.0),
                    Vector3::new(4.0, 5.0, 6.0),
                    Vector3::new(7.0, 8.0, 9.0),
                )
            }

            #[test]
            fn converts_vectors() {
                let (x, y, z, w): ($real, $real, $real, $real) = (0.5, -2.0, 0.1, 7.0);
                assert_equal(mint::Vector2 { x, y }, Vector2::new(x, y));
                assert_equal(mint::Point2 { x, y }, Vector2::new(x, y));
                assert_equal(mint::Vector3 { x, y, z }, Vector3::new(x, y, z));
                assert_equal(mint::Point3 { x, y, z }, Vector3::new(x, y, z));
                assert_equal(mint::Vector4 { x, y, z, w }, Vector4::new(x, y, z, w));
                assert_equal(
                    mint::Quaternion {
                        v: mint::Vector3 { x, y, z },
                        s: w,
                    },
                    Quaternion::new(x, y, z, w),
                );
            }

            #[test]
            fn a_basis_has_its_axes_as_columns() {
                let columns: [[$real; 3]; 3] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
                let rows: [[$real; 3]; 3] = [[1.0, 4.0, 7.0], [2.0, 5.0, 8.0], [3.0, 6.0, 9.0]];
                assert_equal(mint::ColumnMatrix3::from(columns), basis());
                assert_equal(mint::RowMatrix3::from(rows), basis());
            }

            #[test]
            fn a_transform_has_its_origin_as_the_last_column() {
                let columns: [[$real; 3]; 4] = [
                    [1.0, 2.0, 3.0],
                    [4.0, 5.0, 6.0],
                    [7.0, 8.0, 9.0],
                    [10.0, 11.0, 12.0],
                ];
                let rows: [[$real; 4]; 3] = [
                    [1.0, 4.0, 7.0, 10.0],
                    [2.0, 5.0, 8.0, 11.0],
                    [3.0, 6.0, 9.0, 12.0],
                ];
                let transform = Transform3D::new(basis(), Vector3::new(10.0, 11.0, 12.0));
                assert_equal(mint::ColumnMatrix3x4::from(columns), transform);
                assert_equal(mint::RowMatrix3x4::from(rows), transform);
            }

            #[test]
            fn a_transform2d_has_its_origin_as_the_last_column() {
                let columns: [[$real; 2]; 3] = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
                let rows: [[$real; 3]; 2] = [[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]];
                let transform = Transform2D::new(
                    Vector2::new(1.0, 2.0),
                    Vector2::new(3.0, 4.0),
                    Vector2::new(5.0, 6.0),
                );
                assert_equal(mint::ColumnMatrix2x3::from(columns), transform);
                assert_equal(mint::RowMatrix2x3::from(rows), transform);
            }

            #[test]
            fn a_projection_has_four_columns() {
                let column = |first: $real| [first, first + 1.0, first + 2.0, first + 3.0];
                let row = |first: $real| [first, first + 4.0, first + 8.0, first + 12.0];
                let projection = Projection::new(
                    column(1.0).into(),
                    column(5.0).into(),
                    column(9.0).into(),
                    column(13.0).into(),
                );
                assert_equal(
                    mint::ColumnMatrix4::from([
                        column(1.0),
                        column(5.0),
                        column(9.0),
                        column(13.0),
                    ]),
                    projection,
                );
                assert_equal(
                    mint::RowMatrix4::from([row(1.0), row(2.0), row(3.0), row(4.0)]),
                    projection,
                );
            }
        }
    };
}

precision_tests!(single, f32, gdvariant);
precision_tests!(double, f64, gdvariant::double);

#[test]
fn converts_vectors_of_integers() {
    use gdvariant::{Vector2i, Vector3i, Vector4i};
    let (x, y, z, w) = (1, -2, i32::MAX, i32::MIN);
    assert_equal(mint::Vector2 { x, y }, Vector2i::new(x, y));
    assert_equal(mint::Point2 { x, y }, Vector2i::new(x, y));
    assert_equal(mint::Vector3 { x, y, z }, Vector3i::new(x, y, z));
    assert_equal(mint::Point3 { x, y, z }, Vector3i::new(x, y, z));
    assert_equal(mint::Vector4 { x, y, z, w }, Vector4i::new(x, y, z, w));
}

/// Checks functions that accept any of mint's types.
#[test]
fn values_are_of_mints_interface() {
    fn is_mint<T: mint::IntoMint>() {}
    is_mint::<gdvariant::Vector2>();
    is_mint::<gdvariant::Transform3D>();
    is_mint::<gdvariant::Vector4i>();
}
