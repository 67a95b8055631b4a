//! Text documents: ConfigFiles, scenes, resources, JSON and the text of `var_to_str`.
//!
//! A [`Document`](crate::document::Document) changes them by path, without changing other bytes.
//!
//! A ConfigFile is what the engines' class `ConfigFile` reads, also as `project.godot` and
//! `NAME.import`. Its value is a Dictionary of sections, each of which is a Dictionary of keys:
//!
//! ```
//! use gdvariant_files::document::Document;
//! use gdvariant_files::open::OpenOptions;
//!
//! let text = "; my save\n[player]\n\nname=\"Ada\" ; never change\nitems=[ 1,2 ]\n";
//! let mut document = Document::open(text.as_bytes(), &OpenOptions::new())?;
//! let layout = document.layout();
//! document.set(0, &"player.items[0]".parse()?, layout.parse("7")?)?;
//! document.set(0, &"audio.volume".parse()?, layout.parse("0.5")?)?;
//! assert_eq!(
//!     document.to_file()?,
//!     b"; my save\n[player]\n\nname=\"Ada\" ; never change\nitems=[ 7,2 ]\n\n[audio]\n\nvolume=0.5\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | in a ConfigFile | in the value |
//! | --- | --- |
//! | `[section]`, then `key=value` | `section.key`; `a/b["c.d"]` for names with other characters |
//! | keys before the first section | entries of the outer Dictionary, unless a section has the same name |
//! | a section that is repeated | one entry with the keys of all its parts |
//! | a key that is repeated in a section | the last value; a change changes it, and a removal removes all |
//! | `key=null` | null, although engines remove such a key |
//! | a section without keys | an empty Dictionary |
//! | `a b=1`, `"a b"=1` | the keys `ab` and `a b`: engines ignore white space in keys without quotes |
//! | `# note` | the start of the next key, as in the engines; only `;` starts a comment |
//! | `0x10`, `1_000`, `'x'`, `{a=1}` | errors: engines read only the start of these notations of scripts, or stop |
//!
//! A scene or a resource is a `.tscn` or `.tres` file of Godot 3 or Godot 4. Its value is a Dictionary
//! of the names of tags:
//!
//! ```
//! use gdvariant_files::document::Document;
//! use gdvariant_files::open::OpenOptions;
//!
//! let text = "[gd_resource type=\"Resource\" format=3]\n\n\
//!     [sub_resource type=\"Resource\" id=\"Item_1\"]\ncount = 3\n\n\
//!     [resource]\nhealth = 30\nitems = [SubResource(\"Item_1\")]\n";
//! let mut document = Document::open(text.as_bytes(), &OpenOptions::new())?;
//! let layout = document.layout();
//! document.set(0, &"resource.health".parse()?, layout.parse("100")?)?;
//! document.set(0, &"sub_resource.Item_1.count".parse()?, layout.parse("5")?)?;
//! let changed = text.replace("30", "100").replace("= 3\n", "= 5\n");
//! assert_eq!(document.to_file()?, changed.into_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | in a scene or a resource | in the value |
//! | --- | --- |
//! | `[gd_resource type="Resource" format=3]`, `[gd_scene ...]` | the attributes: `gd_resource.type`. No change affects `load_steps`, which only shows progress |
//! | `[ext_resource path="res://a.png" id="1_a"]` | the attributes by the id: `ext_resource["1_a"].path`, or `ext_resource[1].path` for `id=1` |
//! | `[sub_resource type="Resource" id="Item_1"]`, then `count = 3` | the properties by the id: `sub_resource.Item_1.count`; attributes follow `@`: `sub_resource.Item_1["@type"]` |
//! | `[node name="Sprite" parent="Player"]` | as a sub_resource, by the path of the node: `node.Player/Sprite.position`, and `node["."]` for the root |
//! | `[resource]`, then `health = 30` | the properties: `resource.health` |
//! | `[connection ...]`, `[editable ...]` | an Array of the attributes: `connection[0].signal` |
//! | a property whose name starts with `@` | `@` twice: `["@@name"]` |
//! | a property or an attribute that is repeated in a tag | the last one, which engines use; a change changes it, and a removal removes all |
//! | several nodes with one path, or resources with one id (`id=1` and `id="1"` are one) | an Array of the tags in order; no other entry of `node` or `sub_resource` is an Array. A change of it is an error with the lines of the tags |
//! | a name of a property without quotes that contains white space, a bracket or `>>>>>>>` | an error: engines read the tag in it as properties |
//!
//! New tags follow the last tag that engines expect before them, and have the attributes of their
//! key (`id`, or `name` and `parent`) if the value lacks them. A resource or a node is not removed
//! while another tag refers to it. Tags are not moved: their keys are the `id`, or the `name` and the
//! `parent`, to which other tags refer.
//!
//! JSON, also as several values such as one per line, has plain values: objects are Dictionaries with
//! Strings as keys, and no name of a type has a meaning. A change has the formatting of its
//! surroundings:
//!
//! ```
//! use gdvariant_files::document::Document;
//! use gdvariant_files::open::OpenOptions;
//!
//! let text = "{\n  \"gold\": 30.0,\n  \"at\": \"(93, 87)\"\n}\n";
//! let mut document = Document::open(text.as_bytes(), &OpenOptions::new())?;
//! let layout = document.layout();
//! document.set(0, &"gold".parse()?, layout.parse("31")?)?;
//! document.set(0, &"items".parse()?, layout.parse(r#"["bow"]"#)?)?;
//! assert_eq!(
//!     document.to_file()?,
//!     b"{\n  \"gold\": 31.0,\n  \"at\": \"(93, 87)\",\n  \"items\": [\n    \"bow\"\n  ]\n}\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | in JSON | in the value |
//! | --- | --- |
//! | `30` | an int; a float if it is beyond 64 bits |
//! | `30.0`, `3e1` | a float; an int that replaces it is written as `31.0` |
//! | `"(93, 87)"`, `{"Vector2": [1, 2]}` | a String, a Dictionary |
//! | a key that is repeated in an object | the last value; a change changes it, and a removal removes all |
//! | `Vector2(1, 2)`, NaN, keys that are not Strings | an error when they are written, unless the text can be that of `var_to_str`, such as `[1, 2]`, and becomes it |
//!
//! In all other kinds of text, a constructor that is not a type, such as `Resource("res://a.tres")` or
//! `ExtResource("1_abc")`, is an Object with the constructor's name as its class and the property
//! `text`, the constructor as it is written. Engines need the resource to read it; a document only
//! keeps its text:
//!
//! ```
//! use gdvariant_files::text::TextDocument;
//!
//! let mut document = TextDocument::parse("[Resource(\"res://a.tres\"), 1]", None)?;
//! let value = document.value(0)?;
//! assert_eq!(value.to_string(), "[Object(Resource,\"text\":\"Resource(\\\"res://a.tres\\\")\")\n, 1]");
//! document.replace(0, &document.layout().parse(&value.to_string().replace("1]", "2]"))?)?;
//! assert_eq!(document.text(), "[Resource(\"res://a.tres\"), 2]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod convert;
mod edit;
mod edits;
mod error;
pub(crate) mod json;
mod kind;
mod paths;
mod references;
mod resource;
pub(crate) mod syntax;
mod tags;
mod value;

