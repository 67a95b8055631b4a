//! The writer that appends values to a buffer.

use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::Number;
use crate::wire::options::Target;
use crate::wire::reader::MAX_POINTERS;
use crate::{EncodeError, EncodeErrorKind, Kind, format};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Appends values of the engine `E` to a buffer.
///
/// Implementations of [`Encode`](crate::Encode) call the writer.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Encode, Godot4, Writer};
///
/// let mut bytes = Vec::new();
/// let mut writer = Writer::<Godot4>::new(&mut bytes);
/// 7.encode(&mut writer)?;
/// writer.finish()?;
/// assert_eq!(bytes, [2, 0, 0, 0, 7, 0, 0, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<'w, E> {
    pub(crate) out: &'w mut Vec<u8>,
    pub(crate) depth: u32,
    /// The oldest version of the engine that has to decode the output.
    pub(crate) target: Target,
    /// The number of pointers, such as `Box`, that were encoded in a row without writing a byte,
    /// plus `POINTERS_RANGE` times the number of bytes before these pointers.
    pointers: u64,
    /// The first error of an element or entry. The bytes of its container are incomplete, so
    /// `finish` returns the error even if the caller ignored it.
    failure: Option<EncodeError>,
    layout: &'static Layout,
    engine: PhantomData<E>,
}

/// The factor in `Writer::pointers` that separates the pointers at different positions.
const POINTERS_RANGE: u64 = 2 * MAX_POINTERS as u64;

/// The maximum length, in bytes, of a key and a value that are written in one call.
const BLOCK: usize = 64;

impl<'w, E: HasLayout> Writer<'w, E> {
    /// Creates a writer. An engine has one layout; [`AnyEngine`] accepts all.
    #[inline]
    pub(crate) fn for_layout(layout: &'static Layout, out: &'w mut Vec<u8>) -> Self {
        Self {
            out,
            depth: 0,
            target: Target::NEWEST,
            pointers: 0,
            failure: None,
            layout,
            engine: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn layout(&self) -> &'static Layout {
        E::layout(self.layout)
    }

    /// Returns the layout for uses that the compiler folds; see [`HasLayout::const_layout`].
    #[inline]
    pub(crate) fn const_layout(&self) -> &'static Layout {
        E::const_layout(self.layout)
    }

    /// Encodes with the code that all engines share.
    #[inline]
    pub(crate) fn shared<R>(&mut self, write: impl FnOnce(&mut Writer<'_, AnyEngine>) -> R) -> R {
        let layout = self.layout();
        let mut shared = Writer {
            out: self.out,
            depth: self.depth,
            target: self.target,
            pointers: self.pointers,
            failure: self.failure.take(),
            layout,
            engine: PhantomData,
        };
        let result = write(&mut shared);
        self.depth = shared.depth;
        self.pointers = shared.pointers;
        self.failure = shared.failure;
        result
    }

    /// Ends encoding and checks that the bytes are complete.
    ///
    /// The functions of the layouts' modules call this method. Call it after encoding with your own
    /// writer.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, Writer};
    ///
    /// let mut bytes = Vec::new();
    /// let mut writer = Writer::<Godot4>::new(&mut bytes);
    /// let _ = writer.array().element(&u64::MAX); // the error is ignored
    /// assert!(writer.finish().is_err());
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error of an element or entry that the caller ignored. The path of the
    /// error starts at the container of the element or entry. Also returns an error if an
    /// [`ArrayWriter`](crate::ArrayWriter) or [`DictionaryWriter`](crate::DictionaryWriter) was
    /// leaked.
    #[inline]
    pub fn finish(self) -> Result<(), EncodeError> {
        if self.is_complete() {
            Ok(())
        } else {
            Err(self.failure.unwrap_or_else(leaked))
        }
    }

    /// Checks that no container has failed or is still open.
    #[inline]
    pub(crate) fn is_complete(&self) -> bool {
        self.failure.is_none() && self.depth == 0
    }

    /// Returns the number of bytes after the first `start` bytes of the buffer.
    #[inline]
    pub(crate) fn length_from(&self, start: usize) -> usize {
        self.out.len() - start
    }

    /// Records an error after which the output is incomplete, and returns it.
    #[cold]
    pub(crate) fn fail(&mut self, error: EncodeError) -> EncodeError {
        if self.failure.is_none() {
            self.failure = Some(error.clone());
        }
        error
    }

    /// Writes the header of a value with flags.
    ///
    /// The layout has the kind: every layout does, or the caller has checked it with `has`.
    #[inline]
    pub(crate) fn header_with(&mut self, kind: Kind, flags: u32) {
        self.bytes(&(self.const_layout().header_of(kind) | flags).to_le_bytes());
    }

    /// Writes a key, the header of a value and a body of `length` bytes, which `body` fills.
    ///
    /// A short key and value are written in one call. This saves 15% of the instructions in the
    /// benchmark `snapshot/encode derive`.
    #[inline]
    pub(crate) fn put_value<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: u32,
        length: usize,
        body: impl FnOnce(&mut [u8]),
    ) {
        let header = (self.const_layout().header_of(kind) | flags).to_le_bytes();
        let mut block = [0; BLOCK];
        if let Some(block) = block.get_mut(..N + header.len() + length)
            && let Some((key_slot, value)) = block.split_first_chunk_mut()
            && let Some((header_slot, body_slot)) = value.split_first_chunk_mut()
        {
            (*key_slot, *header_slot) = (key, header);
            body(body_slot);
            return self.bytes(block);
        }
        self.bytes(&key);
        self.bytes(&header);
        let start = self.out.len();
        self.zeros(length);
        body(self.out.get_mut(start..).unwrap_or_default());
    }

