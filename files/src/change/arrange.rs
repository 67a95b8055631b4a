//! Renames, moves and copies members within their container, which keeps its declared types.

use super::members::split;
use super::{EditError, not_removed, set};
use gdvariant::any::{AnyPrecision, AnyRef, AnyVariant};
use gdvariant::generic::structure::{BuildAny, Content, View, ViewMut, build_any};
use gdvariant::schema::LayoutInfo;
use gdvariant::{Dictionary, Object, Path};
use std::collections::HashSet;
use std::mem;

/// Changes the key of an entry or the name of a property, which keeps its position.
///
/// `key` is a value of the layout of `value`.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change;
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"{"hp": 7, "gold": 30}"#)?;
/// change::rename(&mut save, &"hp".parse()?, layout.parse(r#""health""#)?)?;
/// assert_eq!(save.to_string(), layout.parse(r#"{"health": 7, "gold": 30}"#)?.to_string());
///
/// let error = change::rename(&mut save, &"gold".parse()?, layout.parse(r#""health""#)?);
/// assert_eq!(error.unwrap_err().to_string(), "the key \"health\" exists already");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the path leads to neither an entry nor a property, or if the container has the
/// key already. The value is then unchanged.
pub fn rename(value: &mut AnyVariant, path: &Path, key: AnyVariant) -> Result<(), EditError> {
    arrange(value, path, Arrangement::Rename(key))
}

/// Moves an element, an entry or a property to another index of its container.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change;
///
/// let layout = layout_named("godot4").unwrap();
/// let mut list = layout.parse("Array[int]([7, 8, 9])")?;
/// change::reorder(&mut list, &"[0]".parse()?, 2)?;
/// assert_eq!(list, layout.parse("Array[int]([8, 9, 7])")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the path does not lead to a member of a container, or if the container has no
/// member with this index. The value is then unchanged.
pub fn reorder(value: &mut AnyVariant, path: &Path, index: usize) -> Result<(), EditError> {
    arrange(value, path, Arrangement::Reorder(index))
}

/// Inserts a copy of an element, an entry or a property after it.
///
/// The copy of an entry gets the next free key: `slot2` after `slot1`, 8 after 7.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change;
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"{"slot1": [30]}"#)?;
/// change::duplicate(&mut save, &"slot1".parse()?)?;
/// change::duplicate(&mut save, &"slot2[0]".parse()?)?;
/// assert_eq!(save, layout.parse(r#"{"slot1": [30], "slot2": [30, 30]}"#)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the path does not lead to a member of a container, or if the key is neither a
/// string nor an int. The value is then unchanged.
pub fn duplicate(value: &mut AnyVariant, path: &Path) -> Result<(), EditError> {
    arrange(value, path, Arrangement::Duplicate)
}

/// What to do with a member of a container.
enum Arrangement {
    /// Set this key.
    Rename(AnyVariant),
    /// Move the member to this index.
    Reorder(usize),
    Duplicate,
}

fn arrange(value: &mut AnyVariant, path: &Path, arrangement: Arrangement) -> Result<(), EditError> {
    let root = AnyRef::from(&*value);
    let resolved = root.resolved_path(path);
    let Some((container, index)) = resolved.as_ref().and_then(split) else {
        return Err(not_removed(root, path));
    };
    let container: Path = container.into_iter().cloned().collect();
    let Some(old) = root.component_at_path(&container) else {
        return Err(not_removed(root, path));
    };
    let arranged = Arranged {
        container: old,
        index,
        path,
        arrangement,
    };
    let new = build_any(value.layout(), arranged)?;
    set(value, &container, new)?;
    Ok(())
}

/// A container, and what to do with one of its members.
struct Arranged<'p> {
    container: AnyVariant,
    index: usize,
    /// The path of the member, for errors.
    path: &'p Path,
    arrangement: Arrangement,
}

impl BuildAny for Arranged<'_> {
    type Error = EditError;

    fn build<V: AnyPrecision>(self, _: &'static LayoutInfo) -> Result<V, EditError> {
        let path = self.path;
        let other = |_| EditError::Component(path.clone());
        let mut value = V::of_any(self.container).map_err(other)?;
        let mut new_key = None;
        let change = match self.arrangement {
            Arrangement::Rename(key) => {
                new_key = Some(V::of_any(key).map_err(other)?);
                MemberChange::Rename
            }
            Arrangement::Reorder(index) => MemberChange::Reorder(index),
            Arrangement::Duplicate => MemberChange::Duplicate,
        };
        let members = Members {
            index: self.index,
            path,
            change,
        };
        match value.view_mut() {
            ViewMut::Array(values) => members.elements(values)?,
            ViewMut::TypedArray(_, array) => members.elements(&mut array.values)?,
            ViewMut::Dictionary(entries) => members.entries(entries, new_key)?,
            ViewMut::TypedDictionary(typed) => members.entries(&mut typed.entries, new_key)?,
            ViewMut::Object(Object::Full(object)) => {
                members.properties(&mut object.properties, new_key.as_ref())?;
            }
            _ => return Err(EditError::Component(path.clone())),
        }
        Ok(value)
    }
}

