//! Checks that finding bytes by path agrees with decoding and following the path.

use crate::common::{
    AnyVariant, TestLayout, bytes, cases, in_each_kind_of_layout, step, vector_inputs,
    verdict_inputs,
};
use gdvariant::inspect::InspectRow;
use gdvariant::{
    DecodeErrorKind, DecodeOptions, Dictionary, EncodeOptions, Engine, Kind, Object, Path, Segment,
    generic,
};
use proptest::test_runner::TestRunner;
use std::collections::HashSet;

const ENGINE: DecodeOptions = DecodeOptions::engine().allow_objects(true);

/// Returns the paths of all rows of the inspector, and paths that have the same or no target.
fn paths<E: Engine>(input: &[u8]) -> HashSet<Path> {
    let mut paths = HashSet::new();
    let result = E::LAYOUT.inspect(input, ENGINE, |row: &InspectRow<'_>| {
        let path = row.path.to_path();
        let other_ends = [
            None,
            Some(Segment::Index(0)),
            Some(Segment::Index(1)),
            Some(Segment::KeyOf(0)),
            Some(Segment::ValueOf(1)),
            Some(Segment::Name("missing".into())),
        ];
        for end in other_ends {
            paths.insert(path.segments().cloned().chain(end).collect());
        }
        let field = [Segment::Name(row.field.name.into())];
        paths.insert(path.segments().cloned().chain(field).collect());
    });
    // The rows before an error have paths, too.
    drop(result);
    paths
}

fn check<E: TestLayout>(input: &[u8], paths: &HashSet<Path>) {
    for options in [DecodeOptions::new(), ENGINE] {
        let decoded = generic::from_slice::<E, E::Variant>(input, options);
        for path in paths {
            let context = || format!("{path} in {input:02x?} with {options:?}");
            let found = generic::bytes_at_path::<E>(input, path, options);
            let (value, found) = match (&decoded, found) {
                (Ok(value), Ok(found)) => (value, found),
                // Nothing is converted.
                (Err(error), _)
                    if matches!(error.kind(), DecodeErrorKind::UnsupportedConversion { .. }) =>
                {
                    continue;
                }
                (Err(error), found) => {
                    assert_eq!(found.as_ref(), Err(error), "{}", context());
                    continue;
                }
                (_, Err(error)) => panic!("{error}: {}", context()),
            };
            let (bytes, rest) = found.deepest();
            let inner = generic::from_slice::<E, E::Variant>(bytes, options);
            let inner = inner.expect("found bytes are a value");
            let shown = |value, path: &Path| {
                let value = generic::component_at_path(value, path);
                format!("{value:?}")
            };
            assert_eq!(shown(&inner, rest), shown(value, path), "{}", context());
            let is_simple =
                |segment: &Segment| matches!(segment, Segment::Name(_) | Segment::Index(_));
            if options == DecodeOptions::new() && path.segments().all(is_simple) {
                let exists = generic::at_path(value, path).is_some();
                assert_eq!(found.exact().is_some(), exists, "{}", context());
            }
        }
    }
}

fn finds_what_decoding_finds<E: TestLayout>() {
    let inputs = vector_inputs::<E>()
        .into_iter()
        .chain(verdict_inputs::<E>());
    for input in inputs.step_by(step(4)) {
        check::<E>(&input, &paths::<E>(&input));
    }
}

fn rejects_what_decoding_rejects<E: TestLayout>() {
    for (index, input) in vector_inputs::<E>().into_iter().enumerate() {
        let paths = paths::<E>(&input);
        let deepest = paths.into_iter().max_by_key(|path| path.segments().len());
        let deepest = deepest.into_iter().collect();
        for end in (index % step(16)..input.len().min(100)).step_by(step(16)) {
            check::<E>(&input[..end], &deepest);
        }
    }
}

fn finds_paths_in_any_value<E: TestLayout>() {
    let mut runner = TestRunner::new(cases(20));
    let result = runner.run(&E::arb(), |value| {
        if let Ok(input) = generic::to_vec::<E, _>(&value, EncodeOptions::new()) {
            check::<E>(&input, &paths::<E>(&input));
        }
        Ok(())
    });
    result.expect("all values agree");
}

