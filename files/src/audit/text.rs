//! Examines text that engines parse: scenes, resources, ConfigFiles, the text of values, JSON.
//!
//! Engines create objects while they parse, before they find an error. The audit therefore follows
//! the parser's events, also after an error, and keeps no tree: a text is examined in one pass. Text
//! that the parser cannot read is only searched for constructors, and reported.

use super::nested::{MIN_DIGITS, Nested};
use super::objects::{Shown, act_on_value};
use super::position::{Container, ContainerKind, Position, Section};
use super::rows;
use super::rules::{
    Excerpt, Finding, FindingSink, NOT_EXAMINED, OBJECT_TEXT, Place, Rule, Severity, report,
};
use super::scene;
use super::strings;
use crate::LENIENT;
use crate::text::{References, Role};
use gdvariant::events::{Dialect, Event, EventKind, Grammar, Parser, content};
use gdvariant::schema::Layout;
use gdvariant::table::Body;
use gdvariant::{Engine, Godot3, Godot4, Kind, Segment};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
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
/// assert_eq!(found[2].2, "save.mod.script/source");
/// ```
///
/// Engines stop at the first error of a text, but may accept a text of another kind. The error is
/// reported as `not-examined`, and the text after it is searched for objects and resources.
pub fn audit_text(text: &str, layout: Option<&'static Layout>, sink: &mut FindingSink<'_>) {
    let layouts: Vec<_> = match layout {
        Some(layout) => vec![layout],
        None => vec![Godot4::LAYOUT, Godot3::LAYOUT],
    };
    let dialect = dialect_of(text, layout);
    let first = grammar_of(text, dialect);
    let scan = |grammar, sink: &mut FindingSink<'_>| {
        let nested = layouts.iter();
        let nested = nested.map(|layout| Nested::new(layout, text.as_bytes(), LENIENT));
        let scan = Scan {
            text,
            parser: Parser::new(text, grammar, dialect),
            part: 0,
            position: Position {
                grammar,
                has_ids: first == Grammar::Resource,
                section: Section::default(),
                key: None,
                effects: Vec::new(),
                open: Vec::new(),
            },
            keys: HashSet::new(),
            other_keys: HashMap::new(),
            is_in_tag: false,
            last: 0..0,
            declared: None,
            scene: scene::Scene::default(),
            references: References::new(text),
            fault: None,
            lacks_resource: None,
            nested: nested.collect(),
            sink,
        };
        scan.run()
    };
    let mut known = HashSet::new();
    let has_tags = scan(first, &mut |finding| {
        known.insert((finding.rule.id, finding.offset));
        sink(finding);
    });
    // A game chooses the parser, and that of values accepts the start of other text.
    let other = match first {
        Grammar::Resource if has_tags => return,
        Grammar::Config => Grammar::Values,
        _ => Grammar::Config,
    };
    scan(other, &mut |finding| {
        let is_new = !known.contains(&(finding.rule.id, finding.offset));
        let Rule { severity, id, .. } = *finding.rule;
        if is_new && severity > Severity::Note && ![NOT_EXAMINED.id, OBJECT_TEXT.id].contains(&id) {
            sink(finding);
        }
    });
}

/// Returns the grammar with which the text starts.
fn grammar_of(text: &str, dialect: Dialect) -> Grammar {
    // A line of a merge conflict can precede the first tag.
    let first = Parser::new(text, Grammar::Resource, dialect).next();
    let is_resource = first.is_some_and(|first| match first.kind {
        EventKind::Tag => text[first.range].starts_with("gd_"),
        _ => text[first.range].contains("[gd_"),
    });
    let mut parser = Parser::new(text, Grammar::Values, dialect);
    let is_value = parser.next().is_some_and(|first| match first.kind {
        EventKind::Array => {
            let name = text[first.range.end..].split(']').next();
            name.is_none_or(|name| name.is_empty() || name.contains(['"', ',', ';', '(', '{', '[']))
        }
        EventKind::Color => false,
        _ => parser.fault().is_none() && parser.peek() != Some(b'='),
    });
    match (is_resource, is_value) {
        (true, _) => Grammar::Resource,
        (_, true) => Grammar::Values,
        _ => Grammar::Config,
    }
}

