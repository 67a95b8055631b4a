//! Decodes declared types: the types that an Array or a Dictionary of Godot 4 states for its
//! values.

use crate::codec::array::ELEMENT;
use crate::codec::container::new_place;
use crate::codec::numbers::int_of;
use crate::codec::variant::DecodeInPlace;
use crate::error::Result;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::{BodyRules, ContainerRules, DeclaredRules, Number, TypedArrayRules};
use crate::table::{HEADER, Row, bodies};
use crate::value::typed_containers::{EncodedType, allows, first_other};
use crate::value::view::{AsView, segment_of};
use crate::wire::reader::{CheckedCount, Header};
use crate::wire::writer::checked_count;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Dictionary, ElementType, Encode, EncodeError,
    EncodeErrorKind, Engine, Kind, NodePath, NodePathRef, Object, Packed, PackedElement,
    PackedView, Reader, Segment, StringName, TypedArray, TypedDictionary, Writer,
};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Display;
use core::num::Wrapping;
use core::time::Duration;

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Consumes the number of a declared type. Strict decoding rejects Nil, because engines treat
    /// Nil as no declared type.
    pub(crate) fn declared_type(&mut self, rule: &'static Number) -> Result<u32> {
        let number = self.number(rule)?;
        match self.layout().element_kind(number) {
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
    ) -> Result<([EncodedType<'de>; 2], CheckedCount)> {
        let types = self.declared_types(header, self.layout().dictionary)?;
        Ok((types, self.entry_count_after_header()?))
    }

    /// Decodes the declared types of a container; a header without flags declares none.
    #[inline]
    fn declared_types<const N: usize>(
        &mut self,
        header: Header,
        rules: &'static ContainerRules,
    ) -> Result<[EncodedType<'de>; N]> {
        let mut types = [const { EncodedType::Any }; N];
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
    ) -> Result<EncodedType<'de>> {
        let form = header.flags() & rules.flags;
        Ok(if form == rules.type_form {
            EncodedType::Type(self.declared_type(rules.number)?)
        } else if form == rules.class_form {
            EncodedType::Class(self.checked_text(rules.class)?)
        } else if form == rules.script_form {
            EncodedType::Script(self.checked_text(rules.script)?)
        } else {
            EncodedType::Any
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
        self.shared(|reader| {
            let (declared, count) = reader.declared_entries(header)?;
            if declared != [None; 2] {
                reader.check_ahead(|reader| reader.skip_entries(count, declared))?;
            }
            Ok(count)
        })
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
    fn element_type(&self, declared: EncodedType<'de>) -> ElementType {
        let options = self.options();
        match (
            self.layout().id_class,
            declared.kind(self.layout()),
            declared,
        ) {
            (Some(class), Some(Kind::Object), _) if options.lenient && !options.allow_objects => {
                ElementType::Class(class.into())
            }
            (_, _, EncodedType::Class(class)) => ElementType::Class(class.into_owned()),
            (_, _, EncodedType::Script(path)) => ElementType::Script(path.into_owned()),
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
    /// Such a type does not know the declared type, so the values are checked now.
    pub(crate) fn checked_elements(&mut self, header: Header) -> Result<CheckedCount> {
        let (declared, count) = self.declared_elements(header)?;
        if declared.is_some() {
            self.check_ahead(|reader| reader.skip_values(count, declared))?;
        }
        Ok(count)
    }

    /// Skips the body of an Array.
    #[inline(never)]
    pub(crate) fn skip_array(&mut self, header: Header) -> Result<()> {
        let (declared, count) = match header.flags() {
            0 => (None, self.array_count()?),
            _ => self.declared_elements(header)?,
        };
        self.skip_values(count, declared)
    }

    /// Skips the body of a Dictionary.
    #[inline(never)]
    pub(crate) fn skip_dictionary(&mut self, header: Header) -> Result<()> {
        let (declared, count) = match header.flags() {
            0 => ([None; 2], self.entry_count_after_header()?),
            _ => self.declared_entries(header)?,
        };
        self.skip_entries(count, declared)
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
                values.extend(ints.iter().map(|int| V::from_int(int_of(*int))));
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

impl Writer<'_, AnyEngine> {
    /// Encodes an Array with a declared type.
    pub(crate) fn declared_array<V: Encode<AnyEngine> + AsView>(
        &mut self,
        array: &TypedArray<V>,
    ) -> Result<(), EncodeError> {
        let layout = self.layout();
        check_declaring(layout, Kind::Array)?;
        let kinds = array.values.iter().map(V::kind);
        if let Some((declared, index, found)) = first_other(array.element.kind(), kinds) {
            let error = not_declared(layout, declared, found);
            return Err(error.within(Segment::Index(index)));
        }
        let count = self.typed_array_start(array.values.len(), &array.element)?;
        self.elements_after_count(count, &array.values, V::encode)
    }

    /// Encodes a Dictionary with declared types.
    pub(crate) fn declared_dictionary<V: Encode<AnyEngine> + AsView + Display>(
        &mut self,
        dictionary: &TypedDictionary<V>,
    ) -> Result<(), EncodeError> {
        check_declaring(self.layout(), Kind::Dictionary)?;
        let count = self.declared_dictionary_head(dictionary)?;
        self.pairs_after_count(count, dictionary.entries.iter())
    }

    /// Checks the entries, and encodes the declared types and the count.
    ///
    /// A separate function keeps the recursive stack frame small.
    #[inline(never)]
    fn declared_dictionary_head<V: AsView + Display>(
        &mut self,
        TypedDictionary {
            key,
            value,
            entries,
        }: &TypedDictionary<V>,
    ) -> Result<u32, EncodeError> {
        let layout = self.layout();
        if let Some((declared, index, found)) = first_other(key.kind(), entries.keys().map(V::kind))
        {
            return Err(not_declared(layout, declared, found).within(Segment::KeyOf(index)));
        }
        entries.check_keys(self.layout())?;
        let kinds = entries.values().map(V::kind);
        if !self.target.accepts_undeclared
            && let Some((declared, index, found)) = first_other(value.kind(), kinds)
        {
            let key = entries.keys().nth(index);
            let segment = key.map_or(Segment::ValueOf(index), segment_of);
            return Err(not_declared(layout, declared, found).within(segment));
        }
        self.typed_dictionary_start(entries.len(), [key, value])
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Encodes an Array up to its first value, and returns the number of values.
    ///
    /// A separate function keeps the recursive stack frame small.
    #[inline(never)]
    fn typed_array_start(
        &mut self,
        length: usize,
        element: &ElementType,
    ) -> Result<u32, EncodeError> {
        let count = checked_count(self.const_layout().array.count, length)?;
        self.declared_types(
            Kind::Array,
            self.layout().array,
            [&declared(self.layout(), element)?],
        )
        .map_err(|error| self.fail(error))?;
        self.bytes(&self.const_layout().array.count.encoded(count));
        Ok(count)
    }

    /// Encodes a Dictionary up to its first entry, and returns the number of entries.
    fn typed_dictionary_start(
        &mut self,
        length: usize,
        [key, value]: [&ElementType; 2],
    ) -> Result<u32, EncodeError> {
        let count = checked_count(self.const_layout().dictionary.count, length)?;
        let types = [
            &declared(self.layout(), key)?,
            &declared(self.layout(), value)?,
        ];
        self.declared_types(Kind::Dictionary, self.layout().dictionary, types)
            .map_err(|error| self.fail(error))?;
        self.bytes(&self.const_layout().dictionary.count.encoded(count));
        Ok(count)
    }

    /// Encodes the header of a container and its declared types, except for types that the target
    /// lacks.
    fn declared_types<const N: usize>(
        &mut self,
        kind: Kind,
        rules: &'static ContainerRules,
        types: [&EncodedType<'_>; N],
    ) -> Result<(), EncodeError> {
        let (mut forms, mut flags) = ([None; N], 0);
        for ((form, declared), rules) in forms.iter_mut().zip(types).zip(rules.declared) {
            let value = match declared {
                EncodedType::Any => continue,
                EncodedType::Type(_) => rules.type_form,
                EncodedType::Class(_) => rules.class_form,
                EncodedType::Script(_) => rules.script_form,
            };
            if self.reads_declared(kind, rules.since)? {
                flags |= value;
                *form = Some((rules, declared));
            }
        }
        self.header_with(kind, flags);
        for (rules, declared) in forms.into_iter().flatten() {
            match declared {
                EncodedType::Any => {}
                EncodedType::Type(number) => self.bytes(&number.to_le_bytes()),
                EncodedType::Class(class) => self.text_body(rules.class, class)?,
                EncodedType::Script(path) => self.text_body(rules.script, path)?,
            }
        }
        Ok(())
    }
}

/// Converts an element type to the form in which a container declares it.
fn declared<'e>(layout: &Layout, element: &'e ElementType) -> Result<EncodedType<'e>, EncodeError> {
    Ok(match element {
        ElementType::Any | ElementType::Kind(Kind::Nil) => EncodedType::Any,
        ElementType::Kind(element) => match layout.number_of(*element) {
            Some(number) => EncodedType::Type(number.into()),
            None => return Err(unknown_element(layout, *element)),
        },
        ElementType::Class(class) => EncodedType::Class(class.as_str().into()),
        ElementType::Script(path) => EncodedType::Script(path.as_str().into()),
    })
}

/// Creates the error for a value that is not of the declared type.
#[cold]
fn not_declared(layout: &Layout, declared: Kind, found: Kind) -> EncodeError {
    EncodeError::new(EncodeErrorKind::NotDeclared {
        declared,
        found,
        layout: layout.name,
    })
}

impl<E: Engine> Writer<'_, E> {
    /// Encodes a slice as an `Array[T]`.
    pub(crate) fn typed_elements<T: Encode<E> + DeclaredType<E>>(
        &mut self,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        let count = self.typed_array_start(elements.len(), &T::DECLARED.into())?;
        let encode = |element: &T, writer: &mut Self| writer.checked_value(element);
        self.elements_after_count(count, elements, encode)
    }

    /// Encodes the values of an iterator as an `Array[T]`.
    pub(crate) fn typed_list<'t, T: Encode<E> + DeclaredType<E> + 't>(
        &mut self,
        elements: impl IntoIterator<Item = &'t T>,
    ) -> Result<(), EncodeError> {
        self.typed_elements(&Vec::from_iter(elements))
    }

    /// Encodes the pairs of an iterator as a `Dictionary[K, V]`.
    pub(crate) fn typed_pairs<
        't,
        K: Encode<E> + DeclaredType<E> + 't,
        V: Encode<E> + DeclaredType<E> + 't,
    >(
        &mut self,
        pairs: impl IntoIterator<Item = (&'t K, &'t V), IntoIter: ExactSizeIterator>,
    ) -> Result<(), EncodeError> {
        let pairs = pairs.into_iter();
        let [key, value] = [K::DECLARED, V::DECLARED].map(ElementType::from);
        let count = self.typed_dictionary_start(pairs.len(), [&key, &value])?;
        let checked = pairs.map(|(key, value)| (CheckedValue(key), CheckedValue(value)));
        self.pairs_after_count(count, checked)
    }

    /// Encodes a value, and checks that it is of the declared type of `T`.
    #[inline]
    fn checked_value<T: Encode<E> + DeclaredType<E>>(
        &mut self,
        value: &T,
    ) -> Result<(), EncodeError> {
        if T::DECLARED == Kind::Nil {
            return value.encode(self);
        }
        let start = self.out.len();
        value.encode(self)?;
        if self.replaces(T::DECLARED)? {
            return Ok(());
        }
        let number = self.out.get(start).copied().unwrap_or_default();
        match self.layout().element_kind(number.into()) {
            Some(found) if allows(T::DECLARED, found) => Ok(()),
            found => Err(not_declared(
                self.layout(),
                T::DECLARED,
                found.unwrap_or(Kind::Nil),
            )),
        }
    }
}

/// A value that is encoded only if it is of its declared type.
struct CheckedValue<'t, T>(&'t T);

impl<E: Engine, T: Encode<E> + DeclaredType<E>> Encode<E> for CheckedValue<'_, T> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.checked_value(self.0)
    }
}

/// Returns an error if the layout has no declared types.
fn check_declaring(layout: &Layout, kind: Kind) -> Result<(), EncodeError> {
    if layout.declares_types(Kind::Array) || layout.declares_types(Kind::Dictionary) {
        return Ok(());
    }
    let layout = layout.name;
    Err(EncodeError::new(EncodeErrorKind::MissingDeclaredType {
        kind,
        layout,
    }))
}

/// Implements the traits of containers with declared types for a layout that has them.
macro_rules! typed_containers {
    ($marker:ident) => {
        crate::codec::typed_containers::typed_containers! {
            $marker: Array TypedArray declared_array
        }
        crate::codec::typed_containers::typed_containers! {
            $marker: Dictionary TypedDictionary declared_dictionary core::fmt::Display
        }

        impl crate::TypedLayout for $marker {}

        crate::codec::typed_containers::any_value!($marker);
    };
    ($marker:ident: $kind:ident $typed:ident $codec:ident $($bound:path)?) => {
        // `Encode<$marker>` ties the precision of the values to the layout.
        impl<V: Encode<$marker> + Encode<crate::AnyEngine> + crate::value::view::AsView $(+ $bound)?> Encode<$marker>
            for crate::$typed<V>
        {
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                writer.shared(|writer| writer.$codec(self))
            }
        }

        impl<'de, V: Decode<'de, $marker> + crate::codec::variant::DecodeInPlace<'de> + crate::value::view::AsView>
            Decode<'de, $marker> for crate::$typed<V>
        {
            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                let header = reader.expect_header(crate::Kind::$kind)?;
                reader.shared(|reader| reader.$codec(header)).map(|value| *value)
            }
        }
    };
}

