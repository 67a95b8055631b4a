//! Settings of exported games.

use crate::common::conformance;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::{LAYOUTS, layout_named};
use gdvariant::{Converter, Godot4};
use gdvariant_files::error::Error;
use gdvariant_files::open::{OpenOptions, open};

/// Settings with the name `name` and the value `"Ada"`.
const NAME: &[u8] = b"ECFG\x01\0\0\0\x04\0\0\0name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";

#[test]
fn settings_of_a_game_are_a_dictionary() {
    let path = conformance("files/godot-4.6.3/project.binary");
    let file = std::fs::read(path).expect("a file");
    let opened = open(file.as_slice(), &OpenOptions::new()).expect("a layout");
    assert_eq!(opened.layout.name, "godot4");
    let mut values = opened.into_reader(FrameOptions::new());
    let settings = values.next().expect("a value").expect("a Dictionary");
    assert!(settings.kind() == gdvariant::Kind::Dictionary);
    let (settings, report) = settings
        .convert::<Godot4>(&Converter::new())
        .expect("the same");
    assert!(report.is_lossless() && settings.as_dictionary().is_some());
}

/// Checks the first bytes that Pandemonium 5 writes.
#[test]
fn settings_of_pandemonium_keep_their_first_bytes() {
    let mut file = NAME.to_vec();
    file[..4].copy_from_slice(b"ECFP");
    let layout = layout_named("godot3").expect("a layout");
    let opened = open(file.as_slice(), &OpenOptions::new().layout(layout)).expect("settings");
    let (content, wrappers) = opened.into_content().expect("a Dictionary");
    let [wrapper] = wrappers.as_slice() else {
        panic!("one wrapper")
    };
    assert_eq!(wrapper.wrap(&content).expect("settings"), file);
}

/// Checks that the values do not decide if the caller states the layout.
#[test]
fn the_layout_of_settings_can_be_stated() {
    for layout in LAYOUTS {
        let opened = open(NAME, &OpenOptions::new().layout(layout));
        match opened {
            Ok(opened) => assert_eq!(opened.layout.name, layout.name),
            // No engine writes such a file.
            Err(Error::SettingsLayout(_)) => assert!(!layout.is_implemented, "{}", layout.name),
            Err(error) => panic!("{}: {error}", layout.name),
        }
    }
}

/// Checks that settings whose header the options skip are an error, not values.
#[test]
fn settings_without_their_magic_are_an_error() {
    let error = open(NAME, &OpenOptions::new().skip(4)).err();
    let error = error.expect("the magic is skipped");
    assert!(matches!(error, Error::File(_)), "{error}");
}
