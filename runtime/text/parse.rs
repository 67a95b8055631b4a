//! Parses values in the form of [`display`](crate::text::display) or of scripts.
//!
//! Containers are parsed recursively, up to the depth limit. The functions for containers are not
//! inlined, to keep the recursive stack frames small.

use super::events::{self, Dialect, Event, EventKind, Grammar};
use crate::codec::coerce::{self, encode, to_i64};
use crate::codec::construct::{self, Components, SCRIPT, key_rule};
use crate::error::{ParseError, ParseErrorKind, shortened};
use crate::table::layout::Layout;
use crate::table::text_style::{ID_CLASS, ID_PROPERTY, TextStyle};
use crate::table::{Body, Row, TypeInfo, Wire};
use crate::text::display::ANY;
use crate::value::record::RecordField;
use crate::value::view::{AsView, Build, Content, View};
use crate::wire::fields::{ComponentType, Number};
use crate::{
    Dictionary, ElementType, Engine, FullObject, Kind, Object, TypedArray, TypedDictionary, format,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;
use core::str::FromStr;

/// Parses the whole text as one value of a layout, or of any engine.
pub(crate) fn parse<V: Build>(
    text: &str,
    layout: Option<&'static Layout>,
) -> Result<V, ParseError> {
    Parser::new(text, layout).whole()
}

/// Parses the value in `range` of a file. An Object stands for a constructor that is not a type.
pub(crate) fn parse_part<V: Build>(
    text: &str,
    range: Range<usize>,
    layout: &'static Layout,
) -> Result<V, ParseError> {
    let dialect = Dialect::for_files(layout);
    let events = events::Parser::within(text, range, Grammar::Values, dialect);
    let parser = Parser {
        events,
        is_part: true,
        ..Parser::new(text, Some(layout))
    };
    parser.whole()
}

/// A parser of the text form.
struct Parser<'t, V> {
    text: &'t str,
    events: events::Parser<'t>,
    /// The layout that has the accepted types; `None` accepts the types of all engines.
    layout: Option<&'static Layout>,
    /// Whether the value is a part of a file, in which any engine's name of a type is accepted and
    /// an Object stands for a constructor that is not a type.
    is_part: bool,
    /// The number of containers around the next value.
    depth: u32,
    value: PhantomData<fn() -> V>,
}

impl<'t, V> Parser<'t, V> {
    fn new(text: &'t str, layout: Option<&'static Layout>) -> Self {
        Self {
            text,
            events: events::Parser::new(text, Grammar::Values, Dialect::Scripts),
            layout,
            is_part: false,
            depth: 0,
            value: PhantomData,
        }
    }

    /// Returns the dialect in which forms are parsed that differ between engines.
    fn text_style(&self) -> TextStyle {
        self.layout
            .map_or(TextStyle::Godot4, |layout| layout.text_style)
    }

    fn source(&self, event: &Event) -> &'t str {
        self.text.get(event.range.clone()).unwrap_or_default()
    }

    /// Returns the next event, or `None` for the end of the container.
    #[inline]
    fn item(&mut self) -> Result<Option<Event>, ParseError> {
        let event = self.events.require()?;
        Ok((event.kind != EventKind::Close).then_some(event))
    }

    /// Adds the position `offset` to an error.
    #[inline]
    fn located<T>(
        &self,
        offset: usize,
        result: Result<T, ParseErrorKind>,
    ) -> Result<T, ParseError> {
        result.map_err(|kind| self.events.error(offset, kind))
    }

    /// Returns the error for an event other than the expected one.
    #[cold]
    fn unexpected<T>(
        &self,
        event: &Event,
        expected: impl Into<Cow<'static, str>>,
    ) -> Result<T, ParseError> {
        Err(self.events.unexpected(event.range.start, expected))
    }
}

