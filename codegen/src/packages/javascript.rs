//! Generates the value types of the JavaScript package, and their declarations for TypeScript.

use super::{
    Elements, Field, FieldContent, NamedType, arrays, elements, fields, has_own_defaults, is_float,
    named, structures,
};
use crate::model::{Body, Role, Schema, Type};
use crate::scripts::{constants, initial};
use std::fmt::Write;

/// The first line of both files.
const HEAD: &str =
    "// The value types of the engines, generated from the schema by `cargo xtask types`.\n";

/// Returns the module that defines the value types.
pub(super) fn module(schema: &Schema) -> String {
    let mut classes = String::new();
    let mut structs = String::new();
    for named in structures(schema) {
        classes += &structure(schema, &named);
        structs += &entry(schema, &named);
        classes += &other_names(&named);
    }
    let mut vectors = String::new();
    let mut kinds = String::new();
    for named in arrays(schema) {
        let NamedType { ty, name, .. } = &named;
        let mut value = *name;
        match elements(schema, ty) {
            Elements::Strings => {
                let _ = write!(
                    vectors,
                    "\n/** {} */\nexport class {name} extends Strings {{}}\n",
                    ty.description
                );
            }
            Elements::Numbers(wire) => {
                value = typed_array(wire);
                let _ = write!(
                    vectors,
                    "\n/** {} */\nexport const {name} = {value};\n",
                    ty.description
                );
            }
            Elements::Values(element, wire) => {
                let (key, base) = (&element.key, typed_array(wire));
                let _ = write!(
                    vectors,
                    "\n/** {} */\nexport class {name} extends Vectors {{\n  static [STRUCT] = STRUCTS.{key};\n  static [NUMBERS] = {base};\n}}\n",
                    ty.description
                );
            }
        }
        vectors += &other_names(&named);
        let _ = writeln!(kinds, "  {}: {value},", ty.key);
    }
    for ty in schema.types.iter().filter(|ty| ty.is(Role::Bytes)) {
        let _ = writeln!(kinds, "  {}: Uint8Array,", ty.key);
    }
    format!(
        "{HEAD}
import {{ NUMBERS, Record, STRUCT, Strings, Struct, Vectors, checkFields, frozen, isId }} from \"./base.js\";
{classes}
/** For each kind with named fields the class, the number of components, and functions that create a value from its components and that list them. */
export const STRUCTS = {{
{structs}}};
{vectors}
/** The class of each kind of packed arrays. */
export const ARRAYS = {{
{kinds}}};
"
    )
}

