//! Arbitrary values, converted to every layout.

use crate::common::{TestLayout, cases, in_each_layout};
use crate::converter::vectors::check;
use proptest::prelude::*;

fn any_value_is_equal_an_error_or_listed<A: TestLayout>() {
    macro_rules! to_each {
        ({ $value:ident } $({ $module:ident $marker:ident })*) => {
            $(check::<A, gdvariant::$marker>("an arbitrary value", &$value);)*
        };
    }
    proptest!(cases(50), |(value in A::arb())| {
        crate::common::layouts::each_layout!(to_each { value });
    });
}

in_each_layout!(any_value_is_equal_an_error_or_listed);
