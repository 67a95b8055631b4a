//! Readers of endless inputs in a process whose memory is limited.
//!
//! Rust aborts a process in which an allocation fails, unless the code handles the failure: the
//! standard library does where it reads a file to the end, and this library does for the buffers of
//! frames. A child process with a limit (`ulimit -v`) runs each reader, and prints the kind of the
//! error.
#![cfg(target_os = "linux")]

use crate::failing::io_kind;
use gdvariant::framing::{FrameDecoder, FrameOptions, Frames};
use gdvariant::godot3::{self, Variant};
use gdvariant::{Godot3, ReadError};
use std::env;
use std::error::Error;
use std::io::{self, Read};
use std::process::Command;

/// The variable that names the reader of the child process.
const READER: &str = "GDVARIANT_TEST_READER";

/// The address space of the child process, in KiB.
const LIMIT: u32 = 250 << 10;

/// Returns an endless stream that starts with the length of a frame of 2 GiB.
fn endless() -> impl Read {
    (&[0xff, 0xff, 0xff, 0x7f][..]).chain(io::repeat(0))
}

fn unlimited() -> FrameOptions {
    FrameOptions::new().max_length(u32::MAX)
}

/// Reads until memory is exhausted.
fn read(reader: &str) -> Result<(), ReadError> {
    match reader {
        "from_reader" => godot3::from_reader::<Variant>(endless()).map(drop),
        "iter_framed" => {
            let mut values = Frames::new(endless(), unlimited()).values::<Godot3, Variant>();
            values.next().expect("an error").map(drop)
        }
        "frame_decoder" => {
            let mut decoder = FrameDecoder::new(unlimited());
            let mut piece = &[0xff, 0xff, 0xff, 0x7f][..];
            loop {
                decoder.next_frame(&mut piece)?;
                piece = &[0; 1 << 14];
            }
        }
        other => panic!("no reader {other}"),
    }
}

/// Does nothing unless this is the child process, which prints the kind of the error.
#[test]
fn child() {
    let Ok(reader) = env::var(READER) else {
        return;
    };
    let error = read(&reader).expect_err("the input is endless");
    let kind = io_kind(&error as &(dyn Error + 'static));
    println!("kind: {}", kind.expect("an error of reading"));
}

#[test]
fn exhausted_memory_is_an_error_of_reading() {
    let name = concat!(module_path!(), "::child");
    let name = name.split_once("::").expect("a crate").1;
    let script = format!("ulimit -v {LIMIT} && exec \"$0\" --exact {name} --nocapture");
    let program = env::current_exe().expect("this test");
    for reader in ["from_reader", "iter_framed", "frame_decoder"] {
        let child = Command::new("sh")
            .args(["-c", &script])
            .arg(&program)
            .env(READER, reader)
            .output()
            .expect("a shell");
        let output = [child.stdout, child.stderr].concat();
        let output = String::from_utf8_lossy(&output);
        assert!(child.status.success(), "{reader}: {output}");
        let kind = format!("kind: {}", io::ErrorKind::OutOfMemory);
        assert!(output.contains(&kind), "{reader}: {output}");
    }
}
