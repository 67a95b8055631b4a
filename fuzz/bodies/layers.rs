//! The target for layers of the crate gdvariant-files, whose tests run it on its corpus.

use gdvariant::schema::LAYOUTS;
use gdvariant_files::detect::Framing;
use gdvariant_files::error::Error;
use gdvariant_files::layer::{Layer, MAX_LAYERS, Size, SizeOf, add_layers};
use gdvariant_files::open::{OpenFile, OpenOptions, open};
use gdvariant_files::{Compression, Encryption, FileKey};

/// The maximum length of content, in bytes.
const LIMIT: u64 = 1 << 16;

/// The start of wrapped content: no layer, no value, and more bytes than a type has numbers.
const START: &[u8] = b"content that is neither a layer nor a value in any layout, so: ";

/// The first bytes of a file, before its layers.
const HEADER: &[u8; 7] = b"header:";

/// Checks that opening any bytes returns an error or content within the limit, and that content is
/// unchanged after it is wrapped and opened.
pub fn layers(input: &[u8]) {
    let Some((&[choice, kinds @ ..], content)) = input.split_first_chunk::<{ 1 + MAX_LAYERS }>()
    else {
        return;
    };
    let skip = usize::from(choice) % (HEADER.len() + 1);
    if let Ok((opened, _)) = unwrapped(&input[1..], skip) {
        assert!(opened.len() as u64 <= LIMIT.max(input.len() as u64));
    }
    let content = [START, content].concat();
    let mut chosen: Vec<_> = kinds.into_iter().filter_map(layer).collect();
    if skip > 0 {
        chosen.insert(0, Layer::Header(HEADER[..skip].to_vec()));
    }
    let file = add_layers(content.clone(), &chosen).expect("short content can be written");
    let (found, layers) = unwrapped(&file, skip).expect("a written file can be opened");
    assert_eq!(names(&layers), names(&chosen));
    assert!(found == content, "{:?}", names(&chosen));
    let again = add_layers(found, &layers).expect("short content can be written");
    // The bytes of an encrypted file are random.
    let is_random = layers.iter().any(Layer::is_encrypted);
    assert!(is_random || again == file, "{:?}", names(&chosen));
}

/// Returns the layers as text, which does not tell equal sizes apart.
fn names(layers: &[Layer]) -> Vec<String> {
    layers.iter().map(ToString::to_string).collect()
}

fn unwrapped(file: &[u8], skip: usize) -> Result<(Vec<u8>, Vec<Layer>), Error> {
    let options = OpenOptions::new().key(key()).max_content(LIMIT);
    let options = options.skip(skip as u64).layout(&LAYOUTS[0]);
    open(file, &options.framing(Framing::Bare)).and_then(OpenFile::into_content)
}

fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

/// Returns the layer that a byte selects, except for FastLZ without a size: nothing confirms it
/// around arbitrary content.
fn layer(choice: u8) -> Option<Layer> {
    let mode = Compression::ALL[usize::from(choice) % Compression::ALL.len()];
    let size = |of| Size {
        of,
        is_64_bit: choice & 4 != 0,
        is_big_endian: choice & 8 != 0,
    };
    Some(match choice >> 4 {
        0 => Layer::from_mode(Compression::Deflate),
        1 => Layer::from_mode(Compression::Gzip),
        2 => Layer::from_mode(Compression::Zstd),
        3 => Layer::Encrypted(Encryption::Godot3, key()),
        4 => Layer::Encrypted(Encryption::Godot4, key()),
        5 => Layer::Compressed(mode, 1024),
        6 | 7 => Layer::Stream(vec![size(SizeOf::Content)], mode),
        8 | 9 => {
            let sizes = [SizeOf::Content, SizeOf::Compressed];
            Layer::Stream(sizes.map(size).to_vec(), mode)
        }
        10 => {
            let sizes = [SizeOf::Compressed, SizeOf::Content];
            Layer::Stream(sizes.map(size).to_vec(), mode)
        }
        _ => return None,
    })
}
