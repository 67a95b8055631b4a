//! Finds the misspelled key that was probably meant by a missing one.

/// The minimum number of letters of a missing key with which a misspelled one is recognized. Many
/// short keys differ by one letter, such as `hp` and `mp`.
const MIN_LETTERS: usize = 4;

/// Returns whether `found` is probably a misspelling of `name`.
///
/// The two may differ in case and underscores, and by one letter that was inserted, left out,
/// replaced, or swapped with its neighbor.
pub(super) fn is_misspelled(found: &str, name: &str) -> bool {
    let (mut one, mut other) = (letters(found), letters(name));
    skip_common(&mut one, &mut other, Iterator::next);
    skip_common(&mut one, &mut other, DoubleEndedIterator::next_back);
    match (first_three(one), first_three(other)) {
        ([None, ..], [None, ..]) => true,
        _ if letters(name).count() < MIN_LETTERS => false,
        ([_, None, _], [_, None, _]) => true,
        ([a, b, None], [c, d, None]) => (a, b) == (d, c),
        _ => false,
    }
}

/// Returns the characters that are compared.
fn letters(name: &str) -> impl DoubleEndedIterator<Item = char> + Clone {
    let letters = name.chars().filter(|&c| c != '_');
    letters.flat_map(char::to_lowercase)
}

/// Consumes equal characters at one end of both names, which `next` takes from.
fn skip_common<I: Clone>(one: &mut I, other: &mut I, next: impl Fn(&mut I) -> Option<char>) {
    loop {
        let (before, other_before) = (one.clone(), other.clone());
        let (letter, other_letter) = (next(one), next(other));
        if letter.is_none() || letter != other_letter {
            (*one, *other) = (before, other_before);
            return;
        }
    }
}

fn first_three(mut letters: impl Iterator<Item = char>) -> [Option<char>; 3] {
    [letters.next(), letters.next(), letters.next()]
}

#[cfg(test)]
mod tests;
