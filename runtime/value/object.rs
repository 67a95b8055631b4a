use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// An encoded object: an id, or a class with properties. An object is data and is never
/// instantiated.
///
/// `V` is the `Variant` of a layout. Most builds encode a null object as Nil; release builds of
/// Godot 3.2 and 3.3 encode it as an [`Object::Id`] of 0 or as a full object with an empty class.
/// Source: the erratum `object-unsupported` of the schema.
#[derive(Debug, Clone, PartialEq)]
pub enum Object<V> {
    /// The id of the instance in the engine that encoded it.
    Id(u64),
    /// A class with properties.
    ///
    /// Decoding requires [`DecodeOptions::allow_objects`](crate::DecodeOptions::allow_objects).
    Full(Box<FullObject<V>>),
}

/// The class of an object and its stored properties, in encoded order.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4::Object;
///
/// let object = Object::full("Gradient", [("interpolation", 1)]);
/// if let Object::Full(object) = object {
///     assert_eq!(object.class, "Gradient");
///     assert_eq!(object.properties[0].0, "interpolation");
/// }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct FullObject<V> {
    /// The native class; empty for a null object, which has no properties.
    pub class: String,
    /// The names and values of the properties.
    pub properties: Vec<(String, V)>,
}

impl<V> Object<V> {
    /// Creates a full object of this class, with these properties.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Object;
    /// use gdvariant::{Packed, Variant};
    ///
    /// let gradient = Object::full("Gradient", [("offsets", Packed([0.0_f32, 1.0]))]);
    /// assert_eq!(Variant::from(gradient).to_string(), "Object(Gradient,\"offsets\":PackedFloat32Array(0, 1))\n");
    /// # }
    /// ```
    pub fn full<K: Into<String>, T: Into<V>>(
        class: impl Into<String>,
        properties: impl IntoIterator<Item = (K, T)>,
    ) -> Self {
        let properties = properties
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        Self::Full(Box::new(FullObject {
            class: class.into(),
            properties,
        }))
    }

    /// Returns whether the object is null.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Object;
    ///
    /// assert!(Object::Id(0).is_null());
    /// assert!(!Object::Id(7).is_null());
    /// # }
    /// ```
    pub fn is_null(&self) -> bool {
        match self {
            Self::Id(id) => *id == 0,
            Self::Full(object) => object.class.is_empty(),
        }
    }
}
