//! Random values such as games save, as text that the engines parse.

use crate::common::random::Random;
use gdvariant::any::AnyVariant;
use gdvariant::schema::layout_named;
use gdvariant::{EncodeOptions, godot3, godot4};

/// The engine that writes a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    Godot3,
    Godot4,
}

impl Engine {
    pub(crate) const ALL: [Self; 2] = [Self::Godot3, Self::Godot4];

    pub(crate) fn layout(self) -> &'static str {
        match self {
            Self::Godot3 => "godot3",
            Self::Godot4 => "godot4",
        }
    }

    /// Parses the text of a value.
    fn parse(self, text: &str) -> AnyVariant {
        layout_named(self.layout())
            .expect("a layout")
            .parse(text)
            .expect(text)
    }

    /// Encodes the value of a text.
    pub(crate) fn encode(self, text: &str) -> Vec<u8> {
        let value = self.parse(text);
        value.to_vec(EncodeOptions::new()).expect("a small value")
    }

    /// Returns the line that the program prints for the value of a text.
    pub(crate) fn json(self, text: &str) -> String {
        let json = serde_json::to_string(&self.parse(text));
        json.expect("every value has a JSON form") + "\n"
    }
}

/// The value of an entry that editors replace, which no other entry contains.
pub(crate) const MARKED: &str = "\"Zanzibar\"";

/// Strings that are shorter than the marked string, as long, and longer.
pub(crate) const REPLACEMENTS: [&str; 3] = [
    "\"Z\"",
    "\"Zanzibor\"",
    "\"a longer string than the one before\"",
];

const KEYS: [&str; 12] = [
    "name",
    "gold",
    "health",
    "position",
    "inventory",
    "playtime",
    "map",
    "stats",
    "hp",
    "a",
    "lastCheckpoint",
    "version",
];
const STRINGS: [&str; 10] = [
    "",
    "a",
    "Ada",
    "potion of healing",
    "res://maps/cave.tscn",
    "Žofie",
    "日本",
    "2026-11-26 12:00:00",
    "true",
    "0",
];

/// The names of packed arrays in each engine.
const BYTES: [&str; 2] = ["PoolByteArray", "PackedByteArray"];
const INTS: [&str; 2] = ["PoolIntArray", "PackedInt32Array"];
const WORDS: [&str; 2] = ["PoolStringArray", "PackedStringArray"];

/// A Dictionary or an Array, whose entries are texts.
#[derive(Debug, Clone)]
pub(crate) struct Save {
    pub(crate) engine: Engine,
    /// The keys and values of a Dictionary. The keys of an Array are omitted.
    pub(crate) entries: Vec<(&'static str, String)>,
    is_array: bool,
}

impl Save {
    /// Returns a value with an entry [`MARKED`].
    pub(crate) fn random(random: &mut Random, engine: Engine) -> Self {
        let count = 1 + random.below(8);
        let mut save = Self::of(random, engine, count, |random| value(random, engine, 2));
        let index = random.below(save.entries.len());
        save.entries[index].1 = MARKED.into();
        save.is_array = random.below(10) == 0;
        save
    }

    /// Returns a Dictionary of a few ints and strings.
    pub(crate) fn small(random: &mut Random, engine: Engine) -> Self {
        let count = 1 + random.below(4);
        Self::of(random, engine, count, |random| match random.below(2) {
            0 => int(random),
            _ => string(random),
        })
    }

    /// Returns a Dictionary with a long value, and then an entry [`MARKED`].
    pub(crate) fn of_long(engine: Engine, value: String) -> Self {
        Self {
            engine,
            entries: vec![("map", value), ("name", MARKED.into())],
            is_array: false,
        }
    }

    /// Returns the same value for an engine with other names of types.
    pub(crate) fn of_engine(&self, engine: Engine) -> Self {
        let mut save = self.clone();
        save.engine = engine;
        for (_, value) in &mut save.entries {
            *value = value.replace(self.engine.of(BYTES), engine.of(BYTES));
        }
        save
    }

    fn of(
        random: &mut Random,
        engine: Engine,
        count: usize,
        mut value: impl FnMut(&mut Random) -> String,
    ) -> Self {
        let mut entries: Vec<(&str, String)> = Vec::new();
        while entries.len() < count {
            let key = *random.pick(&KEYS);
            if entries.iter().all(|(other, _)| *other != key) {
                entries.push((key, value(random)));
            }
        }
        Self {
            engine,
            entries,
            is_array: false,
        }
    }

