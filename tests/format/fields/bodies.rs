//! The fields of types that do not consist of components, found by the names of table and row.

use crate::common::{self, AnyVariant, TestLayout, encode, in_each_layout};
use crate::fields::rows::{Place, places, schema};
use gdvariant::table::Body;
use gdvariant::{
    DecodeErrorKind, DecodeOptions, Dictionary, Kind, NodePath, Object, Packed, Rid, generic,
};
use gdvariant_codegen::model::{Length, Offset, Schema, Type};
use std::marker::PhantomData;

/// A type of a layout, described by the schema.
struct Case<'s, L: TestLayout> {
    schema: &'s Schema,
    ty: &'s Type,
    layout: PhantomData<L>,
}

impl<'s, L: TestLayout> Case<'s, L> {
    fn new(schema: &'s Schema, key: &str) -> Self {
        Self {
            schema,
            ty: schema.type_of(key),
            layout: PhantomData,
        }
    }

    /// Checks the rows of a table that starts at `start`, and returns the offset of its end.
    fn check(&self, table: &str, bytes: &[u8], start: usize, fields: &[(&str, &[u8])]) -> usize {
        let table = self
            .ty
            .tables
            .iter()
            .find(|candidate| candidate.name == table)
            .expect("the type has the table");
        check_rows(
            &self.ty.key,
            &places::<L>(self.schema, self.ty, table),
            bytes,
            start,
            fields,
        )
    }

