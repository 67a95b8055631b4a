//! Generates the offset tables and the rules of a body as static data, which codec and inspector
//! follow.

use super::bodies::Context;
use super::names::{body_ident, capitalised, component, hex, ident, placed, version};
use crate::model::{
    BitField, Body, Declares, Field, Is, Length, Offset, PlacedRow, Role, Row, Table, find,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Generates the list of a type's tables, and a static with the rows of each. The copies of a constant
/// in each crate would take most of the size of small programs.
pub(super) fn rows(context: &Context<'_>) -> TokenStream {
    let tables = &context.ty.tables;
    let statics = tables.iter().map(|table| {
        let (name, count) = (rows_ident(table), table.rows.len());
        let rows = table.placed(context.schema, context.is_double).into_iter();
        let rows = rows.map(|placed| row(placed, context.is_double));
        quote!(pub(crate) static #name: [Row; #count] = [#(#rows),*];)
    });
    let tables = tables.iter().map(|table| {
        let (name, rows) = (&table.name, rows_ident(table));
        let descriptions = table.rows.iter().map(|row| &row.description);
        quote!(Table { name: #name, rows: &#rows, descriptions: &[#(#descriptions),*] })
    });
    quote! {
        #(#statics)*
        pub(crate) const TABLES: &[Table] = &[#(#tables),*];
    }
}

/// Returns the name of the static with a table's rows.
fn rows_ident(table: &Table) -> Ident {
    let words = format!("rows {}", table.name);
    ident(&words.trim().to_uppercase().replace([' ', '-'], "_"))
}

/// Generates the expression of a row.
pub(super) fn row_path(table: &Table, row: &Row) -> TokenStream {
    let mut rows = table.rows.iter();
    let index = rows.position(|it| it.name == row.name).unwrap_or_default();
    let (rows, index) = (rows_ident(table), Literal::usize_unsuffixed(index));
    quote!(#rows[#index])
}

fn row(placed: PlacedRow<'_>, is_double: bool) -> TokenStream {
    let (offset, length) = (offset_tokens(placed.offset), length_tokens(placed.length));
    let PlacedRow {
        row: Row { name, wire, .. },
        ..
    } = placed;
    let wire = match wire.as_str() {
        // The static table has `f32` or `f64` instead, so that its users need not know the precision.
        "real" => component(wire, is_double).to_string(),
        wire => wire.to_owned(),
    };
    let wire = ident(&capitalised(&wire));
    quote!(Row { offset: #offset, length: #length, wire: Wire::#wire, name: #name })
}

fn offset_tokens(offset: Offset) -> TokenStream {
    let number = Literal::u32_unsuffixed;
    let (case, at) = match offset {
        Offset::At(at) => (quote!(At), number(at)),
        Offset::Part(at) => (quote!(Part), number(at)),
        Offset::Element { first, stride } => {
            let (first, stride) = (number(first), number(stride));
            return quote!(Offset::Element { first: #first, stride: #stride });
        }
        Offset::After => return quote!(Offset::After),
    };
    quote!(Offset::#case(#at))
}

fn length_tokens(length: Length) -> TokenStream {
    match length {
        Length::Fixed(length) => {
            let length = Literal::u32_unsuffixed(length);
            quote!(Length::Fixed(#length))
        }
        Length::Counted => quote!(Length::Counted),
    }
}

/// Generates the rules of numbers and strings, and the rules of the body.
pub(super) fn rules(context: &Context<'_>) -> TokenStream {
    let ty = context.ty;
    let texts = ty.tables.iter().flat_map(|table| {
        table.fields().filter_map(move |field| match field {
            Field::Text { length, text } => Some(text_rule(context, table, length, text)),
            Field::Single(_) => None,
        })
    });
    let flags = bit_fields(&ty.flags);
    let known = hex(ty.flags.iter().fold(0, |mask, flag| mask | flag.mask));
    let (body, rules) = body(context);
    quote! {
        #(#texts)*
        #body
        pub(crate) const RULES: TypeRules = TypeRules {
            flags: #known,
            bits: #flags,
            body: #rules,
        };
    }
}

/// Returns the name of the constant with a string's rule.
pub(super) fn text_ident(text: &Row) -> Ident {
    ident(&format!("TEXT_{}", text.name.to_uppercase()))
}

/// Generates the rule of a number: the values that strict decoding rejects, and its bit fields.
fn number(context: &Context<'_>, table: &Table, row: &Row) -> TokenStream {
    let path = row_path(table, row);
    let known = match row.bits.as_slice() {
        [] => u32::MAX,
        bits => bits
            .iter()
            .filter(|bits| !bits.is_ignored)
            .fold(0, |known, bits| known | bits.mask),
    };
    let largest = i32::MAX.unsigned_abs();
    let is_counted_by =
        |field| matches!(field, Field::Text { length, .. } if length.name == row.name);
    let (max, excess) = match context.ty.body {
        Body::Bool => (1, quote!(Bool)),
        _ if row.is_zero_if_negative => (largest, quote!(Zero)),
        Body::Packed(_) => (largest, quote!(Negative)),
        _ if table.fields().any(is_counted_by) => (largest, quote!(Negative)),
        _ => (u32::MAX, quote!(Bits)),
    };
    let (known, max) = (hex(known), hex(max));
    let bits = bit_fields(&row.bits);
    let plain = plain(&row.bits);
    quote! {
        Number {
            row: &#path,
            known: #known,
            max: #max,
            invalid: InvalidNumber::#excess,
            bits: #bits,
            plain: #plain,
        }
    }
}

/// Generates the mask of the bits without a description; `None` if 0 has a description.
fn plain(bits: &[BitField]) -> TokenStream {
    let shows_zero = |bits: &BitField| bits.shows.first().is_some_and(|text| !text.is_empty());
    if bits.iter().any(shows_zero) {
        return quote!(None);
    }
    let shown = bits.iter().filter(|bits| !bits.shows.is_empty());
    let plain = hex(shown.fold(u32::MAX, |plain, bits| plain & !bits.mask));
    quote!(Some(#plain))
}

/// Generates the rule of a string.
fn text_rule(context: &Context<'_>, table: &Table, length: &Row, text: &Row) -> TokenStream {
    let (name, length) = (text_ident(text), number(context, table, length));
    let (row, has_nul) = (row_path(table, text), text.wire == "text");
    quote! {
        pub(crate) const #name: &CountedText = &CountedText {
            length: &#length,
            text: &#row,
            has_nul: #has_nul,
        };
    }
}

fn bit_fields(bits: &[BitField]) -> TokenStream {
    let bits = bits.iter().map(|bits| {
        let (mask, shows) = (hex(bits.mask), &bits.shows);
        quote!(Bits { mask: #mask, shows: &[#(#shows),*] })
    });
    shared(&quote!(Bits), bits)
}

/// Generates a list in a static, so that crates do not contain copies of it.
pub(super) fn shared(ty: &TokenStream, list: impl Iterator<Item = TokenStream>) -> TokenStream {
    let list: Vec<_> = list.collect();
    let count = list.len();
    if list.is_empty() {
        return quote!(&[]);
    }
    quote!({
        static LIST: [#ty; #count] = [#(#list),*];
        &LIST
    })
}

/// Generates the constant `BODY` with the rules of a body, and the expression that refers to it.
fn body(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let variant = body_ident(&context.ty.body);
    let Some((ty, rules)) = body_rules(context) else {
        return (quote!(), quote!(BodyRules::#variant));
    };
    let body = quote! {
        #[allow(clippy::borrow_deref_ref, reason = "some rules are those of their only row")]
        pub(crate) const BODY: &#ty = &#rules;
    };
    (body, quote!(BodyRules::#variant(BODY)))
}

/// Generates the type and the value of a body's rules.
#[allow(clippy::too_many_lines, reason = "one arm per body")]
fn body_rules(context: &Context<'_>) -> Option<(TokenStream, TokenStream)> {
    let ty = context.ty;
    let tables = ty.tables.as_slice();
    let components = |table: &Table| {
        let first = table.rows.len() - table.components().count();
        let (rows, first) = (rows_ident(table), Literal::usize_unsuffixed(first));
        quote!(*#rows.split_at(#first).1)
    };
    // The tables after those of declared types.
    let rest = tables.iter().position(|table| table.declares.is_none());
    let rest = &tables[rest.unwrap_or_default()..];
    Some(match (&ty.body, rest) {
        (Body::Fields, [table]) => (quote!([Row]), components(table)),
        (Body::Bool, [table]) => {
            let number = number(context, table, &table.rows[0]);
            (quote!(Number), number)
        }
        (Body::Number, [narrow, wide]) => {
            let [flag, value] = self::flag(context, narrow);
            let rows = [narrow, wide].map(|table| row_path(table, &table.rows[0]));
            let [narrow, wide] = rows;
            (
                quote!(NumberRules),
                quote!(NumberRules { flag: #flag, narrow: #value, narrow_row: &#narrow, wide_row: &#wide }),
            )
        }
        (Body::Text, [table]) => {
            let text = text_of(table);
            (quote!(CountedText), quote!(*#text))
        }
        (Body::Packed(_), [table]) => {
            let (count, rows) = (number(context, table, &table.rows[0]), components(table));
            let each = table.components().map(|row| context.length(row)).sum();
            let each = Literal::u32_unsuffixed(each);
            (
                quote!(PackedRules),
                quote!(PackedRules { count: &#count, each: #each, rows: &#rows }),
            )
        }
        (Body::PackedText, [first, each]) => {
            let (count, text) = (number(context, first, &first.rows[0]), text_of(each));
            (
                quote!(PackedTextRules),
                quote!(PackedTextRules { count: &#count, text: #text }),
            )
        }
        (Body::NodePath, [first, .., each]) => (quote!(NodePathRules), path(context, first, each)),
        (Body::Record, tables) => {
            let fields = tables.iter().flat_map(|table| {
                table.fields().map(move |field| match field {
                    Field::Single(row) => {
                        let row = row_path(table, row);
                        quote!(RecordField::Number(&#row))
                    }
                    Field::Text { text, .. } => {
                        let text = text_ident(text);
                        quote!(RecordField::Text(#text))
                    }
                })
            });
            (quote!([RecordField]), quote!([#(#fields),*]))
        }
        (Body::Object, [id, full, each]) => {
            let [flag, value] = self::flag(context, id);
            let (id, class) = (row_path(id, &id.rows[0]), text_of(full));
            let (count, name) = (number(context, full, &full.rows[2]), text_of(each));
            (
                quote!(ObjectRules),
                quote!(ObjectRules { flag: #flag, id: #value, id_row: &#id, class: #class, count: &#count, name: #name }),
            )
        }
        (Body::Dictionary | Body::Array, [first, _]) => {
            let declared = ty.flags.iter().map(|flag| declared(context, flag));
            let declared = shared(&quote!(DeclaredRules), declared);
            let count = number(context, first, &first.rows[0]);
            (
                quote!(ContainerRules),
                quote!(ContainerRules { declared: #declared, count: &#count }),
            )
        }
        (Body::TypedArray, [first, class, second, _]) => {
            let [flag, value] = self::flag(context, class);
            let [element, count] =
                [first, second].map(|table| number(context, table, &table.rows[0]));
            let (row, table) = (row_path(class, &class.rows[0]), &class.name);
            let mut types = context.schema.types.iter();
            let name = types.find(|ty| ty.body == Body::Text && !ty.is(Role::String))?;
            let kind = ident(&name.key);
            (
                quote!(TypedArrayRules),
                quote! {
                    TypedArrayRules {
                        element: &#element,
                        flag: #flag,
                        class_form: #value,
                        class_table: #table,
                        class: &#row,
                        class_kind: Kind::#kind,
                        count: &#count,
                    }
                },
            )
        }
        _ => return None,
    })
}

/// Generates the mask and the value of the flag that selects a table.
fn flag(context: &Context<'_>, table: &Table) -> [Literal; 2] {
    let mut flags = table
        .when
        .iter()
        .filter_map(|condition| match condition.is {
            Is::Number(value) => Some((find(&context.ty.flags, &condition.field)?, value)),
            Is::Role(_) => None,
        });
    let placed = flags.next().map(|(flag, value)| placed(flag, value));
    placed.unwrap_or_else(|| [hex(0), hex(0)])
}

/// Returns the constant of the first string of a table.
fn text_of(table: &Table) -> Option<Ident> {
    table.fields().find_map(|field| match field {
        Field::Text { text, .. } => Some(text_ident(text)),
        Field::Single(_) => None,
    })
}

/// Generates the rules of a NodePath.
fn path(context: &Context<'_>, first: &Table, each: &Table) -> TokenStream {
    let is_new = |table: &&Table| {
        let is_number = |field| matches!(field, Field::Single(row) if row.wire == "u32");
        !table.when.is_empty() && table.fields().all(is_number)
    };
    let new = context.ty.tables.iter().find(is_new);
    let tables = || [first].into_iter().chain(new);
    let rows = || tables().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let numbers = rows().map(|(table, row)| number(context, table, row));
    let bits = |row: &str, bits: &str| {
        let mut rows = rows().enumerate().filter(|(_, (_, it))| it.name == row);
        let (index, (_, row)) = rows.next()?;
        let mask = hex(find(&row.bits, bits).map_or(u32::MAX, |bits| bits.mask));
        let index = Literal::usize_unsuffixed(index);
        Some(quote!(PathBits { index: #index, mask: #mask }))
    };
    let [format, names] = ["new_format", "count"].map(|name| bits("name_count", name));
    let [more, absolute] = ["property", "absolute"].map(|name| bits("flags", name));
    let subnames = bits("subname_count", "");
    let value = new.and_then(|table| match table.when[0].is {
        Is::Number(value) => Some(placed(find(&first.rows[0].bits, "new_format")?, value)),
        Is::Role(_) => None,
    });
    let value = value.map(|[_, value]| value);
    let name = text_of(each);
    quote! {
        NodePathRules {
            numbers: [#(&#numbers),*],
            format: #format,
            new_format: #value,
            names: #names,
            subnames: #subnames,
            more: #more,
            absolute: #absolute,
            name: #name,
        }
    }
}

/// Generates the rules of the declared type that a flag of the header selects.
fn declared(context: &Context<'_>, flag: &BitField) -> TokenStream {
    let tables = &context.ty.tables;
    let forms = tables.iter().filter_map(|table| {
        let condition = table.when.first()?;
        let Is::Number(value) = condition.is else {
            return None;
        };
        let [_, value] = (condition.field == flag.name).then(|| placed(flag, value))?;
        let text = text_of(table);
        Some(match table.declares? {
            Declares::Type => {
                let number = number(context, table, &table.rows[0]);
                quote!(type_form: #value, number: &#number)
            }
            Declares::Class => quote!(class_form: #value, class: #text),
            Declares::Script => quote!(script_form: #value, script: #text),
        })
    });
    let mask = hex(flag.mask);
    let mut tables = tables.iter();
    let since = tables.find_map(|table| {
        let condition = table.when.first().filter(|it| it.field == flag.name);
        condition.and(table.since)
    });
    let since = version(since);
    quote!(DeclaredRules { flags: #mask, #(#forms,)* since: #since })
}
