//! The page's library, compiled for this machine, says what the command says, to the last bit. The tests
//! of the page compare in a browser.

use clearance_wasm::Steps;
use serde_json::{Map, Value};

use crate::common::{cases, file, folder, query, run};

#[test]
fn the_page_answers_all_cases_as_the_command() {
    let found = cases().replace("cases.jsonl", "found.jsonl");
    for path in [cases(), found] {
        let text = std::fs::read_to_string(&path).unwrap();
        let said = run(&["query", &path]).out;
        assert_eq!(clearance_wasm::query(&text, None, None).unwrap(), said);
    }
}

#[test]
fn bad_lines_are_told_as_the_command_tells_them() {
    let lines = "\u{feff}{\"a\": 1\n\n{}\nnot JSON\n{\"query\": \"what\"}\n[1]\n{\"x\": NaN}";
    let said = query(lines, &["--verify"]).out;
    assert_eq!(clearance_wasm::query(lines, None, Some(true)).unwrap(), said);
    assert!(clearance_wasm::query(lines, Some("magic".into()), None).is_err());
}

/// The steps, told as columns, are those of the command's lines.
#[test]
fn steps_are_those_of_the_trace() {
    let text = std::fs::read_to_string(cases()).unwrap();
    let folder = folder("page_steps");
    let trace = folder.join("trace.jsonl");
    let trace = trace.to_str().unwrap();
    for algorithm in ["auto", "gjk", "gjk-epa", "gjk-boolean", "epa", "sat-bounded", "sat-gauss"] {
        let lines: Vec<&str> = text.lines().step_by(17).collect();
        let chosen = file(&folder, "chosen.jsonl", &lines.join("\n"));
        run(&["query", &chosen, "--algorithm", algorithm, "--trace", trace]);
        let told = std::fs::read_to_string(trace).unwrap();
        let mut told = told.lines();
        for line in lines {
            let steps = clearance_wasm::trace(line, Some(algorithm.into())).unwrap();
            for step in read(&steps) {
                let mut told: Value = serde_json::from_str(told.next().unwrap()).unwrap();
                told.as_object_mut().unwrap().remove("id");
                assert_eq!(told, step);
            }
        }
        assert_eq!(told.next(), None);
    }
}

/// Columns as the objects that they stand for, as a page reads them.
fn read(steps: &Steps) -> Vec<Value> {
    let (names, numbers, indices) = (steps.names(), steps.numbers(), steps.indices());
    let (starts, fields) = (steps.steps(), steps.fields());
    let fields: Vec<&[u32]> = fields.chunks(4).collect();
    let starts: Vec<&[u32]> = starts.chunks(2).collect();
    let end = |i: usize| starts.get(i + 1).map_or(fields.len(), |next| next[1] as usize);
    let read = |i: usize| {
        let mut step = Map::new();
        step.insert("step".into(), names[starts[i][0] as usize].clone().into());
        for field in &fields[starts[i][1] as usize..end(i)] {
            let name = &names[field[0] as usize];
            let range = field[2] as usize..(field[2] + field[3]) as usize;
            let floats = || numbers[range.clone()].iter().map(|x| Value::from(*x));
            let whole = || indices[range.clone()].iter().map(|x| Value::from(*x));
            let grouped = |each: usize| -> Value {
                let all: Vec<Value> = whole().collect();
                if each == 1 { all.into() } else { all.chunks(each).map(Value::from).collect() }
            };
            let value = match field[1] {
                0 => Value::Null,
                1 => floats().next().unwrap(),
                2 | 7 => floats().collect(),
                3 => {
                    let all: Vec<Value> = floats().collect();
                    all.chunks(steps.dim() as usize).map(Value::from).collect()
                }
                4 => whole().next().unwrap(),
                5 => grouped(match name.as_str() {
                    "ids" | "horizon" => 2,
                    "faces" => 3,
                    _ => 1,
                }),
                6 => names[indices[range.start] as usize].clone().into(),
                other => panic!("{other}"),
            };
            step.insert(name.clone(), value);
        }
        Value::Object(step)
    };
    (0..starts.len()).map(read).collect()
}
