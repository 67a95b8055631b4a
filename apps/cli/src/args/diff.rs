//! The arguments of `gdvariant diff`.

use super::folder::{Folder, Walk};
use super::input::FormArgs;
use super::layouts::layout;
use super::{AcceptArgs, FileArgs, InputArgs, LayoutArgs};
use crate::terminal::failure::Failure;
use clap::Args;
use gdvariant::schema::Layout;
use std::collections::BTreeMap;
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
    /// The first file or folder; standard input if it is -
    #[arg(value_name = "A")]
    pub(crate) old: PathBuf,
    /// The second file or folder; standard input if it is -
    #[arg(value_name = "B")]
    pub(crate) new: PathBuf,
}

/// The files of two folders.
pub(crate) struct FolderPairs {
    /// The names of the files in the folders, and whether each of the two has a file of this name.
    pub(crate) files: BTreeMap<PathBuf, [bool; 2]>,
    pub(crate) unreadable: Vec<Failure>,
}

impl DiffArgs {
    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.old.as_os_str() == "-" && self.new.as_os_str() == "-" {
            return Err(Failure::usage(
                "only one of the two files can be standard input",
            ));
        }
        self.form.input("-".into()).check()
    }

    /// Returns the files of the folders; `None` unless both arguments are folders.
    pub(crate) fn folders(&self) -> Option<FolderPairs> {
        let folders = [&self.old, &self.new];
        if !folders.iter().all(|it| it.is_dir()) {
            return None;
        }
        let (mut files, mut unreadable) = (BTreeMap::new(), Vec::new());
        for (side, folder) in folders.into_iter().enumerate() {
            let listed = Folder::list(folder, Walk::Visible);
            for file in listed.files {
                let name = file.strip_prefix(folder).unwrap_or(&file).to_owned();
                files.entry(name).or_insert([false; 2])[side] = true;
            }
            let failures = listed.unreadable.into_iter();
            unreadable
                .extend(failures.map(|(path, error)| FileArgs::from(path).unreadable(&error)));
        }
        Some(FolderPairs { files, unreadable })
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

    /// Returns two files as inputs.
    pub(crate) fn inputs(&self, files: [PathBuf; 2]) -> [InputArgs; 2] {
        let mut inputs = files.map(|file| self.form.input(file));
        let (password_file, key) = (self.password_file_b.as_ref(), self.key_b.as_ref());
        inputs[1].layer.set_key(password_file, key);
        inputs
    }
}
