//! Examines text that engines parse: scenes, resources, ConfigFiles, the text of values, JSON.
//!
//! Engines create objects while they parse, before they find an error. The scan therefore follows
//! their tokens, accepts more than they do, and keeps no tree: a text is examined in one pass. Text
//! after an error is only searched for constructors, and reported.
//!
//! Sources: `VariantParser` in `core/variant/variant_parser.cpp` of Godot 4.6 and
//! `core/variant_parser.cpp` of Godot 3.6; measured in Godot 3.2.3, 3.6.2 and 4.6.3.

use super::effects::{Action, Effect, Form, LARGE_COUNT, Trigger};
use super::nested::Nested;
use super::objects::{ENDLESS, act};
use super::rows;
use super::rules::{
    Excerpt, Finding, FindingSink, NOT_EXAMINED, OBJECT_TEXT, Place, Rule, Severity, report,
};
use super::scene::{self, Attribute, Context, Section};
use super::strings;
use crate::open::MAX_DOCUMENT;
use crate::text::{TextError, first_error, is_constant, syntax};
use gdvariant::format::MAX_DEPTH;
use gdvariant::schema::{Layout, layout_named};
use gdvariant::{DecodeOptions, Kind, Path, Segment};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display, Formatter};
use std::mem;
use std::ops::Range;

/// Passes everything in a text that needs a check before an engine parses the text to a sink.
///
/// Recognizes scenes and resources (`.tscn`, `.tres`), ConfigFiles (also `project.godot` and
/// `.import` files), and values as `var_to_str` or JSON writes them. Offsets of findings are those
/// of bytes in the text, and paths are those of the values in its document. `layout` is the layout
/// of values that are encoded within strings; `None` stands for both Godot 3 and Godot 4.
///
/// ```
/// use gdvariant_files::audit::audit_text;
///
/// let text = "[save]\n\nmod=Object(GDScript,\"script/source\":\"...\")\n";
/// let mut found = Vec::new();
/// audit_text(text, None, &mut |finding| {
///     found.push((finding.rule.id, finding.offset, finding.path.to_string()));
/// });
/// assert_eq!(found[0], ("object", 12, "save.mod".to_owned()));
/// assert_eq!(found[2].2, "save.mod[\"script/source\"]");
/// ```
///
/// Engines stop at the first error of a text, but may accept a text of another kind. The error is
/// reported as `not-examined`, and the text after it is searched for objects and resources.
pub fn audit_text(text: &str, layout: Option<&'static Layout>, sink: &mut FindingSink<'_>) {
    let layouts = match layout {
        Some(layout) => vec![layout],
        None => ["godot4", "godot3"]
            .into_iter()
            .filter_map(layout_named)
            .collect(),
    };
    let options = DecodeOptions::engine().allow_objects(true);
    let nested = || {
        let nested = layouts
            .iter()
            .map(|layout| Nested::new(layout, text.as_bytes(), options));
        nested.collect()
    };
    let mut known = HashSet::new();
    let mut add = |finding: &Finding<'_>| {
        known.insert((finding.rule.id, finding.offset));
        sink(finding);
    };
    let mut scan = Scan::new(text, nested(), &mut add);
    let is_values = scan.is_values();
    let is_resource = scan.is_resource;
    scan.document(is_values);
    if is_resource {
        return;
    }
    // A game chooses the parser, and that of values accepts the start of other text.
    let mut add = |finding: &Finding<'_>| {
        let is_new = !known.contains(&(finding.rule.id, finding.offset));
        let Rule { severity, id, .. } = *finding.rule;
        if is_new && severity > Severity::Note && ![NOT_EXAMINED.id, OBJECT_TEXT.id].contains(&id) {
            sink(finding);
        }
    };
    // The error is that of the other kind of text.
    let _ = Scan::new(text, nested(), &mut add).scan(!is_values);
}

