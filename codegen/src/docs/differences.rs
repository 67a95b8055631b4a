//! The page of the differences between the layouts.

use super::edition::{Edition, Source};
use super::migration::{numbered, section};
use super::page::Block;
use crate::model::{Layout, LayoutType, Var2str, find, has, names};
use minijinja::{Value, context};
use std::collections::HashSet;

impl Source<'_> {
    /// Returns the blocks of the page.
    pub(super) fn differences(&self) -> Vec<Block> {
        let all = &self.schema.layouts;
        let layouts: Vec<_> = all.iter().map(|layout| self.differing(layout)).collect();
        // The types, sorted by number in the first layout that has them.
        let mut seen = HashSet::new();
        let keys = all.iter().flat_map(|layout| names(&layout.types));
        let keys = keys.filter(|key| seen.insert(*key));
        let types = keys.map(|key| {
            let name = self.name_in_engines(key);
            let numbers = all.iter().map(|layout| number(layout, key, name));
            context! { name, numbers => numbers.collect::<Vec<_>>() }
        });
        let types: Vec<_> = types.collect();
        let bodies: Vec<_> = names(&self.schema.types)
            .flat_map(|key| self.bodies(key))
            .collect();
        self.page(
            "differences.md",
            context! { layouts, types, bodies, untested => self.untested() },
            &[],
        )
    }

    /// Returns the variables of the templates for the versions and forks that no test has run.
    pub(super) fn untested(&self) -> Vec<Value> {
        let all = self.schema.untested.iter();
        let facts = all.filter_map(|untested| {
            let layout = find(&self.schema.layouts, &untested.layout)?;
            let texts = [&untested.name, &untested.known];
            let [name, known] = texts.map(|text| self.locale.text(text));
            Some(context! { name, known, layout => &layout.title, module => &layout.module })
        });
        facts.collect()
    }

    /// Returns the bodies of a type with their layouts; none if all layouts have the same one.
    fn bodies(&self, key: &str) -> Vec<Value> {
        let all = self.schema.layouts.iter();
        let listed: Vec<_> = all
            .filter_map(|layout| Some((layout, find(&layout.types, key)?)))
            .collect();
        let body = |listed| {
            let ty = self.schema.type_in(listed);
            (&ty.flags, &ty.tables)
        };
        let mut bodies: Vec<Vec<(&Layout, &LayoutType)>> = Vec::new();
        for (layout, ty) in listed {
            match bodies.iter_mut().find(|same| body(same[0].1) == body(ty)) {
                Some(same) => same.push((layout, ty)),
                None => bodies.push(vec![(layout, ty)]),
            }
        }
        let facts = |same: &Vec<(&Layout, &LayoutType)>| {
            let (layout, listed) = same[0];
            let edition = Edition {
                source: *self,
                layout,
                is_double: false,
            };
            let ty = self.schema.type_in(listed);
            let titles = same.iter().map(|(layout, _)| &*layout.title);
            context! {
                name => format!("[{}]({})", listed.name, section(layout, listed)),
                layouts => titles.collect::<Vec<_>>().join(", "),
                size => edition.size(listed, ty),
                description => self.locale.text(&ty.description),
            }
        };
        let is_different = bodies.len() > 1;
        bodies.iter().filter(|_| is_different).map(facts).collect()
    }

    /// Returns the name of a type in `types.yaml`, or a name in an engine if no engine has that name.
    fn name_in_engines(&self, key: &str) -> &str {
        let name = &self.schema.type_of(key).name;
        let layouts = self.schema.layouts.iter();
        let mut names = layouts.filter_map(|layout| Some(&find(&layout.types, key)?.name));
        let first = names.clone().next();
        if names.any(|known| known == name) {
            name
        } else {
            first.unwrap_or(name)
        }
    }

    /// Returns the variables of the template for a layout.
    fn differing(&self, layout: &Layout) -> Value {
        let is_elsewhere = |key: &str| {
            let mut layouts = self.schema.layouts.iter();
            layouts.any(|other| other.module != layout.module && has(&other.types, key))
        };
        let link = |ty: &LayoutType| format!("[{}]({})", ty.name, section(layout, ty));
        let only = layout.types.iter().filter(|ty| !is_elsewhere(&ty.key));
        context! {
            title => &layout.title,
            module => &layout.module,
            description => self.locale.text(&layout.description),
            only => only.map(link).collect::<Vec<_>>(),
            is_lenient => layout.has_lenient_text,
            keeps_root => layout.keeps_root,
            marks_double => layout.has_double_builds(),
            is_godot4 => layout.var2str == Var2str::Godot4,
        }
    }
}

/// Returns the number of a type in a layout, in Markdown; a dash if the layout lacks the type.
///
/// A name that is particular to the layout follows the number.
fn number(layout: &Layout, key: &str, name: &str) -> String {
    match find(&layout.types, key) {
        None => "–".to_owned(),
        Some(listed) if listed.name == name => numbered(layout, listed),
        Some(listed) => format!("{} {}", numbered(layout, listed), listed.name),
    }
}
