//! Builds a value for each entry of the audit's list of effects.

use flate2::Compression as Level;
use flate2::write::{GzEncoder, ZlibEncoder};
use gdvariant_files::audit::effects::{Action, Effect, LARGE_COUNT, Trigger, ValueTest};
use gdvariant_files::{Compression, compress_file};
use std::io::Write;

/// The numbers of an engine's types.
#[derive(Debug, Clone, Copy)]
pub(super) struct Types {
    pub(super) layout: &'static str,
    object: u32,
    dictionary: u32,
    array: u32,
    byte_array: u32,
}

pub(super) const GODOT_3: Types = Types {
    layout: "godot3",
    object: 17,
    dictionary: 18,
    array: 19,
    byte_array: 20,
};

pub(super) const GODOT_4: Types = Types {
    layout: "godot4",
    object: 24,
    dictionary: 27,
    array: 28,
    byte_array: 29,
};

/// Returns bytes with their length and padding.
pub(super) fn sized(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).expect("short");
    let padding = bytes.len().next_multiple_of(4) - bytes.len();
    [&length.to_le_bytes(), bytes, &vec![0; padding]].concat()
}

pub(super) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub(super) fn string(text: &str) -> Vec<u8> {
    [words(&[4]), sized(text.as_bytes())].concat()
}

/// Returns the file of a compressed content.
pub(super) fn compressed(content: &[u8], compression: Compression) -> Vec<u8> {
    compress_file(content, compression, 4096).expect("less than 4 GiB")
}

pub(super) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Level::fast());
    writer.write_all(content).expect("a vector");
    writer.finish().expect("a vector")
}

pub(super) fn zlib(content: &[u8]) -> Vec<u8> {
    let mut writer = ZlibEncoder::new(Vec::new(), Level::fast());
    writer.write_all(content).expect("a vector");
    writer.finish().expect("a vector")
}

impl Types {
    /// Returns the types of an engine with this version.
    pub(super) fn of_version(version: &str) -> Self {
        if version.starts_with('3') {
            GODOT_3
        } else {
            GODOT_4
        }
    }

    pub(super) fn object(self, class: &str, properties: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let count = u32::try_from(properties.len()).expect("few");
        let start = [
            words(&[self.object]),
            sized(class.as_bytes()),
            words(&[count]),
        ];
        let properties = properties
            .iter()
            .map(|(name, value)| [&sized(name.as_bytes()), value.as_slice()].concat());
        start.into_iter().chain(properties).flatten().collect()
    }

    pub(super) fn array(self, elements: &[Vec<u8>]) -> Vec<u8> {
        let count = u32::try_from(elements.len()).expect("few");
        [words(&[self.array, count]), elements.concat()].concat()
    }

    pub(super) fn dictionary(self, key: &[u8], value: &[u8]) -> Vec<u8> {
        [&words(&[self.dictionary, 1]), key, value].concat()
    }

    pub(super) fn byte_array(self, bytes: &[u8]) -> Vec<u8> {
        [words(&[self.byte_array]), sized(bytes)].concat()
    }
}

/// A value that triggers an effect.
pub(super) struct Sample {
    pub(super) name: String,
    pub(super) value: Vec<u8>,
    /// The text of the value if the effect is in a string that a game parses.
    pub(super) text: Option<String>,
    /// The property with the effect, or an empty string.
    pub(super) property: &'static str,
}

/// Returns whether the effect depends on where a path leads.
pub(super) fn depends_on_path(effect: &Effect) -> bool {
    matches!(effect.action, Action::LoadsScript | Action::LoadsIncludes)
}

/// Returns a value for each class of an entry, with this path if the effect involves a file.
pub(super) fn samples(effect: &Effect, types: Types, path: &str) -> Vec<Sample> {
    let sample = |name: String, value| Sample {
        name,
        value,
        text: None,
        property: "",
    };
    match effect.trigger {
        Trigger::Declared(field) => {
            // The bits of the header that announce a script.
            let (number, flags) = match field {
                "element_script" => (types.array, 3 << 16),
                "key_script" => (types.dictionary, 3 << 16),
                "value_script" => (types.dictionary, 3 << 18),
                _ => panic!("{field} is unknown"),
            };
            let header = words(&[number | flags]);
            let value = [header, sized(path.as_bytes()), words(&[0])].concat();
            vec![sample(field.to_owned(), value)]
        }
        Trigger::Class(class) if effect.action == Action::LoadsLibrary => {
            // Godot selects the entry of its platform.
            let entry = |platform| (platform, string(path));
            let entries = ["entry/Server.64", "entry/X11.64"].map(entry);
            let library = types.object(class, &entries);
            let name = string("Class");
            let script = types.object(
                "NativeScript",
                &[("class_name", name), ("library", library)],
            );
            vec![sample(class.to_owned(), script)]
        }
        Trigger::Class(class) => vec![sample(class.to_owned(), types.object(class, &[]))],
        Trigger::Property(classes, property, form) => {
            let any = match property {
                "script/source" => "GDScript",
                _ => "Resource",
            };
            let classes = if classes.is_empty() { &[any] } else { classes };
            let value = value_of(effect.action, form, types, path);
            let of_class = |class: &&'static str| Sample {
                property,
                ..sample(
                    format!("{class}.{property}"),
                    types.object(class, &[(property, value.clone())]),
                )
            };
            classes.iter().map(of_class).collect()
        }
        Trigger::Constructor(word) => {
            let text = match word {
                "Object" => source(path).replace('"', "\\\""),
                _ => path.to_owned(),
            };
            let text = match word {
                "Object" => format!("Object(GDScript,\"script/source\":\"{text}\")"),
                _ => format!("{word}(\"{text}\")"),
            };
            vec![Sample {
                text: Some(text.clone()),
                ..sample(word.to_owned(), string(&text))
            }]
        }
    }
}

/// Returns source code that loads a file.
fn source(path: &str) -> String {
    format!("extends \"{path}\"\n")
}

fn value_of(action: Action, form: ValueTest, types: Types, path: &str) -> Vec<u8> {
    match form {
        ValueTest::Object => {
            let code = "extends Resource\nfunc _init():\n\tprint('RAN the script')\n";
            types.object("GDScript", &[("script/source", string(code))])
        }
        ValueTest::Text | ValueTest::Convertible => string(&match action {
            Action::LoadsIncludes => format!("shader_type canvas_item;\n#include \"{path}\"\n"),
            Action::Compiles => source(path),
            _ => path.to_owned(),
        }),
        ValueTest::Count => words(&[2, i32::MAX.cast_unsigned().max(LARGE_COUNT)]),
        ValueTest::Elements => types.array(&[types.array(&[]), types.array(&[])]),
        ValueTest::Infinite => words(&[3, f32::INFINITY.to_bits()]),
        ValueTest::Any => words(&[0]),
    }
}
