//! Checks that attributes, shapes and names do not conflict, and collects the errors, to report all
//! of them at once.

use crate::attributes::Attributes;
use crate::input::{Body, Enum, Names, Shape, Tagging};
use proc_macro2::{Span, TokenStream};
use std::collections::HashMap;
use std::fmt::Display;
use syn::Member;

/// Attributes of which an item can have only one.
const ALTERNATIVES: &[&[&str]] = &[
    &[
        "flatten",
        "skip",
        "with",
        "each_with",
        "pool",
        "typed",
        "string_name",
        "node_path",
    ],
    &["untagged", "repr", "tag"],
    &["transparent", "from", "try_from", "default"],
];

/// Further attributes that an item with the first one cannot have.
const CONFLICTS: &[(&str, &[&str])] = &[
    (
        "flatten",
        &["rename", "alias", "skip_encoding_if", "default"],
    ),
    (
        "skip",
        &["rename", "alias", "skip_encoding_if", "rename_all", "array"],
    ),
    ("untagged", &["content", "deny_unknown_fields"]),
    ("repr", &["content", "deny_unknown_fields"]),
    (
        "transparent",
        &["array", "rename_all", "deny_unknown_fields", "into"],
    ),
    ("array", &["rename_all", "deny_unknown_fields"]),
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

/// The errors in the input.
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

    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// Returns a `compile_error!` for each error, if there is any.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        self.all.map(|all| all.to_compile_error())
    }

    /// Reports every conflict of an attribute with other ones, at the later of the two.
    fn reject_combination(&mut self, attributes: &Attributes, one: &str, others: &[&str]) {
        for other in others {
            if let (Some((at, span)), Some((other_at, other_span))) =
                (attributes.find(one), attributes.find(other))
            {
                let (first, second, span) = if at < other_at {
                    (one, *other, other_span)
                } else {
                    (*other, one, span)
                };
                let message = format!("`{second}` cannot be combined with `{first}`");
                self.at(span, message);
            }
        }
    }

    /// Reports an attribute, if it is present.
    fn reject(&mut self, attributes: &Attributes, name: &str, message: impl Display) {
        if let Some(span) = attributes.span(name) {
            self.at(span, message);
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

    /// Checks the attributes of a struct or an enum.
    pub(crate) fn check_container(&mut self, attributes: &Attributes) {
        if attributes.has("from") || attributes.has("try_from") {
            // The type's own fields are neither encoded nor decoded.
            self.reject_combination(attributes, "into", OF_FIELDS);
        }
        if let Some(content) = attributes.text("content") {
            match attributes.text("tag") {
                None if !attributes.has("untagged") && !attributes.has("repr") => {
                    self.at(
                        content.span(),
                        "`content` needs a `tag`, the key of the variant's name",
                    );
                }
                Some(tag) if tag.value() == content.value() => {
                    self.at(
                        content.span(),
                        format!("{:?} is already the key of the tag", content.value()),
                    );
                }
                _ => {}
            }
        }
    }

    /// Checks a struct as a whole.
    pub(crate) fn check_struct(&mut self, body: &Body, attributes: &Attributes, span: Span) {
        self.check_shape(body, attributes, span);
        let is_stated = attributes.has("array") || attributes.has("transparent");
        if body.shape != Shape::Dictionary && !is_stated {
            for name in ["rename_all", "deny_unknown_fields"] {
                let what = "needs named fields, which have keys in a Dictionary";
                self.reject(attributes, name, format!("`{name}` {what}"));
            }
        }
        if body.shape == Shape::Nil {
            let message = "`default` needs fields that can be missing";
            self.reject(attributes, "default", message);
        }
    }

    /// Checks a variant as a whole.
    pub(crate) fn check_variant(&mut self, body: &Body, attributes: &Attributes, span: Span) {
        self.check_shape(body, attributes, span);
        if body.shape != Shape::Dictionary && !attributes.has("array") {
            self.reject(attributes, "rename_all",
                "`rename_all` on a variant renames its fields and needs named ones; on the enum it renames the variants");
        }
    }

    /// Checks a variant for unknown names, before the field of the name is moved out of the body,
    /// and returns how many fields it can have.
    pub(crate) fn check_other(
        &mut self,
        body: &Body,
        attributes: &Attributes,
        tagging: &Tagging,
        span: Span,
    ) -> usize {
        let (most, fields) = match tagging {
            Tagging::None => {
                self.at(
                    span,
                    "`other` is for unknown names, and an `untagged` enum has no names: end it with a variant of any value, such as `Unknown(Variant)`",
                );
                return 0;
            }
            Tagging::Number => (
                1,
                "with `repr = \"int\"`, an `other` variant holds nothing or the number: `Unknown` or `Unknown(i64)`",
            ),
            _ => (
                2,
                "an `other` variant holds nothing, the name, or the name and the value: `Unknown`, `Unknown(String)` or `Unknown(String, Variant)`",
            ),
        };
        if body.fields.len() > most || has_named_fields(body) {
            self.at(span, fields);
        }
        let Some(name) = body.fields.first() else {
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
                name.span,
                "the name that an `other` variant holds is always present and has no key",
            );
        }
        most
    }

    /// Checks what holds for every struct and variant.
    fn check_shape(&mut self, body: &Body, attributes: &Attributes, span: Span) {
        if !has_named_fields(body) {
            let message = "`array` is for named fields: a tuple is always an Array";
            self.reject(attributes, "array", message);
        }
        if body.shape == Shape::Inner && body.wire_fields().count() != 1 {
            let place = attributes
                .span("transparent")
                .or_else(|| body.fields.first().map(|field| field.span))
                .unwrap_or(span);
            self.at(
                place,
                "a value that is encoded as its only field needs exactly one field that is not skipped",
            );
        }
        if body.shape == Shape::Dictionary {
            self.check_keys(body);
        } else {
            self.check_keyless(body);
        }
    }

    /// Checks that no two fields have the same key.
    fn check_keys(&mut self, body: &Body) {
        let names = body.slotted().map(|field| {
            let name = field.local.to_string().replacen("field_", "", 1);
            (&field.names, name, field.span)
        });
        self.check_unique(names, "the key");
        for field in body.flattened().filter(|_| body.only) {
            let message = "`flatten` cannot be combined with `deny_unknown_fields`: the keys of the field are not known to the derive";
            self.at(field.span, message);
        }
    }

    /// Checks that each name has one owner.
    fn check_unique<'n>(
        &mut self,
        names: impl Iterator<Item = (&'n Names, String, Span)>,
        what: &str,
    ) {
        let mut owners: HashMap<&str, String> = HashMap::new();
        for (names, owner, span) in names {
            for name in names.all() {
                if let Some(other) = owners.insert(name, owner.clone()) {
                    let message = format!("{what} {name:?} is already used by `{other}`");
                    self.at(span, message);
                }
            }
        }
    }

    /// Checks that fields without keys have no attributes that need one.
    fn check_keyless(&mut self, body: &Body) {
        for field in body.fields.iter().filter(|field| !field.is_name) {
            let is_whole = !field.is_skipped && body.shape == Shape::Inner;
            let mistakes = [
                (
                    field.is_flattened(),
                    "`flatten` needs a struct with named fields, which is a Dictionary",
                ),
                (
                    field.has_own_key,
                    "`rename` and `alias` need a field with a key in a Dictionary; this field has none",
                ),
                (
                    field.skip_if.is_some(),
                    "`skip_encoding_if` needs a Dictionary: in an Array the following fields would move up",
                ),
                (
                    field.fallback.is_some() && is_whole,
                    "`default` has no effect where the field is the whole value",
                ),
            ];
            for (_, message) in mistakes.into_iter().filter(|(is_mistake, _)| *is_mistake) {
                self.at(field.span, message);
            }
        }
        self.check_defaults(body);
    }

    /// Checks that only trailing elements have defaults.
    fn check_defaults(&mut self, body: &Body) {
        let mut is_optional = false;
        for field in body.wire_fields().filter(|_| body.shape == Shape::Array) {
            if is_optional && field.fallback.is_none() && body.fallback.is_none() {
                self.at(
                    field.span,
                    "only trailing elements of an Array can be missing: this one needs a `default` too",
                );
            }
            is_optional = field.fallback.is_some();
        }
    }

    /// Checks the variants of an enum.
    pub(crate) fn check_variants(&mut self, data: &Enum, attributes: &Attributes) {
        let on_the_wire = || data.wire_variants();
        let with_names = on_the_wire().filter(|variant| variant.unknown_name().is_none());
        let names = with_names.map(|variant| {
            (
                &variant.names,
                variant.ident.to_string(),
                variant.ident.span(),
            )
        });
        if !matches!(data.tagging, Tagging::None | Tagging::Number) {
            self.check_unique(names, "the name");
        }
        for variant in on_the_wire() {
            match &data.tagging {
                Tagging::Internal(_) if variant.body.shape == Shape::Array => self.at(
                    variant.ident.span(),
                    "a variant that is an Array cannot have a tag among its fields: add `content = \"...\"`, a key for the Array",
                ),
                Tagging::Internal(tag) => self.check_tag(tag, &variant.body),
                Tagging::Number if variant.body.shape != Shape::Nil => {
                    self.at(variant.ident.span(), "`repr = \"int\"` is for variants without fields");
                }
                _ => {}
            }
        }
        self.check_others(data);
        if data.variants.is_empty() {
            for name in ["untagged", "repr"] {
                self.reject(attributes, name, "an enum without variants has no values");
            }
        }
    }

    /// Checks that at most one variant is for unknown names, and that there are known ones.
    fn check_others(&mut self, data: &Enum) {
        let mut others = data.wire_variants().filter(|variant| variant.is_other);
        let Some(first) = others.next() else {
            return;
        };
        for second in others {
            let message = format!("`{}` is already the `other` variant", first.ident);
            self.at(second.ident.span(), message);
        }
        if data.wire_variants().count() == 1 {
            let message = "`other` needs further variants, whose names are known";
            self.at(first.ident.span(), message);
        }
    }

    fn check_tag(&mut self, tag: &str, body: &Body) {
        for field in body
            .wire_fields()
            .filter(|_| body.shape == Shape::Dictionary)
        {
            if field.names.all().any(|name| name == tag) {
                self.at(field.span, format!("{tag:?} is already the key of the tag"));
            }
        }
    }
}

fn has_named_fields(body: &Body) -> bool {
    let mut fields = body.fields.iter();
    fields.any(|field| matches!(field.member, Member::Named(_)))
}
