//! What `PackedByteArray.compress` returned, bare and after its sizes.

use crate::common::{Random, bytes, key, layout, options, save};
use gdvariant::{Advice, Decoding};
use gdvariant::{Variant, godot4};
use gdvariant_files::detect::Framing;
use gdvariant_files::error::{Error, ErrorKind};
use gdvariant_files::layer::{Layer, MAX_LAYERS, Size, SizeOf, add_layers, unpack};
use gdvariant_files::open::{Note, OpenEvents, OpenFile, OpenOptions, open};
use gdvariant_files::{Compression, Encryption};
use std::collections::HashMap;

/// Files of engines, a line for each. The head explains the columns.
const FILES: &str = include_str!("data/compress.txt");

/// Returns the content, which can be anything, and the layers.
fn content(file: &[u8], options: &OpenOptions) -> Result<(Vec<u8>, Vec<Layer>), Error> {
    let options = options.clone().layout(layout("godot4"));
    open(file, &options.framing(Framing::Bare)).and_then(OpenFile::into_content)
}

fn names(layers: &[Layer]) -> Vec<String> {
    layers.iter().map(ToString::to_string).collect()
}

/// Returns the layer of compressed bytes after their sizes.
fn sized(of: &[SizeOf], mode: Compression) -> Layer {
    Layer::Stream(of.iter().copied().map(Size::new).collect(), mode)
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
        let (found, layers) = content(&file, &OpenOptions::new()).expect(line);
        assert_eq!(found, *expected, "{line}");
        let mode = Compression::ALL[mode.parse::<usize>().expect("a number")];
        match &layers[..] {
            [Layer::Stream(sizes, found)] if !sizes.is_empty() => {
                assert_eq!(*found, mode, "{line}");
                let numbers = form.trim_start_matches('b');
                assert_eq!(sizes.len(), numbers.len() - 1, "{line}");
                for (size, letter) in sizes.iter().zip(numbers[1..].chars()) {
                    assert_eq!(size.of == SizeOf::Content, letter == 'c', "{line}");
                    assert_eq!(size.is_64_bit, numbers.starts_with('8'), "{line}");
                    assert_eq!(size.is_big_endian, form.starts_with('b'), "{line}");
                }
            }
            layers => {
                assert_eq!(form, "bare", "{line}: {:?}", names(layers));
                assert_eq!(names(layers), names(&[Layer::from_mode(mode)]), "{line}");
            }
        }
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
        let (found, layers) = content(&file, &OpenOptions::new()).expect("bytes");
        assert_eq!((found, names(&layers)), (file, vec![]));
    }
}

/// The seeds of the fuzz target nest layers in any order.
#[test]
fn the_number_of_layers_has_a_limit() {
    let most = [const { Layer::from_mode(Compression::Deflate) }; MAX_LAYERS];
    let file = add_layers(save(), &most).expect("a vector");
    assert_eq!(
        content(&file, &options()).expect("bytes").1.len(),
        MAX_LAYERS
    );
    let file = Layer::from_mode(Compression::Deflate)
        .wrap(&file)
        .expect("a vector");
    let error = content(&file, &options()).expect_err("too many");
    assert!(
        matches!(error.kind(), ErrorKind::Layers(MAX_LAYERS)),
        "{error}"
    );
}

#[test]
fn a_header_precedes_compressed_bytes() {
    let save = save();
    let header = Layer::Header(b"head!".to_vec());
    let streams = Compression::ALL.map(|it| vec![header.clone(), Layer::from_mode(it)]);
    let sized = sized(&[SizeOf::Content], Compression::Zstd);
    let files = [
        vec![header.clone(), Layer::Compressed(Compression::Gzip, 4096)],
        vec![header.clone(), Layer::Encrypted(Encryption::Godot4, key())],
        // The header is within the compressed bytes.
        vec![Layer::from_mode(Compression::Deflate), header.clone()],
    ];
    let files = files.into_iter().chain(streams).map(|layers| (layers, 5));
    // The size is skipped, or found without the option.
    let before_size = vec![Layer::Header(b"SAVE".to_vec()), sized];
    let files = files.chain([0, 4, 8].map(|skip| (before_size.clone(), skip)));
    for (layers, skip) in files {
        let file = add_layers(save.clone(), &layers).expect("a vector");
        let (found, opened) = content(&file, &options().skip(skip)).expect("bytes");
        assert_eq!(
            (found, names(&opened)),
            (save.clone(), names(&layers)),
            "{skip}"
        );
        let header = |it: &Layer| matches!(it, Layer::Header(bytes) if bytes.len() > 3);
        assert!(opened.iter().any(header));
    }
    // Without its size, a header has to be confirmed.
    let stream = Compression::Zstd.compress(&save).expect("a vector");
    let file = [&[7, 0, 0, 0], &stream[..]].concat();
    let error = content(&file, &OpenOptions::new()).expect_err("a header");
    assert_eq!(error.advice(), Some(skip(4)), "{error}");
}

