//! Values of any enabled layout, and decoding into the caller's own types.

use crate::table::layout_info::{LAYOUTS, LayoutInfo};
use crate::value::record::Record;
use crate::value::view::{AsView, Numbers, View};
use crate::{
    ConvertError, Converter, DecodeError, DecodeErrorKind, DecodeOptions, DecodeOwned, ElementType,
    Ignored, Kind, Layout, Object, Path, Report, generic,
};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

macro_rules! any_types {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {
        /// A value of any enabled layout.
        ///
        /// ```
        /// # #[cfg(feature = "godot4")] {
        /// use gdvariant::any::AnyVariant;
        /// use gdvariant::{Kind, godot4};
        ///
        /// let value = AnyVariant::from(godot4::Variant::from("Ada"));
        /// assert_eq!((value.layout().name, value.kind()), ("godot4", Kind::String));
        /// assert_eq!(value.to_string(), r#""Ada""#);
        /// # }
        /// ```
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum AnyVariant {
            $(
                #[doc = concat!("A value of the layout [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $marker(crate::$module::Variant),
            )*
        }

        $(
            impl From<crate::$module::Variant> for AnyVariant {
                fn from(value: crate::$module::Variant) -> Self {
                    Self::$marker(value)
                }
            }
        )*
    };
}

each_layout!(any_types {});

impl AnyVariant {
    /// Decodes the whole input as one value of a layout.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyVariant;
    /// use gdvariant::schema::LAYOUTS;
    /// use gdvariant::{DecodeOptions, godot4};
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot4").unwrap();
    /// let bytes = godot4::to_vec("Ada")?;
    /// let value = AnyVariant::from_slice(layout, &bytes, DecodeOptions::new())?;
    /// assert_eq!(value, godot4::Variant::from("Ada").into());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not exactly one value of the layout, or if the layout is
    /// not enabled.
    #[inline]
    pub fn from_slice(
        layout: &LayoutInfo,
        input: &[u8],
        options: DecodeOptions,
    ) -> Result<Self, DecodeError> {
        each_layout!(for_layout {
            layout.name,
            L => generic::from_slice::<L, <L as Layout>::Variant>(input, options).map(Self::from),
            else Err(not_enabled(layout.name))
        })
    }

