//! Parses the input: applies attributes to structs, variants and fields, and checks them.

use crate::attributes::{Attributes, Place};
use crate::case::Case;
use crate::check::Diagnostics;
use crate::input::{
    Body, Enum, Fallback, Field, Form, From, Input, Kind, Marker, Shape, Tagging, Variant,
};
use crate::types::{is_borrowed_bytes, optional};
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Member, Type};

/// Parses a struct or an enum, and reports every error in it.
pub(crate) fn parse(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Option<Input> {
    let place = match input.data {
        Data::Enum(_) => Place::Enum,
        _ => Place::Struct,
    };
    let attributes = attributes(&input.attrs, place, diagnostics);
    diagnostics.check_container(&attributes);
    let kind = match &input.data {
        Data::Struct(data) => {
            let case = attributes.case("rename_all");
            let body = parse_body(&data.fields, case, &attributes, &attributes, diagnostics);
            diagnostics.check_struct(&body, &attributes, input.ident.span());
            Kind::Struct(body)
        }
        Data::Enum(data) => Kind::Enum(parse_enum(data, &input.attrs, &attributes, diagnostics)),
        Data::Union(data) => {
            diagnostics.at(
                data.union_token.span(),
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
        bounds: attributes.bounds,
        kind,
    };
    diagnostics.check_types(&input);
    Some(input)
}

fn attributes(attributes: &[Attribute], place: Place, diagnostics: &mut Diagnostics) -> Attributes {
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

/// Parses the fields of a struct or a variant; the container is the struct itself or the enum.
fn parse_body(
    fields: &Fields,
    case: Option<Case>,
    attributes: &Attributes,
    container: &Attributes,
    diagnostics: &mut Diagnostics,
) -> Body {
    let shape = match fields {
        _ if attributes.has("transparent") => Shape::Inner,
        Fields::Unit => Shape::Nil,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Shape::Inner,
        Fields::Named(_) if !attributes.has("array") => Shape::Dictionary,
        Fields::Named(_) | Fields::Unnamed(_) => Shape::Array,
    };
    let members = fields.members().zip(fields);
    let fields = members
        .map(|(member, field)| parse_field(member, field, case, diagnostics))
        .collect();
    Body {
        shape,
        fields,
        only: container.has("deny_unknown_fields"),
        fallback: fallback(attributes),
    }
}

fn parse_field(
    member: Member,
    field: &syn::Field,
    case: Option<Case>,
    diagnostics: &mut Diagnostics,
) -> Field {
    let attributes = attributes(&field.attrs, Place::Field, diagnostics);
    let (name, span) = match &member {
        Member::Named(ident) => (ident.unraw().to_string(), ident.span()),
        Member::Unnamed(index) => (index.index.to_string(), Span::call_site()),
    };
    let local = format_ident!("field_{name}", span = span);
    Field {
        local,
        names: attributes.names(|| case.map_or(name.clone(), |case| case.field(&name))),
        has_own_key: attributes.has("rename") || attributes.has("alias"),
        fallback: fallback(&attributes),
        is_skipped: attributes.has("skip"),
        is_name: false,
        skip_if: attributes.parsed("skip_encoding_if"),
        form: form(&attributes, &field.ty),
        ty: field.ty.clone(),
        span: field
            .ident
            .as_ref()
            .map_or_else(|| field.ty.span(), Ident::span),
        member,
    }
}

fn fallback(attributes: &Attributes) -> Option<Fallback> {
    let function = || attributes.parsed("default").map(Fallback::Function);
    attributes
        .has("default")
        .then(|| function().unwrap_or(Fallback::Default))
}

fn form(attributes: &Attributes, ty: &Type) -> Form {
    if let Some(module) = attributes.parsed("with") {
        return Form::With(module);
    }
    if let Some(module) = attributes.parsed("each_with") {
        return Form::EachWith(module);
    }
    let forms = [
        ("flatten", Form::Flatten),
        ("pool", Form::As(Marker::Pool)),
        ("typed", Form::As(Marker::Typed)),
        ("string_name", Form::As(Marker::StringName)),
        ("node_path", Form::As(Marker::NodePath)),
    ];
    match forms.into_iter().find(|(name, _)| attributes.has(name)) {
        Some((_, form)) => form,
        // Bytes can be borrowed only from a pool array, so they are encoded as one.
        None if is_borrowed_bytes(ty) => Form::As(Marker::Pool),
        None => Form::Own,
    }
}

fn parse_enum(
    data: &syn::DataEnum,
    all: &[Attribute],
    attributes: &Attributes,
    diagnostics: &mut Diagnostics,
) -> Enum {
    let tagging = tagging(attributes);
    let variants = data
        .variants
        .iter()
        .map(|variant| parse_variant(variant, attributes, diagnostics))
        .collect();
    let data = Enum {
        tagging,
        variants,
        only: attributes.has("deny_unknown_fields"),
        reprs: all
            .iter()
            .filter(|attribute| attribute.path().is_ident("repr"))
            .cloned()
            .collect(),
    };
    diagnostics.check_variants(&data, attributes);
    data
}

fn tagging(attributes: &Attributes) -> Tagging {
    let text = |name| attributes.text(name).map(syn::LitStr::value);
    match (text("tag"), text("content")) {
        (Some(tag), Some(content)) => Tagging::Adjacent(tag, content),
        (Some(tag), None) => Tagging::Internal(tag),
        (None, _) if attributes.has("untagged") => Tagging::None,
        (None, _) if attributes.has("repr") => Tagging::Number,
        (None, _) => Tagging::External,
    }
}

fn parse_variant(
    variant: &syn::Variant,
    container: &Attributes,
    diagnostics: &mut Diagnostics,
) -> Variant {
    let attributes = attributes(&variant.attrs, Place::Variant, diagnostics);
    let fields_case = attributes
        .case("rename_all")
        .or_else(|| container.case("rename_all_fields"));
    let mut body = parse_body(
        &variant.fields,
        fields_case,
        &attributes,
        container,
        diagnostics,
    );
    let tagging = tagging(container);
    let other = attributes.span("other");
    let is_optional = other.is_some_and(|span| {
        let most = diagnostics.check_other(&body, &attributes, &tagging, span);
        name_unknown(&mut body, most, &tagging)
    });
    diagnostics.check_variant(&body, &attributes, variant.ident.span());
    let name = variant.ident.unraw().to_string();
    let case = container.case("rename_all");
    Variant {
        ident: variant.ident.clone(),
        names: attributes.names(|| case.map_or(name.clone(), |case| case.variant(&name))),
        is_skipped: attributes.has("skip"),
        is_other: other.is_some(),
        is_optional,
        body,
        discriminant: variant.discriminant.clone().map(|(_, number)| number),
    }
}

/// Makes the first of at most `most` fields that of an unknown name, and returns whether the other
/// one is optional.
fn name_unknown(body: &mut Body, most: usize, tagging: &Tagging) -> bool {
    body.fields.truncate(most);
    let mut fields = body.fields.iter_mut();
    match fields.next() {
        Some(name) => name.is_name = true,
        // The fields of an unknown variant are unknown as well.
        None => body.only = false,
    }
    let value = fields.next();
    body.shape = if value.is_some() {
        Shape::Inner
    } else {
        Shape::Nil
    };
    let is_external = matches!(tagging, Tagging::External | Tagging::Adjacent(..));
    value.filter(|_| is_external).is_some_and(|value| {
        let inner = optional(&value.ty).filter(|_| matches!(value.form, Form::Own));
        inner.cloned().map(|inner| value.ty = inner).is_some()
    })
}