pub(crate) use typed_containers;

/// The rules of all typed arrays.
const RULES: &TypedArrayRules = bodies::typed_array::BODY;

impl Reader<'_, AnyEngine> {
    /// Skips the body of a typed array.
    #[inline(never)]
    pub(crate) fn skip_typed_array(&mut self, header: Header) -> Result<()> {
        let (.., count) = self.typed_array_start(header)?;
        self.skip_values(count, None)
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes a typed array of any kind; `expected` names the type in errors.
    pub(crate) fn typed_array<V: Decode<'de, E>>(
        &mut self,
        expected: Kind,
    ) -> Result<TypedArray<V>> {
        let header = self.header()?;
        if !self.is_typed_array(header) {
            return Err(self.wrong_type(header, expected.alone()));
        }
        self.typed_array_body(header).map(|array| *array)
    }

    /// Decodes the body of a typed array.
    pub(crate) fn typed_array_body<V: Decode<'de, E>>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedArray<V>>> {
        let (mut array, count) = self.empty_typed_array(header)?;
        array.values = self.values(count)?;
        Ok(array)
    }

    /// Decodes the element type and the count, separately to keep the recursive stack frame small.
    #[inline(never)]
    fn empty_typed_array<V>(
        &mut self,
        header: Header,
    ) -> Result<(Box<TypedArray<V>>, CheckedCount)> {
        let (number, class, count) = self.typed_array_start(header)?;
        let element = match (class, self.layout().element_kind(number)) {
            (Some(class), _) => ElementType::Class(class.into_owned()),
            (None, None | Some(Kind::Nil)) => ElementType::Any,
            (None, Some(kind)) => ElementType::Kind(kind),
        };
        let values = Vec::new();
        Ok((Box::new(TypedArray { element, values }), count))
    }

    /// Decodes the number of the element type, its class, and the count.
    pub(crate) fn typed_array_start(
        &mut self,
        header: Header,
    ) -> Result<(u32, Option<Cow<'de, str>>, CheckedCount)> {
        let header = self.checked_flag(header)?;
        let number = RULES.element.value(self.number(RULES.element)?);
        self.check_type_number(number)?;
        let class =
            if number == object(self.layout()) && header.flags() & RULES.flag == RULES.class_form {
                Some(self.text_value(RULES.class_kind, RULES.class)?)
            } else {
                None
            };
        Ok((number, class, self.count(RULES.count, ELEMENT)?))
    }

    #[inline]
    pub(crate) fn is_typed_array(&self, header: Header) -> bool {
        matches!(
            self.layout().body_of(header.number()),
            BodyRules::TypedArray(_)
        )
    }

    /// Decodes the body of an Array or a typed array up to its first value, and returns the count.
    ///
    /// `only` is the only kind of values that decoding will accept. Returns `None` for any other
    /// header.
    #[inline(never)]
    pub(crate) fn sequence_start(&mut self, header: Header) -> Result<Option<CheckedCount>> {
        self.shared(|reader| {
            if header.is(Kind::Array) {
                return reader.checked_elements(header).map(Some);
            }
            if !reader.is_typed_array(header) {
                return Ok(None);
            }
            Ok(Some(reader.typed_array_start(header)?.2))
        })
    }

    /// Decodes an Array or a typed array up to its first value, and returns the number of values.
    // A call takes 5% of the instructions of `rpc/decode derive, borrowed`.
    #[inline(always)]
    pub(crate) fn sequence(&mut self) -> Result<CheckedCount> {
        // Fast path: saves 10% of the instructions in the benchmark `rpc/decode derive, borrowed`.
        match self.take_count(Kind::Array, self.const_layout().array.count, ELEMENT) {
            Some(count) => Ok(count),
            None => self.any_sequence(),
        }
    }

    #[inline(never)]
    fn any_sequence(&mut self) -> Result<CheckedCount> {
        let header = self.header()?;
        let count = self.sequence_start(header)?;
        count.ok_or_else(|| self.wrong_type(header, &[Kind::Array]))
    }

    /// Checks that the number that was just decoded is the number of a type of the layout.
    #[inline]
    pub(crate) fn check_type_number(&self, number: u32) -> Result<()> {
        if self.options().lenient || self.layout().element_kind(number).is_some() {
            return Ok(());
        }
        let (types, row) = (self.layout().type_count(), RULES.element.row);
        let kind = DecodeErrorKind::UnknownElementType { number, types };
        Err(self.error_before(row, kind).in_field(row.name))
    }

    /// Checks the flag in the header of a typed array, which was just consumed. The flag is valid
    /// only if the elements are Objects. Lenient decoding ignores an invalid flag, so the returned
    /// header lacks it.
    #[inline]
    pub(crate) fn checked_flag(&self, header: Header) -> Result<Header> {
        if header.flags() & RULES.flag == 0 {
            return Ok(header);
        }
        let next = self.rest().first_chunk();
        match next.map(|bytes| u32::from_le_bytes(*bytes)) {
            Some(found) if RULES.element.value(found) == object(self.layout()) => Ok(header),
            Some(_) if !self.options().lenient => {
                let kind = DecodeErrorKind::UnknownFlags { flags: RULES.flag };
                Err(self.error_before(HEADER, kind))
            }
            _ => Ok(header.without_flags()),
        }
    }

    /// Decodes the header and the body of a string of this kind.
    pub(crate) fn text_value(&mut self, kind: Kind, row: &'static Row) -> Result<Cow<'de, str>> {
        self.expect_header(kind)
            .and_then(|_| self.checked_text(bodies::counted_text(kind)))
            .map_err(|error| error.in_field(row.name))
    }
}

