//! Conversions of values that are not containers. Some of them become containers.

use super::conversion::Conversion;
use crate::codec::coerce::elements;
use crate::table::Body;
use crate::value::build::{Build, Content, of_number};
use crate::value::editable::{Editable, ViewMut};
use crate::value::record::{Record, RecordField};
use crate::value::view::{AsView, Numbers, View};
use crate::{ConvertError, Dictionary, Kind, Layout, NodePath};
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
            // The target may lack fields.
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
                let body = self.state.components(target, numbers);
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

/// Converts components to the elements of an Array.
fn numbers<B: Layout>(numbers: &dyn Numbers) -> Vec<B::Variant> {
    let mut converted = Vec::with_capacity(numbers.elements());
    numbers.visit(&mut |number| converted.push(of_number(number)));
    converted
}

/// Returns the fields of a record by their names. Scripts see integers with a sign.
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
