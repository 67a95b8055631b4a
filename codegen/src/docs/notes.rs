//! Notes on a type: errors of the published page, and defects of engines.

use super::edition::{Edition, Source};
use super::page::{Block, Subject, joined};
use crate::model::{Citation, Defect, Erratum, ErratumKind, PublishedPage, find};

impl Edition<'_> {
    /// Returns the errata and the defects of a type, or those of the whole page.
    pub(super) fn notes(&self, key: Option<&str>) -> Vec<Block> {
        let of_layout = |layouts: &[String]| layouts.contains(&self.layout.module);
        let errata = self.schema.errata.iter();
        let errata = errata
            .filter(|erratum| erratum.key.as_deref() == key && of_layout(&erratum.layouts))
            .map(|of| note(Subject::Erratum, &of.id, self.erratum_entries(of).into()));
        let defects = self.schema.defects.iter();
        let defects = defects
            .filter(|defect| Some(&*defect.key) == key && of_layout(&defect.layouts))
            .map(|defect| self.defect(&defect.id, defect));
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

    /// Returns the pages of the layout that an erratum cites, with the lines.
    fn sources(&self, erratum: &Erratum) -> String {
        let source = |citation: &Citation| {
            let page = find(&self.schema.pages, &citation.page)?;
            if !page.layouts.contains(&self.layout.module) {
                return None;
            }
            let is_one = matches!(*citation.lines, [(first, last)] if first == last);
            let word = self.locale.word(if is_one { "line" } else { "lines" });
            let lines = citation.lines.iter().map(|(first, last)| {
                if first == last {
                    first.to_string()
                } else {
                    format!("{first}–{last}")
                }
            });
            let title = self.page_title(page);
            Some(format!("{title}, {word} {}", joined(lines, ", ")))
        };
        joined(erratum.pages.iter().filter_map(source), "; ")
    }
}

impl Source<'_> {
    /// Returns the note on a defect; `id` is the anchor of the note on this page.
    pub(super) fn defect(&self, id: &str, defect: &Defect) -> Block {
        let entries = [
            ("Known defect", &*defect.happens),
            ("Versions", &defect.versions),
        ];
        let entry = |(label, text)| {
            let [label, text] = [self.locale.word(label), self.locale.text(text)];
            (label.to_owned(), text.to_owned())
        };
        note(Subject::Defect, id, entries.map(entry).into())
    }

    /// Returns the name of a published page.
    pub(super) fn page_title<'p>(&'p self, page: &'p PublishedPage) -> &'p str {
        self.locale.text(&page.title)
    }
}

fn note(subject: Subject, id: &str, entries: Vec<(String, String)>) -> Block {
    let id = id.to_owned();
    Block::Note {
        subject,
        id,
        entries,
    }
}
