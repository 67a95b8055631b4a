//! Parses `errata.yaml`.

use super::keys::{Keys, identified, named};
use crate::model::{Affected, Defect, Erratum, PublishedRow};
use crate::report::{File, Place, Report};
use crate::yaml::Value;

/// Parses `errata.yaml`.
pub(crate) fn errata(value: Option<&Value>, report: &mut Report) -> (Vec<Erratum>, Vec<Defect>) {
    let mut keys = Keys::open(
        value,
        &Place::file(File::Errata),
        &["errata", "defects"],
        report,
    );
    (keys.items("errata", erratum), keys.items("defects", defect))
}

fn erratum(value: &Value, place: &Place, report: &mut Report) -> Erratum {
    let place = identified(place, value, "erratum");
    let known = [
        "id",
        "layouts",
        "type",
        "says",
        "engine",
        "since",
        "published",
        "unlisted",
    ];
    let mut keys = Keys::open(Some(value), &place, &known, report);
    Erratum {
        id: keys.text("id"),
        layouts: keys.texts("layouts"),
        key: keys.optional("type", Keys::text),
        says: keys.text("says"),
        engine: keys.text("engine"),
        since: keys.text("since"),
        published: keys
            .optional("published", |keys, key| keys.items(key, published_row))
            .unwrap_or_default(),
        unlisted: keys.optional("unlisted", Keys::texts).unwrap_or_default(),
    }
}

fn published_row(value: &Value, place: &Place, report: &mut Report) -> PublishedRow {
    let place = named(place, value, "name");
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["table", "name", "offset", "length", "wire"],
        report,
    );
    PublishedRow {
        table: keys.optional("table", Keys::text).unwrap_or_default(),
        name: keys.text("name"),
        offset: keys.optional("offset", Keys::printed),
        length: keys.optional("length", Keys::printed),
        wire: keys.optional("wire", Keys::text),
    }
}

fn defect(value: &Value, place: &Place, report: &mut Report) -> Defect {
    let place = identified(place, value, "defect");
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["id", "layouts", "type", "affects", "happens", "since"],
        report,
    );
    Defect {
        id: keys.text("id"),
        layouts: keys.texts("layouts"),
        key: keys.text("type"),
        affects: affected(&mut keys),
        happens: keys.text("happens"),
        since: keys.text("since"),
    }
}

fn affected(keys: &mut Keys) -> Option<Affected> {
    let words = ["every", "nested", "root", "supplementary"];
    let word = keys.optional("affects", |keys, key| keys.choice(key, &words))?;
    Some(match word {
        "nested" => Affected::Nested,
        "root" => Affected::Root,
        "supplementary" => Affected::Supplementary,
        _ => Affected::Every,
    })
}
