//! glam's types: each stands for the value type beside it in the lists at the end, on the wire as well.

#[cfg(feature = "double")]
use crate::double;
use crate::fields::{FieldReader, FieldSink, Fields};
use crate::reader::Header;
use crate::table::Table;
use crate::{
    DeclaredType, Decode, DecodeError, Encode, EncodeError, Kind, Layout, PoolElement, Pooled,
    Reader, Writer,
};
use alloc::vec::Vec;

macro_rules! encode {
    ($theirs:ty = $ours:ty) => {
        impl<L: Layout> Encode<L> for $theirs
        where
            $ours: Encode<L>,
        {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                <$ours>::from(*self).encode(writer)
            }
        }

        impl<L: Layout> DeclaredType<L> for $theirs
        where
            $ours: DeclaredType<L>,
        {
            const DECLARED: Kind = <$ours as DeclaredType<L>>::DECLARED;
        }
    };
}

/// What no pool array holds.
macro_rules! value {
    ($theirs:ty = $ours:ty) => {
        encode!($theirs = $ours);

        impl<'de, L: Layout> Decode<'de, L> for $theirs
        where
            $ours: Decode<'de, L>,
        {
            #[inline]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                <$ours>::decode(reader).map(Into::into)
            }
        }
    };
}

/// What a pool array holds; its bytes go to the elements and back without the value type's array in between.
macro_rules! element {
    ($theirs:ty = $ours:ty) => {
        element!($theirs = $ours, crate::fields::same_in_memory!(););
    };
    ($theirs:ty = $ours:ty, $($in_memory:tt)*) => {
        encode!($theirs = $ours);

        impl Fields for $theirs {
            const LENGTH: usize = <$ours>::LENGTH;
            const TABLE: &'static Table = <$ours>::TABLE;

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

        impl<'de, L: Layout> Decode<'de, L> for $theirs
        where
            $ours: Decode<'de, L> + PoolElement<L>,
        {
            #[inline]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                <$ours>::decode(reader).map(Into::into)
            }

            fn decode_pool(reader: &mut Reader<'de, L>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                if header.is::<L>(<$ours>::KIND) {
                    return reader.pool_body(header, <$ours>::KIND, elements);
                }
                // Something else, and the value type has the words for it.
                <$ours>::decode_pool(reader, header, &mut Vec::new())
            }
        }

        impl Pooled for $theirs {}

        impl<L: Layout> PoolElement<L> for $theirs
        where
            $ours: PoolElement<L>,
        {
            const KIND: Kind = <$ours>::KIND;

            fn encode_pool(elements: &[Self], writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                writer.pool(<$ours>::KIND, elements)
            }
        }
    };
}

/// The same, with something behind the components in memory.
macro_rules! padded_element {
    ($theirs:ty = $ours:ty) => {
        element!($theirs = $ours,);
    };
}

/// The same components in the same order.
macro_rules! components {
    ($kind:ident: $($theirs:ty = $ours:ty),+) => {$(
        convert!($theirs = $ours, own => Self::from_array(own.into()), other => other.to_array().into());
        $kind!($theirs = $ours);
    )+};
}

/// Three axes: the columns, whatever their order on the wire.
macro_rules! basis {
    ($($theirs:ty = $ours:ty),+) => {$(
        convert!(
            $theirs = $ours,
            basis => Self::from_cols(basis.x.into(), basis.y.into(), basis.z.into()),
            matrix => Self::new(matrix.x_axis.into(), matrix.y_axis.into(), matrix.z_axis.into())
        );
        value!($theirs = $ours);
    )+};
}

/// Two axes and the position.
macro_rules! transform_2d {
    ($theirs:ty = $ours:ty) => {
        convert!(
            $theirs = $ours,
            transform => Self::from_cols(transform.x.into(), transform.y.into(), transform.origin.into()),
            affine => Self::new(affine.matrix2.x_axis.into(), affine.matrix2.y_axis.into(), affine.translation.into())
        );
        value!($theirs = $ours);
    };
}

/// A basis and the position.
macro_rules! transform {
    ($theirs:ty = $ours:ty) => {
        convert!(
            $theirs = $ours,
            transform => Self { matrix3: transform.basis.into(), translation: transform.origin.into() },
            affine => Self::new(affine.matrix3.into(), affine.translation.into())
        );
        value!($theirs = $ours);
    };
}

/// Four columns.
macro_rules! projection {
    ($theirs:ty = $ours:ty) => {
        convert!(
            $theirs = $ours,
            projection => Self::from_cols(projection.x.into(), projection.y.into(), projection.z.into(), projection.w.into()),
            matrix => Self::new(matrix.x_axis.into(), matrix.y_axis.into(), matrix.z_axis.into(), matrix.w_axis.into())
        );
        value!($theirs = $ours);
    };
}

/// The types of one version of glam.
macro_rules! glam_types {
    ($glam:ident) => {
        components!(element: $glam::Vec2 = crate::Vector2, $glam::Vec3 = crate::Vector3, $glam::Vec4 = crate::Vector4);
        components!(padded_element: $glam::Vec3A = crate::Vector3);
        components!(element: $glam::IVec2 = crate::Vector2i, $glam::IVec3 = crate::Vector3i, $glam::IVec4 = crate::Vector4i);
        components!(value: $glam::Quat = crate::Quat);
        basis!($glam::Mat3 = crate::Basis, $glam::Mat3A = crate::Basis);
        transform_2d!($glam::Affine2 = crate::Transform2D);
        transform!($glam::Affine3A = crate::Transform);
        projection!($glam::Mat4 = crate::Projection);
    };
}

/// The types of one version of glam in double precision.
#[cfg(feature = "double")]
macro_rules! glam_double_types {
    ($glam:ident) => {
        components!(element: $glam::DVec2 = double::Vector2, $glam::DVec3 = double::Vector3, $glam::DVec4 = double::Vector4);
        components!(value: $glam::DQuat = double::Quat);
        basis!($glam::DMat3 = double::Basis);
        transform_2d!($glam::DAffine2 = double::Transform2D);
        transform!($glam::DAffine3 = double::Transform);
        projection!($glam::DMat4 = double::Projection);
    };
}

#[cfg(feature = "glam")]
glam_types!(glam);
#[cfg(feature = "glam-033")]
glam_types!(glam_033);
#[cfg(feature = "glam-027")]
glam_types!(glam_027);

#[cfg(all(feature = "glam", feature = "double"))]
glam_double_types!(glam);
#[cfg(all(feature = "glam-033", feature = "double"))]
glam_double_types!(glam_033);
#[cfg(all(feature = "glam-027", feature = "double"))]
glam_double_types!(glam_027);
