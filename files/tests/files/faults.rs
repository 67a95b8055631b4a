//! Damaged files, incorrect keys and hostile lengths.

use super::{ENGINES, compressed, encrypted, file, keys};
use allocation_counter::measure;
use gdvariant_files::error::ErrorKind;
use gdvariant_files::{CompressedReader, Compression, Encryption, FileKey, decrypt_file};
use std::io::{self, Read};

/// The maximum length of content in these tests.
const LIMIT: u64 = 1 << 20;

pub(super) fn read_compressed(file: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    CompressedReader::new(file, LIMIT)?.read_to_end(&mut content)?;
    Ok(content)
}

fn read_encrypted(file: &[u8], key: &FileKey) -> io::Result<Vec<u8>> {
    Ok(decrypt_file(file, key, LIMIT)?.1)
}

/// Returns the message of the error of reading a file.
pub(super) fn message(file: &[u8]) -> String {
    read_compressed(file)
        .expect_err("an invalid file")
        .to_string()
}

/// Checks the key of a password whose MD5 starts with a zero.
#[test]
fn derives_the_key_of_the_engine_from_a_password() {
    let key = FileKey::from(*b"098f6bcd4621d373cade4e832627b4f6");
    assert!(FileKey::from_password("test") == key);
    assert_eq!(format!("{key:?}"), "FileKey(..)", "keys stay secret");
}

#[test]
fn reports_an_incorrect_password() {
    let wrong = FileKey::from_password("battery staple");
    for engine in ENGINES {
        let file = file(engine, "pass-300.gdec");
        let error = decrypt_file(&file[..], &wrong, LIMIT).expect_err(engine);
        assert!(matches!(error.kind(), ErrorKind::WrongKey), "{error:?}");
        assert!(error.to_string().contains("wrong password or key"));
    }
}

#[test]
fn rejects_truncated_files() {
    #[track_caller]
    fn check(content: io::Result<Vec<u8>>) {
        let error = content.expect_err("a truncated file");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{error}");
    }
    let file = compressed(&[7; 5000], Compression::Zstd);
    // Readers ignore the magic number at the end.
    for length in 0..file.len() - 4 {
        check(read_compressed(&file[..length]));
    }
    let [_, (_, key)] = keys();
    for encryption in [Encryption::Godot3, Encryption::Godot4] {
        let file = encrypted(&[7; 100], encryption, &key);
        for length in 0..file.len() {
            check(read_encrypted(&file[..length], &key));
        }
    }
}

