/**
 * The numbers of corners in 2D. The library numbers the corners of a hull counterclockwise from the
 * leftmost: while a corner is dragged, a number passes to another corner when this one becomes the
 * leftmost, or gets inside the hull. So on the page a corner has the place of its point in the line,
 * which no drag changes. An edge has the number of its first corner, here as in the library. Shapes
 * that are not given by points keep the library's numbers.
 */
import { toWorld, type Point, type Shape } from "../state/pair";
import type { Outline } from "./types";

/** From the library's number to the page's. */
export type Numbering = (id: number) => number;

/** The points of a shape in the line, in the world. */
export function pointsOf(shape: Shape): Point[] {
  return (shape.vertices ?? []).map((v) => toWorld(shape, v));
}

/** The index in the list of the corner at a point; -1 on a curve. */
export function cornerAt(corners: readonly Point[], p: Point): number {
  const size = corners.reduce((s, c) => Math.max(s, Math.abs(c[0]), Math.abs(c[1])), Math.abs(p[0]) + Math.abs(p[1]));
  let best = -1;
  let least = 1e-9 * size;
  corners.forEach((c, i) => {
    const d = Math.hypot(c[0] - p[0], c[1] - p[1]);
    if (d <= least) [best, least] = [i, d];
  });
  return best;
}

export function numbering(shape: Shape, { corners, ids }: Outline): Numbering {
  const points = pointsOf(shape);
  const places = new Map(corners.map((corner, i) => [ids[i] ?? -1, cornerAt(points, corner)]));
  return (id) => {
    const place = places.get(id) ?? -1;
    return id < 0 || place < 0 ? id : place;
  };
}

/** The outline with the page's numbers, and the points of the line that are not corners. */
export function renumbered(shape: Shape, body: Outline): Outline {
  const ids = body.ids.map(numbering(shape, body));
  const inside = pointsOf(shape).flatMap((at, id) => (ids.includes(id) ? [] : [{ at, id }]));
  return { ...body, ids, inside: body.corners.length > 0 ? inside : [] };
}
