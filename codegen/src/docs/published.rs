//! The published page of a layout: its tables with their errors, and a report of the errors.

use super::edition::Edition;
use super::page::{Block, Shows, Text, cell, heading, plain, strong};
use crate::model::{Erratum, ErratumKind, LayoutType, find};
use crate::published::{self, PageRow, PageTable};
use crate::rust::capitalised;
use minijinja::context;

impl Edition<'_> {
    /// Returns the facts of the published page.
    pub(super) fn published(&self) -> Vec<Block> {
        let tables = published::tables(self.schema, self.layout);
        let types = self.layout.types.iter().zip(&tables);
        let sections = types.flat_map(|(listed, tables)| self.published_type(listed, tables));
        let inserts = [("sections", sections.collect())];
        let lines = published::type_list(self.layout).into_iter();
        let lines = lines.map(|line| (line.tag, self.locale.text(&line.listed).to_owned()));
        let lines: Vec<_> = lines.collect();
        self.page("published", context! { lines, ..self.context() }, &inserts)
    }

    /// Returns the section of a type: what its text states, then its tables.
    fn published_type(&self, listed: &LayoutType, tables: &[PageTable]) -> Vec<Block> {
        let row = |row: &PageRow| {
            [
                &*row.offset,
                &row.length,
                self.locale.text(&row.wire),
                self.locale.text(&row.description),
            ]
            .join(" | ")
        };
        let tables = tables.iter().map(|table| {
            let rows = table.rows.iter().map(row);
            context! {
                title => capitalised(self.locale.text(&table.name)),
                rows => rows.collect::<Vec<_>>(),
            }
        });
        let tables: Vec<_> = tables.collect();
        self.type_prose(
            "published_type",
            listed,
            context! { has_tables => !tables.is_empty(), tables },
        )
    }

    /// Returns the report of the errors and gaps, for the maintainers of the page.
    pub(super) fn report(&self) -> Vec<Block> {
        let of_kind = |kind| -> Vec<Block> {
            let errata = self.schema.errata.iter();
            let of_page = errata.filter(|erratum| {
                erratum.kind == kind && erratum.layouts.contains(&self.layout.module)
            });
            of_page.flat_map(|erratum| self.reported(erratum)).collect()
        };
        let [errors, gaps] = [ErratumKind::Error, ErratumKind::Gap].map(of_kind);
        let context = context! {
            has_errors => !errors.is_empty(),
            has_gaps => !gaps.is_empty(),
            ..self.context()
        };
        let inserts = [("errors", errors), ("gaps", gaps)];
        self.page("report", context, &inserts)
    }

    fn reported(&self, erratum: &Erratum) -> Vec<Block> {
        let key = erratum.key.as_ref();
        let listed = key.and_then(|key| find(&self.layout.types, key));
        let subject = listed.map_or_else(|| self.locale.word("The published page"), |ty| &ty.name);
        let item = |(label, text): (String, Text)| {
            let label = [strong(format!("{label}.")), plain(" ")];
            label.into_iter().chain(text).collect()
        };
        let items = self.erratum_entries(erratum).map(item).into();
        let title = format!("{subject} ({})", erratum.id);
        [heading(3, &erratum.id, title), Block::List { items }]
            .into_iter()
            .chain(self.corrections(erratum))
            .collect()
    }

    /// Returns the rows that differ from the page, and the tables that the page lacks.
    fn corrections(&self, erratum: &Erratum) -> Vec<Block> {
        let Some(key) = &erratum.key else {
            return Vec::new();
        };
        let ty = self.schema.type_of(key);
        let (wrong, missing) = published::corrections(self.schema, ty, erratum);
        let cells = |row: &PageRow| {
            let wire = self.locale.text(&row.wire);
            format!("{}, {}, {wire}", row.offset, row.length)
        };
        let line = |(name, printed, right): &(String, PageRow, PageRow)| {
            [name.clone(), cells(printed), cells(right)].map(cell)
        };
        let mut blocks = Vec::new();
        if !wrong.is_empty() {
            let titles = ["Field", "Documented", "Actual"];
            blocks.push(self.table(Shows::Facts, titles, wrong.iter().map(line)));
        }
        for table in missing {
            blocks.extend(self.table_title(&table.name, None));
            blocks.push(self.offsets(table));
        }
        blocks
    }
}
