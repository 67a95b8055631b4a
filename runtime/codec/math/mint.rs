//! Conversions with the types of mint, which most math crates can convert to and from.

use super::Columns;
use crate::{Vector2i, Vector3i, Vector4i};
use mint::IntoMint;

/// Converts between two types by way of a third type.
macro_rules! convert_via {
    ($theirs:ty = $ours:ty, $way:ty) => {
        convert!($theirs = $ours, own => <$way>::from(own).into(), other => <$way>::from(other).into());
    };
}

/// Converts types that have the same components in the same order. The first type is `MintType`.
macro_rules! components {
    ($number:ident: $($ours:ident = $length:literal $first:ident $($other:ident)?;)+) => {$(
        convert_via!(mint::$first<$number> = $ours, [$number; $length]);
        $(convert_via!(mint::$other<$number> = $ours, [$number; $length]);)?

        impl IntoMint for $ours {
            type MintType = mint::$first<$number>;
        }
    )+};
}

/// Converts matrices by their columns. The column-major type is `MintType`.
macro_rules! matrices {
    ($real:ident: $($ours:ident = $columns:ident $rows:ident;)+) => {$(
        convert!(mint::$columns<$real> = $ours, own => own.to_columns().into(), other => Self::of_columns(other.into()));
        convert_via!(mint::$rows<$real> = $ours, mint::$columns<$real>);

        impl IntoMint for $ours {
            type MintType = mint::$columns<$real>;
        }
    )+};
}

/// Converts the types of one precision.
macro_rules! mint_types {
    ($real:ident, $values:path) => {
        const _: () = {
            use $values::{
                Basis, Projection, Quaternion, Transform2D, Transform3D, Vector2, Vector3, Vector4,
            };

            components! {
                $real:
                Vector2 = 2 Vector2 Point2;
                Vector3 = 3 Vector3 Point3;
                Vector4 = 4 Vector4;
                Quaternion = 4 Quaternion;
            }
            matrices! {
                $real:
                Basis = ColumnMatrix3 RowMatrix3;
                Transform2D = ColumnMatrix2x3 RowMatrix2x3;
                Transform3D = ColumnMatrix3x4 RowMatrix3x4;
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