/// Returns the error of an element type that the layout lacks.
#[cold]
fn unknown_element(layout: &Layout, element: Kind) -> EncodeError {
    let layout = layout.name;
    EncodeError::new(EncodeErrorKind::UnknownElementType { element, layout })
}

/// Returns the number of Objects as an element type.
pub(crate) fn object(layout: &Layout) -> u32 {
    layout.header_of(Kind::Object)
}

impl<E: HasLayout> Writer<'_, E> {
    /// Encodes a typed array of this kind. The layout has to have the kind.
    pub(crate) fn typed_array<V: Encode<E>>(
        &mut self,
        kind: Kind,
        array: &TypedArray<V>,
    ) -> Result<(), EncodeError> {
        let count = checked_count(RULES.count, array.values.len())?;
        let (element, class) = match &array.element {
            ElementType::Any => (Kind::Nil, None),
            ElementType::Kind(element) => (*element, None),
            ElementType::Class(class) => (Kind::Object, Some(class.as_str())),
            ElementType::Script(_) => {
                let layout = self.layout().name;
                return Err(EncodeError::new(EncodeErrorKind::ScriptedElement {
                    layout,
                }));
            }
        };
        let Some(number) = self.layout().number_of(element) else {
            return Err(unknown_element(self.layout(), element));
        };
        let number = u32::from(number);
        let flags = match class {
            Some(_) => RULES.class_form,
            None if number == object(self.layout()) => RULES.flag ^ RULES.class_form,
            None => 0,
        };
        self.header_with(kind, flags);
        self.bytes(&RULES.element.encoded(number));
        if let Some(class) = class {
            self.text_value(RULES.class_kind, RULES.class, class)
                .map_err(|error| self.fail(error))?;
        }
        self.bytes(&RULES.count.encoded(count));
        self.elements_after_count(count, &array.values, V::encode)
    }

    /// Encodes the header and the body of a string of this kind.
    pub(crate) fn text_value(
        &mut self,
        kind: Kind,
        row: &'static Row,
        text: &str,
    ) -> Result<(), EncodeError> {
        self.text([], kind, text)
            .map_err(|error| error.within(Segment::Field(row.name)))
    }
}

