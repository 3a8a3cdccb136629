// SPDX-License-Identifier: MIT
//! Finds or makes the library: the one in DXK_LIB_DIR (DXK_LIB_KIND=static for an archive, which may need the libraries
//! that dxk.pc beside it names), with the feature `system` the installed one, else one compiled of the sources by CC,
//! without libyaml and zlib. The sources are those of the project, or those in a published crate.
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn main() {
    for name in ["DXK_LIB_DIR", "DXK_LIB_KIND", "CC", "AR", "CFLAGS"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    if let Ok(folder) = env::var("DXK_LIB_DIR") {
        let kind = env::var("DXK_LIB_KIND").unwrap_or_else(|_| "dylib".to_string());
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-lib={kind}=dxk");
        if kind == "static" {
            link_needed(Path::new(&folder));
        }
    } else if env::var_os("CARGO_FEATURE_SYSTEM").is_some() {
        use_installed();
    } else {
        compile(&root());
    }
}

/// The folder with src and include: part of a published crate, else the project, of which this crate is a folder.
fn root() -> PathBuf {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let own = here.join("libdxk");
    if own.is_dir() {
        own
    } else {
        here.join("../../..")
    }
}

/// Links what an archive needs, by the file for pkg-config beside it, in a build folder or where it is installed.
fn link_needed(folder: &Path) {
    let places = [folder.join("dxk.pc"), folder.join("pkgconfig/dxk.pc")];
    let place = match places.iter().find(|place| place.is_file()) {
        Some(place) => place,
        None => {
            println!("cargo:warning=no dxk.pc beside the archive names what it needs, such as zlib and libyaml");
            return;
        }
    };
    println!("cargo:rerun-if-changed={}", place.display());
    let text = fs::read_to_string(place).expect("a readable dxk.pc");
    for line in text.lines().filter(|line| line.starts_with("Libs")) {
        let words = line.split_once(':').map_or("", |(_, words)| words);
        link_words(&words.replace("${libdir}", &folder.to_string_lossy()), &["dxk"]);
    }
}

/// Links what flags of a linker name, but for some libraries.
fn link_words(text: &str, except: &[&str]) {
    for word in text.split_whitespace() {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
        } else if let Some(name) = word.strip_prefix("-l").filter(|name| !except.contains(name)) {
            println!("cargo:rustc-link-lib={name}");
        } else if word.starts_with('/') {
            println!("cargo:rustc-link-arg={word}");
        }
    }
}

fn use_installed() {
    let output = Command::new("pkg-config").args(["--libs", "dxk"]).output().expect("pkg-config runs");
    assert!(output.status.success(), "pkg-config does not know dxk: {}", String::from_utf8_lossy(&output.stderr));
    link_words(&String::from_utf8_lossy(&output.stdout), &[]);
}

/// Files of the rooms of src.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for room in fs::read_dir(root.join("src")).expect("the sources of the library are beside the bindings") {
        let room = room.expect("a readable folder").path();
        if !room.is_dir() {
            continue;
        }
        println!("cargo:rerun-if-changed={}", room.display());
        for file in fs::read_dir(room).expect("a readable folder") {
            let file = file.expect("a readable folder").path();
            if file.extension().map_or(false, |e| e == "c") {
                files.push(file);
            }
        }
    }
    files.sort();
    files
}

/// The words of a variable: the compiler may have arguments, as in "ccache cc".
fn words(name: &str, default: &str) -> Vec<String> {
    let value = env::var(name).unwrap_or_else(|_| default.to_string());
    value.split_whitespace().map(str::to_string).collect()
}

fn run(words: &[String], arguments: &[OsString]) {
    let status = Command::new(&words[0]).args(&words[1..]).args(arguments).status();
    let status = status.unwrap_or_else(|error| panic!("{} does not run: {error}", words[0]));
    assert!(status.success(), "{} failed", words[0]);
}

fn object_name(folder: &Path, source: &Path) -> PathBuf {
    let room = source.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    folder.join(format!("{room}-{name}.o"))
}

fn compile(root: &Path) {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let (cc, flags) = (words("CC", "cc"), words("CFLAGS", "-O2"));
    let files = sources(root);
    let next = AtomicUsize::new(0);
    let workers = env::var("NUM_JOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(source) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut arguments: Vec<OsString> = flags.iter().map(OsString::from).collect();
                    arguments.extend(["-std=c11", "-ffp-contract=off", "-fPIC", "-DNDEBUG", "-DDXK_BUILDING", "-c"].map(OsString::from));
                    arguments.extend([OsString::from("-I"), root.join("include").into(), OsString::from("-I"),
                                      root.join("src").into(), source.into(), OsString::from("-o"),
                                      object_name(&folder, source).into()]);
                    run(&cc, &arguments);
                }
            });
        }
    });
    let archive = folder.join("libdxk.a");
    let _ = fs::remove_file(&archive);
    let mut arguments: Vec<OsString> = vec!["crs".into(), archive.into()];
    arguments.extend(files.iter().map(|source| object_name(&folder, source).into()));
    run(&words("AR", "ar"), &arguments);
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=dxk");
}