/// Returns the declarations of the value types.
pub(super) fn declarations(schema: &Schema) -> String {
    let mut text = format!(
        "{HEAD}
import {{ Record, Strings, Struct, Vectors }} from \"./base.js\";
"
    );
    for named in structures(schema) {
        let NamedType { ty, name, .. } = &named;
        let fields = fields(schema, ty);
        let _ = write!(
            text,
            "\n/** {} */\nexport class {name} extends {} {{\n",
            ty.description,
            base(ty)
        );
        for field in &fields {
            let hint = hint(schema, ty, field);
            let _ = writeln!(
                text,
                "  /** {} */\n  {}: {hint};",
                field.description, field.name
            );
        }
        for (constant, _) in constants(ty, None) {
            let _ = writeln!(text, "  static readonly {constant}: {name};");
        }
        let parameters = fields.iter().map(|field| {
            let hint = match &field.content {
                FieldContent::Value { ty, .. } => item_hint(schema, ty),
                _ => hint(schema, ty, field),
            };
            format!("{}?: {hint}", field.name)
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "  constructor({parameters});\n}}");
        text += &other_names(&named);
    }
    for named in arrays(schema) {
        let NamedType { ty, name, .. } = &named;
        let _ = write!(text, "\n/** {} */\n", ty.description);
        match elements(schema, ty) {
            Elements::Strings => {
                let _ = writeln!(text, "export class {name} extends Strings {{}}");
            }
            Elements::Numbers(wire) => {
                let array = typed_array(wire);
                let _ = writeln!(
                    text,
                    "export const {name}: typeof {array};\nexport type {name} = {array};"
                );
            }
            Elements::Values(element, wire) => {
                let class = super::named(schema, element).name;
                let numbers = match typed_array(wire) {
                    // Builds of double precision have components of 64 bits.
                    "Float32Array" => "Float32Array | Float64Array",
                    other => other,
                };
                let _ = writeln!(
                    text,
                    "export class {name} extends Vectors<{class}, {numbers}> {{}}"
                );
            }
        }
        text += &other_names(&named);
    }
    text
}

fn structure(schema: &Schema, named: &NamedType<'_>) -> String {
    let NamedType { ty, name, .. } = named;
    let fields = fields(schema, ty);
    let mut parameters = Vec::new();
    let mut assignments = String::new();
    let mut conditions = Vec::new();
    let mut types = Vec::new();
    for field in &fields {
        let name = field.name;
        let (default, value) = match &field.content {
            FieldContent::Component { row, .. } => {
                if is_id(ty, &row.wire) {
                    conditions.push(format!("!isId({name})"));
                    types.push("\"id\"");
                } else {
                    conditions.push(format!("typeof {name} !== \"number\""));
                    types.push("\"number\"");
                }
                (initial(ty, row).to_string(), name.to_owned())
            }
            FieldContent::Text => {
                conditions.push(format!("typeof {name} !== \"string\""));
                types.push("\"string\"");
                ("\"\"".to_owned(), name.to_owned())
            }
            FieldContent::Value { ty: held, indexes } => {
                types.push("undefined");
                let rows = &ty.tables[0].rows;
                let class = super::named(schema, held).name;
                let default = if has_own_defaults(held, ty, indexes) {
                    format!("new {class}()")
                } else {
                    created(schema, held, &|index| {
                        initial(ty, &rows[indexes[index]]).to_string()
                    })
                };
                (default, format!("{class}.of({name})"))
            }
        };
        parameters.push(format!("{name} = {default}"));
        let _ = write!(assignments, "\n    this.{name} = {value};");
    }
    if !conditions.is_empty() {
        let (conditions, types) = (conditions.join(" || "), types.join(", "));
        let _ = write!(
            assignments,
            "\n    if ({conditions}) checkFields(this, [{types}]);"
        );
    }
    let parameters = parameters.join(", ");
    let mut class = format!(
        "\n/** {} */\nexport class {name} extends {} {{\n  constructor({parameters}) {{\n    super();{assignments}\n  }}\n}}\n",
        ty.description,
        base(ty),
    );
    for (constant, components) in constants(ty, None) {
        let rows = &ty.tables[0].rows;
        let value = created(schema, ty, &|index| {
            let number = components.of(ty, &rows[index]);
            if number.is_infinite() {
                "Infinity".to_owned()
            } else {
                number.to_string()
            }
        });
        let _ = writeln!(class, "{name}.{constant} = frozen({value});");
    }
    class
}

/// Returns the entry of the table of structs.
fn entry(schema: &Schema, named: &NamedType<'_>) -> String {
    let NamedType { ty, name, .. } = named;
    let mut parts = Vec::new();
    let created = if ty.body == Body::Record {
        // The fields of a record are values in the order of the struct.
        let fields = fields(schema, ty);
        for field in &fields {
            parts.push(format!("v.{}", field.name));
        }
        let arguments = (0..fields.len()).map(|index| format!("c[{index}]"));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        format!("new {name}({arguments})")
    } else {
        parts.resize(ty.tables[0].rows.len(), String::new());
        let mut put = |index: usize, path: &str| path.clone_into(&mut parts[index]);
        components(schema, ty, "v", &mut put);
        created(schema, ty, &|index| format!("c[{index}]"))
    };
    let count = parts.len();
    let parts = parts.join(", ");
    format!(
        "  {}: [{name}, {count}, (c) => {created}, (v) => [{parts}]],\n",
        ty.key
    )
}

/// Returns the expression that creates a value from the expressions of its components.
fn created(schema: &Schema, ty: &Type, component: &dyn Fn(usize) -> String) -> String {
    let fields = fields(schema, ty);
    let arguments = fields.iter().map(|field| match &field.content {
        FieldContent::Component { index, .. } => component(*index),
        FieldContent::Text => "\"\"".to_owned(),
        FieldContent::Value { ty, indexes } => {
            created(schema, ty, &|index| component(indexes[index]))
        }
    });
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    format!("new {}({arguments})", named(schema, ty).name)
}

/// Passes the expressions of the components of a value with their indexes.
fn components(schema: &Schema, ty: &Type, value: &str, put: &mut dyn FnMut(usize, &str)) {
    for field in fields(schema, ty) {
        let path = format!("{value}.{}", field.name);
        match field.content {
            FieldContent::Component { index, .. } => put(index, &path),
            FieldContent::Text => {}
            FieldContent::Value { ty, indexes } => {
                components(schema, ty, &path, &mut |index, path| {
                    put(indexes[index], path);
                });
            }
        }
    }
}

fn base(ty: &Type) -> &'static str {
    if ty.body == Body::Record {
        "Record"
    } else {
        "Struct"
    }
}

/// Returns the aliases of a type for its names in other engines.
fn other_names(named: &NamedType<'_>) -> String {
    let mut text = String::new();
    for other in &named.other_names {
        let name = named.name;
        let _ = writeln!(
            text,
            "\n/** The name of {name} in other engines. */\nexport {{ {name} as {other} }};"
        );
    }
    text
}

/// Returns whether a field with a wire type is the id of an object or a resource.
fn is_id(ty: &Type, wire: &str) -> bool {
    ty.body == Body::Record && !is_float(wire)
}

/// Returns the type of a field.
fn hint(schema: &Schema, ty: &Type, field: &Field<'_>) -> String {
    match &field.content {
        FieldContent::Component { row, .. } => {
            if is_id(ty, &row.wire) {
                "number | bigint".to_owned()
            } else {
                "number".to_owned()
            }
        }
        FieldContent::Text => "string".to_owned(),
        FieldContent::Value { ty, .. } => named(schema, ty).name.to_owned(),
    }
}

/// Returns the type of an argument that becomes a value with components.
fn item_hint(schema: &Schema, ty: &Type) -> String {
    let fields = fields(schema, ty);
    let items = fields.iter().map(|field| match &field.content {
        FieldContent::Value { ty, .. } => item_hint(schema, ty),
        _ => hint(schema, ty, field),
    });
    let mut items: Vec<String> = items.collect();
    items.dedup();
    format!(
        "{} | Iterable<{}>",
        named(schema, ty).name,
        items.join(" | ")
    )
}

/// Returns JavaScript's array for components with a wire type; in single precision unless values
/// have another one.
fn typed_array(wire: &str) -> &'static str {
    match wire {
        "i32" => "Int32Array",
        "i64" => "BigInt64Array",
        "f64" => "Float64Array",
        _ => "Float32Array",
    }
}
