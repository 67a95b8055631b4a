//! Notes on a type: errors of the published page, and defects of engines.

use super::edition::Edition;
use super::page::{Block, Subject, plain};
use crate::locale::Locale;
use crate::model::{Defect, Erratum};

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
            .map(|of| erratum(self.locale, of))
            .chain(defects.map(|of| defect(self.locale, &of.id, of)))
            .collect()
    }
}

/// Returns the labels and the texts of an erratum.
pub(super) fn erratum_entries(erratum: &Erratum) -> [(&'static str, &str); 3] {
    [
        ("The published page", &erratum.says),
        ("What engines do", &erratum.engine),
        ("Versions", &erratum.since),
    ]
}

fn erratum(locale: &Locale, erratum: &Erratum) -> Block {
    note(
        locale,
        Subject::Erratum,
        &erratum.id,
        "errata",
        &erratum_entries(erratum),
    )
}

/// Returns the note on a defect; `id` is the anchor of the note on this page.
pub(super) fn defect(locale: &Locale, id: &str, defect: &Defect) -> Block {
    let entries = [
        ("Known defect", &*defect.happens),
        ("Versions", &defect.since),
    ];
    note(locale, Subject::Defect, id, "defects", &entries)
}

fn note(
    locale: &Locale,
    subject: Subject,
    id: &str,
    section: &str,
    entries: &[(&str, &str)],
) -> Block {
    let entry = |(label, text): &(&str, &str)| {
        (
            locale.word(label).to_owned(),
            vec![plain(locale.text(section, text))],
        )
    };
    Block::Note {
        subject,
        id: id.to_owned(),
        entries: entries.iter().map(entry).collect(),
    }
}
