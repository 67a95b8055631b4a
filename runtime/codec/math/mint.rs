//! The types of mint, with which most math crates have conversions.

use super::Columns;
use crate::{Vector2i, Vector3i, Vector4i};
use mint::IntoMint;

/// A type by way of one that both convert to.
macro_rules! by_way {
    ($theirs:ty = $ours:ty, $way:ty) => {
        convert!($theirs = $ours, own => <$way>::from(own).into(), other => <$way>::from(other).into());
    };
}

/// The same number of components in the same order. `into()` leads to the first type.
macro_rules! components {
    ($number:ident: $($ours:ident = $length:literal $first:ident $($other:ident)?;)+) => {$(
        by_way!(mint::$first<$number> = $ours, [$number; $length]);
        $(by_way!(mint::$other<$number> = $ours, [$number; $length]);)?

        impl IntoMint for $ours {
            type MintType = mint::$first<$number>;
        }
    )+};
}

/// The same columns. `into()` leads to the column-major type.
macro_rules! matrices {
    ($real:ident: $($ours:ident = $columns:ident $rows:ident;)+) => {$(
        convert!(mint::$columns<$real> = $ours, own => own.to_columns().into(), other => Self::of_columns(other.into()));
        by_way!(mint::$rows<$real> = $ours, mint::$columns<$real>);

        impl IntoMint for $ours {
            type MintType = mint::$columns<$real>;
        }
    )+};
}

/// The types of one precision.
macro_rules! mint_types {
    ($real:ident, $values:path) => {
        const _: () = {
            use $values::{
                Basis, Projection, Quat, Transform, Transform2D, Vector2, Vector3, Vector4,
            };

            components! {
                $real:
                Vector2 = 2 Vector2 Point2;
                Vector3 = 3 Vector3 Point3;
                Vector4 = 4 Vector4;
                Quat = 4 Quaternion;
            }
            matrices! {
                $real:
                Basis = ColumnMatrix3 RowMatrix3;
                Transform2D = ColumnMatrix2x3 RowMatrix2x3;
                Transform = ColumnMatrix3x4 RowMatrix3x4;
                Projection = ColumnMatrix4 RowMatrix4;
            }
        };
    };
}

mint_types!(f32, crate);
#[cfg(feature = "double")]
mint_types!(f64, crate::double);

components! {
    i32:
    Vector2i = 2 Vector2 Point2;
    Vector3i = 3 Vector3 Point3;
    Vector4i = 4 Vector4;
}
