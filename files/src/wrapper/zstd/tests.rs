use super::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fn frame(content: &[u8]) -> Vec<u8> {
    compress_to_vec(content, CompressionLevel::Fastest)
}

fn read(file: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    Zstd::new(file, 100)?.read_to_end(&mut content)?;
    Ok(content)
}

fn message(file: &[u8]) -> String {
    read(file).expect_err("an invalid file").to_string()
}

/// Returns a file with one uncompressed block and a window of 2 to the power of `log` bytes.
fn with_window(log: u8, content: [u8; 4]) -> Vec<u8> {
    let header = [0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3];
    let last_block = [1 | 4 << 3, 0, 0];
    [&header[..], &last_block, &content].concat()
}

#[test]
fn all_frames_are_read() {
    let skippable = b"\x5f\x2a\x4d\x18\x03\0\0\0abc";
    let file = [
        &skippable[..],
        &frame(b"one "),
        skippable,
        &frame(b""),
        &frame(b"two"),
        skippable,
    ]
    .concat();
    assert_eq!(read(&file).expect("frames"), b"one two");
}

#[test]
fn other_bytes_after_a_frame_are_an_error() {
    for rest in [&b"x"[..], b"\0\0\0\0"] {
        let file = [&frame(b"one")[..], rest].concat();
        assert_eq!(
            message(&file),
            "invalid zstd frame: the bytes after a frame are not a frame"
        );
    }
    let truncated = b"\x5f\x2a\x4d\x18\x03\0\0\0ab";
    let file = [&frame(b"one")[..], truncated].concat();
    assert_eq!(
        read(&file).expect_err("a truncated frame").kind(),
        ErrorKind::UnexpectedEof
    );
}

#[test]
fn checksums_are_compared() {
    let mut file = frame(b"one");
    *file.last_mut().expect("a checksum") ^= 1;
    assert_eq!(
        message(&file),
        "invalid zstd frame: the checksum does not match the content"
    );
}

#[test]
fn windows_are_limited() {
    assert_eq!(read(&with_window(23, *b"four")).expect("8 MiB"), b"four");
    assert_eq!(
        message(&with_window(24, *b"four")),
        "invalid zstd frame: a window of 16777216 bytes, expected at most 8388608"
    );
    let file = with_window(27, *b"four");
    assert!(Zstd::new(&file[..], MAX_WINDOW).is_ok());
}
