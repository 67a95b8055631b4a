//! Generates records: a struct with a field for each string and number in the rows of
//! `types.yaml`, and the functions that decode and encode its body.
//!
//! A layout can have the rows in another order, or lack some. A field that a layout lacks is
//! decoded as its default, and has to be its default to be encoded.

use super::bodies::Context;
use super::cases::Case;
use super::edition::Precision;
use super::layout;
use super::names::{capitalised, component, doc, ident, value_type};
use super::payload::{LARGEST_INLINE, Payload};
use super::start::Start;
use crate::model::{Row, Schema, Type};
use crate::steps::{Step, steps};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// A field of a record.
struct Field<'s> {
    name: Ident,
    row: &'s Row,
    is_text: bool,
}

impl Field<'_> {
    /// Returns the type of a number.
    fn number(&self) -> TokenStream {
        component(&self.row.wire, Precision::Single)
    }

    /// Returns the type, with that of strings.
    fn ty(&self, text: &TokenStream) -> TokenStream {
        if self.is_text {
            text.clone()
        } else {
            self.number()
        }
    }

    /// Generates the value of the field in a view.
    fn viewed(&self, value: &TokenStream) -> TokenStream {
        if self.is_text {
            quote!(RecordField::Text(#value.as_ref()))
        } else {
            quote!(RecordField::from(#value))
        }
    }
}

/// Returns the fields of a type's rows.
fn fields<'s>(schema: &Schema, ty: &'s Type) -> Vec<Field<'s>> {
    let rows = steps(schema, ty).into_iter().filter_map(|step| match step {
        Step::Number(field) => Some((field.row, false)),
        Step::Text(text) => Some((text.text.row, true)),
        _ => None,
    });
    let fields = rows.map(|(row, is_text)| Field {
        name: ident(&row.name),
        row,
        is_text,
    });
    fields.collect()
}

/// Generates the names and the encodings of a record's fields.
pub(super) fn wires(schema: &Schema, ty: &Type) -> Vec<TokenStream> {
    let fields = fields(schema, ty).into_iter().map(|field| {
        let (name, wire) = (&field.row.name, ident(&capitalised(&field.row.wire)));
        quote!((#name, Wire::#wire))
    });
    fields.collect()
}

/// Generates code for each field, a string or a number, by its name.
fn each(
    fields: &[Field<'_>],
    text: impl Fn(&Ident) -> TokenStream,
    number: impl Fn(&Ident) -> TokenStream,
) -> Vec<TokenStream> {
    let code = fields.iter().map(|field| {
        if field.is_text {
            text(&field.name)
        } else {
            number(&field.name)
        }
    });
    code.collect()
}

/// Returns whether a record has a string, whose type is a parameter of the struct.
fn has_text(fields: &[Field<'_>]) -> bool {
    fields.iter().any(|field| field.is_text)
}

/// The length in bytes of a `String`, and of a `&str`.
const OWNED: u32 = 24;
const BORROWED: u32 = 16;

/// Returns the length in bytes of the struct, with strings of this length.
fn length(schema: &Schema, ty: &Type, text: u32) -> u32 {
    let lengths = fields(schema, schema.type_of(&ty.key)).into_iter();
    let lengths = lengths.map(|field| {
        if field.is_text {
            text
        } else {
            schema.length_of(field.row, false)
        }
    });
    lengths.sum()
}

/// Returns the payload of a record.
pub(super) fn payload(schema: &Schema, ty: &Type, [kind, module]: [&TokenStream; 2]) -> Payload {
    let own = value_type(schema, ty, Precision::Single);
    let has_text = has_text(&fields(schema, schema.type_of(&ty.key)));
    let to_owned = has_text.then(|| quote!(.map_text(Into::into)));
    let decoded = quote!(#module::decode(reader)? #to_owned);
    let mut payload = Payload::leaf(kind, &own, &decoded, &quote!(Record(#kind, value)));
    let (held, decoded) = if has_text {
        (quote!(#own<&'de str>), quote!(#module::borrow(reader)?))
    } else {
        (own, decoded)
    };
    if length(schema, ty, BORROWED) > LARGEST_INLINE {
        payload.borrow(
            quote!(alloc::boxed::Box<#held>),
            quote!(alloc::boxed::Box::new(#decoded)),
            quote!((*value) #to_owned),
        );
        payload.borrowed.accessed = [held, quote!(**value)];
        payload.borrowed.viewed = quote!(Record(#kind, &**value));
    } else {
        payload.borrow(held, decoded, quote!(value #to_owned));
    }
    if length(schema, ty, OWNED) > LARGEST_INLINE {
        let owned = &payload.borrowed.owned;
        payload.borrowed.owned = quote!(alloc::boxed::Box::new(#owned));
        payload.viewed = quote!(Record(#kind, &**value));
        payload.put_in_box();
    }
    payload
}

/// Generates the struct of a record.
pub(super) fn value(schema: &Schema, ty: &Type) -> TokenStream {
    let fields = fields(schema, ty);
    let name = ident(&ty.key);
    let has_text = has_text(&fields);
    let is_exact = fields.iter().all(|field| !field.row.wire.starts_with('f'));
    let derives = is_exact.then(|| quote!(Eq, PartialOrd, Ord, Hash,));
    let type_doc = type_doc(schema, ty);
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let docs = fields.iter().map(|field| doc(&field.row.description));
    let types: Vec<_> = fields.iter().map(|field| field.ty(&quote!(S))).collect();
    let body = if fields.is_empty() {
        quote!(;)
    } else {
        quote!({ #(#docs pub #names: #types),* })
    };
    let [declared, parameter, bounded] = [
        quote!(<S = alloc::string::String>),
        quote!(<S>),
        quote!(<S: AsRef<str>>),
    ]
    .map(|generics| has_text.then_some(generics));
    let new = (!fields.is_empty()).then(|| {
        let doc = doc(&format!("Creates a {} from its fields.", ty.name));
        quote! {
            impl #parameter #name #parameter {
                #doc
                #[must_use]
                pub const fn new(#(#names: #types),*) -> Self {
                    Self { #(#names),* }
                }
            }
        }
    });
    let texts = has_text.then(|| texts(&name, &fields));
    let viewed = viewed(&fields);
    quote! {
        #type_doc
        #[derive(Debug, Clone, Copy, PartialEq, #derives Default)]
        pub struct #name #declared #body

        #new

        #texts

        impl #bounded crate::value::record::Record for #name #parameter {
            #[allow(unused_variables, reason = "some records have no fields")]
            fn field(&self, index: usize) -> Option<(&'static str, crate::value::record::RecordField<&str>)> {
                #viewed
            }
        }

        impl crate::value::build::Payload for #name {
            fn from_content(content: crate::value::build::Content<'_>) -> Option<Self> {
                use crate::value::build::Content;
                match content {
                    Content::Record(fields) => {
                        let mut fields = fields.into_iter();
                        let record = Self { #(#names: fields.next()?.into_value()?),* };
                        fields.next().is_none().then_some(record)
                    }
                    Content::Payload(payload) => crate::value::build::moved(payload),
                    _ => None,
                }
            }
        }

        #[cfg(feature = "serde")]
        crate::serde::json::record_form!(#name);
    }
}

/// Generates the name and the value of the field `index`.
fn viewed(fields: &[Field<'_>]) -> TokenStream {
    if fields.is_empty() {
        return quote!(None);
    }
    let indices = (0..fields.len()).map(Literal::usize_unsuffixed);
    let viewed = fields.iter().map(|field| {
        let (name, text) = (&field.name, &field.row.name);
        let value = field.viewed(&quote!(self.#name));
        quote!((#text, #value))
    });
    quote! {
        use crate::value::record::RecordField;
        match index {
            #(#indices => Some(#viewed),)*
            _ => None,
        }
    }
}

/// Generates the documentation of a record, with an example.
fn type_doc(schema: &Schema, ty: &Type) -> TokenStream {
    let values = fields(schema, ty).into_iter().map(|field| {
        if field.is_text {
            "\"name\""
        } else if field.row.wire.starts_with('f') {
            "1.5"
        } else {
            "7"
        }
    });
    let values: Vec<_> = values.collect();
    let (key, has_fields) = (&ty.key, !values.is_empty());
    let value = if has_fields {
        format!("{key}::new({})", values.join(", "))
    } else {
        key.clone()
    };
    let all = fields(schema, ty).len();
    let mut layouts = schema.layouts.iter().filter(|layout| {
        let listed = layout.types.iter().find(|listed| listed.key == *key);
        listed.is_some_and(|listed| fields(schema, schema.type_in(listed)).len() == all)
    });
    let Some(layout) = layouts.next_back() else {
        return doc(&ty.description);
    };
    let layout = &layout.module;
    doc(&format!(
        "{description}

A layout that lacks a field decodes its default, and encodes no other value.

```
# #[cfg(feature = \"{layout}\")] {{
use gdvariant::{{{key}, {layout}}};

let value = {value};
let bytes = {layout}::to_vec(&value)?;
let decoded: {key} = {layout}::from_slice(&bytes)?;
assert_eq!({layout}::to_vec(&decoded)?, bytes);
# }}
# Ok::<(), Box<dyn std::error::Error>>(())
```",
        description = ty.description
    ))
}

/// Generates the conversions of a record between types of strings.
fn texts(name: &Ident, fields: &[Field<'_>]) -> TokenStream {
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let mapped = each(
        fields,
        |name| quote!(#name: map(#name)),
        |name| quote!(#name),
    );
    let borrowed = each(
        fields,
        |name| quote!(#name: self.#name.as_ref()),
        |name| quote!(#name: self.#name),
    );
    quote! {
        impl<S> #name<S> {
            /// Converts each string.
            pub(crate) fn map_text<T>(self, map: impl Fn(S) -> T) -> #name<T> {
                let Self { #(#names),* } = self;
                #name { #(#mapped),* }
            }
        }

        impl<S: AsRef<str>> #name<S> {
            /// Returns the same value with borrowed strings.
            pub fn borrowed(&self) -> #name<&str> {
                #name { #(#borrowed),* }
            }
        }

        impl From<#name<&str>> for #name {
            fn from(value: #name<&str>) -> Self {
                value.map_text(Into::into)
            }
        }
    }
}

/// Generates the functions that decode and encode the body of a record.
pub(super) fn codec(context: &Context<'_>) -> TokenStream {
    let base = fields(context.schema, context.schema.type_of(&context.ty.key));
    let name = ident(&context.ty.key);
    let own = fields(context.schema, context.ty);
    let is_own = |field: &Field<'_>| own.iter().any(|own| own.name == field.name);
    let [owned, borrowed] = [false, true].map(|is_borrowing| Start::of(context, is_borrowing));
    let values = base.iter().map(|field| match (&field.name, is_own(field)) {
        (name, true) => quote!(#name),
        (name, false) => quote!(#name: Default::default()),
    });
    let values = quote!(#(#values),*);
    let missing = base.iter().filter(|field| !is_own(field)).map(|field| {
        let (name, text) = (&field.name, &field.row.name);
        let value = field.viewed(&quote!(#name));
        let value = quote!(crate::value::record::#value);
        let key = ident(&context.ty.key);
        quote!(Writer::<L>::check_missing(Kind::#key, #text, #value)?;)
    });
    let locals = each(
        &base,
        |name| quote!(let #name = value.#name.as_ref();),
        |name| quote!(let #name = value.#name;),
    );
    let has_text = has_text(&base);
    let parameter = has_text.then(|| quote!(S: AsRef<str>,));
    let argument = has_text.then(|| quote!(<S>));
    let text = |text| has_text.then(|| quote!(<#text>));
    let (cow, str) = (text(quote!(Cow<'de, str>)), text(quote!(&'de str)));
    let lifetime = has_text.then(|| quote!('de,));
    let input = if has_text { quote!('de) } else { quote!('_) };
    let borrow = has_text.then(|| {
        let decoded = borrowed.decoded();
        quote! {
            /// Decodes the body, with strings that borrow from the input.
            #[inline]
            pub(crate) fn borrow<'de, L: Layout>(reader: &mut Reader<'de, L>) -> Result<crate::#name #str, DecodeError> {
                #decoded
                Ok(crate::#name { #values })
            }
        }
    });
    let (decoded, encoded) = (owned.decoded(), owned.encoded());
    quote! {
        /// Decodes the body.
        #[inline]
        #[allow(unused_variables, reason = "some records have no fields")]
        pub(crate) fn decode<#lifetime L: Layout>(reader: &mut Reader<#input, L>) -> Result<crate::#name #cow, DecodeError> {
            #decoded
            Ok(crate::#name { #values })
        }

        #borrow

        /// Encodes the body.
        #[inline]
        #[allow(unused_variables, clippy::trivially_copy_pass_by_ref, reason = "some records have no fields")]
        pub(crate) fn encode<#parameter L: Layout>(
            value: &crate::#name #argument,
            writer: &mut Writer<'_, L>,
        ) -> Result<(), EncodeError> {
            #(#locals)*
            #(#missing)*
            #encoded
            Ok(())
        }
    }
}

/// Generates `Encode` and `Decode` of a record that is not in every layout.
pub(super) fn traits(context: &layout::Context<'_>, case: &Case<'_>) -> TokenStream {
    if case.ty.role.is_some() {
        return quote!();
    }
    let (schema, marker, own) = (context.schema, context.marker(), &case.payload.ty);
    let Case { kind, module, .. } = case;
    let text = has_text(&fields(schema, schema.type_of(&case.ty.key)));
    let generics = text.then(|| quote!(<S: AsRef<str>>));
    let argument = text.then(|| quote!(<S>));
    let owned = text.then(|| quote!(.map(|value| value.map_text(Into::into))));
    quote! {
        impl #generics Encode<#marker> for #own #argument {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.header_with(#kind, 0);
                #module::encode(self, writer)
            }
        }

        impl<'de> Decode<'de, #marker> for #own {
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.header_of(#kind)?;
                #module::decode(reader)#owned
            }
        }
    }
}
