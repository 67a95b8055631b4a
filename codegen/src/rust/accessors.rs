//! Generates the methods of `Variant` for one of its variants: `is_vector2`, `as_vector2`,
//! `as_vector2_mut` and `into_vector2`.

use super::cases::Case;
use super::example_value::ExampleValue;
use super::layout_context::Context;
use crate::model::{Body, Role};
use proc_macro2::TokenStream;
use quote::quote;

/// The methods of one variant.
pub(super) struct Accessors<'a> {
    context: &'a Context<'a>,
    case: &'a Case<'a>,
    /// The example of the schema; without it the methods have no examples.
    value: Option<ExampleValue>,
}

impl<'a> Accessors<'a> {
    pub(super) fn new(context: &'a Context<'a>, case: &'a Case<'a>) -> Self {
        Self {
            context,
            case,
            value: ExampleValue::of(context, case),
        }
    }

    /// Generates the methods of `Variant`; none if the variant has no payload.
    pub(super) fn owned(&self) -> Option<TokenStream> {
        let held = self.case.payload.ty.as_ref()?;
        let is = self.is();
        let by_reference = self.by_reference(held);
        let mutable = self.mutable(held);
        let into = self.into(held);
        Some(self.fill(quote! {
            #is
            #by_reference
            #mutable
            #into
        }))
    }

    /// Generates the accessor of `VariantRef`, which returns `value` as a `result`.
    pub(super) fn borrowed(&self, result: &TokenStream, value: &TokenStream) -> TokenStream {
        let compared = if self.case.is_nested() || self.case.ty.body == Body::PoolText {
            quote! {
                /// assert!(value.as_NAME().is_some());
            }
        } else {
            quote! {
                /// assert_eq!(value.as_NAME()COPIED, Some(BORROWED));
            }
        };
        let example = self.example(
            &["self", "Variant", "VariantRef"],
            &quote! {
                /// let bytes = LAYOUT::to_vec(&VARIANT)?;
                /// let value: VariantRef = LAYOUT::from_slice(&bytes)?;
                #compared
                /// # Ok::<(), Box<dyn std::error::Error>>(())
            },
        );
        self.fill(self.accessor(result, value, example.as_ref()))
    }

    /// Fills in the type of the variant, the names of its methods and the expressions of its
    /// example.
    fn fill(&self, methods: TokenStream) -> TokenStream {
        let declared = if self.case.is_declared {
            " with a declared type"
        } else {
            ""
        };
        let mut values = vec![
            ("TYPE", format!("{}{declared}", self.case.listed.name)),
            ("NAME", self.case.name()),
        ];
        if let Some(value) = &self.value {
            values.extend(value.placeholders(self.case));
        }
        self.context.fill(methods, &values)
    }

    /// Generates the example of a method, which imports these names of the layout's module.
    fn example(&self, names: &[&str], lines: &TokenStream) -> Option<TokenStream> {
        let imports = self.value.as_ref()?.imports(self.context, names);
        let imports = imports.iter().map(|line| format!(" {line}"));
        Some(quote! {
            ///
            /// ```
            #(#[doc = #imports])*
            ///
            #lines
            /// ```
        })
    }

