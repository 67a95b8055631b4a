//! Notes on a type: errors of the published page, and defects of engines.

use super::edition::{Edition, Source};
use super::page::{Block, Subject, Text, anchor, coded, heading, joined};
use crate::model::{Defect, Erratum, ErratumKind, Layout, PublishedPage};
use crate::published::{self, Lines};
use minijinja::context;

impl Edition<'_> {
    /// Returns notes on the errata and defects of a type, or on the errata of the page in general.
    pub(super) fn notes(&self, key: Option<&str>) -> Vec<Block> {
        let errata = self.schema.errata.iter();
        let errata = errata.filter(|erratum| {
            erratum.key.as_deref() == key && erratum.layouts.contains(&self.layout.module)
        });
        let errata = errata.map(|erratum| Block::Note {
            subject: Subject::Erratum,
            id: erratum.id.clone(),
            entries: noted(self.erratum_entries(erratum)),
        });
        // No build has the defects in a precision that no build decodes.
        let key = key.filter(|_| !self.is_unimplemented());
        let defects = key.map(|key| self.defects_of(self.layout, key, ""));
        errata.chain(defects.into_iter().flatten()).collect()
    }

    /// Returns the labels and the texts of an erratum.
    pub(super) fn erratum_entries(&self, erratum: &Erratum) -> [(String, String); 4] {
        let kind = match erratum.kind {
            ErratumKind::Error => "Error in the manual",
            ErratumKind::Gap => "Gap in the manual",
        };
        let text = |text| self.locale.text(text).to_owned();
        [
            (kind, text(&erratum.documented)),
            ("What engines do", text(&erratum.actual)),
            ("Source", self.sources(erratum)),
            ("Versions", text(&erratum.versions)),
        ]
        .map(|(label, text)| (self.locale.word(label).to_owned(), text))
    }

    /// Returns the pages of the layout that state the claims of an erratum, with the lines.
    pub(super) fn cited(
        &self,
        erratum: &Erratum,
    ) -> impl Iterator<Item = (&PublishedPage, Vec<Lines>)> {
        let pages = published::pages(self.schema, self.layout);
        pages.filter_map(|page| Some((page, published::cited(erratum, self.facts_of(page))?)))
    }

    /// Formats the pages and lines with the claims of an erratum.
    fn sources(&self, erratum: &Erratum) -> String {
        let source = |(page, lines): (&PublishedPage, Vec<Lines>)| {
            format!("{}, {}", self.locale.text(&page.title), self.lines(&lines))
        };
        joined(self.cited(erratum).map(source), self.locale.word("; "))
    }
}

impl Source<'_> {
    /// Returns the blocks of the page about known defects of the engines.
    pub(super) fn defects(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for layout in &self.schema.layouts {
            let module = &layout.module;
            blocks.push(heading(2, module, &layout.title));
            for ty in &layout.types {
                let notes = self.defects_of(layout, &ty.key, &format!("{module}-"));
                if !notes.is_empty() {
                    let anchor = format!("{module}-{}", anchor(&ty.name));
                    blocks.push(heading(3, anchor, &ty.name));
                }
                blocks.extend(notes);
            }
        }
        self.page("defects.md", context! {}, &[("defects".to_owned(), blocks)])
    }

    /// Returns the notes on the defects of a type; their anchors start with `prefix`.
    fn defects_of(&self, layout: &Layout, key: &str, prefix: &str) -> Vec<Block> {
        let defects = self.schema.defects.iter();
        let defects =
            defects.filter(|defect| defect.key == key && defect.layouts.contains(&layout.module));
        let note = |defect: &Defect| {
            let entries = [
                ("Known defect", &defect.happens),
                ("Versions", &defect.versions),
            ];
            let entries = entries.map(|(label, text)| {
                let [label, text] = [self.locale.word(label), self.locale.text(text)];
                (label.to_owned(), text.to_owned())
            });
            Block::Note {
                subject: Subject::Defect,
                id: format!("{prefix}{}", defect.id),
                entries: noted(entries),
            }
        };
        defects.map(note).collect()
    }
}

/// Returns the entries of a note, whose texts have code between backticks.
fn noted<const N: usize>(entries: [(String, String); N]) -> Vec<(String, Text)> {
    entries.map(|(label, text)| (label, coded(&text))).into()
}
