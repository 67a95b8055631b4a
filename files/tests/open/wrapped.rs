//! Compressed and encrypted files.

use crate::common::{key, options, save};
use gdvariant::Advice;
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant_files::error::ErrorKind;
use gdvariant_files::input::from_reader;
use gdvariant_files::layer::{Layer, add_layers};
use gdvariant_files::open::{ExaminedFile, Note, OpenEvents, OpenOptions, Purpose, open};
use gdvariant_files::{Compression, Encryption};

/// Notes as text.
#[derive(Default)]
struct Notes(Vec<String>);

impl OpenEvents for Notes {
    fn note(&mut self, note: &Note<'_>) {
        self.0.push(match note {
            Note::Layer(layer) => layer.to_string(),
            Note::Choice { choice, .. } => choice.to_string(),
            _ => panic!("another note"),
        });
    }
}

fn encrypted(encryption: Encryption) -> Layer {
    Layer::Encrypted(encryption, key())
}

/// Returns the notes about a file, and its values.
fn opened(file: &[u8], options: &OpenOptions) -> (Vec<String>, Vec<AnyVariant>) {
    let mut notes = Notes::default();
    let examined = ExaminedFile::new(from_reader(file), options, &mut notes).expect("a valid file");
    let opened = examined.open(options, Purpose::Read, false, &mut notes);
    let opened = opened.expect("a clear layout");
    let layers: Vec<_> = opened.layers.iter().map(ToString::to_string).collect();
    assert!(notes.0.starts_with(&layers), "{:?}", notes.0);
    let values = opened.into_reader(FrameOptions::new()).expect("bytes");
    let values = values.map(|value| value.expect("a value"));
    (notes.0, values.collect())
}

#[test]
fn wrapped_files_yield_the_same_values() {
    const CHOICE: &str = "godot4, framed: 99%";
    let save = save();
    let (notes, expected) = opened(&save, &OpenOptions::new());
    assert_eq!((notes, expected.len()), (vec![CHOICE.to_owned()], 2));
    let files = [
        vec![encrypted(Encryption::Godot3)],
        vec![encrypted(Encryption::Godot4)],
        vec![
            encrypted(Encryption::Godot4),
            Layer::Compressed(Compression::Zstd, 4096),
        ],
    ];
    let compressed = Compression::ALL.map(|it| vec![Layer::Compressed(it, 4096)]);
    for layers in files.into_iter().chain(compressed) {
        let file = add_layers(save.clone(), &layers).expect("a vector");
        let (notes, values) = opened(&file, &options());
        let names: Vec<_> = layers.iter().map(ToString::to_string).collect();
        assert_eq!(notes, [names, vec![CHOICE.to_owned()]].concat());
        assert_eq!(values, expected);
    }
    let sealed = encrypted(Encryption::Godot3).wrap(&save).expect("a vector");
    let error = open(&sealed[..], &OpenOptions::new()).expect_err("no key");
    assert!(matches!(error.kind(), ErrorKind::Key), "{error}");
    assert_eq!(error.advice(), Some(Advice::Key));
}

/// Checks that a key is asked for only once, and only if the options have none.
#[test]
fn events_state_the_key() {
    struct Keys(usize);

    impl OpenEvents for Keys {
        fn key(&mut self) -> Option<gdvariant_files::FileKey> {
            self.0 += 1;
            Some(key())
        }
    }

    let file = encrypted(Encryption::Godot4)
        .wrap(&save())
        .expect("a vector");
    for (options, asked) in [(OpenOptions::new(), 1), (options(), 0)] {
        let mut keys = Keys(0);
        ExaminedFile::new(from_reader(file.as_slice()), &options, &mut keys).expect("a valid file");
        assert_eq!(keys.0, asked);
    }
}

#[test]
fn the_limit_of_content_applies_to_each_layer() {
    let save = save();
    let options = options().max_content(8);
    for layer in [
        Layer::Compressed(Compression::Zstd, 4096),
        encrypted(Encryption::Godot3),
        encrypted(Encryption::Godot4),
    ] {
        let file = layer.wrap(&save).expect("a vector");
        let error = open(&file[..], &options).expect_err("long content");
        let is_long = matches!(error.kind(), ErrorKind::LongField { limit: 8, .. });
        assert!(
            is_long && error.advice() == Some(Advice::Raise("max_content")),
            "{error}"
        );
    }
}
