//! Scenes whose tags look alike, and with what a merge or a slip of the keyboard leaves in them.

use super::saves::Engine;
use crate::common::random::Random;
use crate::common::{file, run};

/// What is left in broken scenes.
const REMAINS: [&str; 8] = [
    "m",
    "é",
    "x[",
    "=======",
    "<<<<<<< HEAD",
    ">>>>>>> feature",
    ">>>>>>>",
    "||||||| base",
];

/// The number of places of remains.
const PLACES: usize = 10;

/// A node or a resource with one property, whose value has a number that no other tag has.
struct SceneTag {
    path: String,
    header: String,
    property: &'static str,
    number: usize,
}

impl SceneTag {
    /// Returns the text of the value with another number.
    fn value(&self, number: usize) -> String {
        match self.property {
            "z_index" => number.to_string(),
            _ => format!("\"{number}\""),
        }
    }

    fn text(&self) -> String {
        let Self {
            header, property, ..
        } = self;
        format!("{header}\n{property} = {}\n", self.value(self.number))
    }
}

pub(crate) struct Scene {
    engine: Engine,
    tags: Vec<SceneTag>,
    text: String,
    /// The line that is left in a broken scene.
    remains: Option<usize>,
}

/// A scene after an edit, and the node whose `z_index` an edit set, with the new number.
pub(crate) struct EditedScene {
    pub(crate) text: String,
    pub(crate) node: Option<(String, usize)>,
}

impl Scene {
    pub(crate) fn random(random: &mut Random, engine: Engine) -> Self {
        let [id, call] = match engine {
            Engine::Godot3 => ["1", "( 1 )"],
            Engine::Godot4 => ["\"1\"", "(\"1\")"],
        };
        let mut tags = Vec::new();
        let mut add = |path: String, header: String, property| {
            let number = 100 + tags.len();
            tags.push(SceneTag {
                path,
                header,
                property,
                number,
            });
        };
        for _ in 0..=random.below(2) {
            let kind = random.pick(&["RectangleShape2D", "CircleShape2D"]);
            let header = format!("[sub_resource type=\"{kind}\" id={id}]");
            add(format!("sub_resource[{id}]"), header, "resource_name");
        }
        let root = "[node name=\"Main\" type=\"Node2D\"]".to_owned();
        add("node[\".\"]".into(), root, "z_index");
        let header = format!(
            "[node name=\"S\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource{call}"
        );
        add("node[\"S\"]".into(), header, "z_index");
        let mut parents = vec![".".to_owned()];
        for _ in 0..3 + random.below(5) {
            let parent = random.pick(&parents).clone();
            let name = *random.pick(&["A", "B"]);
            let path = match parent.as_str() {
                "." => name.to_owned(),
                parent => format!("{parent}/{name}"),
            };
            let source = match random.below(4) {
                0 => format!("index=\"0\" instance=ExtResource{call}"),
                _ => "type=\"Node2D\"".into(),
            };
            let shown = match random.below(4) {
                0 if parent != "." => format!("./{parent}"),
                _ => parent,
            };
            let header = format!("[node name=\"{name}\" parent=\"{shown}\" {source}]");
            add(format!("node[\"{path}\"]"), header, "z_index");
            parents.push(path);
        }
        let mut scene = Self {
            engine,
            tags,
            text: String::new(),
            remains: None,
        };
        let format = if engine == Engine::Godot3 { 2 } else { 3 };
        let mut parts = vec![
            format!("[gd_scene format={format}]\n"),
            format!("[ext_resource path=\"child.tscn\" type=\"PackedScene\" id={id}]\n"),
        ];
        parts.extend(scene.tags.iter().map(SceneTag::text));
        parts.push("[connection signal=\"ready\" from=\".\" to=\"S\" method=\"hide\"]\n".into());
        scene.text = parts.join("\n");
        if random.below(2) == 0 {
            scene.break_at(random.below(PLACES), random);
        }
        scene
    }

    /// Leaves something at a place, in a line of its own or in the line of a tag.
    fn break_at(&mut self, place: usize, random: &mut Random) {
        let last = self.tags.len() - 1;
        let index = random.below(self.tags.len());
        let tag = |index: usize| {
            let text = self.tags[index].text();
            self.text.find(&text).expect("the tag") + text.len()
        };
        let text = self.tags[index].text();
        let start = tag(index) - text.len();
        let property = start + text.find(self.tags[index].property).expect("it");
        let (offset, has_line) = match place {
            0 => (0, true),
            1 => (0, false),
            2 => (self.text.find("[ext").expect("a tag"), true),
            3 => (self.text.find("[sub").expect("a tag"), true),
            4 => (start, true),
            5 => (start, false),
            6 => (property, true),
            7 => (property - 1, false),
            8 => (tag(last), true),
            _ => (self.text.len(), true),
        };
        let remains = *random.pick(&REMAINS);
        let line_break = if has_line { "\n" } else { "" };
        self.remains = Some(self.text[..offset].matches('\n').count() + 1);
        self.text
            .insert_str(offset, &format!("{remains}{line_break}"));
    }

