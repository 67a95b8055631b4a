//! Generates a layout, its types with their offset tables, and the marker of its engine.

use super::edition::Edition;
use super::layout::{Case, Context};
use super::names::{body_module, component, doc, engine_version, has_reals, ident, version};
use super::tables::shared;
use crate::model::{Body, Role, Row, Schema, Type, find};
use crate::scripts::{self, Constant};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

#[allow(clippy::too_many_lines, reason = "one line per fact of a layout")]
pub(super) fn marker(context: &Context<'_>, index: usize) -> TokenStream {
    let Edition { layout, is_double } = context.edition;
    let (marker, name) = (context.marker(), context.edition.module());
    let (title, base) = (context.edition.title(), &layout.module);
    let features = context.edition.features();
    let description = &layout.description;
    let builds = if is_double {
        ", of double-precision builds: with 64-bit components"
    } else {
        ""
    };
    let summary = format!("{}{builds}.\n\n", description.trim_end_matches('.'));
    let argument = format!(
        include_str!("../../templates/rust/marker.md"),
        layout = name,
        title = title,
        marker = marker
    );
    let doc = doc(&(summary + &argument));
    let real = component("real", is_double);
    let index = Literal::usize_unsuffixed(index);
    let tables = context.types().map(|case| type_table(context, case));
    let modules: Vec<_> = context.types().map(|case| &case.module).collect();
    let count = modules.len();
    let kinds = shared(
        &quote!(crate::Kind),
        context.types().map(|case| case.kind.to_token_stream()),
    );
    let since = context.types().map(|case| version(case.listed.since));
    let [array, dictionary, node_path] =
        [Role::Array, Role::Dictionary, Role::NodePath].map(|role| {
            let case = context.types().find(|case| case.ty.is(role));
            case.map(|case| &case.module)
        });
    let has_flag = layout.has_double_builds();
    let wide_reals = context
        .types()
        .filter(|_| has_flag)
        .map(|case| !case.listed.has_single_reals && has_reals(context.schema, case.ty));
    let flag_of_reals = if has_flag && is_double {
        quote!(crate::format::FLAG_WIDE)
    } else {
        quote!(0)
    };
    let other_precision = other_precision(context.edition);
    let of_ints = lists(context, &["byte", "i32", "i64"]);
    let of_numbers = lists(context, &["real", "f64", "i32", "i64"]);
    let [oldest, newest] = [layout.versions.oldest, layout.versions.newest].map(engine_version);
    let keys = ident(&format!("{:?}", layout.keys));
    let text_style = ident(&format!("{:?}", layout.var2str));
    let (format, base64) = (layout.format, version(layout.base64));
    let keeps_root = layout.keeps_root;
    let has_lenient_text = layout.has_lenient_text;
    let id_class = layout.id_class.as_ref();
    let id_class = id_class.map_or_else(|| quote!(None), |class| quote!(Some(#class)));
    quote! {
        #doc
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct #marker;

        /// The types by number.
        #[allow(clippy::unreadable_literal, reason = "some constants are long")]
        pub(crate) static TYPES: &[crate::table::TypeInfo] = &[#(#tables),*];

        /// The rules of the types by number: a static, because each crate has a copy of a constant.
        static RULES: [crate::table::rule::TypeRules; #count] = [#(#modules::RULES),*];

        const KINDS: &[crate::Kind] = #kinds;
        const WIDE_REALS: &[bool] = &[#(#wide_reals),*];
        const FLAG_OF_REALS: u32 = #flag_of_reals;

        static LAYOUT: crate::schema::Layout = *CONSTANT;
        const CONSTANT: &crate::schema::Layout = &crate::schema::Layout {
            name: #name,
            base: #base,
            title: #title,
            description: #description,
            oldest: #oldest,
            newest: #newest,
            is_double: #is_double,
            keys: crate::dictionary::KeyRule::#keys,
            features: &[#(#features),*],
            index: #index,
            kinds: KINDS,
            plain_kinds: crate::table::layout::plain_kinds(KINDS, WIDE_REALS, FLAG_OF_REALS),
            numbers: crate::table::layout::numbers(KINDS),
            headers: crate::table::layout::headers(KINDS, WIDE_REALS, FLAG_OF_REALS),
            rules: &RULES,
            lengths: crate::table::layout::lengths(&RULES),
            array: #array::BODY,
            dictionary: #dictionary::BODY,
            node_path: #node_path::BODY,
            lists_of_ints: #of_ints,
            lists_of_numbers: #of_numbers,
            since: crate::table::layout::by_number(&[#(#since),*], None),
            wide_reals: crate::table::layout::by_number(WIDE_REALS, false),
            flag_of_reals: FLAG_OF_REALS,
            other_precision: #other_precision,
            text_style: crate::table::text_style::TextStyle::#text_style,
            format: #format,
            base64: #base64,
            keeps_root: #keeps_root,
            has_lenient_text: #has_lenient_text,
            id_class: #id_class,
        };

        impl crate::HasLayout for #marker {
            const FIXED: Option<[&'static crate::schema::Layout; 2]> = Some([&LAYOUT, CONSTANT]);
        }

        impl crate::Engine for #marker {
            type Variant = Variant;
            type VariantRef<'de> = VariantRef<'de>;
            type Real = #real;

            const LAYOUT: &'static crate::schema::Layout = &LAYOUT;
        }
    }
}

/// Returns the name of the layout in the other precision; empty if there is none.
fn other_precision(edition: Edition<'_>) -> String {
    let mut precisions = edition.layout.precisions();
    let other = precisions.find(|is_double| *is_double != edition.is_double);
    other.map_or_else(String::new, |is_double| edition.layout.module_in(is_double))
}

/// Returns the kinds of Array and of the layout's packed arrays of these wire types.
fn lists(context: &Context<'_>, wires: &[&str]) -> TokenStream {
    let packed_arrays = wires.iter().flat_map(|wire| {
        let packed = Body::Packed((*wire).to_owned());
        context.types().filter(move |case| case.ty.body == packed)
    });
    let array = context.types().find(|case| case.ty.is(Role::Array));
    let lists = array.into_iter().chain(packed_arrays);
    shared(
        &quote!(crate::Kind),
        lists.map(|case| case.kind.to_token_stream()),
    )
}

/// Generates the table of a layout's type: what differs from the table of the type in all engines.
fn type_table(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let Case {
        listed, ty, module, ..
    } = case;
    let (schema, number, key) = (
        context.schema,
        Literal::u32_unsuffixed(listed.number),
        ident(&ty.key),
    );
    let base = schema.type_of(&ty.key);
    let mut fields = vec![quote!(number: #number)];
    if listed.name != base.name {
        let name = &listed.name;
        fields.push(quote!(name: #name));
    }
    if ty.description != base.description {
        let description = &ty.description;
        fields.push(quote!(description: #description));
    }
    if listed.since.is_some() {
        let since = version(listed.since);
        fields.push(quote!(since: #since));
    }
    if text_names(schema, &ty.key).next().is_some() {
        let names = &listed.text_names;
        fields.push(quote!(text_names: &[#(#names),*]));
    }
    let own = body_module(schema, base, false);
    if own.to_string() != module.to_string() {
        fields.push(quote!(tables: #module::TABLES));
    }
    let constants = scripts::constants(ty, Some(&context.edition.layout.module));
    if constants != scripts::constants(ty, None) {
        let constants = self::constants(ty, &constants);
        fields.push(quote!(constants: #constants));
    }
    quote!(crate::table::TypeInfo { #(#fields,)* ..crate::table::bodies::TYPES[crate::Kind::#key as usize] })
}

/// Returns the other names of a type that engines' parsers of text accept.
pub(super) fn text_names<'s>(schema: &'s Schema, key: &str) -> impl Iterator<Item = &'s String> {
    let listed = schema.layouts.iter();
    let listed = listed.filter_map(move |layout| find(&layout.types, key));
    listed.flat_map(|listed| &listed.text_names)
}

/// Generates the fields of a `TypeInfo` about constructors and constants in scripts.
pub(super) fn script(ty: &Type) -> TokenStream {
    if ty.body != Body::Fields {
        return quote!(initial: &[], optional: 0, constants: &[],);
    }
    let initial = components(ty, |row| scripts::initial(ty, row).into());
    let optional = Literal::u32_unsuffixed(scripts::optional(ty));
    let constants = constants(ty, &scripts::constants(ty, None));
    quote! {
        initial: #initial,
        optional: #optional,
        constants: #constants,
    }
}

/// Generates the constants of a type in scripts.
fn constants(ty: &Type, constants: &[Constant]) -> TokenStream {
    let constants = constants.iter().map(|(name, values)| {
        let components = components(ty, |row| values.of(ty, row));
        quote!(crate::table::ScriptConstant { name: #name, components: #components })
    });
    quote!(&[#(#constants),*])
}

fn components(ty: &Type, number: impl Fn(&Row) -> f64) -> TokenStream {
    let numbers = ty.tables[0].rows.iter().map(|row| match number(row) {
        f64::INFINITY => quote!(f64::INFINITY),
        number => Literal::f64_unsuffixed(number).into_token_stream(),
    });
    quote!(&[#(#numbers),*])
}
