//! Changes by path.

use crate::changes::edited;
use crate::common::{Random, rounds};
use crate::{DATA, SCENE, SEVERAL_TAGS, document};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::{Path, Segment};
use gdvariant_files::change::EditError;
use gdvariant_files::document::{ChangeReport, Document};
use gdvariant_files::text::TextKind;

fn path(text: &str) -> Path {
    text.parse().expect(text)
}

fn opened(text: &str) -> Document {
    Document::from_text(document(text), Vec::new())
}

fn text_of(document: &Document) -> &str {
    document.text().expect("a text").text()
}

/// Changes a text, which keeps its bytes after an error.
fn changed(
    text: &str,
    change: impl FnOnce(&mut Document) -> Result<ChangeReport, EditError>,
) -> Result<String, String> {
    let mut document = opened(text);
    let result = change(&mut document);
    if result.is_err() {
        assert_eq!(text_of(&document), text);
    }
    result.map_err(|error| error.to_string())?;
    Ok(text_of(&document).to_owned())
}

fn set(text: &str, at: &str, new: &str) -> Result<String, String> {
    changed(text, |document| {
        let new = document.layout().parse(new).expect(new);
        document.set(0, &path(at), new)
    })
}

#[test]
fn sets_missing_keys_with_their_sections_and_tags() {
    let config = "a=1\n\n[s]\n\nx={}\n";
    let scene = "[gd_scene format=3]\n\n[node name=\"A\"]\n";
    for (text, at, new, expected) in [
        (config, "s.y", "2", "x={}\ny=2\n"),
        (config, "t.y.z", "2", ""),
        (config, "t.y", "2", "x={}\n\n[t]\n\ny=2\n"),
        (config, "t", "{}", "x={}\n\n[t]\n\n"),
        (config, "b", "{}", "x={}\n\n[b]\n\n"),
        (config, "b", "2", "a=1\nb=2\n\n[s]\n\nx={}\n"),
        (config, "s.x.k", "[1]", "x={\n\"k\": [1]\n}\n"),
        (
            config,
            "s.x[Vector2(1, 2)]",
            "1",
            "x={\nVector2(1, 2): 1\n}\n",
        ),
        (config, "s[7]", "1", ""),
        (
            scene,
            "node.B",
            "{\"@type\": \"N\"}",
            "\n[node name=\"B\" type=\"N\" parent=\".\"]\n",
        ),
        (scene, "node[\".\"].hp", "7", "[node name=\"A\"]\nhp = 7\n"),
        (
            scene,
            "node[\".\"][\"@index\"]",
            "\"1\"",
            "[node name=\"A\" index=\"1\"]\n",
        ),
        (
            scene,
            "editable[+]",
            "{\"path\": \".\"}",
            "\n[editable path=\".\"]\n",
        ),
        (scene, "sub_resource[1].x", "1", ""),
        (scene, "foo.x", "1", ""),
    ] {
        let set = set(text, at, new);
        match set {
            Ok(set) => assert!(
                !expected.is_empty() && set.ends_with(expected),
                "{at}: {set}"
            ),
            Err(error) => assert_eq!(expected, "", "{at}: {error}"),
        }
    }
    let mut resource = opened("[gd_resource type=\"R\" format=3]\n");
    let seven = resource.layout().parse("7").expect("an int");
    let set = resource.set(0, &path("resource.hp"), seven.clone());
    assert_eq!(set.expect("a key").old, None);
    assert!(text_of(&resource).ends_with("\n\n[resource]\nhp = 7\n"));
    let set = resource.set(0, &path("resource.hp"), seven.clone());
    assert_eq!(set.expect("a value").old, Some(seven));
}

