//! Compares errata and the schema with transcriptions of the published pages.
//!
//! Each line of `tests/published/PAGE.facts.csv` is a fact in our own words: the lines of the
//! page's source, a name and a value. For the French page, the lines are those of its text. Rows of
//! offset tables have the names of the schema and values such as `8: 4 Float`, in the notation of the
//! page; `.says` after such a name is what the page says about the row, if that is not the row's
//! description.

use gdvariant_codegen::model::{Erratum, ErratumKind, Layout, Schema};
use gdvariant_codegen::published::{self, Fact, Facts};
use std::path::Path;

/// The folder of the transcriptions.
const FOLDER: &str = "tests/published";

pub(crate) fn schema() -> Schema {
    gdvariant_codegen::load(Path::new("schema"))
        .unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"))
}

pub(crate) fn facts(schema: &Schema) -> Facts {
    published::read(Path::new(FOLDER), &schema.pages).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that a page of each layout of an erratum states its claims.
#[test]
fn claims_are_in_the_transcriptions() {
    let schema = schema();
    let facts = facts(&schema);
    for erratum in &schema.errata {
        for layout in &schema.layouts {
            if !erratum.layouts.contains(&layout.module) {
                continue;
            }
            let mut pages = published::pages(&schema, layout);
            let is_cited = pages.any(|page| {
                let passages = published::cited(erratum, &facts[&page.id]);
                passages.is_some_and(|passages| !passages.is_empty())
            });
            assert!(
                is_cited,
                "no page of {} states {}",
                layout.module, erratum.id
            );
        }
    }
}

#[test]
fn omitted_topics_have_no_facts() {
    let schema = schema();
    let facts = facts(&schema);
    let mut count = 0;
    for erratum in &schema.errata {
        let layouts = schema.layouts.iter();
        let layouts = layouts.filter(|layout| erratum.layouts.contains(&layout.module));
        let pages = layouts.flat_map(|layout| published::pages(&schema, layout));
        let facts = pages.map(|page| &facts[&page.id]);
        for facts in facts.filter(|facts| published::cited(erratum, facts).is_some()) {
            for fact in facts {
                for topic in &erratum.omits {
                    let rest = fact.name.strip_prefix(topic.as_str());
                    let is_about =
                        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
                    assert!(
                        !is_about,
                        "{}: {topic} is not omitted: {fact:?}",
                        erratum.id
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 0, "there are gaps");
}

/// Checks the passages that errata cite: they are joined only if no other fact is between them.
#[test]
fn passages_exclude_the_facts_between_them() {
    let schema = schema();
    let facts = facts(&schema);
    let cited = |id: &str, page: &str| {
        let mut errata = schema.errata.iter();
        let erratum = errata.find(|erratum| erratum.id == id).expect("an erratum");
        published::cited(erratum, &facts[page])
    };
    let both = Some(vec![(225, 227), (229, 231)]);
    assert_eq!(cited("basis-order", "pandemonium"), both);
    assert_eq!(
        cited("basis-order", "godot3"),
        Some(vec![(275, 279), (283, 287)])
    );
    assert_eq!(cited("type-mask", "godot3-fr"), Some(vec![(11, 13)]));
    assert_eq!(
        cited("type-mask", "pandemonium-2023"),
        Some(vec![(22, 22), (26, 26)])
    );
    assert_eq!(cited("pandemonium3-numbers", "pandemonium-2023"), None);
}

/// Checks that each fact that engines contradict has an erratum.
#[test]
fn contradicted_facts_have_errata() {
    let schema = schema();
    let facts = facts(&schema);
    let (mut count, mut missing) = (0, Vec::new());
    for page in &schema.pages {
        let layouts = schema.layouts.iter();
        for layout in layouts.filter(|layout| page.layouts.contains(&layout.module)) {
            for fact in &facts[&page.id] {
                let Some(actual) = contradiction(&schema, layout, fact) else {
                    continue;
                };
                count += 1;
                let mut errata = schema.errata.iter();
                if !errata.any(|erratum| covers(erratum, layout, fact)) {
                    let (page, module, lines) = (&page.id, &layout.module, fact.lines);
                    let Fact { name, value, .. } = fact;
                    missing.push(format!(
                        "{page}, {lines:?}: {name} = {value}; {module}: {actual}"
                    ));
                }
            }
        }
    }
    assert!(
        missing.is_empty(),
        "correct the schema, or add errata that claim the facts:\n{}",
        missing.join("\n")
    );
    assert!(count > 0);
}

/// Returns whether an erratum covers a fact that a layout contradicts.
fn covers(erratum: &Erratum, layout: &Layout, fact: &Fact) -> bool {
    erratum.kind == ErratumKind::Error
        && erratum.layouts.contains(&layout.module)
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
            None if number as usize == layout.types.len() => "max",
            None => "no type",
        };
        return differs(&fact.value, actual);
    }
    let double = schema.double();
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
        let (_, row) = published::row_of(ty, row).expect("a row of the schema");
        let wire = match &*row.wire {
            "real" | "f32" => "binary32",
            "f64" => "binary64",
            other => other,
        };
        return differs(&fact.value, wire);
    }
    let cells = fact.cells()?;
    let (_, row) = published::row_of(ty, rest)
        .unwrap_or_else(|| panic!("{}: no such row in the schema", fact.name));
    let actual = || {
        format!(
            "{}: {} {}",
            row.offset,
            row.length,
            schema.wire(&row.wire).published
        )
    };
    (!published::states(schema, row, cells)).then(actual)
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
