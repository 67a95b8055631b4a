//! The names of what a place is in, which diagnostics show.

use super::{File, Place};
use crate::yaml::{SEPARATOR, Value};

/// The entry, the table and the row that a place is in; empty if it is in none.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) ty: String,
    pub(super) table: String,
    pub(super) row: String,
}

impl Names {
    /// Returns the names of a place in the file with this content.
    pub(super) fn of(place: &Place, root: &Value) -> Self {
        let file_name = |what: &str, key: &str| {
            let name = root.get(key).and_then(Value::text);
            name.map(|name| format!("{what} {name}"))
        };
        let ty = match place.file {
            File::Layout(_) => file_name("layout", "module"),
            File::Locale(_) => file_name("locale", "code"),
            File::Types | File::Errata | File::Examples => None,
        };
        let mut names = Self {
            ty: ty.unwrap_or_default(),
            ..Self::default()
        };
        let (mut value, mut list) = (root, "");
        for step in place.path.split(SEPARATOR).skip(1) {
            let Some(inner) = value.child(step) else {
                break;
            };
            names.enter(place.file, list, step, inner);
            (value, list) = (inner, step);
        }
        names
    }

    /// Names an entry of a list or a mapping, or what a key leads to.
    fn enter(&mut self, file: File, list: &str, step: &str, value: &Value) {
        let name = |key: &str| value.get(key).and_then(Value::text).unwrap_or_default();
        let with_id = |what: &str| match name("id") {
            "" => String::new(),
            id => format!("{what} {id}"),
        };
        match (file, list) {
            (File::Types, "") if !matches!(step, "json" | "double") => {}
            (File::Types, "" | "types") => step.clone_into(&mut self.ty),
            (File::Types, "wire_types") => self.ty = format!("wire type {step}"),
            (File::Types, "constants") => self.ty = format!("constant {step}"),
            (File::Types, "conversions") => self.ty = format!("conversion {step}"),
            (File::Examples, "examples") => self.ty = format!("example {step}"),
            (File::Errata, "pages") if value.entries().is_some() => self.ty = with_id("page"),
            (File::Errata, "engines") => self.ty = format!("engine {}", name("name")),
            (File::Errata, "errata") => self.ty = with_id("erratum"),
            (File::Errata, "defects") => self.ty = with_id("defect"),
            (File::Layout(_), "types") => name("type").clone_into(&mut self.row),
            (_, "tables") => name("table").clone_into(&mut self.table),
            (_, "rows" | "published") => name("name").clone_into(&mut self.row),
            (File::Types, "fields" | "script_constants") => step.clone_into(&mut self.row),
            (File::Layout(_), _) if step == "override" => {
                let ty = std::mem::take(&mut self.row);
                self.ty = format!("{}, {ty}", self.ty);
            }
            _ => {}
        }
    }
}
