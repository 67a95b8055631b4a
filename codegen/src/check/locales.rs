//! Every language translates every string of the schema, and no other.

use super::texts::texts;
use crate::locale::Section;
use crate::model::Schema;
use crate::report::{File, Place, Report};
use crate::suggest::did_you_mean;

/// Checks the translations.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    // A mistake in a string of the schema is not another one in its translation.
    if !report.is_clean() {
        return;
    }
    for (index, locale) in schema.locales.iter().enumerate() {
        let place = Place::file(File::Locale(index));
        for section in &locale.sections {
            self::section(schema, section, &place.child(&section.name), report);
        }
    }
}

fn section(schema: &Schema, section: &Section, place: &Place, report: &mut Report) {
    let known = texts(schema, &section.name);
    let is_translated = |text: &&str| section.texts.iter().any(|(english, _)| english == text);
    let (translated, missing): (Vec<_>, Vec<_>) = known.into_iter().partition(is_translated);
    for text in &missing {
        let expected = format!("one among `{}`", section.name);
        let place = place.child(text);
        report.add(&place, format!("no translation of `{text}`"), expected);
    }
    let is_unknown = |(text, _): &&(String, _)| !translated.contains(&text.as_str());
    for (english, _) in section.texts.iter().filter(is_unknown) {
        let meant = did_you_mean(english, missing.iter().copied());
        let found = format!("a translation of `{english}`");
        let expected = format!("a string of the schema{meant}");
        report.add(&place.child(english), found, expected);
    }
}