/// Implements the traits of typed arrays for a layout in which they are a separate type.
macro_rules! typed_array_codec {
    ($marker:ident, $kind:expr) => {
        impl<V: Encode<$marker>> Encode<$marker> for crate::TypedArray<V> {
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                writer.typed_array($kind, self)
            }
        }

        impl<'de, V: Decode<'de, $marker>> Decode<'de, $marker> for crate::TypedArray<V> {
            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                reader.typed_array($kind)
            }
        }
    };
}

pub(crate) use typed_array_codec;

/// A type that a typed container of the engine `E` can declare for its elements, keys or values.
///
/// With the attribute `#[variant(typed)]` of the derive macro, a `Vec<f32>` becomes an
/// `Array[float]`. The macro implements the trait for types whose values are all of one kind. A
/// type that implements [`Encode`](crate::Encode) by hand also has to implement this trait.
///
/// ```
/// # #[cfg(all(feature = "derive", feature = "godot4"))] {
/// use gdvariant::{DeclaredType, Encode, EncodeError, Engine, Kind, Variant, Writer, godot4};
///
/// struct Celsius(f64);
///
/// impl<E: Engine> Encode<E> for Celsius {
///     fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
///         self.0.encode(writer)
///     }
/// }
///
/// impl<E: Engine> DeclaredType<E> for Celsius {
///     const DECLARED: Kind = Kind::Float;
/// }
/// # impl<'de, E: Engine> gdvariant::Decode<'de, E> for Celsius {
/// #     fn decode(reader: &mut gdvariant::Reader<'de, E>) -> Result<Self, gdvariant::DecodeError> {
/// #         f64::decode(reader).map(Celsius)
/// #     }
/// # }
///
/// #[derive(Variant)]
/// struct Week {
///     #[variant(typed)]
///     highs: Vec<Celsius>,
/// }
///
/// let bytes = godot4::to_vec(&Week { highs: vec![Celsius(21.5)] })?;
/// let seen: godot4::Variant = godot4::from_slice(&bytes)?;
/// assert_eq!(seen["highs"].to_string(), "Array[float]([21.5])");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no declared type in the layout `{E}`",
    label = "a typed container of the layout `{E}` cannot hold this",
    note = "a typed container cannot hold typed containers; use `Vec<Variant>`, `Dictionary` or `Packed<Vec<T>>`, whose elements need no declared type",
    note = "an `Option`, or an enum whose variants are encoded as different types, has no declared type",
    note = "only a typed container of Objects, or of `Variant`, can also hold Nil",
    note = "a type that implements `Encode<E>` by hand also has to implement `DeclaredType<E>`"
)]
pub trait DeclaredType<E: Engine> {
    /// The kind of all values of this type; [`Kind::Nil`] if they can be of any kind.
    ///
    /// Encoding a value of another kind in a typed container is an error.
    const DECLARED: Kind;
}

