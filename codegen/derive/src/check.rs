//! Checks that attributes, shapes and names do not conflict. Collects all errors, so that they are
//! reported at once.

use crate::attributes::Attributes;
use crate::input::{Fallback, Field, FieldEncoding, Input, Name, Names, Shape, Tagging, Variant};
use crate::types::is_no_int;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::HashMap;
use std::fmt::Display;
use syn::spanned::Spanned;
use syn::{Ident, Member};

/// Groups of attributes that exclude one another.
const ALTERNATIVES: &[&[&str]] = &[
    &[
        "flatten",
        "skip",
        "with",
        "each_with",
        "packed",
        "typed",
        "string_name",
        "node_path",
    ],
    &["untagged", "tag", "array"],
    &["transparent", "from", "try_from", "default"],
];

/// Further conflicts: an attribute, and the attributes that cannot be combined with it.
const CONFLICTS: &[(&str, &[&str])] = &[
    (
        "flatten",
        &["rename", "alias", "skip_encoding_if", "default"],
    ),
    (
        "skip",
        &["rename", "alias", "skip_encoding_if", "rename_all", "array"],
    ),
    ("untagged", &["content", "deny_unknown_fields", "repr"]),
    (
        "transparent",
        &["array", "rename_all", "deny_unknown_fields", "into"],
    ),
    (
        "array",
        &["content", "rename_all_fields", "deny_unknown_fields"],
    ),
    ("other", &["skip", "alias", "array", "rename_all"]),
];

/// Attributes of a type that apply to its fields and variants.
const OF_FIELDS: &[&str] = &[
    "rename_all",
    "rename_all_fields",
    "deny_unknown_fields",
    "array",
    "tag",
    "content",
    "untagged",
    "repr",
];

/// The errors found in the input.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    all: Option<syn::Error>,
}

