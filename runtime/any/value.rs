//! Values of any enabled layout, and their members.

use crate::codec::construct;
use crate::convert::{ConvertError, Report, in_precision};
use crate::dictionary::{KeyEquality, KeyRule};
use crate::table::layout::Layout;
use crate::value::record::Record;
use crate::value::view::{AsView, Build, Numbers, View};
use crate::{
    Converter, ElementType, EncodeError, EncodeOptions, Engine, Kind, Object, Path, Segment,
    SetAtPathError, SetAtPathErrorKind, Variant, generic,
};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::{self, Write as _};
use core::hash::Hasher;

/// Calls code with the value in any precision.
macro_rules! match_precision {
    ($values:expr, $enum:ident, $value:ident => $body:expr) => {
        match $values {
            $enum::Single($value) => $body,
            #[cfg(feature = "double")]
            $enum::Double($value) => $body,
        }
    };
}

pub(super) use match_precision;

/// A value and its layout, which is any enabled one. Requires the features `std` and `inspect`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::any::AnyVariant;
/// use gdvariant::{Godot4, Kind, Variant};
///
/// let value = AnyVariant::new::<Godot4>(Variant::from("Ada"));
/// assert_eq!((value.layout().name, value.kind()), ("godot4", Kind::String));
/// assert_eq!(value.to_string(), r#""Ada""#);
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AnyVariant {
    layout: &'static Layout,
    value: Values,
}

/// A value in any precision.
#[derive(Debug, Clone, PartialEq)]
enum Values {
    Single(Variant),
    #[cfg(feature = "double")]
    Double(crate::double::Variant),
}