impl<V: Build> Parser<'_, V> {
    fn whole(mut self) -> Result<V, ParseError> {
        let event = self.events.require()?;
        let value = self.value(&event)?;
        match self.events.peek() {
            None => Ok(value),
            Some(_) => Err(self
                .events
                .unexpected(self.events.offset(), "the end of the text")),
        }
    }

    /// Parses a value from its first event.
    #[inline(never)]
    fn value(&mut self, event: &Event) -> Result<V, ParseError> {
        if self.depth > format::MAX_DEPTH {
            return Err(self.too_deep(event.range.start));
        }
        self.depth += 1;
        let value = match event.kind {
            EventKind::Array => self.elements().map(Into::into),
            EventKind::Dictionary => self.entries().map(Into::into),
            EventKind::Call | EventKind::Declared => match self.constructor(event) {
                Ok(Ok(value)) => Ok(value),
                Ok(Err(Kind::Object)) => self.object().map(Into::into),
                Ok(Err(Kind::Dictionary)) => self.dictionary(event),
                Ok(Err(kind)) => self.array(kind, event),
                Err(error) => Err(error),
            },
            _ => self.atom(event),
        };
        self.depth -= 1;
        value
    }

    #[cold]
    fn too_deep(&self, offset: usize) -> ParseError {
        let limit = format::MAX_DEPTH;
        self.events.error(offset, ParseErrorKind::TooDeep { limit })
    }

    /// Parses a value that is one token.
    #[inline(never)]
    fn atom(&mut self, event: &Event) -> Result<V, ParseError> {
        let mut components = Vec::new();
        let (kind, content) = match event.kind {
            EventKind::String { .. } => return self.text(event),
            EventKind::Int | EventKind::Float => self.number(event)?,
            EventKind::Color => {
                self.color(event, &mut components);
                (Kind::Color, Content::Components(&components))
            }
            EventKind::Word => match self.source(event) {
                "null" | "nil" => (Kind::Nil, Content::Empty),
                "true" => (Kind::Bool, Content::Bool(true)),
                "false" => (Kind::Bool, Content::Bool(false)),
                _ if self.numeral(event).is_some() => self.number(event)?,
                _ => {
                    let (table, constant) = self.constant(event)?;
                    constant.encode(&mut components);
                    (table.kind, Content::Components(&components))
                }
            },
            _ => return self.unexpected(event, "a value"),
        };
        self.build(event, kind, content)
    }

    /// Parses a string: a StringName or a NodePath if it has a prefix.
    fn text(&mut self, event: &Event) -> Result<V, ParseError> {
        let source = self.source(event);
        if source.starts_with(['"', '\'']) {
            return Ok(self.content(event)?.into());
        }
        // `@` marks a StringName in layouts with StringNames, and a NodePath in scripts of Godot 3.
        let has_names = self
            .layout
            .is_none_or(|layout| layout.has(Kind::StringName));
        if source.starts_with('^') || source.starts_with('@') && !has_names {
            let path = self.content(event)?.into();
            return self.build(event, Kind::NodePath, Content::NodePath(path));
        }
        if has_names {
            let name = self.content(event)?;
            return self.build(event, Kind::StringName, Content::Text(name));
        }
        let name = Kind::StringName.name();
        if self.is_part {
            return Ok(construct::unknown(name, source));
        }
        self.located(event.range.start, Err(construct::absent(self.layout, name)))
    }

    /// Builds a value that is not a container.
    fn build(&self, event: &Event, kind: Kind, content: Content<'_>) -> Result<V, ParseError> {
        let value = construct::build(self.layout, kind, content);
        self.located(event.range.start, value)
    }
}

/// An iterator over the values of a text, created by
/// [`parse_values`](crate::generic::parse_values).
///
/// The iterator ends after the first error.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, generic};
///
/// let mut values = generic::parse_values::<Godot4>("1\n]\n2");
/// assert_eq!(values.next(), Some(Ok(1.into())));
/// assert!(values.next().is_some_and(|value| value.is_err()));
/// assert!(values.next().is_none());
/// # }
/// ```
pub struct TextValues<'t, V> {
    parser: Parser<'t, V>,
    /// The offset after the last value.
    end: usize,
    has_failed: bool,
}

impl<'t, V: Build> TextValues<'t, V> {
    pub(crate) fn new(text: &'t str, layout: Option<&'static Layout>) -> Self {
        Self {
            parser: Parser::new(text, layout),
            end: 0,
            has_failed: false,
        }
    }

    /// Returns the offset, in bytes, of the end of the last parsed value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Godot4, generic};
    ///
    /// let text = "Vector2(1, 2)\nand more";
    /// let mut values = generic::parse_values::<Godot4>(text);
    /// assert!(values.next().is_some_and(|value| value.is_ok()));
    /// assert_eq!(&text[values.offset()..], "\nand more");
    /// # }
    /// ```
    pub fn offset(&self) -> usize {
        self.end
    }

    /// Parses the next value, or returns `None` at the end of the text.
    fn parse(&mut self) -> Option<Result<V, ParseError>> {
        self.parser.events.peek()?;
        let value = self.parser.events.require();
        let value = value.and_then(|event| self.parser.value(&event));
        self.end = self.parser.events.offset();
        Some(value)
    }
}

impl<V: Build> Iterator for TextValues<'_, V> {
    type Item = Result<V, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let value = self.parse();
        self.has_failed = matches!(value, Some(Err(_)));
        value
    }
}

impl<V: Build> FusedIterator for TextValues<'_, V> {}

impl<V> core::fmt::Debug for TextValues<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut debug = f.debug_struct("TextValues");
        debug.field("offset", &self.end).finish_non_exhaustive()
    }
}

/// Parses a text of several values, each of which starts on its own line.
///
/// A value may span several lines, and strings may contain line breaks. Spaces, empty lines and
/// comments after `;` or `# ` are skipped. The `Display` output of several values, each followed by
/// a line break, is parsed as these values.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, ParseError, generic, godot4};
///
/// let text = "{\n\"name\": \"Ada\"\n}\n# the second value\n[1, 2]";
/// let values: Result<Vec<_>, ParseError> = generic::parse_values::<Godot4>(text).collect();
/// assert_eq!(values?, [godot4::variant!({"name": "Ada"}), godot4::variant!([1, 2])]);
/// # }
/// # Ok::<(), gdvariant::ParseError>(())
/// ```
///
/// Errors contain the line and column in the whole text:
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, generic};
///
/// let error = generic::parse_values::<Godot4>("1\n2 3").find_map(Result::err);
/// let error = error.expect("two values on a line");
/// assert_eq!(error.to_string(), "line 2, column 3: expected a line break after the value, found 3");
/// # }
/// ```
pub fn parse_values<E: Engine>(text: &str) -> TextValues<'_, E::Variant> {
    TextValues::new(text, Some(E::LAYOUT))
}