    /// Returns the layout of the value.
    #[must_use]
    pub fn layout(&self) -> &'static LayoutInfo {
        AnyRef::from(self).layout()
    }

    /// Returns the kind of the value; kinds are the same in all layouts.
    #[must_use]
    pub fn kind(&self) -> Kind {
        AnyRef::from(self).kind()
    }

    /// Returns the content of the value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::{AnyVariant, AnyView};
    /// use gdvariant::godot4;
    ///
    /// let value = AnyVariant::from(godot4::Variant::from("Ada"));
    /// assert!(matches!(value.view(), AnyView::Text("Ada")));
    /// # }
    /// ```
    #[must_use]
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
    /// let value = AnyVariant::from(godot4::variant!(["Ada", 7]));
    /// assert_eq!(value.downcast_ref::<Godot4>(), Some(&godot4::variant!(["Ada", 7])));
    /// assert_eq!(value.downcast_ref::<Godot3>(), None);
    /// # }
    /// ```
    #[must_use]
    pub fn downcast_ref<L: Layout<Variant: 'static>>(&self) -> Option<&L::Variant> {
        AnyRef::from(self).downcast::<L>()
    }

    /// Converts the value to the layout `L`.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::any::AnyVariant;
    /// use gdvariant::{Converter, Godot4, godot3, godot4};
    ///
    /// let value = AnyVariant::from(godot3::variant!(["Ada", 7]));
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
    pub fn convert<L: Layout>(
        &self,
        converter: &Converter,
    ) -> Result<(L::Variant, Report), ConvertError> {
        AnyRef::from(self).convert::<L>(converter)
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

/// Returns the error of a layout that is not enabled.
pub(super) fn not_enabled(layout: &str) -> DecodeError {
    let message = alloc::format!("the layout {layout} is not enabled; enable its Cargo feature");
    DecodeError::new(0, DecodeErrorKind::Custom(message.into()))
}

/// Evaluates an expression with the value and the layout of an `AnyRef`.
macro_rules! match_any {
    ({ $any:expr, $layout:ident $value:ident => $body:expr } $({ $module:ident $marker:ident $types:tt })*) => {
        match $any {
            $(AnyRef::$marker($value) => {
                #[allow(dead_code, reason = "not all code needs the layout")]
                type $layout = crate::$marker;
                $body
            })*
        }
    };
}

macro_rules! any_ref {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {
        /// A reference to a value of any enabled layout.
        ///
        /// [`view`](Self::view) returns the content of the value in the same form for all layouts.
        ///
        /// ```
        /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
        /// use gdvariant::any::{AnyRef, AnyView};
        /// use gdvariant::{godot3, godot4};
        ///
        /// fn strings(value: AnyRef<'_>) -> usize {
        ///     match value.view() {
        ///         AnyView::Text(_) => 1,
        ///         AnyView::Array { length, .. } => {
        ///             (0..length).filter_map(|index| value.element(index)).map(strings).sum()
        ///         }
        ///         AnyView::Dictionary { entries, .. } => {
        ///             entries.iter().map(|entry| strings(entry.key) + strings(entry.value)).sum()
        ///         }
        ///         _ => 0,
        ///     }
        /// }
        ///
        /// let old = godot3::variant!({"name": "Ada", "level": 7});
        /// let new = godot4::variant!(["Ada", ["Bob"]]);
        /// assert_eq!([strings((&old).into()), strings((&new).into())], [3, 2]);
        /// # }
        /// ```
        #[derive(Debug, Clone, Copy)]
        #[non_exhaustive]
        pub enum AnyRef<'v> {
            $(
                #[doc = concat!("A value of the layout [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $marker(&'v crate::$module::Variant),
            )*
        }

        $(
            impl<'v> From<&'v crate::$module::Variant> for AnyRef<'v> {
                fn from(value: &'v crate::$module::Variant) -> Self {
                    Self::$marker(value)
                }
            }
        )*

        impl<'v> From<&'v AnyVariant> for AnyRef<'v> {
            fn from(value: &'v AnyVariant) -> Self {
                match value {
                    $(AnyVariant::$marker(value) => Self::$marker(value),)*
                }
            }
        }

        impl<'v> AnyRef<'v> {
            /// Creates a reference to a value of the layout `L`, for code that is generic over
            /// layouts.
            ///
            /// ```
            /// use gdvariant::any::AnyRef;
            /// use gdvariant::{Kind, Layout};
            ///
            /// fn kind<L: Layout<Variant: 'static>>(value: &L::Variant) -> Kind {
            ///     AnyRef::of::<L>(value).kind()
            /// }
            /// # #[cfg(feature = "godot4")]
            /// assert_eq!(kind::<gdvariant::Godot4>(&7.into()), Kind::Int);
            /// ```
            ///
            /// # Panics
            ///
            /// Never panics, because every type that implements `Layout` is an enabled layout.
            #[must_use]
            pub fn of<L: Layout<Variant: 'static>>(value: &'v L::Variant) -> Self {
                let value: &dyn Any = value;
                $(if let Some(value) = value.downcast_ref::<crate::$module::Variant>() {
                    return Self::$marker(value);
                })*
                unreachable!("layouts are sealed")
            }
        }
    };
}

each_layout!(any_ref {});

impl<'v> AnyRef<'v> {
    /// Returns the layout of the value.
    #[must_use]
    pub fn layout(self) -> &'static LayoutInfo {
        let name = each_layout!(match_any { self, L _value => L::NAME });
        LAYOUTS
            .iter()
            .find(|layout| layout.name == name)
            .unwrap_or(&LAYOUTS[0])
    }

    /// Returns the kind of the value; kinds are the same in all layouts.
    #[must_use]
    pub fn kind(self) -> Kind {
        each_layout!(match_any { self, L value => AsView::kind(value) })
    }

    /// Returns the content of the value.
    #[must_use]
    #[inline]
    pub fn view(self) -> AnyView<'v> {
        each_layout!(match_any { self, L value => view(value) })
    }

    /// Returns an element of an Array, or `None` for any other value.
    #[must_use]
    #[inline]
    pub fn element(self, index: usize) -> Option<Self> {
        each_layout!(match_any { self, L value => value.view().elements()?.get(index).map(Self::from) })
    }

    /// Returns the value at a path, or `None` if there is none.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::godot4;
    ///
    /// let game = godot4::variant!({"players": [{"name": "Ada"}]});
    /// let name = AnyRef::from(&game).at_path(&"players[0].name".parse()?);
    /// assert_eq!(name.map(|name| name.to_string()), Some("\"Ada\"".into()));
    /// # }
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn at_path(self, path: &Path) -> Option<Self> {
        each_layout!(match_any { self, L value => generic::at_path::<L>(value, path).map(Self::from) })
    }

    /// Returns a copy of the value, component, or element of a packed array at a path.
    ///
    /// Returns `None` if there is none.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::{Vector2, godot4};
    ///
    /// let game = godot4::variant!({"position": Vector2::new(1.5, 2.0)});
    /// let x = AnyRef::from(&game).component_at_path(&"position.x".parse()?);
    /// assert_eq!(x.map(|x| x.to_string()), Some("1.5".into()));
    /// # }
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn component_at_path(self, path: &Path) -> Option<AnyVariant> {
        each_layout!(match_any { self, L value => {
            generic::component_at_path::<L>(value, path).map(AnyVariant::from)
        } })
    }

    /// Returns the address of the value.
    ///
    /// The address identifies the value while the value is borrowed.
    #[must_use]
    pub fn address(self) -> *const () {
        each_layout!(match_any { self, L value => core::ptr::from_ref(value).cast() })
    }

    /// Returns the value if it is of this layout; see [`AnyVariant::downcast_ref`].
    fn downcast<L: Layout<Variant: 'static>>(self) -> Option<&'v L::Variant> {
        each_layout!(match_any { self, A value => (value as &dyn Any).downcast_ref() })
    }

    /// Converts the value to the layout `L`; see [`AnyVariant::convert`].
    pub(super) fn convert<L: Layout>(
        self,
        converter: &Converter,
    ) -> Result<(L::Variant, Report), ConvertError> {
        each_layout!(match_any { self, A value => converter.convert::<A, L>(value) })
    }
}

