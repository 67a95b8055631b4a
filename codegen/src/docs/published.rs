//! The published page of a layout: its tables with their errors, and a report of the errors.

use super::edition::Edition;
use super::page::Block;
use crate::model::{Erratum, ErratumKind, find};
use crate::published::{self, PageRow, Transcription};
use crate::rust::capitalised;
use minijinja::{Value, context};

impl Edition<'_> {
    /// Returns the facts of the published page.
    pub(super) fn published(&self, page: &Transcription) -> Vec<Block> {
        let types = self.layout.types.iter().map(|listed| {
            let number = listed.number.to_string();
            let rows = page.rows.iter().filter(|row| row[0] == number);
            let rows: Vec<_> = rows.map(Vec::as_slice).collect();
            let tables = rows.chunk_by(|row, next| row[2] == next[2]);
            self.type_facts(
                listed,
                tables.map(|rows| self.published_table(rows)).collect(),
            )
        });
        let types: Vec<_> = types.collect();
        let lines = page.types.iter();
        let lines = lines.map(|line| (line[0].clone(), self.locale.text(&line[1]).to_owned()));
        let lines: Vec<_> = lines.collect();
        self.page(
            "published.md",
            context! { types, lines, ..self.context() },
            &[],
        )
    }

    fn published_table(&self, rows: &[&[String]]) -> Value {
        let cells = rows.iter().map(|row| {
            let cells = row[3..].iter().map(|cell| self.locale.text(cell));
            cells.collect::<Vec<_>>().join(" | ")
        });
        context! {
            title => capitalised(self.locale.text(&rows[0][2])),
            rows => cells.collect::<Vec<_>>(),
        }
    }

    /// Returns the report of the errors and gaps, for the maintainers of the page.
    pub(super) fn report(&self) -> Vec<Block> {
        let [errors, gaps] = [ErratumKind::Error, ErratumKind::Gap].map(|kind| -> Vec<_> {
            let errata = self.schema.errata.iter();
            let of_page = errata.filter(|erratum| {
                erratum.kind == kind && erratum.layouts.contains(&self.layout.module)
            });
            of_page.map(|erratum| self.erratum_facts(erratum)).collect()
        });
        self.page(
            "report.md",
            context! { errors, gaps, ..self.context() },
            &[],
        )
    }

    /// Returns the template variables for an erratum: its texts, and the rows and tables to
    /// correct.
    fn erratum_facts(&self, erratum: &Erratum) -> Value {
        let key = erratum.key.as_ref();
        let listed = key.and_then(|key| find(&self.layout.types, key));
        let subject = listed.map_or_else(|| self.locale.word("The published page"), |ty| &ty.name);
        let (wrong, missing) = key.map_or_else(Default::default, |key| {
            published::corrections(self.schema, self.schema.type_of(key), erratum)
        });
        let cells = |row: &PageRow| {
            let wire = self.locale.text(&row.wire);
            format!("{}, {}, {wire}", row.offset, row.length)
        };
        let wrong = wrong
            .iter()
            .map(|(name, printed, right)| [name.clone(), cells(printed), cells(right)]);
        let missing = missing
            .into_iter()
            .map(|table| self.offset_table(table, None));
        context! {
            id => &erratum.id,
            subject,
            entries => self.erratum_entries(erratum),
            wrong => wrong.collect::<Vec<_>>(),
            missing => missing.collect::<Vec<_>>(),
        }
    }
}
