//! Declared types: what an Array or a Dictionary of Godot 4 states about its values.

use crate::codec::container::new_places;
use crate::codec::dictionary::key_segment;
use crate::error::Result;
use crate::table::rule::Number;
use crate::value::declared::{Coerced, Declared, Other, allows, first_other};
use crate::value::view::{AsView, segment_of};
use crate::wire::element::{type_of_number, unknown_element};
use crate::wire::reader::Header;
use crate::wire::writer::checked_length;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Dictionary, ElementType, Encode, EncodeError,
    EncodeErrorKind, Ignored, Kind, Layout, Reader, Segment, TypedArray, TypedDictionary, Writer,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Display;

impl<L: Layout> Reader<'_, L> {
    /// Consumes the number of a declared type. Strict decoding rejects Nil, which engines take as
    /// no declared type.
    pub(crate) fn declared_type(&mut self, rule: &'static Number) -> Result<u32> {
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
    pub(crate) fn declared_array<V: Decode<'de, L> + AsView + Default>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedArray<V>>> {
        let (mut array, count) = self.declared_array_start(header)?;
        match array.element.kind() {
            Some(declared) => self.declared_values(count, declared, &mut array.values)?,
            None => self.values(count, &mut array.values)?,
        }
        Ok(array)
    }

    /// Decodes `count` values of a declared type one level deeper and appends them.
    fn declared_values<V: Decode<'de, L> + AsView + Default>(
        &mut self,
        count: usize,
        declared: Kind,
        values: &mut Vec<V>,
    ) -> Result<()> {
        values.reserve_exact(self.reserve::<V>(count));
        let outer = self.depth();
        self.enter(count)?;
        let mut index = 0;
        while index < count {
            // Fast path: a batch of 100,000 ints takes 5.0 million instructions instead of 25.6
            // million.
            let ints = match declared {
                Kind::Int => self.ints_ahead(count - index),
                _ => 0,
            };
            if ints > 0 {
                V::decode_elements(self, ints, values)?;
                index += ints;
                continue;
            }
            let is_kept = match new_places(values, 1) {
                [place, ..] => self
                    .declared_value(Some(declared), place)
                    .map_err(|error| error.within(Segment::Index(index)))?,
                [] => true,
            };
            if !is_kept {
                values.pop();
            }
            index += 1;
        }
        self.set_depth(outer);
        Ok(())
    }

    /// Decodes a value of a declared type in place. Lenient decoding converts it like the engine,
    /// and returns `false` if the engine drops it.
    #[inline]
    fn declared_value<V: Decode<'de, L> + AsView + Default>(
        &mut self,
        declared: Option<Kind>,
        place: &mut V,
    ) -> Result<bool> {
        self.check_declared(declared)?;
        let start = self.position();
        V::decode_into(self, place)?;
        match declared {
            Some(declared) if !allows(declared, place.kind()) => {
                coerce::<L, V>(declared, place).map_err(|kind| DecodeError::new(start, kind))
            }
            _ => Ok(true),
        }
    }

    /// Checks that the next value is of the declared type. Lenient decoding converts or drops it.
    #[inline]
    pub(crate) fn check_declared(&self, declared: Option<Kind>) -> Result<()> {
        let (Some(declared), false) = (declared, self.options().lenient) else {
            return Ok(());
        };
        match self
            .peek()
            .and_then(|header| type_of_number::<L>(header.number().into()))
        {
            Some(found) if !allows(declared, found) => {
                let kind = DecodeErrorKind::NotDeclared {
                    declared,
                    found,
                    layout: L::NAME,
                };
                Err(DecodeError::new(self.position(), kind))
            }
            // Decoding reports a header that is invalid.
            _ => Ok(()),
        }
    }

    /// Decodes `count` entries of declared types one level deeper.
    fn declared_entries<V: Decode<'de, L> + AsView + Default>(
        &mut self,
        count: usize,
        [key_type, value_type]: [Option<Kind>; 2],
    ) -> Result<Dictionary<V>> {
        let mut pairs: Vec<[V; 2]> = Vec::new();
        pairs.reserve_exact(self.reserve::<[V; 2]>(count));
        let outer = self.depth();
        self.enter(count)?;
        for index in 0..count {
            let key_on = self.rest();
            let in_value = |error: DecodeError| {
                error.within(key_segment::<L>(key_on).unwrap_or(Segment::ValueOf(index)))
            };
            let mut is_kept = true;
            if let [[key, value]] = new_places(&mut pairs, 1) {
                is_kept = self
                    .declared_value(key_type, key)
                    .map_err(|error| error.within(Segment::KeyOf(index)))?;
                // The engine drops entries with other keys, but does not compare the values.
                self.check_declared(value_type).map_err(in_value)?;
                V::decode_into(self, value).map_err(in_value)?;
            }
            if !is_kept {
                pairs.pop();
            }
        }
        self.set_depth(outer);
        Ok(Dictionary::of_pairs(pairs))
    }

    /// Decodes the declared type and the count, separately to keep the recursive stack frame small.
    #[inline(never)]
    fn declared_array_start<V>(&mut self, header: Header) -> Result<(Box<TypedArray<V>>, usize)> {
        let (declared, count) = L::array_start(self, header)?;
        let element = self.element_type(declared);
        let values = Vec::new();
        Ok((Box::new(TypedArray { element, values }), count))
    }

    /// Decodes the body of a Dictionary with declared types.
    pub(crate) fn declared_dictionary<V: Decode<'de, L> + AsView + Default>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedDictionary<V>>> {
        let (mut dictionary, count) = self.declared_dictionary_start(header)?;
        let types = [dictionary.key.kind(), dictionary.value.kind()];
        dictionary.entries = self.declared_entries(count, types)?;
        Ok(dictionary)
    }

    /// Decodes the declared types and the count, separately to keep the recursive stack frame
    /// small.
    #[inline(never)]
    fn declared_dictionary_start<V>(
        &mut self,
        header: Header,
    ) -> Result<(Box<TypedDictionary<V>>, usize)> {
        let (declared, count) = L::dictionary_start(self, header)?;
        let [key, value] = declared.map(|declared| self.element_type(declared));
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

    /// Converts a declared type. Lenient decoding replaces classes and scripts like the engine,
    /// which creates no object unless it is allowed to.
    fn element_type(&self, declared: Declared<'de>) -> ElementType {
        let options = self.options();
        match (L::ID_CLASS, declared_kind::<L>(&declared), declared) {
            (Some(class), Some(Kind::Object), _) if options.lenient && !options.allow_objects => {
                ElementType::Class(class.into())
            }
            (_, _, Declared::Class(class)) => ElementType::Class(class.into_owned()),
            (_, _, Declared::Script(path)) => ElementType::Script(path.into_owned()),
            (_, kind, _) => kind.map_or(ElementType::Any, ElementType::Kind),
        }
    }

    /// Skips `count` values of a declared type one level deeper.
    pub(crate) fn skip_declared_values(
        &mut self,
        element: &Declared<'_>,
        count: usize,
    ) -> Result<()> {
        let declared = declared_kind::<L>(element);
        self.nested(count, |reader| {
            (0..count).try_for_each(|index| {
                let skipped = reader.check_declared(declared).and_then(|()| reader.skip());
                skipped.map_err(|error| error.within(Segment::Index(index)))
            })
        })
    }

    /// Skips `count` entries of declared types one level deeper.
    pub(crate) fn skip_declared_pairs(
        &mut self,
        [key, value]: [&Declared<'_>; 2],
        count: usize,
    ) -> Result<()> {
        let (key, value) = (declared_kind::<L>(key), declared_kind::<L>(value));
        self.declared_keys(count, key, &mut |Ignored, reader: &mut Self| {
            reader.check_declared(value)?;
            reader.skip()
        })
    }
}

/// Converts a value to the declared type like the engine. Returns `false` if the engine drops it.
#[cold]
fn coerce<L: Layout, V: AsView + Default>(
    declared: Kind,
    place: &mut V,
) -> Result<bool, DecodeErrorKind> {
    let found = place.kind();
    match place.coerce(declared) {
        Coerced::Converted(value) => {
            *place = value;
            Ok(true)
        }
        Coerced::Dropped => Ok(false),
        Coerced::CannotBorrow => Err(DecodeErrorKind::CannotBorrow),
        Coerced::Unsupported => Err(DecodeErrorKind::UnsupportedConversion {
            declared,
            found,
            layout: L::NAME,
        }),
    }
}

/// Returns the kind of the values that a declared type allows; `None` for any.
pub(crate) fn declared_kind<L: Layout>(declared: &Declared<'_>) -> Option<Kind> {
    match declared {
        Declared::Any => None,
        Declared::Type(number) => type_of_number::<L>(*number).filter(|kind| *kind != Kind::Nil),
        Declared::Class(_) | Declared::Script(_) => Some(Kind::Object),
    }
}

pub(super) fn declared<L: Layout>(element: &ElementType) -> Result<Declared<'_>, EncodeError> {
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

/// Returns the error of a value that is not of the declared type.
#[cold]
pub(super) fn not_declared<L: Layout>(Other { declared, found }: Other) -> EncodeError {
    EncodeError::new(EncodeErrorKind::NotDeclared {
        declared,
        found,
        layout: L::NAME,
    })
}

impl<L: Layout> Writer<'_, L> {
    /// Encodes an Array with a declared type; `start` encodes its header and what precedes the
    /// values.
    pub(crate) fn declared_array<V: Encode<L> + AsView>(
        &mut self,
        array: &TypedArray<V>,
        start: impl FnOnce(&mut Self, u32, [&Declared<'_>; 1]) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let count = self.declared_array_head(array, start)?;
        self.elements_after_count(count, &array.values)
    }

    /// Checks the values and encodes what precedes them, separately to keep the recursive stack
    /// frame small.
    #[inline(never)]
    fn declared_array_head<V: AsView>(
        &mut self,
        array: &TypedArray<V>,
        start: impl FnOnce(&mut Self, u32, [&Declared<'_>; 1]) -> Result<(), EncodeError>,
    ) -> Result<u32, EncodeError> {
        let count = checked_length(array.values.len())?;
        let element = declared::<L>(&array.element)?;
        let kinds = array.values.iter().map(V::kind);
        if let Some((index, other)) = first_other(array.element.kind(), kinds) {
            return Err(not_declared::<L>(other).within(Segment::Index(index)));
        }
        start(self, count, [&element]).map_err(|error| self.fail(error))?;
        Ok(count)
    }

    /// Encodes a Dictionary with declared types; `start` encodes its header and what precedes the
    /// entries.
    pub(crate) fn declared_dictionary<V: Encode<L> + AsView + Display>(
        &mut self,
        dictionary: &TypedDictionary<V>,
        start: impl FnOnce(&mut Self, u32, [&Declared<'_>; 2]) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let count = self.declared_dictionary_head(dictionary, start)?;
        self.pairs_after_count(count, dictionary.entries.iter())
    }

    /// Checks the entries and encodes what precedes them, separately to keep the recursive stack
    /// frame small.
    #[inline(never)]
    fn declared_dictionary_head<V: AsView + Display>(
        &mut self,
        dictionary: &TypedDictionary<V>,
        start: impl FnOnce(&mut Self, u32, [&Declared<'_>; 2]) -> Result<(), EncodeError>,
    ) -> Result<u32, EncodeError> {
        let TypedDictionary {
            key,
            value,
            entries,
        } = dictionary;
        let count = checked_length(entries.len())?;
        if let Some((index, other)) = first_other(key.kind(), entries.keys().map(V::kind)) {
            return Err(not_declared::<L>(other).within(Segment::KeyOf(index)));
        }
        if let Some((index, other)) = first_other(value.kind(), entries.values().map(V::kind)) {
            let key = entries.keys().nth(index);
            let segment = key.map_or(Segment::ValueOf(index), segment_of);
            return Err(not_declared::<L>(other).within(segment));
        }
        let (key, value) = (declared::<L>(key)?, declared::<L>(value)?);
        start(self, count, [&key, &value]).map_err(|error| self.fail(error))?;
        Ok(count)
    }
}
