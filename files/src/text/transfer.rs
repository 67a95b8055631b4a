//! Moves and copies tags of scenes and resources, with what refers to them.

use super::edit::Editor;
use super::edits::{Edits, applied};
use super::references::{Index, Reference, Role, below, child_path, node_path, parent};
use super::syntax::has_escapes;
use super::value::{Section, constructors, quoted};
use super::{TextDocument, TextError, TextKind};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::events::content;
use gdvariant::{Path, Segment};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::iter::{successors, zip};
use std::ops::Range;

/// The classes of resources with NodePaths that are relative to the node in a property of their node,
/// which is its parent by default.
const ROOTS: &[(&str, &str)] = &[
    ("Animation", "root_node"),
    ("SceneReplicationConfig", "root_path"),
];

/// The characters that engines replace in names of nodes.
const INVALID: [char; 5] = ['.', ':', '@', '"', '%'];

/// New ids and paths in a text.
struct Renaming<'d> {
    document: &'d TextDocument,
    tags: Vec<Section<'d>>,
    index: Index<'d>,
    ids: HashMap<(Role, String), String>,
    /// The old and the new path of a node.
    node: Option<(String, String)>,
    /// Whether all new ids are numbers.
    is_numbered: bool,
}

/// A node before and after a change.
type Base = [String; 2];

impl<'d> Renaming<'d> {
    fn new(document: &'d TextDocument) -> Self {
        let (mut tags, mut text) = (Vec::new(), "");
        if let Some(sections) = document.sections().ok().filter(|_| document.is_resource()) {
            // The first section has no tag.
            tags = sections.into_iter().skip(1).collect();
            text = &document.text;
        }
        Self {
            document,
            tags,
            index: Index::new(text, document.layout),
            ids: HashMap::new(),
            node: None,
            is_numbered: false,
        }
    }

    fn add(&mut self, role: Role, old: String, new: String) {
        match role {
            Role::Node => self.node = Some((old, new)),
            _ => drop(self.ids.insert((role, old), new)),
        }
    }

