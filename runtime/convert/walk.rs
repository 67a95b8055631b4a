//! Converts values in place; containers are converted element by element.

use super::conversion::{State, is_compared};
use super::report::{LossKind, NoteKind};
use crate::codec::coerce::{component_types, elements, encode_exactly};
use crate::codec::{
    construct, map_array, map_dictionary, map_object, map_typed_array, map_typed_dictionary,
};
use crate::error::{ConvertError, shortened};
use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::table::key_rule::KeyRule;
use crate::table::layout::Layout;
use crate::value::record::{Record, RecordField};
use crate::value::typed_containers::first_other;
use crate::value::view::{
    AsView, Build, Content, Numbers, View, ViewMut, is_plain, of_number, segment_of,
};
use crate::{
    Dictionary, ElementType, FullObject, Kind, NodePath, Object, Segment, TypedArray,
    TypedDictionary,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

// Containers are converted by separate functions that are not inlined, with loops instead of
// iterators, to keep the recursive stack frames small.

impl State {
    /// Converts a value in place. Values that the target has are not changed.
    #[inline(never)]
    pub(super) fn convert<V: Build>(&mut self, value: &mut V) -> Result<(), ConvertError> {
        let converted = match value.view_mut() {
            ViewMut::Array(values) => return self.values(values),
            ViewMut::Dictionary(entries) => return self.entries(entries),
            ViewMut::Object(object) => return self.object(object),
            ViewMut::TypedArray(kind, array) => Some(self.typed_array(kind, array)?),
            ViewMut::TypedDictionary(entries) => Some(self.typed_dictionary(entries)?),
            ViewMut::Leaf => self.leaf(value)?,
        };
        if let Some(converted) = converted {
            *value = converted;
        }
        Ok(())
    }

    /// Converts a member of a container; the segment leads to the member.
    #[inline]
    fn member<V: Build>(
        &mut self,
        value: &mut V,
        segment: impl Fn() -> Segment,
    ) -> Result<(), ConvertError> {
        if is_plain(value) {
            return Ok(());
        }
        self.other_member(value, &segment)
    }

    /// Converts a member that is not plain, and adds its segment to the path of a loss or an error.
    #[inline(never)]
    fn other_member<V: Build>(
        &mut self,
        value: &mut V,
        segment: &dyn Fn() -> Segment,
    ) -> Result<(), ConvertError> {
        let listed = self.recorder.listed();
        match self.convert(value) {
            Ok(()) => {
                self.recorder.prepend_segment(listed, segment);
                Ok(())
            }
            Err(error) => Err(error.within(segment())),
        }
    }

    #[inline(never)]
    fn values<V: Build>(&mut self, values: &mut [V]) -> Result<(), ConvertError> {
        for (index, value) in values.iter_mut().enumerate() {
            self.member(value, || Segment::Index(index))?;
        }
        Ok(())
    }

    #[inline(never)]
    fn typed_array<V: Build>(
        &mut self,
        kind: Kind,
        array: &mut TypedArray<V>,
    ) -> Result<V, ConvertError> {
        let declared = self.typed_array_target(kind, &array.element)?;
        // If the values did not fit the declared type before, they are not checked afterwards.
        let has_fitted = !is_compared(kind) || fits_all(&array.element, array.values.iter());
        let mut values = mem::take(&mut array.values);
        self.values(&mut values)?;
        self.typed_array_end((kind, &array.element), declared, values, has_fitted)
    }

    /// Creates the converted array; a separate function, because few calls reach the end at once.
    #[inline(never)]
    fn typed_array_end<V: Build>(
        &mut self,
        (kind, declared): (Kind, &ElementType),
        (target, element): (Kind, ElementType),
        values: Vec<V>,
        has_fitted: bool,
    ) -> Result<V, ConvertError> {
        let fits = !has_fitted || fits_all(&element, values.iter());
        let (before, after) = ((kind, [declared]), (target, [element]));
        let [element] = self.settled(before, after, [fits])?;
        if element.is_any() && target == Kind::Array {
            return Ok(values.into());
        }
        let array = TypedArray { element, values };
        V::typed_array(target, array).ok_or_else(|| self.missing(kind))
    }

    #[inline(never)]
    fn entries<V: Build>(&mut self, entries: &mut Dictionary<V>) -> Result<(), ConvertError> {
        let rule = self.to.keys;
        if entries.keys().all(is_plain) {
            // Plain keys stay the same keys under every rule.
            drop(entries.set_key_rule(rule));
            for (key, value) in entries.iter_mut() {
                self.member(value, || segment_of(key))?;
            }
            return Ok(());
        }
        *entries = self.entries_with_keys(mem::take(entries), rule)?;
        Ok(())
    }

    /// Converts the entries of a Dictionary whose keys can change.
    #[inline(never)]
    fn entries_with_keys<V: Build>(
        &mut self,
        entries: Dictionary<V>,
        rule: KeyRule,
    ) -> Result<Dictionary<V>, ConvertError> {
        let mut converted = Dictionary::with_rule(rule);
        converted.reserve(entries.len());
        for (index, (mut key, mut value)) in entries.into_iter().enumerate() {
            self.member(&mut key, || Segment::KeyOf(index))?;
            self.member(&mut value, || segment_of(&key))?;
            if let Some((place, _)) = converted.insert_at(key, value) {
                self.record_equal_key(&converted, place);
            }
        }
        Ok(converted)
    }

    #[cold]
    fn record_equal_key<V: Build>(&mut self, entries: &Dictionary<V>, place: usize) {
        let listed = self.recorder.listed();
        self.recorder.record_loss(|| LossKind::Key);
        let segment = || {
            entries
                .keys()
                .nth(place)
                .map_or(Segment::KeyOf(place), segment_of)
        };
        self.recorder.prepend_segment(listed, &segment);
    }

    #[inline(never)]
    fn typed_dictionary<V: Build>(
        &mut self,
        dictionary: &mut TypedDictionary<V>,
    ) -> Result<V, ConvertError> {
        let TypedDictionary {
            key,
            value,
            entries,
        } = dictionary;
        let before = [&*key, &*value];
        let declared = self.typed_dictionary_target(before)?;
        // If the keys or values did not fit before, they are not checked afterwards.
        let have_fitted = [
            fits_all(key, entries.keys()),
            fits_all(value, entries.values()),
        ];
        let mut entries = mem::take(entries);
        self.entries(&mut entries)?;
        self.typed_dictionary_end(before, declared, entries, have_fitted)
    }

    /// Creates the converted Dictionary.
    #[inline(never)]
    fn typed_dictionary_end<V: Build>(
        &mut self,
        before: [&ElementType; 2],
        declared: Option<[ElementType; 2]>,
        entries: Dictionary<V>,
        have_fitted: [bool; 2],
    ) -> Result<V, ConvertError> {
        let declared = declared.unwrap_or_default();
        let fits = [
            !have_fitted[0] || fits_all(&declared[0], entries.keys()),
            !have_fitted[1] || fits_all(&declared[1], entries.values()),
        ];
        let (before, after) = ((Kind::Dictionary, before), (Kind::Dictionary, declared));
        let [key, value] = self.settled(before, after, fits)?;
        if key.is_any() && value.is_any() {
            return Ok(entries.into());
        }
        let typed = TypedDictionary {
            key,
            value,
            entries,
        };
        V::typed_dictionary(typed).ok_or_else(|| self.missing(Kind::Dictionary))
    }

    #[inline(never)]
    fn object<V: Build>(&mut self, object: &mut Object<V>) -> Result<(), ConvertError> {
        // A constructor of a text, such as `ExtResource("1")`, is the same in all engines.
        if construct::source(object).is_some() {
            return Ok(());
        }
        let object = match object {
            Object::Id(id) => {
                let id = *id;
                if id != 0 {
                    self.recorder.note(|| NoteKind::ObjectId { id });
                }
                return Ok(());
            }
            Object::Full(object) => object,
        };
        if !object.class.is_empty() {
            let layouts = [self.from, self.to];
            self.recorder.note(|| object_note(object, layouts));
        }
        for (name, value) in &mut object.properties {
            self.member(value, || Segment::name(&*name))?;
        }
        Ok(())
    }

    /// Returns whether the target has less precision than the value.
    fn narrows<V: Build>(&self) -> bool {
        V::IS_DOUBLE && !self.to.is_double
    }

    /// Converts a value that is not a container; returns `None` if the value does not change.
    #[inline(never)]
    fn leaf<V: Build>(&mut self, value: &V) -> Result<Option<V>, ConvertError> {
        let (kind, view) = (value.kind(), value.view());
        // Records are converted field by field, because the target may lack fields.
        let is_kept = match view {
            View::NodePath(path) => !self.loses_root(path),
            View::Record(_, record) => !self.lacks_field(kind, record),
            // The other precision is a matter of rounding.
            View::Fields(..) | View::Packed(..) => !self.narrows::<V>(),
            _ => true,
        };
        if is_kept && self.to.has(kind) {
            return Ok(None);
        }
        let target = self.recorded_target(kind)?;
        let built = match (view, TYPES[target as usize].body) {
            (View::Fields(_, numbers), Body::Array) => Some(self::numbers(numbers).into()),
            (View::Packed(_, numbers), Body::Array) => {
                let mut array = elements::<V>(kind, numbers);
                if let Some(array) = &mut array {
                    self.convert(array)?;
                }
                array
            }
            (View::Fields(_, numbers) | View::Packed(_, numbers), _) => {
                let types = component_types::<V>(target);
                let body = self.components(target, &types, numbers);
                V::build(target, Content::Components(&body))
            }
            (View::Record(_, record), Body::Dictionary) => {
                Some(entries(record, self.to.keys).into())
            }
            (View::Record(_, record), Body::Record) => {
                let fields = self.fields(kind, target, record)?;
                V::build(target, Content::Record(fields))
            }
            (View::Record(..), _) => V::build(target, Content::Empty),
            (View::NodePath(_), _) => V::build(target, Content::NodePath(NodePath::default())),
            (View::Text(_, text), _) => V::build(target, Content::Text(text.into())),
            _ => None,
        };
        built.map(Some).ok_or_else(|| self.missing(kind))
    }
}

/// Moves a value to a Variant of the other precision.
///
/// Narrowing loses nothing, because the conversion to a layout in single precision has rounded the
/// components.
#[inline(never)]
pub(crate) fn with_precision<V: Build, W: Build>(mut value: V) -> W {
    let moved = match value.view_mut() {
        ViewMut::Array(values) => Some(map_array(mem::take(values), with_precision::<V, W>).into()),
        ViewMut::Dictionary(entries) => {
            Some(map_dictionary(mem::take(entries), with_precision::<V, W>).into())
        }
        ViewMut::Object(object) => {
            let object = mem::replace(object, Object::Id(0));
            Some(map_object(object, with_precision::<V, W>).into())
        }
        ViewMut::TypedArray(kind, array) => {
            let array = Box::new(mem::take(array));
            W::typed_array(kind, *map_typed_array(array, with_precision::<V, W>))
        }
        ViewMut::TypedDictionary(dictionary) => {
            let dictionary = Box::new(mem::take(dictionary));
            W::typed_dictionary(*map_typed_dictionary(dictionary, with_precision::<V, W>))
        }
        ViewMut::Leaf => leaf_with_precision(&value),
    };
    // Every Variant has the same kinds, so the value is never missing.
    moved.unwrap_or_default()
}

#[inline(never)]
fn leaf_with_precision<V: Build, W: Build>(value: &V) -> Option<W> {
    let kind = value.kind();
    let mut body = Vec::new();
    let content = match value.view() {
        View::Fields(_, numbers) | View::Packed(_, numbers) => {
            let types = component_types::<W>(kind);
            let mut types = types.iter().cycle();
            numbers.visit(&mut |number| {
                // The precision of the other components is the same.
                let _ = types
                    .next()
                    .map(|ty| encode_exactly(number, *ty, &mut body));
            });
            Content::Components(&body)
        }
        view => view.content(&mut body),
    };
    W::build(kind, content)
}

/// The names of properties of input events before and since Godot 4, which ignores the former:
/// `_bind_methods` in `core/os/input_event.cpp` of Godot 3.6 and `core/input/input_event.cpp` of
/// Godot 4.6. `command` repeats `control` or `meta`. Input maps have no events with `speed`.
const RENAMED: [[&str; 2]; 7] = [
    ["alt", "alt_pressed"],
    ["shift", "shift_pressed"],
    ["control", "ctrl_pressed"],
    ["meta", "meta_pressed"],
    ["scancode", "keycode"],
    ["physical_scancode", "physical_keycode"],
    ["doubleclick", "double_click"],
];

fn object_note<V: AsView>(object: &FullObject<V>, layouts: [&'static Layout; 2]) -> NoteKind {
    let [from, to] = layouts.map(|it| usize::from(it.text_form.has_name_keys()));
    let is_set = |value: &V| !matches!(value.view(), View::Bool(false) | View::Int(0));
    let properties = object.properties.iter().filter(|(_, value)| is_set(value));
    let renamed = properties.filter_map(|(name, _)| {
        let names = RENAMED.iter().find(|names| names[from] == name)?;
        Some([names[from], names[to]])
    });
    let properties: Vec<_> = renamed.collect();
    if from != to && object.class.starts_with("InputEvent") && !properties.is_empty() {
        let layout = layouts[1].title;
        return NoteKind::Renamed { layout, properties };
    }
    let names = object.properties.iter().map(|(name, _)| shortened(name));
    NoteKind::Object {
        class: shortened(&object.class),
        properties: names.collect(),
    }
}

/// Returns whether all values are of the declared type.
fn fits_all<'v, V: AsView + 'v>(
    declared: &ElementType,
    values: impl Iterator<Item = &'v V>,
) -> bool {
    first_other(declared.kind(), values.map(V::kind)).is_none()
}

/// Converts components to the elements of an Array.
fn numbers<V: Build>(numbers: &dyn Numbers) -> Vec<V> {
    let mut converted = Vec::with_capacity(numbers.elements());
    numbers.visit(&mut |number| converted.push(of_number(number)));
    converted
}

/// Converts a record to the entries of a Dictionary.
fn entries<V: Build>(record: &dyn Record, rule: KeyRule) -> Dictionary<V> {
    let mut entries = Dictionary::with_rule(rule);
    for (name, value) in record.fields() {
        let value: V = match value {
            RecordField::Text(text) => String::from(text).into(),
            RecordField::Int(value) => value.cast_signed().into(),
        };
        entries.insert(String::from(name), value);
    }
    entries
}
