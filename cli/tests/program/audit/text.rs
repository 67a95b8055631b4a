//! Tests each rule about text with a text that it reports, and with a similar text that it does not.

use gdvariant::schema::layout_named;
use gdvariant_files::audit::{Severity, audit_text};

/// A rule, a reported text, a similar text that is not reported, and the line and the path of the
/// finding.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    usize,
    &'static str,
);

pub(super) const CASES: &[Case] = &[
    (
        "object",
        "[a]\n\nb=[1, Object(Node)]\n",
        "[a]\n\nb=[1, \"Object\"]\n",
        3,
        "a.b[1]",
    ),
    // The name of a key is not a value.
    (
        "object",
        "{\"a\": {2: Object(Node)}}",
        "{\"Object\": {2: Vector2(1, 2)}}",
        1,
        "a[2]",
    ),
    // A comment and a line break before the parenthesis.
    (
        "object",
        "[a]\nb=Object ; (\n\0(Node)\n",
        "[a]\nb=1 ; Object(Node)\n",
        2,
        "a.b",
    ),
    // Godot reads a number sign as a color, not as a comment.
    (
        "object",
        "[a]\nb=[#, Object(Node)]\n",
        "[a]\nb=[#, 1]\n",
        2,
        "a.b[1]",
    ),
    // Two assignments in a line.
    (
        "object",
        "[a]\nb=1 c=Object(Node)\n",
        "[a]\nb=1 c=2\n",
        2,
        "a.c",
    ),
    (
        "object",
        "[gd_resource x=Object(Node)]\n",
        "[gd_resource x=1]\n",
        1,
        "gd_resource.x",
    ),
    (
        "object",
        "[gd_scene]\n[node groups=[Object(Node)] name=\"A\" parent=\".\"]\n",
        "[gd_scene]\n[node groups=[\"a\"] name=\"A\" parent=\".\"]\n",
        2,
        "node.A[\"@groups\"][0]",
    ),
    (
        "object-script",
        "[a]\nb=Object(Node,\"\\u0073cript\":Object(GDScript))",
        "[a]\nb=Object(Node,\"\\u0073cript\":null)",
        2,
        "a.b.script",
    ),
    (
        "object-script",
        "Object(Node,\"script\":Resource(\"res://a.gd\"))",
        "Object(Node,\"texture\":Resource(\"res://a.png\"))",
        1,
        "script",
    ),
    // Engines ignore space and comments in names, and a section acts like an object.
    (
        "script-source",
        "[gd_resource]\n[sub_resource type=\"GDScript\" id=1]\nscript/ ;\nsource=\"x\"\n",
        "[gd_resource]\n[sub_resource type=\"GDScript\" id=1]\nscript/other=\"x\"\n",
        4,
        "sub_resource[1][\"script/source\"]",
    ),
    (
        "engine-crash",
        "[gd_scene]\n[node name=\"A\" type=\"CPUParticles2D\"]\namount = 2147483647\n",
        "[gd_scene]\n[node name=\"A\" type=\"CPUParticles2D\"]\namount = 8\n",
        3,
        "node[\".\"].amount",
    ),
    (
        "embedded-script",
        "[gd_resource]\n[sub_resource id=\"a\" type=\"GDScript\"]\n",
        "[gd_resource]\n[sub_resource id=\"a\" type=\"Gradient\"]\n",
        2,
        "sub_resource.a[\"@type\"]",
    ),
    (
        "embedded-script",
        "[a]\nb=Object(GDScript)",
        "[a]\nb=Object(Gradient)",
        2,
        "a.b",
    ),
    (
        "outside-resource",
        "[gd_scene]\n[ext_resource type=\"Script\" path=\"user://\\u0061.gd\" id=\"1\"]\n",
        "[gd_scene]\n[ext_resource type=\"Script\" path=\"res://\\u0061.gd\" id=\"1\"]\n",
        2,
        "ext_resource[\"1\"].path",
    ),
    // Relative to the folder of the file.
    (
        "outside-resource",
        "[gd_scene]\n[ext_resource path=NodePath(\"a.gd\") id=\"1\"]\n",
        "[gd_scene]\n[ext_resource path=\"res://a.gd\" id=\"a.gd\"]\n",
        2,
        "ext_resource[\"1\"].path",
    ),
    (
        "outside-resource",
        "[a]\nb=Resource(\"res://../a.gd\")\n",
        "[a]\nb=Resource(\"res://a.gd\")\n",
        2,
        "a.b",
    ),
    (
        "outside-resource",
        "[autoload]\nA=\"*user://a.gd\"\n",
        "[autoload]\nA=\"*res://a.gd\"\n",
        2,
        "autoload.A",
    ),
    (
        "outside-resource",
        "[gd_scene]\n[node type=\"RichTextLabel\" name=\"A\" parent=\"B\"]\ntext=\"[img]user://a.tres[/img]\"\n",
        "[gd_scene]\n[node type=\"RichTextLabel\" name=\"A\" parent=\"B\"]\ntext=\"[img]res://a.tres[/img]\"\n",
        3,
        "node[\"B/A\"].text",
    ),
    // Engines load a library whatever its name.
    (
        "native-library",
        "[libraries]\nlinux.64=\"a\"\n",
        "[libraries]\nlinux.64=\"\"\n",
        2,
        "libraries[\"linux.64\"]",
    ),
    (
        "native-library",
        "res://a.gdextension\n",
        "res://a.txt\n",
        1,
        "",
    ),
    (
        "uid-mismatch",
        "[gd_scene uid=\"uid://a\"]\n[ext_resource path=\"res://a\" uid=\"uid://a\" id=\"1\"]\n",
        "[gd_scene uid=\"uid://a\"]\n[ext_resource path=\"res://a\" uid=\"uid://b\" id=\"1\"]\n",
        2,
        "ext_resource[\"1\"].uid",
    ),
    (
        "animation-code",
        "[gd_scene]\n[sub_resource type=\"Animation\" id=1]\nkeys={\"method\": &\"set_script\"}\n",
        "[gd_scene]\n[sub_resource type=\"Animation\" id=1]\nkeys={\"method\": &\"set_text\"}\n",
        3,
        "sub_resource[1].keys.method",
    ),
    (
        "animation-code",
        "[gd_scene]\n[sub_resource type=\"Animation\" id=1]\npath=NodePath(\".:script\")\n",
        "[gd_scene]\n[sub_resource type=\"Animation\" id=1]\npath=NodePath(\".:text\")\n",
        3,
        "sub_resource[1].path",
    ),
    (
        "animation-code",
        "[gd_scene]\n[connection signal=\"ready\" from=\".\" to=\".\" method=\"call\"]\n",
        "[gd_scene]\n[connection signal=\"ready\" from=\".\" to=\".\" method=\"hide\"]\n",
        2,
        "connection[0].method",
    ),
    (
        "method-call",
        "[gd_scene]\n[sub_resource type=\"Animation\" id=1]\nkeys={\"method\": \"hide\"}\n",
        "[gd_scene]\n[sub_resource type=\"Gradient\" id=1]\nkeys={\"method\": \"hide\"}\n",
        3,
        "sub_resource[1].keys.method",
    ),
    (
        "expression",
        "[gd_resource type=\"AnimationNodeStateMachineTransition\"]\n[resource]\nadvance_expression=\"a()\"\n",
        "[gd_resource type=\"AnimationNodeStateMachineTransition\"]\n[resource]\nadvance_expression=\"\"\n",
        3,
        "resource.advance_expression",
    ),
    (
        "object-text",
        "[a]\nb=\"Object(Node)\"\n",
        "[a]\nb=\"Object (see below)\"\n",
        2,
        "a.b",
    ),
    (
        "animation-code",
        "[gd_resource]\n[resource]\nadvance_expression=\"print(\\\"x\\\")\"\n",
        "[gd_resource]\n[resource]\nadvance_expression=\"is_on_floor() and x == 2\"\n",
        3,
        "resource.advance_expression",
    ),
    (
        "outside-code",
        "[gd_resource type=\"VisualShaderNodeGlobalExpression\"]\n[resource]\nexpression=\"#include \\\"/x.tres\\\"\"\n",
        "[gd_resource type=\"VisualShaderNodeGlobalExpression\"]\n[resource]\nexpression=\"x = 1.0;\"\n",
        3,
        "resource.expression",
    ),
    (
        "animation-code",
        "[gd_scene]\n[sub_resource type=\"PackedScene\" id=\"p\"]\n_bundled={\"names\":[\"call\"]}\n",
        "[gd_scene]\n[sub_resource type=\"PackedScene\" id=\"p\"]\n_bundled={\"names\":[\"Node\"]}\n",
        3,
        "sub_resource.p._bundled.names[0]",
    ),
    (
        "outside-resource",
        "[gd_scene]\n[node name=\"A\" parent=\".\"]\ntext=\"[dropcap font=/a/x.tres]A[/dropcap]\"\n",
        "[gd_scene]\n[node name=\"A\" parent=\".\"]\ntext=\"[url=https://example.com/a/b]A[/url]\"\n",
        3,
        "node.A.text",
    ),
    (
        "outside-resource",
        "autoload_prepend/A=\"*/tmp/x.gd\"\n",
        "autoload_prepend/A=\"*res://x.gd\"\n",
        1,
        "[\"autoload_prepend/A\"]",
    ),
    // The string in a string has escapes of escapes.
    (
        "object-text",
        "[a]\nb=\"\\\"\\\\\\\"\\\\\\\\u004fbject(Node,)\\\\\\\"\\\"\"\n",
        "[a]\nb=\"\\\"\\\\\\\"\\\\\\\\u005fbject(Node,)\\\\\\\"\\\"\"\n",
        2,
        "a.b",
    ),
    // A key in one reader is a value in another.
    (
        "object-text",
        "[a]\nObject(Node)\n",
        "[a]\nObject\n",
        2,
        "a",
    ),
    ("object", "[;]\nObject(Node)]\n", "[;]\nb=1\n", 2, "[0]"),
    (
        "not-examined",
        "[a]\nb=\"\nc=1\n",
        "[a]\nb=\"\"\nc=1\n",
        2,
        "a.b",
    ),
    ("not-examined", "[a]\nb='x'\n", "[a]\n'b=1\n", 2, "a.b"),
    // Engines stop at the first error of a resource.
    (
        "not-examined",
        "[gd_scene]\nx\n[node name=\"A\"]\n",
        "[gd_scene]\n;x\n[node name=\"A\"]\n",
        2,
        "",
    ),
    (
        "nan",
        "[a]\nb=Vector2(1, nan)\n",
        "[a]\nb=\"nan\"\n",
        2,
        "a.b",
    ),
    ("infinity", "[1, inf_neg]", "[1, 1e30]", 1, "[1]"),
    ("infinity", "{\"a\": 1e999}", "{\"1e999\": 1}", 1, "a"),
    (
        "duplicate-key",
        "[a]\nb=1\n[c]\n[a]\nb=2\n",
        "[a]\nb=1\n[c]\nb=2\n",
        5,
        "a.b",
    ),
    (
        "duplicate-key",
        "[gd_resource]\n[resource]\nb=1\nb=2\n",
        "[gd_scene]\n[node name=\"A\"]\nb=1\n[node name=\"A\"]\nb=2\n",
        4,
        "resource.b",
    ),
    (
        "duplicate-key",
        "{\"a\": 1, ;\n&\"a\": 2}",
        "{\"a\": 1, \"b\": {\"a\": 2}}",
        2,
        "a",
    ),
    (
        "duplicate-key",
        "{Vector2(1, 2): 1,\nVector2(1, 2): 2}",
        "{Vector2(1, 2): 1, Vector2(2, 2): 2, \"1\": 3, 1: 4}",
        2,
        "[Vector2(1, 2)]",
    ),
    (
        "not-declared",
        "[a]\nb=Array[int]([1,\n\"x\"])\n",
        "[a]\nb=Array[int]([1,\n-2])\n",
        3,
        "a.b[1]",
    ),
    (
        "not-declared",
        "Dictionary[int, PackedByteArray]({1:\n[1]})",
        "Dictionary[int, PackedByteArray]({1:\nPackedByteArray(1)})",
        2,
        "[1]",
    ),
    (
        "not-declared",
        "Dictionary[int, Variant]({\n\"a\": 1})",
        "Dictionary[int, Variant]({\n1: [\"a\"]})",
        2,
        "",
    ),
    (
        "not-declared",
        "Array[Node]([1])",
        "[Array[Node]([null, Object(Node)]), Array[Resource(\"res://a.gd\")]([1])]",
        1,
        "[0]",
    ),
    (
        "engine-crash",
        "[gd_scene]\n[node type=\"Node\"]\n",
        "[gd_scene]\n[node name=1 type=\"Node\"]\n",
        2,
        "node[\".\"]",
    ),
    (
        "joined-key",
        "[plugin]\nversion=\"1\" # x\nscript=\"a.gd\"\n",
        "[plugin]\nversion=\"1\" ; x\nscript\n=\"a.gd\" ;\nx=1",
        2,
        "plugin[\"#xscript\"]",
    ),
    (
        "joined-key",
        "# x\n[plugin]\nname=\"a\"\n",
        "; x\n[plugin]\nname=\"a\"\n#x=1\nx\n\"b\"=1\n",
        1,
        "[\"#x[plugin]name\"]",
    ),
    (
        "outside-resource",
        "list=[{\"class\": &\"A\", \"path\": \"user://a.gd\"}]\n",
        "list=[{\"class\": &\"A\", \"path\": \"res://a.gd\"}]\n",
        1,
        "list[0].path",
    ),
    // Prose and links beside a tag are not loaded.
    (
        "outside-resource",
        "[gd_scene]\n[node name=\"A\" type=\"Label\"]\ntext=\"[img]..\\\\a.tres\"\n",
        "[gd_scene]\n[node name=\"A\" type=\"Label\"]\ntext=\"[img]res://a.png[/img] see ... https://a.b/c.html or [b]/help[/b], user://\"\n",
        3,
        "node[\".\"].text",
    ),
];

