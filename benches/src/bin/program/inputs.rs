//! The files that the commands read.
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use crate::args::Args;
use gdvariant::godot3::{self, Variant};
use gdvariant::{Vector2, godot3::variant};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of bytes of a megabyte.
pub(crate) const MEGABYTE: u64 = 1_000_000;

/// A file of values, another one with a difference in the middle, and the JSON form of the first.
pub(crate) struct Input {
    pub(crate) title: String,
    /// The options of the program for the file.
    pub(crate) options: &'static [&'static str],
    /// A path of the values, and the same in the language of jq.
    pub(crate) path: &'static str,
    pub(crate) filter: &'static str,
    pub(crate) old: PathBuf,
    pub(crate) new: PathBuf,
    pub(crate) json: PathBuf,
    pub(crate) length: u64,
}

/// All files, and the program.
pub(crate) struct Inputs {
    pub(crate) program: PathBuf,
    pub(crate) all: Vec<Input>,
}

impl Inputs {
    pub(crate) fn create(folder: &Path, args: &Args) -> io::Result<Self> {
        let program = fs::canonicalize(&args.program)?;
        let framed = Input::create(
            (folder, &program),
            format!("{} MB of framed values", args.framed),
            &["--framed"],
            ("players[0].health", ".players[0].health"),
            |file, is_new| framed(file, args.framed * MEGABYTE, is_new),
        )?;
        let array = Input::create(
            (folder, &program),
            format!("an Array of {} MB", args.array),
            &[],
            ("[1000000]", ".[1000000]"),
            |file, is_new| array(file, args.array * MEGABYTE, is_new),
        )?;
        let all = vec![framed, array];
        Ok(Self { program, all })
    }
}

impl Input {
    fn create(
        (folder, program): (&Path, &Path),
        title: String,
        options: &'static [&'static str],
        (path, filter): (&'static str, &'static str),
        write: impl Fn(&mut dyn Write, bool) -> io::Result<()>,
    ) -> io::Result<Self> {
        let name = |suffix: &str| folder.join(format!("{}.{suffix}", title.replace(' ', "-")));
        let (old, new, json) = (name("old"), name("new"), name("json"));
        for (path, is_new) in [(&old, false), (&new, true)] {
            let mut file = BufWriter::new(File::create(path)?);
            write(&mut file, is_new)?;
            file.flush()?;
        }
        let mut decode = Command::new(program);
        decode
            .arg("decode")
            .args(options)
            .arg(&old)
            .arg("-o")
            .arg(&json);
        if !decode.status()?.success() {
            return Err(io::Error::other("the program cannot decode the input"));
        }
        let length = fs::metadata(&old)?.len();
        Ok(Self {
            title,
            options,
            path,
            filter,
            old,
            new,
            json,
            length,
        })
    }
}

/// Writes states of a small game, each after its length.
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

/// Returns a state of a game: a Dictionary of some 700 bytes.
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

/// Writes an Array of ints, floats and Strings.
fn array(file: &mut dyn Write, length: u64, is_new: bool) -> io::Result<()> {
    // An int has 8 bytes, a float of 64 bits 12, and a String of 8 characters 16.
    let count = length / 12;
    let value = |number: u64| match number % 3 {
        _ if is_new && number == count / 2 => Variant::from("changed"),
        0 => Variant::from((number % 100_000) as i32),
        1 => Variant::from(number as f64 / 3.0),
        _ => Variant::from(format!("{number:08}")),
    };
    let values = Variant::array((0..count).map(value));
    let bytes = godot3::to_vec(&values).map_err(io::Error::other)?;
    file.write_all(&bytes)
}
