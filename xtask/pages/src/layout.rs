//! The page of a layout.

use crate::book::{Edition, escaped};
use crate::examples::example;
use gdvariant::schema::layout_named;
use gdvariant_codegen::model::{
    BitField, Constant, DoubleBuilds, Is, LayoutType, Length, Offset, PlacedRow, PublishedPage,
    Role, Table, Type, Var2str, Wire, find, has,
};
use gdvariant_codegen::published::{Fact, pages};
use gdvariant_codegen::rust::capitalised;
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
    /// Returns the text of the layout's page.
    pub(crate) fn page(&self) -> String {
        let types: Vec<_> = self
            .types()
            .map(|(listed, ty)| self.type_facts(listed, ty))
            .collect();
        let errata = self.notes(None);
        self.render("layout.md", context! { types, errata, ..self.context() })
    }

    /// Returns the template variables for a type.
    fn type_facts(&self, listed: &LayoutType, ty: &Type) -> Value {
        let (number, precise) = (listed.number, self.with_reals_of(listed));
        let flags = ty.flags.iter().map(|flag| (flag.name.clone(), flag.mask));
        let bare = [Table::default()];
        let tables = if ty.tables.is_empty() {
            &bare
        } else {
            &*ty.tables
        };
        let tables = tables.iter().map(|table| {
            context! {
                ruler => precise.ruler(table),
                header => precise.header(number, ty, table),
                ..precise.offset_table(table)
            }
        });
        let layout = layout_named(&self.module()).expect("the library has the layout");
        let examples = self.schema.examples_in(listed).iter();
        let examples = examples.map(|json| {
            let example = example(layout, &ty.key, json);
            // The text of the value becomes one line; for a RID it is empty.
            let value: Vec<_> = example.value.split_whitespace().collect();
            context! {
                value => value.join(" "),
                dump => example.dump(),
                rows => self.example_rows(&example),
            }
        });
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
            tables => tables.collect::<Vec<_>>(),
            examples => examples.collect::<Vec<_>>(),
            notes => self.notes(Some(&ty.key)),
        }
    }

    /// Returns the contents of the type column: the published name and the exact name of a wire
    /// type.
    ///
    /// For `real`, the exact name is that of the float type in this precision.
    fn wire_text(&self, wire: &Wire) -> String {
        let length = wire.length_in(self.is_double);
        let is_same = |other: &&Wire| {
            other.double.is_none() && other.published == wire.published && other.length == length
        };
        let mut floats = self.schema.wires.iter().filter(|_| wire.double.is_some());
        let name = &floats.find(is_same).unwrap_or(wire).name;
        format!("{}, `{name}`", self.locale.text(&wire.published))
    }

    /// Returns the template variables for an offset table.
    pub(crate) fn offset_table(&self, table: &Table) -> Value {
        let rows = self.rows(table);
        let cells = rows.iter().map(|placed| {
            let PlacedRow {
                offset,
                length,
                row,
            } = placed;
            [
                printed(*offset),
                length.to_string(),
                self.wire_text(self.schema.wire(&row.wire)),
                format!("`{}`", row.name),
                escaped(self.locale.text(&row.description)),
            ]
        });
        context! {
            title => capitalised(self.locale.text(&table.name)),
            since => table.since.map(|since| since.to_string()),
            starts_body => self.starts_body(&rows),
            rows => cells.collect::<Vec<_>>(),
        }
    }

    /// Returns the header before a table; `None` if the table does not determine all flags.
    fn header(&self, number: u32, ty: &Type, table: &Table) -> Option<u32> {
        let flag = |flag: &BitField| {
            let mut conditions = table.when.iter();
            conditions.find_map(|condition| match condition.is {
                Is::Number(value) if condition.field == flag.name => Some(flag.place(value)),
                _ => None,
            })
        };
        let flags: Option<Vec<u32>> = ty.flags.iter().map(flag).collect();
        let header = flags?
            .into_iter()
            .fold(number, |header, flag| header | flag);
        let marks_reals = self.is_double && table.rows.iter().any(|row| self.schema.is_real(row));
        let mark = if marks_reals {
            self.schema.constant("FLAG_WIDE")
        } else {
            0
        };
        Some(header | mark)
    }

    /// Returns the length of a value with its header: one number for each form of the body.
    pub(crate) fn size(&self, listed: &LayoutType, ty: &Type) -> String {
        let precise = self.with_reals_of(listed);
        let end = |table| precise.end(table).map(|end| end.to_string());
        let sizes: Option<Vec<String>> = ty.tables.iter().map(end).collect();
        match sizes {
            Some(sizes) if sizes.is_empty() => self.schema.constant("HEADER_LENGTH").to_string(),
            Some(sizes) => sizes.join(&format!(" {} ", self.locale.word("or"))),
            None => self.locale.word("variable").to_owned(),
        }
    }

    /// Returns the end offset of a body that consists of this table and has a fixed length.
    fn end(&self, table: &Table) -> Option<u32> {
        let rows = self.rows(table);
        let is_start = self.starts_body(&rows);
        match rows.last().map(|row| (row.offset, row.length))? {
            (Offset::At(start), Length::Fixed(length)) if is_start => Some(start + length),
            _ => None,
        }
    }

    /// Returns the template variables for the layout.
    pub(crate) fn context(&self) -> Value {
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
            header_wire => self.wire_text(self.schema.wire("u32")),
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
        let facts = is_own.then(|| &self.facts[&page.id])?;
        let is_type = |fact: &&Fact| fact.name.starts_with("type.") && fact.value == listed.key;
        let (_, number) = facts.iter().find(is_type)?.name.split_once('.')?;
        let named = format!("listed.{number}");
        let name = facts.iter().find(|fact| fact.name == named)?;
        Some(&name.value)
    }

    /// Returns the page that is published about the layout: the one in this language, or else the
    /// first one.
    pub(crate) fn published_page(&self) -> Option<&PublishedPage> {
        let mut translated = pages(self.schema, self.layout);
        let translated = translated.find(|page| page.language == self.locale.code);
        translated.or_else(|| pages(self.schema, self.layout).next())
    }

    /// Returns the template variables for a published page.
    pub(crate) fn page_facts(&self, page: &PublishedPage) -> Value {
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

/// Formats an offset; elements of one byte need no factor.
pub(crate) fn printed(offset: Offset) -> String {
    match offset {
        Offset::Element { first, stride: 1 } => format!("{first} + index"),
        offset => offset.to_string(),
    }
}

/// Returns the anchor of a type's heading.
pub(crate) fn anchor(name: &str) -> String {
    name.to_lowercase()
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
