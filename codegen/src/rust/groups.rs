//! Groups of types that are decoded and cloned alike.

use crate::model::{Body, Role, Type};

/// Returns whether a type is so common and cheap that a call would dominate its cost.
pub(super) fn is_common(ty: &Type) -> bool {
    matches!(ty.body, Body::Bool | Body::Number) || ty.is(Role::String)
}

/// Returns whether a type contains values of any type.
pub(super) fn is_nested(ty: &Type) -> bool {
    matches!(ty.body, Body::Object | Body::Dictionary | Body::Array)
}
