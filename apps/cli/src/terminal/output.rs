//! The output of a command: standard output, or a file that is replaced in one step.

use crate::args::{FileArgs, OutputArgs};
use crate::terminal::batch::Batch;
use crate::terminal::failure::{Failure, advised, note};
use crate::terminal::interrupt::Interruption;
use crate::terminal::source;
use anstream::{AutoStream, ColorChoice};
use gdvariant_files::input::{Digest, StoredInput};
use gdvariant_files::layer::{self, Layer};
use gdvariant_files::save::{Replacement, SaveError};
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Seek, Sink, StdoutLock, Write};
use std::path::{Path, PathBuf};
use tempfile::{SpooledTempFile, spooled_tempfile};

/// The size of the output buffer, in bytes.
const BUFFER_SIZE: usize = 1 << 16;

/// The maximum length of output that is kept in memory if it can be in a file, in bytes.
const MAX_MEMORY: usize = 16 << 20;

/// The output of a command.
///
/// Standard output is flushed after each value if the input is a pipe, and buffered if the input is
/// a file. A file is replaced by [`end`](Self::end), and is not changed if the command fails.
pub(crate) struct Output {
    writer: Writer,
    /// Whether each value is flushed, because the input is not a file.
    is_live: bool,
}

/// The buffered writer of an output.
pub(crate) type Writer = BufWriter<OutputSink>;

/// The target of an output.
pub(crate) enum OutputSink {
    /// Standard output. Colors are removed unless standard output is a terminal.
    Stdout(AutoStream<StdoutLock<'static>>),
    /// A file that is replaced, alone or with the other files of the batch.
    File(Replacement, Option<Batch>),
    /// A device or a pipe, written directly because it cannot be replaced.
    Device(File, PathBuf),
    /// A buffer whose content the caller retrieves.
    Collected(Vec<u8>),
    /// The content of layers, which are outermost first, and the target of the wrapped content.
    Content(Vec<u8>, Vec<Layer>, Box<OutputSink>),
    /// Output that is written to its target when the command succeeds.
    Deferred(SpooledTempFile, Box<OutputSink>),
    /// The output of a command that writes nothing.
    Discarded(Sink),
}

impl OutputSink {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(writer) => writer,
            Self::File(file, _) => file,
            Self::Device(file, _) => file,
            Self::Collected(content) | Self::Content(content, ..) => content,
            Self::Deferred(deferred, _) => deferred,
            Self::Discarded(sink) => sink,
        }
    }

    fn failure(&self, error: io::Error) -> Failure {
        match self {
            Self::File(file, _) => file.error(error).into(),
            Self::Content(.., inner) => inner.failure(error),
            Self::Device(_, path) => Failure::Output(format!("{}: {error}", path.display())),
            Self::Deferred(..) => Failure::Output(format!(
                "the folder for temporary files, {}: {error}; write to a file with -o, or set TMPDIR",
                env::temp_dir().display()
            )),
            Self::Stdout(_) | Self::Collected(_) | Self::Discarded(_) => Failure::output(&error),
        }
    }

    /// Writes what has been kept until the command succeeded.
    fn end(self) -> Result<(), Failure> {
        match self {
            Self::Content(content, layers, mut inner) => {
                let file = layer::add_layers(content, &layers);
                let file = file.map_err(|error| Failure::at("the output", error))?;
                let written = inner.write_all(&file).and_then(|()| inner.flush());
                written.map_err(|error| inner.failure(error))?;
                inner.end()
            }
            Self::Deferred(mut deferred, mut inner) => {
                let copied = deferred.rewind();
                let copied = copied.and_then(|()| io::copy(&mut deferred, &mut inner));
                let written = copied.and_then(|_| inner.flush());
                written.map_err(|error| inner.failure(error))?;
                inner.end()
            }
            Self::File(file, Some(batch)) => batch.add(file),
            Self::File(file, None) => {
                let path = file.path().to_owned();
                for text in file.commit()? {
                    note(&format!("{}: {text}", path.display()));
                }
                Ok(())
            }
            Self::Stdout(_) | Self::Device(..) | Self::Collected(_) | Self::Discarded(_) => Ok(()),
        }
    }
}

impl Write for OutputSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

impl Output {
    fn new(sink: OutputSink, is_live: bool) -> Self {
        Self {
            writer: BufWriter::with_capacity(BUFFER_SIZE, sink),
            is_live,
        }
    }

    /// Creates the output of a command that does not write values.
    pub(crate) fn open(output: &OutputArgs, input: &FileArgs) -> Result<Self, Failure> {
        output.check_input(input)?;
        Self::for_values(output, input)
    }