/// An [`Arrangement`] whose key is stored elsewhere.
enum MemberChange {
    Rename,
    Reorder(usize),
    Duplicate,
}

/// The members of a container, one of which is changed.
struct Members<'p> {
    index: usize,
    path: &'p Path,
    change: MemberChange,
}

impl Members<'_> {
    fn elements<T: Clone>(&self, list: &mut Vec<T>) -> Result<(), EditError> {
        match self.change {
            MemberChange::Rename => return Err(EditError::NoKey(self.path.clone())),
            MemberChange::Reorder(to) => {
                let moved = list.remove(self.index);
                list.insert(to.min(list.len()), moved);
            }
            MemberChange::Duplicate => list.insert(self.index + 1, list[self.index].clone()),
        }
        Ok(())
    }

    fn entries<V: AnyPrecision>(
        &self,
        entries: &mut Dictionary<V>,
        new_key: Option<V>,
    ) -> Result<(), EditError> {
        let old = entries.keys().nth(self.index);
        let old = old.ok_or_else(|| EditError::NoKey(self.path.clone()))?;
        let rule = entries.key_rule();
        let key = match (&self.change, new_key) {
            (MemberChange::Rename, Some(key)) => {
                if entries.contains_key(&key) && !old.is_same_key(&key, rule) {
                    return Err(EditError::KeyExists(key.to_string()));
                }
                Some(key)
            }
            (MemberChange::Duplicate, _) => {
                let next = next_key(old, |key| entries.contains_key(key));
                Some(next.ok_or_else(|| EditError::NoNextKey(self.path.clone()))?)
            }
            _ => None,
        };
        let empty = Dictionary::with_rule(rule);
        let mut pairs: Vec<(V, V)> = mem::replace(entries, empty).into_iter().collect();
        self.pairs(&mut pairs, key)?;
        entries.extend(pairs);
        Ok(())
    }

    fn properties<V: AnyPrecision>(
        &self,
        properties: &mut Vec<(String, V)>,
        new_name: Option<&V>,
    ) -> Result<(), EditError> {
        let names = properties.iter().map(|(name, _)| &**name);
        let names: HashSet<&str> = names.collect();
        let old = properties.get(self.index).map(|(name, _)| &**name);
        let old = old.ok_or_else(|| EditError::NoKey(self.path.clone()))?;
        let name = match (&self.change, new_name.map(V::view)) {
            (MemberChange::Rename, Some(View::Text(_, name))) => {
                if names.contains(name) && name != old {
                    return Err(EditError::KeyExists(name.into()));
                }
                Some(String::from(name))
            }
            (MemberChange::Rename, _) => return Err(EditError::Name(self.path.clone())),
            (MemberChange::Duplicate, _) => Some(next_name(old, |name| names.contains(name))),
            _ => None,
        };
        self.pairs(properties, name)
    }

    /// Changes entries or properties; `key` is the new key, or that of the copy.
    fn pairs<K: Clone, T: Clone>(
        &self,
        pairs: &mut Vec<(K, T)>,
        key: Option<K>,
    ) -> Result<(), EditError> {
        let index = self.index;
        match (&self.change, key) {
            (MemberChange::Rename, Some(key)) => pairs[index].0 = key,
            (MemberChange::Duplicate, Some(key)) => {
                pairs.insert(index + 1, (key, pairs[index].1.clone()));
            }
            _ => return self.elements(pairs),
        }
        Ok(())
    }
}

/// Returns the next key after a string or an int that is not taken.
fn next_key<V: AnyPrecision>(key: &V, is_taken: impl Fn(&V) -> bool) -> Option<V> {
    match key.view() {
        View::Text(kind, name) => {
            let build = |name: &str| V::build(kind, Content::Text(name.into()));
            let name = next_name(name, |next| build(next).is_some_and(|key| is_taken(&key)));
            build(&name)
        }
        View::Int(number) => {
            let next = (number..=i64::MAX).skip(1).map(V::from);
            let mut free = next.filter(|key| !is_taken(key));
            free.next()
        }
        _ => None,
    }
}

/// Increments the number at the end of a name, or appends 2, until the name is not taken.
fn next_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let start = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[start.len()..];
    let (start, width, number) = match digits.parse::<u32>() {
        Ok(number) => (start, digits.len(), u64::from(number)),
        Err(_) => (name, 0, 1),
    };
    let names = (number + 1..).map(|number| format!("{start}{number:0width$}"));
    let mut free = names.filter(|name| !is_taken(name));
    free.next().unwrap_or_default()
}
