//! The published page of a layout: its tables with their errors, and a report of the errors.

use super::edition::Edition;
use super::page::Block;
use crate::model::{Erratum, ErratumKind, find};
use crate::published::{self, PageRow, PageTable};
use crate::rust::capitalised;
use minijinja::{Value, context};

impl Edition<'_> {
    /// Returns the facts of the published page.
    pub(super) fn published(&self) -> Vec<Block> {
        let tables = published::tables(self.schema, self.layout);
        let types = self
            .layout
            .types
            .iter()
            .zip(&tables)
            .map(|(listed, tables)| {
                self.type_facts(
                    listed,
                    tables
                        .iter()
                        .map(|table| self.published_table(table))
                        .collect(),
                )
            });
        let types: Vec<_> = types.collect();
        let lines = published::type_list(self.layout).into_iter();
        let lines = lines.map(|line| (line.tag, self.locale.text(&line.listed).to_owned()));
        let lines: Vec<_> = lines.collect();
        self.page(
            "published.md",
            context! { types, lines, ..self.context() },
            &[],
        )
    }

    fn published_table(&self, table: &PageTable) -> Value {
        let rows = table.rows.iter().map(|row| {
            let [wire, description] =
                [&row.wire, &row.description].map(|text| self.locale.text(text));
            [&*row.offset, &row.length, wire, description].join(" | ")
        });
        context! {
            title => capitalised(self.locale.text(&table.name)),
            rows => rows.collect::<Vec<_>>(),
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
