use allocation_counter::measure;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::{Layout, layout_named};
use gdvariant_files::open::{OpenOptions, open};
use gdvariant_files::{
    CompressedReader, Compression, Encryption, FileKey, compress_file, decrypt_file, encrypt_file,
    read_settings,
};
use std::io::Read;

/// The maximum length of the content of a file, in bytes.
const LIMIT: u64 = 1 << 16;

/// The bytes that a reader may allocate: for growing content, a block, and tables of the decoders.
const MAX_ALLOCATED: u64 = 4 * LIMIT + (1 << 20);

/// Checks the readers of compressed, encrypted and settings files.
///
/// The readers return an error or content within the limit, and return written content unchanged.
pub fn files(input: &[u8]) {
    let Some((&choice, input)) = input.split_first() else {
        return;
    };
    check_read(input);
    if input.len() as u64 <= LIMIT {
        written(choice, input);
    }
}

/// Checks that a file is an error or content within the limit, and allocates little.
pub(super) fn check_read(input: &[u8]) {
    // Settings are not compressed, but the padding of names makes the content longer than the file.
    let length = 2 * input.len() as u64;
    let read = measure(|| {
        if let Some(content) = read(input) {
            assert!(content.len() as u64 <= LIMIT.max(length));
        }
    });
    let allowed = MAX_ALLOCATED + 4 * length;
    assert!(read.bytes_max <= allowed, "{} bytes", read.bytes_max);
}

/// Checks that values of any layout in the content of a file are decoded or are errors.
pub(super) fn check_values(file: &[u8]) {
    let content = read(file).unwrap_or_else(|| file.to_vec());
    let opened = open(content.as_slice(), &OpenOptions::new());
    if let Ok(values) = opened.and_then(|it| it.into_reader(FrameOptions::new())) {
        for value in values {
            assert!(
                !value
                    .map_or_else(|error| error.to_string(), |it| it.to_string())
                    .is_empty()
            );
        }
    }
}

fn godot4() -> &'static Layout {
    layout_named("godot4").expect("a layout")
}

fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

fn read(file: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    if file.starts_with(b"GDEC") {
        content = decrypt_file(file, &key(), LIMIT).ok()?.1;
    } else if file.starts_with(b"ECF") {
        content = read_settings(godot4(), file, LIMIT).ok()?;
    } else {
        let mut reader = CompressedReader::new(file, LIMIT).ok()?;
        reader.read_to_end(&mut content).ok()?;
    }
    Some(content)
}

/// Checks that content is unchanged after it is written and read in the selected form.
fn written(choice: u8, content: &[u8]) {
    let file = in_form(choice, content);
    // One in 2^32 digests of Godot 4 starts with the bytes of a mode of Godot 3.
    let is_ambiguous = file.starts_with(b"GDEC\x01\0\0\0") && choice % 6 == 5;
    assert!(is_ambiguous || read(&file).as_deref() == Some(content));
}

/// Writes content in the selected form.
pub(super) fn in_form(choice: u8, content: &[u8]) -> Vec<u8> {
    if let Some(compression) = Compression::ALL.get(usize::from(choice % 6)) {
        compressed(content, *compression)
    } else {
        let forms = [Encryption::Godot3, Encryption::Godot4];
        encrypted(content, forms[usize::from(choice) % forms.len()])
    }
}

fn compressed(content: &[u8], compression: Compression) -> Vec<u8> {
    compress_file(content, compression, 4096).expect("less than 4 GiB")
}

fn encrypted(content: &[u8], encryption: Encryption) -> Vec<u8> {
    encrypt_file(content, encryption, &key()).expect("random numbers are available")
}
