//! Conversions of values that are not containers. Some of them become containers.

use super::conversion::Conversion;
use super::loss::LossKind;
use super::rounding;
use crate::build::{Build, Content};
use crate::component_rows::{ComponentType, component_types, rows};
use crate::number::Number;
use crate::table::{Body, Wire};
use crate::view::{Numbers, View, Viewed};
use crate::{ConvertError, ConvertErrorKind, Dictionary, Kind, Layout, NodePath, Segment, Signal};
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
        let target = self.recorded_target(kind)?;
        let built = match (view, Self::body(target)) {
            (View::Fields(_, numbers), Body::Array) => Some(Self::numbers(numbers).into()),
            (View::Pool(_, numbers), Body::Array) => Some(self.elements(kind, numbers)?.into()),
            (View::Fields(_, numbers) | View::Pool(_, numbers), _) => {
                self.components(kind, target, numbers)
            }
            (View::Signal(signal), Body::Dictionary) => Some(entries::<A, B>(kind, signal).into()),
            (View::Id(_, id), _) => {
                let id = self.id(kind, target, id)?;
                B::Variant::build(target, Content::Id(id))
            }
            (View::NodePath(path), _) => {
                let path = self.path(path);
                B::Variant::build(target, Content::NodePath(path))
            }
            (view, _) => content(&view).and_then(|content| B::Variant::build(target, content)),
        };
        built.ok_or_else(|| Self::missing(kind))
    }

    /// Converts components to those of another kind, or of another number type.
    fn components(
        &mut self,
        kind: Kind,
        target: Kind,
        numbers: &dyn Numbers,
    ) -> Option<B::Variant> {
        let types = component_types::<B>(target);
        let mut body = Vec::new();
        if kind == target && types == component_types::<A>(kind) {
            numbers.encode(&mut body);
        } else {
            let rounding = rounding::encode(numbers, &types, &mut body);
            if let Some([from, to]) = rounding.first {
                let (ty, changed) = (B::name_of(target), rounding.changed);
                self.recorder.lose(|| LossKind::Precision {
                    ty,
                    changed,
                    from,
                    to,
                });
            }
        }
        B::Variant::build(target, Content::Components(&body))
    }

    /// Converts components to the elements of an Array.
    fn numbers(numbers: &dyn Numbers) -> Vec<B::Variant> {
        let mut converted = Vec::with_capacity(numbers.elements());
        numbers.visit(&mut |number| converted.extend(self::number::<B>(number)));
        converted
    }

    /// Converts the elements of a pool array to those of an Array.
    fn elements(
        &mut self,
        kind: Kind,
        numbers: &dyn Numbers,
    ) -> Result<Vec<B::Variant>, ConvertError> {
        let Some(element) = kind.element() else {
            return Ok(Self::numbers(numbers));
        };
        let types = component_types::<A>(element);
        let mut converted = Vec::with_capacity(numbers.elements());
        for index in 0..numbers.elements() {
            let mark = self.recorder.mark();
            let value = ElementOf {
                numbers,
                index,
                types: &types,
            };
            let value = self.leaf(element, View::Fields(element, &value))?;
            self.recorder.enclose(mark, || Segment::Index(index));
            converted.push(value);
        }
        Ok(converted)
    }

    /// Returns the id, or 0 if the target encodes no ids of the type.
    fn id(&mut self, kind: Kind, target: Kind, id: u64) -> Result<u64, ConvertError> {
        let has_ids = B::table_of(target).is_some_and(|table| !table.tables.is_empty());
        if id == 0 || has_ids {
            return Ok(id);
        }
        let ty = A::name_of(kind);
        let layout = B::TITLE;
        self.lacks(|| ConvertError::new(ConvertErrorKind::MissingId { ty, layout }))?;
        self.recorder.lose(|| LossKind::Id { ty, id });
        Ok(0)
    }

    fn path(&mut self, path: &NodePath) -> NodePath {
        let is_root = path.is_absolute() && path.is_empty();
        // To an engine that drops the root, the path is empty in the first place.
        if is_root && A::KEEPS_ROOT != B::KEEPS_ROOT {
            self.recorder.lose(|| LossKind::Root);
            return NodePath::default();
        }
        path.clone()
    }
}

/// One element of a pool array, as a value of components.
struct ElementOf<'n> {
    numbers: &'n dyn Numbers,
    index: usize,
    types: &'n [ComponentType],
}

impl Numbers for ElementOf<'_> {
    fn visit(&self, visit: &mut dyn FnMut(Number)) {
        self.numbers.element(self.index, visit);
    }

    fn elements(&self) -> usize {
        1
    }

    fn element(&self, _index: usize, visit: &mut dyn FnMut(Number)) {
        self.visit(visit);
    }

    fn encode(&self, out: &mut Vec<u8>) {
        rounding::encode(self, self.types, out);
    }
}

fn number<B: Layout>(number: Number) -> Option<B::Variant> {
    match number {
        Number::Int(value) => B::Variant::build(Kind::Int, Content::Int(value)),
        other => B::Variant::build(Kind::Float, Content::Float(other.to_f64())),
    }
}

/// Returns the name and the id of a signal by the names of their rows. Scripts see ids as signed
/// integers.
fn entries<A: Layout, B: Layout>(kind: Kind, signal: Signal<&str>) -> Dictionary<B::Variant> {
    let mut entries = Dictionary::new();
    for row in A::table_of(kind).map_or(&[][..], rows) {
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
fn content<V: Viewed>(view: &View<'_, V>) -> Option<Content<'static>> {
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
