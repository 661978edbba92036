import { expect, test } from "vitest";
import { lines } from "./axes";

test("a direction, its opposite and its multiples are one line", () => {
  expect(lines([[1, 0, 0], [-2, 0, 0], [0, 0.1, 0], [0.6, 0.8, 0], [-3, -4, 1e-9]])).toBe(3);
  expect(lines([])).toBe(0);
});
