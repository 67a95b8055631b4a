//! Notes on a type: errors of the published page, and defects of engines.

use super::edition::Edition;
use super::page::{Block, Subject, Text, joined, plain};
use crate::locale::Locale;
use crate::model::{Citation, Defect, Erratum, ErratumKind, PublishedPage, find};

impl Edition<'_> {
    /// Returns the errata and the defects of a type, or those of the whole page.
    pub(super) fn notes(&self, key: Option<&str>) -> Vec<Block> {
        let of_layout = |layouts: &[String]| layouts.contains(&self.layout.module);
        let errata = self
            .schema
            .errata
            .iter()
            .filter(|erratum| erratum.key.as_deref() == key && of_layout(&erratum.layouts));
        let defects = self
            .schema
            .defects
            .iter()
            .filter(|defect| Some(&*defect.key) == key && of_layout(&defect.layouts));
        errata
            .map(|of| self.erratum(of))
            .chain(defects.map(|of| defect(self.locale, &of.id, of)))
            .collect()
    }

    fn erratum(&self, erratum: &Erratum) -> Block {
        Block::Note {
            subject: Subject::Erratum,
            id: erratum.id.clone(),
            entries: self.erratum_entries(erratum).into(),
        }
    }

    /// Returns the labels and the texts of an erratum.
    pub(super) fn erratum_entries(&self, erratum: &Erratum) -> [(String, Text); 4] {
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
        .map(|(label, text)| (self.locale.word(label).to_owned(), vec![plain(text)]))
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

    /// Returns the name of a published page in the language of the edition.
    pub(super) fn page_title<'p>(&'p self, page: &'p PublishedPage) -> &'p str {
        self.locale.text(&page.title)
    }
}

/// Returns the note on a defect; `id` is the anchor of the note on this page.
pub(super) fn defect(locale: &Locale, id: &str, defect: &Defect) -> Block {
    let entries = [
        ("Known defect", &*defect.happens),
        ("Versions", &defect.versions),
    ];
    let entry = |(label, text): (&str, &str)| {
        let text = vec![plain(locale.text(text))];
        (locale.word(label).to_owned(), text)
    };
    Block::Note {
        subject: Subject::Defect,
        id: id.to_owned(),
        entries: entries.map(entry).into(),
    }
}
