use crate::table::layout_info::{LAYOUTS, LayoutInfo, layout_named};
use crate::{
    ConvertError, Converter, DecodeError, DecodeErrorKind, DecodeOptions, Kind, Layout, Report,
    generic,
};
use core::any::Any;
use core::fmt;

/// Runs code with the value and the layout of an `AnyVariant`.
macro_rules! match_any {
    ({ $any:expr, $layout:ident $value:ident => $body:expr } $({ $module:ident $marker:ident $types:tt })*) => {
        match $any {
            $(Self::$marker($value) => {
                #[allow(dead_code, reason = "not all code needs the layout")]
                type $layout = crate::$marker;
                $body
            })*
        }
    };
}

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
    /// Decodes a value of a layout that spans the whole input.
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
    /// Returns an error if the input is not such a value, or if the layout is not enabled.
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
        let name = each_layout!(match_any { self, L _value => L::NAME });
        layout_named(name).unwrap_or(&LAYOUTS[0])
    }

    /// Returns the kind of the value, which is the same in all layouts.
    #[must_use]
    pub fn kind(&self) -> Kind {
        each_layout!(match_any { self, L value => crate::value::view::Viewed::kind(value) })
    }

    /// Returns the value if it is one of this layout.
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
        each_layout!(match_any { self, A value => (value as &dyn Any).downcast_ref() })
    }

    /// Converts the value to a layout.
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
        each_layout!(match_any { self, A value => converter.convert::<A, L>(value) })
    }
}

/// Writes the output of the engine's `var_to_str`; the alternate form writes every digit of floats.
impl fmt::Display for AnyVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each_layout!(match_any { self, L value => value.fmt(f) })
    }
}

#[cfg(feature = "serde")]
impl ::serde::Serialize for AnyVariant {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        each_layout!(match_any { self, L value => value.serialize(serializer) })
    }
}

/// Returns the error of a layout that is not enabled.
pub(super) fn not_enabled(layout: &str) -> DecodeError {
    let message = alloc::format!("the layout {layout} is not enabled; enable its Cargo feature");
    DecodeError::new(0, DecodeErrorKind::Custom(message.into()))
}
