//! Explains why a [`Document`](crate::document::Document) cannot be changed, and what a change may
//! have broken.
//!
//! ```
//! use gdvariant::Advice;
//! use gdvariant_files::document::Document;
//! use gdvariant_files::open::OpenOptions;
//!
//! let mut save = Document::open(&b"{\"gold\": 7}"[..], &OpenOptions::new())?;
//! let error = save.remove(0, &["glod".parse()?]).unwrap_err();
//! assert_eq!(error.to_string(), "no value at glod");
//! assert_eq!(error.advice(), Some(Advice::Similar(["gold".into()].into())));
//!
//! let changed = save.set(0, &"gold".parse()?, save.layout().parse("\"7\"")?)?;
//! assert_eq!(changed.notes.len(), 1); // from a number to a string
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod difference;
mod missing_path;
pub mod steps;

pub use crate::type_changes::{TypeChange, TypeChanges};
pub(crate) use missing_path::similar_key;
pub use missing_path::{MissingPath, new_key};

use crate::detect::Framing;
use crate::display::DisplayOptions;
use crate::text::TextError;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::convert::ConvertError;
use gdvariant::schema::Layout;
use gdvariant::{
    Advice, Condition, DecodeError, Decoding, EncodeError, ParseError, Path, Segment,
    SetAtPathError, SetAtPathErrorKind,
};
use std::cmp::Reverse;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The form of values in errors.
const SHOWN: DisplayOptions = DisplayOptions::up_to(60, false);

/// Sets the value at `path` and returns the old one.
pub(crate) fn set_in(
    value: &mut AnyVariant,
    path: &Path,
    new: AnyVariant,
) -> Result<Option<AnyVariant>, EditError> {
    let set = value.set_at_path(path, new);
    set.map_err(|error| not_set((&*value).into(), path, error))
}

/// Removes the values at all paths, which refer to the value before the first removal. Returns the
/// value that is removed last.
pub(crate) fn remove_in(
    value: &mut AnyVariant,
    paths: &[Path],
) -> Result<Option<AnyVariant>, EditError> {
    let mut resolved = Vec::new();
    for path in paths {
        let root = AnyRef::from(&*value);
        let found = root.resolved_path(path).filter(|it| !it.is_empty());
        resolved.push((found.ok_or_else(|| not_removed(root, path))?, path));
    }
    // The last index comes first, because a removal shifts the indexes after it.
    resolved.sort_by_cached_key(|(resolved, _)| Reverse(positions(resolved)));
    for pair in resolved.windows(2) {
        let [(inner, path), (outer, other)] = pair else {
            continue;
        };
        if inner.starts_with(outer) {
            let [path, other] = [*path, *other].map(Path::clone);
            return Err(EditError::Overlap { path, other });
        }
    }
    let mut old = None;
    for (resolved, path) in resolved {
        old = value.remove_at_path(&resolved);
        if old.is_none() {
            return Err(not_removed((&*value).into(), path));
        }
    }
    Ok(old)
}

/// Returns the positions of the values on a resolved path.
fn positions(path: &Path) -> Vec<usize> {
    let position = |segment: &Segment| match segment {
        Segment::Index(index) | Segment::ValueOf(index) => *index,
        _ => 0,
    };
    path.segments().map(position).collect()
}

/// A change that may be a mistake.
///
/// The [module](self) has an example.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeNote {
    /// The key at the end of the path is new.
    New {
        /// The path of the new value.
        path: Path,
        /// A path with a key that differs by one character.
        similar: Option<Path>,
    },
    /// The type of the value changed, or types of values in it.
    Types(TypeChanges),
    /// A number next to a value is the length that the bytes of the value had.
    Length {
        /// The path of the number.
        path: Path,
        /// The path of the bytes.
        of: Path,
        /// The length before the change, in bytes.
        old: usize,
        /// The length after the change, in bytes.
        new: usize,
    },
    /// A note about the content of a value.
    Within {
        /// The path of the content, with its steps.
        outer: Path,
        /// The note, whose paths start in the content.
        note: Box<Self>,
    },
}

impl ChangeNote {
    /// Returns whether the note is about a new key, in the value or in the content of a step.
    pub(crate) fn is_new(&self) -> bool {
        match self {
            Self::New { .. } => true,
            Self::Within { note, .. } => note.is_new(),
            _ => false,
        }
    }

    /// Returns whether ints replace floats, which stay floats in JSON.
    pub fn is_of_floats(&self) -> bool {
        let Self::Types(changes) = self else {
            return false;
        };
        let mut listed = changes.listed.iter();
        changes.count == listed.len() && listed.all(|it| (&*it.old, &*it.new) == ("float", "int"))
    }

