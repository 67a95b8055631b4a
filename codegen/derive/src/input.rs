//! The parsed input: structs, variants and fields with their attributes applied.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprPath, Generics, Ident, Member, Type, WherePredicate};

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
    /// The attributes `#[repr(...)]`, which set the type of discriminants.
    pub(crate) reprs: Vec<Attribute>,
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
    /// No tag: decoding returns the first variant that matches.
    Untagged,
    /// The discriminant, as an int.
    Number,
}

/// A struct, or a variant of an enum.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// The path that builds and matches the variant.
    pub(crate) path: TokenStream,
    pub(crate) names: Names,
    pub(crate) is_skipped: bool,
    /// Whether the variant stands for all names, or numbers, that no other variant has.
    pub(crate) is_other: bool,
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field>,
    /// Whether unknown keys are an error.
    pub(crate) only: bool,
    /// The source of the default struct that provides missing fields.
    pub(crate) fallback: Option<Fallback>,
    /// The explicit discriminant, if there is one.
    pub(crate) discriminant: Option<Expr>,
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
    pub(crate) form: Form,
}

/// The key of a field, or the name of a variant.
pub(crate) struct Names {
    /// The name that is encoded.
    pub(crate) name: String,
    /// Further names that decoding accepts.
    pub(crate) aliases: Vec<String>,
}

impl Names {
    pub(crate) fn all(&self) -> impl Iterator<Item = &String> {
        [&self.name].into_iter().chain(&self.aliases)
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
pub(crate) enum Form {
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
    pub(crate) fn keys(&self) -> Vec<&String> {
        let names = self.slotted().map(|field| &field.names.name);
        let aliases = self.slotted().flat_map(|field| &field.names.aliases);
        names.chain(aliases).collect()
    }
}

impl Field {
    pub(crate) fn is_flattened(&self) -> bool {
        matches!(self.form, Form::Flatten)
    }
}