/// A value or a constructor whose end has not been scanned.
struct Container<'t> {
    kind: ContainerKind<'t>,
    /// The class of the innermost Object, or nothing.
    class: &'t str,
    /// Whether the container is in declared types.
    is_declared: bool,
    /// The key of the current entry or property, once a colon has followed the key.
    key: Option<Segment>,
    /// The effects of the current property.
    effects: Vec<&'static Effect>,
    /// The index of the current element.
    index: usize,
    /// The offset of the current element or key, or of the first declared type.
    start: usize,
    /// The keys of a Dictionary so far.
    keys: HashSet<String>,
    /// The declared types of the elements.
    types: &'t str,
    /// The arguments of a byte array.
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ContainerKind<'t> {
    Array,
    Dictionary,
    /// The declared types of a container.
    Declared,
    /// An Object and its class.
    Object(&'t str),
    /// Any other constructor, by its name.
    Call(&'t str),
}

impl ContainerKind<'_> {
    fn close(self) -> u8 {
        match self {
            Self::Array | Self::Declared => b']',
            Self::Dictionary => b'}',
            Self::Object(_) | Self::Call(_) => b')',
        }
    }

    /// Returns whether entries have keys.
    fn has_keys(self) -> bool {
        matches!(self, Self::Dictionary | Self::Object(_))
    }

    fn is_byte_array(self) -> bool {
        matches!(self, Self::Call("PackedByteArray" | "PoolByteArray"))
    }
}

/// Displays the path of the current value.
struct DocumentPath<'p, 't> {
    section: &'p [Segment],
    key: Option<&'p str>,
    open: &'p [Container<'t>],
}

impl Display for DocumentPath<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let open = self.open.iter().filter_map(|it| match it.kind {
            ContainerKind::Array => Some(Segment::Index(it.index)),
            _ => it.key.clone(),
        });
        let key = self.key.map(Segment::name);
        let section = self.section.iter().cloned();
        let path: Path = section.chain(key).chain(open).collect();
        path.fmt(f)
    }
}

/// The offset at which engines stop.
struct Fault(usize);

/// The maximum length in bytes of a container that is compared with other keys.
const MAX_KEY: usize = 256;

struct Scan<'t, 's> {
    text: &'t str,
    offset: usize,
    /// The start of the current section or entry.
    part: usize,
    /// Whether the text is a scene or a resource, whose sections have attributes.
    is_resource: bool,
    section: Section,
    /// The number of each name of a section.
    sections: HashMap<String, usize>,
    /// The keys so far, with the number of their section.
    keys: HashSet<(usize, String)>,
    /// The number of the current section.
    number: usize,
    /// The current key, or that of the current attribute.
    key: Option<String>,
    /// The effects of the property that is the current key.
    effects: Vec<&'static Effect>,
    /// The name of the current attribute.
    attribute: &'t str,
    /// The attributes of the section whose header is being scanned.
    attributes: Option<Vec<Attribute<'t>>>,
    open: Vec<Container<'t>>,
    /// The position of the last string or atom, which can be a key.
    last: Range<usize>,
    scene: scene::Scene,
    nested: Vec<Nested>,
    sink: &'s mut FindingSink<'s>,
}

impl<'t, 's> Scan<'t, 's> {
    fn new(text: &'t str, nested: Vec<Nested>, sink: &'s mut FindingSink<'_>) -> Self {
        Self {
            text,
            offset: text.len() - strings::without_byte_order_marks(text).len(),
            part: 0,
            is_resource: false,
            section: Section::default(),
            sections: HashMap::new(),
            keys: HashSet::new(),
            number: 0,
            key: None,
            effects: Vec::new(),
            attribute: "",
            attributes: None,
            open: Vec::new(),
            last: 0..0,
            scene: scene::Scene::default(),
            nested,
            sink,
        }
    }

