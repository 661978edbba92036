import { expect, test } from "vitest";
import type { Shape } from "../state/pair";
import { numbering, renumbered } from "./corners";
import type { Outline } from "./types";

/** A hull whose points begin with the rightmost, with one inside, turned by a quarter and moved. */
const SHAPE: Shape = { kind: "hull", vertices: [[2, 0], [0, 2], [0.1, 0.1], [-2, 0], [0, -2]], pose: { t: [5, 1], angle: Math.PI / 2 } };

/** As the library has it: its numbers, the corners counterclockwise. */
const BODY: Outline = { corners: [[5, -1], [7, 1], [5, 3], [3, 1]], ids: [0, 1, 2, 3], inside: [], outline: [], radius: 0, unbounded: false };

test("a corner has the place of its point in the line", () => {
  const { ids, inside } = renumbered(SHAPE, BODY);
  expect(ids).toEqual([3, 4, 0, 1]);
  expect(inside.map((p) => p.id)).toEqual([2]);
  expect(inside[0]?.at[0]).toBeCloseTo(4.9);
  expect([0, 1, 2, 3, -1, 9].map(numbering(SHAPE, BODY))).toEqual([3, 4, 0, 1, -1, 9]);
});

test("a shape without a list of points keeps the library's numbers", () => {
  const box: Shape = { kind: "box", half_extents: [2, 2] };
  expect(renumbered(box, BODY)).toEqual(BODY);
});
