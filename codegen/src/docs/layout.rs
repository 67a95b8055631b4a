//! The page of a layout.

use super::edition::Edition;
use super::page::{Block, Shows, anchor, code, link, plain};
use super::prose;
use crate::model::{
    Constant, DoubleBuilds, Length, PublishedPage, Role, Text, Type, Var2str, Wire, find,
};
use crate::published::{has_tables, pages};
use minijinja::{Value, context};

impl Edition<'_> {
    /// Returns the blocks of the layout's page.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let inserts = [
            ("types", vec![self.type_list()]),
            ("wires", vec![self.wire_list()]),
            ("constants", vec![self.constant_list()]),
            ("sections", self.sections()),
            ("pages", vec![self.page_list()]),
            ("errata", self.notes(None)),
        ];
        prose::page(self.locale, self.schema, "layout", self.context(), &inserts)
    }

    /// Returns the prose in the section of a type, from a template; `has_tables` is whether tables
    /// follow.
    pub(super) fn type_prose(
        &self,
        template: &str,
        number: u32,
        ty: &Type,
        has_tables: bool,
    ) -> Vec<Block> {
        let flagged = number | self.schema.constant("FLAG_WIDE");
        let role = ty.role.as_ref().map(Role::name);
        let declares = ty.tables.iter().any(|table| table.declares.is_some());
        let flag = flag_name(ty);
        let precise = self.with_reals_of(ty);
        let gap: u32 = ty.tables.iter().map(|table| precise.gap(table)).sum();
        let more = context! { body => ty.body.name(), gap, role, name => &ty.name, number, flagged, flag, has_tables, declares, ..self.context() };
        prose::page(self.locale, self.schema, template, more, &[])
    }

    /// Returns the variables of the templates.
    pub(super) fn context(&self) -> Value {
        let rule = &self.schema.double;
        let links = Value::from_pairs(
            self.types()
                .map(|(_, name, ty)| (&*ty.key, format!("[{name}](#{})", anchor(name)))),
        );
        let numbers = Value::from_pairs(self.types().map(|(number, _, ty)| (&*ty.key, number)));
        let singles: Vec<_> = self
            .layout
            .types
            .iter()
            .filter(|listed| listed.has_single_reals)
            .map(|listed| format!("[{0}](#{1})", listed.name, anchor(&listed.name)))
            .collect();
        let named =
            |(_, _, ty): (_, _, &'_ Type)| Some((ty.key.clone(), flag_name(ty)?.to_owned()));
        let flag_names = Value::from_pairs(self.types().filter_map(named));
        let [narrow, wide] = self.number_bits();
        let lenient = self.layout.text == Text::Lenient;
        context! {
            title => self.title(),
            engine => &self.layout.title,
            module => self.module(),
            description => self.locale.text(&self.layout.description),
            types_max => self.layout.types_max,
            is_double => self.is_double,
            is_unimplemented => self.is_unimplemented(),
            base => &self.layout.module,
            narrow,
            wide,
            is_lenient => lenient,
            singles,
            double => context! {
                length => rule.length,
                from => rule.from,
                factor => rule.factor,
                engine => self.locale.text(&self.schema.double_erratum().actual),
                marked => self.marked(),
            },
            type => links,
            numbers => numbers,
            flag_names => flag_names,
            functions => self.functions(),
            declared => self.declared(),
            has_published_page => pages(self.schema, self.layout).next().is_some(),
            has_published_list => has_tables(self.layout),
            has_double => self.layout.double != DoubleBuilds::None,
            has_versions => self.has_versions(),
            has_marked_double => self.layout.double == DoubleBuilds::Flag,
        }
    }

    /// Returns links to the pages of double-precision layouts that builds follow.
    fn marked(&self) -> Vec<String> {
        let layouts = self.schema.layouts.iter();
        let marked = layouts.filter(|layout| layout.double == DoubleBuilds::Flag);
        let link = |layout| {
            let edition = Self {
                layout,
                is_double: true,
                ..*self
            };
            format!("[{}]({})", edition.title(), edition.module())
        };
        marked.map(link).collect()
    }

    /// Returns the names of the engine's functions and classes that the prose mentions.
    fn functions(&self) -> Value {
        match self.layout.var2str {
            Var2str::Godot4 => context! {
                encode => "var_to_bytes",
                decode => "bytes_to_var",
                encode_objects => "var_to_bytes_with_objects(value)",
                decode_objects => "bytes_to_var_with_objects(bytes)",
                has_script_paths => true,
                shortens_calls => true,
                file => "FileAccess",
                endian => "big_endian",
            },
            Var2str::Godot3 | Var2str::Pandemonium => context! {
                encode => "var2bytes",
                decode => "bytes2var",
                encode_objects => "var2bytes(value, true)",
                decode_objects => "bytes2var(bytes, true)",
                has_script_paths => false,
                shortens_calls => false,
                file => "File",
                endian => "endian_swap",
            },
        }
    }

    /// Returns the bit fields of the header that state the form of a declared type.
    fn declared(&self) -> Vec<Value> {
        let declares = |ty: &Type| ty.tables.iter().any(|table| table.declares.is_some());
        let types = self.types().filter(|(_, _, ty)| declares(ty));
        let fields = types.flat_map(|(_, name, ty)| {
            let link = format!("[{name}](#{})", anchor(name));
            let fields = ty.flags.iter();
            fields.map(move |field| {
                context! {
                    type => &link,
                    name => &field.name,
                    low => field.mask.trailing_zeros(),
                    high => u32::BITS - 1 - field.mask.leading_zeros(),
                }
            })
        });
        fields.collect()
    }

    /// Returns whether older versions of the engine lack types or tables.
    fn has_versions(&self) -> bool {
        self.types().any(|(_, _, ty)| {
            let mut tables = ty.tables.iter();
            self.since(ty).is_some() || tables.any(|table| table.since.is_some())
        })
    }

    /// Returns the bits of an int in both encodings: without the flag and with it.
    fn number_bits(&self) -> [u32; 2] {
        let tables = &self.schema.role(Role::Int).tables;
        [0, 1].map(|index| {
            match tables
                .get(index)
                .and_then(|table| table.rows.first())
                .map(|row| row.length)
            {
                Some(Length::Fixed(bytes)) => bytes * u8::BITS,
                _ => panic!("a checked schema has two bodies of an int"),
            }
        })
    }

    /// Returns a table of the wire types.
    fn wire_list(&self) -> Block {
        // The tables show a real as the float type of the precision.
        let wires = self
            .schema
            .wires
            .iter()
            .filter(|wire| wire.double.is_none());
        let row = |wire: &Wire| {
            let word = self.locale.text(&wire.published);
            let description = self.locale.text(&wire.description);
            [
                vec![plain(word)],
                vec![code(&wire.name)],
                vec![plain(wire.length.to_string())],
                vec![plain(description)],
            ]
        };
        let titles = ["Type", "Name", "Len", "Description"];
        self.table(Shows::Facts, titles, wires.map(row))
    }

    /// Returns a list of the published pages of the layout.
    pub(super) fn page_list(&self) -> Block {
        let item = |page: &PublishedPage| {
            let mut item = vec![
                link(self.page_title(page), &page.address),
                plain(format!(", {} ", self.locale.word("revision"))),
                code(&page.revision),
                plain(format!(", {}", page.licence)),
            ];
            let repeated = page.repeats.as_deref();
            if let Some(other) = repeated.and_then(|id| find(&self.schema.pages, id)) {
                let same = self.locale.word("with the errors and gaps of:");
                item.push(plain(format!(", {same} {}", self.page_title(other))));
            }
            item
        };
        let items = pages(self.schema, self.layout).map(item).collect();
        Block::List { items }
    }

    /// Returns a table of the constants: bits, masks and limits.
    fn constant_list(&self) -> Block {
        let row = |constant: &Constant| {
            let description = self.locale.text(&constant.description);
            let hex = (constant.value > 9).then(|| code(format!("0x{:X}", constant.value)));
            let value = [plain(constant.value.to_string())]
                .into_iter()
                .chain(hex.into_iter().flat_map(|hex| [plain(" = "), hex]));
            [
                vec![code(&constant.name)],
                value.collect(),
                vec![plain(description)],
            ]
        };
        let applies = |constant: &&Constant| {
            constant.layouts.is_empty() || constant.layouts.contains(&self.layout.module)
        };
        let rows = self.schema.constants.iter().filter(applies).map(row);
        self.table(Shows::Constants, ["Name", "Value", "Description"], rows)
    }
}

/// Returns the name of the flag in the header of a type.
fn flag_name(ty: &Type) -> Option<&str> {
    ty.flags.iter().find_map(|flag| flag.engine_name.as_deref())
}
