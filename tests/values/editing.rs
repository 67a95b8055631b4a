//! Editing Variants by index, by path, and through accessors.

use crate::common::{TestLayout, vector_inputs};
use gdvariant::generic::structure::AsView;
use gdvariant::godot4::{Dictionary, Object, Variant, VariantRef, from_slice, to_vec, variant};
use gdvariant::inspect::{InspectRow, RowKind};
use gdvariant::table::{Body, Offset};
use gdvariant::{DecodeOptions, EncodeOptions, Kind, Path, Segment, SetAtPathError, generic};
use std::fmt::Debug;

/// Checks that a value was returned with the path that has no place for it.
#[track_caller]
fn assert_rejected<V: PartialEq<i32> + Debug>(
    result: Result<Option<V>, SetAtPathError<V>>,
    value: i32,
    path: &str,
) {
    let error = result.expect_err("no place for the value");
    assert_eq!(error.path().to_string(), path);
    assert_eq!(error.into_value(), value);
}

fn path(text: &str) -> Path {
    text.parse().expect("a path")
}

fn game() -> Variant {
    let player = Dictionary::from([("name", Variant::from("Ada")), ("level", 1.into())]);
    let players = Variant::from(vec![Variant::from(player)]);
    let mut game = Dictionary::from([("players", players)]);
    game.insert(7, "seven");
    game.insert(true, "yes");
    game.into()
}

#[test]
fn missing_keys_are_inserted() {
    let mut value = Variant::Nil;
    value["player"]["health"] = 100.into();
    value["player"][7] = true.into();
    value[&Variant::from(2.5)] = "key".into();
    assert_eq!(value["player"]["health"], 100);
    assert_eq!(value["player"][7_usize], true);
    let mut object = Variant::from(Object::full("Node", [("name", "a")]));
    object["name"] = "b".into();
    object["visible"] = true.into();
    assert_eq!(
        (&object["name"], &object["visible"]),
        (&"b".into(), &true.into())
    );
    assert_eq!(value[Variant::from(2.5)], "key");
    value["player"]["health"] = 99.into();
    assert_eq!(
        value.as_dictionary().map(gdvariant::Dictionary::len),
        Some(2)
    );
    assert_eq!(value["player"]["health"].take(), 99);
    assert!(value["player"]["health"].is_nil());
}

#[test]
fn elements_are_changed_in_place() {
    let mut game = game();
    game["players"][0]["level"] = 2.into();
    *game
        .get_mut("players")
        .unwrap()
        .get_mut(0)
        .unwrap()
        .get_mut("name")
        .unwrap() = "Grace".into();
    assert_eq!(game["players"][0]["level"], 2);
    assert_eq!(game["players"][0]["name"].as_str(), Some("Grace"));
    game["players"].as_array_mut().unwrap().push(3.into());
    assert_eq!(game["players"][Variant::from(1)], 3_u8);
    assert!(game["players"][2].is_nil());
}

#[test]
fn values_are_set_and_removed_by_path() {
    let mut game = game();
    let object = Object::full("Node", [("name", "a"), ("owner", "b")]);
    game["object"] = object.into();
    for (text, old) in [
        ("[8]", None),
        ("[7]", Some("seven".into())),
        ("players[1]", None),
        ("object.name", Some("a".into())),
        ("object.visible", None),
    ] {
        assert_eq!(game.set_at_path(&path(text), 5), Ok(old), "{text}");
        assert_eq!(game.get_path(text), Some(&5.into()), "{text}");
    }
    for (text, rejected) in [
        ("players[3]", "players[3]"),
        ("players[0].name.first", "players[0].name.first"),
        ("players[0].gear.hat", "players[0].gear"),
    ] {
        assert_rejected(game.set_at_path(&path(text), 4), 4, rejected);
    }
    for (text, removed) in [
        ("[7]", Some(5.into())),
        ("players[0].level", Some(1.into())),
        ("players[0].level", None),
        ("[true]", Some("yes".into())),
        ("players[0]", Some(variant!({"name": "Ada"}))),
        ("object.name", Some(5.into())),
    ] {
        assert_eq!(game.remove_at_path(&path(text)), removed, "{text}");
    }
    assert_eq!(game["players"], variant!([5]));
    let object = Object::full(
        "Node",
        [("owner", Variant::from("b")), ("visible", 5.into())],
    );
    assert_eq!(game["object"], Variant::from(object));
    let whole = game.set_at_path(&Path::default(), 5);
    assert_eq!((whole.map(|old| old.is_some()), game), (Ok(true), 5.into()));
}

