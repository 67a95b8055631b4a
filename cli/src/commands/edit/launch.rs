//! Runs the user's editor on a temporary file.

#[cfg(unix)]
use super::private::{self, PrivateFolder};
use crate::args::FileArgs;
use crate::terminal::failure::{Failure, note};
use crate::terminal::interrupt::{self, EditedFile};
use gdvariant_files::save::{create_private, free_name};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus};
#[cfg(unix)]
use std::sync::Arc;

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

/// A temporary file that only its owner can read.
pub(super) struct TemporaryFile {
    text: EditedText,
    /// The text before it is edited.
    original: String,
}

/// The file that the user edits.
#[derive(Clone)]
struct EditedText {
    path: PathBuf,
    /// The folder around decrypted text.
    #[cfg(unix)]
    folder: Option<Arc<PrivateFolder>>,
}

impl EditedFile for EditedText {
    fn path(&self) -> &Path {
        &self.path
    }

    fn remove(&self) {
        #[cfg(unix)]
        if let Some(folder) = &self.folder {
            return folder.remove();
        }
        let _ = fs::remove_file(&self.path);
    }

    fn keep(&self) {
        #[cfg(unix)]
        if let Some(folder) = &self.folder {
            folder.keep();
        }
    }
}

impl EditedText {
    /// Creates a file of decrypted text in a private folder, and prints its path.
    #[cfg(unix)]
    fn decrypted(edited: &FileArgs, suffix: &str, text: &str) -> io::Result<Self> {
        let name = format!("{}.{suffix}", stem(edited));
        let (folder, path) = PrivateFolder::with_file(&name, text.as_bytes())?;
        say_where(edited, &path, folder.is_in_memory());
        let folder = Some(Arc::new(folder));
        Ok(Self { path, folder })
    }

    /// Creates a file of decrypted text, and prints its path.
    #[cfg(not(unix))]
    fn decrypted(edited: &FileArgs, suffix: &str, text: &str) -> io::Result<Self> {
        let created = Self::plain(edited, suffix, text)?;
        say_where(edited, &created.path, false);
        Ok(created)
    }

    /// Creates a file in the folder for temporary files.
    fn plain(edited: &FileArgs, suffix: &str, text: &str) -> io::Result<Self> {
        let stem = stem(edited);
        let (path, mut file) = free_name(|attempt| {
            let name = format!("gdvariant-{stem}-{}-{attempt}.{suffix}", process::id());
            let path = env::temp_dir().join(name);
            let file = create_private(&path)?;
            Ok((path, file))
        })?;
        let created = Self {
            path,
            #[cfg(unix)]
            folder: None,
        };
        let written = file.write_all(text.as_bytes());
        written.inspect_err(|_| created.remove())?;
        Ok(created)
    }
}

/// Prints the path of decrypted text.
fn say_where(edited: &FileArgs, path: &Path, is_in_memory: bool) {
    let (label, path) = (edited.label(), path.display());
    let storage = if is_in_memory {
        "in memory"
    } else {
        "on a disk, from which deleted text can be recovered"
    };
    note(&format!(
        "{label}: while the editor is open, the decrypted values are in {path}, {storage}"
    ));
}

impl TemporaryFile {
    /// Creates the file with a text. The name of the file contains that of the edited file and a
    /// suffix.
    pub(super) fn create(
        edited: &FileArgs,
        is_encrypted: bool,
        suffix: &str,
        original: String,
    ) -> Result<Self, Failure> {
        #[cfg(unix)]
        private::remove_abandoned();
        let created = if is_encrypted {
            EditedText::decrypted(edited, suffix, &original)
        } else {
            EditedText::plain(edited, suffix, &original)
        };
        let text = created.map_err(|error| Failure::at(env::temp_dir().display(), error))?;
        interrupt::set_edited(Some(Box::new(text.clone())));
        Ok(Self { text, original })
    }

    pub(super) fn path(&self) -> &Path {
        &self.text.path
    }

    /// Returns the text before it was edited.
    pub(super) fn original(&self) -> &str {
        &self.original
    }

    /// Reads the edited text, up to a limit in bytes.
    pub(super) fn read(&self, limit: u64) -> Result<String, String> {
        let read = fs::metadata(self.path()).and_then(|metadata| {
            if metadata.len() > limit {
                let message = format!("the text exceeds the limit of {limit} bytes");
                return Err(io::Error::other(message));
            }
            fs::read_to_string(self.path())
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
        self.text.remove();
    }

    /// Keeps the file, and returns its path.
    pub(super) fn keep(self) -> PathBuf {
        interrupt::set_edited(None);
        self.text.keep();
        self.text.path
    }
}

/// Returns the name of the edited file without characters that are unusual in names.
fn stem(edited: &FileArgs) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || "-_.".contains(*c);
    let stem = edited.path().and_then(|path| path.file_stem());
    let stem = stem.unwrap_or_default().to_string_lossy();
    stem.chars().filter(is_kept).take(64).collect()
}
