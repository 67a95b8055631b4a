//! Compares two values and lists the changes that turn one into the other.

use crate::compare::align::{align, pair_in_order};
use crate::compare::digest::Digests;
use crate::walk_path::segment_of;
use gdvariant::any::{AnyRef, AnyView, Member};
use gdvariant::{Kind, Path, Segment};
use std::collections::{HashMap, HashSet};
use std::iter::zip;

/// A change of a value or of its members. Its path leads through the old value.
#[derive(Clone)]
pub(crate) struct Change<'v> {
    /// The path of the changed value, or of the container that a new value is added to.
    pub(crate) path: Path,
    pub(crate) edit: Edit<'v>,
}

#[derive(Clone, Copy)]
pub(crate) enum Edit<'v> {
    Replace(AnyRef<'v>),
    Remove,
    /// Change the key of an entry. The second value is the new value of the entry, whose own changes
    /// are listed as well.
    Rename(AnyRef<'v>, AnyRef<'v>),
    /// Add an element before the one at this index, or an entry with this key after the last one.
    Insert(usize, Option<AnyRef<'v>>, AnyRef<'v>),
}

/// The changes of a container, by member.
#[derive(Default)]
pub(crate) struct MemberChanges<'c> {
    /// The value that replaces the container.
    pub(crate) replacement: Option<AnyRef<'c>>,
    pub(crate) removed: Vec<&'c Segment>,
    /// The members with new keys, and their new values.
    pub(crate) renamed: Vec<(&'c Segment, AnyRef<'c>, AnyRef<'c>)>,
    pub(crate) added: Vec<(usize, Option<AnyRef<'c>>, AnyRef<'c>)>,
    pub(crate) inner: Vec<(&'c Segment, Vec<&'c Change<'c>>)>,
}

impl<'c> MemberChanges<'c> {
    /// Sorts changes of the container to which `depth` segments lead.
    pub(crate) fn new(changes: &[&'c Change<'c>], depth: usize) -> Self {
        let (mut members, mut places) = (Self::default(), HashMap::new());
        for change in changes {
            let mut rest = change.path.segments().skip(depth);
            match (rest.next(), rest.len(), change.edit) {
                (None, _, Edit::Replace(new)) => members.replacement = Some(new),
                (None, _, Edit::Insert(place, key, new)) => members.added.push((place, key, new)),
                (None, ..) => {}
                (Some(segment), 0, Edit::Remove) => members.removed.push(segment),
                (Some(segment), 0, Edit::Rename(key, new)) => {
                    members.renamed.push((segment, key, new));
                }
                (Some(segment), ..) => {
                    let place = *places.entry(segment).or_insert(members.inner.len());
                    if place == members.inner.len() {
                        members.inner.push((segment, Vec::new()));
                    }
                    members.inner[place].1.push(*change);
                }
            }
        }
        members
    }
}

/// The old members, each with the new one that replaces it, and the places of the new members that
/// are left.
type Pairs<'v> = (
    Vec<(Member<'v>, Option<Member<'v>>)>,
    Vec<(usize, Member<'v>)>,
);

/// Lists the changes. The order of entries is not compared.
pub(crate) fn changes<'v>(old: AnyRef<'v>, new: AnyRef<'v>) -> Vec<Change<'v>> {
    let mut changes = Vec::new();
    let mut pending = vec![(Path::default(), old, new)];
    while let Some((path, old, new)) = pending.pop() {
        let Some((pairs, added)) = pairs(old, new) else {
            if !is_same(old, new) {
                let edit = Edit::Replace(new);
                changes.push(Change { path, edit });
            }
            continue;
        };
        for (place, member) in added {
            let (path, edit) = (
                path.clone(),
                Edit::Insert(place, member.key(), member.value),
            );
            changes.push(Change { path, edit });
        }
        for (old, new) in pairs {
            let key = old.key().map(segment_of);
            let inner = || {
                let segment = key.clone().unwrap_or_else(|| old.segment.to_segment());
                path.segments().cloned().chain([segment]).collect()
            };
            let edit = match new {
                None => Some(Edit::Remove),
                Some(new) => {
                    let renamed = new.key().filter(|new| Some(segment_of(*new)) != key);
                    renamed.map(|key| Edit::Rename(key, new.value))
                }
            };
            if let Some(edit) = edit {
                let path = inner();
                changes.push(Change { path, edit });
            }
            if let Some(new) = new
                && (old.value.view().count().is_some() || !is_same(old.value, new.value))
            {
                pending.push((inner(), old.value, new.value));
            }
        }
    }
    changes
}

fn is_same(old: AnyRef<'_>, new: AnyRef<'_>) -> bool {
    old.kind() == new.kind()
        && match (old.view(), new.view()) {
            (AnyView::Text(old), AnyView::Text(new)) => old == new,
            _ => format!("{old:#}") == format!("{new:#}"),
        }
}

fn pairs<'v>(old: AnyRef<'v>, new: AnyRef<'v>) -> Option<Pairs<'v>> {
    let members = || [old, new].map(|it| it.members().collect::<Vec<_>>());
    match (old.view(), new.view()) {
        (
            AnyView::Array { kind, declared, .. },
            AnyView::Array {
                kind: other,
                declared: of,
                ..
            },
        ) if (kind, declared) == (other, of) => Some(elements(members())),
        (AnyView::Dictionary { declared, .. }, AnyView::Dictionary { declared: of, .. })
            if declared == of =>
        {
            entries(members())
        }
        _ => None,
    }
}

fn elements<'v>([olds, news]: [Vec<Member<'v>>; 2]) -> Pairs<'v> {
    let mut digests = Digests::default();
    let mut digest = |members: &[Member<'v>]| -> Vec<u64> {
        members.iter().map(|it| digests.of(it.value)).collect()
    };
    let parts = if olds.len() == news.len() {
        pair_in_order(0..olds.len(), 0..news.len())
    } else {
        let parts = align(&digest(&olds), &digest(&news));
        let parts = parts.iter().map(|it| (it.old_range(), it.new_range()));
        parts
            .flat_map(|(old, new)| pair_in_order(old, new))
            .collect()
    };
    let mut pairs: Vec<_> = olds.into_iter().map(|old| (old, None)).collect();
    let (mut added, mut place) = (Vec::new(), 0);
    for [old, new] in parts {
        place = old.map_or(place, |old| old + 1);
        let new = new.map(|new| news[new]);
        match old {
            Some(old) => pairs[old].1 = new,
            None => added.extend(new.map(|new| (place, new))),
        }
    }
    (pairs, added)
}

