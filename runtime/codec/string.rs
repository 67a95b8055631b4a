//! Length-prefixed strings: a length, UTF-8 bytes and padding.

use crate::error::Result;
use crate::table::bodies;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::{CountedText, PackedTextRules, padding_after};
use crate::wire::cursor::Cursor;
use crate::wire::reader::BATCH;
use crate::wire::reader::{CheckedCount, Header};
use crate::wire::utf8;
use crate::wire::writer::checked_length;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Engine, Kind,
    Reader, Segment, StringName, Writer, format,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The number of bytes before the content of a String: the header and the length.
pub(crate) const HEAD: usize = format::HEADER_LENGTH as usize + size_of::<u32>();

/// The maximum length of most names, in bytes.
const SHORT: usize = 16;

/// The maximum length of a string that the fast path for names writes, in bytes.
const NAME: usize = 32;

/// A type that strings are decoded into.
pub(crate) trait DecodedText<'de>: Default {
    /// Converts a string that is the same in strict and lenient decoding.
    fn from_plain(text: &'de str) -> Self;

    /// Converts a string that lenient decoding may have altered.
    fn from_checked(text: Cow<'de, str>) -> Result<Self, DecodeErrorKind>;
}

macro_rules! decoded_texts {
    ($($text:ty),*) => {$(
        impl<'de> DecodedText<'de> for $text {
            #[inline]
            fn from_plain(text: &'de str) -> Self {
                text.into()
            }

            #[inline]
            fn from_checked(text: Cow<'de, str>) -> Result<Self, DecodeErrorKind> {
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
    fn from_plain(text: &'de str) -> Self {
        text
    }

    fn from_checked(text: Cow<'de, str>) -> Result<Self, DecodeErrorKind> {
        match text {
            Cow::Borrowed(text) => Ok(text),
            Cow::Owned(_) => Err(DecodeErrorKind::CannotBorrow),
        }
    }
}

/// Discards a string that is skipped.
impl DecodedText<'_> for () {
    #[inline]
    fn from_plain(_text: &str) {}

    #[inline]
    fn from_checked(_text: Cow<'_, str>) -> Result<(), DecodeErrorKind> {
        Ok(())
    }
}

impl<'de> Cursor<'de> {
    /// Consumes a key and a length-prefixed string of this kind.
    #[inline(always)]
    pub(crate) fn text<E: Engine, const N: usize>(
        &mut self,
        key: [u8; N],
        kind: Kind,
    ) -> Option<&'de str> {
        let length = self.field(key, E::const_layout(E::LAYOUT).header_of(kind))?;
        utf8::plain(self.text_after(length, bodies::counted_text(kind))?)
    }

    /// Consumes a string after its encoded length, and returns its bytes.
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
                if $(!$header.is(Kind::$text))&&* {
                    return Err($reader.wrong_type($header, &[Kind::String]));
                }
            };
        }

        let header = self.header()?;
        each_body!(text_of self header);
        self.text_body(bodies::counted_text(header.kind()))
    }

    /// Decodes a length-prefixed string.
    ///
    /// A call would take 7% of the instructions in the benchmark `names/decode derive, owned`.
    // Without optimization, inlining would only enlarge the recursive stack frame.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn text_body<T: DecodedText<'de>>(
        &mut self,
        rule: &'static CountedText,
    ) -> Result<T> {
        if let Some((bytes, after)) = self.next_text(rule)
            && let Some(text) = utf8::plain(bytes)
        {
            self.set_rest(after.rest());
            return Ok(T::from_plain(text));
        }
        let start = self.position();
        T::from_checked(self.checked_text(rule)?).map_err(|kind| DecodeError::new(start, kind))
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
        self.checked_text(rule).map(drop)
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
    // Inlining saves a fifth of decoding a short RPC.
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
    pub(crate) fn checked_text(&mut self, rule: &'static CountedText) -> Result<Cow<'de, str>> {
        let bytes = self.text_bytes(rule)?;
        let end = self.position() - padding_after(bytes.len());
        let text = content(rule, bytes);
        let text = if self.options().lenient {
            utf8::as_engine(text, self.const_layout().has_lenient_text)
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
            *header = self.const_layout().header_of(Kind::String).to_le_bytes();
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
    // A call takes 8% of the instructions of `keys/encode dynamic`.
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
        let value_header = self.const_layout().header_of(kind);
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
// A call takes 11% of the instructions of encoding an Array of one short string.
#[inline(always)]
fn checked_text_length(text: &str) -> Result<u32, EncodeError> {
    match utf8::nul_in(text) {
        None => checked_length(text.len()),
        Some(at) => Err(EncodeError::new(EncodeErrorKind::NulInString { at })),
    }
}

/// The number of bytes in the first UTF-8 pass. The number doubles after each pass that consumes a
/// string, so that few bytes are validated in vain.
const FIRST: usize = 128;

/// The maximum number of bytes in a UTF-8 pass.
const MOST: usize = 4096;

/// The maximum length, in bytes, of a string that is written in a batch.
const SHORT_IN_BATCH: usize = 128;

impl<'de> Reader<'de, AnyEngine> {
    /// Decodes `count` elements of an Array as strings, and appends them.
    pub(crate) fn texts<T: DecodedText<'de>>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
    ) -> Result<()> {
        let mut index = 0;
        while index < count {
            index += self.take_strings(count - index, |text| elements.push(T::from_plain(text)));
            if index < count {
                let text = self.text();
                elements.push(text.map_err(|error| error.within(Segment::Index(index)))?);
                index += 1;
            }
        }
        Ok(())
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Fast path: consumes up to `most` valid Strings, and returns their number. Consumes none in
    /// lenient decoding.
    pub(crate) fn take_strings(&mut self, most: usize, each: impl FnMut(&'de str)) -> usize {
        let rule = bodies::string::BODY;
        self.take_texts(most, rule, string_header(self.const_layout()), each)
    }

    /// Validates runs of consecutive strings in one UTF-8 pass.
    ///
    /// This saves half of the instructions in the benchmarks `strings/skip` and
    /// `strings/decode derive, borrowed`.
    ///
    /// `start` precedes the length of each string.
    #[inline]
    fn take_texts<const START: usize>(
        &mut self,
        most: usize,
        rule: &CountedText,
        start: [u8; START],
        mut each: impl FnMut(&'de str),
    ) -> usize {
        let (mut taken, mut ahead) = (0, FIRST);
        // Lenient decoding may alter any string.
        while taken < most && !self.options().lenient {
            let valid = utf8::valid_start(self.rest(), ahead);
            let (mut left, before) = (valid, taken);
            while taken < most
                && let Some((text, end)) = counted_in(rule, left, start)
                && let Some(after) = left.get(end..)
            {
                each(text);
                left = after;
                taken += 1;
            }
            if taken == before {
                break;
            }
            let consumed = valid.len() - left.len();
            self.set_rest(self.rest().get(consumed..).unwrap_or_default());
            ahead = (ahead * 2).min(MOST);
        }
        taken
    }

    /// Decodes a PackedStringArray and appends its strings.
    pub(crate) fn packed_texts<T: DecodedText<'de>>(
        &mut self,
        elements: &mut Vec<T>,
    ) -> Result<()> {
        let count = self.count(PACKED.count, size_of::<u32>())?;
        elements.reserve_exact(self.reserve::<T>(count));
        self.each_packed_text(count, |text| elements.push(text))
    }

    /// Skips the strings of a PackedStringArray.
    #[inline(never)]
    pub(crate) fn skip_packed_texts(&mut self) -> Result<()> {
        let count = self.count(PACKED.count, size_of::<u32>())?;
        self.each_packed_text(count, |()| ())
    }

    /// Decodes `count` strings of a PackedStringArray, and passes them to `each`.
    fn each_packed_text<T: DecodedText<'de>>(
        &mut self,
        count: CheckedCount,
        mut each: impl FnMut(T),
    ) -> Result<()> {
        let (count, mut index) = (count.get(), 0);
        while index < count {
            index += self.take_texts(count - index, PACKED.text, [], |text| {
                each(T::from_plain(text));
            });
            if index < count {
                let text = self.text_body(PACKED.text);
                each(text.map_err(|error| error.within(Segment::Index(index)))?);
                index += 1;
            }
        }
        Ok(())
    }
}

const PACKED: &PackedTextRules = bodies::packed_string_array::BODY;

/// Returns the header of a String.
#[inline]
fn string_header(layout: &Layout) -> [u8; 4] {
    layout.header_of(Kind::String).to_le_bytes()
}

/// Returns the string at the start of valid UTF-8, and its encoded length.
///
/// `start` precedes the length of the string.
#[inline]
fn counted_in<'b, const START: usize>(
    rule: &CountedText,
    bytes: &'b str,
    start: [u8; START],
) -> Option<(&'b str, usize)> {
    let (found, rest) = bytes.as_bytes().split_first_chunk()?;
    if *found != start {
        return None;
    }
    let length = u32::from_le_bytes(*rest.first_chunk()?) as usize;
    let head = START + size_of::<u32>();
    let text = bytes.get(head..)?.get(..length)?;
    let content = if rule.has_nul {
        text.strip_suffix('\0').unwrap_or(text)
    } else {
        text
    };
    utf8::is_plain(content).then_some((content, head + length + padding_after(length)))
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes a PackedStringArray.
    pub(crate) fn packed_texts<T: AsRef<str>>(
        &mut self,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        let count = PACKED.count.encoded(checked_length(elements.len())?);
        self.words([], Kind::PackedStringArray, 0, [count]);
        let mut index = 0;
        while let Some(left @ [element, ..]) = elements.get(index..) {
            let texts = left.iter().map(AsRef::as_ref);
            let batch = put_short_texts(self.out, PACKED.text, texts, []);
            if batch == 0 {
                self.text_body(PACKED.text, element.as_ref())
                    .map_err(|error| self.fail(error.within(Segment::Index(index))))?;
            }
            index += batch.max(1);
        }
        Ok(())
    }

    /// Writes the leading Strings that are short and contain no NUL, and returns their number.
    #[inline]
    pub(crate) fn short_strings<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str> + Clone,
    ) -> usize {
        let rule = bodies::string::BODY;
        put_short_texts(self.out, rule, texts, string_header(self.const_layout()))
    }
}

/// Appends the leading strings that are short and contain no NUL, and returns their number.
///
/// One allocation suffices for all strings of a batch. `start` precedes the length of each string.
#[inline]
fn put_short_texts<'t, const START: usize>(
    out: &mut Vec<u8>,
    rule: &CountedText,
    texts: impl Iterator<Item = &'t str> + Clone,
    start: [u8; START],
) -> usize {
    let nul = usize::from(rule.has_nul);
    let texts = texts
        .take_while(|text| text.len() <= SHORT_IN_BATCH)
        .take(BATCH);
    let encoded_length = |text: &str| {
        let length = text.len() + nul;
        START + size_of::<u32>() + length + padding_after(length)
    };
    let (mut at, mut count) = (out.len(), 0);
    out.resize(at + texts.clone().map(encoded_length).sum::<usize>(), 0);
    for text in texts {
        let Ok(length) = u32::try_from(text.len() + nul) else {
            break;
        };
        let slot = out.get_mut(at..);
        let Some((start_slot, after)) = slot.and_then(<[u8]>::split_first_chunk_mut) else {
            break;
        };
        let Some((length_slot, after)) = after.split_first_chunk_mut() else {
            break;
        };
        let Some(body) = after.get_mut(..text.len()) else {
            break;
        };
        if utf8::copy_and_find_nul(text, body) {
            break;
        }
        (*start_slot, *length_slot) = (start, length.to_le_bytes());
        at += encoded_length(text);
        count += 1;
    }
    out.truncate(at);
    count
}

impl<E: HasLayout> Encode<E> for str {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.text([], Kind::String, self)
    }
}

