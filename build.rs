//! Packs the JSON Schemas: they are large, and rarely asked for.
#![allow(clippy::print_stdout, reason = "a build script speaks to cargo so")]

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::{env, fs};

use flate2::Compression;
use flate2::write::DeflateEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("src/report/schema");
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "json") {
            let name = path.file_name().ok_or("a file has a name")?;
            let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
            packed.write_all(&fs::read(&path)?)?;
            fs::write(Path::new(&out).join(name).with_extension("deflate"), packed.finish()?)?;
        }
    }
    Ok(())
}
