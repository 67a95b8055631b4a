//! Checks that errata and examples agree with the pages and layouts that they refer to.

use super::Check;
use crate::model::{find, has, names};

impl Check<'_> {
    /// Checks the errata and the defects, and that every type has an example.
    ///
    /// Tests compare the claims of the errata with the pages.
    pub(super) fn errata(&self) {
        let schema = self.schema;
        for (id, modules, key) in schema.affected() {
            let modules = modules.into_iter();
            for layout in modules.filter_map(|module| find(&schema.layouts, module)) {
                if key.is_some_and(|key| !has(&layout.types, key)) {
                    let what = format!("the layout `{}`", layout.module);
                    let place = self.at("errata.yaml", id);
                    place.not_allowed(what, "it lacks the type");
                }
            }
        }
        for defect in &schema.defects {
            for layout in &defect.layouts {
                if [&layout.run, &layout.read, &layout.reported] == [&None; 3] {
                    let why = "at least one says in which versions the defect was found";
                    let what = format!("`run`, `read` or `reported` of `{}`", layout.module);
                    self.at("errata.yaml", &defect.id).missing(what, why);
                }
            }
        }
        let why = "the documentation shows values of each type";
        let place = self.at("examples.yaml", "examples");
        let shown = schema.examples.iter();
        let shown: Vec<_> = shown.filter(|(_, values)| !values.is_empty()).collect();
        place.check_has(names(&schema.types), &shown, why);
    }
}
