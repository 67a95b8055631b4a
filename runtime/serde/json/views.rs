//! Views that borrow from the bytes of a value.

use super::from_body::FromBody;
use super::shared::read_body;
use crate::{Kind, NodePath, NodePathRef, Reader};
use alloc::string::String;

impl<'de> FromBody<'de> for NodePathRef<'de> {
    const KIND: Kind = Kind::NodePath;

    fn of_body(body: &'de [u8]) -> Result<Self, String> {
        read_body(body, Reader::node_path_ref)
    }
}

/// Implements serde's traits for a view, which serializes as the value that owns the same content.
macro_rules! view_form {
    ($lifetime:lifetime: $view:ty, $owned:ty) => {
        /// Serializes the value that owns the same content.
        impl<$lifetime> ::serde::Serialize for $view {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$owned>::from(*self).serialize(serializer)
            }
        }

        /// Borrows from the bytes of a layout. It is an error in JSON and other text formats, and
        /// if lenient decoding alters the bytes.
        impl<'de: $lifetime, $lifetime> ::serde::Deserialize<'de> for $view {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::serde::json::deserialize_alone(deserializer)
            }
        }
    };
}

pub(crate) use view_form;

view_form!('a: NodePathRef<'a>, NodePath);
