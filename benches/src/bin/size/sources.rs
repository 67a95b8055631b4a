//! The programs whose sizes are measured.

/// A program, and the program that it is compared with.
pub(crate) struct Program {
    /// The name of the program's file.
    pub(crate) name: &'static str,
    /// The description in the page.
    pub(crate) title: &'static str,
    /// The name of the program that lacks only the described part.
    pub(crate) base: &'static str,
}

const fn program(name: &'static str, title: &'static str, base: &'static str) -> Program {
    Program { name, title, base }
}

/// All programs.
pub(crate) const PROGRAMS: [Program; 11] = [
    program("empty", "prints a number", "empty"),
    program("struct1", "a struct of ten fields", "empty"),
    program("struct2", "a second struct", "struct1"),
    program("struct3", "the first struct in Godot 4, too", "struct1"),
    program("variant1", "a `Variant`", "empty"),
    program("variant2", "a `Variant` of Godot 4, too", "variant1"),
    program("both", "a `Variant`, after a struct", "struct1"),
    program(
        "json_struct1",
        "serde_json: a struct of ten fields",
        "empty",
    ),
    program(
        "json_struct2",
        "serde_json: a second struct",
        "json_struct1",
    ),
    program("json_value", "serde_json: a `Value`", "empty"),
    program(
        "json_both",
        "serde_json: a `Value`, after a struct",
        "json_struct1",
    ),
];

impl Program {
    /// Returns the source code of the program.
    pub(crate) fn source(&self) -> String {
        let is_json = self.name.starts_with("json");
        let (derive, to, from) = if is_json {
            (
                "serde::Serialize, serde::Deserialize",
                "serde_json::to_vec",
                "serde_json::from_slice",
            )
        } else {
            (
                "gdvariant::Variant",
                "gdvariant::godot3::to_vec",
                "gdvariant::godot3::from_slice",
            )
        };
        let structs = format!(
            "#[derive({derive})]\nstruct Player {{ id: i64, name: String, health: f64, alive: bool, team: i32, \
             score: u32, speed: f32, title: Option<String>, inventory: Vec<i64>, tags: Vec<String> }}\n\
             #[derive({derive})]\nstruct Item {{ kind: i64, label: String, weight: f64, broken: bool, price: i32, \
             count: u32, size: f32, owner: Option<String>, charges: Vec<i64>, notes: Vec<String> }}\n"
        );
        let value = if is_json {
            "serde_json::Value"
        } else {
            "gdvariant::godot3::Variant"
        };
        let of_godot4 = |ty| {
            call(
                ty,
                "gdvariant::godot4::to_vec",
                "gdvariant::godot4::from_slice",
            )
        };
        let calls = match self.name.trim_start_matches("json_") {
            "empty" => String::new(),
            "struct1" => call("Player", to, from),
            "struct2" => call("Player", to, from) + &call("Item", to, from),
            "struct3" => call("Player", to, from) + &of_godot4("Player"),
            "variant2" => call(value, to, from) + &of_godot4("gdvariant::godot4::Variant"),
            "both" => call("Player", to, from) + &call(value, to, from),
            _ => call(value, to, from),
        };
        format!(
            "#![allow(dead_code)]\nuse std::hint::black_box;\n{structs}\
             fn main() {{\n    let input: &[u8] = black_box(&[]);\n    println!(\"{{}}\", input.len());\n{calls}}}\n"
        )
    }
}

/// Returns the code that decodes and encodes a value, and prints an error.
fn call(ty: &str, to: &str, from: &str) -> String {
    format!(
        "    match {from}::<{ty}>(input) {{\n        Ok(value) => match {to}(&value) {{\n            \
         Ok(bytes) => println!(\"{{}}\", bytes.len()),\n            Err(error) => println!(\"{{error}}\"),\n        }},\n        \
         Err(error) => println!(\"{{error}}\"),\n    }}\n"
    )
}
