//! Scenes whose tags look alike, and with what a merge or a slip of the keyboard leaves in them.

use super::saves::Engine;
use crate::common::random::Random;
use gdvariant::Path;
use gdvariant::schema::layout_named;
use gdvariant_files::text::{TextDocument, TextKind};

/// What is left in broken scenes.
const REMAINS: [&str; 6] = ["m", "é", "x[", "=======", "<<<<<<< HEAD", ">>>>>>> feature"];

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
            scene.break_anywhere(random);
        }
        scene
    }

    /// Leaves something in a line of its own or in the line of a tag.
    fn break_anywhere(&mut self, random: &mut Random) {
        let tag = random.pick(&self.tags);
        let start = self.text.find(&tag.text()).expect("the tag");
        let property = start + tag.text().find(tag.property).expect("the property");
        let (offset, line_break) = *random.pick(&[
            (0, "\n"),
            (0, ""),
            (self.text.find("[ext").expect("a tag"), "\n"),
            (start, "\n"),
            (start, ""),
            (property, "\n"),
            (property - 1, ""),
            (self.text.len(), "\n"),
        ]);
        let remains = random.pick(&REMAINS);
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

    /// Returns the value of a text.
    fn parse(&self, text: &str) -> Result<TextDocument, String> {
        let layout = layout_named(self.engine.layout());
        let document = TextDocument::parse(text, layout).map_err(|error| error.to_string())?;
        let is_scene = document.kind() == TextKind::Resource;
        is_scene.then_some(document).ok_or("no scene".into())
    }

    /// Returns the text after setting the value at a path, or after removing it.
    fn edited(&self, path: &str, new: Option<&str>) -> Result<String, String> {
        let mut document = self.parse(&self.text)?;
        let path: Path = path.parse().expect(path);
        let edit = |document: &mut TextDocument| {
            let mut value = document.value(0)?;
            document.check_paths([&path].into_iter())?;
            if let Some(new) = new {
                let new = document.layout().parse(new).expect(new);
                value
                    .set_at_path(&path, new)
                    .expect("the path of a property");
            } else {
                value.remove_at_path(&path).expect("the path of a tag");
            }
            document.replace(0, &value)
        };
        edit(&mut document).map_err(|error| error.to_string())?;
        Ok(document.text().to_owned())
    }

    /// Checks that the value has every tag, and that edits change the right one or fail. Returns the
    /// changed scenes.
    pub(crate) fn check(&self, random: &mut Random) -> Vec<EditedScene> {
        let text = &self.text;
        let tag = random.pick(&self.tags);
        let (old, new) = (tag.value(tag.number), tag.value(777));
        let changed = text.replace(&old, &new);
        if self.remains.is_none() {
            let [value, other] = [text, &changed].map(|text| {
                let document = self.parse(text).expect("a scene");
                document.value(0).expect("a value")
            });
            assert_ne!(value, other, "{old} in {text}");
            let json = serde_json::to_string(&value).expect("JSON");
            let mut numbers = self.tags.iter().map(|tag| tag.number.to_string());
            assert!(numbers.all(|number| json.contains(&number)), "{text}");
        }
        let lines = self.lines(&tag.path);
        let property = format!("{}.{}", tag.path, tag.property);
        let removed = text.replace(&format!("{} = {old}\n", tag.property), "");
        let mut edited = Vec::new();
        for (new, expected) in [(Some(&*new), changed), (None, removed)] {
            let after = match self.edited(&property, new) {
                Ok(after) => after,
                Err(error) => {
                    let lines = match self.remains {
                        Some(line) => vec![line],
                        None => lines.clone(),
                    };
                    assert!(self.remains.is_some() || lines.len() > 1, "{text}{error}");
                    // A scene that starts with `=======` is not recognized.
                    let is_known = !text.starts_with('=');
                    let named = |line: &usize| error.contains(&line.to_string());
                    assert!(!is_known || lines.iter().all(named), "{text}{error}");
                    continue;
                }
            };
            assert_eq!(lines.len(), 1, "{property} in {text}");
            assert_eq!(after, expected, "{property}");
            let node = tag.path.strip_prefix("node[\"").filter(|_| new.is_some());
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
        if let Ok(after) = self.edited(&tag.path, None) {
            let kept = self
                .tags
                .iter()
                .filter(|tag| after.contains(&tag.value(tag.number)));
            assert_eq!(kept.count(), self.tags.len() - 1, "{} in {text}", tag.path);
            assert!(!after.contains(&old), "{} in {text}", tag.path);
            assert_eq!(lines.len(), 1, "{} in {text}", tag.path);
            if tag.path != "node[\".\"]" {
                edited.push(EditedScene {
                    text: after,
                    node: None,
                });
            }
        }
        edited
    }
}
