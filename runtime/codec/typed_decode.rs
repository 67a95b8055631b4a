//! Decodes declared types: the types that an Array or a Dictionary of Godot 4 states for its
//! values.

use crate::codec::container::new_place;
use crate::codec::ints::int_of;
use crate::codec::variant::DecodeInPlace;
use crate::error::Result;
use crate::table::layout::{AnyEngine, HasLayout};
use crate::table::rule::{ContainerRules, DeclaredRules, Number};
use crate::value::declared::{Declared, allows};
use crate::value::view::AsView;
use crate::wire::element::type_of_number;
use crate::wire::reader::{CheckedCount, Header};
use crate::{
    DecodeError, DecodeErrorKind, Dictionary, ElementType, Kind, Reader, Segment, TypedArray,
    TypedDictionary,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Consumes the number of a declared type. Strict decoding rejects Nil, because engines treat
    /// Nil as no declared type.
    pub(crate) fn declared_type(&mut self, rule: &'static Number) -> Result<u32> {
        let number = self.number(rule)?;
        match type_of_number(self.layout(), number) {
            Some(kind) if kind != Kind::Nil || self.options().lenient => Ok(number),
            _ => {
                let types = self.layout().type_count();
                let kind = DecodeErrorKind::InvalidDeclaredType { number, types };
                Err(self.error_before(rule.row, kind).in_field(rule.row.name))
            }
        }
    }

    /// Decodes the start of a Dictionary body: the declared types of keys and values, and the
    /// count.
    #[inline]
    pub(crate) fn dictionary_start(
        &mut self,
        header: Header,
    ) -> Result<([Declared<'de>; 2], CheckedCount)> {
        let types = self.declared_types(header, self.layout().dictionary)?;
        Ok((types, self.pair_count()?))
    }

    /// Decodes the declared types of a container; a header without flags declares none.
    #[inline]
    fn declared_types<const N: usize>(
        &mut self,
        header: Header,
        rules: &'static ContainerRules,
    ) -> Result<[Declared<'de>; N]> {
        let mut types = [const { Declared::Any }; N];
        if header.flags() != 0 {
            for (declared, rules) in types.iter_mut().zip(rules.declared) {
                *declared = self.declared(rules, header)?;
            }
        }
        Ok(types)
    }

    /// Decodes a declared type in the form that the flags of the header select.
    #[inline(never)]
    pub(crate) fn declared(
        &mut self,
        rules: &'static DeclaredRules,
        header: Header,
    ) -> Result<Declared<'de>> {
        let form = header.flags() & rules.flags;
        Ok(if form == rules.type_form {
            Declared::Type(self.declared_type(rules.number)?)
        } else if form == rules.class_form {
            Declared::Class(self.text_body(rules.class)?)
        } else if form == rules.script_form {
            Declared::Script(self.text_body(rules.script)?)
        } else {
            Declared::Any
        })
    }

    /// Decodes the start of the body of an Array: the kind of its elements, and the count.
    ///
    /// A separate function keeps strings out of the recursive stack frame.
    #[inline(never)]
    pub(crate) fn declared_elements(
        &mut self,
        header: Header,
    ) -> Result<(Option<Kind>, CheckedCount)> {
        let [declared] = self.declared_types(header, self.layout().array)?;
        Ok((declared.kind(self.layout()), self.array_count()?))
    }

    /// Decodes the start of the body of a Dictionary: the kinds of its keys and values, and the
    /// count.
    ///
    /// A separate function keeps strings out of the recursive stack frame.
    #[inline(never)]
    pub(crate) fn declared_entries(
        &mut self,
        header: Header,
    ) -> Result<([Option<Kind>; 2], CheckedCount)> {
        let (declared, count) = self.dictionary_start(header)?;
        Ok((declared.map(|declared| declared.kind(self.layout())), count))
    }

    /// Decodes the start of the body of a Dictionary whose entries a type of Rust will decode, and
    /// returns the count; see [`checked_elements`](Reader::checked_elements).
    #[inline(never)]
    pub(crate) fn checked_entries(&mut self, header: Header) -> Result<CheckedCount> {
        self.shared(|reader| reader.checked_pairs(header))
    }

    /// Checks that the next value is of the declared type. Lenient decoding accepts any type,
    /// because it converts or drops the value later.
    ///
    /// Callers without a declared type would spend 13% of `names/skip` in calls that do nothing.
    #[inline]
    pub(crate) fn check_declared(&self, declared: Option<Kind>) -> Result<()> {
        let Some(declared) = declared else {
            return Ok(());
        };
        if self.is_next(declared) {
            return Ok(());
        }
        self.check_kind(declared)
    }

    #[inline(never)]
    fn check_kind(&self, declared: Kind) -> Result<()> {
        match self.peek().map(Header::kind) {
            Some(found) if !self.options().lenient && !allows(declared, found) => {
                let kind = DecodeErrorKind::NotDeclared {
                    declared,
                    found,
                    layout: self.layout().name,
                };
                Err(self.error(kind))
            }
            // Decoding the value rejects an invalid header.
            _ => Ok(()),
        }
    }

    /// Decodes the declared type and the count, separately to keep the recursive stack frame small.
    #[inline(never)]
    fn declared_array_start<V>(
        &mut self,
        header: Header,
    ) -> Result<(Box<TypedArray<V>>, CheckedCount)> {
        let [declared] = self.declared_types(header, self.layout().array)?;
        let count = self.array_count()?;
        let element = self.element_type(declared);
        let values = Vec::new();
        Ok((Box::new(TypedArray { element, values }), count))
    }

    /// Decodes the declared types and the count, separately to keep the recursive stack frame
    /// small.
    #[inline(never)]
    fn declared_dictionary_start<V>(
        &mut self,
        header: Header,
    ) -> Result<(Box<TypedDictionary<V>>, CheckedCount)> {
        let (declared, count) = self.dictionary_start(header)?;
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

    /// Converts a declared type. Unless objects are allowed, lenient decoding replaces Object,
    /// classes and scripts by the class of object ids, like the engine.
    fn element_type(&self, declared: Declared<'de>) -> ElementType {
        let options = self.options();
        match (
            self.layout().id_class,
            declared.kind(self.layout()),
            declared,
        ) {
            (Some(class), Some(Kind::Object), _) if options.lenient && !options.allow_objects => {
                ElementType::Class(class.into())
            }
            (_, _, Declared::Class(class)) => ElementType::Class(class.into_owned()),
            (_, _, Declared::Script(path)) => ElementType::Script(path.into_owned()),
            (_, kind, _) => kind.map_or(ElementType::Any, ElementType::Kind),
        }
    }
}

// What follows the declaration of a type is rare in values that types of Rust decode, so that all
// engines share the code.
impl Reader<'_, AnyEngine> {
    /// Decodes the start of the body of an Array whose values a type of Rust will decode, and
    /// returns the count.
    ///
    /// Such a type does not know the declared type, so the values are checked now, unless `only`,
    /// the only kind that the type accepts, is the declared kind.
    pub(crate) fn checked_elements(&mut self, header: Header) -> Result<CheckedCount> {
        let (declared, count) = self.declared_elements(header)?;
        if declared.is_some() {
            self.check_ahead(|reader| reader.skip_values(count, declared))?;
        }
        Ok(count)
    }

    fn checked_pairs(&mut self, header: Header) -> Result<CheckedCount> {
        let (declared, count) = self.declared_entries(header)?;
        if declared != [None; 2] {
            self.check_ahead(|reader| reader.skip_pairs(count, declared))?;
        }
        Ok(count)
    }

    /// Decodes a Dictionary up to its first entry, as `entry_count` does.
    pub(crate) fn declared_entry_count(&mut self) -> Result<CheckedCount> {
        let header = self.header_of(Kind::Dictionary)?;
        self.checked_pairs(header)
    }

    /// Skips the body of an Array. Without a declared type, the function needs no stack frame.
    #[inline(never)]
    pub(crate) fn skip_array(&mut self, header: Header) -> Result<()> {
        if header.flags() != 0 {
            return self.skip_declared_array(header);
        }
        let count = self.array_count()?;
        self.skip_values(count, None)
    }

    #[inline(never)]
    fn skip_declared_array(&mut self, header: Header) -> Result<()> {
        let (declared, count) = self.declared_elements(header)?;
        self.skip_values(count, declared)
    }

    /// Skips the body of a Dictionary.
    #[inline(never)]
    pub(crate) fn skip_dictionary(&mut self, header: Header) -> Result<()> {
        if header.flags() != 0 {
            return self.skip_declared_dictionary(header);
        }
        let count = self.pair_count()?;
        self.skip_pairs(count, [None; 2])
    }

    #[inline(never)]
    fn skip_declared_dictionary(&mut self, header: Header) -> Result<()> {
        let (declared, count) = self.declared_entries(header)?;
        self.skip_pairs(count, declared)
    }
}

