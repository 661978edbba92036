import { expect, test } from "vitest";
import { BALL_IN_RING, FIRST, FIRST3 } from "./presets";
import { rustOf } from "./rust";

test("Rust code has the numbers as literals of f64", () => {
  const code = rustOf({ ...FIRST, b: { kind: "circle", radius: 2, margin: 0.5, pose: { t: [-0, 1e-7] } } });
  expect(code).toContain("Rounded::new(Circle::new(2.0)?, 0.5)?");
  expect(code).toContain("Pose::new(DVec2::new(-0.0, 1e-7), 0.0)?");
  expect(code).toContain("Hull::new(vec![DVec2::new(-1.6, -1.1)");
});

test("a pair in space uses the room of space", () => {
  const code = rustOf({ ...FIRST3, b: { kind: "cylinder", radius: 0.7, half_height: 0.9, axis: "x", pose: { t: [1, 2, 3] } } });
  expect(code).toContain("use clearance::d3_f64::{self, *};");
  expect(code).toContain("Cylinder::new(Axis::X, 0.9, 0.7)?, Pose::new(DVec3::new(1.0, 2.0, 3.0), DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0))?");
  expect(code).toContain("Cuboid::new(DVec3::new(1.0, 0.8, 0.6))?");
});

test("a cast is written as one", () => {
  const code = rustOf({ ...FIRST, query: "shapecast", cast: { vb: [-1, 0.5], tmax: 4 } });
  expect(code).toContain("(Sweep::at_rest(&at), Sweep::linear(&there, DVec2::new(-1.0, 0.5))?)");
  expect(code).toContain("Cast::new(&a, &at, &b, &there, 4.0)?.impact();");
});

test("meshes are shapes as any", () => {
  const code = rustOf(BALL_IN_RING);
  expect(code).toContain("let answer = d3_f64::clearance(&a, &at, &b, &there);");
  expect(code).toContain("let (a, at) = (Solid::new(Mesh::new(vec![DVec3::new(0.9, 0.0, -0.3), ");
  expect(code).toContain("], vec![[0, 5, 1], [0, 4, 5], ");
  expect(code).toContain("let (b, there) = (Sphere::new(0.35)?, Pose::new(DVec3::new(0.2, 0.3, 0.1)");
});
