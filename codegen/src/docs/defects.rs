//! The page of the values that engines do not decode as they encoded them.

use super::edition::Source;
use super::page::{Block, anchor, heading};
use crate::model::{Layout, LayoutType};
use minijinja::context;

impl Source<'_> {
    /// Returns the blocks of the page.
    pub(super) fn defects(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for layout in &self.schema.layouts {
            blocks.push(heading(2, &layout.module, &layout.title));
            blocks.extend(
                layout
                    .types
                    .iter()
                    .flat_map(|ty| self.defects_of(layout, ty)),
            );
        }
        self.page("defects.md", context! {}, &[("defects".to_owned(), blocks)])
    }

    fn defects_of(&self, layout: &Layout, ty: &LayoutType) -> Vec<Block> {
        let anchored = |name: &str| format!("{}-{name}", layout.module);
        let defects = self.schema.defects.iter();
        let defects = defects
            .filter(|defect| defect.key == ty.key && defect.layouts.contains(&layout.module));
        let mut notes = defects
            .map(|defect| self.defect(&anchored(&defect.id), defect))
            .peekable();
        let title = heading(3, anchored(&anchor(&ty.name)), &ty.name);
        let title = notes.peek().is_some().then_some(title);
        title.into_iter().chain(notes).collect()
    }
}
