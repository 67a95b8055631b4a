//! Parses `errata.yaml`.

use super::keys::Keys;
use super::node::Node;
use crate::model::{Affected, Defect, Erratum, PublishedRow};
use crate::report::{File, Report};
use crate::yaml::Value;

/// Parses `errata.yaml`.
pub(crate) fn errata(value: Option<&Value>, report: &mut Report) -> (Vec<Erratum>, Vec<Defect>) {
    Node::file(value, File::Errata, report).keys(|keys| {
        (
            keys.items("errata", |_, node| erratum(node)),
            keys.items("defects", |_, node| defect(node)),
        )
    })
}

fn erratum(node: Node<'_>) -> Erratum {
    node.keys(|keys| Erratum {
        id: keys.text("id"),
        layouts: keys.texts("layouts"),
        key: keys.optional_text("type"),
        says: keys.text("says"),
        engine: keys.text("engine"),
        since: keys.text("since"),
        published: keys.or_default("published", |keys, key| {
            keys.items(key, |_, node| published_row(node))
        }),
        unlisted: keys.or_default("unlisted", Keys::texts),
    })
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
        since: keys.text("since"),
    })
}
