//! Makes the JavaScript side of the module: `sudomill-bindgen MODULE FOLDER [--names]`. The module keeps
//! the names of its functions only with `--names`.

use std::{error::Error, path::Path};
use walrus::{FunctionKind, Module};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder, names @ ..] = &arguments[..] else {
        return Err("expected a module and a folder".into());
    };
    let has_names = names == ["--names"];
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(false).remove_name_section(!has_names);
    bindgen.web(true)?.generate(folder)?;
    if has_names {
        let name = Path::new(module).file_stem().ok_or("expected the name of a module")?;
        rename(&Path::new(folder).join(format!("{}_bg.wasm", name.display())))?;
    }
    Ok(())
}

/// Ends the names of functions with their size instead of a hash. Binaryen sorts by the names: so code that was
/// compiled for several sizes of grids stands in an order that helps gzip, and does not depend on the folder of
/// the build, as hashes do.
fn rename(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut module = Module::from_file(path)?;
    for function in module.funcs.iter_mut() {
        let size = match &function.kind {
            FunctionKind::Local(local) => local.size(),
            _ => continue,
        };
        let Some(name) = &mut function.name else { continue };
        let is_hash = |it: &str| it.len() == 16 && it.bytes().all(|it| it.is_ascii_hexdigit());
        let plain = name.rsplit_once("::h").filter(|(_, hash)| is_hash(hash));
        *name = format!("{} {size:06}", plain.map_or(&**name, |(plain, _)| plain));
    }
    module.emit_wasm_file(path)?;
    Ok(())
}