/// Encodes a Dictionary that can have duplicate keys.
fn entries<E: TestLayout>(pairs: &[(E::Variant, i64)]) -> Vec<u8> {
    let empty = E::Variant::from(Dictionary::new());
    let mut bytes =
        generic::to_vec::<E, _>(&empty, EncodeOptions::new()).expect("it can be encoded");
    bytes[4] = u8::try_from(pairs.len()).expect("a small number");
    for (key, value) in pairs {
        generic::encode_into::<E, _>(key, &mut bytes, EncodeOptions::new())
            .expect("it can be encoded");
        generic::encode_into::<E, _>(value, &mut bytes, EncodeOptions::new())
            .expect("it can be encoded");
    }
    bytes
}

fn the_last_duplicate_key_wins<E: TestLayout>() {
    let texts = [
        "[0.0]",
        "[-0.0]",
        "{}",
        "[\"a\"]",
        "Vector2(0, 0)",
        "Vector2(-0.0, 0)",
    ];
    let mut keys: Vec<E::Variant> = vec!["a".into(), 1.into(), 1.0.into(), f64::NAN.into()];
    keys.extend(texts.map(|text| text.parse().expect("a literal")));
    if E::LAYOUT.number_of(Kind::StringName).is_some() {
        keys.push(E::Variant::text_of(Kind::StringName, "a"));
    }
    let mut runner = TestRunner::new(cases(20));
    let indexes = proptest::collection::vec(0..keys.len(), 0..12);
    let result = runner.run(&indexes, |indexes| {
        let pairs = indexes
            .iter()
            .zip(0..)
            .map(|(index, value)| (keys[*index].clone(), value));
        let input = entries::<E>(&pairs.collect::<Vec<_>>());
        check::<E>(&input, &paths::<E>(&input));
        Ok(())
    });
    result.expect("all values agree");
}

/// Puts a value into a container.
type Wrap<V> = fn(V) -> V;

fn finds_the_deepest_values<E: TestLayout>() {
    let wraps: [(Segment, Wrap<E::Variant>); 2] = [
        (Segment::Index(0), |value| vec![value].into()),
        (Segment::name("a"), |value| {
            Dictionary::from([("a", value)]).into()
        }),
    ];
    for (segment, wrap) in wraps {
        let value = (0..1024).fold(E::Variant::from(7), |value, _| wrap(value));
        let input =
            generic::to_vec::<E, _>(&value, EncodeOptions::new()).expect("it can be encoded");
        let path = vec![segment; 1024].into_iter().collect();
        let found = generic::bytes_at_path::<E>(&input, &path, DecodeOptions::new());
        let found = found.expect("it is valid");
        assert_eq!(found.exact(), Some(&bytes("02000000 07000000")[..]));
    }
}

/// The depth of the values after the found one must not count the containers that lead to it.
fn the_values_after_a_match_can_be_deep<E: TestLayout>() {
    let deep = (0..1023).fold(E::Variant::from(7), |value, _| vec![value].into());
    let property = E::Variant::from(Object::full("Node", [("a", 7)]));
    for (container, path) in [
        (vec![E::Variant::from(7)].into(), "[0][0]"),
        (Dictionary::from([("a", 7)]).into(), "[0].a"),
        (property, "[0].a"),
    ] {
        let input = generic::to_vec::<E, _>(&vec![container, deep.clone()], EncodeOptions::new())
            .expect("a value");
        let found = generic::bytes_at_path::<E>(&input, &path.parse().expect("a path"), ENGINE);
        assert_eq!(
            found.expect(path).exact(),
            Some(&bytes("02000000 07000000")[..])
        );
    }
}

in_each_kind_of_layout!(
    finds_what_decoding_finds,
    rejects_what_decoding_rejects,
    finds_paths_in_any_value,
    the_last_duplicate_key_wins,
    finds_the_deepest_values,
    the_values_after_a_match_can_be_deep,
);