    /// Checks that the type has exactly these tables.
    fn check_tables(&self, names: &[&str]) {
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

/// Checks the rows of a table against the bytes of each field, and returns the padded end.
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
            Offset::Element { .. } => panic!("{key}.{name} is a row of elements"),
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

/// Encodes a count or a length.
fn le(number: u32) -> [u8; 4] {
    number.to_le_bytes()
}

fn plain_values_match_their_rows<L: TestLayout>() {
    let schema = &schema();
    Case::<L>::new(schema, "Nil").check_tables(&[]);
    if L::table_of(Kind::Rid).is_some_and(|table| !table.tables.is_empty()) {
        let bytes = generic::to_vec::<L, _>(&Rid::new(7)).expect("the layout has ids");
        let fields: [(&str, &[u8]); 1] = [("id", &7_u64.to_le_bytes())];
        let end = Case::<L>::new(schema, "Rid").check("", &bytes, 4, &fields);
        assert_eq!(end, bytes.len());
    }
    let case = Case::<L>::new(schema, "Bool");
    case.check_tables(&[""]);
    assert_eq!(
        case.check("", &encode::<L>(&true.into()), 4, &[("value", &le(1))]),
        8
    );

    let case = Case::<L>::new(schema, "Int");
    case.check_tables(&["", "64-bit"]);
    assert_eq!(
        case.check(
            "",
            &encode::<L>(&0x0102_0304_i64.into()),
            4,
            &[("value", &[4, 3, 2, 1])]
        ),
        8
    );
    let long = encode::<L>(&0x0102_0304_0506_0708_i64.into());
    assert_eq!(
        case.check("64-bit", &long, 4, &[("value", &[8, 7, 6, 5, 4, 3, 2, 1])]),
        long.len()
    );

    let case = Case::<L>::new(schema, "Float");
    case.check_tables(&["", "64-bit"]);
    assert_eq!(
        case.check(
            "",
            &encode::<L>(&1.5.into()),
            4,
            &[("value", &1.5_f32.to_le_bytes())]
        ),
        8
    );
    let long = encode::<L>(&0.1.into());
    assert_eq!(
        case.check("64-bit", &long, 4, &[("value", &0.1_f64.to_le_bytes())]),
        long.len()
    );
}

fn strings_match_their_rows<L: TestLayout>() {
    let schema = &schema();
    for kind in [Kind::String, Kind::StringName] {
        if L::number_of(kind).is_none() {
            continue;
        }
        let case = Case::<L>::new(schema, kind.name());
        case.check_tables(&[""]);
        let bytes = encode::<L>(&L::Variant::text_of(kind, "abcde"));
        assert_eq!(
            case.check("", &bytes, 4, &[("length", &le(5)), ("text", b"abcde")]),
            bytes.len()
        );
        assert_eq!(bytes.len(), 16);
    }
    let case = Case::<L>::new(schema, "PackedStringArray");
    case.check_tables(&["", "each string"]);
    let bytes = encode::<L>(&Packed(vec!["abcd".to_owned(), String::new(), "x".to_owned()]).into());
    let mut end = case.check("", &bytes, 4, &[("length", &le(3))]);
    for text in [&b"abcd\0"[..], b"\0", b"x\0"] {
        let length = le(u32::try_from(text.len()).expect("short"));
        end = case.check(
            "each string",
            &bytes,
            end,
            &[("length", &length), ("text", text)],
        );
    }
    assert_eq!(end, bytes.len());
}

fn node_paths_match_their_rows<L: TestLayout>() {
    let schema = &schema();
    let case = Case::<L>::new(schema, "NodePath");
    case.check_tables(&["", "old format", "new format", "each name"]);
    let bytes = encode::<L>(&NodePath::new(true, ["ab", "cdefg", "h"], ["pos", "xyzw"]).into());
    assert_eq!(
        case.check("", &bytes, 4, &[("name_count", &le(0x8000_0003))]),
        8
    );
    let mut end = case.check(
        "new format",
        &bytes,
        8,
        &[("subname_count", &le(2)), ("flags", &le(1))],
    );
    for name in ["ab", "cdefg", "h", "pos", "xyzw"] {
        let length = le(u32::try_from(name.len()).expect("short"));
        end = case.check(
            "each name",
            &bytes,
            end,
            &[("length", &length), ("name", name.as_bytes())],
        );
    }
    assert_eq!(end, bytes.len());
    // The old format is never encoded, and decoding rejects it as the engine does.
    let old = [&bytes[..4], &le(4), b"a/b\0"].concat();
    assert_eq!(
        case.check("old format", &old, 8, &[("path", b"a/b\0")]),
        old.len()
    );
    let error = common::decode::<L>(&old).expect_err("the old format");
    assert_eq!(error.kind(), &gdvariant::DecodeErrorKind::OldNodePath);
}

fn objects_match_their_rows<L: TestLayout>() {
    let schema = &schema();
    let case = Case::<L>::new(schema, "Object");
    case.check_tables(&["id", "full", "each property"]);
    let bytes = encode::<L>(&Object::Id(0x0102_0304_0506_0708).into());
    assert_eq!(
        case.check("id", &bytes, 4, &[("id", &[8, 7, 6, 5, 4, 3, 2, 1])]),
        bytes.len()
    );

    let bytes = encode::<L>(
        &Object::full(
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
    let mut end = case.check("full", &bytes, 4, &fields);
    for (name, value) in [("name", L::Variant::from("n")), ("z", true.into())] {
        let length = le(u32::try_from(name.len()).expect("short"));
        let value = encode::<L>(&value);
        let fields: [(&str, &[u8]); 3] = [
            ("name_length", &length),
            ("name", name.as_bytes()),
            ("value", &value),
        ];
        end = case.check("each property", &bytes, end, &fields);
    }
    assert_eq!(end, bytes.len());
}

fn containers_match_their_rows<L: TestLayout>() {
    let schema = &schema();
    let values: [L::Variant; 3] = ["abc".into(), 7.into(), 0.1.into()];
    let case = Case::<L>::new(schema, "Array");
    case.check_tables(&["", "each element"]);
    let bytes = encode::<L>(&values.to_vec().into());
    let mut end = case.check("", &bytes, 4, &[("count", &le(3))]);
    for value in &values {
        end = case.check(
            "each element",
            &bytes,
            end,
            &[("value", &encode::<L>(value))],
        );
    }
    assert_eq!(end, bytes.len());

    let case = Case::<L>::new(schema, "Dictionary");
    case.check_tables(&["", "each pair"]);
    let dictionary: Dictionary<L::Variant> = values
        .iter()
        .cloned()
        .zip(values.iter().rev().cloned())
        .collect();
    let bytes = encode::<L>(&dictionary.into());
    let mut end = case.check("", &bytes, 4, &[("count", &le(3))]);
    for (key, value) in values.iter().zip(values.iter().rev()) {
        end = case.check(
            "each pair",
            &bytes,
            end,
            &[("key", &encode::<L>(key)), ("value", &encode::<L>(value))],
        );
    }
    assert_eq!(end, bytes.len());
}

/// Checks strings and packed arrays; the counts of other containers have a flag in the highest bit.
fn negative_counts_are_rejected<L: TestLayout>() {
    for kind in Kind::ALL {
        let Some(table) = L::table_of(*kind) else {
            continue;
        };
        if !matches!(table.body, Body::Text | Body::Packed | Body::PackedText) {
            continue;
        }
        // In double precision, the flag states that components have 64 bits.
        let is_rejected = [0, 1 << 16].into_iter().any(|flags| {
            let bytes = [le(u32::from(table.number) | flags), le(u32::MAX)].concat();
            let result = generic::from_slice::<L, L::Variant>(&bytes, DecodeOptions::new());
            let error = result.expect_err("a negative count");
            let kind = error.kind();
            error.offset() == 4
                && matches!(kind, DecodeErrorKind::NegativeLength { length: -1, .. })
        });
        assert!(is_rejected, "{kind:?}");
    }
}

in_each_layout!(
    plain_values_match_their_rows,
    strings_match_their_rows,
    node_paths_match_their_rows,
    objects_match_their_rows,
    containers_match_their_rows,
    negative_counts_are_rejected,
);
