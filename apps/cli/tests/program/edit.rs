//! Tests `gdvariant set` and `gdvariant rm`.

use crate::common::{console, file, good, pipe, program, run, run_bytes};
use std::fs;
use std::io::Write;

#[test]
fn values_are_set_and_removed() {
    for name in ["fastlz-300.gcpf", "pass-300.gdec"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/files");
        file(
            name,
            &fs::read(format!("{folder}/godot-4.6.3/{name}")).unwrap(),
        );
    }
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'{"player": {"health": 7, "items": [1]}, "level": 2}' | encode --bare -o a
set a player.helth 5
~ did you mean player.health?; --new adds it
[1]
set a health 5
~ did you mean player.health?; --new adds it
[1]
set a --new player.health -100 player.items[1] "bow" player.position 'Vector2(1, 2)'
~ player.position
decode a
= {"player":{"health":-100,"items":[1,"bow"],"position":{"Vector2":[1.0,2.0]}},"level":2}
set a --json level '{"Color": [0.0, 0.5, 1.0, 1.0]}'
~ level changed from int to Color
get a level
= {"Color":[0.0,0.5,1.0,1.0]}
set a key(0) 7
[1]

# Strings as they are written.
set a level Ada
~ --string
[2]
set -s a --new level 'A"d\a x' player.name '[1]'
get a level
= "A\"d\\a x"
'say "hi" \⏎' > text
set --string a player.name @text
get a player.name
= "say \"hi\" \\\n\n"
cat text | set --string a player.name @-
get -r a player.name
= say "hi" \
=
=
set -s --json a level 7
[2]

# Components and packed elements.
'{"position": {"Vector2": [1.0, 2.0]}, "scores": {"PoolIntArray": [7, 8]}, "names": {"PoolStringArray": ["Ada"]}}' | encode --bare -o b
set b position.x 5 scores[0] -9 scores[2] 10 names[0] "Grace"
rm b scores[1]
decode b
= {"position":{"Vector2":[5.0,2.0]},"scores":{"PoolIntArray":[-9,10]},"names":{"PoolStringArray":["Grace"]}}
set b position.x "far"
[1]
set b position.x 1e39
[1]
set b scores[3] 1
[1]
decode b
= {"position":{"Vector2":[5.0,2.0]},"scores":{"PoolIntArray":[-9,10]},"names":{"PoolStringArray":["Grace"]}}

# The paths of rm refer to the original value.
'{"a": [1, 2, 3], "b": {"c": 4, "d": 5}}' | encode --bare -o c
rm c a[0] b.value(0) a[1] b.d
decode c
= {"a":[3],"b":{}}
rm c a a[0]
[1]
rm c b c
[1]
decode c
= {"a":[3],"b":{}}

# Other outputs.
'{"a": 1}' | encode --bare -o d
set d a 2 -o e
decode d
= {"a":1}
decode e
= {"a":2}
set d a 4 -o -
= 12000000010000000400000001000000610000000200000004000000

# A failed change leaves the file.
'{"a": [1], "playr": {}, "health": 7.5}' | encode --bare -o f
set f a[0] 2 b.c 3
[1]
set f a Vector2(1
~ line 1, column 10
[2]
set f a
[2]
set f player.gold 5
~ playr
[1]
set f '' 5
[2]
decode f
= {"a":[1],"playr":{},"health":7.5}
set f --root '' 5
decode f
= 5

# One of several values.
'{"a": 1} [2] {"a": 3}' | encode --framed -o g
set --framed g a 4
[1]
set --framed --value 3 g a 4
rm --framed --value 2 g [0]
decode --framed g
= {"a":1}
= []
= {"a":4}

# Appended elements.
'{"items": ["bow"], "scores": {"PoolIntArray": []}}' | encode --bare -o h
set h items[+] 1 items[+] 2 scores[+] 7
decode h
= {"items":["bow",1,2],"scores":{"PoolIntArray":[7]}}

# Patterns and conditions select several values.
'{"items": [{"id": "bow", "count": 1}, {"id": "potion", "count": 2}, {"id": "potion"}]}' | encode --bare -o p
set p items[*].count 99 --where 'id="potion"' --dry-run
+ "count": 99
~ would set 1 value: items[1].count
set p items[*].count 99 --where 'id="potion"'
~ set 1 value
set p 'items[?id="potion"].count' 98 items[-1].id '"key"' --new
~ items[2].count is new
get p items[*].count
= 1
= 98
= 98
get p 'items[?count=98].id'
= "potion"
= "key"
get p 'items[?count=99].id'
~ no value at items[?count=99].id
[1]
keys p items[*]
= items[0].id: String
= items[0].count: int
= items[1].id: String
= items[1].count: int
= items[2].id: String
= items[2].count: int
set p items[*].count 7 --where id=7
~ no value at items[*].count satisfies id=7
[1]
set p items[*].cuont 7
~ no value at items[*].cuont
[1]
rm p items[*].count --where 'id!="bow"'
~ removed 2 values
decode p
= {"items":[{"id":"bow","count":1},{"id":"potion"},{"id":"key"}]}

# Keys of any type.
'{"d": {}}' | encode --bare -o i
set --new i d[-5] 1 d[2.0] 1 'd[Vector2(1, 2)]' 1 d[RID()] 1 'd[[1, 2]]' 1
set i 'd[Vector2( 1, 2 )]' 2 'd[ RID( ) ]' 3 d[[1,2]] 4
decode --to text --pretty i
= {
=   "d": {
=     -5: 1,
=     2.0: 1,
=     Vector2(1, 2): 2,
=     null: 3,
=     [1, 2]: 4
=   }
= }
rm i d[-5] d[2.0] 'd[Vector2(1, 2)]' d[RID()] 'd[[1, 2]]'
decode i
= {"d":{}}

# A dry run.
'{"a": [1, 2], "b": 3}' | encode --bare -o j
set j a[0] 5 --dry-run
=  {
= -  "a": [1, 2],
= +  "a": [5, 2],
=    "b": 3
=  }
rm j b --dry-run
= -{
= -  "a": [1, 2],
= -  "b": 3
= -}
= +{"a": [1, 2]}
decode j
= {"a":[1,2],"b":3}

# Backups keep every replaced file.
set j b 4 --backup
set j b 5 --backup
get j.bak b
= 3
get j.bak2 b
= 4

layout godot4
# Types that change within a value.
'{"scores": Array[int]([1, 2]), "names": Dictionary[String, int]({"a": 1}), "place": [Vector2(1, 2), 0.5]}' | encode --from text --bare -o l
set l scores '[1, 2]'
~ Array[int] to Array
set l scores [3]

# Compressed and encrypted files stay so.
'correct horse' > password
set --framed --value 1 fastlz-300.gcpf name "Grace"
get --framed --value 1 fastlz-300.gcpf name
= "Grace"
set --framed --value 1 --password-file password pass-300.gdec name "Grace"
get --framed --value 1 --password-file password pass-300.gdec name
= "Grace"
detect fastlz-300.gcpf
+ godot4
~ FastLZ
detect --password-file password pass-300.gdec
+ godot4
~ of Godot 4
"#;

#[test]
fn a_value_from_json_can_be_deeply_nested() {
    let save = file("deep.bin", &run_bytes("encode --bare", b"[1]").stdout);
    for (levels, status) in [(1000, 0), (2000, 2)] {
        let nested = format!("{}2{}", "[".repeat(levels), "]".repeat(levels));
        let ran = run(&format!("set --json {save} [0] {nested}"), "");
        assert_eq!(ran.status, status, "{}", ran.err);
    }
    let deep = good(&format!("get {save} [0]"), "");
    assert_eq!(deep.matches('[').count(), 1000);
}

/// Checks a file that a game, ignoring the lock, changes while the program waits for a password.
#[cfg(unix)]
#[test]
fn changes_of_other_programs_are_not_lost() {
    let data = "../../conformance/files/godot-3.2.3/pass-300.gdec";
    let original = fs::read(format!("{}/{data}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let save = file("foreign.dat", b"");
    let pipe = pipe("foreign.fifo");
    let mut flipped = original.clone();
    flipped[original.len() / 2] ^= 1;
    let longer = [&original[..], &[0]].concat();
    for (command, changed) in [
        ("set --value 1 FILE name 2", flipped),
        ("rm --value 1 FILE name", longer),
        (
            "convert --in-place --to-layout godot4 FILE",
            b"of the game".to_vec(),
        ),
    ] {
        fs::write(&save, &original).unwrap();
        let words = format!("{command} --framed --password-file {pipe}").replace("FILE", &save);
        let child = program().args(words.split(' ')).spawn();
        // Opening the pipe blocks until the program reads the password, after it has read the file.
        let mut password = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        fs::write(&save, &changed).unwrap();
        password.write_all(b"correct horse").unwrap();
        drop(password);
        let output = child.unwrap().wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("another program changed"), "{error}");
        assert!(fs::read(&save).unwrap() == changed, "{command}");
    }
}
