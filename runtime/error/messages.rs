//! The macro that defines error enums with their messages, and helpers that format parts of
//! messages.

use crate::Kind;
use core::fmt;

/// Defines an error enum with a message for each variant. Variants with fields are
/// `#[non_exhaustive]`.
///
/// The syntax follows the crate thiserror: a format string that can name the fields, and further
/// arguments. `if condition => (message), else (message)` chooses one of two messages. `fmt =
/// function(arguments)` calls a function with these arguments and the formatter. The value of a
/// tuple variant has a name, so that the message can use the value.
///
/// `#[advice(...)]` states what a developer can do: an [`Advice`](crate::Advice) or its text, or `=`
/// and an optional advice. `Display` appends the advice only in the alternate form, `{:#}`.
///
/// The crate gdvariant-files uses the macro as well.
#[doc(hidden)]
#[macro_export]
macro_rules! messages {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {$(
            $(#[doc = $doc:literal])*
            $(#[cfg($gate:meta)])?
            #[error($($message:tt)*)]
            $(#[advice($($advice:tt)*)])?
            $variant:ident
                $({ $($(#[doc = $field_doc:literal])* $field:ident: $type:ty,)* })?
                $(($($held:ident: $held_type:ty),+))?,
        )*}
    ) => {
        $(#[$attribute])*
        pub enum $name {$(
            $(#[doc = $doc])*
            $(#[cfg($gate)])?
            // `any()` is false: the `cfg_attr` only makes the repetition depend on the fields.
            $(#[non_exhaustive] #[cfg_attr(any(), $($field),*)])?
            $variant $({ $($(#[doc = $field_doc])* $field: $type,)* })? $(($($held_type),+))?,
        )*}

        impl core::fmt::Display for $name {
            #[allow(unused_variables, reason = "a message need not name all fields")]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {$(
                    $(#[cfg($gate)])?
                    Self::$variant $({ $($field),* })? $(($($held),+))? => $crate::messages!(
                        @write f $($message)*
                    ),
                )*}?;
                match self.own_advice().filter(|_| f.alternate()) {
                    Some(advice) => write!(f, "; {advice}"),
                    None => Ok(()),
                }
            }
        }

        impl $name {
            /// Returns the advice for a developer; `advised!` makes it public.
            #[allow(unused_variables, reason = "not every message has advice")]
            pub(crate) fn own_advice(&self) -> Option<$crate::Advice> {
                match self {$(
                    $(#[cfg($gate)])?
                    Self::$variant $({ $($field),* })? $(($($held),+))? => $crate::messages!(
                        @advice $($($advice)*)?
                    ),
                )*}
            }
        }
    };
    (@advice) => {
        None
    };
    (@advice = $advice:expr) => {
        $advice
    };
    (@advice $advice:expr) => {
        Some($crate::Advice::from($advice))
    };
    (@write $f:ident fmt = $function:ident($($argument:expr),*)) => {
        $function($($argument,)* $f)
    };
    (@write $f:ident if $condition:expr => ($($message:tt)*), else ($($other:tt)*)) => {
        if $condition { write!($f, $($message)*) } else { write!($f, $($other)*) }
    };
    (@write $f:ident $($message:tt)*) => {
        write!($f, $($message)*)
    };
}

pub(crate) use messages;

/// Defines the public method that returns the advice of an error, which `messages!` defines for the
/// error itself or for its kind.
macro_rules! advised {
    ($error:ty, $kind:ty) => {
        $crate::error::advised!(@define $error, error => error.kind().advice());
        $crate::error::advised!($kind);
    };
    ($error:ty) => {
        $crate::error::advised!(@define $error, error => error.own_advice());
    };
    (@define $error:ty, $this:ident => $advice:expr) => {
        impl $error {
            /// Returns what a developer can do about the error, such as a function to call or an
            /// option to set.
            ///
            /// The message has no advice, so that it can be sent to a peer; `{:#}` and `Debug` append
            /// the advice to the message.
            ///
            /// ```
            /// # #[cfg(feature = "godot4")] {
            /// use gdvariant::Advice;
            ///
            /// let error = gdvariant::godot4::from_slice::<bool>(&[1, 0, 0, 0, 2, 0, 0, 0]).unwrap_err();
            /// assert_eq!(error.to_string(), "0x0004: value: expected a bool of 0 or 1, found 2");
            /// assert_eq!(error.advice(), Some(Advice::Lenient("treats it as true")));
            /// # }
            /// ```
            pub fn advice(&self) -> Option<$crate::Advice> {
                let $this = self;
                $advice
            }
        }
    };
}

pub(crate) use advised;

/// Formats a number with the noun that it counts: `1 byte`, `2 bytes`.
pub(crate) struct Count(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { "s" })
    }
}

/// Lists known names, to follow an unknown name in a message.
pub(super) struct Known<'k>(pub(super) &'k [&'k str]);

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.0, |f, name| write!(f, "{name:?}"))
    }
}

/// Lists known numbers and what they stand for, to follow an unknown number in a message.
pub(super) struct KnownNumbers<'k>(pub(super) &'k [(i64, &'k str)]);

impl fmt::Display for KnownNumbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.0, |f, (number, name)| {
            write!(f, "{number} ({name})")
        })
    }
}

/// Writes alternatives, to follow an unknown one in a message.
fn list<T>(
    f: &mut fmt::Formatter<'_>,
    known: &[T],
    write: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    known.iter().enumerate().try_for_each(|(index, known)| {
        f.write_str(if index == 0 {
            ", expected one of "
        } else {
            ", "
        })?;
        write(f, known)
    })
}

/// Lists the names of kinds in a layout as alternatives: `A`, `A or B`, `A, B or C`.
pub(super) struct Alternatives<'k>(pub(super) &'k [Kind], pub(super) &'k str);

impl fmt::Display for Alternatives<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(kinds, layout) = self;
        for (index, kind) in kinds.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == kinds.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}{}", kind.name_in(layout))?;
        }
        Ok(())
    }
}