/// A value in any precision, by reference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ValuesRef<'v> {
    Single(&'v Variant),
    #[cfg(feature = "double")]
    Double(&'v crate::double::Variant),
}

impl<'v> ValuesRef<'v> {
    fn new<V: Build>(value: &'v V) -> Self {
        let value: &dyn Any = value;
        #[cfg(feature = "double")]
        if let Some(value) = value.downcast_ref() {
            return Self::Double(value);
        }
        // The value is never missing, because no other type implements the trait.
        Self::Single(value.downcast_ref().unwrap_or(const { &Variant::Nil }))
    }
}

impl AnyVariant {
    /// Creates a value of a layout.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyVariant;
    /// use gdvariant::{EncodeOptions, Godot4, Kind};
    ///
    /// let value = AnyVariant::new::<Godot4>(7.into());
    /// assert_eq!((value.layout().name, value.kind()), ("godot4", Kind::Int));
    /// assert_eq!(value.to_vec(EncodeOptions::new())?, [2, 0, 0, 0, 7, 0, 0, 0]);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    pub fn new<E: Engine>(value: E::Variant) -> Self {
        Self::with_layout(E::LAYOUT, value)
    }

    pub(super) fn with_layout<V: Build>(layout: &'static Layout, value: V) -> Self {
        #[cfg(feature = "double")]
        if V::IS_DOUBLE {
            let value = Values::Double(in_precision(value));
            return Self { layout, value };
        }
        let value = Values::Single(in_precision(value));
        Self { layout, value }
    }

    /// Returns the value if it is of the type `V`, or else the argument.
    #[doc(hidden)]
    pub fn into_precision<V: Build>(self) -> Result<V, Self> {
        if AnyRef::from(&self).in_precision::<V>().is_none() {
            return Err(self);
        }
        Ok(match_precision!(self.value, Values, value => in_precision(value)))
    }

    /// Returns the layout of the value.
    pub fn layout(&self) -> &'static Layout {
        AnyRef::from(self).layout()
    }

    /// Returns the kind of the value; kinds are the same in all layouts.
    pub fn kind(&self) -> Kind {
        AnyRef::from(self).kind()
    }

    /// Returns the content of the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::Godot4;
    /// use gdvariant::any::{AnyVariant, AnyView};
    ///
    /// let value = AnyVariant::new::<Godot4>("Ada".into());
    /// assert!(matches!(value.view(), AnyView::Text("Ada")));
    /// # }
    /// ```
    #[inline]
    pub fn view(&self) -> AnyView<'_> {
        AnyRef::from(self).view()
    }

    /// Returns the value if it is of this layout.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::any::AnyVariant;
    /// use gdvariant::{Godot3, Godot4, godot4};
    ///
    /// let value = AnyVariant::new::<Godot4>(godot4::variant!(["Ada", 7]));
    /// assert_eq!(value.downcast_ref::<Godot4>(), Some(&godot4::variant!(["Ada", 7])));
    /// assert_eq!(value.downcast_ref::<Godot3>(), None);
    /// # }
    /// ```
    pub fn downcast_ref<E: Engine>(&self) -> Option<&E::Variant> {
        (E::LAYOUT == self.layout).then_some(())?;
        AnyRef::from(self).in_precision()
    }

    /// Converts the value to the engine `E`.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::any::AnyVariant;
    /// use gdvariant::{Converter, Godot3, Godot4, godot3, godot4};
    ///
    /// let value = AnyVariant::new::<Godot3>(godot3::variant!(["Ada", 7]));
    /// let (value, report) = value.convert::<Godot4>(&Converter::new())?;
    /// assert_eq!(value, godot4::variant!(["Ada", 7]));
    /// assert!(report.is_lossless());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Converter::convert`].
    pub fn convert<E: Engine>(
        &self,
        converter: &Converter,
    ) -> Result<(E::Variant, Report), ConvertError> {
        AnyRef::from(self).converted(E::LAYOUT, converter)
    }

    /// Encodes the value in its layout; see [`AnyRef::to_vec`].
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::EncodeOptions;
    /// use gdvariant::schema::layout_named;
    ///
    /// let value = layout_named("godot4").unwrap().parse("7")?;
    /// assert_eq!(value.to_vec(EncodeOptions::new())?, [2, 0, 0, 0, 7, 0, 0, 0]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`AnyRef::to_vec`].
    pub fn to_vec(&self, options: EncodeOptions) -> Result<Vec<u8>, EncodeError> {
        AnyRef::from(self).to_vec(options)
    }

    /// Sets the value at a path, and returns the previous value, if any; see
    /// [`Variant::set_at_path`].
    ///
    /// ```
    /// use gdvariant::schema::layout_named;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let mut game = layout.parse("[7, 8]")?;
    /// let old = game.set_at_path(&"[1]".parse()?, layout.parse("9")?);
    /// assert_eq!(old, Ok(Some(layout.parse("8")?)));
    /// assert_eq!(game.to_string(), "[7, 9]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the new value with a reason if it cannot be stored at the path, or if its precision
    /// differs.
    pub fn set_at_path(
        &mut self,
        path: &Path,
        value: Self,
    ) -> Result<Option<Self>, SetAtPathError<Self>> {
        let layout = self.layout;
        match_precision!(&mut self.value, Values, old => {
            let value = value.into_precision().map_err(|value| {
                SetAtPathError::new(path.clone(), SetAtPathErrorKind::OtherPrecision, value)
            })?;
            match generic::set_at_path(old, path, value) {
                Ok(replaced) => Ok(replaced.map(|value| Self::with_layout(layout, value))),
                Err(error) => Err(error.map(|value| Self::with_layout(layout, value))),
            }
        })
    }

    /// Removes the element, entry or property at a path, or returns `None` if there is none.
    ///
    /// ```
    /// use gdvariant::schema::layout_named;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// let mut game = layout.parse("[7, 8]")?;
    /// assert_eq!(game.remove_at_path(&"[0]".parse()?), Some(layout.parse("7")?));
    /// assert_eq!(game.to_string(), "[8]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_at_path(&mut self, path: &Path) -> Option<Self> {
        let layout = self.layout;
        match_precision!(&mut self.value, Values, value => {
            generic::remove_at_path(value, path).map(|value| Self::with_layout(layout, value))
        })
    }
}

/// Compares values of one precision; values of different precisions are different keys.
impl KeyEquality for AnyVariant {
    fn is_same_key(&self, other: &Self, rule: KeyRule) -> bool {
        match_precision!(&self.value, Values, value => {
            let other = AnyRef::from(other).in_precision();
            other.is_some_and(|other| value.is_same_key(other, rule))
        })
    }

    fn is_same_key_as_itself(&self, rule: KeyRule) -> bool {
        match_precision!(&self.value, Values, value => value.is_same_key_as_itself(rule))
    }

    fn hash_key<H: Hasher>(&self, hasher: &mut H, rule: KeyRule) {
        match_precision!(&self.value, Values, value => value.hash_key(hasher, rule));
    }
}

