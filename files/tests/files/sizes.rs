//! Compressed and encrypted files of every length around the lengths of blocks.

use super::faults::{file_of_blocks, message, read_compressed};
use super::{ALGORITHMS, decompressed, decrypted, encrypted, keys};
use gdvariant_files::error::ErrorKind;
use gdvariant_files::{CompressedReader, Compression, Encryption, compress_file, decrypt_file};
use std::io::Read;

/// Lengths around those of a padded FastLZ block, of its runs and matches, and of a full block.
const LENGTHS: [usize; 16] = [
    1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 255, 256, 264, 4095, 4096, 4097,
];

/// Returns content that compresses well, in part and badly.
fn contents(length: usize) -> [Vec<u8>; 3] {
    let noise = |i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8;
    let bytes = || 0..u32::try_from(length).expect("short");
    [
        vec![7; length],
        bytes().map(|i| noise(i / 5)).collect(),
        bytes().map(noise).collect(),
    ]
}

/// Writes content with this block length.
fn in_blocks(content: &[u8], compression: Compression, block_length: u32) -> Vec<u8> {
    compress_file(content, compression, block_length).expect("less than 4 GiB")
}

/// Compresses content to a single block.
fn block(content: &[u8], compression: Compression) -> Vec<u8> {
    let file = in_blocks(content, compression, 1 << 17);
    file[20..file.len() - 4].to_vec()
}

#[test]
fn a_block_has_exactly_the_announced_length() {
    for (mode, (name, compression)) in (0..).zip(ALGORITHMS) {
        for content in LENGTHS.into_iter().flat_map(contents) {
            let (length, block) = (content.len(), block(&content, compression));
            for announced in [length - 1, length, length + 1] {
                // FastLZ pads content to 16 bytes, so a shorter length cannot be checked.
                let is_padded = compression == Compression::FastLz
                    && announced.min(length) < 16
                    && announced.max(length) <= 16;
                if !(1..=4096).contains(&announced) || is_padded && announced != length {
                    continue;
                }
                let context = format!("{name}: {length} bytes for {announced}");
                // As the last block, and before another block of the same length.
                let announced_length = u32::try_from(announced).expect("short");
                let blocks: [&[u8]; 2] = [&block, &[]];
                let last = file_of_blocks(mode, announced_length, &blocks[..=announced / 4096]);
                let mut first = file_of_blocks(mode, 2 * announced_length, &[&block, &block, &[]]);
                first[8..12].copy_from_slice(&announced_length.to_le_bytes());
                for (file, expected) in [(last, content.clone()), (first, content.repeat(2))] {
                    if announced == length {
                        assert_eq!(
                            read_compressed(&file).expect(&context),
                            expected,
                            "{context}"
                        );
                    } else {
                        let error = message(&file);
                        let is_block = error.ends_with("block 0 cannot be decompressed");
                        assert!(is_block, "{context}: {error}");
                    }
                }
            }
        }
    }
}

#[test]
fn content_of_every_length_round_trips() {
    for (name, compression) in ALGORITHMS {
        for block_length in [1, 15, 16, 17, 4096_u32] {
            let lengths = match block_length as usize {
                4096 => vec![0, 4095, 4096, 4097, 8191, 8192, 8193],
                short => (0..=2 * short + 2).collect(),
            };
            for content in lengths.into_iter().flat_map(contents) {
                let file = in_blocks(&content, compression, block_length);
                let length = content.len();
                let context = format!("{name}: {length} bytes in blocks of {block_length}");
                assert_eq!(decompressed(&file), content, "{context}");
                // Engines write an empty block after a full one.
                let blocks = length / block_length as usize + 1;
                let table = file[16..16 + 4 * blocks].as_chunks().0.iter();
                let compressed: u32 = table.map(|length| u32::from_le_bytes(*length)).sum();
                let expected = 16 + 4 * blocks + compressed as usize + 4;
                assert_eq!(file.len(), expected, "{context}");
            }
        }
    }
}

#[test]
fn content_is_read_in_pieces_of_any_length() {
    for (name, compression) in ALGORITHMS {
        let [.., content] = contents(100);
        let file = in_blocks(&content, compression, 16);
        for piece in [1, 2, 15, 16, 17, 33] {
            let mut reader = CompressedReader::new(&file[..], 256 << 20).expect(name);
            let (mut read, mut buffer) = (Vec::<u8>::new(), vec![0; piece]);
            loop {
                let length = reader.read(&mut buffer).expect(name);
                if length == 0 {
                    break;
                }
                read.extend(&buffer[..length]);
            }
            assert_eq!(read, content, "{name}: pieces of {piece} bytes");
        }
    }
}

#[test]
fn encrypted_content_of_every_length_round_trips() {
    for (encryption, header) in [(Encryption::Godot3, 32), (Encryption::Godot4, 44)] {
        for (name, key) in keys() {
            for content in (0..=49).map(|length| vec![length as u8 % 2 * 0xff; length]) {
                let file = encrypted(&content, encryption, &key);
                let context = format!("{encryption:?}, {name}: {content:x?}");
                let expected = header + content.len().next_multiple_of(16);
                assert_eq!(file.len(), expected, "{context}");
                let read = decrypted(&file, &key);
                assert_eq!(read, (encryption, content.clone()), "{context}");
            }
        }
    }
}

/// Checks that each change of a byte of the content is found, and that the padding is ignored.
#[test]
fn a_changed_block_of_any_length_is_an_error() {
    let [_, (_, key)] = keys();
    for (encryption, header) in [(Encryption::Godot3, 32), (Encryption::Godot4, 44)] {
        for length in [1, 15, 16, 17, 31, 32, 33] {
            let file = encrypted(&vec![7; length], encryption, &key);
            for at in header..file.len() {
                let mut changed = file.clone();
                changed[at] ^= 1;
                let read = decrypt_file(&changed[..], &key, 256 << 20);
                // Godot 4 encrypts a byte with the bytes before it, so a change of the padding
                // leaves the content, whereas Godot 3 encrypts blocks.
                let is_padding = encryption == Encryption::Godot4 && at - header >= length;
                let is_error =
                    matches!(&read, Err(error) if matches!(error.kind(), ErrorKind::WrongKey));
                assert_eq!(is_error, !is_padding, "{encryption:?}, {length}, byte {at}");
            }
        }
    }
}
