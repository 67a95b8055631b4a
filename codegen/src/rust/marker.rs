//! Generates a layout's marker: its rules, its offset tables and the functions of the traits that
//! it implements.

use super::cases::Case;
use super::edition::{Edition, Precision, editions};
use super::layout::Context;
use super::names::{component, doc, has_reals, version};
use super::payload::body_ident;
use super::typed_array;
use crate::model::{Body, DoubleBuilds, Encryption, LayoutType, Role, Row, Text, Type, Var2str};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

pub(super) fn marker(context: &Context<'_>) -> TokenStream {
    let Edition { layout, precision } = context.edition;
    let (marker, name) = (context.marker(), context.edition.module());
    let double = match (precision, context.edition.is_implemented()) {
        (Precision::Single, _) => "",
        (Precision::Double, true) => ", of double-precision builds: with 64-bit components",
        (Precision::Double, false) => ", by the published rule of double precision",
    };
    let doc = doc(&format!(
        "{}{double}.{}",
        layout.description.trim_end_matches('.'),
        context.edition.caution(context.schema)
    ));
    let argument = context.doc(include_str!("../../templates/rust/marker.md"));
    let real = component("real", precision);
    let mut all = editions(context.schema);
    let index = all
        .position(|edition| edition.module() == name)
        .map(Literal::usize_unsuffixed);
    let keeps_root = layout.keeps_root;
    let is_lenient = layout.text == Text::Lenient;
    let form = match layout.var2str {
        Var2str::Godot3 => quote!(Godot3),
        Var2str::Godot4 => quote!(Godot4),
        Var2str::Pandemonium => quote!(Pandemonium),
    };
    let encryption = match layout.encryption {
        Encryption::Ecb => quote!(Godot3),
        Encryption::Cfb => quote!(Godot4),
    };
    let id_class = layout.id_class.iter();
    let tables = context.types().map(type_table);
    let kinds = context.types().map(|case| &case.kind);
    let names = context.types().map(|case| &case.listed.name);
    let modules: Vec<_> = context.types().map(|case| &case.module).collect();
    let type_numbers = context.types().map(Case::number);
    let numbers = numbers(context);
    let typed_array = typed_array::constructor(context);
    let of_role = |role| context.types().find(move |case| case.ty.is(role));
    let node_path = of_role(Role::NodePath);
    let own_node_path = node_path.filter(|case| case.ty.layout.is_some());
    let own_node_path = own_node_path.map(|_| {
        quote!(
            const OWN_NODE_PATH: bool = true;
        )
    });
    let [rid_body, path_body] =
        [of_role(Role::Rid), node_path].map(|case| case.map(|case| &case.module));
    let has_flag = layout.double == DoubleBuilds::Flag;
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

        #[allow(clippy::unreadable_literal, reason = "some constants are long")]
        impl crate::table::layout_rules::LayoutRules for #marker {
            const INDEX: usize = #index;
            const TABLES: &'static [crate::table::TypeTable] = &[#(#tables),*];
            const RULES: &'static [crate::table::rule::TypeRules] = &[#(#modules::RULES),*];
            const KINDS: &'static [crate::Kind] = &[#(#kinds),*];
            const NAMES: &'static [&'static str] = &[#(#names),*];
            const FLAGS: &'static [u32] = &[#(#modules::RULES.flags),*];
            const NUMBERS: [u8; crate::Kind::ALL.len()] = [#(#numbers),*];
            const LENIENT_TEXT: bool = #is_lenient;
            const WIDE_REALS: &'static [bool] = &[#(#wide_reals),*];
            #flag
            #own_node_path
            #(const ID_CLASS: Option<&'static str> = Some(#id_class);)*
        }

        impl crate::Layout for #marker {
            type Variant = Variant;
            type VariantRef<'de> = VariantRef<'de>;
            type Real = #real;

            const KEEPS_ROOT: bool = #keeps_root;
            const LISTS_OF_INTS: &'static [crate::Kind] = &[#(#of_ints),*];
            const LISTS_OF_NUMBERS: &'static [crate::Kind] = &[#(#of_numbers),*];
            const TEXT_FORM: crate::table::text_form::TextForm = crate::table::text_form::TextForm::#form;
            #[cfg(feature = "encrypted")]
            const ENCRYPTION: crate::stream::files::Encryption = crate::stream::files::Encryption::#encryption;

            fn skip(reader: &mut crate::Reader<'_, Self>, header: crate::Header) -> Result<(), crate::DecodeError> {
                match header.number() {
                    #(#type_numbers => #modules::skip(reader, header),)*
                    _ => Ok(()),
                }
            }

            crate::codec::record::own_bodies!(#rid_body, #path_body);
            #typed_array
        }
    }
}

