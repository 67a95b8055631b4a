//! Renames, moves and copies members within their container, which keeps its declared types.

use super::members::split;
use super::{EditError, not_removed, set};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::dictionary::KeyEquality;
use gdvariant::generic::structure::{Build, BuildAny, Content, View, ViewMut, build_any};
use gdvariant::schema::Layout;
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
/// Returns an error if the path leads to neither an entry nor a property, or if the container already has
/// the key. The value is then unchanged.
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

/// A change of a member of a container. `K` is the type of keys.
enum Arrangement<K> {
    Rename(K),
    /// Move the member to this index.
    Reorder(usize),
    Duplicate,
}

fn arrange(
    value: &mut AnyVariant,
    path: &Path,
    arrangement: Arrangement<AnyVariant>,
) -> Result<(), EditError> {
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
        member: Member { index, path },
        arrangement,
    };
    let new = build_any(value.layout(), arranged)?;
    set(value, &container, new)?;
    Ok(())
}

/// A container whose member is to be changed.
struct Arranged<'p> {
    container: AnyVariant,
    member: Member<'p>,
    arrangement: Arrangement<AnyVariant>,
}

impl BuildAny for Arranged<'_> {
    type Error = EditError;

    fn build<V: Build>(self, _: &'static Layout) -> Result<V, EditError> {
        let member = self.member;
        let other = |_| EditError::Component(member.path.clone());
        let mut value = self.container.into_precision::<V>().map_err(other)?;
        let arrangement = match self.arrangement {
            Arrangement::Rename(key) => Arrangement::Rename(key.into_precision().map_err(other)?),
            Arrangement::Reorder(index) => Arrangement::Reorder(index),
            Arrangement::Duplicate => Arrangement::Duplicate,
        };
        match value.view_mut().undeclared() {
            ViewMut::Array(values) => member.element(values, &arrangement)?,
            ViewMut::Dictionary(entries) => member.entry(entries, arrangement)?,
            ViewMut::Object(Object::Full(object)) => {
                member.property(&mut object.properties, &arrangement)?;
            }
            _ => return Err(EditError::Component(member.path.clone())),
        }
        Ok(value)
    }
}

/// The position of a member in its container, and its path for errors.
#[derive(Clone, Copy)]
struct Member<'p> {
    index: usize,
    path: &'p Path,
}

impl Member<'_> {
    fn element<T: Clone, K>(
        self,
        elements: &mut Vec<T>,
        arrangement: &Arrangement<K>,
    ) -> Result<(), EditError> {
        match arrangement {
            Arrangement::Rename(_) => return Err(EditError::NoKey(self.path.clone())),
            Arrangement::Reorder(to) => self.reorder(elements, *to)?,
            Arrangement::Duplicate => {
                elements.insert(self.index + 1, elements[self.index].clone());
            }
        }
        Ok(())
    }

    fn entry<V: Build>(
        self,
        entries: &mut Dictionary<V>,
        arrangement: Arrangement<V>,
    ) -> Result<(), EditError> {
        let old = entries.keys().nth(self.index);
        let old = old.ok_or_else(|| EditError::NoKey(self.path.clone()))?;
        let rule = entries.key_rule();
        let copy_key = match &arrangement {
            Arrangement::Rename(key) => {
                if entries.contains_key(key) && !old.is_same_key(key, rule) {
                    return Err(EditError::KeyExists(key.to_string()));
                }
                None
            }
            Arrangement::Reorder(_) => None,
            Arrangement::Duplicate => {
                let next = next_key(old, |key| entries.contains_key(key));
                Some(next.ok_or_else(|| EditError::NoNextKey(self.path.clone()))?)
            }
        };
        let old_entries = mem::replace(entries, Dictionary::with_rule(rule));
        let mut pairs: Vec<(V, V)> = old_entries.into_iter().collect();
        match arrangement {
            Arrangement::Rename(key) => pairs[self.index].0 = key,
            Arrangement::Reorder(to) => self.reorder(&mut pairs, to)?,
            Arrangement::Duplicate => {
                let copy = copy_key.map(|key| (key, pairs[self.index].1.clone()));
                let after = self.index + 1;
                pairs.splice(after..after, copy);
            }
        }
        entries.extend(pairs);
        Ok(())
    }

    fn property<V: Build>(
        self,
        properties: &mut Vec<(String, V)>,
        arrangement: &Arrangement<V>,
    ) -> Result<(), EditError> {
        let names: HashSet<&str> = properties.iter().map(|(name, _)| &**name).collect();
        let old = properties.get(self.index);
        let (old, value) = old.ok_or_else(|| EditError::NoKey(self.path.clone()))?;
        match arrangement {
            Arrangement::Rename(key) => {
                let View::Text(_, name) = key.view() else {
                    return Err(EditError::Name(self.path.clone()));
                };
                if names.contains(name) && name != old {
                    return Err(EditError::KeyExists(name.into()));
                }
                properties[self.index].0 = name.into();
            }
            Arrangement::Reorder(to) => self.reorder(properties, *to)?,
            Arrangement::Duplicate => {
                let copy = (next_name(old, |name| names.contains(name)), value.clone());
                properties.insert(self.index + 1, copy);
            }
        }
        Ok(())
    }

    fn reorder<T>(self, members: &mut Vec<T>, to: usize) -> Result<(), EditError> {
        if to >= members.len() {
            return Err(EditError::NoIndex {
                index: to,
                length: members.len(),
            });
        }
        let moved = members.remove(self.index);
        members.insert(to, moved);
        Ok(())
    }
}

