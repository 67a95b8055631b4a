//! Compares errata and the schema with transcriptions of the published pages.
//!
//! Each line of `tests/published/PAGE.facts.csv` is a fact in our own words: the lines of the
//! page's source, a name and a value. For the French page, the lines are those of its text. Rows of
//! offset tables have the names of the schema and values such as `8: 4 Float`, where `X` stands for
//! any counted length.

use gdvariant_codegen::model::{
    Erratum, ErratumKind, Layout, Offset, PublishedPage, Row, Schema, Table, Type,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The folder of the transcriptions.
const FOLDER: &str = "tests/published";

/// A fact that a published page states.
struct Fact {
    /// The first and the last line on the page.
    lines: (u32, u32),
    name: String,
    value: String,
}

fn schema() -> Schema {
    gdvariant_codegen::load(Path::new("schema"))
        .unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"))
}

/// Parses the transcription of a page.
fn facts(page: &str) -> Vec<Fact> {
    let path = format!("{FOLDER}/{page}.facts.csv");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fact = |line: &str| {
        let [lines, name, value] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("{path}: not a fact: {line}")
        };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let number = |text: &str| text.parse().expect("the number of a line");
        Fact {
            lines: (number(first), number(last)),
            name: name.to_owned(),
            value: value.to_owned(),
        }
    };
    text.lines().skip(1).map(fact).collect()
}

