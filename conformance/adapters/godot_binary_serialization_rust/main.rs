//! Lets the crate godot-binary-serialization take part in the conformance suite.

use godot_binary_serialization::decoder::Decoder;
use godot_binary_serialization::encoder::Encoder;
use godot_binary_serialization::types::primitive::{
    GodotBool, GodotFloat, GodotInteger, GodotNull, GodotString,
};
use godot_binary_serialization::types::structures::{GodotDictionary, GodotVector2, GodotVector3};
use godot_binary_serialization::types::variant::{AsVariant, GodotVariant};
use indexmap::IndexMap;
use serde_json::{json, Map, Value};
use std::io::{BufRead, Write};

fn special(number: f64) -> Value {
    json!(if number.is_nan() {
        "nan"
    } else if number > 0.0 {
        "inf"
    } else {
        "-inf"
    })
}

fn component(number: f32) -> Value {
    if number.is_finite() {
        json!(number)
    } else {
        special(number.into())
    }
}

/// Returns a decoded value in the JSON form.
fn to_json(value: &dyn GodotVariant) -> Value {
    if let Some(value) = value.as_var::<GodotBool>() {
        return json!(value.value);
    }
    if let Some(value) = value.as_var::<GodotInteger>() {
        return json!(value.value);
    }
    if let Some(value) = value.as_var::<GodotFloat>() {
        return if value.value.is_finite() {
            json!(value.value)
        } else {
            json!({ "float": special(value.value) })
        };
    }
    if let Some(value) = value.as_var::<GodotString>() {
        return json!(value.value);
    }
    if let Some(value) = value.as_var::<GodotVector2>() {
        return json!({ "Vector2": [component(value.x), component(value.y)] });
    }
    if let Some(value) = value.as_var::<GodotVector3>() {
        return json!({ "Vector3": [component(value.x), component(value.y), component(value.z)] });
    }
    if let Some(value) = value.as_var::<GodotDictionary>() {
        let pairs = value.map.iter();
        let pairs: Vec<_> = pairs
            .map(|(key, value)| json!([to_json(&**key), to_json(&**value)]))
            .collect();
        return json!({ "Dictionary": pairs });
    }
    Value::Null
}

fn number(value: &Value) -> Result<f64, String> {
    match value.as_str() {
        Some(text) => text.parse().map_err(|_| format!("no float for {text}")),
        None => value.as_f64().ok_or_else(|| "not a number".to_owned()),
    }
}

fn numbers<const N: usize>(value: &Value) -> Result<[f32; N], String> {
    let list = value.as_array().ok_or("not a list")?;
    let list: Result<Vec<f32>, String> = list
        .iter()
        .map(|item| number(item).map(|number| number as f32))
        .collect();
    list?.try_into().map_err(|_| "another length".to_owned())
}

/// Returns a float of 32 bits if they represent it, as the constructors of the crate offer.
fn float(value: f64) -> GodotFloat {
    if f64::from(value as f32) == value {
        GodotFloat::new_from_f32(value as f32)
    } else {
        GodotFloat::new_from_f64(value)
    }
}

type Pair = (Box<dyn GodotVariant>, Box<dyn GodotVariant>);

fn dictionary(
    pairs: impl Iterator<Item = Result<Pair, String>>,
) -> Result<Box<dyn GodotVariant>, String> {
    let map: Result<IndexMap<_, _>, String> = pairs.collect();
    Ok(Box::new(GodotDictionary::new_from_map(map?)))
}

fn object(map: &Map<String, Value>) -> Result<Box<dyn GodotVariant>, String> {
    if let (1, Some((name, body))) = (map.len(), map.iter().next()) {
        match name.as_str() {
            "float" => return Ok(Box::new(float(number(body)?))),
            "Vector2" => {
                let [x, y] = numbers(body)?;
                return Ok(Box::new(GodotVector2::new(x, y)));
            }
            "Vector3" => {
                let [x, y, z] = numbers(body)?;
                return Ok(Box::new(GodotVector3::new(x, y, z)));
            }
            "Dictionary" => {
                let pairs = body.as_array().ok_or("not a list")?.iter();
                return dictionary(
                    pairs.map(|pair| Ok((from_json(&pair[0])?, from_json(&pair[1])?))),
                );
            }
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                return Err(format!("no type for {name}"));
            }
            _ => {}
        }
    }
    dictionary(map.iter().map(|(key, value)| {
        Ok((
            Box::new(GodotString::new(key)) as Box<dyn GodotVariant>,
            from_json(value)?,
        ))
    }))
}

/// Returns a value in the JSON form as a value of the crate.
fn from_json(value: &Value) -> Result<Box<dyn GodotVariant>, String> {
    Ok(match value {
        Value::Null => Box::new(GodotNull),
        Value::Bool(value) => Box::new(GodotBool::new(*value)),
        Value::Number(value) => match value.as_i64() {
            Some(value) => Box::new(GodotInteger::new_from_i64(value)),
            None => Box::new(float(value.as_f64().ok_or("not a number")?)),
        },
        Value::String(value) => Box::new(GodotString::new(value)),
        Value::Array(_) => return Err("no type for Array".to_owned()),
        Value::Object(map) => return object(map),
    })
}

fn answer(task: &str, line: &str) -> Result<String, String> {
    if task == "encode" {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let bytes =
            Encoder::encode_variant(&*from_json(&value)?).map_err(|error| error.to_string())?;
        return Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
    }
    let digits = line.as_bytes().chunks(2);
    let bytes: Vec<u8> = digits
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect();
    let value = Decoder::decode_variant(&bytes).map_err(|error| error.to_string())?;
    Ok(to_json(&*value).to_string())
}

fn main() {
    std::panic::set_hook(Box::new(|info| {
        eprintln!("{}", info.to_string().replace('\n', " "))
    }));
    let task = std::env::args().nth(1).unwrap_or_default();
    if !["decode", "verdicts", "encode"].contains(&&*task) {
        std::process::exit(64);
    }
    for line in std::io::stdin().lock().lines() {
        let text = match answer(&task, &line.unwrap()) {
            Ok(text) => text,
            Err(error) => json!({ "error": error }).to_string(),
        };
        // Flushes, because a panic ends the process.
        println!("{text}");
        std::io::stdout().flush().unwrap();
    }
}