    /// Returns the types that changed, in the value or in the content of a step.
    pub fn type_changes(&self) -> Option<&TypeChanges> {
        match self {
            Self::Types(changes) => Some(changes),
            Self::Within { note, .. } => note.type_changes(),
            _ => None,
        }
    }

    /// Returns the note about a change in the content at `outer`.
    pub(crate) fn after(self, outer: &Path) -> Self {
        let (inner, note) = match self {
            Self::Within { outer, note } => (outer, note),
            note => (Path::default(), Box::new(note)),
        };
        let outer = outer.join(&inner);
        Self::Within { outer, note }
    }
}

impl Display for ChangeNote {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::New { path, similar } => {
                write!(f, "{path} is new")?;
                match similar {
                    Some(similar) => write!(f, "; did you mean {similar}?"),
                    None => Ok(()),
                }
            }
            Self::Types(changes) => changes.fmt(f),
            Self::Length { path, of, old, new } => write!(
                f,
                "{path} is {old}, the length of {of} before the change; the new length is {new}"
            ),
            Self::Within { outer, note } => write!(f, "in {outer}: {note}"),
        }
    }
}

fn names(layouts: &[&Layout]) -> String {
    let names: Vec<_> = layouts.iter().map(|it| it.name).collect();
    names.join(", ")
}

/// Returns the text of a path, or `root` for the empty path.
pub(crate) fn or_root(path: &Path, root: &str) -> String {
    if path.is_empty() {
        return root.to_owned();
    }
    path.to_string()
}

pub(crate) fn note(path: &Path, old: Option<AnyRef<'_>>, new: AnyRef<'_>) -> Option<ChangeNote> {
    let Some(old) = old else {
        let is_key = matches!(
            path.segments().last(),
            Some(Segment::Name(_) | Segment::Key(_))
        );
        return is_key.then(|| ChangeNote::New {
            path: path.clone(),
            similar: None,
        });
    };
    let changes = TypeChanges::at(path, old, new);
    (!changes.is_empty()).then_some(ChangeNote::Types(changes))
}

