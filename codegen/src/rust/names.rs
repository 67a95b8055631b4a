//! The Rust names and types of the schema's items, literals, and doc comments.

use crate::model::{BitField, Body, PlacedRow, Schema, Type, Version, find};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Converts a name to snake case: `PackedVector2Array` to `packed_vector2_array`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    // "Transform2D" is one word, so neither `2` nor `D` starts a new word.
    snake.replace("2_d", "2d").replace("3_d", "3d")
}

/// Returns whether any row of a type is longer in double precision.
pub(super) fn has_reals(schema: &Schema, ty: &Type) -> bool {
    ty.rows().any(|row| schema.is_real(row))
}

/// Returns whether the components of a type have 64 bits in some layout.
pub(super) fn is_doubled(schema: &Schema, ty: &Type) -> bool {
    has_reals(schema, ty) && schema.is_doubled(&ty.key)
}

/// Returns the Rust type of a component of this wire type.
pub(super) fn component(wire: &str, is_double: bool) -> TokenStream {
    match (wire, is_double) {
        ("byte", _) => quote!(u8),
        ("real", false) => quote!(f32),
        ("real", true) => quote!(f64),
        (name, _) => {
            let name = ident(name);
            quote!(#name)
        }
    }
}

/// Generates the aliases by which the documentation finds a type.
pub(super) fn aliases(schema: &Schema, ty: &Type) -> TokenStream {
    let names = schema.other_names(ty);
    quote!(#(#[doc(alias = #names)])*)
}

/// Returns the module of a type's body in a layout of this precision.
pub(super) fn body_module(schema: &Schema, ty: &Type, is_double: bool) -> TokenStream {
    let module = ident(&snake(&ty.key));
    if let Some(layout) = &ty.layout {
        let layout = ident(layout);
        return quote!(crate::table::bodies::#layout::#module);
    }
    if is_double && has_reals(schema, ty) {
        quote!(crate::table::bodies::double::#module)
    } else {
        quote!(crate::table::bodies::#module)
    }
}

/// Joins names as in a sentence: `a, b and c`.
pub(super) fn joined(names: &[&str], word: &str) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// Returns the Rust type of the elements of a packed array.
///
/// Each precision has a module with the value types and `Real`.
pub(super) fn element(schema: &Schema, packed: &Type) -> Option<TokenStream> {
    let Body::Packed(element) = &packed.body else {
        return None;
    };
    Some(match find(&schema.types, element) {
        Some(ty) => ident(&ty.key).into_token_stream(),
        None if element == "real" && schema.is_doubled(&packed.key) => quote!(Real),
        None => component(element, false),
    })
}

/// Returns the length in bytes of a body of components.
pub(super) fn body_length(schema: &Schema, ty: &Type, is_double: bool) -> u32 {
    ty.rows().map(|row| schema.length_of(row, is_double)).sum()
}

/// Generates a doc comment, line by line.
pub(super) fn doc(text: &str) -> TokenStream {
    let lines = text.lines().map(|line| {
        if line.is_empty() {
            String::new()
        } else {
            format!(" {line}")
        }
    });
    quote!(#(#[doc = #lines])*)
}

/// Formats a type's offset tables in Markdown, with an empty line before each.
pub(super) fn table_doc(schema: &Schema, ty: &Type, is_double: bool) -> String {
    let mut lines = Vec::new();
    for table in &ty.tables {
        let since = table.since.map(|since| format!(" (since {since})"));
        lines.push(table_head(&table.name, &since.unwrap_or_default()));
        for placed in table.placed(schema, is_double) {
            let PlacedRow {
                row,
                offset,
                length,
            } = placed;
            let wire = if row.wire == "real" {
                component(&row.wire, is_double).to_string()
            } else {
                row.wire.clone()
            };
            // In a doc comment, `[0][1]` would be a link.
            let description = row.description.replace('[', "\\[");
            lines.push(format!(
                "| {offset} | {length} | {wire} | {} | {description} |",
                row.name
            ));
        }
    }
    lines.join("\n")
}

/// Returns the title and the first rows of an offset table, with an empty line before each.
pub(super) fn table_head(name: &str, since: &str) -> String {
    let title = match name {
        "" => String::new(),
        name => format!("\n{}{since}:\n", capitalised(name)),
    };
    format!("{title}\n| offset | length | wire type | field | |\n| --- | --- | --- | --- | --- |")
}

/// Returns the text with its first letter in upper case.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

/// Returns a hexadecimal literal with all digits.
pub(super) fn hex(value: u32) -> Literal {
    format!("0x{:04x}_{:04x}", value >> 16, value & 0xffff)
        .parse()
        .expect("a hexadecimal number is a literal")
}

/// Returns the mask of a bit field, and a value that is shifted to the mask.
pub(super) fn placed(bits: &BitField, value: u32) -> [Literal; 2] {
    [hex(bits.mask), hex(bits.place(value))]
}

/// Groups items by their keys, in the order of the first item of each group.
pub(super) fn grouped<K: PartialEq, T>(items: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, item) in items {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups
}

/// Generates an optional `EngineVersion`.
pub(super) fn version(since: Option<Version>) -> TokenStream {
    since.map_or_else(
        || quote!(None),
        |since| {
            let since = engine_version(since);
            quote!(Some(#since))
        },
    )
}

/// Generates an `EngineVersion`.
pub(super) fn engine_version(Version { major, minor }: Version) -> TokenStream {
    let [major, minor] = [major, minor].map(Literal::u16_unsuffixed);
    quote!(crate::EngineVersion::new(#major, #minor))
}

/// Returns the name of the body in the library's tables and views: `PackedText` for `packed_text`.
pub(super) fn body_ident(body: &Body) -> Ident {
    ident(&body.name().split('_').map(capitalised).collect::<String>())
}
