//! The kinds of values in all layouts, and the wire types of fields; generated from the schema.

use core::fmt;

include!(concat!(env!("OUT_DIR"), "/kinds.rs"));

/// The key under which serde_json with `arbitrary_precision` passes the digits of a number.
#[cfg(feature = "serde")]
pub(crate) const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// The facts about a kind that do not depend on the layout.
#[allow(dead_code, reason = "not every layout declares types or has records")]
pub(crate) struct KindInfo {
    /// The name in Godot 4, or in the engines of a type that Godot 4 lacks.
    name: &'static str,
    /// The kind of a packed array's elements. `None` for elements that are plain numbers or strings,
    /// and for kinds that are not packed arrays.
    pub(crate) element: Option<Kind>,
    /// The kind to which values are converted for layouts that lack this kind.
    nearest: Option<Kind>,
    /// The kinds whose values Godot 4 converts if a container declares this kind. Godot 4 drops
    /// values of all other kinds.
    pub(crate) converted: &'static [Kind],
    /// The names and the encodings of a record's fields, in the order of their declaration.
    pub(crate) fields: &'static [(&'static str, Wire)],
    /// The layouts that have the kind.
    layouts: LayoutSet,
}

/// A name of a kind in some layouts.
struct TypeName {
    name: &'static str,
    /// The kind with this name.
    kind: Kind,
    /// The layouts that use the name.
    layouts: LayoutSet,
}

/// Layouts in single precision, enabled or not: a bit for each element of `LAYOUTS`.
#[derive(Clone, Copy)]
struct LayoutSet(u8);

impl LayoutSet {
    fn contains(self, layout: &str) -> bool {
        let bit = LAYOUTS.iter().position(|known| *known == layout);
        bit.is_some_and(|bit| self.0 >> bit & 1 != 0)
    }
}

/// Returns the modules of the layouts that call a type `name`, enabled or not.
pub(crate) fn layouts_with(name: &str) -> Option<impl Iterator<Item = &'static str>> {
    let kind = Kind::from_name(name)?;
    let layouts = LAYOUTS.iter().copied();
    Some(
        layouts.filter(move |layout| {
            kind.info().layouts.contains(layout) && kind.name_in(layout) == name
        }),
    )
}

impl Kind {
    /// Returns the facts that do not depend on the layout.
    #[inline]
    pub(crate) const fn info(self) -> &'static KindInfo {
        &INFOS[self as usize]
    }

    /// Returns the name in Godot 4, or that of its engine for a type that Godot 4 lacks.
    ///
    /// Other engines may use [another name](Self#names-in-engines).
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the name in the engine of a layout, given the name of the layout's module.
    ///
    /// Returns [`name`](Self::name) if the layout lacks the kind or is unknown. If the layout
    /// is available as a type, use [`Layout::name_of`](crate::Layout::name_of).
    ///
    /// ```
    /// use gdvariant::Kind;
    ///
    /// assert_eq!(Kind::Quaternion.name_in("godot4"), "Quaternion");
    /// assert_eq!(Kind::Quaternion.name_in("godot3"), "Quat");
    /// ```
    pub fn name_in(self, layout: &str) -> &'static str {
        // A layout has the same names in both precisions.
        let layout = || layout.strip_suffix("_double").unwrap_or(layout);
        let mut names = TYPE_NAMES.iter().filter(|known| known.kind == self);
        let name = names.find(|known| known.layouts.contains(layout()));
        name.map_or(self.name(), |known| known.name)
    }

    /// Returns the kind with this [`name`](Self::name), or with this name in some engine.
    ///
    /// ```
    /// use gdvariant::Kind;
    ///
    /// assert_eq!(Kind::from_name("PoolByteArray"), Some(Kind::PackedByteArray));
    /// assert_eq!(Kind::from_name("PackedByteArray"), Some(Kind::PackedByteArray));
    /// assert_eq!(Kind::from_name("Node"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.name() == name).or_else(|| {
            let known = TYPE_NAMES.iter().find(|known| known.name == name);
            known.map(|known| known.kind)
        })
    }

    /// Returns whether every layout has the kind.
    pub(crate) const fn is_universal(self) -> bool {
        self.info().layouts.0.count_ones() as usize == LAYOUTS.len()
    }

    /// Returns whether `var2str` prints only the name of a record's type.
    pub(crate) const fn prints_name(self) -> bool {
        matches!(self, Self::Callable | Self::Signal)
    }

    /// Returns a slice that contains only this kind.
    pub(crate) const fn alone(self) -> &'static [Self] {
        let (_, rest) = Self::ALL.split_at(self as usize);
        rest.split_at(1).0
    }

    /// Returns the kind that a [`Converter`](crate::Converter) uses in layouts without this kind.
    ///
    /// Returns `None` if every layout has this kind.
    ///
    /// If a layout lacks the returned kind as well, the converter uses the nearest kind of the
    /// returned kind.
    pub const fn nearest(self) -> Option<Self> {
        self.info().nearest
    }
}

/// Formats the kind as its [`name`](Kind::name).
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