    /// Creates the output for values. The output can replace the input.
    pub(crate) fn for_values(output: &OutputArgs, input: &FileArgs) -> Result<Self, Failure> {
        Ok(match output.path() {
            Some(path) => Self::new(file(path)?, false),
            None => Self::stdout(ColorChoice::AlwaysAnsi, input.path().is_none()),
        })
    }

    /// Creates the output that replaces a file. A device or a pipe is a failure.
    pub(crate) fn replacing(path: &Path) -> Result<Self, Failure> {
        Ok(Self::new(replaced(path)?, false))
    }

    /// Defers all output until the command succeeds.
    pub(crate) fn deferred(self) -> Self {
        match self.writer.get_ref() {
            OutputSink::File(..) => self,
            _ => self.around(|sink| OutputSink::Deferred(spooled_tempfile(MAX_MEMORY), sink)),
        }
    }

    /// Keeps deferred output in memory, because the input is encrypted.
    pub(crate) fn stay_in_memory(&mut self) {
        if let OutputSink::Deferred(deferred, _) = self.writer.get_mut() {
            *deferred = spooled_tempfile(usize::MAX);
        }
    }

    /// Adds layers around all values, outermost first.
    pub(crate) fn with_layers(self, layers: Vec<Layer>) -> Self {
        if layers.is_empty() {
            return self;
        }
        self.around(|sink| OutputSink::Content(Vec::new(), layers, sink))
    }

    fn around(self, around: impl FnOnce(Box<OutputSink>) -> OutputSink) -> Self {
        // The buffer is empty, because nothing has been written yet.
        let (sink, _) = self.writer.into_parts();
        Self::new(around(Box::new(sink)), false)
    }

    /// Sets whether a copy of the replaced file is kept, and the batch with which it is replaced.
    pub(crate) fn replaced_with(mut self, has_backup: bool, batch: Option<&Batch>) -> Self {
        if let OutputSink::File(file, with) = self.writer.get_mut() {
            file.keep_backup(has_backup);
            *with = batch.cloned();
        }
        self
    }

    /// Locks the input if the output replaces it, and returns it. Waits for other instances of the
    /// program; [`end`](Self::end) returns a failure if the content changed. The files of a batch are
    /// locked when they are replaced, because the number of open files is limited.
    pub(crate) fn lock(&mut self, input: &FileArgs) -> Result<Option<StoredInput>, Failure> {
        let path = input.path().and_then(|path| fs::canonicalize(path).ok());
        let OutputSink::File(file, batch) = self.writer.get_mut() else {
            return Ok(None);
        };
        if path.as_deref() != Some(file.path()) {
            return Ok(None);
        }
        if batch.is_none() {
            return file.lock_with(|| source::stored(input)).map(Some);
        }
        let stored = source::stored(input)?;
        file.expect(stored.digest());
        Ok(Some(stored))
    }

    /// Locks the input as [`lock`](Self::lock) does. Returns a failure if its content is no longer
    /// `original`.
    pub(crate) fn lock_unchanged(
        &mut self,
        input: &FileArgs,
        original: Digest,
    ) -> Result<(), Failure> {
        let now = self.lock(input)?;
        match input.path() {
            Some(path) if now.is_some_and(|now| now.digest() != original) => {
                Err(SaveError::Changed(path.clone()).into())
            }
            _ => Ok(()),
        }
    }

    /// Returns an input that is read several times. If the output replaces the input, the input is
    /// locked as by [`lock`](Self::lock).
    pub(crate) fn stored_input(&mut self, file: &FileArgs) -> Result<StoredInput, Failure> {
        self.lock(file)?.map_or_else(|| source::stored(file), Ok)
    }

    /// Creates the output for text with colors, and returns whether they are shown.
    ///
    /// If colors are not shown, the caller writes plain text, which is much faster than removing
    /// colors from the output.
    pub(crate) fn colored_of(
        output: &OutputArgs,
        input: &FileArgs,
    ) -> Result<(Self, bool), Failure> {
        let is_colored =
            output.path().is_none() && AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        let output = if is_colored {
            Self::colored(input.path().is_none())
        } else {
            Self::open(output, input)?
        };
        Ok((output, is_colored))
    }

    fn stdout(colors: ColorChoice, is_live: bool) -> Self {
        let stdout = AutoStream::new(io::stdout().lock(), colors);
        Self::new(OutputSink::Stdout(stdout), is_live)
    }

    /// Creates the output for text on standard output.
    pub(crate) fn plain() -> Self {
        Self::stdout(ColorChoice::AlwaysAnsi, false)
    }

    /// Creates the output for text with colors on standard output.
    pub(crate) fn colored(is_live: bool) -> Self {
        Self::stdout(AutoStream::choice(&io::stdout()), is_live)
    }

