//! Checks that attributes, shapes and names do not conflict.

use crate::attributes::Attributes;
use crate::diagnostics::Diagnostics;
use crate::input::{Body, Enum, Form, Names, Shape, Tagging};
use crate::keys::{flattened, slotted};
use proc_macro2::Span;
use std::collections::HashMap;
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

/// Checks that the attributes of an item do not conflict.
pub(crate) fn conflicts(attributes: &Attributes, diagnostics: &mut Diagnostics) {
    for alternatives in ALTERNATIVES {
        for (index, one) in alternatives.iter().enumerate() {
            attributes.conflict(one, &alternatives[index + 1..], diagnostics);
        }
    }
    for (one, others) in CONFLICTS {
        attributes.conflict(one, others, diagnostics);
    }
}

/// Checks the attributes of a struct or an enum.
pub(crate) fn container(attributes: &Attributes, diagnostics: &mut Diagnostics) {
    if attributes.has("from") || attributes.has("try_from") {
        // The type's own fields are neither encoded nor decoded.
        attributes.conflict("into", OF_FIELDS, diagnostics);
    }
    if let Some(content) = attributes.text("content") {
        match attributes.text("tag") {
            None if !attributes.has("untagged") && !attributes.has("repr") => {
                diagnostics.at(
                    content.span(),
                    "`content` needs a `tag`, the key of the variant's name",
                );
            }
            Some(tag) if tag.value() == content.value() => {
                diagnostics.at(
                    content.span(),
                    format!("{:?} is already the key of the tag", content.value()),
                );
            }
            _ => {}
        }
    }
}

/// Checks a struct as a whole.
pub(crate) fn struct_body(
    body: &Body,
    attributes: &Attributes,
    span: Span,
    diagnostics: &mut Diagnostics,
) {
    shape(body, attributes, span, diagnostics);
    let is_stated = attributes.has("array") || attributes.has("transparent");
    if body.shape != Shape::Dictionary && !is_stated {
        for name in ["rename_all", "deny_unknown_fields"] {
            let what = "needs named fields, which have keys in a Dictionary";
            attributes.reject(name, format!("`{name}` {what}"), diagnostics);
        }
    }
    if body.shape == Shape::Nil {
        let message = "`default` needs fields that can be missing";
        attributes.reject("default", message, diagnostics);
    }
}

/// Checks a variant as a whole.
pub(crate) fn variant(
    body: &Body,
    attributes: &Attributes,
    span: Span,
    diagnostics: &mut Diagnostics,
) {
    shape(body, attributes, span, diagnostics);
    if body.shape != Shape::Dictionary && !attributes.has("array") {
        attributes.reject(
            "rename_all",
            "`rename_all` on a variant renames its fields and needs named ones; on the enum it renames the variants",
            diagnostics,
        );
    }
}

