//! One layout's module: its marker, its types by number, its `Variant`, and the functions that read and write.

use super::Precision;
use super::names::{component, has_reals, ident, marker, module, snake, table_doc, title};
use super::{decode, variant};
use crate::model::{Body, Layout, LayoutType, Schema, Text, Type, Var2str};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// What the emitters of one layout's parts need to know.
pub(super) struct Context<'s> {
    pub(super) schema: &'s Schema,
    pub(super) layout: &'s Layout,
    pub(super) precision: Precision,
}

impl<'s> Context<'s> {
    /// The layout's types by number.
    pub(super) fn types(&self) -> impl Iterator<Item = (&'s LayoutType, &'s Type)> {
        let schema = self.schema;
        self.layout.types.iter().map(move |listed| (listed, schema.type_of(&listed.key)))
    }

    pub(super) fn marker(&self) -> proc_macro2::Ident {
        marker(self.layout, self.precision)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.layout.types.iter().any(|ty| ty.key == key)
    }
}

pub(super) fn layout(schema: &Schema, layout: &Layout, precision: Precision) -> TokenStream {
    let context = Context { schema, layout, precision };
    let marker = marker_type(&context);
    let types = variant_type(&context);
    let variant = variant::variant(&context);
    let decode = decode::values(&context);
    let functions = functions(&context);
    let reexport = if precision.is_double() {
        quote!(
            pub use crate::double::*;
        )
    } else {
        quote!()
    };
    quote! {
        #reexport
        #marker
        #types
        #variant
        #decode
        #functions
    }
}