fn overlap(a: (u32, u32), b: (u32, u32)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

#[test]
fn claims_are_in_the_transcriptions() {
    let schema = schema();
    for erratum in &schema.errata {
        for citation in &erratum.pages {
            let place = format!("{} on the page {}", erratum.id, citation.page);
            let facts = facts(&citation.page);
            let mut cited = Vec::new();
            for (name, value) in &erratum.claims {
                let named: Vec<&Fact> = facts.iter().filter(|fact| fact.name == *name).collect();
                let found: Vec<_> = named
                    .iter()
                    .map(|fact| (fact.lines, &*fact.value))
                    .collect();
                let is_cited = |fact: &&&Fact| {
                    let mut lines = citation.lines.iter();
                    fact.value == *value && lines.any(|lines| overlap(*lines, fact.lines))
                };
                let claimed: Vec<_> = named.iter().filter(is_cited).collect();
                assert!(
                    !claimed.is_empty(),
                    "{place}: {name} = {value} is not in {:?}, found {found:?}",
                    citation.lines
                );
                cited.extend(claimed.iter().map(|fact| fact.lines));
            }
            for lines in &citation.lines {
                assert!(
                    cited.iter().any(|fact| overlap(*lines, *fact)),
                    "{place}: no claim is in {lines:?}"
                );
            }
        }
    }
}

#[test]
fn omitted_topics_have_no_facts() {
    let schema = schema();
    let mut count = 0;
    for erratum in &schema.errata {
        for citation in &erratum.pages {
            for fact in facts(&citation.page) {
                for topic in &erratum.omits {
                    let rest = fact.name.strip_prefix(topic.as_str());
                    let is_about =
                        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
                    let Fact { name, value, .. } = &fact;
                    assert!(
                        !is_about,
                        "{} on the page {}: {topic} is not omitted: {name} = {value}",
                        erratum.id, citation.page
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 0, "there are gaps");
}

#[test]
fn pages_that_repeat_others_have_their_facts() {
    let facts_of = |id: &str| -> Vec<(String, String)> {
        let facts = facts(id).into_iter();
        let mut facts: Vec<_> = facts.map(|fact| (fact.name, fact.value)).collect();
        facts.sort();
        facts
    };
    let schema = schema();
    let repeating = schema.pages.iter().filter_map(|page| {
        let other = page.repeats.as_deref()?;
        Some((&*page.id, other))
    });
    let repeating: Vec<_> = repeating.collect();
    assert_eq!(
        repeating,
        [("godot3-fr", "godot3"), ("pandemonium-2023", "godot3")]
    );
    for (page, other) in repeating {
        assert_eq!(facts_of(page), facts_of(other), "{page}");
    }
}

#[test]
fn every_page_is_transcribed() {
    let schema = schema();
    let pages: BTreeSet<String> = schema.pages.iter().map(|page| page.id.clone()).collect();
    let files = fs::read_dir(FOLDER).expect("the folder of the transcriptions");
    let names = files.map(|file| file.expect("a file").file_name());
    let transcribed: BTreeSet<String> = names
        .filter_map(|name| {
            let name = name.into_string().expect("a plain name");
            Some(name.strip_suffix(".facts.csv")?.to_owned())
        })
        .collect();
    assert_eq!(pages, transcribed);
}

/// Checks that each fact that engines contradict has an erratum.
#[test]
fn contradicted_facts_have_errata() {
    let schema = schema();
    let mut count = 0;
    for page in &schema.pages {
        let layouts = schema.layouts.iter();
        for layout in layouts.filter(|layout| page.layouts.contains(&layout.module)) {
            for fact in facts(&page.id) {
                let Some(actual) = contradiction(&schema, layout, &fact) else {
                    continue;
                };
                assert!(
                    schema
                        .errata
                        .iter()
                        .any(|erratum| covers(erratum, page, layout, &fact)),
                    "{}, {:?}: {} = {}; {}: {actual}; add an erratum that claims the fact",
                    page.id,
                    fact.lines,
                    fact.name,
                    fact.value,
                    layout.module
                );
                count += 1;
            }
        }
    }
    println!("count {count}");
    assert!(count > 0);
}

/// Returns whether an erratum covers a fact that a layout contradicts.
fn covers(erratum: &Erratum, page: &PublishedPage, layout: &Layout, fact: &Fact) -> bool {
    let cites = |id: &str| erratum.pages.iter().any(|citation| citation.page == id);
    erratum.kind == ErratumKind::Error
        && erratum.layouts.contains(&layout.module)
        && (cites(&page.id) || page.repeats.as_deref().is_some_and(cites))
        && erratum
            .claims
            .iter()
            .any(|(name, value)| *name == fact.name && *value == fact.value)
}

/// Returns the actual behavior of engines if it contradicts a fact and the schema describes it.
fn contradiction(schema: &Schema, layout: &Layout, fact: &Fact) -> Option<String> {
    if let Some((_, constant)) = CONSTANTS.iter().find(|(name, _)| *name == fact.name) {
        return differs_from(fact, schema.constant(constant));
    }
    if let Some(number) = fact.name.strip_prefix("type.") {
        let number: u32 = number.parse().expect("the number of a type");
        let ty = layout.types.iter().find(|ty| ty.number == number);
        let actual = match ty {
            Some(ty) => &*ty.key,
            None if number == layout.types_max => "max",
            None => "no type",
        };
        return differs(&fact.value, actual);
    }
    let double = &schema.double;
    let rule = format!("(offset - {0}) * {1} + {0}", double.from, double.factor);
    match fact.name.as_str() {
        "double.length" => return differs_from(fact, double.length),
        "double.offset" => return differs(&fact.value, &rule),
        "flags.shift" => {
            return differs_from(fact, schema.constant("FLAG_WIDE").trailing_zeros());
        }
        "Float.precision" => return Some("single, if it is exact".to_owned()),
        _ => {}
    }
    let (key, rest) = fact.name.split_once('.')?;
    let listed = layout.types.iter().find(|ty| ty.key == key)?;
    let ty = schema.type_in(listed);
    let has_body = !ty.tables.is_empty();
    match rest {
        "support" => return has_body.then(|| "a body".to_owned()),
        "count.shared" => return Some("never written".to_owned()),
        _ => {}
    }
    if let Some(table) = ty.tables.iter().find(|table| table.name == rest) {
        let is_rejected = table.name == "old format" && fact.value == "possible";
        return is_rejected.then(|| "rejected".to_owned());
    }
    if rest.ends_with("padding") {
        return differs_from(fact, schema.constant("ALIGNMENT"));
    }
    if let Some(row) = rest.strip_suffix(".format") {
        let (_, row) = row_of(ty, row).expect("a row of the schema");
        let wire = match &*row.wire {
            "real" | "f32" => "binary32",
            "f64" => "binary64",
            other => other,
        };
        return differs(&fact.value, wire);
    }
    let (offset, field) = fact.value.rsplit_once(": ")?;
    let (length, wire) = field.split_once(' ')?;
    let (_, row) =
        row_of(ty, rest).unwrap_or_else(|| panic!("{}: no such row in the schema", fact.name));
    let actual_wire = &schema.wire(&row.wire).published;
    let is_right =
        is_at(offset, row.offset) && length == row.length.to_string() && wire == actual_wire;
    let actual = || format!("{}: {} {actual_wire}", row.offset, row.length);
    (!is_right).then(actual)
}

/// Facts about constants of the schema.
const CONSTANTS: [(&str, &str); 8] = [
    ("padding", "ALIGNMENT"),
    ("header.length", "HEADER_LENGTH"),
    ("type.mask", "TYPE_MASK"),
    ("Dictionary.count.mask", "COUNT_MASK"),
    ("Array.count.mask", "COUNT_MASK"),
    ("NodePath.name_count.new_format", "NODE_PATH_NEW_FORMAT"),
    ("NodePath.name_count.count", "NODE_PATH_COUNT_MASK"),
    ("NodePath.flags.absolute", "NODE_PATH_ABSOLUTE"),
];

fn differs(value: &str, actual: &str) -> Option<String> {
    (value != actual).then(|| actual.to_owned())
}

/// Returns the actual number if it differs from the value of the fact.
fn differs_from(fact: &Fact, actual: u32) -> Option<String> {
    let number = match fact.value.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => fact.value.parse(),
    };
    let number = number.unwrap_or_else(|_| panic!("{}: {}", fact.name, fact.value));
    (number != actual).then(|| format!("0x{actual:X}"))
}

/// Finds a row by its name, which may follow the name of its table.
fn row_of<'t>(ty: &'t Type, name: &str) -> Option<(&'t Table, &'t Row)> {
    let rows = |table: &'t Table| table.rows.iter().map(move |row| (table, row));
    let mut rows = ty.tables.iter().flat_map(rows);
    rows.find(|(table, row)| match &*table.name {
        "" => row.name == name,
        table => {
            name.strip_prefix(table)
                .and_then(|rest| rest.strip_prefix('.'))
                == Some(&row.name)
        }
    })
}

/// Returns whether the printed offset of a page is that of a row.
fn is_at(printed: &str, offset: Offset) -> bool {
    let Offset::Element { first, stride } = offset else {
        return printed == offset.to_string();
    };
    // A printed range starts at the first field of an element; other fields start later.
    let factor = if stride == 1 {
        String::new()
    } else {
        format!("*{stride}")
    };
    printed == offset.to_string() || first == 8 && printed == format!("8..8+length{factor}")
}