/// Checks a variant for unknown names, before the field of the name is moved out of the body, and
/// returns how many fields it can have.
pub(crate) fn other(
    body: &Body,
    attributes: &Attributes,
    tagging: &Tagging,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> usize {
    let (most, fields) = match tagging {
        Tagging::None => {
            diagnostics.at(
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
        diagnostics.at(span, fields);
    }
    let Some(name) = body.fields.first() else {
        return most;
    };
    attributes.reject(
        "rename",
        "`rename` has no effect on an `other` variant that holds the name",
        diagnostics,
    );
    let is_absent = name.is_skipped || name.fallback.is_some() || name.skip_if.is_some();
    if is_absent || name.has_own_key || matches!(name.form, Form::Flatten) {
        diagnostics.at(
            name.span,
            "the name that an `other` variant holds is always present and has no key",
        );
    }
    most
}

/// Checks what holds for every struct and variant.
fn shape(body: &Body, attributes: &Attributes, span: Span, diagnostics: &mut Diagnostics) {
    if !has_named_fields(body) {
        let message = "`array` is for named fields: a tuple is always an Array";
        attributes.reject("array", message, diagnostics);
    }
    if body.shape == Shape::Inner && body.wire_fields().count() != 1 {
        let place = attributes
            .span("transparent")
            .or_else(|| body.fields.first().map(|field| field.span))
            .unwrap_or(span);
        diagnostics.at(
            place,
            "a value that is encoded as its only field needs exactly one field that is not skipped",
        );
    }
    if body.shape == Shape::Dictionary {
        keys(body, diagnostics);
    } else {
        keyless(body, diagnostics);
    }
}

fn has_named_fields(body: &Body) -> bool {
    let mut fields = body.fields.iter();
    fields.any(|field| matches!(field.member, Member::Named(_)))
}

/// Checks that no two fields have the same key.
fn keys(body: &Body, diagnostics: &mut Diagnostics) {
    let names = slotted(body).map(|field| {
        let name = field.local.to_string().replacen("field_", "", 1);
        (&field.names, name, field.span)
    });
    unique(names, "the key", diagnostics);
    for field in flattened(body).filter(|_| body.only) {
        let message = "`flatten` cannot be combined with `deny_unknown_fields`: the keys of the field are not known to the derive";
        diagnostics.at(field.span, message);
    }
}

/// Checks that each name has one owner.
fn unique<'n>(
    names: impl Iterator<Item = (&'n Names, String, Span)>,
    what: &str,
    diagnostics: &mut Diagnostics,
) {
    let mut owners: HashMap<&str, String> = HashMap::new();
    for (names, owner, span) in names {
        for name in names.all() {
            if let Some(other) = owners.insert(name, owner.clone()) {
                let message = format!("{what} {name:?} is already used by `{other}`");
                diagnostics.at(span, message);
            }
        }
    }
}

/// Checks that fields without keys have no attributes that need one.
fn keyless(body: &Body, diagnostics: &mut Diagnostics) {
    for field in body.fields.iter().filter(|field| !field.is_name) {
        let is_whole = !field.is_skipped && body.shape == Shape::Inner;
        let mistakes = [
            (
                matches!(field.form, Form::Flatten),
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
            diagnostics.at(field.span, message);
        }
    }
    elements_with_defaults(body, diagnostics);
}

/// Checks that only trailing elements have defaults.
fn elements_with_defaults(body: &Body, diagnostics: &mut Diagnostics) {
    let mut is_optional = false;
    for field in body.wire_fields().filter(|_| body.shape == Shape::Array) {
        if is_optional && field.fallback.is_none() && body.fallback.is_none() {
            diagnostics.at(
                field.span,
                "only trailing elements of an Array can be missing: this one needs a `default` too",
            );
        }
        is_optional = field.fallback.is_some();
    }
}

/// Checks the variants of an enum.
pub(crate) fn variants(data: &Enum, attributes: &Attributes, diagnostics: &mut Diagnostics) {
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
        unique(names, "the name", diagnostics);
    }
    for variant in on_the_wire() {
        match &data.tagging {
            Tagging::Internal(_) if variant.body.shape == Shape::Array => diagnostics.at(
                variant.ident.span(),
                "a variant that is an Array cannot have a tag among its fields: add `content = \"...\"`, a key for the Array",
            ),
            Tagging::Internal(tag) => tag_among(tag, &variant.body, diagnostics),
            Tagging::Number if variant.body.shape != Shape::Nil => {
                diagnostics.at(variant.ident.span(), "`repr = \"int\"` is for variants without fields");
            }
            _ => {}
        }
    }
    others(data, diagnostics);
    if data.variants.is_empty() {
        for name in ["untagged", "repr"] {
            attributes.reject(name, "an enum without variants has no values", diagnostics);
        }
    }
}

/// Checks that at most one variant is for unknown names, and that there are known ones.
fn others(data: &Enum, diagnostics: &mut Diagnostics) {
    let mut others = data.wire_variants().filter(|variant| variant.is_other);
    let Some(first) = others.next() else {
        return;
    };
    for second in others {
        let message = format!("`{}` is already the `other` variant", first.ident);
        diagnostics.at(second.ident.span(), message);
    }
    if data.wire_variants().count() == 1 {
        let message = "`other` needs further variants, whose names are known";
        diagnostics.at(first.ident.span(), message);
    }
}

fn tag_among(tag: &str, body: &Body, diagnostics: &mut Diagnostics) {
    for field in body
        .wire_fields()
        .filter(|_| body.shape == Shape::Dictionary)
    {
        if field.names.all().any(|name| name == tag) {
            diagnostics.at(field.span, format!("{tag:?} is already the key of the tag"));
        }
    }
}