    /// Generates a query such as `is_vector2`; all Variants have `is_nil`.
    fn is(&self) -> TokenStream {
        let (variant, method) = (&self.case.variant, self.case.method("is_NAME"));
        let declared = self.context.declared_of(self.case).map(|(declared, _)| {
            let variant = &declared.variant;
            quote!(| Self::#variant(_))
        });
        let example = self.example(
            &["Variant"],
            &quote! {
                /// assert!(VARIANT.is_NAME());
                /// assert!(!Variant::NIL.is_NAME());
            },
        );
        quote! {
            /// Returns whether this is of the type TYPE.
            #example
            #[must_use]
            pub const fn #method(&self) -> bool {
                matches!(self, Self::#variant(_) #declared)
            }
        }
    }

    /// Generates an accessor such as `as_vector2`: numbers by value, all others by reference.
    fn by_reference(&self, held: &TokenStream) -> TokenStream {
        let (result, value) = match (&self.case.element, &self.case.ty.body) {
            (_, Body::Bool | Body::Number) => (held.clone(), quote!(*value)),
            (_, Body::Text) => (quote!(&str), quote!(value)),
            (Some(element), _) => (quote!(&[#element]), quote!(value)),
            _ => (quote!(&#held), quote!(value)),
        };
        let example = self.example(
            &["Variant"],
            &quote! {
                /// let value = VARIANT;
                /// assert_eq!(value.as_NAME(), Some(REFERENCE));
                /// assert_eq!(Variant::NIL.as_NAME(), None);
            },
        );
        self.accessor(&result, &value, example.as_ref())
    }

    /// Generates an accessor such as `as_vector2`, of `Variant` or `VariantRef`.
    fn accessor(
        &self,
        result: &TokenStream,
        value: &TokenStream,
        example: Option<&TokenStream>,
    ) -> TokenStream {
        let lenient = if self.case.ty.is(Role::String) {
            quote! {
                ///
                /// [`as_str`](Self::as_str) also accepts a StringName.
            }
        } else if self.case.ty.is(Role::Float) {
            quote! {
                ///
                /// [`as_f64`](Self::as_f64) also accepts an int.
            }
        } else {
            quote!()
        };
        let (variant, method) = (&self.case.variant, self.case.method("as_NAME"));
        let declared = self.declared(|contents| quote!(Some(&#contents)));
        quote! {
            /// Returns the value if this is of the type TYPE.
            #lenient
            #example
            #[must_use]
            pub fn #method(&self) -> Option<#result> {
                match self {
                    Self::#variant(value) => Some(#value),
                    #declared
                    _ => None,
                }
            }
        }
    }

    /// Generates the arm for values with a declared type; `result` generates the result of their
    /// contents.
    fn declared(&self, result: impl Fn(TokenStream) -> TokenStream) -> Option<TokenStream> {
        self.context.declared_arm(self.case, &quote!(Self), &result)
    }

    /// Generates an accessor such as `as_vector2_mut`.
    fn mutable(&self, held: &TokenStream) -> TokenStream {
        let (variant, method) = (&self.case.variant, self.case.method("as_NAME_mut"));
        let declared = self.declared(|contents| quote!(Some(&mut #contents)));
        // A Callable has only one value.
        let compared = if self.case.ty.body == Body::Callable {
            quote! {
                /// assert_eq!(value, VARIANT);
            }
        } else {
            quote! {
                /// assert_ne!(value, VARIANT);
            }
        };
        let example = self.example(
            &["Variant"],
            &quote! {
                /// let mut value = VARIANT;
                /// if let Some(payload) = value.as_NAME_mut() {
                ///     CHANGE;
                /// }
                #compared
            },
        );
        quote! {
            /// Returns a mutable reference to the value if this is of the type TYPE.
            #example
            #[must_use]
            pub fn #method(&mut self) -> Option<&mut #held> {
                match self {
                    Self::#variant(value) => Some(value),
                    #declared
                    _ => None,
                }
            }
        }
    }

    /// Generates a conversion such as `into_vector2`.
    fn into(&self, held: &TokenStream) -> TokenStream {
        let (variant, method) = (&self.case.variant, self.case.method("into_NAME"));
        let value = self.case.payload.unboxed();
        let declared = self.declared(|contents| quote!(Ok(#contents)));
        let dropped = declared.as_ref().map(|_| {
            quote! {
                ///
                /// A declared type is dropped.
            }
        });
        let example = self.example(
            &["Variant"],
            &quote! {
                /// let value = VARIANT;
                /// assert_eq!(value.into_NAME(), Ok(PAYLOAD));
                /// assert_eq!(Variant::NIL.into_NAME(), Err(Variant::NIL));
            },
        );
        quote! {
            /// Converts the Variant to its value if this is of the type TYPE.
            #dropped
            #example
            ///
            /// # Errors
            ///
            /// Returns the Variant itself if it is of another type.
            pub fn #method(self) -> Result<#held, Self> {
                match self {
                    Self::#variant(value) => Ok(#value),
                    #declared
                    other => Err(other),
                }
            }
        }
    }
}
