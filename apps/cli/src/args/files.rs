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
        let files = expanded(&self.files);
        if files.iter().any(|file| file.as_os_str() == "-") {
            return Err(Failure::usage(
                "standard input cannot be one of several files; omit -",
            ));
        }
        let mut known = HashSet::new();
        // A file that does not exist is an error later.
        let is_new = |file: &PathBuf| known.insert(fs::canonicalize(file).unwrap_or(file.clone()));
        Ok(Files {
            list: files
                .into_iter()
                .filter(is_new)
                .map(FileArgs::from)
                .collect(),
            is_several: true,
        })
    }
}

/// Returns the files that the names stand for, or a file if there are no names.
pub(super) fn named(names: &[PathBuf], default: &str) -> Vec<PathBuf> {
    if names.is_empty() {
        return vec![default.into()];
    }
    expanded(names)
}

/// Returns the files that the names stand for. Elsewhere than on Windows, the shell expands patterns.
#[cfg(not(windows))]
fn expanded(names: &[PathBuf]) -> Vec<PathBuf> {
    names.to_vec()
}

#[cfg(windows)]
use patterns::expanded;

#[cfg(any(windows, test))]
mod patterns {
    use glob::{MatchOptions, glob_with};
    use std::path::{Path, PathBuf};

    /// Returns the files that match each pattern. As in shells, a name that exists, or that matches
    /// nothing, stands for itself.
    pub(super) fn expanded(names: &[PathBuf]) -> Vec<PathBuf> {
        names.iter().flat_map(|name| matches(name)).collect()
    }

    fn matches(name: &Path) -> Vec<PathBuf> {
        let options = MatchOptions {
            case_sensitive: false,
            ..MatchOptions::new()
        };
        let pattern = name.to_str().filter(|_| !name.exists());
        let found = pattern.and_then(|pattern| glob_with(pattern, options).ok());
        let found: Vec<_> = found.into_iter().flatten().filter_map(Result::ok).collect();
        if found.is_empty() {
            return vec![name.to_owned()];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::patterns::expanded;
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn patterns_stand_for_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        for name in ["b.dat", "a.DAT", "c.txt", "[1].dat", ".d.dat", "sub/e.dat"] {
            fs::write(path(name), "").unwrap();
        }
        for (pattern, expected) in [
            ("*.dat", &[".d.dat", "[1].dat", "a.DAT", "b.dat"][..]),
            ("?.dat", &["a.DAT", "b.dat"]),
            ("*/*.dat", &["sub/e.dat"]),
            ("*.txt", &["c.txt"]),
            // Names and other arguments stay as they are.
            ("[1].dat", &["[1].dat"]),
            ("[a].dat", &["a.DAT"]),
            ("*.bin", &["*.bin"]),
            ("[", &["["]),
            ("no.dat", &["no.dat"]),
        ] {
            let expected: Vec<PathBuf> = expected.iter().map(|name| path(name)).collect();
            assert_eq!(expanded(&[path(pattern)]), expected, "{pattern}");
        }
        assert_eq!(expanded(&["-".into()]), [PathBuf::from("-")]);
    }
}
