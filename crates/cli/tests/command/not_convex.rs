//! `clearance query` about shapes that are not convex: each kind, each question, and what is refused.

use crate::common::{query, ring};
use serde_json::{Value, json};

/// A line about two shapes at places.
fn line(a: &Value, at_a: &[f64], b: &Value, at_b: &[f64], rest: &Value) -> String {
    let placed = |shape: &Value, t: &[f64]| {
        let mut shape = shape.clone();
        shape["pose"] = json!({ "t": t });
        shape
    };
    let mut line = json!({ "a": placed(a, at_a), "b": placed(b, at_b) });
    for (key, value) in rest.as_object().unwrap() {
        line[key] = value.clone();
    }
    line.to_string()
}

/// The answer to a line, which is without warnings, in both precisions.
fn answers(line: &str) -> [Value; 2] {
    ["f64", "f32"].map(|precision| {
        let run = query(line, &["--precision", precision]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        let answer = run.lines()[0].clone();
        assert!(answer.get("warnings").is_none(), "{answer}");
        answer
    })
}

/// The error of a line.
fn error(line: &str) -> String {
    let run = query(line, &[]);
    assert_eq!(run.status, 1, "{}", run.out);
    run.lines()[0]["error"].as_str().unwrap().into()
}

fn is_near(found: &Value, expected: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - expected).abs() < 1e-6)
}

fn ball(radius: f64) -> Value {
    json!({ "kind": "sphere", "radius": radius })
}

/// Two squares of edge 2 around the origin, at z = 0 and z = 1.
fn two_squares() -> Value {
    let square = |z| [[-1.0, -1.0, z], [1.0, -1.0, z], [1.0, 1.0, z], [-1.0, 1.0, z]];
    let vertices = [square(0.0), square(1.0)].concat();
    json!({ "kind": "mesh", "vertices": vertices, "triangles": [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]] })
}

#[test]
fn every_kind_has_a_distance_and_places() {
    let field = json!({ "kind": "height_field", "heights": [[0, 0, 0], [0, 1, 0], [0, 0, 0]], "cell": [1, 1] });
    let stairs = json!({ "kind": "chain", "vertices": [[2, 0], [1, 0], [1, 1], [0, 1]] });
    let closed = json!({ "kind": "chain", "vertices": [[0, 0], [4, 0], [0, 4]], "closed": true });
    let corner =
        json!({ "kind": "region", "vertices": [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]] });
    let circle = json!({ "kind": "circle", "radius": 0.25 });
    let two = json!({ "kind": "compound", "shapes": [
        { "kind": "box", "half_extents": [1, 1, 1], "pose": { "t": [5, 0, 0] } },
        { "kind": "compound", "shapes": [two_squares()], "pose": { "t": [-5, 0, 0] } },
    ] });
    let plane_two = json!({ "kind": "compound", "shapes": [circle, corner] });
    for (shape, other, at, distance, place) in [
        (&two_squares(), &ball(0.5), &[0.25, 0.5, 3.0][..], 1.5, json!([0, 3])),
        (&ring("solid"), &ball(0.5), &[4.0, 0.0, 0.0], 1.5, json!([0, 18])),
        (&field, &ball(0.5), &[1.0, 1.0, 3.0], 1.5, json!([0, 0])),
        (&two, &ball(0.5), &[9.0, 0.0, 0.0], 2.5, json!([0, null])),
        (&two, &ball(0.5), &[-5.0, 0.25, 3.0], 1.5, json!([1, 3])),
        (&stairs, &circle, &[0.5, 2.0], 0.75, json!([0, 2])),
        (&closed, &circle, &[1.0, 1.0], 0.75, json!([0, 0])),
        (&corner, &circle, &[1.75, 1.5], 0.25, json!([0, 2])),
        (&plane_two, &circle, &[-1.0, 0.0], 0.5, json!([0, null])),
    ] {
        for answer in answers(&line(shape, &vec![0.0; at.len()], other, at, &json!({}))) {
            assert_eq!(answer["status"], "apart", "{answer}");
            assert!(is_near(&answer["signed_distance"], distance), "{distance}: {answer}");
            assert_eq!(
                json!([answer["place_a"]["part"], answer["place_a"]["facet"]]),
                place,
                "{answer}"
            );
            assert_eq!(answer["place_a"]["weights"].is_null(), place[1].is_null(), "{answer}");
            assert!(answer.get("place_b").is_none() && answer.get("inside").is_none(), "{answer}");
        }
    }
}