    fn content(&self, range: &Range<usize>) -> Cow<'d, str> {
        content(&self.document.text[range.clone()])
    }

    /// Returns the new path of a node.
    fn map(&self, path: &str) -> String {
        let rest = self.node.as_ref().and_then(|(old, new)| {
            let rest = below(path, old)?;
            Some(node_path(new.split('/').chain(rest.split('/'))))
        });
        rest.unwrap_or_else(|| path.to_owned())
    }

    /// Returns the edits of all tags and references, and the strings that may name the node and are
    /// not changed.
    fn edits(&self) -> (Edits, Vec<&Reference>) {
        let (mut edits, mut kept) = (Edits::new(), Vec::new());
        let mut replace = |range: &Range<usize>, new: &str| {
            let old = &self.document.text[range.clone()];
            let prefix = &old[..old.find('"').unwrap_or_default()];
            if self.content(range) != new || self.is_numbered {
                let is_number =
                    self.is_numbered || !old.ends_with('"') && new.parse::<u64>().is_ok();
                let text = if is_number {
                    new.to_owned()
                } else {
                    prefix.to_owned() + &quoted(new)
                };
                edits.push((range.clone(), text));
            }
        };
        let bases = self.bases();
        let mut renamed = None;
        for (index, tag) in self.tags.iter().enumerate() {
            let role = Role::of_tag(tag.id.0).unwrap_or(Role::Text);
            if let Some(new) = self.ids.get(&(role, tag.id.1.clone()))
                && let Some((_, id)) = tag.attribute("id")
            {
                replace(id, new);
            }
            if let Some((old, new)) = &self.node
                && let Some((_, name)) = tag.attribute("name")
                && (role, old) == (Role::Node, &tag.id.1)
            {
                replace(name, name_of(new));
                renamed = Some(index);
            }
        }
        for reference in &self.index.references {
            let key = self.index.all.key(reference);
            let new = match (reference.role, &self.node) {
                (Role::Node, Some((_, new))) => {
                    let is_own = Some(reference.tag) == renamed;
                    let is_parent = is_own && self.content(&reference.name) == "parent";
                    match parent(new).filter(|_| is_parent) {
                        Some(parent) => Some(parent.to_owned()),
                        None => Some(self.map(&key)),
                    }
                    .filter(|new| *new != key)
                }
                (Role::NodePath | Role::Text, Some((old, _))) => {
                    let new = bases
                        .get(&reference.tag)
                        .and_then(|base| self.rewritten(base.as_ref()?, reference, &key));
                    kept.extend(
                        (new.is_none() && mentions(&key, name_of(old))).then_some(reference),
                    );
                    new
                }
                (role, _) => self.ids.get(&(role, key.into_owned())).cloned(),
            };
            if let Some(new) = new {
                replace(&reference.key, &new);
            }
        }
        let tag = renamed.map(|index| &self.tags[index]);
        if let Some((_, new)) = &self.node
            && let Some(tag) = tag.filter(|tag| tag.attribute("parent").is_none())
            && let Some((_, last)) = tag.attribute("type").or(tag.attribute("name"))
        {
            let parent = quoted(parent(new).unwrap_or("."));
            edits.push((last.end..last.end, format!(" parent={parent}")));
        }
        (edits, kept)
    }

    /// Returns the nodes to which NodePaths in tags are relative, or `None` for those that are
    /// relative to several nodes.
    fn bases(&self) -> HashMap<usize, Option<Base>> {
        let mut bases: HashMap<_, Option<Base>> = HashMap::new();
        for (node, tag) in self.tags.iter().enumerate() {
            if tag.id.0 != "node" {
                continue;
            }
            bases.insert(node, Some([tag.id.1.clone(), self.map(&tag.id.1)]));
            let mut used = BTreeSet::from([node]);
            self.index.add_used(&mut used);
            for (class, property) in ROOTS {
                let root = self.root(node, property);
                let has_class = |tag: &&usize| {
                    let own = self.tags[**tag].attribute("type");
                    own.is_some_and(|(_, own)| self.content(own) == *class)
                };
                for tag in used.iter().filter(has_class) {
                    let base = bases.entry(*tag).or_insert_with(|| root.clone());
                    base.take_if(|base| root.as_ref() != Some(base));
                }
            }
        }
        bases
    }

    /// Returns the node to which the property of another node leads.
    fn root(&self, tag: usize, property: &str) -> Option<Base> {
        let path = &self.tags[tag].id.1;
        let mut own = self.index.references_in(tag).iter();
        if let Some(root) = own.rfind(|it| self.content(&it.name) == property) {
            let visited = self.visited(path, &self.content(&root.key))?;
            let root = visited.last()?.clone();
            return Some([root.clone(), self.map(&root)]);
        }
        let new = self.map(path);
        Some([parent(path)?.to_owned(), parent(&new)?.to_owned()])
    }

    /// Returns the nodes that a NodePath visits from `base`, or `None` if it leads out of the scene.
    fn visited(&self, base: &str, path: &str) -> Option<Vec<String>> {
        if path.starts_with('/') {
            return None;
        }
        let mut visited: Vec<String> = Vec::new();
        for part in path.split('/') {
            let last = visited.last().map_or(base, |it| it);
            visited.push(match part {
                "" | "." => last.to_owned(),
                ".." => parent(last)?.to_owned(),
                _ => match part.strip_prefix('%') {
                    Some(name) => self.unique(name)?,
                    None => child_path(last, part),
                },
            });
        }
        Some(visited)
    }

    /// Returns the path of the node with a unique name.
    fn unique(&self, name: &str) -> Option<String> {
        let unique = self.index.all.unique.iter();
        let mut paths = unique.filter_map(|tag| Some(&self.tags.get(*tag)?.id.1));
        paths.find(|path| name_of(path) == name).cloned()
    }

    /// Returns the NodePath `path` so that it leads to the same node after the change, or `None` if it
    /// leads to no node of the scene.
    fn rewritten(&self, [old_base, base]: &Base, it: &Reference, path: &str) -> Option<String> {
        let is_relative =
            it.role == Role::NodePath && self.content(&it.name) != "root_motion_track";
        let (names, subnames) = path.split_at(path.find(':').unwrap_or(path.len()));
        let visited = self.visited(old_base, names).filter(|_| is_relative)?;
        let target = visited.last()?;
        let (old, new) = self.node.as_ref()?;
        if !self.index.all.has(Role::Node, target) {
            return None;
        }
        let mapped = self.map(target);
        let first = visited.first()?;
        let is_unique = names.starts_with('%')
            && relative(first, target) == relative(&self.map(first), &mapped);
        let is_same = relative(old_base, target) == relative(base, &mapped);
        let names = if parent(old) == parent(new) || is_unique {
            let parts = zip(names.split('/'), &visited).map(|(part, at)| match part {
                _ if at != old || matches!(part, "" | "." | "..") => part.to_owned(),
                _ => part[..usize::from(part.starts_with('%'))].to_owned() + name_of(new),
            });
            parts.collect::<Vec<_>>().join("/")
        } else if names.is_empty()
            || is_same && (name_of(old) == name_of(new) || !visited.contains(old))
        {
            names.to_owned()
        } else {
            relative(base, &mapped)
        };
        Some(names + subnames)
    }

    /// Returns the text of a tag with its properties and the comment after them, after `edits`.
    fn block(source: &Editor<'_>, tag: &Section<'_>, edits: &Edits) -> String {
        let Range { start, end: last } = source.document.range(tag).unwrap_or_default();
        let end = source.line_end(last).unwrap_or(last);
        let edits = edits.iter();
        let edits = edits.filter(|(range, _)| range.start >= start && range.end <= last);
        let edits = edits.map(|(range, new)| (range.start - start..range.end - start, new.clone()));
        applied(&source.text[start..end], edits.collect()) + source.line_ending
    }

    /// Returns an error if the text cannot have a tag with the key `new`.
    fn check_new(&self, role: Role, new: &str, to: &Path) -> Result<(), TextError> {
        let parent = parent(new).filter(|it| self.index.all.has(role, it));
        let message = if role != Role::Node {
            if has_escapes(self.document.layout) || new.parse::<u32>().is_ok() {
                return Ok(());
            }
            "ids are numbers in this engine"
        } else if name_of(new).contains(INVALID) {
            "names of nodes have none of . : @ \" %"
        } else if parent.is_none() {
            "the parent does not exist"
        } else {
            return Ok(());
        };
        Err(TextError::of_change(format!("{to}: {message}")))
    }
}