/// Formats the value like the engine's `var_to_str`; `{:#}` writes every digit of floats.
impl fmt::Display for AnyRef<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each_layout!(match_any { self, L value => value.fmt(f) })
    }
}

#[cfg(feature = "serde")]
impl ::serde::Serialize for AnyRef<'_> {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        each_layout!(match_any { self, L value => value.serialize(serializer) })
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
    Pool(&'v dyn Numbers),
    /// The elements of a packed array of Strings.
    PoolText(Vec<&'v str>),
    /// The content of a NodePath.
    NodePath(String),
    /// The id of an object.
    ObjectId(u64),
    /// The class and the properties of a full object.
    Object(&'v str, Vec<(&'v str, AnyRef<'v>)>),
    /// An Array; [`AnyRef::element`] returns its elements.
    Array {
        /// `Array`, `TypedArray` for an Array with a declared type, or the kind of another typed
        /// array.
        kind: Kind,
        /// The declared type of the elements.
        declared: &'v ElementType,
        /// The number of elements.
        length: usize,
    },
    /// A Dictionary.
    Dictionary {
        /// The declared types of the keys and of the values.
        declared: [&'v ElementType; 2],
        /// The entries in insertion order.
        entries: Vec<AnyEntry<'v>>,
    },
}

/// An entry of a Dictionary of any layout.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::any::{AnyRef, AnyView};
/// use gdvariant::godot4;
///
/// let value = godot4::variant!({"level": 7});
/// if let AnyView::Dictionary { entries, .. } = AnyRef::from(&value).view() {
///     assert!(matches!(entries[0].key.view(), AnyView::Text("level")));
///     assert!(matches!(entries[0].value.view(), AnyView::Int(7)));
/// }
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AnyEntry<'v> {
    /// The key, of any type.
    pub key: AnyRef<'v>,
    /// The value for the key.
    pub value: AnyRef<'v>,
}

impl AnyView<'_> {
    /// Returns the number of elements, entries or properties, or `None` if the value has none.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::godot4;
    ///
    /// let value = godot4::variant!(["Ada", 7]);
    /// assert_eq!(AnyRef::from(&value).view().count(), Some(2));
    /// assert_eq!(AnyRef::from(&value[1]).view().count(), None);
    /// # }
    /// ```
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        Some(match self {
            Self::Pool(elements) => elements.elements(),
            Self::PoolText(texts) => texts.len(),
            Self::Object(_, properties) => properties.len(),
            Self::Array { length, .. } => *length,
            Self::Dictionary { entries, .. } => entries.len(),
            _ => return None,
        })
    }
}

/// The declared type of a container that declares none.
const ANY: &ElementType = &ElementType::Any;

