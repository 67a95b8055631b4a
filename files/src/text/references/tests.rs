use super::{Index, Role};
use crate::text::TextDocument;
use gdvariant::{Engine, Godot3, Godot4};

/// Returns the references of a text with their tags and roles; `!` marks missing ones.
fn references(text: &str) -> Vec<String> {
    let index = Index::new(text, Godot4::LAYOUT);
    let document = TextDocument::parse(text, Some(Godot4::LAYOUT)).expect("a resource");
    let sections = document.sections().expect("sections");
    let shown = index.references.iter().map(|it| {
        let (name, id) = &sections[it.tag + 1].id;
        let id = Role::from_tag(name).map_or("", |_| id);
        let mark = if it.is_missing { "!" } else { "" };
        let (role, key) = (it.role, index.all.key(it));
        format!("{mark}{name}[{id}] {role:?} {key}")
    });
    shown.collect()
}

#[test]
fn finds_references_in_all_places() {
    let text = r#"[gd_scene load_steps=3 format=3]
[ext_resource type="Script" path="res://a.gd" id="1_a"]
[sub_resource type="Resource" id="R_1"]
self = SubResource("R_1")
next = SubResource("R_2")
[sub_resource type="Resource" id="R_2"]
items = Array[ExtResource("1_a")]([SubResource("R_1")])
keys = {SubResource("R_1"): ["$Body", ExtResource("2_b")]}
[node name="Main" type="Node2D" groups=["Body"]]
[node name="Body" parent="." instance=ExtResource("1_a")]
[node name="Arm" parent="./Body/Torso" owner="Gone"]
path = NodePath("../..:position")
[connection signal="draw" from="Body" to="." method="_on" binds= [NodePath("Body")]]
[editable path="Tail"]
"#;
    let expected = [
        "sub_resource[R_1] SubResource R_1",
        "!sub_resource[R_1] SubResource R_2",
        "sub_resource[R_2] ExtResource 1_a",
        "sub_resource[R_2] SubResource R_1",
        "sub_resource[R_2] SubResource R_1",
        "!sub_resource[R_2] ExtResource 2_b",
        "node[Body] Node .",
        "node[Body] ExtResource 1_a",
        "node[Body/Torso/Arm] Node Body/Torso",
        "!node[Body/Torso/Arm] Node Gone",
        "connection[] Node Body",
        "connection[] Node .",
        "!editable[] Node Tail",
    ];
    assert_eq!(references(text), expected);
}

#[test]
fn reads_the_notation_of_godot_3() {
    let text = "[gd_resource format=2]\n[ext_resource path=\"res://a.png\" id=1]\n[resource]\na = ExtResource( 1 )\nb = SubResource( 43 )\nc = @\"../A\"\n";
    let index = Index::new(text, Godot3::LAYOUT);
    let found = index.references.iter().map(|it| {
        let place = &text[it.range.clone()];
        (it.role, it.is_missing, place)
    });
    let expected = [
        (Role::ExtResource, false, "ExtResource( 1 )"),
        (Role::SubResource, true, "SubResource( 43 )"),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
