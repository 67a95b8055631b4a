//! The state of a conversion: its methods choose the kinds and declared types of converted values.

use super::report::{LossKind, Recorder};
use crate::codec::coerce;
use crate::codec::record::missing_field;
use crate::error::{ConvertError, ConvertErrorKind, shortened};
use crate::table::layout::Layout;
use crate::value::record::{Record, RecordField, has_field};
use crate::value::view::Numbers;
use crate::wire::fields::{ComponentType, Number, narrowed, widened};
use crate::{ElementType, Kind, NodePath};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::successors;

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
    pub(super) fn missing(&self, kind: Kind) -> ConvertError {
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
        self.lacks(self.missing_type(kind))?;
        let mut chain = successors(Some(kind), |kind| kind.nearest());
        chain
            .find(|kind| self.to.has(*kind))
            .ok_or_else(|| self.missing(kind))
    }

    /// Returns the kind to which values of a kind are converted, and records a change as a loss.
    pub(super) fn recorded_target(&mut self, kind: Kind) -> Result<Kind, ConvertError> {
        let target = self.target(kind)?;
        if target != kind {
            let (from, to) = (self.from.name_of(kind), self.to.name_of(target));
            self.recorder.record_loss(|| LossKind::Type { from, to });
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
    pub(super) fn typed_array_target(
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
    pub(super) fn typed_dictionary_target(
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
    pub(super) fn settled<const N: usize>(
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
    pub(super) fn components(
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
    pub(super) fn fields(
        &mut self,
        kind: Kind,
        target: Kind,
        record: &dyn Record,
    ) -> Result<Vec<RecordField<String>>, ConvertError> {
        let (ty, layout) = (self.from.name_of(kind), self.to.title);
        let mut converted = Vec::new();
        for ((field, value), &(_, wire)) in record.fields().zip(target.info().fields) {
            let table = self.to.table_of(target);
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
            converted.push(RecordField::of(wire));
        }
        Ok(converted)
    }

    /// Returns whether a record has a value in a field that the target lacks.
    pub(super) fn lacks_field(&self, kind: Kind, record: &dyn Record) -> bool {
        missing_field(self.to, kind, record).is_some()
    }

    /// Returns whether a conversion drops the root of a path, and records the loss.
    pub(super) fn loses_root(&mut self, path: &NodePath) -> bool {
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
pub(super) fn is_compared(container: Kind) -> bool {
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
