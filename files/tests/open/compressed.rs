//! What `PackedByteArray.compress` returned, bare and after its sizes.

use crate::common::{bytes, compressed, encrypted, layout, options, save};
use gdvariant::detect::Framing;
use gdvariant::files::{Compression, Encryption};
use gdvariant::{Variant, godot4};
use gdvariant_files::error::{Advice, Error};
use gdvariant_files::open::{Note, OpenEvents, OpenOptions, Opened, open};
use gdvariant_files::wrapper::{MAX_WRAPPERS, Size, SizeOf, Wrapper, unpack, wrapped};
use std::collections::HashMap;

/// Files of engines, a line for each. The head explains the columns.
const FILES: &str = include_str!("data/compress.txt");

/// Returns the content, which can be anything, and the wrappers.
fn content(file: &[u8], options: &OpenOptions) -> Result<(Vec<u8>, Vec<Wrapper>), Error> {
    let options = options.clone().layout(layout("godot4"));
    open(file, &options.framing(Framing::Bare)).and_then(Opened::into_content)
}

fn names(wrappers: &[Wrapper]) -> Vec<String> {
    wrappers.iter().map(ToString::to_string).collect()
}

/// Returns the wrapper of compressed bytes after their sizes.
fn sized(of: &[SizeOf], mode: Compression) -> Wrapper {
    Wrapper::Sized(of.iter().copied().map(Size::new).collect(), mode)
}

#[test]
fn opens_what_engines_compressed() {
    let lines = FILES.lines().filter(|line| !line.starts_with('#'));
    let mut plain = HashMap::new();
    let mut count = 0;
    for line in lines {
        let columns: Vec<_> = line.split(' ').collect();
        if let [version, kind, "plain", hex] = columns[..] {
            plain.insert((version, kind), bytes(hex));
            continue;
        }
        let [version, kind, mode, form, hex] = columns[..] else {
            panic!("{line}");
        };
        let (file, expected) = (bytes(hex), &plain[&(version, kind)]);
        let (found, wrappers) = content(&file, &OpenOptions::new()).expect(line);
        assert_eq!(found, *expected, "{line}");
        let mode = Compression::ALL[mode.parse::<usize>().expect("a number")];
        match &wrappers[..] {
            [Wrapper::Sized(sizes, found)] => {
                assert_eq!(*found, mode, "{line}");
                let numbers = form.trim_start_matches('b');
                assert_eq!(sizes.len(), numbers.len() - 1, "{line}");
                for (size, letter) in sizes.iter().zip(numbers[1..].chars()) {
                    assert_eq!(size.of == SizeOf::Content, letter == 'c', "{line}");
                    assert_eq!(size.is_64_bit, numbers.starts_with('8'), "{line}");
                    assert_eq!(size.is_big_endian, form.starts_with('b'), "{line}");
                }
            }
            wrappers => {
                assert_eq!(form, "bare", "{line}: {:?}", names(wrappers));
                assert_eq!(names(wrappers), names(&[Wrapper::of_mode(mode)]), "{line}");
            }
        }
        // Nothing confirms other content after FastLZ alone.
        let longer = [expected, &[0x2e; 20][..]].concat();
        let longer = if form.contains('c') {
            longer
        } else {
            expected.clone()
        };
        let again = wrapped(longer.clone(), &wrappers).expect("a vector");
        let (found, again) = content(&again, &OpenOptions::new()).expect(line);
        assert_eq!((found, names(&again)), (longer, names(&wrappers)), "{line}");
        count += 1;
    }
    assert!(count > 70, "{count} files");
}

#[test]
fn values_are_no_compressed_bytes() {
    // The length of the first value is `78 9c 00 00`.
    let mut save = Vec::new();
    let long = "a".repeat(0x9c78 - 8);
    godot4::write_framed(&mut save, &long).expect("a short value");
    godot4::write_framed(&mut save, "end").expect("a short value");
    let mut files = vec![save.clone(), [&save[..], b"old"].concat()];
    for mode in Compression::ALL {
        let bytes = mode.compress(long.as_bytes()).expect("a vector");
        // The count of the array is the size of the compressed bytes.
        let bytes = Variant::PackedByteArray(bytes[..bytes.len() / 4 * 4].to_vec());
        files.push(godot4::to_vec(&bytes).expect("a short value"));
        let mut framed = Vec::new();
        godot4::write_framed(&mut framed, &bytes).expect("a short value");
        files.push(framed);
    }
    files.push(b"x^2 is a square, and x is its root".to_vec());
    files.push([&b"f(x)"[..], b"x^2 is a square, and x is its root"].concat());
    for file in files {
        let (found, wrappers) = content(&file, &OpenOptions::new()).expect("bytes");
        assert_eq!((found, names(&wrappers)), (file, vec![]));
    }
}

