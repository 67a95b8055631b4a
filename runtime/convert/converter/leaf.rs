//! Conversions of values that are not containers. Some of them become containers.

use super::conversion::Conversion;
use crate::codec::coerce::elements;
use crate::table::{Body, TypeTable, Wire};
use crate::value::build::{Build, Content, of_number};
use crate::value::editable::{Editable, ViewMut};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::component_rows::rows;
use crate::{ConvertError, Dictionary, Kind, Layout, NodePath, Signal};
use alloc::string::String;
use alloc::vec::Vec;

impl<A: Layout, B: Layout> Conversion<A, B> {
    /// Converts a value that is not a container, and takes its payload if the target has the same.
    #[inline(never)]
    pub(super) fn leaf(
        &mut self,
        kind: Kind,
        value: &mut A::Variant,
    ) -> Result<B::Variant, ConvertError> {
        if let ViewMut::Payload(_, payload) = value.view_mut() {
            let is_moved = match kind {
                // The target may encode no ids.
                Kind::Rid => false,
                Kind::NodePath => {
                    let path = payload.downcast_ref();
                    !path.is_some_and(|path| self.state.loses_root(path))
                }
                _ => true,
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
                let body = self.state.components(target, numbers);
                B::Variant::build(target, Content::Components(&body))
            }
            (View::Signal(signal), Body::Dictionary) => {
                Some(entries::<B>(self.state.from.table_of(kind), signal).into())
            }
            (View::Id(_, id), _) => {
                let id = self.state.id(kind, target, id)?;
                B::Variant::build(target, Content::Id(id))
            }
            (View::NodePath(_), _) => {
                B::Variant::build(target, Content::NodePath(NodePath::default()))
            }
            (View::Text(_, text), _) => B::Variant::build(target, Content::Text(text.into())),
            (View::Callable, _) => B::Variant::build(target, Content::Empty),
            _ => None,
        };
        built.ok_or_else(|| self.state.missing(kind))
    }
}

/// Converts components to the elements of an Array.
fn numbers<B: Layout>(numbers: &dyn Numbers) -> Vec<B::Variant> {
    let mut converted = Vec::with_capacity(numbers.elements());
    numbers.visit(&mut |number| converted.push(of_number(number)));
    converted
}

/// Returns the name and the id of a signal by the names of their rows. Scripts see ids as signed
/// integers.
fn entries<B: Layout>(table: Option<&TypeTable>, signal: Signal<&str>) -> Dictionary<B::Variant> {
    let mut entries = Dictionary::<B::Variant>::new();
    for row in table.map_or(&[][..], rows) {
        let value: B::Variant = match row.wire {
            Wire::Bytes => String::from(signal.name).into(),
            Wire::U64 => signal.id.cast_signed().into(),
            // The length of the name.
            _ => continue,
        };
        entries.insert(String::from(row.name), value);
    }
    entries
}
