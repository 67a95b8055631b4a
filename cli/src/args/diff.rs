//! The arguments of `gdvariant diff`.

use super::input::FormArgs;
use super::layouts::layout;
use super::{AcceptArgs, InputArgs, LayoutArgs};
use crate::terminal::failure::Failure;
use clap::Args;
use gdvariant::schema::Layout;
use std::path::PathBuf;

/// The arguments of `gdvariant diff`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[command(after_help = include_str!("help/diff.txt"))]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Decode A in this layout instead of that of --layout
    #[arg(long, value_parser = layout(), value_name = "LAYOUT", hide_possible_values = true)]
    layout_a: Option<&'static Layout>,
    /// Decode B in this layout instead of that of --layout
    #[arg(long, value_parser = layout(), value_name = "LAYOUT", hide_possible_values = true)]
    layout_b: Option<&'static Layout>,
    /// Print nothing, and stop at the first difference
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print each difference as a JSON object, one per line
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) json: bool,
    /// Do not shorten long values, long paths, or the list of changed ranges of a packed array
    #[arg(long)]
    pub(crate) full: bool,
    /// Ignore the order of keys in Dictionaries
    #[arg(long)]
    pub(crate) ignore_order: bool,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// Read the password of B from FILE, if it differs from that of A
    #[arg(long, value_name = "FILE")]
    password_file_b: Option<PathBuf>,
    /// Decrypt B with this key, if it differs from that of A
    #[arg(long, value_name = "HEX", conflicts_with = "password_file_b")]
    key_b: Option<String>,
    /// The first file; standard input if it is -
    #[arg(value_name = "A")]
    old: PathBuf,
    /// The second file; standard input if it is -
    #[arg(value_name = "B")]
    new: PathBuf,
}

impl DiffArgs {
    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.old.as_os_str() == "-" && self.new.as_os_str() == "-" {
            return Err(Failure::usage(
                "only one of the two files can be standard input",
            ));
        }
        self.old_input().check()
    }

    /// Returns whether one of the files is standard input.
    pub(crate) fn reads_stdin(&self) -> bool {
        [&self.old, &self.new]
            .iter()
            .any(|file| file.as_os_str() == "-")
    }

    /// Returns the layout of each file, if the options name one, and the option that sets it.
    pub(crate) fn requested(&self) -> [(Option<&'static Layout>, &'static str); 2] {
        let options = [(self.layout_a, "--layout-a"), (self.layout_b, "--layout-b")];
        options.map(|(layout, option)| (layout.or(self.layout.requested()), option))
    }

    /// Returns the first file as an input.
    pub(crate) fn old_input(&self) -> InputArgs {
        self.form.input(self.old.clone())
    }

    /// Returns the second file as an input.
    pub(crate) fn new_input(&self) -> InputArgs {
        let mut input = self.form.input(self.new.clone());
        let (password_file, key) = (self.password_file_b.as_ref(), self.key_b.as_ref());
        input.wrapper.set_key(password_file, key);
        input
    }
}