/// Returns what a path to a tag leads to.
fn key(path: &Path) -> Option<(Role, String)> {
    let segments: Vec<_> = path.segments().collect();
    let [Segment::Name(name), key] = segments[..] else {
        return None;
    };
    match (Role::of_tag(name)?, key) {
        (Role::Node, Segment::Name(key)) => Some((Role::Node, node_path(key.split('/')))),
        (role, Segment::Name(key)) => Some((role, key.clone())),
        (role, Segment::Index(id)) => Some((role, id.to_string())),
        _ => None,
    }
}

/// Returns the role, the old and the new key of a tag in a text, or an error if another tag has the
/// new key.
fn ends(
    source: &Renaming<'_>,
    target: &Renaming<'_>,
    from: &Path,
    to: &Path,
) -> Result<Option<(Role, String, String)>, TextError> {
    let (Some((role, old)), Some((other, new))) = (key(from), key(to)) else {
        return Ok(None);
    };
    let is_own = std::ptr::eq(source, target) && (role, &old) == (other, &new);
    if source.index.all.tag(role, &old).is_none() || is_own {
        return Ok(None);
    }
    if let Some(tag) = target.index.all.tag(other, &new) {
        let start = target.document.start(&target.tags[tag]);
        let message = format!("{to}: this tag has the path; remove it first");
        return Err(TextError::at(&target.document.text, start, message));
    }
    Ok((role == other).then_some((role, old, new)))
}

