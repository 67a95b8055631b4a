//! Values that have been read, and the containers that collect them.

use super::depth::TooDeep;
use super::traits::Value;
use crate::{Dictionary, format};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A value that has been read.
pub(crate) struct Read<V> {
    pub(super) value: V,
    /// The number of levels of containers in it: 0 for a value that contains none.
    pub(super) height: u32,
}

impl<V> Read<V> {
    /// Returns a value that contains no others.
    pub(super) fn leaf(value: impl Into<V>) -> Self {
        Self {
            value: value.into(),
            height: 0,
        }
    }
}

/// A container under construction.
#[derive(Default)]
pub(super) struct Holding<C> {
    pub(super) container: C,
    /// The number of levels of containers, this one included.
    pub(super) height: u32,
}

impl<C> Holding<C> {
    /// Returns the value of a part that goes into the container.
    pub(super) fn take<V>(&mut self, part: Read<V>) -> Result<V, String> {
        self.height = self.height.max(part.height + 1);
        if self.height > format::MAX_DEPTH {
            Err(TooDeep.to_string())
        } else {
            Ok(part.value)
        }
    }

    /// Returns the value that `wrap` makes of the container.
    pub(super) fn finish<V>(self, wrap: impl FnOnce(C) -> V) -> Read<V> {
        Read {
            value: wrap(self.container),
            height: self.height,
        }
    }
}

impl<V> Holding<Vec<V>> {
    pub(super) fn push(&mut self, element: Read<V>) -> Result<(), String> {
        let element = self.take(element)?;
        self.container.push(element);
        Ok(())
    }
}

impl<V: Value> Holding<Dictionary<V>> {
    /// Inserts a pair. A repeated key is an error: one of the two values would be lost.
    pub(super) fn insert(
        &mut self,
        key: Read<V>,
        value: Read<V>,
        name: impl FnOnce() -> String,
    ) -> Result<(), String> {
        let (key, value) = (self.take(key)?, self.take(value)?);
        match self.container.insert(key, value) {
            None => Ok(()),
            Some(_) => Err(alloc::format!("the key {} is repeated", name())),
        }
    }

    pub(super) fn insert_text(&mut self, key: String, value: Read<V>) -> Result<(), String> {
        if self.container.contains_key(key.as_str()) {
            return Err(alloc::format!("the key {key:?} is repeated"));
        }
        self.insert(Read::leaf(key), value, String::new)
    }
}
