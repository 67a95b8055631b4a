//! Checks that errata and examples agree with the pages and layouts that they refer to.

use super::Check;
use crate::model::{ErratumKind, find, has, names};

impl Check<'_> {
    /// Checks the errata and the defects, and that every type has an example.
    ///
    /// Tests compare the claims of the errata with the pages.
    pub(super) fn errata(&self) {
        let schema = self.schema;
        for (id, modules, key) in schema.affected() {
            let layouts = modules
                .iter()
                .filter_map(|module| find(&schema.layouts, module));
            for layout in layouts.filter(|layout| key.is_some_and(|key| !has(&layout.types, key))) {
                let what = format!("the layout `{}`", layout.module);
                self.at("errata.yaml", id)
                    .not_allowed(what, "it lacks the type");
            }
        }
        for erratum in &schema.errata {
            let place = self.at("errata.yaml", &erratum.id);
            if (erratum.kind == ErratumKind::Gap) == erratum.omits.is_empty() {
                let found = if erratum.omits.is_empty() {
                    "neither"
                } else {
                    "both"
                };
                place.found(found, "either `kind: error` or `omits`");
            }
        }
        for defect in &schema.defects {
            for layout in &defect.layouts {
                if [&layout.run, &layout.read, &layout.reported] == [&None; 3] {
                    let why = "at least one says in which versions the defect was found";
                    let place = self.at("errata.yaml", &defect.id);
                    place.missing(
                        format!("`run`, `read` or `reported` of `{}`", layout.module),
                        why,
                    );
                }
            }
        }
        let why = "the documentation shows values of each type";
        let place = self.at("examples.yaml", "examples");
        let shown = schema
            .examples
            .iter()
            .filter(|(_, values)| !values.is_empty());
        place.check_has(names(&schema.types), &shown.collect::<Vec<_>>(), why);
    }
}
