use super::*;
use quote::quote;

#[test]
fn tokens_are_printed_as_people_write() {
    let tokens = quote! {
        #[doc = " Tells `}` from `;`."]
        pub struct Nothing;
        impl<'a, T: Tell<'a> + ?Sized> Tell<'a> for [&'a T; 2] {
            pub(crate) fn tell<'b>(&'b self, f: fn(&mut u8) -> Vec<Vec<u8>>) -> Option<&'a u8> {
                let x = <[u8]>::first(&self.0[1..])?;
                if !matches!(self, Self { .. }) && *x == b';' { call(-1, |a, b| a - b) } else { match self {} }
                for (a, b) in [f, g] { self.put(a); }
            }
        }
    };
    let expected = "\
#[doc = \" Tells `}` from `;`.\"]
pub struct Nothing;
impl<'a, T: Tell<'a> + ?Sized> Tell<'a> for [&'a T; 2] {
    pub(crate) fn tell<'b>(&'b self, f: fn(&mut u8) -> Vec<Vec<u8>>) -> Option<&'a u8> {
        let x = <[u8]>::first(&self.0[1..])?;
        if !matches!(self, Self { .. }) && *x == b';' { call(-1, |a, b| a - b) } else {
            match self {}
        }
        for (a, b) in [f, g] {
            self.put(a);
        }
    }
}
";
    assert_eq!(text(tokens), expected);
}
