//! Makes the JavaScript side of the module: `sudomill-bindgen MODULE FOLDER [--names]`. The module keeps
//! the names of its functions only with `--names`.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder, names @ ..] = &arguments[..] else {
        panic!("expected a module and a folder")
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(false).remove_name_section(names != ["--names"]);
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    made.expect("the module can be read and the folder written");
}
