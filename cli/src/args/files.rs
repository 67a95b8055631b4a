//! The option `--files`.

use super::FileArgs;
use crate::terminal::failure::Failure;
use crate::terminal::several::Files;
use clap::Args;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Several files.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct FilesArgs {
    /// Use all of these files instead of FILE, which is omitted; no file is written unless all
    /// files can be; the list ends at the next option or at --
    #[arg(long, value_name = "FILE", num_args = 1..)]
    files: Vec<PathBuf>,
}

impl FilesArgs {
    /// Returns the files, each once. If the option is used, `file` is not a file, and is inserted
    /// before the other arguments.
    pub(crate) fn take(
        &self,
        file: &FileArgs,
        arguments: &mut Vec<String>,
    ) -> Result<Files, Failure> {
        if self.files.is_empty() {
            return Ok(Files::one(file.clone()));
        }
        if let Some(first) = file.argument() {
            let first = first.to_str().ok_or_else(|| {
                Failure::usage(format!(
                    "{}: expected the path of a value in UTF-8",
                    first.display()
                ))
            })?;
            arguments.insert(0, first.to_owned());
        }
        for argument in arguments.iter() {
            if Path::new(argument).is_file() {
                return Err(Failure::usage(format!(
                    "{argument} is a file; with --files, the other arguments are paths of values: name the file after --files"
                )));
            }
        }
        let files = &self.files;
        if files.iter().any(|file| file.as_os_str() == "-") {
            return Err(Failure::usage(
                "standard input cannot be one of several files; omit -",
            ));
        }
        let mut known = HashSet::new();
        // A file that does not exist is an error later.
        let is_new = |file: &&PathBuf| {
            known.insert(fs::canonicalize(file).unwrap_or_else(|_| (*file).clone()))
        };
        Ok(Files {
            list: files
                .iter()
                .filter(is_new)
                .cloned()
                .map(FileArgs::from)
                .collect(),
            is_several: true,
        })
    }
}
