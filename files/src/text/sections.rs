//! Reads the sections of a text one by one, so that memory holds only the text and one section.

use super::syntax::{Grouping, Part, Parts, Syntax, rank};
use super::value::plain;
use super::{TextDocument, TextError, TextKind, in_layout, kind_of};
use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant::{Engine, Godot4};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::ops::Range;
use std::sync::OnceLock;

/// The number of sections of a shortened group that have their entries.
const FULL_SECTIONS: usize = 64;

/// A header with its entries, or the entries before the first header.
struct Block {
    /// The rank of the tag in the value of a resource.
    rank: usize,
    /// The index of the first block with the same name or key.
    first: usize,
    range: Range<usize>,
}

/// The sections of a ConfigFile or the tags of a resource, in the order of the document's value.
pub struct Sections {
    /// The whole text, with the syntax of one section.
    document: TextDocument,
    blocks: Vec<Block>,
    /// The index of the next block.
    next: usize,
    /// The rank of the last section.
    rank: usize,
    /// The index of the next section among those of this rank.
    index: usize,
}

/// The value of a document that has only one section.
pub struct Section {
    pub value: AnyVariant,
    /// The index among the sections of its group; `None` if the section is not in a group.
    pub index: Option<usize>,
}

impl Sections {
    /// Finds the sections in a text and takes the text, unless it has no sections.
    pub(crate) fn new(
        text: &mut String,
        layout: Option<&'static Layout>,
    ) -> Result<Option<Self>, TextError> {
        let mut document = TextDocument {
            text: mem::take(text),
            layout: Godot4::LAYOUT,
            syntax: Syntax::new(TextKind::Values),
            known: OnceLock::new(),
        };
        let mut kind = None;
        let found = in_layout(layout, |layout| {
            document.layout = layout;
            let found = document.blocks(kind)?;
            kind = Some(document.kind());
            Ok(found)
        });
        if found.is_err() || !document.has_sections() {
            *text = document.text;
            return found.map(|_| None);
        }
        let (mut blocks, layout) = found?;
        document.layout = layout;
        blocks.sort_by_key(|block| (block.rank, block.first));
        Ok(Some(Self {
            document,
            blocks,
            next: 0,
            rank: 0,
            index: 0,
        }))
    }

    pub(crate) fn document(&self) -> &TextDocument {
        &self.document
    }

    /// Reads the next section.
    ///
    /// # Errors
    ///
    /// Returns an error if the text of a value is invalid.
    pub fn next_section(&mut self) -> Result<Option<Section>, TextError> {
        let Some(&Block { rank, first, .. }) = self.blocks.get(self.next) else {
            return Ok(None);
        };
        let index = if rank == self.rank { self.index } else { 0 };
        (self.rank, self.index) = (rank, index + 1);
        let blocks = self.blocks[self.next..].iter();
        let count = blocks.take_while(|it| it.first == first).count();
        let value = self.read(self.next..self.next + count, usize::MAX)?;
        self.next += count;
        let index = match self.document.syntax.parts.first() {
            Some(Part::Header(header)) => {
                let grouping = self.document.grouping(&header.name);
                (grouping != Some(Grouping::Once)).then_some(index)
            }
            _ => None,
        };
        Ok(Some(Section { value, index }))
    }

    /// Reads the whole group of the last section. A shortened group has only the headers of sections
    /// after the first ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the text of a value is invalid.
    pub fn group(&mut self, is_shortened: bool) -> Result<AnyVariant, TextError> {
        let start = self.blocks.partition_point(|it| it.rank < self.rank);
        let end = self.blocks.partition_point(|it| it.rank <= self.rank);
        let count = if is_shortened {
            FULL_SECTIONS
        } else {
            usize::MAX
        };
        self.read(start..end, count)
    }

    /// Reads the document that has only these blocks, and only the headers of those after `count`.
    fn read(&mut self, blocks: Range<usize>, count: usize) -> Result<AnyVariant, TextError> {
        let TextDocument {
            text,
            layout,
            syntax,
            ..
        } = &mut self.document;
        syntax.parts.clear();
        for (index, block) in self.blocks[blocks].iter().enumerate() {
            let parts = Parts::again(text, block.range.clone(), layout, syntax.kind);
            let length = if index < count { usize::MAX } else { 1 };
            for part in parts.take(length) {
                syntax.parts.push(part?);
            }
        }
        self.document.read(0)
    }
}

impl TextDocument {
    pub(super) fn has_sections(&self) -> bool {
        matches!(self.kind(), TextKind::Config | TextKind::Resource)
    }

    pub(super) fn is_resource(&self) -> bool {
        self.kind() == TextKind::Resource
    }

    /// Finds the kind of the text, its blocks in order, and the layout for which it has evidence.
    fn blocks(
        &mut self,
        kind: Option<TextKind>,
    ) -> Result<(Option<&'static Layout>, Vec<Block>), TextError> {
        let (text, layout) = (self.text.as_str(), self.layout);
        let kind = kind.unwrap_or_else(|| kind_of(text, layout));
        self.syntax.kind = kind;
        let mut blocks: Vec<Block> = Vec::new();
        let (hasher, mut places) = (RandomState::new(), HashMap::new());
        let mut keys = Vec::new();
        if !self.has_sections() {
            return Ok((None, blocks));
        }
        let mut parts = Parts::new(text, layout, kind);
        while let Some(part) = parts.next().transpose()? {
            let count = blocks.len();
            let (rank, first) = match &part {
                Part::Header(header) if kind == TextKind::Resource => {
                    let key = self.key(header, count)?.as_ref().map(plain);
                    let id = (rank(&header.name), key);
                    let place = places.entry(hasher.hash_one(&id));
                    (id.0, *place.or_insert(count))
                }
                Part::Header(header) if !header.name.is_empty() => {
                    let place = places.entry(hasher.hash_one(&header.name));
                    (0, *place.or_insert(count))
                }
                Part::Entry(key, ..) if places.is_empty() => {
                    keys.push(hasher.hash_one(key));
                    if count > 0 {
                        continue;
                    }
                    (0, 0)
                }
                _ => continue,
            };
            let start = if count == 0 { 0 } else { part.range().start };
            if let Some(last) = blocks.last_mut() {
                last.range.end = start;
            }
            let range = start..text.len();
            blocks.push(Block { rank, first, range });
        }
        // A section hides a key before the first section that has the same name.
        if keys.iter().any(|key| places.contains_key(key)) {
            for block in &mut blocks {
                block.first = 0;
            }
        }
        Ok((parts.evidence.layout(), blocks))
    }
}
