//! Moves and copies tags with what refers to them.

use crate::common::{Random, rounds};
use crate::{DATA, document};
use gdvariant::Path;
use gdvariant_files::text::TextDocument;
use std::fs;

fn path(text: &str) -> Path {
    text.parse().expect(text)
}

fn node(key: &str) -> Path {
    path(&format!("node[{key:?}]"))
}

fn moved(text: &str, from: &str, to: &str) -> (String, Vec<String>) {
    let mut document = document(text);
    let notes = document.move_tag(&path(from), &path(to));
    let notes = notes.expect(from).expect("two tags");
    (document.text().to_owned(), notes)
}

const SCENE: &str = r#"[gd_scene load_steps=4 format=3]

[ext_resource type="Script" path="res://main.gd" id="1_m"]

[sub_resource type="Animation" id="Animation_1"]
tracks/0/path = NodePath("Body/Arm:position")
tracks/1/path = NodePath("Tail")

[sub_resource type="AnimationLibrary" id="Library_1"]
_data = {
"Body": SubResource("Animation_1")
}

[sub_resource type="GDScript" id="GDScript_1"]
script/source = "extends Node
func f():
	return get_node(\"Body\")
"

[node name="Main" type="Node2D"] ; the root
script = ExtResource("1_m")
hint = "Everybody has a Body, or %Bodyguards"

[node name="Body" type="Node2D" parent="."]
unique_name_in_owner = true
back = NodePath("")
self = [NodePath("."), NodePath("../Body:position")]

[node name="Arm" type="Node2D" parent="Body"]
target = NodePath("../../Tail")
script = SubResource("GDScript_1")

[node name="Tail" type="Node2D" parent="." groups=["Body"]]
target = NodePath("%Body/Arm")
absolute = NodePath("/root/Main/Body")

[node name="Anim" type="AnimationPlayer" parent="." node_paths=PackedStringArray("root_node")]
libraries = {
&"": SubResource("Library_1")
}

[connection signal="draw" from="Body/Arm" to="Body" method="_on_draw"]

[editable path="Body/Arm"]
"#;

#[test]
fn a_renamed_node_keeps_its_references() {
    let (text, notes) = moved(SCENE, "node.Body", "node.Torso");
    let mut expected = SCENE.to_owned();
    for (old, new) in [
        ("\"Body/Arm", "\"Torso/Arm"),
        ("name=\"Body\"", "name=\"Torso\""),
        ("parent=\"Body\"", "parent=\"Torso\""),
        ("../Body:", "../Torso:"),
        ("%Body/", "%Torso/"),
        ("to=\"Body\"", "to=\"Torso\""),
    ] {
        expected = expected.replace(old, new);
    }
    assert_eq!(text, expected);
    let expected = [
        "sub_resource.Library_1._data.Body is unchanged, and may name Body: Body",
        r#"sub_resource.GDScript_1.script/source is unchanged, and may name Body: return get_node("Body")"#,
        "node.Tail.absolute is unchanged, and may name Body: /root/Main/Body",
    ];
    assert_eq!(notes, expected);
    assert_eq!(moved(&text, "node.Torso", "node.Body").0, SCENE);
}

#[test]
fn a_moved_node_follows_its_parent() {
    let (text, _) = moved(SCENE, "node.Body", "node[\"Tail/Body\"]");
    let order = ["name=\"Anim\"", "name=\"Body\"", "name=\"Arm\""];
    let places = order.map(|name| text.find(name).expect(name));
    assert!(places.is_sorted(), "{text}");
    for part in [
        "tracks/0/path = NodePath(\"Tail/Body/Arm:position\")",
        "[node name=\"Body\" type=\"Node2D\" parent=\"Tail\"]",
        "[node name=\"Arm\" type=\"Node2D\" parent=\"Tail/Body\"]\ntarget = NodePath(\"../..\")",
        "target = NodePath(\"%Body/Arm\")",
        "from=\"Tail/Body/Arm\" to=\"Tail/Body\"",
        "[editable path=\"Tail/Body/Arm\"]",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // An animation is relative to the parent of its player.
    let (text, _) = moved(SCENE, "node.Anim", "node[\"Body/Anim\"]");
    assert!(
        text.contains(
            "tracks/0/path = NodePath(\"Arm:position\")\ntracks/1/path = NodePath(\"../Tail\")"
        ),
        "{text}"
    );
}

#[test]
fn a_renamed_id_keeps_its_uses() {
    let (text, _) = moved(SCENE, "sub_resource.Animation_1", "sub_resource.Walk");
    assert_eq!(text, SCENE.replace("Animation_1", "Walk"));
    let (text, _) = moved(SCENE, "ext_resource[\"1_m\"]", "ext_resource.main");
    assert_eq!(text, SCENE.replace("1_m", "main"));
    let old = "[gd_resource format=2]\n\n[sub_resource type=\"Resource\" id=1]\n\n[resource]\na = SubResource( 1 )\n";
    let (text, _) = moved(old, "sub_resource[1]", "sub_resource[7]");
    assert_eq!(text, old.replace("=1]", "=7]").replace("( 1 )", "( 7 )"));
}

#[test]
fn impossible_moves_are_errors() {
    for (from, to, error) in [
        (
            "node.Body",
            "node.Tail",
            "line 33, column 1: node.Tail: this tag has the path; remove it first",
        ),
        (
            "node[\"./Body\"]",
            "node[\"./Tail\"]",
            "line 33, column 1: node[\"./Tail\"]: this tag has the path; remove it first",
        ),
        (
            "node.Body",
            "node[\"Body/Arm/Body\"]",
            "node.Body/Arm/Body is in node.Body",
        ),
        (
            "node.Body",
            "node[\"Gone/Body\"]",
            "node.Gone/Body: the parent does not exist",
        ),
        (
            "node.Body",
            "node[\"a.b\"]",
            "node[\"a.b\"]: names of nodes have none of . : @ \" %",
        ),
        (
            "node.Body",
            "sub_resource.Library_1",
            "line 9, column 1: sub_resource.Library_1: this tag has the path; remove it first",
        ),
        ("node[\".\"]", "node.Root", "node.Root is in node[\".\"]"),
    ] {
        let mut document = document(SCENE);
        let found = document.move_tag(&path(from), &path(to)).expect_err(to);
        assert_eq!(found.to_string(), error);
        assert_eq!(document.text(), SCENE);
    }
}

#[test]
fn a_copied_node_takes_its_resources_along() {
    let target = r#"[gd_scene format=3]

[ext_resource type="Script" path="res://other.gd" id="1_m"]
[ext_resource type="Script" uid="uid://b" path="res://main.gd" id="2_m"]

[sub_resource type="Resource" id="GDScript_1"]

[node name="Level" type="Node"]

[node name="Enemies" type="Node" parent="."]

[node name="Last" type="Node" parent="."]
data = SubResource("GDScript_1")
"#;
    let mut copy = document(target);
    assert_eq!(
        copy.copy_tag(&document(SCENE), &node("Body"), &node("Enemies/Boss")),
        Ok(true)
    );
    let expected = target.replace(
        "id=\"2_m\"]\n",
        r#"id="2_m"]

[sub_resource type="GDScript" id="GDScript_1_1"]
script/source = "extends Node
func f():
	return get_node(\"Body\")
"
"#,
    ) + r#"
[node name="Boss" type="Node2D" parent="Enemies"]
unique_name_in_owner = true
back = NodePath("")
self = [NodePath("."), NodePath(".:position")]

[node name="Arm" type="Node2D" parent="Enemies/Boss"]
target = NodePath("../../../Tail")
script = SubResource("GDScript_1_1")
"#;
    assert_eq!(copy.text(), expected);

    // The root is a node in the other scene, and its script is there already.
    let mut copy = document(target);
    assert_eq!(
        copy.copy_tag(&document(SCENE), &node("."), &node("Main")),
        Ok(true)
    );
    for part in [
        "[node name=\"Main\" type=\"Node2D\" parent=\".\"] ; the root\nscript = ExtResource(\"2_m\")",
        "parent=\"Main/Body\"]",
    ] {
        assert!(copy.text().contains(part), "{part}\n{}", copy.text());
    }
}

#[test]
fn a_copied_value_takes_its_resources_along() {
    let source = document(SCENE);
    let mut target = document("[gd_resource format=3]\n\n[resource]\n");
    let value = target.copy_resources(&source, &path("node.Anim.libraries"));
    assert!(value.expect("a value").to_string().contains("Library_1"));
    let added = &SCENE[SCENE.find("[sub_resource").unwrap()
        ..SCENE.find("\n[sub_resource type=\"GDScript").unwrap()];
    assert_eq!(
        target.text(),
        format!("[gd_resource format=3]\n\n{added}\n[resource]\n")
    );
}

#[test]
fn a_comment_can_have_a_bracket() {
    let scene = "[gd_scene format=3]\n\n[node name=\"A\"]\n\n[ ; see [x]\nnode name=\"B\" parent=\".\"]\na = 1\n\n[node name=\"C\" parent=\".\"]\n";
    let expected = "[gd_scene format=3]\n\n[node name=\"A\"]\n\n[node name=\"C\" parent=\".\"]\n\n[ ; see [x]\nnode name=\"B\" parent=\"C\"]\na = 1\n";
    assert_eq!(moved(scene, "node.B", "node[\"C/B\"]").0, expected);
}

#[test]
fn unique_names_are_properties() {
    let text = SCENE.replace(
        "unique_name_in_owner = true\n",
        "unique_name_in_owner=true ; here\n",
    );
    let (text, _) = moved(&text, "node.Body", "node.Torso");
    assert!(text.contains("NodePath(\"%Torso/Arm\")"), "{text}");
    let other = "text = \"\nunique_name_in_owner = true\"\n";
    let text = SCENE.replace("unique_name_in_owner = true\n", other);
    let (text, notes) = moved(&text, "node.Body", "node.Torso");
    assert!(text.contains("NodePath(\"%Body/Arm\")"), "{text}");
    assert!(
        notes.iter().any(|note| note.ends_with("%Body/Arm")),
        "{notes:?}"
    );
}

#[test]
fn a_resource_of_several_nodes_is_relative_to_each() {
    let other = "[node name=\"Other\" type=\"AnimationPlayer\" parent=\"Tail\"]\nlibraries = {\n&\"\": SubResource(\"Library_1\")\n}\n\n[connection";
    let text = SCENE.replacen("[connection", other, 1);
    let (text, notes) = moved(&text, "node.Body", "node.Torso");
    assert!(
        text.contains("tracks/0/path = NodePath(\"Body/Arm:position\")"),
        "{text}"
    );
    assert!(
        notes[0].starts_with("sub_resource.Animation_1.tracks/0/path is"),
        "{notes:?}"
    );
}

#[test]
fn a_node_follows_an_instance_with_its_comments() {
    let head = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://i.tscn\" id=\"1\"]\n\n[node name=\"Main\"]\n\n; about B\n";
    let instance = "[node name=\"Inst\" parent=\".\" instance=ExtResource(\"1\")] ; an instance";
    let child = "; about C\n[node name=\"C\" parent=\"B\"] ; empty";
    let block = "[node name=\"B\" parent=\".\"] ; keep me\na = 1 ; note";
    for line_ending in ["\n", "\r\n"] {
        let lines = |text: String| text.replace('\n', line_ending);
        let old = lines(format!(
            "{head}{block}\n\n{child}\n\n; about Inst\n{instance}\n"
        ));
        let new = format!(
            "{head}\n; about C\n\n; about Inst\n{instance}\n\n{block}\n\n[node name=\"C\" parent=\"B\"] ; empty\n"
        );
        let new = new.replace("\"B\" parent=\".\"", "\"B\" parent=\"Inst/Deep\"");
        let new = new.replace("parent=\"B\"", "parent=\"Inst/Deep/B\"");
        assert_eq!(moved(&old, "node.B", "node[\"Inst/Deep/B\"]").0, lines(new));
    }
    // The next tag can be in the same line.
    let old = format!("{head}{block}\n[node name=\"D\" parent=\".\"] {instance}");
    let new = format!("{head}{block}\n {instance}\n\n[node name=\"D\" parent=\"Inst\"]\n");
    assert_eq!(moved(&old, "node.D", "node[\"Inst/D\"]").0, new);
}

#[test]
fn a_copied_node_has_no_id_of_another_one() {
    let text = "[gd_scene format=3]\n\n[node name=\"Main\" unique_id=1]\n\n[node name=\"A\" parent=\".\" unique_id=22 index=\"3\"]\n";
    let mut scene = document(text);
    let source = scene.clone();
    assert_eq!(scene.copy_tag(&source, &node("A"), &node("B")), Ok(true));
    let copy = "\n[node name=\"B\" parent=\".\" index=\"3\"]\n";
    assert_eq!(scene.text(), text.to_owned() + copy);
    let error = scene.copy_tag(&source, &node("A"), &node("B"));
    let error = error.expect_err("another tag").to_string();
    assert!(error.starts_with("line 7, column 1: node.B: "), "{error}");
    let other = "[gd_scene format=3]\n\n[node name=\"Main\" unique_id=1]\n";
    let mut scene = document(other);
    assert_eq!(scene.copy_tag(&source, &node("A"), &node("B")), Ok(true));
    let copy = copy.replace(" index", " unique_id=22 index");
    assert_eq!(scene.text(), other.to_owned() + &copy);
}

#[test]
fn nodes_are_removed_with_those_below_them() {
    let text = SCENE.split("\n[connection").next().expect("a scene");
    let mut scene = document(text);
    assert_eq!(scene.remove_nodes(&node("Tail")), Ok(false));
    assert_eq!(scene.remove_nodes(&node("Body")), Ok(true));
    let (start, end) = (
        text.find("[node name=\"Body\""),
        text.find("[node name=\"Tail\""),
    );
    let removed = &text[start.expect("Body")..end.expect("Tail")];
    assert_eq!(scene.text(), text.replace(removed, ""));
    let error = document(SCENE)
        .remove_nodes(&node("Body"))
        .expect_err("a connection");
    assert!(
        error
            .to_string()
            .contains("connection[0].from still refers"),
        "{error}"
    );
}

/// Returns the nodes in order, with the paths that lead to other nodes, which are resolved.
fn nodes(text: &str) -> Vec<(String, Vec<String>)> {
    let mut nodes: Vec<(String, Vec<String>)> = Vec::new();
    let mut section = "";
    for line in text.lines() {
        let attribute = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\""))?;
            rest.split('"').next()
        };
        let is_header = line.starts_with('[') && !line.starts_with("[ ");
        if is_header {
            section = line.split([' ', ']']).next().unwrap_or_default();
        }
        match section {
            "[node" if is_header => {
                let name = attribute("name").expect(line);
                let path = match attribute("parent") {
                    None => ".".to_owned(),
                    Some(".") => name.to_owned(),
                    Some(parent) => format!("{parent}/{name}"),
                };
                nodes.push((path, Vec::new()));
            }
            "[connection" | "[editable" if is_header => {
                let ends = ["from", "to", "path"].into_iter().filter_map(attribute);
                nodes.push((section.to_owned(), ends.map(str::to_owned).collect()));
            }
            "[node" => {
                let (base, found) = nodes.last_mut().expect("a node");
                for place in line.split("NodePath(").skip(1) {
                    let path = place.split('"').nth(1).expect(line);
                    found.extend(resolved(base, path.split(':').next().unwrap_or_default()));
                }
            }
            _ => {}
        }
    }
    nodes
}