fn view<'v, V: AsView + 'v>(value: &'v V) -> AnyView<'v>
where
    AnyRef<'v>: From<&'v V>,
{
    let entry = |(key, value): (&'v V, &'v V)| AnyEntry {
        key: key.into(),
        value: value.into(),
    };
    match value.view() {
        View::Nil => AnyView::Nil,
        View::Record(_, record) => AnyView::Record(record),
        View::Bool(value) => AnyView::Bool(value),
        View::Int(value) => AnyView::Int(value),
        View::Float(value) => AnyView::Float(value),
        View::Text(_, text) => AnyView::Text(text),
        View::Fields(_, components) => AnyView::Fields(components),
        View::Pool(_, elements) => AnyView::Pool(elements),
        View::PoolText(texts) => AnyView::PoolText(texts.iter().map(AsRef::as_ref).collect()),
        View::NodePath(path) => AnyView::NodePath(path.to_string()),
        View::Object(Object::Id(id)) => AnyView::ObjectId(*id),
        View::Object(Object::Full(object)) => {
            let properties = object.properties.iter();
            let properties = properties.map(|(name, value)| (name.as_str(), value.into()));
            AnyView::Object(&object.class, properties.collect())
        }
        View::Array(values) => array(Kind::Array, ANY, values.len()),
        View::TypedArray(kind, typed) => array(kind, &typed.element, typed.values.len()),
        View::Dictionary(entries) => AnyView::Dictionary {
            declared: [ANY; 2],
            entries: entries.iter().map(entry).collect(),
        },
        View::TypedDictionary(dictionary) => AnyView::Dictionary {
            declared: [&dictionary.key, &dictionary.value],
            entries: dictionary.entries.iter().map(entry).collect(),
        },
    }
}

/// Creates the view of an Array; an Array with a declared type has the kind `TypedArray`.
fn array(kind: Kind, declared: &ElementType, length: usize) -> AnyView<'_> {
    let is_typed = kind == Kind::Array && !declared.is_any();
    AnyView::Array {
        kind: if is_typed { Kind::TypedArray } else { kind },
        declared,
        length,
    }
}

macro_rules! decode_any {
    ($({ $marker:ident $($double:ident)? })*) => {
        /// A type into which values of every enabled layout can be decoded.
        ///
        /// Every type that implements [`Decode`](crate::Decode) for all enabled single-precision
        /// layouts implements this trait, including derived types. Components in double precision
        /// are rounded.
        ///
        /// ```
        /// # #[cfg(feature = "godot4")] {
        /// use gdvariant::any::{AnyError, AnyOptions, AnyReader, DecodeAny};
        /// use gdvariant::godot4;
        ///
        /// fn first<T: DecodeAny>(file: &[u8]) -> Result<Option<T>, Box<dyn std::error::Error>> {
        ///     let reader = AnyReader::open(file, &AnyOptions::new())?;
        ///     Ok(reader.decode().next().transpose()?)
        /// }
        ///
        /// assert_eq!(first::<Vec<u8>>(&godot4::to_vec(&[1, 2])?)?, Some(vec![1, 2]));
        /// # }
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub trait DecodeAny: $(DecodeOwned<crate::$marker> +)* Sized {
            /// Decodes the whole input as one value of a layout.
            ///
            /// # Errors
            ///
            /// Returns an error if the input is not exactly one value of the layout, or if the
            /// layout is not enabled.
            fn decode_any(
                layout: &str,
                input: &[u8],
                options: DecodeOptions,
            ) -> Result<Self, DecodeError>;
        }

        impl<T: $(DecodeOwned<crate::$marker> +)*> DecodeAny for T {
            fn decode_any(
                layout: &str,
                input: &[u8],
                options: DecodeOptions,
            ) -> Result<Self, DecodeError> {
                match layout {
                    $(
                        crate::$marker::NAME => generic::from_slice::<crate::$marker, T>(input, options),
                        $(crate::$double::NAME => rounded::<crate::$double, crate::$marker, T>(input, options),)?
                    )*
                    _ => Err(not_enabled(layout)),
                }
            }
        }
    };
}

each_engine!(decode_any);

/// Decodes a value in double precision, and rounds it to single precision.
#[allow(dead_code, reason = "not every layout has a form in double precision")]
fn rounded<A: Layout, B: Layout, T: DecodeOwned<B>>(
    input: &[u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    let value = generic::from_slice::<A, A::Variant>(input, options)?;
    let custom = |message: alloc::string::String| {
        DecodeError::new(0, DecodeErrorKind::Custom(message.into()))
    };
    let converted = Converter::new().lossy().convert::<A, B>(&value);
    let (value, _) = converted.map_err(|error| custom(error.to_string()))?;
    generic::from_variant::<B, T>(&value).map_err(|error| custom(error.to_string()))
}

/// Returns the length of the value at the start of the input.
#[inline]
pub(super) fn value_length(
    layout: &str,
    input: &[u8],
    options: DecodeOptions,
) -> Result<usize, DecodeError> {
    each_layout!(for_layout {
        layout,
        L => Ok(generic::from_slice_prefix::<L, Ignored>(input, options)?.1),
        else Err(not_enabled(layout))
    })
}