#[test]
fn keys_of_any_type_are_parsed() {
    let mut game = game();
    for key in [
        "[-5]",
        "[2.0]",
        "[Vector2(1, 2)]",
        "[[1, [2.5]]]",
        "[RID()]",
    ] {
        assert_eq!(game.set_at_path(&path(key), 1), Ok(None), "{key}");
        assert_eq!(game.set_at_path(&path(key), 2), Ok(Some(1.into())), "{key}");
    }
    assert_eq!(game.get_path("[Vector2( 1.0,2 )]"), Some(&2.into()));
    assert_eq!(game[Variant::from(-5)], 2);
    assert_rejected(game.set_at_path(&path("[Vector(]"), 1), 1, "[Vector(]");
    let bytes = to_vec(&game).unwrap();
    let borrowed: VariantRef<'_> = from_slice(&bytes).unwrap();
    assert_eq!(
        borrowed
            .get_path("[ Vector2(1,2) ]")
            .and_then(VariantRef::as_int),
        Some(2)
    );
    assert_eq!(
        borrowed.get_path("[ RID( ) ]").and_then(VariantRef::as_int),
        Some(2)
    );
}

#[test]
fn a_plus_appends_an_element() {
    let mut game = game();
    assert_eq!(game.set_at_path(&path("players[+]"), 2), Ok(None));
    assert_eq!(game.set_at_path(&path("players[+]"), 3), Ok(None));
    assert_eq!(game["players"][2], 3);
    assert_eq!(game.get_path("players[+]"), None);
    assert_rejected(game.set_at_path(&path("[+]"), 4), 4, "[+]");
}

#[test]
fn negative_indexes_count_from_the_end() {
    let floats = vec![1.0_f32, 2.0, 3.0];
    let mut value = variant!({
        "list": [1, [2, 3], 4],
        "floats": floats.clone(),
        "debts": {(-1): "key"},
    });
    for (from_end, index) in [
        ("list[-1]", "list[2]"),
        ("list[-2][-1]", "list[1][1]"),
        ("floats[-3]", "floats[0]"),
    ] {
        let [from_end, index] = [from_end, index].map(path);
        let found = value.component_at_path(&from_end);
        assert!(found.is_some());
        assert_eq!(found, value.component_at_path(&index));
        let resolved = generic::resolved_path(&value, &from_end);
        assert_eq!(resolved, generic::resolved_path(&value, &index));
        let bytes = to_vec(&value).expect("it can be encoded");
        let matches = [&from_end, &index].map(|it| {
            generic::bytes_at_path::<gdvariant::Godot4>(&bytes, it, DecodeOptions::new())
        });
        let [found, expected] = matches.map(|it| it.expect("a value").exact().expect("a value"));
        assert_eq!(found, expected);
    }
    assert_eq!(value.at_path(&path("debts[-1]")), Some(&"key".into()));
    for missing in [
        "list[-4]",
        "list[-0]",
        "floats[-4]",
        "list[*]",
        "list[?=1]",
        "list.<text>",
    ] {
        assert_eq!(value.component_at_path(&path(missing)), None, "{missing}");
        assert_eq!(value.remove_at_path(&path(missing)), None, "{missing}");
    }
    value.set_at_path(&path("list[-1]"), 7).expect("an element");
    value
        .set_at_path(&path("floats[-1]"), 7.0)
        .expect("an element");
    assert_eq!(value.remove_at_path(&path("list[-3]")), Some(1.into()));
    assert_eq!(value.remove_at_path(&path("floats[-2]")), Some(2.0.into()));
    assert_eq!(value["list"], variant!([[2, 3], 7]));
    assert_eq!(value["floats"], Variant::from(vec![1.0_f32, 7.0]));
}

