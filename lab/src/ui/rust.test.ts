import { expect, test } from "vitest";
import { FIRST } from "./presets";
import { rustOf } from "./rust";

test("Rust code has the numbers as literals of f64", () => {
  const code = rustOf({ ...FIRST, b: { kind: "circle", radius: 2, margin: 0.5, pose: { t: [-0, 1e-7] } } });
  expect(code).toContain("Rounded::new(Circle::new(2.0)?, 0.5)?");
  expect(code).toContain("Pose::new(DVec2::new(-0.0, 1e-7), 0.0)?");
  expect(code).toContain("Hull::new(vec![DVec2::new(-1.6, -1.1)");
});
