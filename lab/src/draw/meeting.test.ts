import { expect, test } from "vitest";
import type { Solid } from "../engine/types";
import { Frame } from "../plane/frame";
import type { Point3 } from "../state/space";
import type { Ink, Pen } from "./pen";
import { drawMeeting, meeting } from "./meeting";

const FACES = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/**
 * A cube with side 2 around a centre; vertex 4x + 2y + z is at the positive end of the axes whose bits
 * are set.
 */
function cube(x: number, y: number, z: number): Solid {
  const at = (bit: number): number => (bit > 0 ? 1 : -1);
  const vertices = Array.from({ length: 8 }, (_, i): Point3 => [x + at(i & 4), y + at(i & 2), z + at(i & 1)]);
  return { vertices, faces: FACES.map((f) => [...f].reverse()), edges: [], curved: false };
}

const lengthOf = (pieces: ReturnType<typeof meeting>): number => pieces.reduce((sum, { ends: [p, q] }) => sum + Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), 0);

test("bodies apart, and one within the other, have no line", () => {
  expect(meeting(cube(0, 0, 0), cube(3, 0.1, 0.2))).toEqual([]);
  const small = cube(0, 0, 0);
  expect(meeting(cube(0, 0, 0), { ...small, vertices: small.vertices.map(([x, y, z]): Point3 => [x / 2, y / 2, z / 2]) })).toEqual([]);
});

test("a cube that sticks out of a face has a line around the face's size; the order does not matter", () => {
  const [a, b] = [cube(0, 0, 0), cube(1.5, 0.5, 0.25)];
  // The overlap is [0.5, 1] x [-0.5, 1] x [-0.75, 1]: six edges of this box are on both surfaces.
  expect(lengthOf(meeting(a, b))).toBeCloseTo(2 * (0.5 + 1.5 + 1.75), 12);
  expect(lengthOf(meeting(b, a))).toBeCloseTo(2 * (0.5 + 1.5 + 1.75), 12);
});

test("the pieces are one closed line: each end is the end of two", () => {
  const ends = new Map<string, number>();
  for (const { ends: both } of meeting(cube(0, 0, 0), cube(1.5, 0.5, 0.25))) {
    for (const p of both) ends.set(p.map((x) => x.toFixed(9)).join(), (ends.get(p.map((x) => x.toFixed(9)).join()) ?? 0) + 1);
  }
  expect(ends.size).toBe(6);
  expect([...ends.values()].every((n) => n === 2)).toBe(true);
});

test("side by side a part of the line is seen; of a body before another it is all behind", () => {
  const frame = new Frame(400, 400, [0, 0], 50);
  const drawn = (d: Point3): { seen: number; hidden: number } => {
    const count = { seen: 0, hidden: 0 };
    const pen = { paths: (all: readonly unknown[], _: boolean, ink: Ink) => { count[ink.dash ? "hidden" : "seen"] += all.length; } } as unknown as Pen;
    drawMeeting(pen, frame, cube(0, 0, 0), cube(1.5 * d[0], 1.5 * d[1], 1.5 * d[2]));
    return count;
  };
  const beside = drawn(frame.orbit.right);
  expect(beside.seen).toBeGreaterThan(0);
  expect(beside.hidden).toBeGreaterThan(0);
  const before = drawn(frame.orbit.towards);
  expect(before.seen).toBe(0);
  expect(before.hidden).toBeGreaterThan(0);
});
