//! Readers and writers that fail at each byte, that are interrupted, and that take one byte at a
//! time, for every function that reads or writes.

mod memory;

use crate::failing::{check_read, check_write};
use gdvariant::framing::{FrameOptions, Frames};
use gdvariant::godot3::{self, Variant};
use gdvariant::{Godot3, Godot4, generic};

/// Returns a value with strings, numbers and containers.
fn value() -> Variant {
    godot3::variant!({"name": "Ada", 2: [7, 1.5, "item"], "level": null})
}

fn shown(value: &Variant) -> String {
    format!("{value:#}")
}

/// Returns a stream of three values.
fn framed() -> Vec<u8> {
    let mut stream = Vec::new();
    for value in [value(), Variant::from(1), value()] {
        godot3::write_framed(&mut stream, &value).expect("memory takes all");
    }
    stream
}

#[test]
fn readers_of_values_return_errors_at_each_byte() {
    let bytes = godot3::to_vec(&value()).expect("a value");
    check_read("from_reader", &bytes, |reader| {
        Ok(shown(&godot3::from_reader(reader)?))
    });
    let frame = &framed()[..4 + bytes.len()];
    check_read("read_framed", frame, |reader| {
        let value = generic::read_framed::<Godot3, Variant>(reader, FrameOptions::new());
        Ok(shown(&value?))
    });
    check_read("Frames", &framed(), |reader| {
        let mut frames = Frames::new(reader, FrameOptions::new());
        let mut lengths = Vec::new();
        while let Some(frame) = frames.next_frame()? {
            lengths.push(frame.len());
        }
        Ok(format!("{lengths:?}"))
    });
    check_read("iter_framed", &framed(), |reader| {
        let values: Result<Vec<Variant>, _> = godot3::iter_framed(reader).collect();
        Ok(values?.iter().map(shown).collect())
    });
}

#[test]
fn writers_of_values_return_errors_at_each_byte() {
    let bytes = check_write("to_writer", |writer| {
        Ok(godot3::to_writer(writer, &value())?)
    });
    assert_eq!(bytes, godot3::to_vec(&value()).expect("a value"));
    let frame = check_write("write_framed", |writer| {
        Ok(godot3::write_framed(writer, &value())?)
    });
    assert_eq!(frame[4..], bytes);
    check_write("generic::write_framed", |writer| {
        let options = FrameOptions::new().big_endian(true);
        Ok(generic::write_framed::<Godot4, _>(writer, "text", options)?)
    });
}