impl<'de> Reader<'de, AnyEngine> {
    /// Decodes the body of an Array with a declared type.
    pub(crate) fn declared_array<V: DecodeInPlace<'de> + AsView>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedArray<V>>> {
        let (mut array, count) = self.declared_array_start(header)?;
        match array.element.kind() {
            Some(declared) => self.declared_values(count, declared, &mut array.values)?,
            None => array.values = self.values(count)?,
        }
        Ok(array)
    }

    /// Decodes `count` values of a declared type one level deeper and appends them.
    fn declared_values<V: DecodeInPlace<'de> + AsView>(
        &mut self,
        count: CheckedCount,
        declared: Kind,
        values: &mut Vec<V>,
    ) -> Result<()> {
        values.reserve_exact(self.reserve::<V>(count));
        let outer = self.enter(count)?;
        let (count, mut index) = (count.get(), 0);
        while index < count {
            // Fast path: a batch of 100,000 ints takes 5.0 million instructions instead of 25.6
            // million.
            let ints = match declared {
                Kind::Int => self.take_ints(count - index),
                _ => &[],
            };
            if !ints.is_empty() {
                values.extend(ints.iter().map(|int| V::of_int(int_of(*int))));
                index += ints.len();
                continue;
            }
            let is_kept = match new_place(values) {
                Some(place) => self
                    .declared_value(Some(declared), place)
                    .map_err(|error| error.within(Segment::Index(index)))?,
                None => true,
            };
            if !is_kept {
                values.pop();
            }
            index += 1;
        }
        self.set_depth(outer);
        Ok(())
    }

    /// Decodes a value of a declared type in place. Lenient decoding converts a value of another
    /// type like the engine, and returns `false` if the engine drops the value.
    #[inline]
    fn declared_value<V: DecodeInPlace<'de> + AsView>(
        &mut self,
        declared: Option<Kind>,
        place: &mut V,
    ) -> Result<bool> {
        self.check_declared(declared)?;
        let start = self.position();
        V::decode_in_place(self, place)?;
        match declared {
            Some(declared) if !allows(declared, place.kind()) => {
                coerce(declared, place, self.layout().name)
                    .map_err(|kind| DecodeError::new(start, kind))
            }
            _ => Ok(true),
        }
    }

    /// Decodes the body of a Dictionary with declared types.
    pub(crate) fn declared_dictionary<V: DecodeInPlace<'de> + AsView>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedDictionary<V>>> {
        let (mut dictionary, count) = self.declared_dictionary_start(header)?;
        let [key_type, value_type] = [&dictionary.key, &dictionary.value].map(ElementType::kind);
        dictionary.entries = self.entries_in_place(count, |reader, place, part| {
            if part == 0 {
                return reader.declared_value(key_type, place);
            }
            // The engine drops entries whose key is of another type, but does not check the values.
            reader.check_declared(value_type)?;
            V::decode_in_place(reader, place).map(|()| true)
        })?;
        Ok(dictionary)
    }
}

/// Converts a value to the declared type like the engine. Returns `false` if the engine drops the
/// value.
#[cold]
fn coerce<V: AsView>(
    declared: Kind,
    place: &mut V,
    layout: &'static str,
) -> Result<bool, DecodeErrorKind> {
    let converted = place.coerce(declared, layout)?;
    Ok(converted.map(|value| *place = value).is_some())
}