#[test]
fn a_depth_is_an_interval() {
    let posts = json!({ "kind": "compound", "shapes": [
        { "kind": "box", "half_extents": [1, 1, 9], "pose": { "t": [-4, 0, 0] } },
        { "kind": "box", "half_extents": [1, 1, 9], "pose": { "t": [4, 0, 0] } },
    ] });
    let beam = json!({ "kind": "box", "half_extents": [2.5, 0.5, 0.5] });
    let ask = |query| {
        answers(&line(&posts, &[0.0; 3], &beam, &[0.625, 0.0, 0.0], &json!({ "query": query })))
    };
    for answer in ask("penetration").into_iter().chain(ask("contact")) {
        assert_eq!(answer["status"], "overlapping", "{answer}");
        let [lower, upper] = ["lower", "upper"].map(|bound| answer[bound].as_f64().unwrap());
        assert!((-0.13..=-0.125).contains(&lower) && (-0.125..=-0.12).contains(&upper), "{answer}");
        assert!(answer["signed_distance"].as_f64() == Some(lower), "{answer}");
        assert!(answer["normal"][0].as_f64() < Some(-0.99), "{answer}");
    }
    for answer in ask("distance") {
        assert_eq!(
            (&answer["status"], &answer["signed_distance"]),
            (&json!("overlapping"), &json!(0.0))
        );
    }
    // The depth of two sheets that cross is the shortest translation that parts them.
    let upright = json!({ "kind": "mesh", "vertices": [[0, 0, -1], [0.5, 0, 0.25], [-0.5, 0, 0.25]], "triangles": [[0, 1, 2]] });
    for answer in answers(&line(&two_squares(), &[0.0; 3], &upright, &[0.0; 3], &json!({}))) {
        assert_eq!(
            (&answer["status"], &answer["intersects"]),
            (&json!("overlapping"), &json!(true))
        );
        assert!(is_near(&answer["lower"], -0.25) && is_near(&answer["upper"], -0.25), "{answer}");
    }
}

/// An outline is an area, whichever way around it goes.
#[test]
fn regions_are_filled_and_chains_are_not() {
    let mut outline = [[0, 0], [4, 0], [4, 3], [3, 3], [3, 1], [0, 1]];
    let point = json!({ "kind": "point", "position": [0, 0] });
    for _ in 0..2 {
        let region = json!({ "kind": "region", "vertices": outline });
        let chain = json!({ "kind": "chain", "vertices": outline, "closed": true });
        let ask =
            |shape: &Value, at: &[f64]| answers(&line(shape, &[0.0; 2], &point, at, &json!({})));
        for answer in ask(&region, &[3.5, 2.0]) {
            assert_eq!((&answer["intersects"], &answer["inside"]), (&json!(true), &json!(true)));
        }
        for answer in ask(&chain, &[3.5, 2.0]) {
            assert_eq!(
                (&answer["intersects"], &answer["signed_distance"]),
                (&json!(false), &json!(0.5))
            );
        }
        for shape in [&region, &chain] {
            for answer in ask(shape, &[1.0, 2.0]) {
                assert_eq!(
                    (&answer["status"], &answer["signed_distance"]),
                    (&json!("apart"), &json!(1.0))
                );
            }
        }
        outline.reverse();
    }
}

