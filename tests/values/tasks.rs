//! Small tasks of programs, done in few lines.
#![cfg(all(feature = "derive", feature = "godot4", feature = "std"))]

use gdvariant::godot4::{Dictionary, Variant, from_slice, to_vec, variant};

/// Compares the results of tasks with literals.
macro_rules! tasks {
    ($($task:ident($($argument:tt),*) => $result:tt;)*) => {
        #[test]
        fn tasks_have_their_results() {
            $(assert_eq!(variant!($task($(tasks!(@argument $argument)),*)), variant!($result));)*
        }
    };
    (@argument (&$argument:tt)) => { &variant!($argument) };
    (@argument (= $argument:expr)) => { $argument };
    (@argument $argument:tt) => { variant!($argument) };
}

tasks! {
    edit_a_save({"player": {"health": 7, "items": [{"name": "potion"}]}})
        => {"player": {"health": 100, "items": [{"name": "potion", "count": 3}]}};
    merge_deeply({"a": {"b": 1, "c": 2}, "d": [3]}, {"a": {"c": 4}, "d": 5, "e": {"f": 6}})
        => {"a": {"b": 1, "c": 4}, "d": 5, "e": {"f": 6}};
    add_missing_defaults({"volume": 1}, (&{"volume": 5, "width": 640})) => {"volume": 1, "width": 640};
    rename_a_key_everywhere({"hp": 1, "pets": [{"hp": 2}, {"owner": {"hp": 3}}]})
        => {"health": 1, "pets": [{"health": 2}, {"owner": {"health": 3}}]};
    remove_nulls({"a": null, "b": {"c": null, "d": 1}}) => {"b": {"d": 1}};
    sort_by_a_field([{"score": 3}, {"score": 1}, {"score": 2}]) => [{"score": 1}, {"score": 2}, {"score": 3}];
    find_the_best((&[{"name": "Ada", "score": 3}, {"name": "Grace", "score": 4}])) => "Grace";
    group_by_a_field((&[{"team": "red", "id": 1}, {"team": "blue", "id": 2}, {"team": "red", "id": 3}]))
        => {"red": [{"team": "red", "id": 1}, {"team": "red", "id": 3}], "blue": [{"team": "blue", "id": 2}]};
    count_words((&["a", "b", "a"])) => {"a": 2, "b": 1};
    flatten_a_list((&[[1, 2], 3, [], [[4]]])) => [1, 2, [4]];
    swap_two_values({"left": "sword", "right": "shield"}) => {"left": "shield", "right": "sword"};
    double_every_number([1, [2, "three"], 4]) => [2, [4, "three"], 8];
    build_a_message((= "Ada"), (= None)) => {"type": "joined", "player": {"name": "Ada", "score": null}, "tags": ["Ada", true]};
}

fn edit_a_save(mut save: Variant) -> Variant {
    save["player"]["health"] = 100.into();
    save["player"]["items"][0]["count"] = variant!(3);
    save
}

fn merge_deeply(mut base: Variant, changes: Variant) -> Variant {
    fn merge(base: &mut Variant, changes: Variant) {
        match changes {
            Variant::Dictionary(entries) => {
                for (key, value) in entries {
                    merge(&mut base[key], value);
                }
            }
            other => *base = other,
        }
    }
    merge(&mut base, changes);
    base
}

fn add_missing_defaults(mut settings: Variant, defaults: &Variant) -> Variant {
    let settings_map = settings.as_dictionary_mut().unwrap();
    for (key, value) in defaults.as_dictionary().unwrap() {
        settings_map.entry(key.clone()).or_insert(value.clone());
    }
    settings
}

fn rename_a_key_everywhere(mut value: Variant) -> Variant {
    fn rename(value: &mut Variant) {
        match value {
            Variant::Array(elements) => elements.iter_mut().for_each(rename),
            Variant::Dictionary(entries) => {
                if let Some(value) = entries.remove("hp") {
                    entries.insert("health", value);
                }
                entries.values_mut().for_each(rename);
            }
            _ => {}
        }
    }
    rename(&mut value);
    value
}

fn remove_nulls(mut value: Variant) -> Variant {
    fn prune(value: &mut Variant) {
        if let Some(entries) = value.as_dictionary_mut() {
            entries.retain(|_, value| !value.is_nil());
            entries.values_mut().for_each(prune);
        }
    }
    prune(&mut value);
    value
}

fn sort_by_a_field(mut players: Variant) -> Variant {
    players
        .as_array_mut()
        .unwrap()
        .sort_by_key(|player| player["score"].as_i64());
    players
}

fn find_the_best(players: &Variant) -> Option<&str> {
    let best = players
        .as_array()?
        .iter()
        .max_by_key(|player| player["score"].as_i64())?;
    best["name"].as_str()
}

fn group_by_a_field(players: &Variant) -> Variant {
    let mut teams = Dictionary::new();
    for player in players.as_array().unwrap() {
        let team = player["team"].clone();
        teams
            .entry(team)
            .or_insert(variant!([]))
            .as_array_mut()
            .unwrap()
            .push(player.clone());
    }
    teams.into()
}

fn count_words(words: &Variant) -> Variant {
    let mut counts = variant!({});
    for word in words.as_array().unwrap() {
        let count = &mut counts[word.as_str().unwrap()];
        *count = (count.as_i64().unwrap_or(0) + 1).into();
    }
    counts
}

fn flatten_a_list(lists: &Variant) -> Variant {
    lists
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Variant::as_array)
        .flatten()
        .cloned()
        .collect()
}

fn swap_two_values(mut hands: Variant) -> Variant {
    let left = hands["left"].take();
    hands["left"] = hands["right"].take();
    hands["right"] = left;
    hands
}

fn double_every_number(mut value: Variant) -> Variant {
    fn double(value: &mut Variant) {
        if let Some(number) = value.as_i64() {
            *value = (2 * number).into();
        } else if let Some(elements) = value.as_array_mut() {
            elements.iter_mut().for_each(double);
        }
    }
    double(&mut value);
    value
}

fn build_a_message(name: &str, score: Option<i64>) -> Variant {
    variant!({"type": "joined", "player": {"name": name, "score": score}, "tags": [name, true]})
}

fn match_on_errors(bytes: &[u8]) -> &'static str {
    match from_slice::<bool>(bytes) {
        Ok(_) => "a bool",
        Err(error) if error.is_eof() => "truncated",
        Err(error) if error.is_data() => "another type",
        Err(_) => "malformed",
    }
}

#[test]
fn errors_tell_truncated_bytes_from_other_types() {
    let (bytes, text) = (to_vec(&true).unwrap(), to_vec("text").unwrap());
    for (bytes, expected) in [
        (&bytes[..], "a bool"),
        (&bytes[..5], "truncated"),
        (&text[..], "another type"),
        (&[0xff; 8], "malformed"),
    ] {
        assert_eq!(match_on_errors(bytes), expected);
    }
}
