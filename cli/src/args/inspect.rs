//! `gdvariant inspect` and `gdvariant detect`.

use super::{
    AcceptArgs, FileArgs, FrameArgs, InputArgs, InputForm, LayoutArgs, OutputArgs, WrapperArgs,
};
use clap::Args;
use gdvariant::detect::DetectOptions;

/// `gdvariant inspect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant inspect packet.bin
  gdvariant inspect save.dat | less
  gdvariant inspect --path 'players[3].position' save.dat
  gdvariant inspect --offset 0x40 --limit 20 save.dat
  gdvariant inspect save.dat --html -o page.html
  gdvariant inspect --json packet.bin | jq 'select(.kind == \"header\")'
  echo 05000000 0000803f 0000 | gdvariant inspect --from hex

Offsets are hexadecimal. A bad value is shown up to the fault, which is pointed at; the next value follows, and the exit status is 1.

The objects of --json have these members:
  value, line     the number of the value, from 1; its line, where lines are values
  offset, length  the bytes of the row, of which `bytes` has the hex digits
  path, field     as in the table; of a path of more than 256 characters the end, after …
  type            the type on the wire, such as u32
  kind            header, field, padding, frame (the length of a value) or ignored
  meaning         the text of the table
  data            the meaning as a number, a bool or a string, if it is one
A fault has `error` and sometimes `hint`, and no bytes.")]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Write a page for a web browser instead of text: the bytes beside the tree of the values,
    /// with search
    #[arg(long, conflicts_with_all = ["json", "path", "offset", "limit"])]
    pub(crate) html: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Print a JSON object for each row, one a line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Which rows are shown.
#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// Show only the rows of the value at PATH, as in `get`, and of what it contains
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<gdvariant::Path>,
    /// Show only the bytes from OFFSET on, decimal or 0x and hex
    #[arg(long, value_name = "OFFSET", value_parser = offset)]
    pub(crate) offset: Option<u64>,
    /// Stop after N rows
    #[arg(long, value_name = "N", value_parser = super::number)]
    pub(crate) limit: Option<u64>,
}

/// Parses an offset.
fn offset(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "expected a number such as 8000 or 0x1f40".into())
}

/// `gdvariant detect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant detect save.dat
  gdvariant detect --from hex packets.txt

Many values are the same in several layouts, so the ranking says how sure it is. Layouts that explain the input equally well have the same confidence; more values tell them apart.

Other commands take the first rank: among several, values after their lengths before bare values, then Godot 4 before Godot 3 before Pandemonium. They stop with status 3 if the second rank is close to the first, if several values are others in Godot 3 and in Godot 4, or if the values follow a header of the game's own, which --skip names. Commands that replace a file require that no other layout would write other bytes. --layout, --framed, --bare and --values state what is not to be detected. Lines of text may be many values; a value alone may have lengths, as a file may. Only the start of a long input is examined.

Exit status: 0 if a layout decodes all of the input, 1 if none does, 2 for wrong usage.")]
pub(crate) struct DetectArgs {
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) from: InputForm,
    /// Also propose layouts that no build of an engine reads or writes
    ///
    /// These are godot3_double and pandemonium_double, which follow a rule of the published pages. By default they are left out.
    #[arg(long)]
    all_layouts: bool,
    #[command(flatten)]
    wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

impl DetectArgs {
    /// Returns the options of the library.
    pub(crate) fn options(&self) -> DetectOptions {
        DetectOptions::new().all_layouts(self.all_layouts)
    }

    /// Returns the input, which is taken as it is: whether it has lengths is to be found out.
    pub(crate) fn input(&self) -> InputArgs {
        InputArgs {
            from: self.from,
            frame: FrameArgs::default(),
            wrapper: self.wrapper.clone().reported(),
            file: self.file.clone(),
        }
    }
}
