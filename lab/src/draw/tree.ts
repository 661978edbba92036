/** Boxes of a tree in the world, as wire frames, and triangles of a mesh. */
import type { Solid, TreeBox } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import type { Ink, Pen } from "./pen";

/** The edges of a box as pairs of corners, whose numbers differ in one bit. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [1, 2, 4].filter((bit) => (i & bit) === 0).map((bit): [number, number] => [i, i | bit]));

export function drawBoxes(pen: Pen, frame: Frame, boxes: readonly TreeBox[], ink: Ink): void {
  const lines = boxes.flatMap((box) => {
    const at = frame.all3(box);
    return EDGES.map(([i, j]): Point[] => [at[i] ?? [0, 0], at[j] ?? [0, 0]]);
  });
  pen.paths(lines, false, ink);
}

export function drawTriangles(pen: Pen, frame: Frame, { vertices, faces }: Solid, facets: readonly number[], ink: Ink): void {
  pen.paths(facets.map((f) => (faces[f] ?? []).map((v) => frame.at3(vertices[v] ?? [0, 0, 0]))), true, ink);
}