#[test]
fn errors_have_whole_paths() {
    let text = "[s]\na=[Vector2(1, 2)]\n";
    for (at, new, expected) in [
        ("s.a[0].w", "1", "s.a[0]"),
        ("s.a[0].x", "\"1\"", "s.a[0].x"),
        ("s.a[7]", "1", "s.a"),
        ("s", "1", "s: expected a Dictionary, found int"),
    ] {
        let error = set(text, at, new).expect_err(at);
        assert!(error.contains(expected), "{at}: {error}");
    }
    let document = opened(text);
    for at in ["s.b", "s.a[1]", "s.a[0].w", "t"] {
        let error = document.get(0, &path(at)).expect_err(at);
        assert!(
            error.is_missing() && error.to_string().contains(at),
            "{error}"
        );
    }
    let removed = |paths: &[&str]| {
        let paths: Vec<_> = paths.iter().map(|it| path(it)).collect();
        changed(text, |document| document.remove(0, &paths))
    };
    for paths in [
        &["s.a[0].x"][..],
        &[""],
        &["s.b"],
        &["s.a", "s.a[0]"],
        &["s", "s"],
    ] {
        removed(paths).expect_err("a path that cannot be removed");
    }
    for at in ["node[\"A/B\"].x", "sub_resource[1].x", "ext_resource.a"] {
        let error = set(SEVERAL_TAGS, at, "{}").expect_err(at);
        assert!(error.contains("several tags"), "{error}");
    }
}

#[test]
fn values_of_a_text_keep_their_order() {
    for (text, at) in [("[1, 2]", "[1]"), ("a=1\nb=2\n", "b")] {
        let error = changed(text, |document| document.reorder(0, &path(at), 0));
        let error = error.expect_err(at);
        assert_eq!(error, format!("{at}: values of a text keep their order"));
    }
}

#[test]
fn elements_are_inserted_before_others() {
    for (text, at, expected) in [
        ("[1, 2] ; c", "[1]", "[1, 7, 2] ; c"),
        ("[\n\t1, ; c\n\t2\n]", "[0]", "[\n\t7,\n\t1, ; c\n\t2\n]"),
        ("[1]", "[1]", "[1,7]"),
        ("[1]", "[2]", ""),
        ("{\"a\": 1}", "a", ""),
    ] {
        let inserted = changed(text, |document| {
            let seven = document.layout().parse("7").expect("an int");
            document.insert(0, &path(at), seven)
        });
        assert_eq!(inserted.unwrap_or_default(), expected, "{at}");
    }
    let text = changed(SCENE, |document| {
        let tag = r#"{"signal": "a", "from": ".", "to": ".", "method": "_c"}"#;
        let tag = document.layout().parse(tag).expect("a tag");
        document.insert(0, &path("connection[1]"), tag)
    });
    let tags =
        "method=\"_a\"]\n[connection signal=\"a\" from=\".\" to=\".\" method=\"_c\"]\n[connection";
    assert!(text.expect("a text").contains(tags));
}

#[test]
fn properties_of_tags_are_renamed() {
    let renamed = |at, new: &str| {
        changed(SCENE, |document| {
            let key = document.layout().new_string(new);
            document.rename(0, &path(at), key)
        })
    };
    let text = renamed("node.Player.texture", "icon").expect("a text");
    assert_eq!(text, SCENE.replace("texture =", "icon ="));
    for (at, new) in [
        ("node.Player.texture", "items"),
        ("node.Player.items[0]", "x"),
        ("node.Player[\"@type\"]", ""),
        ("node", "nodes"),
        ("node.Player", "Player/Hat"),
        ("sub_resource.Item_1", "Item_2"),
    ] {
        renamed(at, new).expect_err(at);
    }
}

/// Returns the paths of all values.
fn paths(value: AnyRef<'_>) -> Vec<Path> {
    let (mut paths, mut pending) = (Vec::new(), vec![(Vec::new(), value)]);
    while let Some((segments, value)) = pending.pop() {
        for member in value.members() {
            let inner = [&segments[..], &[member.segment.to_segment()]].concat();
            if member.value.constructor().is_none() {
                pending.push((inner.clone(), member.value));
            }
            paths.push(inner.into_iter().collect());
        }
    }
    paths
}

const NEW: [&str; 9] = [
    "7",
    "-1.5",
    "\"Ada\"",
    "[1, [2.5]]",
    "{\"k\": {\"l\": 1}}",
    "null",
    "{}",
    "[]",
    "true",
];