/// Returns the notation of the engine that wrote the text: the first tag of a scene or a resource
/// has the format, which is 3 since Godot 4.
fn dialect_of(text: &str, layout: Option<&Layout>) -> Dialect {
    let header = text.split(']').next().unwrap_or_default();
    let has_escapes = !header.contains("format=2") && !header.contains("format=1");
    layout.map_or(Dialect::Files { has_escapes }, Dialect::for_files)
}

/// The maximum length of a number without an exponent that is certainly finite.
const MAX_FINITE: usize = 300;

/// The maximum length in bytes of a container that is compared with other keys.
const MAX_KEY: usize = 256;

struct Scan<'t, 's> {
    text: &'t str,
    parser: Parser<'t>,
    /// The end of what the current section or entry follows.
    part: usize,
    position: Position<'t>,
    /// The keys of the section so far.
    keys: HashSet<Cow<'t, str>>,
    /// The keys of the other sections so far.
    other_keys: HashMap<String, HashSet<Cow<'t, str>>>,
    /// Whether the current value is an attribute.
    is_in_tag: bool,
    /// The position of the last string or atom, which can be a key.
    last: Range<usize>,
    /// The start of a constructor that has ended its declared types, and these types.
    declared: Option<(usize, &'t str)>,
    scene: scene::Scene,
    references: References<'t>,
    /// Whether a section precedes the place at which engines stop.
    fault: Option<bool>,
    /// The offset of the tag `gd_resource`, until the resource follows.
    lacks_resource: Option<usize>,
    nested: Vec<Nested>,
    sink: &'s mut FindingSink<'s>,
}

impl<'t> Scan<'t, '_> {
    fn at(&mut self, offset: usize) -> Place<'_> {
        self.position.at(self.sink, offset)
    }

    /// Examines values that a text or a byte array encodes, in each layout.
    fn encoded(&mut self, offset: usize, examine: &dyn Fn(&mut Nested, &mut Place<'_>)) {
        let mut known = HashSet::new();
        for nested in &mut self.nested {
            let mut unless_known = |finding: &Finding<'_>| {
                if known.insert((finding.rule.id, finding.path.to_string())) {
                    (self.sink)(finding);
                }
            };
            examine(nested, &mut self.position.at(&mut unless_known, offset));
        }
    }

    /// Examines the whole text. Returns whether it starts with a tag.
    fn run(mut self) -> bool {
        while let Some(event) = self.parser.next() {
            self.check_fault();
            self.event(&event);
        }
        self.check_fault();
        self.end();
        // Engines read nothing after an error in a scene or a resource.
        if self.parser.is_lost() && self.position.grammar != Grammar::Resource {
            let rest = &self.text[self.part..];
            let start = strings::constructor(rest).unwrap_or_default();
            strings::object_text(&mut self.at(self.part + start), rest);
        }
        self.fault != Some(false)
    }

    /// Reports the first error of the parser.
    fn check_fault(&mut self) {
        if self.fault.is_none()
            && let Some((offset, error)) = self.parser.fault()
        {
            self.fault(offset, error.kind());
        }
    }

    /// Reports the place at which engines stop.
    fn fault(&mut self, offset: usize, reason: &dyn Display) {
        if self.fault.is_some() {
            return;
        }
        self.fault = Some(!self.position.section.name.is_empty());
        let line = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let mut markers = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter();
        let is_conflict = markers.any(|marker| self.text[line..].starts_with(marker));
        let conflict = if is_conflict {
            "the marker of a merge conflict: "
        } else {
            ""
        };
        let mut at = self.position.at(self.sink, offset);
        // An error between values is in no section.
        if self.position.key.is_none() && self.position.open.is_empty() {
            at.path = &"";
        }
        report!(
            at,
            NOT_EXAMINED,
            "{conflict}{reason}: engines stop here, or read the text after it differently; correct the text, and audit it again"
        );
    }

    /// Examines the end of the text.
    fn end(&mut self) {
        let end = self.parser.end();
        self.constructors(end..self.text.len());
        if end < self.text.len() && self.part == 0 && self.fault.is_none() {
            self.fault(end, &"a name without a value");
        } else if end < self.text.len() && self.fault.is_none() {
            report!(
                self.at(end),
                UNFINISHED_TEXT,
                "the text ends in a name without a value, which engines ignore; the rest can be lost"
            );
        }
        if let Some(offset) = self.lacks_resource.filter(|_| self.fault.is_none()) {
            let mut at = self.at(offset);
            at.path = &"gd_resource";
            report!(
                at,
                MISSING_RESOURCE,
                "the file has no tag [resource]: engines do not load it; add the tag with its properties"
            );
        }
    }

    /// Reports a reference to what the text does not define before.
    fn reference(&mut self, event: &Event) {
        let Some(found) = self.references.event(&self.parser, event) else {
            return;
        };
        if self.fault.is_some() || !found.is_missing {
            return;
        }
        let name = &self.text[found.name.clone()];
        let key = self.references.key(&found);
        let mut at = self.at(found.range.start);
        match (found.role, name) {
            (Role::Node, "parent") => report!(
                at,
                MISSING_NODE,
                "the parent {} has no tag before this one: engines add the node to another one, or not at all; correct the path",
                Excerpt(&key)
            ),
            (Role::Node, "from" | "to") => report!(
                at,
                MISSING_NODE,
                "the scene has no node {}: engines ignore the connection; correct the path, or remove the connection",
                Excerpt(&key)
            ),
            (Role::ExtResource | Role::SubResource, _) => report!(
                at,
                MISSING_ID,
                "no tag before this reference has the id {}: engines do not load the file; add the tag, or remove the reference",
                Excerpt(&key)
            ),
            _ => {}
        }
    }

    fn event(&mut self, event: &Event) {
        if self.position.grammar == Grammar::Resource {
            self.reference(event);
        }
        match event.kind {
            EventKind::Section => self.section(&event.range),
            EventKind::Tag => self.tag(&event.range),
            EventKind::Name if self.is_in_tag => {
                let name = &self.text[event.range.clone()];
                self.position.key = Some(self.position.section.attribute(name));
            }
            EventKind::Name => self.property(&event.range),
            EventKind::Colon => self.colon(),
            EventKind::Close => self.close(event.range.start),
            _ => self.value(event),
        }
    }

    fn section(&mut self, range: &Range<usize>) {
        self.position.key = None;
        self.constructors(range.start - 1..range.end + 1);
        let section = Section::named(self.parser.name());
        let section = mem::replace(&mut self.position.section, section);
        let keys = mem::take(&mut self.keys);
        self.other_keys.insert(section.name, keys);
        let keys = self.other_keys.remove(&self.position.section.name);
        self.keys = keys.unwrap_or_default();
        self.part = self.parser.offset();
    }

    /// Examines the attributes of a section in a scene or a resource.
    fn tag(&mut self, range: &Range<usize>) {
        let Some(tag) = self.references.header.clone() else {
            return;
        };
        self.position.section = self.scene.section(&tag, self.text);
        match tag.name {
            "gd_resource" => self.lacks_resource = Some(range.start),
            "resource" => self.lacks_resource = None,
            _ => {}
        }
        self.keys.clear();
        self.position.effects.clear();
        self.position.key = None;
        if tag.name == "node" && tag.attribute("name").is_none() {
            report!(
                self.at(range.start),
                ENGINE_CRASH,
                "a node without a name: engines crash while they create it; do not load the text"
            );
        }
        let role = Role::from_tag(tag.name);
        if let Some(role) = role.filter(|role| self.references.has_tag(*role, &tag.key)) {
            let used = match role {
                Role::Node => "Godot 3 has both nodes, and Godot 4 renames this one",
                Role::SubResource => "engines use the first one",
                Role::ExtResource => "engines use the last one",
            };
            report!(
                self.at(range.start),
                DUPLICATE_KEY,
                "an earlier tag has the same path: {used}; rename or remove one"
            );
        }
        for (name, range) in &tag.attributes {
            self.position.key = Some(self.position.section.attribute(name));
            let text = content(&self.text[range.clone()]);
            let mut at = self.position.at(self.sink, range.start);
            self.scene.attribute(&mut at, tag.name, name, &text);
        }
        self.position.key = None;
        self.is_in_tag = true;
    }

    fn property(&mut self, range: &Range<usize>) {
        self.constructors(range.clone());
        self.part = self.parser.offset();
        let name = self.parser.name().clone();
        let section = &self.position.section;
        self.position.effects = scene::effects(&section.class, &name);
        let is_new = self.keys.insert(name.clone());
        self.position.key = Some(section.property(name));
        let source = &self.text[range.clone()];
        let mut at = self.at(range.start);
        // A string replaces what precedes it.
        if source.contains('\n') && !source.ends_with('"') {
            let lines = source.lines().map(str::trim);
            let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(';'));
            if lines.count() > 1 {
                report!(
                    at,
                    JOINED_KEY,
                    "a key over several lines, {}: only `;` starts a comment; correct the text before the key",
                    Excerpt(source)
                );
            }
        }
        if !is_new {
            rows::duplicate_key(&mut at);
        }
    }

    /// Reports constructors in names and keys, which can be values for another reader.
    fn constructors(&mut self, range: Range<usize>) {
        let raw = &self.text[range.clone()];
        scene::raw(self.sink, range.start, raw);
        if let Some(start) = strings::constructor(raw) {
            strings::object_text(&mut self.at(range.start + start), &raw[start..]);
        }
    }

    fn value(&mut self, event: &Event) {
        let start = event.range.start;
        let source = &self.text[event.range.clone()];
        if let Some((name, types)) = self.declared.take() {
            if event.kind == EventKind::Call && name == start {
                self.push(ContainerKind::Call("Array"));
                if let Some(call) = self.position.open.last_mut() {
                    call.types = types;
                }
                return;
            }
            self.complete();
        }
        if let Some(open) = self.position.open.last_mut()
            && mem::take(&mut open.is_complete)
        {
            open.index += 1;
            open.key = None;
            if !matches!(open.kind, ContainerKind::Declared(_)) {
                open.start = start;
            }
        }
        match event.kind {
            EventKind::Array | EventKind::Dictionary | EventKind::Declared => {
                self.starts(event, false);
                let kind = match event.kind {
                    EventKind::Array => ContainerKind::Array,
                    EventKind::Dictionary => ContainerKind::Dictionary,
                    _ => ContainerKind::Declared(start),
                };
                return self.push(kind);
            }
            EventKind::Call if source == "Object" => return self.object(event),
            EventKind::Call => {
                let is_reference = matches!(source, "Resource" | "ExtResource" | "SubResource");
                let is_in_object = matches!(self.position.kind(), Some(ContainerKind::Object(_)));
                self.starts(event, is_reference && is_in_object);
                return self.push(ContainerKind::Call(source));
            }
            EventKind::String { .. } => self.string(event),
            EventKind::Color => self.starts(event, false),
            _ => {
                let open = self.position.open.last_mut();
                if let Some(open) = open.filter(|it| it.kind.is_byte_array()) {
                    open.bytes.extend(source.parse::<u8>());
                } else {
                    self.constant(event);
                }
            }
        }
        self.last = event.range.clone();
        self.complete();
    }

    /// Notes the end of a value.
    fn complete(&mut self) {
        if let Some(open) = self.position.open.last_mut() {
            open.is_complete = true;
        } else {
            self.part = self.parser.offset();
            self.position.key = None;
        }
    }

    fn push(&mut self, kind: ContainerKind<'t>) {
        let outer = self.position.open.last();
        // The argument of a constructor has its declared types.
        let call = outer.filter(|it| matches!(it.kind, ContainerKind::Call(_)));
        let container = Container {
            class: match kind {
                ContainerKind::Object(class) => class,
                _ => outer.map_or("", |it| it.class),
            },
            is_declared: matches!(kind, ContainerKind::Declared(_)) || self.position.is_declared(),
            kind,
            key: None,
            is_complete: false,
            effects: Vec::new(),
            index: 0,
            start: self.parser.offset(),
            keys: HashSet::new(),
            types: call.map_or("", |it| it.types),
            bytes: Vec::new(),
        };
        self.position.open.push(container);
    }

    /// Ends a container or a tag.
    fn close(&mut self, start: usize) {
        let open = self.position.open.pop();
        self.last = start..start + 1;
        match open {
            Some(Container {
                kind: ContainerKind::Declared(name),
                start: first,
                ..
            }) => {
                self.declared = Some((name, &self.text[first..start]));
                return;
            }
            Some(open) if !open.bytes.is_empty() => {
                self.encoded(start, &|nested, at| nested.array(at, &open.bytes));
            }
            Some(_) => {}
            None => self.is_in_tag = false,
        }
        self.complete();
    }

    /// Starts the value after a key.
    fn colon(&mut self) {
        let (text, last) = (self.text, self.last.clone());
        let Some(open) = self.position.open.last_mut() else {
            return;
        };
        if open.start > last.end {
            let offset = open.start;
            return self.fault(offset, &"expected `,` after the class");
        }
        open.is_complete = false;
        if !open.kind.has_keys() || open.key.is_some() {
            return;
        }
        let key = &text[last.clone()];
        let is_container = matches!(key, ")" | "]" | "}");
        // A key that is a container is inside another one at each level, so a long one is not
        // compared.
        let whole = text[open.start..last.end].trim();
        let is_whole = is_container && whole.len() <= MAX_KEY;
        let mut source = Cow::Borrowed(if is_whole { whole } else { key });
        open.key = Some(if key.ends_with('"') {
            let name = content(key);
            if let ContainerKind::Object(class) = open.kind {
                open.effects = scene::effects(class, &name);
            }
            // For engines, a StringName equals a String.
            source = match name {
                Cow::Borrowed(_) => key.trim_start_matches(['&', '@']).into(),
                Cow::Owned(_) => format!("\"{name}\"").into(),
            };
            Segment::name(&name)
        } else {
            Segment::key(&source)
        });
        let is_compared = is_whole || !is_container;
        if is_compared && !open.keys.insert(source) {
            rows::duplicate_key(&mut self.at(last.start));
        }
    }

    /// Acts on the effects of the property at a level of containers.
    fn act(&mut self, level: usize, offset: usize, shown: Shown<'_>) {
        let mut at = self.position.at(self.sink, offset);
        act_on_value(self.position.effects(level), &mut at, shown);
    }

    /// Reports a value or a key of another type than the container declares.
    fn declared(&mut self, event: &Event) {
        let open = self.position.open.last();
        let Some(open) = open.filter(|it| !it.types.is_empty()) else {
            return;
        };
        let is_value = open.kind == ContainerKind::Dictionary && open.key.is_some();
        let declared = open.types.split(',').nth(usize::from(is_value));
        let declared = declared.unwrap_or_default().trim();
        // Scripts have other characters.
        let is_class = !declared.contains('(') && !["", "Variant"].contains(&declared);
        let found = kind_of(event.kind, &self.text[event.range.clone()]);
        let is_right = match Kind::from_name(declared) {
            Some(kind) => kind == found,
            None => !is_class || matches!(found, Kind::Object | Kind::Nil),
        };
        // The arguments of the constructor are the container.
        if !is_right && open.kind != ContainerKind::Call("Array") {
            rows::not_declared(&mut self.at(event.range.start), found.name(), declared);
        }
    }

    /// Notes a value that starts.
    fn starts(&mut self, event: &Event, is_object: bool) {
        self.declared(event);
        let offset = event.range.start;
        let level = self.position.open.len();
        self.act(level, offset, Shown::Start { is_object });
        if let Some(ContainerKind::Array) = self.position.kind() {
            // Resources and arrays with elements are what the engine writes.
            let is_array = event.kind == EventKind::Array && self.parser.peek() != Some(b']');
            let is_name = self.text[offset..].starts_with(|c: char| c.is_ascii_uppercase());
            if !is_array && !is_name {
                self.act(level - 1, offset, Shown::Count(1));
            }
        }
    }

    /// Notes a number or another constant.
    fn constant(&mut self, event: &Event) {
        self.starts(event, false);
        let (start, text) = (event.range.start, &self.text[event.range.clone()]);
        // Other numbers are finite.
        let is_large =
            text.len() > MAX_FINITE || text.bytes().any(|byte| byte.is_ascii_alphabetic());
        let level = self.position.open.len();
        if !is_large && self.position.effects(level).is_empty() {
            return;
        }
        let open = self.position.open.last().filter(|it| it.key.is_none());
        if let Some(ContainerKind::Object(_)) = open.map(|it| it.kind) {
            self.fault(start, &"expected the name of a property");
        }
        let number = text.strip_suffix("_neg").unwrap_or(text).parse();
        let number: f64 = number.unwrap_or_default();
        rows::float(&mut self.at(start), "the number", number);
        self.act(level, start, Shown::Float(number));
    }

    /// Examines the class of an Object.
    fn object(&mut self, event: &Event) {
        self.starts(event, true);
        let next = self.parser.next();
        let (class, other) = match next {
            Some(Event {
                kind: EventKind::String { .. } | EventKind::Word,
                range,
            }) => (self.text[range].trim_matches('"'), None),
            other => ("", other),
        };
        if class.is_empty() {
            self.fault(event.range.end, &"expected a class");
        }
        let mut at = self.at(event.range.start);
        report!(
            at,
            OBJECT,
            "a full object of the class {}: engines create the object and set its properties",
            Excerpt(class)
        );
        scene::class(&mut at, class);
        self.push(ContainerKind::Object(class));
        match other {
            Some(other) => self.event(&other),
            None => self.complete(),
        }
    }

    fn string(&mut self, event: &Event) {
        let start = event.range.start;
        let source = &self.text[event.range.clone()];
        let is_plain = source.starts_with('"');
        let text = match event.kind {
            EventKind::String { has_escapes: false } => {
                let start = source.find('"').map_or(0, |quote| quote + 1);
                source[start..source.len() - 1].into()
            }
            _ => content(source),
        };
        let inner = self.position.open.last();
        let is_key = inner.is_some_and(|it| it.kind.has_keys() && it.key.is_none())
            && self.parser.peek() == Some(b':');
        let (call, level) = (self.position.call(), self.position.open.len());
        if is_key {
            self.declared(event);
        } else {
            // Attributes were examined with their tag.
            if self.is_in_tag && level == 0 {
                return;
            }
            if call.is_empty() {
                self.starts(event, false);
            }
            let (owner, body) = match call {
                "NodePath" => (level - 1, Body::NodePath),
                "StringName" => (level - 1, Body::Text),
                _ => (level, Body::Text),
            };
            self.act(owner, start, Shown::Text(&text, body));
        }
        let mut at = self.position.at(self.sink, start);
        if is_key {
            strings::object_text(&mut at, &text);
            strings::paths(&mut at, &text, true);
        } else {
            scene::string(&mut at, &self.position, is_plain, &text);
        }
        if text.len() >= MIN_DIGITS {
            self.encoded(start, &|nested, at| nested.text(at, &text));
        }
    }
}

/// Returns the kind of a value that starts; constructors that are not types create objects.
fn kind_of(kind: EventKind, source: &str) -> Kind {
    match kind {
        EventKind::String { .. } if source.starts_with('"') => Kind::String,
        EventKind::String { .. } => Kind::StringName,
        EventKind::Int => Kind::Int,
        EventKind::Float => Kind::Float,
        EventKind::Color => Kind::Color,
        EventKind::Array => Kind::Array,
        EventKind::Dictionary => Kind::Dictionary,
        _ => match source {
            "true" | "false" => Kind::Bool,
            "null" | "nil" => Kind::Nil,
            "inf" | "-inf" | "inf_neg" | "nan" => Kind::Float,
            name => Kind::from_name(name).unwrap_or(Kind::Object),
        },
    }
}
