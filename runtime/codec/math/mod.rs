//! Support for math types of other crates: conversions, and encoding of glam's types.

/// Implements `From` in both directions; in each expression, `Self` is the target.
macro_rules! convert {
    ($theirs:ty = $ours:ty, $own:ident => $to:expr, $other:ident => $from:expr) => {
        impl From<$ours> for $theirs {
            #[inline]
            fn from($own: $ours) -> Self {
                $to
            }
        }

        impl From<$theirs> for $ours {
            #[inline]
            fn from($other: $theirs) -> Self {
                $from
            }
        }
    };
}

/// A matrix that can be converted to and from its columns.
trait Columns: Sized {
    /// The array of columns.
    type Arrays;

    fn to_columns(self) -> Self::Arrays;

    fn of_columns(columns: Self::Arrays) -> Self;
}

/// Implements [`Columns`]; the pattern of the matrix binds the names of the columns.
macro_rules! columns {
    ($($matrix:ident $fields:tt = [$($column:ident),*]: $arrays:ty;)*) => {$(
        impl Columns for $matrix {
            type Arrays = $arrays;

            #[inline]
            fn to_columns(self) -> $arrays {
                let $matrix $fields = self;
                [$($column.into()),*]
            }

            #[inline]
            fn of_columns(columns: $arrays) -> Self {
                let [$($column),*] = columns.map(Into::into);
                $matrix $fields
            }
        }
    )*};
}

/// Implements [`Columns`] for the matrices of one precision.
macro_rules! matrices {
    ($real:ident, $values:path) => {
        const _: () = {
            use $values::{Basis, Projection, Transform3D, Transform2D};

            columns! {
                Basis { x, y, z } = [x, y, z]: [[$real; 3]; 3];
                Transform2D { x, y, origin } = [x, y, origin]: [[$real; 2]; 3];
                Transform3D { basis: Basis { x, y, z }, origin } = [x, y, z, origin]: [[$real; 3]; 4];
                Projection { x, y, z, w } = [x, y, z, w]: [[$real; 4]; 4];
            }
        };
    };
}

matrices!(f32, crate);
#[cfg(feature = "double")]
matrices!(f64, crate::double);

#[cfg(any(
    feature = "glam-030",
    feature = "glam-032",
    feature = "glam-033",
    feature = "glam-034"
))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