/// Returns the rules of all findings in a text, with their lines and paths.
fn findings(text: &str) -> Vec<(&'static str, usize, String)> {
    let mut found = Vec::new();
    audit_text(text, None, &mut |finding| {
        let line = text[..finding.offset].matches('\n').count() + 1;
        found.push((finding.rule.id, line, finding.path.to_string()));
    });
    found
}

#[test]
fn each_rule_about_text_reports_only_its_own() {
    for (rule, reported, harmless, line, path) in CASES {
        let found = findings(reported);
        let wanted = (*rule, *line, (*path).to_owned());
        assert!(found.contains(&wanted), "{reported:?}: {found:?}");
        let none = findings(harmless);
        let is_reported = none.iter().any(|(id, ..)| id == rule);
        assert!(!is_reported, "{harmless:?}: {none:?}");
    }
}

/// Engines act on what precedes an error. What follows it is searched for constructors.
#[test]
fn text_around_an_error_is_examined() {
    let before = "[a]\nb=[Object(GDScript,\"script/source\":\"x\")";
    for error in ["", " }]", "]\nc='", "]\nc=\"", "]\nc=1.5.5\nd=%", "]\n[e"] {
        let found = findings(&format!("{before}{error}\n"));
        assert!(found.iter().any(|it| it.0 == "script-source"), "{error:?}");
        let is_reported = found.iter().any(|it| it.0 == "not-examined");
        assert!(is_reported, "{error:?}: {found:?}");
    }
    let found = findings("[a]\nb=%\nc=Object ;\n(Node)\n");
    let wanted = [
        ("not-examined", 2, "a.b".into()),
        ("object-text", 3, "a.b".into()),
    ];
    assert_eq!(found, wanted);
    // Constructors with ids are what engines write in resources.
    let text = "[gd_scene]\n[node name=\"A\"]\na=%\nb=SubResource(\"1\")\n";
    let mut found = Vec::new();
    audit_text(text, None, &mut |finding| {
        let names_error = finding.message.to_string().contains('%');
        found.push((finding.rule.id, finding.offset, names_error));
    });
    assert_eq!(found, [("not-examined", 29, true)]);
}

