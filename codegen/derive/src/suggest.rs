//! Suggests a known name for an unknown one.

/// Returns the known name with the smallest edit distance, if it is similar enough.
fn closest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = unknown.chars().count().div_ceil(3);
    known
        .into_iter()
        .map(|name| {
            (
                distance(&unknown.to_lowercase(), &name.to_lowercase()),
                name,
            )
        })
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns a suggestion for the end of a message, or an empty string.
pub(crate) fn did_you_mean<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(unknown, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

/// Puts the names in backticks, and joins them with commas.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names
        .into_iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Joins the last of the names with "or", and the others with commas.
pub(crate) fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Returns the edit distance: the number of inserted, deleted or replaced letters.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.chars().enumerate() {
        let mut left = row + 1;
        let mut diagonal = row;
        for (cell, other) in above.iter_mut().skip(1).zip(&to) {
            let change = diagonal + usize::from(letter != *other);
            diagonal = *cell;
            left = change.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = above.first_mut() {
            *first = row + 1;
        }
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests;