    fn lines(&self, path: &str) -> Vec<usize> {
        let tags = self.tags.iter().filter(|tag| tag.path == path);
        let offset = |tag: &SceneTag| self.text.find(&tag.text());
        let line = |offset| self.text[..offset].matches('\n').count() + 1;
        tags.filter_map(offset).map(line).collect()
    }

    /// Checks that commands read every tag, and change the right one or nothing. Returns the changed
    /// scenes.
    pub(crate) fn check(&self, random: &mut Random) -> Vec<EditedScene> {
        let path = file("scene.tscn", self.text.as_bytes());
        let command = |name: &str, arguments: &str| {
            let layout = self.engine.layout();
            run(&format!("{name} --layout {layout} {path} {arguments}"), "")
        };
        let read = || std::fs::read_to_string(&path).expect("the scene");
        let text = &self.text;
        let tag = random.pick(&self.tags);
        let (old, new) = (tag.value(tag.number), tag.value(777));
        let other = file("other.tscn", text.replace(&old, &new).as_bytes());
        assert_ne!(command("diff", &other).status, 0, "{old} in {text}");
        let shown = command("decode --to json", "");
        let listed = command("keys", "node");
        if self.remains.is_none() {
            let mut numbers = self.tags.iter().map(|tag| tag.number.to_string());
            assert!(numbers.all(|number| shown.out.contains(&number)), "{text}");
            assert_eq!(
                listed.out.lines().count(),
                text.matches("[node").count(),
                "{text}"
            );
        }
        let lines = self.lines(&tag.path);
        let property = format!("{}.{}", tag.path, tag.property);
        let mut edited = Vec::new();
        for (name, arguments) in [
            ("set", format!("{property} {new}")),
            ("rm", property.clone()),
        ] {
            std::fs::write(&path, text).expect("the scene");
            let ran = command(name, &arguments);
            let after = read();
            if ran.status != 0 {
                assert_eq!((after, ran.status), (text.clone(), 1), "{}", ran.err);
                let lines = match self.remains {
                    Some(line) => vec![line],
                    None => lines.clone(),
                };
                assert!(
                    self.remains.is_some() || lines.len() > 1,
                    "{text}{}",
                    ran.err
                );
                // A scene that starts with `=======` is not recognized.
                let is_known = !text.starts_with('=');
                let named = |line: &usize| ran.err.contains(&line.to_string());
                assert!(!is_known || lines.iter().all(named), "{text}{}", ran.err);
                continue;
            }
            assert_eq!(lines.len(), 1, "{name} {property} in {text}");
            let expected = match name {
                "set" => text.replace(&old, &new),
                _ => text.replace(&format!("{} = {old}\n", tag.property), ""),
            };
            assert_eq!(after, expected, "{name} {property}");
            let node = tag.path.strip_prefix("node[\"").filter(|_| name == "set");
            let node = node.map(|node| node.trim_end_matches("\"]"));
            // Which of two equal nodes the engine finds depends on their `index`.
            let is_found = |node: &&str| {
                let parents = node.match_indices('/').map(|(end, _)| &node[..end]);
                let mut counts = parents.map(|it| self.lines(&format!("node[\"{it}\"]")).len());
                counts.all(|count| count == 1)
            };
            let node = node.filter(is_found).map(|node| (node.to_owned(), 777));
            edited.push(EditedScene { text: after, node });
        }
        // A tag is removed whole, and no other one.
        std::fs::write(&path, text).expect("the scene");
        let ran = command("rm", &tag.path);
        let after = read();
        let has = |tag: &SceneTag| after.contains(&tag.value(tag.number));
        let kept = self.tags.iter().filter(|tag| has(tag)).count();
        let removed = usize::from(ran.status == 0);
        assert_eq!(kept, self.tags.len() - removed, "rm {} in {text}", tag.path);
        assert_eq!(removed == 0, has(tag), "rm {} in {text}", tag.path);
        if removed > 0 {
            assert_eq!(lines.len(), 1, "rm {} in {text}", tag.path);
        }
        if removed > 0 && tag.path != "node[\".\"]" {
            edited.push(EditedScene {
                text: after,
                node: None,
            });
        }
        edited
    }
}