    /// Calls a function with the place of the current value.
    fn at(&mut self, offset: usize, examine: &mut dyn FnMut(&mut Place<'_>)) {
        let path = DocumentPath {
            section: &self.section.path,
            key: self.key.as_deref(),
            open: &self.open,
        };
        examine(&mut Place {
            path: &path,
            offset,
            sink: self.sink,
            is_text: true,
        });
    }

    /// Examines values that a text or a byte array encodes, in each layout.
    fn encoded(&mut self, offset: usize, examine: &dyn Fn(&mut Nested, &mut Place<'_>)) {
        let mut all = mem::take(&mut self.nested);
        let mut known = HashSet::new();
        self.at(offset, &mut |at| {
            for nested in &mut all {
                let sink = &mut *at.sink;
                let mut unless_known = |finding: &Finding<'_>| {
                    if known.insert((finding.rule.id, finding.path.to_string())) {
                        sink(finding);
                    }
                };
                let sink = &mut unless_known;
                examine(nested, &mut Place { sink, ..*at });
            }
        });
        self.nested = all;
    }

    fn scan(&mut self, is_values: bool) -> Result<(), Fault> {
        if is_values {
            self.values()
        } else {
            self.sections()
        }
    }

    fn document(&mut self, is_values: bool) {
        let fault = self.scan(is_values).err();
        if fault.is_none() && !self.is_resource {
            return;
        }
        // A longer text would need too much memory for the tree of a value.
        let is_short = self.text.len() <= MAX_DOCUMENT;
        let error = is_short.then(|| first_error(self.text)).flatten();
        let place = error.as_ref().map(|error| offset_of(self.text, error));
        let Some(offset) = place.or(fault.as_ref().map(|fault| fault.0)) else {
            return;
        };
        if offset < self.part {
            (self.section, self.key) = (Section::default(), None);
        }
        let reason = error
            .as_ref()
            .map_or("this text is invalid", TextError::message);
        self.at(offset, &mut |at| {
            report!(
                at,
                NOT_EXAMINED,
                "{reason}: engines stop here, or read the text after it differently; correct the text, and audit it again"
            );
        });
        // Engines read nothing after an error in a scene or a resource.
        if fault.is_some() && !self.is_resource {
            let rest = &self.text[self.part..];
            let start = strings::constructor(rest).unwrap_or_default();
            self.at(self.part + start, &mut |at| strings::object_text(at, rest));
        }
    }

    /// Returns whether the text starts with a value instead of a section or a key.
    fn is_values(&mut self) -> bool {
        let start = self.offset;
        let is_values = self.starts_with_value();
        self.offset = start;
        is_values
    }

    fn starts_with_value(&mut self) -> bool {
        match self.peek() {
            Some(b'{' | b'&' | b'@' | b'^') => true,
            Some(b'[') => {
                let rest = &self.text[self.offset..];
                self.offset += 1;
                self.peek();
                self.is_resource = self.word().starts_with("gd_");
                let name = rest.split(']').next().unwrap_or_default();
                !self.is_resource
                    && (name == "[" || name[1..].contains(['"', ',', ';', '(', '{', '[']))
            }
            Some(b'"') => self.quoted().is_ok() && self.peek() != Some(b'='),
            Some(b'-' | b'0'..=b'9') => {
                self.number();
                self.peek() != Some(b'=')
            }
            Some(c) if is_name_start(c) => match (self.word(), self.peek()) {
                (_, Some(b'(')) | ("Array" | "Dictionary", Some(b'[')) => true,
                (word, next) => is_constant(word) && next != Some(b'='),
            },
            _ => false,
        }
    }

    /// Scans values. Engines read only the first one; a game can read each line.
    fn values(&mut self) -> Result<(), Fault> {
        while self.peek().is_some() {
            self.part = self.offset;
            let scanned = self.value();
            if scanned.is_err() && self.open.is_empty() && self.last.end > 0 {
                self.offset = self.text.len();
                self.constructors();
                return Ok(());
            }
            scanned?;
        }
        Ok(())
    }

    /// Scans sections and keys. In keys, engines skip white space and comments.
    fn sections(&mut self) -> Result<(), Fault> {
        let mut key = String::new();
        self.part = self.offset;
        while let Some(c) = self.text[self.offset..].chars().next() {
            match c {
                ';' => {
                    self.line();
                    if key.is_empty() {
                        self.part = self.offset;
                    }
                    continue;
                }
                '[' if key.is_empty() => {
                    self.constructors();
                    self.part = self.offset;
                    self.offset += 1;
                    self.key = None;
                    self.header()?;
                    self.part = self.offset;
                    continue;
                }
                '"' => {
                    let quoted = self.quoted()?;
                    key = strings::unescaped(quoted).into_owned();
                    continue;
                }
                '=' => {
                    self.constructors();
                    let source = &self.text[self.part..self.offset];
                    let source = source.trim_start_matches(|c| c <= ' ');
                    self.part = self.offset;
                    self.offset += 1;
                    self.effects = scene::effects(&self.section.class, &key);
                    let is_new = self.keys.insert((self.number, key.clone()));
                    self.key = Some(self.section.property(mem::take(&mut key)));
                    self.section_key(source, is_new);
                    self.value()?;
                    self.part = self.offset;
                    continue;
                }
                '\0'..=' ' => {}
                _ => key.push(c),
            }
            self.offset += c.len_utf8();
        }
        self.constructors();
        Ok(())
    }

    /// Examines the key of a section, which ends before the current offset.
    fn section_key(&mut self, source: &str, is_new: bool) {
        let lines = source.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(';'));
        // A string replaces what precedes it.
        let is_joined = lines.count() > 1 && !source.trim_end().ends_with('"');
        self.at(self.part - source.len(), &mut |at| {
            if is_joined {
                report!(
                    at,
                    JOINED_KEY,
                    "a key over several lines, {}: only `;` starts a comment; correct the text before the key",
                    Excerpt(source)
                );
            }
            if !is_new {
                rows::duplicate_key(at);
            }
        });
    }

