//! Checks that constants and empty constructors of every layout have the schema's components.

use crate::common::{TestLayout, in_each_layout};
use gdvariant::generic;

/// Returns the numbers in the text of a value with components, such as `Vector2( 0, 1 )`.
fn numbers(text: &str) -> Vec<f64> {
    let (_, numbers) = text.split_once('(').expect("a constructor");
    let numbers = numbers.trim_end_matches(')').split(',');
    let parse = |number: &str| number.trim().parse().expect("a number");
    numbers.map(parse).collect()
}

fn constants_have_the_components_of_the_schema<L: TestLayout>() {
    let types = L::TYPES.iter().filter(|table| !table.initial.is_empty());
    for table in types {
        let default = (format!("{}()", table.name), table.initial);
        let constants = table.constants.iter().map(|constant| {
            let name = format!("{}.{}", table.name, constant.name);
            (name, constant.components)
        });
        for (script, components) in constants.chain([default]) {
            let value = generic::parse::<L>(&script).expect(&script);
            let text = format!("{:#}", generic::display::<L, _>(&value));
            assert_eq!(
                numbers(&text.replace("1e400", "inf")),
                components,
                "{script}"
            );
            assert_eq!(generic::parse::<L>(&text).as_ref(), Ok(&value), "{script}");
            assert_eq!(script.parse(), Ok(value), "{script}");
        }
    }
}

in_each_layout!(constants_have_the_components_of_the_schema);
