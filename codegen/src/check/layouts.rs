//! Checks layouts: the type numbers have no gap, and every layout has the types with a role.

use super::Check;
use crate::model::{
    Body, DoubleBuilds, Layout, LayoutType, Role, Table, Type, Versions, has, names,
};

impl Check<'_> {
    /// Checks each layout, and that each type is in a layout.
    pub(super) fn layouts(&self) {
        let schema = self.schema;
        for layout in &schema.layouts {
            let place = self.at_layout(layout, "description");
            if !layout.description.contains(&layout.versions.to_string()) {
                let why = "every description states them";
                place.missing("the `versions` in `description`", why);
            }
            let with_role = schema.types.iter().filter(|ty| ty.role.is_some());
            let with_role = with_role.map(|ty| &*ty.key);
            let why = "Rust's own types are encoded as these in every layout";
            self.at_layout(layout, "types")
                .check_has(with_role, &layout.types, why);
            self.numbers(layout);
            let mut own = layout.types.iter().filter_map(|ty| ty.own.as_ref());
            let declares = |ty: &Type| ty.tables.iter().any(|table| table.declares.is_some());
            if !layout.declared.is_empty() && !own.any(declares) {
                let why = "no `override` has flags that select declared types";
                place.not_allowed("`declared`", why);
            }
            for listed in &layout.types {
                self.type_in_layout(layout, listed);
            }
        }
        let listed = schema.layouts.iter().flat_map(|layout| &layout.types);
        let listed: Vec<_> = listed.collect();
        let why = "every type has a number in some layout";
        let place = self.at("types.yaml", "types");
        place.check_has(names(&schema.types), &listed, why);
    }

    /// Checks that type numbers count from 0 without a gap, and fit into a header.
    fn numbers(&self, layout: &Layout) {
        let most = self.schema.constant("TYPE_MASK");
        for (expected, ty) in (0..).zip(&layout.types) {
            if ty.number != expected || expected > most {
                let place = self.at_layout(layout, &ty.key);
                return place.found(ty.number, format!("number {expected} (at most {most})"));
            }
        }
    }

    /// Checks a type of a layout.
    fn type_in_layout(&self, layout: &Layout, listed: &LayoutType) {
        let schema = self.schema;
        let (ty, place) = (
            schema.type_of(&listed.key),
            self.at_layout(layout, &listed.key),
        );
        // The class of a typed array is a StringName.
        let inner = schema.other_text().filter(|_| ty.body == Body::TypedArray);
        let inner = inner.map(|ty| &*ty.key);
        place.check_has(inner, &layout.types, "values of the type contain it");
        let is_own = matches!(ty.body, Body::NodePath | Body::Dictionary | Body::Array);
        if listed.own.is_some() && !is_own && !ty.is(Role::Rid) {
            let why = "layouts can override the bodies `node_path`, `dictionary` and `array`, and \
                       the type with the role `rid`";
            place.not_allowed("`override`", why);
        }
        let falls_back = matches!(&ty.body, Body::Packed(element) if has(&schema.types, element));
        if listed.since.is_some() && !falls_back {
            let why = "older versions decode only packed arrays of a type from an Array";
            place.not_allowed("`since`", why);
        }
        let tables = listed.own.iter().flat_map(|own| &own.tables);
        let since = tables.map(|table| table.since).chain([listed.since]);
        let Versions { oldest, newest } = layout.versions;
        for since in since.flatten() {
            if since <= oldest || since > newest {
                place.found(since, format!("a version after {oldest}, up to {newest}"));
                break;
            }
        }
        // All components of a body have the same precision.
        let has_reals = ty.rows().any(|row| schema.is_real(row));
        let is_single = listed.has_single_reals;
        let mut types = layout.types.iter();
        let element = types.find(|other| ty.body == Body::Packed(other.key.clone()));
        let is_flagged = has_reals && !is_single && layout.double == DoubleBuilds::Flag;
        let mut components = ty.tables.iter().flat_map(Table::components);
        if is_single && (layout.double == DoubleBuilds::None || !has_reals) {
            let why = "neither the layout nor a row depends on the precision";
            place.not_allowed("`reals: single`", why);
        } else if element.is_some_and(|element| element.has_single_reals != is_single) {
            place.not_allowed("this `reals`", "the elements have another precision");
        } else if is_flagged && !components.all(|row| schema.is_real(row)) {
            let why = "the flag of a header doubles the length of every component";
            place.missing("`reals: single`", why);
        }
    }
}
