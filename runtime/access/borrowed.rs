//! The methods of every layout's VariantRef that access its contents.

/// Implements access by index and by path.
macro_rules! borrowed_access_methods {
    ($module:literal $variant:ident $marker:ident) => {
        crate::access::read_methods!(
            $variant<'_>,
            $marker,
            concat!(
                "use gdvariant::", $module, "::{self, VariantRef, variant};\n\n",
                "let bytes = ", $module, "::to_vec(&variant!({\"players\": [{\"name\": \"Ada\"}]})).unwrap();\n",
                "let value: VariantRef<'_> = ", $module, "::from_slice(&bytes).unwrap();",
            )
        );
        crate::access::plain_value_methods!($module "VariantRef" $variant<'_>);
    };
}

pub(crate) use borrowed_access_methods;