impl TextDocument {
    /// Renames or moves a node, an ext_resource or a sub_resource with everything that refers to it.
    ///
    /// Returns notes about strings that may refer to it and are unchanged, or `None` if the paths do
    /// not lead to such a tag and a new one.
    ///
    /// ```
    /// use gdvariant_files::text::TextDocument;
    ///
    /// let text = "[gd_scene format=3]\n\n[node name=\"Main\"]\n\n[node name=\"Body\" parent=\".\"]\n\n\
    ///     [connection signal=\"draw\" from=\"Body\" to=\".\" method=\"_on_draw\"]\n";
    /// let mut scene = TextDocument::parse(text, None)?;
    /// scene.move_tag(&"node.Body".parse()?, &"node.Torso".parse()?)?;
    /// assert_eq!(scene.text(), text.replace("Body", "Torso"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the new path has a tag already, or if no node can have it. The text is
    /// unchanged then.
    pub fn move_tag(&mut self, from: &Path, to: &Path) -> Result<Option<Vec<String>>, TextError> {
        let mut renaming = Renaming::new(self);
        let Some((role, old, new)) = ends(&renaming, &renaming, from, to)? else {
            return Ok(None);
        };
        self.check_paths([from, to].into_iter())?;
        renaming.check_new(role, &new, to)?;
        if role == Role::Node && below(&new, &old).is_some() {
            return Err(TextError::of_change(format!("{to} is in {from}")));
        }
        renaming.add(role, old.clone(), new.clone());
        let (edits, kept) = renaming.edits();
        let tree = self.tree()?;
        let notes = kept.into_iter().map(|it| {
            let path = tree.path_at(it);
            let text = renaming.content(&it.key);
            let mut lines = text.lines();
            let line = lines
                .find(|line| mentions(line, name_of(&old)))
                .unwrap_or(&text);
            format!("{path} is unchanged, and may name {old}: {}", line.trim())
        });
        let notes = notes.collect();
        let mut changed = self.edited(edits)?;
        if role == Role::Node {
            changed = changed.reordered(&new)?;
        }
        self.check_references(&changed)?;
        *self = changed;
        Ok(Some(notes))
    }

    /// Returns the edits that make all ids numbers.
    pub(super) fn numbered_ids(&self) -> Edits {
        let mut renaming = Renaming::new(self);
        let mut numbers = 1_u32..;
        let ids = renaming.tags.iter().filter_map(|tag| {
            let role = Role::of_tag(tag.id.0).filter(|role| *role != Role::Node)?;
            let id = tag.id.1.clone();
            let mut free = numbers.by_ref().map(|number| number.to_string());
            let new = if id.parse::<u32>().is_ok() {
                id.clone()
            } else {
                free.find(|id| renaming.index.all.tag(role, id).is_none())?
            };
            Some(((role, id), new))
        });
        renaming.ids = ids.collect();
        renaming.is_numbered = true;
        renaming.edits().0
    }

    /// Moves the tags of a node and of the nodes below it after all others, unless the tag of its
    /// parent is before them.
    fn reordered(self, node: &str) -> Result<Self, TextError> {
        let renaming = Renaming::new(&self);
        let index = &renaming.index;
        let is_moved = |tag: &&Section<'_>| tag.id.0 == "node" && below(&tag.id.1, node).is_some();
        let first = renaming.tags.iter().position(|tag| is_moved(&tag));
        // Nodes of an instance have no tags.
        let mut parents = successors(parent(node), |it| parent(it));
        if parents.find_map(|it| index.all.tag(Role::Node, it)) < first {
            return Ok(self);
        }
        let mut editor = Editor::new(&self);
        let mut blocks = Vec::new();
        for tag in renaming.tags.iter().filter(is_moved) {
            let range = self.range(tag).unwrap_or_default();
            let lines = editor.line_end(range.end);
            let lines = lines.map(|end| self.text[..range.start].trim_end().len()..end);
            editor.replace(lines.unwrap_or(range), "");
            blocks.push(Renaming::block(&editor, tag, &Edits::new()));
        }
        let blocks = blocks.join(editor.line_ending);
        editor.insert_tag("node", "node", blocks, None);
        self.edited(editor.edits)
    }