impl<V: Build> Parser<'_, V> {
    /// Returns the table of the type with a name, or the error of an unknown type.
    fn type_named(&self, event: &Event, name: &str) -> Result<&'static TypeInfo, ParseError> {
        let table = construct::type_named(self.layout, name, self.is_part);
        self.located(event.range.start, table)
    }

    /// Parses a constructor after its name, or returns the kind of a container.
    #[inline(never)]
    fn constructor(&mut self, event: &Event) -> Result<Result<V, Kind>, ParseError> {
        let table = construct::type_named(self.layout, self.source(event), self.is_part);
        let table = match table {
            Ok(table) if !self.is_part || table.body != Body::Object || self.is_at_class() => table,
            // To find the line of an error takes time, and most constructors in files are unknown.
            Err(error) if !self.is_part => return self.located(event.range.start, Err(error)),
            _ => return self.unknown(event).map(Ok),
        };
        let mut components = Vec::new();
        let content = match table.body {
            Body::Object | Body::Array | Body::TypedArray | Body::Dictionary => {
                return Ok(Err(table.kind));
            }
            Body::Fields => {
                self.components(event, table)?.encode(&mut components);
                Content::Components(&components)
            }
            Body::Packed => {
                components = self.packed(event, table)?;
                Content::Components(&components)
            }
            Body::PackedText => Content::Texts(self.texts()?),
            Body::NodePath => Content::NodePath(self.argument()?.into()),
            Body::Text => Content::Text(self.argument()?),
            Body::Record => Content::Record(self.record(table)?),
            Body::Empty | Body::Bool | Body::Number => {
                return self.unexpected(event, "a value");
            }
        };
        self.build(event, table.kind, content).map(Ok)
    }

    /// Returns whether the arguments are those of an Object: a class and properties.
    fn is_at_class(&self) -> bool {
        let mut events = self.events.clone();
        let mut next = || events.next().map(|event| event.kind);
        let is_text = |kind| matches!(kind, Some(EventKind::String { .. }));
        let class = next();
        (class == Some(EventKind::Word) || is_text(class))
            && match next() {
                Some(EventKind::Close) => true,
                name => is_text(name) && next() == Some(EventKind::Colon),
            }
    }

    /// Returns the Object that stands for a constructor which is not a type.
    fn unknown(&mut self, event: &Event) -> Result<V, ParseError> {
        self.skip()?;
        let source = self.text.get(event.range.start..self.events.offset());
        Ok(construct::unknown(
            self.source(event),
            source.unwrap_or_default(),
        ))
    }

    /// Skips the arguments of a constructor and their end.
    fn skip(&mut self) -> Result<(), ParseError> {
        let depth = self.events.depth();
        while self.events.depth() >= depth {
            self.events.require()?;
        }
        Ok(())
    }

    /// Parses the string argument of a constructor; without an argument, the string is empty.
    fn argument(&mut self) -> Result<String, ParseError> {
        let Some(event) = self.item()? else {
            return Ok(String::new());
        };
        let text = self.string(&event, "a string")?;
        self.close()?;
        Ok(text)
    }

    /// Consumes the closing parenthesis or bracket.
    fn close(&mut self) -> Result<(), ParseError> {
        match self.item()? {
            None => Ok(()),
            Some(event) => self.unexpected(&event, "`)`"),
        }
    }

    /// Parses the strings of a packed array.
    fn texts(&mut self) -> Result<Vec<String>, ParseError> {
        let mut texts = Vec::new();
        self.packed_list(|parser, event| {
            texts.push(parser.string(&event, "a string")?);
            Ok(())
        })?;
        Ok(texts)
    }

    /// Parses the elements of a packed array, with or without the brackets of an Array.
    ///
    /// Returns the offset of the closing bracket or parenthesis.
    #[inline]
    fn packed_list(
        &mut self,
        mut element: impl FnMut(&mut Self, Event) -> Result<(), ParseError>,
    ) -> Result<usize, ParseError> {
        let mut event = self.events.require()?;
        let is_list = event.kind == EventKind::Array;
        if is_list {
            event = self.events.require()?;
        }
        while event.kind != EventKind::Close {
            element(self, event)?;
            event = self.events.require()?;
        }
        if is_list {
            self.close()?;
        }
        Ok(event.range.start)
    }

    /// Parses the fields of a record; without arguments, fields have their defaults.
    fn record(&mut self, table: &'static TypeInfo) -> Result<Vec<RecordField<String>>, ParseError> {
        let fields = table.kind.info().fields;
        let defaults = fields
            .iter()
            .map(|&(_, wire)| RecordField::default_for(wire));
        let mut values: Vec<_> = defaults.collect();
        let Some(mut event) = self.item()? else {
            return Ok(values);
        };
        if table.kind.prints_name() {
            return self.unexpected(&event, "`)`");
        }
        for (index, (value, &(field, wire))) in values.iter_mut().zip(fields).enumerate() {
            if index > 0 {
                event = self.events.require()?;
            }
            *value = self.field(&event, wire)?;
            let checked = construct::check_field(self.layout, table.kind, field, value);
            self.located(event.range.start, checked)?;
        }
        self.close()?;
        Ok(values)
    }

    fn field(&self, event: &Event, wire: Wire) -> Result<RecordField<String>, ParseError> {
        if let RecordField::Text(_) = RecordField::default_for(wire) {
            return self.string(event, "a string").map(RecordField::Text);
        }
        let Some(numeral) = self.numeral(event) else {
            return self.unexpected(event, "a number");
        };
        // Engines write ids as signed integers.
        Ok(RecordField::Int(self.int(numeral)?.cast_unsigned()))
    }

    /// Parses the elements of an Array after its bracket.
    #[inline(never)]
    fn elements(&mut self) -> Result<Vec<V>, ParseError> {
        let mut elements = Vec::new();
        while let Some(event) = self.item()? {
            elements.push(self.value(&event)?);
        }
        Ok(elements)
    }

    /// Parses the entries of a Dictionary after its brace.
    #[inline(never)]
    fn entries(&mut self) -> Result<Dictionary<V>, ParseError> {
        let mut entries = Vec::new();
        while let Some(event) = self.item()? {
            let key = self.key(&event)?;
            let event = self.events.require()?;
            entries.push([key, self.value(&event)?]);
        }
        Ok(Dictionary::from_pairs(entries, key_rule(self.layout)))
    }

    /// Parses a key and a colon, or a key in the style of Lua, `name =`.
    fn key(&mut self, event: &Event) -> Result<V, ParseError> {
        if event.kind == EventKind::Name {
            let kind = if self.text_style().has_name_keys() {
                Kind::StringName
            } else {
                Kind::String
            };
            let name = Content::Text(self.source(event).into());
            return self.build(event, kind, name);
        }
        let key = self.value(event)?;
        self.colon("`:` after the key")?;
        Ok(key)
    }

    fn colon(&mut self, expected: &'static str) -> Result<(), ParseError> {
        let event = self.events.require()?;
        match event.kind {
            EventKind::Colon => Ok(()),
            _ => self.unexpected(&event, expected),
        }
    }

    /// Parses a Dictionary after the name of its type.
    #[inline(never)]
    fn dictionary(&mut self, event: &Event) -> Result<V, ParseError> {
        let declared = self.declared_types(event, Kind::Dictionary)?;
        let entries = if self.opens(EventKind::Dictionary)? {
            let entries = self.entries()?;
            self.close()?;
            entries
        } else {
            Dictionary::with_rule(key_rule(self.layout))
        };
        match declared {
            Some(declared) => self.typed_dictionary(event.range.start, declared, entries),
            None => Ok(entries.into()),
        }
    }

    /// Parses an array after the name of its type.
    #[inline(never)]
    fn array(&mut self, kind: Kind, event: &Event) -> Result<V, ParseError> {
        let declared = match kind {
            Kind::Array => self.declared_types(event, kind)?,
            _ => Some([self.element_type()?, ElementType::Any]),
        };
        let mut values = Vec::new();
        if self.opens(EventKind::Array)? {
            values = self.elements()?;
            self.close()?;
        }
        match declared {
            Some([element, _]) => self.typed_array(event.range.start, kind, element, values),
            None => Ok(values.into()),
        }
    }

    #[inline(never)]
    fn typed_array(
        &self,
        offset: usize,
        kind: Kind,
        element: ElementType,
        mut values: Vec<V>,
    ) -> Result<V, ParseError> {
        if kind == Kind::Array {
            for value in &mut values {
                convert(value, &element);
            }
        }
        let array = TypedArray { element, values };
        self.located(offset, construct::typed_array(self.layout, kind, array))
    }

    #[inline(never)]
    fn typed_dictionary(
        &self,
        offset: usize,
        [key, value]: [ElementType; 2],
        entries: Dictionary<V>,
    ) -> Result<V, ParseError> {
        let entries = entries.into_iter().map(|(mut own_key, mut own_value)| {
            convert(&mut own_key, &key);
            convert(&mut own_value, &value);
            [own_key, own_value]
        });
        // Keys that were converted may be equal.
        let entries = Dictionary::from_pairs(entries.collect(), key_rule(self.layout));
        let dictionary = TypedDictionary {
            key,
            value,
            entries,
        };
        self.located(offset, construct::typed_dictionary(self.layout, dictionary))
    }

    /// Parses the class and the properties of an Object.
    #[inline(never)]
    fn object(&mut self) -> Result<Object<V>, ParseError> {
        const CLASS: &str = "the name of a class";
        let class = self.events.require()?;
        let class = match class.kind {
            EventKind::Word => self.source(&class).into(),
            _ => self.string(&class, CLASS)?,
        };
        let mut properties = Vec::new();
        while let Some(event) = self.item()? {
            let name = self.property(&event)?;
            let event = self.events.require()?;
            properties.push((name, self.value(&event)?));
        }
        Ok(object(class, properties))
    }

    /// Parses the name of a property and a colon.
    #[inline(never)]
    fn property(&mut self, event: &Event) -> Result<String, ParseError> {
        let name = self.string(event, "the quoted name of a property")?;
        self.colon("`:` after the property's name")?;
        Ok(name)
    }

    /// Parses the declared types of a container, if any, and the opening parenthesis.
    ///
    /// Examples are `Array[int](` and `Dictionary[int, String](`. Returns `None` in a part of a file
    /// for types that only the project has.
    #[inline(never)]
    fn declared_types(
        &mut self,
        event: &Event,
        kind: Kind,
    ) -> Result<Option<[ElementType; 2]>, ParseError> {
        if event.kind != EventKind::Declared {
            return Ok(None);
        }
        let mut types = [ElementType::Any, ElementType::Any];
        let count = if kind == Kind::Dictionary { 2 } else { 1 };
        let layout = self.layout.filter(|_| self.is_part);
        let mut is_known = layout.is_none_or(|layout| layout.declares_types(kind));
        for place in types.iter_mut().take(count) {
            let event = self.events.require()?;
            if self.is_part && event.kind == EventKind::Call && self.source(&event) != SCRIPT {
                self.skip()?;
                is_known = false;
            } else {
                *place = self.declared(&event)?;
            }
        }
        self.close()?;
        self.events.require()?;
        // Only scripts can leave the container out.
        if self.is_part && self.events.peek() == Some(b')') {
            let expected = "a container after the declared types";
            return Err(self.events.unexpected(self.events.offset(), expected));
        }
        Ok(is_known.then_some(types))
    }

    /// Parses the element type of a typed array, if any: a string.
    fn element_type(&mut self) -> Result<ElementType, ParseError> {
        let mut ahead = self.events.clone();
        let Some(event) = ahead
            .next()
            .filter(|event| matches!(event.kind, EventKind::String { .. }))
        else {
            return Ok(ElementType::Any);
        };
        self.events = ahead;
        let name = self.string(&event, "a string")?;
        Ok(match self.type_named(&event, &name) {
            Ok(table) => table.kind.into(),
            Err(_) => ElementType::Class(name),
        })
    }

    /// Consumes the bracket of a container in a constructor, or returns false for no argument.
    fn opens(&mut self, bracket: EventKind) -> Result<bool, ParseError> {
        match self.item()? {
            None => Ok(false),
            Some(event) if event.kind == bracket => Ok(true),
            Some(event) if bracket == EventKind::Array => self.unexpected(&event, "`[`"),
            Some(event) => self.unexpected(&event, "`{`"),
        }
    }

    /// Parses a declared type: the name of a type or a class, or a script as in `Resource("path")`.
    fn declared(&mut self, event: &Event) -> Result<ElementType, ParseError> {
        let name = self.source(event);
        match event.kind {
            EventKind::Word if name == ANY => Ok(ElementType::Any),
            EventKind::Word => Ok(match construct::kind_named(self.layout, name) {
                Ok(kind) => kind.into(),
                Err(_) => ElementType::Class(name.into()),
            }),
            EventKind::Call if name == SCRIPT => {
                let event = self.events.require()?;
                let path = self.string(&event, "the quoted path of a script")?;
                self.close()?;
                Ok(ElementType::Script(path))
            }
            EventKind::Call => {
                self.located(event.range.start, Err(construct::absent(self.layout, name)))
            }
            _ => self
                .string(event, "the name of a type")
                .map(ElementType::Class),
        }
    }
}

