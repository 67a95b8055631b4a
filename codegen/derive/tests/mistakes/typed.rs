use gdvariant::{Variant, godot3, godot4};
use std::collections::BTreeMap;

#[derive(Variant)]
struct Nested {
    #[variant(typed)]
    rows: Vec<Vec<i64>>,
    #[variant(typed)]
    by_name: Option<BTreeMap<String, BTreeMap<String, i64>>>,
    #[variant(typed)]
    fixed: Vec<[f32; 2]>,
    #[variant(typed)]
    any: Vec<Vec<godot4::Variant>>,
    #[variant(typed)]
    points: Vec<(f32, f32)>,
}

#[derive(Variant)]
struct NoContainer {
    #[variant(typed)]
    score: i64,
}

#[derive(Variant)]
struct Forms {
    #[variant(typed, packed)]
    packed: Vec<i32>,
    #[variant(skip, typed)]
    skipped: Vec<i32>,
}

#[derive(Variant)]
enum Event {
    Ping,
    Say(String),
}

type Row = Vec<i64>;

#[derive(Variant)]
struct Rows(Row);

#[derive(Variant)]
struct NoDeclaredType<T> {
    #[variant(typed)]
    values: Vec<T>,
}

#[derive(Variant)]
struct Player {
    #[variant(typed)]
    scores: Vec<i64>,
}

fn main() {
    godot4::to_vec(&NoDeclaredType { values: vec![Some(1)] }).unwrap();
    godot4::to_vec(&NoDeclaredType { values: vec![Event::Ping] }).unwrap();
    godot4::to_vec(&NoDeclaredType { values: vec![Row::new()] }).unwrap();
    godot4::to_vec(&NoDeclaredType { values: vec![Rows(Row::new())] }).unwrap();
    godot3::to_vec(&Player { scores: vec![] }).unwrap();
}