#[test]
fn a_pin_through_a_ring_is_apart_and_a_bolt_in_a_plate_is_inside() {
    let pin = json!({ "kind": "cylinder", "radius": 0.5, "half_height": 2, "axis": "z" });
    let (solid, mesh) = (ring("solid"), ring("mesh"));
    for shape in [&solid, &mesh] {
        for query in ["penetration", "distance", "intersects", "contact"] {
            let asked = line(&pin, &[0.0; 3], shape, &[0.0; 3], &json!({ "query": query }));
            for answer in answers(&asked) {
                assert_eq!(answer["intersects"], false, "{answer}");
                assert!(is_near(&answer["signed_distance"], 0.5), "{answer}");
                assert_eq!(answer["place_b"]["part"], 0);
                assert_eq!(answer.get("manifold").is_some(), query == "contact");
            }
        }
    }
    // Within the bar of the ring, which is 1 by 1.
    let asked = line(&ball(0.25), &[1.5, 0.0, 0.0], &solid, &[0.0; 3], &json!({}));
    for answer in answers(&asked) {
        assert_eq!((&answer["intersects"], &answer["inside"]), (&json!(true), &json!(true)));
    }
    let asked = line(&ball(0.25), &[1.5, 0.0, 0.0], &mesh, &[0.0; 3], &json!({}));
    for answer in answers(&asked) {
        assert_eq!(
            (&answer["status"], &answer["signed_distance"]),
            (&json!("apart"), &json!(0.25))
        );
    }
}

#[test]
fn contacts_are_patches() {
    let crate_on = |z: f64, margin: f64| {
        let floor =
            json!({ "kind": "height_field", "heights": vec![vec![0; 5]; 5], "cell": [1, 1] });
        let cuboid = json!({ "kind": "box", "half_extents": [1, 0.5, 0.25] });
        let rest = json!({ "query": "contact", "contact": { "margin": margin } });
        answers(&line(&floor, &[0.0; 3], &cuboid, &[2.0, 2.0, z], &rest))
    };
    for answer in crate_on(0.25 + 0.0078125, 0.01) {
        let manifold = &answer["manifold"];
        assert_eq!(manifold["points"].as_array().unwrap().len(), 4, "{answer}");
        assert_eq!(manifold["normal"], json!([0.0, 0.0, 1.0]));
        let all = answer["manifolds"].as_array().unwrap();
        assert_eq!((all.len(), &all[0]["points"]), (1, &manifold["points"]));
        assert_eq!(all[0]["parts"], json!([0, 0]));
        assert!(all[0]["facets"][0].is_u64() && all[0]["facets"][1].is_null(), "{answer}");
    }
    for answer in crate_on(0.5, 0.01) {
        assert_eq!((&answer["manifold"], &answer["manifolds"]), (&json!(null), &json!([])));
    }
}