impl<E: HasLayout> Encode<E> for String {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.as_str().encode(writer)
    }

    #[inline]
    fn encode_field<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        writer.text(key, Kind::String, self)
    }

    #[inline]
    fn encode_batch(elements: &[Self], writer: &mut Writer<'_, E>) -> Result<usize, EncodeError> {
        Ok(writer.short_strings(elements.iter().map(Self::as_str)))
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl<'de, E: Engine> Decode<'de, E> for $text {
            const CURSOR_LEVELS: Option<u32> = Some(0);

            #[inline(always)]
            fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
                cursor.text::<E, N>(key, Kind::String).map(DecodedText::from_plain)
            }

            #[inline]
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                reader.text()
            }

            fn decode_elements(reader: &mut Reader<'de, E>, count: usize, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                reader.shared(|reader| reader.texts(count, elements))
            }

            fn decode_packed(reader: &mut Reader<'de, E>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                if header.is(Kind::PackedStringArray) {
                    return reader.shared(|reader| reader.packed_texts(elements));
                }
                Err(reader.wrong_type(header, &[Kind::Array, Kind::PackedStringArray]))
            }
        }
    )*};
}

// A string that lenient decoding alters is an error for `&str`, but not for `Cow`.
texts!(String, Cow<'de, str>, Box<str>, Rc<str>, &'de str);
#[cfg(target_has_atomic = "ptr")]
texts!(Arc<str>);

