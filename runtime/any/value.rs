use super::{AnyRef, AnyView};
use crate::table::layout_info::LayoutInfo;
use crate::{
    ConvertError, Converter, DecodeError, DecodeErrorKind, DecodeOptions, Kind, Layout, Report,
    generic,
};
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

    /// Returns the kind of the value, which is the same in all layouts.
    #[must_use]
    pub fn kind(&self) -> Kind {
        AnyRef::from(self).kind()
    }

    /// Returns what the value contains.
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
        AnyRef::from(self).downcast::<L>()
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
        AnyRef::from(self).convert::<L>(converter)
    }
}

/// Writes the output of the engine's `var_to_str`; the alternate form writes every digit of floats.
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