#[test]
fn rays_and_casts_meet_the_true_surface() {
    let point = json!({ "kind": "point", "position": [0, 0, 0] });
    let ray = |from: &[f64], to: &Value, way: [f64; 3], rest: &Value| {
        let mut rest = rest.clone();
        rest["query"] = json!("raycast");
        rest["cast"] = json!({ "va": way });
        answers(&line(&point, from, to, &[0.0; 3], &rest))
    };
    for (shape, from, hollow, toi) in [
        (&two_squares(), [0.0, 0.5, 5.0], false, Some(4.0)),
        // Through the edge between two triangles.
        (&two_squares(), [0.5, 0.5, 5.0], false, Some(4.0)),
        (&two_squares(), [1.5, 0.5, 5.0], false, None),
        (&ring("solid"), [0.0, 0.0, 5.0], false, None),
        (&ring("solid"), [1.5, 0.0, 5.0], false, Some(4.5)),
        (&ring("solid"), [1.5, 0.0, 0.0], false, Some(0.0)),
        (&ring("solid"), [1.5, 0.0, 0.0], true, Some(0.5)),
        (&ring("mesh"), [1.5, 0.0, 0.0], false, Some(0.5)),
    ] {
        let rest = if hollow { json!({ "ray": { "hollow": true } }) } else { json!({}) };
        for answer in ray(&from, shape, [0.0, 0.0, -1.0], &rest) {
            assert_eq!(
                (&answer["hit"], &answer["toi"]),
                (&json!(toi.is_some()), &json!(toi)),
                "{answer}"
            );
            assert_eq!(answer.get("place_b").is_some(), toi.is_some(), "{answer}");
        }
    }
    let cast = |b: &Value, from: [f64; 3], way: [f64; 3]| {
        let rest = json!({ "query": "shapecast", "cast": { "va": way, "tmax": 10 } });
        answers(&line(&ball(0.5), &from, b, &[0.0; 3], &rest))
    };
    for answer in cast(&ring("solid"), [0.0, 0.0, 5.0], [0.0, 0.0, -1.0]) {
        assert_eq!((&answer["status"], &answer["toi"]), (&json!("miss"), &json!(null)), "{answer}");
    }
    for answer in cast(&ring("solid"), [1.5, 0.0, 5.0], [0.0, 0.0, -1.0]) {
        assert!(answer["status"] == "hit" && is_near(&answer["toi"], 4.0), "{answer}");
        assert_eq!(answer["place_b"]["part"], 0);
    }
    let rest = json!({ "query": "shapecast", "cast": { "va": [0, 0, -1] } });
    for answer in answers(&line(&ball(0.25), &[1.5, 0.0, 0.0], &ring("solid"), &[0.0; 3], &rest)) {
        assert_eq!((&answer["toi"], &answer["inside"]), (&json!(0.0), &json!(true)), "{answer}");
    }
}

/// A square of edge 8 with a hole of edge 4: a ball in the hole is apart from it.
#[test]
fn regions_have_holes_and_outlines_may_end_with_their_first_point() {
    let square = |half: f64, turn: bool, closed: bool| {
        let mut corners = vec![[-half, -half], [half, -half], [half, half], [-half, half]];
        if turn {
            corners.reverse();
        }
        if closed {
            corners.push(corners[0]);
        }
        corners
    };
    for ways in 0..16 {
        let is = |bit: i32| ways & (1 << bit) != 0;
        let holes = [square(2.0, is(2), is(3))];
        let region =
            json!({ "kind": "region", "vertices": square(4.0, is(0), is(1)), "holes": holes });
        let ball = json!({ "kind": "circle", "radius": 0.5, "pose": { "t": [0.25, 0] } });
        for question in ["penetration", "distance"] {
            let line = json!({ "query": question, "a": region, "b": ball }).to_string();
            for precision in ["f32", "f64"] {
                let run = query(&line, &["--verify", "--precision", precision]);
                let answer = &run.lines()[0];
                assert_eq!((run.status, &answer["verdict"]), (0, &json!("proven")), "{answer}");
                assert_eq!(answer["signed_distance"], 1.25, "{answer}");
                // The right side of the hole, by its number after the four of the outline.
                assert_eq!(answer["place_a"]["facet"], 5, "{answer}");
                assert!(answer.get("warnings").is_none(), "{answer}");
            }
        }
        let line = json!({ "id": 1, "a": region, "b": { "kind": "circle", "radius": 0.5, "pose": { "t": [3, 0] } } });
        assert_eq!(query(line.to_string(), &[]).lines()[0]["status"], "overlapping");
    }
    let outside = json!({ "a": { "kind": "region", "vertices": square(1.0, false, false), "holes": [square(2.0, false, false)] }, "b": { "kind": "circle", "radius": 1 } });
    let answer = &query(outside.to_string(), &[]).lines()[0];
    assert_eq!(answer["error"], "a: holes[0] is not in the outline");
    let closed = json!({ "kind": "chain", "closed": true, "vertices": square(1.0, false, true) });
    let line = json!({ "a": closed, "b": { "kind": "circle", "radius": 0.25 } });
    assert_eq!(query(line.to_string(), &[]).lines()[0]["signed_distance"], 0.75);
}

