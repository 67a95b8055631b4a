//! Gives every player in a save 100 gold and full health. All other bytes of the save stay.
//!
//! The save can have any form that Godot 3 or 4 writes: values of `store_var`, also compressed, and
//! other forms of the crate gdvariant-files. The new save has the same form, and replaces the old
//! one atomically. A player is a Dictionary, at any depth, with the keys `gold` and `health`.
//!
//! ```text
//! godot --headless -s examples/clients/save.gd -- write game.save
//! cargo run -p gdvariant-examples --features files --bin savefile -- game.save
//! godot --headless -s examples/clients/save.gd -- read game.save
//! ```

use gdvariant::godot4::Dictionary;
use gdvariant::{Engine, Godot3, Godot4, Variant};
use gdvariant_files::change::EditError;
use gdvariant_files::document::Document;
use gdvariant_files::open::OpenOptions;
use gdvariant_files::save::Replacement;
use std::error::Error;
use std::path::Path;

const FULL_HEALTH: f64 = 100.0;

/// Rewards all players in a save, and returns their number.
pub(crate) fn reward_all(save: &Path) -> Result<usize, Box<dyn Error>> {
    // Dropping the replacement, such as after an error, leaves the save as it is.
    let mut replacement = Replacement::create(save)?;
    replacement.keep_backup(true);
    let mut document = Document::open(&*replacement.lock()?, &OpenOptions::new())?;
    let mut players = 0;
    for index in 0..document.count() {
        players += if document.layout() == Godot3::LAYOUT {
            reward_value::<Godot3>(&mut document, index)?
        } else {
            reward_value::<Godot4>(&mut document, index)?
        };
    }
    // Bytes that are not values could be values that this program does not understand.
    if let Some(fault) = document.fault() {
        return Err(fault.to_string().into());
    }
    document.write_to(&mut replacement)?;
    replacement.commit()?;
    Ok(players)
}

/// Rewards the players in the value at `index`, and returns their number.
fn reward_value<E: Engine<Variant = Variant>>(
    document: &mut Document,
    index: usize,
) -> Result<usize, EditError> {
    let mut value = document.decode::<E, Variant>(index)?;
    let players = reward(&mut value);
    document.encode::<E, _>(index, &value)?;
    Ok(players)
}

/// Rewards the player, or all players in a container, and returns their number.
fn reward(value: &mut Variant) -> usize {
    match value {
        Variant::Dictionary(pairs) => reward_in(pairs),
        Variant::Array(elements) => elements.iter_mut().map(reward).sum(),
        // `Dictionary[String, Dictionary]` and `Array[Dictionary]` of Godot 4.
        Variant::TypedDictionary(dictionary) => reward_in(&mut dictionary.entries),
        Variant::TypedArray(array) => array.values.iter_mut().map(reward).sum(),
        _ => 0,
    }
}

/// Rewards the player whose entries these are, or all players among the values.
fn reward_in(pairs: &mut Dictionary) -> usize {
    if !is_player(pairs) {
        return pairs.values_mut().map(reward).sum();
    }
    if let Some(Variant::Int(gold)) = pairs.get_mut("gold") {
        *gold = gold.saturating_add(100);
    }
    pairs.insert("health", FULL_HEALTH);
    1
}

fn is_player(pairs: &Dictionary) -> bool {
    matches!(
        (pairs.get("gold"), pairs.get("health")),
        (Some(Variant::Int(_)), Some(Variant::Float(_)))
    )
}

/// `savefile SAVE`
fn main() -> Result<(), Box<dyn Error>> {
    let [_, save] = &std::env::args().collect::<Vec<_>>()[..] else {
        return Err("expected the path of a save; usage: savefile SAVE".into());
    };
    println!("players rewarded: {}", reward_all(Path::new(save))?);
    Ok(())
}
