//! The tasks with `serde_json`.

use serde::Deserialize;
use serde_json::{Map, Value, from_slice, from_value, json};

pub(super) fn edit_a_save(mut save: Value) -> Value {
    save["player"]["health"] = 100.into();
    save["player"]["items"][0]["count"] = json!(3);
    save
}

pub(super) fn change_a_value_at_a_path(mut save: Value) -> Value {
    if let Some(name) = save.pointer_mut("/players/0/name") {
        *name = "Grace".into();
    }
    save
}

pub(super) fn merge_deeply(mut base: Value, changes: Value) -> Value {
    fn merge(base: &mut Value, changes: Value) {
        match changes {
            Value::Object(entries) => {
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

pub(super) fn add_missing_defaults(mut settings: Value, defaults: &Value) -> Value {
    let settings_map = settings.as_object_mut().unwrap();
    for (key, value) in defaults.as_object().unwrap() {
        settings_map.entry(key.clone()).or_insert(value.clone());
    }
    settings
}

pub(super) fn rename_a_key_everywhere(mut value: Value) -> Value {
    fn rename(value: &mut Value) {
        match value {
            Value::Array(elements) => elements.iter_mut().for_each(rename),
            Value::Object(entries) => {
                if let Some(value) = entries.remove("hp") {
                    entries.insert("health".into(), value);
                }
                entries.values_mut().for_each(rename);
            }
            _ => {}
        }
    }
    rename(&mut value);
    value
}

pub(super) fn remove_nulls(mut value: Value) -> Value {
    fn prune(value: &mut Value) {
        if let Some(entries) = value.as_object_mut() {
            entries.retain(|_, value| !value.is_null());
            entries.values_mut().for_each(prune);
        }
    }
    prune(&mut value);
    value
}

pub(super) fn collect_a_struct(value: &Value) -> String {
    #[derive(Deserialize)]
    struct Player {
        name: String,
        level: u8,
    }
    let player: Player = from_value(value.clone()).unwrap();
    format!("{} {}", player.name, player.level)
}

pub(super) fn collect_a_list(value: &Value) -> Result<u8, String> {
    let numbers: Vec<u8> = from_value(value.clone()).map_err(|error| error.to_string())?;
    Ok(numbers.into_iter().sum())
}

pub(super) fn sum_a_field(players: &Value) -> i64 {
    let players = players.as_array().unwrap();
    players
        .iter()
        .filter_map(|player| player["score"].as_i64())
        .sum()
}

pub(super) fn sort_by_a_field(mut players: Value) -> Value {
    players
        .as_array_mut()
        .unwrap()
        .sort_by_key(|player| player["score"].as_i64());
    players
}

pub(super) fn filter_elements(mut players: Value) -> Value {
    players
        .as_array_mut()
        .unwrap()
        .retain(|player| player["alive"] == true);
    players
}

pub(super) fn find_the_best(players: &Value) -> Option<&str> {
    let best = players
        .as_array()?
        .iter()
        .max_by_key(|player| player["score"].as_i64())?;
    best["name"].as_str()
}

pub(super) fn group_by_a_field(players: &Value) -> Value {
    let mut teams = Map::new();
    for player in players.as_array().unwrap() {
        let team = player["team"].as_str().unwrap();
        teams
            .entry(team)
            .or_insert(json!([]))
            .as_array_mut()
            .unwrap()
            .push(player.clone());
    }
    teams.into()
}

pub(super) fn count_words(words: &Value) -> Value {
    let mut counts = json!({});
    for word in words.as_array().unwrap() {
        let count = &mut counts[word.as_str().unwrap()];
        *count = (count.as_i64().unwrap_or(0) + 1).into();
    }
    counts
}

pub(super) fn flatten_a_list(lists: &Value) -> Value {
    lists
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_array)
        .flatten()
        .cloned()
        .collect()
}

pub(super) fn list_the_keys(value: &Value) -> Value {
    value.as_object().unwrap().keys().cloned().collect()
}

pub(super) fn read_with_a_default(settings: &Value) -> f64 {
    settings["audio"]["volume"].as_f64().unwrap_or(0.5)
}

pub(super) fn swap_two_values(mut hands: Value) -> Value {
    let left = hands["left"].take();
    hands["left"] = hands["right"].take();
    hands["right"] = left;
    hands
}

pub(super) fn compare_without_a_field(mut one: Value, mut other: Value) -> bool {
    one["time"].take();
    other["time"].take();
    one == other
}

pub(super) fn double_every_number(mut value: Value) -> Value {
    fn double(value: &mut Value) {
        if let Some(number) = value.as_i64() {
            *value = (2 * number).into();
        } else if let Some(elements) = value.as_array_mut() {
            elements.iter_mut().for_each(double);
        }
    }
    double(&mut value);
    value
}

pub(super) fn build_a_message(name: &str, score: Option<i64>) -> Value {
    json!({"type": "joined", "player": {"name": name, "score": score}, "tags": [name, true]})
}

pub(super) fn parse_text(text: &str) -> Value {
    text.parse().unwrap()
}

pub(super) fn match_on_errors(bytes: &[u8]) -> &'static str {
    match from_slice::<bool>(bytes) {
        Ok(_) => "a bool",
        Err(error) if error.is_eof() => "truncated",
        Err(error) if error.is_data() => "another type",
        Err(_) => "malformed",
    }
}
