//! The facts of a published page with their errors, and a report of the errors.

use super::edition::Edition;
use super::markdown::Markdown;
use super::markup::Markup as _;
use super::page::{Block, anchor, joined};
use super::table::printed;
use crate::model::{Erratum, ErratumKind, PublishedPage, find};
use crate::published::{self, Fact, Lines};
use crate::rust::capitalised;
use minijinja::{Value, context};

impl Edition<'_> {
    /// Returns the facts of a published page.
    pub(super) fn published(&self, page: &PublishedPage) -> Vec<Block> {
        let facts = self.facts_of(page);
        let sections: Vec<_> = entries(facts, "heading")
            .map(|(number, heading)| {
                let mut types = entries(facts, "type").filter(|(other, _)| *other == number);
                let (_, key) = types
                    .next()
                    .expect("a transcription has the type of a heading");
                self.published_section(facts, number, key, heading)
            })
            .collect();
        let lines = entries(facts, "listed");
        let lines: Vec<_> = lines
            .map(|(number, name)| format!("{number} | {name}"))
            .collect();
        let keys: Vec<_> = entries(facts, "type").map(|(_, key)| key).collect();
        let is_general = |fact: &&Fact| {
            let (subject, rest) = fact.name.split_once('.').unwrap_or((&fact.name, ""));
            !keys.contains(&subject) && rest.parse::<u32>().is_err()
        };
        let general: Vec<_> = facts
            .iter()
            .filter(is_general)
            .map(|fact| self.stated(fact, &fact.name))
            .collect();
        let facts = context! { page => self.page_facts(page), general, lines, sections };
        self.page("published.md", facts, &[])
    }

    /// Returns the template variables for the section about a type: its tables and other facts.
    fn published_section(&self, facts: &[Fact], number: &str, key: &str, heading: &str) -> Value {
        let listed = find(&self.layout.types, key);
        let ty = listed.map_or_else(|| self.schema.type_of(key), |ty| self.schema.type_in(ty));
        let mut tables: Vec<(&str, Vec<String>)> = Vec::new();
        let mut others = Vec::new();
        let own = facts.iter().filter_map(|fact| {
            let name = fact.name.strip_prefix(key)?.strip_prefix('.')?;
            Some((fact, name))
        });
        for (fact, name) in own {
            let row = fact.cells().zip(published::row_of(ty, name));
            let Some(([offset, length, wire], (table, row))) = row else {
                if name.strip_suffix(".says").is_none() {
                    others.push(self.stated(fact, name));
                }
                continue;
            };
            let says = format!("{}.says", fact.name);
            let says = facts.iter().find(|fact| fact.name == says);
            let description = says.map_or(&row.description, |fact| &fact.value);
            let [wire, description] = [wire, description].map(|text| self.locale.text(text));
            let cells = [offset, length, wire, description].map(Markdown::escaped);
            let row = cells.join(" | ");
            match tables.last_mut() {
                Some((name, rows)) if *name == table.name => rows.push(row),
                _ => tables.push((&table.name, vec![row])),
            }
        }
        let tables = tables.into_iter();
        let tables = tables.map(|(name, rows)| {
            context! { title => capitalised(self.locale.text(name)), rows }
        });
        let tables: Vec<_> = tables.collect();
        context! { anchor => anchor(key), number, heading, tables, others }
    }

    /// Formats a fact other than a table's row, with its lines.
    fn stated(&self, fact: &Fact, name: &str) -> String {
        let value = Markdown::escaped(&fact.value);
        format!("`{name}`: {value} ({})", self.lines(&[fact.lines]))
    }

    /// Formats passages of a page.
    pub(super) fn lines(&self, passages: &[Lines]) -> String {
        let is_one = matches!(*passages, [(first, last)] if first == last);
        let word = self.locale.word(if is_one { "line" } else { "lines" });
        let passages = passages.iter().map(|(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}–{last}")
            }
        });
        format!("{word} {}", joined(passages, ", "))
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
                Markdown::escaped(&format!("{offset}, {length}, {}", self.locale.text(wire)))
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
            .flat_map(|((page, _), ty)| published::missing(ty, self.facts_of(page)));
        let missing = missing.map(|table| self.offset_table(table, None));
        context! {
            id => &erratum.id,
            subject,
            entries => self.erratum_entries(erratum),
            wrong => wrong.collect::<Vec<_>>(),
            missing => missing.collect::<Vec<_>>(),
        }
    }
}

/// Returns the numbers and the values of numbered facts, such as `listed.5`.
fn entries<'f>(facts: &'f [Fact], kind: &'static str) -> impl Iterator<Item = (&'f str, &'f str)> {
    facts.iter().filter_map(move |fact| {
        let number = fact.name.strip_prefix(kind)?.strip_prefix('.')?;
        Some((number, &*fact.value))
    })
}
