//! Names in the user's scope do not affect an expansion, and an expansion causes no lint warnings.
#![deny(
    warnings,
    clippy::pedantic,
    clippy::shadow_unrelated,
    clippy::used_underscore_binding
)]

use super::{assert_round_trip, decode, encode};
use gdvariant::godot3::variant;

#[allow(
    non_camel_case_types,
    dead_code,
    reason = "names that could get in the way"
)]
#[no_implicit_prelude]
mod names {
    // Names that the expansion would resolve to if its paths were not absolute.
    struct Result;
    struct Ok;
    struct Err;
    struct Some;
    struct None;
    struct Encode;
    struct Decode;
    struct Reader;
    struct Default;
    mod core {}
    mod std {}
    mod gdvariant {}

    type Text = ::std::string::String;
    type Maybe<T> = ::std::option::Option<T>;

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    pub(super) struct Every {
        pub(super) reader: i32,
        pub(super) writer: Maybe<i32>,
        pub(super) start: i32,
        #[variant(default)]
        pub(super) key: i32,
        #[variant(flatten)]
        pub(super) taken: Inner,
        #[variant(packed)]
        pub(super) pairs: ::std::vec::Vec<u8>,
        #[variant(node_path)]
        pub(super) place: Text,
        #[variant(skip)]
        pub(super) index: u8,
    }

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    pub(super) struct Inner {
        pub(super) fallback: i32,
    }

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    struct Tuple(i32, Maybe<Text>);

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    #[variant(tag = "variant")]
    pub(super) enum Internal {
        Some { reader: i32 },
        None,
        Inner(Inner),
    }

    const __NUMBER: u8 = 7;
    type Length = u8;

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    #[variant(array, repr = "int")]
    #[repr(u8)]
    pub(super) enum Row {
        Ok(i32) = __NUMBER as Length,
        Err { elements: i32, array: i32 },
    }

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    enum External {
        Ok(Tuple),
    }
}

#[test]
fn expansions_ignore_names_in_scope() {
    use names::{Every, Inner, Internal, Row};

    let every = Every {
        reader: 1,
        writer: Some(2),
        start: 3,
        key: 4,
        taken: Inner { fallback: 5 },
        pairs: vec![6],
        place: "7".into(),
        index: 0,
    };
    assert_round_trip(
        &every,
        r#"{ "reader": 1, "writer": 2, "start": 3, "key": 4, "fallback": 5, "pairs": PoolByteArray( 6 ), "place": NodePath("7") }"#,
    );
    // The compiler checks the other types.
    assert_round_trip(&Internal::None, r#"{ "variant": "None" }"#);
    assert_round_trip(&Row::Ok(1), "[ 7, 1 ]");
}

/// Names that lints reject where a user declares them, but not in an expansion.
#[allow(
    dead_code,
    non_snake_case,
    non_camel_case_types,
    non_upper_case_globals,
    clippy::pub_underscore_fields,
    reason = "names of another language"
)]
mod odd_names {
    const seven: i64 = 7;

    #[derive(Debug, Default, PartialEq, gdvariant::Variant)]
    #[variant(default)]
    pub(super) struct fields {
        pub(super) _seq: i32,
        pub(super) __id: Option<i32>,
        pub(super) maxHp: i32,
        pub(super) X: i32,
        pub(super) r#type: i32,
        #[variant(skip)]
        pub(super) _cache: i32,
        #[variant(flatten)]
        pub(super) _rest: _more,
    }

    #[derive(Debug, Default, PartialEq, gdvariant::Variant)]
    pub(super) struct _more {
        #[variant(skip_encoding_if = "Option::is_none")]
        pub(super) _maxMp: Option<i32>,
    }

    #[derive(Debug, PartialEq, gdvariant::Variant)]
    #[variant(tag = "type")]
    enum tagged {
        r#move {
            _toX: i32,
        },
        _stop,
        #[variant(other)]
        unknownKind(String),
    }

    #[derive(Debug, PartialEq, gdvariant::Variant)]
    #[variant(array, repr = "int")]
    #[repr(i64)]
    enum opcode {
        move_to { maxX: i32, _y: i32 } = seven,
        _halt(i32, i32) = 2,
    }
}

