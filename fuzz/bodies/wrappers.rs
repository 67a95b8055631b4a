//! The target for wrappers of the crate gdvariant-files, whose tests run it on its corpus.

use gdvariant::schema::LAYOUTS;
use gdvariant_files::detect::Framing;
use gdvariant_files::error::Error;
use gdvariant_files::open::{OpenFile, OpenOptions, open};
use gdvariant_files::wrapper::{MAX_WRAPPERS, Size, SizeOf, Wrapper, wrapped};
use gdvariant_files::{Compression, Encryption, FileKey};

/// The maximum length of content, in bytes.
const LIMIT: u64 = 1 << 16;

/// The start of wrapped content: no wrapper, no value, and more bytes than a type has numbers.
const START: &[u8] = b"content that is neither a wrapper nor a value in any layout, so: ";

/// The first bytes of a file, before its wrappers.
const HEADER: &[u8; 7] = b"header:";

/// Checks that opening any bytes returns an error or content within the limit, and that content is
/// unchanged after it is wrapped and opened.
pub fn wrappers(input: &[u8]) {
    let Some((&[choice, kinds @ ..], content)) = input.split_first_chunk::<{ 1 + MAX_WRAPPERS }>()
    else {
        return;
    };
    let skip = usize::from(choice) % (HEADER.len() + 1);
    if let Ok((opened, _)) = unwrapped(&input[1..], skip) {
        assert!(opened.len() as u64 <= LIMIT.max(input.len() as u64));
    }
    let content = [START, content].concat();
    let mut chosen: Vec<_> = kinds.into_iter().filter_map(wrapper).collect();
    if skip > 0 {
        chosen.insert(0, Wrapper::Header(HEADER[..skip].to_vec()));
    }
    let file = wrapped(content.clone(), &chosen).expect("short content can be written");
    let (found, wrappers) = unwrapped(&file, skip).expect("a written file can be opened");
    assert_eq!(names(&wrappers), names(&chosen));
    assert!(found == content, "{:?}", names(&chosen));
    let again = wrapped(found, &wrappers).expect("short content can be written");
    // The bytes of an encrypted file are random.
    let is_random = wrappers.iter().any(Wrapper::is_encrypted);
    assert!(is_random || again == file, "{:?}", names(&chosen));
}

/// Returns the wrappers as text, which does not tell equal sizes apart.
fn names(wrappers: &[Wrapper]) -> Vec<String> {
    wrappers.iter().map(ToString::to_string).collect()
}

fn unwrapped(file: &[u8], skip: usize) -> Result<(Vec<u8>, Vec<Wrapper>), Error> {
    let options = OpenOptions::new().key(key()).max_content(LIMIT);
    let options = options.skip(skip as u64).layout(&LAYOUTS[0]);
    open(file, &options.framing(Framing::Bare)).and_then(OpenFile::into_content)
}

fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

/// Returns the wrapper that a byte selects, except for FastLZ without a size: nothing confirms it
/// around arbitrary content.
fn wrapper(choice: u8) -> Option<Wrapper> {
    let mode = Compression::ALL[usize::from(choice) % Compression::ALL.len()];
    let size = |of| Size {
        of,
        is_64_bit: choice & 4 != 0,
        is_big_endian: choice & 8 != 0,
    };
    Some(match choice >> 4 {
        0 => Wrapper::of_mode(Compression::Deflate),
        1 => Wrapper::of_mode(Compression::Gzip),
        2 => Wrapper::of_mode(Compression::Zstd),
        3 => Wrapper::Encrypted(Encryption::Godot3, key()),
        4 => Wrapper::Encrypted(Encryption::Godot4, key()),
        5 => Wrapper::Compressed(mode, 1024),
        6 | 7 => Wrapper::Stream(vec![size(SizeOf::Content)], mode),
        8 | 9 => {
            let sizes = [SizeOf::Content, SizeOf::Compressed];
            Wrapper::Stream(sizes.map(size).to_vec(), mode)
        }
        10 => {
            let sizes = [SizeOf::Compressed, SizeOf::Content];
            Wrapper::Stream(sizes.map(size).to_vec(), mode)
        }
        _ => return None,
    })
}