/// Formats the value like the engine's `var_to_str`; `{:#}` writes every digit of floats.
impl fmt::Display for AnyVariant {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        AnyRef::from(self).fmt(f)
    }
}

#[cfg(feature = "serde")]
impl ::serde::Serialize for AnyVariant {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnyRef::from(self).serialize(serializer)
    }
}

/// A reference to a value and its layout, which is any enabled one. Requires the features `std` and
/// `inspect`.
///
/// [`view`](Self::view) returns the content of the value in the same form for both precisions.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::any::{AnyRef, AnyView};
/// use gdvariant::{Godot3, Godot4, variant};
///
/// fn strings(value: AnyRef<'_>) -> usize {
///     let members = value.members();
///     let strings = members.map(|it| it.key().map_or(0, strings) + strings(it.value));
///     strings.sum::<usize>() + usize::from(matches!(value.view(), AnyView::Text(_)))
/// }
///
/// let old = variant!({"name": "Ada", "level": 7});
/// let new = variant!(["Ada", ["Bob"]]);
/// assert_eq!([strings(AnyRef::new::<Godot3>(&old)), strings(AnyRef::new::<Godot4>(&new))], [3, 2]);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnyRef<'v> {
    layout: &'static Layout,
    pub(super) value: ValuesRef<'v>,
}

impl<'v> From<&'v AnyVariant> for AnyRef<'v> {
    fn from(any: &'v AnyVariant) -> Self {
        match_precision!(&any.value, Values, value => Self::with_layout(any.layout, value))
    }
}

impl<'v> AnyRef<'v> {
    /// Creates a reference to a value of the engine `E`.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{Godot4, Kind};
    ///
    /// assert_eq!(AnyRef::new::<Godot4>(&7.into()).kind(), Kind::Int);
    /// # }
    /// ```
    pub fn new<E: Engine>(value: &'v E::Variant) -> Self {
        Self::with_layout(E::LAYOUT, value)
    }

    #[inline]
    pub(super) fn with_layout<V: Build>(layout: &'static Layout, value: &'v V) -> Self {
        let value = ValuesRef::new(value);
        Self { layout, value }
    }

