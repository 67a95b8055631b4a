//! Digests of values, to align the elements of Arrays and to find keys.

use super::pairs::Features;
use crate::any_value::{float_bits, number_bits};
use gdvariant::ElementType;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::generic::structure::Numbers;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

/// Digests of values: equal for values without a difference, whatever the order of keys.
#[derive(Default)]
pub(super) struct Digests {
    hasher: RandomState,
    /// Those of containers, by their addresses. Without them a value nested N levels deep would be
    /// hashed N times.
    known: HashMap<*const (), u64>,
}

impl Digests {
    /// Returns the digest of a value.
    pub(super) fn of(&mut self, value: AnyRef<'_>) -> u64 {
        let content = value.view();
        let is_container = matches!(
            content,
            AnyView::Array { .. } | AnyView::Dictionary { .. } | AnyView::Object(..)
        );
        if !is_container {
            let mut hasher = self.hasher.build_hasher();
            (value.kind() as usize).hash(&mut hasher);
            hash_leaf(&content, &mut hasher);
            return hasher.finish();
        }
        let address = value.address();
        if let Some(digest) = self.known.get(&address) {
            return *digest;
        }
        let digest = self.container(value, &content);
        self.known.insert(address, digest);
        digest
    }

    /// Returns the features of an element of an Array. Only the first parts of a long container
    /// count.
    pub(super) fn features(&mut self, value: AnyRef<'_>) -> Features {
        const COUNTED: usize = 64;
        let mut kind = self.hasher.hash_one(value.kind() as usize);
        let mut parts = Vec::new();
        match value.view() {
            AnyView::Array { length, .. } => {
                let elements = (0..length.min(COUNTED)).filter_map(|index| value.element(index));
                parts.extend(elements.map(|element| self.of(element)));
            }
            AnyView::Dictionary { entries, .. } => {
                for entry in entries.iter().take(COUNTED) {
                    let digests = [self.of(entry.key), self.of(entry.value)];
                    parts.push(self.hasher.hash_one(digests));
                }
            }
            AnyView::Object(class, properties) => {
                kind = self.hasher.hash_one(class);
                for (name, value) in properties.iter().take(COUNTED) {
                    let digest = self.of(*value);
                    parts.push(self.hasher.hash_one((name, digest)));
                }
            }
            _ => {}
        }
        parts.sort_unstable();
        Features { kind, parts }
    }

    fn container(&mut self, value: AnyRef<'_>, content: &AnyView<'_>) -> u64 {
        match content {
            AnyView::Array {
                kind,
                declared,
                length,
            } => {
                let mut hasher = self.start((*kind as usize, *length), &[declared]);
                for element in (0..*length).filter_map(|index| value.element(index)) {
                    self.of(element).hash(&mut hasher);
                }
                hasher.finish()
            }
            AnyView::Dictionary { declared, entries } => {
                let id = (value.kind() as usize, entries.len());
                let mut hasher = self.start(id, declared);
                let entries = entries.iter().map(|entry| {
                    let digests = [self.of(entry.key), self.of(entry.value)];
                    self.hasher.hash_one(digests)
                });
                entries.fold(0, u64::wrapping_add).hash(&mut hasher);
                hasher.finish()
            }
            AnyView::Object(class, properties) => {
                let mut hasher = self.start((value.kind() as usize, properties.len()), &[]);
                class.hash(&mut hasher);
                let properties = properties.iter().map(|(name, value)| {
                    let digest = self.of(*value);
                    self.hasher.hash_one((name, digest))
                });
                properties.fold(0, u64::wrapping_add).hash(&mut hasher);
                hasher.finish()
            }
            _ => 0,
        }
    }

    fn start(
        &self,
        id: (usize, usize),
        declared: &[&ElementType],
    ) -> <RandomState as BuildHasher>::Hasher {
        let mut hasher = self.hasher.build_hasher();
        id.hash(&mut hasher);
        for declared in declared.iter().filter(|declared| !declared.is_any()) {
            declared.hash(&mut hasher);
        }
        hasher
    }
}

fn hash_leaf(content: &AnyView<'_>, hasher: &mut impl Hasher) {
    match content {
        AnyView::Id(id) | AnyView::ObjectId(id) => id.hash(hasher),
        AnyView::Signal(signal) => (signal.name, signal.id).hash(hasher),
        AnyView::Bool(value) => value.hash(hasher),
        AnyView::Int(value) => value.hash(hasher),
        AnyView::Float(value) => float_bits(*value).hash(hasher),
        AnyView::Text(text) => text.hash(hasher),
        AnyView::Fields(numbers) | AnyView::Pool(numbers) => hash_numbers(*numbers, hasher),
        AnyView::PoolText(texts) => texts.hash(hasher),
        AnyView::NodePath(path) => path.hash(hasher),
        _ => {}
    }
}

fn hash_numbers(numbers: &dyn Numbers, hasher: &mut impl Hasher) {
    numbers.elements().hash(hasher);
    numbers.visit(&mut |number| number_bits(number).hash(hasher));
}
