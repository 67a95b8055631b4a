//! Conversions of containers, element by element.

use super::conversion::{Conversion, is_compared, keeps_kind};
use super::loss::{LossKind, NoteKind};
use crate::declared::first_other;
use crate::error::shortened;
use crate::view::{View, Viewed, segment_of};
use crate::{
    ConvertError, ConvertErrorKind, Dictionary, ElementType, Kind, Layout, Object, Segment,
    TypedArray, TypedDictionary, WholeObject,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

// Containers have separate functions, which are not inlined, and loops instead of iterators, to keep
// the recursive stack frames small.

impl<A: Layout, B: Layout> Conversion<A, B> {
    /// Converts a value and everything that it contains.
    #[inline(never)]
    pub(super) fn value(&mut self, value: &A::Variant) -> Result<B::Variant, ConvertError> {
        match value.view() {
            View::Array(values) => self.array(values),
            View::TypedArray(kind, array) => self.typed_array(kind, array),
            View::Dictionary(entries) => self.dictionary(entries),
            View::TypedDictionary(dictionary) => self.typed_dictionary(dictionary),
            View::Object(object) => self.object(object),
            view => self.leaf(value.kind(), view),
        }
    }

    #[inline(never)]
    fn array(&mut self, values: &[A::Variant]) -> Result<B::Variant, ConvertError> {
        self.values(values).map(Into::into)
    }

    #[inline(never)]
    fn values(&mut self, values: &[A::Variant]) -> Result<Vec<B::Variant>, ConvertError> {
        let mut converted = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            let mark = self.recorder.mark();
            match self.value(value) {
                Ok(value) => converted.push(value),
                Err(error) => return Err(error.within(Segment::Index(index))),
            }
            self.recorder.enclose(mark, || Segment::Index(index));
        }
        Ok(converted)
    }

    #[inline(never)]
    fn typed_array(
        &mut self,
        kind: Kind,
        array: &TypedArray<A::Variant>,
    ) -> Result<B::Variant, ConvertError> {
        let (target, element) = self.typed_array_start(kind, array)?;
        let values = self.values(&array.values)?;
        self.typed_array_end(kind, array, target, element, values)
    }

    /// Returns the kind and the declared type that a typed array becomes.
    #[inline(never)]
    fn typed_array_start(
        &mut self,
        kind: Kind,
        array: &TypedArray<A::Variant>,
    ) -> Result<(Kind, ElementType), ConvertError> {
        let Some(target) = Self::typed_target(kind) else {
            let layout = B::TITLE;
            self.lacks(|| match B::number_of(kind) {
                Some(_) => ConvertError::new(ConvertErrorKind::MissingTypedArray { layout }),
                None => Self::missing(kind),
            })?;
            return Ok((Kind::Array, ElementType::Any));
        };
        let element = self.declared(&array.element, target)?;
        if !keeps_kind(kind, target, &element) {
            self.lacks(|| Self::missing(kind))?;
        }
        Ok((target, element))
    }

    /// Builds the typed array, and records the loss of its declared type.
    #[inline(never)]
    fn typed_array_end(
        &mut self,
        kind: Kind,
        array: &TypedArray<A::Variant>,
        target: Kind,
        mut element: ElementType,
        values: Vec<B::Variant>,
    ) -> Result<B::Variant, ConvertError> {
        let declared = &array.element;
        if is_compared(target) {
            let did_fit = || !is_compared(kind) || fits_all(declared, array.values.iter());
            element = self.checked(element, did_fit, values.iter())?;
        }
        if !keeps_kind(kind, target, &element) || !is_same(declared, &element) {
            self.recorder.lose(|| LossKind::DeclaredType {
                from: typed_name::<A>(kind, &[declared]),
                to: typed_name::<B>(target, &[&element]),
            });
        }
        if element.is_any() && target == Kind::Array {
            return Ok(values.into());
        }
        let array = TypedArray { element, values };
        B::typed_array(target, array).ok_or_else(|| Self::missing(kind))
    }

    /// Returns the declared type if the converted values fit it, or if those of the source did not fit
    /// theirs either. Otherwise the container loses it.
    fn checked<'v>(
        &self,
        declared: ElementType,
        did_fit: impl FnOnce() -> bool,
        values: impl Iterator<Item = &'v B::Variant>,
    ) -> Result<ElementType, ConvertError>
    where
        B: 'v,
    {
        if fits_all(&declared, values) || !did_fit() {
            return Ok(declared);
        }
        let layout = B::TITLE;
        self.lacks(|| ConvertError::new(ConvertErrorKind::NotDeclared { layout }))?;
        Ok(ElementType::Any)
    }

    #[inline(never)]
    fn dictionary(&mut self, entries: &Dictionary<A::Variant>) -> Result<B::Variant, ConvertError> {
        self.entries(entries).map(Into::into)
    }

    #[inline(never)]
    fn entries(
        &mut self,
        entries: &Dictionary<A::Variant>,
    ) -> Result<Dictionary<B::Variant>, ConvertError> {
        let mut converted = Dictionary::new();
        converted.reserve(entries.len());
        for (index, (key, value)) in entries.iter().enumerate() {
            let mark = self.recorder.mark();
            let key = match self.value(key) {
                Ok(key) => key,
                Err(error) => return Err(error.within(Segment::KeyOf(index))),
            };
            self.recorder.enclose(mark, || Segment::KeyOf(index));
            let mark = self.recorder.mark();
            let value = match self.value(value) {
                Ok(value) => value,
                Err(error) => return Err(error.within(segment_of(&key))),
            };
            self.insert(&mut converted, key, value, mark);
        }
        Ok(converted)
    }

    /// Inserts an entry, and records a loss if it replaces another one.
    #[inline(never)]
    fn insert(
        &mut self,
        entries: &mut Dictionary<B::Variant>,
        key: B::Variant,
        value: B::Variant,
        mark: super::report::Mark,
    ) {
        if entries.contains_key(&key) {
            self.recorder.lose(|| LossKind::Key);
        }
        self.recorder.enclose(mark, || segment_of(&key));
        entries.insert(key, value);
    }

    #[inline(never)]
    fn typed_dictionary(
        &mut self,
        dictionary: &TypedDictionary<A::Variant>,
    ) -> Result<B::Variant, ConvertError> {
        let declared = self.typed_dictionary_start(dictionary)?;
        let entries = self.entries(&dictionary.entries)?;
        self.typed_dictionary_end(dictionary, declared, entries)
    }

    /// Returns the declared types that those of a Dictionary become, if the target has any.
    #[inline(never)]
    fn typed_dictionary_start(
        &mut self,
        dictionary: &TypedDictionary<A::Variant>,
    ) -> Result<Option<[ElementType; 2]>, ConvertError> {
        let untyped = TypedDictionary {
            key: ElementType::Any,
            value: ElementType::Any,
            entries: Dictionary::new(),
        };
        if B::typed_dictionary(untyped).is_none() {
            let layout = B::TITLE;
            self.lacks(|| ConvertError::new(ConvertErrorKind::MissingTypedDictionary { layout }))?;
            return Ok(None);
        }
        let key = self.declared(&dictionary.key, Kind::Dictionary)?;
        let value = self.declared(&dictionary.value, Kind::Dictionary)?;
        Ok(Some([key, value]))
    }

    /// Builds the Dictionary, and records the loss of its declared types.
    #[inline(never)]
    fn typed_dictionary_end(
        &mut self,
        dictionary: &TypedDictionary<A::Variant>,
        declared: Option<[ElementType; 2]>,
        entries: Dictionary<B::Variant>,
    ) -> Result<B::Variant, ConvertError> {
        let [key, value] = declared.unwrap_or_default();
        let before = [&dictionary.key, &dictionary.value];
        let did_fit = || fits_all(before[0], dictionary.entries.keys());
        let key = self.checked(key, did_fit, entries.keys())?;
        let did_fit = || fits_all(before[1], dictionary.entries.values());
        let value = self.checked(value, did_fit, entries.values())?;
        if !is_same(before[0], &key) || !is_same(before[1], &value) {
            self.recorder.lose(|| LossKind::DeclaredType {
                from: typed_name::<A>(Kind::Dictionary, &before),
                to: typed_name::<B>(Kind::Dictionary, &[&key, &value]),
            });
        }
        if key.is_any() && value.is_any() {
            return Ok(entries.into());
        }
        let typed = TypedDictionary {
            key,
            value,
            entries,
        };
        B::typed_dictionary(typed).ok_or_else(|| Self::missing(Kind::Dictionary))
    }

    #[inline(never)]
    fn object(&mut self, object: &Object<A::Variant>) -> Result<B::Variant, ConvertError> {
        let object = match object {
            Object::Id(id) => {
                self.note_id(*id);
                return Ok(Object::Id(*id).into());
            }
            Object::Whole(object) => object,
        };
        self.note_object(object);
        let mut properties = Vec::with_capacity(object.properties.len());
        for (name, value) in &object.properties {
            let mark = self.recorder.mark();
            match self.value(value) {
                Ok(value) => properties.push((name.clone(), value)),
                Err(error) => return Err(error.within(Segment::name(name))),
            }
            self.recorder.enclose(mark, || Segment::name(name));
        }
        let class = object.class.clone();
        Ok(Object::Whole(Box::new(WholeObject { class, properties })).into())
    }

    fn note_id(&mut self, id: u64) {
        if id != 0 {
            self.recorder.note(|| NoteKind::ObjectId { id });
        }
    }

    fn note_object(&mut self, object: &WholeObject<A::Variant>) {
        if object.class.is_empty() {
            return;
        }
        self.recorder.note(|| NoteKind::Object {
            class: shortened(&object.class),
            properties: object
                .properties
                .iter()
                .map(|(name, _)| shortened(name))
                .collect(),
        });
    }
}

/// Returns whether two declared types are the same; Nil is encoded like no declared type.
fn is_same(one: &ElementType, other: &ElementType) -> bool {
    one == other || one.is_any() && other.is_any()
}

/// Returns whether every value fits a declared type.
fn fits_all<'v, V: Viewed + 'v>(
    declared: &ElementType,
    values: impl Iterator<Item = &'v V>,
) -> bool {
    first_other(declared.kind(), values.map(V::kind)).is_none()
}

/// Returns the name of a container with its declared types, as scripts write it.
fn typed_name<L: Layout>(kind: Kind, declared: &[&ElementType]) -> String {
    let name = L::name_of(kind);
    if declared.iter().all(|declared| declared.is_any()) {
        return name.into();
    }
    let names = declared.iter().map(|declared| match declared {
        ElementType::Any => "Variant".into(),
        ElementType::Kind(kind) => L::name_of(*kind).into(),
        ElementType::Class(name) | ElementType::Script(name) => shortened(name),
    });
    let names: Vec<String> = names.collect();
    format!("{name}[{}]", names.join(", "))
}
