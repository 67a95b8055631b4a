//! Runs the user's editor on a temporary file.

use crate::args::FileArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::replacement;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus};

/// The variables that name an editor, in order of precedence.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];

/// The command of an editor.
pub(super) struct Launcher(OsString);

impl Launcher {
    /// Returns the editor that the environment names.
    pub(super) fn of_environment() -> Result<Self, Failure> {
        let named = VARIABLES.iter().filter_map(env::var_os);
        let editor = named.into_iter().find(|editor| !editor.is_empty());
        editor.map(Self).ok_or_else(|| {
            Failure::usage("neither VISUAL nor EDITOR names an editor; set one, as in: EDITOR=nano gdvariant edit FILE")
        })
    }

    /// Opens a file in the editor, and waits until the editor exits.
    pub(super) fn open(&self, file: &Path) -> Result<(), String> {
        let status = self.status(file);
        let name = self.0.display();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the editor `{name}` failed: {status}")),
            Err(error) => Err(format!(
                "the editor `{name}` cannot be started: {error}; check the variables VISUAL and EDITOR"
            )),
        }
    }

    /// Runs the editor. A shell parses the command, as in git.
    #[cfg(unix)]
    fn status(&self, file: &Path) -> io::Result<ExitStatus> {
        let mut script = self.0.clone();
        script.push(" \"$@\"");
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).arg(&self.0);
        command.arg(file).status()
    }

    /// Runs the editor. The command is a path, in quotes if it contains spaces, followed by
    /// arguments.
    #[cfg(not(unix))]
    fn status(&self, file: &Path) -> io::Result<ExitStatus> {
        let text = self.0.to_string_lossy();
        let quoted = text.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (program, arguments) = quoted
            .or_else(|| text.split_once(' '))
            .unwrap_or((&*text, ""));
        let run = |program: &str| {
            let mut command = Command::new(program);
            command.args(arguments.split_whitespace());
            command.arg(file).status()
        };
        match run(program) {
            // Some editors are started by a .cmd script, which Windows does not find without the
            // suffix.
            Err(error) if error.kind() == io::ErrorKind::NotFound => run(&format!("{program}.cmd")),
            status => status,
        }
    }
}

/// A temporary file that only its owner can read: the values may be from an encrypted file.
pub(super) struct TemporaryFile {
    path: PathBuf,
    /// The text before it is edited.
    original: String,
}

impl TemporaryFile {
    /// Creates the file with a text. The name of the file contains that of the edited file and a
    /// suffix.
    pub(super) fn create(edited: &FileArgs, suffix: &str, text: String) -> Result<Self, Failure> {
        let (path, mut file) = free_name(edited, suffix)
            .map_err(|error| Failure::at(env::temp_dir().display(), error))?;
        let created = Self {
            path,
            original: text,
        };
        let written = file.write_all(created.original.as_bytes());
        match written {
            Ok(()) => {
                interrupt::set_edited(Some(&created.path));
                Ok(created)
            }
            Err(error) => {
                let failure = created.failure(&error);
                created.remove();
                Err(failure)
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the text before it was edited.
    pub(super) fn original(&self) -> &str {
        &self.original
    }

    /// Reads the edited text, up to a limit in bytes.
    pub(super) fn read(&self, limit: u64) -> Result<String, String> {
        let read = fs::metadata(&self.path).and_then(|metadata| {
            if metadata.len() > limit {
                let message = format!("the text exceeds the limit of {limit} bytes");
                return Err(io::Error::other(message));
            }
            fs::read_to_string(&self.path)
        });
        read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => "the text is not valid UTF-8".into(),
            io::ErrorKind::NotFound => "the editor deleted the file".into(),
            _ => error.to_string(),
        })
    }

    /// Deletes the file.
    pub(super) fn remove(self) {
        interrupt::set_edited(None);
        let _ = fs::remove_file(self.path);
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::at(self.path.display(), error)
    }
}

/// Creates a file with an unused name.
fn free_name(edited: &FileArgs, suffix: &str) -> io::Result<(PathBuf, File)> {
    let is_kept = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let stem = edited.path().and_then(|path| path.file_stem());
    let stem = stem.unwrap_or_default().to_string_lossy();
    let stem: String = stem.chars().filter(|&c| is_kept(c)).take(64).collect();
    replacement::free_name(|attempt| {
        let name = format!("{stem}-{}-{attempt}.{suffix}", process::id());
        let path = env::temp_dir().join(format!("gdvariant-{name}"));
        let file = private().open(&path)?;
        Ok((path, file))
    })
}

/// Returns the options that create a file which only its owner can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}