    /// Writes all output of a command, and ends the output.
    pub(crate) fn print(
        mut self,
        write: impl FnOnce(&mut Writer) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = self.value(write);
        self.end(written)
    }

    /// Creates the output of a command that writes nothing.
    pub(crate) fn discarded() -> Self {
        Self::new(OutputSink::Discarded(io::sink()), false)
    }

    /// Creates an output that [`collect`](Self::collect) returns.
    pub(crate) fn collected() -> Self {
        Self::new(OutputSink::Collected(Vec::new()), false)
    }

    /// Returns the bytes that were written to a collected output.
    pub(crate) fn collect(self) -> Vec<u8> {
        // Writing to memory does not fail.
        match self.writer.into_inner() {
            Ok(OutputSink::Collected(bytes)) => bytes,
            _ => Vec::new(),
        }
    }

    /// Writes one value, including its line break or separator.
    pub(crate) fn value<T>(
        &mut self,
        write: impl FnOnce(&mut Writer) -> io::Result<T>,
    ) -> Result<T, Failure> {
        let written = write(&mut self.writer).map_err(|error| self.failure(error))?;
        if self.is_live {
            self.flush()?;
        }
        Ok(written)
    }

    /// Flushes the output, and replaces the file if `result` is a success. Returns the first
    /// failure.
    pub(crate) fn end(mut self, result: Result<(), Failure>) -> Result<(), Failure> {
        // Valid values before a fault are printed before the error.
        self.flush()?;
        result?;
        self.writer.into_parts().0.end()
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| self.failure(error))
    }

    fn failure(&self, error: io::Error) -> Failure {
        self.writer.get_ref().failure(error)
    }
}

fn replaced(path: &Path) -> Result<OutputSink, Failure> {
    let file = Replacement::create_guarded(path, &Interruption)?;
    Ok(OutputSink::File(file, None))
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Self {
        Self::Input(advised(&error, error.advice()))
    }
}

/// Opens a file for output. Open descriptors, devices and pipes are written directly; other files
/// are replaced.
fn file(path: &Path) -> Result<OutputSink, Failure> {
    let is_special = |it: fs::Metadata| !it.is_file() && !it.is_dir();
    let opened = match descriptor(path) {
        Some(number) => duplicate(number, path),
        None if !fs::metadata(path).is_ok_and(is_special) => {
            return replaced(path);
        }
        None => OpenOptions::new().write(true).open(path),
    };
    opened
        .map(|file| OutputSink::Device(file, path.to_owned()))
        .map_err(|error| Failure::at(path.display(), error))
}

/// Returns the number in the path of an open descriptor, such as `/dev/fd/3`.
fn descriptor(path: &Path) -> Option<i32> {
    match path.to_str()? {
        "/dev/stderr" => Some(2),
        path => {
            let number = path.strip_prefix("/dev/fd/");
            let number = number.or_else(|| path.strip_prefix("/proc/self/fd/"))?;
            number.parse().ok()
        }
    }
}

/// Duplicates a descriptor. Opening its path instead would write to the start of the file.
#[cfg(target_os = "linux")]
fn duplicate(number: i32, path: &Path) -> io::Result<File> {
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};

    let duplicate = pidfd_open(getpid(), PidfdFlags::empty())
        .and_then(|this| pidfd_getfd(this, number, PidfdGetfdFlags::empty()));
    match duplicate {
        Ok(duplicate) => Ok(duplicate.into()),
        // Duplicating a descriptor fails on Linux before 5.6, or in a sandbox.
        Err(_) => OpenOptions::new().append(true).open(path),
    }
}

/// Duplicates a descriptor. On these platforms, opening its path duplicates it.
#[cfg(not(target_os = "linux"))]
fn duplicate(_: i32, path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

impl OutputArgs {
    /// Returns whether the output goes to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.path().is_none() && io::stdout().is_terminal()
    }

    /// Returns a failure if the output would replace the input and thereby destroy the values.
    pub(crate) fn check_input(&self, input: &FileArgs) -> Result<(), Failure> {
        let same = |path: &Path| {
            Some(fs::canonicalize(path).ok()? == fs::canonicalize(input.path()?).ok()?)
        };
        match self.path().filter(|path| same(path) == Some(true)) {
            Some(path) => Err(Failure::usage(format!(
                "the output would replace the input {}; write it to another file",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    /// Returns a failure with advice if bytes would be written to a terminal.
    pub(crate) fn check_bytes(&self, advice: &str) -> Result<(), Failure> {
        if self.is_terminal() {
            return Err(Failure::usage(format!(
                "bytes cannot be shown on the terminal; {advice}write them to a file: -o FILE"
            )));
        }
        Ok(())
    }
}
