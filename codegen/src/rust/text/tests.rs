use super::*;
use quote::quote;

#[test]
fn tokens_are_printed_as_people_write() {
    let tokens = quote! {
        #[doc = " Tells `}` from `;`."]
        pub struct Nothing;
        use crate::table::{Row, Table};
        pub(crate) const ROW: &Row = &Row { offset: Offset::At(-4), ..TABLES[0] };
        impl<'a, T: Tell<'a> + ?Sized> Tell<'a> for [&'a T; 2] {
            pub(crate) fn tell<'b>(&'b self, f: fn(&mut u8) -> Vec<Vec<u8>>) -> Option<&'a u8> {
                let mut value = <Self as Default>::default();
                value.x = from.take()?.first();
                value
            }
        }
        crate::codec::fields_codec!(Godot4 Vector2);
        macro_rules! each {
            ($callback:ident $($arguments:tt)*) => { $callback! { $($arguments)* Vector2(*f64) } };
        }
    };
    let expected = "\
#[doc = \" Tells `}` from `;`.\"]
pub struct Nothing;
use crate::table::{
    Row,
    Table
};
pub(crate) const ROW: &Row = &Row {
    offset: Offset::At(-4),
    ..TABLES[0]
};
impl<'a,
T: Tell<'a> + ? Sized> Tell<'a> for[&'a T; 2] {
    pub(crate) fn tell<'b>(&'b self, f: fn(&mut u8) -> Vec<Vec<u8>>) -> Option<&'a u8> {
        let mut value = <Self as Default>::default();
        value.x = from.take()?.first();
        value
    }
}
crate::codec::fields_codec!(Godot4 Vector2);
macro_rules! each {
    ($callback: ident $($arguments: tt) *) => {
        $callback! {
            $($arguments) * Vector2(* f64)
        }
    };
}
";
    assert_eq!(text(tokens), expected);
}
