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
fn invalid_frames_are_errors() {
    let valid = frame(b"one");
    let mut changed = valid.clone();
    *changed.last_mut().expect("a checksum") ^= 1;
    for (file, reason) in [
        (
            [&valid, &b"x"[..]].concat(),
            "the bytes after a frame are not a frame",
        ),
        (
            [&valid, &b"\0\0\0\0"[..]].concat(),
            "the bytes after a frame are not a frame",
        ),
        (changed, "the checksum does not match the content"),
        (
            with_window(24, *b"four"),
            "a window of 16777216 bytes, expected at most 8388608",
        ),
    ] {
        let error = read(&file).expect_err(reason).to_string();
        assert_eq!(error, format!("invalid zstd frame: {reason}"));
    }
    let truncated = [&valid, &b"\x5f\x2a\x4d\x18\x03\0\0\0ab"[..]].concat();
    let error = read(&truncated).expect_err("a truncated frame");
    assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
    assert_eq!(read(&with_window(23, *b"four")).expect("8 MiB"), b"four");
    assert!(Zstd::new(&with_window(27, *b"four")[..], MAX_WINDOW).is_ok());
}
