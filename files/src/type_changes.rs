//! Compares a value with its original: a number that was a float stays a float, and a type that
//! changed is reported.
//!
//! jq before version 1.7 and JavaScript hold every number as a double: they print the float 4.0 as
//! `4`, and round ints beyond 2^53. Values are compared at the same path: with the same key, or at
//! the same index of an Array.
//!
//! ```
//! use gdvariant::schema::layout_named;
//! use gdvariant_files::change::TypeChanges;
//!
//! let layout = layout_named("godot4").unwrap();
//! let old = layout.parse(r#"{"gold": 1.5, "position": Vector2(1, 2), "name": "Ada"}"#)?;
//! let mut new = layout.parse(r#"{"gold": 2, "position": [1, 2], "name": "Eve"}"#)?;
//! let changes = TypeChanges::restore(&mut new, (&old).into(), false);
//! let report = "the type of position changed from Vector2 to Array";
//! assert_eq!((changes.floats, changes.to_string().as_str()), (1, report));
//! assert_eq!(new, layout.parse(r#"{"gold": 2.0, "position": [1, 2], "name": "Eve"}"#)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::clip::MAX_NOTED_PATH_CHARS;
use crate::walk_path::WalkPath;
use gdvariant::any::{AnyRef, AnyVariant, AnyView, Member, SegmentRef};
use gdvariant::schema::Layout;
use gdvariant::{ElementType, Escaped, Kind, Path, Segment};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display, Formatter};

/// The maximum number of changes to list.
const MAX_LISTED: usize = 10;

/// Values whose types changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeChanges {
    /// The first changes, at most 10.
    pub listed: Vec<TypeChange>,
    /// The number of all changes.
    pub count: usize,
    /// The number of ints that are floats again, as in the original.
    pub floats: usize,
}

/// A value whose type changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeChange {
    /// The path of the value, shortened at the start.
    pub path: String,
    /// Whether the type of the key at the end of the path changed, instead of its value.
    pub is_key: bool,
    /// The name of the type in the original, such as `Array[int]`.
    pub old: String,
    /// The name of the type now.
    pub new: String,
}

impl TypeChanges {
    /// Replaces each int by a float where the original has a float, and returns the other changes of
    /// types.
    ///
    /// An int stays an int if it is not exact as a float, or if its container declares ints. Null in
    /// a container and values that the original lacks have no type to compare. If `is_json` is set,
    /// another tool may have rounded the numbers: an int that is the float of the original once
    /// rounded is this float, and an int that was rounded is reported.
    pub fn restore(value: &mut AnyVariant, original: AnyRef<'_>, is_json: bool) -> Self {
        let mut walk = Walk::new(&Path::default(), true);
        walk.is_json = is_json;
        walk.value(original, (&*value).into(), &ElementType::Any);
        let Walk {
            mut found, floats, ..
        } = walk;
        for (path, float) in floats {
            let float = value.layout().parse(&format!("{float:?}"));
            if float.is_ok_and(|float| value.set_at_path(&path, float).is_ok()) {
                found.floats += 1;
            }
        }
        found
    }

    /// Returns the changes of the types of a value at `start`.
    pub(crate) fn at(start: &Path, original: AnyRef<'_>, value: AnyRef<'_>) -> Self {
        let mut walk = Walk::new(start, false);
        walk.value(original, value, &ElementType::Any);
        walk.found
    }

    /// Returns whether no change is reported.
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

/// The walk over an original and a value.
struct Walk<'v> {
    /// Whether to restore floats.
    restores: bool,
    /// Whether another tool may have rounded numbers.
    is_json: bool,
    path: WalkPath<'v>,
    /// The path of the current value by positions, which keys do not change.
    positions: Vec<Segment>,
    /// The floats to restore, and their paths.
    floats: Vec<(Path, f64)>,
    found: TypeChanges,
}

impl<'v> Walk<'v> {
    fn new(start: &Path, restores: bool) -> Self {
        Self {
            restores,
            is_json: false,
            path: WalkPath::after(start.clone()),
            positions: Vec::new(),
            floats: Vec::new(),
            found: TypeChanges::default(),
        }
    }

