//! A running engine, and the commands that `godot3/commands.gd` and `godot4/commands.gd` define.

use crate::folder::Folder;
use crate::live::LiveLayout;
use crate::loopback::Listener;
use std::fs::File;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// An engine process that runs `main.gd`. Dropping the value kills the process.
pub(crate) struct Engine<E> {
    process: Child,
    messages: TcpStream,
    folder: Folder,
    version: [u16; 3],
    layout: PhantomData<E>,
}

impl<E: LiveLayout> Engine<E> {
    /// Starts the program that the variable [`LiveLayout::PROGRAM`] names.
    pub(crate) fn start() -> Self {
        let program =
            std::env::var_os(E::PROGRAM).expect("the tests run only where the program is named");
        let folder = Folder::new("engine");
        let folders = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine");
        for scripts in ["scripts", E::SCRIPTS] {
            folder.copy(&folders.join(scripts), "project");
        }
        let listener = Listener::new();
        let log = || {
            File::options()
                .create(true)
                .append(true)
                .open(log_in(folder.path()))
                .expect("a new file")
        };
        let mut process = Command::new(&program)
            .args(E::OPTIONS)
            .args(["-s", "main.gd"])
            .current_dir(folder.path().join("project"))
            .env("GDVARIANT_TEST_ADDRESS", listener.address())
            .env("HOME", folder.path())
            .stdin(Stdio::null())
            // The engine prints an error for every rejected input, so the log is a file.
            .stdout(log())
            .stderr(log())
            .spawn()
            .unwrap_or_else(|error| panic!("{}={}: {error}", E::PROGRAM, program.display()));
        let is_running = || match process.try_wait()? {
            None => Ok(()),
            Some(status) => Err(io::Error::other(format!("it ended: {status}"))),
        };
        let messages = listener.accept(is_running).expect("the engine connects");
        let mut engine = Self {
            process,
            messages,
            folder,
            version: [0; 3],
            layout: PhantomData,
        };
        let numbers = engine.ask::<&str>("version", &[], 3);
        for (number, text) in engine.version.iter_mut().zip(numbers) {
            let text = String::from_utf8(text).expect("digits");
            *number = text.parse().expect("a number");
        }
        engine
    }

    /// Returns the major, minor and patch version of the engine.
    pub(crate) fn version(&self) -> [u16; 3] {
        self.version
    }

    /// Runs a command with arguments, and returns its `count` answers.
    pub(crate) fn ask<A: AsRef<[u8]>>(
        &mut self,
        command: &str,
        arguments: &[A],
        count: usize,
    ) -> Vec<Vec<u8>> {
        self.try_ask(command, arguments, count)
            .unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Runs a command like [`ask`](Self::ask), but returns errors.
    ///
    /// Errors are a failing script, an engine that ends or exceeds the timeout, and an unexpected
    /// number of answers.
    pub(crate) fn try_ask<A: AsRef<[u8]>>(
        &mut self,
        command: &str,
        arguments: &[A],
        count: usize,
    ) -> io::Result<Vec<Vec<u8>>> {
        self.post(command, arguments)?;
        let answer = self.answer()?;
        if answer.len() != count {
            let message = format!("{} strings in place of {count}", answer.len());
            return Err(io::Error::other(message));
        }
        Ok(answer)
    }

    /// Sends a command without waiting for the answer.
    pub(crate) fn post<A: AsRef<[u8]>>(
        &mut self,
        command: &str,
        arguments: &[A],
    ) -> io::Result<()> {
        let strings =
            std::iter::once(command.as_bytes()).chain(arguments.iter().map(AsRef::as_ref));
        let body: Vec<u8> = strings
            .flat_map(|string| [&length_of(string)[..], string].concat())
            .collect();
        self.messages
            .write_all(&[&length_of(&body)[..], &body].concat())
    }

    /// Waits for the answer to the last command.
    pub(crate) fn answer(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let length = read_length(&mut self.messages)?;
        let mut body = vec![0; length];
        self.messages.read_exact(&mut body)?;
        let mut answer = strings(&body)?;
        let outcome = answer.remove(0);
        if outcome == b"done" {
            Ok(answer)
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&outcome)))
        }
    }
}

impl<E> Drop for Engine<E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(log_in(self.folder.path())).unwrap_or_default();
            let lines: Vec<_> = log.lines().collect();
            eprintln!(
                "the engine's last messages:\n{}",
                lines[lines.len().saturating_sub(12)..].join("\n")
            );
        }
        // Killing fails if the engine has ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn log_in(folder: &Path) -> PathBuf {
    folder.join("log")
}

fn length_of(bytes: &[u8]) -> [u8; 4] {
    u32::try_from(bytes.len())
        .expect("no message is that long")
        .to_le_bytes()
}

fn read_length(reader: &mut impl Read) -> io::Result<usize> {
    let mut length = [0; 4];
    reader.read_exact(&mut length)?;
    Ok(u32::from_le_bytes(length) as usize)
}

/// Splits a message into its length-prefixed strings.
fn strings(mut body: &[u8]) -> io::Result<Vec<Vec<u8>>> {
    let mut strings = Vec::new();
    while !body.is_empty() {
        let mut string = vec![0; read_length(&mut body)?];
        body.read_exact(&mut string)?;
        strings.push(string);
    }
    Ok(strings)
}
