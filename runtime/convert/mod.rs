//! Conversions between layouts, with a report of losses. Requires the feature `inspect`.

mod conversion;
mod report;

use crate::Engine;
use crate::codec::coerce::component_types;
pub use crate::error::{ConvertError, ConvertErrorKind};
use crate::table::layout::Layout;
use crate::value::view::Build;
use conversion::State;
pub(crate) use conversion::with_precision;
use core::any::Any;
use report::Recorder;
pub use report::{Loss, LossKind, Note, NoteKind, Report, ReportEntry};

/// Converts values and their contents between layouts, and reports losses. Requires the feature
/// `inspect`.
///
/// A type that has another name in the target is converted without a loss: a Transform becomes a
/// Transform3D, and the TypedArray of Pandemonium 5 becomes an Array with a declared type. If the
/// target lacks a type, a declared type or an id, [`convert`](Self::convert) returns an error with
/// the path of the value. A [lossy](Self::lossy) converter converts the value to its
/// [nearest](crate::Kind::nearest) equivalent instead. A conversion that succeeds returns a
/// [`Report`], which can list these losses:
///
/// | loss | example | only with `lossy` |
/// | --- | --- | --- |
/// | a type that the target lacks | a Vector2i becomes a Vector2, a Signal a Dictionary of its name and its id, a Callable Nil | yes |
/// | a declared type | an `Array[int]` becomes an Array | yes |
/// | the id of a RID | Godot 3 does not encode the id | yes |
/// | precision | 0.1 in 64 bits becomes 0.10000000149011612 in 32 bits | no |
/// | keys that become equal | `"a"` and `&"a"`: the last value replaces the others | no |
/// | the root of an empty NodePath | Godot 3 does not keep the root | no |
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::godot4::{Dictionary, Variant};
/// use gdvariant::{Converter, Godot3, Godot4, Vector2, Vector2i};
///
/// let player = Dictionary::from([("name", Variant::from("Ada")), ("cell", Vector2i::new(3, 4).into())]);
/// let player = Variant::from(player);
///
/// let error = Converter::new().convert::<Godot4, Godot3>(&player).unwrap_err();
/// assert_eq!(error.to_string(), "cell: Godot 3 has no Vector2i");
///
/// let (player, report) = Converter::new().lossy().convert::<Godot4, Godot3>(&player)?;
/// assert_eq!(player["cell"].as_vector2(), Some(&Vector2::new(3.0, 4.0)));
/// assert_eq!(report.to_string(), "cell: Vector2i became Vector2\n");
/// # }
/// # Ok::<(), gdvariant::convert::ConvertError>(())
/// ```
///
/// [`convert`](Self::convert) copies the value; [`convert_in_place`](Self::convert_in_place) changes
/// it, and leaves a value without differences as it is. A Variant of single precision has the same
/// type for all engines, so a value that the target can represent needs no conversion: encode it in
/// the other layout. Encoding returns an error where a conversion would report a loss.
///
/// A conversion takes linear time, and needs a stack of at most 2 MiB for values within the
/// engines' nesting depth of 1024, even in a debug build. A nearest equivalent can be nested deeper
/// than the original value; encoding returns an error beyond that depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Converter {
    is_lossy: bool,
    max_listed: usize,
}

/// The default number of losses that a report lists.
const MAX_LISTED: usize = 256;

impl Converter {
    /// Creates a converter that rejects types, declared types and ids that the target lacks.
    pub const fn new() -> Self {
        Self {
            is_lossy: false,
            max_listed: MAX_LISTED,
        }
    }

    /// Accepts losses: a value whose type the target lacks becomes its nearest equivalent.
    ///
    /// Containers lose declared types that the target lacks or that do not fit the converted
    /// values. Ids that the target lacks become 0. Conversions then return no errors.
    #[must_use]
    pub const fn lossy(self) -> Self {
        Self {
            is_lossy: true,
            ..self
        }
    }

