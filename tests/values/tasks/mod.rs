//! Does small tasks with `serde_json` and with this crate, with the same results.
#![cfg(all(feature = "derive", feature = "godot4", feature = "std"))]

mod json;
mod ours;

use gdvariant::godot4::{to_vec, variant};
use serde_json::json;

/// Runs a task with both libraries, and compares the results with a literal.
macro_rules! tasks {
    ($($task:ident($($argument:tt),*) => $result:tt;)*) => {
        $(#[test]
        fn $task() {
            assert_eq!(json!(json::$task($(tasks!(@argument json $argument)),*)), json!($result));
            assert_eq!(variant!(ours::$task($(tasks!(@argument variant $argument)),*)), variant!($result));
        })*
    };
    (@argument $macro:ident (&$argument:tt)) => { &$macro!($argument) };
    (@argument $macro:ident (= $argument:expr)) => { $argument };
    (@argument $macro:ident $argument:tt) => { $macro!($argument) };
}

tasks! {
    edit_a_save({"player": {"health": 7, "items": [{"name": "potion"}]}})
        => {"player": {"health": 100, "items": [{"name": "potion", "count": 3}]}};
    change_a_value_at_a_path({"players": [{"name": "Ada"}]}) => {"players": [{"name": "Grace"}]};
    merge_deeply({"a": {"b": 1, "c": 2}, "d": [3]}, {"a": {"c": 4}, "d": 5, "e": {"f": 6}})
        => {"a": {"b": 1, "c": 4}, "d": 5, "e": {"f": 6}};
    add_missing_defaults({"volume": 1}, (&{"volume": 5, "width": 640})) => {"volume": 1, "width": 640};
    rename_a_key_everywhere({"hp": 1, "pets": [{"hp": 2}, {"owner": {"hp": 3}}]})
        => {"health": 1, "pets": [{"health": 2}, {"owner": {"health": 3}}]};
    remove_nulls({"a": null, "b": {"c": null, "d": 1}}) => {"b": {"d": 1}};
    collect_a_struct((&{"name": "Ada", "level": 7})) => "Ada 7";
    sum_a_field((&[{"score": 3}, {"score": 4}, {"name": "Ada"}])) => 7;
    sort_by_a_field([{"score": 3}, {"score": 1}, {"score": 2}]) => [{"score": 1}, {"score": 2}, {"score": 3}];
    filter_elements([{"alive": true}, {"alive": false}, {}]) => [{"alive": true}];
    find_the_best((&[{"name": "Ada", "score": 3}, {"name": "Grace", "score": 4}])) => "Grace";
    group_by_a_field((&[{"team": "red", "id": 1}, {"team": "blue", "id": 2}, {"team": "red", "id": 3}]))
        => {"red": [{"team": "red", "id": 1}, {"team": "red", "id": 3}], "blue": [{"team": "blue", "id": 2}]};
    count_words((&["a", "b", "a"])) => {"a": 2, "b": 1};
    flatten_a_list((&[[1, 2], 3, [], [[4]]])) => [1, 2, [4]];
    list_the_keys((&{"a": 1, "b": 2})) => ["a", "b"];
    read_with_a_default((&{"audio": {}})) => 0.5;
    swap_two_values({"left": "sword", "right": "shield"}) => {"left": "shield", "right": "sword"};
    compare_without_a_field({"time": 1, "a": [1]}, {"time": 2, "a": [1]}) => true;
    double_every_number([1, [2, "three"], 4]) => [2, [4, "three"], 8];
    build_a_message((= "Ada"), (= None)) => {"type": "joined", "player": {"name": "Ada", "score": null}, "tags": ["Ada", true]};
    parse_text((= r#"{"a": [1, 2.5, null, true, "text"]}"#)) => {"a": [1, 2.5, null, true, "text"]};
}

#[test]
fn collect_a_list() {
    assert_eq!(json::collect_a_list(&json!([1, 2])), Ok(3));
    assert_eq!(ours::collect_a_list(&variant!([1, 2])), Ok(3));
    let error = json::collect_a_list(&json!([1, 256])).unwrap_err();
    assert_eq!(error, "invalid number");
    let error = ours::collect_a_list(&variant!([1, 256])).unwrap_err();
    assert_eq!(error, "[1]: 256 is out of the range of u8");
}

#[test]
fn match_on_errors() {
    let bytes = to_vec(&true).unwrap();
    let text = to_vec("text").unwrap();
    for (ours, json, expected) in [
        (&bytes[..], "true", "a bool"),
        (&bytes[..5], "tr", "truncated"),
        (&text[..], r#""text""#, "another type"),
        (&[0xff; 8], "}", "malformed"),
    ] {
        assert_eq!(ours::match_on_errors(ours), expected);
        assert_eq!(json::match_on_errors(json.as_bytes()), expected);
    }
}
