//! Changes random documents at random places.

#[path = "../../../fuzz/bodies/documents.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
mod documents;

/// A generator of pseudorandom numbers: xorshift64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn choose<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        let count = u64::try_from(choices.len()).expect("a few");
        choices[usize::try_from(self.next() % count).expect("an index")]
    }

    /// Appends white space and comments.
    fn trivia(&mut self, out: &mut String) {
        *out += self.choose(&[
            "",
            "",
            "",
            "",
            " ",
            " ",
            "\t",
            "\n",
            "\r\n",
            " ; note, \"\n",
            "\n\t",
        ]);
    }

    fn value(&mut self, depth: u32, out: &mut String) {
        match self.next() % 12 {
            kind @ 0..=2 if depth < 4 => {
                let typed = if kind == 2 {
                    self.choose(&["Array[ExtResource(\"1\")](", "Array[int]("])
                } else {
                    ""
                };
                *out += typed;
                self.items('[', ']', depth, out);
                *out += if typed.is_empty() { "" } else { ")" };
            }
            3 | 4 if depth < 4 => self.items('{', '}', depth, out),
            5 => {
                *out += self.choose(&[
                    "Vector2( 1,2 )",
                    "Color(1, 0.5, 0, 1)",
                    "PoolIntArray(1 , 2)",
                    "NodePath(\"a/b\")",
                ]);
            }
            6 => {
                *out += self.choose(&[
                    "Resource( \"res://a.tres\" )",
                    "ExtResource(1)",
                    "Foo([1, {\"a\":2}])",
                    "SubResource(\"x;\")",
                ]);
            }
            7 => {
                *out += self.choose(&[
                    "\"a\\\"b\"",
                    "\"two\nlines ; [x]\"",
                    "\"\"",
                    "&\"name\"",
                    "\"é\\\\\"",
                ]);
            }
            _ => {
                *out += self.choose(&[
                    "1", "16", "-1.5e-3", "1.50", "1e3", "true", "null", "inf", "#ff0000",
                ]);
            }
        }
    }

    fn items(&mut self, open: char, close: char, depth: u32, out: &mut String) {
        out.push(open);
        self.trivia(out);
        let count = self.next() % 4;
        for index in 0..count {
            if close == '}' {
                *out += self.choose(&["\"a\"", "\"b c\"", "7", "&\"d\"", "Vector2(0, 1)"]);
                self.trivia(out);
                out.push(':');
                self.trivia(out);
            }
            self.value(depth + 1, out);
            self.trivia(out);
            if index + 1 < count || self.next().is_multiple_of(4) {
                out.push(',');
                self.trivia(out);
            }
        }
        out.push(close);
    }

    /// Appends tags, the last of which can have properties.
    fn tag(&mut self, out: &mut String) {
        *out += self.choose(&[
            "",
            "[ext_resource path=\"res://a\" id=1]\n",
            "[ext_resource id=\"x;\" type=\"T\"]",
            "[connection signal=\"s\" from=\"A\" to=\".\"]\n[editable path=\"A/B\"]\n",
        ]);
        *out += self.choose(&[
            "[sub_resource type=\"T\" id=1]\n",
            "\n[sub_resource id=\"x;\" type=\"T\"]",
            "[node name=\"R\"]\r\n",
            "[ node name = \"A\" parent = \".\" ; c\n]\n\n",
            "[node name=\"B\" parent=\"A\" ",
        ]);
        if out.ends_with(' ') {
            *out += self.choose(&["groups=", "type="]);
            self.value(2, out);
            *out += self.choose(&["]\n", " \n]", " name=\"C\"]"]);
        }
    }

    fn document(&mut self) -> String {
        let mut out = String::new();
        if self.next().is_multiple_of(3) {
            for _ in 0..=self.next() % 3 {
                self.trivia(&mut out);
                self.value(0, &mut out);
                out += self.choose(&["\n", " ; end\n", "\r\n"]);
            }
            return out;
        }
        let is_resource = self.next().is_multiple_of(2);
        if is_resource {
            out += self.choose(&[
                "[gd_scene]",
                "[gd_resource format=2]\n",
                "; c\n[ gd_scene\nformat = 3 ]",
            ]);
            self.tag(&mut out);
        }
        for _ in 0..=self.next() % 8 {
            if is_resource && self.next().is_multiple_of(3) {
                self.tag(&mut out);
            } else if !is_resource && self.next().is_multiple_of(4) {
                out += self.choose(&["[a]", "[b c]\n\n", "[a]\n", "[d/e]\r\n", "[]\n"]);
            } else {
                let last = if is_resource { "b" } else { "b c" };
                out += self.choose(&["x", "y", "a", "\"z w\"", "x/y", "é", last]);
                out += self.choose(&["=", " = ", " =\n"]);
                self.value(0, &mut out);
                out += self.choose(&["\n", "\n", "\n\n", " ", " ; end\n", "\r\n"]);
            }
            self.trivia(&mut out);
        }
        out
    }
}

#[test]
fn random_changes_keep_other_bytes() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut changed = 0;
    for _ in 0..5_000 {
        let choices = random.next().to_le_bytes();
        let text = random.document();
        let input = [&choices[..3], text.as_bytes()].concat();
        println!("{input:?}\n{text}"); // The test harness prints this only if the body panics.
        changed += usize::from(documents::documents(&input));
    }
    assert!(changed > 2_500, "{changed} documents were changed");
}

#[test]
fn seeds_of_the_fuzz_target_hold() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus/documents.hex");
    let corpus = std::fs::read_to_string(corpus).expect("the corpus");
    let mut changed = 0;
    for line in corpus.lines().filter(|line| !line.starts_with('#')) {
        println!("{line}");
        let digits = line.as_bytes().chunks(2).map(str::from_utf8);
        let mut input: Vec<u8> = digits
            .map(|digits| u8::from_str_radix(digits.expect("digits"), 16).expect("digits"))
            .collect();
        for (layout, change) in (0..3).flat_map(|layout| (0..4).map(move |it| (layout, it))) {
            input[..2].copy_from_slice(&[layout, change]);
            changed += usize::from(documents::documents(&input));
        }
    }
    assert!(changed > 100, "{changed} documents were changed");
}
