//! The published page of a layout: its tables with their errors, and a report of the errors.

use super::edition::Edition;
use super::page::{Block, Shows, Text, anchor, heading, plain, strong};
use super::prose;
use crate::model::{Erratum, ErratumKind};
use crate::published::{self, PageRow, PageTable};
use minijinja::context;

impl Edition<'_> {
    /// Returns the tables of the published page.
    pub(super) fn published(&self) -> Vec<Block> {
        let tables = published::tables(self.schema, self.layout).into_iter();
        let tables = tables.flat_map(|tables| self.published_type(&tables));
        let inserts = [
            ("types", vec![self.published_list()]),
            ("tables", tables.collect()),
        ];
        let context = context! { engine => &self.layout.title };
        prose::page(self.locale, self.schema, "published", context, &inserts)
    }

    fn published_list(&self) -> Block {
        let lines = published::type_list(self.layout).into_iter();
        let rows = lines.map(|line| [vec![plain(line.tag)], vec![plain(line.listed)]]);
        self.table(Shows::Facts, ["Number", "Type"], rows)
    }

    fn published_type(&self, tables: &[PageTable]) -> Vec<Block> {
        let mut blocks = Vec::new();
        for table in tables {
            if blocks.is_empty() {
                let text = format!("{}: {}", table.tag, table.type_name);
                blocks.push(heading(3, anchor(&table.type_name), text));
            }
            if !table.name.is_empty() {
                blocks.push(self.table_title(&table.name, None));
            }
            let row = |row: &PageRow| {
                [
                    &*row.offset,
                    &row.length,
                    self.locale.text("wires", &row.wire),
                ]
                .map(|cell| vec![plain(cell)])
            };
            let rows = table.rows.iter().map(row);
            blocks.push(self.table(Shows::Facts, ["Offset", "Len", "Type"], rows));
        }
        blocks
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
            engine => &self.layout.title,
            has_errors => !errors.is_empty(),
            has_gaps => !gaps.is_empty(),
        };
        let pages = vec![self.page_list()];
        let inserts = [("pages", pages), ("errors", errors), ("gaps", gaps)];
        prose::page(self.locale, self.schema, "report", context, &inserts)
    }

    fn reported(&self, erratum: &Erratum) -> Vec<Block> {
        let listed = self
            .layout
            .types
            .iter()
            .find(|ty| Some(&ty.key) == erratum.key.as_ref());
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
            format!(
                "{}, {}, {}",
                row.offset,
                row.length,
                self.locale.text("wires", &row.wire)
            )
        };
        let line = |(name, printed, right): &(String, PageRow, PageRow)| {
            [name.clone(), cells(printed), cells(right)].map(|cell| vec![plain(cell)])
        };
        let mut blocks = Vec::new();
        if !wrong.is_empty() {
            let titles = ["Field", "Documented", "Actual"];
            blocks.push(self.table(Shows::Facts, titles, wrong.iter().map(line)));
        }
        for table in missing {
            blocks.extend((!table.name.is_empty()).then(|| self.table_title(&table.name, None)));
            blocks.push(self.offsets(table));
        }
        blocks
    }
}