    /// Reports constructors in names and keys, which can be values for another reader.
    fn constructors(&mut self) {
        let raw = &self.text[self.part..self.offset];
        scene::raw(self.sink, self.part, raw);
        if let Some(start) = strings::constructor(raw) {
            self.at(self.part + start, &mut |at| {
                strings::object_text(at, &raw[start..]);
            });
        }
    }

    /// Scans the header of a section after its bracket.
    fn header(&mut self) -> Result<(), Fault> {
        if self.is_resource {
            return self.attributes();
        }
        let start = self.offset;
        let mut is_escaped = false;
        let rest = &self.text[start..];
        let end = rest.find(|c| {
            let is_end = c == ']' && !is_escaped;
            is_escaped = c == '\\';
            is_end
        });
        self.offset = end.map_or(self.text.len(), |end| start + end + 1);
        self.constructors();
        let end = end.ok_or(Fault(start))?;
        let name = rest[..end].trim_matches(|c| c <= ' ').replace("\\]", "]");
        self.section = Section::named(&name);
        let next = self.sections.len() + 1;
        self.number = *self.sections.entry(name).or_insert(next);
        Ok(())
    }

    /// Examines the attributes of a section in a scene or a resource.
    fn attributes(&mut self) -> Result<(), Fault> {
        // The path of a section depends on its attributes, which are scanned without reports first.
        let mut ignore = |_: &Finding<'_>| {};
        let mut ahead = Scan::new(self.text, Vec::new(), &mut ignore);
        ahead.offset = self.offset;
        let mut name = String::new();
        // The same error ends the scan below.
        let _ = ahead.tag(&mut name);
        let attributes = ahead.attributes.unwrap_or_default();
        self.section = self.scene.section(&name, &attributes);
        self.keys.clear();
        if name == "node" && attributes.iter().all(|it| it.name != "name") {
            self.at(self.offset, &mut |at| {
                report!(
                    at,
                    ENGINE_CRASH,
                    "a node without a name: engines crash while they create it; do not load the text"
                );
            });
        }
        let mut scene = mem::take(&mut self.scene);
        for attribute in &attributes {
            self.key = Some(self.section.attribute(attribute.name));
            self.at(attribute.offset, &mut |at| {
                scene.attribute(at, &name, attribute);
            });
        }
        self.scene = scene;
        self.key = None;
        self.tag(&mut String::new())?;
        self.attributes = None;
        Ok(())
    }

