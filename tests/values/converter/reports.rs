//! The contents of reports: paths, limits, and the order of entries.

use gdvariant::convert::LossKind;
use gdvariant::{Callable, Converter, Dictionary, Godot3, Godot4, Segment, Vector2i, godot4};

type Value = godot4::Variant;

#[test]
fn losses_have_the_path_of_their_value() {
    let player = Dictionary::from([("position", Value::from(Vector2i::new(1, 2)))]);
    let players: Vec<Value> = vec![Value::Nil, player.into()];
    let game = Dictionary::from([
        (Value::from("players"), players.into()),
        (Vector2i::new(3, 4).into(), Value::from(true)),
    ]);
    let (_, report) = Converter::new()
        .lossy()
        .convert::<Godot4, Godot3>(&game.into())
        .expect("lossy");
    assert_eq!(
        report.to_string(),
        "players[1].position: Vector2i became Vector2\nkey(1): Vector2i became Vector2\n"
    );
    let loss = &report.losses()[0];
    let segments: Vec<_> = loss.path().segments().cloned().collect();
    let name = |name: &str| Segment::Name(name.into());
    assert_eq!(
        segments,
        [name("players"), Segment::Index(1), name("position")]
    );
    assert!(matches!(
        loss.kind(),
        LossKind::Type {
            from: "Vector2i",
            to: "Vector2",
            ..
        }
    ));
}

#[test]
fn a_report_lists_the_first_losses_and_counts_all() {
    let values: Value = vec![Value::from(Callable); 1000].into();
    for (max, listed) in [(0, 0), (10, 10), (1000, 1000), (usize::MAX, 1000)] {
        let converter = Converter::new().lossy().max_listed(max);
        let (_, report) = converter.convert::<Godot4, Godot3>(&values).expect("lossy");
        assert_eq!(report.losses().len(), listed);
        assert_eq!(report.total_losses(), 1000);
        assert!(!report.is_lossless());
        let lines = listed + usize::from(listed < 1000);
        assert_eq!(report.to_string().lines().count(), lines);
    }
}

/// Checks that the memory for paths is limited, because deep losses have long paths.
#[test]
fn the_paths_of_a_report_are_limited() {
    let leaves: Value = vec![Value::from(Callable); 1000].into();
    let key = "k".repeat(100);
    let value = (0..500).fold(leaves, |value, _| {
        Dictionary::from([(key.as_str(), value)]).into()
    });
    // The path of the last loss is short, but losses before it are omitted.
    let value = Dictionary::from([("deep", value), ("last", Callable.into())]).into();
    let converter = Converter::new().lossy().max_listed(usize::MAX);
    let (_, report) = converter.convert::<Godot4, Godot3>(&value).expect("lossy");
    assert_eq!(report.total_losses(), 1001);
    let text: usize = report
        .losses()
        .iter()
        .map(|loss| loss.to_string().len())
        .sum();
    assert!(
        (1..20).contains(&report.losses().len()),
        "{}",
        report.losses().len()
    );
    assert!(text < 256 << 10, "{text}");
    // Paths of listed losses are complete.
    for loss in report.losses() {
        assert_eq!(loss.path().segments().len(), 502);
    }
}
