//! The program wasm-bindgen, with the options that `apps/js/build.sh` and `apps/editor/build.mjs` pass.

use std::env;
use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    let (mut module, mut folder) = (None, None);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} has no value"));
        match &*argument {
            "--target" => match &*value()? {
                "web" => bindgen.web(true)?,
                "no-modules" => bindgen.no_modules(true)?,
                target => return Err(format!("unknown target {target}").into()),
            },
            "--out-name" => bindgen.out_name(&value()?),
            "--out-dir" => {
                folder = Some(value()?);
                continue;
            }
            "--no-typescript" => bindgen.typescript(false),
            "--omit-default-module-path" => bindgen.omit_default_module_path(true),
            "--experimental-reset-state-function" => bindgen.reset_state_function(true),
            "--remove-name-section" => bindgen.remove_name_section(true),
            "--remove-producers-section" => bindgen.remove_producers_section(true),
            option if option.starts_with('-') => {
                return Err(format!("unknown option {option}").into());
            }
            _ => {
                module = Some(argument);
                continue;
            }
        };
    }
    bindgen
        .input_path(module.ok_or("expected a module")?)
        .generate(folder.ok_or("expected --out-dir")?)?;
    Ok(())
}