fn type_name(value: AnyRef<'_>) -> &'static str {
    value.layout().name_of(value.kind())
}

gdvariant::messages! {
    /// The reason why a value or a file cannot be changed.
    ///
    /// The [module](self) has an example.
    #[derive(Clone)]
    #[non_exhaustive]
    pub enum EditError {
        /// The path does not exist.
        #[error("{missing}")]
        #[advice(= missing.advice())]
        Missing(missing: MissingPath),
        /// The empty path is the whole value, which cannot be removed.
        #[error("the empty path is the whole value, which cannot be removed")]
        Root,
        /// A component, such as `position.x`, cannot be removed from its value.
        #[error("{path} is a component, which cannot be removed from its value")]
        Component(path: Path),
        /// The path leads to a key, which cannot be changed.
        #[error("{path} leads to a key, which cannot be changed")]
        #[advice("remove the entry, and set a value with another key")]
        Key(path: Path),
        /// The last segment of the path is not the text of a key.
        #[error("{path}: invalid key: {error}")]
        #[advice(r#"write strings as ["text"]"#)]
        InvalidKey {
            /// The path of the new value.
            path: Path,
            /// The error of the key.
            error: ParseError,
        },
        /// A packed array cannot contain the new element.
        #[error("{new} cannot be an element of the {container} that {path} would append it to")]
        Element {
            /// The path of the new element.
            path: Path,
            /// The new element, as text of at most 60 characters.
            new: String,
            /// The name of the array's type.
            container: &'static str,
        },
        /// A component has another type than the new value.
        #[error("{new} cannot replace the component {path}, which is {old}")]
        Replacement {
            /// The path of the component.
            path: Path,
            /// The new value, as text of at most 60 characters.
            new: String,
            /// The component, as text of at most 60 characters.
            old: String,
        },
        /// The key at the end of the path does not exist.
        #[error("{missing}")]
        #[advice(= match missing.advice() {
                Some(advice) => Some(Advice::or(advice, Advice::Add)),
                None => Some(Advice::Add),
            })]
        NewKey(missing: MissingPath),
        /// The path selects this number of values instead of one.
        #[error(if *count == 0 => ("no value at {path}"),
                else ("{path} selects {count} values, expected the path of one"))]
        Selected(path: Path, count: usize),
        /// The path has another value, which the change does not replace.
        #[error(if path.is_empty() => ("the whole value already exists"),
                else ("{path} already has a value"))]
        #[advice(Advice::Replace)]
        Exists(path: Path),
        /// The container already has an entry or a property with this key.
        #[error("the key {key} exists already")]
        #[advice("choose another key")]
        KeyExists(key: String),
        /// The path, at which a value would be inserted, does not lead to an element of an Array.
        #[error("{} is not an element of an Array", or_root(path, "the whole value"))]
        #[advice("set it or its container")]
        NoElement(path: Path),
        /// The path leads to an element of an Array, which has no key.
        #[error("{path} is an element, which has no key")]
        NoKey(path: Path),
        /// The container has no member with the new index of a member.
        #[error("expected a new index below {length}, the number of members, found {index}")]
        NoIndex {
            /// The new index.
            index: usize,
            /// The number of members.
            length: usize,
        },
        /// The new name of the property at this path is not a string.
        #[error("the name of the property {path} must be a string")]
        Name(path: Path),
        /// The key at the end of this path is neither a string nor an int, so that no key follows it.
        #[error("no key for a copy of {path}: its key is neither a string nor an int")]
        #[advice("add an entry with another key")]
        NoNextKey(path: Path),
        /// A value would be copied or moved to its own place, or into itself.
        #[error("cannot {verb} {from} to {to}, which leads to the same value or into it")]
        IntoItself {
            /// What was attempted: `copy` or `move`.
            verb: &'static str,
            /// The path of the value.
            from: Path,
            /// The path to which it would be moved.
            to: Path,
        },
        /// The value of a condition is invalid.
        #[error("invalid value in the condition {condition}: {error}")]
        #[advice(r#"write strings as "text""#)]
        InvalidValue {
            /// The condition.
            condition: Condition,
            /// The error of the value.
            error: ParseError,
        },
        /// A path leads to the same value as another path, or into it.
        #[error("{path} leads to {other} or into it")]
        #[advice("omit one of the two")]
        Overlap {
            /// The path of the inner value.
            path: Path,
            /// The path of the outer value.
            other: Path,
        },
        /// The file has no value with this index.
        #[error("no value with the index {index}, the file has {count}")]
        NoValue {
            /// The index, from 0.
            index: usize,
            /// The number of values.
            count: usize,
        },
        /// A value of a text refers to a resource of that text, or is one that only text can contain.
        #[error(if *is_reference => ("the value has {found}, which is a resource only in the other file"),
                else ("the value has {found}, which only text can contain"))]
        #[advice(if *is_reference {
                "copy values without references"
            } else {
                "copy it into a text file"
            })]
        Constructor {
            /// The reference or the constructor.
            found: String,
            /// Whether it refers to a resource of the other text.
            is_reference: bool,
        },
        /// The file has another layout than a type.
        #[error("expected a file of {}, found one of {}", expected.title, found.title)]
        #[advice(Advice::layouts([expected.name]))]
        Layout {
            /// The layout of the type.
            expected: &'static Layout,
            /// The layout of the file.
            found: &'static Layout,
        },
        /// Other layouts fit the file, in which the change would differ.
        #[error("the file also fits {}, whose output would differ", names(others))]
        Uncertain(others: Vec<&'static Layout>),
        /// Replaced bytes are not in the value.
        #[error("expected ranges in order in a value of {length} bytes, found others")]
        Splice {
            /// The length of the value, in bytes.
            length: usize,
        },
        /// Reading the file failed.
        #[error("{kind}")]
        Io(kind: std::io::ErrorKind),
        /// The value cannot be converted to the layout of the file.
        #[error("{error}")]
        #[advice(= error.advice())]
        Convert(error: ConvertError),
        /// The value to change is invalid.
        #[error("{error}")]
        #[advice(= error.advice())]
        Decode(error: DecodeError),
        /// The changed value cannot be encoded.
        #[error("{error}")]
        #[advice(= error.advice())]
        Encode(error: EncodeError),
        /// A text cannot be read or changed.
        #[error("{error}")]
        Text(error: TextError),
        /// The value has bytes that an engine does not write, and that a change cannot keep.
        #[error("the bytes from {offset:#06x} on differ from what an engine writes, and an edit cannot keep them")]
        #[advice(Advice::Reencode)]
        Unkept {
            /// The offset of the first such byte, in the value.
            offset: usize,
        },
        /// The bytes after the last value are not values, for this reason.
        #[error("{reason}")]
        Rest(reason: String),
        /// A value has such bytes, and the change adds or removes values of the file.
        #[error("value {number} of the file has bytes that an edit keeps only if the number of values stays the same")]
        #[advice("change values, and add or remove values, in two edits")]
        Unaligned {
            /// The number of the value in the file, from 1.
            number: u64,
        },
        /// The changed value is longer than the limit of the file.
        #[error("a value of {length} bytes, expected at most {limit}")]
        #[advice(Advice::Raise("max_length"))]
        TooLong {
            /// The length in bytes.
            length: usize,
            /// The limit in bytes.
            limit: u32,
        },
        /// A number before the value is the length of bytes whose length changes.
        #[error("the number {count} at {offset:#06x} is the length of the bytes after it, and the edit changes this length")]
        #[advice(= Some(if *is_prefix {
                Decoding {
                    framing: Some(Framing::LittleEndian.name()),
                    skip: *offset as u64,
                    ..Decoding::default()
                }
                .into()
            } else {
                "set a value of the same length".into()
            }))]
        Count {
            /// The number.
            count: usize,
            /// The offset of the number in the content, with the header.
            offset: usize,
            /// Whether the number is the length of the value, and directly precedes it.
            is_prefix: bool,
        },
        /// A step of a path cannot open its value, or cannot write its content back.
        #[error("{path}: {fault}")]
        #[advice(= fault
                .own_advice()
                .or(other.clone().map(Advice::Path))
                .or_else(|| fault.value_advice()))]
        Step {
            /// The path up to the step.
            path: Path,
            /// The reason.
            fault: steps::StepFault,
            /// A path with other steps that leads to a value.
            other: Option<Path>,
        },
        /// An error in the content of a value.
        #[error("in {outer}: {error}")]
        #[advice(= error.advice())]
        Within {
            /// The path of the content, with its steps.
            outer: Path,
            /// The error, whose paths start in the content.
            error: Box<Self>,
        },
    }
}