    /// Scans the name and the attributes of a section.
    fn tag(&mut self, name: &mut String) -> Result<(), Fault> {
        self.attributes = Some(Vec::new());
        loop {
            match self.peek() {
                Some(b']') => break,
                Some(b'.') => {
                    self.offset += 1;
                    name.push('.');
                }
                Some(c) if is_name_start(c) => {
                    let word = self.word();
                    if self.peek() == Some(b'=') {
                        self.offset += 1;
                        self.attribute = word;
                        self.key = Some(self.section.attribute(word));
                        self.value()?;
                        self.key = None;
                    } else {
                        *name += word;
                    }
                }
                _ => return Err(Fault(self.offset)),
            }
        }
        self.offset += 1;
        Ok(())
    }

    /// Consumes the rest of a line.
    fn line(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset += rest.find('\n').unwrap_or(rest.len());
    }

    /// Consumes white space and comments and returns the next byte without consuming it. Engines
    /// skip NULs in files.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match *self.text.as_bytes().get(self.offset)? {
                b';' => self.line(),
                b'\0'..=b' ' => self.offset += 1,
                c => return Some(c),
            }
        }
    }

    /// Consumes bytes that fulfil a condition, which must be ASCII.
    fn run(&mut self, is_in: impl Fn(u8) -> bool) -> &'t str {
        let (text, start) = (self.text, self.offset);
        let rest = &text.as_bytes()[start..];
        let length = rest.iter().position(|c| !is_in(*c));
        self.offset = start + length.unwrap_or(rest.len());
        &text[start..self.offset]
    }

    fn word(&mut self) -> &'t str {
        self.run(|c| is_name_start(c) || c.is_ascii_digit())
    }

    fn number(&mut self) -> &'t str {
        self.run(|c| matches!(c, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'))
    }

    /// Consumes a string in quotes and returns its content with escapes.
    fn quoted(&mut self) -> Result<&'t str, Fault> {
        let (text, start) = (self.text, self.offset);
        let bytes = text.as_bytes();
        let mut offset = start + 1;
        loop {
            let rest = bytes.get(offset..).unwrap_or_default();
            let length = rest.iter().position(|c| matches!(c, b'"' | b'\\'));
            offset += length.ok_or(Fault(start))? + 1;
            if bytes[offset - 1] == b'"' {
                self.offset = offset;
                return Ok(&text[start + 1..offset - 1]);
            }
            offset += 1;
        }
    }

    /// Scans a value. Containers are on a stack, because texts can be nested deeply.
    fn value(&mut self) -> Result<(), Fault> {
        self.open.clear();
        loop {
            let next = self.peek();
            let start = self.offset;
            let after = self.text.as_bytes().get(start + 1).copied();
            match next {
                Some(b'"') => self.string(start)?,
                Some(b'&' | b'@' | b'^') if after == Some(b'"') => self.string(start)?,
                Some(b'-' | b'0'..=b'9') => self.number_at(start),
                // Engines read a color without digits as black.
                Some(b'#') => {
                    self.offset += 1;
                    self.run(|c| c.is_ascii_hexdigit());
                    self.starts(start, false);
                }
                Some(b'[' | b'{') => {
                    self.offset += 1;
                    self.starts(start, false);
                    self.push(match next {
                        Some(b'[') => ContainerKind::Array,
                        _ => ContainerKind::Dictionary,
                    })?;
                    continue;
                }
                Some(c) if is_name_start(c) => {
                    if self.word_at(start)? {
                        continue;
                    }
                }
                Some(c @ (b']' | b'}' | b')')) => {
                    if self.close(c)? {
                        continue;
                    }
                }
                Some(b',' | b':') => {
                    self.offset += 1;
                    self.separator(next == Some(b':')).ok_or(Fault(start))?;
                    continue;
                }
                _ => return Err(Fault(start)),
            }
            if self.open.is_empty() {
                return Ok(());
            }
        }
    }

    fn push(&mut self, kind: ContainerKind<'t>) -> Result<(), Fault> {
        // Constructors and declared types are nested more deeply than values.
        if self.open.len() > 2 * MAX_DEPTH as usize {
            return Err(Fault(self.offset));
        }
        let outer = self.open.last();
        self.open.push(Container {
            kind,
            class: match (kind, outer) {
                (ContainerKind::Object(class), _) => class,
                (_, Some(outer)) => outer.class,
                _ => "",
            },
            is_declared: kind == ContainerKind::Declared || outer.is_some_and(|it| it.is_declared),
            key: None,
            effects: Vec::new(),
            index: 0,
            start: self.offset,
            keys: HashSet::new(),
            types: match outer.map(|outer| (outer.kind, outer.types)) {
                Some((ContainerKind::Call(_), types)) => types,
                _ => "",
            },
            bytes: Vec::new(),
        });
        Ok(())
    }

    /// Ends a container. Returns whether a value follows declared types.
    fn close(&mut self, c: u8) -> Result<bool, Fault> {
        let start = self.offset;
        let open = self.open.pop_if(|it| it.kind.close() == c);
        let open = open.ok_or(Fault(start))?;
        self.offset += 1;
        self.last = start..self.offset;
        if !open.bytes.is_empty() {
            self.encoded(start, &|nested, at| nested.array(at, &open.bytes));
        }
        if open.kind != ContainerKind::Declared {
            return Ok(false);
        }
        if self.peek() != Some(b'(') {
            return Err(Fault(self.offset));
        }
        self.offset += 1;
        self.push(ContainerKind::Call("Array"))?;
        let types = &self.text[open.start..start];
        if let Some(call) = self.open.last_mut() {
            call.types = types;
        }
        Ok(true)
    }

    /// Starts the next element, or the value after a key.
    fn separator(&mut self, is_colon: bool) -> Option<()> {
        let (text, last) = (self.text, self.last.clone());
        let open = self.open.last_mut()?;
        if !is_colon {
            open.index += 1;
            open.key = None;
            if open.kind != ContainerKind::Declared {
                open.start = self.offset;
            }
        } else if open.kind.has_keys() && open.key.is_none() {
            let key = &text[last.clone()];
            let name = key.strip_prefix(['&', '@', '^']).unwrap_or(key);
            let name = name
                .strip_prefix('"')
                .and_then(|name| name.strip_suffix('"'));
            // A key that is a container is inside another one at each level, so a long one is not
            // compared.
            let whole = text[open.start..last.end].trim();
            let is_whole = matches!(key, ")" | "]" | "}") && whole.len() <= MAX_KEY;
            let mut source = Cow::Borrowed(if is_whole { whole } else { key });
            let is_compared = is_whole || !matches!(key, ")" | "]" | "}");
            open.key = Some(match name {
                Some(name) => {
                    let name = strings::unescaped(name);
                    if let ContainerKind::Object(class) = open.kind {
                        open.effects = scene::effects(class, &name);
                    }
                    // For engines, a StringName equals a String.
                    source = format!("\"{name}").into();
                    Segment::name(&name)
                }
                None => Segment::key(&source),
            });
            if is_compared && !open.keys.insert(source.into_owned()) {
                self.at(last.start, &mut rows::duplicate_key);
            }
        }
        Some(())
    }

    /// Acts on the effects of the property at a level of containers.
    fn act(
        &mut self,
        level: usize,
        offset: usize,
        (text, is_node_path): (&str, bool),
        has_form: &dyn Fn(Form) -> bool,
    ) {
        let effects = match level.checked_sub(1) {
            None => &self.effects,
            Some(level) => &self.open[level].effects,
        };
        if effects.is_empty() || self.attributes.is_some() && level == 0 {
            return;
        }
        for effect in effects.clone() {
            let Trigger::Property(.., form) = effect.trigger else {
                continue;
            };
            // Engines attach no script by its path, and an empty path replaces no file.
            let is_without_effect = match effect.action {
                Action::AttachesScript => form == Form::Text,
                Action::ReplacesFile => text.is_empty(),
                _ => false,
            };
            if has_form(form) && !is_without_effect {
                self.at(offset, &mut |at| act(effect, at, text, is_node_path));
            }
        }
    }

    /// Reports a value or a key of another type than the container declares.
    fn declared(&mut self, offset: usize) {
        let Some(open) = self.open.last().filter(|it| !it.types.is_empty()) else {
            return;
        };
        let is_value = open.kind == ContainerKind::Dictionary && open.key.is_some();
        let declared = open.types.split(',').nth(usize::from(is_value));
        let declared = declared.unwrap_or_default().trim();
        // Scripts have other characters.
        let is_class = !declared.contains('(') && !["", "Variant"].contains(&declared);
        let found = kind_of(&self.text[offset..]);
        let is_right = match Kind::from_name(declared) {
            Some(kind) => kind == found,
            None => !is_class || matches!(found, Kind::Object | Kind::Nil),
        };
        // The arguments of the constructor are the container.
        if !is_right && open.kind != ContainerKind::Call("Array") {
            self.at(offset, &mut |at| {
                rows::not_declared(at, found.name(), declared);
            });
        }
    }

    /// Notes a value that starts.
    fn starts(&mut self, offset: usize, is_object: bool) {
        self.declared(offset);
        let level = self.open.len();
        self.act(level, offset, ("", false), &|form| {
            form == Form::Any || form == Form::Object && is_object
        });
        if let Some(ContainerKind::Array) = self.open.last().map(|it| it.kind) {
            // Resources and arrays with elements are what the engine writes.
            let rest = &self.text.as_bytes()[offset..];
            let is_array = rest[0] == b'[' && self.peek() != Some(b']');
            if !is_array && !rest[0].is_ascii_uppercase() {
                self.act(level - 1, offset, ("", false), &|form| {
                    form == Form::Elements
                });
            }
        }
    }

    fn number_at(&mut self, start: usize) {
        let number = self.number();
        self.last = start..self.offset;
        if let Some(open) = self.open.last_mut()
            && open.kind.is_byte_array()
        {
            open.bytes.extend(number.parse::<u8>());
            return;
        }
        self.record(start, number.into(), true);
        self.constant(start, number);
    }

    /// Notes a number or another constant.
    fn constant(&mut self, start: usize, text: &str) {
        self.starts(start, false);
        let number = text.strip_suffix("_neg").unwrap_or(text).parse();
        let number: f64 = number.unwrap_or_default();
        self.at(start, &mut |at| rows::float(at, "the number", number));
        self.act(self.open.len(), start, ("", false), &|form| match form {
            Form::Count => number >= LARGE_COUNT.into(),
            Form::Infinite => number.abs() >= ENDLESS,
            _ => false,
        });
    }

    /// Records the value of an attribute.
    fn record(&mut self, offset: usize, text: Cow<'t, str>, is_number: bool) {
        let is_value = match &self.open[..] {
            [] => true,
            [open] => open.kind == ContainerKind::Call("NodePath"),
            _ => false,
        };
        let name = self.attribute;
        if let (Some(attributes), true) = (&mut self.attributes, is_value) {
            attributes.push(Attribute {
                name,
                text,
                is_number,
                offset,
            });
        }
    }

    /// Scans a constant or the start of a constructor. Returns whether a constructor has started.
    fn word_at(&mut self, start: usize) -> Result<bool, Fault> {
        let word = self.word();
        self.last = start..self.offset;
        let end = self.offset;
        match (word, self.peek()) {
            ("Array" | "Dictionary", Some(b'[')) => {
                self.offset += 1;
                self.starts(start, false);
                self.push(ContainerKind::Declared)?;
                return Ok(true);
            }
            ("Object", Some(b'(')) => {
                self.offset += 1;
                self.object(start)?;
                return Ok(true);
            }
            (_, Some(b'(')) => {
                self.offset += 1;
                self.reference(start, word);
                self.push(ContainerKind::Call(word))?;
                return Ok(true);
            }
            _ => {}
        }
        self.offset = end;
        let is_declared = self.open.last().map(|it| it.kind) == Some(ContainerKind::Declared);
        if !is_constant(word) && !is_declared {
            return Err(Fault(start));
        }
        self.constant(start, word);
        Ok(false)
    }

    /// Scans the class of an Object.
    fn object(&mut self, start: usize) -> Result<(), Fault> {
        self.starts(start, true);
        let class = match self.peek() {
            Some(b'"') => self.quoted()?,
            _ => self.word(),
        };
        self.at(start, &mut |at| {
            report!(
                at,
                OBJECT,
                "a full object of the class {}: engines create the object and set its properties",
                Excerpt(class)
            );
            scene::class(at, class);
        });
        self.push(ContainerKind::Object(class))
    }

    /// Examines a constructor that can refer to a script.
    fn reference(&mut self, start: usize, word: &str) {
        let is_reference = matches!(word, "Resource" | "ExtResource" | "SubResource");
        let is_in_object = matches!(
            self.open.last().map(|it| it.kind),
            Some(ContainerKind::Object(_))
        );
        self.starts(start, is_reference && is_in_object);
    }

    fn string(&mut self, start: usize) -> Result<(), Fault> {
        let is_plain = self.text.as_bytes()[start] == b'"';
        self.offset = start + usize::from(!is_plain);
        let text = strings::unescaped(self.quoted()?);
        self.last = start..self.offset;
        let inner = self.open.last();
        let kind = inner.map(|it| it.kind);
        let key = inner.and_then(|it| it.key.as_ref());
        let has_key = key.is_some();
        let is_key =
            !has_key && kind.is_some_and(ContainerKind::has_keys) && self.peek() == Some(b':');
        let call = match kind {
            Some(ContainerKind::Call(name)) => name,
            _ => "",
        };
        let level = self.open.len();
        if is_key {
            self.declared(start);
        } else {
            self.record(start, text.clone(), false);
            if self.attributes.is_some() && level == 0 {
                return Ok(());
            }
            if call.is_empty() {
                self.starts(start, false);
            }
            let is_node_path = call == "NodePath";
            let owner = level - usize::from(matches!(call, "NodePath" | "StringName"));
            self.act(owner, start, (&text, is_node_path), &|form| match form {
                Form::Text | Form::Convertible => true,
                Form::Count => text.bytes().filter(u8::is_ascii_digit).count() >= 7,
                _ => false,
            });
        }
        let inner = self.open.last();
        let path = DocumentPath {
            section: &self.section.path,
            key: self.key.as_deref(),
            open: &self.open,
        };
        let context = Context {
            class: match inner.map_or("", |it| it.class) {
                "" => &self.section.class,
                class => class,
            },
            section: &self.section,
            property: path.key.unwrap_or_default(),
            key: match inner.and_then(|it| it.key.as_ref()) {
                Some(Segment::Name(name)) => name,
                _ => "",
            },
            call,
            is_plain,
            is_declared: inner.is_some_and(|it| it.is_declared),
            is_resource: self.is_resource,
        };
        let mut at = Place {
            path: &path,
            offset: start,
            sink: self.sink,
            is_text: true,
        };
        if is_key {
            strings::object_text(&mut at, &text);
            strings::paths(&mut at, &text, true);
        } else {
            scene::string(&mut at, &context, &text);
        }
        self.encoded(start, &|nested, at| nested.text(at, &text));
        Ok(())
    }
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_'
}