/// Converts a value to the declared type, as the engine does; keeps a value that the engine drops.
fn convert<V: Build>(value: &mut V, declared: &ElementType) {
    if let ElementType::Kind(kind) = *declared
        && value.kind() != kind
        && let Ok(Some(converted)) = coerce::convert(value, kind, "")
    {
        *value = converted;
    }
}

/// Creates an object, or an id from the engine's class, `EncodedObjectAsID`.
fn object<V: AsView>(class: String, properties: Vec<(String, V)>) -> Object<V> {
    if class == ID_CLASS {
        let id = properties.iter().find(|(name, _)| name == ID_PROPERTY);
        if let Some(View::Int(id)) = id.map(|(_, id)| id.view()) {
            return Object::Id(id.cast_unsigned());
        }
    }
    Object::Full(Box::new(FullObject { class, properties }))
}

impl Components {
    /// Returns the indexes of the components of a nested value that starts at the component
    /// `first`.
    ///
    /// `member` has the rows of the nested type; returns `None` if they do not match.
    ///
    /// For example, `basis.x.y` is a component of the nested values `basis` and `basis.x`.
    fn member(&self, first: usize, member: &[Row]) -> Option<Vec<usize>> {
        let name = self.rows.get(first)?.name;
        name.match_indices('.').find_map(|(dot, _)| {
            let prefix = &name[..=dot];
            let mut places = Vec::with_capacity(member.len());
            let mut missing = member.iter();
            for (place, row) in self.rows.iter().enumerate() {
                if let Some(suffix) = row.name.strip_prefix(prefix) {
                    let member = missing.next()?;
                    let is_same = self.numbers[place].is_none()
                        && member.name == suffix
                        && ComponentType::from_row(member) == ComponentType::from_row(row);
                    places.push(is_same.then_some(place)?);
                }
            }
            missing.next().is_none().then_some(places)
        })
    }

