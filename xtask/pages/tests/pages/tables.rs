//! Checks the tables on the pages.

use crate::markdown;
use crate::page::page;

fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}

/// Compares the page with the library's type numbers and conversions.
#[test]
fn migration_matches_the_conversions() {
    use gdvariant::{Engine as _, Godot3, Godot4, Kind};
    let moved = Godot3::LAYOUT.types().iter().filter_map(|old| {
        let new = Godot4::LAYOUT.type_of(old.kind)?;
        let name = if new.name == old.name { "" } else { new.name };
        let (from, to) = (old.number.to_string(), new.number.to_string());
        Some(cells([old.name, &from, &to, name]))
    });
    let added = Godot4::LAYOUT
        .types()
        .iter()
        .filter(|ty| Godot3::LAYOUT.number_of(ty.kind).is_none());
    let nearest = |kind: Kind| {
        let mut chain = std::iter::successors(Some(kind), |kind| kind.nearest());
        chain
            .find_map(|kind| Godot3::LAYOUT.type_of(kind))
            .expect("a type")
            .name
    };
    let blocks = page("en/godot3_to_godot4");
    let tables: Vec<_> = markdown::tables(&blocks).collect();
    let [found_moved, found_new, found_back] = tables[..] else {
        panic!("{} tables", tables.len());
    };
    assert_eq!(found_moved[1..], moved.collect::<Vec<_>>());
    let new = found_new[1..].iter().map(|row| row[..2].to_vec());
    let expected = added.clone();
    let expected = expected.map(|ty| cells([ty.name, &ty.number.to_string()]));
    assert!(new.eq(expected), "{found_new:?}");
    let back = added.map(|ty| cells([ty.name, nearest(ty.kind)]));
    assert_eq!(found_back[1..], back.collect::<Vec<_>>());
}