    /// Compares two values at the same path, in a container of values of the `declared` type.
    fn value(&mut self, old: AnyRef<'v>, new: AnyRef<'v>, declared: &ElementType) {
        let (olds, news) = (old.view(), new.view());
        match (&olds, &news) {
            (AnyView::Float(float), AnyView::Int(int))
                if self.restores
                    && (declared.is_any() || declared.kind() == Some(Kind::Float))
                    && let Some(float) = self.restored(*int, *float) =>
            {
                let path = self.positions.iter().cloned().collect();
                self.floats.push((path, float));
            }
            (AnyView::Int(old), AnyView::Int(new)) => {
                // Ints up to 2^53 have different doubles.
                let is_rounded = old != new && double(*old).total_cmp(&double(*new)).is_eq();
                if self.is_json && is_rounded {
                    self.add(&format!("int {old}"), &format!("rounded int {new}"), false);
                }
            }
            _ => {
                let types = [ValueType::new(old, &olds), ValueType::new(new, &news)];
                // Null stands for any value, but not for the whole value.
                let is_null = types.iter().any(|it| it.kind == Kind::Nil);
                if types[0] != types[1] && (!is_null || self.path.depth() == 0) {
                    self.add(&types[0], &types[1], false);
                }
            }
        }
        self.members(old, &olds, new, &news);
    }

    /// Compares the values in two values.
    // A separate function keeps the recursive stack frames small.
    #[inline(never)]
    fn members(
        &mut self,
        old: AnyRef<'v>,
        olds: &AnyView<'v>,
        new: AnyRef<'v>,
        news: &AnyView<'v>,
    ) {
        let declared = match (olds, news) {
            (AnyView::Array { .. }, AnyView::Array { declared, .. }) => *declared,
            (AnyView::Dictionary { .. }, AnyView::Dictionary { declared, .. }) => declared[1],
            (AnyView::Object { .. }, AnyView::Object { .. }) => &ElementType::Any,
            _ => return,
        };
        let counterparts = Counterparts::new(old, new);
        for (index, new) in new.members().enumerate() {
            let position = match new.segment {
                SegmentRef::Index(_) => Segment::Index(index),
                _ => Segment::ValueOf(index),
            };
            let Some(old) = counterparts.of(new, index) else {
                self.added(position, new.value, declared);
                continue;
            };
            self.path.push([new.segment; 2]);
            if let (Some(old), Some(new)) = (old.key(), new.key())
                && old.kind() != new.kind()
            {
                let types = [old, new].map(|key| ValueType::new(key, &key.view()));
                self.add(&types[0], &types[1], true);
            }
            self.positions.push(position);
            self.value(old.value, new.value, declared);
            self.positions.pop();
            self.path.pop();
        }
    }

    /// Restores an added int that its container declares as a float.
    fn added(&mut self, position: Segment, new: AnyRef<'v>, declared: &ElementType) {
        if self.restores
            && declared.kind() == Some(Kind::Float)
            && let AnyView::Int(int) = new.view()
            && let Some(float) = exact(int)
        {
            let path = self.positions.iter().cloned().chain([position]).collect();
            self.floats.push((path, float));
        }
    }

    /// Returns the float for an int in place of a float, unless the int is not exact as a float.
    fn restored(&self, int: i64, original: f64) -> Option<f64> {
        // A tool may have rounded the original, or printed -0.0 as 0.
        if self.is_json && double(int).total_cmp(&(original + 0.0)).is_eq() {
            return Some(original);
        }
        exact(int)
    }

    fn add(&mut self, old: &dyn Display, new: &dyn Display, is_key: bool) {
        self.found.count += 1;
        if self.found.listed.len() < MAX_LISTED {
            self.found.listed.push(TypeChange {
                path: self.path.new_path(MAX_NOTED_PATH_CHARS),
                is_key,
                old: old.to_string(),
                new: new.to_string(),
            });
        }
    }
}

