//! Arbitrary values, converted to every layout.

use crate::common::{TestLayout, in_each_layout};
use crate::converter::vectors::check;
use proptest::prelude::*;
use proptest::test_runner::Config;

fn any_value_is_equal_an_error_or_listed<A: TestLayout>() {
    let config = Config {
        cases: 150,
        failure_persistence: None,
        ..Config::default()
    };
    macro_rules! to_each {
        ({ $value:ident } $({ $module:ident $marker:ident $types:tt })*) => {
            $(check::<A, gdvariant::$marker>("an arbitrary value", &$value);)*
        };
    }
    proptest!(config, |(value in A::arb())| {
        gdvariant::each_layout!(to_each { value });
    });
}

in_each_layout!(any_value_is_equal_an_error_or_listed);
