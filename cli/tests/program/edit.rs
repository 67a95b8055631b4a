//! Tests `gdvariant set` and `gdvariant rm`.
#![cfg(all(
    feature = "compressed",
    feature = "encrypted",
    feature = "godot3",
    feature = "godot4"
))]

use crate::common::{console, file, good, program, run_bytes};
use std::fs;

#[test]
fn values_are_set_and_removed() {
    for (engine, layout) in [("godot-3.2.3", "godot3"), ("godot-4.6.3", "godot4")] {
        for name in ["fastlz-300.gcpf", "zstd-0.gcpf", "pass-300.gdec"] {
            let path = format!(
                "{}/../conformance/files/{engine}/{name}",
                env!("CARGO_MANIFEST_DIR")
            );
            file(&format!("{layout}.{name}"), &fs::read(path).unwrap());
        }
    }
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'{"player": {"health": 7, "items": [1]}, "level": 2}' | encode --bare -o a
set a player.health -100 player.items[1] "bow" player.position 'Vector2(1, 2)'
~ player.position
decode a
= {"player":{"health":-100,"items":[1,"bow"],"position":{"Vector2":[1.0,2.0]}},"level":2}
set a --json level '{"Color": [0.0, 0.5, 1.0, 1.0]}'
~ level changed from int to Color
get a level
= {"Color":[0.0,0.5,1.0,1.0]}
set a key(0) 7
[1]

# Components and packed elements.
'{"position": {"Vector2": [1.0, 2.0]}, "scores": {"PoolIntArray": [7, 8]}, "names": {"PoolStringArray": ["Ada"]}}' | encode --bare -o b
set b position.x 5 scores[0] -9 scores[2] 10 names[0] "Grace"
rm b scores[1]
decode b
= {"position":{"Vector2":[5.0,2.0]},"scores":{"PoolIntArray":[-9,10]},"names":{"PoolStringArray":["Grace"]}}
set b position.x "far"
[1]
set b scores[0] 5000000000
[1]
set b scores[0] 1e50
[1]
set b position.x 1e39
[1]
set b scores[0] 1.5
[1]
set b scores[2] "a"
[1]
set b position.x 33554433
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
rm c b.c
[1]
rm c a a[0]
[1]
rm c a value(0)
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
cat d
= 12000000010000000400000001000000610000000200000001000000

# A failed change leaves the file.
'{"a": [1], "playr": {}, "health": 7.5}' | encode --bare -o f
set f a[0] 2 b.c 3
[1]
set f a Vector2(1
~ line 1, column 10
[2]
set f a
[2]
set f a[ 1
[2]
set f player.gold 5
~ playr
[1]
set f health.x 1
[1]
set f a[9] 1
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
set --framed --value 9 g a 4
[1]

# Appended elements.
'{"items": ["bow"], "scores": {"PoolIntArray": []}}' | encode --bare -o h
set h items[+] 1 items[+] 2 scores[+] 7
decode h
= {"items":["bow",1,2],"scores":{"PoolIntArray":[7]}}
set h scores[+] 1.5
[1]
set h [+] 1
[1]

# Keys of any type.
'{"d": {}}' | encode --bare -o i
set i d[-5] 1 d[2.0] 1 'd[Vector2(1, 2)]' 1 d[RID()] 1 'd[[1, 2]]' 1
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
get i d[RID()]
= 3
get i 'd[[1, 2]]'
= 4
inspect i --path 'd[Vector2(1, 2)]'
= offset  bytes        path              field    type  value
=   0048  02 00 00 00  d[Vector2(1, 2)]  header   u32   int
=   004c  02 00 00 00  d[Vector2(1, 2)]  value    i32   2
rm i d[-5] d[2.0] 'd[Vector2(1, 2)]' d[RID()] 'd[[1, 2]]'
decode i
= {"d":{}}
set i d[Vektor2(1,2)] 1
~ line 1, column 1
[1]

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
get j b
= 5

# A Dictionary that looks like a number of serde_json's feature `arbitrary_precision`.
'{"a":{"$serde_json::private::Number":"5"},"b":1}' | encode --bare -o k
set --json k b {"$serde_json::private::Number":"abc"}
decode --to text k
= {
= "a": {
= "$serde_json::private::Number": "5"
= },
= "b": {
= "$serde_json::private::Number": "abc"
= }
= }

layout godot4
# Types that change within a value.
'{"scores": Array[int]([1, 2]), "names": Dictionary[String, int]({"a": 1}), "place": [Vector2(1, 2), 0.5]}' | encode --from text --bare -o l
set l scores '[1, 2]'
~ Array[int] to Array
set l names 'Dictionary[String, float]({"a": 1.5})'
~ names.a from int to float
set l place '[[1.0, 2.0], 0.5]'
~ place[0]
set l scores [3]

# Compressed and encrypted files stay so.
'correct horse' > password
layout godot3
set --framed --value 1 godot3.fastlz-300.gcpf name "Grace"
get --framed --value 1 godot3.fastlz-300.gcpf name
= "Grace"
set --framed --value 1 godot3.zstd-0.gcpf name "Grace"
get --framed --value 1 godot3.zstd-0.gcpf name
= "Grace"
set --framed --value 1 --password-file password godot3.pass-300.gdec name "Grace"
get --framed --value 1 --password-file password godot3.pass-300.gdec name
= "Grace"
detect godot3.fastlz-300.gcpf
+ godot3
~ FastLZ
detect godot3.zstd-0.gcpf
+ godot3
~ zstd
detect --password-file password godot3.pass-300.gdec
+ godot3
~ of Godot 3
layout godot4
set --framed --value 1 godot4.fastlz-300.gcpf name "Grace"
get --framed --value 1 godot4.fastlz-300.gcpf name
= "Grace"
set --framed --value 1 godot4.zstd-0.gcpf name "Grace"
get --framed --value 1 godot4.zstd-0.gcpf name
= "Grace"
set --framed --value 1 --password-file password godot4.pass-300.gdec name "Grace"
get --framed --value 1 --password-file password godot4.pass-300.gdec name
= "Grace"
"#;

#[test]
fn a_value_from_json_can_be_deeply_nested() {
    let save = file("deep.bin", &[2, 0, 0, 0, 1, 0, 0, 0]);
    let set = |levels: usize| {
        let nested = format!("{}2{}", "[".repeat(levels), "]".repeat(levels));
        let output = program()
            .args(["set", "--json", "--root", &save, "", &nested])
            .output();
        let output = output.expect("the program starts");
        (
            nested,
            output.status.code(),
            String::from_utf8(output.stderr).expect("text"),
        )
    };
    let (nested, status, _) = set(1000);
    assert_eq!(
        (good(&format!("decode {save}"), ""), status),
        (nested + "\n", Some(0))
    );
    let (_, status, error) = set(2000);
    assert_eq!(status, Some(2));
    assert!(
        error.contains("line 1, column 4001") && error.contains("1024 levels"),
        "{error}"
    );
}

/// Checks that each instance of the program reads what the previous instance wrote.
#[cfg(unix)]
#[test]
fn parallel_changes_are_all_kept() {
    let list = run_bytes("encode --bare", br#"{"list": []}"#);
    let save = file("parallel.bin", &list.stdout);
    for round in 0..5 {
        let start = |number: u32| {
            let value = number.to_string();
            let mut set = program();
            set.args(["set", &save, "list[+]", &value]);
            set.spawn().expect("the program starts")
        };
        let children: Vec<_> = (round * 8..round * 8 + 8).map(start).collect();
        for child in children {
            let output = child.wait_with_output().expect("the program ends");
            assert!(output.status.success(), "{output:?}");
        }
    }
    let mut numbers: Vec<u32> =
        serde_json::from_str(&good(&format!("get {save} list"), "")).expect("a list of numbers");
    numbers.sort_unstable();
    assert_eq!(numbers, (0..40).collect::<Vec<u32>>());
}

/// Checks a file that a game, ignoring the lock, changes while the program waits for a password.
#[cfg(all(unix, feature = "godot4", feature = "encrypted"))]
#[test]
fn changes_of_other_programs_are_not_lost() {
    let data = "../conformance/files/godot-3.2.3/pass-300.gdec";
    let original = fs::read(format!("{}/{data}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let save = file("foreign.dat", b"");
    let pipe = file("foreign.fifo", b"");
    fs::remove_file(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let flipped = |at: usize| {
        let mut flipped = original.clone();
        flipped[at] ^= 1;
        flipped
    };
    // Changes of the same length, in the first, a middle and the last byte, and other lengths.
    let changes = [
        flipped(0),
        flipped(original.len() / 2),
        flipped(original.len() - 1),
        original[1..].to_vec(),
        [&original[..], &[0]].concat(),
        b"of the game".to_vec(),
    ];
    let commands = [
        "set --value 1 FILE name 2",
        "rm --value 1 FILE name",
        "convert --in-place --from-layout godot3 --to-layout godot4 FILE",
    ];
    for (changed, command) in changes
        .iter()
        .flat_map(|changed| commands.map(|it| (changed, it)))
    {
        fs::write(&save, &original).unwrap();
        let command = format!("{command} --framed --password-file {pipe}");
        let words = command.replace("FILE", &save);
        let child = program().args(words.split(' ')).spawn();
        // Opening the pipe blocks until the program reads the password, after it has read the file.
        let password = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        fs::write(&save, changed).unwrap();
        std::io::Write::write_all(&mut &password, b"correct horse").unwrap();
        drop(password);
        let output = child.unwrap().wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        let expected = "another program changed the file after it was read";
        assert!(error.contains(expected), "{command}: {error}");
        assert!(fs::read(&save).unwrap() == *changed, "{command}");
    }
}
