//! Generates the code that decodes a struct or the fields of a variant.

use crate::encode::{key_bytes, owns, taken_beside};
use crate::input::{Fallback, Field, FieldEncoding, Marker, Name, Shape, Variant};
use crate::types::optional;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

/// Generates the decoding of a complete value into a variant.
pub(crate) fn decode_body(variant: &Variant) -> TokenStream {
    match variant.shape {
        Shape::Nil => {
            let built = build(variant, &decode_field);
            quote! {
                <() as __gdvariant::Decode<'__de, __E>>::decode(reader)?;
                #built
            }
        }
        Shape::Inner => build(variant, &decode_field),
        Shape::Array => {
            let elements = decode_elements(variant, 0);
            quote! {
                let mut elements = __gdvariant::Elements::open(reader)?;
                #elements
            }
        }
        Shape::Dictionary => {
            let pairs = read_pairs(variant, None);
            quote! {
                let reserved = &__gdvariant::ReservedKeys::None;
                #pairs
            }
        }
    }
}

/// Generates the decoding of a variant from the `elements` of an Array, of which some are decoded.
pub(crate) fn decode_elements(variant: &Variant, decoded: usize) -> TokenStream {
    let length = decoded + variant.wire_fields().count();
    let length = Literal::usize_unsuffixed(length);
    let elements = variant.wire_fields().map(|field| {
        let (Field { local, ty, .. }, read) = (field, reading_function(field));
        quote!(let #local: __gdvariant::Option<#ty> = elements.next(reader, #read)?;)
    });
    let is_optional = |field: &&Field| {
        let is_option =
            optional(&field.ty).is_some() && !matches!(field.encoding, FieldEncoding::With(_));
        field.fallback.is_some() || is_option
    };
    let fields: Vec<_> = variant.wire_fields().collect();
    let optional = fields.iter().rev().copied().take_while(is_optional).count();
    let optional = Literal::usize_unsuffixed(optional);
    let missing = quote!(elements.wrong_length(#length, #optional));
    let built = build(variant, &|field| or_missing(field, &missing));
    quote! {
        #(#elements)*
        elements.finish(reader, #length, #optional)?;
        #built
    }
}

/// Generates the decoding of a variant from the pairs of a Dictionary. `tag` is the key with the name
/// of the variant, if the Dictionary has one. The generated code ignores the keys in its variable
/// `reserved`.
pub(crate) fn read_pairs(variant: &Variant, tag: Option<&str>) -> TokenStream {
    let (slots, names) = (slots(variant), names(&variant.keys(), variant.only));
    let (tag, take) = (tag.iter().map(key_bytes), take_pairs(variant));
    let reserved = if variant.flattened().next().is_some() {
        let owned = owns(variant, None);
        quote!(&__gdvariant::ReservedKeys::Fields(|key, asked| #owned, &[], reserved))
    } else {
        quote!(reserved)
    };
    let place = quote!(let place = __gdvariant::Clone::clone(reader););
    let place = variant.flattened().next().map(|_| place);
    let built = build(variant, &|field| {
        if field.is_flattened() {
            let (reserved, read) = (taken_beside(variant, field), reading_function(field));
            return quote!({ let reserved = #reserved; __gdvariant::again(reader, &place, #read)? });
        }
        let key = &field.names.name;
        or_missing(
            field,
            &quote!(__gdvariant::missing_key(reader, start, #key, names, #reserved)),
        )
    });
    quote! {
        #place
        let start = reader.rest();
        #slots
        let names: &'static __gdvariant::Names = #names;
        let mut pairs = __gdvariant::DictionaryReader::open(reader, names, reserved)?;
        #(pairs.skip_tag(#tag)?;)*
        #take
        #built
    }
}

/// Generates the known keys or names, which are strings.
///
/// If `only` is set, decoding rejects all others.
pub(crate) fn names<N: ToTokens>(known: &[N], only: bool) -> TokenStream {
    quote!(&__gdvariant::Names { known: &[#(#known),*], only: #only })
}

/// Generates a variable for each field that the input loop decodes.
fn slots(variant: &Variant) -> TokenStream {
    let slots = variant.slotted().map(
        |Field { local, ty, .. }| quote!(let mut #local: __gdvariant::Option<#ty> = __gdvariant::None;),
    );
    quote!(#(#slots)*)
}

/// Generates the decoding of all `pairs`.
///
/// The fields in encoding order are decoded one after another, without a search. The loop decodes
/// the entries after the first one that is not in this order.
fn take_pairs(variant: &Variant) -> TokenStream {
    if variant.slotted().next().is_none() {
        return quote!(while pairs.next_field()?.is_some() {});
    }
    let length = Literal::usize_unsuffixed(variant.slotted().count());
    let run = variant.slotted().zip(0_usize..).map(|(field, index)| {
        let (local, key) = (&field.local, key_bytes(&field.names.name));
        let index = Literal::usize_unsuffixed(index);
        let take = if is_decoded_by_type(field) {
            quote!(take(&mut run, #index, #key, &mut #local))
        } else {
            let read = reading_function(field);
            quote!(take_with(&mut run, #index, #key, &mut #local, #read))
        };
        quote! {
            if !pairs.#take? {
                break 'run #index;
            }
        }
    });
    let levels = variant.slotted().filter(|field| is_decoded_by_type(field));
    let levels = levels
        .map(|Field { ty, .. }| quote!(<#ty as __gdvariant::Decode<'__de, __E>>::CURSOR_LEVELS));
    let keys = variant.keys();
    let arms = variant.slotted().map(|field| {
        let position = |name: &Name| keys.iter().position(|key| *key == name);
        let indices = field.names.all().filter_map(position);
        let indices = indices.map(Literal::usize_unsuffixed);
        let (local, read) = (&field.local, reading_function(field));
        quote!(#(#indices)|* => pairs.value_into(&mut #local, #read)?,)
    });
    quote! {
        let mut run = pairs.run(&[#(#levels),*]);
        let count = 'run: {
            #(#run)*
            #length
        };
        pairs.resume(run, count);
        while let __gdvariant::Some(index) = pairs.next_field()? {
            match index {
                #(#arms)*
                _ => {}
            }
        }
    }
}

/// Returns whether the implementation of `Decode` for its type decodes a field.
fn is_decoded_by_type(field: &Field) -> bool {
    matches!(
        field.encoding,
        FieldEncoding::Own | FieldEncoding::As(Marker::Packed | Marker::Typed | Marker::StringName)
    )
}

/// Generates the construction of the variant; `value` generates each decoded field.
pub(crate) fn build(variant: &Variant, value: &dyn Fn(&Field) -> TokenStream) -> TokenStream {
    let fields = variant.fields.iter().map(|field| {
        let Field { member, local, .. } = field;
        let value = if field.is_skipped {
            fallback(field, field.fallback.as_ref().unwrap_or(&Fallback::Default))
        } else if field.is_name {
            local.to_token_stream()
        } else {
            value(field)
        };
        quote!(#member: #value)
    });
    let (path, this) = (&variant.path, Ident::new("Self", variant.ident.span()));
    let fallback = variant.fallback.as_ref().map(|fallback| {
        let source = source(fallback, &this);
        quote!(let fallback = #source;)
    });
    quote! {
        #fallback
        __gdvariant::Ok(#path { #(#fields),* })
    }
}

/// Generates the decoding of a field from `reader`.
pub(crate) fn decode_field(field: &Field) -> TokenStream {
    let read = reading_function(field);
    quote!(#read(reader)?)
}

/// Generates the function that decodes a field.
pub(crate) fn reading_function(Field { encoding, ty, .. }: &Field) -> TokenStream {
    match encoding {
        FieldEncoding::With(module) => quote_spanned!(module.span()=> #module::decode),
        FieldEncoding::EachWith(module) => {
            let read = quote_spanned! {module.span()=>
                |reader| <#ty as __gdvariant::DecodeEach<'__de, __E>>::decode_each(reader, |reader| #module::decode(reader))
            };
            quote!((#read))
        }
        FieldEncoding::Flatten => {
            quote!((|reader| <#ty as __gdvariant::ReadFields<'__de, __E>>::read_fields(reader, reserved)))
        }
        FieldEncoding::As(marker @ Marker::NodePath) => {
            quote!(<#ty as __gdvariant::DecodeAs<'__de, __E, #marker>>::decode_as)
        }
        // All other forms are decoded by the implementation of the type.
        _ => quote!(<#ty as __gdvariant::Decode<'__de, __E>>::decode),
    }
}

/// Generates the value of a decoded field, or else its fallback or the error `missing`.
fn or_missing(field: &Field, missing: &TokenStream) -> TokenStream {
    let Field { local, ty, .. } = field;
    let (absent, otherwise) = match (&field.fallback, &field.encoding) {
        (Some(own), _) => (None, fallback(field, own)),
        (None, encoding) => {
            let absent = match encoding {
                FieldEncoding::With(_) => None,
                FieldEncoding::EachWith(_) => Some(quote!(DecodeEach)),
                _ => Some(quote!(Decode)),
            };
            (absent, quote!(return __gdvariant::Err(#missing)))
        }
    };
    let absent = absent.iter();
    quote! {
        match #local #(.or_else(<#ty as __gdvariant::#absent<'__de, __E>>::absent))* {
            __gdvariant::Some(value) => value,
            __gdvariant::None => #otherwise,
        }
    }
}

/// Generates the value of a missing field.
fn fallback(Field { member, ty, .. }: &Field, fallback: &Fallback) -> TokenStream {
    match fallback {
        Fallback::Struct => quote!(fallback.#member),
        own => source(own, ty),
    }
}

/// Generates a value of the type `ty`. The compiler reports errors at the function or at the type.
fn source(fallback: &Fallback, ty: &(impl ToTokens + Spanned)) -> TokenStream {
    if let Fallback::Function(path) = fallback {
        quote_spanned!(path.span()=> { let value: #ty = #path(); value })
    } else {
        quote_spanned!(ty.span()=> <#ty as __gdvariant::Default>::default())
    }
}
