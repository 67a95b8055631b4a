//! The schema's tables are what the codec does: every field of an encoded value lies where its row says.
#![cfg(feature = "std")]

mod common;

use common::{AnyVariant, Tested, encode, in_each_layout};
use gdvariant::table::{self, Length as StaticLength, Offset as StaticOffset, TypeTable};
use gdvariant::{Dictionary, Kind, NodePath, Object};
use gdvariant_codegen::model::{Body, Layout, Length, Offset, Row, Schema, Table, Type};
use std::collections::BTreeMap;
use std::path::Path;

fn schema() -> Schema {
    gdvariant_codegen::load(Path::new("schema")).unwrap_or_else(|mistakes| panic!("\n{mistakes}"))
}

/// The schema's layout behind a layout of the library; a double one has the same types.
fn layout_of<L: Tested>(schema: &Schema) -> &Layout {
    let module = L::NAME.trim_end_matches("_double");
    schema
        .layouts
        .iter()
        .find(|layout| layout.module == module)
        .expect("the schema has the layout")
}

/// A row as it is in the precision of `L`.
struct Place<'s> {
    name: &'s str,
    wire: &'s str,
    offset: Offset,
    length: Length,
}

fn places<'s, L: Tested>(schema: &Schema, table: &'s Table) -> Vec<Place<'s>> {
    let place = |row: &'s Row, offset, length| Place {
        name: &row.name,
        wire: &row.wire,
        offset,
        length,
    };
    if L::DOUBLE {
        table
            .rows
            .iter()
            .zip(table.in_double(schema))
            .map(|(row, (offset, length))| place(row, offset, length))
            .collect()
    } else {
        table
            .rows
            .iter()
            .map(|row| place(row, row.offset, row.length))
            .collect()
    }
}

fn kind_of<L: Tested>(number: u32) -> Kind {
    let number = u8::try_from(number).expect("the schema is checked");
    Kind::ALL
        .iter()
        .copied()
        .find(|kind| L::number_of(*kind) == Some(number))
        .expect("the library has the number")
}

/// The number in the bytes of a wire type.
fn number_at(bytes: &[u8], place: &Place<'_>, start: u32) -> f64 {
    let Length::Fixed(length) = place.length else {
        panic!("{} is counted", place.name)
    };
    let field = bytes
        .get(start as usize..(start + length) as usize)
        .unwrap_or_else(|| panic!("{} is outside", place.name));
    let is_wide = field.len() == 8;
    match place.wire {
        "byte" => u8::from_le_bytes(whole(field)).into(),
        "i32" => i32::from_le_bytes(whole(field)).into(),
        "real" if is_wide => f64::from_le_bytes(whole(field)),
        "real" => f32::from_le_bytes(whole(field)).into(),
        wire => panic!("{} is a {wire}", place.name),
    }
}

/// The field as the bytes of a number, none too few and none too many.
fn whole<const N: usize>(field: &[u8]) -> [u8; N] {
    field
        .try_into()
        .expect("the row's length is that of the number")
}

/// The types of components and the pool arrays of them: every component has a number of its own, and is found where its row says.
fn components_lie_where_their_rows_say<L: Tested>() {
    let schema = schema();
    let mut checked = 0_usize;
    for listed in &layout_of::<L>(&schema).types {
        let ty = schema.type_of(&listed.key);
        let mut numbers: BTreeMap<(usize, &str), f64> = BTreeMap::new();
        let value = L::Variant::numbered_of(kind_of::<L>(listed.number), &mut |index, name| {
            // 3, 4, 5 and so on: no two components are equal, and every one is a byte as well.
            let number = f64::from(u8::try_from(numbers.len() + 3).expect("few components"));
            assert!(
                numbers.insert((index, name), number).is_none(),
                "{} has two fields {name}",
                ty.key
            );
            number
        });
        assert_eq!(
            value.is_some(),
            matches!(ty.body, Body::Fields | Body::Pool(_)),
            "{}",
            ty.key
        );
        let Some(value) = value else { continue };
        check_components::<L>(&schema, ty, &encode::<L>(&value), &numbers);
        checked += 1;
    }
    let is_of_components =
        |table: &&TypeTable| matches!(table.body, table::Body::Fields | table::Body::Pool);
    let expected = L::TYPES.iter().filter(is_of_components).count();
    assert_eq!(checked, expected, "types of components in {}", L::NAME);
}

