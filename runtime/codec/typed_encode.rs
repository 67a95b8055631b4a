//! Encodes Arrays and Dictionaries with declared types. Variants contain their declared types,
//! whereas Rust's types state them as constants.

use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::ContainerRules;
use crate::value::declared::{Declared, allows, first_other};
use crate::value::view::{AsView, segment_of};
use crate::wire::element::{type_of_number, unknown_element};
use crate::wire::writer::checked_count;
use crate::{
    DeclaredType, ElementType, Encode, EncodeError, EncodeErrorKind, Engine, Kind, Segment,
    TypedArray, TypedDictionary, Writer,
};
use core::fmt::Display;

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
        let count = checked_count(self.constant().array.count, length)?;
        self.declared_types(
            Kind::Array,
            self.layout().array,
            [&declared(self.layout(), element)?],
        )
        .map_err(|error| self.fail(error))?;
        self.bytes(&self.constant().array.count.encoded(count));
        Ok(count)
    }

    /// Encodes a Dictionary up to its first entry, and returns the number of entries.
    fn typed_dictionary_start(
        &mut self,
        length: usize,
        [key, value]: [&ElementType; 2],
    ) -> Result<u32, EncodeError> {
        let count = checked_count(self.constant().dictionary.count, length)?;
        let types = [
            &declared(self.layout(), key)?,
            &declared(self.layout(), value)?,
        ];
        self.declared_types(Kind::Dictionary, self.layout().dictionary, types)
            .map_err(|error| self.fail(error))?;
        self.bytes(&self.constant().dictionary.count.encoded(count));
        Ok(count)
    }

    /// Encodes the header of a container and its declared types, except for types that the target
    /// lacks.
    fn declared_types<const N: usize>(
        &mut self,
        kind: Kind,
        rules: &'static ContainerRules,
        types: [&Declared<'_>; N],
    ) -> Result<(), EncodeError> {
        let (mut forms, mut flags) = ([None; N], 0);
        for ((form, declared), rules) in forms.iter_mut().zip(types).zip(rules.declared) {
            let value = match declared {
                Declared::Any => continue,
                Declared::Type(_) => rules.type_form,
                Declared::Class(_) => rules.class_form,
                Declared::Script(_) => rules.script_form,
            };
            if self.reads_declared(kind, rules.since)? {
                flags |= value;
                *form = Some((rules, declared));
            }
        }
        self.header_with(kind, flags);
        for (rules, declared) in forms.into_iter().flatten() {
            match declared {
                Declared::Any => {}
                Declared::Type(number) => self.bytes(&number.to_le_bytes()),
                Declared::Class(class) => self.text_body(rules.class, class)?,
                Declared::Script(path) => self.text_body(rules.script, path)?,
            }
        }
        Ok(())
    }
}

/// Converts an element type to the form in which a container declares it.
fn declared<'e>(layout: &Layout, element: &'e ElementType) -> Result<Declared<'e>, EncodeError> {
    Ok(match element {
        ElementType::Any | ElementType::Kind(Kind::Nil) => Declared::Any,
        ElementType::Kind(element) => match layout.number_of(*element) {
            Some(number) => Declared::Type(number.into()),
            None => return Err(unknown_element(layout, *element)),
        },
        ElementType::Class(class) => Declared::Class(class.as_str().into()),
        ElementType::Script(path) => Declared::Script(path.as_str().into()),
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
        let encode = |element: &T, writer: &mut Self| writer.of_declared_type(element);
        self.elements_after_count(count, elements, encode)
    }

    /// Encodes the values of an iterator as an `Array[T]`.
    pub(crate) fn typed_list<'t, T: Encode<E> + DeclaredType<E> + 't>(
        &mut self,
        elements: impl IntoIterator<Item = &'t T, IntoIter: ExactSizeIterator>,
    ) -> Result<(), EncodeError> {
        let elements = elements.into_iter();
        let count = self.typed_array_start(elements.len(), &T::DECLARED.into())?;
        self.list_after_count(count, elements.map(OfDeclaredType))
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
        let checked = pairs.map(|(key, value)| (OfDeclaredType(key), OfDeclaredType(value)));
        self.pairs_after_count(count, checked)
    }

    /// Encodes a value, and checks that it is of the declared type of `T`.
    #[inline]
    fn of_declared_type<T: Encode<E> + DeclaredType<E>>(
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
        match type_of_number(self.layout(), number.into()) {
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
struct OfDeclaredType<'t, T>(&'t T);

impl<E: Engine, T: Encode<E> + DeclaredType<E>> Encode<E> for OfDeclaredType<'_, T> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.of_declared_type(self.0)
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
        crate::codec::typed_encode::typed_containers! {
            $marker: Array TypedArray declared_array
        }
        crate::codec::typed_encode::typed_containers! {
            $marker: Dictionary TypedDictionary declared_dictionary core::fmt::Display
        }

        impl crate::TypedLayout for $marker {}

        crate::codec::declared_type::any_value!($marker);
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
                let header = reader.header_of(crate::Kind::$kind)?;
                reader.shared(|reader| reader.$codec(header)).map(|value| *value)
            }
        }
    };
}

pub(crate) use typed_containers;
