//! When writers of compressed and encrypted files write: once, by `finish` or by dropping.

use super::{ALGORITHMS, decompressed, decrypted, keys};
use gdvariant::files::{CompressedWriter, EncryptedWriter, Encryption, FileKey};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn key() -> FileKey {
    let [_, (_, key)] = keys();
    key
}

/// Collects bytes, and fails once after a number of bytes.
struct FailsOnce {
    bytes: Vec<u8>,
    left: usize,
    has_failed: bool,
}

impl FailsOnce {
    fn after(left: usize) -> Self {
        Self {
            bytes: Vec::new(),
            left,
            has_failed: false,
        }
    }
}

impl Write for FailsOnce {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.has_failed && bytes.len() > self.left {
            self.has_failed = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.left = self.left.saturating_sub(bytes.len());
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Calls a function with each kind of writer around `$inner`.
macro_rules! with_each_writer {
    ($inner:expr, |$name:ident, $writer:ident| $body:block) => {
        for ($name, compression) in ALGORITHMS {
            #[allow(unused_mut, reason = "some bodies only drop the writer")]
            let mut $writer = CompressedWriter::new($inner, compression);
            $body
        }
        for ($name, encryption) in [
            ("Godot 3", Encryption::Godot3),
            ("Godot 4", Encryption::Godot4),
        ] {
            #[allow(unused_mut, reason = "some bodies only drop the writer")]
            let mut $writer = EncryptedWriter::new($inner, encryption, key()).expect($name);
            $body
        }
    };
}

/// Returns the content of a compressed or an encrypted file.
fn content(file: &[u8]) -> Vec<u8> {
    if file.starts_with(b"GCPF") {
        decompressed(file)
    } else {
        decrypted(file, &key()).1
    }
}

#[test]
fn dropping_a_writer_writes_the_file() {
    for length in [0_usize, 1, 15, 16, 17, 4095, 4096, 4097, 10_000] {
        let written: Vec<u8> = (0..=u8::MAX).cycle().take(length).collect();
        let mut file = Vec::new();
        with_each_writer!(&mut file, |name, writer| {
            writer.write_all(&written).expect(name);
            drop(writer);
            assert_eq!(content(&file), written, "{name}, {length}");
            file.clear();
        });
    }
}

#[test]
fn finishing_writes_the_file_once() {
    let mut finished = Vec::new();
    let mut dropped = Vec::new();
    for (name, compression) in ALGORITHMS {
        for (file, is_finished) in [(&mut finished, true), (&mut dropped, false)] {
            file.clear();
            let mut writer = CompressedWriter::new(file, compression);
            writer.write_all(&[7; 5000]).expect(name);
            if is_finished {
                writer.finish().expect(name);
            }
        }
        assert_eq!(finished, dropped, "{name}");
    }
}

#[test]
fn a_failed_finish_is_not_repeated() {
    for left in [0, 5, 30] {
        let mut inner = FailsOnce::after(left);
        with_each_writer!(&mut inner, |name, writer| {
            writer.write_all(&[7; 5000]).expect(name);
            let error = writer.finish().map(|_| ()).expect_err(name);
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{name}, {left}");
            assert!(inner.bytes.len() <= left, "{name}, {left}");
            inner = FailsOnce::after(left);
        });
    }
}

#[test]
fn dropping_a_writer_ignores_errors() {
    let mut inner = FailsOnce::after(10);
    with_each_writer!(&mut inner, |name, writer| {
        writer.write_all(&[7; 5000]).expect(name);
        drop(writer);
        assert!(inner.has_failed && inner.bytes.len() <= 10, "{name}");
        inner = FailsOnce::after(10);
    });
}

#[test]
fn a_panic_writes_no_partial_file() {
    let mut file = Vec::new();
    with_each_writer!(&mut file, |name, writer| {
        let caught = catch_unwind(AssertUnwindSafe(move || {
            writer.write_all(&[7; 5000]).expect(name);
            // Unlike `panic!`, this prints nothing.
            std::panic::resume_unwind(Box::new(name));
        }));
        assert_eq!(
            caught.map_err(|name| *name.downcast::<&str>().expect("a name")),
            Err(name)
        );
        assert!(file.is_empty(), "{name}");
    });
}