/// Encodes a String of one character, like serde.
impl<E: Engine> Encode<E> for char {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.encode_utf8(&mut [0; 4]).encode(writer)
    }
}

impl<'de, E: Engine> Decode<'de, E> for char {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let text: Cow<'_, str> = reader.text()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(DecodeError::wrong_length(start, 1, text.chars().count())),
        }
    }
}

/// Borrows the bytes of a PackedByteArray from the input.
impl<'de, E: Engine> Decode<'de, E> for &'de [u8] {
    const CURSOR_LEVELS: Option<u32> = Some(0);

    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        cursor.packed_bytes::<E, N>(key, Kind::PackedByteArray, size_of::<u8>())
    }

    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.expect_header(Kind::PackedByteArray)?;
        reader.packed_bytes(Kind::PackedByteArray, size_of::<u8>())
    }
}

/// Borrows the bytes of a PackedByteArray from the input, or copies the elements of an Array.
impl<'de, E: Engine> Decode<'de, E> for Cow<'de, [u8]> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        if reader
            .peek()
            .is_some_and(|header| header.is(Kind::PackedByteArray))
        {
            return Decode::decode(reader).map(Cow::Borrowed);
        }
        Vec::decode(reader).map(Cow::Owned)
    }
}

/// Implements the codec of a string with another name, such as StringName, in a layout.
macro_rules! text_codec {
    ($marker:ident $text:ident) => {
        impl Encode<$marker> for crate::$text {
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                writer.text([], crate::Kind::$text, self)
            }

            #[inline]
            fn encode_field<const N: usize>(
                &self,
                key: [u8; N],
                writer: &mut crate::Writer<'_, $marker>,
            ) -> Result<(), EncodeError> {
                writer.text(key, crate::Kind::$text, self)
            }
        }

        impl<'de> Decode<'de, $marker> for crate::$text {
            const CURSOR_LEVELS: Option<u32> = Some(0);

            #[inline(always)]
            fn take_field<const N: usize>(
                cursor: &mut crate::wire::cursor::Cursor<'de>,
                key: [u8; N],
            ) -> Option<Self> {
                cursor
                    .text::<$marker, N>(key, crate::Kind::$text)
                    .map(Into::into)
            }

            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                reader.text()
            }
        }
    };
}

pub(crate) use text_codec;
