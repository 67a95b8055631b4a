//! Values of any layout.

use super::view::{self, AnyView};
use gdvariant::Kind;
use gdvariant::any::AnyVariant;
use gdvariant::generic::structure::Viewed;
use serde::{Serialize, Serializer};
use std::fmt;

/// A value of a layout, seen as one of any layout.
pub(crate) trait AsAny {
    fn as_any(&self) -> AnyRef<'_>;
}

macro_rules! any_ref {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {
        /// A reference to a value of any layout.
        #[derive(Clone, Copy)]
        pub(crate) enum AnyRef<'v> {
            $($marker(&'v gdvariant::$module::Variant),)*
        }

        $(
            impl<'v> From<&'v gdvariant::$module::Variant> for AnyRef<'v> {
                fn from(value: &'v gdvariant::$module::Variant) -> Self {
                    Self::$marker(value)
                }
            }

            impl AsAny for gdvariant::$module::Variant {
                fn as_any(&self) -> AnyRef<'_> {
                    self.into()
                }
            }
        )*

        impl AsAny for AnyVariant {
            fn as_any(&self) -> AnyRef<'_> {
                $(if let Some(value) = self.downcast_ref::<gdvariant::$marker>() {
                    return value.into();
                })*
                unreachable!("the layout of a value is built in")
            }
        }
    };
}

gdvariant::each_layout!(any_ref {});

/// Runs code with the value of an `AnyRef`.
macro_rules! with_value {
    ({ $any:expr, $value:ident => $body:expr } $({ $module:ident $marker:ident $types:tt })*) => {
        match $any {
            $(AnyRef::$marker($value) => $body,)*
        }
    };
}

impl<'v> AnyRef<'v> {
    /// Returns what the value contains.
    pub(crate) fn view(self) -> AnyView<'v> {
        gdvariant::each_layout!(with_value { self, value => view::of(value) })
    }

    /// Returns an element of an Array, or `None` for any other value.
    pub(crate) fn element(self, index: usize) -> Option<Self> {
        gdvariant::each_layout!(with_value { self, value => view::element(value, index).map(Self::from) })
    }

    /// Returns the address of the value, which identifies it while it is borrowed.
    pub(crate) fn address(self) -> *const () {
        gdvariant::each_layout!(with_value { self, value => std::ptr::from_ref(value).cast() })
    }

    /// Returns the kind of the value, which is the same in all layouts.
    pub(crate) fn kind(self) -> Kind {
        gdvariant::each_layout!(with_value { self, value => Viewed::kind(value) })
    }
}

/// Writes the output of the engine's `var_to_str`; the alternate form writes every digit of floats.
impl fmt::Display for AnyRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        gdvariant::each_layout!(with_value { self, value => value.fmt(f) })
    }
}

impl Serialize for AnyRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        gdvariant::each_layout!(with_value { self, value => value.serialize(serializer) })
    }
}
