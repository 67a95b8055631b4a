//! Values in containers, and the segments of the paths to them.

use super::{AnyRef, AnyView};
use crate::table::layout::Layout;
use crate::value::build::Build;
use crate::value::view::View;
use crate::{Object, Segment};
use alloc::string::String;
use core::fmt::{self, Write as _};

/// An element of an Array, an entry of a Dictionary, or a property of an object;
/// [`AnyRef::members`] has an example.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Member<'v> {
    /// The segment that leads from the container to the value.
    pub segment: SegmentRef<'v>,
    /// The element, or the value of the entry or property.
    pub value: AnyRef<'v>,
}

impl<'v> Member<'v> {
    /// Returns the key of an entry, or `None` for an element or a property.
    ///
    /// ```
    /// use gdvariant::any::AnyRef;
    /// use gdvariant::schema::layout_named;
    ///
    /// let value = layout_named("godot4").unwrap().parse(r#"{7: "seven"}"#)?;
    /// let key = AnyRef::from(&value).member(0).and_then(|member| member.key());
    /// assert_eq!(key.map(|key| key.to_string()), Some("7".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key(&self) -> Option<AnyRef<'v>> {
        match self.segment {
            SegmentRef::Key(key) => Some(key),
            _ => None,
        }
    }
}

/// A [`Segment`] by reference: a segment copies a name, and formats a key.
///
/// ```
/// use gdvariant::any::SegmentRef;
/// use gdvariant::Segment;
///
/// assert_eq!(SegmentRef::Property("level").to_segment(), Segment::name("level"));
/// ```
#[derive(Debug, Clone, Copy)]
pub enum SegmentRef<'v> {
    /// The index of an element.
    Index(usize),
    /// The key of an entry, of any type.
    Key(AnyRef<'v>),
    /// The name of a property.
    Property(&'v str),
}

impl SegmentRef<'_> {
    /// Creates the segment; a key that is not a string has every digit of its floats.
    pub fn to_segment(self) -> Segment {
        let key = match self {
            Self::Index(index) => return Segment::Index(index),
            Self::Property(name) => return Segment::name(name),
            Self::Key(key) => key,
        };
        if let AnyView::Text(text) = key.view() {
            return Segment::name(text);
        }
        let mut text = KeyText(String::new());
        // An error only means that the text is longer than a segment.
        let _ = write!(text, "{key:#}");
        Segment::key(&text.0)
    }
}

/// A writer that returns an error once a key is longer than a displayed segment.
struct KeyText(String);

impl fmt::Write for KeyText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MAX_LENGTH: usize = 4096;
        self.0.push_str(text);
        if self.0.len() > MAX_LENGTH {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}

/// Returns the member of a value at `index`.
pub(super) fn member<'v, V: Build>(
    layout: &'static Layout,
    value: &'v V,
    index: usize,
) -> Option<Member<'v>> {
    let (segment, value) = match value.view() {
        View::Object(Object::Full(object)) => {
            let (name, value) = object.properties.get(index)?;
            (SegmentRef::Property(name), value)
        }
        view => match view.entries() {
            Some(entries) => {
                let [key, value] = entries.pair(index)?;
                (SegmentRef::Key(AnyRef::with_layout(layout, key)), value)
            }
            None => (SegmentRef::Index(index), view.elements()?.get(index)?),
        },
    };
    let value = AnyRef::with_layout(layout, value);
    Some(Member { segment, value })
}
