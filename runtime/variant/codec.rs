//! Decodes and encodes Variants; the module of each precision contains this file.

use super::*;
use crate::codec::variant::{DecodeInPlace, apart, text_to};
use crate::wire::fields::value_of;
use crate::{Decode, DecodeError, Encode, EncodeError, Header, Kind, Reader, Writer};
use core::borrow::Borrow;

/// Implements the codec of one of the enums. `$path_body` and `$packed_body` are the functions that
/// decode its NodePaths and packed arrays, and `$put_path` encodes `$path`.
macro_rules! codec {
    (
        $value:ty, $path_body:ident, $packed_body:ident, |$writer:ident, $path:ident| $put_path:expr;
        texts { $($text:ident)* }
        fields { $($fields:ident)* }
        records { $($record:ident)* }
        packed_arrays { $($packed:ident $element:ty,)* }
        typed_arrays { $($typed_array:ident)* }
    ) => {
        // Each arm calls `to` directly, so that values are built in place: in the benchmark
        // `snapshot/decode dynamic`, this saves 10% of the time for owned values, and 20% for
        // borrowed ones.
        impl<'de> $value {
            // Without optimization, inlining would only enlarge the recursive stack frame.
            #[cfg_attr(debug_assertions, inline(never))]
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(crate) fn decode_to<R>(
                reader: &mut Reader<'de, AnyEngine>,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                let header = reader.header()?;
                // Most keys are strings or ints. With a call or a jump table for them,
                // `names/decode dynamic, owned` would take 14% more time.
                if header.is(Kind::Int) {
                    let int = reader.int_body(header)?;
                    return Ok(to(Self::Int(int)));
                }
                $(if header.is(Kind::$text) {
                    return text_to(reader, Kind::$text, |text| to(Self::$text(text)));
                })*
                // Each container is decoded separately to keep the recursive stack frame small.
                match header.kind() {
                    Kind::Object => apart(
                        reader,
                        move |reader| reader.object_body(header),
                        |value| to(Self::Object(value)),
                    ),
                    Kind::Dictionary if header.flags() != 0 => apart(
                        reader,
                        move |reader| reader.declared_dictionary(header),
                        |value| to(Self::from_typed_dictionary(value)),
                    ),
                    Kind::Array if header.flags() != 0 => apart(
                        reader,
                        move |reader| reader.declared_array(header),
                        |value| to(Self::from_typed_array(value)),
                    ),
                    Kind::Dictionary => {
                        apart(reader, Reader::dictionary_body, |value| to(Self::Dictionary(value)))
                    }
                    Kind::Array => apart(reader, Reader::array_body, |value| to(Self::Array(value))),
                    $(Kind::$typed_array => apart(
                        reader,
                        move |reader| reader.typed_array_body(header),
                        |value| to(Self::$typed_array(value)),
                    ),)*
                    _ => Self::decode_leaf(reader, header, to),
                }
            }

            #[inline(never)]
            fn decode_leaf<R>(
                reader: &mut Reader<'de, AnyEngine>,
                header: Header,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                match header.kind() {
                    Kind::Nil => Ok(to(Self::Nil)),
                    Kind::Bool => Ok(to(Self::Bool(reader.bool_body()?))),
                    Kind::Float => Ok(to(Self::Float(reader.float_body(header)?))),
                    $(Kind::$fields => {
                        let body = reader.fields_body::<$fields>(header)?;
                        Ok(to(Self::$fields(value_of::<$fields>(&body).into())))
                    })*
                    Kind::NodePath => Ok(to(Self::NodePath(reader.$path_body()?))),
                    $(Kind::$record => {
                        Ok(to(Self::$record(crate::$record::decode_body(reader)?.into())))
                    })*
                    $(Kind::$packed => {
                        Ok(to(Self::$packed(reader.$packed_body(header, Kind::$packed)?)))
                    })*
                    Kind::PackedStringArray => {
                        let mut elements = Vec::new();
                        reader.packed_texts(&mut elements)?;
                        Ok(to(Self::PackedStringArray(elements)))
                    }
                    Kind::Int $(| Kind::$text)* | Kind::Object | Kind::Dictionary | Kind::Array
                    $(| Kind::$typed_array)* => Err(reader.unknown_type(header.number())),
                }
            }
        }

        // Lenient decoding accepts a declared type of Nil, and ignores it.
        impl<'de> $value {
            #[inline]
            pub(super) fn from_typed_dictionary(value: Box<crate::TypedDictionary<Self>>) -> Self {
                if value.is_untyped() {
                    Self::Dictionary(value.entries)
                } else {
                    Self::TypedDictionary(value)
                }
            }

            #[inline]
            pub(super) fn from_typed_array(value: Box<crate::TypedArray<Self>>) -> Self {
                if value.is_untyped() {
                    Self::Array(value.values)
                } else {
                    Self::TypedArray(value)
                }
            }
        }

        impl<'de, E: Engine<Variant = Variant>> Decode<'de, E> for $value {
            #[inline]
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                reader.shared(|reader| Self::decode_to(reader, |value| value))
            }

            fn decode_elements(
                reader: &mut Reader<'de, E>,
                count: usize,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                reader.shared(|reader| reader.any_elements(count, elements))
            }
        }

        impl<'de> Decode<'de, AnyEngine> for $value {
            #[inline]
            fn decode(reader: &mut Reader<'de, AnyEngine>) -> Result<Self, DecodeError> {
                Self::decode_to(reader, |value| value)
            }

            #[inline]
            fn decode_elements(
                reader: &mut Reader<'de, AnyEngine>,
                count: usize,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                reader.any_elements(count, elements)
            }
        }

        impl<'de> DecodeInPlace<'de> for $value {
            // A call for each value would take 10% of the instructions in the benchmark
            // `keys/decode dynamic, owned`.
            // Without optimization, inlining would only enlarge the recursive stack frame.
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_in_place(
                reader: &mut Reader<'de, AnyEngine>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                if !matches!(place, Self::Nil) {
                    *place = Self::Nil;
                }
                // The place is Nil and owns nothing. Without `forget`, the check whether to drop
                // the old value would take as long as decoding most values.
                Self::decode_to(reader, |value| core::mem::forget(core::mem::replace(place, value)))
            }

            #[inline]
            fn from_int(value: i64) -> Self {
                Self::Int(value)
            }

            #[inline]
            fn from_text(text: &'de str) -> Self {
                Self::String(text.into())
            }

        }

        impl<'de> $value {
            /// Encodes the value, or returns an error if the layout lacks its type.
            #[inline]
            fn encode_in(&self, $writer: &mut Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
                // Encoding the most common types inline in the loops of containers saves 8% of the
                // instructions in the benchmark `keys/encode dynamic`.
                match self {
                    Self::Bool(value) => {
                        $writer.bool([], *value);
                        Ok(())
                    }
                    Self::Int(value) => {
                        $writer.int([], *value);
                        Ok(())
                    }
                    Self::Float(value) => {
                        $writer.float([], *value);
                        Ok(())
                    }
                    $(Self::$text(text) => {
                        $writer.require(Kind::$text)?;
                        $writer.text([], Kind::$text, text)
                    })*
                    Self::Object(_) | Self::Dictionary(_) | Self::Array(_)
                    | Self::TypedDictionary(_) | Self::TypedArray(_)
                    $(| Self::$typed_array(_))* => self.encode_nested($writer),
                    leaf => leaf.encode_leaf($writer),
                }
            }

            /// Encodes a container. Other values are encoded separately to keep the recursive stack
            /// frame small.
            #[inline(never)]
            fn encode_nested(&self, $writer: &mut Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
                match self {
                    Self::Object(object) => $writer.object(object),
                    Self::Dictionary(dictionary) => $writer.any_dictionary(dictionary),
                    Self::Array(elements) => $writer.elements(elements),
                    Self::TypedDictionary(dictionary) => $writer.declared_dictionary(dictionary),
                    Self::TypedArray(array) => $writer.declared_array(array),
                    $(Self::$typed_array(array) => {
                        $writer.require(Kind::$typed_array)?;
                        $writer.typed_array(Kind::$typed_array, array)
                    })*
                    leaf => leaf.encode_leaf($writer),
                }
            }

            #[inline(never)]
            fn encode_leaf(&self, $writer: &mut Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
                match self {
                    Self::Nil => {
                        $writer.header_with(Kind::Nil, 0);
                        Ok(())
                    }
                    $(Self::$fields(value) => {
                        $writer.require(Kind::$fields)?;
                        $writer.fields([], Kind::$fields, Borrow::<$fields>::borrow(value));
                        Ok(())
                    })*
                    Self::NodePath($path) => $put_path,
                    $(Self::$record(record) => {
                        $writer.require(Kind::$record)?;
                        $writer.header_with(Kind::$record, 0);
                        record.encode_body($writer)
                    })*
                    $(Self::$packed(elements) => {
                        $writer.require(Kind::$packed)?;
                        $writer.packed_numbers(Kind::$packed, elements)
                    })*
                    Self::PackedStringArray(texts) => $writer.packed_texts(texts),
                    Self::Bool(_) | Self::Int(_) | Self::Float(_) $(| Self::$text(_))*
                    | Self::Object(_) | Self::Dictionary(_) | Self::Array(_)
                    | Self::TypedDictionary(_) | Self::TypedArray(_)
                    $(| Self::$typed_array(_))* => self.encode_in($writer),
                }
            }
        }

        impl<'de, E: Engine<Variant = Variant>> Encode<E> for $value {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.shared(|writer| self.encode_in(writer))
            }

            fn encode_batch(elements: &[Self], writer: &mut Writer<'_, E>) -> Result<usize, EncodeError> {
                writer.shared(|writer| Self::encode_batch(elements, writer))
            }
        }

        impl<'de> Encode<AnyEngine> for $value {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
                self.encode_in(writer)
            }

            // A call for each element would take 17% of the instructions in the benchmark
            // `rpc/encode dynamic`.
            // Without optimization, inlining would only enlarge the recursive stack frame.
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode_batch(
                elements: &[Self],
                writer: &mut Writer<'_, AnyEngine>,
            ) -> Result<usize, EncodeError> {
                Ok(match elements {
                    [Self::Int(_), Self::Int(_), ..] => {
                        writer.short_ints(elements.iter().map_while(Self::as_int))
                    }
                    [Self::String(_), Self::String(_), ..] => {
                        writer.short_strings(elements.iter().map_while(Self::as_string))
                    }
                    // Without the calls and jump tables that select the type, the benchmark
                    // `nest/encode dynamic` takes 63% of the instructions.
                    [Self::Int(value), ..] => {
                        writer.int([], *value);
                        1
                    }
                    [Self::Array(elements), ..] => {
                        writer.elements(elements)?;
                        1
                    }
                    _ => 0,
                })
            }
        }
    };
}

each_body!(codec Variant, node_path_body, packed_array, |writer, path| writer.node_path([], path));
each_body!(codec VariantRef<'de>, node_path_ref, packed_view, |writer, path| writer.borrowed_node_path(*path));
