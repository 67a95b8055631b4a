//! Compares two values of any layouts, and reports the differences with their paths.

use super::align::{Aligned, align};
use super::change::{Change, First, Report};
use super::digest::Digests;
use super::keys::{self, Key, Keys};
use super::packed;
use super::pairs::{self, Pair};
use super::settings::Settings;
use crate::any_value::{Step, Trail, float_bits};
use crate::stop::Stop;
use gdvariant::ElementType;
use gdvariant::any::{AnyEntry, AnyRef, AnyView};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

/// A comparison of two values.
pub(super) struct Walk<'v, 'r> {
    settings: &'r Settings,
    report: &'r mut dyn Report,
    digests: &'r mut Digests,
    trail: Trail<'v>,
}

/// An entry of a Dictionary, or a property of an object.
type Field<'v> = (Step<'v>, AnyRef<'v>);

/// The name and the value of a property.
type Property<'v> = (&'v str, AnyRef<'v>);

impl<'v, 'r> Walk<'v, 'r> {
    /// Compares two values.
    pub(super) fn run(
        settings: &'r Settings,
        report: &'r mut dyn Report,
        old: AnyRef<'v>,
        new: AnyRef<'v>,
    ) -> Result<(), Stop> {
        let mut walk = Walk {
            settings,
            report,
            digests: &mut Digests::default(),
            trail: Trail::default(),
        };
        walk.values(old, new)
    }

    // Containers have separate functions to keep the recursive stack frames small.
    #[inline(never)]
    fn values(&mut self, old: AnyRef<'v>, new: AnyRef<'v>) -> Result<(), Stop> {
        match (old.view(), new.view()) {
            (
                AnyView::Array {
                    kind,
                    declared,
                    length,
                },
                AnyView::Array {
                    kind: other_kind,
                    declared: other,
                    length: other_length,
                },
            ) => {
                if kind != other_kind || !is_same_type(declared, other) {
                    self.declared([old, new], [&[declared], &[other]])?;
                }
                self.arrays((old, length), (new, other_length))
            }
            (
                AnyView::Dictionary {
                    declared,
                    entries: olds,
                },
                AnyView::Dictionary {
                    declared: others,
                    entries: news,
                },
            ) => {
                let mut pairs = declared.iter().zip(others);
                if !pairs.all(|(one, other)| is_same_type(one, other)) {
                    self.declared([old, new], [&declared, &others])?;
                }
                self.dictionaries(olds, news)
            }
            (AnyView::Object(one, olds), AnyView::Object(other, news)) if one == other => {
                self.objects(&olds, &news)
            }
            (
                one @ (AnyView::Pool(_) | AnyView::PoolText(_)),
                other @ (AnyView::Pool(_) | AnyView::PoolText(_)),
            ) if old.kind() == new.kind() => self.packed([old, new], [&one, &other]),
            (one, other) if old.kind() == new.kind() && is_same(&one, &other) => Ok(()),
            _ => self.change(&Change::Changed(old, new)),
        }
    }

    #[inline(never)]
    fn packed(&mut self, values: [AnyRef<'v>; 2], contents: [&AnyView<'v>; 2]) -> Result<(), Stop> {
        let is_full = self.settings.is_full;
        packed::compare(is_full, values, contents, &mut |change| {
            self.change(&change)
        })
    }

    fn change(&mut self, change: &Change<'_>) -> Result<(), Stop> {
        self.report.change(&self.trail, change)
    }