#[test]
#[expect(clippy::used_underscore_items, reason = "not in an expansion")]
fn odd_names_cause_no_warnings() {
    use odd_names::{_more, fields};

    let value = fields {
        _seq: 1,
        __id: Some(2),
        maxHp: 3,
        X: 4,
        r#type: 5,
        _cache: 0,
        _rest: _more { _maxMp: Some(6) },
    };
    assert_round_trip(
        &value,
        r#"{ "_seq": 1, "__id": 2, "maxHp": 3, "X": 4, "type": 5, "_maxMp": 6 }"#,
    );
}

/// A crate that reexports the library.
mod engine {
    pub(super) mod net {
        pub(crate) use gdvariant::*;
    }
}

/// Functions with names of variables in an expansion, as the defaults of fields.
mod defaults {
    macro_rules! functions {
        ($($name:ident)*) => {$(
            fn $name() -> i32 {
                7
            }
        )*};
    }
    functions! {
        reader writer taken elements payload names attempt attempts value field_first field_0
    }

    #[derive(Debug, PartialEq, gdvariant::Variant)]
    pub(super) struct Fields {
        first: i32,
        #[variant(default = "reader")]
        of_reader: i32,
        #[variant(default = "writer")]
        of_writer: i32,
        #[variant(default = "taken")]
        of_taken: i32,
        #[variant(default = "value")]
        of_value: i32,
        #[variant(default = "field_first")]
        of_field_first: i32,
    }

    #[derive(Debug, PartialEq, gdvariant::Variant)]
    #[variant(array)]
    pub(super) struct Row {
        first: i32,
        #[variant(default = "elements")]
        of_elements: i32,
        #[variant(default = "field_first")]
        of_field_first: i32,
    }

    #[derive(Debug, PartialEq, gdvariant::Variant)]
    #[variant(tag = "type")]
    pub(super) enum Internal {
        Only {
            first: i32,
            #[variant(default = "payload")]
            of_payload: i32,
            #[variant(default = "names")]
            of_names: i32,
            #[variant(default = "field_first")]
            of_field_first: i32,
        },
    }

    #[derive(Debug, PartialEq, gdvariant::Variant)]
    #[variant(untagged)]
    pub(super) enum Untagged {
        Only(
            i32,
            #[variant(default = "attempt")] i32,
            #[variant(default = "attempts")] i32,
            #[variant(default = "field_0")] i32,
        ),
    }
}

/// Functions with such names that decide whether a field is encoded.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that the attribute needs"
)]
mod conditions {
    fn writer(value: &i32) -> bool {
        *value == 0
    }

    fn field_first(value: &i32) -> bool {
        *value == 0
    }

    #[derive(Debug, PartialEq, gdvariant::Variant)]
    pub(super) struct Fields {
        first: i32,
        #[variant(default, skip_encoding_if = "writer")]
        of_writer: i32,
        #[variant(default, skip_encoding_if = "field_first")]
        of_field_first: i32,
    }
}

#[test]
fn variables_do_not_shadow_functions() {
    #[track_caller]
    fn assert_defaults(value: &impl std::fmt::Debug, count: usize) {
        let shown = format!("{value:?}");
        assert_eq!(shown.matches(": 7").count(), count, "{shown}");
    }

    let first = variant!({"first": 1});
    assert_defaults(&decode::<defaults::Fields>(&first), 5);
    assert_defaults(&decode::<defaults::Row>([1]), 2);
    let tagged = variant!({"type": "Only", "first": 1});
    assert_defaults(&decode::<defaults::Internal>(tagged), 3);
    let untagged: defaults::Untagged = decode([1]);
    assert_eq!(untagged, defaults::Untagged::Only(1, 7, 7, 7));
    let fields: conditions::Fields = decode(&first);
    assert_eq!(encode(fields), encode(first));
}

#[test]
fn accepts_a_path_to_the_library() {
    #[derive(Debug, PartialEq, engine::net::Variant)]
    #[variant(crate = "engine::net")]
    struct Ping {
        id: i32,
    }
    assert_round_trip(&Ping { id: 1 }, r#"{ "id": 1 }"#);
}