/// The members of a value before a change, to find the one with the index or the key of a new member.
struct Counterparts<'v> {
    old: AnyRef<'v>,
    /// The entries and properties by the text of their key, with and without its type.
    keyed: HashMap<(Option<Kind>, Cow<'v, str>), Member<'v>>,
    /// The keys of the new value.
    own: HashSet<(Kind, Cow<'v, str>)>,
}

impl<'v> Counterparts<'v> {
    fn new(old: AnyRef<'v>, new: AnyRef<'v>) -> Self {
        let mut keyed = HashMap::new();
        for member in old.members() {
            let Some((kind, text)) = key_text(member) else {
                break;
            };
            keyed.insert((Some(kind), text.clone()), member);
            keyed.insert((None, text), member);
        }
        let own = new.members().map_while(key_text).collect();
        Self { old, keyed, own }
    }

    /// Returns the member at `index`, or the one with the key of `new`. A key of the same type comes
    /// before one of another type with the same text.
    fn of(&self, new: Member<'v>, index: usize) -> Option<Member<'v>> {
        let Some((kind, text)) = key_text(new) else {
            return self.old.member(index);
        };
        let same = self.keyed.get(&(Some(kind), text.clone()));
        let member = same.or_else(|| {
            let other = self.keyed.get(&(None, text.clone()))?;
            // An old key that is still there is no other key now.
            (!self.own.contains(&(other.key()?.kind(), text))).then_some(other)
        });
        member.copied()
    }
}

/// Returns the type of a key, and the text that other tools have in its place: they print the float
/// 4.0 as `4`, and a StringName as a String.
fn key_text(member: Member<'_>) -> Option<(Kind, Cow<'_, str>)> {
    let key = match member.segment {
        SegmentRef::Index(_) => return None,
        SegmentRef::Property(name) => return Some((Kind::String, name.into())),
        SegmentRef::Key(key) => key,
    };
    let text = match key.view() {
        AnyView::Text(text) => text.into(),
        AnyView::Float(float) => float.to_string().into(),
        _ => format!("{key:#}").into(),
    };
    Some((key.kind(), text))
}

/// Returns an int as a float, unless it is not exact as a float.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the double of an int is in the range"
)]
fn exact(int: i64) -> Option<f64> {
    let float = double(int);
    (float as i128 == int.into()).then_some(float)
}

/// Returns the double that is nearest to an int.
#[expect(
    clippy::cast_precision_loss,
    reason = "other JSON tools round in the same way"
)]
fn double(int: i64) -> f64 {
    int as f64
}

/// The type of a value: its kind, and the types that a container declares.
#[derive(Clone, Copy)]
pub(crate) struct ValueType<'v> {
    kind: Kind,
    /// The same kind for Arrays with a declared type in all layouts.
    pub(crate) compared: Kind,
    /// The declared types of elements, or of keys and values; Any for other values.
    pub(crate) declared: [&'v ElementType; 2],
    layout: &'static Layout,
}

impl<'v> ValueType<'v> {
    /// Returns the type of a value with this view.
    pub(crate) fn new(value: AnyRef<'_>, view: &AnyView<'v>) -> Self {
        const ANY: &ElementType = &ElementType::Any;
        let (compared, declared) = match view {
            AnyView::Array { kind, declared, .. } => (*kind, [*declared, ANY]),
            AnyView::Dictionary { declared, .. } => (value.kind(), *declared),
            _ => (value.kind(), [ANY; 2]),
        };
        Self {
            kind: value.kind(),
            compared,
            declared,
            layout: value.layout(),
        }
    }
}

/// Types of values of several layouts can be equal. Nil means no declared type, because both are
/// encoded as 0.
impl PartialEq for ValueType<'_> {
    fn eq(&self, other: &Self) -> bool {
        let mut declared = self.declared.iter().zip(other.declared);
        let is_same = |(one, other): (&&ElementType, &ElementType)| {
            *one == other || one.is_any() && other.is_any()
        };
        self.compared == other.compared && declared.all(is_same)
    }
}

