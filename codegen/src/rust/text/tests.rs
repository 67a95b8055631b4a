use super::*;
use quote::quote;

#[test]
fn tokens_are_printed_as_people_write() {
    let tokens = quote! {
        #[doc = " Tells `}` from `;`."]
        #[derive(Clone)]
        pub struct Nothing;
        impl<'a, T: Tell<'a> + ?Sized> Tell<'a> for [&'a T; 2] where T: Tell<'a>, {}
        impl<const N: usize> Nothing {
            fn first(list: &'static [u8]) -> u8 { list[0] }
            pub(crate) fn tell<'a>(&'a self, f: fn(&mut u8) -> Vec<Vec<u8>>) -> Option<&'a u8> {
                use crate::{A, B};
                let x = <[u8]>::first(&self.0[1..])?;
                if !matches!(self, Self { .. }) && *x == b';' { call(-1, |a, b| a - b) } else { match self {} }
                for (a, b) in [f, g] { self.put(a); }
                list.iter().map(|x| { x + 1 }).sum::<u8>()
            }
        }
    };
    let expected = "\
#[doc = \" Tells `}` from `;`.\"]
#[derive(Clone)]
pub struct Nothing;
impl<'a, T: Tell<'a> + ?Sized> Tell<'a> for [&'a T; 2] where T: Tell<'a>,
{}
impl<const N: usize> Nothing {
    fn first(list: &'static [u8]) -> u8 {
        list[0]
    }
    pub(crate) fn tell<'a>(&'a self, f: fn(&mut u8) -> Vec<Vec<u8>>) -> Option<&'a u8> {
        use crate::{ A, B };
        let x = <[u8]>::first(&self.0[1..])?;
        if !matches!(self, Self { .. }) && *x == b';' { call(-1, |a, b| a - b) } else {
            match self {}
        }
        for (a, b) in [f, g] {
            self.put(a);
        }
        list.iter().map(|x| { x + 1 }).sum::<u8>()
    }
}
";
    assert_eq!(text(tokens), expected);
}
