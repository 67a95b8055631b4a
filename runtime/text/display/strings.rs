//! Strings, and values that contain only strings.

use super::list;
use crate::table::text_form::TextForm;
use crate::{Kind, Layout};
use core::fmt::{self, Display, Formatter, Write};

/// Writes a String, with only quotes and backslashes escaped.
pub(super) fn plain(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    quoted(f, text, |c| match c {
        '"' | '\\' => Some(c),
        _ => None,
    })
}

/// Writes a name or a pool string: control characters and the punctuation that C escapes are
/// escaped, too.
pub(super) fn escaped<L: Layout>(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let is_godot4 = L::TEXT_FORM == TextForm::Godot4;
    let is_exact = f.alternate() && !is_godot4;
    quoted(f, text, |c| match c {
        '"' | '\\' | '\'' => Some(c),
        '?' if !is_godot4 => Some(c),
        // `str2var` parses these two escapes of `var2str` as the letters a and v.
        '\x07' | '\x0b' if is_exact => None,
        '\x07' => Some('a'),
        '\x08' => Some('b'),
        '\x0c' => Some('f'),
        '\n' => Some('n'),
        '\r' => Some('r'),
        '\t' => Some('t'),
        '\x0b' => Some('v'),
        _ => None,
    })
}

fn quoted(f: &mut Formatter<'_>, text: &str, escape: impl Fn(char) -> Option<char>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match escape(c) {
            Some(letter) => write!(f, "\\{letter}")?,
            None => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Writes a PoolStringArray.
pub(super) fn pool<L: Layout, T: AsRef<str>>(f: &mut Formatter<'_>, elements: &[T]) -> fmt::Result {
    let space = L::TEXT_FORM.space();
    write!(f, "{}({space}", L::name_of(Kind::PoolStringArray))?;
    list(f, ", ", elements, |f, element| {
        escaped::<L>(f, element.as_ref())
    })?;
    write!(f, "{space})")
}

/// Writes a StringName.
pub(super) fn name<L: Layout>(f: &mut Formatter<'_>, name: &str) -> fmt::Result {
    f.write_char(if L::TEXT_FORM == TextForm::Godot4 {
        '&'
    } else {
        '@'
    })?;
    escaped::<L>(f, name)
}

/// Writes a NodePath.
pub(super) fn node_path<L: Layout>(f: &mut Formatter<'_>, path: &impl Display) -> fmt::Result {
    write!(f, "{}(", L::name_of(Kind::NodePath))?;
    escaped::<L>(f, &alloc::format!("{path}"))?;
    f.write_char(')')
}