#[test]
fn distances_are_proven() {
    let pin = json!({ "kind": "cylinder", "radius": 0.5, "half_height": 3.0, "axis": "z" });
    let places =
        [([0.0, 0.0, 0.0], "apart"), ([1.4, 0.1, 0.5], "overlapping"), ([9.0, 1.0, 2.0], "apart")];
    for question in ["distance", "intersects"] {
        for (place, status) in places {
            let rest = json!({ "query": question });
            let asked = line(&pin, &place, &ring("solid"), &[0.0; 3], &rest);
            let answer = &query(&asked, &["--verify"]).lines()[0];
            assert_eq!(
                (&answer["status"], &answer["verdict"]),
                (&json!(status), &json!("proven")),
                "{answer}"
            );
        }
    }
    // What is not checked is said.
    let asked =
        line(&pin, &[1.5, 0.0, 0.5], &ring("solid"), &[0.0; 3], &json!({ "query": "contact" }));
    let answer = &query(&asked, &["--verify"]).lines()[0];
    assert_eq!(answer["verdict"], "unproven", "{answer}");
    assert!(answer["warnings"].to_string().contains("--verify: "), "{answer}");
}

#[test]
fn what_is_not_there_is_said() {
    let asked = line(&two_squares(), &[0.0; 3], &ball(0.5), &[0.0, 0.0, 3.0], &json!({}));
    let skipped = query(&asked, &["--algorithm", "gjk"]).lines();
    assert_eq!(skipped[0]["status"], "skipped");
    assert_eq!(skipped[0]["error"], "shapes that are not convex: no algorithm but auto");
    let folder = crate::common::folder("not_convex_trace");
    let trace = folder.join("trace.jsonl");
    let run = query(&asked, &["--verify", "--trace", trace.to_str().unwrap()]);
    let answer = &run.lines()[0];
    assert_eq!((&answer["status"], &answer["verdict"]), (&json!("apart"), &json!("proven")));
    assert!(answer["warnings"].to_string().contains("--trace: "), "{answer}");
    assert_eq!(std::fs::read_to_string(trace).unwrap(), "");
    let named = format!(
        "{}\n{}",
        json!({ "shapes": { "ring": ring("solid") } }),
        json!({ "a": { "shape": "ring" }, "b": { "shape": "ring", "pose": { "t": [5, 0, 0] } } })
    );
    assert_eq!(query(&named, &[]).lines()[0]["signed_distance"], 1.0);
}

/// A square, and a ball above it: the options of casts, rays and contacts are those of convex shapes.
#[test]
fn options_are_those_of_convex_shapes() {
    let asked = |rest: &Value, height: f64| {
        let asked = line(&two_squares(), &[0.0; 3], &ball(0.5), &[0.2, 0.1, height], rest);
        query(&asked, &[]).lines()[0].clone()
    };
    let cast = |options: Value, height: f64| {
        asked(&json!({ "query": "shapecast", "cast": options }), height)
    };
    // It falls from 3, and touches the upper square at a height of 1.5.
    let falls =
        |gap: f64| cast(json!({ "vb": [0, 0, -1], "gap": gap }), 3.0)["toi"].as_f64().unwrap();
    assert!((falls(0.0) - 1.5).abs() < 1e-12 && (falls(1.0) - 0.5).abs() < 1e-12);
    let rises = json!({ "vb": [0, 0, 1], "tmax": 9, "ignore_parting": true });
    assert_eq!(cast(rises, 1.5)["hit"], false);
    assert_eq!(cast(json!({ "vb": [0, 0, 1], "tmax": 9 }), 1.5)["hit"], true);
    let contact = json!({ "query": "contact", "contact": { "margin": 0.1, "slop": 0.1 } });
    assert_eq!(asked(&contact, 1.5)["manifolds"].as_array().unwrap().len(), 1);
    // From inside a ring, a hollow ray leaves through its side; of a compound of two, too.
    for of in [ring("solid"), json!({ "kind": "compound", "shapes": [ring("solid")] })] {
        let from = json!({ "kind": "point", "position": [0, 0, 0] });
        let ray =
            json!({ "query": "raycast", "cast": { "va": [1, 0, 0] }, "ray": { "hollow": true } });
        let solid = json!({ "query": "raycast", "cast": { "va": [1, 0, 0] } });
        let ask = |rest: &Value| query(line(&from, &[1.5, 0.1, 0.1], &of, &[0.0; 3], rest), &[]);
        let (hollow, solid) = (ask(&ray).lines()[0].clone(), ask(&solid).lines()[0].clone());
        assert_eq!(solid["toi"], 0.0, "{solid}");
        assert!(hollow["toi"].as_f64().unwrap() > 0.1, "{hollow}");
    }
}

