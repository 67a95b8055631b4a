//! Checks that double precision follows the rule of the published pages.

use crate::published_facts::{facts, schema};
use gdvariant_codegen::model::{DoubleBuilds, Layout, Length, Offset, Role, Schema};
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

/// Checks that Float fields move, except those of the type float, and that other fields do not.
#[test]
fn double_precision_follows_the_rule_of_the_page() {
    let schema = schema();
    let facts = facts(&schema);
    for (module, count) in [("godot3", 63), ("pandemonium", 87)] {
        let layout = layout(&schema, module);
        let mut moved = 0;
        for listed in &layout.types {
            let ty = schema.type_in(listed);
            for table in &ty.tables {
                let separator = if table.name.is_empty() { "" } else { "." };
                let table_name = format!("{}.{}{separator}", listed.key, table.name);
                let is_double = !listed.has_single_reals;
                for placed in table.placed(&schema, layout.double, is_double) {
                    let row = placed.row;
                    let name = format!("{table_name}{}", row.name);
                    let mut stated = facts[module].iter().filter(|fact| fact.name == name);
                    let Some([_, _, wire]) = stated.find_map(Fact::cells) else {
                        continue;
                    };
                    let single = (row.offset, row.length);
                    let placed = (placed.offset, placed.length);
                    let expected = if wire == "Float" && !ty.is(Role::Float) {
                        moved += 1;
                        (ruled(row.offset), Length::Fixed(8))
                    } else {
                        single
                    };
                    assert_eq!(placed, expected, "{module}: {name}");
                }
            }
        }
        assert_eq!(moved, count, "fields that {module} calls Float");
    }
}

#[test]
fn elements_of_packed_arrays_grow_in_double_precision() {
    let schema = schema();
    for (key, builds, expected) in [
        (
            "PackedVector3Array",
            DoubleBuilds::Plain,
            ["4: 4", "12 + index * 24: 8", "20 + index * 24: 8"],
        ),
        (
            "PackedVector3Array",
            DoubleBuilds::Flag,
            ["4: 4", "8 + index * 24: 8", "16 + index * 24: 8"],
        ),
        (
            "PoolVector2iArray",
            DoubleBuilds::Plain,
            ["4: 4", "8 + index * 8: 4", "12 + index * 8: 4"],
        ),
    ] {
        let rows = schema.type_of(key).tables[0].placed(&schema, builds, true);
        let rows = rows
            .iter()
            .map(|placed| format!("{}: {}", placed.offset, placed.length));
        assert_eq!(rows.take(3).collect::<Vec<_>>(), expected, "{key}");
    }
}

/// Checks that published pages have each string that languages translate only for them.
#[test]
fn translations_of_published_pages_are_needed() {
    let schema = schema();
    let facts = facts(&schema);
    let is_stated = |text: &str| facts.values().flatten().any(|fact| fact.value == text);
    for locale in &schema.locales {
        for (text, _) in &locale.published {
            assert!(is_stated(text), "{}: {text}", locale.code);
        }
    }
}
