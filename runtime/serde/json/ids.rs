//! The JSON form of RIDs, Callables and Signals, and its conversion to bodies.

use super::content::{built, exactly, id_of, string};
use super::draft::Draft;
use super::entry::tagged;
use super::holding::Read;
use super::place::Place;
use super::traits::{SerdeLayout, Value};
use crate::codec::bodies;
use crate::layouts::AnyLayout;
use crate::table::TypeTable;
use crate::value::build::Content;
use crate::value::view::View;
use crate::{Rid, Signal, Writer};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Serializes an id; null if it is 0.
pub(super) fn id<S: Serializer>(
    serializer: S,
    name: &'static str,
    id: u64,
) -> Result<S::Ok, S::Error> {
    tagged(serializer, name, &(id != 0).then_some(id))
}

/// The name and the id of a Signal.
pub(super) struct SignalForm<'v>(pub(super) Signal<&'v str>);

impl Serialize for SignalForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("name", self.0.name)?;
        map.serialize_entry("id", &self.0.id)?;
        map.end()
    }
}

/// Parses null.
pub(super) fn nothing<V: Value>(of: &Place<'_>, content: Draft<V>) -> Result<(), String> {
    match content {
        Draft::Value(value) if matches!(value.value.view(), View::Nil) => Ok(()),
        other => of.wrong("null", &other),
    }
}

/// Parses the id of a RID, or null for 0.
pub(super) fn rid<V: Value>(of: &Place<'_>, content: Draft<V>) -> Result<Rid, String> {
    match content {
        Draft::Number(_) => id_of(of, &content).map(Rid::new),
        other => nothing(of, other).map(|()| Rid::default()),
    }
}

/// Parses a Signal: an object with name and id.
pub(super) fn signal<V: Value>(of: &Place<'_>, content: Draft<V>) -> Result<Signal, String> {
    match exactly(["name", "id"], content) {
        Ok([name, id]) => Ok(Signal {
            name: string(&of.member("name"), name)?,
            id: id_of(&of.member("id"), &id)?,
        }),
        Err(other) => of.wrong("an object with name and id", &other),
    }
}

/// Encodes the body of a Signal.
pub(super) fn signal_body(signal: &Signal) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    let writer = &mut Writer::<AnyLayout>::new(&mut body);
    bodies::signal::encode(&signal.name, signal.id, writer).map_err(|error| error.to_string())?;
    Ok(body)
}

/// Decodes the body of a RID; it has no bytes in layouts that encode no id.
pub(super) fn rid_of_body(body: &[u8]) -> Result<Rid, String> {
    match (body, <[u8; 8]>::try_from(body)) {
        ([], _) => Ok(Rid::default()),
        (_, Ok(id)) => Ok(Rid::new(u64::from_le_bytes(id))),
        (_, Err(_)) => Err(format!("expected a RID of 8 bytes, found {}", body.len())),
    }
}

/// Builds a value that is an id, in layouts that encode it and in those that do not.
pub(super) fn value<L: SerdeLayout>(
    table: &TypeTable,
    rid: Rid,
) -> Result<Read<L::Variant>, String> {
    if table.tables.is_empty() {
        Writer::<L>::no_id(table.kind, rid.id()).map_err(|error| error.to_string())?;
    }
    built::<L>(table, Content::Id(rid.id()))
}
