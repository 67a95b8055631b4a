//! Settings of exported games.

use gdvariant::framing::FrameOptions;
use gdvariant::schema::{LAYOUTS, layout_named};
use gdvariant_files::detect::Framing;
use gdvariant_files::layer::Layer;
use gdvariant_files::open::{OpenFile, OpenOptions, open};

/// Settings with the name `name` and the value `"Ada"`.
const NAME: &[u8] = b"ECFG\x01\0\0\0\x04\0\0\0name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";

/// Checks the first bytes that Pandemonium 5 writes.
#[test]
fn settings_of_pandemonium_keep_their_first_bytes() {
    let mut file = NAME.to_vec();
    file[..4].copy_from_slice(b"ECFP");
    let layout = layout_named("godot3").expect("a layout");
    let opened = open(file.as_slice(), &OpenOptions::new().layout(layout)).expect("settings");
    let (content, layers) = opened.into_content().expect("a Dictionary");
    let [layer] = layers.as_slice() else {
        panic!("one layer")
    };
    assert_eq!(layer.wrap(&content).expect("settings"), file);
}

/// Checks that the values do not decide if the caller states the layout.
#[test]
fn the_layout_of_settings_can_be_stated() {
    for layout in LAYOUTS {
        let opened = open(NAME, &OpenOptions::new().layout(layout)).expect(layout.name);
        assert_eq!(opened.layout.name, layout.name);
    }
}

/// Checks that skipping the header of settings yields the bytes after it, also to write them back.
#[test]
fn skipped_settings_are_bytes_before_values() {
    for (framing, header) in [(Framing::Bare, 20), (Framing::LittleEndian, 16)] {
        let (header, rest) = NAME.split_at(header);
        let options = OpenOptions::new().framing(framing);
        let options = options.skip(header.len() as u64);
        let content = open(NAME, &options).and_then(OpenFile::into_content);
        assert_eq!(content.expect("memory").0, rest);
        let opened = open(NAME, &options).expect("a value");
        let [layer] = opened.layers.as_slice() else {
            panic!("one layer")
        };
        assert!(matches!(layer, Layer::Header(found) if found == header));
        let mut values = opened.into_reader(FrameOptions::new()).expect("bytes");
        let value = values.next().expect("a value").expect("a value");
        assert_eq!(value.to_string(), "\"Ada\"");
    }
}
