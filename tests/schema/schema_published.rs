//! Checks the rule of double precision, which the published pages state and no build follows.

use crate::published_facts::{facts, schema};
use gdvariant_codegen::model::{DoubleBuilds, Layout, Offset, Role, Schema};
use gdvariant_codegen::published::Fact;

fn layout<'a>(schema: &'a Schema, module: &str) -> &'a Layout {
    schema
        .layouts
        .iter()
        .find(|layout| layout.module == module)
        .expect("the schema has the layout")
}

/// Returns the offset of a Float field in double precision by the rule of the pages.
fn ruled(offset: Offset) -> Offset {
    match offset {
        Offset::At(offset) => Offset::At((offset - 4) * 2 + 4),
        // (first + index * stride - 4) * 2 + 4
        Offset::Element { first, stride } => Offset::Element {
            first: (first - 4) * 2 + 4,
            stride: stride * 2,
        },
        other => panic!("a Float field at {other}"),
    }
}

/// Checks that schema and pages state the same rule, and that it moves exactly the fields that the
/// pages call Float, except for the type float.
#[test]
fn double_precision_follows_the_rule_of_the_page() {
    let schema = schema();
    let facts = facts(&schema);
    let rule = schema.double();
    assert_eq!(rule.length, 8);
    for (module, count) in [("godot3", 63), ("pandemonium", 87)] {
        let layout = layout(&schema, module);
        assert_eq!(layout.double, DoubleBuilds::Published);
        let mut moved = 0;
        for listed in &layout.types {
            let ty = schema.type_in(listed);
            for table in &ty.tables {
                let separator = if table.name.is_empty() { "" } else { "." };
                let table_name = format!("{}.{}{separator}", listed.key, table.name);
                for row in &table.rows {
                    let name = format!("{table_name}{}", row.name);
                    let mut stated = facts[module].iter().filter(|fact| fact.name == name);
                    let Some([_, _, wire]) = stated.find_map(Fact::cells) else {
                        continue;
                    };
                    let is_moved = !listed.has_single_reals && schema.is_real(row);
                    let is_float = wire == "Float" && !ty.is(Role::Float);
                    assert_eq!(is_moved, is_float, "{module}: {name}");
                    if is_moved {
                        moved += 1;
                        assert_eq!(
                            rule.moved(row.offset),
                            ruled(row.offset),
                            "{module}: {name}"
                        );
                    }
                }
            }
        }
        assert_eq!(moved, count, "fields that {module} calls Float");
    }
}

#[test]
fn elements_of_packed_arrays_grow_in_double_precision() {
    let schema = schema();
    let table = &schema.type_of("PackedVector3Array").tables[0];
    let rows = table.placed(&schema, true);
    let rows = rows
        .iter()
        .map(|placed| format!("{}: {}", placed.offset, placed.length));
    let expected = ["4: 4", "8 + index * 24: 8", "16 + index * 24: 8"];
    assert_eq!(rows.take(3).collect::<Vec<_>>(), expected);
    // By the published rule, unused bytes precede the elements.
    let published = schema.double().moved(table.rows[1].offset);
    assert_eq!(published.to_string(), "12 + index * 24");
}
