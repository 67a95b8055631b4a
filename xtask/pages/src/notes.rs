//! Errors of the published pages, and defects of engines: notes on the pages of the layouts, the
//! page of the defects, and the report for the maintainers of a published page.

use crate::book::{Book, Edition, escaped};
use crate::layout::printed;
use gdvariant_codegen::model::{
    Defect, Erratum, ErratumKind, Occurrence, PublishedPage, find, names,
};
use gdvariant_codegen::published::{self, Lines};
use minijinja::{Value, context};
use std::collections::BTreeSet;

impl Edition<'_> {
    /// Returns notes on the errata and defects of a type, or on the errata of the page in general.
    pub(crate) fn notes(&self, key: Option<&str>) -> String {
        let errata = self.schema.errata.iter();
        let errata = errata.filter(|erratum| {
            erratum.key.as_deref() == key && erratum.layouts.contains(&self.layout.module)
        });
        let errata = errata.map(|erratum| note(self.erratum_entries(erratum)));
        let defects = self.schema.defects.iter();
        let defects = defects.filter(|defect| Some(&*defect.key) == key);
        let defects = defects.filter_map(|defect| {
            let layout = find(&defect.layouts, &self.layout.module)?;
            let versions = self.locale.word("Versions");
            Some(self.defect(defect, [(versions, layout)].into_iter()))
        });
        errata.chain(defects).collect::<Vec<_>>().join("\n\n")
    }

    /// Returns the labels and the texts of an erratum.
    fn erratum_entries(&self, erratum: &Erratum) -> [(String, String); 4] {
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
    fn cited(&self, erratum: &Erratum) -> impl Iterator<Item = (&PublishedPage, Vec<Lines>)> {
        let pages = published::pages(self.schema, self.layout);
        pages.filter_map(|page| Some((page, published::cited(erratum, &self.facts[&page.id])?)))
    }

    /// Formats the pages and lines with the claims of an erratum.
    fn sources(&self, erratum: &Erratum) -> String {
        let source = |(page, lines): (&PublishedPage, Vec<Lines>)| {
            format!("{}, {}", self.locale.text(&page.title), self.lines(&lines))
        };
        let sources: Vec<_> = self.cited(erratum).map(source).collect();
        sources.join(self.locale.word("; "))
    }

    /// Formats passages of a page.
    fn lines(&self, passages: &[Lines]) -> String {
        let is_one = matches!(*passages, [(first, last)] if first == last);
        let word = self.locale.word(if is_one { "line" } else { "lines" });
        let passages = passages.iter().map(|(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}–{last}")
            }
        });
        format!("{word} {}", passages.collect::<Vec<_>>().join(", "))
    }

    /// Returns the report of the errors and gaps, for the maintainers of the page.
    pub(crate) fn report(&self) -> String {
        let [errors, gaps] = [ErratumKind::Error, ErratumKind::Gap].map(|kind| -> Vec<_> {
            let errata = self.schema.errata.iter();
            let of_page = errata.filter(|erratum| {
                erratum.kind == kind && erratum.layouts.contains(&self.layout.module)
            });
            of_page.map(|erratum| self.erratum_facts(erratum)).collect()
        });
        self.render("report.md", context! { errors, gaps, ..self.context() })
    }

    /// Returns the template variables for an erratum: its texts, and the rows and tables to
    /// correct.
    fn erratum_facts(&self, erratum: &Erratum) -> Value {
        let listed = erratum.key.as_ref();
        let listed = listed.and_then(|key| find(&self.layout.types, key));
        let subject = listed.map_or_else(|| self.locale.word("The published page"), |ty| &ty.name);
        let ty = listed.map(|listed| self.schema.type_in(listed));
        let corrections = ty.map(|ty| published::corrections(self.schema, ty, erratum));
        let wrong = corrections.iter().flatten().map(|correction| {
            let row = correction.row;
            let actual = [
                &printed(row.offset),
                &row.length.to_string(),
                &self.schema.wire(&row.wire).published,
            ];
            let cells = |[offset, length, wire]: [&str; 3]| {
                escaped(&format!("{offset}, {length}, {}", self.locale.text(wire)))
            };
            [
                row.name.clone(),
                cells(correction.published),
                cells(actual.map(String::as_str)),
            ]
        });
        let is_incomplete = erratum.kind == ErratumKind::Gap
            || erratum
                .claims
                .iter()
                .any(|(name, _)| name.ends_with(".support"));
        let missing = self.cited(erratum).next().zip(ty).filter(|_| is_incomplete);
        let missing = missing
            .into_iter()
            .flat_map(|((page, _), ty)| published::missing(ty, &self.facts[&page.id]));
        let missing = missing.map(|table| self.offset_table(table));
        context! {
            id => &erratum.id,
            subject,
            entries => self.erratum_entries(erratum),
            wrong => wrong.collect::<Vec<_>>(),
            missing => missing.collect::<Vec<_>>(),
        }
    }
}

impl Book<'_> {
    /// Returns the text of the page about known defects of the engines.
    pub(crate) fn defects(self) -> String {
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
                let types = types.into_iter().collect::<Vec<_>>().join(", ");
                blocks.push(format!("## {types}"));
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
        self.render("defects.md", context! { defects => blocks.join("\n\n") })
    }

    /// Returns the note on a defect, with the versions after a label for each of the layouts.
    fn defect<'d>(
        &self,
        defect: &Defect,
        layouts: impl Iterator<Item = (&'d str, &'d Occurrence)>,
    ) -> String {
        let label = self.locale.word("Known defect").to_owned();
        let mut entries = vec![(label, self.locale.text(&defect.happens).to_owned())];
        entries.extend(layouts.map(|(label, layout)| {
            let versions = layout.versions(|word| self.locale.word(word));
            (label.to_owned(), versions)
        }));
        note(entries)
    }
}

/// Returns a quote with a paragraph for each label and its text.
fn note(entries: impl IntoIterator<Item = (String, String)>) -> String {
    let paragraph = |(label, text): (String, String)| format!("> **{label}.** {}", escaped(&text));
    let paragraphs: Vec<_> = entries.into_iter().map(paragraph).collect();
    paragraphs.join("\n>\n")
}
