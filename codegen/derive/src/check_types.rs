//! Checks the types of fields. Rejects types that contain themselves without a container in
//! between, typed containers of typed containers, and options whose `Some` can be Nil.

use crate::check::Diagnostics;
use crate::input::{FieldEncoding, Input, Marker, Shape, Tagging};
use crate::types::{is_collection, is_one_of, members, pointee, within_option};
use syn::{Ident, Type};

/// The library's containers that declare the types of their contents.
const TYPED: &[&str] = &["TypedArray", "TypedDictionary"];

/// Types that hold any value: a `Vec` of them is an Array without a declared type.
const ANY: &[&str] = &["Variant", "VariantRef"];

impl Diagnostics {
    /// Checks the types of all fields.
    pub(crate) fn check_types(&mut self, input: &Input) {
        self.check_recursion(input);
        self.check_nested(input);
        self.check_options(input);
    }

    /// Reports fields that have the derived type itself and are decoded from the same bytes.
    ///
    /// The derive cannot detect a cycle through several types; decoding limits the depth of such a
    /// cycle.
    fn check_recursion(&mut self, input: &Input) {
        let ident = &input.ident;
        let from = input.from.as_ref().map(|from| &from.ty);
        let itself = from.into_iter().chain(&input.into);
        for ty in itself.filter(|ty| is_same_type(ty, ident)) {
            let message = format!("`{ident}` would be converted to `{ident}` again, and never end");
            self.at(ty, message);
        }
        let variants = input.wire_variants();
        let fields = variants.flat_map(|variant| {
            variant
                .wire_fields()
                .map(move |field| (variant.shape, field))
        });
        for (shape, field) in fields.filter(|(_, field)| is_same_type(&field.ty, ident)) {
            let message = match (&input.tagging, shape, &field.encoding) {
                (.., FieldEncoding::Flatten) => format!(
                    "the keys of `{ident}` cannot be flattened into those of `{ident}` itself"
                ),
                // No byte is consumed before the field is decoded.
                (Tagging::Struct | Tagging::Untagged, Shape::Inner, FieldEncoding::Own) => format!(
                    "`{ident}` would be decoded as `{ident}` again without consuming a byte, and never end; put a container in between, such as a struct with named fields or a Vec"
                ),
                _ => continue,
            };
            self.at(&field.ty, message);
        }
    }

    /// Reports typed fields whose elements, keys or values are containers that would need a
    /// declared type.
    ///
    /// A trait bound cannot check this: the layout is generic here, and containers have a declared
    /// type in some layouts only. For types that the derive does not recognize, the compiler
    /// reports the missing `DeclaredType` where the container is encoded.
    fn check_nested(&mut self, input: &Input) {
        let fields = input.fields();
        for field in
            fields.filter(|field| matches!(field.encoding, FieldEncoding::As(Marker::Typed)))
        {
            let members = members(pointee(&field.ty));
            for member in members.into_iter().filter(|member| is_container(member)) {
                self.at(
                    member,
                    "a typed container cannot hold typed containers: engines have none; use `Vec<Variant>`, `Dictionary` or, for a packed array, `Packed<Vec<T>>`",
                );
            }
        }
    }

    /// Reports fields of type `Option<Option<_>>` or `Option<()>`, unless a module encodes them.
    ///
    /// Other types that can be Nil, such as `Variant`, are not reported within an `Option`.
    fn check_options(&mut self, input: &Input) {
        if input.from.is_some() || input.into.is_some() {
            return;
        }
        for field in input.fields().filter(|field| !field.is_skipped) {
            let message = match within_option(&field.ty) {
                _ if matches!(
                    field.encoding,
                    FieldEncoding::With(_) | FieldEncoding::EachWith(_)
                ) =>
                {
                    continue;
                }
                Some(Type::Tuple(tuple)) if tuple.elems.is_empty() => {
                    "`Some(())` is encoded as Nil, which is decoded as `None`; use a `bool`"
                }
                Some(inner) if within_option(inner).is_some() => {
                    "`Some(None)` is encoded as Nil, which is decoded as `None`; use one `Option`, or an enum with a variant for each case"
                }
                _ => continue,
            };
            self.at(&field.ty, message);
        }
    }
}

/// Returns whether a type is the derived type itself, or a pointer to it.
fn is_same_type(ty: &Type, ident: &Ident) -> bool {
    let Type::Path(path) = pointee(ty) else {
        return false;
    };
    // `other::Name` may be another type of the same name.
    let mut segments = path.path.segments.iter();
    let (first, second) = (segments.next(), segments.next());
    let is_itself = first.is_some_and(|first| first.ident == *ident || first.ident == "Self");
    is_itself && second.is_none() && path.qself.is_none()
}

/// Returns whether a type is a container, other than a `Vec` of any value.
fn is_container(ty: &Type) -> bool {
    let ty = pointee(ty);
    let is_any = |ty| is_one_of(ty, ANY);
    matches!(ty, Type::Array(_) | Type::Slice(_))
        || is_one_of(ty, TYPED)
        || is_collection(ty) && !(is_one_of(ty, &["Vec"]) && members(ty).into_iter().all(is_any))
}