    /// Reports other declared types of containers.
    fn declared(
        &mut self,
        values: [AnyRef<'v>; 2],
        declared: [&[&ElementType]; 2],
    ) -> Result<(), Stop> {
        let kinds = values.map(AnyRef::kind);
        let [old, new] = self.settings.type_names(kinds, declared);
        self.change(&Change::Declared(old, new))
    }

    /// Compares two values after a step.
    fn step(&mut self, step: Step<'v>, old: AnyRef<'v>, new: AnyRef<'v>) -> Result<(), Stop> {
        self.trail.push(step);
        let result = self.values(old, new);
        self.trail.pop();
        result
    }

    /// Reports a change after a step.
    fn step_change(&mut self, step: Step<'v>, change: &Change<'_>) -> Result<(), Stop> {
        self.trail.push(step);
        let result = self.change(change);
        self.trail.pop();
        result
    }
}

/// Arrays.
impl<'v> Walk<'v, '_> {
    #[inline(never)]
    fn arrays(
        &mut self,
        (old, old_length): (AnyRef<'v>, usize),
        (new, new_length): (AnyRef<'v>, usize),
    ) -> Result<(), Stop> {
        // Without a choice there is nothing to align.
        if [old_length, new_length] == [1, 1] {
            return self.replaced((old, 0..1), (new, 0..1));
        }
        let [olds, news] = [(old, old_length), (new, new_length)].map(|(array, length)| {
            let elements = (0..length).filter_map(|index| array.element(index));
            elements
                .map(|element| self.digests.of(element))
                .collect::<Vec<u64>>()
        });
        for part in align(&olds, &news) {
            match part {
                Aligned::Same {
                    old: start,
                    new: other,
                    length,
                } => self.each((old, start), (new, other), length)?,
                Aligned::Replaced {
                    old: range,
                    new: other,
                } => self.replaced((old, range), (new, other))?,
            }
        }
        Ok(())
    }

    /// Compares as many elements of both Arrays, one by one.
    fn each(
        &mut self,
        (old, start): (AnyRef<'v>, usize),
        (new, other): (AnyRef<'v>, usize),
        length: usize,
    ) -> Result<(), Stop> {
        for (old_at, new_at) in (start..start + length).zip(other..) {
            if let (Some(old), Some(new)) = (old.element(old_at), new.element(new_at)) {
                self.step(Step::Index(old_at, new_at), old, new)?;
            }
        }
        Ok(())
    }

    /// Compares elements with those that took their place, and reports those without a counterpart.
    fn replaced(
        &mut self,
        (old, olds): (AnyRef<'v>, Range<usize>),
        (new, news): (AnyRef<'v>, Range<usize>),
    ) -> Result<(), Stop> {
        for pair in self.pairs((old, olds), (new, news)) {
            match pair {
                Pair::Changed(at, other) => self.each((old, at), (new, other), 1)?,
                Pair::Removed(at) => {
                    if let Some(value) = old.element(at) {
                        self.step_change(Step::Index(at, at), &Change::Removed(value))?;
                    }
                }
                Pair::Added(at) => {
                    if let Some(value) = new.element(at) {
                        self.step_change(Step::Index(at, at), &Change::Added(value))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn pairs(
        &mut self,
        (old, olds): (AnyRef<'v>, Range<usize>),
        (new, news): (AnyRef<'v>, Range<usize>),
    ) -> Vec<Pair> {
        let lengths = [olds.len(), news.len()];
        let has_choice = lengths[0] > 1 && lengths[1] > 0 || lengths[1] > 1 && lengths[0] > 0;
        if !has_choice || lengths[0].saturating_mul(lengths[1]) > pairs::WEIGHED {
            return pairs::in_order(olds, news);
        }
        let start = [olds.start, news.start];
        let [olds, news] = [(old, olds), (new, news)].map(|(array, range)| {
            let elements = range.filter_map(|index| array.element(index));
            elements
                .map(|element| self.digests.features(element))
                .collect::<Vec<_>>()
        });
        pairs::by_features(&olds, &news, start)
    }
}

/// Returns whether two declared types are the same; Nil is encoded like no declared type.
fn is_same_type(one: &ElementType, other: &ElementType) -> bool {
    one == other || one.is_any() && other.is_any()
}

/// Dictionaries and objects.
impl<'v> Walk<'v, '_> {
    #[inline(never)]
    fn dictionaries(
        &mut self,
        olds: Vec<AnyEntry<'v>>,
        news: Vec<AnyEntry<'v>>,
    ) -> Result<(), Stop> {
        let places = keys::places(&mut EntryKeys {
            settings: self.settings,
            digests: self.digests,
            entries: [&olds, &news],
        });
        let field = |entry: AnyEntry<'v>| (Step::Key(entry.key), entry.value);
        self.fields(
            &olds.into_iter().map(field).collect::<Vec<_>>(),
            &news.into_iter().map(field).collect::<Vec<_>>(),
            &places,
        )
    }

    #[inline(never)]
    fn objects(&mut self, olds: &[Property<'v>], news: &[Property<'v>]) -> Result<(), Stop> {
        let names = [olds, news].map(|fields| fields.iter().map(|(name, _)| *name).collect());
        let places = keys::places(&mut Names {
            names,
            hasher: RandomState::new(),
        });
        let field = |(name, value): &Property<'v>| (Step::Property(name), *value);
        self.fields(
            &olds.iter().map(field).collect::<Vec<_>>(),
            &news.iter().map(field).collect::<Vec<_>>(),
            &places,
        )
    }

    /// Compares entries or properties; `places` has the index of the new one for each old one.
    #[inline(never)]
    fn fields(
        &mut self,
        olds: &[Field<'v>],
        news: &[Field<'v>],
        places: &[Option<usize>],
    ) -> Result<(), Stop> {
        let known: Vec<usize> = places.iter().copied().flatten().collect();
        if !self.settings.ignores_order && !known.is_sorted() {
            self.change(&Change::Order)?;
        }
        for ((step, old), place) in olds.iter().zip(places) {
            match place.and_then(|place| news.get(place)) {
                Some((_, new)) => self.step(*step, *old, *new)?,
                None => self.step_change(*step, &Change::Removed(*old))?,
            }
        }
        let mut is_known = vec![false; news.len()];
        for place in known {
            is_known[place] = true;
        }
        for ((step, new), _) in news.iter().zip(is_known).filter(|(_, is_known)| !is_known) {
            self.step_change(*step, &Change::Added(*new))?;
        }
        Ok(())
    }
}

/// The keys of two Dictionaries.
struct EntryKeys<'v, 'a> {
    settings: &'a Settings,
    digests: &'a mut Digests,
    entries: [&'a [AnyEntry<'v>]; 2],
}

impl Keys for EntryKeys<'_, '_> {
    fn counts(&self) -> [usize; 2] {
        self.entries.map(<[_]>::len)
    }

    fn is_same(&mut self, old: usize, new: usize) -> bool {
        let [olds, news] = self.entries;
        let (old, new) = (olds[old].key, news[new].key);
        if let (AnyView::Text(one), AnyView::Text(other)) = (old.view(), new.view()) {
            return one == other && old.kind() == new.kind();
        }
        let mut walk = Walk {
            settings: self.settings,
            report: &mut First,
            digests: self.digests,
            trail: Trail::default(),
        };
        walk.values(old, new).is_ok()
    }

    fn digest(&mut self, key: Key) -> u64 {
        let [olds, news] = self.entries;
        self.digests.of(match key {
            Key::Old(index) => olds[index].key,
            Key::New(index) => news[index].key,
        })
    }
}

/// The names of the properties of two objects.
struct Names<'v> {
    names: [Vec<&'v str>; 2],
    hasher: RandomState,
}

impl Keys for Names<'_> {
    fn counts(&self) -> [usize; 2] {
        [self.names[0].len(), self.names[1].len()]
    }

    fn is_same(&mut self, old: usize, new: usize) -> bool {
        self.names[0][old] == self.names[1][new]
    }

    fn digest(&mut self, key: Key) -> u64 {
        self.hasher.hash_one(match key {
            Key::Old(index) => self.names[0][index],
            Key::New(index) => self.names[1][index],
        })
    }
}

/// Returns whether two values of the same type that contain no others are the same.
fn is_same(one: &AnyView<'_>, other: &AnyView<'_>) -> bool {
    match (one, other) {
        (AnyView::Nil, AnyView::Nil) | (AnyView::Callable, AnyView::Callable) => true,
        (AnyView::Id(one), AnyView::Id(other))
        | (AnyView::ObjectId(one), AnyView::ObjectId(other)) => one == other,
        (AnyView::Signal(one), AnyView::Signal(other)) => one == other,
        (AnyView::Bool(one), AnyView::Bool(other)) => one == other,
        (AnyView::Int(one), AnyView::Int(other)) => one == other,
        (AnyView::Float(one), AnyView::Float(other)) => float_bits(*one) == float_bits(*other),
        (AnyView::Text(one), AnyView::Text(other)) => one == other,
        (AnyView::NodePath(one), AnyView::NodePath(other)) => one == other,
        (AnyView::Fields(one), AnyView::Fields(other)) => packed::is_same(*one, 0, *other, 0),
        _ => false,
    }
}
