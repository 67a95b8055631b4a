//! The parsed input: structs, variants and fields with their attributes applied.

use crate::attributes::{Attributes, Bounds, Place};
use crate::case::Case;
use crate::check;
use crate::diagnostics::Diagnostics;
use crate::recursion;
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Data, DeriveInput, ExprPath, Fields, GenericArgument, Generics, Ident, Member, PathArguments,
    Type,
};

/// The struct or enum that has the derive.
pub(crate) struct Input {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The path of the library, if it is not `::gdvariant`.
    pub(crate) krate: Option<ExprPath>,
    pub(crate) bounds: Bounds,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Struct(Body),
    Enum(Enum),
}

/// The fields of a struct or a variant.
pub(crate) struct Body {
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field>,
    /// Whether unknown keys are an error.
    pub(crate) only: bool,
    /// The source of missing fields of a struct.
    pub(crate) fallback: Option<Fallback>,
}

/// The encoding of a struct or a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Nil,
    /// The same as its only field.
    Inner,
    Array,
    Dictionary,
}

pub(crate) struct Field {
    pub(crate) member: Member,
    /// The variable that holds the field while a value is decoded or destructured.
    pub(crate) local: Ident,
    pub(crate) ty: Type,
    pub(crate) key: String,
    pub(crate) aliases: Vec<String>,
    /// Whether an attribute sets a key.
    pub(crate) has_own_key: bool,
    pub(crate) fallback: Option<Fallback>,
    pub(crate) is_skipped: bool,
    pub(crate) skip_if: Option<ExprPath>,
    pub(crate) form: Form,
    pub(crate) span: Span,
}

/// The source of a missing value.
#[derive(Clone)]
pub(crate) enum Fallback {
    Default,
    Function(ExprPath),
}

/// The encoding of a field.
#[derive(Clone)]
pub(crate) enum Form {
    /// That of its type.
    Own,
    /// The functions of a module.
    With(ExprPath),
    Flatten,
    Pool,
    StringName,
    NodePath,
}

pub(crate) struct Enum {
    pub(crate) tagging: Tagging,
    pub(crate) variants: Vec<Variant>,
    pub(crate) only: bool,
}

/// How the variant is identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tagging {
    /// By the name, or by a Dictionary of the name and the value.
    External,
    /// By the name under a key among the fields.
    Internal(String),
    /// By the name under a key; the value is under another.
    Adjacent(String, String),
    /// By the first variant that decodes.
    None,
    /// By an int.
    Number,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) is_skipped: bool,
    pub(crate) body: Body,
    pub(crate) span: Span,
}

impl Input {
    pub(crate) fn read(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Option<Self> {
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
            Data::Enum(data) => Kind::Enum(read_enum(data, &attributes, diagnostics)),
            Data::Union(_) => return None,
        };
        let input = Self {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: attributes.path("crate").cloned(),
            bounds: attributes.bounds(),
            kind,
        };
        recursion::check(&input, diagnostics);
        Some(input)
    }

    /// Whether the keys of a field's type are among those of this type.
    pub(crate) fn is_within(&self, body: &Body, field: &Field) -> bool {
        let is_beside_tag =
            matches!(&self.kind, Kind::Enum(data) if matches!(data.tagging, Tagging::Internal(_)));
        match field.form {
            Form::Flatten => true,
            Form::Own => is_beside_tag && body.shape == Shape::Inner,
            _ => false,
        }
    }

    /// Returns the types whose keys are among those of this type.
    pub(crate) fn types_within(&self) -> impl Iterator<Item = &Type> {
        let fields = self
            .bodies()
            .into_iter()
            .flat_map(|body| body.wire_fields().map(move |field| (body, field)));
        fields
            .filter(|(body, field)| self.is_within(body, field))
            .map(|(_, field)| &field.ty)
    }

