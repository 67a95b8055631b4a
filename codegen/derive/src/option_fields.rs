//! Fields of an `Option` whose `Some` can be Nil, which is decoded as `None`.

use crate::diagnostics::Diagnostics;
use crate::input::{Form, Input};
use crate::types::within_option;
use syn::Type;
use syn::spanned::Spanned;

/// Reports fields of the types `Option<Option<_>>` and `Option<()>`, unless an attribute sets
/// another encoding.
///
/// Other types within an `Option` that can be Nil, such as `Variant`, cannot be told apart here.
pub(super) fn check(input: &Input, diagnostics: &mut Diagnostics) {
    if input.from.is_some() || input.into.is_some() {
        return;
    }
    for (_, field) in input.fields().filter(|(_, field)| !field.is_skipped) {
        if matches!(field.form, Form::With(_) | Form::EachWith(_)) {
            continue;
        }
        let message = match within_option(&field.ty) {
            Some(Type::Tuple(tuple)) if tuple.elems.is_empty() => {
                "`Some(())` is encoded as Nil, which is decoded as `None`; use a `bool`"
            }
            Some(inner) if within_option(inner).is_some() => {
                "`Some(None)` is encoded as Nil, which is decoded as `None`; use one `Option`, or an enum with a variant for each case"
            }
            _ => continue,
        };
        diagnostics.at(field.ty.span(), message);
    }
}
