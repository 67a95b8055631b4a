//! The payload `strings`.

use super::dynamic::{Godot3, skip};
use super::headers::godot3::{ARRAY, DICTIONARY, STRINGS};
use super::headers::{STRING, key};
use super::input::{AHEAD, Input, Malformed, decode_all, ordered_or, string_length};
use super::output::{Output, Unencodable, append};

#[derive(Debug)]
pub(super) struct Strings<T> {
    names: Vec<T>,
    list: Vec<T>,
}

#[inline(always)]
pub(super) fn decode<'de, T: From<&'de str>>(bytes: &'de [u8]) -> Result<Strings<T>, Malformed> {
    decode_all(bytes, |input| ordered_or(input, ordered, any_order))
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
    let count = input.count(4)?;
    let mut texts = Vec::with_capacity(count);
    input.packed_texts(count, |text| texts.push(text.into()))?;
    Some(texts)
}

fn list<'de, T: From<&'de str>>(input: &mut Input<'de>) -> Option<Vec<T>> {
    input.header(ARRAY)?;
    let count = input.count(8)?;
    let mut texts = Vec::with_capacity(count);
    while texts.len() < count {
        let left = count - texts.len();
        if input.valid_texts(left, AHEAD, string_length, |text| texts.push(text.into())) == 0 {
            texts.push(input.string()?.into());
        }
    }
    Some(texts)
}

pub(super) fn encode(strings: &Strings<String>, buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    append(buffer, 32, |output| {
        output.words([DICTIONARY, 2])?;
        output.field(key!("names"), [STRINGS])?;
        output.length(strings.names.len())
    })?;
    put_all(&strings.names, buffer, |output, text| {
        output.text_with_nul(text)
    })?;
    append(buffer, 24, |output| {
        output.field(key!("list"), [ARRAY])?;
        output.length(strings.list.len())
    })?;
    put_all(&strings.list, buffer, |output, text| {
        output.words([STRING])?;
        output.text(text)
    })
}

#[inline(always)]
fn put_all(
    texts: &[String],
    buffer: &mut Vec<u8>,
    put: impl Fn(&mut Output<'_>, &str) -> Option<()>,
) -> Result<(), Unencodable> {
    for texts in texts.chunks(16) {
        let most = texts.iter().map(|text| 12 + text.len()).sum();
        append(buffer, most, |output| {
            texts.iter().try_for_each(|text| put(output, text))
        })?;
    }
    Ok(())
}