    /// Returns the fields of the struct or of each variant.
    pub(crate) fn bodies(&self) -> Vec<&Body> {
        match &self.kind {
            Kind::Struct(body) => vec![body],
            Kind::Enum(data) => data
                .variants
                .iter()
                .filter(|variant| !variant.is_skipped)
                .map(|variant| &variant.body)
                .collect(),
        }
    }
}

impl Body {
    /// Returns the fields that are encoded.
    pub(crate) fn wire_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.is_skipped)
    }
}

fn struct_body(
    fields: &Fields,
    attributes: &Attributes,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Body {
    let case = attributes.case("rename_all");
    let mut body = read_body(fields, case, attributes, diagnostics);
    body.fallback = fallback(attributes);
    body.only = attributes.has("deny_unknown_fields");
    if attributes.has("transparent") {
        body.shape = Shape::Inner;
    }
    check::struct_body(&body, attributes, span, diagnostics);
    body
}

fn read_body(
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
        .map(|(member, field)| read_field(member, field, case, diagnostics))
        .collect();
    Body {
        shape,
        fields,
        only: false,
        fallback: None,
    }
}

fn read_field(
    member: Member,
    field: &syn::Field,
    case: Option<Case>,
    diagnostics: &mut Diagnostics,
) -> Field {
    let attributes = Attributes::read(&field.attrs, Place::Field, diagnostics);
    check::field(&attributes, diagnostics);
    let (name, local) = match &member {
        Member::Named(ident) => (
            ident.unraw().to_string(),
            format_ident!("field_{}", ident.unraw()),
        ),
        Member::Unnamed(index) => (
            index.index.to_string(),
            format_ident!("field_{}", index.index),
        ),
    };
    let key = attributes.text("rename").map_or_else(
        || case.map_or(name.clone(), |case| case.field(&name)),
        syn::LitStr::value,
    );
    Field {
        local,
        key,
        aliases: attributes.texts("alias").map(syn::LitStr::value).collect(),
        has_own_key: attributes.has("rename") || attributes.has("alias"),
        fallback: fallback(&attributes),
        is_skipped: attributes.has("skip"),
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
    let forms = [
        ("flatten", Form::Flatten),
        ("pool", Form::Pool),
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
            let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return false;
            };
            let mut types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            (last.ident == "Cow" && types.clone().any(is_bytes))
                || (last.ident == "Option" && types.any(is_borrowed_bytes))
        }),
        _ => false,
    }
}

fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::Slice(slice) if matches!(&*slice.elem, Type::Path(path) if path.path.is_ident("u8")))
}

fn read_enum(data: &syn::DataEnum, attributes: &Attributes, diagnostics: &mut Diagnostics) -> Enum {
    let tagging = tagging(attributes);
    let variants = data
        .variants
        .iter()
        .map(|variant| read_variant(variant, attributes, diagnostics))
        .collect();
    let data = Enum {
        tagging,
        variants,
        only: attributes.has("deny_unknown_fields"),
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

fn read_variant(
    variant: &syn::Variant,
    container: &Attributes,
    diagnostics: &mut Diagnostics,
) -> Variant {
    let attributes = Attributes::read(&variant.attrs, Place::Variant, diagnostics);
    let fields_case = attributes
        .case("rename_all")
        .or_else(|| container.case("rename_all_fields"));
    let mut body = read_body(&variant.fields, fields_case, &attributes, diagnostics);
    body.only = container.has("deny_unknown_fields");
    check::variant(&body, &attributes, variant.ident.span(), diagnostics);
    let name = variant.ident.unraw().to_string();
    let renamed = || {
        container
            .case("rename_all")
            .map_or(name.clone(), |case| case.variant(&name))
    };
    Variant {
        ident: variant.ident.clone(),
        name: attributes
            .text("rename")
            .map_or_else(renamed, syn::LitStr::value),
        aliases: attributes.texts("alias").map(syn::LitStr::value).collect(),
        is_skipped: attributes.has("skip"),
        body,
        span: variant.ident.span(),
    }
}
