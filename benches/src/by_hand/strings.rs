//! The payload `strings`.

use super::dynamic::{Godot3, skip};
use super::headers::godot3::{ARRAY, DICTIONARY, STRINGS};
use super::headers::{LENGTH, STRING, key};
use super::input::{Input, Malformed, decode_all, has_nul, padded};
use super::output::{Output, Unencodable, append};

#[derive(Debug)]
pub(super) struct Strings<T> {
    names: Vec<T>,
    list: Vec<T>,
}

#[inline(always)]
pub(super) fn decode<'de, T: From<&'de str>>(bytes: &'de [u8]) -> Result<Strings<T>, Malformed> {
    decode_all(bytes, |input| {
        let start = input.rest;
        ordered(input).or_else(|| {
            input.rest = start;
            any_order(input)
        })
    })
}

#[inline(always)]
fn ordered<'de, T: From<&'de str>>(input: &mut Input<'de>) -> Option<Strings<T>> {
    if input.words()? != [DICTIONARY, 2] {
        return None;
    }
    input.expect(key!("names"))?;
    let names = names(input)?;
    input.expect(key!("list"))?;
    let list = list(input)?;
    Some(Strings { names, list })
}

#[cold]
fn any_order<'de, T: From<&'de str>>(input: &mut Input<'de>) -> Option<Strings<T>> {
    let (mut all_names, mut all) = (None, None);
    input.header(DICTIONARY)?;
    for _ in 0..input.count(8)? {
        match input.string()? {
            "names" => all_names = Some(names(input)?),
            "list" => all = Some(list(input)?),
            _ => skip::<Godot3>(input)?,
        }
    }
    Some(Strings {
        names: all_names?,
        list: all?,
    })
}

fn names<'de, T: From<&'de str>>(input: &mut Input<'de>) -> Option<Vec<T>> {
    input.header(STRINGS)?;
    let count = input.u32().filter(|count| *count <= LENGTH)?;
    texts(input, count as usize, |length| {
        Some(u32::from_le_bytes(length))
    })
}

fn list<'de, T: From<&'de str>>(input: &mut Input<'de>) -> Option<Vec<T>> {
    input.header(ARRAY)?;
    let count = input.count(8)?;
    texts(input, count, |head: [u8; 8]| {
        let [a, b, c, d, length @ ..] = head;
        (u32::from_le_bytes([a, b, c, d]) == STRING).then_some(u32::from_le_bytes(length))
    })
}

/// Decodes strings, which `HEAD` bytes with their length precede.
///
/// All of them are validated in one call if their lengths and padding happen to be UTF-8, too.
#[inline(always)]
fn texts<'de, T: From<&'de str>, const HEAD: usize>(
    input: &mut Input<'de>,
    count: usize,
    length: impl Fn([u8; HEAD]) -> Option<u32>,
) -> Option<Vec<T>> {
    if count > input.rest.len() / HEAD {
        return None;
    }
    let start = input.rest;
    for _ in 0..count {
        let length = length(*input.take()?).filter(|length| *length <= LENGTH)?;
        input.padded(length as usize)?;
    }
    let bytes = &start[..start.len() - input.rest.len()];
    let all = simdutf8::basic::from_utf8(bytes).ok();
    let mut rest = bytes;
    let mut texts = Vec::with_capacity(count);
    for _ in 0..count {
        let at = bytes.len() - rest.len() + HEAD;
        let (head, text) = rest.split_first_chunk()?;
        let length = length(*head)? as usize;
        let text = match all {
            Some(all) => all.get(at..at + length)?,
            None => std::str::from_utf8(&text[..length]).ok()?,
        };
        // The strings of a packed array end with a NUL.
        let text = if HEAD == 4 {
            text.strip_suffix('\0').unwrap_or(text)
        } else {
            text
        };
        if has_nul(text.as_bytes()) {
            return None;
        }
        texts.push(text.into());
        rest = rest.get(HEAD + padded(length)..)?;
    }
    Some(texts)
}

pub(super) fn encode(strings: &Strings<String>, buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    let names = strings
        .names
        .iter()
        .map(|text| 8 + text.len())
        .sum::<usize>();
    let list = strings
        .list
        .iter()
        .map(|text| 11 + text.len())
        .sum::<usize>();
    append(buffer, 64 + names + list, |output| {
        output.words([DICTIONARY, 2])?;
        output.field(key!("names"), [STRINGS])?;
        put_all(&strings.names, output, Output::text_with_nul)?;
        output.field(key!("list"), [ARRAY])?;
        put_all(&strings.list, output, Output::string)
    })
}

#[inline(always)]
fn put_all<'b>(
    texts: &[String],
    output: &mut Output<'b>,
    put: impl Fn(&mut Output<'b>, &str) -> Option<()>,
) -> Option<()> {
    output.length(texts.len())?;
    texts.iter().try_for_each(|text| put(output, text))
}