fn resolved(base: &str, path: &str) -> Option<String> {
    let mut names: Vec<&str> = base.split('/').filter(|name| *name != ".").collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(names.pop()?),
            _ => names.push(part),
        }
    }
    Some(if names.is_empty() {
        ".".into()
    } else {
        names.join("/")
    })
}

#[test]
fn random_moves_keep_all_references() {
    let mut random = Random(64);
    let files = fs::read_dir(DATA).expect("the folder");
    let texts = files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("text"));
    let mut scenes: Vec<_> = texts.filter(|text| text.starts_with("[gd_scene")).collect();
    scenes.push(SCENE.replace("%Body", "../Body"));
    for text in scenes {
        let olds = nodes(&text);
        let paths: Vec<_> = olds.iter().map(|(path, _)| path.as_str()).collect();
        let paths: Vec<_> = paths
            .into_iter()
            .filter(|path| !path.starts_with('['))
            .collect();
        for _ in 0..rounds(40) {
            let (from, above) = (random.one(&paths), random.one(&paths));
            let new_name = format!("New{}", random.below(9));
            let name = [from.rsplit('/').next().unwrap_or(from), &new_name][random.below(2)];
            let to = resolved(above, name).expect("a path");
            let is_in =
                |path: &str, node: &str| path == node || path.starts_with(&format!("{node}/"));
            if from == "." || is_in(&to, from) || paths.contains(&to.as_str()) {
                continue;
            }
            let mut document = document(&text);
            let notes = document.move_tag(&node(from), &node(&to));
            notes
                .unwrap_or_else(|error| panic!("{from} {to} {error}\n{text}"))
                .expect("two nodes");
            let map = |path: &str| match path.strip_prefix(from) {
                Some(rest) if is_in(path, from) => format!("{to}{rest}"),
                _ => path.to_owned(),
            };
            let mut expected: Vec<_> = olds
                .iter()
                .map(|(path, found)| {
                    (
                        map(path),
                        found.iter().map(|path| map(path)).collect::<Vec<_>>(),
                    )
                })
                .collect();
            let mut news = nodes(document.text());
            for (path, _) in &news {
                let place = |path: &str| news.iter().position(|(other, _)| other == path);
                if let Some((parent, _)) = path.rsplit_once('/') {
                    assert!(place(parent) < place(path), "{path}\n{}", document.text());
                }
            }
            expected.sort();
            news.sort();
            assert_eq!(news, expected, "{from} {to}\n{}", document.text());
            // Other lines are the same.
            let kept = |text: &str| {
                let is_kept = |line: &&str| {
                    !["[node", "[conn", "[edit", "NodePath("]
                        .iter()
                        .any(|it| line.contains(it))
                };
                let mut lines: Vec<_> = text.lines().filter(is_kept).map(str::to_owned).collect();
                lines.sort();
                lines
            };
            assert_eq!(kept(document.text()), kept(&text));
            TextDocument::parse(document.text(), None)
                .expect("a scene")
                .value(0)
                .expect("a value");
        }
    }
}