pub use error::TextError;
pub(crate) use error::{is_char_start, position_after};
pub use kind::TextKind;
pub use value::constructors;

pub(crate) use references::{References, Role, Tag};
pub(crate) use value::mark;

use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant::{Engine, Godot3, Godot4};
use std::sync::{Arc, OnceLock};

use syntax::{Part, Parts, Syntax, is_evidence, is_resource};

/// A text whose values can be read and replaced; all other bytes are kept.
///
/// The [module](self) has an example.
#[derive(Debug, Clone)]
pub struct TextDocument {
    text: String,
    layout: &'static Layout,
    syntax: Syntax,
    /// A value that was read, with its index: changes at paths read it several times.
    known: OnceLock<Arc<(usize, AnyVariant)>>,
}

impl TextDocument {
    /// Parses a text, whose kind and layout are recognized.
    ///
    /// The layout `None` stands for that of Godot 3 or Godot 4. Evidence is `config_version` of a
    /// project, then names of types that only one of the two writes, the format of a resource, and
    /// notations. Without evidence, the layout is that of Godot 4.
    ///
    /// ```
    /// use gdvariant_files::text::TextDocument;
    ///
    /// let old = TextDocument::parse("[s]\n\nplace=Vector2( 1, 2 )\n", None)?;
    /// assert_eq!(old.layout().name, "godot3");
    /// let error = TextDocument::parse("[s]\nname=Ada\n", None).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 6: expected a value, found Ada");
    /// # Ok::<(), gdvariant_files::text::TextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is of no kind.
    pub fn parse(text: &str, layout: Option<&'static Layout>) -> Result<Self, TextError> {
        Self::with_values(text.to_owned(), layout, None).map(|(document, _)| document)
    }