/// Bytes within a text are values of either engine, unless the layout is known.
#[test]
fn encoded_values_in_text_are_examined() {
    // An Object of Godot 3.
    let object = "EQAAAAQAAABOb2RlAAAAAA==";
    for text in [
        format!("[a]\nb=\"{object}\"\n"),
        format!("[a]\nb=\"[\\\"{object}\\\"]\"\n"),
        format!("{{\"b\": PackedByteArray(\"{object}\")}}"),
        "PoolByteArray(17,0,0,0, 4,0,0,0, 78,111,100,101, 0,0,0,0)".to_owned(),
    ] {
        for (layout, is_found) in [
            (None, true),
            (layout_named("godot3"), true),
            (layout_named("godot4"), false),
        ] {
            let mut count = 0;
            audit_text(&text, layout, &mut |finding| {
                count += usize::from(finding.rule.id == "object");
            });
            assert_eq!(count, usize::from(is_found), "{text}: {layout:?}");
        }
    }
}

/// Nothing that an engine writes is an error.
#[test]
fn text_of_engines_has_no_errors() {
    let texts = [
        "config_version=5\n\n[input]\n\nui={\n\"deadzone\": 0.5,\n\"events\": [Object(InputEventKey,\"resource_local_to_scene\":false,\"resource_name\":\"\",\"script\":null)\n]\n}\n",
        "[gd_scene load_steps=3 format=3 uid=\"uid://b1\"]\n\n[ext_resource type=\"Script\" uid=\"uid://c2\" path=\"res://a.gd\" id=\"1_a\"]\n\n[sub_resource type=\"OpenXRInteractionProfile\" id=\"b\"]\nbindings = [SubResource(\"c\")]\n\n[node name=\"A\" type=\"Node\"]\nscript = ExtResource(\"1_a\")\nitems = Array[ExtResource(\"1_a\")]([])\n\n[connection signal=\"ready\" from=\".\" to=\".\" method=\"_on_ready\"]\n",
        "[remap]\n\nimporter=\"texture\"\npath.s3tc=\"res://.godot/imported/a.ctex\"\n",
        "{\n\"a\": [inf, nan, -1.5e-7, Color(1, 1, 1, 1)],\n&\"b\": NodePath(\"../c\")\n}",
    ];
    for text in texts {
        audit_text(text, None, &mut |finding| {
            let message = &finding.message;
            assert!(
                finding.rule.severity < Severity::Error,
                "{}: {message}",
                finding.path
            );
        });
    }
}
