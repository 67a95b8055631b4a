//! The methods of `Variant` and `VariantRef` that read contents by index and by path.

/// Implements access to contents. `$example` creates the value of the examples.
macro_rules! read_methods {
    ($variant:ty, $marker:ident, $example:expr) => {
        impl $variant {
            /// Returns the element, entry or property with an index, or `None` if there is none.
            ///
            /// [`VariantIndex`](crate::VariantIndex) lists the indexes.
            ///
            /// ```
            #[doc = $example]
            /// let players = value.get("players").unwrap();
            /// assert_eq!(players.get(0).unwrap()["name"], "Ada");
            /// assert!(players.get(1).is_none());
            /// ```
            #[must_use]
            pub fn get<I: crate::VariantIndex<Self>>(&self, index: I) -> Option<&Self> {
                crate::access::get(self, &index)
            }

            /// Returns the value at a path such as `players[3].position`, or `None` if there is
            /// none or the path is invalid.
            ///
            /// This is not a JSON Pointer: paths are written as errors display them, see
            /// [`Path`](crate::Path). `[3]` is an element of an Array or the value of an int key. A
            /// key that is neither a String nor an int is parsed and compared with every key, in
            /// time proportional to the Dictionary.
            ///
            /// ```
            #[doc = $example]
            /// assert_eq!(value.pointer("players[0].name").unwrap(), "Ada");
            /// assert!(value.pointer("players[1].name").is_none());
            /// ```
            #[must_use]
            #[inline]
            pub fn pointer(&self, path: &str) -> Option<&Self> {
                crate::access::pointer::<crate::$marker, _>(self, &path.parse().ok()?)
            }

            /// Returns the value at a path that was parsed before, such as that of an error.
            ///
            /// ```
            #[doc = $example]
            /// let path: gdvariant::Path = "players[0].name".parse()?;
            /// assert_eq!(value.at_path(&path).unwrap(), "Ada");
            /// # Ok::<(), gdvariant::ParsePathError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn at_path(&self, path: &crate::Path) -> Option<&Self> {
                crate::access::pointer::<crate::$marker, _>(self, path)
            }
        }

        /// Returns the element, entry or property with an index, or Nil if there is none.
        ///
        /// ```
        #[doc = $example]
        /// assert_eq!(value["players"][0]["name"], "Ada");
        /// assert!(value["levels"][0].is_nil());
        /// ```
        impl<I: crate::VariantIndex<Self>> core::ops::Index<I> for $variant {
            type Output = Self;

            fn index(&self, index: I) -> &Self {
                crate::access::get(self, &index).unwrap_or(const { &Self::Nil })
            }
        }
    };
}

pub(crate) use read_methods;
