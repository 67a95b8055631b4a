use super::{files, perhaps_edited};

/// Checks that a compressed, encrypted or settings file with changed bytes is an error or content
/// within the limit.
pub fn arb_files(input: &[u8]) {
    let Some((&[choice, count, ref change @ ..], content)) = input.split_first_chunk::<6>() else {
        return;
    };
    let file = match choice / 6 % 4 {
        3 => settings(content),
        2 => files::in_form(choice, &framed(content)),
        // Repeated, because compressed content has matches, and long files have several blocks.
        _ => files::in_form(choice, &content.repeat(1 + usize::from(count) % 64)),
    };
    let file = perhaps_edited(file, *change);
    files::check_read(&file);
    files::check_values(&file);
}

/// Returns the frame of a value that is generated from bytes.
fn framed(bytes: &[u8]) -> Vec<u8> {
    use gdvariant::godot4;
    let mut frame = Vec::new();
    let value = <gdvariant::Godot4 as super::generate::GenerateLayout>::from_bytes(bytes);
    godot4::write_framed(&mut frame, &value).expect("a generated value can be encoded");
    frame
}

/// Returns a file with a setting that is generated from bytes.
fn settings(bytes: &[u8]) -> Vec<u8> {
    use gdvariant::{Godot4, any::AnyRef};
    use gdvariant_files::write_settings;
    let value = <gdvariant::Godot4 as super::generate::GenerateLayout>::from_bytes(bytes);
    let settings = [("application/name", value)].into_iter().collect();
    write_settings(AnyRef::new::<Godot4>(&settings)).expect("a generated value can be encoded")
}
