//! Conversions of values that are not containers. Some of them become containers.

use super::conversion::Conversion;
use crate::codec::coerce::elements;
use crate::table::{Body, TypeTable, Wire};
use crate::value::build::{Build, Content};
use crate::value::editable::{Editable, ViewMut};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::component_rows::rows;
use crate::wire::number::Number;
use crate::{ConvertError, Dictionary, Kind, Layout, NodePath, Signal};
use alloc::vec::Vec;
use core::mem;

impl<A: Layout, B: Layout> Conversion<A, B> {
    /// Converts a value that is not a container, and takes its payload if the target has the same.
    #[inline(never)]
    pub(super) fn leaf(&mut self, value: &mut A::Variant) -> Result<B::Variant, ConvertError> {
        // Every layout has these types.
        match value.view_mut() {
            ViewMut::Nil => return Ok(B::Variant::default()),
            ViewMut::Bool(value) => return Ok((*value).into()),
            ViewMut::Int(value) => return Ok((*value).into()),
            ViewMut::Float(value) => return Ok((*value).into()),
            ViewMut::Text(text) => return Ok(mem::take(text).into()),
            _ => {}
        }
        let kind = value.kind();
        let target = self.state.recorded_target(kind)?;
        let body = B::table_of(target).map_or(Body::Empty, |table| table.body);
        let built = match (value.view(), body) {
            (View::Fields(_, numbers), Body::Array) => Some(self::numbers::<B>(numbers).into()),
            (View::Pool(_, numbers), Body::Array) => {
                let array = elements::<A>(kind, numbers);
                array.map(|mut array| self.value(&mut array)).transpose()?
            }
            (View::Fields(_, numbers) | View::Pool(_, numbers), _) => {
                let body = self.state.components(kind, target, numbers);
                body.and_then(|body| B::Variant::build(target, Content::Components(&body)))
            }
            (View::Signal(signal), Body::Dictionary) => {
                Some(entries::<B>(self.state.from.table_of(kind), signal).into())
            }
            (View::Id(_, id), _) => {
                let id = self.state.id(kind, target, id)?;
                B::Variant::build(target, Content::Id(id))
            }
            (View::NodePath(path), _) if self.state.loses_root(path) => {
                B::Variant::build(target, Content::NodePath(NodePath::default()))
            }
            (View::Text(_, text), _) if kind != target => {
                B::Variant::build(target, Content::Text(text.into()))
            }
            (View::Callable, Body::Empty) => Some(B::Variant::default()),
            _ => None,
        };
        let built = built.or_else(|| match value.view_mut() {
            ViewMut::Payload(_, payload) => B::Variant::build(target, Content::Payload(payload)),
            _ => None,
        });
        built.ok_or_else(|| self.state.missing(kind))
    }
}

/// Converts components to the elements of an Array.
fn numbers<B: Layout>(numbers: &dyn Numbers) -> Vec<B::Variant> {
    let mut converted = Vec::with_capacity(numbers.elements());
    numbers.visit(&mut |number| converted.extend(self::number::<B>(number)));
    converted
}

fn number<B: Layout>(number: Number) -> Option<B::Variant> {
    match number {
        Number::Int(value) => B::Variant::build(Kind::Int, Content::Int(value)),
        other => B::Variant::build(Kind::Float, Content::Float(other.to_f64())),
    }
}

/// Returns the name and the id of a signal by the names of their rows. Scripts see ids as signed
/// integers.
fn entries<B: Layout>(table: Option<&TypeTable>, signal: Signal<&str>) -> Dictionary<B::Variant> {
    let mut entries = Dictionary::new();
    for row in table.map_or(&[][..], rows) {
        let value = match row.wire {
            Wire::Bytes => B::Variant::build(Kind::String, Content::Text(signal.name.into())),
            Wire::U64 => B::Variant::build(Kind::Int, Content::Int(signal.id.cast_signed())),
            // The length of the name.
            _ => continue,
        };
        let key = B::Variant::build(Kind::String, Content::Text(row.name.into()));
        if let (Some(key), Some(value)) = (key, value) {
            entries.insert(key, value);
        }
    }
    entries
}