#[test]
fn resolves_paths_to_positions() {
    let resolved = |value: &Variant, text: &str| {
        generic::resolved_path(value, &path(text)).map(|path| path.to_string())
    };
    let mut game = game();
    for key in ["players[0].level", "value(0)[0].value(1)"] {
        assert_eq!(
            resolved(&game, key).as_deref(),
            Some("value(0)[0].value(1)")
        );
    }
    assert_eq!(resolved(&game, "[true]").as_deref(), Some("value(2)"));
    assert_eq!(resolved(&game, "players[1]"), None);
    // Only Dictionaries and Objects have entries.
    assert_eq!(resolved(&game, "players.value(0)"), None);
    assert_eq!(game.at_path(&path("players.value(0)")), None);
    game["object"] = Object::full("Node", [("name", "a")]).into();
    assert_eq!(
        resolved(&game, "object.name").as_deref(),
        Some("value(3).value(0)")
    );
    let removed = game.remove_at_path(&path("object.value(0)"));
    assert_eq!(removed, Some("a".into()));
}

#[test]
fn elements_of_typed_arrays_are_removed() {
    use gdvariant::TypedArray;
    use gdvariant::generic::structure::Build;

    let path = path("[1]");
    for kind in [
        Kind::Array,
        Kind::PandemoniumTypedArray,
        Kind::PackedTypedArray,
    ] {
        let array = TypedArray::new(Kind::Int, [7, 8, 9]);
        let Some(mut array) = Variant::typed_array(kind, array) else {
            continue;
        };
        let resolved = generic::resolved_path(&array, &path);
        assert_eq!(resolved.as_ref(), Some(&path), "{kind:?}");
        assert_eq!(array.remove_at_path(&path), Some(8.into()), "{kind:?}");
    }
}

#[test]
#[should_panic(expected = "the index 3 is out of bounds of an Array of 1 element")]
fn an_index_out_of_bounds_panics() {
    game()["players"][3] = 1.into();
}

#[test]
#[should_panic(expected = "cannot index a value of the type String with the key \"first\"")]
fn a_key_of_a_string_panics() {
    game()["players"][0]["name"]["first"] = 1.into();
}

#[test]
#[should_panic(expected = "cannot index a value of the type Nil with the number 0")]
fn a_number_of_nil_panics() {
    Variant::Nil[0] = 1.into();
}

#[test]
fn finds_values_by_path() {
    let mut game = game();
    assert_eq!(game.get_path(""), Some(&game));
    for (path, value) in [
        ("players[0].name", Some("Ada".into())),
        ("[\"players\"][0].level", Some(1.into())),
        ("[7]", Some("seven".into())),
        ("[true]", Some("yes".into())),
        ("key(1)", Some(7.into())),
        ("value(1)", Some("seven".into())),
        ("players[1]", None),
        ("player", None),
        ("players.name", None),
        ("players[0].name.x", None),
        ("players[", None),
        ("value(9)", None),
    ] {
        assert_eq!(game.get_path(path), value.as_ref(), "{path}");
        let is_found = value.is_some() && path != "key(1)";
        assert_eq!(game.get_path_mut(path).is_some(), is_found, "{path}");
    }
    *game.get_path_mut("players[0].level").unwrap() = 5.into();
    *game.get_path_mut("[true]").unwrap() = "no".into();
    assert_eq!(game.get_path("value(2)"), Some(&"no".into()));
    let key = path("key(1)");
    assert_rejected(game.set_at_path(&key, 8), 8, "key(1)");
    assert_eq!(game.remove_at_path(&key), None);
    assert_eq!(game["players"][0]["level"], 5);
}

