//! Names in the user's scope do not affect an expansion, and an expansion causes no lint warnings.
#![deny(
    warnings,
    clippy::pedantic,
    clippy::shadow_unrelated,
    clippy::used_underscore_binding
)]

use gdvariant::godot3;

#[allow(
    non_camel_case_types,
    dead_code,
    reason = "names that could get in the way"
)]
#[no_implicit_prelude]
mod names {
    // Names that the expansion would resolve to if its paths were not absolute.
    pub(super) struct Result;
    pub(super) struct Ok;
    pub(super) struct Err;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Encode;
    pub(super) struct Decode;
    pub(super) struct Reader;
    pub(super) struct Default;
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod gdvariant {}

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
    pub(super) struct Tuple(pub(super) i32, pub(super) Maybe<Text>);

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    #[variant(tag = "variant")]
    pub(super) enum Internal {
        Some { reader: i32 },
        None,
        Inner(Inner),
    }

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    #[variant(tag = "t", content = "c")]
    pub(super) enum Adjacent {
        Ok(i32),
        Err { payload: i32 },
    }

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    #[variant(untagged)]
    pub(super) enum Untagged {
        Some(i32),
        Attempts { attempts: i32 },
    }

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    #[variant(repr = "int")]
    pub(super) enum Number {
        Ok = 2,
        Err,
    }

    pub(super) const __NUMBER: u8 = 7;
    type Length = u8;

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    #[variant(array, repr = "int")]
    #[repr(u8)]
    pub(super) enum Row {
        Ok(i32) = __NUMBER as Length,
        Err { elements: i32, array: i32 },
    }

    #[derive(Debug, PartialEq, ::gdvariant::Variant)]
    pub(super) enum External {
        Ok(Tuple),
        None,
    }
}

#[test]
fn expansions_ignore_names_in_scope() {
    use names::{Adjacent, Every, External, Inner, Internal, Number, Row, Tuple, Untagged};

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
    super::assert_round_trip(
        &every,
        r#"{ "reader": 1, "writer": 2, "start": 3, "key": 4, "fallback": 5, "pairs": PoolByteArray( 6 ), "place": NodePath("7") }"#,
    );
    super::assert_round_trip(
        &Internal::Some { reader: 1 },
        r#"{ "variant": "Some", "reader": 1 }"#,
    );
    super::assert_round_trip(&Internal::None, r#"{ "variant": "None" }"#);
    super::assert_round_trip(
        &Internal::Inner(Inner { fallback: 1 }),
        r#"{ "variant": "Inner", "fallback": 1 }"#,
    );
    super::assert_round_trip(&Adjacent::Ok(1), r#"{ "t": "Ok", "c": 1 }"#);
    super::assert_round_trip(
        &Adjacent::Err { payload: 1 },
        r#"{ "t": "Err", "c": { "payload": 1 } }"#,
    );
    super::assert_round_trip(&Untagged::Some(1), "1");
    super::assert_round_trip(&Untagged::Attempts { attempts: 1 }, r#"{ "attempts": 1 }"#);
    super::assert_round_trip(&Number::Ok, "2");
    super::assert_round_trip(&Number::Err, "3");
    super::assert_round_trip(&Row::Ok(1), "[ 7, 1 ]");
    super::assert_round_trip(
        &Row::Err {
            elements: 1,
            array: 2,
        },
        "[ 8, 1, 2 ]",
    );
    super::assert_round_trip(&External::Ok(Tuple(1, None)), r#"{ "Ok": [ 1, null ] }"#);
    super::assert_round_trip(&External::None, r#""None""#);
}

/// A crate that reexports the library.
mod engine {
    pub(super) mod net {
        pub(crate) use gdvariant::*;
    }
}

#[test]
fn accepts_a_path_to_the_library() {
    #[derive(Debug, PartialEq, engine::net::Variant)]
    #[variant(crate = "engine::net")]
    struct Ping {
        id: i32,
    }
    super::assert_round_trip(&Ping { id: 1 }, r#"{ "id": 1 }"#);
    assert_eq!(godot3::to_vec(&Ping { id: 1 }).unwrap().len(), 28);
}