    /// Sets each component without a number to the number at the same index of `numbers`.
    fn fill(&mut self, numbers: &[f64]) {
        for (place, &number) in self.numbers.iter_mut().zip(numbers) {
            place.get_or_insert(Number::Double(number));
        }
    }
}

impl<V: Build> Parser<'_, V> {
    /// Returns the rows of the components of a type, or of an element of a packed array, in the
    /// precision of the value.
    fn rows(&self, event: &Event, table: &TypeInfo) -> Result<&'static [Row], ParseError> {
        let rows = V::rows(table.kind);
        let rows = rows.ok_or_else(|| construct::absent(self.layout, table.name));
        self.located(event.range.start, rows)
    }

    /// Parses the components of a constructor, recursing into nested values.
    ///
    /// Nested values have components with shorter names, so the recursion ends.
    fn components(
        &mut self,
        event: &Event,
        table: &'static TypeInfo,
    ) -> Result<Components, ParseError> {
        let (rows, ty) = (self.rows(event, table)?, table.name);
        let mut components = Components::new(rows);
        let mut found = 0;
        let mut surplus = None;
        let end = loop {
            let event = self.events.require()?;
            let start = event.range.start;
            if event.kind == EventKind::Close {
                break start;
            }
            let mut numbers = components.numbers.iter().take(components.rows.len());
            let place = numbers.position(Option::is_none);
            if let Some(numeral) = self.numeral(&event) {
                if let Some(place) = place {
                    let ty = ComponentType::from_row(&rows[place]);
                    components.numbers[place] = Some(self.component(numeral, ty)?);
                } else {
                    surplus = surplus.or(Some(start));
                }
                found += 1;
            } else {
                let member = |member: &TypeInfo| components.member(place?, V::rows(member.kind)?);
                let (places, member) = self.member(&event, ty, member)?;
                found += places.len();
                for (place, number) in places.into_iter().zip(member.numbers) {
                    components.numbers[place] = number;
                }
            }
        };
        // A constructor without arguments creates the default value.
        let least = if found == 0 {
            0
        } else {
            rows.len() - table.optional
        };
        if (least..=rows.len()).contains(&found) {
            components.fill(table.initial);
            return Ok(components);
        }
        let expected = rows.len();
        let kind = ParseErrorKind::Count {
            ty,
            expected,
            found,
        };
        // Missing numbers belong before the closing parenthesis.
        Err(self.events.error(surplus.unwrap_or(end), kind))
    }

    /// Parses a nested value with components, if `accept` returns a value for its type.
    fn member<R>(
        &mut self,
        event: &Event,
        ty: &'static str,
        accept: impl FnOnce(&TypeInfo) -> Option<R>,
    ) -> Result<(R, Components), ParseError> {
        match event.kind {
            EventKind::Call => {
                let table = self.type_named(event, self.source(event))?;
                if table.body == Body::Fields
                    && let Some(accepted) = accept(table)
                {
                    return Ok((accepted, self.components(event, table)?));
                }
            }
            EventKind::Word => {
                let (table, constant) = self.constant(event)?;
                if let Some(accepted) = accept(table) {
                    return Ok((accepted, constant));
                }
            }
            _ => {}
        }
        self.unexpected(event, format!("a number for {ty}"))
    }

    /// Parses the elements of a packed array, and returns their encoded components.
    ///
    /// The elements may also be in the brackets of an Array, or bytes in Base64.
    fn packed(&mut self, event: &Event, table: &'static TypeInfo) -> Result<Vec<u8>, ParseError> {
        let (rows, ty) = (self.rows(event, table)?, table.name);
        let has_bytes =
            matches!(rows, [row] if ComponentType::from_row(row) == ComponentType::Byte);
        let accepts_base64 = has_bytes && self.layout.is_none_or(|layout| layout.base64.is_some());
        let types: Vec<_> = rows.iter().map(ComponentType::from_row).collect();
        let mut next_types = types.iter().cycle();
        let mut body = Vec::new();
        let (mut found, mut base64) = (0_usize, None);
        let end = self.packed_list(|parser, event| {
            if let Some(numeral) = parser.numeral(&event)
                && base64.is_none()
            {
                let ty = *next_types.next().unwrap_or(&ComponentType::Byte);
                encode(parser.component(numeral, ty)?, ty, &mut body);
                found += 1;
                return Ok(());
            }
            if let EventKind::String { .. } = event.kind
                && accepts_base64
                && found == 0
                && base64.is_none()
            {
                base64 = Some(parser.base64(&event)?);
                return Ok(());
            }
            let is_element = |element: &TypeInfo| {
                let is_first = found.is_multiple_of(rows.len());
                (is_first && table.kind.info().element == Some(element.kind)).then_some(())
            };
            let ((), element) = parser.member(&event, ty, is_element)?;
            element.encode(&mut body);
            found += rows.len();
            Ok(())
        })?;
        if found.is_multiple_of(rows.len()) {
            return Ok(base64.unwrap_or(body));
        }
        let each = rows.len();
        let kind = ParseErrorKind::ElementCount { ty, each, found };
        Err(self.events.error(end, kind))
    }

    /// Returns the components of a constant, such as `Vector2.ZERO`.
    fn constant(&self, event: &Event) -> Result<(&'static TypeInfo, Components), ParseError> {
        let source = self.source(event);
        let (name, constant) = source.split_once('.').unwrap_or((source, ""));
        let table = self.type_named(event, name)?;
        let end = event.range.start + name.len();
        if table.body != Body::Fields || name.len() == source.len() {
            let rest = self.text.get(end..).unwrap_or_default();
            let blanks = rest.len() - rest.trim_start().len();
            return Err(self.events.unexpected(end + blanks, "`(`"));
        }
        let mut constants = table.constants.iter();
        let Some(found) = constants.find(|known| known.name == constant) else {
            let expected = table.constants.first().map_or_else(
                || format!("{name} without a constant"),
                |known| format!("a constant such as {name}.{}", known.name),
            );
            return Err(self.events.unexpected(end + 1, expected));
        };
        let mut components = Components::new(self.rows(event, table)?);
        components.fill(found.components);
        Ok((table, components))
    }
}

