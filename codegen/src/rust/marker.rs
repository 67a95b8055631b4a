//! Generates a layout's marker: its rules, its offset tables and the functions of the traits that
//! it implements.

use super::cases::{Case, body_module};
use super::edition::{Edition, Precision, editions};
use super::layout::Context;
use super::names::{component, doc, has_reals, ident, version};
use crate::model::{Body, Role, Row, Schema, Type, find};
use crate::scripts::{self, Constant};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

pub(super) fn marker(context: &Context<'_>) -> TokenStream {
    let Edition { layout, precision } = context.edition;
    let (marker, name) = (context.marker(), context.edition.module());
    let double = if precision.is_double() {
        ", of double-precision builds: with 64-bit components"
    } else {
        ""
    };
    let description = layout.description.trim_end_matches('.');
    let doc = doc(&format!("{description}{double}."));
    let argument = context.doc(include_str!("../../templates/rust/marker.md"));
    let real = component("real", precision);
    let mut all = editions(context.schema);
    let index = all
        .position(|edition| edition.module() == name)
        .map(Literal::usize_unsuffixed);
    let tables = context.types().map(|case| type_table(context, case));
    let modules: Vec<_> = context.types().map(|case| &case.module).collect();
    let count = modules.len();
    let of_role = |role| context.types().find(move |case| case.ty.is(role));
    let node_path = of_role(Role::NodePath);
    let own_node_path = node_path.filter(|case| case.ty.layout.is_some());
    let own_node_path = own_node_path.map(|_| {
        quote!(
            const OWN_NODE_PATH: bool = true;
        )
    });
    let roles = [Role::Array, Role::Dictionary, Role::NodePath];
    let [array, dictionary, path] = roles.map(|role| of_role(role).map(|case| &case.module));
    let has_flag = layout.has_double_builds();
    let wide_reals = context
        .types()
        .filter(|_| has_flag)
        .map(|case| !case.listed.has_single_reals && has_reals(context.schema, case.ty));
    let flag = has_flag.then(|| flag_of_reals(context));
    let of_ints = lists(context, &["byte", "i32", "i64"]);
    let of_numbers = lists(context, &["real", "f64", "i32", "i64"]);
    quote! {
        #doc
        ///
        #argument
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct #marker;

        /// The rules of the types by number: a static, because each crate has a copy of a constant.
        static TYPE_RULES: [crate::table::rule::TypeRules; #count] = [#(#modules::RULES),*];

        #[allow(clippy::unreadable_literal, reason = "some constants are long")]
        impl crate::table::layout_rules::LayoutRules for #marker {
            const INDEX: usize = #index;
            const TABLES: &'static [crate::table::TypeTable] = &[#(#tables),*];
            const RULES: &'static [crate::table::rule::TypeRules] = &TYPE_RULES;
            const ARRAY: &'static crate::table::rule::ContainerRules = #array::BODY;
            const DICTIONARY: &'static crate::table::rule::ContainerRules = #dictionary::BODY;
            const NODE_PATH: &'static crate::table::rule::NodePathRules = #path::BODY;
            const WIDE_REALS: &'static [bool] = &[#(#wide_reals),*];
            #flag
            #own_node_path
        }

        impl crate::Engine for #marker {
            type Variant = Variant;
            type VariantRef<'de> = VariantRef<'de>;
            type Real = #real;

            const LISTS_OF_INTS: &'static [crate::Kind] = &[#(#of_ints),*];
            const LISTS_OF_NUMBERS: &'static [crate::Kind] = &[#(#of_numbers),*];
        }
    }
}

/// Generates the header flag of this precision, and the name of the layout in the other precision.
fn flag_of_reals(context: &Context<'_>) -> TokenStream {
    let Edition { layout, precision } = context.edition;
    let (flag, precision) = match precision {
        Precision::Double => (quote!(crate::format::FLAG_WIDE), Precision::Single),
        _ => (quote!(0), Precision::Double),
    };
    let other = Edition { layout, precision }.module();
    quote! {
        const FLAG_OF_REALS: u32 = #flag;
        const OTHER_PRECISION: &'static str = #other;
    }
}

/// Returns the kinds of Array and of the layout's packed arrays of these wire types.
fn lists<'c>(context: &'c Context<'_>, wires: &[&str]) -> Vec<&'c TokenStream> {
    let packed_arrays = wires.iter().flat_map(|wire| {
        let packed = Body::Packed((*wire).to_owned());
        context.types().filter(move |case| case.ty.body == packed)
    });
    let array = context.types().find(|case| case.ty.is(Role::Array));
    array
        .into_iter()
        .chain(packed_arrays)
        .map(|case| &case.kind)
        .collect()
}

/// Generates the table of a layout's type: what differs from the table of the type in all engines.
fn type_table(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let Case {
        listed, ty, module, ..
    } = case;
    let (schema, number, key) = (context.schema, case.number(), ident(&ty.key));
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
    let own = body_module(schema, base, Precision::Single);
    if own.to_string() != module.to_string() {
        fields.push(quote!(tables: #module::TABLES));
    }
    let constants = scripts::constants(ty, Some(&context.edition.layout.module));
    if constants != scripts::constants(ty, None) {
        let constants = self::constants(ty, &constants);
        fields.push(quote!(constants: #constants));
    }
    quote!(crate::table::TypeTable { #(#fields,)* ..crate::table::bodies::TYPES[crate::Kind::#key as usize] })
}

/// Returns the other names of a type that engines' parsers of text accept.
pub(super) fn text_names<'s>(schema: &'s Schema, key: &str) -> impl Iterator<Item = &'s String> {
    let listed = schema.layouts.iter();
    let listed = listed.filter_map(move |layout| find(&layout.types, key));
    listed.flat_map(|listed| &listed.text_names)
}

/// Generates the fields of a `TypeTable` about constructors and constants in scripts.
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