impl EditError {
    /// Returns the error in the content at `outer`.
    pub(crate) fn after(self, outer: &Path) -> Self {
        let (inner, error) = match self {
            Self::Step { path, fault, other } => {
                return Self::Step {
                    path: outer.join(&path),
                    fault,
                    other: other.map(|it| outer.join(&it)),
                };
            }
            Self::Within { outer, error } => (outer, error),
            error => (Path::default(), Box::new(error)),
        };
        let outer = outer.join(&inner);
        Self::Within { outer, error }
    }

    /// Returns whether the path does not exist, in the value or in the content of a step.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::Missing(_) | Self::Selected(_, 0) => true,
            Self::Within { error, .. } => error.is_missing(),
            _ => false,
        }
    }

    /// Returns what to do about the error.
    pub fn advice(&self) -> Option<Advice> {
        self.own_advice()
    }
}

crate::debug::debug!(EditError, advice);

impl Error for EditError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Decode(error) => Some(error),
            Self::Encode(error) => Some(error),
            _ => None,
        }
    }
}

impl From<TextError> for EditError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<std::io::Error> for EditError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error.kind())
    }
}

impl From<ConvertError> for EditError {
    fn from(error: ConvertError) -> Self {
        Self::Convert(error)
    }
}

impl From<DecodeError> for EditError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<EncodeError> for EditError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

/// Returns the error for a path if at least its first `known` segments exist and lead to `value`.
pub(crate) fn missing(value: AnyRef<'_>, path: &Path, known: usize) -> EditError {
    EditError::Missing(MissingPath::new(value, path, known))
}

/// Returns the error of a path that cannot be removed.
pub(crate) fn not_removed(value: AnyRef<'_>, path: &Path) -> EditError {
    match value.component_at_path(path) {
        Some(_) if path.is_empty() => EditError::Root,
        Some(_) => EditError::Component(path.clone()),
        None => missing(value, path, 0),
    }
}

/// Returns the error of a value that cannot be set at a path, with texts for its reason.
pub(crate) fn not_set(
    value: AnyRef<'_>,
    path: &Path,
    error: SetAtPathError<AnyVariant>,
) -> EditError {
    let path = path.clone();
    match error.kind() {
        SetAtPathErrorKind::Key => return EditError::Key(path),
        SetAtPathErrorKind::InvalidKey => {
            if let Some(Segment::Key(key)) = path.segments().last()
                && let Err(error) = value.layout().parse(key)
            {
                return EditError::InvalidKey { path, error };
            }
        }
        SetAtPathErrorKind::WrongType { holder, .. } => {
            let holder = value.layout().name_of(*holder);
            let new = SHOWN.value((&error.into_value()).into());
            return match value.component_at_path(&path) {
                Some(old) => EditError::Replacement {
                    path,
                    new,
                    old: SHOWN.value((&old).into()),
                },
                None => EditError::Element {
                    path,
                    new,
                    container: holder,
                },
            };
        }
        _ => {}
    }
    missing(value, &path, 0)
}
