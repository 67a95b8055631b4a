//! Gives every player in a save 100 gold and full health. Copies all other values unchanged.
//!
//! `File.store_var` wrote the save: values, each preceded by its length. A player is a Dictionary,
//! at any depth, with the keys `gold` and `health`.
//!
//! ```text
//! godot3-server --no-window -s examples/clients/save.gd write game.save
//! cargo run --example savefile -- game.save richer.save
//! godot3-server --no-window -s examples/clients/save.gd read richer.save
//! ```

use gdvariant::DecodeOptions;
use gdvariant::framing::FrameOptions;
use gdvariant::godot3::{self, Dictionary, Variant};
use std::error::Error;
use std::fs;
use std::io::{Read, Write};

const FULL_HEALTH: f64 = 100.0;

/// Copies a save, rewards all players and returns their number.
pub(crate) fn reward_all(save: impl Read, mut copy: impl Write) -> Result<usize, Box<dyn Error>> {
    // Objects are allowed, so that saves that contain resources can be copied.
    let options = FrameOptions::new().decode_options(DecodeOptions::new().allow_objects(true));
    let mut players = 0;
    for value in godot3::iter_framed_with::<Variant>(save, options) {
        let mut value = value?;
        players += reward(&mut value);
        godot3::write_framed_with(&mut copy, &value, options)?;
    }
    Ok(players)
}

/// Rewards the player, or all players in a container, and returns their number.
fn reward(value: &mut Variant) -> usize {
    match value {
        Variant::Dictionary(pairs) if is_player(pairs) => {
            if let Some(Variant::Int(gold)) = pairs.get_mut("gold") {
                *gold = gold.saturating_add(100);
            }
            pairs.insert("health", FULL_HEALTH);
            1
        }
        Variant::Dictionary(pairs) => pairs.values_mut().map(reward).sum(),
        Variant::Array(elements) => elements.iter_mut().map(reward).sum(),
        _ => 0,
    }
}

fn is_player(pairs: &Dictionary) -> bool {
    matches!(
        (pairs.get("gold"), pairs.get("health")),
        (Some(Variant::Int(_)), Some(Variant::Float(_)))
    )
}

/// `savefile SAVE COPY`
fn main() -> Result<(), Box<dyn Error>> {
    let [_, save, copy] = &std::env::args().collect::<Vec<_>>()[..] else {
        return Err(
            "expected two paths: the save, and the copy to write; usage: savefile SAVE COPY".into(),
        );
    };
    // Writes the copy only if the whole save is valid.
    let mut rewritten = Vec::new();
    let players = reward_all(fs::read(save)?.as_slice(), &mut rewritten)?;
    fs::write(copy, rewritten)?;
    println!("players rewarded: {players}");
    Ok(())
}
