//! Computes digests of values, to align the elements of Arrays and to find keys.

use super::align::Features;
use crate::display::{float_bits, number_bits};
use crate::type_changes::ValueType;
use gdvariant::any::{AnyRef, AnyView, Numbers, RecordField, SegmentRef};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

/// Computes digests that are equal for equal values, ignoring the order of keys.
#[derive(Default)]
pub(crate) struct Digests {
    hasher: RandomState,
    /// The digests of containers, by address. Without this cache, a value nested N levels deep
    /// would be hashed N times.
    known: HashMap<*const (), u64>,
}

impl Digests {
    /// Returns the digest of a value.
    pub(crate) fn of(&mut self, value: AnyRef<'_>) -> u64 {
        let content = value.view();
        let is_container = matches!(
            content,
            AnyView::Array { .. } | AnyView::Dictionary { .. } | AnyView::Object { .. }
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

    pub(crate) fn of_key(&mut self, key: SegmentRef<'_>) -> u64 {
        match key {
            SegmentRef::Key(key) => self.of(key),
            SegmentRef::Property(name) => self.hasher.hash_one(name),
            SegmentRef::Index(_) => 0,
        }
    }

    /// Returns the kind of a value and the digests of its first elements, entries or properties.
    pub(crate) fn features(&mut self, value: AnyRef<'_>) -> Features {
        const MAX_PARTS: usize = 64;
        let kind = match value.view() {
            AnyView::Object { class, .. } => self.hasher.hash_one(class),
            _ => self.hasher.hash_one(value.kind() as usize),
        };
        let mut parts = self.parts(value, MAX_PARTS);
        parts.sort_unstable();
        Features { kind, parts }
    }

    fn container(&mut self, value: AnyRef<'_>, content: &AnyView<'_>) -> u64 {
        let parts = self.parts(value, usize::MAX);
        let mut hasher = self.hasher.build_hasher();
        let ty = ValueType::new(value, content);
        (ty.compared as usize, parts.len()).hash(&mut hasher);
        for declared in ty.declared.iter().filter(|declared| !declared.is_any()) {
            declared.hash(&mut hasher);
        }
        if let AnyView::Object { class, .. } = content {
            class.hash(&mut hasher);
        }
        if let AnyView::Array { .. } = content {
            parts.hash(&mut hasher);
        } else {
            // A sum ignores the order of keys.
            let sum = parts.into_iter().fold(0, u64::wrapping_add);
            sum.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Returns the digests of the first elements, entries or properties of a value.
    fn parts(&mut self, value: AnyRef<'_>, max: usize) -> Vec<u64> {
        let members = value.members().take(max);
        let digests = members.map(|member| match (member.segment, self.of(member.value)) {
            (SegmentRef::Index(_), digest) => digest,
            (key, digest) => {
                let key = self.of_key(key);
                self.hasher.hash_one([key, digest])
            }
        });
        digests.collect()
    }
}

fn hash_leaf(content: &AnyView<'_>, hasher: &mut impl Hasher) {
    match content {
        AnyView::ObjectId(id) => id.hash(hasher),
        AnyView::Record(record) => record.fields().for_each(|(_, value)| match value {
            RecordField::Text(text) => text.hash(hasher),
            RecordField::Int(value) => value.hash(hasher),
        }),
        AnyView::Bool(value) => value.hash(hasher),
        AnyView::Int(value) => value.hash(hasher),
        AnyView::Float(value) => float_bits(*value).hash(hasher),
        AnyView::Text(text) => text.hash(hasher),
        AnyView::Fields(numbers) | AnyView::Packed(numbers) => hash_numbers(*numbers, hasher),
        AnyView::PackedText(texts) => texts.hash(hasher),
        AnyView::NodePath(path) => path.hash(hasher),
        _ => {}
    }
}

fn hash_numbers(numbers: &dyn Numbers, hasher: &mut impl Hasher) {
    numbers.elements().hash(hasher);
    numbers.visit(&mut |number| number_bits(number).hash(hasher));
}
