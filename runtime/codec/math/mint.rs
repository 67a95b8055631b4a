//! The types of mint, with which most math crates have conversions.

use super::Columns;
use mint::IntoMint;

/// The same components in the same order.
macro_rules! components {
    ($array:ty: $($theirs:ty = $ours:ty),+) => {$(
        convert!($theirs = $ours, own => <$array>::from(own).into(), other => <$array>::from(other).into());
    )+};
}

/// The same columns.
macro_rules! matrices {
    ($($theirs:ty = $ours:ty),+) => {$(
        convert!($theirs = $ours, own => own.to_columns().into(), other => Self::of_columns(other.into()));
    )+};
}

/// The target of `into()` for value types that mint has more than one type for.
macro_rules! into_mint {
    ($($theirs:ty = $ours:ty),+ $(,)?) => {$(
        impl IntoMint for $ours {
            type MintType = $theirs;
        }
    )+};
}

/// A row-major matrix, by way of the column-major one.
macro_rules! by_rows {
    ($($rows:ty = $columns:ty = $ours:ty),+ $(,)?) => {$(
        convert!($rows = $ours, own => <$columns>::from(own).into(), matrix => <$columns>::from(matrix).into());
    )+};
}

/// The types of one precision.
macro_rules! mint_types {
    ($real:ident, $values:path) => {
        const _: () = {
            use mint::{ColumnMatrix2x3, ColumnMatrix3, ColumnMatrix3x4, ColumnMatrix4};
            use $values::{
                Basis, Projection, Quat, Transform, Transform2D, Vector2, Vector3, Vector4,
            };

    components!([$real; 2]: mint::Vector2<$real> = Vector2, mint::Point2<$real> = Vector2);
    components!([$real; 3]: mint::Vector3<$real> = Vector3, mint::Point3<$real> = Vector3);
    components!([$real; 4]: mint::Vector4<$real> = Vector4, mint::Quaternion<$real> = Quat);
            matrices!(
                ColumnMatrix3<$real> = Basis,
                ColumnMatrix2x3<$real> = Transform2D,
                ColumnMatrix3x4<$real> = Transform,
                ColumnMatrix4<$real> = Projection
            );
            by_rows!(
                mint::RowMatrix3<$real> = ColumnMatrix3<$real> = Basis,
                mint::RowMatrix2x3<$real> = ColumnMatrix2x3<$real> = Transform2D,
                mint::RowMatrix3x4<$real> = ColumnMatrix3x4<$real> = Transform,
                mint::RowMatrix4<$real> = ColumnMatrix4<$real> = Projection,
            );
            into_mint!(
                mint::Vector2<$real> = Vector2,
                mint::Vector3<$real> = Vector3,
                mint::Vector4<$real> = Vector4,
                mint::Quaternion<$real> = Quat,
                ColumnMatrix3<$real> = Basis,
                ColumnMatrix2x3<$real> = Transform2D,
                ColumnMatrix3x4<$real> = Transform,
                ColumnMatrix4<$real> = Projection,
            );
        };
    };
}

mint_types!(f32, crate);
#[cfg(feature = "double")]
mint_types!(f64, crate::double);

components!([i32; 2]: mint::Vector2<i32> = crate::Vector2i, mint::Point2<i32> = crate::Vector2i);
components!([i32; 3]: mint::Vector3<i32> = crate::Vector3i, mint::Point3<i32> = crate::Vector3i);
components!([i32; 4]: mint::Vector4<i32> = crate::Vector4i);
into_mint!(mint::Vector2<i32> = crate::Vector2i, mint::Vector3<i32> = crate::Vector3i, mint::Vector4<i32> = crate::Vector4i);
