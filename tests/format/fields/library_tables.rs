//! The static tables of the library.

use crate::common::{TestLayout, in_each_layout};
use crate::fields::rows::{is_double, layout_of, places, schema};
use gdvariant::schema::LAYOUTS;
use gdvariant::table::{Length as StaticLength, Offset as StaticOffset, TypeInfo};
use gdvariant::{DecodeOptions, Engine, Godot4, Kind, Vector2};
use gdvariant_codegen::model::{Length, Offset, Schema, Type};

/// The inspector passes rows of the tables, and rows that no table has.
#[test]
fn describes_rows_and_their_copies() {
    let bytes = gdvariant::godot4::to_vec(&Vector2::new(1.0, 2.0)).expect("a value");
    let mut found = Vec::new();
    let inspected = Godot4::LAYOUT.inspect(&bytes, DecodeOptions::new(), |row| {
        let copy = *row.field;
        assert_eq!(copy.description(), row.field.description());
        found.push(copy.description());
    });
    inspected.expect("a value");
    let expected = [
        "The type's number and flags.",
        "X coordinate.",
        "Y coordinate.",
    ];
    assert_eq!(found, expected);
}

/// Checks the facts about kinds that are known at run time.
#[test]
fn layouts_have_the_types_of_the_schema() {
    let schema = &schema();
    for info in LAYOUTS {
        let mut layouts = schema.layouts.iter();
        let layout = layouts.find(|layout| layout.module == info.base);
        let layout = layout.expect("a layout of the schema");
        for kind in Kind::ALL {
            let mut types = layout.types.iter();
            let listed = types.find(|listed| listed.key == format!("{kind:?}"));
            let number = info.number_of(*kind).map(u32::from);
            assert_eq!(number, listed.map(|listed| listed.number), "{kind}");
            assert_eq!(info.has(*kind), listed.is_some(), "{kind}");
            let name = listed.map_or(kind.name(), |listed| &listed.name);
            assert_eq!(info.name_of(*kind), name);
            let table = info.type_of(*kind);
            assert_eq!(table.map(|table| table.name), listed.map(|_| name));
        }
    }
}

/// Compares the static tables with those of the schema, in the precision of the layout.
fn library_tables_match_the_schema<E: TestLayout>() {
    let schema = &schema();
    let layout = layout_of::<E>(schema);
    assert_eq!(E::LAYOUT.types().len(), layout.types.len());
    for (table, listed) in E::LAYOUT.types().iter().zip(&layout.types) {
        assert_eq!(u32::from(table.number), listed.number);
        assert_eq!(table.name, listed.name);
        let ty = schema.type_in(listed);
        assert_eq!(format!("{:?}", table.kind), ty.key);
        assert_eq!(table.description, ty.description);
        assert_eq!(
            format!("{:?}", table.body),
            format!("{:?}", ty.body).split('(').next().expect("a name")
        );
        assert_eq!(E::LAYOUT.number_of(table.kind), Some(table.number));
        check_rows::<E>(schema, table, ty);
    }
}

fn check_rows<E: TestLayout>(schema: &Schema, static_table: &TypeInfo, ty: &Type) {
    assert_eq!(static_table.tables.len(), ty.tables.len(), "{}", ty.key);
    for (table, of_schema) in static_table.tables.iter().zip(&ty.tables) {
        assert_eq!(table.name, of_schema.name);
        let places = places::<E>(schema, ty, of_schema);
        assert_eq!(table.rows.len(), places.len(), "{}", ty.key);
        for ((row, place), described) in table.rows.iter().zip(&places).zip(&of_schema.rows) {
            let label = format!("{}.{}", ty.key, place.name);
            assert_eq!(row.name, place.name);
            assert_eq!(row.description(), described.description, "{label}");
            let offset = match place.offset {
                Offset::At(bytes) => StaticOffset::At(bytes),
                Offset::Part(bytes) => StaticOffset::Part(bytes),
                Offset::Element { first, stride } => StaticOffset::Element { first, stride },
                Offset::After => StaticOffset::After,
            };
            assert_eq!(row.offset, offset, "{label}");
            let length = match place.length {
                Length::Fixed(bytes) => StaticLength::Fixed(bytes),
                Length::Counted => StaticLength::Counted,
            };
            assert_eq!(row.length, length, "{label}");
            let wire = match (place.wire, is_double::<E>(schema, ty)) {
                ("real", false) => "f32",
                ("real", true) => "f64",
                (wire, _) => wire,
            };
            assert_eq!(row.wire.name(), wire, "{label}");
        }
    }
}

in_each_layout!(library_tables_match_the_schema);
