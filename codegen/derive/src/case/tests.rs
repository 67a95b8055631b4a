use super::*;

#[test]
fn names_are_changed_as_serde_does() {
    let changed = CASES.map(|(_, field, variant)| [field("max_hp_2"), variant("PlayerHTTP")]);
    let expected = [
        ["max_hp_2", "playerhttp"],
        ["MAX_HP_2", "PLAYERHTTP"],
        ["MaxHp2", "PlayerHTTP"],
        ["maxHp2", "playerHTTP"],
        ["max_hp_2", "player_h_t_t_p"],
        ["MAX_HP_2", "PLAYER_H_T_T_P"],
        ["max-hp-2", "player-h-t-t-p"],
        ["MAX-HP-2", "PLAYER-H-T-T-P"],
    ];
    assert_eq!(changed, expected);
}