/// Formats the name of the type, such as `Array[int]`.
impl Display for ValueType<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.layout.name_of(self.kind))?;
        if self.declared.iter().all(|declared| declared.is_any()) {
            return Ok(());
        }
        let count = if self.kind == Kind::Dictionary { 2 } else { 1 };
        for (index, declared) in self.declared.iter().take(count).enumerate() {
            f.write_str(if index == 0 { "[" } else { ", " })?;
            match declared {
                ElementType::Kind(kind) if *kind != Kind::Nil => {
                    f.write_str(self.layout.name_of(*kind))?;
                }
                ElementType::Class(name) | ElementType::Script(name) => Escaped(name).fmt(f)?,
                _ => f.write_str("Variant")?,
            }
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_NOTED_PATH_CHARS, TypeChanges};
    use gdvariant::Path;
    use gdvariant::any::AnyVariant;
    use gdvariant::schema::layout_named;

    fn at_root(old: &AnyVariant, new: &AnyVariant) -> TypeChanges {
        TypeChanges::at(&Path::default(), old.into(), new.into())
    }

    fn changes(old: &str, new: &str) -> String {
        let layout = layout_named("godot4").unwrap();
        let [old, new] = [old, new].map(|text| layout.parse(text).unwrap());
        let changes = at_root(&old, &new);
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
                "{4.0: 1}",
                "{4: 1}",
                "the key [4] changed from float to int",
            ),
            (
                "{4: 1}",
                "{\"4\": 1}",
                "the key [\"4\"] changed from int to String",
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
            ("[1, \"a\"]", "[2]"),
            ("[nan]", "[1.5]"),
            ("{}", "{&\"a\": 1, 2: 3}"),
            ("{1: 2, \"1\": 2.5}", "{\"1\": 1.5, 1: 7}"),
        ] {
            assert_eq!(changes(old, new), "", "{old} {new}");
        }
    }

    #[test]
    fn restores_floats_at_the_same_path() {
        for (old, edited, new, expected) in [
            ("1.0", "2", "2.0", ""),
            (
                "{\"a\": [-0.0, 1e+17]}",
                "{\"a\": [0, 7, 3]}",
                "{\"a\": [-0.0, 7.0, 3]}",
                "",
            ),
            (
                "{4.0: {2: 1.0}}",
                "{4: {2: 3}}",
                "{4: {2: 3.0}}",
                "the key [4] changed from float to int",
            ),
            (
                "{&\"a\": 1.0}",
                "{&\"a\": 2, \"b\": 2}",
                "{&\"a\": 2.0, \"b\": 2}",
                "",
            ),
            (
                "Object(Node,\"a\":1.0)",
                "Object(Node,\"a\":2)",
                "Object(Node,\"a\":2.0)",
                "",
            ),
            // Elements that were added.
            (
                "Array[float]([1.0])",
                "Array[float]([1.0, 2.0])",
                "Array[float]([1.0, 2.0])",
                "",
            ),
            // A key that is still there, and a new one with the same text.
            ("{\"1\": 1.5}", "{\"1\": 1, 1: 2}", "{\"1\": 1.0, 1: 2}", ""),
            // The declared type.
            (
                "Array[float]([1.0])",
                "Array[int]([2])",
                "Array[int]([2])",
                "",
            ),
            // What another tool prints for 2^62.
            (
                "4611686018427387904.0",
                "4611686018427388000",
                "4611686018427387904.0",
                "",
            ),
            (
                "1.0",
                "9007199254740993",
                "9007199254740993",
                "the whole value changed from float to int",
            ),
            (
                "[9007199254740993]",
                "[9007199254740992]",
                "[9007199254740992]",
                "[0] changed from int 9007199254740993 to rounded int 9007199254740992",
            ),
            (
                "[9007199254740993]",
                "[9007199254740000]",
                "[9007199254740000]",
                "",
            ),
        ] {
            let layout = layout_named("godot4").unwrap();
            let [old, mut value, new] = [old, edited, new].map(|text| layout.parse(text).unwrap());
            let changes = TypeChanges::restore(&mut value, (&old).into(), true);
            assert_eq!(format!("{value:?}"), format!("{new:?}"), "{edited}");
            if !expected.is_empty() {
                assert_eq!(changes.to_string(), format!("the type of {expected}"));
            }
        }
    }

    #[test]
    fn exact_ints_are_not_rounded() {
        let layout = layout_named("godot4").unwrap();
        let texts = [
            "[9007199254740993, 9007199254740992.0]",
            "[9007199254740992, 9007199254740993]",
        ];
        let [old, mut new] = texts.map(|text| layout.parse(text).unwrap());
        let edited = format!("{new:?}");
        let changes = TypeChanges::restore(&mut new, (&old).into(), false);
        assert_eq!(
            changes.to_string(),
            "the type of [1] changed from float to int"
        );
        assert_eq!(format!("{new:?}"), edited);
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
    fn lists_the_first_changes() {
        let [old, new] =
            ["1.5", "1"].map(|x| format!("[{}0]", format!("{{\"x\": {x}}}, ").repeat(1000)));
        let shown = changes(&old, &new);
        let (listed, others) = shown.split_once("[9].x from float to int").unwrap();
        assert!(
            listed.starts_with("1000 types changed: [0].x from float to int, [1].x"),
            "{listed}"
        );
        assert_eq!(others, ", and 990 others");
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
        assert!(at_root(&old, &new).is_empty());
    }
}
