//! What to do about an error, as data.

use super::Path;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::{fmt, mem};

/// What to do about an error.
///
/// `Display` names functions and options of this library. A program whose users know other names
/// calls [`with_names`](Self::with_names).
///
/// ```
/// use gdvariant::Advice;
///
/// # #[cfg(feature = "godot4")] {
/// let error = gdvariant::godot4::from_slice::<bool>(&[1, 0, 0, 0, 2, 0, 0, 0]).unwrap_err();
/// let advice = error.advice().unwrap();
/// assert_eq!(advice, Advice::Lenient("treats it as true"));
/// assert_eq!(advice.to_string(), "lenient decoding treats it as true");
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// Decode leniently, as engines do; the string is the effect, such as `ignores them`.
    Lenient(&'static str),
    /// Allow full objects.
    AllowObjects,
    /// Allow what old engines read instead; the string is the effect, such as `encodes an Array`.
    Fallback(&'static str),
    /// Convert the value to another layout.
    Convert,
    /// Allow losses in a conversion.
    Lossy,
    /// Raise the limit with this name, such as `max_length`.
    Raise(&'static str),
    /// Pass the password or the key of an encrypted file.
    Key,
    /// Remove compression and encryption first.
    Unpack,
    /// Add what does not exist.
    Add,
    /// Replace what exists.
    Replace,
    /// Read the file again, because it has changed.
    Retry,
    /// Encode all values anew.
    Reencode,
    /// Decode the bytes in another way.
    Decode(Box<Decoding>),
    /// Read the text in the notation with this name, such as `hex` or `text`.
    Notation(&'static str),
    /// Edit the file as text.
    AsText {
        /// Whether the text contains values.
        has_values: bool,
    },
    /// Write one of these names, which are similar.
    Similar(Vec<String>),
    /// Use this path.
    Path(Path),
    /// Do what is advised, because of the first sentence.
    Found(String, Box<Self>),
    /// Do one of these.
    OneOf(Vec<Self>),
    /// Do what the sentence says.
    Text(Cow<'static, str>),
}

/// How to decode bytes: the parts that are not the default.
///
/// ```
/// use gdvariant::{Advice, Decoding};
///
/// let advice = Advice::from(Decoding { framing: Some("framed"), skip: 4, ..Decoding::default() });
/// assert_eq!(advice.to_string(), "try the framing framed, a header of 4 bytes");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decoding {
    /// The names of layouts that decode the bytes; empty if the layout is not the cause.
    pub layouts: Vec<&'static str>,
    /// `bare`, `framed`, `framed-big-endian` or `concatenated`; `None` if the framing is not the
    /// cause.
    pub framing: Option<&'static str>,
    /// The length of the header before the values, in bytes.
    pub skip: u64,
    /// Whether bytes follow the value, so that only lenient decoding accepts it.
    pub lenient: bool,
}

impl Advice {
    /// Returns the advice to decode the bytes in one of these layouts.
    ///
    /// ```
    /// use gdvariant::Advice;
    ///
    /// let advice = Advice::layouts(["godot3", "pandemonium"]);
    /// assert_eq!(advice.to_string(), "try the layout godot3 or pandemonium");
    /// ```
    pub fn layouts(layouts: impl IntoIterator<Item = &'static str>) -> Self {
        Decoding {
            layouts: layouts.into_iter().collect(),
            ..Decoding::default()
        }
        .into()
    }

    /// Returns the advice to decode the bytes in this framing.
    ///
    /// ```
    /// use gdvariant::Advice;
    ///
    /// assert_eq!(Advice::framing("framed").to_string(), "try the framing framed");
    /// ```
    pub fn framing(framing: &'static str) -> Self {
        Decoding {
            framing: Some(framing),
            ..Decoding::default()
        }
        .into()
    }

    /// Returns whether lenient decoding accepts the value.
    pub(crate) fn is_lenient(&self) -> bool {
        match self {
            Self::Lenient(_) => true,
            Self::OneOf(all) => all.iter().any(Self::is_lenient),
            _ => false,
        }
    }

    /// Returns two alternatives.
    ///
    /// ```
    /// use gdvariant::Advice;
    ///
    /// let advice = Advice::or(Advice::Key, Advice::Unpack);
    /// assert_eq!(advice.to_string(), "pass the password or the key, or `unpack` extracts the content");
    /// ```
    pub fn or(first: impl Into<Self>, second: impl Into<Self>) -> Self {
        Self::OneOf([first.into(), second.into()].into())
    }

    /// Returns the advice with what was found.
    ///
    /// ```
    /// use gdvariant::Advice;
    ///
    /// let advice = Advice::layouts(["godot4"]).because("this decodes as Godot 4");
    /// assert_eq!(advice.to_string(), "this decodes as Godot 4: try the layout godot4");
    /// ```
    #[must_use]
    pub fn because(self, found: impl Into<String>) -> Self {
        Self::Found(found.into(), Box::new(self))
    }

    /// Returns the sentence with the names that `name` returns instead of the default ones.
    ///
    /// `name` is called for advice that names an option or a function. It returns `None` for the
    /// default name.
    ///
    /// ```
    /// use gdvariant::Advice;
    ///
    /// let in_program = |advice: &Advice| match advice {
    ///     Advice::Raise("max_length") => Some("--max-length".to_owned()),
    ///     _ => None,
    /// };
    /// let advice = Advice::Raise("max_length");
    /// assert_eq!(advice.to_string(), "raise `max_length`");
    /// assert_eq!(advice.with_names(&in_program), "raise --max-length");
    /// ```
    pub fn with_names(&self, name: &dyn Fn(&Self) -> Option<String>) -> String {
        WithNames(self, name).to_string()
    }
}

/// Advice with the names that a function returns.
struct WithNames<'a>(&'a Advice, &'a dyn Fn(&Advice) -> Option<String>);

impl fmt::Display for WithNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(advice, name) = *self;
        // What precedes the name, the default name, and what follows it.
        let (before, default, after): (_, Cow<'_, str>, _) = match advice {
            Advice::Lenient(effect) => ("", "lenient decoding".into(), *effect),
            Advice::AllowObjects => ("", "`allow_objects`".into(), "decodes it as data"),
            Advice::Fallback(effect) => ("", "`fallback`".into(), *effect),
            Advice::Convert => ("convert the value with ", "a `Converter`".into(), ""),
            Advice::Lossy => {
                let effect = "replaces the value, and reports the loss";
                ("", "`Converter::lossy`".into(), effect)
            }
            Advice::Raise(limit) => ("raise ", format!("`{limit}`").into(), ""),
            Advice::Key => ("pass ", "the password or the key".into(), ""),
            Advice::Unpack => ("", "`unpack`".into(), "extracts the content"),
            Advice::Add => ("", "`NewKeys::Add` adds it".into(), ""),
            Advice::Replace => ("", "remove it, or replace it".into(), ""),
            Advice::Retry => ("", "read the file again".into(), ""),
            Advice::Reencode => ("", "encode all values anew".into(), ""),
            Advice::Decode(decoding) => ("try ", decoding.to_string().into(), ""),
            Advice::Notation(name) => ("try ", format!("the notation {name}").into(), ""),
            Advice::AsText { .. } => ("", "edit it as text".into(), ""),
            Advice::Text(text) => ("", text.clone(), ""),
            Advice::Path(path) => ("try ", path.to_string().into(), ""),
            Advice::Similar(names) => {
                return write!(f, "did you mean {}?", Joined(names, " or "));
            }
            Advice::Found(found, advice) => {
                return write!(f, "{found}: {}", WithNames(advice, name));
            }
            Advice::OneOf(all) => {
                // A question is a sentence of its own.
                let is_question = matches!(all.first(), Some(Advice::Similar(_)));
                let separator = if is_question { "; " } else { ", or " };
                return all.iter().enumerate().try_for_each(|(index, advice)| {
                    f.write_str(if index == 0 { "" } else { separator })?;
                    WithNames(advice, name).fmt(f)
                });
            }
        };
        let shown = name(advice).map_or(default, Cow::from);
        let space = if after.is_empty() { "" } else { " " };
        write!(f, "{before}{shown}{space}{after}")
    }
}

/// Names with a separator between them.
struct Joined<'n, T>(&'n [T], &'static str);

impl<T: AsRef<str>> fmt::Display for Joined<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, name)| {
            f.write_str(if index == 0 { "" } else { self.1 })?;
            f.write_str(name.as_ref())
        })
    }
}

impl fmt::Display for Decoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        let mut write = |part: fmt::Arguments<'_>| {
            f.write_str(mem::replace(&mut separator, ", "))?;
            f.write_fmt(part)
        };
        if !self.layouts.is_empty() {
            write(format_args!("the layout {}", Joined(&self.layouts, " or ")))?;
        }
        if let Some(framing) = self.framing {
            write(format_args!("the framing {framing}"))?;
        }
        if self.skip > 0 {
            write(format_args!("a header of {} bytes", self.skip))?;
        }
        if self.lenient {
            write(format_args!("lenient decoding"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WithNames(self, &|_| None).fmt(f)
    }
}

impl From<Decoding> for Advice {
    fn from(decoding: Decoding) -> Self {
        Self::Decode(Box::new(decoding))
    }
}

impl From<&'static str> for Advice {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Advice {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}
