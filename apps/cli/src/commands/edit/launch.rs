//! Runs the user's editor.

use crate::terminal::failure::Failure;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// The variables that name an editor, in order of precedence.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];

/// The command of an editor.
pub(super) struct Launcher(OsString);

impl Launcher {
    /// Returns the editor that the environment names.
    pub(super) fn from_env() -> Result<Self, Failure> {
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
