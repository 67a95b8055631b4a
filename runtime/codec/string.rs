//! Length-prefixed strings: a length, UTF-8 bytes and padding.

use crate::error::Result;
use crate::table::bodies;
use crate::table::layout::HasLayout;
use crate::table::rule::{CountedText, padding_after};
use crate::wire::cursor::Cursor;
use crate::wire::utf8;
use crate::wire::writer::checked_length;
use crate::{
    DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Engine, Kind, Reader, Segment,
    StringName, Writer, format,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

/// The number of bytes before the content of a String: the header and the length.
pub(crate) const HEAD: usize = format::HEADER_LENGTH as usize + size_of::<u32>();

/// The maximum length of most names, in bytes.
const SHORT: usize = 16;

/// The maximum length of a string that the fast path for names writes, in bytes.
const NAME: usize = 32;

/// A type that strings are decoded into.
pub(crate) trait DecodedText<'de>: Default {
    /// Converts a string that is the same in strict and lenient decoding.
    fn of_plain(text: &'de str) -> Self;

    /// Converts a string that lenient decoding may have altered.
    fn of_checked(text: Cow<'de, str>) -> Result<Self, DecodeErrorKind>;
}

macro_rules! decoded_texts {
    ($($text:ty),*) => {$(
        impl<'de> DecodedText<'de> for $text {
            #[inline]
            fn of_plain(text: &'de str) -> Self {
                text.into()
            }

            #[inline]
            fn of_checked(text: Cow<'de, str>) -> Result<Self, DecodeErrorKind> {
                Ok(text.into())
            }
        }
    )*};
}

decoded_texts!(Cow<'de, str>, String, StringName, Box<str>, Rc<str>);
#[cfg(target_has_atomic = "ptr")]
decoded_texts!(Arc<str>);

impl<'de> DecodedText<'de> for &'de str {
    #[inline]
    fn of_plain(text: &'de str) -> Self {
        text
    }

    fn of_checked(text: Cow<'de, str>) -> Result<Self, DecodeErrorKind> {
        match text {
            Cow::Borrowed(text) => Ok(text),
            Cow::Owned(_) => Err(DecodeErrorKind::CannotBorrow),
        }
    }
}

/// Discards a string that is skipped.
impl DecodedText<'_> for () {
    #[inline]
    fn of_plain(_text: &str) {}

    #[inline]
    fn of_checked(_text: Cow<'_, str>) -> Result<(), DecodeErrorKind> {
        Ok(())
    }
}

impl<'de> Cursor<'de> {
    /// Consumes a key and a length-prefixed string of this kind.
    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    pub(crate) fn text<E: Engine, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
    ) -> Option<&'de str> {
        let length = self.field(key, E::constant(E::LAYOUT).header_of(kind))?;
        utf8::plain(self.text_after(length, bodies::counted_text(kind))?)
    }

    /// Consumes a string after its encoded length, and returns its bytes.
    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    pub(crate) fn text_after(&mut self, length: [u8; 4], rule: &CountedText) -> Option<&'de [u8]> {
        let length = usize::try_from(i32::from_le_bytes(length)).ok()?;
        Some(content(rule, self.padded(length, padding_after(length))?))
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes a String or a StringName.
    #[inline]
    pub(crate) fn text<T: DecodedText<'de>>(&mut self) -> Result<T> {
        macro_rules! text_of {
            ($reader:ident $header:ident; texts { $($text:ident)* } $($others:tt)*) => {
                $(if $header.is(Kind::$text) {
                    return $reader.text_body(bodies::counted_text(Kind::$text));
                })*
            };
        }

        let header = self.header()?;
        each_body!(text_of self header);
        Err(self.wrong_type(header, &[Kind::String]))
    }

    /// Decodes a length-prefixed string.
    ///
    /// A call would take 7% of the instructions in the benchmark `names/decode derive, owned`.
    // Without optimization, inlining would only enlarge the recursive stack frame.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "measured")]
    pub(crate) fn text_body<T: DecodedText<'de>>(
        &mut self,
        rule: &'static CountedText,
    ) -> Result<T> {
        if let Some((bytes, after)) = self.next_text(rule)
            && let Some(text) = utf8::plain(bytes)
        {
            self.set_rest(after.rest());
            return Ok(T::of_plain(text));
        }
        let start = self.position();
        T::of_checked(self.checked_text(rule)?).map_err(|kind| DecodeError::new(start, kind))
    }

    /// Checks a length-prefixed string.
    ///
    /// The fast path for ASCII saves a third of the instructions in the benchmark `snapshot/skip`.
    #[inline]
    pub(crate) fn skip_text(&mut self, rule: &'static CountedText) -> Result<()> {
        if self.take_ascii(rule) {
            Ok(())
        } else {
            self.skip_other_text(rule)
        }
    }

    #[inline(never)]
    fn skip_other_text(&mut self, rule: &'static CountedText) -> Result<()> {
        self.text_body(rule)
    }

    /// Checks `count` length-prefixed strings; the path of an error contains the index.
    pub(crate) fn skip_texts(&mut self, rule: &'static CountedText, count: usize) -> Result<()> {
        for index in 0..count {
            self.skip_text(rule)
                .map_err(|error| error.within(Segment::Index(index)))?;
        }
        Ok(())
    }

    /// Consumes a length-prefixed ASCII string, or returns `false` for any other string.
    #[inline]
    pub(crate) fn take_ascii(&mut self, rule: &'static CountedText) -> bool {
        let Some((bytes, after)) = self.next_text(rule) else {
            return false;
        };
        let is_ascii = utf8::is_plain_ascii(bytes);
        if is_ascii {
            self.set_rest(after.rest());
        }
        is_ascii
    }

    /// Fast path: returns the bytes of a length-prefixed string and the position after it.
    ///
    /// Returns `None` in lenient decoding, because lenient decoding may alter any string.
    #[expect(
        clippy::inline_always,
        reason = "inlining saves a fifth of decoding a short RPC"
    )]
    #[inline(always)]
    fn next_text(&self, rule: &'static CountedText) -> Option<(&'de [u8], Cursor<'de>)> {
        if self.options().lenient {
            return None;
        }
        let mut cursor = self.cursor();
        let [length] = cursor.words()?;
        let bytes = cursor.text_after(length, rule)?;
        Some((bytes, cursor))
    }

    /// Decodes a length-prefixed string that lenient decoding may alter, or returns its error.
    #[inline(never)]
    fn checked_text(&mut self, rule: &'static CountedText) -> Result<Cow<'de, str>> {
        let bytes = self.text_bytes(rule)?;
        let end = self.position() - padding_after(bytes.len());
        let text = content(rule, bytes);
        let text = if self.options().lenient {
            utf8::as_engine(text, self.constant().has_lenient_text)
        } else {
            utf8::strict(text).map(Cow::Borrowed)
        };
        text.map_err(|error| {
            let start = end - bytes.len();
            error.with_base_offset(start).in_field(rule.text.name)
        })
    }

    /// Consumes a length-prefixed string and its padding, and returns the bytes of the string.
    #[inline]
    pub(crate) fn text_bytes(&mut self, rule: &'static CountedText) -> Result<&'de [u8]> {
        let length = self.number(rule.length)? as usize;
        let padded_length = length + padding_after(length);
        let padded = self.raw(rule.text, padded_length)?;
        Ok(padded.get(..length).unwrap_or(padded))
    }

    /// Consumes a String with this content, or returns `false` for any other value.
    #[inline]
    pub(crate) fn take_string(&mut self, text: &str) -> bool {
        let start = self.rest();
        if self.take_flagged(Kind::String, 0) == Some([])
            && let Some((bytes, after)) = self.next_text(bodies::string::BODY)
            && bytes == text.as_bytes()
        {
            self.set_rest(after.rest());
            return true;
        }
        self.set_rest(start);
        false
    }
}

/// Returns the bytes of a string without the final NUL that its length may include.
#[inline]
fn content<'b>(rule: &CountedText, bytes: &'b [u8]) -> &'b [u8] {
    if rule.has_nul {
        bytes.strip_suffix(&[0]).unwrap_or(bytes)
    } else {
        bytes
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes a key and a string with the header of `kind`.
    ///
    /// The fast path for names saves a fifth of the instructions in the benchmark
    /// `snapshot/encode dynamic`. It calls no function, so that it needs no stack frame.
    #[inline(never)]
    pub(crate) fn text<const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        value: &str,
    ) -> Result<(), EncodeError> {
        if self.name::<N, SHORT>(key, kind, value) {
            return Ok(());
        }
        self.bytes(&key);
        self.longer_text(kind, value)
    }

    #[inline(never)]
    fn longer_text(&mut self, kind: Kind, value: &str) -> Result<(), EncodeError> {
        if self.name::<0, NAME>([], kind, value) {
            return Ok(());
        }
        let length = checked_text_length(value)?;
        self.words([], kind, 0, [length.to_le_bytes()]);
        self.text_and_padding(bodies::counted_text(kind), value);
        Ok(())
    }

    /// Writes a String that is most likely short, in one call.
    ///
    /// The single call saves a third of the instructions in the benchmark `snapshot/encode serde`.
    #[inline]
    pub(crate) fn short_text(&mut self, value: &str) -> Result<(), EncodeError> {
        let mut block = [0; HEAD + NAME];
        let length = checked_text_length(value)?;
        if let Some(([header, counted, ..], text)) = block.as_chunks_mut().0.split_at_mut_checked(2)
            && let Some(text) = text.as_flattened_mut().get_mut(..value.len())
        {
            *header = self.constant().header_of(Kind::String).to_le_bytes();
            *counted = length.to_le_bytes();
            text.copy_from_slice(value.as_bytes());
            let end = HEAD + value.len() + padding_after(value.len());
            self.bytes(block.get(..end).unwrap_or_default());
            return Ok(());
        }
        self.text([], Kind::String, value)
    }

    /// Fast path: writes a key and a short string without calls, and returns whether it did.
    ///
    /// The string needs a length of at most `MOST`, no NUL, and spare capacity in the buffer.
    #[allow(
        clippy::inline_always,
        reason = "a call takes 8% of the instructions of `keys/encode dynamic`"
    )]
    #[inline(always)]
    fn name<const N: usize, const MOST: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
        value: &str,
    ) -> bool {
        let most = N + HEAD + MOST;
        let start = self.out.len();
        if value.len() > MOST || self.out.capacity() - start < most {
            return false;
        }
        // Appends the maximum length and then truncates, because the maximum is a compile-time
        // constant.
        self.out.resize(start + most, 0);
        let value_header = self.constant().header_of(kind);
        let written = self.out.get_mut(start..).and_then(|bytes| {
            let (key_slot, bytes) = bytes.split_first_chunk_mut()?;
            let (header, bytes) = bytes.split_first_chunk_mut()?;
            let (length, bytes) = bytes.split_first_chunk_mut()?;
            *key_slot = key;
            *header = value_header.to_le_bytes();
            *length = u32::try_from(value.len()).ok()?.to_le_bytes();
            (!utf8::copy_and_find_nul(value, bytes.get_mut(..value.len())?))
                .then_some(value.len() + padding_after(value.len()))
        });
        self.out
            .truncate(written.map_or(start, |length| start + most - MOST + length));
        written.is_some()
    }

    /// Writes a length-prefixed string and its padding.
    #[inline]
    pub(crate) fn text_body(
        &mut self,
        rule: &'static CountedText,
        value: &str,
    ) -> Result<(), EncodeError> {
        let length = checked_text_length(value)?;
        let length = if rule.has_nul {
            checked_length(value.len() + 1)?
        } else {
            length
        };
        self.bytes(&length.to_le_bytes());
        self.text_and_padding(rule, value);
        Ok(())
    }

    #[inline]
    fn text_and_padding(&mut self, rule: &CountedText, value: &str) {
        let nul = usize::from(rule.has_nul);
        self.bytes(value.as_bytes());
        self.zeros(nul + padding_after(value.len() + nul));
    }
}

/// Returns the length of a string, or an error if the string contains a NUL.
#[allow(
    clippy::inline_always,
    reason = "a call takes 11% of the instructions of encoding an Array of one short string"
)]
#[inline(always)]
fn checked_text_length(text: &str) -> Result<u32, EncodeError> {
    match utf8::nul_in(text) {
        None => checked_length(text.len()),
        Some(at) => Err(EncodeError::new(EncodeErrorKind::NulInString { at })),
    }
}
