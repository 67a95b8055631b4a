//! Finds values whose types changed without intention, such as a float that became an int.
//!
//! ```
//! # use gdvariant::any::AnyRef;
//! use gdvariant::schema::layout_named;
//! use gdvariant_files::type_changes::TypeChanges;
//!
//! let layout = layout_named("godot4").unwrap();
//! let old = layout.parse(r#"{"gold": 1.5, "position": Vector2(1, 2), "name": "Ada"}"#)?;
//! let new = layout.parse(r#"{"gold": 2, "position": [1, 2], "name": "Eve"}"#)?;
//! let changes = TypeChanges::between((&old).into(), (&new).into());
//! assert_eq!(
//!     changes.to_string(),
//!     "2 types changed: gold from float to int, position from Vector2 to Array"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::clip::MAX_NOTED_PATH_CHARS;
use crate::place::{Key, Place, ValueType, has_one_change};
use crate::trail::{Trail, TrailStep};
use gdvariant::any::{AnyEntry, AnyRef, AnyView};
use gdvariant::{Kind, Path};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// The maximum number of changes to list.
const MAX_LISTED: usize = 10;

/// The maximum number of types of the original in one change.
const MAX_TYPES: usize = 3;

/// Values whose types changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeChanges {
    /// The first changes, at most 10. Elements of an Array that changed in the same way are listed
    /// once.
    pub listed: Vec<TypeChange>,
    /// The number of all changes.
    pub count: usize,
}

/// A value whose type changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeChange {
    /// The path of the value, shortened at the start.
    pub path: String,
    /// Whether the type of the key at the end of the path changed, instead of its value.
    pub is_key: bool,
    /// The name of the type in the original, such as `Array[int]`; several names if the original
    /// has several types in its place.
    pub old: String,
    /// The name of the type now.
    pub new: String,
}

impl TypeChanges {
    /// Returns the values whose types are not those of the original.
    ///
    /// Null in a container and values that the original lacks have no type to compare. An element
    /// of an Array can have the type of any element of the original Array, because elements can be
    /// added and moved. Elements of several types are also compared by index, if at most one of
    /// them changed.
    #[must_use]
    pub fn between(original: AnyRef<'_>, value: AnyRef<'_>) -> Self {
        Self::at(
            &Path::default(),
            &Place::of(original),
            original,
            value,
            false,
        )
    }

    /// Returns the changes of values at `start`, or only those to types that JSON has: a String, an
    /// Array or a Dictionary.
    pub(crate) fn at(
        start: &Path,
        place: &Place<'_>,
        original: AnyRef<'_>,
        value: AnyRef<'_>,
        only_json: bool,
    ) -> Self {
        let mut comparison = Comparison {
            start,
            only_json,
            trail: Trail::default(),
            known: Vec::new(),
            found: Self::default(),
        };
        let types = [original, value].map(|it| ValueType::of(it, &it.view()));
        // Null stands for any value, but not for the whole value.
        if types[0] != types[1] && types.iter().any(|it| it.kind == Kind::Nil) {
            comparison.add(place, &types[..1], types[1], false);
        } else {
            comparison.value(value, place, Some(original));
        }
        comparison.found
    }

    /// Returns whether all types are those of the original.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Formats the changes on one line.
impl Display for TypeChanges {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let ([change], 1) = (&self.listed[..], self.count) {
            let TypeChange { old, new, .. } = change;
            return write!(
                f,
                "the type of {} changed from {old} to {new}",
                change.name()
            );
        }
        write!(f, "{} types changed: ", self.count)?;
        for (index, change) in self.listed.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let TypeChange { old, new, .. } = change;
            write!(f, "{separator}{} from {old} to {new}", change.name())?;
        }
        match self.count.saturating_sub(self.listed.len()) {
            0 => Ok(()),
            1 => f.write_str(", and 1 other"),
            others => write!(f, ", and {others} others"),
        }
    }
}

