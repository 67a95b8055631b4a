//! Scenes with equal tags: the engine loads what edits left.

use crate::common::folder;
use crate::common::random::Random;
use crate::saves::Engine;
use crate::scene::Scene;
use serde_json::json;
use std::fs;

/// The scene that the scenes instantiate.
const CHILD: &str = "[gd_scene format=2]\n\n[node name=\"Child\" type=\"Node2D\"]\n\n\
    [node name=\"Inner\" type=\"Node2D\" parent=\".\"]\n";

/// The number of scenes of each engine.
const COUNT: usize = 100;

fn check_scenes(engine: Engine) {
    fs::write(folder().join("child.tscn"), CHILD).expect("the folder of the test");
    let mut jobs = Vec::new();
    for index in 0..COUNT {
        let mut random = Random::new(9000 + index as u64);
        let scene = Scene::random(&mut random, engine);
        for edited in scene.check(&mut random) {
            let path = folder().join(format!("{}.tscn", jobs.len()));
            fs::write(&path, edited.text).expect("the folder of the test");
            let (node, index) = edited.node.unwrap_or_default();
            jobs.push(json!({
                "task": "scene",
                "path": path.display().to_string(),
                "node": node,
                "z_index": index,
            }));
        }
    }
    assert!(jobs.len() > COUNT / 3, "{} edits", jobs.len());
    engine.perform_all(&jobs);
}

#[test]
fn engines_load_edited_scenes() {
    Engine::available().for_each(check_scenes);
}