    /// Parses JSON, which an engine could also have written as the text of values.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not JSON.
    pub fn parse_json(text: &str, layout: Option<&'static Layout>) -> Result<Self, TextError> {
        let parsed = Self::with_values(text.to_owned(), layout, Some(TextKind::Json));
        parsed.map(|(document, _)| document)
    }

    /// Parses a text and returns the document with its values.
    pub(crate) fn with_values(
        text: String,
        layout: Option<&'static Layout>,
        kind: Option<TextKind>,
    ) -> Result<(Self, Vec<AnyVariant>), TextError> {
        let read = |layout| scan(&text, layout, kind);
        let mut own = layout.unwrap_or(Godot4::LAYOUT);
        let mut found = read(own);
        // Godot 3 has no escapes in the names of sections.
        if found.is_err()
            && layout.is_none()
            && let Ok(other) = read(Godot3::LAYOUT)
        {
            (own, found) = (Godot3::LAYOUT, Ok(other));
        }
        let mut syntax = found?;
        if let Some(layout) = layout.or(syntax.evidence).filter(|layout| *layout != own) {
            (own, syntax) = (layout, read(layout)?);
        }
        let document = Self {
            text,
            layout: own,
            syntax,
            known: OnceLock::new(),
        };
        let values = (0..document.count()).map(|index| document.value(index));
        let values = values.collect::<Result<_, _>>()?;
        Ok((document, values))
    }

    /// Parses what precedes the part of a text that has the `error`, if there is something.
    pub(crate) fn before(
        text: &str,
        layout: Option<&'static Layout>,
        kind: Option<TextKind>,
        error: &TextError,
    ) -> Option<(Self, Vec<AnyVariant>)> {
        let own = layout.unwrap_or(Godot4::LAYOUT);
        let kind = kind.unwrap_or_else(|| kind_of(text, own));
        let parts = Parts::new(text, own, kind).map_while(Result::ok);
        let ends: Vec<_> = parts.map(|part| part.range().end).collect();
        let count = ends.partition_point(|end| {
            let TextError { line, column, .. } = TextError::at(text, *end, String::new());
            (line, column) <= (error.line, error.column)
        });
        let end = *ends.get(count.checked_sub(1)?)?;
        Self::with_values(text[..end].to_owned(), layout, Some(kind)).ok()
    }

    /// Returns the ConfigFile of a text that has only white space and comments.
    pub fn empty_config(text: &str, layout: Option<&'static Layout>) -> Option<Self> {
        let layout = layout.unwrap_or(Godot4::LAYOUT);
        let document = Self::scan(text.to_owned(), layout, TextKind::Config).ok()?;
        // Engines do not skip a byte order mark.
        let is_empty = document.syntax.parts.is_empty()
            && document.has_only_headers()
            && !text.starts_with('\u{feff}');
        is_empty.then_some(document)
    }

    /// Returns whether the text has only sections without keys.
    pub(crate) fn has_only_headers(&self) -> bool {
        let Syntax { parts, end, .. } = &self.syntax;
        *end == self.text.len() && parts.iter().all(|part| matches!(part, Part::Header(_)))
    }

