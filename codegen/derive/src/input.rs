//! The parsed input: structs, variants and fields with their attributes applied.

use proc_macro2::{Literal, Span, TokenStream};
use quote::ToTokens;
use std::fmt;
use syn::{Expr, ExprPath, Generics, Ident, Member, Type, WherePredicate};

/// The struct or enum that the macro is applied to.
pub(crate) struct Input {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The path of the library; `None` for `::gdvariant`.
    pub(crate) krate: Option<ExprPath>,
    pub(crate) bounds: Bounds,
    /// The type that is decoded, then converted into the derived type.
    pub(crate) from: Option<From>,
    /// The type that the derived type is converted into, then encoded as.
    pub(crate) into: Option<Type>,
    pub(crate) tagging: Tagging,
    /// The variants of an enum, or the only variant of a struct.
    pub(crate) variants: Vec<Variant>,
    /// Whether unknown keys are an error.
    pub(crate) only: bool,
    /// The type of numbers as names of variants: that of discriminants; `None` for strings.
    pub(crate) numbers: Option<Ident>,
}

/// The predicates of a `bound`, which replace the inferred ones.
#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) encode: Option<Vec<WherePredicate>>,
    pub(crate) decode: Option<Vec<WherePredicate>>,
}

/// The type from which the derived type is converted after decoding.
pub(crate) struct From {
    pub(crate) ty: Type,
    /// Whether the conversion can fail.
    pub(crate) is_fallible: bool,
}

/// The tag that identifies the variant in an encoded value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Tagging {
    /// No tag: a struct has only one variant.
    Struct,
    /// The name, either alone or as the only key of a Dictionary with the value.
    External,
    /// The name under this key, next to the fields.
    Internal(String),
    /// The name under the first key; the value is under the second key.
    Adjacent(String, String),
    /// The name as the first element of an Array, before the fields.
    Array,
    /// No tag: decoding returns the first variant that matches.
    Untagged,
}

/// A struct, or a variant of an enum.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// The path that builds and matches the variant.
    pub(crate) path: TokenStream,
    pub(crate) names: Names,
    pub(crate) is_skipped: bool,
    /// Whether the variant stands for all names that no other variant has.
    pub(crate) is_other: bool,
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field>,
    /// Whether unknown keys are an error.
    pub(crate) only: bool,
    /// The source of the default struct that provides missing fields.
    pub(crate) fallback: Option<Fallback>,
    /// The constant for a discriminant that is not a literal.
    pub(crate) discriminant: Option<(Ident, Expr)>,
}

/// The encoding of a struct or a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Nil,
    /// The encoding of the only field.
    Inner,
    Array,
    Dictionary,
}

pub(crate) struct Field {
    pub(crate) member: Member,
    /// The variable that holds the field while a value is decoded or destructured.
    pub(crate) local: Ident,
    pub(crate) ty: Type,
    /// The key and its aliases, if the field has a key.
    pub(crate) names: Names,
    /// Whether an attribute sets a key.
    pub(crate) has_own_key: bool,
    pub(crate) fallback: Option<Fallback>,
    pub(crate) is_skipped: bool,
    /// Whether the field holds the name of an unknown variant.
    pub(crate) is_name: bool,
    pub(crate) skip_if: Option<ExprPath>,
    pub(crate) encoding: FieldEncoding,
}

/// The key of a field, or the name of a variant.
pub(crate) struct Names {
    /// The name that is encoded.
    pub(crate) name: Name,
    /// Further names that decoding accepts, with the attributes that set them.
    pub(crate) aliases: Vec<(Name, Span)>,
}

impl Names {
    pub(crate) fn all(&self) -> impl Iterator<Item = &Name> {
        let aliases = self.aliases.iter().map(|(alias, _)| alias);
        [&self.name].into_iter().chain(aliases)
    }
}

/// A key, or a name of a variant.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Name {
    Text(String),
    /// The sum of a constant, if there is one, and a literal; only for variants.
    Int(Option<Ident>, i64),
}

impl Name {
    pub(crate) fn is_int(&self) -> bool {
        matches!(self, Self::Int(..))
    }

