//! Editing Variants by index, by path, and through accessors.

use crate::common::{TestLayout, vector_inputs};
use gdvariant::generic::structure::AsView;
use gdvariant::inspect::{InspectRow, RowKind, inspect};
use gdvariant::table::{Body, Offset};
use gdvariant::{DecodeOptions, Kind, Path, Segment, SetAtPathError, generic};
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

/// Tests the Variant of a layout, in a module that has its name.
macro_rules! of_layout {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {$(
        mod $module {
            use super::assert_rejected;
            use gdvariant::$module::{Dictionary, Object, Variant};
            use gdvariant::Kind;

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
                assert_eq!(value[Variant::from(2.5)], "key");
                value["player"]["health"] = 99.into();
                assert_eq!(value.as_dictionary().map(gdvariant::Dictionary::len), Some(2));
                assert_eq!(value["player"]["health"].take(), 99);
                assert!(value["player"]["health"].is_nil());
            }

            #[test]
            fn elements_are_changed_in_place() {
                let mut game = game();
                game["players"][0]["level"] = 2.into();
                *game.get_mut("players").unwrap().get_mut(0).unwrap().get_mut("name").unwrap() = "Grace".into();
                assert_eq!(game["players"][0]["level"], 2);
                assert_eq!(game["players"][0]["name"].as_str(), Some("Grace"));
                game["players"].as_array_mut().unwrap().push(3.into());
                assert_eq!(game["players"][Variant::from(1)], 3_u8);
                assert!(game["players"][2].is_nil());
            }

            #[test]
            fn values_are_set_and_removed_by_path() {
                let path = |text: &str| text.parse().expect("a path");
                let mut game = game();
                assert_eq!(game.set_at_path(&path("[8]"), "eight"), Ok(None));
                assert_eq!(game[8], "eight");
                assert_eq!(game.set_at_path(&path("[7]"), 7), Ok(Some("seven".into())));
                assert_eq!(game.set_at_path(&path("players[1]"), 2), Ok(None));
                assert_rejected(game.set_at_path(&path("players[3]"), 3), 3, "players[3]");
                assert_rejected(game.set_at_path(&path("players[0].name.first"), 4), 4, "players[0].name.first");
                assert_rejected(game.set_at_path(&path("players[0].gear.hat"), 4), 4, "players[0].gear");
                assert_eq!(game.remove_at_path(&path("[7]")), Some(7.into()));
                assert_eq!(game.remove_at_path(&path("players[0].level")), Some(1.into()));
                assert_eq!(game.remove_at_path(&path("players[0].level")), None);
                assert_eq!(game.remove_at_path(&path("[true]")), Some("yes".into()));
                assert_eq!(game.remove_at_path(&path("players[0]")).map(|player| player["name"].clone()), Some("Ada".into()));
                assert_eq!(game["players"].as_array(), Some(&[Variant::from(2)][..]));
                let whole = game.set_at_path(&gdvariant::Path::default(), 5);
                assert_eq!((whole.map(|old| old.is_some()), game), (Ok(true), 5.into()));
                let mut object = Variant::from(Object::full("Node", [("name", "a")]));
                assert_eq!(object.set_at_path(&path("visible"), true), Ok(None));
                assert_eq!(object.remove_at_path(&path("name")), Some("a".into()));
                assert_eq!(object, Variant::from(Object::full("Node", [("visible", true)])));
            }

            #[test]
            fn keys_of_any_type_are_parsed() {
                let path = |text: &str| text.parse().expect("a path");
                let mut game = game();
                for key in ["[-5]", "[2.0]", "[Vector2(1, 2)]", "[[1, [2.5]]]", "[RID()]"] {
                    assert_eq!(game.set_at_path(&path(key), 1), Ok(None), "{key}");
                    assert_eq!(game.set_at_path(&path(key), 2), Ok(Some(1.into())), "{key}");
                }
                assert_eq!(game.get_path("[Vector2( 1.0,2 )]"), Some(&2.into()));
                assert_eq!(game[Variant::from(-5)], 2);
                assert_rejected(game.set_at_path(&path("[Vector(]"), 1), 1, "[Vector(]");
                let bytes = gdvariant::$module::to_vec(&game).unwrap();
                let borrowed: gdvariant::$module::VariantRef<'_> = gdvariant::$module::from_slice(&bytes).unwrap();
                assert_eq!(borrowed.get_path("[ Vector2(1,2) ]").and_then(|value| value.as_i64()), Some(2));
                assert_eq!(borrowed.get_path("[ RID( ) ]").and_then(|value| value.as_i64()), Some(2));
            }

            #[test]
            fn a_plus_appends_an_element() {
                let path = |text: &str| text.parse().expect("a path");
                let mut game = game();
                assert_eq!(game.set_at_path(&path("players[+]"), 2), Ok(None));
                assert_eq!(game.set_at_path(&path("players[+]"), 3), Ok(None));
                assert_eq!(game["players"][2], 3);
                assert_eq!(game.get_path("players[+]"), None);
                assert_rejected(game.set_at_path(&path("[+]"), 4), 4, "[+]");
            }

            #[test]
            fn resolves_paths_to_positions() {
                let resolved = |value: &Variant, text: &str| {
                    let path = text.parse().expect("a path");
                    let path = gdvariant::generic::resolved_path(value, &path);
                    path.map(|path| path.to_string())
                };
                let mut game = game();
                for key in ["players[0].level", "value(0)[0].value(1)"] {
                    assert_eq!(resolved(&game, key).as_deref(), Some("value(0)[0].value(1)"));
                }
                assert_eq!(resolved(&game, "[true]").as_deref(), Some("value(2)"));
                assert_eq!(resolved(&game, "players[1]"), None);
                // Only Dictionaries and Objects have entries.
                assert_eq!(resolved(&game, "players.value(0)"), None);
                assert_eq!(game.at_path(&"players.value(0)".parse().unwrap()), None);
                game["object"] = Object::full("Node", [("name", "a")]).into();
                assert_eq!(resolved(&game, "object.name").as_deref(), Some("value(3).value(0)"));
                let removed = game.remove_at_path(&"object.value(0)".parse().unwrap());
                assert_eq!(removed, Some("a".into()));
            }

            #[test]
            fn elements_of_typed_arrays_are_removed() {
                use gdvariant::TypedArray;
                use gdvariant::generic::structure::Build;

                let path = "[1]".parse().expect("a path");
                for kind in [Kind::Array, Kind::PandemoniumTypedArray, Kind::PackedTypedArray] {
                    let array = TypedArray::new(Kind::Int, [7, 8, 9]);
                    let Some(mut array) = gdvariant::$module::Variant::typed_array(kind, array) else {
                        continue;
                    };
                    let resolved = gdvariant::generic::resolved_path(&array, &path);
                    assert_eq!(resolved.as_ref(), Some(&path), "{kind:?}");
                    assert_eq!(array.remove_at_path(&path), Some(8.into()), "{kind:?}");
                }
            }

            #[test]
            fn finds_properties_of_full_objects() {
                let mut object = Variant::from(Object::full("Node", [("name", "a")]));
                assert_eq!(object["name"], "a");
                object["name"] = "b".into();
                object["visible"] = true.into();
                let expected = Object::full("Node", [("name", Variant::from("b")), ("visible", true.into())]);
                assert_eq!(object, Variant::from(expected));
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
                assert_eq!(game.get_path("players[0].name"), Some(&"Ada".into()));
                assert_eq!(game.get_path("[\"players\"][0].level"), Some(&1.into()));
                assert_eq!(game.get_path("[7]"), Some(&"seven".into()));
                assert_eq!(game.get_path("[true]"), Some(&"yes".into()));
                assert_eq!(game.get_path("key(1)"), Some(&7.into()));
                assert_eq!(game.get_path("value(1)"), Some(&"seven".into()));
                for missing in ["players[1]", "player", "[8]", "players.name", "players[0].name.x", "players[", "value(9)"] {
                    assert_eq!(game.get_path(missing), None, "{missing}");
                    assert_eq!(game.get_path_mut(missing), None, "{missing}");
                }
                *game.get_path_mut("players[0].level").unwrap() = 5.into();
                *game.get_path_mut("[true]").unwrap() = "no".into();
                assert_eq!(game.get_path("value(2)"), Some(&"no".into()));
                assert_eq!(game.get_path_mut("key(1)"), None);
                let key = "key(1)".parse().unwrap();
                assert_rejected(game.set_at_path(&key, 8), 8, "key(1)");
                assert_eq!(game.remove_at_path(&key), None);
                assert_eq!(game["players"][0]["level"], 5);
            }

            #[test]
            fn accessors_give_references_and_values() {
                let mut value = Variant::Vector2(Default::default());
                assert!(value.is_vector2() && !value.is_int());
                assert_eq!(value.kind(), Kind::Vector2);
                assert!(value.as_int_mut().is_none());
                let same = value.clone();
                assert_eq!(value.clone().into_int(), Err(same));
                assert!(value.as_vector2_mut().is_some());
                let mut text = Variant::from("Ada");
                text.as_string_mut().unwrap().push('!');
                assert_eq!(text.into_string(), Ok("Ada!".to_owned()));
                let array = Variant::from(vec![Variant::from(1)]);
                assert_eq!(array.into_array().unwrap(), [Variant::from(1)]);
            }

            #[test]
            fn values_are_made_of_numbers_maps_and_iterators() {
                assert_eq!(Variant::try_from(7_u64), Ok(Variant::from(7)));
                assert!(Variant::try_from(u64::MAX).is_err() && Variant::try_from(i128::MIN).is_err());
                let bytes = Variant::array([1_u8, 2]);
                assert_eq!(bytes.as_array().map(<[_]>::len), Some(2));
                let map = std::collections::BTreeMap::from([("a", 1), ("b", 2)]);
                let expected = Dictionary::from([("a", 1), ("b", 2)]);
                assert_eq!(Variant::from(map.clone()), Variant::from(expected.clone()));
                assert_eq!(map.into_iter().collect::<Variant>(), Variant::from(expected));
                let one = std::collections::HashMap::from([(1, "one")]);
                assert_eq!(Variant::from(one)[1], "one");
            }

            #[test]
            fn literals_have_keys_and_values_of_any_kind() {
                use gdvariant::$module::variant;

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
                    Variant::from(1), 2.5.into(), Variant::Nil, Variant::from(Vec::<Variant>::new()), Dictionary::new().into(),
                    Variant::array([Variant::array([true])]), Dictionary::from([("x", -1)]).into(),
                ];
                let mut expected = Dictionary::from([("name", Variant::from("Ada")), ("ada", 4.into())]);
                expected.insert(7, list);
                expected.insert((), ());
                let deep = Dictionary::from([("deep", Dictionary::from([("deeper", Variant::array([()]))]))]);
                expected.insert(Variant::array([Variant::from(1), "a".into()]), deep);
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
                assert!(Variant::from("a") == "a" && Variant::from("a") != String::from("b") && *"a" == Variant::from("a"));
                assert!(Variant::from(true) == true && Variant::from(1) != true);
                assert_eq!((seven.as_i64(), seven.as_f64(), seven.as_str()), (Some(7), Some(7.0), None));
            }
        }
    )*};
}

