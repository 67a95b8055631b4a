//! Creates the files that the measured commands read.
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use gdvariant::godot3::{self, Variant};
use gdvariant::{Vector2, godot3::variant};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of bytes of a megabyte.
pub(crate) const MEGABYTE: u64 = 1_000_000;

/// A file of values, a second file with a difference in the middle, and the JSON form of the first.
#[derive(Debug)]
pub(crate) struct Input {
    /// The title of the files in the page.
    pub(crate) title: String,
    /// The options of gdvariant for the files.
    pub(crate) options: &'static [&'static str],
    /// A path that exists in the values. With a dot before it, the path is also a filter of jq.
    pub(crate) path: String,
    /// The file of values.
    pub(crate) old: PathBuf,
    /// The file with a difference.
    pub(crate) new: PathBuf,
    /// The file of the JSON form.
    pub(crate) json: PathBuf,
    /// The approximate length of the files, in bytes.
    pub(crate) length: u64,
    /// The measured tasks; `None` for all tasks.
    pub(crate) tasks: Option<&'static [&'static str]>,
    write: fn(&mut dyn Write, u64, bool) -> io::Result<()>,
}

impl Input {
    /// Describes files of framed values in a folder, without creating them.
    pub(crate) fn framed(folder: &Path, length: u64) -> Self {
        Self {
            title: format!("{} MB of framed values", length / MEGABYTE),
            options: &["--framed"],
            path: "players[0].health".into(),
            old: folder.join("framed.old"),
            new: folder.join("framed.new"),
            json: folder.join("framed.json"),
            length,
            tasks: None,
            write: framed,
        }
    }

    /// Describes files of one Array in a folder, without creating them.
    pub(crate) fn array(folder: &Path, length: u64) -> Self {
        Self {
            title: format!("an Array of {} MB", length / MEGABYTE),
            options: &[],
            path: format!("[{}]", array_length(length) / 2),
            old: folder.join("array.old"),
            new: folder.join("array.new"),
            json: folder.join("array.json"),
            length,
            tasks: None,
            write: array,
        }
    }

    /// Describes files of small Dictionaries, each with its length or as elements of one Array,
    /// without creating them.
    pub(crate) fn rows(folder: &Path, count: u64) -> [Self; 2] {
        let input = |name: &str, title, options, path, write| Self {
            title: format!("{title} {count} small Dictionaries"),
            options,
            path,
            old: folder.join(format!("{name}.old")),
            new: folder.join(format!("{name}.new")),
            json: folder.join(format!("{name}.json")),
            length: count * ROW,
            tasks: Some(&["decode", "get"]),
            write,
        };
        let path = format!("[{}].x", count / 2);
        [
            input(
                "rows",
                "frames with",
                &["--framed"],
                "x".into(),
                framed_rows,
            ),
            input("table", "an Array of", &[], path, table),
        ]
    }

    /// Creates the files.
    pub(crate) fn write(&self, program: &Path) -> io::Result<()> {
        for (path, is_new) in [(&self.old, false), (&self.new, true)] {
            let mut file = BufWriter::new(File::create(path)?);
            (self.write)(&mut file, self.length, is_new)?;
            file.flush()?;
        }
        let mut decode = Command::new(program);
        decode.arg("decode").args(self.options).arg(&self.old);
        if !decode.arg("-o").arg(&self.json).status()?.success() {
            return Err(io::Error::other("the program cannot decode the input"));
        }
        Ok(())
    }
}

/// Writes framed states of a small game.
fn framed(file: &mut dyn Write, length: u64, is_new: bool) -> io::Result<()> {
    let (mut written, mut number) = (0, 0);
    let mut bytes = Vec::new();
    while written < length {
        let is_changed = is_new && written >= length / 2 && written < length / 2 + 1000;
        bytes.clear();
        godot3::write_framed(&mut bytes, &state(number, is_changed)).map_err(io::Error::other)?;
        file.write_all(&bytes)?;
        written += bytes.len() as u64;
        number += 1;
    }
    Ok(())
}

/// The length of a row in an Array, in bytes.
const ROW: u64 = 100;

/// Returns rows of a log, Dictionaries of four small values.
fn rows(length: u64, is_new: bool) -> impl Iterator<Item = Variant> {
    let count = length / ROW;
    (0..count).zip(0_i32..).map(move |(index, tick)| {
        let is_changed = is_new && index == count / 2;
        let player = if is_changed { "Eve" } else { "Ada" };
        variant!({
            "tick": tick,
            "player": player,
            "x": (f64::from(tick) * 0.37),
            "y": tick,
        })
    })
}

/// Writes rows, each with its length.
fn framed_rows(file: &mut dyn Write, length: u64, is_new: bool) -> io::Result<()> {
    rows(length, is_new).try_for_each(|row| {
        let mut bytes = Vec::new();
        godot3::write_framed(&mut bytes, &row).map_err(io::Error::other)?;
        file.write_all(&bytes)
    })
}

/// Writes an Array of rows.
fn table(file: &mut dyn Write, length: u64, is_new: bool) -> io::Result<()> {
    let bytes = godot3::to_vec(&rows(length, is_new).collect::<Variant>());
    file.write_all(&bytes.map_err(io::Error::other)?)
}

/// Returns the state of a game, a Dictionary of about 700 bytes.
fn state(number: i32, is_changed: bool) -> Variant {
    let health = if is_changed { -1 } else { number % 100 };
    let position = Vector2::new(0.5 * number as f32, -3.25);
    variant!({
        "tick": number,
        "level": "res://levels/forest.tscn",
        "players": [
            {"name": "Ada", "health": health, "position": position, "alive": true},
            {"name": "Grace", "health": 87, "position": position, "alive": number % 7 != 0},
        ],
        "inventory": ["sword", "shield", 3, 2.5, null],
    })
}

/// Returns the number of elements in an Array of `bytes` bytes. An int has 8 bytes, a 64-bit float
/// 12, and a String of 8 characters 16.
fn array_length(bytes: u64) -> u64 {
    bytes / 12
}

/// Writes an Array of ints, floats and Strings.
fn array(file: &mut dyn Write, length: u64, is_new: bool) -> io::Result<()> {
    let count = array_length(length);
    let value = |number: u64| match number % 3 {
        _ if is_new && number == count / 2 => Variant::from("changed"),
        0 => Variant::from((number % 100_000) as i32),
        1 => Variant::from(number as f64 / 3.0),
        _ => Variant::from(format!("{number:08}")),
    };
    let values = (0..count).map(value).collect::<Variant>();
    let bytes = godot3::to_vec(&values).map_err(io::Error::other)?;
    file.write_all(&bytes)
}