impl TypeChange {
    fn name(&self) -> String {
        let key = if self.is_key { "the key " } else { "" };
        match &*self.path {
            "" => "the whole value".into(),
            path => format!("{key}{path}"),
        }
    }
}

/// The comparison of a value with the original.
struct Comparison<'v, 's> {
    /// The path of the compared values.
    start: &'s Path,
    only_json: bool,
    trail: Trail<'v>,
    /// The place and the new type of each listed change, and whether the type is that of a key.
    known: Vec<(*const (), bool, ValueType<'v>)>,
    found: TypeChanges,
}

impl<'v> Comparison<'v, '_> {
    /// Compares a value with the values at its place. `same` is the value of the original at the
    /// same path, unless the Arrays around the value have changed.
    fn value(&mut self, value: AnyRef<'v>, place: &Place<'_>, same: Option<AnyRef<'_>>) {
        let view = value.view();
        let new = ValueType::of(value, &view);
        let same_view = same.map(AnyRef::view);
        let same_type = match (same, &same_view) {
            (Some(same), Some(view)) if same.kind() != Kind::Nil => Some(ValueType::of(same, view)),
            _ => None,
        };
        match same_type {
            _ if new.kind == Kind::Nil => {}
            Some(old) if old != new => self.add(place, &[old], new, false),
            _ => self.compare(place, &place.types, new, false),
        }
        match view {
            AnyView::Array { length, .. } => self.elements(value, length, place, same),
            AnyView::Dictionary { entries, .. } => {
                let old = match same_view {
                    Some(AnyView::Dictionary { entries, .. }) => entries,
                    _ => Vec::new(),
                };
                self.entries(&entries, place, &old);
            }
            AnyView::Object(_, properties) => {
                let old = match same_view {
                    Some(AnyView::Object(_, old)) => old,
                    _ => Vec::new(),
                };
                let old: HashMap<_, _> = old.into_iter().collect();
                for (name, value) in properties {
                    if let Some(place) = place.members.get(&Key::Text(name)) {
                        let same = old.get(name).copied();
                        self.step(TrailStep::Property(name), value, place, same);
                    }
                }
            }
            _ => {}
        }
    }

    #[inline(never)]
    fn elements(
        &mut self,
        value: AnyRef<'v>,
        length: usize,
        place: &Place<'_>,
        same: Option<AnyRef<'_>>,
    ) {
        let Some(place) = place.elements.as_deref() else {
            return;
        };
        let same = same.filter(|same| {
            let is_same_length = same.view().count() == Some(length);
            is_same_length && (!place.is_varied || has_one_change(value, *same, length))
        });
        for index in 0..length {
            if let Some(element) = value.element(index) {
                let same = same.and_then(|same| same.element(index));
                self.step(TrailStep::Index(index, index), element, place, same);
            }
        }
    }

