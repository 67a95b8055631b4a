//! Converts the text of a document to another engine.

use super::edit::Editor;
use super::edits::{Edits, applied};
use super::references::{Index, Role};
use super::syntax::{Node, NodeKind, has_escapes};
use super::value::{self, format_of};
use super::{TextDocument, TextError};
use crate::STRICT;
use crate::change::EditError;
use crate::change::difference::changes;
use gdvariant::any::AnyRef;
use gdvariant::convert::Report;
use gdvariant::schema::Layout;
use gdvariant::{Converter, EncodeOptions, Kind};
use std::collections::HashMap;

impl TextDocument {
    /// Converts the text to the notation of another engine and returns a report for each value.
    ///
    /// Names of types change, values that the converter changes, and in a scene or a resource what the
    /// engine would reject: a newer `format`, and ids that are not numbers. All other bytes are kept.
    /// [`EncodeOptions::target`] is the oldest version of the engine that has to read the text.
    ///
    /// ```
    /// use gdvariant::{Converter, EncodeOptions};
    /// use gdvariant::schema::layout_named;
    /// use gdvariant_files::text::TextDocument;
    ///
    /// let mut document = TextDocument::parse("[s]\n\nids = PoolIntArray( 1,2 ) ; two\n", None)?;
    /// let options = EncodeOptions::new();
    /// let converter = Converter::new();
    /// let reports = document.convert(layout_named("godot4").unwrap(), &converter, options)?;
    /// assert!(reports[0].is_lossless());
    /// assert_eq!(document.text(), "[s]\n\nids = PackedInt32Array( 1,2 ) ; two\n");
    ///
    /// document = TextDocument::parse("[s]\nname=&\"Ada\"\n", None)?;
    /// let converted = document.convert(layout_named("godot3").unwrap(), &converter, options);
    /// let error = converted.unwrap_err();
    /// assert_eq!(error.to_string(), "s.name: Godot 3 has no StringName");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the converter or the target rejects a value, or if the notation cannot
    /// contain a converted value. The text is unchanged then.
    pub fn convert(
        &mut self,
        target: &'static Layout,
        converter: &Converter,
        options: EncodeOptions,
    ) -> Result<Vec<Report>, EditError> {
        let format = target.text_format(options.target_version());
        let source = self.with_format(target, format)?;
        let mut edits = Vec::new();
        for part in &source.syntax.parts {
            let mut nodes = part.nodes();
            while let Some(node) = nodes.pop() {
                source.rename_type(node, target, format.1, &mut edits);
                nodes.extend(node.children());
            }
        }
        let renamed = Self::scan(applied(&source.text, edits), target, self.kind())?;
        let (mut values, mut reports) = (Vec::new(), Vec::new());
        let mut edits = Edits::new();
        for index in 0..self.count() {
            let value = source.value(index)?;
            let (mut value, mut report) = AnyRef::from(&value).convert_to(target, converter)?;
            if source.text != self.text {
                // Paths of the report have the ids of the file.
                let original = self.value(index)?;
                report = AnyRef::from(&original).convert_to(target, converter)?.1;
            }
            if options.target_version().is_some() {
                value = target.decode(&value.to_vec(options.for_text())?, STRICT)?;
            }
            let old = renamed.read(index)?;
            let changes = changes((&old).into(), (&value).into());
            edits.extend(Editor::new(&renamed).edits(index, &changes)?);
            values.push(value);
            reports.push(report);
        }
        let result = renamed.edited(edits)?;
        for (index, value) in values.iter().enumerate() {
            if !result.has_value(index, value)? {
                return Err(self.misfit(&[]).into());
            }
        }
        *self = result;
        Ok(reports)
    }

    /// Returns the text with a `format` and with ids that the target reads.
    fn with_format(
        &self,
        target: &'static Layout,
        (newest, has_base64): (u32, bool),
    ) -> Result<Self, TextError> {
        let mut edits = Edits::new();
        if self.is_resource() && !has_escapes(target) {
            edits.extend(self.numbered_ids()?);
        }
        if let Some((range, format)) = format_of(self)
            && (format > newest || format < newest && has_base64 && value::has_base64(self))
        {
            edits.push((range, newest.to_string()));
        }
        self.edited(edits)
    }

    /// Returns edits that replace the ids of resources by numbers.
    fn numbered_ids(&self) -> Result<Edits, TextError> {
        let Index { all, references } = Index::new(&self.text, self.layout);
        let (mut edits, mut ids, mut numbers) = (Edits::new(), HashMap::new(), 1_u32..);
        for tag in self.sections()? {
            let role = Role::from_tag(tag.id.0).filter(|role| *role != Role::Node);
            let (Some(role), Some(range)) = (role, tag.attribute("id")) else {
                continue;
            };
            let id = (role, tag.id.1);
            if !ids.contains_key(&id) {
                let mut free = numbers.by_ref().map(|number| number.to_string());
                let new = match id.1.parse::<u32>() {
                    Ok(_) => Some(id.1.clone()),
                    Err(_) => free.find(|free| !all.has_tag(role, free)),
                };
                ids.insert(id.clone(), new.unwrap_or_default());
            }
            edits.push((range.clone(), ids[&id].clone()));
        }
        for it in references {
            let new = ids.get(&(it.role, all.key(&it).into_owned()));
            edits.extend(new.map(|new| (it.key.clone(), new.clone())));
        }
        Ok(edits)
    }

    /// Renames the type of a constructor, and removes declared types that the target lacks.
    fn rename_type(
        &self,
        node: &Node,
        target: &'static Layout,
        has_base64: bool,
        edits: &mut Edits,
    ) {
        let NodeKind::Call(name, declared) = &node.kind else {
            return;
        };
        let text = &self.text[name.clone()];
        let known = self.node_value(node).map(|value| value.kind()).ok();
        // A constructor that is not a type is an Object.
        let known = known.filter(|kind| *kind != Kind::Object && target.has(*kind));
        let Some(kind) = known else {
            return;
        };
        match (declared, &node.items[..]) {
            (Some(_), [item]) if !target.declares_types(kind) => {
                let inner = item.value.range.clone();
                edits.push((node.range.start..inner.start, String::new()));
                edits.push((inner.end..node.range.end, String::new()));
            }
            // Not every version of an engine reads the bytes of a PackedByteArray as base64.
            (None, [item])
                if self.text[item.value.range.clone()].starts_with('"')
                    && kind == Kind::PackedByteArray
                    && !has_base64 =>
            {
                let bytes = self.layout.parse(&self.text[node.range.clone()]).ok();
                let new = bytes.and_then(|bytes| {
                    let converted = AnyRef::from(&bytes).convert_to(target, &Converter::new());
                    Some(converted.ok()?.0.to_string())
                });
                edits.extend(new.map(|new| (node.range.clone(), new)));
            }
            _ if target.name_of(kind) != text => {
                edits.push((name.clone(), target.name_of(kind).to_owned()));
            }
            _ => {}
        }
    }
}
