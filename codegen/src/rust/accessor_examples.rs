//! Generates the examples of the accessors of `Variant` and `VariantRef`, with the example values of
//! the schema.

use super::example::example;
use super::example_value::ExampleValue;
use super::layout_context::Context;
use super::names::{payload, snake};
use crate::model::{Body, LayoutType, Role, Type};
use proc_macro2::TokenStream;
use quote::quote;

/// The examples of the accessors of one type.
pub(super) struct AccessorExamples<'a> {
    context: &'a Context<'a>,
    ty: &'a Type,
    /// The part of the accessors' names after `as_`.
    name: String,
    /// The expression of a Variant of another type.
    other: String,
    /// None if the schema's example cannot be converted; then the accessors have no examples.
    value: Option<ExampleValue>,
}

impl<'a> AccessorExamples<'a> {
    pub(super) fn new(context: &'a Context<'a>, listed: &LayoutType, ty: &'a Type) -> Self {
        Self {
            context,
            ty,
            name: snake(&listed.rust),
            other: format!("Variant::{}", context.role(Role::Nil)),
            value: ExampleValue::of(context, listed, ty),
        }
    }

    /// Generates the example of `is_*`.
    pub(super) fn is(&self) -> TokenStream {
        let Self { name, other, .. } = self;
        self.example(&["Variant"], |value| {
            vec![
                format!("assert!({}.is_{name}());", value.variant),
                format!("assert!(!{other}.is_{name}());"),
            ]
        })
    }

    /// Generates the example of `as_*` of `Variant`.
    pub(super) fn by_reference(&self) -> TokenStream {
        let Self { name, other, .. } = self;
        self.example(&["Variant"], |value| {
            let result = match &self.ty.body {
                Body::Bool | Body::Number => value.payload.clone(),
                _ => value.borrowed(),
            };
            vec![
                format!("let value = {};", value.variant),
                format!("assert_eq!(value.as_{name}(), Some({result}));"),
                format!("assert_eq!({other}.as_{name}(), None);"),
            ]
        })
    }

    /// Generates the example of `as_*_mut`.
    pub(super) fn mutable(&self) -> TokenStream {
        let name = &self.name;
        self.example(&["Variant"], |value| {
            let compare = if self.ty.body == Body::Callable {
                "assert_eq"
            } else {
                "assert_ne"
            };
            vec![
                format!("let mut value = {};", value.variant),
                format!("if let Some(payload) = value.as_{name}_mut() {{"),
                format!("    {};", self.change(value)),
                "}".to_owned(),
                format!("{compare}!(value, {});", value.variant),
            ]
        })
    }

    /// Returns a statement that changes the payload.
    fn change(&self, value: &ExampleValue) -> String {
        let key = &self.ty.key;
        let one = if value.payload.contains('.') {
            "1.0"
        } else {
            "1"
        };
        match &self.ty.body {
            Body::Bool => "*payload = !*payload".to_owned(),
            Body::Number => format!("*payload += {one}"),
            Body::Text if self.ty.is(Role::String) => "payload.push('!')".to_owned(),
            Body::Text | Body::NodePath => "*payload = \"other\".into()".to_owned(),
            Body::Id => format!("*payload = {key}::new(payload.id() + 1)"),
            Body::Signal => "payload.id += 1".to_owned(),
            Body::Object => format!("*payload = {key}::Id(7)"),
            Body::TypedArray => "payload.values.clear()".to_owned(),
            Body::Fields => {
                let rows = self.ty.tables.first().and_then(|table| table.rows.first());
                let component = rows.map_or("", |row| &row.name);
                format!("payload.{component} += {one}")
            }
            Body::Pool(_) | Body::PoolText | Body::Array | Body::Dictionary => {
                "payload.clear()".to_owned()
            }
            Body::Empty | Body::Callable => format!("*payload = {key}"),
        }
    }

    /// Generates the example of `into_*`.
    pub(super) fn into(&self) -> TokenStream {
        let Self { name, other, .. } = self;
        self.example(&["Variant"], |value| {
            vec![
                format!("let value = {};", value.variant),
                format!("assert_eq!(value.into_{name}(), Ok({}));", value.payload),
                format!("assert_eq!({other}.into_{name}(), Err({other}));"),
            ]
        })
    }

    /// Generates the example of `as_*` of `VariantRef`.
    pub(super) fn borrowed(&self) -> TokenStream {
        let (name, schema) = (&self.name, self.context.schema);
        let precision = self.context.precision_of(self.ty);
        self.example(&["self", "Variant", "VariantRef"], |value| {
            let owned = |convert: &str| {
                let payload = &value.payload;
                format!("assert_eq!(value.as_{name}(){convert}, Some({payload}));")
            };
            let compared = match &self.ty.body {
                Body::Text => {
                    format!("assert_eq!(value.as_{name}(), Some({}));", value.borrowed())
                }
                Body::Fields if payload(schema, self.ty, precision).is_boxed => {
                    owned(".map(|view| view.get())")
                }
                Body::Pool(_) => owned(".map(|view| view.to_vec())"),
                // Its name is borrowed.
                Body::Signal => owned("").replace(".into()", ""),
                Body::NodePath => owned(&format!(".map({}::from)", self.ty.key)),
                Body::PoolText
                | Body::Array
                | Body::Dictionary
                | Body::Object
                | Body::TypedArray => format!("assert!(value.as_{name}().is_some());"),
                _ => owned(""),
            };
            vec![
                format!("let bytes = LAYOUT::to_vec(&{})?;", value.variant),
                "let value: VariantRef = LAYOUT::from_slice(&bytes)?;".to_owned(),
                compared,
                "# Ok::<(), Box<dyn std::error::Error>>(())".to_owned(),
            ]
        })
    }

    /// Generates an example with these names of the layout's module.
    fn example(
        &self,
        names: &[&str],
        lines: impl FnOnce(&ExampleValue) -> Vec<String>,
    ) -> TokenStream {
        let Some(value) = &self.value else {
            return quote!();
        };
        let mut all = value.imports(names);
        all.push(String::new());
        all.extend(lines(value));
        let all: Vec<_> = all.iter().map(String::as_str).collect();
        let example = example(self.context, &all);
        quote! {
            ///
            #(#[doc = #example])*
        }
    }
}