fn check_components<L: Tested>(
    schema: &Schema,
    ty: &Type,
    bytes: &[u8],
    numbers: &BTreeMap<(usize, &str), f64>,
) {
    let [table] = &ty.tables[..] else {
        panic!("{} has one table", ty.key)
    };
    let mut places = places::<L>(schema, table);
    let mut end = 4;
    if matches!(ty.body, Body::Pool(_)) {
        let length = places.remove(0);
        assert_eq!(
            (length.name, length.wire, length.offset, length.length),
            ("length", "u32", Offset::At(4), Length::Fixed(4))
        );
        assert_eq!(bytes[4..8], 3_u32.to_le_bytes(), "{}", ty.key);
        end = 8;
    }
    let mut found = 0;
    for ((index, name), number) in numbers {
        let place = places
            .iter()
            .find(|place| place.name == *name)
            .unwrap_or_else(|| panic!("{} has no row {name}", ty.key));
        let start = match place.offset {
            Offset::At(start) if *index == 0 => start,
            Offset::Element { first, stride } => {
                first + u32::try_from(*index).expect("few elements") * stride
            }
            other => panic!("{}.{name} of element {index} is at {other}", ty.key),
        };
        #[expect(clippy::float_cmp, reason = "small whole numbers")]
        let is_there = number_at(bytes, place, start) == *number;
        assert!(
            is_there,
            "{}.{name} of element {index} is not at {start}: {}",
            ty.key,
            common::hex(bytes)
        );
        let Length::Fixed(length) = place.length else {
            unreachable!()
        };
        end = end.max(start + length);
        found += 1;
    }
    let elements = numbers
        .keys()
        .map(|(index, _)| index + 1)
        .max()
        .unwrap_or(0);
    assert_eq!(
        found,
        places.len() * elements,
        "{} has a row that is no field",
        ty.key
    );
    assert_eq!(
        bytes.len(),
        end.next_multiple_of(4) as usize,
        "{} is longer than its rows",
        ty.key
    );
}

/// Checks the rows of one table against the bytes that each field should be; gives the end of the last one, its padding included.
fn check_rows(
    key: &str,
    places: &[Place<'_>],
    bytes: &[u8],
    start: usize,
    fields: &[(&str, &[u8])],
) -> usize {
    let names: Vec<_> = places.iter().map(|place| place.name).collect();
    assert_eq!(
        names,
        fields.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "{key}"
    );
    let mut end = start;
    for (place, (name, field)) in places.iter().zip(fields) {
        let at = match place.offset {
            Offset::At(offset) => offset as usize,
            Offset::Part(offset) => start + offset as usize,
            Offset::After => end.next_multiple_of(4),
            Offset::Element { .. } => panic!("{key}.{name} is no element"),
        };
        match place.length {
            Length::Fixed(length) => assert_eq!(length as usize, field.len(), "{key}.{name}"),
            Length::Counted => assert!(
                matches!(place.wire, "bytes" | "text" | "value"),
                "{key}.{name}"
            ),
        }
        end = at + field.len();
        assert_eq!(
            bytes.get(at..end),
            Some(*field),
            "{key}.{name} is not at {at}: {}",
            common::hex(bytes)
        );
    }
    end.next_multiple_of(4)
}

/// One type of a layout, its table of a name, and values of it.
struct Case<'s, L: Tested> {
    schema: &'s Schema,
    ty: &'s Type,
    layout: std::marker::PhantomData<L>,
}

impl<'s, L: Tested> Case<'s, L> {
    fn new(schema: &'s Schema, key: &str) -> Self {
        Self {
            schema,
            ty: schema.type_of(key),
            layout: std::marker::PhantomData,
        }
    }

    /// Checks the rows of the table of this name from `start` on, and gives their end.
    fn rows(&self, table: &str, bytes: &[u8], start: usize, fields: &[(&str, &[u8])]) -> usize {
        let table = self
            .ty
            .tables
            .iter()
            .find(|candidate| candidate.name == table)
            .expect("the type has the table");
        check_rows(
            &self.ty.key,
            &places::<L>(self.schema, table),
            bytes,
            start,
            fields,
        )
    }

    /// The type's tables are these.
    fn has_tables(&self, names: &[&str]) {
        assert_eq!(
            self.ty
                .tables
                .iter()
                .map(|table| &*table.name)
                .collect::<Vec<_>>(),
            names,
            "{}",
            self.ty.key
        );
    }
}

fn le(number: u32) -> [u8; 4] {
    number.to_le_bytes()
}