#[test]
fn literals_have_keys_and_values_of_any_kind() {
    let (name, level) = ("Ada", 3);
    let literal = variant!({
        "name": name,
        name.to_lowercase(): level + 1,
        7: [1, 2.5, null, [], {}, [[true]], {"x": -1},],
        null: null,
        [1, "a"]: {"deep": {"deeper": [null]}},
        Variant::from(2.5): Some("option"),
    });
    let list = vec![
        Variant::from(1),
        2.5.into(),
        Variant::Nil,
        Variant::from(Vec::<Variant>::new()),
        Dictionary::new().into(),
        Variant::from([Variant::from([true])]),
        Dictionary::from([("x", -1)]).into(),
    ];
    let mut expected = Dictionary::from([("name", Variant::from("Ada")), ("ada", 4.into())]);
    expected.insert(7, list);
    expected.insert((), ());
    let deep = Dictionary::from([("deep", Dictionary::from([("deeper", Variant::from([()]))]))]);
    expected.insert(Variant::from([Variant::from(1), "a".into()]), deep);
    expected.insert(2.5, "option");
    assert_eq!(literal, Variant::from(expected));
    assert_eq!(variant!([]), Variant::from(Vec::<Variant>::new()));
    assert_eq!(variant!([1, 2].iter().sum::<i64>()), 3);
    assert!(variant!(null).is_nil());
    assert_eq!(variant!({"a": 1, "a": 2}), variant!({"a": 2}));
}

#[test]
#[allow(clippy::cmp_owned, reason = "the comparison is what is tested")]
fn plain_values_compare() {
    let seven = Variant::from(7);
    assert!(seven == 7 && 7_u8 == seven && seven != 8_u64 && seven != -7_i64 && seven != u64::MAX);
    assert!(seven != 7.0 && Variant::from(7.0) == 7.0 && Variant::from(0.5_f32) == 0.5_f32);
    assert!(
        Variant::from("a") == "a"
            && Variant::from("a") != String::from("b")
            && *"a" == Variant::from("a")
    );
    assert!(Variant::from(true) == true && Variant::from(1) != true);
    assert_eq!(
        (seven.as_int(), seven.as_f64(), seven.as_str()),
        (Some(7), Some(7.0), None)
    );
}

/// Checks that every value of the vectors is at the path that the inspector shows.
fn finds_values_by_displayed_paths<E: TestLayout>() {
    let kind_at = |value: &E::Variant, path: &Path| generic::at_path(value, path).map(AsView::kind);
    let options = DecodeOptions::new().allow_objects(true);
    let mut found = 0;
    for bytes in vector_inputs::<E>() {
        let value = generic::from_slice::<E, E::Variant>(&bytes, options).unwrap();
        E::LAYOUT
            .inspect(&bytes, options, |row| {
                let (path, shown) = (row.path.to_path(), row.path.to_path().to_string());
                let is_part = |segment: &Segment| matches!(segment, Segment::Field(_));
                if row.kind != RowKind::Header || path.segments().any(is_part) {
                    return;
                }
                // Looking up a NaN as a key fails.
                if shown.contains("nan") || shown.contains("NaN") {
                    return;
                }
                let parsed = match shown.parse() {
                    Ok(parsed) => parsed,
                    Err(error) => return assert!(shown.contains('…'), "{shown}: {error}"),
                };
                assert_eq!(kind_at(&value, &path), Some(row.ty.kind), "{shown}");
                assert_eq!(kind_at(&value, &parsed), Some(row.ty.kind), "{shown}");
                found += 1;
            })
            .unwrap();
    }
    assert!(found > 600, "{found}");
}

