//! The facts of the published pages, as transcribed: a CSV file for each page with lines, names and
//! values in our own words.

use crate::model::{
    Erratum, Layout, Length, Offset, PublishedPage, Row, Schema, Table, Type, find,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The facts of each page, by the id of the page.
pub type Facts = BTreeMap<String, Vec<Fact>>;

/// The first and the last line of a passage.
pub type Lines = (u32, u32);

/// A fact that a page states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The passage that states the fact.
    pub lines: Lines,
    /// The subject, such as `type.mask`, or `Vector2.x` for a row of a table.
    pub name: String,
    /// The statement; of a row its offset, length and type, such as `4: 4 Float`.
    pub value: String,
}

impl Fact {
    /// Returns the offset, the length and the type of a row; `None` for any other fact.
    #[must_use]
    pub fn cells(&self) -> Option<[&str; 3]> {
        cells(&self.value)
    }
}

/// A row of an offset table whose published cells differ from those of the schema.
#[derive(Debug)]
pub struct Correction<'a> {
    /// The row in the schema.
    pub row: &'a Row,
    /// The published offset, length and type.
    pub published: [&'a str; 3],
}

/// Reads the transcriptions in a folder: the facts of the page `ID` are in `ID.facts.csv`.
///
/// # Errors
///
/// If a file cannot be read, or a line is not a fact.
pub fn read(folder: &Path, pages: &[PublishedPage]) -> Result<Facts, String> {
    let parse = |line: &str| {
        let [lines, name, value] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            return None;
        };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        Some(Fact {
            lines: (first.parse().ok()?, last.parse().ok()?),
            name: name.to_owned(),
            value: value.to_owned(),
        })
    };
    let facts = pages.iter().map(|page| {
        let path = folder.join(format!("{}.facts.csv", page.id));
        let place = path.display();
        let text = fs::read_to_string(&path).map_err(|error| format!("{place}: {error}"))?;
        let fact = |line: &str| {
            parse(line).ok_or_else(|| format!("{place}: expected a fact, found {line:?}"))
        };
        let facts: Result<_, String> = text.lines().skip(1).map(fact).collect();
        Ok((page.id.clone(), facts?))
    });
    facts.collect()
}

/// Returns the published pages of a layout.
pub fn pages<'s>(schema: &'s Schema, layout: &Layout) -> impl Iterator<Item = &'s PublishedPage> {
    let pages = schema.pages.iter();
    pages.filter(|page| page.layouts.contains(&layout.module))
}

/// Returns the passages of a page that state the claims of an erratum; `None` if the page does not
/// state one of them.
///
/// Passages are joined if no other fact is between them.
#[must_use]
pub fn cited(erratum: &Erratum, facts: &[Fact]) -> Option<Vec<Lines>> {
    let mut claimed = BTreeSet::new();
    for (name, value) in &erratum.claims {
        let stated = facts
            .iter()
            .filter(|fact| fact.name == *name && fact.value == *value);
        let before = claimed.len();
        claimed.extend(stated.clone().map(|fact| fact.lines));
        if claimed.len() == before && stated.count() == 0 {
            return None;
        }
    }
    let all: BTreeSet<Lines> = facts.iter().map(|fact| fact.lines).collect();
    let mut passages: Vec<Lines> = Vec::new();
    let mut is_adjacent = false;
    for lines in all {
        if !claimed.contains(&lines) {
            is_adjacent = false;
            continue;
        }
        match passages.last_mut() {
            Some(last) if is_adjacent => last.1 = last.1.max(lines.1),
            _ => passages.push(lines),
        }
        is_adjacent = true;
    }
    Some(passages)
}

/// Returns the row of a type that a fact without the key of the type names, with its table.
#[must_use]
pub fn row_of<'t>(ty: &'t Type, name: &str) -> Option<(&'t Table, &'t Row)> {
    ty.tables.iter().find_map(|table| {
        let name = match &*table.name {
            "" => name,
            title => name.strip_prefix(title)?.strip_prefix('.')?,
        };
        Some((table, find(&table.rows, name)?))
    })
}

/// Returns the rows of a type that an erratum corrects.
#[must_use]
pub fn corrections<'a>(schema: &Schema, ty: &'a Type, erratum: &'a Erratum) -> Vec<Correction<'a>> {
    let claims = erratum.claims.iter();
    let correction = |(name, value): &'a (String, String)| {
        let (key, name) = name.split_once('.')?;
        let (_, row) = row_of(ty, name).filter(|_| key == ty.key)?;
        let published = cells(value).filter(|cells| !states(schema, row, *cells))?;
        Some(Correction { row, published })
    };
    claims.filter_map(correction).collect()
}

/// Returns the tables of a type that a page lacks.
pub fn missing<'t>(ty: &'t Type, facts: &[Fact]) -> impl Iterator<Item = &'t Table> {
    let is_shown = move |table: &&Table| {
        facts.iter().any(|fact| {
            let name = fact.name.split_once('.').filter(|(key, _)| *key == ty.key);
            let row = name.and_then(|(_, name)| row_of(ty, name));
            fact.cells().is_some() && row.is_some_and(|(other, _)| other.name == table.name)
        })
    };
    let missing: Vec<_> = ty.tables.iter().filter(|table| !is_shown(table)).collect();
    missing.into_iter()
}

/// Returns whether the published offset, length and type of a row are those of the schema.
#[must_use]
pub fn states(schema: &Schema, row: &Row, [offset, length, wire]: [&str; 3]) -> bool {
    let is_length = match row.length {
        Length::Counted => ["X", "N", "<variable>"].contains(&length),
        Length::Fixed(bytes) => length == bytes.to_string(),
    };
    is_at(offset, row.offset) && is_length && wire == schema.wire(&row.wire).published
}

/// Returns whether a published offset is that of a row, in any notation of the pages.
fn is_at(published: &str, offset: Offset) -> bool {
    match offset {
        Offset::At(bytes) => published == bytes.to_string(),
        // Offsets from the start of an entry.
        Offset::Part(bytes) => published == format!("X+{bytes}") || published == bytes.to_string(),
        Offset::After => published == "0",
        Offset::Element { first, stride } => {
            let times = |operator: &str| match stride {
                1 => String::new(),
                _ => format!("{operator}{stride}"),
            };
            // A range starts at the first field of an element; other fields start later.
            published == format!("{first} + i{}", times(" * "))
                || first == 8 && published == format!("8..8+length{}", times("*"))
        }
    }
}

fn cells(value: &str) -> Option<[&str; 3]> {
    let (offset, field) = value.rsplit_once(": ")?;
    let (length, wire) = field.split_once(' ')?;
    Some([offset, length, wire])
}