fn plain_values_lie_where_their_rows_say<L: Tested>() {
    let schema = &schema();
    for key in ["Nil", "Rid"] {
        Case::<L>::new(schema, key).has_tables(&[]);
    }
    let case = Case::<L>::new(schema, "Bool");
    case.has_tables(&[""]);
    assert_eq!(
        case.rows("", &encode::<L>(&true.into()), 4, &[("value", &le(1))]),
        8
    );

    let case = Case::<L>::new(schema, "Int");
    case.has_tables(&["", "64-bit"]);
    assert_eq!(
        case.rows(
            "",
            &encode::<L>(&0x0102_0304_i64.into()),
            4,
            &[("value", &[4, 3, 2, 1])]
        ),
        8
    );
    let wide = encode::<L>(&0x0102_0304_0506_0708_i64.into());
    assert_eq!(
        case.rows("64-bit", &wide, 4, &[("value", &[8, 7, 6, 5, 4, 3, 2, 1])]),
        wide.len()
    );

    let case = Case::<L>::new(schema, "Float");
    case.has_tables(&["", "64-bit"]);
    assert_eq!(
        case.rows(
            "",
            &encode::<L>(&1.5.into()),
            4,
            &[("value", &1.5_f32.to_le_bytes())]
        ),
        8
    );
    let wide = encode::<L>(&0.1.into());
    assert_eq!(
        case.rows("64-bit", &wide, 4, &[("value", &0.1_f64.to_le_bytes())]),
        wide.len()
    );
}

fn text_lies_where_its_rows_say<L: Tested>() {
    let schema = &schema();
    for kind in [Kind::String, Kind::StringName] {
        if L::number_of(kind).is_none() {
            continue;
        }
        let case = Case::<L>::new(schema, kind.name());
        case.has_tables(&[""]);
        let bytes = encode::<L>(&L::Variant::text_of(kind, "abcde"));
        assert_eq!(
            case.rows("", &bytes, 4, &[("length", &le(5)), ("text", b"abcde")]),
            bytes.len()
        );
        assert_eq!(bytes.len(), 16);
    }
    let case = Case::<L>::new(schema, "PoolStringArray");
    case.has_tables(&["", "each string"]);
    let bytes = encode::<L>(&vec!["abcd".to_owned(), String::new(), "x".to_owned()].into());
    let mut end = case.rows("", &bytes, 4, &[("length", &le(3))]);
    for text in [&b"abcd\0"[..], b"\0", b"x\0"] {
        let length = le(u32::try_from(text.len()).expect("short"));
        end = case.rows(
            "each string",
            &bytes,
            end,
            &[("length", &length), ("text", text)],
        );
    }
    assert_eq!(end, bytes.len());
}

fn node_paths_lie_where_their_rows_say<L: Tested>() {
    let schema = &schema();
    let case = Case::<L>::new(schema, "NodePath");
    case.has_tables(&["", "old format", "new format", "each name"]);
    let bytes = encode::<L>(&NodePath::new(true, ["ab", "cdefg", "h"], ["pos", "xyzw"]).into());
    assert_eq!(
        case.rows("", &bytes, 4, &[("name_count", &le(0x8000_0003))]),
        8
    );
    let mut end = case.rows(
        "new format",
        &bytes,
        8,
        &[("subname_count", &le(2)), ("flags", &le(1))],
    );
    for name in ["ab", "cdefg", "h", "pos", "xyzw"] {
        let length = le(u32::try_from(name.len()).expect("short"));
        end = case.rows(
            "each name",
            &bytes,
            end,
            &[("length", &length), ("name", name.as_bytes())],
        );
    }
    assert_eq!(end, bytes.len());
    // The old format is never written; where its text would be, the engine and we refuse it.
    let old = [&bytes[..4], &le(4), b"a/b\0"].concat();
    assert_eq!(
        case.rows("old format", &old, 8, &[("path", b"a/b\0")]),
        old.len()
    );
    let error = common::decode::<L>(&old).expect_err("the old format");
    assert_eq!(error.kind(), &gdvariant::DecodeErrorKind::OldNodePath);
}

fn objects_lie_where_their_rows_say<L: Tested>() {
    let schema = &schema();
    let case = Case::<L>::new(schema, "Object");
    case.has_tables(&["id", "whole", "each property"]);
    let bytes = encode::<L>(&Object::Id(0x0102_0304_0506_0708).into());
    assert_eq!(
        case.rows("id", &bytes, 4, &[("id", &[8, 7, 6, 5, 4, 3, 2, 1])]),
        bytes.len()
    );

    let bytes = encode::<L>(
        &Object::whole(
            "Node2D",
            [("name", L::Variant::from("n")), ("z", true.into())],
        )
        .into(),
    );
    let fields: [(&str, &[u8]); 3] = [
        ("class_length", &le(6)),
        ("class", b"Node2D"),
        ("property_count", &le(2)),
    ];
    let mut end = case.rows("whole", &bytes, 4, &fields);
    for (name, value) in [("name", L::Variant::from("n")), ("z", true.into())] {
        let length = le(u32::try_from(name.len()).expect("short"));
        let value = encode::<L>(&value);
        let fields: [(&str, &[u8]); 3] = [
            ("name_length", &length),
            ("name", name.as_bytes()),
            ("value", &value),
        ];
        end = case.rows("each property", &bytes, end, &fields);
    }
    assert_eq!(end, bytes.len());
}