impl Diagnostics {
    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            None => self.all = Some(error),
        }
    }

    pub(crate) fn at(&mut self, place: &impl Spanned, message: impl Display) {
        self.add(syn::Error::new(place.span(), message));
    }

    /// Returns a `compile_error!` for each error, or `None` without errors.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        self.all.map(|all| all.to_compile_error())
    }

    /// Reports each conflict of an attribute with `others`, at the later attribute.
    fn reject_combination(&mut self, attributes: &Attributes, one: &str, others: &[&str]) {
        for other in others {
            if let Some([first, second]) = attributes.in_order(one, other) {
                let message = format!("`{second}` cannot be combined with `{first}`");
                self.reject(attributes, second, message);
            }
        }
    }

    /// Reports an error at an attribute, if the attribute is present.
    fn reject(&mut self, attributes: &Attributes, name: &str, message: impl Display) {
        if let Some(span) = attributes.span(name) {
            self.at(&span, message);
        }
    }

    /// Checks that the attributes of an item do not conflict.
    pub(crate) fn check_conflicts(&mut self, attributes: &Attributes) {
        for alternatives in ALTERNATIVES {
            for (index, one) in alternatives.iter().enumerate() {
                self.reject_combination(attributes, one, &alternatives[index + 1..]);
            }
        }
        for (one, others) in CONFLICTS {
            self.reject_combination(attributes, one, others);
        }
    }

    /// Checks the attributes, names and types of a struct or an enum.
    pub(crate) fn check_input(&mut self, input: &Input, attributes: &Attributes) {
        if input.from.is_some() {
            // The type's own fields are neither encoded nor decoded.
            self.reject_combination(attributes, "into", OF_FIELDS);
        }
        match (&input.tagging, attributes.text("content")) {
            (Tagging::External, Some(content)) => {
                let message = "`content` needs a `tag`, the key of the variant's name";
                self.at(&content, message);
            }
            (Tagging::Adjacent(tag, key), Some(content)) if tag == key => {
                self.at(&content, format!("{key:?} is already the key of the tag"));
            }
            _ => {}
        }
        if input.has_numbers() {
            let message = "`rename_all` has no effect on numbers; `rename_all_fields` renames the fields of the variants";
            self.reject(attributes, "rename_all", message);
        }
        if input.variants.is_empty() {
            for name in ["untagged", "repr"] {
                self.reject(attributes, name, "an enum without variants has no values");
            }
        }
        self.check_names(input);
        self.check_others(input);
        self.check_types(input);
    }

    /// Checks the attributes and the shape of a struct or a variant.
    pub(crate) fn check_variant(
        &mut self,
        variant: &Variant,
        attributes: &Attributes,
        tagging: &Tagging,
    ) {
        self.check_shape(variant, attributes);
        let is_stated = attributes.has("array") || attributes.has("transparent");
        if variant.shape != Shape::Dictionary && !is_stated {
            let hint = match tagging {
                Tagging::Struct => "",
                _ => "; on the enum it renames the variants",
            };
            for name in ["rename_all", "deny_unknown_fields"] {
                let what = "needs named fields, which have keys in a Dictionary";
                self.reject(attributes, name, format!("`{name}` {what}{hint}"));
            }
        }
        // On an enum, `rename_all` renames the variants.
        self.reject_combination(attributes, "array", &["rename_all"]);
        if variant.shape == Shape::Nil {
            let message = "`default` needs fields that can be missing";
            self.reject(attributes, "default", message);
        }
        match (tagging, variant.shape) {
            _ if variant.is_skipped => {}
            (Tagging::Internal(_), Shape::Array) => self.at(
                &variant.ident,
                "a variant that is an Array cannot have a tag among its fields; add `content = \"...\"`, a key for the Array",
            ),
            (Tagging::Internal(tag), Shape::Dictionary) => {
                let has_tag = |field: &&Field| field.names.all().any(|name| matches!(name, Name::Text(text) if text == tag));
                for field in variant.wire_fields().filter(has_tag) {
                    self.at(&field.member, format!("{tag:?} is already the key of the tag"));
                }
            }
            (Tagging::Array, _) => {
                let message = "`array` on the enum already encodes the fields of each variant as elements";
                self.reject(attributes, "array", message);
            }
            _ => {}
        }
    }

    /// Checks an `other` variant, and returns the maximum number of its fields.
    ///
    /// This check has to precede the truncation of the fields to that number.
    pub(crate) fn check_other(
        &mut self,
        variant: &Variant,
        attributes: &Attributes,
        tagging: &Tagging,
        span: Span,
    ) -> usize {
        let (most, fields) = match tagging {
            Tagging::Untagged => {
                self.at(
                    &span,
                    "`other` is for unknown names, and an `untagged` enum has no names; end the enum with a variant of any value, such as `Unknown(Variant)`",
                );
                return 0;
            }
            Tagging::Array => (
                1,
                "with `array`, an `other` variant holds nothing or the name: `Unknown`, `Unknown(String)` or, with `repr = \"int\"`, `Unknown(i64)`",
            ),
            Tagging::Internal(_) => (
                2,
                if variant.names.name.is_int() {
                    "with `tag` and `repr = \"int\"`, an `other` variant holds nothing, the number, or the number and the fields: `Unknown`, `Unknown(i64)` or `Unknown(i64, Dictionary)`"
                } else {
                    "with `tag`, an `other` variant holds nothing, the name, or the name and the fields: `Unknown`, `Unknown(String)` or `Unknown(String, Dictionary)`"
                },
            ),
            _ if variant.names.name.is_int() => (
                2,
                "with `repr = \"int\"`, an `other` variant holds nothing, the number, or the number and the value: `Unknown`, `Unknown(i64)` or `Unknown(i64, Variant)`",
            ),
            _ => (
                2,
                "an `other` variant holds nothing, the name, or the name and the value: `Unknown`, `Unknown(String)` or `Unknown(String, Variant)`",
            ),
        };
        if variant.fields.len() > most || has_named_fields(variant) {
            self.at(&span, fields);
        }
        let Some(name) = variant.fields.first() else {
            return most;
        };
        self.reject(
            attributes,
            "rename",
            "`rename` has no effect on an `other` variant that holds the name",
        );
        let is_absent = name.is_skipped || name.fallback.is_some() || name.skip_if.is_some();
        if is_absent || name.has_own_key || name.is_flattened() {
            self.at(
                &name.member,
                "the name that an `other` variant holds is always present and has no key",
            );
        }
        most
    }

    /// Checks that a unit variant for unknown numbers has a number to be encoded with.
    pub(crate) fn check_numbered(&mut self, ident: &Ident, holds_number: bool) {
        if !holds_number {
            let message = "with `repr = \"int\"`, a unit variant with `other` is encoded with its own number: add one that no other program uses, such as `rename = -1`";
            self.at(ident, message);
        }
    }

    /// Checks that the field for an unknown number can be decoded from an int.
    pub(crate) fn check_unknown_number(&mut self, variant: &Variant) {
        let name = variant.unknown_name();
        if let Some(name) =
            name.filter(|name| matches!(name.encoding, FieldEncoding::Own) && is_no_int(&name.ty))
        {
            let message = "with `repr = \"int\"`, the name that an `other` variant holds is a number: use an integer type, such as `i64`";
            self.at(&name.ty, message);
        }
    }

    /// Checks the rules that apply to every struct and variant.
    fn check_shape(&mut self, variant: &Variant, attributes: &Attributes) {
        if !has_named_fields(variant) {
            let message = "`array` is for named fields: a tuple is always an Array";
            self.reject(attributes, "array", message);
        }
        if variant.shape == Shape::Inner && variant.wire_fields().count() != 1 {
            let first = || variant.fields.first().map(|field| field.member.span());
            let place = attributes.span("transparent").or_else(first);
            self.at(
                &place.unwrap_or_else(|| variant.ident.span()),
                "a value that is encoded as its only field needs exactly one field that is not skipped",
            );
        }
        if variant.shape == Shape::Dictionary {
            self.check_keys(variant);
        } else {
            self.check_keyless(variant);
        }
    }

    /// Checks that keys are unique, and that no field is flattened if unknown keys are an error.
    fn check_keys(&mut self, variant: &Variant) {
        let fields = variant.slotted();
        let names = fields.map(|Field { names, member, .. }| (names, member.to_token_stream()));
        self.check_unique(names, "the key");
        for field in variant.flattened().filter(|_| variant.only) {
            let message = "`flatten` cannot be combined with `deny_unknown_fields`: the keys of the field are not known to the derive";
            self.at(&field.member, message);
        }
    }

    /// Checks that no two variants have the same name.
    fn check_names(&mut self, input: &Input) {
        let has_name = |variant: &&Variant| variant.unknown_name().is_none();
        let variants = input.wire_variants().filter(has_name);
        let names = variants.map(|Variant { names, ident, .. }| (names, ident.to_token_stream()));
        if input.tagging != Tagging::Untagged {
            let what = if input.has_numbers() {
                "the number"
            } else {
                "the name"
            };
            self.check_unique(names, what);
        }
    }

    /// Checks that no two fields or variants share a name; `what` is the word for it in messages.
    fn check_unique<'n>(
        &mut self,
        names: impl Iterator<Item = (&'n Names, TokenStream)>,
        what: &str,
    ) {
        let mut owners = HashMap::new();
        for (names, owner) in names {
            let places = names.aliases.iter().map(|(_, place)| *place);
            for (name, place) in names.all().zip([owner.span()].into_iter().chain(places)) {
                if let Some(other) = owners.insert(name, owner.clone()) {
                    let message = format!("{what} {name} is already used by `{other}`");
                    self.at(&place, message);
                }
            }
        }
    }

    /// Checks that no attribute needs a key that its field lacks, and that defaults are trailing.
    fn check_keyless(&mut self, variant: &Variant) {
        let mut is_optional = false;
        for field in variant.fields.iter().filter(|field| !field.is_name) {
            let has_default = !matches!(field.fallback, None | Some(Fallback::Struct));
            let is_element = variant.shape == Shape::Array && !field.is_skipped;
            let is_whole = variant.shape == Shape::Inner && !field.is_skipped;
            let conflicts = [
                (
                    field.is_flattened(),
                    "`flatten` needs a struct with named fields, which is a Dictionary",
                ),
                (
                    field.has_own_key,
                    "`rename` and `alias` need a field with a key in a Dictionary, and this field has none",
                ),
                (
                    field.skip_if.is_some(),
                    "`skip_encoding_if` needs a Dictionary: in an Array the following fields would move up",
                ),
                (
                    has_default && is_whole,
                    "`default` has no effect where the field is the whole value",
                ),
                (
                    is_element && is_optional && field.fallback.is_none(),
                    "only trailing elements of an Array can be missing: this one needs a `default` too",
                ),
            ];
            for (_, message) in conflicts
                .into_iter()
                .filter(|(is_conflict, _)| *is_conflict)
            {
                self.at(&field.member, message);
            }
            is_optional = if is_element {
                field.fallback.is_some()
            } else {
                is_optional
            };
        }
    }

    /// Checks that at most one variant is `other`, and that there are further variants.
    fn check_others(&mut self, input: &Input) {
        let mut others = input.wire_variants().filter(|variant| variant.is_other);
        let Some(first) = others.next() else {
            return;
        };
        for second in others {
            let message = format!("`{}` is already the `other` variant", first.ident);
            self.at(&second.ident, message);
        }
        if input.wire_variants().count() == 1 {
            let message = "`other` needs further variants, whose names are known";
            self.at(&first.ident, message);
        }
    }
}

fn has_named_fields(variant: &Variant) -> bool {
    let mut fields = variant.fields.iter();
    fields.any(|field| matches!(field.member, Member::Named(_)))
}
