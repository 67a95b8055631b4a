//! The notations of engines for values of other engines, and the notation of `Display`.

/// Godot 3 narrows floats, and writes spaces and nothing for a RID.
#[test]
fn values_of_godot3_have_the_style_of_godot4() {
    use gdvariant::godot3::{Variant, display, variant};
    use gdvariant::{Dictionary, Quaternion, Rid};

    let quat = Quaternion {
        w: 0.5,
        ..Quaternion::default()
    };
    let value = variant!([0.123_456_789, quat, (Rid::default()), {"a": {}}]);
    assert_eq!(
        value.to_string(),
        "[0.123456789, Quaternion(0, 0, 0, 0.5), RID(), {\n\"a\": {}\n}]"
    );
    assert_eq!(
        display(&value).to_string(),
        "[ 0.123457, Quat( 0, 0, 0, 0.5 ), , {\n\"a\": {\n\n}\n} ]"
    );
    assert_eq!(
        format!("{:#}", display(&value)),
        "[ 0.123456789, Quat( 0, 0, 0, 0.5 ), null, {\n\"a\": {\n\n}\n} ]"
    );
    assert_eq!(
        display(&Variant::from(Dictionary::new())).to_string(),
        "{\n\n}"
    );
}

#[test]
fn types_that_godot4_lacks_keep_their_names() {
    use gdvariant::pandemonium5::Variant;
    use gdvariant::{TypedArray, Vector2i};

    let typed = TypedArray::new(gdvariant::Kind::Quaternion, [Vector2i::new(1, 2)]);
    let array = Variant::PandemoniumTypedArray(Box::new(typed.clone()));
    let content = "(\"Quaternion\", [Vector2i(1, 2)])";
    // In Rust and in JSON, a TypedArray is the Array with a declared type of Godot 4.
    let text = format!("PandemoniumTypedArray{content}");
    assert_eq!(array.to_string(), text);
    assert_eq!(text.parse(), Ok(array.clone()));
    assert_eq!(format!("TypedArray{content}").parse(), Ok(array));
    let packed = Variant::PackedTypedArray(Box::new(typed));
    assert_eq!(packed.to_string(), format!("PackedTypedArray{content}"));
    let cells = Variant::PoolVector2iArray(vec![Vector2i::new(1, 2)]);
    assert_eq!(cells.to_string(), "PoolVector2iArray(1, 2)");
}

/// An engine's notation prints types that the engine lacks, too.
#[test]
fn engines_print_values_of_other_engines() {
    use gdvariant::godot4::{VariantRef, from_slice, to_vec, variant};
    use gdvariant::{Rid, StringName, Vector2, Vector2i, godot3, godot4};

    let name = StringName::from("n");
    let value = variant!([
        (Vector2i::new(1, 2)),
        (Rid::new(7)),
        name,
        (gdvariant::Packed([Vector2::new(1.0, 2.0)]))
    ]);
    let text = "[ Vector2i( 1, 2 ), , @\"n\", PoolVector2Array( 1, 2 ) ]";
    assert_eq!(godot3::display(&value).to_string(), text);
    let text = "[Vector2i(1, 2), RID(7), &\"n\", PackedVector2Array(1, 2)]";
    assert_eq!(godot4::display(&value).to_string(), text);
    let bytes = to_vec(&value).expect("it can be encoded");
    let borrowed: VariantRef<'_> = from_slice(&bytes).expect("it is valid");
    assert_eq!(borrowed.to_string(), text);
}
