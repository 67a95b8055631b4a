//! `gdvariant inspect` and `gdvariant detect`.

use super::{
    AcceptArgs, Bytes, FileArgs, FrameArgs, InputArgs, LayoutArgs, OutputArgs, WrapperArgs,
};
use clap::Args;

/// `gdvariant inspect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant inspect packet.bin
  gdvariant inspect --framed save.dat | less
  gdvariant inspect --framed save.dat --html -o page.html
  echo 05000000 0000803f 0000 | gdvariant inspect --from hex

Offsets are hexadecimal. A bad value is shown up to the fault, which is pointed at; the next value follows, and the exit status is 1.")]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Write a page for a web browser instead of text: the bytes beside the tree of the values, with search
    #[arg(long)]
    pub(crate) html: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// `gdvariant detect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant detect save.dat
  gdvariant detect --from hex packets.txt

Many values are the same in several layouts, so the ranking says how sure it is. Layouts that
explain the input equally well have the same confidence; more values tell them apart. With --from
hex or base64 there may be many values; a value alone may have lengths, as a file may.
Only the start of a long input is examined.

Exit status: 0 if a layout decodes all of the input, 1 if none does, 2 for wrong usage.")]
pub(crate) struct DetectArgs {
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t, long_help = super::bytes::FORMS)]
    pub(crate) from: Bytes,
    /// With --from hex or base64, a value has all lines up to an empty one
    #[arg(long)]
    pub(crate) multiline: bool,
    #[command(flatten)]
    wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

impl DetectArgs {
    /// Returns the input, which is taken as it is: whether it has lengths is to be found out.
    pub(crate) fn input(&self) -> InputArgs {
        InputArgs {
            from: self.from,
            multiline: self.multiline,
            frame: FrameArgs::default(),
            wrapper: self.wrapper.clone().reported(),
            file: self.file.clone(),
        }
    }
}
