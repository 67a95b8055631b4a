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

    fn from_columns(columns: Self::Arrays) -> Self;
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
            fn from_columns(columns: $arrays) -> Self {
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
mod glam {
    //! Support for glam: conversions with the value types, and encoding and decoding by these
    //! conversions.

    use super::Columns;
    use crate::table::Row;
    use crate::wire::fields::{FieldReader, FieldSink, Fields};
    use crate::wire::reader::Header;
    use crate::{
        DeclaredType, Decode, DecodeError, Encode, EncodeError, Engine, Kind, Packable,
        PackedElement, Reader, Writer,
    };
    use alloc::vec::Vec;

    /// Implements the traits for a type; `decode_packed` is given only for elements of packed arrays.
    macro_rules! value {
        ($theirs:ty = $ours:ty $(, $($decode_packed:tt)*)?) => {
            impl<E: Engine> Encode<E> for $theirs
            where
                $ours: Encode<E>,
            {
                #[inline]
                fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                    <$ours>::from(*self).encode(writer)
                }
            }

            impl<E: Engine> DeclaredType<E> for $theirs
            where
                $ours: DeclaredType<E>,
            {
                const DECLARED: Kind = <$ours as DeclaredType<E>>::DECLARED;
            }

            impl<'de, E: Engine> Decode<'de, E> for $theirs
            where
                $ours: Decode<'de, E>,
            {
                #[inline]
                fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                    <$ours>::decode(reader).map(Into::into)
                }

                $($($decode_packed)*)?
            }
        };
    }

    /// Implements the traits for an element of packed arrays of the kind `$packed`, without an intermediate
    /// array of value types.
    macro_rules! element {
        ($theirs:ty = $ours:ty: $packed:ident) => {
            element!($theirs = $ours: $packed, crate::wire::fields::same_in_memory!(););
        };
        ($theirs:ty = $ours:ty: $packed:ident, $($in_memory:tt)*) => {
            value! {
                $theirs = $ours,
                fn decode_packed(reader: &mut Reader<'de, E>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                    if header.is(Kind::$packed) {
                        return reader.packed_elements(header, Kind::$packed, elements);
                    }
                    // Returns the error of the value type, because the layout may lack the packed array:
                    // Godot 4 has Vector2i, but no packed array of it.
                    let mut ours = Vec::<$ours>::new();
                    <$ours>::decode_packed(reader, header, &mut ours)?;
                    elements.extend(ours.into_iter().map(Self::from));
                    Ok(())
                }
            }

            impl Fields for $theirs {
                const LENGTH: usize = <$ours>::LENGTH;
                const ROWS: &'static [Row] = <$ours>::ROWS;

                #[inline]
                fn put<S: FieldSink>(&self, to: &mut S) {
                    <$ours>::from(*self).put(to);
                }

                #[inline]
                fn take(from: &mut FieldReader<'_>) -> Self {
                    <$ours>::take(from).into()
                }

                $($in_memory)*
            }

            impl Packable for $theirs {}

            impl<E: Engine> PackedElement<E> for $theirs
            where
                $ours: PackedElement<E>,
            {
                const KIND: Kind = <$ours>::KIND;

                fn encode_packed<const N: usize>(elements: &[Self], key: [u8; N], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                    writer.packed_array(key, <$ours>::KIND, elements)
                }
            }
        };
    }

    /// Implements the traits for an element of packed arrays that has padding in memory.
    macro_rules! padded_element {
        ($theirs:ty = $ours:ty: $packed:ident) => {
            element!($theirs = $ours: $packed,);
        };
    }

    /// Supports types that have the same components in the same order.
    macro_rules! components {
        ($kind:ident: $($theirs:ty = $ours:ty $(: $packed:ident)?),+) => {$(
            convert!($theirs = $ours, own => Self::from_array(own.into()), other => other.to_array().into());
            $kind!($theirs = $ours $(: $packed)?);
        )+};
    }

    /// Supports matrices by their columns, whatever the order of the columns on the wire.
    macro_rules! matrices {
        ($($theirs:ty = $ours:ty),+) => {$(
            convert!($theirs = $ours, own => Self::from_cols_array_2d(&own.to_columns()), other => Self::from_columns(other.to_cols_array_2d()));
            value!($theirs = $ours);
        )+};
    }

    /// Supports the types of one precision in one version of glam, given their names in glam.
    macro_rules! precision {
        ($glam:ident, $values:path: $vec2:ident, $vec3:ident, $vec4:ident, $quat:ident, [$($mat3:ident),+], $affine2:ident, $affine3:ident, $mat4:ident) => {
            const _: () = {
                use $values::{Basis, Projection, Quaternion, Transform3D, Transform2D, Vector2, Vector3, Vector4};

                components! {
                    element:
                    $glam::$vec2 = Vector2: PackedVector2Array,
                    $glam::$vec3 = Vector3: PackedVector3Array,
                    $glam::$vec4 = Vector4: PackedVector4Array
                }
                components!(value: $glam::$quat = Quaternion);
                matrices!($($glam::$mat3 = Basis),+);
                matrices!($glam::$affine2 = Transform2D, $glam::$affine3 = Transform3D, $glam::$mat4 = Projection);
            };
        };
    }

    /// Supports the types of one version of glam.
    macro_rules! glam_types {
        ($glam:ident) => {
            precision!($glam, crate: Vec2, Vec3, Vec4, Quat, [Mat3, Mat3A], Affine2, Affine3A, Mat4);
            components!(padded_element: $glam::Vec3A = crate::Vector3: PackedVector3Array);
            components! {
                element:
                $glam::IVec2 = crate::Vector2i: PoolVector2iArray,
                $glam::IVec3 = crate::Vector3i: PoolVector3iArray,
                $glam::IVec4 = crate::Vector4i: PoolVector4iArray
            }
            #[cfg(feature = "double")]
            precision!($glam, crate::double: DVec2, DVec3, DVec4, DQuat, [DMat3], DAffine2, DAffine3, DMat4);
        };
    }

    #[cfg(feature = "glam-034")]
    glam_types!(glam_034);
    #[cfg(feature = "glam-033")]
    glam_types!(glam_033);
    #[cfg(feature = "glam-032")]
    glam_types!(glam_032);
    #[cfg(feature = "glam-030")]
    glam_types!(glam_030);
}