/// Checks all components and elements of packed arrays.
///
/// Each is at its path, can be set to its own value, and elements can be removed and appended
/// again.
fn edits_components_and_elements<E: TestLayout>() {
    let options = DecodeOptions::new().allow_objects(true);
    let encoded =
        |value: &E::Variant| generic::to_vec::<E, _>(value, EncodeOptions::new()).unwrap();
    let (mut components, mut elements) = (0, 0);
    for input in vector_inputs::<E>() {
        let mut value = generic::from_slice::<E, E::Variant>(&input, options).unwrap();
        let canonical = encoded(&value);
        let mut paths = Vec::new();
        E::LAYOUT
            .inspect(&input, options, |row| paths.extend(component_path(row)))
            .unwrap();
        for path in &paths {
            let part = generic::component_at_path(&value, path).expect("a part");
            assert!(matches!(part.kind(), Kind::Int | Kind::Float), "{path}");
            let old = generic::set_at_path(&mut value, path, part.clone()).unwrap();
            assert_eq!(old.map(|old| encoded(&old)), Some(encoded(&part)));
            assert_eq!(encoded(&value), canonical, "{path}");
            let text = E::Variant::from(String::from("a text"));
            assert!(generic::set_at_path(&mut value, path, text).is_err());
            components += 1;
        }
        // The last element of the outermost array.
        let at = |index| -> Path { [Segment::Index(index)].into_iter().collect() };
        let has = |index| generic::component_at_path(&value, &at(index)).is_some();
        let Some(path) = (0..100_000).take_while(|&index| has(index)).last().map(at) else {
            continue;
        };
        if generic::at_path(&value, &path).is_some() {
            continue;
        }
        let removed = generic::remove_at_path(&mut value, &path).expect("an element");
        assert_eq!(generic::component_at_path(&value, &path), None);
        assert_eq!(generic::set_at_path(&mut value, &path, removed), Ok(None));
        assert_eq!(encoded(&value), canonical, "{path}");
        elements += 1;
    }
    assert!(
        components > 300 && elements > 20,
        "{components}, {elements}"
    );
}

/// The tests of each layout are named after the layout, so they need a module of their own.
mod vectors {
    use super::{edits_components_and_elements, finds_values_by_displayed_paths};

    crate::common::in_each_layout!(
        finds_values_by_displayed_paths,
        edits_components_and_elements,
    );
}

fn component_path(row: &InspectRow<'_>) -> Option<Path> {
    if row.kind != RowKind::Field || !matches!(row.ty.body, Body::Fields | Body::Packed) {
        return None;
    }
    let is_element = |offset: Offset| matches!(offset, Offset::Element { .. });
    let path = row.path.to_path().to_string();
    // Keys cannot be changed, looking up a NaN fails, and long keys are truncated.
    if path.contains("key(") || path.contains("nan") || path.contains('…') {
        return None;
    }
    let name = row.field.name;
    let rows = row.ty.tables[0].rows.iter();
    let path = match (
        row.ty.body,
        rows.filter(|row| is_element(row.offset)).count(),
    ) {
        (Body::Packed, _) if !is_element(row.field.offset) => return None,
        (Body::Packed, 1) => path,
        _ if path.is_empty() => name.to_owned(),
        _ => format!("{path}.{name}"),
    };
    Some(path.parse().expect("a path"))
}

#[test]
fn a_nan_that_is_set_keeps_its_payload() {
    let vector = Variant::from(gdvariant::Vector2::new(1.0, 2.0));
    let mut value = Variant::from(vec![vector]);
    let path = path("[0].x");
    // The sign and the payload fit into 32 bits.
    let nan = f64::from_bits(0xfff8_0000_2000_0000);
    value.set_at_path(&path, nan).expect("a component");
    let bytes = to_vec(&value).expect("a value");
    assert_eq!(bytes[12..16], 0xffc0_0001_u32.to_le_bytes());
}
