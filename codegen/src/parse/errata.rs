//! Parses `errata.yaml`.

use super::keys::Keys;
use super::node::Node;
use crate::model::{
    Affected, Citation, Defect, Engine, Erratum, ErratumKind, PublishedPage, PublishedRow, Schema,
};
use crate::report::{File, Report};
use crate::yaml::Value;

/// Parses `errata.yaml` into the lists of a schema.
pub(crate) fn errata(value: Option<&Value>, schema: &mut Schema, report: &mut Report) {
    Node::file(value, File::Errata, report).keys(|keys| {
        schema.pages = keys.items("pages", |_, node| page(node));
        schema.engines = keys.items("engines", |_, node| engine(node));
        schema.errata = keys.items("errata", |_, node| erratum(node));
        schema.defects = keys.items("defects", |_, node| defect(node));
    });
}

fn page(node: Node<'_>) -> PublishedPage {
    node.keys(|keys| PublishedPage {
        id: keys.text("id"),
        title: keys.text("title"),
        layouts: keys.texts("layouts"),
        language: keys.text("language"),
        address: keys.text("address"),
        revision: keys.text("revision"),
        authors: keys.text("authors"),
        licence: keys.text("licence"),
        repeats: keys.optional_text("repeats"),
    })
}

fn engine(node: Node<'_>) -> Engine {
    node.keys(|keys| Engine {
        name: keys.text("name"),
        versions: keys.text("versions"),
        address: keys.text("address"),
        licence: keys.text("licence"),
    })
}

fn erratum(node: Node<'_>) -> Erratum {
    let kinds = [("error", ErratumKind::Error), ("gap", ErratumKind::Gap)];
    node.keys(|keys| Erratum {
        id: keys.text("id"),
        kind: keys.choice("kind", &kinds),
        layouts: keys.texts("layouts"),
        key: keys.optional_text("type"),
        pages: keys.entries("pages", citation),
        claims: keys.entries("claims", claim),
        omits: keys.or_default("omits", Keys::texts),
        documented: keys.text("documented"),
        actual: keys.text("actual"),
        versions: keys.text("versions"),
        published: keys.or_default("published", |keys, key| {
            keys.items(key, |_, node| published_row(node))
        }),
        unlisted: keys.or_default("unlisted", Keys::texts),
    })
}

fn citation(page: &str, node: Node<'_>) -> Citation {
    let lines = node.value.and_then(lines);
    if lines.is_none() {
        node.unexpected("ascending lines, such as 25 or \"22-25, 30\"");
    }
    Citation {
        page: page.to_owned(),
        lines: lines.unwrap_or_default(),
    }
}

/// Parses line numbers: `25`, `22-25`, or several of them with commas in ascending order.
fn lines(value: &Value) -> Option<Vec<(u32, u32)>> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        value => value.text()?.to_owned(),
    };
    let passage = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        Some((first.parse().ok()?, last.parse().ok()?))
    };
    let lines: Vec<(u32, u32)> = text.split(", ").map(passage).collect::<Option<_>>()?;
    let mut end = 0;
    for (first, last) in &lines {
        if *first <= end || last < first {
            return None;
        }
        end = *last;
    }
    Some(lines)
}

fn claim(fact: &str, node: Node<'_>) -> (String, String) {
    let value = node.value.and_then(Value::text).map(str::to_owned);
    if value.is_none() {
        node.unexpected("the value of the fact, as a string");
    }
    (fact.to_owned(), value.unwrap_or_default())
}

fn published_row(node: Node<'_>) -> PublishedRow {
    node.keys(|keys| PublishedRow {
        table: keys.or_default("table", Keys::text),
        name: keys.text("name"),
        offset: keys.optional("offset", Keys::printed),
        length: keys.optional("length", Keys::printed),
        wire: keys.optional_text("wire"),
    })
}

fn defect(node: Node<'_>) -> Defect {
    let affects = [
        ("every", Affected::Every),
        ("nested", Affected::Nested),
        ("root", Affected::Root),
        ("supplementary", Affected::Supplementary),
    ];
    node.keys(|keys| Defect {
        id: keys.text("id"),
        layouts: keys.texts("layouts"),
        key: keys.text("type"),
        affects: keys.optional_choice("affects", &affects),
        happens: keys.text("happens"),
        versions: keys.text("versions"),
    })
}