    fn scan(text: String, layout: &'static Layout, kind: TextKind) -> Result<Self, TextError> {
        let syntax = scan(&text, layout, Some(kind))?;
        Ok(Self {
            text,
            layout,
            syntax,
            known: OnceLock::new(),
        })
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the kind of the text.
    pub fn kind(&self) -> TextKind {
        self.syntax.kind
    }

    /// Returns the layout whose types and notation the text has.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Returns the number of values; a ConfigFile, a scene or a resource is one value.
    pub fn count(&self) -> usize {
        if self.has_sections() {
            1
        } else {
            self.syntax.parts.len()
        }
    }

    /// Returns the value at `index`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text of the value is invalid, or if there are fewer values.
    pub fn value(&self, index: usize) -> Result<AnyVariant, TextError> {
        self.check(index)?;
        self.read(index)
    }

    /// Reads the value at `index` in the notation of `layout`.
    pub(crate) fn value_as(
        &self,
        index: usize,
        layout: &'static Layout,
    ) -> Result<AnyVariant, TextError> {
        let range = match self.syntax.parts.get(index) {
            _ if self.layout == layout => return self.value(index),
            Some(part) if !self.has_sections() => part.range(),
            _ => 0..self.text.len(),
        };
        Self::scan(self.text[range].to_owned(), layout, self.kind())?.read(0)
    }

    /// Returns the value at `index`, which is read once, after its index.
    fn known(&self, index: usize) -> Result<Arc<(usize, AnyVariant)>, TextError> {
        if let Some(known) = self.known.get().filter(|known| known.0 == index) {
            return Ok(known.clone());
        }
        let read = Arc::new((index, self.value(index)?));
        // Another value can be known already.
        let _ = self.known.set(read.clone());
        Ok(read)
    }

    fn check(&self, index: usize) -> Result<(), TextError> {
        if index < self.count() {
            return Ok(());
        }
        Err(self.no_value(index))
    }

    fn no_value(&self, index: usize) -> TextError {
        let count = self.count();
        let message = format!("no value with the index {index}, the text has {count}");
        TextError::at(&self.text, self.text.len(), message)
    }

    /// Returns the layout that types and notation in the text show, or `None` if several engines
    /// write such a text.
    ///
    /// ```
    /// use gdvariant_files::text::TextDocument;
    ///
    /// for (text, layout) in [("Transform2D()", None), ("PoolIntArray(1)", Some("godot3"))] {
    ///     let document = TextDocument::parse(text, None)?;
    ///     assert_eq!(document.evidence().map(|it| it.name), layout);
    /// }
    /// # Ok::<(), gdvariant_files::text::TextError>(())
    /// ```
    pub fn evidence(&self) -> Option<&'static Layout> {
        self.syntax.evidence
    }
}

/// Returns the line ending of a text.
fn line_ending(text: &str) -> &'static str {
    let end = text.find('\n').unwrap_or_default();
    if text[..end].ends_with('\r') {
        "\r\n"
    } else {
        "\n"
    }
}

/// Scans a text of a kind, or recognizes the kind.
fn scan(text: &str, layout: &'static Layout, kind: Option<TextKind>) -> Result<Syntax, TextError> {
    let kind = kind.unwrap_or_else(|| kind_of(text, layout));
    if kind == TextKind::Json {
        return json::scan(text, layout);
    }
    let mut parts = Parts::new(text, layout, kind);
    Ok(Syntax {
        kind,
        parts: parts.by_ref().collect::<Result<_, _>>()?,
        end: parts.parser.end(),
        evidence: parts.evidence.layout(),
    })
}

/// Recognizes the kind of a text, which can be invalid.
fn kind_of(text: &str, layout: &'static Layout) -> TextKind {
    if is_resource(text) {
        return TextKind::Resource;
    }
    if json::is_json(text, true) {
        return TextKind::Json;
    }
    let parts = |kind| Parts::new(text, layout, kind);
    let Some(error) = parts(TextKind::Values).find_map(Result::err) else {
        return TextKind::Values;
    };
    let mut has_evidence = false;
    let other = parts(TextKind::Config).find_map(|part| {
        has_evidence |= part.as_ref().is_ok_and(is_evidence);
        part.err()
    });
    let is_config = match other {
        None => has_evidence,
        Some(other) => (other.line, other.column) >= (error.line, error.column),
    };
    if is_config {
        TextKind::Config
    } else {
        TextKind::Values
    }
}
