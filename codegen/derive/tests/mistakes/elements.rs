use gdvariant::{Variant, variant};

#[derive(Variant)]
struct Player {
    health: u8,
}

fn main() {
    let (players, id) = (vec![Player { health: 7 }], 7_u64);
    variant!({"count": players.len(), "ids": [id]});
    variant!([players]);
}