#[test]
fn errors_have_an_offset_and_a_reason() {
    let mut damaged = compressed(&[7; 5000], Compression::Deflate);
    damaged[24] ^= 0xff;
    let files: [(&[u8], &str); 7] = [
        (b"RSRC", r#"0x0000: magic: expected "GCPF", found "RSRC""#),
        (
            b"GCPF\x04\0\0\0",
            "0x0004: mode: found 4, expected one of 0 (FastLZ), 1 (deflate), 2 (zstd), 3 (gzip)",
        ),
        (
            b"GCPF\0\0\0\0\0\0\0\0\x01\0\0\0",
            "0x0008: block_length: expected at least 1, found 0",
        ),
        (
            b"GCPF\0\0\0\0\0\x10\0\0\xff\xff\xff\xff",
            "0x000c: length: 4294967295 bytes, expected at most 1048576",
        ),
        (
            b"GCPF\0\0\0\0\0\x10",
            "0x0008: block_length: the file is truncated: expected 4 bytes, found 2",
        ),
        (&damaged, "0x0018: block 0 cannot be decompressed"),
        // The table has 4 bytes for each byte of content.
        (
            b"GCPF\x02\0\0\0\x01\0\0\0\0\0\x10\0",
            "0x0008: block_length: 4194304 bytes, expected at most 1048576",
        ),
    ];
    for (file, expected) in files {
        assert_eq!(message(file), expected);
    }
}

#[test]
fn lengths_do_not_overflow() {
    let [_, (_, key)] = keys();
    let sealed = [&b"GDEC\x01\0\0\0"[..], &[0; 16], &[0xff; 8]].concat();
    let limit = u64::MAX;
    let error = decrypt_file(&sealed[..], &key, limit).expect_err("no content");
    let is_too_long = matches!(error.kind(), ErrorKind::LongField { offset: 24, .. });
    assert!(is_too_long, "{error}");
    let limit = 0;
    let file = compressed(&[], Compression::Zstd);
    CompressedReader::new(&file[..], limit).expect("no content");
}

/// Returns a compressed file with blocks of 4096 bytes.
pub(super) fn file_of_blocks(compression: u8, content: u32, blocks: &[&[u8]]) -> Vec<u8> {
    let mut file = [&b"GCPF"[..], &[compression, 0, 0, 0, 0, 0x10, 0, 0]].concat();
    file.extend(content.to_le_bytes());
    for block in blocks {
        file.extend((block.len() as u32).to_le_bytes());
    }
    file.extend(blocks.concat());
    file
}

#[test]
fn zstd_holds_no_more_than_the_announced_length() {
    // A zstd frame with a window of 128 MiB, and content of the same length in runs of 128 KiB.
    let header = [0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3];
    let run = [2, 0, 0x10, 7];
    let block = [&header[..], &run.repeat(1100)].concat();
    let file = file_of_blocks(2, 4096, &[&block, &[]]);
    let allocated = measure(|| {
        assert_eq!(message(&file), "0x0018: block 0 cannot be decompressed");
    });
    assert!(allocated.bytes_max < 1 << 20, "{}", allocated.bytes_max);
}

#[test]
fn a_block_is_not_much_longer_than_its_content() {
    let file = file_of_blocks(0, 10, &[&[0; 2 * 10 + 1024 + 1]]);
    let mut reads = 0;
    let reader = CountedReads(&file, &mut reads);
    let mut reader = CompressedReader::new(reader, LIMIT).expect("a header");
    let error = reader.read(&mut [0]).expect_err("a long block");
    assert_eq!(error.to_string(), "0x0014: block 0 cannot be decompressed");
    drop(reader);
    assert_eq!(reads, 20, "the block is not read");
}

#[test]
fn a_block_may_be_twice_as_long_as_its_content() {
    // FastLZ in which a byte precedes each byte of content.
    let file = file_of_blocks(0, 4000, &[&[0, b'a'].repeat(4000)]);
    let mut content = String::new();
    let mut reader = CompressedReader::new(&file[..], LIMIT).expect("a header");
    reader.read_to_string(&mut content).expect("a block");
    assert!(content == "a".repeat(4000));
}

/// A reader that counts bytes.
struct CountedReads<'a>(&'a [u8], &'a mut usize);

impl Read for CountedReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        *self.1 += read;
        Ok(read)
    }
}

#[test]
fn after_an_error_there_is_no_more_content() {
    let mut file = compressed(&[7; 10_000], Compression::Deflate);
    // The first block follows a table of 3 blocks.
    file[28] ^= 0xff;
    let mut reader = CompressedReader::new(&file[..], LIMIT).expect("a header");
    let mut content = Vec::new();
    reader
        .read_to_end(&mut content)
        .expect_err("a damaged block");
    assert_eq!(reader.read_to_end(&mut content).expect("no content"), 0);
}

#[test]
fn announced_lengths_allocate_nothing() {
    // A header that announces a megabyte in blocks of four bytes, without the blocks.
    let hostile = *b"GCPF\x02\0\0\0\x04\0\0\0\0\0\x10\0";
    let [_, (_, key)] = keys();
    let sealed = [&b"GDEC\x01\0\0\0"[..], &[0; 16], &LIMIT.to_le_bytes()].concat();
    let allocated = measure(|| {
        read_compressed(&hostile).expect_err("no blocks");
        read_encrypted(&sealed, &key).expect_err("no content");
    });
    assert!(allocated.bytes_max < 4096, "{} bytes", allocated.bytes_max);
}

#[test]
fn the_digest_of_an_empty_file_is_checked() {
    for encryption in [Encryption::Godot3, Encryption::Godot4] {
        let key = FileKey::from_password("k");
        let mut file = encrypted(&[], encryption, &key);
        file[8] ^= 1;
        let error = decrypt_file(&*file, &key, LIMIT).expect_err("another digest");
        assert!(matches!(error.kind(), ErrorKind::WrongKey), "{error:?}");
    }
}