/// Returns the next unused key after `key`, a string or an int.
fn next_key<V: Build>(key: &V, is_taken: impl Fn(&V) -> bool) -> Option<V> {
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

/// Increments the number at the end of `name`, or appends 2, until the result is unused.
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

#[cfg(test)]
mod tests {
    use super::{duplicate, rename, reorder};
    use gdvariant::Path;
    use gdvariant::any::{AnyRef, AnyVariant};
    use gdvariant::schema::{Layout, layout_named};

    fn layout() -> &'static Layout {
        layout_named("godot4").unwrap()
    }

    fn parsed(text: &str) -> AnyVariant {
        layout().parse(text).unwrap()
    }

    #[test]
    fn members_of_all_containers_are_moved() {
        for (text, path, index, expected) in [
            ("[1, 2, 3]", "[0]", 2, "[2, 3, 1]"),
            ("[1, 2, 3]", "[2]", 0, "[3, 1, 2]"),
            ("Array[int]([1, 2])", "[1]", 0, "Array[int]([2, 1])"),
            (r#"{"a": 1, "b": 2}"#, "b", 0, r#"{"b": 2, "a": 1}"#),
            (
                r#"Dictionary[String, int]({"a": 1, "b": 2})"#,
                "a",
                1,
                r#"Dictionary[String, int]({"b": 2, "a": 1})"#,
            ),
            (r#"{"in": [[1], [2]]}"#, "in[1]", 0, r#"{"in": [[2], [1]]}"#),
            (r#"{"a": 1}"#, "a", 0, r#"{"a": 1}"#),
        ] {
            let mut value = parsed(text);
            reorder(&mut value, &path.parse().unwrap(), index).unwrap();
            assert_eq!(value.to_string(), parsed(expected).to_string());
        }
    }

    #[test]
    fn indexes_beyond_the_members_are_errors() {
        for text in ["[1, 2]", "{0: 1, 1: 2}", "Array[int]([1, 2])"] {
            for index in [2, 3, usize::MAX] {
                let mut value = parsed(text);
                let error = reorder(&mut value, &"[0]".parse().unwrap(), index).unwrap_err();
                assert!(error.to_string().contains(&index.to_string()), "{error}");
                assert_eq!(value, parsed(text));
            }
        }
    }

    #[test]
    fn impossible_changes_keep_the_value() {
        for (text, path) in [("[1, 2]", "[0]"), (r#"{"a": 1, "b": 2}"#, "a"), ("7", "")] {
            let mut value = parsed(text);
            rename(&mut value, &path.parse().unwrap(), parsed(r#""b""#)).unwrap_err();
            assert_eq!(value, parsed(text));
        }
        for text in ["{[1]: 2}", "{9223372036854775807: 1}", "{1.5: 1}"] {
            let mut value = parsed(text);
            let path = path_of_first(&value);
            duplicate(&mut value, &path).unwrap_err();
            assert_eq!(value, parsed(text));
        }
    }

    /// Returns the path of the first entry.
    fn path_of_first(value: &AnyVariant) -> Path {
        let first = AnyRef::from(value).member(0).unwrap();
        Path::from_iter([first.segment.to_segment()])
    }
}