    /// Returns the index of the entry that editors replace.
    pub(crate) fn marked(&self) -> usize {
        let mut values = self.entries.iter();
        let index = values.position(|(_, value)| value == MARKED);
        index.expect("a save with a marked entry")
    }

    pub(crate) fn path(&self, index: usize) -> String {
        if self.is_array {
            format!("[{index}]")
        } else {
            self.entries[index].0.into()
        }
    }

    pub(crate) fn with(&self, index: usize, value: &str) -> Self {
        let mut save = self.clone();
        save.entries[index].1 = value.into();
        save
    }

    pub(crate) fn without(&self, index: usize) -> Self {
        let mut save = self.clone();
        save.entries.remove(index);
        save
    }

    pub(crate) fn text(&self) -> String {
        let entry = |(key, value): &(&str, String)| {
            if self.is_array {
                value.clone()
            } else {
                format!("\"{key}\": {value}")
            }
        };
        let entries = self.entries.iter().map(entry);
        let entries = entries.collect::<Vec<_>>().join(", ");
        if self.is_array {
            format!("[{entries}]")
        } else {
            format!("{{{entries}}}")
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.engine.encode(&self.text())
    }

    pub(crate) fn json(&self) -> String {
        self.engine.json(&self.text())
    }
}

fn int(random: &mut Random) -> String {
    match random.below(8) {
        0 => "0".into(),
        1 => "1".into(),
        2..5 => random.below(100).to_string(),
        5 => random.below(100_000).to_string(),
        6 => format!("-{}", 1 + random.below(1 << 31)),
        _ => (random.next() >> 1).to_string(),
    }
}

/// Returns a number with few binary digits, which every engine parses exactly.
fn float(random: &mut Random) -> String {
    let numerator = i32::try_from(random.below(1 << 16)).expect("16 bits") - 1000;
    format!("{:?}", f64::from(numerator) / 64.0)
}

fn string(random: &mut Random) -> String {
    format!("\"{}\"", random.pick(&STRINGS))
}

fn list(random: &mut Random, mut element: impl FnMut(&mut Random) -> String) -> String {
    let count = random.below(6);
    let elements = (0..count).map(|_| element(random));
    elements.collect::<Vec<_>>().join(", ")
}

fn value(random: &mut Random, engine: Engine, depth: usize) -> String {
    match random.below(if depth > 0 { 16 } else { 11 }) {
        0 => "null".into(),
        1 => (*random.pick(&["true", "false"])).into(),
        2..4 => int(random),
        4 => float(random),
        5..8 => string(random),
        8 => format!("Vector2({}, {})", float(random), float(random)),
        9 => format!(
            "Vector3({}, {}, {})",
            float(random),
            float(random),
            float(random)
        ),
        10 => "Color(1, 0.5, 0, 1)".into(),
        11 => {
            let (names, elements) = match random.below(3) {
                0 => (BYTES, list(random, |it| it.below(256).to_string())),
                1 => (INTS, list(random, |it| it.below(5000).to_string())),
                _ => (WORDS, list(random, string)),
            };
            format!("{}({elements})", engine.of(names))
        }
        12 | 13 => format!(
            "[{}]",
            list(random, |random| value(random, engine, depth - 1))
        ),
        _ => {
            let count = random.below(5);
            Save::of(random, engine, count, |random| {
                value(random, engine, depth - 1)
            })
            .text()
        }
    }
}

impl Engine {
    /// Returns whether bytes consist of valid frames.
    pub(crate) fn is_framed(self, mut bytes: &[u8]) -> bool {
        let bytes = &mut bytes;
        while !bytes.is_empty() {
            let is_valid = match self {
                Self::Godot3 => godot3::read_framed::<godot3::Variant>(&mut *bytes).is_ok(),
                Self::Godot4 => godot4::read_framed::<godot4::Variant>(&mut *bytes).is_ok(),
            };
            if !is_valid {
                return false;
            }
        }
        true
    }

    /// Returns the text of an array of bytes.
    pub(crate) fn byte_array(self, elements: &str) -> String {
        format!("{}({elements})", self.of(BYTES))
    }

    /// Returns the name of a type.
    fn of(self, [godot3, godot4]: [&'static str; 2]) -> &'static str {
        match self {
            Self::Godot3 => godot3,
            Self::Godot4 => godot4,
        }
    }
}
