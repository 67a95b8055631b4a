//! Parses the input: applies attributes to structs, variants and fields, and checks them.

use crate::attributes::{Attributes, ENUM, FIELD, OUT_OF_RANGE, Place, STRUCT, VARIANT, number};
use crate::case::Case;
use crate::check::Diagnostics;
use crate::input::{
    Fallback, Field, FieldEncoding, From, Input, Marker, Name, Shape, Tagging, Variant,
};
use crate::types::{is_borrowed_bytes, optional};
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Ident, Member, Meta, Token, Type};

/// The types of discriminants.
const INTEGERS: &[&str] = &[
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
];

/// Parses a struct or an enum, and reports every error in it.
pub(crate) fn parse(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Option<Input> {
    let place = match input.data {
        Data::Enum(_) => ENUM,
        _ => STRUCT,
    };
    let attributes = read_attributes(&input.attrs, place, diagnostics);
    let tagging = tagging(place, &attributes);
    let mut next = Some(Name::Int(None, 0));
    let variants = match &input.data {
        Data::Struct(data) => {
            let only = syn::Variant {
                attrs: Vec::new(),
                ident: input.ident.clone(),
                fields: data.fields.clone(),
                discriminant: None,
            };
            vec![parse_variant(
                &only,
                &attributes,
                &attributes,
                &tagging,
                &mut next,
                diagnostics,
            )]
        }
        Data::Enum(data) => {
            let variants = data.variants.iter().map(|variant| {
                let own = read_attributes(&variant.attrs, VARIANT, diagnostics);
                parse_variant(variant, &own, &attributes, &tagging, &mut next, diagnostics)
            });
            variants.collect()
        }
        Data::Union(data) => {
            diagnostics.at(
                &data.union_token,
                "`Variant` cannot be derived for a union, because nothing tells which field is valid",
            );
            return None;
        }
    };
    let input = Input {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        krate: attributes.parsed("crate"),
        from: from(&attributes),
        into: attributes.parsed("into"),
        tagging,
        variants,
        only: attributes.has("deny_unknown_fields"),
        numbers: attributes
            .has("repr")
            .then(|| type_of_discriminants(&input.attrs)),
        bounds: attributes.bounds(),
    };
    diagnostics.check_input(&input, &attributes);
    Some(input)
}

fn read_attributes(
    attributes: &[Attribute],
    place: Place,
    diagnostics: &mut Diagnostics,
) -> Attributes {
    let attributes = Attributes::read(attributes, place, diagnostics);
    diagnostics.check_conflicts(&attributes);
    attributes
}

fn from(attributes: &Attributes) -> Option<From> {
    let names = [("from", false), ("try_from", true)];
    names.into_iter().find_map(|(name, is_fallible)| {
        let ty = attributes.parsed(name)?;
        Some(From { ty, is_fallible })
    })
}

fn tagging(place: Place, attributes: &Attributes) -> Tagging {
    let text = |name| attributes.text(name).map(|text| text.value());
    match (text("tag"), text("content")) {
        _ if place == STRUCT => Tagging::Struct,
        (Some(tag), Some(content)) => Tagging::Adjacent(tag, content),
        (Some(tag), None) => Tagging::Internal(tag),
        (None, _) if attributes.has("untagged") => Tagging::Untagged,
        (None, _) if attributes.has("array") => Tagging::Array,
        (None, _) => Tagging::External,
    }
}

/// Returns the type of the discriminants: `isize` unless `#[repr(...)]` sets another.
fn type_of_discriminants(attributes: &[Attribute]) -> Ident {
    let reprs = attributes.iter().filter(|own| own.path().is_ident("repr"));
    let arguments = reprs.filter_map(|repr| {
        let list = repr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        list.ok()
    });
    let mut idents = arguments
        .flatten()
        .filter_map(|argument| argument.path().get_ident().cloned());
    idents
        .find(|ident| INTEGERS.iter().any(|integer| ident == integer))
        .unwrap_or_else(|| format_ident!("isize"))
}

/// Returns the name of the constant for the number of a variant.
fn constant_of(variant: &syn::Variant) -> Ident {
    format_ident!("__NUMBER_{}", variant.ident, span = Span::call_site())
}

/// Returns the number of a variant, and its constant and discriminant if that is not a literal.
///
/// `next` is the number of a variant without a discriminant, or `None` if an int cannot hold it.
fn number_of(
    variant: &syn::Variant,
    attributes: &Attributes,
    next: Option<Name>,
    diagnostics: &mut Diagnostics,
) -> (Name, Option<(Ident, Expr)>) {
    let constant = constant_of(variant);
    // Also the number after an error, so that no error about another variant follows.
    let computed = Name::Int(Some(constant.clone()), 0);
    let discriminant = variant.discriminant.clone().map(|(_, number)| number);
    let own = match (attributes.renamed(), &discriminant) {
        (Some(Name::Text(_)), _) => return (computed, None),
        (Some(number), _) => Ok(Some(number)),
        (None, Some(expression)) => {
            number(expression).map(|number| number.map(|number| Name::Int(None, number)))
        }
        (None, None) => {
            let next = next.ok_or_else(|| syn::Error::new(variant.ident.span(), OUT_OF_RANGE));
            next.map(Some)
        }
    };
    match own {
        Ok(Some(own)) => (own, None),
        Ok(None) => (computed, discriminant.map(|own| (constant, own))),
        Err(error) => {
            diagnostics.add(error);
            (computed, None)
        }
    }
}

/// Parses a variant or a struct; `container` has the attributes of the enum or the struct.
///
/// `next` is the number of a variant without a discriminant, or `None` if an int cannot hold it.
fn parse_variant(
    variant: &syn::Variant,
    attributes: &Attributes,
    container: &Attributes,
    tagging: &Tagging,
    next: &mut Option<Name>,
    diagnostics: &mut Diagnostics,
) -> Variant {
    let shape = match &variant.fields {
        _ if attributes.has("transparent") => Shape::Inner,
        Fields::Unit => Shape::Nil,
        _ if *tagging == Tagging::Array => Shape::Array,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Shape::Inner,
        Fields::Named(_) if !attributes.has("array") => Shape::Dictionary,
        Fields::Named(_) | Fields::Unnamed(_) => Shape::Array,
    };
    let fallback = fallback(attributes);
    let own_case = attributes.case("rename_all");
    let case = own_case.or_else(|| container.case("rename_all_fields"));
    let members = variant.fields.members().zip(&variant.fields).enumerate();
    let fields = members.map(|(index, (member, field))| {
        let local = format_ident!("__field_{index}", span = member.span());
        let mut field = parse_field(member, local, field, case, diagnostics);
        if fallback.is_some() && field.fallback.is_none() {
            field.fallback = Some(Fallback::Struct);
        }
        field
    });
    let fields = fields.collect();
    let ident = variant.ident.clone();
    let name = ident.unraw().to_string();
    let case = container.case("rename_all");
    let (own, discriminant) = if container.has("repr") {
        let message = "with `repr = \"int\"`, a variant is named by a number, such as `rename = 1`";
        attributes.check_kinds(true, message, diagnostics);
        let is_numbered = attributes.renamed().is_some() || variant.discriminant.is_some();
        if attributes.has("other") && !is_numbered {
            let holds_number = !variant.fields.is_empty();
            diagnostics.check_numbered(&variant.ident, holds_number);
            (Name::Int(Some(constant_of(variant)), 0), None)
        } else {
            number_of(variant, attributes, next.clone(), diagnostics)
        }
    } else {
        let message = "a variant that is named by a number needs `repr = \"int\"` on the enum";
        attributes.check_kinds(false, message, diagnostics);
        let name = case.map_or(name.clone(), |case| (case.variant)(&name));
        (Name::Text(name), None)
    };
    // An `other` variant stands for any number, so it does not count, unless Rust counts on from
    // its discriminant.
    if !attributes.has("other") || (variant.discriminant.is_some() && !attributes.has("rename")) {
        *next = own.successor();
    }
    let mut variant = Variant {
        path: if *tagging == Tagging::Struct {
            quote!(Self)
        } else {
            quote!(Self::#ident)
        },
        ident,
        names: attributes.names(own),
        is_skipped: attributes.has("skip"),
        is_other: attributes.has("other"),
        shape,
        fields,
        only: container.has("deny_unknown_fields"),
        fallback,
        discriminant,
    };
    if let Some(span) = attributes.span("other") {
        let most = diagnostics.check_other(&variant, attributes, tagging, span);
        name_unknown(&mut variant, most, tagging);
        if container.has("repr") {
            diagnostics.check_unknown_number(&variant);
        }
    }
    diagnostics.check_variant(&variant, attributes, tagging);
    if matches!(tagging, Tagging::Internal(_)) && variant.shape == Shape::Inner {
        // The value's entries are in the same Dictionary as the tag.
        let fields = variant.fields.iter_mut();
        fields
            .filter(|field| !field.is_name)
            .for_each(|field| field.encoding = FieldEncoding::Flatten);
    }
    variant
}

fn parse_field(
    member: Member,
    local: Ident,
    field: &syn::Field,
    case: Option<Case>,
    diagnostics: &mut Diagnostics,
) -> Field {
    let attributes = read_attributes(&field.attrs, FIELD, diagnostics);
    let name = match &member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    };
    let own = Name::Text(case.map_or(name.clone(), |case| (case.field)(&name)));
    let message = "the key of a field is a string, such as `rename = \"name\"`";
    attributes.check_kinds(false, message, diagnostics);
    Field {
        member,
        local,
        names: attributes.names(own),
        has_own_key: attributes.has("rename") || attributes.has("alias"),
        fallback: fallback(&attributes),
        is_skipped: attributes.has("skip"),
        is_name: false,
        skip_if: attributes.parsed("skip_encoding_if"),
        encoding: encoding(&attributes, &field.ty),
        ty: field.ty.clone(),
    }
}

fn fallback(attributes: &Attributes) -> Option<Fallback> {
    let function = || attributes.parsed("default").map(Fallback::Function);
    attributes
        .has("default")
        .then(|| function().unwrap_or(Fallback::Default))
}

fn encoding(attributes: &Attributes, ty: &Type) -> FieldEncoding {
    if let Some(module) = attributes.parsed("with") {
        return FieldEncoding::With(module);
    }
    if let Some(module) = attributes.parsed("each_with") {
        return FieldEncoding::EachWith(module);
    }
    let forms = [
        ("flatten", FieldEncoding::Flatten),
        ("packed", FieldEncoding::As(Marker::Packed)),
        ("typed", FieldEncoding::As(Marker::Typed)),
        ("string_name", FieldEncoding::As(Marker::StringName)),
        ("node_path", FieldEncoding::As(Marker::NodePath)),
    ];
    match forms.into_iter().find(|(name, _)| attributes.has(name)) {
        Some((_, form)) => form,
        // Bytes can be borrowed only from a packed array, so they are encoded as one.
        None if is_borrowed_bytes(ty) => FieldEncoding::As(Marker::Packed),
        None => FieldEncoding::Own,
    }
}

/// Marks the first of at most `most` fields as the unknown name; the second is its value.
fn name_unknown(variant: &mut Variant, most: usize, tagging: &Tagging) {
    variant.fields.truncate(most);
    let mut fields = variant.fields.iter_mut();
    match fields.next() {
        Some(name) => name.is_name = true,
        // The fields of an unknown variant are unknown as well.
        None => variant.only = false,
    }
    let value = fields.next();
    variant.shape = if value.is_some() {
        Shape::Inner
    } else {
        Shape::Nil
    };
    let is_external = matches!(tagging, Tagging::External | Tagging::Adjacent(..));
    let value = value.filter(|value| is_external && matches!(value.encoding, FieldEncoding::Own));
    if let Some(value) = value
        && let Some(inner) = optional(&value.ty).cloned()
    {
        value.ty = inner;
        value.encoding = FieldEncoding::Payload;
    }
}