fn containers_lie_where_their_rows_say<L: Tested>() {
    let schema = &schema();
    let values: [L::Variant; 3] = ["abc".into(), 7.into(), 0.1.into()];
    let case = Case::<L>::new(schema, "Array");
    case.has_tables(&["", "each element"]);
    let bytes = encode::<L>(&values.to_vec().into());
    let mut end = case.rows("", &bytes, 4, &[("count", &le(3))]);
    for value in &values {
        end = case.rows(
            "each element",
            &bytes,
            end,
            &[("value", &encode::<L>(value))],
        );
    }
    assert_eq!(end, bytes.len());

    let case = Case::<L>::new(schema, "Dictionary");
    case.has_tables(&["", "each pair"]);
    let dictionary: Dictionary<L::Variant> = values
        .iter()
        .cloned()
        .zip(values.iter().rev().cloned())
        .collect();
    let bytes = encode::<L>(&dictionary.into());
    let mut end = case.rows("", &bytes, 4, &[("count", &le(3))]);
    for (key, value) in values.iter().zip(values.iter().rev()) {
        end = case.rows(
            "each pair",
            &bytes,
            end,
            &[("key", &encode::<L>(key)), ("value", &encode::<L>(value))],
        );
    }
    assert_eq!(end, bytes.len());
}

/// What the library shows of its tables is the schema, in the precision of the layout.
fn static_tables_are_the_schema<L: Tested>() {
    let schema = &schema();
    let layout = layout_of::<L>(schema);
    assert_eq!(L::TYPES.len(), layout.types.len());
    assert_eq!(L::TYPES.len(), layout.types_max as usize);
    for (table, listed) in L::TYPES.iter().zip(&layout.types) {
        assert_eq!(u32::from(table.number), listed.number);
        assert_eq!(table.name, listed.name);
        let ty = schema.type_of(&listed.key);
        assert_eq!(format!("{:?}", table.kind), ty.key);
        assert_eq!(table.description, ty.description);
        assert_eq!(
            format!("{:?}", table.body),
            format!("{:?}", ty.body).split('(').next().expect("a name")
        );
        assert_eq!(L::number_of(table.kind), Some(table.number));
        same_rows::<L>(schema, table, ty);
    }
}

fn same_rows<L: Tested>(schema: &Schema, static_table: &TypeTable, ty: &Type) {
    assert_eq!(static_table.tables.len(), ty.tables.len(), "{}", ty.key);
    for (table, of_schema) in static_table.tables.iter().zip(&ty.tables) {
        assert_eq!(table.name, of_schema.name);
        let places = places::<L>(schema, of_schema);
        assert_eq!(table.rows.len(), places.len(), "{}", ty.key);
        for ((row, place), described) in table.rows.iter().zip(&places).zip(&of_schema.rows) {
            let label = format!("{}.{}", ty.key, place.name);
            assert_eq!(row.name, place.name);
            assert_eq!(row.description, described.description, "{label}");
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
            let wire = match (place.wire, L::DOUBLE) {
                ("real", false) => "f32",
                ("real", true) => "f64",
                (wire, _) => wire,
            };
            assert_eq!(row.wire.name(), wire, "{label}");
        }
    }
}

/// The rule of the documentation for double precision: components have 8 bytes, at `(offset - 4) * 2 + 4`.
#[cfg(feature = "double")]
#[test]
fn double_precision_follows_the_rule() {
    let schema = schema();
    let mut rows = 0;
    for ty in schema.types.iter().filter(|ty| ty.body == Body::Fields) {
        for (row, (offset, length)) in ty.tables[0]
            .rows
            .iter()
            .zip(ty.tables[0].in_double(&schema))
        {
            let Offset::At(single) = row.offset else {
                panic!("{}.{}", ty.key, row.name)
            };
            let is_real = row.wire == "real";
            assert_eq!(
                length,
                if is_real {
                    Length::Fixed(8)
                } else {
                    row.length
                }
            );
            assert_eq!(
                offset,
                if is_real {
                    Offset::At((single - 4) * 2 + 4)
                } else {
                    row.offset
                }
            );
            rows += 1;
        }
    }
    // 74 are real, and Vector2i, Vector3i, Vector4i and Rect2i have 13.
    assert_eq!(rows, 74 + 13);
}

in_each_layout!(
    components_lie_where_their_rows_say,
    plain_values_lie_where_their_rows_say,
    text_lies_where_its_rows_say,
    node_paths_lie_where_their_rows_say,
    objects_lie_where_their_rows_say,
    containers_lie_where_their_rows_say,
    static_tables_are_the_schema,
);
