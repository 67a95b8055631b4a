//! Reads values from a tape of JavaScript.

use crate::memory::reserve;
use crate::tape::{Read, Tag};
use gdvariant::any::{AnyRef, AnyVariant, RecordField};
use gdvariant::generic::structure::{
    Build, BuildAny, ComponentType, Content, Number, build_any, component_types,
};
use gdvariant::schema::Layout;
use gdvariant::table::Body;
use gdvariant::{
    AnyEngine, Dictionary, ElementType, Encode, EncodeError, FullObject, Kind, NodePath, Object,
    Segment, TypedArray, Writer,
};
use gdvariant_files::packages::build::{self, message};
use std::cell::Cell;

type Result<T> = std::result::Result<T, EncodeError>;

/// Returns the value on a tape.
pub(crate) fn variant(layout: &'static Layout, tape: &[u8]) -> Result<AnyVariant> {
    reserve(tape.len());
    build_any(layout, &Reader::new(layout, tape))
}

impl BuildAny for &Reader<'_> {
    type Error = EncodeError;

    fn build<V: Build>(self, _: &'static Layout) -> Result<V> {
        self.value()
    }
}

/// Returns the error of a tape that `lib/tape.js` does not write.
fn malformed() -> EncodeError {
    message("the package passed a malformed value")
}

/// The value at the start of the rest of a tape. Reading it moves the start.
pub(crate) struct Reader<'t> {
    layout: &'static Layout,
    rest: Cell<&'t [u8]>,
}

/// Encodes values without building them first, which takes half the time, unless their keys or
/// declared types have to be checked.
impl Encode<AnyEngine> for Reader<'_> {
    fn encode(&self, writer: &mut Writer<'_, AnyEngine>) -> Result<()> {
        let start = self.rest.get();
        match Read::new(self.byte()?).ok_or_else(malformed)? {
            Read::Tag(Tag::Text) => self.text()?.encode(writer),
            Read::Tag(Tag::Int32) => i32::from_le_bytes(self.array()?).encode(writer),
            Read::Tag(Tag::Int53) => truncated(self.number()?).encode(writer),
            Read::Tag(Tag::Float | Tag::ExactFloat) => self.number()?.encode(writer),
            Read::Tag(Tag::Array) => {
                let count = self.count()?;
                let mut array = writer.array();
                for _ in 0..count {
                    array.element(self)?;
                }
                Ok(())
            }
            Read::Tag(Tag::Record) => {
                let count = self.count()?;
                let mut dictionary = writer.dictionary();
                for _ in 0..count {
                    dictionary.entry(self.text()?, self)?;
                }
                Ok(())
            }
            Read::Kind(kind) if has_numbers(self.layout, kind) => {
                let (kind, ty, components) = self.packed(kind)?;
                build::encode_packed(self.layout, kind, ty, components, writer)
            }
            _ => {
                self.rest.set(start);
                let value = build_any(self.layout, self)?;
                AnyRef::from(&value).encode(writer)
            }
        }
    }
}

impl<'t> Reader<'t> {
    /// Returns a reader at the start of a tape.
    pub(crate) fn new(layout: &'static Layout, tape: &'t [u8]) -> Self {
        Self {
            layout,
            rest: Cell::new(tape),
        }
    }

    fn value<V: Build>(&self) -> Result<V> {
        match Read::new(self.byte()?).ok_or_else(malformed)? {
            Read::Tag(Tag::Array) => Ok(self.values()?.into()),
            Read::Tag(tag @ (Tag::TypedArray | Tag::PackedTypedArray)) => {
                let kind = if tag == Tag::TypedArray {
                    Kind::PandemoniumTypedArray
                } else {
                    Kind::PackedTypedArray
                };
                let element = self.declared()?;
                let values = self.values()?;
                build::typed_array(self.layout, kind, TypedArray { element, values })
            }
            Read::Tag(Tag::Record) => self.record(),
            Read::Tag(Tag::Map) => Ok(self.pairs()?.into()),
            Read::Tag(Tag::TypedDictionary) => {
                let (key, value) = (self.declared()?, self.declared()?);
                let entries = self.pairs()?;
                build::dictionary(self.layout, key, value, entries)
            }
            Read::Tag(Tag::FullObject) => self.full_object(),
            Read::Tag(leaf) => self.leaf(leaf),
            Read::Kind(kind) => self.of_kind(kind),
        }
    }