/// A number as written in the text, or a word such as `inf`.
#[derive(Clone, Copy)]
struct Numeral<'t> {
    text: &'t str,
    kind: EventKind,
    start: usize,
}

impl<'t, V> Parser<'t, V> {
    /// Returns the number of an event, if it is one.
    #[inline]
    fn numeral(&self, event: &Event) -> Option<Numeral<'t>> {
        let text = self.source(event);
        let is_number = match event.kind {
            EventKind::Int | EventKind::Float => true,
            EventKind::Word => special(text).is_some(),
            _ => false,
        };
        let (kind, start) = (event.kind, event.range.start);
        is_number.then_some(Numeral { text, kind, start })
    }

    /// Converts a number to an integer, or returns an error if the number does not fit 64 bits.
    ///
    /// As in engines, the fraction of a float is dropped.
    #[inline]
    fn int(&self, numeral: Numeral<'_>) -> Result<i64, ParseError> {
        // Most integers are decimal and have no underscores.
        match numeral.text.parse() {
            Ok(int) => Ok(int),
            Err(_) => self.located(numeral.start, numeral.int()),
        }
    }

    /// Converts a number to the nearest float.
    #[inline]
    fn float<F: FromStr>(&self, numeral: Numeral<'_>) -> Result<F, ParseError> {
        // Fast path: most numbers are decimal. An integer has no negative zero.
        let is_plain = match numeral.kind {
            EventKind::Float => true,
            EventKind::Int => !numeral.text.starts_with("-0"),
            _ => false,
        };
        if is_plain && let Ok(float) = numeral.text.parse() {
            return Ok(float);
        }
        self.located(numeral.start, numeral.float())
    }

    /// Converts a number to a component, or returns an error if the number does not fit.
    #[inline]
    fn component(&self, numeral: Numeral<'_>, ty: ComponentType) -> Result<Number, ParseError> {
        let range = match ty {
            ComponentType::Single => return self.float(numeral).map(Number::Single),
            ComponentType::Double => return self.float(numeral).map(Number::Double),
            ComponentType::Byte => "a byte",
            ComponentType::I32 => "a 32-bit integer",
            ComponentType::I64 => "a 64-bit integer",
        };
        let value = self.int(numeral)?;
        if ty.holds(value) {
            return Ok(Number::Int(value));
        }
        self.located(numeral.start, Err(numeral.out_of(range)))
    }

    /// Returns the content of a string, without its prefix.
    fn content(&self, event: &Event) -> Result<String, ParseError> {
        let (start, content) = self.quoted(event);
        let (text, invalid) = self.events.dialect().unescape(content);
        let Some(invalid) = invalid else {
            return Ok(text.into());
        };
        let kind = ParseErrorKind::InvalidEscape {
            escape: content.get(invalid.clone()).unwrap_or_default().into(),
        };
        Err(self.events.error(start + invalid.start, kind))
    }

    /// Returns the offset and the source of the content of a string.
    fn quoted(&self, event: &Event) -> (usize, &'t str) {
        let source = self.source(event);
        let prefix = usize::from(source.starts_with(['&', '@', '^']));
        let quoted = source.get(prefix..).unwrap_or_default();
        let is_triple =
            quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''"));
        let length = if is_triple { 3 } else { 1 };
        let content = quoted.get(length..quoted.len() - length);
        (
            event.range.start + prefix + length,
            content.unwrap_or_default(),
        )
    }

    /// Returns the content of a string without a prefix, or an error.
    fn string(&self, event: &Event, expected: &'static str) -> Result<String, ParseError> {
        let is_plain = self.source(event).starts_with(['"', '\'']);
        match event.kind {
            EventKind::String { .. } if is_plain => self.content(event),
            _ => self.unexpected(event, expected),
        }
    }

    /// Decodes a string with Base64.
    ///
    /// As in the engine, line breaks are skipped, padding is required, and surplus bits of the last
    /// character are ignored.
    fn base64(&self, event: &Event) -> Result<Vec<u8>, ParseError> {
        let (start, content) = self.quoted(event);
        let digits = content.replace(['\r', '\n'], "");
        let unpadded = digits.trim_end_matches('=');
        let is_padded = digits.len().is_multiple_of(4) && digits.len() - unpadded.len() <= 2;
        let bytes = decode(unpadded).filter(|_| is_padded);
        bytes.ok_or_else(|| {
            let expected = "Base64, with padding".into();
            let found = shortened(content);
            self.events
                .error(start, ParseErrorKind::Unexpected { expected, found })
        })
    }
}