    #[inline(never)]
    fn entries(&mut self, entries: &[AnyEntry<'v>], place: &Place<'_>, old: &[AnyEntry<'_>]) {
        let old = old.iter().map(|entry| (Key::of(entry.key), entry.value));
        let old: HashMap<_, _> = old.collect();
        for entry in entries {
            let key = Key::of(entry.key);
            let member = place.member(&key);
            let key_types = member.map_or(&place.key_types, |member| &member.own_key_types);
            self.trail.push(TrailStep::Key(entry.key));
            let key_type = ValueType::of(entry.key, &entry.key.view());
            self.compare(place, key_types, key_type, true);
            self.trail.pop();
            if let Some(place) = member {
                let same = old.get(&key).copied();
                self.step(TrailStep::Key(entry.key), entry.value, place, same);
            }
        }
    }

    fn step(
        &mut self,
        step: TrailStep<'v>,
        value: AnyRef<'v>,
        place: &Place<'_>,
        same: Option<AnyRef<'_>>,
    ) {
        self.trail.push(step);
        self.value(value, place, same);
        self.trail.pop();
    }

    /// Adds a change unless the type is one of `olds`, or nothing is known about the place.
    fn compare(
        &mut self,
        place: &Place<'_>,
        olds: &[ValueType<'_>],
        new: ValueType<'v>,
        is_key: bool,
    ) {
        if new.kind != Kind::Nil && !olds.is_empty() && !olds.contains(&new) {
            self.add(place, olds, new, is_key);
        }
    }

    #[inline(never)]
    fn add(&mut self, place: &Place<'_>, olds: &[ValueType<'_>], new: ValueType<'v>, is_key: bool) {
        if self.only_json && !matches!(new.kind, Kind::String | Kind::Array | Kind::Dictionary) {
            return;
        }
        self.found.count += 1;
        let change = (std::ptr::from_ref(place).cast(), is_key, new);
        if self.known.len() == MAX_LISTED || self.known.contains(&change) {
            return;
        }
        self.known.push(change);
        let names = olds.iter().take(MAX_TYPES).map(ToString::to_string);
        let mut names: Vec<_> = names.collect();
        if olds.len() > MAX_TYPES {
            names.push("others".into());
        }
        self.found.listed.push(TypeChange {
            path: self.trail.new_path_after(self.start, MAX_NOTED_PATH_CHARS),
            is_key,
            old: names.join(" or "),
            new: new.to_string(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_NOTED_PATH_CHARS, TypeChanges};
    use gdvariant::schema::layout_named;

    fn changes(old: &str, new: &str) -> String {
        let layout = layout_named("godot4").unwrap();
        let [old, new] = [old, new].map(|text| layout.parse(text).unwrap());
        let changes = TypeChanges::between((&old).into(), (&new).into());
        assert_eq!(changes.is_empty(), changes.listed.is_empty());
        if changes.is_empty() {
            return String::new();
        }
        changes.to_string()
    }

    #[test]
    fn reports_silent_changes_with_their_paths() {
        for (old, new, expected) in [
            ("1.0", "1", "the whole value changed from float to int"),
            (
                "{\"a\": [{\"b\": &\"x\"}]}",
                "{\"a\": [{\"b\": \"x\"}]}",
                "a[0].b changed from StringName to String",
            ),
            (
                "{\"a\": ^\"x\"}",
                "{\"a\": \"x\"}",
                "a changed from NodePath to String",
            ),
            (
                "[Vector2(1, 2)]",
                "[[1.0, 2.0]]",
                "[0] changed from Vector2 to Array",
            ),
            (
                "[PackedInt32Array(1)]",
                "[[1]]",
                "[0] changed from PackedInt32Array to Array",
            ),
            (
                "{\"a\": Array[int]([])}",
                "{\"a\": []}",
                "a changed from Array[int] to Array",
            ),
            (
                "[Array[int]([])]",
                "[Array[float]([])]",
                "[0] changed from Array[int] to Array[float]",
            ),
            (
                "{1: Dictionary[String, int]({})}",
                "{1: {}}",
                "[1] changed from Dictionary[String, int] to Dictionary",
            ),
            (
                "{&\"a\": 1}",
                "{\"a\": 1}",
                "the key a changed from StringName to String",
            ),
            (
                "Object(Node,\"a\":1.0)",
                "Object(Node,\"a\":1)",
                "a changed from float to int",
            ),
        ] {
            assert_eq!(
                changes(old, new),
                format!("the type of {expected}"),
                "{old} {new}"
            );
        }
    }

    #[test]
    fn accepts_new_values_and_null() {
        for (old, new) in [
            ("{\"a\": 1}", "{\"b\": 1.5, \"a\": 7}"),
            ("{\"a\": null}", "{\"a\": 1.5}"),
            ("{\"a\": 1.5}", "{\"a\": null}"),
            ("[]", "[1, \"a\", {}]"),
            ("[1, \"a\"]", "[\"b\", 2, 3]"),
            ("[1, 2.5]", "[2.5, 1]"),
            ("[nan]", "[1.5]"),
            ("{}", "{&\"a\": 1, 2: 3}"),
        ] {
            assert_eq!(changes(old, new), "", "{old} {new}");
        }
    }

    #[test]
    fn compares_added_elements_with_the_others() {
        assert_eq!(
            changes("[{\"x\": 1.5}]", "[{\"x\": 1.5}, {\"x\": 2}]"),
            "the type of [1].x changed from float to int"
        );
        assert_eq!(
            changes("[1, 2.5]", "[1, 2.5, \"a\"]"),
            "the type of [2] changed from int or float to String"
        );
        // The place of an element tells its type if no other element changed.
        assert_eq!(
            changes("[1, 2.5]", "[1, 2]"),
            "the type of [1] changed from float to int"
        );
    }

    #[test]
    fn reports_null_only_as_the_whole_value() {
        for (old, new, expected) in [
            ("1", "null", "from int to Nil"),
            ("null", "{}", "from Nil to Dictionary"),
            ("Array[int]([])", "null", "from Array[int] to Nil"),
        ] {
            let expected = format!("the type of the whole value changed {expected}");
            assert_eq!(changes(old, new), expected);
        }
        for (old, new) in [("null", "null"), ("[1]", "[null]"), ("{1: null}", "{1: 2}")] {
            assert_eq!(changes(old, new), "", "{old} {new}");
        }
    }

    #[test]
    fn lists_each_new_type_of_elements() {
        assert_eq!(
            changes("[1.5, 2.5, 3.5, 4.5]", "[1, \"a\", 2, \"b\"]"),
            "4 types changed: [0] from float to int, [1] from float to String, and 2 others"
        );
        assert_eq!(
            changes(
                "[Array[int]([]), Array[int]([])]",
                "[Array[float]([]), Array[String]([])]"
            ),
            "2 types changed: [0] from Array[int] to Array[float], [1] from Array[int] to Array[String]"
        );
        assert_eq!(
            changes("[1, \"a\", 2.5, true]", "[{}]"),
            "the type of [0] changed from int or String or float or others to Dictionary"
        );
    }

    #[test]
    fn shortens_long_paths_at_the_start() {
        let nested =
            |value: &str| format!("{}{value}{}", "{\"outer\": ".repeat(20), "}".repeat(20));
        let shown = changes(&nested("{\"gold\": 1.5}"), &nested("{\"gold\": 1}"));
        let path = shown.strip_prefix("the type of ").unwrap();
        let path = path.strip_suffix(" changed from float to int").unwrap();
        assert!(
            path.starts_with('…') && path.ends_with(".outer.gold"),
            "{path}"
        );
        assert_eq!(path.chars().count(), MAX_NOTED_PATH_CHARS);
    }

    #[test]
    fn lists_a_change_of_all_elements_once() {
        let [old, new] =
            ["1.5", "1"].map(|x| format!("[{}0]", format!("{{\"x\": {x}}}, ").repeat(1000)));
        assert_eq!(
            changes(&old, &new),
            "1000 types changed: [0].x from float to int, and 999 others"
        );
        let keys = |value: &str| {
            let entries: Vec<_> = (0..1000).map(|key| format!("{key}: {value}")).collect();
            format!("{{{}}}", entries.join(", "))
        };
        let shown = changes(&keys("&\"a\""), &keys("1"));
        assert!(
            shown.ends_with("[9] from StringName to int, and 990 others"),
            "{shown}"
        );
    }

    #[test]
    fn compares_values_of_other_layouts_by_kind() {
        let old = layout_named("godot3")
            .unwrap()
            .parse("[PoolIntArray( 1 ), Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 )]")
            .unwrap();
        let new = layout_named("godot4")
            .unwrap()
            .parse("[PackedInt32Array(1), Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)]")
            .unwrap();
        assert!(TypeChanges::between((&old).into(), (&new).into()).is_empty());
    }
}
