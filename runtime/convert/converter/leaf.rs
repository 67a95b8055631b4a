//! Conversions of values that are not containers. Some of them become containers.

use super::conversion::Conversion;
use crate::codec::coerce::elements;
use crate::table::{Body, TypeTable, Wire};
use crate::value::build::{Build, Content};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::component_rows::rows;
use crate::wire::number::Number;
use crate::{ConvertError, Dictionary, Kind, Layout, Signal};
use alloc::string::String;
use alloc::vec::Vec;

impl<A: Layout, B: Layout> Conversion<A, B> {
    /// Converts a value that is not a container.
    #[inline(never)]
    pub(super) fn leaf(
        &mut self,
        kind: Kind,
        view: View<'_, A::Variant>,
    ) -> Result<B::Variant, ConvertError> {
        let target = self.state.recorded_target(kind)?;
        let body = B::table_of(target).map_or(Body::Empty, |table| table.body);
        let built = match (view, body) {
            (View::Fields(_, numbers), Body::Array) => Some(self::numbers::<B>(numbers).into()),
            (View::Pool(_, numbers), Body::Array) => {
                let array = elements::<A>(kind, numbers);
                array.map(|array| self.value(&array)).transpose()?
            }
            (View::Fields(_, numbers) | View::Pool(_, numbers), _) => {
                let body = self.state.components(kind, target, numbers);
                B::Variant::build(target, Content::Components(&body))
            }
            (View::Signal(signal), Body::Dictionary) => {
                Some(entries::<B>(self.state.from.table_of(kind), signal).into())
            }
            (View::Id(_, id), _) => {
                let id = self.state.id(kind, target, id)?;
                B::Variant::build(target, Content::Id(id))
            }
            (View::NodePath(path), _) => {
                let path = self.state.path(path);
                B::Variant::build(target, Content::NodePath(path))
            }
            (view, _) => content(&view).and_then(|content| B::Variant::build(target, content)),
        };
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

/// Returns the content of a value whose content is the same in every layout.
fn content<V: AsView>(view: &View<'_, V>) -> Option<Content<'static>> {
    Some(match view {
        View::Nil | View::Callable => Content::Empty,
        View::Bool(value) => Content::Bool(*value),
        View::Int(value) => Content::Int(*value),
        View::Float(value) => Content::Float(*value),
        View::Text(_, text) => Content::Text((*text).into()),
        View::PoolText(texts) => Content::Texts(
            texts
                .iter()
                .map(|text| String::from(text.as_ref()))
                .collect(),
        ),
        View::Signal(signal) => Content::Signal((*signal).into()),
        _ => return None,
    })
}