impl<V: Build> Parser<'_, V> {
    /// Parses an int or a float.
    fn number(&self, event: &Event) -> Result<(Kind, Content<'static>), ParseError> {
        match self.numeral(event) {
            Some(int) if int.kind == EventKind::Int => {
                Ok((Kind::Int, Content::Int(self.int(int)?)))
            }
            Some(float) => Ok((Kind::Float, Content::Float(self.float(float)?))),
            None => self.unexpected(event, "a number"),
        }
    }

    /// Encodes a color such as `#ff0000`. If there are four components, the first one can be alpha.
    fn color(&self, event: &Event, components: &mut Vec<u8>) {
        let digits = self.source(event).trim_start_matches('#');
        let (each, largest) = if digits.len() > 4 {
            (2, 255.0)
        } else {
            (1, 15.0)
        };
        let mut color = [1.0; 4];
        for (index, component) in color.iter_mut().enumerate() {
            let digits = digits.get(index * each..(index + 1) * each);
            if let Some(Ok(value)) = digits.map(|digits| u8::from_str_radix(digits, 16)) {
                *component = f32::from(value) / largest;
            }
        }
        if self.text_style().has_alpha_first() && digits.len() == 4 * each {
            color.rotate_left(1);
        }
        let rows = V::rows(Kind::Color).into_iter().flatten();
        for (number, row) in color.into_iter().zip(rows) {
            encode(
                Number::Single(number),
                ComponentType::from_row(row),
                components,
            );
        }
    }
}

