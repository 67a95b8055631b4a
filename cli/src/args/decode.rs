//! `gdvariant decode` and `gdvariant get`.

use super::{AcceptArgs, InputArgs, LayoutArgs, OutputArgs, Text};
use clap::Args;

/// `gdvariant decode`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant decode packet.bin
  gdvariant decode --framed --to text save.dat
  gdvariant decode --framed save.dat -o save.json
  gdvariant decode --from hex --keep-going packets.txt

With --keep-going a bad value is a line {\"error\": {\"offset\": .., \"path\": .., \"message\": ..}}, and the exit status is 1.
On a terminal, control characters of strings are printed as escapes such as \\u001b; files and pipes get them as they are.
The JSON form is explained in `gdvariant encode --help`.")]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// How the values are printed
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) to: Text,
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
  gdvariant get --framed --layout godot4 save.dat inventory --to text

Paths are those of `inspect` and of error messages: names of String keys after dots, and [3] for an
element of an Array or the value of an int key. With --framed, the value of each framed value that has
the path is printed. The exit status is 1 if there is none."
)]
pub(crate) struct GetArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// How the value is printed
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) to: Text,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The path of the value
    #[arg(value_name = "PATH")]
    pub(crate) path: gdvariant::Path,
}
