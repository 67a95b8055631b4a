//! Text on the wire: a String and its like, the strings of a pool array, the names of a path.

use crate::reader::padding;
use crate::table::Row;
use crate::{DecodeError, DecodeErrorKind, Kind, Layout, Reader, Segment, rows, text};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes a length and the text that it counts, with its padding.
    #[inline]
    pub(crate) fn text_body(
        &mut self,
        length: &'static Row,
        text: &'static Row,
    ) -> Result<Cow<'de, str>, DecodeError> {
        if let Some(text) = self.take_plain_text() {
            return Ok(Cow::Borrowed(text));
        }
        self.unusual_text(length, text)
    }

    #[inline(never)]
    fn unusual_text(
        &mut self,
        length: &'static Row,
        text: &'static Row,
    ) -> Result<Cow<'de, str>, DecodeError> {
        let bytes = self.text_bytes(length, text)?;
        self.text_of(bytes)
            .map_err(|fault| self.in_text(fault, bytes, text))
    }

    /// Takes a length and the text that it counts, with its padding, and makes nothing of it.
    ///
    /// # Errors
    ///
    /// Those of [`text_body`](Self::text_body).
    #[inline]
    pub(crate) fn skip_text(
        &mut self,
        length: &'static Row,
        text: &'static Row,
    ) -> Result<(), DecodeError> {
        if self.take_ascii() {
            Ok(())
        } else {
            self.text_body(length, text).map(drop)
        }
    }

    /// Takes a length and the text that it counts, with its padding, if it is plain ASCII; else leaves what is next where it is.
    #[inline]
    fn take_ascii(&mut self) -> bool {
        self.take_text_if(|bytes| text::is_plain_ascii(bytes).then_some(()))
            .is_some()
    }

    /// Takes a length and the text that it counts, with its padding, if nothing has to be said or changed; else leaves what is next where it is.
    #[inline]
    fn take_plain_text(&mut self) -> Option<&'de str> {
        self.take_text_if(text::plain)
    }

    #[expect(
        clippy::inline_always,
        reason = "a call costs a fifth of decoding a short remote call"
    )]
    #[inline(always)]
    fn take_text_if<T>(&mut self, plain: impl Fn(&'de [u8]) -> Option<T>) -> Option<T> {
        // The engine's options may change any text.
        if self.options().lenient {
            return None;
        }
        let (length, rest) = self.rest().split_first_chunk()?;
        let length = usize::try_from(i32::from_le_bytes(*length)).ok()?;
        let (padded, rest) = rest.split_at_checked(length.checked_add(padding(length))?)?;
        let text = plain(padded.get(..length)?)?;
        self.go_on_at(rest);
        Some(text)
    }

    /// The error of a text that has just been taken, with its padding.
    #[cold]
    fn in_text(&self, fault: text::Fault, bytes: &[u8], text: &'static Row) -> DecodeError {
        fault
            .at(self.position() - padding(bytes.len()) - bytes.len())
            .in_field(text.name)
    }

    /// Takes a length and the text that it counts, which has to be in the input as it is read.
    #[inline]
    pub(crate) fn borrowed_text(
        &mut self,
        length: &'static Row,
        text: &'static Row,
    ) -> Result<&'de str, DecodeError> {
        if let Some(text) = self.take_plain_text() {
            return Ok(text);
        }
        let before = self.position();
        match self.unusual_text(length, text)? {
            Cow::Borrowed(text) => Ok(text),
            Cow::Owned(_) => Err(DecodeError::new(before, DecodeErrorKind::CannotBorrow)),
        }
    }

    /// Takes a text body, which has to be in the input as it is read.
    #[inline]
    pub(crate) fn borrowed_body(&mut self) -> Result<&'de str, DecodeError> {
        self.borrowed_text(rows::string::LENGTH, rows::string::TEXT)
    }

    /// Takes the body of a PoolStringArray, whose strings have to be in the input as they are read.
    pub(crate) fn pool_borrowed_texts(&mut self) -> Result<Vec<&'de str>, DecodeError> {
        let mut texts = Vec::new();
        let borrowed = |text| match text {
            Cow::Borrowed(text) => Ok(text),
            Cow::Owned(_) => Err(DecodeErrorKind::CannotBorrow),
        };
        self.pool_texts(&mut texts, |text| text, borrowed)?;
        Ok(texts)
    }

    /// Takes the length and the name of a NodePath, all of which has to be part of the name.
    pub(crate) fn whole_name(&mut self) -> Result<(), DecodeError> {
        if self.take_ascii() {
            return Ok(());
        }
        let before = self.rest();
        let offset = self.position();
        let name = self.borrowed_text(
            rows::node_path::EACH_NAME_LENGTH,
            rows::node_path::EACH_NAME_NAME,
        )?;
        let length = before
            .first_chunk()
            .map_or(0, |length| u32::from_le_bytes(*length) as usize);
        // The engine's options may have left out a mark in front, or what stands behind a NUL.
        if name.len() == length {
            Ok(())
        } else {
            Err(DecodeError::new(offset, DecodeErrorKind::CannotBorrow))
        }
    }

    /// Takes a length and the string of a PoolStringArray that it counts, its NUL dropped.
    pub(crate) fn pool_text_body(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        let text = rows::pool_string_array::EACH_STRING_TEXT;
        let bytes = self.text_bytes(rows::pool_string_array::EACH_STRING_LENGTH, text)?;
        // Other writers leave the NUL out; the engine reads that as well.
        let content = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        self.text_of(content)
            .map_err(|fault| self.in_text(fault, bytes, text))
    }

    #[inline]
    fn text_of(&self, bytes: &'de [u8]) -> Result<Cow<'de, str>, text::Fault> {
        if self.options().lenient {
            text::as_engine(bytes, L::LENIENT_TEXT)
        } else {
            text::strict(bytes).map(Cow::Borrowed)
        }
    }

    /// Takes the body of a PoolStringArray, and appends its strings.
    pub(crate) fn pool_text<T: From<Cow<'de, str>>>(
        &mut self,
        elements: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        self.pool_texts(
            elements,
            |text| Cow::Borrowed(text).into(),
            |text| Ok(text.into()),
        )
    }

    /// Takes the body of a PoolStringArray, and appends what `plain` makes of strings that are in the input as they are read, and `other` of
    /// those that may not be.
    pub(crate) fn pool_texts<T>(
        &mut self,
        elements: &mut Vec<T>,
        plain: impl Fn(&'de str) -> T,
        other: impl Fn(Cow<'de, str>) -> Result<T, DecodeErrorKind>,
    ) -> Result<(), DecodeError> {
        let count = self.pool_text_count()?;
        elements.reserve_exact(self.reserve::<T>(count));
        self.each_pool_text(
            count,
            elements,
            |elements, text| elements.push(plain(text)),
            |elements, text| {
                elements.push(other(text)?);
                Ok(())
            },
        )
    }

    /// Takes the count of a PoolStringArray.
    pub(crate) fn pool_text_count(&mut self) -> Result<usize, DecodeError> {
        let least = rows::pool_string_array::EACH_STRING_LENGTH.fixed_length();
        self.lenient_count(rows::pool_string_array::LENGTH, least)
    }

    /// Takes so many strings of a PoolStringArray, and hands them to `plain` or to `other`, with what both add to.
    pub(crate) fn each_pool_text<S>(
        &mut self,
        count: usize,
        seen: &mut S,
        plain: impl Fn(&mut S, &'de str),
        other: impl Fn(&mut S, Cow<'de, str>) -> Result<(), DecodeErrorKind>,
    ) -> Result<(), DecodeError> {
        let mut index = 0;
        while index < count {
            index += self.take_pool_strings(count - index, |text| plain(seen, text));
            if index < count {
                let offset = self.position();
                let text = self.pool_text_body().and_then(|text| {
                    other(seen, text).map_err(|kind| DecodeError::new(offset, kind))
                });
                text.map_err(|error| error.within(Segment::Index(index)))?;
                index += 1;
            }
        }
        Ok(())
    }

    /// Takes the header of a String or a StringName.
    #[inline]
    pub(crate) fn text_header(&mut self) -> Result<(), DecodeError> {
        let header = self.header()?;
        if header.is::<L>(Kind::String) || header.is::<L>(Kind::StringName) {
            Ok(())
        } else {
            Err(self.wrong_type(header, L::name_of(Kind::String)))
        }
    }

    /// Takes a String that is this text, or leaves what is next where it is.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn take_string(&mut self, text: &str) -> bool {
        let before = self.rest();
        if let Some(length) = self.take_narrow(Kind::String)
            && length as usize == text.len()
            && let Some((padded, rest)) = self.rest().split_at_checked(text.len() + padding(text.len()))
            && padded.starts_with(text.as_bytes())
            // The engine's options may change any text.
            && !self.options().lenient
        {
            self.go_on_at(rest);
            return true;
        }
        self.go_on_at(before);
        false
    }

    /// Takes a String or a StringName, which has to be in the input as it is read.
    #[inline]
    pub(crate) fn borrowed(&mut self) -> Result<&'de str, DecodeError> {
        self.text_header()?;
        self.borrowed_body()
    }

    /// Takes a String or a StringName.
    #[inline]
    pub(crate) fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        self.text_header()?;
        self.text_body(rows::string::LENGTH, rows::string::TEXT)
    }

    /// Takes a text body into a `String`.
    #[inline]
    pub(crate) fn string_body(&mut self) -> Result<String, DecodeError> {
        match self.take_plain_text() {
            Some(text) => Ok(text.into()),
            None => self
                .unusual_text(rows::string::LENGTH, rows::string::TEXT)
                .map(Cow::into_owned),
        }
    }
}
