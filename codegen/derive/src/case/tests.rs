use super::*;

#[test]
fn fields_are_renamed_as_serde_does() {
    let renamed = CASES.map(|(_, field, _)| field("max_hp_2"));
    let expected = [
        "max_hp_2", "MAX_HP_2", "MaxHp2", "maxHp2", "max_hp_2", "MAX_HP_2", "max-hp-2", "MAX-HP-2",
    ];
    assert_eq!(renamed, expected);
}

#[test]
fn variants_are_renamed_as_serde_does() {
    let renamed = CASES.map(|(_, _, variant)| variant("PlayerHTTP"));
    let expected = [
        "playerhttp",
        "PLAYERHTTP",
        "PlayerHTTP",
        "playerHTTP",
        "player_h_t_t_p",
        "PLAYER_H_T_T_P",
        "player-h-t-t-p",
        "PLAYER-H-T-T-P",
    ];
    assert_eq!(renamed, expected);
}
