//! Changes random documents at random places.

#[path = "../../../fuzz/bodies/documents.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
mod documents;

use crate::common::{Random, bytes, rounds};

const SPACE: [&str; 7] = ["", "", "", " ", "\t", "\r\n", " ; note, \"\n"];

const KEYS: [&str; 5] = ["\"a\"", "\"b c\"", "7", "&\"d\"", "Vector2(0, 1)"];

const VALUES: [&str; 20] = [
    "1",
    "16",
    "-1.5e-3",
    "1.50",
    "true",
    "inf",
    "#ff0000",
    "\"a\\\"b\"",
    "\"two\nlines ; [x]\"",
    "\"\"",
    "&\"name\"",
    "\"é\\\\\"",
    "Vector2( 1,2 )",
    "Color(1, 0.5, 0, 1)",
    "PoolIntArray(1 , 2)",
    "NodePath(\"a/b\")",
    "Resource( \"res://a.tres\" )",
    "ExtResource(1)",
    "Foo([1, {\"a\":2}])",
    "SubResource(\"x;\")",
];

const TAGS: [&str; 7] = [
    "[ext_resource id=\"x;\" type=\"T\"]",
    "[connection signal=\"s\" from=\"A\" to=\".\"]\n[editable path=\"A/B\"]\n",
    "[sub_resource type=\"T\" id=1]\n",
    "\n[sub_resource id=\"y\" type=\"T\"]",
    "[node name=\"R\"]\r\n",
    "[ node name = \"A\" parent = \".\" ; c\n]\n\n",
    "[node name=\"B\" parent=\"A\" groups=",
];

fn value(random: &mut Random, depth: u32) -> String {
    let space = random.one(&SPACE);
    match random.below(if depth < 4 { 12 } else { 8 }) {
        8 => items(random, "Array[ExtResource(\"1\")]([", "])", depth),
        9 => items(random, "[", "]", depth),
        10 | 11 => items(random, "{", "}", depth),
        _ => random.one(&VALUES).to_owned() + space,
    }
}

fn items(random: &mut Random, open: &str, close: &str, depth: u32) -> String {
    let mut out = open.to_owned() + random.one(&SPACE);
    let count = random.below(4);
    for index in 0..count {
        if close == "}" {
            out += random.one(&KEYS);
            out += random.one(&[":", " : ", ":\n\t"]);
        }
        out += &value(random, depth + 1);
        if index + 1 < count || random.below(4) == 0 {
            out += ",";
            out += random.one(&SPACE);
        }
    }
    out + close
}

fn document(random: &mut Random) -> String {
    let mut out = String::new();
    let kind = random.below(3);
    if kind == 0 {
        for _ in 0..=random.below(3) {
            out += &value(random, 0);
            out += random.one(&["\n", " ; end\n", "\r\n"]);
        }
        return out;
    }
    let is_resource = kind == 1;
    if is_resource {
        out += random.one(&["[gd_scene]", "; c\n[ gd_resource\nformat = 3 ]"]);
        // The targets of the references.
        out += "[ext_resource path=\"res://a\" id=1]\n[sub_resource id=\"x;\" type=\"T\"]";
    }
    for index in 0..=random.below(8) {
        if is_resource && (index == 0 || random.below(3) == 0) {
            out += random.one(&TAGS);
            if out.ends_with('=') {
                out += &value(random, 2);
                out += random.one(&["]\n", " \n]", " name=\"C\"]"]);
            }
        } else if !is_resource && random.below(4) == 0 {
            out += random.one(&["[a]", "[b c]\n\n", "[d/e]\r\n", "[]\n"]);
        } else {
            let last = if is_resource { "b" } else { "b c" };
            out += random.one(&["x", "y", "a", "\"z w\"", "x/y", "é", last]);
            out += random.one(&["=", " = ", " =\n"]);
            out += &value(random, 0);
            out += random.one(&["\n", "\n\n", " ", " ; end\n", "\r\n"]);
        }
    }
    out
}

#[test]
fn random_changes_keep_other_bytes() {
    let random = &mut Random(1);
    let (mut changed, count) = (0, rounds(1000));
    for _ in 0..count {
        let choices = random.below(1 << 24).to_le_bytes();
        let text = document(random);
        let input = [&choices[..3], text.as_bytes()].concat();
        println!("{input:?}\n{text}"); // The test harness prints this only if the body panics.
        changed += usize::from(documents::documents(&input));
    }
    assert!(changed * 2 > count, "{changed} documents were changed");
}

#[test]
fn seeds_of_the_fuzz_target_hold() {
    let corpus = include_str!("../../../tests/corpus/documents.hex").lines();
    let mut changed = 0;
    for line in corpus.filter(|line| !line.starts_with('#')) {
        println!("{line}");
        let mut input = bytes(line);
        for (layout, change) in (0..3).flat_map(|layout| (0..4).map(move |it| (layout, it))) {
            input[..2].copy_from_slice(&[layout, change]);
            changed += usize::from(documents::documents(&input));
        }
    }
    assert!(changed > 100, "{changed} documents were changed");
}