#[test]
fn damaged_streams_are_named() {
    let options = OpenOptions::new().max_content(1 << 16);
    let error = |file: &[u8]| content(file, &options).expect_err("damaged");
    let save = save();
    let zlib = Layer::from_mode(Compression::Deflate)
        .wrap(&save)
        .expect("a vector");
    let mut changed = zlib.clone();
    *changed.last_mut().expect("a checksum") ^= 1;
    for (file, reason) in [
        (&zlib[..zlib.len() - 1], "incomplete"),
        (&zlib[..zlib.len() / 2], "incomplete"),
        (&[&zlib[..], b"more"].concat(), "bytes follow"),
        (&changed, "corrupt"),
    ] {
        let error = error(file).to_string();
        assert!(
            error.starts_with(&format!("invalid zlib stream: {reason}")),
            "{error}"
        );
    }
    for mode in Compression::ALL {
        let sized = sized(&[SizeOf::Content], mode);
        let bare = Layer::from_mode(mode);
        let is_confirmed = mode != Compression::FastLz;
        if is_confirmed {
            let mut file = sized.wrap(&save).expect("a vector");
            let cut = error(&file[..file.len() - 5]).to_string();
            assert!(!cut.contains("layout"), "{mode:?}: {cut}");
            // The size is another number.
            file[0] ^= 4;
            assert_eq!(error(&file).advice(), Some(skip(4)), "{mode:?}");
        }
        for layer in [Some(sized), is_confirmed.then_some(bare)]
            .into_iter()
            .flatten()
        {
            let bomb = layer.wrap(&vec![7; 1 << 17]).expect("a vector");
            assert_eq!(
                error(&bomb).advice(),
                Some(Advice::Raise("max_content")),
                "{mode:?}"
            );
        }
    }
}

/// The first layer that is removed from a file.
#[derive(Default)]
struct Outermost(Option<String>);

impl OpenEvents for Outermost {
    fn note(&mut self, note: &Note<'_>) {
        if let (Note::Layer(layer), None) = (note, &self.0) {
            self.0 = Some(layer.to_string());
        }
    }
}

/// Checks that a layer is recognized whatever its content is, also if the content starts like a
/// file of another format. `PackedByteArray.compress` with FastLZ alone has neither a size nor a
/// checksum.
#[test]
fn short_contents_do_not_hide_their_layer() {
    const STARTS: [&[u8]; 9] = [
        b"",
        b"\x89PNG\r\n\x1a\n",
        b"\x1f\x8b\x08\0\0\0\0\0",
        b"\x28\xb5\x2f\xfd",
        b"\x78\x9c",
        b"GCPF",
        b"ECFG",
        b"PK\x03\x04",
        b"\x04\0\0\0",
    ];
    let mut random = Random(7);
    let names = Layer::COMPRESSIONS.into_iter();
    for name in names.filter(|it| *it != "plain-fastlz") {
        let layer = Layer::compression(name).expect("a name");
        for start in STARTS {
            for length in 0..=17 {
                let limit = random.one(&[1, 4, 256, 256]);
                let mut content = start.to_vec();
                content.resize_with(length, || random.below(limit).to_le_bytes()[0]);
                let file = layer.wrap(&content).expect("a vector");
                let mut outermost = Outermost::default();
                let _ = unpack(&file[..], &options(), &mut outermost);
                // The size of 4 bytes is also a Nil after its length.
                let is_nil = name.starts_with("size64") && length == 4;
                let expected = (!is_nil).then(|| layer.to_string());
                assert_eq!(outermost.0, expected, "{name}: {content:02x?}");
            }
        }
    }
}

fn skip(skip: u64) -> Advice {
    Decoding {
        skip,
        ..Decoding::default()
    }
    .into()
}
