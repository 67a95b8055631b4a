//! Groups of types that are decoded and cloned alike.

use crate::model::{Body, Type};

/// Returns whether a type contains values of any type.
pub(super) fn is_nested(ty: &Type) -> bool {
    matches!(
        ty.body,
        Body::Object | Body::Dictionary | Body::Array | Body::TypedArray
    )
}
