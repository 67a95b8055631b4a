//! The user's editor.

use crate::failure::Failure;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::{env, io};

/// The variables that name an editor, from the one that is asked first.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];

/// The command that opens a file.
pub(super) struct Launcher(OsString);

impl Launcher {
    /// Returns the editor that the environment names.
    pub(super) fn of_environment() -> Result<Self, Failure> {
        let named = VARIABLES.iter().filter_map(env::var_os);
        let editor = named.into_iter().find(|editor| !editor.is_empty());
        editor.map(Self).ok_or_else(|| {
            let message = "no editor is set; name one: EDITOR=nano gdvariant edit FILE";
            Failure::Usage(message.into())
        })
    }

    /// Opens a file, and waits for the editor to end.
    pub(super) fn open(&self, file: &Path) -> Result<(), String> {
        let status = self.status(file);
        let name = self.0.display();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the editor `{name}` failed: {status}")),
            Err(error) => Err(format!(
                "the editor `{name}` cannot be started: {error}; see VISUAL and EDITOR"
            )),
        }
    }

    /// Runs the editor. A shell splits the command, as for git.
    #[cfg(unix)]
    fn status(&self, file: &Path) -> io::Result<ExitStatus> {
        let mut script = self.0.clone();
        script.push(" \"$@\"");
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).arg(&self.0);
        command.arg(file).status()
    }

    /// Runs the editor: a path, in quotes if it contains spaces, and arguments.
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
            // Some editors are started by a script, for which Windows does not look by itself.
            Err(error) if error.kind() == io::ErrorKind::NotFound => run(&format!("{program}.cmd")),
            status => status,
        }
    }
}
