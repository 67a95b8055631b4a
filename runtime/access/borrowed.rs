//! The methods of every layout's VariantRef that access its contents and ask for plain values.

/// Implements access by index and by path, and queries.
macro_rules! borrowed_access_methods {
    ($module:literal $variant:ident) => {
        impl $variant<'_> {
            /// Returns the element, entry or property with an index, or `None` if there is none.
            ///
            /// [`VariantIndex`](crate::VariantIndex) lists the indexes.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
            ///
            #[doc = concat!("let bytes = ", $module, "::to_vec(&(\"Ada\", 7))?;")]
            #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
            /// assert_eq!(value.get(0).and_then(VariantRef::as_str), Some("Ada"));
            /// assert!(value.get(2).is_none());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn get<I: crate::VariantIndex<Self>>(&self, index: I) -> Option<&Self> {
                index.index_into(self)
            }

            /// Returns the value at a path such as `players[3].position`, or `None` if there is none or
            /// the path is invalid; see `Variant::pointer`.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
            ///
            #[doc = concat!("let bytes = ", $module, "::to_vec(&([7, 8], 9))?;")]
            #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
            /// assert_eq!(value.pointer("[0][1]").unwrap(), 8);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn pointer(&self, path: &str) -> Option<&Self> {
                crate::access::pointer(self, &path.parse().ok()?)
            }

            /// Returns the value at a path that was parsed before, such as that of an error.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
            ///
            #[doc = concat!("let bytes = ", $module, "::to_vec(&(7, 8))?;")]
            #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
            /// let path: gdvariant::Path = "[1]".parse()?;
            /// assert_eq!(value.at_path(&path).unwrap(), 8);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn at_path(&self, path: &crate::Path) -> Option<&Self> {
                crate::access::pointer(self, path)
            }

            /// Returns the kind, which is the same in all layouts.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
            ///
            #[doc = concat!("let bytes = ", $module, "::to_vec(&7)?;")]
            #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
            /// assert_eq!(value.kind(), gdvariant::Kind::Int);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn kind(&self) -> crate::Kind {
                crate::view::Viewed::kind(self)
            }

            /// Returns the number if this is an int.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
            ///
            #[doc = concat!("let bytes = ", $module, "::to_vec(&7)?;")]
            #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
            /// assert_eq!(value.as_i64(), Some(7));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn as_i64(&self) -> Option<i64> {
                self.as_int()
            }

            /// Returns the number if this is a float or an int; a large int is rounded to the nearest
            /// float.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
            ///
            #[doc = concat!("let bytes = ", $module, "::to_vec(&7)?;")]
            #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
            /// assert_eq!(value.as_f64(), Some(7.0));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            #[allow(clippy::cast_precision_loss, reason = "documented")]
            pub fn as_f64(&self) -> Option<f64> {
                self.as_float().or_else(|| self.as_int().map(|int| int as f64))
            }

            /// Returns the characters if this is a String or a StringName.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
            ///
            #[doc = concat!("let bytes = ", $module, "::to_vec(&\"Ada\")?;")]
            #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
            /// assert_eq!(value.as_str(), Some("Ada"));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn as_str(&self) -> Option<&str> {
                match crate::view::Viewed::view(self) {
                    crate::view::View::Text(_, text) => Some(text),
                    _ => None,
                }
            }
        }

        crate::access::query_methods!(@comparisons $variant<'_>);

        /// Returns the element, entry or property with an index, or Nil if there is none.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $module, "::{self, VariantRef};")]
        /// use std::collections::BTreeMap;
        ///
        #[doc = concat!("let bytes = ", $module, "::to_vec(&BTreeMap::from([(\"levels\", [7, 8])]))?;")]
        #[doc = concat!("let value: VariantRef<'_> = ", $module, "::from_slice(&bytes)?;")]
        /// assert_eq!(value["levels"][1], 8);
        /// assert!(value["name"].is_nil());
        /// assert_eq!(value.pointer("levels[0]").and_then(VariantRef::as_i64), Some(7));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        impl<I: crate::VariantIndex<Self>> core::ops::Index<I> for $variant<'_> {
            type Output = Self;

            fn index(&self, index: I) -> &Self {
                static NIL: $variant<'static> = $variant::Nil;
                index.index_into(self).unwrap_or(&NIL)
            }
        }
    };
}

pub(crate) use borrowed_access_methods;