    #[inline(never)]
    fn leaf<V: Build>(&self, tag: Tag) -> Result<V> {
        match tag {
            Tag::False | Tag::True => {
                build::leaf(self.layout, Kind::Bool, Content::Bool(tag == Tag::True))
            }
            Tag::Int32 | Tag::Int53 | Tag::Int64 | Tag::Uint64 => {
                let value = self.int(tag)?;
                let value = i64::try_from(value).map_err(|_| {
                    message(format_args!(
                        "{value} is out of the range of int, {} to {}",
                        i64::MIN,
                        i64::MAX
                    ))
                })?;
                build::leaf(self.layout, Kind::Int, Content::Int(value))
            }
            Tag::Float | Tag::ExactFloat => {
                build::leaf(self.layout, Kind::Float, Content::Float(self.number()?))
            }
            Tag::Text => build::leaf(
                self.layout,
                Kind::String,
                Content::Text(self.text()?.to_owned()),
            ),
            Tag::StringName => build::leaf(
                self.layout,
                Kind::StringName,
                Content::Text(self.text()?.to_owned()),
            ),
            Tag::NodePath => {
                let is_absolute = self.byte()? != 0;
                let (names, subnames) = (self.texts()?, self.texts()?);
                let path = NodePath::new(is_absolute, &names, &subnames);
                build::leaf(self.layout, Kind::NodePath, Content::NodePath(path))
            }
            Tag::ObjectId => Ok(Object::Id(self.id()?).into()),
            // `value` handles containers.
            _ => build::leaf(self.layout, Kind::Nil, Content::Empty),
        }
    }

    /// Reads a value with named fields or a packed array.
    #[inline(never)]
    fn of_kind<V: Build>(&self, kind: Kind) -> Result<V> {
        let table = self
            .layout
            .type_of(kind)
            .ok_or_else(|| build::missing(self.layout, kind.name()))?;
        match table.body {
            Body::Record => {
                let fields = (0..self.byte()?).map(|_| self.field());
                let fields = fields.collect::<Result<_>>()?;
                build::leaf(self.layout, kind, Content::Record(fields))
            }
            Body::Fields => {
                let types = component_types(self.layout, kind);
                let numbers = types.iter().map(|ty| {
                    let number = self.number()?;
                    Ok(match (ty, integer(number)) {
                        (ComponentType::Single | ComponentType::Double, _) | (_, None) => {
                            Number::Double(number)
                        }
                        (_, Some(integer)) => integer,
                    })
                });
                let numbers = numbers.collect::<Result<Vec<_>>>()?;
                let bytes = build::components(self.layout, kind, &numbers)?;
                build::leaf(self.layout, kind, Content::Components(&bytes))
            }
            Body::PackedText => {
                let texts = self.texts()?.into_iter().map(str::to_owned).collect();
                build::leaf(self.layout, kind, Content::Texts(texts))
            }
            _ => {
                let (kind, ty, components) = self.packed(kind)?;
                build::packed(self.layout, kind, ty, components)
            }
        }
    }

    /// Reads a packed array: its kind in the layout, the type of its components, and their bytes.
    fn packed(&self, mut kind: Kind) -> Result<(Kind, ComponentType, &'t [u8])> {
        // JavaScript has one class for both kinds: in builds of double precision, the elements of a
        // PackedFloat32Array have 64 bits.
        if kind == Kind::PackedFloat64Array
            && !self.layout.has(kind)
            && component_types(self.layout, Kind::PackedFloat32Array) == [ComponentType::Double]
        {
            kind = Kind::PackedFloat32Array;
        }
        let ty = COMPONENTS.get(usize::from(self.byte()?));
        let length = self.count()? as usize;
        Ok((kind, *ty.ok_or_else(malformed)?, self.take(length)?))
    }

    fn values<V: Build>(&self) -> Result<Vec<V>> {
        let count = self.count()? as usize;
        let values = (0..count).map(|index| {
            let value = self.value();
            value.map_err(|error| error.within(Segment::Index(index)))
        });
        values.collect()
    }

    fn record<V: Build>(&self) -> Result<V> {
        let mut entries = Dictionary::with_rule(self.layout.keys);
        for _ in 0..self.count()? {
            let name = self.text()?;
            let value = self.value();
            let value = value.map_err(|error| error.within(Segment::name(name)))?;
            let key = build::leaf(self.layout, Kind::String, Content::Text(name.to_owned()))?;
            build::insert(&mut entries, key, value)
                .map_err(|error| error.within(Segment::name(name)))?;
        }
        Ok(entries.into())
    }

    fn pairs<V: Build>(&self) -> Result<Dictionary<V>> {
        let mut entries = Dictionary::with_rule(self.layout.keys);
        for index in 0..self.count()? as usize {
            let key = self.value();
            let key = key.map_err(|error| error.within(Segment::KeyOf(index)))?;
            let segment = || match gdvariant::generic::structure::AsView::string(&key) {
                Some(name) => Segment::name(name),
                None => Segment::ValueOf(index),
            };
            let value = self.value();
            let value = value.map_err(|error| error.within(segment()))?;
            let segment = segment();
            build::insert(&mut entries, key, value).map_err(|error| error.within(segment))?;
        }
        Ok(entries)
    }

