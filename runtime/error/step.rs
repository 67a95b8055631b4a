//! The steps of paths into the content of values.

use core::fmt;

/// Defines the steps, and the list of them in errors.
macro_rules! steps {
    ($($(#[$attribute:meta])* $step:ident = $name:literal),*; $(#[$last_attribute:meta])* $last:ident = $last_name:literal) => {
        /// A step of a [`Path`](crate::Path) into the content of a value, such as `<gzip>`.
        ///
        /// gdvariant-files decodes the content, and encodes it again after a change.
        ///
        /// ```
        /// use gdvariant::{Path, Segment, Step};
        ///
        /// let path: Path = "state.<gzip>.<bytes>.gold".parse()?;
        /// assert_eq!(path.segments().nth(1), Some(&Segment::Step(Step::Gzip)));
        /// assert_eq!(path.to_string(), "state.<gzip>.<bytes>.gold");
        /// # Ok::<(), gdvariant::ParsePathError>(())
        /// ```
        // Exhaustive: code that opens content has to know each step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Step {
            $($(#[$attribute])* $step,)*
            $(#[$last_attribute])* $last,
        }

        impl Step {
            /// All steps.
            pub const ALL: &[Self] = &[$(Self::$step,)* Self::$last];

            /// Returns the name, such as `bytes`.
            ///
            /// ```
            /// use gdvariant::Step;
            ///
            /// assert_eq!(Step::Bytes.name(), "bytes");
            /// assert_eq!(Step::Bytes.to_string(), "<bytes>");
            /// ```
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$step => $name,)*
                    Self::$last => $last_name,
                }
            }
        }

        /// All steps, as an error lists them.
        pub(super) const EXPECTED: &str = concat!($("<", $name, ">, ",)* "or <", $last_name, ">");
    };
}

steps! {
    /// The value that a PackedByteArray encodes, with or without its length before it.
    Bytes = "bytes",
    /// The value of JSON in a String, or as UTF-8 in a PackedByteArray.
    Json = "json",
    /// The value in the `var_to_str` text of a String, or of a PackedByteArray as UTF-8.
    Text = "text",
    /// The bytes that `PackedByteArray.compress` compressed with gzip.
    Gzip = "gzip",
    /// The bytes that `PackedByteArray.compress` compressed with DEFLATE, which the engine writes in
    /// the format of zlib.
    Zlib = "zlib",
    /// The bytes that `PackedByteArray.compress` compressed with Zstandard.
    Zstd = "zstd",
    /// The bytes that `PackedByteArray.compress` compressed with FastLZ.
    FastLz = "fastlz";
    /// The bytes that a String, or UTF-8 in a PackedByteArray, contains as base64.
    Base64 = "base64"
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.name())
    }
}
