use crate::value::declared::Declared;
use crate::{EncodeError, Layout, Writer};

typed_notes! {
/// A layout with typed Arrays and Dictionaries, which declare the type of their values.
///
/// `#[variant(typed)]` of the derive macro encodes only in these layouts.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::TypedLayout;
///
/// fn is_typed<L: TypedLayout>() {}
/// is_typed::<gdvariant::Godot4>();
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` has no typed containers",
    label = "a field with `#[variant(typed)]` cannot be written in the layout `{Self}`",
    note = "without `#[variant(typed)]` the field is an Array or a Dictionary, which every layout has"
)]
pub trait TypedLayout: Layout {
    /// Encodes what precedes the values of an Array.
    ///
    /// # Errors
    ///
    /// Fails if a name in the declared type cannot be encoded.
    #[doc(hidden)]
    fn put_array_start(
        writer: &mut Writer<'_, Self>,
        count: u32,
        types: [&Declared<'_>; 1],
    ) -> Result<(), EncodeError>;

    /// Encodes what precedes the entries of a Dictionary.
    ///
    /// # Errors
    ///
    /// Fails if a name in a declared type cannot be encoded.
    #[doc(hidden)]
    fn put_dictionary_start(
        writer: &mut Writer<'_, Self>,
        count: u32,
        types: [&Declared<'_>; 2],
    ) -> Result<(), EncodeError>;
}
}