/// Returns the number of lines that differ.
fn changed_lines(old: &str, new: &str) -> usize {
    let [old, new]: [Vec<_>; 2] = [old, new].map(|it| it.lines().collect());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let start = old.iter().zip(&new).take_while(same).count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    old.len() - start - rest.take_while(same).count()
}

/// Changes by path are as those of the whole value, in value and in bytes.
#[test]
fn random_changes_are_as_those_of_the_whole_value() {
    let files = std::fs::read_dir(DATA).expect("the folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let texts = files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("text"));
    let json = "{\n  \"a\": [1, 2.50, {\"b\": null}],\n  \"c\": {\"d\": \"e\", \"f\": []}\n}\n";
    let texts: Vec<_> = texts.chain([SCENE.into(), json.into()]).collect();
    let (mut random, mut counts) = (Random(65), [0; 2]);
    for round in 0..rounds(600) {
        let text = &texts[round % texts.len()];
        let mut document = opened(text);
        let kind = document.text().expect("a text").kind();
        let mut value = document.value(0).expect("a value");
        let all = paths((&value).into());
        let mut at = all[random.below(all.len())].clone();
        let layout = document.layout();
        let new = layout.parse(random.one(&NEW)).expect("a value");
        let old = document.get(0, &at).expect("a value");
        assert_eq!(
            Some(&old),
            AnyRef::from(&value).component_at_path(&at).as_ref()
        );
        let lines = match random.below(4) {
            0 | 1 => {
                if random.below(3) == 0 {
                    let last = match old.view().count() {
                        Some(_) if random.below(2) == 0 => Segment::Key("+".into()),
                        _ => Segment::name("new key"),
                    };
                    at = at.segments().cloned().chain([last]).collect();
                }
                let set = |document: &mut Document| document.set(0, &at, new.clone());
                let whole = edited(&mut value, set).map(|it| it.old);
                let own = set(&mut document).map(|it| it.old);
                assert_same(&at, text, &document, own, &value, whole);
                old.to_string().lines().count()
            }
            2 => {
                let mut removed = vec![at.clone()];
                if random.below(2) == 0 {
                    removed.push(all[random.below(all.len())].clone());
                }
                let remove = |document: &mut Document| document.remove(0, &removed).map(drop);
                let whole = edited(&mut value, remove);
                let own = remove(&mut document);
                assert_same(&at, text, &document, own, &value, whole);
                usize::MAX
            }
            _ => {
                let key = layout.new_string("new key");
                let rename =
                    |document: &mut Document| document.rename(0, &at, key.clone()).map(drop);
                let own = rename(&mut document);
                let is_tag = kind == TextKind::Resource && at.segments().len() < 3;
                if !is_tag {
                    let whole = edited(&mut value, rename);
                    assert_same(&at, text, &document, own, &value, whole);
                }
                usize::MAX
            }
        };
        let is_changed = text_of(&document) != text;
        counts[usize::from(is_changed)] += 1;
        if lines < usize::MAX {
            let new = text_of(&document);
            let changed = changed_lines(text, new);
            assert!(changed <= lines + 1, "{at}: {changed}\n{new}");
        }
    }
    assert!(counts[1] > counts[0], "{counts:?}");
}

/// Asserts that a change by path has the result of a change of the whole value.
fn assert_same<T: std::fmt::Debug + PartialEq>(
    at: &Path,
    text: &str,
    document: &Document,
    own: Result<T, EditError>,
    value: &AnyVariant,
    whole: Result<T, EditError>,
) {
    let mut other = crate::document(text);
    let replaced = whole.and_then(|it| Ok((it, other.replace(0, value)?)));
    match (own, replaced) {
        (Ok(own), Ok((it, ()))) => {
            assert_eq!(own, it, "{at}");
            assert_eq!(text_of(document), other.text(), "{at}");
        }
        (Err(own), Err(error)) => {
            assert_eq!(own.to_string(), error.to_string(), "{at} {value:?}");
            assert_eq!(text_of(document), text);
        }
        (Ok(_), Err(error)) => panic!("{at}: {error}\n{}", text_of(document)),
        (Err(error), Ok(_)) => panic!("{at}: {error}\n{}", other.text()),
    }
}
