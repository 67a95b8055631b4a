//! Parses the input: applies attributes to structs, variants and fields, and checks them.

use crate::attributes::{Attributes, Place};
use crate::case::Case;
use crate::check;
use crate::diagnostics::Diagnostics;
use crate::generics::type_arguments;
use crate::input::{Body, Enum, Fallback, Field, Form, From, Input, Kind, Shape, Tagging, Variant};
use crate::{nested, recursion};
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Member, Type};

/// Parses a struct or an enum, and reports every error in it.
pub(crate) fn parse(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Option<Input> {
    let place = match input.data {
        Data::Struct(_) => Place::Struct,
        Data::Enum(_) => Place::Enum,
        Data::Union(ref data) => {
            diagnostics.at(
                data.union_token.span(),
                "`Variant` cannot be derived for a union, because nothing tells which field is valid",
            );
            return None;
        }
    };
    let attributes = Attributes::read(&input.attrs, place, diagnostics);
    check::container(&attributes, diagnostics);
    let kind = match &input.data {
        Data::Struct(data) => Kind::Struct(struct_body(
            &data.fields,
            &attributes,
            input.ident.span(),
            diagnostics,
        )),
        Data::Enum(data) => Kind::Enum(parse_enum(data, &input.attrs, &attributes, diagnostics)),
        Data::Union(_) => return None,
    };
    let input = Input {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        krate: attributes.path("crate").cloned(),
        bounds: attributes.bounds(),
        from: from(&attributes),
        into: attributes.ty("into").cloned(),
        kind,
    };
    recursion::check(&input, diagnostics);
    nested::check(&input, diagnostics);
    Some(input)
}

fn from(attributes: &Attributes) -> Option<From> {
    let names = [("from", false), ("try_from", true)];
    names.into_iter().find_map(|(name, is_fallible)| {
        let ty = attributes.ty(name)?.clone();
        Some(From { ty, is_fallible })
    })
}

fn struct_body(
    fields: &Fields,
    attributes: &Attributes,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Body {
    let case = attributes.case("rename_all");
    let mut body = parse_body(fields, case, attributes, diagnostics);
    body.fallback = fallback(attributes);
    body.only = attributes.has("deny_unknown_fields");
    if attributes.has("transparent") {
        body.shape = Shape::Inner;
    }
    check::struct_body(&body, attributes, span, diagnostics);
    body
}

fn parse_body(
    fields: &Fields,
    case: Option<Case>,
    attributes: &Attributes,
    diagnostics: &mut Diagnostics,
) -> Body {
    let shape = match fields {
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
        only: false,
        fallback: None,
    }
}

fn parse_field(
    member: Member,
    field: &syn::Field,
    case: Option<Case>,
    diagnostics: &mut Diagnostics,
) -> Field {
    let attributes = Attributes::read(&field.attrs, Place::Field, diagnostics);
    check::field(&attributes, diagnostics);
    let name = match &member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    };
    let span = match &member {
        Member::Named(ident) => ident.span(),
        Member::Unnamed(_) => Span::call_site(),
    };
    let local = format_ident!("field_{name}", span = span);
    let in_case = || case.map_or(name.clone(), |case| case.field(&name));
    Field {
        local,
        key: attributes.renamed().unwrap_or_else(in_case),
        aliases: attributes.aliases(),
        has_own_key: attributes.has("rename") || attributes.has("alias"),
        fallback: fallback(&attributes),
        is_skipped: attributes.has("skip"),
        is_name: false,
        skip_if: attributes.path("skip_encoding_if").cloned(),
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
    let path = attributes.path("default").cloned();
    attributes
        .has("default")
        .then(|| path.map_or(Fallback::Default, Fallback::Function))
}

fn form(attributes: &Attributes, ty: &Type) -> Form {
    if let Some(module) = attributes.path("with") {
        return Form::With(module.clone());
    }
    if let Some(module) = attributes.path("each_with") {
        return Form::EachWith(module.clone());
    }
    let forms = [
        ("flatten", Form::Flatten),
        ("pool", Form::Pool),
        ("typed", Form::Typed),
        ("string_name", Form::StringName),
        ("node_path", Form::NodePath),
    ];
    match forms.into_iter().find(|(name, _)| attributes.has(name)) {
        Some((_, form)) => form,
        // Bytes can be borrowed only from a pool array, so they are encoded as one.
        None if is_borrowed_bytes(ty) => Form::Pool,
        None => Form::Own,
    }
}

/// Whether a type is `&[u8]` or `Cow<[u8]>`, or an `Option` of one.
fn is_borrowed_bytes(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_bytes(&reference.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let mut types = type_arguments(&last.arguments).into_iter();
            (last.ident == "Cow" && types.any(is_bytes))
                || (last.ident == "Option" && types.any(is_borrowed_bytes))
        }),
        _ => false,
    }
}

fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::Slice(slice) if matches!(&*slice.elem, Type::Path(path) if path.path.is_ident("u8")))
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
    check::variants(&data, attributes, diagnostics);
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
    let attributes = Attributes::read(&variant.attrs, Place::Variant, diagnostics);
    let fields_case = attributes
        .case("rename_all")
        .or_else(|| container.case("rename_all_fields"));
    let mut body = parse_body(&variant.fields, fields_case, &attributes, diagnostics);
    body.only = container.has("deny_unknown_fields");
    let tagging = tagging(container);
    let other = attributes.span("other");
    let is_optional = other.is_some_and(|span| {
        let most = check::other(&body, &attributes, &tagging, span, diagnostics);
        name_unknown(&mut body, most, &tagging)
    });
    check::variant(&body, &attributes, variant.ident.span(), diagnostics);
    let name = variant.ident.unraw().to_string();
    let case = container.case("rename_all");
    let in_case = || case.map_or(name.clone(), |case| case.variant(&name));
    Variant {
        ident: variant.ident.clone(),
        name: attributes.renamed().unwrap_or_else(in_case),
        aliases: attributes.aliases(),
        is_skipped: attributes.has("skip"),
        is_other: other.is_some(),
        is_optional,
        body,
        discriminant: variant
            .discriminant
            .as_ref()
            .map(|(_, discriminant)| discriminant.clone()),
        span: variant.ident.span(),
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

/// Returns the type within an `Option`.
fn optional(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let mut types = type_arguments(&last.arguments).into_iter();
    types.next().filter(|_| last.ident == "Option")
}