#[test]
fn a_bad_shape_is_an_error_of_its_line() {
    let triangle = [[0, 0, 0], [1, 0, 0], [0, 1, 0]];
    for (shape, says) in [
        (json!({ "kind": "mesh" }), "missing field `vertices`"),
        (
            json!({ "kind": "mesh", "vertices": triangle, "triangles": [[0, 1, 3]] }),
            "b: triangle 0 names vertex 3, but there are 3 vertices",
        ),
        (
            json!({ "kind": "mesh", "vertices": triangle, "triangles": [[0, 1, -2]] }),
            "b: triangles must be a list of triangles, each a list of three vertex numbers, but has [0,1,-2]",
        ),
        (
            json!({ "kind": "mesh", "vertices": triangle, "triangles": [[0, 1]] }),
            "each a list of three vertex numbers, but has [0,1]",
        ),
        (json!({ "kind": "mesh", "vertices": triangle, "triangles": [] }), "at least one triangle"),
        (
            json!({ "kind": "solid", "vertices": triangle, "triangles": [[0, 1, 2]] }),
            "b: the surface bounds no volume: 3 edges without a second triangle, the first from vertex 0 to 1.",
        ),
        (json!({ "kind": "height_field", "heights": [[0, 1]], "cell": [1, 1] }), "at least 2 rows"),
        (
            json!({ "kind": "height_field", "heights": [[0, 1], [0]], "cell": [1, 1] }),
            "row 1 of the height field has 1 heights, but the first has 2",
        ),
        (
            json!({ "kind": "height_field", "heights": [[0, 1], 7], "cell": [1, 1] }),
            "b: heights must be a list of rows, each a list of numbers, but has 7",
        ),
        (json!({ "kind": "compound", "shapes": [] }), "b: a compound needs at least one shape"),
        (
            json!({ "kind": "compound", "shapes": [ball(1.0), { "kind": "sphere", "radius": -1 }] }),
            "b: shapes[1]: radius must not be negative, but is -1",
        ),
        (
            json!({ "kind": "compound", "shapes": [{ "kind": "sphere", "radius": 1, "pose": { "t": "x" } }] }),
            "b: shapes[0]: pose: t must be a list of numbers",
        ),
        (
            json!({ "kind": "compound", "shapes": [{ "kind": "half-space", "normal": [0, 0, 1], "offset": 0 }] }),
            "b: shapes[0]: a compound has an end on all sides",
        ),
        (json!({ "kind": "compound", "shapes": [{}] }), "b: shapes[0]: it has no \"kind\""),
        (json!({ "kind": "chain", "vertices": [[0, 0], [1, 0]] }), "3"),
        (json!({ "kind": "mash" }), "did you mean \"mesh\"?"),
    ] {
        let reason = error(&line(&ball(1.0), &[0.0; 3], &shape, &[3.0, 0.0, 0.0], &json!({})));
        assert!(reason.contains(says), "{shape}\n{says}\n{reason}");
    }
    let flat = json!({ "kind": "region", "vertices": [[0, 0], [1, 0]] });
    let circle = json!({ "kind": "circle", "radius": 1 });
    let reason = error(&line(&flat, &[0.0; 2], &circle, &[3.0, 0.0], &json!({})));
    assert!(reason.contains("encloses no"), "{reason}");
    // An unknown key is a warning, also in a part.
    let parts = json!({ "kind": "compound", "shapes": [{ "kind": "sphere", "radius": 1, "color": 1 }], "margin": 1 });
    let run = query(line(&parts, &[0.0; 3], &ball(1.0), &[3.0, 0.0, 0.0], &json!({})), &[]);
    let warnings = run.lines()[0]["warnings"].to_string();
    for says in
        ["a: a compound has no \\\"margin\\\"", "a: shapes[0]: a sphere has no \\\"color\\\""]
    {
        assert!(warnings.contains(says), "{warnings}");
    }
}