macro_rules! declared {
    (@each [$($generics:tt)*] $ty:ty, $kind:expr) => {
        impl<E: Engine, $($generics)*> DeclaredType<E> for $ty {
            const DECLARED: Kind = $kind;
        }
    };
    ($($generics:tt $($ty:ty),* => $kind:expr;)*) => {
        $($(declared!(@each $generics $ty, $kind);)*)*
    };
}

declared! {
    [] bool => Kind::Bool;
    [] i8, i16, i32, i64, isize, u8, u16, u32, u64, usize => Kind::Int;
    [] f32, f64, Duration => Kind::Float;
    [] str, String, char => Kind::String;
    [] StringName => Kind::StringName;
    [] NodePath, NodePathRef<'_> => Kind::NodePath;
    [V] Dictionary<V> => Kind::Dictionary;
    // `None` is encoded as Nil, which stands for a null Object.
    [V] Object<V>, Option<Object<V>> => Kind::Object;
    [T: DeclaredType<E> + ?Sized] &T, &mut T, Box<T>, Rc<T> => T::DECLARED;
    [T: DeclaredType<E>] Wrapping<T> => T::DECLARED;
    [T: DeclaredType<E> + ToOwned + ?Sized] Cow<'_, T> => T::DECLARED;
    [T: PackedElement<E>] Packed<Vec<T>>, Packed<&[T]>, Packed<&Vec<T>>, PackedView<'_, T> => T::KIND;
    [T: PackedElement<E>, const N: usize] Packed<[T; N]> => T::KIND;
}

