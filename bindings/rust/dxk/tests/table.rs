// SPDX-License-Identifier: MIT
//! The table of the C tests, errors, threads, sinks that fail. DXK_TABLE is what bindings-table prints, DXK_SIZES what
//! it prints with --sizes, DXK_TEST_DATA the folder tests/data; tools/test_bindings.sh sets them.
use std::collections::HashMap;
use std::path::PathBuf;

mod sha256;

fn read(name: &str) -> Vec<u8> {
    let path = PathBuf::from(std::env::var_os("DXK_TEST_DATA").expect("DXK_TEST_DATA")).join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn lines(variable: &str) -> Vec<String> {
    let path = std::env::var_os(variable).expect(variable);
    std::fs::read_to_string(path).expect("a readable file").lines().map(str::to_string).collect()
}

fn edit(data: &[u8]) -> dxk::Result<Vec<u8>> {
    let mut container = dxk::Container::read(data)?;
    container.remove(container.len().wrapping_sub(1))?; // of none: refused
    container.insert(0, *b"OWN!", b"made by hand")?;
    container.write(dxk::Digest::Auto)
}

fn sources(data: &[u8]) -> dxk::Result<Vec<u8>> {
    let mut out = Vec::new();
    for (name, text) in dxk::sources(data)? {
        out.extend(name.bytes().chain([b'\n']).chain(text.unwrap_or_default().bytes()));
    }
    Ok(out)
}

fn call(name: &str, inputs: &[Vec<u8>]) -> dxk::Result<Vec<u8>> {
    let first = inputs.first().map_or(&[][..], |data| data);
    let text = |result: dxk::Result<String>| result.map(String::into_bytes);
    let groups = dxk::groups::DEBUG | dxk::groups::REFLECTION | dxk::groups::PRIVATE | dxk::groups::SOURCE;
    match name {
        "info" => text(dxk::info_json(first)),
        "dump" => text(dxk::dump_json(first)),
        "reflect" => text(dxk::reflect_json(first)),
        "validate" => text(dxk::validate_json(first)),
        "sarif" => text(dxk::sarif(first, "a b.dxil")),
        "disassemble" => text(dxk::disassemble(first)),
        "assemble" => dxk::assemble(dxk::disassemble(first)?.as_bytes()),
        "sign" => dxk::sign(first),
        "strip" => dxk::strip(first, groups),
        "edit" => edit(first),
        "diff" => text(dxk::diff_json(first, &inputs[1])),
        "yaml" => text(dxk::to_yaml(first)),
        "from_yaml" => dxk::from_yaml(std::str::from_utf8(first).expect("text")),
        "rootsig" => text(dxk::rootsig_text(first)),
        "optimize" => dxk::optimize(first, "O2"),
        "convert" => dxk::convert(first, 0),
        "link" => dxk::link(&[("first", first), ("second", &inputs[1])], "cs_6_2", ""),
        "sources" => sources(first),
        "run_job" => {
            dxk::run_job(first, std::str::from_utf8(&inputs[1]).expect("text")).map(|result| result.text.into_bytes())
        }
        "compile" => {
            let options = dxk::CompileOptions { name: "a.hlsl", ..Default::default() };
            let made = dxk::compile(std::str::from_utf8(first).expect("text"), "cs_6_0", "main", options);
            made.map(|made| made.data)
        }
        "operations" => text(dxk::operations_json()),
        "draw" => text(dxk::draw(first, "parts", Default::default())),
        "draw_linkage" => {
            let options = dxk::ShowOptions { name: "first", other: Some(&inputs[1]), other_name: "second", ..Default::default() };
            text(dxk::draw(first, "linkage", options))
        }
        "report" => text(dxk::report(first, Default::default())),
        "diff_programs" => text(dxk::diff_programs(first, &inputs[1])),
        "match" => dxk::match_shaders(&[("first", first), ("second", &inputs[1])]).map(|_| Vec::new()),
        _ => panic!("no such call: {name}"),
    }
}

#[test]
fn gives_what_the_library_gives() {
    let mut rows = 0;
    for line in lines("DXK_TABLE") {
        let words: Vec<&str> = line.split(' ').collect();
        let names = words[1].split(',').filter(|name| *name != "-");
        let inputs: Vec<Vec<u8>> = names.map(read).collect();
        match call(words[0], &inputs) {
            Ok(_) if words[0] == "match" => continue, // diagnostics, no text
            Ok(result) => assert_eq!(sha256::text(&result), words[2], "{line}"),
            Err(error) => {
                // The hash is of the diagnostics as JSON; that it is an error, and which, must agree.
                assert!(error.status != dxk::Status::Sink, "{line}");
                continue;
            }
        }
        rows += 1;
    }
    assert!(rows > 100, "{rows} rows");
}

#[test]
fn structures_have_the_sizes_of_the_compiler() {
    let sizes: HashMap<String, usize> = lines("DXK_SIZES")
        .iter()
        .filter_map(|line| line.split_once(' ').map(|(name, size)| (name.to_string(), size.parse().expect("a number"))))
        .collect();
    assert!(sizes.len() > 200);
    for (name, size) in dxk_sys::SIZES {
        assert_eq!(sizes.get(*name), Some(size), "{name}");
    }
}

#[test]
fn errors_have_diagnostics_with_places() {
    let error = dxk::assemble(b"define void @main() {\n  ret i32 %x\n}\n").unwrap_err();
    assert_eq!(error.status, dxk::Status::Invalid);
    assert!(matches!(error.diagnostics[0].place, dxk::Place::Line(2, _)), "{error:?}");
    let error = dxk::info_json(b"not a shader").unwrap_err();
    assert_eq!(error.status, dxk::Status::Invalid);
    assert!(!error.to_string().is_empty());
    assert!(dxk::rootsig_parse("CBV(b0), CBV(b0)").is_err());
}

#[test]
fn findings_are_the_errors_of_signing() {
    let text = dxk::disassemble(&read("ps.dxil")).unwrap();
    let call = "call void @dx.op.storeOutput.f32(i32 5, i32 ";
    let bad = dxk::assemble(text.replace(&format!("{call}0"), &format!("{call}9")).as_bytes()).unwrap();
    let verdict = dxk::validate(&bad).unwrap();
    assert!(!verdict.valid && verdict.findings.iter().any(|f| f.rule.is_some()));
    assert!(!dxk::sign(&bad).unwrap_err().diagnostics.is_empty());
}

#[test]
fn sinks_can_refuse_and_panic() {
    let data = read("ps.dxil");
    let mut size = 0;
    let error = dxk::disassemble_to(&data, &mut |piece| {
        size += piece.len();
        false
    });
    assert_eq!(error.unwrap_err().status, dxk::Status::Sink);
    assert!(size > 0);
    let panic = std::panic::catch_unwind(|| dxk::disassemble_to(&data, &mut |_| panic!("enough")));
    assert_eq!(panic.unwrap_err().downcast_ref::<&str>(), Some(&"enough"));
}

#[test]
fn sources_are_compiled_with_files_and_macros() {
    let text = "#include \"scale.hlsli\"\nfloat4 main(float4 c : C) : SV_Target { return scale(c) * FACTOR; }\n";
    let mut find = |path: &str| {
        (path == "inc/scale.hlsli").then(|| b"float4 scale(float4 c) { return c * 2; }\n".to_vec())
    };
    let options = dxk::CompileOptions {
        defines: &["FACTOR=3"],
        directories: &["inc"],
        include: Some(&mut find),
        ..Default::default()
    };
    let made = dxk::compile(text, "ps_6_0", "main", options).unwrap();
    assert!(dxk::validate(&made.data).unwrap().valid && made.warnings.is_empty());
    let error = dxk::compile(text, "ps_6_0", "main", dxk::CompileOptions::default()).unwrap_err();
    assert_eq!(error.diagnostics[0].rule, "HLSL.INCLUDE_MISSING");
    assert!(matches!(error.diagnostics[0].place, dxk::Place::Line(1, _)), "{error:?}");
    assert_eq!(error.diagnostics[0].source, None);
    let source = "float4 main(float a : A) : SV_Target { return sinn(a); }";
    let error = dxk::compile(source, "ps_6_0", "main", dxk::CompileOptions::default()).unwrap_err();
    let name = dxk::Range { line: 1, column: 47, end_line: 1, end_column: 51 };
    let note = &error.diagnostics[1]; // "did you mean"
    assert_eq!(note.ranges, [name]);
    assert_eq!(note.fixes, [dxk::Fix { range: name, text: "sign".into() }]);
    let mut wrong = |_: &str| Some(b"\nfloat4 scale(float4 c) { return d; }\n".to_vec());
    let options = dxk::CompileOptions { directories: &["inc"], include: Some(&mut wrong), ..Default::default() };
    let error = dxk::compile(text, "ps_6_0", "main", options).unwrap_err();
    assert_eq!(error.diagnostics[0].source.as_deref(), Some("scale.hlsli"));
    assert!(error.to_string().starts_with("scale.hlsli:2:33: "), "{error}");
    let panic = std::panic::catch_unwind(|| {
        let mut fail = |_: &str| panic!("enough");
        let options = dxk::CompileOptions { include: Some(&mut fail), ..Default::default() };
        dxk::compile(text, "ps_6_0", "main", options)
    });
    assert_eq!(panic.unwrap_err().downcast_ref::<&str>(), Some(&"enough"));
}

#[test]
fn shaders_of_a_pipeline_are_matched() {
    let (vertex, other, pixel) = (read("match/vs.dxil"), read("match/vs-other.dxil"), read("match/ps.dxil"));
    let errors = |vertex: &[u8]| {
        let found = dxk::match_shaders(&[("v", vertex), ("p", &pixel)]).unwrap();
        found.iter().filter(|item| item.severity == dxk::Severity::Error && item.rule.starts_with("MATCH.")).count()
    };
    assert_eq!(errors(&vertex), 0);
    assert!(errors(&other) > 0);
    assert!(dxk::match_shaders(&[("v", b"nothing")]).is_err());
}

#[test]
fn pictures_have_kinds_and_options() {
    let data = read("pictures/loops.dxil");
    assert!(dxk::picture_kinds().contains(&"flow"));
    let graph = dxk::draw(&data, "flow", dxk::ShowOptions { dot: true, function: "main", ..Default::default() });
    assert!(graph.unwrap().starts_with("digraph"));
    let (shader, root) = (read("demo.dxil"), read("pictures/root.dxil"));
    let options = dxk::ShowOptions { name: "demo.dxil", rootsig: Some(&root), ..Default::default() };
    let expected = String::from_utf8(read("pictures/bindings-rootsig.svg")).unwrap();
    assert_eq!(dxk::draw(&shader, "bindings", options).unwrap().trim(), expected.trim());
    assert_eq!(dxk::draw(&data, "flower", Default::default()).unwrap_err().status, dxk::Status::Argument);
    assert!(dxk::draw(&data, "bindings", dxk::ShowOptions { rootsig: Some(&data), ..Default::default() }).is_err());
    let (data, pdb) = (read("debug.dxil"), read("debug.pdb"));
    assert!(dxk::report(&data, dxk::ShowOptions { pdb: Some(&pdb), other: Some(&shader), ..Default::default() }).is_ok());
}

#[test]
fn debug_information_is_split_off() {
    let data = read("debug.dxil");
    let split = dxk::pdb_split(&data).unwrap();
    assert!(split.data.len() < data.len() && split.name.ends_with(".pdb"));
    assert_eq!(dxk::sources(&split.pdb).unwrap(), dxk::sources(&data).unwrap());
    assert!(dxk::pdb_split(b"nothing").is_err());
}

#[test]
fn threads_do_not_meet() {
    let names = ["ps.dxil", "vs.dxil", "cs-wave.dxil", "lib-rt.dxil"];
    let inputs: Vec<Vec<u8>> = names.iter().map(|name| read(name)).collect();
    let expected: Vec<String> = inputs.iter().map(|data| dxk::disassemble(data).unwrap()).collect();
    std::thread::scope(|scope| {
        for start in 0..4 {
            let (inputs, expected) = (&inputs, &expected);
            scope.spawn(move || {
                for i in start..start + 40 {
                    assert_eq!(dxk::disassemble(&inputs[i % 4]).unwrap(), expected[i % 4]);
                    assert!(dxk::info_json(&b"DXBC"[..i % 4]).is_err());
                }
            });
        }
    });
}

#[test]
fn containers_move_between_threads_and_are_edited() {
    let data = read("ps.dxil");
    let mut container = dxk::Container::read(&data).unwrap();
    assert_eq!(container.write(dxk::Digest::Auto).unwrap(), data);
    assert_eq!(container.digest_state(), "retail");
    let stat = container.find(*b"STAT").unwrap();
    let content = container.part(stat).unwrap().content.to_vec();
    std::thread::scope(|scope| {
        let made = scope.spawn(|| {
            container.replace(stat, &content).unwrap();
            container.remove(stat).unwrap();
            assert!(container.find(*b"STAT").is_none());
            assert!(container.remove(99).is_err());
            container.write(dxk::Digest::Auto).unwrap()
        });
        let made = made.join().unwrap();
        assert_eq!(dxk::Container::read(&made).unwrap().parts().len() + 1, dxk::Container::read(&data).unwrap().len());
    });
}

#[test]
fn jobs_are_judged() {
    let shader = read("exec/particles.dxil");
    let job = String::from_utf8(read("exec/particles.yaml")).unwrap();
    assert!(dxk::run_job(&shader, &job).unwrap().passed());
    assert!(!dxk::run_job(&shader, &job.replace("0x41400000, 6", "0x41400000, 7")).unwrap().passed());
}