/// Returns the kind of the value at the start of a text; constructors that are not types create
/// objects.
fn kind_of(text: &str) -> Kind {
    let word = text.split(|c| !syntax::is_word(c)).next();
    let name = match (text.as_bytes().first(), word.unwrap_or_default()) {
        (Some(b'"'), _) => "String",
        (Some(b'&' | b'@'), _) => "StringName",
        (Some(b'['), _) => "Array",
        (Some(b'{'), _) => "Dictionary",
        (Some(b'#'), _) => "Color",
        (_, "true" | "false") => "bool",
        (_, "null" | "nil") => "Nil",
        (_, "inf" | "inf_neg" | "nan") => "float",
        (Some(b'-' | b'0'..=b'9'), word) if word.contains(['.', 'e', 'E', 'i']) => "float",
        (Some(b'-' | b'0'..=b'9'), _) => "int",
        (_, word) => word,
    };
    Kind::from_name(name).unwrap_or(Kind::Object)
}

/// Returns the offset of an error in a text.
fn offset_of(text: &str, error: &TextError) -> usize {
    let lines = text.split_inclusive('\n').take(error.line() - 1);
    let start: usize = lines.map(str::len).sum();
    let chars = text[start..].chars().take(error.column() - 1);
    start + chars.map(char::len_utf8).sum::<usize>()
}
