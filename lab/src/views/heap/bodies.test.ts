import { expect, test } from "vitest";
import { called, listed } from "./bodies";

test("bodies that fall have the numbers of the figure, and kinds have names", () => {
  expect(called(0, { kind: "box" })).toBe("the floor");
  expect(called(3, { kind: "box" })).toBe("body 1, a box");
  expect(called(32, { kind: "hull", margin: 0.1 })).toBe("body 30, a rounded polygon");
  expect(listed(4, { kind: "circle" })).toBe("2, a disc");
  expect(listed(2, { kind: "box" })).toBe("right side");
  expect(listed(5, { kind: "hull" })).toBe("3, a polygon");
});
