use super::Narrow;
use crate::common::{Random, rounds};
use crate::compare::walk::Walk;
use crate::compare::{Change, ChangeSink, CompareOptions};
use crate::display::{DisplayOptions, Trail};
use gdvariant::any::AnyRef;
use gdvariant::godot3::{self, Dictionary, Variant};
use gdvariant::schema::layout_named;
use gdvariant::{DecodeOptions, Godot3};
use std::ops::ControlFlow;

/// Returns a value of few different ones, so that many values are equal.
fn value(random: &mut Random, depth: u32) -> Variant {
    const VALUES: [&str; 9] = [
        "1",
        "1",
        "1",
        "2",
        "Vector2(0, 1)",
        "\"text\"",
        "PoolByteArray(0, 1)",
        r#"{"a": 1, "b": 2}"#,
        r#"{"b": 2, "a": 1}"#,
    ];
    match random.below(if depth == 0 { 10 } else { 14 }) {
        0..9 => random.one(&VALUES).parse().expect("a value"),
        9 => random.one(&[0.0, -0.0, f64::NAN, -f64::NAN]).into(),
        10 | 11 => {
            let elements = (0..random.below(7)).map(|_| value(random, depth - 1));
            elements.collect::<Vec<_>>().into()
        }
        _ => {
            let keys = ["a", "b", "c"].map(Variant::from);
            let keys = keys.into_iter().chain([f64::NAN.into()]);
            let keys = keys.take(random.below(4));
            let entries = keys.map(|key| (key, value(random, depth - 1)));
            entries.collect::<Dictionary>().into()
        }
    }
}

/// Returns a copy with few changes.
fn changed(random: &mut Random, old: &Variant) -> Variant {
    if random.below(12) == 0 {
        return value(random, 2);
    }
    match old {
        Variant::Array(elements) => {
            let mut elements: Vec<_> = elements.iter().map(|it| changed(random, it)).collect();
            match random.below(4) {
                0 => elements.push(value(random, 1)),
                1 => elements.insert(0, value(random, 1)),
                2 => drop(elements.pop()),
                _ => {}
            }
            elements.into()
        }
        Variant::Dictionary(entries) => {
            let entries = entries.iter();
            let entries = entries.map(|(key, value)| (key.clone(), changed(random, value)));
            entries.collect::<Dictionary>().into()
        }
        other => other.clone(),
    }
}

/// Returns the reported differences as text.
fn reported(compare: impl FnOnce(ChangeSink<'_>) -> ControlFlow<()>) -> Vec<String> {
    let mut reports = Vec::new();
    let result = compare(&mut |trail, change| {
        let text = |value: &AnyRef<'_>| DisplayOptions::FULL.value(*value);
        let change = match change {
            Change::Changed(old, new) => format!("{} -> {}", text(old), text(new)),
            Change::Added(new) => format!("+ {}", text(new)),
            Change::Removed(old) => format!("- {}", text(old)),
            Change::Order => "order".to_owned(),
            Change::Elements(values, ranges) => {
                format!("{:?} {ranges:?}", values.map(|it| text(&it)))
            }
            Change::Declared(..) | Change::More { .. } => unreachable!("there are none"),
        };
        let paths = [trail.old_path(usize::MAX), trail.new_path(usize::MAX)];
        reports.push(format!("{paths:?}: {change}"));
        ControlFlow::Continue(())
    });
    assert!(result.is_continue());
    reports
}

#[test]
fn narrowed_comparisons_report_the_same() {
    let random = &mut Random(1);
    let compare = CompareOptions {
        is_full: true,
        ignores_order: false,
    };
    let mut differences = 0;
    for _ in 0..rounds(1000) {
        let elements = (0..random.below(8)).map(|_| value(random, 2));
        let old = Variant::from(elements.collect::<Vec<_>>());
        let new = changed(random, &old);
        let encoded = [&old, &new].map(|value| godot3::to_vec(value).expect("it can be encoded"));
        let narrowed = reported(|report| {
            if encoded[0] == encoded[1] {
                return ControlFlow::Continue(());
            }
            let mut narrow = Narrow {
                compare,
                report,
                layout: layout_named("godot3").expect("a layout"),
                options: DecodeOptions::new(),
            };
            narrow.values(&Trail::default(), [&encoded[0], &encoded[1]])
        });
        let walked = reported(|report| {
            Walk::run(
                compare,
                report,
                Trail::default(),
                0,
                [&old, &new].map(AnyRef::of::<Godot3>),
            )
        });
        assert_eq!(narrowed, walked, "{old:?} and {new:?}");
        differences += walked.len();
    }
    assert!(differences > 1000);
}
