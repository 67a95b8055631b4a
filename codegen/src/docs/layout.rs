//! The page of a layout.

use super::edition::Edition;
use super::page::{Block, anchor};
use crate::model::{
    Constant, DoubleBuilds, LayoutType, PublishedPage, Role, Table, Type, Var2str, find, has,
};
use crate::published::{Fact, pages};
use minijinja::{Value, context};

/// The engine's functions and classes in the prose: their names in templates, Godot 3 and Godot 4.
#[rustfmt::skip]
const FUNCTIONS: [(&str, &str, &str); 7] = [
    ("encode", "var2bytes", "var_to_bytes"),
    ("decode", "bytes2var", "bytes_to_var"),
    ("encode_objects", "var2bytes(value, true)", "var_to_bytes_with_objects(value)"),
    ("decode_objects", "bytes2var(bytes, true)", "bytes_to_var_with_objects(bytes)"),
    ("text", "var2str", "var_to_str"),
    ("file", "File", "FileAccess"),
    ("endian", "endian_swap", "big_endian"),
];

impl Edition<'_> {
    /// Returns the blocks of the layout's page.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let mut inserts = vec![("errata".to_owned(), self.notes(None))];
        let mut types = Vec::new();
        for (listed, ty) in self.types() {
            let (key, precise) = (&ty.key, self.with_reals_of(listed));
            let mut tables = ty.tables.clone();
            if tables.is_empty() {
                tables.push(Table::default());
            }
            for (index, table) in tables.iter().enumerate() {
                let ruler = Block::Ruler(precise.ruler(&listed.name, table));
                inserts.push((format!("ruler {key} {index}"), vec![ruler]));
            }
            let header = |table| precise.header(listed.number, ty, table);
            let tables = tables.iter();
            let tables = tables.map(|table| precise.offset_table(table, Some(header(table))));
            let json = self.schema.examples_in(listed).iter();
            let encoded = self.examples.get(&(self.module(), key.clone()));
            let mut examples = Vec::new();
            for (index, (json, encoded)) in json.zip(encoded.into_iter().flatten()).enumerate() {
                let (example, dump) = self.example(listed, json, encoded);
                examples.push(example);
                inserts.push((format!("dump {key} {index}"), vec![dump]));
            }
            let facts = self.type_facts(listed, tables.collect());
            types.push(context! { examples, ..facts });
            inserts.push((format!("notes {key}"), self.notes(Some(key))));
        }
        self.page("layout.md", context! { types, ..self.context() }, &inserts)
    }

    /// Returns the template variables for a type, including the given variables for its tables.
    pub(super) fn type_facts(&self, listed: &LayoutType, tables: Vec<Value>) -> Value {
        let (number, ty) = (listed.number, self.schema.type_in(listed));
        let flags = ty.flags.iter().map(|flag| (flag.name.clone(), flag.mask));
        context! {
            key => &ty.key,
            number,
            anchor => anchor(&listed.name),
            name => &listed.name,
            link => link(listed),
            has_single_reals => listed.has_single_reals,
            schema_name => &ty.name,
            reference => self.class_reference(listed, ty),
            listed => self.published_name(listed),
            description => self.locale.text(&ty.description),
            size => self.size(listed, ty),
            since => listed.since.map(|since| since.to_string()),
            body => ty.body.name(),
            role => ty.role.as_ref().map(Role::name),
            flag => flag_name(ty.role),
            flagged => number | self.schema.constant("FLAG_WIDE"),
            declares => ty.declares(),
            flags => flags.collect::<Vec<_>>(),
            has_tables => !ty.tables.is_empty(),
            tables,
        }
    }

    /// Returns the template variables for the layout.
    pub(super) fn context(&self) -> Value {
        let rule = self.schema.double();
        let links = self.layout.types.iter().map(|ty| (&*ty.key, link(ty)));
        let [narrow, wide] = self.number_bits();
        let is_godot4 = self.layout.var2str == Var2str::Godot4;
        let function = |(name, godot3, godot4)| (name, if is_godot4 { godot4 } else { godot3 });
        // `real` is left out, because the tables show the float type of the precision instead.
        let wires = self
            .schema
            .wires
            .iter()
            .filter(|wire| wire.double.is_none());
        let pages = pages(self.schema, self.layout).map(|page| self.page_facts(page));
        context! {
            wires => self.wires(wires),
            pages => pages.collect::<Vec<_>>(),
            title => self.title(),
            engine => &self.layout.title,
            module => self.module(),
            description => self.locale.text(&self.layout.description),
            types_max => self.layout.types.len(),
            is_double => self.is_double,
            narrow,
            wide,
            is_lenient => self.layout.has_lenient_text,
            double => context! {
                length => rule.length,
                from => rule.from,
                factor => rule.factor,
                engine => self.locale.text(&self.schema.double_erratum().actual),
                encoded => self.encoded_in_double(),
                moved => self.moved_in_double(),
            },
            type => Value::from_pairs(links),
            functions => Value::from_pairs(FUNCTIONS.map(function)),
            is_godot4,
            constants => self.constants(),
            defects => self.defects_here(),
            read_as_zero => self.counts_read_as_zero(),
            // A page whose names are those of the engine has no column of its own.
            has_published_list => self.types().any(|(listed, ty)| {
                let published = self.published_name(listed);
                let is_same = |name: &str| name.eq_ignore_ascii_case(&listed.name);
                !ty.is(Role::Nil) && !published.is_none_or(is_same)
            }),
            has_published_double => self.layout.double == DoubleBuilds::Published,
            has_versions => self.types().any(|(listed, ty)| {
                listed.since.is_some() || ty.tables.iter().any(|table| table.since.is_some())
            }),
            has_marked_double => self.layout.has_double_builds(),
        }
    }

    /// Returns the name of a type in the list of the layout's page; `None` if the layout has no page
    /// of its own.
    fn published_name(&self, listed: &LayoutType) -> Option<&str> {
        let page = self.published_page()?;
        let is_own = page.layouts.first() == Some(&self.layout.module);
        let facts = is_own.then(|| self.facts_of(page))?;
        let is_type = |fact: &&Fact| fact.name.starts_with("type.") && fact.value == listed.key;
        let (_, number) = facts.iter().find(is_type)?.name.split_once('.')?;
        let named = format!("listed.{number}");
        let name = facts.iter().find(|fact| fact.name == named)?;
        Some(&name.value)
    }

    /// Returns the page that is published about the layout: the one in this language, or else the
    /// first one.
    pub(super) fn published_page(&self) -> Option<&PublishedPage> {
        let mut translated = pages(self.schema, self.layout);
        let translated = translated.find(|page| page.language == self.locale.code);
        translated.or_else(|| pages(self.schema, self.layout).next())
    }

    /// Returns the template variables for a published page.
    pub(super) fn page_facts(&self, page: &PublishedPage) -> Value {
        context! {
            title => self.locale.text(&page.title),
            address => &page.address,
            revision => &page.revision,
            license => &page.license,
        }
    }

    /// Returns the address of the engine's documentation of a type; null has none.
    fn class_reference(&self, listed: &LayoutType, ty: &Type) -> Option<String> {
        let address = self.layout.class_reference.as_ref()?;
        let name = match ty.role {
            Some(Role::Nil) => return None,
            // Pandemonium documents its type real as float.
            Some(Role::Float) => &ty.name,
            _ => &listed.name,
        };
        let address = address.replace("{Name}", name);
        Some(address.replace("{name}", &name.to_lowercase()))
    }

    /// Returns the ids of the engine's defects.
    fn defects_here(&self) -> Vec<String> {
        let defects = self.schema.defects.iter();
        let here = defects.filter(|defect| has(&defect.layouts, &self.layout.module));
        here.map(|defect| defect.id.clone()).collect()
    }

    /// Returns links to the types with a count that is read as 0 if it is negative.
    fn counts_read_as_zero(&self) -> Vec<String> {
        let has_zero = |ty: &Type| ty.rows().any(|row| row.is_zero_if_negative);
        let types = self.types().filter(|(_, ty)| has_zero(ty));
        types.map(|(listed, _)| link(listed)).collect()
    }

    /// Returns links to the types whose components double-precision builds encode as the published
    /// page says: those with an erratum of their own about its rule.
    fn encoded_in_double(&self) -> Vec<String> {
        let claims = &self.schema.double_erratum().claims;
        let errata = self.schema.errata.iter().filter(|erratum| {
            erratum.claims == *claims && erratum.layouts.contains(&self.layout.module)
        });
        let types = errata.filter_map(|erratum| find(&self.layout.types, erratum.key.as_ref()?));
        types.map(link).collect()
    }

    /// Returns the types with components that the published rule moves, and their offsets.
    fn moved_in_double(&self) -> Vec<Value> {
        let rule = self.schema.double();
        let types = self.types().filter(|(listed, _)| !listed.has_single_reals);
        let types = types.filter_map(|(listed, ty)| {
            let reals = ty.rows().filter(|row| self.schema.is_real(row));
            let fields: Vec<_> = reals
                .map(|row| format!("`{}` {}", row.name, rule.moved(row.offset)))
                .collect();
            (!fields.is_empty()).then(|| context! { link => link(listed), fields })
        });
        types.collect()
    }

    /// Returns the length of an int in bits, without and with the flag.
    fn number_bits(&self) -> [u32; 2] {
        let tables = &self.schema.role(Role::Int).tables;
        [0, 1].map(|index| {
            let row = tables.get(index).and_then(|table| table.rows.first());
            let row = row.expect("a checked schema has two bodies of an int");
            self.schema.length_of(row, false) * u8::BITS
        })
    }

    /// Returns the bits, masks and limits of the layout.
    fn constants(&self) -> Vec<Value> {
        let constants = self.schema.constants.iter();
        let facts = constants.map(
            |Constant {
                 name,
                 value,
                 description,
                 ..
             }| {
                let hex = (*value > 9).then(|| format!(" = `0x{value:X}`"));
                let value = format!("{value}{}", hex.unwrap_or_default());
                context! { name, value, description => self.locale.text(description) }
            },
        );
        facts.collect()
    }
}

/// Returns a link to the section of a type, in Markdown.
fn link(ty: &LayoutType) -> String {
    format!("[{}](#{})", ty.name, anchor(&ty.name))
}

/// Returns the name of the flag of a type in the manuals; newer sources of Godot 4 have others.
fn flag_name(role: Option<Role>) -> Option<&'static str> {
    match role? {
        Role::Int | Role::Float => Some("ENCODE_FLAG_64"),
        Role::Object => Some("ENCODE_FLAG_OBJECT_AS_ID"),
        _ => None,
    }
}