    /// Returns the number of the next variant, unless the number is too large.
    pub(crate) fn successor(&self) -> Option<Self> {
        match self {
            Self::Text(_) => None,
            Self::Int(base, offset) => Some(Self::Int(base.clone(), offset.checked_add(1)?)),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Int(_, number) => write!(f, "{number}"),
        }
    }
}

impl ToTokens for Name {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let number = |number| Literal::i64_suffixed(number).to_token_stream();
        tokens.extend(match self {
            Self::Text(text) => text.to_token_stream(),
            Self::Int(None, offset) => number(*offset),
            Self::Int(Some(base), 0) => base.to_token_stream(),
            Self::Int(Some(base), offset) => {
                let offset = number(*offset);
                quote!((#base + #offset))
            }
        });
    }
}

/// The source of a missing value.
pub(crate) enum Fallback {
    Default,
    Function(ExprPath),
    /// The same field of the struct's own default.
    Struct,
}

/// The encoding of a field.
pub(crate) enum FieldEncoding {
    /// The encoding of the field's type.
    Own,
    /// The encoding by the functions of a module.
    With(ExprPath),
    /// The encoding of each element or value of a container by the functions of a module.
    EachWith(ExprPath),
    /// Entries of the same Dictionary as the other fields.
    Flatten,
    /// The encoding of the type within an `Option`; `None` stands for an unknown name without a
    /// value.
    Payload,
    /// The encoding of a marker type.
    As(Marker),
}

/// The library's marker types, without their prefix `As`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Marker {
    Packed,
    Typed,
    StringName,
    NodePath,
}

impl ToTokens for Marker {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let ident = Ident::new(&format!("As{self:?}"), Span::call_site());
        tokens.extend(quote!(__gdvariant::#ident));
    }
}

impl Input {
    /// Returns whether the value is a Dictionary of its fields.
    pub(crate) fn has_fields(&self) -> bool {
        match self.tagging {
            Tagging::Struct => self
                .variants
                .iter()
                .all(|only| only.shape == Shape::Dictionary),
            Tagging::Internal(_) => true,
            _ => false,
        }
    }

    /// Returns the variants that are encoded.
    pub(crate) fn wire_variants(&self) -> impl Iterator<Item = &Variant> {
        self.variants.iter().filter(|variant| !variant.is_skipped)
    }

    /// Returns whether the variants are named by numbers.
    pub(crate) fn has_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    /// Returns whether no variant has a value next to its name.
    pub(crate) fn has_only_names(&self) -> bool {
        self.wire_variants()
            .all(|variant| variant.shape == Shape::Nil)
    }

    /// Returns the variants that are decoded by their own names.
    pub(crate) fn named_variants(&self) -> impl Iterator<Item = &Variant> {
        self.wire_variants().filter(|variant| !variant.is_other)
    }

    /// Returns the variant for unknown names.
    pub(crate) fn other(&self) -> Option<&Variant> {
        self.wire_variants().find(|variant| variant.is_other)
    }

    /// Returns the fields of all variants that are encoded.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.wire_variants().flat_map(|variant| &variant.fields)
    }
}

impl Variant {
    /// Returns the field that holds an unknown name.
    pub(crate) fn unknown_name(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.is_name)
    }

    /// Returns the encoded fields, except for the field that holds an unknown name.
    pub(crate) fn wire_fields(&self) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|field| !field.is_skipped && !field.is_name)
    }

    pub(crate) fn flattened(&self) -> impl Iterator<Item = &Field> {
        self.wire_fields().filter(|field| field.is_flattened())
    }

    /// Returns the encoded fields that are not flattened.
    ///
    /// These fields are decoded in the order of the input.
    pub(crate) fn slotted(&self) -> impl Iterator<Item = &Field> {
        self.wire_fields().filter(|field| !field.is_flattened())
    }

    /// Returns the keys in the order of encoding, then the aliases.
    ///
    /// In this order, the key at index `i + 1` usually follows the key at index `i` in the input.
    pub(crate) fn keys(&self) -> Vec<&Name> {
        let names = self.slotted().map(|field| &field.names.name);
        let aliases = self.slotted().flat_map(|field| field.names.all().skip(1));
        names.chain(aliases).collect()
    }
}

impl Field {
    pub(crate) fn is_flattened(&self) -> bool {
        matches!(self.encoding, FieldEncoding::Flatten)
    }
}
