//! What a file is read from: readers, bytes in memory, and files on disk that are read several times.

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The source of bytes. All sources have one type, so that code which reads them is compiled once.
pub type Input<'r> = BufReader<Box<dyn Read + 'r>>;

/// Creates an input from a reader.
pub fn from_reader<'r>(reader: impl Read + 'r) -> Input<'r> {
    BufReader::new(Box::new(reader))
}

/// Creates an input from bytes in memory.
pub fn from_bytes<'r>(bytes: impl AsRef<[u8]> + 'r) -> Input<'r> {
    from_reader(Cursor::new(bytes))
}

/// Puts bytes back at the start of an input.
pub(crate) fn put_back(start: Vec<u8>, input: Input<'_>) -> Input<'_> {
    from_reader(Cursor::new(start).chain(input))
}

/// The length up to which bytes are read without `read_to_end`, in bytes.
const SHORT: u64 = 4 << 10;

/// Replaces the content of a buffer with the next `length` bytes, or fewer at the end of the input.
///
/// # Errors
///
/// Returns an error if reading fails.
pub(crate) fn read_into(
    input: &mut Input<'_>,
    length: u64,
    buffer: &mut Vec<u8>,
) -> io::Result<()> {
    buffer.clear();
    let is_ready = length <= SHORT && length <= input.buffer().len() as u64;
    if let Some(bytes) = usize::try_from(length).ok().filter(|_| is_ready) {
        // `read_to_end` reads into buffers of its own: reading a small value took twice the time.
        buffer.extend_from_slice(input.buffer().get(..bytes).unwrap_or_default());
        input.consume(bytes);
        return Ok(());
    }
    // `take` with `read_to_end` allocates memory only as bytes arrive, whatever the length claims.
    input.take(length).read_to_end(buffer)?;
    Ok(())
}

/// Reads `length` bytes, or fewer at the end of the input.
///
/// # Errors
///
/// Returns an error if reading fails.
pub fn read_start(input: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    input.take(length).read_to_end(&mut start)?;
    Ok(start)
}

/// Bytes that can be read several times: a file, or bytes in memory.
///
/// A file stays on the disk, whatever its length. Its [digest](Self::digest) tells whether another
/// program has changed it.
///
/// ```
/// use gdvariant_files::input::StoredInput;
/// use std::io::read_to_string;
///
/// let path = std::env::temp_dir().join(format!("gdvariant-stored-{}", std::process::id()));
/// std::fs::write(&path, "gold: 7")?;
/// let old = StoredInput::from_file(&path)?;
/// assert_eq!(read_to_string(old.open()?)?, "gold: 7");
/// assert_eq!(read_to_string(old.open()?)?, "gold: 7");
/// std::fs::write(&path, "gold: 8")?;
/// assert_ne!(StoredInput::from_file(&path)?.digest(), old.digest());
/// # std::fs::remove_file(path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct StoredInput {
    source: StoredSource,
    /// The length of the header before the bytes that are read.
    header: u64,
}

#[derive(Debug, Clone)]
enum StoredSource {
    File(PathBuf, Digest),
    Bytes(Arc<[u8]>),
}

impl From<Arc<[u8]>> for StoredInput {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self {
            source: StoredSource::Bytes(bytes),
            header: 0,
        }
    }
}

impl StoredInput {
    /// Reads a file once, to compute its digest.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if it is longer than the address space.
    pub fn from_file(path: &Path) -> io::Result<Self> {
        let digest = Digest::from_file(path)?;
        if usize::try_from(digest.length).is_err() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(Self {
            source: StoredSource::File(path.to_owned(), digest),
            header: 0,
        })
    }

    /// Excludes a header at the start from the bytes that are read.
    pub(crate) fn after_header(self, length: u64) -> Self {
        Self {
            header: self.header + length,
            ..self
        }
    }

    /// Returns a reader of the bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn open(&self) -> io::Result<Input<'static>> {
        self.open_at(self.header)
    }

    fn open_at(&self, position: u64) -> io::Result<Input<'static>> {
        Ok(match &self.source {
            StoredSource::File(path, _) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(position))?;
                from_reader(file)
            }
            StoredSource::Bytes(bytes) => {
                let mut bytes = Cursor::new(Arc::clone(bytes));
                bytes.set_position(position);
                from_reader(bytes)
            }
        })
    }

    /// Returns the header before the bytes.
    pub(crate) fn header(&self) -> io::Result<Vec<u8>> {
        read_start(&mut self.open_at(0)?, self.header)
    }

    /// Returns the bytes, which are in memory afterwards.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn bytes(&self) -> io::Result<Arc<[u8]>> {
        match &self.source {
            StoredSource::Bytes(bytes) if self.header == 0 => Ok(Arc::clone(bytes)),
            _ => Ok(read_start(&mut self.open()?, u64::MAX)?.into()),
        }
    }

    /// Returns whether the bytes are not in memory.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.source, StoredSource::File(..))
    }

    /// Returns the number of bytes in the file, after the header.
    pub fn length(&self) -> u64 {
        let length = match &self.source {
            StoredSource::File(_, digest) => digest.length,
            StoredSource::Bytes(bytes) => bytes.len() as u64,
        };
        length.saturating_sub(self.header)
    }

    /// Returns the digest of the bytes and the header. The digest of a file is that of the content
    /// when [`of_file`](Self::from_file) read it.
    pub fn digest(&self) -> Digest {
        match &self.source {
            StoredSource::File(_, digest) => *digest,
            // Reading memory does not fail.
            StoredSource::Bytes(bytes) => Digest::from_reader(&**bytes).unwrap_or_default(),
        }
    }

    /// Reads the file again, and returns whether its digest is another one.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn has_changed(&self) -> io::Result<bool> {
        Ok(match &self.source {
            StoredSource::File(path, digest) => Digest::from_file(path)? != *digest,
            StoredSource::Bytes(_) => false,
        })
    }
}

/// The length of the blocks that are hashed, in bytes.
const BLOCK_LENGTH: usize = 1 << 16;

/// A digest of the content of a file, which differs for different content.
///
/// Digests are compared within a process: another process computes other digests.
/// [`StoredInput`] has an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Digest {
    hash: u64,
    length: u64,
}

impl Digest {
    /// Reads a file, and computes its digest.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn from_file(path: &Path) -> io::Result<Self> {
        Self::from_reader(File::open(path)?)
    }

    fn from_reader(mut reader: impl Read) -> io::Result<Self> {
        /// The random keys, so that nobody can compute content with the same digest.
        static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

        let (mut hasher, mut length) = (KEYS.build_hasher(), 0);
        let mut block = Vec::with_capacity(BLOCK_LENGTH);
        loop {
            block.clear();
            let mut limited = reader.by_ref().take(BLOCK_LENGTH as u64);
            // All blocks but the last are full, because the hash depends on their lengths.
            if limited.read_to_end(&mut block)? == 0 {
                let hash = hasher.finish();
                return Ok(Self { hash, length });
            }
            hasher.write(&block);
            length += block.len() as u64;
        }
    }
}
