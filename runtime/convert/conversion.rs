//! Converts values in place, and chooses the kinds and declared types of converted values.

use super::report::{LossKind, NoteKind, Recorder};
use crate::codec::coerce::{component_types, elements, encode_exactly};
use crate::codec::record::missing_field;
use crate::codec::{
    coerce, construct, map_array, map_dictionary, map_object, map_typed_array, map_typed_dictionary,
};
use crate::error::{ConvertError, ConvertErrorKind, shortened};
use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::table::key_rule::KeyRule;
use crate::table::layout::Layout;
use crate::value::record::{Record, RecordField, has_field};
use crate::value::typed_containers::first_other;
use crate::value::view::{
    AsView, Build, Content, Numbers, View, ViewMut, is_plain, number_value, segment_of,
};
use crate::wire::fields::{ComponentType, Number, narrowed, widened};
use crate::{
    Dictionary, ElementType, FullObject, Kind, NodePath, Object, Segment, TypedArray,
    TypedDictionary,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::successors;
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
            View::Record(_, record) => missing_field(self.to, kind, record).is_none(),
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
    let [from, to] = layouts.map(|it| usize::from(it.text_style.has_name_keys()));
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
    numbers.visit(&mut |number| converted.push(number_value(number)));
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

/// The state of a conversion, with its layouts as data.
///
/// The methods of this type are therefore compiled once, not for each pair of layouts.
pub(super) struct State {
    pub(super) is_lossy: bool,
    pub(super) recorder: Recorder,
    pub(super) from: &'static Layout,
    pub(super) to: &'static Layout,
    /// Returns the component types of `kind` in the target's precision.
    pub(super) types: fn(Kind) -> Vec<ComponentType>,
}

impl State {
    /// Returns the error of a value without a counterpart, unless losses are accepted.
    fn lacks(&self, error: ConvertErrorKind) -> Result<(), ConvertError> {
        if self.is_lossy {
            Ok(())
        } else {
            Err(ConvertError::new(error))
        }
    }

    /// Creates the error for a kind that the target lacks.
    fn missing(&self, kind: Kind) -> ConvertError {
        ConvertError::new(self.missing_type(kind))
    }

    fn missing_type(&self, kind: Kind) -> ConvertErrorKind {
        ConvertErrorKind::MissingType {
            ty: self.from.name_of(kind),
            layout: self.to.title,
        }
    }

    fn missing_declaration(&self, declaration: &'static str) -> ConvertErrorKind {
        ConvertErrorKind::MissingDeclaration {
            declaration,
            layout: self.to.title,
        }
    }

    /// Returns the kind to which values of a kind are converted.
    fn target(&self, kind: Kind) -> Result<Kind, ConvertError> {
        if self.to.has(kind) {
            return Ok(kind);
        }
        let mut chain = successors(Some(kind), |kind| kind.nearest());
        chain
            .find(|kind| self.is_lossy && self.to.has(*kind))
            .ok_or_else(|| self.missing(kind))
    }

    /// Returns the kind to which values of a kind are converted, and records a change as a loss.
    fn recorded_target(&mut self, kind: Kind) -> Result<Kind, ConvertError> {
        let target = self.target(kind)?;
        if target != kind {
            let [from, to] = [self.from, self.to];
            self.recorder.record_loss(|| LossKind::Type {
                from: from.name_of(kind),
                to: to.name_of(target),
            });
        }
        Ok(target)
    }

    /// Returns the kind of typed array in which the target keeps the declared type, if there is
    /// one.
    fn typed_target(&self, kind: Kind) -> Option<Kind> {
        let chain = successors(Some(kind), |kind| kind.nearest());
        let mut candidates = chain.chain(Kind::TYPED_ARRAY);
        candidates.find(|kind| self.to.has_typed_array(*kind))
    }

    /// Converts a declared type for a container of the kind `container`.
    fn declared(
        &self,
        declared: &ElementType,
        container: Kind,
    ) -> Result<ElementType, ConvertError> {
        Ok(match declared {
            ElementType::Kind(kind) if is_counterpart(*kind, Kind::Array) => {
                let target = self.typed_target(*kind).unwrap_or(Kind::Array);
                ElementType::Kind(target)
            }
            ElementType::Kind(kind) => self.target(*kind)?.into(),
            ElementType::Script(_) if !is_compared(container) => {
                self.lacks(self.missing_declaration("a script as the type of a container"))?;
                ElementType::Kind(Kind::Object)
            }
            other => other.clone(),
        })
    }

    /// Converts the kind and the declared type of a typed array.
    fn typed_array_target(
        &self,
        kind: Kind,
        declared: &ElementType,
    ) -> Result<(Kind, ElementType), ConvertError> {
        let Some(target) = self.typed_target(kind) else {
            self.lacks(if self.to.has(kind) {
                self.missing_declaration("the element type of an Array")
            } else {
                self.missing_type(kind)
            })?;
            return Ok((Kind::Array, ElementType::Any));
        };
        let element = self.declared(declared, target)?;
        if !keeps_kind(kind, target, &element) {
            self.lacks(self.missing_type(kind))?;
        }
        Ok((target, element))
    }

    /// Converts the declared types of a Dictionary, or returns `None` if the target declares none.
    fn typed_dictionary_target(
        &self,
        declared: [&ElementType; 2],
    ) -> Result<Option<[ElementType; 2]>, ConvertError> {
        if !self.to.declares_types(Kind::Dictionary) {
            self.lacks(self.missing_declaration("the types of a Dictionary"))?;
            return Ok(None);
        }
        let [key, value] = declared;
        let key = self.declared(key, Kind::Dictionary)?;
        let value = self.declared(value, Kind::Dictionary)?;
        Ok(Some([key, value]))
    }

    /// Returns the final declared types of a converted container, and records a change as a loss.
    ///
    /// A declared type that the values do not fit is dropped, or an error in a strict conversion.
    fn settled<const N: usize>(
        &mut self,
        (kind, before): (Kind, [&ElementType; N]),
        (target, mut after): (Kind, [ElementType; N]),
        fits: [bool; N],
    ) -> Result<[ElementType; N], ConvertError> {
        for (declared, fits) in after.iter_mut().zip(fits) {
            if !fits && is_compared(target) {
                let layout = self.to.title;
                self.lacks(ConvertErrorKind::NotDeclared { layout })?;
                *declared = ElementType::Any;
            }
        }
        let mut pairs = before.iter().zip(&after);
        // A declared type of Nil is encoded like no declared type.
        let is_same = pairs.all(|(one, other)| *one == other || one.is_any() && other.is_any());
        if !is_same || !keeps_kind(kind, target, &after[0]) {
            let (from, to) = (self.from, self.to);
            self.recorder.record_loss(|| LossKind::DeclaredType {
                from: typed_name(from, kind, &before),
                to: typed_name(to, target, &after.each_ref()),
            });
        }
        Ok(after)
    }

    /// Encodes components as those of the kind `target`, and records rounding as a loss.
    ///
    /// Components are rounded to the types of the target, and then encoded as the types `encoded`.
    fn components(
        &mut self,
        target: Kind,
        encoded: &[ComponentType],
        numbers: &dyn Numbers,
    ) -> Vec<u8> {
        let rounded = (self.types)(target);
        let mut types = rounded.iter().zip(encoded).cycle();
        let (mut rounding, mut body) = (Rounding::default(), Vec::new());
        numbers.visit(&mut |number| {
            if let Some((rounded, encoded)) = types.next() {
                let number = rounding.rounded(number, *rounded);
                // Widens a NaN with its payload.
                let number = rounding.rounded(number, *encoded);
                coerce::encode(number, *encoded, &mut body);
            }
        });
        if let Some([from, to]) = rounding.first {
            let (ty, changed) = (self.to.name_of(target), rounding.changed);
            self.recorder.record_loss(|| LossKind::Precision {
                ty,
                changed,
                from,
                to,
            });
        }
        body
    }

    /// Converts the fields of a record; fields that the target lacks become their defaults.
    fn fields(
        &mut self,
        kind: Kind,
        target: Kind,
        record: &dyn Record,
    ) -> Result<Vec<RecordField<String>>, ConvertError> {
        let (ty, layout) = (self.from.name_of(kind), self.to.title);
        let mut converted = Vec::new();
        for ((field, value), &(_, wire)) in record.fields().zip(target.info().fields) {
            let table = self.to.type_of(target);
            let is_kept = value.is_default() || table.is_some_and(|table| has_field(table, field));
            if is_kept {
                converted.push(value.into_owned());
                continue;
            }
            self.lacks(ConvertErrorKind::MissingField { field, ty, layout })?;
            self.recorder.record_loss(|| {
                let value = value.to_string();
                LossKind::Field { ty, field, value }
            });
            converted.push(RecordField::default_for(wire));
        }
        Ok(converted)
    }

    /// Returns whether a conversion drops the root of a path, and records the loss.
    fn loses_root(&mut self, path: &NodePath) -> bool {
        let is_root = path.is_absolute() && path.is_empty();
        // An engine that drops the root decodes this path as empty, so a difference in either
        // direction is a loss.
        let is_lost = is_root && self.from.keeps_root != self.to.keeps_root;
        if is_lost {
            self.recorder.record_loss(|| LossKind::AbsoluteRoot);
        }
        is_lost
    }
}

/// Returns whether engines check the values of a container of this kind against its declared type.
///
/// Only these containers can declare a script. Engines do not check the values of the other kinds
/// of typed arrays.
fn is_compared(container: Kind) -> bool {
    matches!(container, Kind::Array | Kind::Dictionary)
}

/// Returns whether a converted typed array has the same kind or its counterpart.
///
/// An Array without a declared type is not a counterpart.
fn keeps_kind(from: Kind, to: Kind, element: &ElementType) -> bool {
    from == to || is_counterpart(from, to) && !element.is_any()
}

/// Returns whether one kind is `Array` and the other `TypedArray`.
///
/// An Array with a declared type has the same content as a TypedArray.
fn is_counterpart(one: Kind, other: Kind) -> bool {
    let pair = [Some(one), Some(other)];
    let array = Some(Kind::Array);
    pair == [array, Kind::TYPED_ARRAY] || pair == [Kind::TYPED_ARRAY, array]
}

/// Returns the name of a container with its declared types, such as `Array[int]`.
fn typed_name(layout: &Layout, kind: Kind, declared: &[&ElementType]) -> String {
    let name = layout.name_of(kind);
    if declared.iter().all(|declared| declared.is_any()) {
        return name.into();
    }
    let names = declared.iter().map(|declared| match declared {
        ElementType::Any => "Variant".into(),
        ElementType::Kind(kind) => layout.name_of(*kind).into(),
        ElementType::Class(name) | ElementType::Script(name) => shortened(name),
    });
    let names: Vec<String> = names.collect();
    format!("{name}[{}]", names.join(", "))
}

/// The numbers that a conversion changed.
#[derive(Debug, Default)]
struct Rounding {
    /// The number of changed components.
    changed: usize,
    /// The first changed component, before and after.
    first: Option<[f64; 2]>,
}

impl Rounding {
    /// Rounds a number to the type of a component. A NaN keeps its payload.
    fn rounded(&mut self, number: Number, component: ComponentType) -> Number {
        match (component, number) {
            (ComponentType::Single, Number::Single(_)) => number,
            (ComponentType::Single, _) => Number::Single(self.narrowed(number.to_f64())),
            (ComponentType::Double, _) => Number::Double(number.to_f64()),
            _ => number,
        }
    }

    /// Rounds a float to single precision, and counts a change.
    fn narrowed(&mut self, value: f64) -> f32 {
        let single = narrowed(value);
        let again = widened(single);
        if again.to_bits() != value.to_bits() {
            self.changed += 1;
            self.first.get_or_insert([value, again]);
        }
        single
    }
}

#[cfg(test)]
mod tests;