#[test]
fn wrappers_nest_in_any_order() {
    let save = save();
    let key = crate::common::key();
    let size = || sized(&[SizeOf::Content], Compression::Zstd);
    let wrappers = || {
        [
            Wrapper::Zlib,
            Wrapper::Gzip,
            Wrapper::FastLz,
            size(),
            sized(&[SizeOf::Compressed, SizeOf::Content], Compression::FastLz),
            Wrapper::Compressed(Compression::FastLz, 4096),
            Wrapper::Encrypted(Encryption::Godot3, key.clone()),
            Wrapper::Encrypted(Encryption::Godot4, key.clone()),
        ]
    };
    for outer in wrappers() {
        for inner in wrappers() {
            // Nothing confirms FastLZ whose content has no magic number.
            if matches!(outer, Wrapper::FastLz)
                && matches!(inner, Wrapper::FastLz | Wrapper::Sized(..))
            {
                continue;
            }
            let both = [outer.clone(), inner];
            let file = wrapped(save.clone(), &both).expect("a vector");
            let (found, wrappers) = content(&file, &options()).expect("an open file");
            assert_eq!(names(&wrappers), names(&both));
            assert_eq!(found, save, "{:?}", names(&both));
        }
    }
    let most = vec![Wrapper::Zlib; MAX_WRAPPERS + 1];
    let file = wrapped(save, &most[1..]).expect("a vector");
    assert_eq!(
        content(&file, &options()).expect("bytes").1.len(),
        MAX_WRAPPERS
    );
    let file = Wrapper::Zlib.wrap(&file).expect("a vector");
    let error = content(&file, &options()).expect_err("too many");
    assert!(matches!(error, Error::Layers(MAX_WRAPPERS)), "{error}");
}

#[test]
fn a_header_precedes_compressed_bytes() {
    let save = save();
    let files = [
        compressed(&save, Compression::Gzip),
        encrypted(&save, Encryption::Godot4),
    ];
    let streams = Compression::ALL.map(|it| it.compress(&save).expect("a vector"));
    for file in files.iter().chain(&streams) {
        let file = [b"head!", &file[..]].concat();
        let (found, wrappers) = content(&file, &options().skip(5)).expect("bytes");
        assert_eq!(found, save);
        assert!(matches!(&wrappers[0], Wrapper::Header(header) if header == b"head!"));
        assert_eq!(wrappers.len(), 2);
    }
    // The header is within the compressed bytes.
    let wrappers = [Wrapper::Zlib, Wrapper::Header(b"head!".to_vec())];
    let file = wrapped(save.clone(), &wrappers).expect("a vector");
    let (found, inner) = content(&file, &options().skip(5)).expect("bytes");
    assert_eq!((found, names(&inner)), (save.clone(), names(&wrappers)));
    // The skipped bytes contain the size.
    let wrappers = [
        Wrapper::Header(b"SAVE".to_vec()),
        sized(&[SizeOf::Content], Compression::Zstd),
    ];
    let file = wrapped(save.clone(), &wrappers).expect("a vector");
    for skip in [0, 4, 8] {
        let (found, both) = content(&file, &options().skip(skip)).expect("bytes");
        assert_eq!(
            (found, names(&both)),
            (save.clone(), names(&wrappers)),
            "{skip}"
        );
    }
    // Without its size, a header has to be confirmed.
    let file = [&[7, 0, 0, 0], &streams[2][..]].concat();
    let error = content(&file, &OpenOptions::new()).expect_err("a header");
    assert_eq!(error.advice(), Some(Advice::Skip(4)), "{error}");
}

