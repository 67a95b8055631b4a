use super::{files, perhaps_edited};

/// Checks that a compressed or encrypted file with changed bytes is an error or content within the
/// limit.
pub fn arb_files(input: &[u8]) {
    let Some((&[choice, count, ref change @ ..], content)) = input.split_first_chunk::<6>() else {
        return;
    };
    // Repeated, because compressed content has matches, and files of several blocks are longer.
    let content = content.repeat(1 + usize::from(count) % 64);
    let file = files::in_form(choice, &content);
    files::check_read(&perhaps_edited(file, *change));
}
