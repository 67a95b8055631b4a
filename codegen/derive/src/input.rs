//! What the derive was asked for: structs, variants and fields with what their attributes say.

use crate::attributes::{Attributes, Bounds, Place};
use crate::case::Case;
use crate::check;
use crate::mistakes::Mistakes;
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Data, DeriveInput, ExprPath, Fields, GenericArgument, Generics, Ident, Member, PathArguments,
    Type,
};

/// A struct or an enum to derive for.
pub(crate) struct Input {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The path of the library, where it is not `::gdvariant`.
    pub(crate) krate: Option<ExprPath>,
    pub(crate) bounds: Bounds,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Struct(Body),
    Enum(Enum),
}

/// What a struct or a variant holds.
pub(crate) struct Body {
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field>,
    /// Whether keys of no field are an error.
    pub(crate) only: bool,
    /// What fills in for missing fields of a struct.
    pub(crate) fallback: Option<Fallback>,
}

/// How a struct or a variant lies on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Nil,
    /// As the one field that it has.
    Inner,
    Array,
    Dictionary,
}

pub(crate) struct Field {
    pub(crate) member: Member,
    /// The variable that holds it while a value is read, or taken apart.
    pub(crate) local: Ident,
    pub(crate) ty: Type,
    pub(crate) key: String,
    pub(crate) aliases: Vec<String>,
    /// Whether its attributes say a key.
    pub(crate) has_own_key: bool,
    pub(crate) fallback: Option<Fallback>,
    pub(crate) is_skipped: bool,
    pub(crate) skip_if: Option<ExprPath>,
    pub(crate) form: Form,
    pub(crate) span: Span,
}

/// What stands for a value that is missing.
#[derive(Clone)]
pub(crate) enum Fallback {
    Default,
    Function(ExprPath),
}

/// How a field is written and read.
#[derive(Clone)]
pub(crate) enum Form {
    /// As its type says.
    Own,
    /// By the functions of a module.
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

/// How the bytes tell which variant it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tagging {
    /// The name, or a Dictionary of the name and the value.
    External,
    /// The name is under a key of its own, among the fields.
    Internal(String),
    /// The name and the value are each under a key.
    Adjacent(String, String),
    /// They do not.
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
    pub(crate) fn read(input: &DeriveInput, mistakes: &mut Mistakes) -> Option<Self> {
        let place = match input.data {
            Data::Struct(_) => Place::Struct,
            Data::Enum(_) => Place::Enum,
            Data::Union(ref data) => {
                mistakes.at(
                    data.union_token.span(),
                    "`Variant` cannot be derived for a union, as nothing says which field it holds",
                );
                return None;
            }
        };
        let attributes = Attributes::read(&input.attrs, place, mistakes);
        check::container(&attributes, mistakes);
        let kind = match &input.data {
            Data::Struct(data) => Kind::Struct(struct_body(
                &data.fields,
                &attributes,
                input.ident.span(),
                mistakes,
            )),
            Data::Enum(data) => Kind::Enum(read_enum(data, &attributes, mistakes)),
            Data::Union(_) => return None,
        };
        Some(Self {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: attributes.path("crate").cloned(),
            bounds: attributes.bounds(),
            kind,
        })
    }

    /// Whether the keys of a field's type stand among those of this one.
    pub(crate) fn is_within(&self, body: &Body, field: &Field) -> bool {
        let is_beside_tag =
            matches!(&self.kind, Kind::Enum(data) if matches!(data.tagging, Tagging::Internal(_)));
        match field.form {
            Form::Flatten => true,
            Form::Own => is_beside_tag && body.shape == Shape::Inner,
            _ => false,
        }
    }

    /// The types whose keys stand among those of this one.
    pub(crate) fn types_within(&self) -> impl Iterator<Item = &Type> {
        let fields = self
            .bodies()
            .into_iter()
            .flat_map(|body| body.wire_fields().map(move |field| (body, field)));
        fields
            .filter(|(body, field)| self.is_within(body, field))
            .map(|(_, field)| &field.ty)
    }

    /// Every struct or variant with its fields.
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
    /// The fields that are on the wire.
    pub(crate) fn wire_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.is_skipped)
    }
}

fn struct_body(
    fields: &Fields,
    attributes: &Attributes,
    span: Span,
    mistakes: &mut Mistakes,
) -> Body {
    let case = attributes.case("rename_all");
    let mut body = read_body(fields, case, attributes, mistakes);
    body.fallback = fallback(attributes);
    body.only = attributes.has("deny_unknown_fields");
    if attributes.has("transparent") {
        body.shape = Shape::Inner;
    }
    check::struct_body(&body, attributes, span, mistakes);
    body
}

fn read_body(
    fields: &Fields,
    case: Option<Case>,
    attributes: &Attributes,
    mistakes: &mut Mistakes,
) -> Body {
    let shape = match fields {
        Fields::Unit => Shape::Nil,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Shape::Inner,
        Fields::Named(_) if !attributes.has("array") => Shape::Dictionary,
        Fields::Named(_) | Fields::Unnamed(_) => Shape::Array,
    };
    let members = fields.members().zip(fields);
    let fields = members
        .map(|(member, field)| read_field(member, field, case, mistakes))
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
    mistakes: &mut Mistakes,
) -> Field {
    let attributes = Attributes::read(&field.attrs, Place::Field, mistakes);
    check::field(&attributes, mistakes);
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
        // Bytes can only be borrowed from a pool array, so that is what they are written as.
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

fn read_enum(data: &syn::DataEnum, attributes: &Attributes, mistakes: &mut Mistakes) -> Enum {
    let tagging = tagging(attributes);
    let variants = data
        .variants
        .iter()
        .map(|variant| read_variant(variant, attributes, mistakes))
        .collect();
    let data = Enum {
        tagging,
        variants,
        only: attributes.has("deny_unknown_fields"),
    };
    check::variants(&data, attributes, mistakes);
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
    mistakes: &mut Mistakes,
) -> Variant {
    let attributes = Attributes::read(&variant.attrs, Place::Variant, mistakes);
    let fields_case = attributes
        .case("rename_all")
        .or_else(|| container.case("rename_all_fields"));
    let mut body = read_body(&variant.fields, fields_case, &attributes, mistakes);
    body.only = container.has("deny_unknown_fields");
    check::variant(&body, &attributes, variant.ident.span(), mistakes);
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
