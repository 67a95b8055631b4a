//! Reads YAML.
//!
//! Each type that serde deserializes takes time in every build of a user, so there is only one. The
//! parser knows the line of a node only while it reads the node: an error of the model keeps the
//! number of its node, and reading the file again up to this node adds the line and the path.

use crate::diagnostic::{Diagnostic, Diagnostics};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;

/// A node of a YAML file, with its number in the order of the file.
#[derive(Debug)]
pub(crate) struct Yaml {
    pub(crate) number: usize,
    pub(crate) value: Value,
}

#[derive(Debug)]
pub(crate) enum Value {
    Scalar(String),
    List(Vec<Yaml>),
    Mapping(Vec<(Yaml, Yaml)>),
}

/// Reads a file, or reports an error of its syntax with its line. Reports the message of `stop` at
/// the node with its number.
pub(crate) fn read(
    text: &str,
    stop: Option<(usize, &str)>,
    place: &Diagnostic,
    report: &mut Diagnostics,
) -> Option<Yaml> {
    let next = &Cell::new(0);
    let read = Reader { next, stop }.deserialize(serde_yaml::Deserializer::from_str(text));
    let add = |error: serde_yaml::Error| {
        let mut place = place.clone();
        if let Some(location) = error.location() {
            (place.line, place.column) = (location.line(), location.column());
        }
        let message = error.to_string();
        report.add(
            &place,
            message.split(" at line ").next().unwrap_or_default(),
        );
    };
    read.map_err(add).ok()
}

#[derive(Clone, Copy)]
struct Reader<'r> {
    next: &'r Cell<usize>,
    stop: Option<(usize, &'r str)>,
}

impl Reader<'_> {
    fn number<E: Error>(self) -> Result<usize, E> {
        let number = self.next.replace(self.next.get() + 1);
        match self.stop {
            Some((stop, message)) if stop == number => Err(E::custom(message)),
            _ => Ok(number),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Yaml;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Yaml, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Yaml;

    /// Floats are not accepted, because the version 3.10 is not the float 3.1.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string in quotes")
    }

    fn visit_unit<E: Error>(self) -> Result<Yaml, E> {
        self.visit_str("")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Yaml, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Yaml, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Yaml, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Yaml, E> {
        let (number, value) = (self.number()?, Value::Scalar(text.to_owned()));
        Ok(Yaml { number, value })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Yaml, A::Error> {
        let (number, mut items) = (self.number()?, Vec::new());
        while let Some(item) = list.next_element_seed(self)? {
            items.push(item);
        }
        let value = Value::List(items);
        Ok(Yaml { number, value })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Yaml, A::Error> {
        let (number, mut entries) = (self.number()?, Vec::new());
        while let Some(key) = map.next_key_seed(self)? {
            entries.push((key, map.next_value_seed(self)?));
        }
        let value = Value::Mapping(entries);
        Ok(Yaml { number, value })
    }
}
