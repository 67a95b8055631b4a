//! Reports field types that no layout has at the field, instead of at each call that encodes or
//! decodes the derived type.

use crate::codec::value_notes;
use crate::{Decode, Encode, Engine};
use core::marker::PhantomData;

/// A type derived with `#[derive(Variant)]`, whose fields are checked where it is defined.
pub trait Derived {}

/// A type that is or is not a value of the engine `E`.
///
/// The inherent constants precede those of [`NotInLayout`], so they are `true` if the layout encodes
/// or decodes the type, and otherwise `false`.
pub struct InLayout<E, T: ?Sized>(PhantomData<(E, PhantomData<T>)>);

impl<E: Engine, T: Encode<E> + ?Sized> InLayout<E, T> {
    /// The layout encodes the type.
    pub const ENCODES: bool = true;
}

impl<E: Engine, T: Decode<'static, E>> InLayout<E, T> {
    /// The layout decodes the type.
    pub const DECODES: bool = true;
}

/// A derived type, in the place of a layout.
pub struct DerivedCheck;

impl<T: Derived + ?Sized> InLayout<DerivedCheck, T> {
    /// The fields of the type are checked elsewhere.
    pub const IS_DERIVED: bool = true;
}

/// The constants of types that a layout lacks.
pub trait NotInLayout {
    /// The layout does not encode the type.
    const ENCODES: bool = false;
    /// The layout does not decode the type.
    const DECODES: bool = false;
    /// The type is not derived.
    const IS_DERIVED: bool = false;
}

impl<E, T: ?Sized> NotInLayout for InLayout<E, T> {}

value_notes! {
/// The type of a field; `HAS_LAYOUT` is whether some layout encodes or decodes the type.
#[diagnostic::on_unimplemented(
    message = "no layout encodes or decodes `{Self}`, the type of a field",
    label = "not a value of any layout"
)]
pub trait FieldType<const HAS_LAYOUT: bool> {
    /// The field is checked.
    const CHECKED: bool = HAS_LAYOUT;
}
}

impl<T: ?Sized> FieldType<true> for T {}

/// A field type that the layout encodes.
///
/// `CHECKED` is a constant that does not compile if some field type has no layout. The compiler
/// reports that error once, and none for predicates with the constant.
#[diagnostic::on_unimplemented(
    message = "the layout `{E}` cannot encode `{Self}`",
    label = "a field is not a value of the layout `{E}`",
    note = "use a layout that has the type, or encode the field in another form with `#[variant(with = \"module\")]`"
)]
pub trait EncodeField<E: Engine, const CHECKED: bool>: Encode<E> {}

#[diagnostic::do_not_recommend]
impl<E: Engine, T: Encode<E>, const CHECKED: bool> EncodeField<E, CHECKED> for T {}

/// A field type that the layout decodes, see [`EncodeField`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the layout `{E}`",
    label = "a field is not a value of the layout `{E}`",
    note = "use a layout that has the type, or decode the field from another form with `#[variant(with = \"module\")]`",
    note = "the keys of a HashMap need Eq and Hash, those of a BTreeMap Ord"
)]
pub trait DecodeField<'de, E: Engine, const CHECKED: bool>: Decode<'de, E> {}

#[diagnostic::do_not_recommend]
impl<'de, E: Engine, T: Decode<'de, E>, const CHECKED: bool> DecodeField<'de, E, CHECKED> for T {}