    /// Copies a node with the nodes below it, an ext_resource or a sub_resource from `source`, with the
    /// resources to which they refer, and without connections.
    ///
    /// Resources get new ids where theirs have another meaning here. Returns `false` if the paths do
    /// not lead to such a tag and a new one.
    ///
    /// # Errors
    ///
    /// Returns an error if the new path has a tag already, or if no node can have it. The text is
    /// unchanged then.
    pub fn copy_tag(&mut self, source: &Self, from: &Path, to: &Path) -> Result<bool, TextError> {
        let mut renaming = Renaming::new(source);
        let own = Renaming::new(self);
        let Some((role, old, new)) = ends(&renaming, &own, from, to)? else {
            return Ok(false);
        };
        if source.layout != self.layout {
            return Ok(false);
        }
        own.check_new(role, &new, to)?;
        let is_below = |path: &str| match role {
            Role::Node => below(path, &old).is_some(),
            _ => path == old,
        };
        let tags = renaming.tags.iter().enumerate();
        let tags =
            tags.filter(|(_, tag)| Role::of_tag(tag.id.0) == Some(role) && is_below(&tag.id.1));
        let tags = tags.map(|(place, _)| place).collect();
        renaming.add(role, old, new);
        *self = self.with_tags(own, &mut renaming, &tags, BTreeSet::new())?;
        Ok(true)
    }

    /// Removes the tags of a node and of the nodes below it. Returns `false` if it has none below it.
    ///
    /// # Errors
    ///
    /// Returns an error if another tag refers to one of them. The text is unchanged then.
    pub fn remove_nodes(&mut self, path: &Path) -> Result<bool, TextError> {
        let (TextKind::Resource, Some((Role::Node, node))) = (self.kind(), key(path)) else {
            return Ok(false);
        };
        let mut tags = self.sections()?;
        tags.retain(|tag| tag.id.0 == "node" && below(&tag.id.1, &node).is_some());
        if tags.len() < 2 {
            return Ok(false);
        }
        let mut editor = Editor::new(self);
        for tag in &tags {
            editor.remove_section(tag);
        }
        let changed = self.edited(editor.edits)?;
        self.check_references(&changed)?;
        *self = changed;
        Ok(true)
    }

    /// Copies the resources to which the value at `path` in `source` refers, and returns the value
    /// with their ids in this text.
    ///
    /// ```
    /// use gdvariant_files::text::TextDocument;
    ///
    /// let text = "[gd_resource type=\"Resource\" format=3]\n\n[sub_resource type=\"Resource\" id=\"A\"]\n\n\
    ///     [resource]\nitem = SubResource(\"A\")\n";
    /// let source = TextDocument::parse(text, None)?;
    /// let mut target = TextDocument::parse(&text.replace("item", "old"), None)?;
    /// let value = target.copy_resources(&source, &"resource.item".parse()?)?;
    /// assert!(value.to_string().contains(r#"SubResource(\"A_1\")"#));
    /// assert!(target.text().contains("[sub_resource type=\"Resource\" id=\"A_1\"]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `path` leads to no value, or if the text cannot contain the resources. The
    /// text is unchanged then.
    pub fn copy_resources(&mut self, source: &Self, path: &Path) -> Result<AnyVariant, TextError> {
        let mut renaming = Renaming::new(source);
        let value = |source: &Self| {
            let value = AnyRef::from(&source.value(0)?).component_at_path(path);
            value.ok_or_else(|| TextError::of_change(format!("no value at {path}")))
        };
        let used = constructors((&value(source)?).into());
        let used = used.iter().filter_map(|text| {
            let (role, id) = Role::of_call(text)?;
            renaming.index.all.tag(role, &id)
        });
        let used = used.collect();
        let own = Renaming::new(self);
        let changed = self.with_tags(own, &mut renaming, &BTreeSet::new(), used)?;
        let value = value(&source.edited(renaming.edits().0)?)?;
        *self = changed;
        Ok(value)
    }