/// Generates the header flag of this precision, and the name of the layout in the other precision.
fn flag_of_reals(context: &Context<'_>) -> TokenStream {
    let Edition { layout, precision } = context.edition;
    let (flag, precision) = match precision {
        Precision::Double => (quote!(crate::format::FLAG_WIDE), Precision::Single),
        Precision::Single => (quote!(0), Precision::Double),
    };
    let other = Edition { layout, precision }.module();
    // Ints have the same flag, so the inspector shows the same word.
    let shown = context
        .schema
        .role(Role::Int)
        .flags
        .iter()
        .flat_map(|bits| &bits.shows);
    let wide = shown.last().map_or("", String::as_str);
    quote! {
        const FLAG_OF_REALS: u32 = #flag;
        const WIDE: &'static str = #wide;
        const OTHER_PRECISION: &'static str = #other;
    }
}

/// Generates the number of each kind in the layout.
fn numbers(context: &Context<'_>) -> impl Iterator<Item = TokenStream> {
    context.schema.types.iter().map(|ty| {
        let case = context.types().find(|case| case.ty.key == ty.key);
        case.map_or_else(
            || quote!(<Self as crate::table::layout_rules::LayoutRules>::ABSENT),
            |case| case.number().into_token_stream(),
        )
    })
}

/// Returns the kinds of Array and of the layout's pool arrays of these wire types.
fn lists<'c>(context: &'c Context<'_>, wires: &[&str]) -> Vec<&'c TokenStream> {
    let pools = wires.iter().flat_map(|wire| {
        let pool = Body::Pool((*wire).to_owned());
        context.types().filter(move |case| case.ty.body == pool)
    });
    let array = context.types().find(|case| case.ty.is(Role::Array));
    array
        .into_iter()
        .chain(pools)
        .map(|case| &case.kind)
        .collect()
}

fn type_table(case: &Case<'_>) -> TokenStream {
    let Case {
        listed,
        ty,
        kind,
        module,
        ..
    } = case;
    let (number, name, description) = (case.number(), &listed.name, &ty.description);
    let body = body_ident(&ty.body);
    let since = version(listed.since);
    let script = script(listed, ty);
    quote! {
        crate::table::TypeTable {
            number: #number,
            name: #name,
            kind: #kind,
            description: #description,
            since: #since,
            body: crate::table::Body::#body,
            tables: #module::TABLES,
            #script
        }
    }
}

/// Generates the fields of a `TypeTable` about constructors and constants in scripts.
pub(super) fn script(listed: &LayoutType, ty: &Type) -> TokenStream {
    if ty.body != Body::Fields {
        return quote!(initial: &[], optional: 0, constants: &[],);
    }
    let rows = &ty.tables[0].rows;
    let initial = components(rows, |row| row.initial.into());
    let optional = Literal::u32_unsuffixed(ty.optional);
    let constants = ty.script_constants.iter().chain(&listed.script_constants);
    let constants = constants.map(|constant| {
        let name = &constant.name;
        let components = components(rows, |row| constant.components.of(row));
        quote!(crate::table::ScriptConstant { name: #name, components: #components })
    });
    quote! {
        initial: #initial,
        optional: #optional,
        constants: &[#(#constants),*],
    }
}

fn components(rows: &[Row], number: impl Fn(&Row) -> f64) -> TokenStream {
    let numbers = rows.iter().map(|row| match number(row) {
        f64::INFINITY => quote!(f64::INFINITY),
        number => Literal::f64_unsuffixed(number).into_token_stream(),
    });
    quote!(&[#(#numbers),*])
}