// Layouts of the same precision have the same Variant.
#[cfg(feature = "godot4")]
of_layout!({} { godot4 Godot4 [] });
#[cfg(all(feature = "godot3", feature = "double"))]
of_layout!({} { godot3_double Godot3Double [] });

/// Checks that every value of the vectors is at the path that the inspector shows.
fn finds_values_by_displayed_paths<L: TestLayout>() {
    let kind_at = |value: &L::Variant, path: &Path| generic::at_path(value, path).map(AsView::kind);
    let options = DecodeOptions::new().allow_objects(true);
    let mut found = 0;
    for bytes in vector_inputs::<L>() {
        let value = generic::from_slice::<L, L::Variant>(&bytes, options).unwrap();
        inspect::<L>(&bytes, options, |row| {
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
fn edits_components_and_elements<L: TestLayout>() {
    let options = DecodeOptions::new().allow_objects(true);
    let encoded = |value: &L::Variant| generic::to_vec::<L, _>(value).unwrap();
    let (mut components, mut elements) = (0, 0);
    for input in vector_inputs::<L>() {
        let mut value = generic::from_slice::<L, L::Variant>(&input, options).unwrap();
        let canonical = encoded(&value);
        let mut paths = Vec::new();
        inspect::<L>(&input, options, |row| paths.extend(component_path(row))).unwrap();
        for path in &paths {
            let part = generic::component_at_path(&value, path).expect("a part");
            assert!(matches!(part.kind(), Kind::Int | Kind::Float), "{path}");
            let old = generic::set_at_path(&mut value, path, part.clone()).unwrap();
            assert_eq!(old.map(|old| encoded(&old)), Some(encoded(&part)));
            assert_eq!(encoded(&value), canonical, "{path}");
            let text = L::Variant::from(String::from("a text"));
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

#[cfg(feature = "godot4")]
#[test]
fn a_nan_that_is_set_keeps_its_payload() {
    use gdvariant::godot4::{Variant, to_vec};

    let vector = Variant::from(gdvariant::Vector2::new(1.0, 2.0));
    let mut value = Variant::from(vec![vector]);
    let path = "[0].x".parse().expect("a path");
    // The sign and the payload fit into 32 bits.
    let nan = f64::from_bits(0xfff8_0000_2000_0000);
    value.set_at_path(&path, nan).expect("a component");
    let bytes = to_vec(&value).expect("a value");
    assert_eq!(bytes[12..16], 0xffc0_0001_u32.to_le_bytes());
}