    /// Adds tags of another text, and the resources that they and the tags `used` refer to.
    fn with_tags(
        &self,
        mut own: Renaming<'_>,
        renaming: &mut Renaming<'_>,
        tags: &BTreeSet<usize>,
        mut used: BTreeSet<usize>,
    ) -> Result<Self, TextError> {
        used.extend(tags);
        renaming.index.add_used(&mut used);
        let is_same = self.text == renaming.document.text;
        used.retain(|it| !tags.contains(it) && !is_same);
        used.retain(|tag| {
            let tag = &renaming.tags[*tag];
            let Some(role) = Role::of_tag(tag.id.0) else {
                return false;
            };
            let key = tag.id.1.clone();
            let other = own.tags.iter().find(|other| {
                let mut names = ["path", "uid"].into_iter();
                other.id.0 == "ext_resource"
                    && other.id.0 == tag.id.0
                    && names.any(|name| {
                        let other = other.attribute(name).map(|(_, it)| own.content(it));
                        let it = tag.attribute(name).map(|(_, it)| renaming.content(it));
                        other.is_some() && other == it
                    })
            });
            let id = match other {
                Some(other) => other.id.1.clone(),
                None => own.index.all.take_id(role, &key),
            };
            let is_new = other.is_none();
            renaming.add(role, key, id);
            is_new
        });
        let (mut edits, _) = renaming.edits();
        // Two nodes of a scene cannot have one `unique_id`.
        let text = &renaming.document.text;
        let ids = own.tags.iter().filter_map(|tag| tag.attribute("unique_id"));
        let ids: BTreeSet<_> = ids.map(|(_, id)| &self.text[id.clone()]).collect();
        let tags_of_nodes = tags.iter().map(|tag| &renaming.tags[*tag]);
        for (key, id) in tags_of_nodes.filter_map(|tag| tag.attribute("unique_id")) {
            if ids.contains(&text[id.clone()]) {
                let before = text[..key.start].trim_end_matches([' ', '\t']).len();
                edits.push((before..id.end, String::new()));
            }
        }
        let source = Editor::new(renaming.document);
        let mut editor = Editor::new(self);
        let mut previous = None;
        for index in used.iter().chain(tags) {
            let tag = &renaming.tags[*index];
            let name = tag.id.0;
            // Other resources can refer to a copied one.
            let place = if used.contains(index) {
                "ext_resource"
            } else {
                name
            };
            let text = Renaming::block(&source, tag, &edits);
            editor.insert_tag(
                place,
                name,
                text,
                previous.replace(name).filter(|it| *it == name),
            );
        }
        let changed = self.edited(editor.edits)?;
        self.check_references(&changed)?;
        Ok(changed)
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the path from one node to another.
fn relative(from: &str, to: &str) -> String {
    let [from, to] = [from, to].map(|path| {
        path.split('/')
            .filter(|name| *name != ".")
            .collect::<Vec<_>>()
    });
    let same = zip(&from, &to).take_while(|(a, b)| a == b).count();
    let up = from[same..].iter().map(|_| "..");
    node_path(up.chain(to[same..].iter().copied()))
}

/// Returns whether a string has a name as in a path of a node, such as `$Body` or `get_node("Body")`.
fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + name.len()..].chars().next();
        let is_end = after.is_none_or(|c| matches!(c, '/' | ':' | '"' | '\''));
        match before {
            Some('$' | '%') => after.is_none_or(|c| !c.is_alphanumeric() && c != '_'),
            None | Some('/' | '"' | '\'') => is_end,
            _ => false,
        }
    })
}