#[cfg(target_has_atomic = "ptr")]
declared! {
    [T: DeclaredType<E> + ?Sized] Arc<T> => T::DECLARED;
}

/// Implements [`DeclaredType`] for a type that is named like its kind.
macro_rules! declared_as {
    ($name:ident) => {
        impl<E: crate::Engine> crate::DeclaredType<E> for $name {
            const DECLARED: crate::Kind = crate::Kind::$name;
        }
    };
}

pub(crate) use declared_as;

typed_notes! {
/// A layout with typed Arrays and Dictionaries, which declare the type of their values.
///
/// A type that uses the derive macro's `#[variant(typed)]` can be encoded only in these layouts.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::TypedLayout;
///
/// fn is_typed<E: TypedLayout>() {}
/// is_typed::<gdvariant::Godot4>();
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` has no typed containers",
    label = "a field with `#[variant(typed)]` cannot be encoded in the layout `{Self}`",
    note = "without `#[variant(typed)]` the field is an Array or a Dictionary, which every layout has"
)]
pub trait TypedLayout: Engine {}
}

/// Implements [`DeclaredType`] for the Variants of a layout, and for lists of Variants.
macro_rules! any_value {
    ($marker:ident) => {
        crate::codec::typed_containers::any_value!($marker: Variant, VariantRef<'_>);
    };
    ($marker:ident: $($value:ty),+) => {$(
        impl crate::DeclaredType<$marker> for $value {
            const DECLARED: crate::Kind = crate::Kind::Nil;
        }

        impl crate::DeclaredType<$marker> for Vec<$value> {
            const DECLARED: crate::Kind = crate::Kind::Array;
        }
    )+};
}

pub(crate) use any_value;

/// Every layout with typed arrays has all element types, so the tests use a layout without typed
/// arrays.
#[cfg(all(test, feature = "godot3"))]
mod tests;
