//! Converts the text of a document to another engine.

use super::edit::Editor;
use super::edits::{Edits, applied};
use super::syntax::{Form, Node};
use super::{TextDocument, TextError};
use crate::change::difference::changes;
use gdvariant::any::AnyRef;
use gdvariant::convert::Report;
use gdvariant::schema::Layout;
use gdvariant::{Converter, Kind};

impl TextDocument {
    /// Converts the text to the notation of another engine and returns a report for each value.
    ///
    /// Names of types change, and values that the converter changes; all other bytes are kept.
    ///
    /// ```
    /// use gdvariant::Converter;
    /// use gdvariant::schema::layout_named;
    /// use gdvariant_files::text::TextDocument;
    ///
    /// let mut document = TextDocument::parse("[s]\n\nids = PoolIntArray( 1,2 ) ; two\n", None)?;
    /// let reports = document.convert(layout_named("godot4").unwrap(), &Converter::new())?;
    /// assert!(reports[0].is_lossless());
    /// assert_eq!(document.text(), "[s]\n\nids = PackedInt32Array( 1,2 ) ; two\n");
    ///
    /// document = TextDocument::parse("[s]\nname=&\"Ada\"\n", None)?;
    /// let error = document.convert(layout_named("godot3").unwrap(), &Converter::new()).unwrap_err();
    /// assert_eq!(error.message(), "s.name: Godot 3 has no StringName");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Converter::convert`] with the position of the value, or an error if the
    /// notation cannot contain a converted value. The text is unchanged then.
    pub fn convert(
        &mut self,
        target: &'static Layout,
        converter: &Converter,
    ) -> Result<Vec<Report>, TextError> {
        let mut edits = Vec::new();
        for part in &self.syntax.parts {
            let mut nodes = part.nodes();
            while let Some(node) = nodes.pop() {
                self.rename_type(node, target, &mut edits);
                nodes.extend(node.children());
            }
        }
        let renamed = Self::scan(applied(&self.text, edits), target, self.kind())?;
        let (mut values, mut reports) = (Vec::new(), Vec::new());
        let mut edits = Edits::new();
        for index in 0..self.count() {
            let value = self.value(index)?;
            let new = AnyRef::from(&value).convert_to(target, converter);
            let (value, report) =
                new.map_err(|error| self.value_error(index, error.to_string()))?;
            let old = renamed.read(index)?;
            let changed =
                Editor::new(&renamed).edits(index, &changes((&old).into(), (&value).into()));
            edits.extend(changed.map_err(|error| renamed.value_error(index, error.to_string()))?);
            values.push(value);
            reports.push(report);
        }
        let result = renamed.edited(edits)?;
        for (index, value) in values.iter().enumerate() {
            if !result.has_value(index, value)? {
                return Err(self.misfit(index));
            }
        }
        *self = result;
        Ok(reports)
    }

    /// Renames the type of a constructor, and removes declared types that the target lacks.
    fn rename_type(&self, node: &Node, target: &'static Layout, edits: &mut Edits) {
        let Form::Call(name, declared) = &node.form else {
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
            // Not every engine reads the bytes of a PackedByteArray as base64.
            (None, [item])
                if self.text[item.value.range.clone()].starts_with('"')
                    && kind == Kind::PackedByteArray
                    && target.base64_format().is_none() =>
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
