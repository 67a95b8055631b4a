//! Objects of one entry: the name of a type, and its content.

use super::own::TypeName;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Serializes `{"name": content}`.
pub(super) fn tagged<S: Serializer, T: Serialize + ?Sized>(
    serializer: S,
    name: &'static str,
    content: &T,
) -> Result<S::Ok, S::Error> {
    let mut map = named(serializer, name)?;
    map.serialize_value(content)?;
    map.end()
}

/// Serializes `{"name": `.
fn named<S: Serializer>(serializer: S, name: &'static str) -> Result<S::SerializeMap, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_key(&TypeName(name))?;
    Ok(map)
}