fn marker_type(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let name = module(context.layout, context.precision);
    let double = if context.precision.is_double() { ", with components of 64 bits" } else { "" };
    let doc = format!(" {}{double}.", context.layout.description.trim_end_matches('.'));
    let doc_title = format!(
        " As a type argument it stands for {}; everything else of the layout is in [its module](self).",
        title(context.layout, context.precision)
    );
    let real = component("real", context.precision);
    let is_double = context.precision.is_double();
    let is_lenient = context.layout.text == Text::Lenient;
    let form = match context.layout.var2str {
        Var2str::Godot3 => quote!(Godot3),
        Var2str::Pandemonium => quote!(Pandemonium),
    };
    let tables = context.types().map(|(listed, ty)| type_table(context, listed, ty));
    let numbers = context.schema.types.iter().map(|ty| {
        let listed = context.layout.types.iter().find(|listed| listed.key == ty.key);
        listed.map_or_else(
            || quote!(<Self as crate::Layout>::ABSENT),
            |listed| {
                let number = Literal::u32_unsuffixed(listed.number);
                quote!(#number)
            },
        )
    });
    quote! {
        #[doc = #doc]
        #[doc = ""]
        #[doc = #doc_title]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct #marker;

        impl crate::layout::Sealed for #marker {}

        impl crate::Layout for #marker {
            type Variant = Variant;
            type Real = #real;

            const NAME: &'static str = #name;
            const DOUBLE: bool = #is_double;
            const TYPES: &'static [crate::table::TypeTable] = &[#(#tables),*];
            const NUMBERS: [u8; crate::Kind::ALL.len()] = [#(#numbers),*];
            const LENIENT_TEXT: bool = #is_lenient;
            const TEXT_FORM: crate::display::TextForm = crate::display::TextForm::#form;
        }
    }
}

fn type_table(context: &Context<'_>, listed: &LayoutType, ty: &Type) -> TokenStream {
    let number = Literal::u32_unsuffixed(listed.number);
    let (name, key, description) = (&listed.name, ident(&ty.key), &ty.description);
    let module = ident(&snake(&ty.key));
    let body = match ty.body {
        Body::Empty => quote!(Empty),
        Body::Bool => quote!(Bool),
        Body::Number => quote!(Number),
        Body::Text => quote!(Text),
        Body::Fields => quote!(Fields),
        Body::Pool(_) => quote!(Pool),
        Body::PoolText => quote!(PoolText),
        Body::NodePath => quote!(NodePath),
        Body::Object => quote!(Object),
        Body::Dictionary => quote!(Dictionary),
        Body::Array => quote!(Array),
    };
    let rows = if context.precision.is_double() && has_reals(context.schema, ty) {
        quote!(crate::rows::double::#module::TABLES)
    } else {
        quote!(crate::rows::#module::TABLES)
    };
    quote! {
        crate::table::TypeTable {
            number: #number,
            name: #name,
            kind: crate::Kind::#key,
            description: #description,
            body: crate::table::Body::#body,
            tables: #rows,
        }
    }
}

fn variant_type(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let keys: Vec<_> = context.types().map(|(_, ty)| ident(&ty.key)).collect();
    let numbers: Vec<_> = context.types().map(|(listed, _)| Literal::u32_unsuffixed(listed.number)).collect();
    let docs = context.types().map(|(listed, ty)| {
        let table = table_doc(context.schema, ty, context.precision);
        let lines: String = table.lines().map(|line| format!(" {line}\n")).collect();
        format!(" `{}`: {}\n{lines}", listed.name, ty.description)
    });
    let doc = format!(" The types of {}, by their numbers in the header.", title(context.layout, context.precision));
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum VariantType {
            #(#[doc = #docs] #keys = #numbers),*
        }

        impl VariantType {
            /// All types, by number.
            pub const ALL: &'static [Self] = &[#(Self::#keys),*];

            /// The type of a number in the header's low 8 bits, if the layout has one.
            #[must_use]
            pub const fn from_number(number: u8) -> Option<Self> {
                match number {
                    #(#numbers => Some(Self::#keys),)*
                    _ => None,
                }
            }

            /// The number in the header.
            #[must_use]
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// The name in the engine.
            #[must_use]
            pub fn name(self) -> &'static str {
                <#marker as crate::Layout>::name_of(self.kind())
            }

            /// What the type is in any layout.
            #[must_use]
            pub const fn kind(self) -> crate::Kind {
                match self { #(Self::#keys => crate::Kind::#keys),* }
            }

            /// The type of a kind, if the layout has it.
            #[must_use]
            pub fn of(kind: crate::Kind) -> Option<Self> {
                <#marker as crate::Layout>::number_of(kind).and_then(Self::from_number)
            }

            /// The offset tables.
            #[must_use]
            pub fn table(self) -> &'static crate::table::TypeTable {
                &<#marker as crate::Layout>::TYPES[self as usize]
            }
        }

        /// The name in the engine.
        impl core::fmt::Display for VariantType {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    }
}

/// The functions that read and write, under the names that `serde_json` has for them.
fn functions(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let module_name = module(context.layout, context.precision);
    let module = ident(&module_name);
    let example = |lines: &[&str]| -> Vec<String> {
        let lines = lines.iter().map(|line| format!(" {}", line.replace("LAYOUT", &module_name)));
        [" ```".to_owned()].into_iter().chain(lines).chain([" ```".to_owned()]).collect()
    };
    let to_vec = example(&[
        "use gdvariant::LAYOUT;",
        "",
        "assert_eq!(LAYOUT::to_vec(&true)?, [1, 0, 0, 0, 1, 0, 0, 0]);",
        "# Ok::<(), gdvariant::EncodeError>(())",
    ]);
    let encode_into = example(&[
        "use gdvariant::LAYOUT;",
        "",
        "let mut packet = vec![7];",
        "LAYOUT::encode_into(\"abc\", &mut packet)?;",
        "assert_eq!(packet, [7, 4, 0, 0, 0, 3, 0, 0, 0, b'a', b'b', b'c', 0]);",
        "# Ok::<(), gdvariant::EncodeError>(())",
    ]);
    let encoded_len = example(&[
        "use gdvariant::LAYOUT;",
        "",
        "assert_eq!(LAYOUT::encoded_len(\"abc\")?, 12);",
        "# Ok::<(), gdvariant::EncodeError>(())",
    ]);
    let from_slice = example(&[
        "use gdvariant::LAYOUT::{self, Variant};",
        "",
        "let bytes = [2, 0, 0, 0, 42, 0, 0, 0];",
        "assert_eq!(LAYOUT::from_slice::<Variant>(&bytes)?, Variant::Int(42));",
        "assert_eq!(LAYOUT::from_slice::<u8>(&bytes)?, 42);",
        "# Ok::<(), gdvariant::DecodeError>(())",
    ]);
    let prefix = example(&[
        "use gdvariant::LAYOUT;",
        "",
        "let bytes = [1, 0, 0, 0, 1, 0, 0, 0, 0xff];",
        "assert_eq!(LAYOUT::from_slice_prefix::<bool>(&bytes)?, (true, 8));",
        "# Ok::<(), gdvariant::DecodeError>(())",
    ]);
    let framed = example(&[
        "use gdvariant::LAYOUT;",
        "",
        "let mut file = Vec::new();",
        "LAYOUT::write_framed(&mut file, &7)?;",
        "LAYOUT::write_framed(&mut file, &8)?;",
        "let values: Result<Vec<i32>, _> = LAYOUT::read_framed(file.as_slice()).collect();",
        "assert_eq!(values?, [7, 8]);",
        "# Ok::<(), Box<dyn std::error::Error>>(())",
    ]);
    let std_only = quote!(#[cfg(feature = "std")]);
    let framed_std: Vec<_> = framed;
    let _ = module;
    quote! {
        use crate::{Decode, DecodeError, DecodeOptions, Encode, EncodeError};
        use alloc::vec::Vec;

        /// Encodes a value into a new buffer.
        ///
        #(#[doc = #to_vec])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, see [`EncodeErrorKind`](crate::EncodeErrorKind).
        pub fn to_vec<T: Encode<#marker> + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
            crate::generic::to_vec(value)
        }

        /// Encodes a value behind what a buffer holds; with a buffer that is used again, nothing is allocated.
        ///
        #(#[doc = #encode_into])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value; the buffer is then as it was before.
        pub fn encode_into<T: Encode<#marker> + ?Sized>(value: &T, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
            crate::generic::encode_into(value, buffer)
        }

        /// How many bytes a value takes, without keeping them: a multiple of 4.
        ///
        #(#[doc = #encoded_len])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value.
        pub fn encoded_len<T: Encode<#marker> + ?Sized>(value: &T) -> Result<usize, EncodeError> {
            crate::generic::encoded_len(value)
        }

        /// Encodes a value and writes it in one go; where it cannot be encoded, nothing is written.
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, or writing fails.
        #std_only
        pub fn to_writer<T: Encode<#marker> + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
            crate::generic::to_writer(writer, value)
        }

        /// Decodes the one value that the input holds, strictly.
        ///
        #(#[doc = #from_slice])*
        ///
        /// # Errors
        ///
        /// When the bytes are not such a value, or more bytes follow it.
        pub fn from_slice<'de, T: Decode<'de, #marker>>(input: &'de [u8]) -> Result<T, DecodeError> {
            from_slice_with(input, DecodeOptions::new())
        }

        /// Decodes the one value that the input holds, accepting what the options say.
        ///
        /// # Errors
        ///
        /// When the bytes are not such a value, or, unless the options are lenient, more bytes follow it.
        pub fn from_slice_with<'de, T: Decode<'de, #marker>>(input: &'de [u8], options: DecodeOptions) -> Result<T, DecodeError> {
            crate::generic::from_slice(input, options)
        }

        /// Decodes the value at the front of the input, and says how many bytes it took.
        ///
        #(#[doc = #prefix])*
        ///
        /// # Errors
        ///
        /// When the input does not start with such a value.
        pub fn from_slice_prefix<'de, T: Decode<'de, #marker>>(input: &'de [u8]) -> Result<(T, usize), DecodeError> {
            from_slice_prefix_with(input, DecodeOptions::new())
        }

        /// Decodes the value at the front of the input, accepting what the options say, and says how many bytes it took.
        ///
        /// # Errors
        ///
        /// When the input does not start with such a value.
        pub fn from_slice_prefix_with<'de, T: Decode<'de, #marker>>(
            input: &'de [u8],
            options: DecodeOptions,
        ) -> Result<(T, usize), DecodeError> {
            crate::generic::from_slice_prefix(input, options)
        }

        /// Reads to the end and decodes the one value that comes, strictly.
        ///
        /// # Errors
        ///
        /// When reading fails, the bytes are not such a value, or more bytes follow it.
        #std_only
        pub fn from_reader<T: crate::DecodeOwned<#marker>>(reader: impl std::io::Read) -> Result<T, crate::ReadError> {
            from_reader_with(reader, DecodeOptions::new())
        }

        /// Reads to the end and decodes the one value that comes, accepting what the options say.
        ///
        /// # Errors
        ///
        /// When reading fails, the bytes are not such a value, or, unless the options are lenient, more bytes follow it.
        #std_only
        pub fn from_reader_with<T: crate::DecodeOwned<#marker>>(
            reader: impl std::io::Read,
            options: DecodeOptions,
        ) -> Result<T, crate::ReadError> {
            crate::generic::from_reader(reader, options)
        }

        /// Writes a value behind its length, as `File.store_var` and `StreamPeer.put_var` do.
        ///
        #(#[doc = #framed_std])*
        ///
        /// # Errors
        ///
        /// When the format cannot say the value, then nothing is written; or when writing fails.
        #std_only
        pub fn write_framed<T: Encode<#marker> + ?Sized>(writer: impl std::io::Write, value: &T) -> Result<(), crate::WriteError> {
            write_framed_with(writer, value, crate::FrameOptions::new())
        }

        /// Writes a value behind its length, in the byte order that the options say.
        ///
        /// # Errors
        ///
        /// When the format cannot say the value or it is longer than the options allow, then nothing is written; or when writing fails.
        #std_only
        pub fn write_framed_with<T: Encode<#marker> + ?Sized>(
            writer: impl std::io::Write,
            value: &T,
            options: crate::FrameOptions,
        ) -> Result<(), crate::WriteError> {
            crate::framing::write_framed(writer, value, options)
        }

        /// Reads values one after the other, each behind its length, as `File.get_var` and `StreamPeer.get_var` do.
        ///
        /// A value that cannot be decoded is an error of its own: the next one is still read.
        #std_only
        pub fn read_framed<R: std::io::Read, T: crate::DecodeOwned<#marker>>(reader: R) -> crate::Values<R, #marker, T> {
            read_framed_with(reader, crate::FrameOptions::new())
        }

        /// Reads values one after the other, each behind its length, accepting what the options say.
        #std_only
        pub fn read_framed_with<R: std::io::Read, T: crate::DecodeOwned<#marker>>(
            reader: R,
            options: crate::FrameOptions,
        ) -> crate::Values<R, #marker, T> {
            crate::Frames::new(reader, options).values()
        }
    }
}
