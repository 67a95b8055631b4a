//! The methods of every layout's Variant that change its contents.
//!
//! Methods with a path are `#[inline]`, so only programs that call them compile them.

/// Implements access by index and by path, for reading and changing.
macro_rules! access_methods {
    ($module:literal $variant:ident $marker:ident) => {
        crate::access::read_methods!(
            $variant,
            $marker,
            concat!(
                "use gdvariant::",
                $module,
                "::variant;\n\n",
                "let value = variant!({\"players\": [{\"name\": \"Ada\"}]});",
            )
        );

        impl $variant {
            /// Returns a mutable reference to the element, entry or property with an index, or
            /// `None` if there is none.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::Variant;")]
            ///
            /// let mut numbers = Variant::from(vec![Variant::from(1), 2.into()]);
            /// if let Some(last) = numbers.get_mut(1) {
            ///     *last = 3.into();
            /// }
            /// assert_eq!(numbers, Variant::from(vec![Variant::from(1), 3.into()]));
            /// ```
            #[must_use]
            pub fn get_mut<I: crate::VariantIndexMut<Self>>(
                &mut self,
                index: I,
            ) -> Option<&mut Self> {
                crate::access::get_mut(self, &index)
            }

            /// Returns a mutable reference to the value at a path, or `None` if there is none or
            /// the path is invalid. Nothing is inserted: it is safe for paths of a peer.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{Dictionary, Variant};")]
            ///
            /// let mut game = Variant::from(Dictionary::from([("levels", vec![Variant::from(1)])]));
            /// if let Some(level) = game.pointer_mut("levels[0]") {
            ///     *level = 2.into();
            /// }
            /// assert_eq!(game["levels"][0], Variant::from(2));
            /// ```
            #[must_use]
            #[inline]
            pub fn pointer_mut(&mut self, path: &str) -> Option<&mut Self> {
                crate::access::pointer_mut::<$marker>(self, &path.parse().ok()?)
            }

            /// Returns a mutable reference to the value at a path that was parsed before.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{Dictionary, Variant};")]
            ///
            /// let mut game = Variant::from(Dictionary::from([("level", 1)]));
            /// if let Some(level) = game.at_path_mut(&"level".parse()?) {
            ///     *level = 2.into();
            /// }
            /// assert_eq!(game["level"], 2);
            /// # Ok::<(), gdvariant::ParsePathError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn at_path_mut(&mut self, path: &crate::Path) -> Option<&mut Self> {
                crate::access::pointer_mut::<$marker>(self, path)
            }

            /// Returns a copy of the value at a path, or of a part of one: an element of a packed
            /// array as in `colors[3]`, or a component as in `position.x`.
            ///
            /// The names of components are those of the offset tables, such as `basis.x.y`.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{Variant, variant};")]
            ///
            /// let origin = Variant::Vector2(Default::default());
            /// let ada = variant!({"position": origin, "scores": gdvariant::Pool([7, 9])});
            /// assert_eq!(ada.component_at_path(&"position.x".parse()?), Some(0.0.into()));
            /// assert_eq!(ada.component_at_path(&"scores[1]".parse()?), Some(9.into()));
            /// assert_eq!(ada.component_at_path(&"scores[2]".parse()?), None);
            /// # Ok::<(), gdvariant::ParsePathError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn component_at_path(&self, path: &crate::Path) -> Option<Self> {
                crate::access::component_at_path::<$marker>(self, path)
            }

            /// Sets the value at a path, and returns the value that it replaces.
            ///
            /// A missing key of a Dictionary, a missing property of a full object and the element
            /// after the last one of an array, which `[+]` leads to as well, are added; everything
            /// before them has to exist. An element of a packed array and a component can be set as
            /// well, to a value of their type; a float also to an int that it represents exactly.
            /// Floats are rounded to the precision of the component, but not to infinity.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{Variant, variant};")]
            ///
            /// let mut game = variant!({"players": [{"name": "Ada"}]});
            /// let old = game.set_at_path(&"players[0].name".parse()?, "Grace");
            /// assert_eq!(old, Ok(Some("Ada".into())));
            /// assert_eq!(game.set_at_path(&"players[1]".parse()?, 7), Ok(None));
            /// assert_eq!(game, variant!({"players": [{"name": "Grace"}, 7]}));
            /// assert_eq!(game.set_at_path(&"players[9]".parse()?, 8), Err(Variant::from(8)));
            /// # Ok::<(), gdvariant::ParsePathError>(())
            /// ```
            ///
            /// # Errors
            ///
            /// Returns the new value if there is no place for it.
            #[inline]
            pub fn set_at_path(
                &mut self,
                path: &crate::Path,
                value: impl Into<Self>,
            ) -> Result<Option<Self>, Self> {
                crate::access::set_at_path::<$marker>(self, path, value.into())
            }

            /// Removes the element, entry or property at a path, or returns `None` if there is
            /// none.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::{Variant, variant};")]
            ///
            /// let mut game = variant!({"players": [{"name": "Ada", "level": 7}]});
            /// assert_eq!(game.remove_at_path(&"players[0].level".parse()?), Some(Variant::from(7)));
            /// assert_eq!(game, variant!({"players": [{"name": "Ada"}]}));
            /// # Ok::<(), gdvariant::ParsePathError>(())
            /// ```
            #[inline]
            pub fn remove_at_path(&mut self, path: &crate::Path) -> Option<Self> {
                crate::access::remove_at_path::<$marker>(self, path)
            }

            /// Returns the value, and leaves Nil in its place.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::Variant;")]
            ///
            /// let mut name = Variant::from("Ada");
            /// assert_eq!(name.take(), Variant::from("Ada"));
            /// assert!(name.is_nil());
            /// ```
            #[allow(
                clippy::return_self_not_must_use,
                reason = "clearing the value is a use, too"
            )]
            pub fn take(&mut self) -> Self {
                core::mem::take(self)
            }
        }

        /// Returns a mutable reference to the element, entry or property with an index. A missing
        /// key is inserted with the value Nil, and Nil becomes a Dictionary.
        ///
        /// ```
        #[doc = concat!("use gdvariant::", $module, "::Variant;")]
        ///
        /// let mut game = Variant::Nil;
        /// game["player"]["health"] = 100.into();
        /// assert_eq!(game.pointer("player.health"), Some(&Variant::from(100)));
        /// ```
        ///
        /// # Panics
        ///
        /// Panics if an index of an Array is out of bounds, or the value is of a type without such an
        /// index. For paths of a peer use `pointer_mut`.
        impl<I: crate::VariantIndexMut<Self>> core::ops::IndexMut<I> for $variant {
            #[track_caller]
            fn index_mut(&mut self, index: I) -> &mut Self {
                crate::access::get_or_insert(self, &index)
            }
        }
    };
}

pub(crate) use access_methods;