#[test]
fn damaged_streams_are_named() {
    let content_of = |file: &[u8]| content(file, &OpenOptions::new().max_content(1 << 16));
    let error = |file: &[u8]| content_of(file).expect_err("damaged").to_string();
    let save = save();
    let zlib = Wrapper::Zlib.wrap(&save).expect("a vector");
    let cut = &zlib[..zlib.len() - 1];
    assert_eq!(error(cut), "invalid zlib stream: the input ends within it");
    let cut = &zlib[..zlib.len() / 2];
    assert_eq!(error(cut), "invalid zlib stream: the input ends within it");
    let after = [&zlib[..], b"more"].concat();
    assert_eq!(error(&after), "invalid zlib stream: bytes follow it");
    let mut changed = zlib.clone();
    *changed.last_mut().expect("a checksum") ^= 1;
    let sum = "invalid zlib stream: the checksum does not match the content";
    assert_eq!(error(&changed), sum);
    for mode in [Compression::Deflate, Compression::Zstd, Compression::Gzip] {
        let sized = sized(&[SizeOf::Content], mode);
        let file = sized.wrap(&save).expect("a vector");
        let name = error(&file[..file.len() - 5]);
        assert!(!name.contains("layout"), "{mode:?}: {name}");
        let mut changed = file.clone();
        // The size is another number.
        changed[0] ^= 4;
        let error = content_of(&changed).expect_err("another size");
        assert_eq!(error.advice(), Some(Advice::Skip(4)), "{error}");
        for wrapper in [sized, Wrapper::of_mode(mode)] {
            let bomb = wrapper.wrap(&vec![7; 1 << 17]).expect("a vector");
            let error = content_of(&bomb).expect_err("long content");
            assert_eq!(error.advice(), Some(Advice::MaxContent), "{error}");
        }
    }
    let bomb = sized(&[SizeOf::Content], Compression::FastLz);
    let bomb = bomb.wrap(&vec![7; 1 << 17]).expect("a vector");
    let error = content_of(&bomb).expect_err("long content");
    assert_eq!(error.advice(), Some(Advice::MaxContent), "{error}");
}

/// The first wrapper that is removed from a file.
#[derive(Default)]
struct Outermost(Option<String>);

impl OpenEvents for Outermost {
    fn note(&mut self, note: &Note<'_>) {
        if let (Note::Wrapper(wrapper), None) = (note, &self.0) {
            self.0 = Some(wrapper.to_string());
        }
    }
}

/// Checks that a wrapper is recognized whatever its content is, also if the content starts like a
/// file of another format. `PackedByteArray.compress` with FastLZ alone has neither a size nor a
/// checksum.
#[test]
fn short_contents_do_not_hide_their_wrapper() {
    const STARTS: [&[u8]; 16] = [
        b"",
        b"\x89PNG\r\n\x1a\n",
        b"\x1f\x8b\x08\0\0\0\0\0",
        b"\x28\xb5\x2f\xfd",
        b"\x50\x2a\x4d\x18",
        b"\x78\x9c",
        b"\x78\x01",
        b"GCPF",
        b"GDEC",
        b"RSCC",
        b"RSRC",
        b"ECFG",
        b"PK\x03\x04",
        b"{\"a\": [1]}",
        b"hello, world",
        b"\x04\0\0\0",
    ];
    let mut random = 7_u64;
    let mut byte = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        random.to_be_bytes()[0]
    };
    for name in Wrapper::COMPRESSIONS
        .into_iter()
        .filter(|it| *it != "plain-fastlz")
    {
        let wrapper = Wrapper::compression(name).expect("a name");
        for (start, length) in STARTS
            .iter()
            .flat_map(|it| (0..=17).map(move |length| (it, length)))
        {
            for fill in 0..4 {
                let rest = (0..length).map(|_| match fill {
                    0 => 0,
                    1 => byte() & 3,
                    _ => byte(),
                });
                let mut content: Vec<_> = start.iter().copied().chain(rest).collect();
                content.truncate(length);
                let file = wrapper.wrap(&content).expect("a vector");
                let mut outermost = Outermost::default();
                let _ = unpack(&file[..], &options(), &mut outermost);
                // The size of 4 bytes is also a Nil after its length.
                let is_nil = name.starts_with("size64") && length == 4;
                let expected = (!is_nil).then(|| wrapper.to_string());
                assert_eq!(outermost.0, expected, "{name}: {content:02x?}");
            }
        }
    }
}
