//! Files that engines compressed and encrypted: reading, writing, and errors.
//!
//! `conformance/files/` has a folder for each engine, with `plain-N.dat` and files of other formats
//! with the same values.
#![allow(clippy::cast_possible_truncation, reason = "bytes that are wanted")]

#[path = "../../../tests/stream/failing.rs"]
mod failing;
mod faults;
mod io_failures;
mod replacements;
mod settings;
mod sizes;

use gdvariant::framing::{FrameOptions, Frames};
use gdvariant::{DecodeOwned, Engine, Godot3, Godot4};
use gdvariant_files::error::ErrorKind;
use gdvariant_files::{
    CompressedReader, Compression, Encryption, FileKey, compress_file, decrypt_file, encrypt_file,
};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

const ENGINES: [&str; 3] = ["godot-3.2.3", "godot-3.6.2", "godot-4.6.3"];

const ALGORITHMS: [(&str, Compression); 4] = [
    ("fastlz", Compression::FastLz),
    ("deflate", Compression::Deflate),
    ("zstd", Compression::Zstd),
    ("gzip", Compression::Gzip),
];

fn folder(engine: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../conformance/files")
        .join(engine)
}

fn file(engine: &str, name: &str) -> Vec<u8> {
    let path = folder(engine).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads the content of a compressed file.
fn decompressed(file: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    let mut reader = CompressedReader::new(file, 256 << 20).expect("a header");
    reader.read_to_end(&mut content).expect("valid blocks");
    content
}

/// Checks the first block of each engine's file, which is what the engine's `compress` returns.
#[test]
fn compressed_bytes_are_decompressed() {
    for engine in ENGINES {
        for (name, compression) in ALGORITHMS {
            let file = file(engine, &format!("{name}-300.gcpf"));
            let content = decompressed(&file);
            let number = |at: usize| {
                let bytes = file[at..].first_chunk().expect("a header");
                u32::from_le_bytes(*bytes) as usize
            };
            let (block_length, blocks) = (number(8), content.len() / number(8) + 1);
            let expected = &content[..content.len().min(block_length)];
            let block = &file[16 + 4 * blocks..][..number(16)];
            let limit = expected.len();
            let found = compression.decompress(block, limit);
            assert_eq!(found.expect("valid data"), expected, "{engine} {name}");
            let longer = compression.decompress(block, limit - 1);
            let is_limited = matches!(&longer, Err(error) if matches!(error.kind(), ErrorKind::LongField { .. }));
            assert!(is_limited, "{engine} {name}");
        }
    }
}

fn compressed(content: &[u8], compression: Compression) -> Vec<u8> {
    compress_file(content, compression, 4096).expect("content of less than 4 GiB")
}

fn decrypted(file: &[u8], key: &FileKey) -> (Encryption, Vec<u8>) {
    decrypt_file(file, key, 256 << 20).expect("the key")
}

fn encrypted(content: &[u8], encryption: Encryption, key: &FileKey) -> Vec<u8> {
    encrypt_file(content, encryption, key).expect("random numbers")
}

fn keys() -> [(&'static str, FileKey); 2] {
    let key: [u8; 32] = core::array::from_fn(|index| (index * 5 % 256) as u8);
    [
        ("pass", FileKey::from_password("correct horse")),
        ("key", key.into()),
    ]
}

/// Decodes framed values in the layout of the engine, and returns their texts.
fn values(engine: &str, content: &[u8]) -> Vec<String> {
    fn decode<E: Engine<Variant: DecodeOwned<E>>>(content: &[u8]) -> Vec<String> {
        let frames = Frames::new(content, FrameOptions::new());
        let values = frames.values::<E, E::Variant>();
        values.map(|it| it.expect("a value").to_string()).collect()
    }
    let is_godot4 = encryption(engine) == Encryption::Godot4;
    let decode = if is_godot4 {
        decode::<Godot4>
    } else {
        decode::<Godot3>
    };
    let values = decode(content);
    assert!(!values.is_empty(), "{engine}");
    values
}

fn encryption(engine: &str) -> Encryption {
    if engine.starts_with("godot-4") {
        Encryption::Godot4
    } else {
        Encryption::Godot3
    }
}

#[test]
fn compressed_files_hold_the_values_of_plain_ones() {
    for engine in ENGINES {
        for count in [0, 300] {
            let plain = values(engine, &file(engine, &format!("plain-{count}.dat")));
            for (name, compression) in ALGORITHMS {
                let file = file(engine, &format!("{name}-{count}.gcpf"));
                let reader = CompressedReader::new(&file[..], 256 << 20).expect(name);
                let header = (reader.compression(), reader.block_length());
                assert_eq!(header, (compression, 4096));
                let values = values(engine, &decompressed(&file));
                assert_eq!(values, plain, "{engine} {name}-{count}");
            }
        }
    }
}

/// FastLZ uses level 2 for blocks of 64 KiB and more; readers accept any level.
#[test]
fn long_blocks_round_trip() {
    let noise: Vec<u8> = (0..70_000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    for (_, compression) in ALGORITHMS {
        let file = compress_file(&noise, compression, 1 << 17).expect("a file");
        assert_eq!(decompressed(&file), noise);
    }
}

#[test]
fn whole_blocks_are_read_and_written_as_by_engines() {
    for engine in ENGINES {
        for length in [4096, 8192] {
            let theirs = file(engine, &format!("exact-{length}.gcpf"));
            let content = decompressed(&theirs);
            assert_eq!(content.len(), length, "{engine}");
            let mut bytes = content[12..].iter().enumerate();
            assert!(bytes.all(|(index, byte)| *byte == (index * 7 % 256) as u8));
            let ours = compressed(&content, Compression::Zstd);
            assert_eq!(ours[..16], theirs[..16]);
            assert!(ours.ends_with(b"GCPF"));
        }
    }
}

#[cfg(feature = "zstd")]
#[test]
fn zstd_files_are_as_short_as_those_of_engines() {
    for engine in ENGINES {
        for count in [0, 300] {
            let theirs = file(engine, &format!("zstd-{count}.gcpf"));
            let ours = compressed(&decompressed(&theirs), Compression::Zstd);
            // Versions of zstd differ by a few bytes.
            assert!(ours.len() <= theirs.len() + theirs.len() / 50, "{engine}");
        }
    }
}

/// Checks files with less content than a block. Compressors differ in the bytes of the block.
#[test]
fn short_compressed_files_have_the_header_of_engines() {
    for engine in ENGINES {
        let content = file(engine, "plain-ada.dat");
        let theirs = file(engine, "fastlz-ada.gcpf");
        assert_eq!(decompressed(&theirs), content, "{engine}");
        let ours = compressed(&content, Compression::FastLz);
        assert_eq!(ours[..16], theirs[..16], "{engine}");
        assert!(theirs.ends_with(&ours[ours.len() - 4..]), "{engine}");
    }
}

#[test]
fn encrypted_files_hold_the_values_of_plain_ones() {
    for engine in ENGINES {
        for count in [0, 300] {
            let plain = values(engine, &file(engine, &format!("plain-{count}.dat")));
            for (name, key) in keys() {
                let theirs = file(engine, &format!("{name}-{count}.gdec"));
                let (encryption, content) = decrypted(&theirs, &key);
                assert_eq!(encryption, self::encryption(engine));
                assert_eq!(values(engine, &content), plain, "{engine} {name}-{count}");
                let ours = encrypted(&content, encryption, &key);
                assert_eq!(ours.len(), theirs.len());
                if encryption == Encryption::Godot3 {
                    assert_eq!(ours, theirs, "the form of Godot 3 has nothing random");
                }
                assert_eq!(decrypted(&ours, &key), (encryption, content));
            }
        }
    }
}

#[test]
fn the_start_value_is_random() {
    let [_, (_, key)] = keys();
    let twice = [(); 2].map(|()| encrypted(b"secret", Encryption::Godot4, &key));
    assert_ne!(twice[0], twice[1]);
}

/// Checks that the same content has the same bytes at any time.
#[test]
fn gzip_blocks_have_no_time() {
    let file = compressed(b"content", Compression::Gzip);
    let start = file.windows(3).position(|bytes| bytes == b"\x1f\x8b\x08");
    let time = start.expect("a header of gzip") + 4;
    assert_eq!(file[time..time + 4], [0; 4]);
}
