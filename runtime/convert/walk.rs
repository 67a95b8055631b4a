//! Converts values; containers are converted element by element.

use super::conversion::{Conversion, is_compared};
use super::report::{LossKind, NoteKind};
use crate::codec::coerce::elements;
use crate::error::shortened;
use crate::table::Body;
use crate::value::build::{Build, Content, of_number};
use crate::value::declared::first_other;
use crate::value::editable::{Editable, ViewMut};
use crate::value::record::{Record, RecordField};
use crate::value::view::{AsView, Numbers, View, segment_of};
use crate::wire::component_rows::component_types;
use crate::{
    ConvertError, Dictionary, ElementType, FullObject, Kind, Layout, NodePath, Object, Segment,
    TypedArray, TypedDictionary,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

// Containers are converted by separate functions that are not inlined, with loops instead of
// iterators, to keep the recursive stack frames small.

impl<A: Layout, B: Layout> Conversion<A, B> {
    /// Converts a value and its contents, moving payloads out of them.
    #[inline(never)]
    pub(super) fn value(&mut self, value: &mut A::Variant) -> Result<B::Variant, ConvertError> {
        match value.view_mut() {
            ViewMut::Array(values) => self.values(values).map(Into::into),
            ViewMut::TypedArray(kind, array) => self.typed_array(kind, array),
            ViewMut::Dictionary(entries) => self.entries(entries).map(Into::into),
            ViewMut::TypedDictionary(entries) => self.typed_dictionary(entries),
            ViewMut::Object(object) => self.object(object),
            ViewMut::Payload(kind, _) => self.leaf(kind, value),
            _ => Ok(self::plain::<A, B>(value).unwrap_or_default()),
        }
    }

    /// Converts a value in a container; `segment` leads to the value.
    #[inline]
    fn member(
        &mut self,
        value: &mut A::Variant,
        segment: impl Fn() -> Segment,
    ) -> Result<B::Variant, ConvertError> {
        match self::plain::<A, B>(value) {
            Some(value) => Ok(value),
            None => self.other_member(value, segment),
        }
    }

    #[inline(never)]
    fn other_member(
        &mut self,
        value: &mut A::Variant,
        segment: impl Fn() -> Segment,
    ) -> Result<B::Variant, ConvertError> {
        let listed = self.state.recorder.listed();
        match self.value(value) {
            Ok(value) => {
                self.state.recorder.prepend_segment(listed, segment);
                Ok(value)
            }
            Err(error) => Err(error.within(segment())),
        }
    }

    #[inline(never)]
    fn values(&mut self, values: &mut [A::Variant]) -> Result<Vec<B::Variant>, ConvertError> {
        let mut converted = Vec::with_capacity(values.len());
        for (index, value) in values.iter_mut().enumerate() {
            converted.push(self.member(value, || Segment::Index(index))?);
        }
        Ok(converted)
    }

    #[inline(never)]
    fn typed_array(
        &mut self,
        kind: Kind,
        array: &mut TypedArray<A::Variant>,
    ) -> Result<B::Variant, ConvertError> {
        let declared = self.state.typed_array(kind, &array.element)?;
        // If the values did not fit the declared type before, they are not checked afterwards.
        let has_fitted = !is_compared(kind) || fits_all(&array.element, array.values.iter());
        let values = self.values(&mut array.values)?;
        self.typed_array_end((kind, &array.element), declared, values, has_fitted)
    }

    /// Builds the typed array, and records the loss of its declared type.
    #[inline(never)]
    fn typed_array_end(
        &mut self,
        (kind, declared): (Kind, &ElementType),
        (target, element): (Kind, ElementType),
        values: Vec<B::Variant>,
        has_fitted: bool,
    ) -> Result<B::Variant, ConvertError> {
        let fits = !has_fitted || fits_all(&element, values.iter());
        let (before, after) = ((kind, [declared]), (target, [element]));
        let [element] = self.state.settled(before, after, [fits])?;
        if element.is_any() && target == Kind::Array {
            return Ok(values.into());
        }
        let array = TypedArray { element, values };
        B::typed_array(target, array).ok_or_else(|| self.state.missing(kind))
    }

    #[inline(never)]
    fn entries(
        &mut self,
        entries: &mut Dictionary<A::Variant>,
    ) -> Result<Dictionary<B::Variant>, ConvertError> {
        let mut converted = Dictionary::new();
        converted.reserve(entries.len());
        for (index, (mut key, mut value)) in mem::take(entries).into_iter().enumerate() {
            let key = self.member(&mut key, || Segment::KeyOf(index))?;
            let value = self.member(&mut value, || segment_of(&key))?;
            if let Some((place, _)) = converted.insert_at(key, value) {
                self.record_equal_key(&converted, place);
            }
        }
        Ok(converted)
    }

    /// Records that an entry replaced the value at `place`, because their keys became equal.
    #[cold]
    fn record_equal_key(&mut self, entries: &Dictionary<B::Variant>, place: usize) {
        let listed = self.state.recorder.listed();
        self.state.recorder.record_loss(|| LossKind::Key);
        let segment = || {
            entries
                .keys()
                .nth(place)
                .map_or(Segment::KeyOf(place), segment_of)
        };
        self.state.recorder.prepend_segment(listed, segment);
    }

    #[inline(never)]
    fn typed_dictionary(
        &mut self,
        dictionary: &mut TypedDictionary<A::Variant>,
    ) -> Result<B::Variant, ConvertError> {
        let TypedDictionary {
            key,
            value,
            entries,
        } = dictionary;
        let before = [&*key, &*value];
        let declared = self.state.typed_dictionary(before)?;
        // If the keys or values did not fit before, they are not checked afterwards.
        let have_fitted = [
            fits_all(key, entries.keys()),
            fits_all(value, entries.values()),
        ];
        let entries = self.entries(entries)?;
        self.typed_dictionary_end(before, declared, entries, have_fitted)
    }

    /// Builds the Dictionary, and records the loss of its declared types.
    #[inline(never)]
    fn typed_dictionary_end(
        &mut self,
        before: [&ElementType; 2],
        declared: Option<[ElementType; 2]>,
        entries: Dictionary<B::Variant>,
        have_fitted: [bool; 2],
    ) -> Result<B::Variant, ConvertError> {
        let declared = declared.unwrap_or_default();
        let fits = [
            !have_fitted[0] || fits_all(&declared[0], entries.keys()),
            !have_fitted[1] || fits_all(&declared[1], entries.values()),
        ];
        let (before, after) = ((Kind::Dictionary, before), (Kind::Dictionary, declared));
        let [key, value] = self.state.settled(before, after, fits)?;
        if key.is_any() && value.is_any() {
            return Ok(entries.into());
        }
        let typed = TypedDictionary {
            key,
            value,
            entries,
        };
        B::typed_dictionary(typed).ok_or_else(|| self.state.missing(Kind::Dictionary))
    }

    #[inline(never)]
    fn object(&mut self, object: &mut Object<A::Variant>) -> Result<B::Variant, ConvertError> {
        let object = match object {
            Object::Id(id) => {
                let id = *id;
                if id != 0 {
                    self.state.recorder.note(|| NoteKind::ObjectId { id });
                }
                return Ok(Object::Id(id).into());
            }
            Object::Full(object) => object,
        };
        if !object.class.is_empty() {
            self.state.recorder.note(|| object_note(object));
        }
        let mut properties = Vec::with_capacity(object.properties.len());
        for (name, value) in &mut object.properties {
            let value = self.member(value, || Segment::name(name))?;
            properties.push((mem::take(name), value));
        }
        let class = mem::take(&mut object.class);
        Ok(Object::Full(Box::new(FullObject { class, properties })).into())
    }

    /// Converts a value that is not a container, moving its payload if the target has the same
    /// type.
    #[inline(never)]
    fn leaf(&mut self, kind: Kind, value: &mut A::Variant) -> Result<B::Variant, ConvertError> {
        if let ViewMut::Payload(_, payload) = value.view_mut() {
            // Records are converted field by field, because the target may lack fields.
            let is_record = !kind.info().fields.is_empty();
            let is_moved = match payload.downcast_ref() {
                Some(path) => !self.state.loses_root(path),
                None => !is_record,
            };
            if is_moved && let Some(value) = B::Variant::build(kind, Content::Payload(payload)) {
                return Ok(value);
            }
        }
        let target = self.state.recorded_target(kind)?;
        let body = B::table_of(target).map_or(Body::Empty, |table| table.body);
        let built = match (value.view(), body) {
            (View::Fields(_, numbers), Body::Array) => Some(self::numbers::<B>(numbers).into()),
            (View::Pool(_, numbers), Body::Array) => {
                let array = elements::<A>(kind, numbers);
                array.map(|mut array| self.value(&mut array)).transpose()?
            }
            (View::Fields(_, numbers) | View::Pool(_, numbers), _) => {
                let types = component_types::<B>(target);
                let body = self.state.components(target, &types, numbers);
                B::Variant::build(target, Content::Components(&body))
            }
            (View::Record(_, record), Body::Dictionary) => Some(entries::<B>(record).into()),
            (View::Record(_, record), Body::Record) => {
                let fields = self.state.fields(kind, target, record)?;
                B::Variant::build(target, Content::Record(fields))
            }
            (View::Record(..), _) => B::Variant::build(target, Content::Empty),
            (View::NodePath(_), _) => {
                B::Variant::build(target, Content::NodePath(NodePath::default()))
            }
            (View::Text(_, text), _) => B::Variant::build(target, Content::Text(text.into())),
            _ => None,
        };
        built.ok_or_else(|| self.state.missing(kind))
    }
}

/// Converts a value of a type that every layout has and that is not a container.
#[inline]
fn plain<A: Layout, B: Layout>(value: &mut A::Variant) -> Option<B::Variant> {
    Some(match value.view_mut() {
        ViewMut::Nil => B::Variant::default(),
        ViewMut::Bool(value) => (*value).into(),
        ViewMut::Int(value) => (*value).into(),
        ViewMut::Float(value) => (*value).into(),
        ViewMut::Text(text) => mem::take(text).into(),
        _ => return None,
    })
}

/// Returns the note on a full object: its class, and the names of its properties.
fn object_note<V>(object: &FullObject<V>) -> NoteKind {
    let names = object.properties.iter().map(|(name, _)| shortened(name));
    NoteKind::Object {
        class: shortened(&object.class),
        properties: names.collect(),
    }
}

/// Returns whether every value fits a declared type.
fn fits_all<'v, V: AsView + 'v>(
    declared: &ElementType,
    values: impl Iterator<Item = &'v V>,
) -> bool {
    first_other(declared.kind(), values.map(V::kind)).is_none()
}

/// Converts components to the elements of an Array.
fn numbers<B: Layout>(numbers: &dyn Numbers) -> Vec<B::Variant> {
    let mut converted = Vec::with_capacity(numbers.elements());
    numbers.visit(&mut |number| converted.push(of_number(number)));
    converted
}

/// Converts a record to entries with the names of its fields. Integers are signed, as in scripts.
fn entries<B: Layout>(record: &dyn Record) -> Dictionary<B::Variant> {
    let entry = |(name, value): (&'static str, RecordField<&str>)| {
        let value: B::Variant = match value {
            RecordField::Text(text) => String::from(text).into(),
            RecordField::Int(value) => RecordField::<&str>::signed(value).into(),
            RecordField::Float(value) => value.into(),
        };
        (String::from(name), value)
    };
    record.fields().map(entry).collect()
}
