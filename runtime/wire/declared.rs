//! Declared types: what an Array or a Dictionary of Godot 4 states about its values.

use super::element::{type_of_number, unknown_element};
use super::rule::Number;
use crate::declared::Declared;
use crate::reader::Header;
use crate::writer::checked_length;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Dictionary, ElementType, Encode, EncodeError, Key, Kind,
    Layout, Reader, TypedArray, TypedDictionary, Writer,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<L: Layout> Reader<'_, L> {
    /// Consumes the number of a declared type. Strict decoding rejects Nil, which engines take as no
    /// declared type.
    pub(crate) fn declared_type(&mut self, rule: &'static Number) -> Result<u32, DecodeError> {
        let offset = self.position();
        let number = self.number(rule)?;
        match type_of_number::<L>(number) {
            Some(kind) if kind != Kind::Nil || self.options().lenient => Ok(number),
            _ => {
                let types = u8::try_from(L::TYPES.len()).unwrap_or(u8::MAX);
                let kind = DecodeErrorKind::InvalidDeclaredType { number, types };
                Err(DecodeError::new(offset, kind).in_field(rule.row.name))
            }
        }
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes the body of an Array with a declared type.
    pub(crate) fn declared_array<V: Decode<'de, L>>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedArray<V>>, DecodeError> {
        let (mut array, count) = self.declared_array_start(header)?;
        self.values(count, &mut array.values)?;
        Ok(array)
    }

    /// Decodes the declared type and the count, separately to keep the recursive stack frame small.
    #[inline(never)]
    fn declared_array_start<V>(
        &mut self,
        header: Header,
    ) -> Result<(Box<TypedArray<V>>, usize), DecodeError> {
        let (declared, count) = L::array_start(self, header)?;
        let element = element_type::<L>(declared);
        let values = Vec::new();
        Ok((Box::new(TypedArray { element, values }), count))
    }

    /// Decodes the body of a Dictionary with declared types.
    pub(crate) fn declared_dictionary<V: Decode<'de, L> + Key + Default>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedDictionary<V>>, DecodeError> {
        let (mut dictionary, count) = self.declared_dictionary_start(header)?;
        dictionary.entries = self.dictionary_entries(count)?;
        Ok(dictionary)
    }

    /// Decodes the declared types and the count, separately to keep the recursive stack frame small.
    #[inline(never)]
    fn declared_dictionary_start<V>(
        &mut self,
        header: Header,
    ) -> Result<(Box<TypedDictionary<V>>, usize), DecodeError> {
        let (declared, count) = L::dictionary_start(self, header)?;
        let [key, value] = declared.map(element_type::<L>);
        let entries = Dictionary::new();
        Ok((
            Box::new(TypedDictionary {
                key,
                value,
                entries,
            }),
            count,
        ))
    }
}

fn element_type<L: Layout>(declared: Declared<'_>) -> ElementType {
    match declared {
        Declared::Any => ElementType::Any,
        Declared::Type(number) => {
            type_of_number::<L>(number).map_or(ElementType::Any, ElementType::from)
        }
        Declared::Class(class) => ElementType::Class(class.into_owned()),
        Declared::Script(path) => ElementType::Script(path.into_owned()),
    }
}

fn declared<L: Layout>(element: &ElementType) -> Result<Declared<'_>, EncodeError> {
    Ok(match element {
        ElementType::Any | ElementType::Kind(Kind::Nil) => Declared::Any,
        ElementType::Kind(element) => match L::number_of(*element) {
            Some(number) => Declared::Type(number.into()),
            None => return Err(unknown_element::<L>(*element)),
        },
        ElementType::Class(class) => Declared::Class(class.as_str().into()),
        ElementType::Script(path) => Declared::Script(path.as_str().into()),
    })
}

impl<L: Layout> Writer<'_, L> {
    /// Encodes an Array with a declared type; `start` encodes its header and what precedes the values.
    pub(crate) fn declared_array<V: Encode<L>>(
        &mut self,
        array: &TypedArray<V>,
        start: impl FnOnce(&mut Self, u32, [&Declared<'_>; 1]) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let count = checked_length(array.values.len())?;
        let element = declared::<L>(&array.element)?;
        start(self, count, [&element]).map_err(|error| self.fail(error))?;
        self.elements_after_count(count, &array.values)
    }

    /// Encodes a Dictionary with declared types; `start` encodes its header and what precedes the entries.
    pub(crate) fn declared_dictionary<V: Encode<L>>(
        &mut self,
        dictionary: &TypedDictionary<V>,
        start: impl FnOnce(&mut Self, u32, [&Declared<'_>; 2]) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let count = checked_length(dictionary.entries.len())?;
        let (key, value) = (
            declared::<L>(&dictionary.key)?,
            declared::<L>(&dictionary.value)?,
        );
        start(self, count, [&key, &value]).map_err(|error| self.fail(error))?;
        self.pairs_after_count(count, dictionary.entries.iter())
    }
}