    /// Returns the layout of the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{Godot4, Kind};
    ///
    /// let value = 7.into();
    /// let value = AnyRef::new::<Godot4>(&value);
    /// assert_eq!((value.layout().name, value.kind()), ("godot4", Kind::Int));
    /// # }
    /// ```
    pub fn layout(self) -> &'static Layout {
        self.layout
    }

    /// Returns the kind of the value; kinds are the same in all layouts.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{Godot4, Kind};
    ///
    /// assert_eq!(AnyRef::new::<Godot4>(&7.into()).kind(), Kind::Int);
    /// # }
    /// ```
    pub fn kind(self) -> Kind {
        match_precision!(self.value, ValuesRef, value => AsView::kind(value))
    }

    /// Returns the content of the value.
    #[inline]
    pub fn view(self) -> AnyView<'v> {
        match_precision!(self.value, ValuesRef, value => view(value))
    }

    /// Returns an element of an Array, or `None` for any other value.
    ///
    /// ```
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::schema::layout_named;
    ///
    /// let list = layout_named("godot4").unwrap().parse("[7, 8]")?;
    /// let last = AnyRef::from(&list).element(1);
    /// assert_eq!(last.map(|last| last.to_string()), Some("8".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn element(self, index: usize) -> Option<Self> {
        match_precision!(self.value, ValuesRef, value => {
            value.view().elements()?.get(index).map(|element| Self::with_layout(self.layout, element))
        })
    }

    /// Returns the element, the entry or the property at `index`.
    ///
    /// Returns `None` if the container has no such member, or for a value that is not an Array, a
    /// Dictionary or a full object.
    ///
    /// ```
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::schema::layout_named;
    ///
    /// let value = layout_named("godot4").unwrap().parse(r#"{"name": "Ada"}"#)?;
    /// let member = AnyRef::from(&value).member(0);
    /// assert_eq!(member.map(|member| member.value.to_string()), Some("\"Ada\"".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn member(self, index: usize) -> Option<Member<'v>> {
        match_precision!(self.value, ValuesRef, value => member(self.layout, value, index))
    }

    /// Returns the elements, the entries or the properties in order.
    ///
    /// Packed arrays have no members, because their elements are not Variants.
    ///
    /// ```
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{Path, Segment};
    ///
    /// let save = layout_named("godot4").unwrap().parse(r#"{"name": "Ada", 7: [8]}"#)?;
    /// let members = AnyRef::from(&save).members();
    /// let segments: Vec<_> = members.map(|member| member.segment.to_segment()).collect();
    /// assert_eq!(segments, [Segment::name("name"), Segment::key("7")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn members(self) -> impl Iterator<Item = Member<'v>> {
        (0..).map_while(move |index| self.member(index))
    }

    /// Returns the value at a path, or `None` if there is none.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{Godot4, variant};
    ///
    /// let game = variant!({"players": [{"name": "Ada"}]});
    /// let name = AnyRef::new::<Godot4>(&game).at_path(&"players[0].name".parse()?);
    /// assert_eq!(name.map(|name| name.to_string()), Some("\"Ada\"".into()));
    /// # }
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[inline]
    pub fn at_path(self, path: &Path) -> Option<Self> {
        match_precision!(self.value, ValuesRef, value => {
            generic::at_path(value, path).map(|value| Self::with_layout(self.layout, value))
        })
    }

    /// Returns a copy of the value, component, or element of a packed array at a path.
    ///
    /// Returns `None` if there is none.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{Godot4, Vector2, variant};
    ///
    /// let game = variant!({"position": Vector2::new(1.5, 2.0)});
    /// let x = AnyRef::new::<Godot4>(&game).component_at_path(&"position.x".parse()?);
    /// assert_eq!(x.map(|x| x.to_string()), Some("1.5".into()));
    /// # }
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[inline]
    pub fn component_at_path(self, path: &Path) -> Option<AnyVariant> {
        match_precision!(self.value, ValuesRef, value => {
            generic::component_at_path(value, path).map(|value| AnyVariant::with_layout(self.layout, value))
        })
    }

    /// Converts the keys of a path to positions, or returns `None` if the path leads to no value;
    /// see [`generic::resolved_path`](crate::generic::resolved_path).
    ///
    /// ```
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::schema::layout_named;
    ///
    /// let game = layout_named("godot4").unwrap().parse(r#"{"players": ["Ada"]}"#)?;
    /// let path = AnyRef::from(&game).resolved_path(&"players[0]".parse()?);
    /// assert_eq!(path.map(|path| path.to_string()), Some("value(0)[0]".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resolved_path(self, path: &Path) -> Option<Path> {
        match_precision!(self.value, ValuesRef, value => generic::resolved_path(value, path))
    }

    /// Returns the address of the value.
    ///
    /// The address identifies the value while the value is borrowed.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::Godot4;
    /// use gdvariant::any::AnyRef;
    ///
    /// let values = [7.into(), 7.into()];
    /// let [first, second] = [0, 1].map(|index| AnyRef::new::<Godot4>(&values[index]).address());
    /// assert_ne!(first, second);
    /// # }
    /// ```
    pub fn address(self) -> *const () {
        match_precision!(self.value, ValuesRef, value => core::ptr::from_ref(value).cast())
    }

    /// Returns the value if it is of this type.
    fn in_precision<V: 'static>(self) -> Option<&'v V> {
        match_precision!(self.value, ValuesRef, value => (value as &dyn Any).downcast_ref())
    }

    /// Converts the value to a layout whose values are `V`.
    pub(super) fn converted<V: Build>(
        self,
        layout: &'static Layout,
        converter: &Converter,
    ) -> Result<(V, Report), ConvertError> {
        match_precision!(self.value, ValuesRef, value => converter.convert_from(value, self.layout, layout))
    }
}

/// Formats the value like the engine's `var_to_str`; `{:#}` writes every digit of floats.
impl fmt::Display for AnyRef<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_precision!(self.value, ValuesRef, value => crate::text::displayed(value, self.layout).fmt(f))
    }
}

/// A value in the text of a file.
struct Part<'v>(AnyRef<'v>, bool);

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_precision!(self.0.value, ValuesRef, value => {
            let mut displayed = crate::text::displayed(value, self.0.layout);
            displayed.notation.is_part = true;
            displayed.notation.has_base64 = self.1;
            displayed.fmt(f)
        })
    }
}