    fn full_object<V: Build>(&self) -> Result<V> {
        let class = self.text()?.to_owned();
        let count = self.count()?;
        let properties = (0..count).map(|_| {
            let name = self.text()?;
            let value = self.value();
            let value = value.map_err(|error| error.within(Segment::name(name)))?;
            Ok((name.to_owned(), value))
        });
        let properties = properties.collect::<Result<_>>()?;
        Ok(Object::Full(Box::new(FullObject { class, properties })).into())
    }

    fn declared(&self) -> Result<ElementType> {
        let (form, text) = (self.byte()?, self.text()?);
        match form {
            0 => Ok(ElementType::Any),
            1 => kind_named(self.layout, text).map(ElementType::Kind),
            2 => Ok(ElementType::Class(text.to_owned())),
            _ => Ok(ElementType::Script(text.to_owned())),
        }
    }

    fn field(&self) -> Result<RecordField<String>> {
        match Read::new(self.byte()?) {
            Some(Read::Tag(Tag::Text)) => Ok(RecordField::Text(self.text()?.to_owned())),
            Some(Read::Tag(tag)) => self.unsigned(tag).map(RecordField::Int),
            _ => Err(malformed()),
        }
    }

    fn id(&self) -> Result<u64> {
        let Some(Read::Tag(tag)) = Read::new(self.byte()?) else {
            return Err(malformed());
        };
        self.unsigned(tag)
    }

    fn unsigned(&self, tag: Tag) -> Result<u64> {
        let id = self.int(tag)?;
        u64::try_from(id).map_err(|_| message(format_args!("{id} is not the id of an object")))
    }

    fn int(&self, tag: Tag) -> Result<i128> {
        match tag {
            Tag::Int32 => Ok(i32::from_le_bytes(self.array()?).into()),
            Tag::Int53 => Ok(truncated(self.number()?).into()),
            Tag::Int64 => Ok(i64::from_le_bytes(self.array()?).into()),
            Tag::Uint64 => Ok(u64::from_le_bytes(self.array()?).into()),
            _ => Err(message("expected an integer")),
        }
    }

    fn number(&self) -> Result<f64> {
        Ok(f64::from_le_bytes(self.array()?))
    }

    fn count(&self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn texts(&self) -> Result<Vec<&'t str>> {
        (0..self.count()?).map(|_| self.text()).collect()
    }

    fn text(&self) -> Result<&'t str> {
        let length = self.count()? as usize;
        std::str::from_utf8(self.take(length)?).map_err(|_| malformed())
    }

    fn byte(&self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    fn array<const N: usize>(&self) -> Result<[u8; N]> {
        let (array, rest) = self.rest.get().split_first_chunk().ok_or_else(malformed)?;
        self.rest.set(rest);
        Ok(*array)
    }

    fn take(&self, length: usize) -> Result<&'t [u8]> {
        let (bytes, rest) = self
            .rest
            .get()
            .split_at_checked(length)
            .ok_or_else(malformed)?;
        self.rest.set(rest);
        Ok(bytes)
    }
}

/// The types of components by their numbers on a tape.
const COMPONENTS: [ComponentType; 5] = [
    ComponentType::Byte,
    ComponentType::I32,
    ComponentType::I64,
    ComponentType::Single,
    ComponentType::Double,
];

/// Returns an integral number, which has at most 54 bits, or the nearest integer of 64 bits.
#[allow(clippy::cast_possible_truncation)]
fn truncated(number: f64) -> i64 {
    number as i64
}

/// Returns whether values of a kind are packed arrays of numbers.
fn has_numbers(layout: &'static Layout, kind: Kind) -> bool {
    kind == Kind::PackedFloat64Array
        || layout
            .type_of(kind)
            .is_some_and(|table| table.body == Body::Packed)
}

/// Returns a number as an integer.
fn integer(number: f64) -> Option<Number> {
    (number.fract() == 0.0).then(|| Number::Int(truncated(number)))
}

/// Returns the kind with a name in the layout, or in another one.
fn kind_named(layout: &'static Layout, name: &str) -> Result<Kind> {
    let kind = layout.kind_named(name);
    kind.or_else(|| Kind::from_name(name)).ok_or_else(|| {
        message(format_args!("{name} cannot be declared; expected the name of a type such as \"int\", a Class, a Script or null"))
    })
}
