//! `gdvariant decode` and `gdvariant get`.

use super::{AcceptArgs, InputArgs, LayoutArgs, OutputArgs, PrintArgs};
use clap::Args;

/// `gdvariant decode`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant decode packet.bin
  gdvariant decode --to text save.dat
  gdvariant decode --pretty --select player.items --select player.position save.dat
  gdvariant decode save.dat -o save.json
  gdvariant decode --from hex --keep-going packets.txt

With --keep-going a bad value is a line {\"error\": {\"offset\": .., \"path\": .., \"message\": ..}}, and the exit status is 1. On a terminal, control characters of strings are printed as escapes such as \\u001b; files and pipes get them as they are. The JSON form is explained in `gdvariant encode --help`; `encode` reads what --pretty prints, too. With --to text, the layouts of Godot 3 and Pandemonium print floats with six digits and a RID as nothing, like the engine. --pretty --to text prints all digits and null for a RID; `encode --from text` and the engine's str2var read it.")]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) print: PrintArgs,
    /// Print the value at PATH instead of the whole value, as `get` does; can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) select: Vec<gdvariant::Path>,
    /// Print the error of an invalid value in its place, and continue with the next one
    #[arg(long)]
    pub(crate) keep_going: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// `gdvariant get`.
#[derive(Debug, Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
Examples:
  gdvariant get packet.bin players[3].position
  gdvariant get save.dat inventory --to text --pretty
  gdvariant get -r save.dat player.name

Paths are those of `inspect` and of error messages: names of String keys after dots, [\"a key\"] for a String with other characters, [3] for an element of an Array or the value of an int key, and [Vector2(1, 2)] for any other key. They also lead to elements of packed arrays, as in colors[3], and to components, as in position.x. With several values, that of each one that has the path is printed. The exit status is 1 if there is none."
)]
pub(crate) struct GetArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) print: PrintArgs,
    /// Print strings as they are, without quotes and escapes
    #[arg(short, long)]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The number of the value to read, from 1, if the input has several
    #[arg(long, value_name = "NUMBER", value_parser = super::number)]
    pub(crate) value: Option<u64>,
    /// The path of the value
    #[arg(value_name = "PATH")]
    pub(crate) path: gdvariant::Path,
}