impl<'v> AnyRef<'v> {
    /// Formats the value with the constructors for which Objects stand, as
    /// [`Layout::parse_part`](crate::Layout::parse_part) reads it, and bytes as base64 if
    /// `has_base64`.
    #[doc(hidden)]
    pub fn print_part(self, has_base64: bool) -> impl fmt::Display + 'v {
        Part(self, has_base64)
    }

    /// Returns the source of the constructor for which this Object stands.
    #[doc(hidden)]
    pub fn constructor(self) -> Option<&'v str> {
        match_precision!(self.value, ValuesRef, value => match value.view() {
            View::Object(object) => construct::source(object),
            _ => None,
        })
    }
}

#[cfg(feature = "serde")]
impl ::serde::Serialize for AnyRef<'_> {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match_precision!(self.value, ValuesRef, value => crate::serde::json::serialize(value, Some(self.layout), serializer))
    }
}

#[cfg(feature = "serde")]
impl crate::serde::PlainValue for AnyRef<'_> {
    fn serialize_plain<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match_precision!(self.value, ValuesRef, value => value.serialize_plain(serializer))
    }

    fn add_lost(&self, lost: &mut Vec<Kind>) {
        match_precision!(self.value, ValuesRef, value => value.add_lost(lost));
    }
}

/// A view of a value of any layout, with one variant for each structure of a body.
///
/// See [`AnyRef`] for an example.
#[non_exhaustive]
pub enum AnyView<'v> {
    /// Nil.
    Nil,
    /// The fields of a RID, a Callable or a Signal.
    Record(&'v dyn Record),
    /// A bool.
    Bool(bool),
    /// An int.
    Int(i64),
    /// A float.
    Float(f64),
    /// The content of a String or a StringName.
    Text(&'v str),
    /// The components of a value such as a Vector2.
    Fields(&'v dyn Numbers),
    /// The elements of a packed array of numbers.
    Packed(&'v dyn Numbers),
    /// The elements of a packed array of Strings.
    PackedText(Vec<&'v str>),
    /// The content of a NodePath.
    NodePath(String),
    /// The id of an object.
    ObjectId(u64),
    /// A full object; [`AnyRef::members`] returns its properties.
    Object {
        /// The class.
        class: &'v str,
        /// The number of properties.
        length: usize,
    },
    /// An Array; [`AnyRef::members`] returns its elements.
    Array {
        /// `Array`, `TypedArray` for an Array with a declared type, or the kind of another typed
        /// array.
        kind: Kind,
        /// The declared type of the elements.
        declared: &'v ElementType,
        /// The number of elements.
        length: usize,
    },
    /// A Dictionary; [`AnyRef::members`] returns its entries in insertion order.
    Dictionary {
        /// The declared types of the keys and of the values.
        declared: [&'v ElementType; 2],
        /// The number of entries.
        length: usize,
    },
}

impl AnyView<'_> {
    /// Returns the number of elements, entries or properties, or `None` if the value has none.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{Godot4, variant};
    ///
    /// let value = variant!(["Ada", 7]);
    /// assert_eq!(AnyRef::new::<Godot4>(&value).view().count(), Some(2));
    /// assert_eq!(AnyRef::new::<Godot4>(&value[1]).view().count(), None);
    /// # }
    /// ```
    pub fn count(&self) -> Option<usize> {
        Some(match self {
            Self::Packed(elements) => elements.elements(),
            Self::PackedText(texts) => texts.len(),
            Self::Object { length, .. }
            | Self::Array { length, .. }
            | Self::Dictionary { length, .. } => *length,
            _ => return None,
        })
    }
}

/// The declared type of a container that declares none.
const ANY: &ElementType = &ElementType::Any;

fn view<V: AsView>(value: &V) -> AnyView<'_> {
    match value.view() {
        View::Nil => AnyView::Nil,
        View::Record(_, record) => AnyView::Record(record),
        View::Bool(value) => AnyView::Bool(value),
        View::Int(value) => AnyView::Int(value),
        View::Float(value) => AnyView::Float(value),
        View::Text(_, text) => AnyView::Text(text),
        View::Fields(_, components) => AnyView::Fields(components),
        View::Packed(_, elements) => AnyView::Packed(elements),
        View::PackedText(texts) => AnyView::PackedText(texts.iter().map(AsRef::as_ref).collect()),
        View::NodePath(path) => AnyView::NodePath(path.to_string()),
        View::Object(Object::Id(id)) => AnyView::ObjectId(*id),
        View::Object(Object::Full(object)) => AnyView::Object {
            class: &object.class,
            length: object.properties.len(),
        },
        View::Array(values) => array(Kind::Array, ANY, values.len()),
        View::TypedArray(kind, typed) => array(kind, &typed.element, typed.values.len()),
        View::Dictionary(entries) => AnyView::Dictionary {
            declared: [ANY; 2],
            length: entries.len(),
        },
        View::TypedDictionary(dictionary) => AnyView::Dictionary {
            declared: [&dictionary.key, &dictionary.value],
            length: dictionary.entries.len(),
        },
    }
}

/// Creates the view of an Array; an Array with a declared type has the kind `TypedArray`.
fn array(kind: Kind, declared: &ElementType, length: usize) -> AnyView<'_> {
    let is_typed = kind == Kind::Array && !declared.is_any();
    AnyView::Array {
        kind: if is_typed {
            Kind::PandemoniumTypedArray
        } else {
            kind
        },
        declared,
        length,
    }
}

/// An element of an Array, an entry of a Dictionary, or a property of an object;
/// [`AnyRef::members`] has an example.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Member<'v> {
    /// The segment that leads from the container to the value.
    pub segment: SegmentRef<'v>,
    /// The element, or the value of the entry or property.
    pub value: AnyRef<'v>,
}

impl<'v> Member<'v> {
    /// Returns the key of an entry, or `None` for an element or a property.
    ///
    /// ```
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::schema::layout_named;
    ///
    /// let value = layout_named("godot4").unwrap().parse(r#"{7: "seven"}"#)?;
    /// let key = AnyRef::from(&value).member(0).and_then(|member| member.key());
    /// assert_eq!(key.map(|key| key.to_string()), Some("7".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key(&self) -> Option<AnyRef<'v>> {
        match self.segment {
            SegmentRef::Key(key) => Some(key),
            _ => None,
        }
    }
}

