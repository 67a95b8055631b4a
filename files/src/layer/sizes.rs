//! Sizes before compressed bytes, which `decompress` of engines needs.

use std::io;

/// A size that a game stores before what `PackedByteArray.compress` returned.
///
/// ```
/// use gdvariant_files::Compression;
/// use gdvariant_files::layer::{Size, SizeOf, Layer};
///
/// let size = Size::new(SizeOf::Content); // store_32(bytes.size())
/// let file = Layer::Stream(vec![size], Compression::Zstd).wrap(b"level 3")?;
/// assert_eq!(file[..8], *b"\x07\0\0\0\x28\xb5\x2f\xfd");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// What has this size.
    pub of: SizeOf,
    /// Whether the size takes 8 bytes, as `store_64` writes it, instead of the 4 bytes of `store_32`.
    pub is_64_bit: bool,
    /// Whether the size is big-endian, as after `big_endian = true`.
    pub is_big_endian: bool,
}

/// What a [`Size`] measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeOf {
    /// The content, as `decompress` needs it.
    Content,
    /// The compressed bytes.
    Compressed,
}

impl Size {
    /// Creates a little-endian size of 4 bytes.
    ///
    /// ```
    /// use gdvariant_files::layer::{Size, SizeOf};
    ///
    /// let size = Size::new(SizeOf::Content);
    /// assert!(!size.is_64_bit && !size.is_big_endian);
    /// ```
    pub const fn new(of: SizeOf) -> Self {
        Self {
            of,
            is_64_bit: false,
            is_big_endian: false,
        }
    }

    /// Returns the bytes of the size.
    pub(super) fn bytes(self, content: usize, compressed: usize) -> io::Result<Vec<u8>> {
        let size = match self.of {
            SizeOf::Content => content,
            SizeOf::Compressed => compressed,
        } as u64;
        let mut bytes = size.to_le_bytes().to_vec();
        if !self.is_64_bit {
            let size = u32::try_from(size).map_err(|_| io::ErrorKind::FileTooLarge)?;
            bytes = size.to_le_bytes().to_vec();
        }
        if self.is_big_endian {
            bytes.reverse();
        }
        Ok(bytes)
    }
}

/// Returns the sizes at the end of a header, if they are those of the compressed bytes that follow.
pub(super) fn sizes_before(header: &[u8], content: usize, compressed: usize) -> Option<Vec<Size>> {
    use SizeOf::{Compressed, Content};
    const ORDERS: [&[SizeOf]; 4] = [
        &[Content, Compressed],
        &[Compressed, Content],
        &[Content],
        &[Compressed],
    ];
    let numbers = [(true, false), (true, true), (false, false), (false, true)];
    let mut sizes = numbers.into_iter().flat_map(|(is_64_bit, is_big_endian)| {
        ORDERS.map(|order| {
            let sizes = order.iter().map(|of| Size {
                of: *of,
                is_64_bit,
                is_big_endian,
            });
            sizes.collect::<Vec<_>>()
        })
    });
    // The longest sizes are first.
    sizes.find(|sizes| {
        let bytes = sizes.iter().map(|it| it.bytes(content, compressed));
        let bytes: io::Result<Vec<_>> = bytes.collect();
        bytes.is_ok_and(|bytes| header.ends_with(&bytes.concat()))
    })
}

/// Returns the length of sizes in bytes.
pub(super) fn length_of(sizes: &[Size]) -> usize {
    let lengths = sizes.iter().map(|it| if it.is_64_bit { 8 } else { 4 });
    lengths.sum()
}