impl<'t> Numeral<'t> {
    fn int(self) -> Result<i64, ParseErrorKind> {
        use core::num::IntErrorKind::{NegOverflow, PosOverflow};
        const RANGE: &str = "a 64-bit integer";
        let (digits, radix) = match self.kind {
            EventKind::Int => self.digits(),
            EventKind::Float => {
                // The least float above `i64::MAX`.
                const LIMIT: f64 = 9_223_372_036_854_775_808.0;
                let value: f64 = self.float()?;
                return if (-LIMIT..LIMIT).contains(&value) {
                    Ok(to_i64(Number::Double(value)))
                } else {
                    Err(self.out_of(RANGE))
                };
            }
            _ => {
                let number = shortened(self.text);
                return Err(ParseErrorKind::NotAnInteger { number });
            }
        };
        i64::from_str_radix(&digits, radix).map_err(|error| match error.kind() {
            PosOverflow | NegOverflow => self.out_of(RANGE),
            _ => self.invalid(),
        })
    }

    fn float<F: FromStr>(self) -> Result<F, ParseErrorKind> {
        let (digits, radix) = match (self.kind, special(self.text)) {
            (EventKind::Word, Some(number)) => (number, 10),
            // An integer has no negative zero.
            (EventKind::Int, _) if self.text.bytes().all(|digit| b"-0_".contains(&digit)) => {
                ("0".into(), 10)
            }
            _ => self.digits(),
        };
        let exponent = self.text.split(['e', 'E']).nth(1).unwrap_or_default();
        if radix == 10 && exponent.trim_start_matches(['+', '-']).starts_with('_') {
            return Err(self.invalid());
        }
        let digits = match radix {
            10 => digits,
            _ => self.int()?.to_string().into(),
        };
        digits.parse().map_err(|_| self.invalid())
    }

    /// Returns the sign and the digits, without underscores and prefixes such as `0x`, and the radix.
    fn digits(self) -> (Cow<'t, str>, u32) {
        let unsigned = self.text.trim_start_matches(['+', '-']);
        let (sign, _) = self.text.split_at(self.text.len() - unsigned.len());
        let (prefix, radix) = match unsigned.as_bytes() {
            [b'0', b'x' | b'X', ..] => (2, 16),
            [b'0', b'b' | b'B', ..] => (2, 2),
            _ => (0, 10),
        };
        let digits = unsigned.get(prefix..).unwrap_or_default();
        ([sign, digits].concat().replace('_', "").into(), radix)
    }

    #[cold]
    fn out_of(self, range: &'static str) -> ParseErrorKind {
        let number = shortened(self.text);
        ParseErrorKind::OutOfRange { number, range }
    }

    #[cold]
    fn invalid(self) -> ParseErrorKind {
        let number = shortened(self.text);
        ParseErrorKind::InvalidNumber { number }
    }
}

/// Returns the number for which a word stands.
fn special(text: &str) -> Option<Cow<'static, str>> {
    let word = text.trim_start_matches(['+', '-']);
    // `var2str` of Godot 3 appends `.0` to minus infinity.
    let number = match word.strip_suffix(".0").unwrap_or(word) {
        "inf" | "INF" => "inf",
        "nan" | "NAN" => "nan",
        "inf_neg" => return Some("-inf".into()),
        _ if word == "PI" => "3.14159265358979323846",
        _ if word == "TAU" => "6.28318530717958647693",
        _ => return None,
    };
    Some(if text.starts_with('-') {
        ["-", number].concat().into()
    } else {
        number.into()
    })
}

/// Decodes Base64 characters without padding, or returns `None` for any other character.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut pending, mut bits) = (0_u32, 0);
    for character in text.bytes() {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        pending = pending << 6 | u32::from(value);
        bits += 6;
        if bits >= u8::BITS {
            bits -= u8::BITS;
            let [.., byte] = (pending >> bits).to_be_bytes();
            bytes.push(byte);
        }
    }
    Some(bytes)
}