/// A [`Segment`] by reference: a segment copies a name, and formats a key.
///
/// ```
/// use gdvariant::any::SegmentRef;
/// use gdvariant::Segment;
///
/// assert_eq!(SegmentRef::Property("level").to_segment(), Segment::name("level"));
/// ```
#[derive(Debug, Clone, Copy)]
pub enum SegmentRef<'v> {
    /// The index of an element.
    Index(usize),
    /// The key of an entry, of any type.
    Key(AnyRef<'v>),
    /// The name of a property.
    Property(&'v str),
}

impl SegmentRef<'_> {
    /// Creates the segment; a key that is not a string has every digit of its floats.
    pub fn to_segment(self) -> Segment {
        let key = match self {
            Self::Index(index) => return Segment::Index(index),
            Self::Property(name) => return Segment::name(name),
            Self::Key(key) => key,
        };
        if let AnyView::Text(text) = key.view() {
            return Segment::name(text);
        }
        let mut text = KeyText(String::new());
        // An error only means that the text is longer than a segment.
        let _ = write!(text, "{key:#}");
        Segment::key(&text.0)
    }
}

/// A writer that returns an error once a key is longer than a displayed segment.
struct KeyText(String);

impl fmt::Write for KeyText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MAX_LENGTH: usize = 4096;
        self.0.push_str(text);
        if self.0.len() > MAX_LENGTH {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}

/// Returns the member of a value at `index`.
pub(super) fn member<'v, V: Build>(
    layout: &'static Layout,
    value: &'v V,
    index: usize,
) -> Option<Member<'v>> {
    let (segment, value) = match value.view() {
        View::Object(Object::Full(object)) => {
            let (name, value) = object.properties.get(index)?;
            (SegmentRef::Property(name), value)
        }
        view => match view.entries() {
            Some(entries) => {
                let [key, value] = entries.pair(index)?;
                (SegmentRef::Key(AnyRef::with_layout(layout, key)), value)
            }
            None => (SegmentRef::Index(index), view.elements()?.get(index)?),
        },
    };
    let value = AnyRef::with_layout(layout, value);
    Some(Member { segment, value })
}
