//! Errata and examples: they agree with the pages and layouts that they are about.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{ErratumKind, Schema, find, has, names};

/// Checks the errata and the defects, and that every type has an example.
///
/// Tests compare the claims of the errata with the pages.
pub(super) fn check(schema: &Schema, report: &mut Diagnostics) {
    for (id, modules, key) in schema.affected() {
        let layouts = modules
            .iter()
            .filter_map(|module| find(&schema.layouts, module));
        for layout in layouts.filter(|layout| key.is_some_and(|key| !has(&layout.types, key))) {
            let what = format!("the layout `{}`", layout.module);
            report.not_allowed(
                &Diagnostic::at("errata.yaml", id),
                what,
                "it lacks the type",
            );
        }
    }
    for erratum in &schema.errata {
        let place = Diagnostic::at("errata.yaml", &erratum.id);
        let cited = |module: &String| {
            let pages = erratum.pages.iter();
            let mut pages = pages.filter_map(|cited| find(&schema.pages, &cited.page));
            pages.any(|page| page.layouts.contains(module))
        };
        if !erratum.layouts.iter().all(cited) {
            report.missing(&place, "pages", "there is one of each layout in `layouts`");
        }
        if (erratum.kind == ErratumKind::Gap) == erratum.omits.is_empty() {
            let found = if erratum.omits.is_empty() {
                "neither"
            } else {
                "both"
            };
            report.found(&place, found, "either `kind: error` or `omits`");
        }
    }
    let place = Diagnostic::at("examples.yaml", "");
    let has_example = |key: &str| schema.examples.iter().any(|example| example.key == key);
    let why = "the documentation shows values of each type";
    report.check_has(&place, names(&schema.types), has_example, why);
}
