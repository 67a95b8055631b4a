//! Compares the parser of JSON in gdvariant-files with serde_json, which parses numbers exactly with
//! `arbitrary_precision`. Not a body of the library, whose tests cannot use gdvariant-files.

use gdvariant::any::AnyVariant;
use gdvariant::schema::{Layout, layout_named};
use gdvariant_files::json::{JsonError, of_input, of_value};
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use std::io::{self, Read};

/// The key by which serde_json takes data for a number.
const NUMBER_TOKEN: &[u8] = b"$serde_json::private::Number";

fn layout() -> &'static Layout {
    layout_named("godot4").expect("a layout")
}

/// A value as serde_json parses it.
struct Peer(AnyVariant);

impl<'de> Deserialize<'de> for Peer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        layout().deserialize(deserializer).map(Self)
    }
}

/// A reader of one byte at a time.
struct Slow<'t>(&'t [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

/// Returns the line and the column of an error, and the reason for which JSON is not a value.
fn place(error: &JsonError) -> (usize, usize, Option<String>) {
    match error {
        JsonError::Data(error) => (
            error.line(),
            error.column(),
            Some(error.message().to_owned()),
        ),
        JsonError::Syntax(error) => (error.line(), error.column(), None),
        JsonError::Io(_) => panic!("memory has no such error"),
    }
}

fn shown(value: &Result<AnyVariant, JsonError>) -> Result<String, (usize, usize, Option<String>)> {
    value
        .as_ref()
        .map(|value| format!("{value:#}"))
        .map_err(place)
}

/// Compares the values before the first error, and the error. Returns the numbers of values, of
/// errors of data, and of syntax errors.
pub fn tokens(input: &[u8]) -> [usize; 3] {
    let mut counts = [0; 3];
    if input
        .windows(NUMBER_TOKEN.len())
        .any(|part| part == NUMBER_TOKEN)
    {
        return counts;
    }
    let text = String::from_utf8_lossy(input);
    let mut peers = serde_json::Deserializer::from_slice(input);
    peers.disable_recursion_limit();
    let mut peers = peers.into_iter::<Peer>();
    let values: Vec<_> = of_input(layout(), input).collect();
    for value in &values {
        match (value, peers.next()) {
            (Ok(value), Some(Ok(Peer(peer)))) => {
                assert_eq!(format!("{value:#}"), format!("{peer:#}"), "{text:?}");
                counts[0] += 1;
            }
            (Err(JsonError::Data(error)), Some(Err(peer))) if peer.is_data() => {
                // serde_json adds a sign to exponents and writes a small `e`.
                let [own, peer] = [error.message().to_owned(), peer.to_string()]
                    .map(|it| it.replace('+', "").to_lowercase());
                assert!(peer.starts_with(&own), "{text:?}: {own}: {peer}");
                counts[1] += 1;
            }
            (Err(_), Some(Err(_))) => counts[2] += 1,
            (value, peer) => {
                let peer = peer.map(|peer| peer.map(|Peer(peer)| peer));
                panic!("{text:?}: {value:?}, serde_json: {peer:?}")
            }
        }
    }
    let has_failed = values.last().is_some_and(Result::is_err);
    assert!(has_failed || peers.next().is_none(), "{text:?}");
    let slow: Vec<_> = of_input(layout(), Slow(input)).collect();
    let all: Vec<_> = values.iter().map(shown).collect();
    assert_eq!(slow.iter().map(shown).collect::<Vec<_>>(), all, "{text:?}");
    if let Ok(text) = str::from_utf8(input) {
        let is_one = matches!(&all[..], [Ok(_)]);
        assert_eq!(of_value(layout(), text).is_ok(), is_one, "{text:?}");
    }
    counts
}