    /// Writes a key, a header with flags and the first words of a body.
    #[inline]
    pub(crate) fn words<const N: usize, const LENGTH: usize, const WORDS: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        flags: u32,
        words: [[u8; LENGTH]; WORDS],
    ) {
        self.put_value(key, kind, flags, size_of_val(&words), |body| {
            for (slot, word) in body.as_chunks_mut().0.iter_mut().zip(words) {
                *slot = word;
            }
        });
    }

    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Writes `count` zero bytes, such as padding.
    #[inline]
    pub(crate) fn zeros(&mut self, count: usize) {
        self.out.resize(self.out.len() + count, 0);
    }

    /// Writes `count` elements or entries one level deeper.
    #[inline]
    pub(crate) fn nested(
        &mut self,
        count: u32,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.depth += 1;
        let result = if count == 0 {
            Ok(())
        } else {
            self.check_depth().and_then(|()| write(self))
        };
        self.depth = self.depth.wrapping_sub(1);
        result.map_err(|error| self.fail(error))
    }

    /// Rejects a chain of pointers that is longer than decoding accepts.
    ///
    /// Values of types such as `struct A(Box<B>)` and `struct B(Option<Box<A>>)` can be nested
    /// without writing a byte.
    #[inline]
    pub(crate) fn enter_pointer(&mut self) -> Result<(), EncodeError> {
        let start = self.out.len() as u64 * POINTERS_RANGE;
        self.pointers = self.pointers.max(start) + 1;
        if self.pointers - start > u64::from(MAX_POINTERS) {
            return Err(too_deep());
        }
        Ok(())
    }

    /// Rejects a value whose nesting depth exceeds the limit of engines.
    #[inline]
    pub(crate) fn check_depth(&self) -> Result<(), EncodeError> {
        if self.depth > format::MAX_DEPTH {
            return Err(too_deep());
        }
        Ok(())
    }
}

/// Returns the error of a nesting depth that exceeds the limit of engines.
#[cold]
pub(crate) fn too_deep() -> EncodeError {
    EncodeError::new(EncodeErrorKind::TooDeep {
        limit: format::MAX_DEPTH,
    })
}

/// Returns the error of a container whose `ArrayWriter` or `DictionaryWriter` was never dropped.
#[cold]
fn leaked() -> EncodeError {
    EncodeError::new(EncodeErrorKind::Custom(
        "an ArrayWriter or DictionaryWriter was leaked, so its container has no end".into(),
    ))
}

/// Converts a length, or returns an error if engines cannot represent it.
#[inline]
pub(crate) fn checked_length(length: usize) -> Result<u32, EncodeError> {
    checked(length, format::MAX_LENGTH)
}

/// Converts a count, or returns an error if its bits cannot represent it.
#[inline]
pub(crate) fn checked_count(rule: &Number, count: usize) -> Result<u32, EncodeError> {
    checked(count, rule.value(u32::MAX).min(format::MAX_LENGTH))
}

#[inline]
pub(crate) fn checked(length: usize, limit: u32) -> Result<u32, EncodeError> {
    match u32::try_from(length) {
        Ok(short) if short <= limit => Ok(short),
        _ => Err(EncodeError::new(EncodeErrorKind::TooLong { length, limit })),
    }
}
