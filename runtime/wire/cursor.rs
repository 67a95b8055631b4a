//! The position in a run of fields that are encoded as this library encodes them.

use crate::format;

/// The length of a header in bytes.
const HEADER: usize = format::HEADER_LENGTH as usize;

/// The position in a run of consecutive values.
///
/// A [`Reader`](crate::Reader) is in memory, where errors find the position. A cursor stays in
/// registers: it has no errors, because a value that it does not consume is decoded again by the
/// reader. This saves a quarter of the instructions in the benchmark
/// `snapshot/decode derive, borrowed`.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'de> {
    rest: &'de [u8],
}

// A call would store the position in memory.
impl<'de> Cursor<'de> {
    #[inline]
    pub(crate) fn new(rest: &'de [u8]) -> Self {
        Self { rest }
    }

    /// Returns the bytes that have not been consumed.
    #[inline]
    pub(crate) fn rest(self) -> &'de [u8] {
        self.rest
    }

    /// Consumes exactly these bytes, or nothing.
    #[inline]
    pub fn take<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        match self.rest.split_first_chunk() {
            Some((found, rest)) if *found == bytes => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Consumes a key, a header and the following `length` bytes, and returns the header and the
    /// bytes.
    #[inline(always)]
    pub(crate) fn value<const N: usize>(
        &mut self,
        key: [u8; N],
        length: usize,
    ) -> Option<(u32, &'de [u8])> {
        let (field, rest) = self.rest.split_at_checked(N + HEADER + length)?;
        let (found, value) = field.split_first_chunk()?;
        let (header, body) = value.split_first_chunk()?;
        if *found != key {
            return None;
        }
        self.rest = rest;
        Some((u32::from_le_bytes(*header), body))
    }

    /// Consumes a key, a header and the first `M` bytes of the body.
    #[inline]
    pub(crate) fn start<const N: usize, const M: usize>(
        &mut self,
        key: [u8; N],
    ) -> Option<(u32, [u8; M])> {
        let (header, body) = self.value(key, M)?;
        Some((header, *body.first_chunk()?))
    }

    /// Consumes a key, this header, and the first `M` bytes of the body.
    #[inline(always)]
    pub(crate) fn field<const N: usize, const M: usize>(
        &mut self,
        key: [u8; N],
        header: u32,
    ) -> Option<[u8; M]> {
        let (found, body) = self.start(key)?;
        (found == header).then_some(body)
    }

    /// Consumes a key and a number of either width.
    #[inline(always)]
    pub(crate) fn number<const N: usize>(
        &mut self,
        key: [u8; N],
        [narrow, wide]: [u32; 2],
    ) -> Option<WireNumber> {
        let (header, low) = self.start(key)?;
        if header == narrow {
            return Some(WireNumber::Narrow(u32::from_le_bytes(low)));
        }
        let (high, rest) = self.rest.split_first_chunk()?;
        if header != wide {
            return None;
        }
        self.rest = rest;
        let low = u64::from(u32::from_le_bytes(low));
        let high = u64::from(u32::from_le_bytes(*high));
        Some(WireNumber::Wide(low | high << u32::BITS))
    }

    /// Consumes `N` words.
    #[inline]
    pub(crate) fn words<const N: usize>(&mut self) -> Option<[[u8; 4]; N]> {
        let (words, rest) = self.rest.split_at_checked(N * 4)?;
        self.rest = rest;
        words.as_chunks().0.first_chunk().copied()
    }

    /// Consumes `length` bytes and the padding after them, and returns the bytes.
    #[inline]
    pub(crate) fn padded(&mut self, length: usize, padding: usize) -> Option<&'de [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(length.checked_add(padding)?)?;
        self.rest = rest;
        bytes.get(..length)
    }
}

/// The bits of an int or a float.
#[derive(Debug, Clone, Copy)]
pub(crate) enum WireNumber {
    Narrow(u32),
    Wide(u64),
}
