import { expect, test } from "vitest";
import type { HeapStep } from "../../engine/heap";
import { Frame } from "../../plane/frame";
import type { Point } from "../../state/pair";
import { contains, picked } from "./pick";

const square: Point[] = [[-1, -1], [1, -1], [1, 1], [-1, 1]];

/** Two squares side by side, the second turned by an eighth, with a contact between them. */
const step: HeapStep = {
  poses: [{ t: [0, 0], angle: 0 }, { t: [2.4, 0], angle: Math.PI / 4 }],
  points: [{ bodies: [0, 1], began: false, at: [1, 0], normal: [1, 0], separation: 0 }],
  met: 1, searched: 1, touching: 1, began: 0, ended: 0, speed: 0,
};
const frame = new Frame(400, 200, [1, 0], 50);
const at = (p: Point): ReturnType<typeof picked> => picked(step, [square, square], frame.at(p), frame);

test("a click is on a contact before it is on a body", () => {
  expect(at([1, 0])).toEqual([0, 1]);
  expect(at([1.15, 0])).toEqual([0, 1]);
  expect(at([0, 0])).toBe(0);
  expect(at([2.4, 0])).toBe(1);
});

test("a body that is turned is clicked where it is drawn", () => {
  expect(at([2.4, 1.3])).toBe(1);
  expect(at([3.3, 0.9])).toBeNull();
});

test("a point is in a convex outline on the left of all edges", () => {
  expect(contains(square, [0.9, -0.9])).toBe(true);
  expect(contains(square, [1.1, 0])).toBe(false);
  expect(contains([[0, 0], [1, 0]], [0.5, 0])).toBe(false);
});