/// Pairs entries with the same key, and entries at the same position if only one side has the key.
/// Returns `None` if two keys of one side have the same segment.
fn entries<'v>([olds, news]: [Vec<Member<'v>>; 2]) -> Option<Pairs<'v>> {
    let segments = |members: &[Member<'v>]| -> Option<Vec<Segment>> {
        let keys = members.iter().map(|member| member.key().map(segment_of));
        keys.collect()
    };
    let (old_keys, new_keys) = (segments(&olds)?, segments(&news)?);
    let known: HashSet<_> = old_keys.iter().collect();
    let places: HashMap<_, _> = zip(&new_keys, 0..).collect();
    if known.len() < olds.len() || places.len() < news.len() {
        return None;
    }
    let has_renames = olds.len() == news.len();
    let mut rest: Vec<_> = news.into_iter().map(Some).collect();
    let pairs = zip(zip(olds, &old_keys), 0..).map(|((old, key), index)| {
        let is_dictionary = |it: &Member<'_>| it.value.kind() == Kind::Dictionary;
        let new = match places.get(key) {
            Some(place) => rest[*place].take(),
            None => rest.get_mut(index).filter(|_| has_renames).and_then(|new| {
                new.take_if(|new| {
                    !known.contains(&new_keys[index]) && is_dictionary(new) == is_dictionary(&old)
                })
            }),
        };
        (old, new)
    });
    let pairs: Vec<_> = pairs.collect();
    let added = rest.into_iter().flatten().map(|new| (usize::MAX, new));
    Some((pairs, added.collect()))
}
