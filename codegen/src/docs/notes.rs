//! Notes on a type: errors of the published page, and defects of engines.

use super::edition::{Edition, Source};
use super::page::{Block, Subject, Text, anchor, coded, heading, joined};
use crate::model::{Defect, Erratum, ErratumKind, Occurrence, PublishedPage, find, names};
use crate::published::{self, Lines};
use minijinja::context;
use std::collections::BTreeSet;

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
        let defects = self.schema.defects.iter();
        let defects = defects.filter(|defect| Some(&*defect.key) == key);
        let defects = defects.filter_map(|defect| {
            let layout = find(&defect.layouts, &self.layout.module)?;
            let versions = self.locale.word("Versions");
            Some(self.defect(defect, [(versions, layout)].into_iter()))
        });
        errata.chain(defects).collect()
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
        for key in names(&self.schema.types) {
            let defects = self.schema.defects.iter();
            let defects: Vec<_> = defects.filter(|defect| defect.key == key).collect();
            let layouts = defects.iter().flat_map(|defect| &defect.layouts);
            let layouts = layouts.filter_map(|it| find(&self.schema.layouts, &it.module));
            let types: BTreeSet<&str> = layouts
                .filter_map(|layout| find(&layout.types, key))
                .map(|ty| &*ty.name)
                .collect();
            if !types.is_empty() {
                let types = joined(types.into_iter().map(str::to_owned), ", ");
                blocks.push(heading(2, anchor(key), types));
            }
            blocks.extend(defects.into_iter().map(|defect| {
                let layouts = defect.layouts.iter();
                self.defect(
                    defect,
                    layouts.filter_map(|it| {
                        let layout = find(&self.schema.layouts, &it.module)?;
                        Some((&*layout.title, it))
                    }),
                )
            }));
        }
        self.page("defects.md", context! {}, &[("defects".to_owned(), blocks)])
    }

    /// Returns the note on a defect, with the versions after a label for each of the layouts.
    fn defect<'d>(
        &self,
        defect: &Defect,
        layouts: impl Iterator<Item = (&'d str, &'d Occurrence)>,
    ) -> Block {
        let label = self.locale.word("Known defect").to_owned();
        let mut entries = vec![(label, self.locale.text(&defect.happens).to_owned())];
        entries.extend(layouts.map(|(label, layout)| {
            let versions = layout.versions(|word| self.locale.word(word));
            (label.to_owned(), versions)
        }));
        Block::Note {
            subject: Subject::Defect,
            id: defect.id.clone(),
            entries: noted(entries),
        }
    }
}

/// Returns the entries of a note, whose texts have code between backticks.
fn noted(entries: impl IntoIterator<Item = (String, String)>) -> Vec<(String, Text)> {
    let entries = entries.into_iter();
    entries.map(|(label, text)| (label, coded(&text))).collect()
}