/// Lines with a few letters replaced have an answer each, and most of them are errors or answers about other shapes.
#[test]
fn harmed_lines_have_an_answer_each() {
    let count = clearance_testing::pairs(4_000);
    let circle = json!({ "kind": "circle", "radius": 0.25 });
    let outline = [[0, 0], [4, 0], [4, 3], [3, 3], [3, 1], [0, 1]];
    let field = json!({ "kind": "height_field", "heights": [[0, 0, 0], [0, 1, 0], [0, 0, 0]], "cell": [1, 1] });
    let posed = json!({ "kind": "compound", "shapes": [two_squares(), { "kind": "sphere", "radius": 1, "pose": { "t": [3, 0, 0] } }] });
    let cast =
        json!({ "query": "shapecast", "cast": { "va": [0, 0, -1], "wb": [0, 0.5, 0], "tmax": 9 } });
    let fine = [
        line(&ring("solid"), &[0.0; 3], &two_squares(), &[0.5, 0.25, 0.0], &json!({})),
        line(&field, &[0.0; 3], &ball(0.5), &[1.0, 1.0, 1.25], &json!({ "query": "contact" })),
        line(&posed, &[0.0; 3], &field, &[0.0, 0.0, -3.0], &cast),
        line(
            &json!({ "kind": "region", "vertices": outline }),
            &[0.0; 2],
            &circle,
            &[3.5, 2.0],
            &json!({}),
        ),
        line(
            &json!({ "kind": "chain", "vertices": outline, "closed": true }),
            &[0.0; 2],
            &circle,
            &[1.0, 2.0],
            &json!({}),
        ),
    ];
    let mut random = clearance_testing::Random::new(45);
    let mut harmed = || {
        let mut line = random.one_of(&fine).clone().into_bytes();
        let (numbers, letters) = (b"012345678901234567890123456789-.e,", b"-.,e[]{}:x\"");
        for _ in 0..1 + random.below(3) {
            let at = random.below(line.len());
            let of_number = line[at].is_ascii_digit();
            if of_number || random.below(8) == 0 {
                line[at] =
                    if of_number { *random.one_of(numbers) } else { *random.one_of(letters) };
            }
        }
        line.push(b'\n');
        line
    };
    let input: Vec<u8> = (0..count).flat_map(|_| harmed()).collect();
    for precision in ["f64", "f32"] {
        let run = query(&input, &["--precision", precision]);
        assert_eq!((run.status, run.err.as_str()), (1, ""));
        let answers = run.lines();
        assert_eq!(answers.len(), count);
        let answered = answers.iter().filter(|answer| answer["status"] != "error").count();
        assert!(10 * answered > count && 10 * answered < 9 * count, "{answered} of {count}");
    }
}
