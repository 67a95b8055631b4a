//! The tasks with `gdvariant`.

use gdvariant::godot4::{Dictionary, Variant, from_slice, from_variant, variant};

pub(super) fn edit_a_save(mut save: Variant) -> Variant {
    save["player"]["health"] = 100.into();
    save["player"]["items"][0]["count"] = variant!(3);
    save
}

pub(super) fn change_a_value_at_a_path(mut save: Variant) -> Variant {
    if let Some(name) = save.get_path_mut("players[0].name") {
        *name = "Grace".into();
    }
    save
}

pub(super) fn merge_deeply(mut base: Variant, changes: Variant) -> Variant {
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

pub(super) fn add_missing_defaults(mut settings: Variant, defaults: &Variant) -> Variant {
    let settings_map = settings.as_dictionary_mut().unwrap();
    for (key, value) in defaults.as_dictionary().unwrap() {
        settings_map.entry(key.clone()).or_insert(value.clone());
    }
    settings
}

pub(super) fn rename_a_key_everywhere(mut value: Variant) -> Variant {
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

pub(super) fn remove_nulls(mut value: Variant) -> Variant {
    fn prune(value: &mut Variant) {
        if let Some(entries) = value.as_dictionary_mut() {
            entries.retain(|_, value| !value.is_nil());
            entries.values_mut().for_each(prune);
        }
    }
    prune(&mut value);
    value
}

pub(super) fn collect_a_struct(value: &Variant) -> String {
    #[derive(gdvariant::Variant)]
    struct Player {
        name: String,
        level: u8,
    }
    let player: Player = from_variant(value).unwrap();
    format!("{} {}", player.name, player.level)
}

pub(super) fn collect_a_list(value: &Variant) -> Result<u8, String> {
    let numbers: Vec<u8> = from_variant(value).map_err(|error| error.to_string())?;
    Ok(numbers.into_iter().sum())
}

pub(super) fn sum_a_field(players: &Variant) -> i64 {
    let players = players.as_array().unwrap();
    players
        .iter()
        .filter_map(|player| player["score"].as_i64())
        .sum()
}

pub(super) fn sort_by_a_field(mut players: Variant) -> Variant {
    players
        .as_array_mut()
        .unwrap()
        .sort_by_key(|player| player["score"].as_i64());
    players
}

pub(super) fn filter_elements(mut players: Variant) -> Variant {
    players
        .as_array_mut()
        .unwrap()
        .retain(|player| player["alive"] == true);
    players
}

pub(super) fn find_the_best(players: &Variant) -> Option<&str> {
    let best = players
        .as_array()?
        .iter()
        .max_by_key(|player| player["score"].as_i64())?;
    best["name"].as_str()
}

pub(super) fn group_by_a_field(players: &Variant) -> Variant {
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

pub(super) fn count_words(words: &Variant) -> Variant {
    let mut counts = variant!({});
    for word in words.as_array().unwrap() {
        let count = &mut counts[word.as_str().unwrap()];
        *count = (count.as_i64().unwrap_or(0) + 1).into();
    }
    counts
}

pub(super) fn flatten_a_list(lists: &Variant) -> Variant {
    lists
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Variant::as_array)
        .flatten()
        .cloned()
        .collect()
}

pub(super) fn list_the_keys(value: &Variant) -> Variant {
    value.as_dictionary().unwrap().keys().cloned().collect()
}

pub(super) fn read_with_a_default(settings: &Variant) -> f64 {
    settings["audio"]["volume"].as_f64().unwrap_or(0.5)
}

pub(super) fn swap_two_values(mut hands: Variant) -> Variant {
    let left = hands["left"].take();
    hands["left"] = hands["right"].take();
    hands["right"] = left;
    hands
}

pub(super) fn compare_without_a_field(mut one: Variant, mut other: Variant) -> bool {
    one["time"].take();
    other["time"].take();
    one == other
}

pub(super) fn double_every_number(mut value: Variant) -> Variant {
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

pub(super) fn build_a_message(name: &str, score: Option<i64>) -> Variant {
    variant!({"type": "joined", "player": {"name": name, "score": score}, "tags": [name, true]})
}

pub(super) fn parse_text(text: &str) -> Variant {
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