    /// Sets the maximum number of losses, and of notes, that a report lists; 256 by default.
    ///
    /// A report lists fewer entries if their paths and names exceed 256 KiB. Entries that are not
    /// listed are counted.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Callable, Converter, Godot3, Godot4, godot4::Variant};
    ///
    /// let callbacks = Variant::from(vec![Variant::from(Callable); 1000]);
    /// let converter = Converter::new().lossy().max_listed(1);
    /// let (_, report) = converter.convert::<Godot4, Godot3>(&callbacks)?;
    /// assert_eq!(report.total_losses(), 1000);
    /// assert_eq!(report.to_string(), "[0]: Callable became Nil\n999 more losses\n");
    /// # }
    /// # Ok::<(), gdvariant::convert::ConvertError>(())
    /// ```
    #[must_use]
    pub const fn max_listed(self, count: usize) -> Self {
        Self {
            max_listed: count,
            ..self
        }
    }

    /// Converts a value of the layout `A` to the layout `B`.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Converter, Godot3, Godot4, godot3, godot4};
    ///
    /// let (value, report) = Converter::new().convert::<Godot4, Godot3>(&godot4::variant!([7]))?;
    /// assert_eq!(value, godot3::variant!([7]));
    /// assert!(report.is_lossless());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with the path of the first type, declared type or id that `B` lacks, unless
    /// losses are [accepted](Self::lossy).
    pub fn convert<A: Engine, B: Engine>(
        &self,
        value: &A::Variant,
    ) -> Result<(B::Variant, Report), ConvertError> {
        self.convert_from(value, A::LAYOUT, B::LAYOUT)
    }

    /// Converts a value from a layout whose values are `V` to one whose values are `W`.
    pub(crate) fn convert_from<V: Build, W: Build>(
        &self,
        value: &V,
        from: &'static Layout,
        to: &'static Layout,
    ) -> Result<(W, Report), ConvertError> {
        let (mut state, value) = (self.state::<W>(from, to), value.clone());
        // Widening loses nothing, so it comes first, and narrowing last.
        let value = if W::IS_DOUBLE {
            let mut value: W = in_precision(value);
            state.convert(&mut value)?;
            value
        } else {
            let mut value = value;
            state.convert(&mut value)?;
            in_precision(value)
        };
        Ok((value, state.recorder.report))
    }

    /// Converts a value in place, and reports what the target cannot represent.
    ///
    /// A value without differences is not changed. Both layouts have to have the precision of the
    /// value; layouts in double precision have values of [`double`](crate::double).
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{Converter, StringName, Variant, godot3, variant};
    ///
    /// let [from, to] = ["godot4", "godot3"].map(|name| layout_named(name).unwrap());
    /// let mut value = variant!({"name": StringName::from("Ada")});
    /// let report = Converter::new().lossy().convert_in_place(&mut value, from, to)?;
    /// assert_eq!(value, variant!({"name": "Ada"}));
    /// assert_eq!(report.to_string(), "name: StringName became String\n");
    /// godot3::to_vec(&value)?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`convert`](Self::convert). The value is then partly converted.
    pub fn convert_in_place<V: Build>(
        &self,
        value: &mut V,
        from: &'static Layout,
        to: &'static Layout,
    ) -> Result<Report, ConvertError> {
        let mut state = self.state::<V>(from, to);
        state.convert(value)?;
        Ok(state.recorder.report)
    }

    fn state<W: Build>(&self, from: &'static Layout, to: &'static Layout) -> State {
        State {
            is_lossy: self.is_lossy,
            recorder: Recorder::new(self.max_listed),
            from,
            to,
            types: component_types::<W>,
        }
    }
}

/// Converts a value to another precision, or returns the value if the precision is the same.
pub(crate) fn in_precision<V: Build, W: Build>(value: V) -> W {
    let mut value = Some(value);
    if let Some(same) = (&mut value as &mut dyn Any).downcast_mut::<Option<W>>() {
        return same.take().unwrap_or_default();
    }
    with_precision(value.unwrap_or_default())
}

impl Default for Converter {
    fn default() -> Self {
        Self::new()
    }
}
