//! The page of the differences between the layouts, and the pages about the changes from an
//! engine's earlier layout to its successor.

use crate::book::{Book, Edition};
use crate::layout::anchor;
use gdvariant_codegen::model::{Layout, LayoutType, Role, Type, Var2str, find, has, names};
use minijinja::{Value, context};
use std::collections::HashSet;
use std::iter::successors;

impl<'a> Book<'a> {
    /// Returns the text of the page of the differences.
    pub(crate) fn differences(self) -> String {
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
        self.render(
            "differences.md",
            context! { layouts, types, bodies, untested => self.untested() },
        )
    }

    /// Returns the variables of the templates for the versions and forks that no test has run.
    pub(crate) fn untested(self) -> Vec<Value> {
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
    fn bodies(self, key: &str) -> Vec<Value> {
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
                book: self,
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
    fn name_in_engines(self, key: &str) -> &'a str {
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
    fn differing(self, layout: &Layout) -> Value {
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

    /// Returns each layout that succeeds another one, after the other one.
    pub(crate) fn migrations(self) -> impl Iterator<Item = (&'a Layout, &'a Layout)> {
        let layouts = &self.schema.layouts;
        let pair = |to: &'a Layout| Some((find(layouts, to.succeeds.as_ref()?)?, to));
        layouts.iter().filter_map(pair)
    }

    /// Returns the text of the page about the changes between two layouts.
    pub(crate) fn migration(self, from: &Layout, to: &Layout) -> String {
        let schema = self.schema;
        let title = |layout: &Layout| {
            context! { title => &layout.title, module => &layout.module }
        };
        let facts = |layout: &Layout, ty: &LayoutType| {
            context! {
                name => &ty.name,
                number => numbered(layout, ty),
                href => section(layout, ty),
                description => self.locale.text(&schema.type_in(ty).description),
            }
        };
        let shared = from.types.iter().filter_map(|old| {
            let new = find(&to.types, &old.key)?;
            Some(context! {
                old => facts(from, old),
                new => facts(to, new),
                is_changed => schema.type_in(old).tables != schema.type_in(new).tables,
                is_unmoved => (old.number, &old.name) == (new.number, &new.name),
            })
        });
        let added = to.types.iter().filter(|ty| !has(&from.types, &ty.key));
        let added = added.map(|ty| {
            let nearest = |key: &&String| schema.type_of(key).nearest.as_ref();
            let mut keys = successors(Some(&ty.key), nearest);
            let nearest = keys.find_map(|key| find(&from.types, key));
            let nearest = nearest.map(|nearest| facts(from, nearest));
            context! { nearest, ..facts(to, ty) }
        });
        let is_lost = |has: fn(&Type) -> bool| {
            let has = |layout: &Layout| layout.types.iter().any(|ty| has(schema.type_in(ty)));
            has(to) && !has(from)
        };
        let facts = context! {
            from => title(from),
            to => title(to),
            shared => shared.collect::<Vec<_>>(),
            added => added.collect::<Vec<_>>(),
            loses_declared => is_lost(Type::declares),
            loses_id => is_lost(|ty| ty.is(Role::Rid) && !ty.tables.is_empty()),
            loses_root => to.keeps_root && !from.keeps_root,
        };
        self.render("migration.md", facts)
    }
}

/// Returns the target of a link to the section of a type.
fn section(layout: &Layout, ty: &LayoutType) -> String {
    format!("{}.md#{}", layout.module, anchor(&ty.name))
}

/// Returns the number of a type, with a link to its section, in Markdown.
fn numbered(layout: &Layout, ty: &LayoutType) -> String {
    format!("[{}]({})", ty.number, section(layout, ty))
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
